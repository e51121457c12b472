"""The dashboard: pages for people over the verbs of the provider; server-rendered, nothing loaded from elsewhere."""
