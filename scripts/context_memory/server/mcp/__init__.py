"""A Model Context Protocol server on standard input and output, by the standard library alone."""
