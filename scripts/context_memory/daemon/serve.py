"""Serve until SIGTERM or SIGINT: uvicorn on a socket of ours, the application on threads."""

import contextlib
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn

from . import app
from .guard import Admission
from .memory import OpenMemory
from .sockets import BACKLOG, Address
from .workers import Workers

LAST_ANSWERS = 5
"""Seconds that requests in work have after a signal."""


def run(
    opened: socket.socket,
    address: Address,
    memory: OpenMemory,
    token: str,
    *,
    announce: Callable[[], None],
    tell: Callable[[str], None],
) -> None:
    """Serve the memory until SIGTERM or SIGINT; then requests in work get their answers, and all is closed.

    `announce` says that it serves: from there on a signal ends it in good order. `tell` hears what goes wrong.
    """
    workers = Workers(memory, tell)
    admission = Admission(None if address.uds else token, address.hosts)
    config = uvicorn.Config(
        app.build(workers, admission, tell),
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=LAST_ANSWERS,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )
    server = uvicorn.Server(config)
    with _ending(server):
        announce()
        server.run(sockets=[opened])


@contextlib.contextmanager
def _ending(server: uvicorn.Server) -> Iterator[None]:
    """A signal ends the server, also before it listens to signals; what it raises again at its end does nothing."""

    def end(_number: int, _frame: object) -> None:
        server.should_exit = True

    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
