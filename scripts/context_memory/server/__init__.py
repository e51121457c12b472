"""The server: the memory of a workspace over HTTP, on loopback, over TLS or on a Unix socket. Needs the extra `daemon`.

An edge like the command line: it listens, checks who asks, and answers in
JSON. What it does is done by the services that the commands call.
"""

MOST_DROPPED = 64 << 20
"""Bytes of a body that was refused as too large which are read, and not kept, before the connection is closed: who is
still sending when it closes is told of a reset and not of the reason."""
DROP_SECONDS, QUIET_SECONDS = 10.0, 2.0
"""The same in time, and after how long without a byte."""
PORT = 8770
"""Of loopback, where no other is named (SPEC 3.6)."""
