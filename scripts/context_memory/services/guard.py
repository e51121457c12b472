"""The breaker of one workspace: its rules put on disk, its reason written into errors.md once."""

from collections.abc import Callable
from datetime import datetime

from ..disk import breaker_file, files
from ..disk.places import Places
from ..model.errors import ContextMemoryError
from ..model.outcomes import Breaker
from ..model.settings import Settings
from ..rules import breaker as rules


class Guard:
    """Says whether compaction may run, and remembers how it went, across restarts and processes."""

    def __init__(self, places: Places, settings: Settings, *, dry_run: bool = False) -> None:
        self._places = places
        self._settings = settings
        self._dry_run = dry_run
        self.problems: list[str] = []
        """What went wrong beside the breaker itself (a corrupt file, an unwritable errors.md); the caller says it."""

    def state(self) -> Breaker:
        """The breaker as it is; changes nothing."""
        loaded = breaker_file.load(self._places.breaker)
        self._report(loaded.problem)
        return loaded.state

    def failed(self, reason: str, now: datetime) -> Breaker:
        """A compaction failed; opens at `breaker_failures` in a row."""
        limit = self._settings.breaker_failures
        return self._change(lambda breaker: rules.after_failure(breaker, reason, now, limit=limit))

    def succeeded(self, now: datetime, *, turns_since_last: int | None = None) -> Breaker:
        """A compaction worked, so many turns after the one before it; opens when the context refills at once."""
        settings = self._settings
        return self._change(
            lambda breaker: rules.after_success(
                breaker,
                now,
                turns_since_last=turns_since_last,
                refill_turns=settings.refill_turns,
                refill_limit=settings.refill_limit,
            )
        )

    def trip(self, reason: str, now: datetime) -> Breaker:
        """An operator stops compaction."""
        return self._change(lambda breaker: rules.tripped(breaker, reason, now))

    def close(self, now: datetime) -> Breaker:  # noqa: ARG002 - every change of the breaker has its time
        """An operator allows compaction again."""
        return self._change(lambda _: rules.closed())

    def _change(self, edit: Callable[[Breaker], Breaker]) -> Breaker:
        if self._dry_run:
            return edit(self.state())
        changed = breaker_file.change(self._places.breaker, edit)
        self._report(changed.problem)
        if rules.opened(changed.before, changed.after):
            self._note(changed.after)
        return changed.after

    def _note(self, breaker: Breaker) -> None:
        """Write the reason into errors.md; the state is already safe, so a failure here is only reported."""
        if self._places.memories is None:
            return
        errors = self._places.memories / "errors.md"
        try:
            files.append_line(errors, rules.note(breaker))
        except (ContextMemoryError, OSError) as error:
            self._report(f"the reason could not be written into {errors}: {error}")

    def _report(self, problem: str) -> None:
        if problem and problem not in self.problems:
            self.problems.append(problem)
