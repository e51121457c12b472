"""Calls a model within a daily budget, with a breaker and retries; and builds the model for learning."""

import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ..errors import AnswerError, RemoteError
from ..settings.values import Settings
from ..storage import files
from ..storage.files import ChangedState, LoadedState, StateForm
from ..text import tokens
from ..text.secrets import redact
from ..text.tokens import Estimator
from . import prices
from .ports import LanguageModel, Question
from .remote import KEY_VARIABLE, AnthropicModel, Program


@dataclass(frozen=True, slots=True)
class Spend:
    """Money spent and failures, over all sessions of a workspace."""

    day: str = ""
    """The UTC day that `dollars` and `calls` belong to, YYYY-MM-DD."""
    dollars: float = 0.0
    """Spent on that day."""
    reserved: float = 0.0
    """Set aside for calls in flight."""
    calls: int = 0
    total: float = 0.0
    """Spent ever, dollars."""
    failures: int = 0
    """Calls in a row that nobody answered."""
    opened_at: str = ""
    """When the breaker opened, ISO 8601; empty while it is closed."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why a call must not be made now, and when it may be retried (ISO 8601)."""

    reason: str
    until: str
    """Empty where waiting does not help."""

    def __str__(self) -> str:
        return f"{self.reason}; again after {self.until}" if self.until else self.reason


@dataclass(frozen=True, slots=True)
class OpenBatches:
    """Submitted batches that are not collected yet: batch id to block ids."""

    blocks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


_NO_PRICE = "the price of this model is not known, so no budget can hold it"
FAILURES = 5
"""Calls in a row without an answer that open the breaker."""
COOL_DOWN = timedelta(minutes=15)
"""After this one call may try again; its answer closes the breaker."""


def on_day(spend: Spend, now: datetime) -> Spend:
    """The state for the day of `now`: a new day starts with nothing spent."""
    day = now.date().isoformat()
    return spend if spend.day == day else replace(spend, day=day, dollars=0.0, reserved=0.0, calls=0)


def why_blocked(spend: Spend, dollars: float | None, *, budget: float, now: datetime) -> Blocked | None:
    """Why a call of up to `dollars` must not be made now; `dollars` is None for an unknown price."""
    if dollars is None:
        return Blocked(_NO_PRICE, "")
    today = on_day(spend, now)
    if today.opened_at:
        until = datetime.fromisoformat(today.opened_at) + COOL_DOWN
        if now < until:
            return Blocked(f"{today.failures} calls in a row failed, last: {today.reason}", until.isoformat())
    if dollars > 0 and today.dollars + today.reserved + dollars > budget:
        midnight = datetime(now.year, now.month, now.day, tzinfo=now.tzinfo) + timedelta(days=1)
        return Blocked(f"the day's budget of ${budget:g} is spent (${today.dollars:.4f})", midnight.isoformat())
    return None


def with_reserved(spend: Spend, dollars: float, now: datetime) -> Spend:
    """The state with money reserved for a call; an open breaker whose time is up allows one trial call."""
    today = on_day(spend, now)
    opened_at = now.isoformat() if today.opened_at else ""
    return replace(today, reserved=today.reserved + dollars, opened_at=opened_at)


def with_settled(spend: Spend, set_aside: float, cost: float, now: datetime) -> Spend:
    """The state after an answer, usable or not: it resets the failures."""
    today = on_day(spend, now)
    return replace(
        today,
        dollars=today.dollars + cost,
        reserved=max(0.0, today.reserved - set_aside),
        calls=today.calls + 1,
        total=today.total + cost,
        failures=0,
        opened_at="",
        reason="",
    )


def with_failure(spend: Spend, set_aside: float, reason: str, now: datetime) -> Spend:
    """The state after a failed call."""
    today = on_day(spend, now)
    failures = today.failures + 1
    opened_at = now.isoformat() if failures >= FAILURES else today.opened_at
    left = max(0.0, today.reserved - set_aside)
    return replace(today, reserved=left, failures=failures, opened_at=opened_at, reason=reason)


def with_closed_breaker(spend: Spend) -> Spend:
    """The state with the breaker closed by an operator."""
    return replace(spend, failures=0, opened_at="", reason="")


def wait_before(attempt: int, *, jitter: float, asked: float = 0.0) -> float:
    """Seconds before attempt 2, 3, …: 1, 2, 4 … up to 60, minus up to a quarter; Retry-After takes precedence."""
    backoff = min(60.0, 2.0 ** max(0, attempt - 2))
    return max(asked, backoff * (1 - 0.25 * jitter))


def load_spend(path: Path) -> LoadedState[Spend]:
    """What was spent; a corrupt file counts as nothing spent, with a problem to report."""
    return files.load_state(path, _SPEND)


def change_spend(path: Path, edit: Callable[[Spend], Spend]) -> ChangedState[Spend]:
    """Replaces the state by `edit(state)`; a corrupt file is quarantined first."""
    return files.change_state(path, _SPEND, edit)


def load_batches(path: Path) -> LoadedState[OpenBatches]:
    """The submitted batches."""
    return files.load_state(path, _BATCHES)


def change_batches(path: Path, edit: Callable[[OpenBatches], OpenBatches]) -> ChangedState[OpenBatches]:
    """Replaces the list by `edit(list)`."""
    return files.change_state(path, _BATCHES, edit)


def _spend(content: Mapping[str, Any]) -> Spend:
    match content:
        case {
            "day": str(day),
            "dollars": int() | float() as dollars,
            "reserved": int() | float() as reserved,
            "calls": int(calls),
            "total": int() | float() as total,
            "failures": int(failures),
            "opened_at": str(opened_at),
            "reason": str(reason),
        }:
            return Spend(day, float(dollars), float(reserved), calls, float(total), failures, opened_at, reason)
        case _:
            raise ValueError("it has no amounts spent")


def _batches(content: Mapping[str, Any]) -> OpenBatches:
    blocks = content.get("blocks")
    if not isinstance(blocks, dict):
        raise ValueError("it lists no batches")  # noqa: TRY004 - told like every other fault of a state file
    return OpenBatches({str(batch): tuple(map(str, ids)) for batch, ids in blocks.items()})


_SPEND: StateForm[Spend] = StateForm(initial=Spend(), parse=_spend, dump=asdict)
_BATCHES: StateForm[OpenBatches] = StateForm(
    initial=OpenBatches(),
    parse=_batches,
    dump=lambda batches: {"blocks": {batch: list(ids) for batch, ids in batches.blocks.items()}},
)


class DailyBudget:
    """A daily budget and the breaker that stops calls to a failing model."""

    def __init__(self, file: Path, budget: float, now: Callable[[], datetime]) -> None:
        self._file = file
        self._budget = budget
        self._now = now
        self.problems: list[str] = []

    def spend(self) -> Spend:
        """What was spent so far, as of now."""
        return on_day(load_spend(self._file).state, self._now())

    def reserve(self, dollars: float | None) -> Blocked | None:
        """Reserves money for a call, or returns why it must not be made; None is an unknown price."""
        now = self._now()
        found: list[Blocked] = []

        def edit(state: Spend) -> Spend:
            stop = why_blocked(state, dollars, budget=self._budget, now=now)
            if stop or dollars is None:
                found.append(stop or Blocked(_NO_PRICE, ""))
                return state
            return with_reserved(state, dollars, now)

        self._change(edit)
        return found[0] if found else None

    def spent(self, set_aside: float, cost: float) -> None:
        """Replaces a reservation by the actual cost."""
        self._change(lambda state: with_settled(state, set_aside, cost, self._now()))

    def failed(self, set_aside: float, reason: str) -> None:
        """Cancels the reservation of a failed call."""
        self._change(lambda state: with_failure(state, set_aside, reason, self._now()))

    def close_breaker(self) -> None:
        """Closes the breaker, so that calls are possible at once; the budget stays."""
        self._change(with_closed_breaker)

    def _change(self, edit: Callable[[Spend], Spend]) -> None:
        changed = change_spend(self._file, edit)
        if changed.problem and changed.problem not in self.problems:
            self.problems.append(changed.problem)


LONGEST_WAIT = 120.0
"""Seconds; a server that asks for more is asked again by a later run."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Clock, random numbers and sleep, replaceable in tests."""

    now: Callable[[], datetime]
    sleep: Callable[[float], None]
    jitter: Callable[[], float]
    """0 to 1."""


@dataclass(slots=True)
class Bill:
    """The calls made so far, and their cost."""

    cost: float = 0.0
    calls: int = 0


class Priced(Protocol):
    """An answer with its cost."""

    @property
    def cost(self) -> float:
        """Dollars."""
        ...


PricedT = TypeVar("PricedT", bound=Priced)


@dataclass(frozen=True, slots=True)
class BudgetedCalls:
    """Makes calls with a budget, a clock and a number of attempts."""

    budget: DailyBudget
    timing: Timing
    attempts: int
    clean: Callable[[str], str]
    """Takes secrets out of what an error says before it is written down."""

    def answer(self, call: Callable[[], PricedT], set_aside: float | None, bill: Bill) -> PricedT | Blocked:
        """The answer of a call that costs at most `set_aside` dollars; failures are retried after a wait.

        Raises AnswerError for an answer that cannot be used, RemoteError when nobody answered in time.
        """
        attempt = 1
        while True:
            stop = self.budget.reserve(set_aside)
            if stop or set_aside is None:  # a price that is not known is never reserved
                return stop or Blocked(_NO_PRICE, "")
            bill.calls += 1
            try:
                answer = call()
            except AnswerError as error:
                self.budget.spent(set_aside, error.cost)
                bill.cost += error.cost
                raise
            except RemoteError as error:
                self.budget.failed(set_aside, self.clean(str(error)))
                is_last = attempt >= self.attempts
                if error.is_final or is_last or error.retry_after > LONGEST_WAIT:
                    raise
                attempt += 1
                self.timing.sleep(wait_before(attempt, jitter=self.timing.jitter(), asked=error.retry_after))
                continue
            self.budget.spent(set_aside, answer.cost)
            bill.cost += answer.cost
            return answer


def real_timing() -> Timing:
    """The real clock, sleep and random numbers."""
    import random
    import time

    return Timing(now=lambda: datetime.now(UTC), sleep=time.sleep, jitter=random.random)


_TOKENS_PER_ESTIMATED = 1.3  # as for compression: current tokenizers count about 30 % more than the estimate


def learning_model(settings: Settings, environ: Mapping[str, str] = os.environ) -> LanguageModel | None:
    """The model of `learn_codec`; None if it is `none`."""
    match settings.learn_codec:
        case "anthropic":
            return AnthropicModel(
                settings.learn_model,
                asker="learn",
                cost_of=prices.cost_of,
                base_url=settings.base_url,
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case "command":
            return Program(
                settings.learn_command,
                setting="learn_command",
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case _:
            return None


def why_unavailable(model: LanguageModel) -> str:
    """What the model lacks before it can be called; empty if nothing."""
    if isinstance(model, AnthropicModel) and not model.is_available:
        return f"learn_codec is anthropic, but {KEY_VARIABLE} is not set and there is no base_url"
    return ""


def cleaner(settings: Settings) -> Callable[[str], str]:
    """The function that redacts secrets in stored text, unless the settings turn it off."""
    return redact.cleaned if settings.redact else str


def expected_cost(model: LanguageModel, question: Question) -> float | None:
    """Upper estimate of a call's cost in dollars; 0 for a program, None for an unknown price."""
    if not isinstance(model, AnthropicModel):
        return 0.0
    asked = tokens.cjk(question.system) + tokens.cjk(question.user)
    size = int(asked * _TOKENS_PER_ESTIMATED)
    return prices.expected_cost(model.name, size, question.most_output, model.base_url)


def estimator_of(settings: Settings) -> Estimator:
    """The estimator for comparing sizes; the API is not asked to count each capsule."""
    return tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
