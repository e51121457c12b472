"""The public API: what the command line, the server and hosts call. JSON values in, JSON-able values out."""
