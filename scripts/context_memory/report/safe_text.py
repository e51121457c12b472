"""Text that is safe to show on a page: redacted, without control characters, cut around the relevant words."""

import re
from dataclasses import dataclass

from ..messages import Image, Message, Opaque, Text, Thinking, ToolCall, ToolResult
from ..prompts import cache_audit
from ..text import tokens
from ..text.secrets import redact

LONGEST_TEXT = 1_600
"""Characters of a text that opens with a click."""
LONGEST_LABEL = 220
HEADS = 400  # characters that say which sentence it was
SHORTEST_PIECE = 4  # characters; fewer are part of many words

_BLANK_LINES = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*){2,}")


@dataclass(frozen=True, slots=True)
class Quote:
    """An excerpt of an archived message that contains an item."""

    before: str
    hit: str
    after: str
    cut_before: int = 0
    """Characters left out before, and after."""
    cut_after: int = 0


def shown(text: str, limit: int = LONGEST_LABEL) -> str:
    """Text that is safe on a page: redacted, no control characters, no half surrogates, cut to length."""
    clean = readable(redact.cleaned(text[: 4 * limit + 2_000]))
    return clean if len(clean) <= limit else clean[: limit - 1].rstrip() + "…"


def readable(text: str) -> str:
    """The text without control and direction characters, half surrogates and repeated empty lines."""
    plain = _BLANK_LINES.sub("\n\n", text.encode("utf-8", "replace").decode("utf-8"))
    return plain if plain.isprintable() else "".join(c for c in plain if c.isprintable() or c in "\n\t")


def one_line(text: str, limit: int = LONGEST_LABEL) -> str:
    """`shown` with every run of white space as one space."""
    return " ".join(shown(text, limit).split())


def text_of(message: Message) -> str:
    """A message as a person reads it."""
    pieces = []
    for part in message.parts:
        match part:
            case Text(text) | Thinking(text):
                pieces.append(text)
            case ToolCall(_, name, _):
                pieces.append(f"{name} {tokens.call_text(part)}")
            case ToolResult():
                pieces.append(part.whole_text)
            case Image(media_type):
                pieces.append(f"[{media_type or 'image'}]")
            case Opaque(kind, json):
                pieces.append(f"[{kind}] {json}")
    return "\n".join(piece for piece in pieces if piece)


def quote(text: str, wanted: str) -> Quote:
    """At most LONGEST_TEXT characters of a redacted text around the words; its beginning if they do not occur.

    The whole text was redacted before: a cut through a key would hide it from whoever looks for keys.
    """
    start, end = _find_words(text, redact.cleaned(wanted))
    room = max(0, LONGEST_TEXT - (end - start)) // 2
    first = max(0, start - room)
    last = min(len(text), max(end + room, first + LONGEST_TEXT))
    return Quote(
        readable(text[first:start]), readable(text[start:end]), readable(text[end:last]), first, len(text) - last
    )


def _find_words(text: str, wanted: str) -> tuple[int, int]:
    """Span of the words, whatever the white space between them; (0, 0) if they do not occur."""
    head = wanted.strip().strip("…")[:HEADS]
    if not head:
        return 0, 0
    at = text.find(head)
    if at < 0:
        at = text.casefold().find(head.casefold())
    if at >= 0:
        return at, min(len(text), at + len(head))
    first = " ".join(head.split())[:40]
    at = " ".join(text.split()).find(first)
    words = first.split()
    place = text.find(words[0]) if at >= 0 and words else -1
    return (place, place + len(words[0])) if place >= 0 else (0, 0)


def time_of(text: str) -> str:
    """A transcript's time to the minute, UTC; empty if it is not a time."""
    moment = cache_audit.moment(text)
    return moment.strftime("%Y-%m-%d %H:%M") if moment else ""


class Secrets:
    """The secrets seen so far: a word of a receipt may be one without looking like a secret by itself."""

    def __init__(self) -> None:
        self._markers: dict[str, str] = {}

    def look(self, text: str) -> None:
        """Remember the secrets of a text."""
        for each in redact.findings(text):
            self._markers.setdefault(text[each.start : each.end].casefold(), redact.marker(each.kind))

    def without(self, text: str) -> str:
        """The text without these secrets; a part of a secret is redacted too."""
        folded = text.strip().casefold()
        for secret, marker in self._markers.items():
            if len(folded) >= SHORTEST_PIECE and folded in secret:
                return marker
            if len(secret) >= SHORTEST_PIECE and secret in folded:
                text = re.sub(re.escape(secret), marker, text, flags=re.IGNORECASE)
        return text
