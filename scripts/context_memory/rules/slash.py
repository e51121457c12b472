"""Slash commands that a person types into a chat: `/remember TEXT`, `/recall QUESTION`, `/compact` (SPEC 5.6).

One line of at most 500 bytes, case of the command does not count. Everything
else is talk and stays what it is, a full-width `／` included.
"""

import re
from dataclasses import dataclass

from ..model.docs import Kind
from . import continuation

LONGEST = 500
"""Bytes of UTF-8 (SPEC 5.6)."""
SUMMARY_CHARACTERS = 2_000
"""Of the summary that a forced compaction leaves in the memory (SPEC 5.6)."""
SUMMARY_IMPORTANCE = 0.7
INTERNAL_CHANNELS = frozenset({"heartbeat", "cron", "system"})
"""Channels in which the host speaks, not a person (SPEC 5.5): nothing is recalled or remembered for them."""
_COMMAND = re.compile(r"/(remember|recall|compact)(?:[ \t\u3000]+(.*))?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep this text."""

    text: str
    kind: Kind = Kind.REMEMBER


@dataclass(frozen=True, slots=True)
class Ask:
    """Recall what answers this question."""

    question: str


@dataclass(frozen=True, slots=True)
class Compact:
    """Compact the session now."""


@dataclass(frozen=True, slots=True)
class NoCommand:
    """Nothing to do, and why; `reason` is a fixed word."""

    reason: str
    message: str


Slash = Remember | Ask | Compact | NoCommand


def parsed(text: str) -> Slash:
    """What a person's message asks of the memory."""
    line = text.strip()
    if not line.startswith("/"):
        return NoCommand("talk", "the text does not begin with /")
    if len(line) > LONGEST or len(line.encode("utf-8", "replace")) > LONGEST:
        return NoCommand("long", f"a slash command has at most {LONGEST} bytes")
    if len(line.splitlines()) > 1 or "\x00" in line:
        return NoCommand("lines", "a slash command is one line")
    found = _COMMAND.fullmatch(line)
    if not found:
        return NoCommand("unknown", "it is none of /remember, /recall, /compact")
    words = (found[2] or "").strip()
    match found[1].lower():
        case "remember" if words:
            return Remember(words)
        case "recall" if words:
            return Ask(words)
        case "compact" if not words:
            return Compact()
        case "compact":
            return NoCommand("words", "/compact takes no text")
        case name:
            return NoCommand("empty", f"/{name} needs a text")


def is_internal(channel: str) -> bool:
    """Whether a channel is the host's own: `heartbeat`, `cron:daily`, `System`."""
    return channel.strip().casefold().partition(":")[0] in INTERNAL_CHANNELS


def summary_of(text: str) -> str:
    """What a compaction leaves in the memory: the continuation without its opening, cut where a line ends."""
    words = text
    for language in ("en", "zh"):
        words = words.removeprefix(continuation.opening(language))
    words = words.strip()
    if len(words) <= SUMMARY_CHARACTERS:
        return words
    end = words.rfind("\n", SUMMARY_CHARACTERS // 2, SUMMARY_CHARACTERS)
    return words[: end if end > 0 else SUMMARY_CHARACTERS - 1].rstrip() + "…"
