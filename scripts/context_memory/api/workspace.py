"""One workspace opened by a program: settings, memory, and reading of given messages."""

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..errors import InputError, NotReadyError
from ..messages import Session
from ..settings.values import Settings
from ..storage import places as places_of

if TYPE_CHECKING:
    from .memories import Memories, Memory

Messages = Sequence[Any] | Mapping[str, Any] | str | Path | Session
"""Messages of a session: a list of objects as the Anthropic API, the OpenAI API or OpenClaw (`AgentMessage[]`) has
them, a request with `messages`, the path of a transcript or of a folder of them (the newest counts), or a session
that was read."""

_GIVEN = "settings argument"
_Result = TypeVar("_Result")


class OpenWorkspace:
    """The common base of the methods of `ContextMemory`."""

    def __init__(
        self, workspace: str | Path | None = None, settings: Mapping[str, object] | Settings | None = None
    ) -> None:
        self._places = _places(workspace)
        self._settings, self._warnings = _settings(self._places, settings)
        self._writing = threading.RLock()
        """Held while the files of sessions are written: what a compaction changes is one change of the history."""
        self._guard = threading.Lock()
        self._memories: Memories | None = None
        self._is_closed = False

    @property
    def settings(self) -> Settings:
        """The resolved settings."""
        return self._settings

    @property
    def workspace(self) -> Path | None:
        """The folder of MEMORY.md; None if state is kept in the user's folder."""
        return self._places.workspace

    @property
    def state(self) -> Path:
        """The state folder."""
        return self._places.state

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings about untrusted parts of the workspace: refused settings, foreign state."""
        return self._warnings

    def close(self) -> None:
        """Close all files; may be called more than once."""
        with self._guard:
            self._is_closed, memories, self._memories = True, self._memories, None
        if memories is not None:
            memories.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # -- for the methods ---------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self._is_closed:
            raise NotReadyError("this ContextMemory is closed", hint="create a new one")

    def _on_memory(self, job: "Callable[[Memory], _Result]") -> _Result:
        """Run the job on a memory that no other thread uses."""
        with self._guard:
            self._check_open()
            if self._memories is None:
                from .memories import Freshness, Memories, Memory

                fresh = Freshness()
                self._memories = Memories(lambda: Memory(self._places, self._settings, fresh), _ignore_problem)
            memories = self._memories
        return memories.run(job)

    def _read(self, messages: Messages, form: str, name: str = "") -> tuple[str, Session]:
        """The form of the messages, and the session read from them."""
        session: Session
        if isinstance(messages, Session):
            session = messages
        elif isinstance(messages, str | Path):
            from ..transcripts.formats import choose_session, read_session

            path, wanted = Path(messages), ""
            if path.is_dir():
                chosen, _ = choose_session(path, name)
                path, wanted = chosen.path, chosen.id if chosen.path.suffix == ".sqlite" else ""
            session = read_session(path, format=form, session_id=wanted)
        else:
            from ..transcripts.formats.messages import read_messages

            session = read_messages(messages, form)
        shown = session.format if session.format in ("anthropic", "openai", "openclaw") else "anthropic"
        return shown, replace(session, id=name) if name else session


def _places(workspace: str | Path | None) -> "places_of.Places":
    if workspace is None:
        return places_of.of_user()
    folder = Path(workspace)
    if not folder.is_dir():
        raise InputError(f"workspace {folder} is not a folder", hint="create it, or use another one")
    return places_of.of_workspace(folder.absolute())


def _settings(
    places: "places_of.Places", given: Mapping[str, object] | Settings | None
) -> tuple[Settings, tuple[str, ...]]:
    """The settings of workspace and environment with these overrides, and the untrusted parts.

    A whole `Settings` is checked and counts alone.
    """
    from ..settings import service as settings_service
    from ..storage import environment

    foreign = settings_service.foreign_warning(places) if places.workspace else ""
    if isinstance(given, Settings):
        settings = settings_service.resolve(None, None, {}, given._asdict(), flags_are=_GIVEN).settings
        return settings, tuple(filter(None, [foreign]))
    users_file = environment.settings_file()
    resolved = settings_service.resolve(
        None, places.settings, os.environ, given or {}, users_file=users_file, flags_are=_GIVEN
    )
    return resolved.settings, tuple(filter(None, [*settings_service.refusals(resolved.refused), foreign]))


def overridden(settings: Settings, changed: Mapping[str, object]) -> Settings:
    """The settings with arguments of one call, validated like all settings."""
    from ..settings.values import checked_value

    values = {key: checked_value(key, value, "argument") for key, value in changed.items()}
    return settings._replace(**values) if values else settings  # type: ignore[arg-type]  # each has its field's type


def _ignore_problem(_problem: str) -> None:
    """A memory gives what was wrong with its store among the warnings of its next answer."""


def now_utc() -> datetime:
    """The current time of this call."""
    return datetime.now(UTC)
