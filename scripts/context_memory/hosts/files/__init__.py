"""What the plugin keeps of a host's sessions."""
