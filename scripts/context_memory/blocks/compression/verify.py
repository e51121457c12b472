"""Verifies a capsule draft, since a model or a program may drop, alter or invent things.

Spans marked verbatim are restored byte for byte. What must be kept and is
missing is listed after the text, in the block's own words. A draft that
names things that are not in the block, or is too long, is returned
with the reason. A capsule that saves less than a twentieth is not used.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...compaction.digest import coverage, fold, receipt
from ...compaction.digest.condense import worth_of_mentions
from ...compaction.digest.values import Line, SessionMemory, Speaker
from ...messages import Message
from ...text import entities, locations, tokens
from ...text.entities import Name
from ...text.tokens import Estimator
from ...transcripts import as_text
from ..values import CompressRequest

WORTH_IT = 0.95
"""A capsule of at least this share of the raw size saves nothing: the raw text is kept (R-Memory)."""
TOLERANCE = 1.15
"""What a capsule may exceed its target by (R-Memory 5.1.1: a guard at target + 15 %)."""
MUST_KEEP = 40
"""Things of the highest worth that a capsule must name; only those that a person or the agent named themselves."""

_ROOM = 60  # tokens over the target that a small block may take for that list
_SHOWN = 8  # things named in a complaint

_HEADINGS = {
    "en": {"exact": "Exactly, from the original:", "names": "Named there:"},
    "zh": {"exact": "原文要点：", "names": "出现过的名称："},
}


@dataclass(frozen=True, slots=True)
class Accepted:
    """The text may replace the block; `appended` counts what the draft had dropped."""

    text: str
    tokens: int
    appended: int = 0
    restored: int = 0
    """Verbatim spans that had to be put back."""


@dataclass(frozen=True, slots=True)
class KeepRaw:
    """The draft saves too little: the block is kept raw."""

    tokens: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The draft is invalid; the complaint is the reason, worded for the next attempt."""

    complaint: str


Verdict = Accepted | KeepRaw | Rejected


def verify_draft(
    request: CompressRequest, draft: str, *, estimator: Estimator = tokens.cjk, invents: bool = True
) -> Verdict:
    """Verify a draft of this block; `invents=False` is for writers that only copy."""
    text = draft.strip()
    if not text:
        return Rejected("the answer was empty")
    raw = request.block.tokens
    if invents and (made_up := entities.invented(text, _source(request.messages))):
        return Rejected(f"these stand nowhere in the original: {_some(made_up)}; name only what it names")
    text, restored = _with_spans(text, as_text.verbatim_spans(request.messages))
    size = estimator(text)
    if size >= raw * WORTH_IT:
        return KeepRaw(size)
    memory = fold.fold(SessionMemory(), request.messages)
    limit = int(min(max(request.target_tokens * TOLERANCE, request.target_tokens + _ROOM), raw * WORTH_IT - 1))
    missing = _missing(memory, text)
    addition = _addition(memory, missing, request.language, max(0, limit - size), estimator)
    whole = f"{text}\n\n{addition}" if addition else text
    total = estimator(whole)
    if total > max(limit, _floor(request.messages, estimator)):
        return Rejected(
            f"it takes {total:,} tokens with what it left out, at most {limit:,} are allowed: write shorter"
        )
    return Accepted(whole, total, appended=len(missing.said) + len(missing.names), restored=restored)


@dataclass(frozen=True, slots=True)
class _Missing:
    said: tuple[str, ...]
    names: tuple[Name, ...]


def _missing(memory: SessionMemory, text: str) -> _Missing:
    """What must be kept and is not in the text: words of people whole, names by their key."""
    squeezed = receipt.squeeze(text)
    ordered = (
        *(said.text for said in memory.directives if said.speaker is Speaker.PERSON),
        *(said.text for said in memory.corrections),
        *(said.text for said in memory.decisions),
    )
    said = tuple(dict.fromkeys(each for each in ordered if receipt.squeeze(each) not in squeezed))
    present = entities.keys(text)
    named = [m for m in memory.mentions if m.prose or m.calls or m.person]
    valued = sorted(named, key=lambda m: (-worth_of_mentions(m, memory.messages), m.kind, m.key))
    names = tuple((m.kind, m.key) for m in valued[:MUST_KEEP] if (m.kind, m.key) not in present and m.key not in text)
    return _Missing(said, names)


def _addition(memory: SessionMemory, missing: _Missing, language: str, room: int, estimator: Estimator) -> str:
    """The list of what was dropped: words whole, names in as many lines as fit in `room` tokens."""
    headings = _HEADINGS["zh" if language == "zh" else "en"]
    parts = []
    if missing.said:
        parts.append("\n".join([headings["exact"], *(f"- {each}" for each in missing.said)]))
    left = room - (estimator(parts[0]) if parts else 0) - estimator(headings["names"]) - 4
    if missing.names and left > 0:
        wanted = set(missing.names)
        root = locations.common_root(memory.roots)
        names = coverage.choose_entries(
            _lines_with(memory.lines, wanted),
            dict.fromkeys(wanted, 1.0),
            (),
            messages=memory.messages,
            budget=left,
            estimator=estimator,
            root=root,
        )
        if names:
            parts.append(f"{headings['names']}\n{names}")
    return "\n".join(parts)


def _lines_with(lines: Iterable[Line], wanted: set[Name]) -> list[Line]:
    return [line for line in lines if wanted.intersection(line.names)]


def _with_spans(text: str, spans: Sequence[str]) -> tuple[str, int]:
    """The text with every span byte for byte; an altered span is replaced, a lost one added."""
    lost = [span for span in spans if span not in text]
    if not lost:
        return text, 0
    pattern = re.compile(f"{as_text.OPENING}(.*?){as_text.CLOSING}", re.DOTALL)
    altered = [match.span(1) for match in pattern.finditer(text) if match[1] not in spans]
    pieces, at, waiting = [], 0, list(lost)
    for start, end in altered[: len(waiting)]:
        pieces += [text[at:start], waiting.pop(0)]
        at = end
    pieces.append(text[at:])
    rest = [f"{as_text.OPENING}{span}{as_text.CLOSING}" for span in waiting]
    return "\n\n".join(["".join(pieces), *rest]), len(lost)


def _floor(messages: Sequence[Message], estimator: Estimator) -> int:
    """The minimum size: verbatim spans may exceed the target."""
    spans = as_text.verbatim_spans(messages)
    return int(sum(estimator(span) for span in spans) * TOLERANCE) if spans else 0


def _source(messages: Sequence[Message]) -> str:
    """The text of the block, and the form in which the writer got it."""
    return f"{as_text.text_of(messages)}\n{as_text.for_prompt(messages)}"


def _some(things: Sequence[str]) -> str:
    more = f" and {len(things) - _SHOWN} more" if len(things) > _SHOWN else ""
    return ", ".join(things[:_SHOWN]) + more
