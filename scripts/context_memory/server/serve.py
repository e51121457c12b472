"""Serves until SIGTERM or SIGINT: uvicorn behind an accept loop of ours, worker threads, a rate-limited log.

Connections that wait too long are closed; at the limit, the longest waiting one
makes room. uvicorn has one time limit, between two requests, and any byte
resets it; its `limit_concurrency` answers 503 to everyone while idle
connections hold all places, and asyncio does not count a TLS handshake. Hence
an accept loop and deadlines of our own around uvicorn's protocol.
"""

import asyncio
import contextlib
import logging
import signal
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from ..api.memories import OpenMemory
from ..provider.files.tokens import TokenBook
from ..provider.services.opening import collect, tune
from ..provider.services.provider import Provider
from ..storage import environment
from . import app
from .authentication import Admission
from .dashboard.pages import Dashboard
from .metrics import Metrics
from .provider_app import AppendsAtOnce, ProviderApp
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
MOST_CONNECTIONS = 256
"""Open at once; 64 requests wait for a thread at most (workers.py), the rest is idle."""
DESCRIPTORS_FOR_CONNECTIONS = 1 / 4
"""Share of the file descriptors of the process; stores, files and git need the others."""
HANDSHAKE_SECONDS = 10.0
"""In which a TLS handshake has to end; asyncio waits for 60."""
HEADER_SECONDS = 10.0
"""In which the whole header of a request has to arrive, from the connection's start or from the answer before it."""
WRITE_SECONDS = 30.0
"""In which a client has to read what is sent to it."""
_ACCEPTED_AT_ONCE = 32
"""Before those that are open get their turn."""
_PAUSE = 1.0
"""Seconds without accepting after the system refused a connection."""

Tell = Callable[[str], None]


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

    `announce` is called once it serves: from then on a signal shuts it down cleanly. `tell` logs errors.
    """
    log = Log(tell)
    workers = Workers(memory, log.tell)
    verbs = provider(log.tell)
    verbs.load_soon()
    admission = Admission(None if address.uds else token, address.hosts, tokens.grant_of, verbs.record_refusal)
    dashboard = Dashboard(verbs, admission.known, log.tell)
    answering = ProviderApp(verbs, log.tell)
    config = uvicorn.Config(
        app.build(workers, admission, log.tell, answering, dashboard, Metrics(verbs)),
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
    server = _Server(config, AppendsAtOnce(answering, admission), log.tell, dashboard.close)
    tune()
    with _ending(server), log.of_libraries():
        announce()
        server.run(sockets=[opened])


class _Server(uvicorn.Server):
    """uvicorn behind our own accept loop."""

    def __init__(
        self,
        config: uvicorn.Config,
        appends: AppendsAtOnce,
        tell: Callable[[str], None],
        end_streams: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.appends = appends
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


# -- connections ---------------------------------------------------------------------------------


def limit_of_connections() -> int:
    """How many connections may be open, by the limit of file descriptors."""
    return environment.share_of_descriptors(DESCRIPTORS_FOR_CONNECTIONS, MOST_CONNECTIONS)


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 protocol with a deadline for each header and each answer."""

    handshake: "asyncio.Task[object]"
    """Ends when the connection is made."""

    def __init__(self, server: _Server, listener: "Listener") -> None:
        super().__init__(server.config, server.server_state, server.lifespan.state)
        self._listener = listener
        self._appends = server.appends
        self._ready = self.conn.our_state
        """What h11 says of both sides between two requests."""
        self._held = b""
        """The header of an append and the first part of its body; h11 has not seen them."""
        self._is_syncing = self._is_ending = False
        """Whether an append waits for the disk, and whether the connection ends with its answer."""
        self._due = 0.0
        """When a header has to be there, by the clock of the loop; 0 while a request is in work."""
        self._is_extended = False
        """Whether it got more time because the answer before was still being read."""
        self._timer: asyncio.TimerHandle | None = None
        """Checks whether a header is overdue. Not reset for each request: that would cost more than a late check."""
        self._write_deadline: asyncio.TimerHandle | None = None

    @property
    def _request(self) -> RequestResponseCycle | None:
        """The last one; uvicorn declares that there always is one."""
        return self.cycle

    def end(self) -> None:
        """Close it without waiting for the client."""
        if self.transport is None:
            self.handshake.cancel()
        else:
            self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for a header."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place."""
        if self._timer is not None:
            self._timer.cancel()
        self._clear_write_deadline()
        self._held = b""
        self._listener.forget(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Answer an append at once where that is possible; everything else is uvicorn's."""
        held, self._held = self._held, b""
        whole = held + data if held else data
        is_ours = bool(held) or self._is_between()
        answer = self._appends.answer(whole, self.server_state.default_headers, self._synced) if is_ours else None
        if answer is True:
            self._is_syncing, self._due = True, 0.0
            self.transport.pause_reading()
            self._listener.note_busy(self)
        elif answer:
            self._answer(answer)
        elif answer is None or held:
            super().data_received(whole)
        else:
            self._held = whole
            self._listener.note_busy(self)

    def _answer(self, answer: bytes) -> None:
        self._unset_keepalive_if_required()
        self.server_state.total_requests += 1
        self.transport.write(answer)
        self._wait()
        collect()

    def _synced(self, answer: bytes) -> None:
        """Answer an append that is on the disk."""
        self._is_syncing = False
        if not self.transport.is_closing():
            self._answer(answer)
            (super().shutdown if self._is_ending else self.transport.resume_reading)()

    def shutdown(self) -> None:
        """End it after the request in work."""
        self._is_ending = self._is_syncing
        if not self._is_syncing:
            self._pass_on()
            super().shutdown()

    def _is_between(self) -> bool:
        """Whether h11 has answered everything that it got, and the client reads."""
        is_answered = self._request is None or self._request.response_complete
        is_read = self.conn.our_state is self._ready is self.conn.their_state and not self.conn.trailing_data[0]
        return is_answered and is_read and not self.flow.write_paused and not self.transport.is_closing()

    def _pass_on(self) -> None:
        held, self._held = self._held, b""
        if held:
            super().data_received(held)

    def handle_events(self) -> None:
        """A whole header ends the waiting; a part of one does not."""
        super().handle_events()
        if self._request is not None and not self._request.response_complete:
            self._due = 0.0
            self._listener.note_busy(self)

    def on_response_complete(self) -> None:
        """Wait for the next header, whatever is left of this request."""
        self._wait()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP; behind an answer h11 lets no second one be sent, so only close."""
        if self._request is not None and self._request.response_started:
            self.end()
        else:
            super().send_400_response(msg)

    def pause_writing(self) -> None:
        """The client does not read: give it a while."""
        super().pause_writing()
        self._clear_write_deadline()
        self._write_deadline = self.loop.call_later(WRITE_SECONDS, self.end)

    def resume_writing(self) -> None:
        """The client reads again."""
        self._clear_write_deadline()
        super().resume_writing()

    def _wait(self) -> None:
        self._due, self._is_extended = self.loop.time() + HEADER_SECONDS, False
        if self._timer is None:
            self._timer = self.loop.call_at(self._due, self._look)
        self._listener.note_waiting(self)

    def _look(self) -> None:
        """End the connection where its header is overdue, else look again when it would be."""
        self._timer = None
        self._pass_on()  # its body has a deadline of its own
        if not self._due:
            return
        if self._due <= self.loop.time():
            if self._is_extended or not self.transport.get_write_buffer_size():
                self.end()
                return
            self._due, self._is_extended = self._due + WRITE_SECONDS - HEADER_SECONDS, True
        self._timer = self.loop.call_at(self._due, self._look)

    def _clear_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None


class Listener:
    """Accepts connections on a socket until it is closed; never more than the limit are open."""

    def __init__(self, listening: socket.socket, server: _Server, tell: Tell) -> None:
        self._socket = listening
        self._server = server
        self._tell = tell
        self._limit = limit_of_connections()
        self._open = set[Connection]()
        self._waiting: dict[Connection, None] = {}
        """Those without a request in work, the longest waiting first."""
        self._loop = asyncio.get_running_loop()
        self._paused: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        self._resume()

    def close(self) -> None:
        """Accept no more, and end handshakes; uvicorn ends what it knows."""
        if self._paused is not None:
            self._paused.cancel()
        self._loop.remove_reader(self._socket)
        for connection in self._open:
            if connection.transport is None:
                connection.end()

    async def wait_closed(self) -> None:
        """As uvicorn asks of a server."""

    def note_waiting(self, connection: Connection) -> None:
        """It has no request in work from now on."""
        self._waiting.pop(connection, None)
        if connection in self._open:
            self._waiting[connection] = None

    def note_busy(self, connection: Connection) -> None:
        """It has a request in work and keeps its place."""
        self._waiting.pop(connection, None)

    def forget(self, connection: Connection) -> None:
        """It is closed."""
        self._open.discard(connection)
        self._waiting.pop(connection, None)

    def _resume(self) -> None:
        self._paused = None
        self._loop.add_reader(self._socket, self._accept)

    def _accept(self) -> None:
        for _ in range(_ACCEPTED_AT_ONCE):
            try:
                accepted, _address = self._socket.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no file descriptor or no memory is left
                self._make_room()
                self._loop.remove_reader(self._socket)
                self._paused = self._loop.call_later(_PAUSE, self._resume)
                self._tell(f"no connection can be accepted: {error.strerror}")
                return
            if len(self._open) >= self._limit and not self._make_room():
                self._tell(f"a connection was refused: {self._limit} have a request in work")
                accepted.close()
                continue
            self._start(accepted)

    def _make_room(self) -> bool:
        oldest = next(iter(self._waiting), None)
        if oldest is None:
            return False
        self._tell(f"a connection without a request was closed: {self._limit} may be open at once")
        self.forget(oldest)
        oldest.end()
        return True

    def _start(self, accepted: socket.socket) -> None:
        connection = Connection(self._server, self)
        self._open.add(connection)
        self._waiting[connection] = None
        tls = self._server.config.ssl
        connection.handshake = self._loop.create_task(self._connect(accepted, connection, tls))
        connection.handshake.add_done_callback(partial(self._connected, accepted, connection))

    async def _connect(self, accepted: socket.socket, connection: Connection, tls: ssl.SSLContext | None) -> None:
        seconds = HANDSHAKE_SECONDS if tls else None
        await self._loop.connect_accepted_socket(
            lambda: connection, accepted, ssl=tls, ssl_handshake_timeout=seconds, ssl_shutdown_timeout=seconds
        )

    def _connected(self, accepted: socket.socket, connection: Connection, done: "asyncio.Task[object]") -> None:
        if done.cancelled() or done.exception() is not None:  # the client went away, or spoke no TLS
            self.forget(connection)
            accepted.close()
