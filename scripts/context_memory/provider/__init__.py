"""What a memory provider does, as one table of verbs, whichever transport they come by: HTTP, a Unix socket, MCP."""
