"""The money for compression: set aside before a call, settled after it, one file for all sessions and processes."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ..disk import spend_file
from ..model.compression import Blocked, Spend
from ..rules import spend


class Purse:
    """A day's budget and the breaker that stops asking who does not answer."""

    def __init__(self, file: Path, budget: float, now: Callable[[], datetime]) -> None:
        self._file = file
        self._budget = budget
        self._now = now
        self.problems: list[str] = []

    def spend(self) -> Spend:
        """What was spent so far, as of now."""
        return spend.on_day(spend_file.load(self._file).state, self._now())

    def reserve(self, dollars: float) -> Blocked | None:
        """Set money aside for a call, or say why it must not be made."""
        now = self._now()
        found: list[Blocked] = []

        def edit(state: Spend) -> Spend:
            stop = spend.blocked(state, dollars, budget=self._budget, now=now)
            if stop:
                found.append(stop)
                return state
            return spend.reserved(state, dollars, now)

        self._change(edit)
        return found[0] if found else None

    def spent(self, set_aside: float, cost: float) -> None:
        """Settle what was set aside with what it cost."""
        self._change(lambda state: spend.settled(state, set_aside, cost, self._now()))

    def failed(self, set_aside: float, reason: str) -> None:
        """Give back what was set aside for a call that nobody answered."""
        self._change(lambda state: spend.failed(state, set_aside, reason, self._now()))

    def close_breaker(self) -> None:
        """Ask again at once, whatever failed before; the budget holds."""
        self._change(spend.closed)

    def _change(self, edit: Callable[[Spend], Spend]) -> None:
        changed = spend_file.change(self._file, edit)
        if changed.problem and changed.problem not in self.problems:
            self.problems.append(changed.problem)
