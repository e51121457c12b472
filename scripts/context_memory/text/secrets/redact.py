"""Redacts secrets in text before it is hashed, stored, sent or logged.

Each becomes a marker with its kind, `[redacted:github-token]`; the text
around it stays, byte for byte. Redacting twice changes nothing. No
mark in the text (`<PRESERVE_VERBATIM>` least of all) keeps a secret.

Fast because most text has no candidates: a table lookup per character
finds the runs that a shaped secret must contain, a plain search the words
next to an unshaped one. Patterns run only there.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..patterns import lazy_regex
from .keywords import may_name, named
from .shapes import Finding, shaped

_ROUNDS = 4  # taking one secret out may uncover what stood beside it

_MARKER = lazy_regex(r"\[redacted:[a-z-]+\]")


@dataclass(frozen=True, slots=True)
class Redacted:
    """Redacted text, and the number of secrets of each kind."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


Learn = Callable[[str, str], None]
"""Is told each secret and its kind."""


def redact(text: str, learn: Learn | None = None) -> Redacted:
    """The text with every secret replaced by its marker."""
    found = findings(text)
    if not found:
        return Redacted(text)
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        counts.update(each.kind for each in found)
        if learn:
            for each in found:
                learn(text[each.start : each.end], each.kind)
        text = _replace_all(text, found)
        found = findings(text)
        if not found:
            break
    return Redacted(text, dict(counts))


def cleaned(text: str) -> str:
    """The text of `redact`."""
    return redact(text).text if findings(text) else text


def redact_value(name: str, value: str, learn: Learn | None = None) -> Redacted:
    """`redact` for a value under a name: `{"password": "hunter2"}` as a program holds it."""
    plain = redact(value, learn)
    if plain.counts or not value or "\n" in value or len(name) > 80 or not may_name(name):
        return plain
    lead = f'"{name}": "'
    for each in findings(f'{lead}{value}"'):
        if each.start >= len(lead):
            inside = Finding(each.start - len(lead), min(each.end - len(lead), len(value)), each.kind)
            if learn:
                learn(value[inside.start : inside.end], inside.kind)
            return Redacted(_replace_all(value, [inside]), {each.kind: 1})
    return plain


def marker(kind: str) -> str:
    """The marker that replaces a secret."""
    return f"[redacted:{kind}]"


def holds_marker(text: str) -> bool:
    """Whether the text has a redaction marker."""
    return _MARKER.search(text) is not None


def findings(text: str) -> list[Finding]:
    """Every secret in the text, in order, none inside another."""
    raw = text.encode("latin-1", "replace")  # one byte for each character: positions are those of the text
    found, low = [*shaped(text, raw)], raw.lower()
    if named_ones := named(text, low):
        found += named_ones
    if not found:
        return []
    markers = [match.span() for match in _MARKER.finditer(text)]
    free = (each for each in found if not any(each.start < end and start < each.end for start, end in markers))
    return _drop_overlaps(sorted(free, key=lambda each: (each.start, -each.end)))


def _drop_overlaps(found: list[Finding]) -> list[Finding]:
    apart: list[Finding] = []
    for each in found:
        last = apart[-1] if apart else None
        if last is None or each.start >= last.end:
            apart.append(each)
        elif each.end > last.end:
            apart[-1] = Finding(last.start, each.end, last.kind)
    return apart


def _replace_all(text: str, found: list[Finding]) -> str:
    pieces = []
    at = 0
    for each in found:
        pieces += [text[at : each.start], marker(each.kind)]
        at = each.end
    return "".join([*pieces, text[at:]])
