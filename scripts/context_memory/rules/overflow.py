"""Recognise "the context is too long" in whatever shape an API or a host says it.

The wording is not a contract, so this reads errors generously: exceptions as
text, response bodies as JSON or as values, whole replies with a stop reason.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

STOP_REASON = "model_context_window_exceeded"
TOO_LARGE_STATUS = 413
TOO_LARGE_TYPE = "request_too_large"

PHRASES = (
    "prompt is too long",
    "exceed context limit",
    "maximum context length",
    "context_length_exceeded",
    "exceeds the context window",
    "contextwindowexceedederror",
    "input is too long for requested model",
    "longer than the model's context length",
    "exceeds the available context size",
    "exceeds the maximum number of tokens allowed",
    "exceeded model token limit",
    "input token length too long",
    "input tokens exceed the configured limit",
    "maximum prompt length",
    "prompt exceeds max length",
    "range of input length should be",
    "context window exceeds limit",
    "reduce the length of the messages",
    STOP_REASON,
    TOO_LARGE_TYPE,
)
"""What providers say about an over-long context, lower case."""

EXCLUSIONS = ("string too long", "policy_blocked", "dlp_request_denied")
"""Errors that sound alike and are not cured by dropping messages."""

_TOKENS = r"\d[\d,]*"
_NUMBERS = tuple(
    re.compile(pattern.replace("#", _TOKENS), re.IGNORECASE)
    for pattern in (
        r"prompt is too long[^0-9]{0,200}(?P<actual>#)\s*tokens?\s*>\s*(?P<limit>#)",
        r"exceed context limit:?\s*(?P<actual>#)\s*\+\s*(?P<reply>#)\s*>\s*(?P<limit>#)",
        r"input token count[^0-9]{0,20}(?P<actual>#)[^0-9]{0,80}allowed[^0-9]{0,20}(?P<limit>#)",
        r"(?:maximum (?:context|prompt) length|model token limit|available context size|input length should be \[\d+,)"
        r"[^0-9]{0,40}(?P<limit>#)(?:[^0-9]{0,120}(?P<actual>#))?",
    )
)
"""Where an error says how long the context was and how long it may be; `reply` is added to the actual size."""
_STATUS_413 = re.compile(
    r"\b(?:http|status|code|error)\W{0,12}413\b|^\s*413\s*(?:$|[{:-]|payload|content|request|entity)", re.IGNORECASE
)

_READ = 100_000  # characters of an error that are looked at
_DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Overflow:
    """The context was too long; numbers are tokens, 0 where the error does not say them."""

    actual: int = 0
    limit: int = 0


def recognise(error: str | Mapping[str, Any]) -> Overflow | None:
    """The overflow that this error (text, JSON text or parsed body) is about, or None when it is something else."""
    text = error[:_READ] if isinstance(error, str) else "\n".join(_strings(error))[:_READ]
    parsed = _json(text) if isinstance(error, str) else error
    if isinstance(parsed, Mapping) and _is_reply(parsed):
        # a reply's own text may talk about overflows: only its stop reason counts
        return Overflow() if parsed.get("stop_reason") == STOP_REASON else None
    lowered = text.replace("’", "'").lower()
    if any(phrase in lowered for phrase in EXCLUSIONS):
        return None
    if _says_413(parsed) or _STATUS_413.search(text) or any(phrase in lowered for phrase in PHRASES):
        return _numbers(text)
    return None


def _is_reply(body: Mapping[str, Any]) -> bool:
    return "stop_reason" in body and body.get("type") != "error" and "error" not in body


def _says_413(body: object) -> bool:
    if not isinstance(body, Mapping):
        return False
    named = (body.get(key) for key in ("status", "status_code", "statusCode", "code"))
    return any(str(value) == str(TOO_LARGE_STATUS) for value in named) or _says_413(body.get("error"))


def _numbers(text: str) -> Overflow:
    """Actual size and limit as the message says them."""
    found = next((match for pattern in _NUMBERS if (match := pattern.search(text))), None)
    if found is None:
        return Overflow()
    said = {name: _count(digits or "") for name, digits in found.groupdict().items()}
    limit, actual = said["limit"], said["actual"] + said.get("reply", 0)
    return Overflow(actual if actual > limit else 0, limit)


def _count(digits: str) -> int:
    plain = digits.replace(",", "")
    return int(plain) if plain and len(plain) <= 12 else 0  # longer is no token count


def _json(text: str) -> object:
    """The JSON value inside the text (SDKs print `400 {...}`), or None."""
    start = text.find("{")
    if start < 0:
        return None
    try:
        return json.JSONDecoder().raw_decode(text[start:])[0]
    except (ValueError, RecursionError):
        return None


def _strings(value: object, depth: int = 0) -> Iterator[str]:
    """All keys and scalars of a parsed body as text."""
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _strings(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item, depth + 1)
    elif value is not None:
        yield str(value)
