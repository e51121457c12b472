"""The server: the memory of a workspace over HTTP, on loopback, over TLS or on a Unix socket. Needs the extra `daemon`.

An edge like the command line: it listens, checks who asks, and answers in
JSON. What it does is done by the services that the commands call.
"""

PORT = 8770
"""Of loopback, where no other is named (SPEC 3.6)."""
