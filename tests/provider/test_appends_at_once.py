"""An append that is answered before uvicorn reads it: the same request as h11 reads, and the same answer."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from context_memory.provider.services.provider import Provider
from context_memory.server import provider_app
from context_memory.server.authentication import Admission
from context_memory.server.provider_app import MOST_HEAD, SMALL, AppendsAtOnce, ProviderApp, plain_append

from ..memory_server import Server
from .faults import journaled
from .processes import command, serving_small
from .providers import provider_of

PATHS = ("/v1/sessions/s/messages", "/v1/sessions/a%2Fb/messages", "/v1/sessions/s/messages?x=1", "/v1/ping", "*")
LINES = (
    *("Host: localhost", "host: h", "Host:  two", "Host:\tt", "Content-Length: 2", "content-length: 02"),
    *("Content-Length: 3", "Content-Length: +2", "Content-Length: 2, 2", "Transfer-Encoding: chunked"),
    *("Connection: keep-alive", "Connection: close", "Connection: Upgrade", "Upgrade: websocket"),
    *("Expect: 100-continue", "Accept: */*", "User-Agent: a b", "User-Agent: a ", "Authorization: Bearer x", ": v"),
    *("Accept : a", "Accept: é", " folded", "Content-Type: application/json", "Origin: http://evil.example"),
)


@st.composite
def requests(draw: st.DrawFn) -> bytes:
    """Requests that are nearly plain."""
    method, version = (
        draw(st.sampled_from(("POST", "POST", "GET", "post"))),
        draw(st.sampled_from(("1.1", "1.1", "1.0"))),
    )
    path = draw(
        st.one_of(st.just(PATHS[0]), st.sampled_from(PATHS), st.text(max_size=8).map("/v1/sessions/{}/messages".format))
    )
    lines = draw(st.lists(st.sampled_from(LINES), max_size=4))
    if draw(st.booleans()):
        lines = ["Host: localhost", "Content-Length: 2", *lines]
    end = draw(st.sampled_from(("\r\n", "\r\n", "\r\n", "\n")))
    head = end.join((f"{method} {path} HTTP/{version}", *lines, "", ""))
    return head.encode() + draw(st.sampled_from((b"{}", b"{}", b"{}GET / HTTP/1.1\r\n", b"{", b"")))


@settings(max_examples=500)
@given(requests())
def test_what_is_taken_is_read_by_h11_in_the_same_way(data: bytes) -> None:
    found = plain_append(data)
    if found is None:
        return
    path, headers, length, start = found
    reader = h11.Connection(h11.SERVER)
    reader.receive_data(data)
    request = reader.next_event()

    assert isinstance(request, h11.Request)
    assert (request.method, request.target) == (b"POST", path.encode())
    assert dict(request.headers) == headers
    assert len(list(request.headers)) == len(headers)
    body = b""
    while isinstance(event := reader.next_event(), h11.Data):
        body += event.data
    assert body == data[start:]
    assert isinstance(event, h11.EndOfMessage) == (len(data) == start + length)
    assert reader.their_state is not h11.MUST_CLOSE


def plain(path: str = PATHS[0], *lines: str, body: bytes = b"{}") -> bytes:
    head = "\r\n".join((f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}", *lines, "", ""))
    return head.encode() + body


CLIENTS = (
    ("Accept-Encoding: identity", "Content-Type: application/json"),
    ("User-Agent: curl/8.5.0", "Accept: */*", "Content-Type: application/x-www-form-urlencoded"),
    ("User-Agent: python-requests/2.32", "Accept-Encoding: gzip, deflate", "Accept: */*", "Connection: keep-alive"),
    ("connection: keep-alive", "accept: */*", "accept-language: *", "sec-fetch-mode: cors", "user-agent: node"),
    ("User-Agent: Go-http-client/1.1", "Content-Type: application/json", "Accept-Encoding: gzip"),
)
"""Headers of `http.client`, curl, requests, Node's fetch and Go, beside Host and Content-Length."""


def test_what_a_client_sends_is_taken_and_what_is_long_is_not() -> None:
    long = "Accept: " + "a" * MOST_HEAD

    assert plain_append(plain()) is not None
    assert plain_append(plain(PATHS[0], "Accept-Encoding: identity", "Authorization: Bearer abc")) is not None
    assert plain_append(plain(PATHS[1])) is not None
    for client in CLIENTS:
        assert plain_append(plain(PATHS[0], *client)) is not None, client
    assert [plain_append(plain(body=b" " * (SMALL + 1))), plain_append(plain(PATHS[0], long))] == [None, None]


# -- over a socket -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["batch", "always"])
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    with serving_small(tmp_path_factory.mktemp("w"), "--set", f"journal_fsync={request.param}") as server:
        yield server


class Line:
    """One connection, byte by byte."""

    def __init__(self, server: Server) -> None:
        where = urlsplit(server.where["url"])
        self._socket = socket.create_connection((where.hostname or "", where.port or 0), timeout=60)
        self._came = b""

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self._socket.sendall(piece)

    def answer(self) -> tuple[int, set[str], Any]:
        """Status, names of the headers, and the value."""
        while b"\r\n\r\n" not in self._came:
            self._more()
        head, _, rest = self._came.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        assert length, head
        while len(rest) < int(length[1]):
            self._more()
            rest = self._came.partition(b"\r\n\r\n")[2]
        self._came = rest[int(length[1]) :]
        names = {line.split(":")[0].lower() for line in head.decode("ascii").split("\r\n")[1:]}
        return int(head.split()[1]), names, json.loads(rest[: int(length[1])])

    def _more(self) -> None:
        came = self._socket.recv(65_536)
        assert came, "the server closed the connection"
        self._came += came

    def close(self) -> None:
        self._socket.close()


def message(session: str, token: str, *lines: str, text: str = "hello", id: str = "m1") -> bytes:  # noqa: A002
    body = json.dumps({"messages": [{"id": id, "role": "user", "content": text}]}).encode()
    return plain(f"/v1/sessions/{session}/messages", f"Authorization: Bearer {token}", *lines, body=body)


BY_H11 = "X-Other: 1"
"""A header that the plain way does not know."""


def test_both_ways_give_the_same_answer(server: Server) -> None:
    line = Line(server)
    command(server.workspace, "token", "add", "ines", "--session", "ines-*")
    answers = []
    for session, further in (("plain", ()), ("by-h11", (BY_H11,))):
        found = []
        bad = plain(f"/v1/sessions/{session}/messages", f"Authorization: Bearer {server.token}", *further, body=b"{")
        for sent in (
            message(session, server.token, *further),
            message(session, server.token, *further),
            message(session, server.token, *further, id=""),
            bad,
            message(session, "wrong" * 8, *further),
        ):
            line.send(sent)
            status, names, value = line.answer()
            value.pop("session", None)
            found.append((status, names, value))
        answers.append(found)
    line.close()

    assert [status for status, _, _ in answers[0]] == [202, 202, 400, 400, 401]
    assert answers[0] == answers[1]


def test_an_append_in_pieces_is_taken_once_wherever_it_is_cut(server: Server) -> None:
    line = Line(server)
    whole = message("pieces", server.token)
    ids = []
    for at in range(1, len(whole), 7):
        sent = message("pieces", server.token, id=f"m{at}")
        line.send(sent[:at], sent[at : at + 3], sent[at + 3 :])
        status, _, value = line.answer()
        assert (status, value["accepted"]) == (202, 1)
        ids.append(f"m{at}")
    line.close()

    assert journaled(server.workspace, "pieces") == ids


def test_appends_in_one_piece_are_answered_in_order_also_beside_others(server: Server) -> None:
    line = Line(server)
    sent = [
        message("many", server.token, *further, id=f"m{number}")
        for number, further in enumerate([(), (BY_H11,), (), ()])
    ]
    line.send(b"".join(sent), message("many", server.token, id="m4"))
    seen = [line.answer()[2]["seq"] for _ in range(5)]
    line.close()

    assert seen == [1, 2, 3, 4, 5]
    assert journaled(server.workspace, "many") == [f"m{number}" for number in range(5)]


def test_a_header_whose_body_never_comes_changes_nothing(server: Server) -> None:
    line, other = Line(server), Line(server)
    sent = message("half", server.token)
    line.send(sent[:-5])
    other.send(message("half", server.token, id="m2"))
    answered = other.answer()
    line.close()
    other.close()

    assert answered[2]["accepted"] == 1
    assert journaled(server.workspace, "half") == ["m2"]


def test_an_append_that_waits_for_the_disk_gets_its_answer_when_the_server_ends(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w", "--set", "journal_fsync=always") as server:
        lines = [Line(server) for _ in range(4)]
        for number, line in enumerate(lines):
            line.send(message(f"s{number}", server.token))
        answers = [lines[0].answer()]
        server.process.terminate()
        answers += [line.answer() for line in lines[1:]]
        for line in lines:
            line.close()

    assert [status for status, _, _ in answers] == [202] * 4


def test_a_held_header_gets_its_answer_when_the_server_ends(tmp_path: Path) -> None:
    with serving_small(tmp_path / "w") as server:
        line = Line(server)
        sent = message("s", server.token)
        line.send(message("s", server.token, id="m0"))
        line.answer()
        line.send(sent[:-5])
        server.process.terminate()
        line.send(sent[-5:])
        status, _, value = line.answer()
        line.close()

    assert (status, value["seq"]) == (202, 2)


@pytest.mark.parametrize(("is_synced", "status"), [(True, 202), (False, 503)])
def test_an_append_is_answered_once_when_it_is_on_the_disk_or_takes_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_synced: bool, status: int
) -> None:
    monkeypatch.setattr(provider_app, "SYNC_SECONDS", 60.0 if is_synced else 0.0)

    async def answers(provider: Provider) -> list[provider_app.Answered]:
        appends = AppendsAtOnce(ProviderApp(provider, print), Admission(None))
        work: Future[dict[str, Any]] = Future()
        came: asyncio.Queue[provider_app.Answered] = asyncio.Queue()
        appends.answer_after(work, came.put_nowait)
        found = [] if is_synced else [await came.get()]
        work.set_result({"session": "s"})
        found += [await came.get()] if is_synced else []
        await asyncio.sleep(0)
        return found + [came.get_nowait() for _ in range(came.qsize())]

    with provider_of(tmp_path / "w") as provider:
        found = asyncio.run(answers(provider))

    assert [each[0] for each in found] == [status]
