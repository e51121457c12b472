"""Attacks on `context-memory serve` over real sockets by whoever can connect: a good client still gets its answer."""

import contextlib
import logging
import resource
import select
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from context_memory.server.serve import LINES_A_MINUTE, LONGEST_LINE, Log
from tests.memory_server import MEMORY, REPOSITORY, Client, Server, serving

Record = Callable[[str, object], None]
DESCRIPTORS = 1_024
"""What most systems give a process."""
IDLE = 2_000
LOUDEST = 10_000
"""Characters on stderr that an attack may cause in its minute."""
PATIENCE = 90.0
"""Seconds until an attacking connection counts as open for ever; the longest limit of the server is 30."""
TLS = REPOSITORY / "tests" / "fixtures" / "tls"
WITH_TLS = ("--tls-cert", str(TLS / "certificate.pem"), "--tls-key", str(TLS / "key.pem"))

MALFORMED_AUTHORITIES = [
    *("localhost:80@evil.com", "localhost@evil.com", "evil.com@localhost", "user:secret@localhost", "@localhost"),
    *("localhost:80:80", "localhost:", "localhost:x", "localhost:-1", "localhost:65536", "localhost:８０"),
    *("localhost/", "localhost/x", "localhost#x", "localhost?x", "localhost\\@evil.com", "localhost%00.evil.com"),
    *("localhost evil.com", "localhost,evil.com", "localhost;evil.com", "localhost\tevil.com", "http://localhost"),
    *("[::1", "::1", "[::1]evil.com", "[::1].evil.com", "[::1]@evil.com", "[::1]:", "[::1]:x", "[::1%25lo]", "[[::1]]"),
    *("[localhost]", "[127.0.0.1]x", "localhost..", ".localhost", "localhost.evil.com", "", ".", ":", ":80", "[]"),
    *("127.1", "2130706433", "0x7f000001", "0177.0.0.1", "１２７.0.0.1", "ⓛocalhost", "localhost\u00ad"),
    *("0.0.0.0", "localhost\x0b", "localhost\xa0", "%6c%6f%63alhost"),
]
MALFORMED_ORIGINS = [
    *(f"http://{each}" for each in MALFORMED_AUTHORITIES),
    *("null", "", "localhost", "//localhost", "http:localhost", "http:/localhost", "http:///localhost"),
    *("http://localhost http://evil.com", "http://localhost, http://evil.com"),
    *("ftp://localhost", "file://localhost", "javascript://localhost"),
]
WELL_FORMED = ["localhost", "LOCALHOST:99", "localhost.", "127.0.0.1.", "127.0.0.1:65535", "[::1]", "[::1]:8770"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server
    assert_quiet(server)


def assert_quiet(server: Server) -> None:
    assert len(server.told) < LOUDEST, server.told[:2_000]
    assert "Traceback" not in server.told


def connect(server: Server) -> socket.socket:
    found = urlsplit(server.where["url"])
    return socket.create_connection((found.hostname or "", found.port or 0), timeout=PATIENCE)


def connect_tls(server: Server) -> ssl.SSLSocket:
    context = ssl.create_default_context(cafile=str(TLS / "certificate.pem"))
    return context.wrap_socket(connect(server), server_hostname="localhost")


def send(server: Server, data: bytes, *, end: bool = False) -> bytes:
    """What the server says to these bytes until it closes; with `end` the client says that nothing more comes."""
    heard = b""
    with connect(server) as client, contextlib.suppress(ConnectionError):
        client.sendall(data)
        if end:
            client.shutdown(socket.SHUT_WR)
        while came := client.recv(65_536):
            heard += came
    return heard


def request(server: Server, host: str, *headers: str, path: str = f"{MEMORY}/stats") -> bytes:
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {server.token}", "Connection: close"]
    return "\r\n".join([*lines, *headers, "", ""]).encode("utf-8")


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


def is_answered(client: Client) -> bool:
    return client.get("/stats").status == 200


# -- who is called ----------------------------------------------------------------------------------


@pytest.mark.parametrize("host", WELL_FORMED)
def test_a_name_of_loopback_is_served(server: Server, host: str) -> None:
    assert status(send(server, request(server, host))) == 200
    assert status(send(server, request(server, "localhost", f"Origin: http://{host}"))) == 200


@pytest.mark.parametrize("host", MALFORMED_AUTHORITIES)
def test_a_host_that_is_no_plain_authority_of_ours_is_refused(server: Server, host: str) -> None:
    assert status(send(server, request(server, host))) in {400, 403}


@pytest.mark.parametrize("origin", MALFORMED_ORIGINS)
def test_an_origin_that_is_no_plain_one_of_ours_is_refused(server: Server, origin: str) -> None:
    assert status(send(server, request(server, "localhost", f"Origin: {origin}"))) in {400, 403}


@pytest.mark.parametrize(
    "head",
    [
        f"GET {MEMORY}/stats HTTP/1.1\r\nHost: localhost\r\nHost: evil.com",
        f"GET {MEMORY}/stats HTTP/1.1\r\nHost: evil.com\r\nHost: localhost",
        f"GET {MEMORY}/stats HTTP/1.1",
        f"GET {MEMORY}/stats HTTP/1.0",
        f"GET {MEMORY}/stats HTTP/1.1\r\nHost: localhost\r\n evil.com",
        f"GET http://evil.com{MEMORY}/stats HTTP/1.1\r\nHost: localhost",
        f"GET //evil.com{MEMORY}/stats HTTP/1.1\r\nHost: localhost",
        f"GET {MEMORY}/stats HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.com",
        "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80",
        "OPTIONS * HTTP/1.1\r\nHost: localhost",
    ],
)
def test_a_request_that_names_two_hosts_or_none_is_not_served(server: Server, head: str) -> None:
    answer = send(server, f"{head}\r\nAuthorization: Bearer {server.token}\r\nConnection: close\r\n\r\n".encode())

    assert 400 <= status(answer) < 500


# -- what is logged ---------------------------------------------------------------------------------


def test_events_that_clients_cause_cannot_fill_the_log() -> None:
    printed = list[str]()
    log = Log(printed.append)

    with log.of_libraries():
        for number in range(10_000):
            log.tell("the same each time")
            logging.getLogger("asyncio").error("socket %d\nmore of it", number)
            log.tell("x" * 100_000 + str(number))

    assert printed[:2] == ["the same each time", "socket 0"]
    assert len(printed) <= 2 * (LINES_A_MINUTE + 1)  # a minute may end meanwhile
    assert max(map(len, printed)) <= LONGEST_LINE


# -- what is sent -----------------------------------------------------------------------------------

REFUSED = b"POST /api/v1/memory/docs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
HALF_A_HANDSHAKE = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
NO_HTTP = [
    b"\0" * 100_000,
    b"\r\n" * 50_000,
    HALF_A_HANDSHAKE,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET \xff HTTP/1.1\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\0\0",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n\0",
    *(REFUSED + body for body in (b"zzz\r\n", b"f" * 24 + b"\r\n", b"5\r\nabcdefghij\r\n", b"1;" + b"x" * 90_000)),
]


def test_what_is_no_http_costs_no_line_of_the_log_each_time(tmp_path: Path, record_property: Record) -> None:
    """A refusal whose body went on as garbage wrote a traceback to stderr every time."""
    times = 50
    record_property("attacks", times * len(NO_HTTP))
    with serving(tmp_path) as server:
        for data in NO_HTTP * times:
            assert status(send(server, data, end=True)) in {0, 400, 401, 403, 404, 405}
        assert is_answered(server.client())
    assert_quiet(server)


@pytest.mark.parametrize(
    "line", ["x-long: " + "x" * 1_000_000, "\r\n".join(f"x-{each}: x" for each in range(50_000))], ids=["long", "many"]
)
def test_a_huge_header_is_refused_before_all_of_it_has_come(server: Server, line: str) -> None:
    with connect(server) as client:
        sent = 0
        with contextlib.suppress(ConnectionError):
            for _ in range(1_000):
                data = request(server, "localhost", line)
                client.sendall(data)
                sent += len(data)
        with contextlib.suppress(ConnectionError):
            assert status(client.recv(65_536)) in {0, 400}
    assert sent < 100_000_000
    assert is_answered(server.client())


def test_requests_in_one_piece_are_answered_one_after_the_other(server: Server, record_property: Record) -> None:
    many = 500
    record_property("attacks", many)
    first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    data = (first + b"\r\n") * (many - 1) + first + b"Connection: close\r\n\r\n"

    with ThreadPoolExecutor(1) as sender:
        answered = sender.submit(send, server, data)
        assert is_answered(server.client())

    assert answered.result().count(b"HTTP/1.1 200 OK") == many


# -- how many ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def many_descriptors(needed: int) -> Iterator[None]:
    """This process has to hold the other ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        pytest.skip(f"the attacker needs {needed:,} file descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed if soft == resource.RLIM_INFINITY else max(soft, needed), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.attack_slow
@pytest.mark.parametrize("tls", [False, True], ids=["plain", "handshake"])
@pytest.mark.parametrize("descriptors", [DESCRIPTORS, 128])
def test_idle_connections_keep_nobody_out(tmp_path: Path, record_property: Record, tls: bool, descriptors: int) -> None:
    """2,000 connections that sent nothing blocked everyone and wrote 89 MB to stderr in a minute."""
    record_property("attacks", IDLE)
    with (
        many_descriptors(IDLE + 500),
        serving(tmp_path, *(WITH_TLS if tls else ()), descriptors=descriptors) as server,
        contextlib.ExitStack() as attackers,
    ):
        faithful = server.client()
        for number in range(IDLE):
            attackers.enter_context(connect(server))
            if number % 20 == 0:
                assert is_answered(faithful)
                newcomer = server.client()
                assert is_answered(newcomer)
                newcomer.close()
        assert is_answered(faithful)
    assert_quiet(server)


# -- how long ---------------------------------------------------------------------------------------

Drip = tuple[bytes, bytes]
"""What is sent first, and what is sent again and again."""
UNKNOWN = b"GET /api/v1/memory/docs HTTP/1.1\r\nHost: localhost\r\n\r\n"
DRIPS: dict[str, Drip] = {
    "nothing": (b"", b""),
    "a header": (b"GET /healthz HTTP/1.1\r\n", b"x: y\r\n"),
    "empty lines": (b"", b"\r\n"),
    "a second header": (UNKNOWN + b"GET", b" "),
    "the body of a refused request": (UNKNOWN[:-2].replace(b"GET", b"POST") + b"Content-Length: 9999\r\n\r\n", b"x"),
    "chunks of a refused request": (REFUSED, b"1\r\nx\r\n"),
    "the body of a good request": (
        UNKNOWN[:-2].replace(b"GET", b"POST") + b"Authorization: Bearer TOKEN\r\nContent-Length: 9999\r\n\r\n",
        b" ",
    ),
}


NOT_YET = (TimeoutError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


def drip_until_closed(client: socket.socket, first: bytes, next_bytes: bytes) -> bool:
    """Whether the server closes a connection that sends a little whenever the server says nothing for a second."""
    ends = time.monotonic() + PATIENCE
    with client, contextlib.suppress(OSError):
        client.sendall(first)
        client.settimeout(1)
        while time.monotonic() < ends:
            with contextlib.suppress(*NOT_YET):
                if not client.recv(65_536):
                    return True
            with contextlib.suppress(*NOT_YET):
                client.sendall(next_bytes)
        return False
    return True


def ask_without_reading(client: socket.socket) -> bool:
    """Whether the server closes a connection that asks on and on and never reads an answer."""
    ends = time.monotonic() + PATIENCE
    waiting = b""
    with client, contextlib.suppress(OSError):
        client.setblocking(False)
        while time.monotonic() < ends:
            if select.select((), [client], (), 1)[1]:
                waiting = waiting or UNKNOWN * 200
                with contextlib.suppress(*NOT_YET):
                    waiting = waiting[client.send(waiting) :]
        return False
    return True


@pytest.mark.attack_slow
@pytest.mark.parametrize("tls", [False, True], ids=["plain", "tls"])
def test_every_connection_that_gets_nowhere_is_closed(tmp_path: Path, record_property: Record, tls: bool) -> None:
    opened = connect_tls if tls else connect
    with serving(tmp_path, *(WITH_TLS if tls else ())) as server, ThreadPoolExecutor(20) as attackers:
        closed = {
            what: attackers.submit(
                drip_until_closed, opened(server), first.replace(b"TOKEN", server.token.encode()), next_bytes
            )
            for what, (first, next_bytes) in DRIPS.items()
        }
        closed["answers that nobody reads"] = attackers.submit(ask_without_reading, opened(server))
        if tls:
            closed["no handshake"] = attackers.submit(drip_until_closed, connect(server), b"", b"")
            closed["half a handshake"] = attackers.submit(drip_until_closed, connect(server), HALF_A_HANDSHAKE, b"\0")
        record_property("attacks", len(closed))
        assert is_answered(server.client())

        assert [what for what, each in closed.items() if not each.result()] == []
    assert_quiet(server)
