"""What the provider is measured beside: a bare Starlette echo, and one that keeps what it is sent.

`python -m bench.provider_echo SOCKET [DATABASE LEVEL]`. The second one does the least that a durable server does: all
bodies of a turn of its loop go into one transaction of SQLite before they are answered. With the level `NORMAL` they
are forced onto the disk once a second, as with our `batch`; with `FULL` before the answer, as with our `always`.
"""

import asyncio
import sqlite3
import sys
import threading
import time

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from context_memory.blocks.files.journal import SYNC_SECONDS


async def echo(request: Request) -> Response:
    """What was sent."""
    return Response(await request.body(), 202, media_type="application/json")


class Keeping:
    """The same, once it is in the database."""

    def __init__(self, path: str, level: str) -> None:
        self._path = path
        self._turn: list[tuple[str, bytes, asyncio.Future[None]]] = []
        self._database = self._opened()
        self._database.execute(f"PRAGMA synchronous={level}")
        self._database.execute("CREATE TABLE message (session TEXT, body BLOB)")
        threading.Thread(target=self._sync, daemon=True).start()

    async def echo(self, request: Request) -> Response:
        """What was sent."""
        body, loop = await request.body(), asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._turn.append((request.url.path, body, done))
        if len(self._turn) == 1:
            loop.call_soon(self._commit)
        await done
        return Response(body, 202, media_type="application/json")

    def _commit(self) -> None:
        turn, self._turn = self._turn, []
        with self._database:
            self._database.executemany("INSERT INTO message VALUES (?, ?)", [each[:2] for each in turn])
        for _, _, done in turn:
            if not done.done():
                done.set_result(None)

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=0")
        return database

    def _sync(self) -> None:
        database = self._opened()
        while True:
            time.sleep(SYNC_SECONDS)
            database.execute("PRAGMA wal_checkpoint(PASSIVE)")


if __name__ == "__main__":
    handler = Keeping(*sys.argv[2:]).echo if len(sys.argv) > 2 else echo
    app = Starlette(routes=[Route("/{rest:path}", handler, methods=["POST"])])
    uvicorn.run(app, uds=sys.argv[1], http="h11", loop="asyncio", log_level="error", access_log=False)
