"""Tells open pages that something changed, by server-sent events: one look at the provider for all of them.

An event holds no data: the page asks for itself again, with its own rights.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import ContextMemoryError
from ...provider.grants import Grant

EVERY = 0.5
"""Seconds between two looks while a page is open."""
ALIVE = 15.0
"""Seconds after which a line is sent that says nothing, so that a browser that went away is noticed."""
MOST = 32
"""Pages that listen at once."""
HELLO = b"retry: 2000\n\n"
CHANGED = b"data: changed\n\n"
NOTHING = b": \n\n"

Ask = Callable[[int], Awaitable[Mapping[str, Any]]]
"""What changed behind a row of the audit."""


@dataclass(eq=False, slots=True)
class _Listener:
    """One open page."""

    grant: Grant
    session: str
    """The only session that it shows; empty for a page of all."""
    verbs: frozenset[str]
    """Whose calls may change it."""
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def cares(self, changed: Mapping[str, Any]) -> bool:
        """Whether its page may look different now."""
        sessions = changed["sessions"]
        is_about = self.session in sessions if self.session else not sessions or any(map(self.grant.allows, sessions))
        return is_about and not self.verbs.isdisjoint(changed["events"])


class Events:
    """The open pages of a server; used by its event loop alone."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._listeners = set[_Listener]()
        self._watching: asyncio.Task[None] | None = None
        self._since = 0
        self._is_closed = False

    @property
    def is_full(self) -> bool:
        """Whether no further page may listen."""
        return self._is_closed or len(self._listeners) >= MOST

    async def stream(self, grant: Grant, session: str, verbs: frozenset[str], since: int) -> AsyncIterator[bytes]:
        """What one page is sent, until it goes away or the server ends; it was made at row `since` of the audit."""
        listener = _Listener(grant, session, verbs)
        self._listeners.add(listener)
        try:
            yield HELLO
            await self._begin(listener, since)
            while not self._is_closed:
                try:
                    async with asyncio.timeout(ALIVE):
                        await listener.woken.wait()
                except TimeoutError:
                    yield NOTHING
                    continue
                listener.woken.clear()
                if not self._is_closed:
                    yield CHANGED
        finally:
            self._listeners.discard(listener)

    async def _begin(self, listener: _Listener, since: int) -> None:
        """Look from the row on at which the page was made: nothing is lost between the page and its stream."""
        if self._watching is None or self._watching.done():
            self._since = since
            self._watching = asyncio.get_running_loop().create_task(self._watch())
        elif since < self._since and listener.cares(await self._ask(since)):
            listener.woken.set()

    def close(self) -> None:
        """End all streams."""
        self._is_closed = True
        for listener in self._listeners:
            listener.woken.set()

    async def _watch(self) -> None:
        """Poll the provider while a page listens."""
        work = None
        while self._listeners and not self._is_closed:
            with contextlib.suppress(ContextMemoryError):  # the provider is busy: the next look sees more
                changed = await self._ask(self._since)
                is_work_changed = work not in {None, str(changed["background"])}
                for listener in self._listeners:
                    if is_work_changed or listener.cares(changed):
                        listener.woken.set()
                self._since, work = changed["next"], str(changed["background"])
            await asyncio.sleep(EVERY)
