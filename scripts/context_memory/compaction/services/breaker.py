"""The breaker of one workspace: its state on disk, its rules applied, its reason written into errors.md once."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import ContextMemoryError
from ...settings.values import Settings
from ...storage import files
from ...storage.files import ChangedState, LoadedState, StateForm
from ...storage.places import Places
from ..outcomes import Breaker

REASON_CHARS = 300
"""A reason is one line of at most so many characters: it goes into a list that people read."""
SUCCESSIVE_MESSAGES = 1


class CannotHelp(NamedTuple):
    """The fixed prefix (system prompt and tools) alone is above the threshold; no compaction makes it smaller."""

    prefix: int
    mark: int

    def __str__(self) -> str:
        return (
            f"the system prompt and the tools alone take {self.prefix:,} tokens, the threshold is {self.mark:,}: "
            "compaction cannot help"
        )


def after_failure(breaker: Breaker, reason: str, now: datetime, *, limit: int) -> Breaker:
    """One more failure in a row; the `limit`-th opens. An open breaker keeps its time and its reason."""
    failures = breaker.failures + 1
    if breaker.is_open:
        return breaker._replace(failures=failures)
    return breaker._replace(failures=failures, opened_at=now if failures >= limit else None, reason=reason_line(reason))


def after_success(
    breaker: Breaker, now: datetime, *, turns_since_last: int | None, refill_turns: int, refill_limit: int
) -> Breaker:
    """A compaction that worked ends the run of failures, but does not close an open breaker.

    `turns_since_last` counts the turns since the compaction before this one (None: there was none). At most
    `refill_turns` means that the context was full again at once; `refill_limit` times in a row opens.
    """
    if breaker.is_open:
        return breaker
    refilled = turns_since_last is not None and turns_since_last <= refill_turns
    refills = breaker.refills + 1 if refilled else 0
    if refills >= refill_limit:
        reason = f"the context was full again within {refill_turns} turns of a compaction, {refills} times in a row"
        return Breaker(refills=refills, opened_at=now, reason=reason)
    return Breaker(refills=refills)


def tripped(breaker: Breaker, reason: str, now: datetime) -> Breaker:
    """Opened by an operator; an open breaker keeps its time and its reason."""
    return breaker if breaker.is_open else breaker._replace(opened_at=now, reason=reason_line(reason))


def closed_breaker() -> Breaker:
    """What an operator's close leaves: nothing counted, nothing remembered."""
    return Breaker()


def too_soon(messages_since_last: int) -> bool:
    """Whether the last compaction was at this message or the one before it."""
    return messages_since_last <= SUCCESSIVE_MESSAGES


def cannot_help(prefix: int, mark: int) -> CannotHelp | None:
    """Why compaction is pointless when the fixed prefix reaches the threshold, else None."""
    return CannotHelp(prefix, mark) if prefix >= mark else None


def has_opened(before: Breaker, after: Breaker) -> bool:
    """Whether this change opened the breaker: the moment to write the reason down, once."""
    return after.is_open and not before.is_open


def note_of(breaker: Breaker) -> str:
    """The line for errors.md about an open breaker."""
    when = f"{breaker.opened_at:%Y-%m-%d %H:%M}" if breaker.opened_at else ""
    count = f" after {breaker.failures} failures in a row" if breaker.failures else ""
    return f"- {when} compaction stopped{count}: {breaker.reason} (close with `context-memory breaker close`)"


def reason_line(reason: str) -> str:
    """The reason as one printable line of at most REASON_CHARS characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in reason[: 4 * REASON_CHARS]).split())
    return line if len(line) <= REASON_CHARS else line[: REASON_CHARS - 1] + "…"


def load_breaker(path: Path) -> LoadedState[Breaker]:
    """The state as it is; a corrupt file reads as closed, with a problem to tell."""
    return files.load_state(path, FORM)


def change_breaker(path: Path, edit: Callable[[Breaker], Breaker]) -> ChangedState[Breaker]:
    """Replace the state by `edit(state)`; a corrupt file is set aside first."""
    return files.change_state(path, FORM, edit)


def _parsed(content: Mapping[str, Any]) -> Breaker:
    match content:
        case {"failures": int(failures), "refills": int(refills), "opened_at": when, "reason": str(reason)}:
            return Breaker(failures, refills, _time(when), reason)
        case _:
            raise ValueError("it is not the state of a breaker")


def _time(when: object) -> datetime | None:
    match when:
        case None:
            return None
        case str():
            return datetime.fromisoformat(when)
        case _:
            raise ValueError("opened_at is not a time")


def _dumped(breaker: Breaker) -> dict[str, Any]:
    return {
        "failures": breaker.failures,
        "refills": breaker.refills,
        "opened_at": breaker.opened_at.isoformat() if breaker.opened_at else None,
        "reason": breaker.reason,
    }


FORM = StateForm(initial=Breaker(), parse=_parsed, dump=_dumped)


class Guard:
    """Says whether compaction may run, and remembers how it went, across restarts and processes."""

    def __init__(self, places: Places, settings: Settings, *, dry_run: bool = False) -> None:
        self._places = places
        self._settings = settings
        self._dry_run = dry_run
        self.problems: list[str] = []
        """What went wrong beside the breaker itself (a corrupt file, an unwritable errors.md); the caller says it."""

    @property
    def closing_command(self) -> str:
        """The command with which an operator closes it."""
        import shlex  # most compactions have no use for it

        if self._places.workspace is not None:
            return f"context-memory breaker close --workspace {shlex.quote(str(self._places.workspace))}"
        session = self._places.breaker_name
        return "context-memory breaker close" + (f" --session {shlex.quote(session)}" if session else "")

    def state(self) -> Breaker:
        """The breaker as it is; changes nothing."""
        loaded = load_breaker(self._places.breaker)
        self._report(loaded.problem)
        return loaded.state

    def failed(self, reason: str, now: datetime) -> Breaker:
        """A compaction failed; opens at `breaker_failures` in a row."""
        limit = self._settings.breaker_failures
        plain = _cleaned(reason)
        return self._change(lambda breaker: after_failure(breaker, plain, now, limit=limit))

    def succeeded(self, now: datetime, *, turns_since_last: int | None = None) -> Breaker:
        """A compaction worked, so many turns after the one before it; opens when the context refills at once."""
        settings = self._settings
        return self._change(
            lambda breaker: after_success(
                breaker,
                now,
                turns_since_last=turns_since_last,
                refill_turns=settings.refill_turns,
                refill_limit=settings.refill_limit,
            )
        )

    def trip(self, reason: str, now: datetime) -> Breaker:
        """An operator stops compaction."""
        plain = _cleaned(reason)
        return self._change(lambda breaker: tripped(breaker, plain, now))

    def close(self, now: datetime) -> Breaker:  # noqa: ARG002 - every change of the breaker has its time
        """An operator allows compaction again."""
        return self._change(lambda _: closed_breaker())

    def _change(self, edit: Callable[[Breaker], Breaker]) -> Breaker:
        if self._dry_run:
            return edit(self.state())
        changed = change_breaker(self._places.breaker, edit)
        self._report(changed.problem)
        if has_opened(changed.before, changed.after):
            self._note(changed.after)
        return changed.after

    def _note(self, breaker: Breaker) -> None:
        """Write the reason into errors.md; the state is already safe, so a failure here is only reported."""
        if self._places.memories is None:
            return
        errors = self._places.memories / "errors.md"
        try:
            files.append_line(errors, note_of(breaker))
        except (ContextMemoryError, OSError) as error:
            self._report(f"the reason could not be written into {errors}: {error}")

    def _report(self, problem: str) -> None:
        if problem and problem not in self.problems:
            self.problems.append(problem)


def _cleaned(reason: str) -> str:
    from ...text.secrets import redact

    return redact.cleaned(reason)
