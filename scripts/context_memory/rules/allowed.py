"""What each setting may hold: the type of its default, a range or a list of words.

A value arrives as text (environment, flag) or as TOML has it, and leaves with
the setting's own type. Nothing is rounded, cut or guessed.
"""

import re
from dataclasses import fields

from ..model.errors import InputError
from ..model.settings import Settings
from .budget import POLICIES

Value = bool | int | float | str

DEFAULTS: dict[str, Value] = {field.name: getattr(Settings(), field.name) for field in fields(Settings)}

WORDS: dict[str, tuple[str, ...]] = {
    "language": ("auto", "en", "zh"),
    "policy": tuple(POLICIES),
    "estimator": ("cjk", "bytes4", "chars4", "api"),
    "journal_fsync": ("always", "batch", "never"),
    "compress_codec": ("auto", "extractive", "anthropic", "anthropic-compaction", "command"),
    "learn_codec": ("none", "anthropic", "command"),
    "notes_codec": ("none", "anthropic", "command"),
    "search_index": ("sqlite", "scale"),
    "embedder": ("none", "offline", "remote"),
}

LARGEST_WINDOW = 100_000_000  # far above every model; catches characters or bytes given as tokens
LARGEST_COUNT = 1_000_000_000

RANGES: dict[str, tuple[float, float]] = {
    "window": (1_000, LARGEST_WINDOW),
    "trim_chars": (200, LARGEST_COUNT),
    "trim_read_chars": (200, LARGEST_COUNT),
    "summary_tokens": (200, LARGEST_WINDOW),
    "tail_tokens": (200, LARGEST_WINDOW),
    "keep_messages": (1, LARGEST_COUNT),
    "min_receipt": (0, 1),
    "block_tokens": (100, LARGEST_WINDOW),
    "evict_tokens": (100, LARGEST_WINDOW),
    "compress_ratio": (0.05, 0.95),
    "compress_parallel": (1, 64),
    "compress_seconds": (1, 3_600),
    "compress_attempts": (1, 100),
    "restore_tokens": (20, LARGEST_WINDOW),
    "recall_limit": (1, 1_000),
    "recall_tokens": (128, 4_096),
    "embedder_dimensions": (0, 16_384),
    "embedder_chars": (100, 100_000),
    "embedder_batch": (1, 2_048),
    "embedder_seconds": (1, 600),
    "breaker_failures": (1, 1_000),
    "refill_limit": (1, 1_000),
    "emergency_turns": (1, 1_000),
}
"""Lowest and highest value; a number that is not listed may be 0 to LARGEST_COUNT."""

SERVERS = ("postgresql://", "postgres://")
"""How the address of a store on a server begins."""
_PASSWORD = re.compile(r"^[^?#]*//[^/?#]*:[^/?#]*@|[?&](?:ssl)?password=", re.IGNORECASE)
_SHOWN = 60  # characters of a bad value that an error repeats


def value(key: str, given: object, origin: str) -> Value:
    """The given value as the setting's own type; InputError says what would be allowed."""
    default = DEFAULTS[key]
    parsed = _parsed(given, default)
    if key == "store" and _PASSWORD.search(str(given)):  # what it is must not be repeated
        raise InputError(
            f"setting store ({origin}) holds a password", hint="leave it out; give it in PGPASSWORD or ~/.pgpass"
        )
    if parsed is None or not _fits(key, parsed):
        shown = repr(given) if len(repr(given)) <= _SHOWN else repr(given)[:_SHOWN] + "…"
        raise InputError(f"setting {key} = {shown} ({origin}) cannot be used", hint=f"{key} is {rule(key)}")
    return parsed


def rule(key: str) -> str:
    """What the setting may hold, in words."""
    default = DEFAULTS[key]
    if key in WORDS:
        return "one of " + ", ".join(WORDS[key])
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
    low, high = RANGES.get(key, (0, LARGEST_COUNT))
    kind = "a whole number" if isinstance(default, int) else "a number"
    return f"{kind} from {low:,} to {high:,}"


def _parsed(given: object, default: Value) -> Value | None:
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
    if key in WORDS:
        return parsed in WORDS[key]
    if isinstance(parsed, bool):
        return True
    if isinstance(parsed, str):
        if key == "store" and parsed and not parsed.startswith(SERVERS):
            return False
        plain = parsed.isprintable() and (" " not in parsed or key.endswith(("_command", "_instruction")))
        return plain and (not key.endswith("_url") or not parsed or parsed.startswith(("http://", "https://")))
    low, high = RANGES.get(key, (0, LARGEST_COUNT))
    return low <= parsed <= high
