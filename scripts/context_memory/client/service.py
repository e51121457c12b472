"""The client of a provider, with a fallback: the host's turn continues even if the provider fails.

A provider that does not answer in time is not called for a while, and the same verbs are
executed in this process on the same workspace; after the pause one call tries it
again. Messages that it missed are sent then, each with an id, so that
none is lost or duplicated.
"""

import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ..errors import ContextMemoryError, InputError
from .remote import CONNECT_SECONDS, READ_SECONDS, UnreachableError, connection_to

if TYPE_CHECKING:
    from ..provider.services.provider import Provider
    from ..settings.values import Settings
    from .remote import Connection

PROBE_SECONDS = 30.0
"""After a failure, until one call tries the provider again (SPEC 3.6)."""
MOST_MISSED = 10_000
"""Messages kept for a provider that is away; older ones are in the journal of the workspace."""
HANDED_OVER = 50
"""Messages of one request when a provider is back."""
BUILTIN = "builtin"


class Client:
    """Asks the provider at `endpoint`: `unix:/path`, `http://127.0.0.1:8770`, or `builtin`, which never calls out.

    `workspace` and `settings` are those of the fallback, which is opened at once, so that nobody waits for it later.
    Errors of the provider itself (a bad argument, a busy session) are raised and lead to no fallback.
    """

    def __init__(
        self,
        endpoint: str = BUILTIN,
        *,
        token: str = "",
        workspace: str | Path | None = None,
        settings: "Mapping[str, object] | Settings | None" = None,
        connect_seconds: float = CONNECT_SECONDS,
        read_seconds: float = READ_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._connection: Connection | None = None
        if endpoint != BUILTIN:
            self._connection = connection_to(endpoint, token, connect_seconds, read_seconds)
        self._local = _open_fallback(workspace, settings)
        self._clock = clock
        self._lock = threading.Lock()
        self._closed_until = 0.0
        self._missed: deque[tuple[str, dict[str, Any]]] = deque(maxlen=MOST_MISSED)
        self.failures = 0
        """How often the provider did not answer."""

    @property
    def is_away(self) -> bool:
        """Whether the provider is not called at the moment."""
        return self._connection is None or self._clock() < self._closed_until

    def append(self, session: str, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Append messages; those without id and seq get an id, so that repeats are recognised."""
        named = [_with_id(message) for message in messages]
        given = {"session": session, "messages": named}
        return self._execute("append", given, on_failure=lambda: self._remember_missed(session, named))

    def context(self, session: str, *, max_chars: int | None = None, max_tokens: int | None = None) -> dict[str, Any]:
        """The context for the model."""
        return self.call("context", session=session, max_chars=max_chars, max_tokens=max_tokens)

    def recall(self, query: str, *, session: str | None = None, limit: int | None = None) -> dict[str, Any]:
        """Search what was said or remembered."""
        return self.call("recall", query=query, session=session, limit=limit)

    def swap(self, session: str, *, expected_revision: int | None = None) -> dict[str, Any]:
        """Replace old messages with capsules if a swap is due."""
        return self.call("swap", session=session, expected_revision=expected_revision)

    def hook(self, name: str, session: str) -> dict[str, Any]:
        """One of pre-compaction, post-compaction, session-start, session-end."""
        return self.call(name, session=session)

    def call(self, verb: str, **arguments: Any) -> dict[str, Any]:
        """Any verb of the table."""
        return self._execute(verb, {name: each for name, each in arguments.items() if each is not None})

    def close(self) -> None:
        """Close the connection and the fallback."""
        if self._connection is not None:
            self._connection.close()
        self._local.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # -- inside ------------------------------------------------------------------------------------

    def _execute(
        self, verb: str, arguments: dict[str, Any], on_failure: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """The provider's answer, or that of this process."""
        if self._connection is not None and self._may_try():
            try:
                self._send_missed(self._connection)
                return self._connection.call(verb, arguments)
            except UnreachableError:
                self._note_failure()
        if self._connection is not None:
            on_failure()
        return _mark_fallback(verb, self._local.call(verb, arguments))

    def _may_try(self) -> bool:
        """Whether to call the provider; after the pause one call tries it, the others use the fallback."""
        with self._lock:
            now = self._clock()
            if now < self._closed_until:
                return False
            if self._closed_until:
                self._closed_until = now + PROBE_SECONDS
            return True

    def _note_failure(self) -> None:
        with self._lock:
            self.failures += 1
            self._closed_until = self._clock() + PROBE_SECONDS

    def _remember_missed(self, session: str, messages: Sequence[dict[str, Any]]) -> None:
        with self._lock:
            self._missed.extend((session, message) for message in messages)

    def _send_missed(self, connection: "Connection") -> None:
        """Send the missed messages in order; those that it has from the shared journal are duplicates."""
        while True:
            with self._lock:
                session = self._missed[0][0] if self._missed else ""
                part: list[dict[str, Any]] = []
                for name, message in self._missed:
                    if name != session or len(part) >= HANDED_OVER:
                        break
                    part.append(message)
            if not part:
                break
            try:
                connection.call("append", {"session": session, "messages": part})
            except ContextMemoryError as error:
                if isinstance(error, UnreachableError):
                    raise
            with self._lock:
                for _ in part:
                    self._missed.popleft()
        with self._lock:
            self._closed_until = 0.0


def _with_id(message: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(message, Mapping):
        raise InputError("a message is not an object", hint='use {"role": "user", "content": …}')
    if message.get("id") is not None or message.get("seq") is not None:
        return dict(message)
    return {"id": uuid.uuid4().hex, **message}


def _mark_fallback(verb: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Mark a context as made by the fallback."""
    return answer | {"fallback": "builtin"} if verb == "context" else answer


def _open_fallback(workspace: "str | Path | None", settings: "Mapping[str, object] | Settings | None") -> "Provider":
    from ..provider.services import opening

    return opening.in_process(workspace, settings)
