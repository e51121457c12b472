"""Validates a value against its setting in `settings.values`: type, range or list of words.

A value arrives as text (environment, flag) or as TOML has it, and leaves with
the setting's own type. Nothing is rounded, cut or guessed.
"""

import re
from typing import Any, get_args

from ..errors import InputError
from ..text.patterns import lazy_regex
from .values import HARMLESS, Range, Settings

Value = bool | int | float | str

_SHIPPED = Settings()
DEFAULTS: dict[str, Value] = {key: getattr(_SHIPPED, key) for key in Settings.__annotations__}
_TYPES: dict[str, Any] = Settings.__annotations__
"""What stands beside each setting: an `Annotated` type."""

HARMLESS_KEYS = frozenset(key for key, kind in _TYPES.items() if HARMLESS in kind.__metadata__)
"""Settings that a workspace may set without being trusted; all others are the user's."""


def words_of(key: str) -> tuple[str, ...]:
    """The allowed words of the setting; empty if it has no list."""
    return get_args(_TYPES[key].__origin__)


def range_of(key: str) -> Range:
    """Lowest and highest allowed value of a number."""
    return next((each for each in _TYPES[key].__metadata__ if isinstance(each, Range)), Range())


SERVERS = ("postgresql://", "postgres://")
"""How the address of a store on a server begins."""
_PASSWORD = lazy_regex(r"^[^?#]*//[^/?#]*:[^/?#]*@|[?&](?:ssl)?password=", re.IGNORECASE)
_SHOWN = 60  # characters of a bad value that an error repeats


def checked_value(key: str, given: object, origin: str) -> Value:
    """The given value converted to the setting's type; InputError says what is allowed."""
    default = DEFAULTS[key]
    parsed = _parse_text(given, default)
    if key == "store" and _PASSWORD.search(str(given)):  # what it is must not be repeated
        raise InputError(
            f"setting store ({origin}) holds a password", hint="leave it out; give it in PGPASSWORD or ~/.pgpass"
        )
    if parsed is None or not _fits(key, parsed):
        shown = repr(given) if len(repr(given)) <= _SHOWN else repr(given)[:_SHOWN] + "…"
        raise InputError(f"setting {key} = {shown} ({origin}) cannot be used", hint=f"{key} is {rule_of(key)}")
    return parsed


def rule_of(key: str) -> str:
    """The rule of the setting, in words."""
    default = DEFAULTS[key]
    if words := words_of(key):
        return "one of " + ", ".join(words)
    if isinstance(default, bool):
        return "true or false"
    if key.endswith("_command"):
        return "a command line, or empty"
    if key.endswith("_instruction"):
        return "one line of text, or empty"
    if key == "store":
        return "postgresql://USER@HOST:PORT/DATABASE, or empty"
    if isinstance(default, str):
        return "an http:// or https:// address, or empty" if key.endswith("_url") else "one word without spaces"
    low, high = range_of(key)
    kind = "a whole number" if isinstance(default, int) else "a number"
    return f"{kind} from {low:,} to {high:,}"


def _parse_text(given: object, default: Value) -> Value | None:
    if isinstance(default, bool):
        return _switch(given)
    if isinstance(default, str):
        return given if isinstance(given, str) else None
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        return None
    if isinstance(default, int) and isinstance(given, float):
        return None
    try:
        return type(default)(given)
    except (ValueError, OverflowError):
        return None


def _switch(given: object) -> bool | None:
    if isinstance(given, str):
        return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(given.lower())
    return given if isinstance(given, bool) else None


def _fits(key: str, parsed: Value) -> bool:
    if words := words_of(key):
        return parsed in words
    if isinstance(parsed, bool):
        return True
    if isinstance(parsed, str):
        if key == "store" and parsed and not parsed.startswith(SERVERS):
            return False
        plain = parsed.isprintable() and (" " not in parsed or key.endswith(("_command", "_instruction")))
        return plain and (not key.endswith("_url") or not parsed or parsed.startswith(("http://", "https://")))
    low, high = range_of(key)
    return low <= parsed <= high
