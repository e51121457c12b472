"""The client: the provider where it answers, the same verbs in this process where it does not, and back again."""

import contextlib
import doctest
import json
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from context_memory import client as package
from context_memory.client import Client, remote
from context_memory.client.remote import FIRST_PAUSE, HANDED_OVER, MOST_MISSED, PROBE_SECONDS
from context_memory.errors import InputError, UnknownError
from context_memory.provider.handlers import ConflictError

from ..block_sessions import SMALL
from ..memory_server import serving
from .processes import helping
from .providers import said, story


class Clock:
    """Time that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def patient(endpoint: str, workspace: Path, clock: Clock, **known: Any) -> Client:
    """A client that waits as long as a busy machine needs."""
    seconds = {"connect_seconds": 60.0, "read_seconds": 60.0}
    return Client(endpoint, workspace=workspace, settings=SMALL, clock=clock, **(seconds | known))


@contextlib.contextmanager
def listener(answer: bytes = b"") -> Iterator[tuple[str, list[bytes]]]:
    """A server that takes connections, keeps what comes, and answers this, or nothing."""
    came: list[bytes] = []
    opened = socket.create_server(("127.0.0.1", 0))
    held: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = opened.accept()
                held.append(connection)
                came.append(connection.recv(65_536))
                if answer:
                    connection.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{opened.getsockname()[1]}", came
    finally:
        opened.shutdown(socket.SHUT_RDWR)
        opened.close()
        thread.join()
        for each in held:
            each.close()


def journaled(workspace: Path, session: str) -> list[str]:
    lines = (workspace / ".context-memory" / "journal" / f"{session}.jsonl").read_text(encoding="utf-8").splitlines()
    return [row["id"] for row in map(json.loads, lines) if row["type"] == "message"]


def test_the_example_of_the_package_is_true() -> None:
    assert doctest.testmod(package).failed == 0


def test_c_12_the_builtin_provider_never_calls_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("somebody called out")

    with Client("builtin", workspace=tmp_path, settings=SMALL) as client:
        monkeypatch.setattr(socket.socket, "connect", refuse)
        client.append("s", story(3))
        found = client.context("s", max_chars=4_000)
        client.recall("which module")
        client.hook("session-start", "s")
        answers = client.ping()

    assert found["fallback"] == "builtin"
    assert answers["ok"] is True
    assert client.is_away


def test_what_a_provider_answers_is_what_its_verbs_give(tmp_path: Path) -> None:
    with helping(tmp_path) as _, patient(f"unix:{tmp_path / 'h.sock'}", tmp_path, Clock()) as client:
        taken = client.append("a/b", [said(1, "The port is 8443.")])
        found = client.context("a/b", max_chars=4_000)
        doc = client.call("remember", text="Deploys go out on Tuesdays")["docs"][0]["id"]
        pinned = client.call("pin", handle=doc)
        answers = client.ping()
        with pytest.raises(UnknownError):
            client.context("nobody")
        with pytest.raises(InputError):
            client.context("a/b", max_chars=3)
        with pytest.raises(ConflictError, match="revision 5") as told:
            client.swap("a/b", expected_revision=5)

    assert (taken["accepted"], found["fallback"], pinned["doc"]["pinned"]) == (1, "none", True)
    assert "8443" in found["text"]
    assert (answers["ok"], answers["latency_ms"] > 0) == (True, True)
    assert (client.failures, client.problem, told.value.reason) == (0, "", "conflict")


def test_a_token_that_is_refused_leads_to_the_fallback_which_says_why(tmp_path: Path) -> None:
    """With a wrong token every answer came from this process, and nothing told so but a count of failures."""
    with serving(tmp_path) as server, patient(server.where["url"], tmp_path, Clock(), token="wrong") as client:
        taken = client.append("s", [said(1)])

    assert (taken["accepted"], client.failures) == (1, 1)
    assert "unauthorized" in client.problem or "token" in client.problem


def test_c_07_a_provider_that_is_killed_is_replaced_in_the_turn_and_taken_up_again(tmp_path: Path) -> None:
    clock = Clock()
    messages = [said(number) for number in range(1, 31)]
    with serving(tmp_path) as server:
        port = server.where["url"].rpartition(":")[2]
        client = patient(server.where["url"], tmp_path, clock, token=server.token)
        for message in messages[:10]:
            assert client.append("s", [message])["accepted"] == 1
        server.stop(signal.SIGKILL)
    with client:
        for message in messages[10:20]:
            assert client.append("s", [message])["accepted"] == 1
        away = client.context("s", max_chars=4_000)
        assert (client.failures, client.is_away, client.ping()["ok"]) == (1, True, False)
        with serving(tmp_path, "--port", port) as server:
            clock.now += PROBE_SECONDS + 1
            for message in messages[20:]:
                client.append("s", [message])
            back = client.context("s", max_chars=4_000)

    assert (away["fallback"], back["fallback"]) == ("builtin", "none")
    assert away["covers"]["message_count"] == 20
    assert back["covers"]["message_count"] == 30
    assert journaled(tmp_path, "s") == [f"m{number}" for number in range(1, 31)]


def test_c_07_a_provider_with_a_journal_of_its_own_gets_what_it_missed_once_and_in_order(tmp_path: Path) -> None:
    clock = Clock()
    host, theirs = tmp_path / "host", tmp_path / "theirs"
    host.mkdir()
    theirs.mkdir()
    with serving(theirs) as server:
        port = server.where["url"].rpartition(":")[2]
        client = patient(server.where["url"], host, clock, token=server.token)
        client.append("s", [{"role": "user", "content": "one"}])
        server.stop(signal.SIGKILL)
    with client:
        client.append("s", [{"role": "user", "content": "two"}])
        with pytest.raises(InputError, match="unknown role"):  # those before and after it are none the worse
            client.append("s", [{"role": "robot", "content": "no"}])
        client.append("s", [{"role": "user", "content": "three"}])
        with serving(theirs, "--port", port):
            clock.now += PROBE_SECONDS + 1
            client.append("s", [{"role": "user", "content": "four"}])
            client.append("s", [{"role": "user", "content": "five"}])
            found = client.context("s", max_chars=4_000)

    assert [line for line in found["text"].splitlines() if not line.startswith("[") and line] == [
        *("one", "two", "three", "four", "five")
    ]


def test_c_07_one_that_does_not_answer_costs_a_turn_150_ms_once_and_then_nothing(tmp_path: Path) -> None:
    """Connecting and reading have one deadline together; 50 ms are left of 200 for the fallback."""
    clock = Clock()
    with listener() as (url, _), patient(url, tmp_path, clock, read_seconds=remote.READ_SECONDS) as client:
        for message in story(2):
            client.append("s", [message])
        found = client.context("s", max_chars=4_000)
        clock.now += PROBE_SECONDS + 1
        client.recall("which module")

    assert remote.CONNECT_SECONDS + remote.READ_SECONDS < 0.151
    assert client.failures == 2, "the first call, and the one that looked whether it is back"
    assert found["fallback"] == "builtin"
    assert found["covers"]["message_count"] == 9


def test_the_first_failure_pauses_for_a_second_and_more_in_a_row_for_half_a_minute_at_most(tmp_path: Path) -> None:
    """A busy machine answers late now and then: with 30 s for each the host lived on its fallback."""
    clock, pauses = Clock(), []
    with patient("unix:/nowhere/at/all.sock", tmp_path, clock) as client:
        for _ in range(8):
            client.recall("which module")
            before = clock.now
            while client.is_away:
                clock.now += FIRST_PAUSE / 4
            pauses.append(clock.now - before)
        client._note_answer()
        client.recall("which module")
        clock.now += FIRST_PAUSE
        away_after_an_answer = client.is_away

    assert pauses == [1, 2, 4, 8, 16, PROBE_SECONDS, PROBE_SECONDS, PROBE_SECONDS]
    assert not away_after_an_answer


def test_a_turn_sends_as_many_missed_messages_as_it_has_time_for_and_the_next_one_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host whose provider was away for a day waited for all of them in its first turn."""
    monkeypatch.setattr(remote, "HANDING_OVER", 0.0)  # of each turn: one request, then its time is over
    host, theirs = tmp_path / "host", tmp_path / "theirs"
    host.mkdir()
    theirs.mkdir()
    missed = [said(number) for number in range(1, 3 * HANDED_OVER + 1)]
    with helping(theirs) as _, patient(f"unix:{theirs / 'h.sock'}", host, Clock()) as client:
        client._remember_missed("s", missed)
        answers = [client.append("s", [said(3 * HANDED_OVER + number)]) for number in range(1, 4)]
        found = client.context("s", max_chars=400_000)

    assert [each["accepted"] for each in answers] == [1, 1, 1]
    assert (client.failures, found["fallback"]) == (0, "none")
    assert journaled(theirs, "s") == [f"m{number}" for number in range(1, 3 * HANDED_OVER + 4)]


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 503 x\r\ncontent-length: 2\r\n\r\n{}",
        b"HTTP/1.1 500 x\r\ncontent-length: 5\r\n\r\nfalse",
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n<p>",
        b"HTTP/1.1 401 x\r\ncontent-length: 2\r\n\r\n{}",
        b"garbage\r\n\r\n",
    ],
)
def test_an_answer_that_is_none_leads_to_the_fallback(tmp_path: Path, answer: bytes) -> None:
    with listener(answer) as (url, _), patient(url, tmp_path, Clock()) as client:
        taken = client.append("s", [said(1)])

    assert (taken["accepted"], client.failures) == (1, 1)


def test_a_connection_that_was_closed_meanwhile_is_opened_once_more(tmp_path: Path) -> None:
    with helping(tmp_path) as _, patient(f"unix:{tmp_path / 'h.sock'}", tmp_path, Clock()) as client:
        client.append("s", [said(1)])
        held = client._connection
        assert held is not None
        held._connection.sock.shutdown(socket.SHUT_RDWR)
        taken = client.append("s", [said(2)])

    assert (taken["seq"], client.failures) == (2, 0)


@pytest.mark.parametrize("endpoint", ["", "http://example.org", "https://example.org", "ftp://x", "8770"])
def test_an_endpoint_that_others_could_read_is_refused(endpoint: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not an endpoint"):
        Client(endpoint, workspace=tmp_path)


def test_messages_kept_for_a_provider_that_is_away_are_bounded(tmp_path: Path) -> None:
    with patient("unix:/nowhere/at/all.sock", tmp_path, Clock()) as client:
        client._missed.extend(("s", said(1)) for _ in range(MOST_MISSED))
        client.append("s", [said(2)])

    assert len(client._missed) == MOST_MISSED
    assert client._missed[-1][1]["id"] == "m2"
