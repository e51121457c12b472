"""Serve until SIGTERM or SIGINT: uvicorn on a socket of ours, the application on threads, a rate-limited log."""

import contextlib
import logging
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import uvicorn

from ..api.memories import OpenMemory
from ..provider.files.tokens import TokenBook
from ..provider.services.provider import Provider
from . import app
from .authentication import Admission
from .connections import Listener
from .dashboard.pages import Dashboard
from .metrics import Metrics
from .process import tune
from .provider_room import ProviderRoom
from .sockets import Address
from .workers import Workers

LAST_ANSWERS = 5
"""Seconds that requests in work have after a signal."""
MOST_HEADER_BYTES = 16 << 10
"""Of a request; a long question goes into the body of POST /recall."""
LINES_A_MINUTE = 20
"""Of the log: what clients cause must not fill a disk."""
LONGEST_LINE = 400
"""Characters."""
_LOGGERS = ("uvicorn.error", "asyncio")


def run(
    opened: socket.socket,
    address: Address,
    memory: OpenMemory,
    token: str,
    *,
    provider: Callable[[Callable[[str], None]], Provider],
    tokens: TokenBook,
    announce: Callable[[], None],
    tell: Callable[[str], None],
) -> None:
    """Serve the memory and the `provider` until SIGTERM or SIGINT; then requests in work get their answers.

    `announce` says that it serves: from there on a signal ends it in good order. `tell` hears what goes wrong.
    """
    log = Log(tell)
    workers = Workers(memory, log.tell)
    verbs = provider(log.tell)
    verbs.warm_contexts_soon()
    admission = Admission(None if address.uds else token, address.hosts, tokens.grant_of, verbs.refused)
    dashboard = Dashboard(verbs, admission.known, log.tell)
    config = uvicorn.Config(
        app.build(workers, admission, log.tell, ProviderRoom(verbs, log.tell), dashboard, Metrics(verbs)),
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_graceful_shutdown=LAST_ANSWERS,
        ssl_certfile=address.certificate,
        ssl_keyfile=address.key,
    )
    server = _Server(config, log.tell, dashboard.close)
    tune()
    with _ending(server), log.of_libraries():
        announce()
        server.run(sockets=[opened])


class _Server(uvicorn.Server):
    """uvicorn behind our own accept loop."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[str], None], end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell = tell
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then accept."""
        await super().startup(sockets=[])
        self.servers += [cast("Any", Listener(each, self, self._tell)) for each in sockets or ()]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what would never end by itself, then what is in work."""
        self._end_streams()
        await super().shutdown(sockets)


class Log(logging.Handler):
    """Each line once a minute, and few different ones; how many were left out is said in the next minute."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._print = tell
        self._guard = threading.Lock()
        self._minute = -1
        self._lines = set[str]()
        self._left_out = 0

    def tell(self, text: str) -> None:
        """Print a line, or count it."""
        line, minute = " ".join(text.split())[:LONGEST_LINE], int(time.monotonic() // 60)
        with self._guard:
            if minute != self._minute:
                if self._left_out:
                    self._print(f"{self._left_out:,} lines of the log were left out")
                self._minute, self._left_out = minute, 0
                self._lines.clear()
            if line in self._lines or len(self._lines) >= LINES_A_MINUTE:
                self._left_out += 1
            else:
                self._lines.add(line)
                self._print(line)

    def emit(self, record: logging.LogRecord) -> None:
        """What a library logs: its first line and the error's name, without a traceback."""
        error = record.exc_info[1] if record.exc_info else None
        self.tell(record.getMessage().partition("\n")[0] + (f": {type(error).__name__}: {error}" if error else ""))

    @contextlib.contextmanager
    def of_libraries(self) -> Iterator[None]:
        """Take what uvicorn and asyncio log, which would go to stderr without a limit."""
        loggers = [logging.getLogger(name) for name in _LOGGERS]
        for each in loggers:
            each.addHandler(self)
        try:
            yield
        finally:
            for each in loggers:
                each.removeHandler(self)


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
