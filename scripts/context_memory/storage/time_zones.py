"""The user's time zone, by name or offset."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo

from ..errors import InputError, NotReadyError
from ..text.patterns import lazy_regex

_OFFSET = lazy_regex(r"(?:UTC|GMT)?(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?")


def zone_named(name: str) -> tzinfo | None:
    """The zone called so (`Asia/Shanghai`, `UTC`, `+08:00`); None, the machine's own, for an empty name."""
    if not name:
        return None
    if name.upper() in {"UTC", "Z"}:
        return UTC
    if offset := _OFFSET.fullmatch(name):
        hours, minutes = int(offset["hours"]), int(offset["minutes"] or 0)
        if hours <= 14 and minutes < 60:
            length = timedelta(hours=hours, minutes=minutes)
            return timezone(-length if offset["sign"] == "-" else length)
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        if not available_timezones():
            raise NotReadyError(
                "this machine has no time zone data", hint="pip install tzdata, or give an offset such as +08:00"
            ) from error
        raise InputError(
            f"unknown time zone {name[:60]!r}", hint="use a name such as Asia/Shanghai, or an offset such as +08:00"
        ) from error


def local(now: datetime, zone: tzinfo | None) -> datetime:
    """The moment as the clock on the person's wall shows it."""
    return now.astimezone(zone)
