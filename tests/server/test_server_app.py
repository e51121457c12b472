"""The server from inside: another room beside the memory, threads with a memory each, and what ends badly."""

import asyncio
import json
import threading
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from context_memory.api.memories import Memory
from context_memory.errors import NotReadyError, RefusedError, RemoteError
from context_memory.server import app, workers
from context_memory.server.authentication import Admission
from context_memory.server.responses import Answer
from context_memory.server.routes import Handled, Handler, MemoryRequest
from context_memory.server.workers import Workers
from context_memory.settings.values import Settings
from context_memory.storage import places


def opened(folder: Path, told: list[str]) -> Workers:
    return Workers(lambda: Memory(places.of_workspace(folder), Settings()), told.append)


async def answer(of: Any, method: str, path: str, body: bytes | None = b"") -> tuple[int, Any]:
    """Status and JSON of one request; a body of None never comes."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        if body is None:
            await asyncio.Event().wait()
        return {"type": "http.request", "body": body}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
    await of({**scope, "headers": [], "app": None, "root_path": ""}, receive, send)
    return sent[0]["status"], json.loads(sent[1]["body"])


def ask(folder: Path, told: list[str], handler: Handler, method: str = "GET", body: bytes | None = b"") -> Any:
    """The answer of a room with one route."""

    async def one() -> tuple[int, Any]:
        threads = opened(folder, told)
        async with threads.running():
            room = Starlette(
                routes=app.routes_under("/v1", [(method, "/echo/{doc_id}", handler)], threads, told.append)
            )
            return await answer(room, method, "/v1/echo/a%2Fb", body)

    return asyncio.run(one())


def failing(error: Exception) -> Handler:
    def handler(_memory: Memory, _asked: MemoryRequest, _now: datetime) -> Handled:
        raise error

    return handler


def test_another_room_has_the_same_threads_and_errors(tmp_path: Path) -> None:
    def echo(memory: Memory, asked: MemoryRequest, now: datetime) -> Handled:
        return Handled(Answer({"total": memory.store.count(), "id": asked.doc_id, "now": now.year > 2_000}, 202))

    assert ask(tmp_path, [], echo) == (202, {"total": 0, "id": "a/b", "now": True})


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (RefusedError("no", hint="ask nicely"), 409),
        (NotReadyError("not yet"), 503),
        (RemoteError("far away"), 502),
    ],
)
def test_an_error_of_ours_has_a_status_and_a_hint(tmp_path: Path, error: Exception, status: int) -> None:
    found, value = ask(tmp_path, [], failing(error))

    assert (found, value["error"]) == (status, str(error))
    assert value.get("hint", "") == getattr(error, "hint", "")


def test_a_bug_of_ours_is_told_to_the_log_and_not_to_the_client(tmp_path: Path) -> None:
    """SPEC 3.4: upstream's 500 answers include a traceback."""
    told: list[str] = []

    status, value = ask(tmp_path, told, failing(ZeroDivisionError("division of /home/inés by zero")))

    assert (status, value["error"]) == (500, "internal error")
    assert "zero" not in json.dumps(value)
    assert told == ["a request failed: ZeroDivisionError: division of /home/inés by zero"]


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "BODY_SECONDS", 0.01)

    assert ask(tmp_path, [], failing(AssertionError()), "POST", None)[0] == 408


def test_health_is_open_and_all_else_is_not(tmp_path: Path) -> None:
    async def both() -> list[tuple[int, Any]]:
        whole = app.build(opened(tmp_path, []), Admission("secret", None), print)
        return [await answer(whole, "GET", path) for path in ("/healthz", "/", "/api/v1/memory/stats")]

    assert [status for status, _ in asyncio.run(both())] == [200, 401, 401]


def test_each_thread_has_a_memory_of_its_own_and_too_many_requests_are_told_to_come_again(tmp_path: Path) -> None:
    go, seen, told = threading.Event(), set[tuple[str, int]](), list[str]()
    everywhere = threading.Barrier(workers.THREADS)

    def meet(memory: Memory) -> None:
        everywhere.wait(300)
        go.wait(300)
        later(memory)

    def later(memory: Memory) -> None:
        seen.add((threading.current_thread().name, id(memory)))

    async def many() -> str:
        threads, refused = opened(tmp_path, told), ""
        async with threads.running():
            jobs = [meet] * workers.THREADS + [later] * (workers.MOST_WAITING - workers.THREADS)
            waiting = [asyncio.create_task(threads.run(job)) for job in jobs]
            await asyncio.sleep(0)  # each of them begins
            try:
                await threads.run(later)
            except NotReadyError as error:
                refused = f"{error}: {error.hint}"
            go.set()
            await asyncio.gather(*waiting)
            await threads.run(later)
        return refused

    assert asyncio.run(many()) == "64 requests are waiting already: ask again in a second"
    assert len({memory for _, memory in seen}) == len({name for name, _ in seen}) == workers.THREADS
    assert told == []
