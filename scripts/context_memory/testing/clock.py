"""A clock that moves only when it is told to."""

from datetime import UTC, datetime, timedelta


class FixedClock:
    """Call it for the time; `advance` moves it."""

    def __init__(self, start: str = "2026-09-14T08:00:00+00:00") -> None:
        moment = datetime.fromisoformat(start)
        self._now = moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time, always with a zone."""
        return self._now

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
        """Move forward (or back) and give the new time."""
        self._now += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        return self._now
