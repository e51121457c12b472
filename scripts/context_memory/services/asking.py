"""Ask somebody who may be busy and may cost money: set aside, call, settle, wait and ask again.

One loop for compression and for learning, because they share a day's budget and a breaker.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from ..model.compression import Blocked
from ..model.errors import AnswerError, RemoteError
from ..rules import spend
from .purse import Purse

LONGEST_WAIT = 120.0
"""Seconds; a server that asks for more is asked again by a later run."""


@dataclass(frozen=True, slots=True)
class World:
    """Time, chance and waiting, so that tests have their own."""

    now: Callable[[], datetime]
    sleep: Callable[[float], None]
    jitter: Callable[[], float]
    """0 to 1."""


@dataclass(slots=True)
class Bill:
    """What has been asked so far, and what it cost."""

    cost: float = 0.0
    calls: int = 0


class Priced(Protocol):
    """An answer that says what it cost."""

    @property
    def cost(self) -> float:
        """Dollars."""
        ...


PricedT = TypeVar("PricedT", bound=Priced)


@dataclass(frozen=True, slots=True)
class Asking:
    """How calls are made: whose money, whose time, how often."""

    purse: Purse
    world: World
    attempts: int
    clean: Callable[[str], str]
    """Takes secrets out of what an error says before it is written down."""

    def answer(self, call: Callable[[], PricedT], set_aside: float, bill: Bill) -> PricedT | Blocked:
        """The answer of a call that costs at most `set_aside` dollars; who does not answer is asked again after a wait.

        Raises AnswerError for an answer that cannot be used, RemoteError when nobody answered in time.
        """
        attempt = 1
        while True:
            stop = self.purse.reserve(set_aside)
            if stop:
                return stop
            bill.calls += 1
            try:
                answer = call()
            except AnswerError as error:
                self.purse.spent(set_aside, error.cost)
                bill.cost += error.cost
                raise
            except RemoteError as error:
                self.purse.failed(set_aside, self.clean(str(error)))
                is_last = attempt >= self.attempts
                if error.is_final or is_last or error.retry_after > LONGEST_WAIT:
                    raise
                attempt += 1
                self.world.sleep(spend.wait_before(attempt, jitter=self.world.jitter(), asked=error.retry_after))
                continue
            self.purse.spent(set_aside, answer.cost)
            bill.cost += answer.cost
            return answer
