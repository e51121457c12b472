"""Facts worth promoting, by evidence: a person said them in several sessions, or pinned them. Never by anybody else."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...text.secrets import redact
from ...text.secrets.one_line import one_line
from ...transcripts import speakers
from ...workspace import memory_md
from ..docs import normalised

SESSIONS = 2
"""A fact that a person said in so many sessions is worth promoting."""
SHORTEST = 8
LONGEST = memory_md.MAX_LINE - 2
MOST = 20
HEADERS = {
    "constraint": {"en": "Key Constraints", "zh": "关键约束"},
    "decision": {"en": "Decisions", "zh": "决策"},
    "preference": {"en": "Preferences", "zh": "偏好"},
    "fact": {"en": "Notes", "zh": "备注"},
}


@dataclass(frozen=True, slots=True)
class Sighting:
    """A person's words at one place: a session, or a doc of the memory."""

    text: str
    kind: str
    """A key of `HEADERS`."""
    origin: str
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fact, the header it would go under, and what speaks for it."""

    text: str
    header: str
    origins: tuple[str, ...]
    is_pinned: bool


def of(sightings: Iterable[Sighting], memory: str, language: str) -> tuple[Candidate, ...]:
    """The best candidates that MEMORY.md does not hold yet, strongest evidence first; never what a host wrote."""
    known = normalised(memory)
    found: dict[str, list[Sighting]] = {}
    for each in sightings:
        if speakers.said_in(each.text).strip() != each.text.strip():
            continue
        words = one_line(redact.cleaned(each.text), LONGEST + 1)
        key = normalised(words)
        if SHORTEST <= len(words) <= LONGEST and key and key not in known:
            found.setdefault(key, []).append(Sighting(words, each.kind, each.origin, each.is_pinned))
    candidates = []
    for same in found.values():
        origins = tuple(dict.fromkeys(each.origin for each in same))
        is_pinned = any(each.is_pinned for each in same)
        if is_pinned or len(origins) >= SESSIONS:
            newest = same[-1]
            header = HEADERS[newest.kind]["zh" if language == "zh" else "en"]
            candidates.append(Candidate(newest.text, header, origins, is_pinned))
    candidates.sort(key=lambda each: (not each.is_pinned, -len(each.origins)))
    return tuple(candidates[:MOST])
