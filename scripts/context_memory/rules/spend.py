"""What compression may spend: a budget for each day, and a breaker that stops asking a model that does not answer.

Money is set aside before a call and settled after it, so that calls in flight
in several processes never overspend together. A process that dies leaves its
share set aside until the day ends. Days are UTC.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from ..model.compression import Blocked, Spend

FAILURES = 5
"""Calls in a row without an answer that open the breaker."""
COOL_DOWN = timedelta(minutes=15)
"""After this one call may try again; its answer closes the breaker."""


def on_day(spend: Spend, now: datetime) -> Spend:
    """The state on the day of `now`: a new day begins with nothing spent."""
    day = now.date().isoformat()
    return spend if spend.day == day else replace(spend, day=day, dollars=0.0, reserved=0.0, calls=0)


def blocked(spend: Spend, dollars: float, *, budget: float, now: datetime) -> Blocked | None:
    """Why a call that may cost `dollars` must not be made now."""
    today = on_day(spend, now)
    if today.opened_at:
        until = datetime.fromisoformat(today.opened_at) + COOL_DOWN
        if now < until:
            return Blocked(f"{today.failures} calls in a row failed, last: {today.reason}", until.isoformat())
    if dollars > 0 and today.dollars + today.reserved + dollars > budget:
        midnight = datetime(now.year, now.month, now.day, tzinfo=now.tzinfo) + timedelta(days=1)
        return Blocked(f"the day's budget of ${budget:g} is spent (${today.dollars:.4f})", midnight.isoformat())
    return None


def reserved(spend: Spend, dollars: float, now: datetime) -> Spend:
    """After setting money aside for a call; an open breaker whose time is up gives one call a try."""
    today = on_day(spend, now)
    opened_at = now.isoformat() if today.opened_at else ""
    return replace(today, reserved=today.reserved + dollars, opened_at=opened_at)


def settled(spend: Spend, set_aside: float, cost: float, now: datetime) -> Spend:
    """After an answer, usable or not: the other side is alive."""
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


def failed(spend: Spend, set_aside: float, reason: str, now: datetime) -> Spend:
    """After a call that nobody answered."""
    today = on_day(spend, now)
    failures = today.failures + 1
    opened_at = now.isoformat() if failures >= FAILURES else today.opened_at
    left = max(0.0, today.reserved - set_aside)
    return replace(today, reserved=left, failures=failures, opened_at=opened_at, reason=reason)


def closed(spend: Spend) -> Spend:
    """The breaker closed by an operator."""
    return replace(spend, failures=0, opened_at="", reason="")


def wait_before(attempt: int, *, jitter: float, asked: float = 0.0) -> float:
    """Seconds before attempt 2, 3, …: 1, 2, 4 … up to 60, less up to a quarter; a server's wish counts more."""
    backoff = min(60.0, 2.0 ** max(0, attempt - 2))
    return max(asked, backoff * (1 - 0.25 * jitter))
