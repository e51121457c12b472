"""The public API, called by the command line, the server and hosts. JSON values in, JSON-able values out."""
