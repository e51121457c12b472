"""The unit of recall: a typed doc with its scope, origin and id, and what a search gives back.

Ids come from what a doc says: the same fact has the same id on every machine.
"""

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple, NewType, Protocol

from ..text.hashing import sha1
from ..text.patterns import lazy_regex

Scope = NewType("Scope", str)
"""Whose memory a doc is, e.g. `agent:main` or `agent:main:chat-7`."""

DEFAULT_SCOPE = Scope("agent:main")
FOREIGN_STATE = "foreign: "
"""Beginning of the source of every doc of a state folder that was not made on this machine."""
PEOPLE = frozenset({"", "user", "person", "human", "owner"})
"""Speakers that mean a person."""
MOST_IMPORTANT_FOREIGN = 0.65
"""Importance at most of docs that are nobody's word: that of a plain fact (SPEC 5.4)."""
EPOCH = datetime.fromtimestamp(0, UTC)


class Tier(StrEnum):
    """How close to hand a doc is kept."""

    CORE = "core"
    WORKING = "working"
    PERIPHERAL = "peripheral"


class Kind(StrEnum):
    """What a doc holds; nothing else can be asked for."""

    ENTITY = "entity"
    PREFERENCE = "preference"
    FACT = "fact"
    PROJECT_STATE = "project_state"
    RELATIONSHIP = "relationship"
    PROCEDURE = "procedure"
    LESSON = "lesson"
    FAILURE = "failure"
    REMEMBER = "remember"
    SAID = "said"
    """Something a person said that may last: told when a session starts, where there is room, and found as a turn."""
    SUMMARY = "summary"
    NOTE = "note"
    SECTION = "section"
    """A piece of a memory file: MEMORY.md, memories/*.md or memory/**/*.md."""
    TURN = "turn"
    """One message of a conversation, known by its place in it."""


class MemoryDoc(NamedTuple):
    """One thing that is remembered. `terms` are derived from the text and live in the index only."""

    id: str
    scope: Scope
    kind: Kind
    text: str
    tier: Tier = Tier.WORKING
    importance: float = 0.5
    """0 to 1."""
    pinned: bool = False
    access_count: int = 0
    created_at: datetime = EPOCH
    accessed_at: datetime = EPOCH
    tags: tuple[str, ...] = ()
    session: str = ""
    seq: int | None = None
    """Place in the session."""
    speaker: str = ""
    source: str = ""
    """Where it comes from: a file with its lines, a host, a command."""
    file: str = ""
    """The memory file that it is a piece of; such docs change with their file and are not journalled."""
    forgotten_at: datetime | None = None
    """Set by `forget`: out of every search, kept for undo."""


class Confidence(StrEnum):
    """How sure it is that something answers."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    """Nothing fits; what is nearest may still be of use to who reads it."""


class Part(NamedTuple):
    """One part of a score: the feature's value, times its weight."""

    name: str
    value: float
    weight: float

    @property
    def gain(self) -> float:
        """What it adds to the score."""
        return self.value * self.weight


class Hit(NamedTuple):
    """A doc that was found, its score, and why."""

    doc: MemoryDoc
    score: float
    parts: tuple[Part, ...] = ()
    confidence: Confidence = Confidence.MEDIUM
    is_likely: bool = True
    """Whether it is sure enough to be given to a model that did not ask."""
    replaced_by: str = ""
    """Id of a newer hit that says what is true now."""
    conflicts: tuple[str, ...] = ()
    """Ids of hits that say otherwise, and are neither older nor newer."""


def gains_of(hit: Hit) -> dict[str, float]:
    """What each feature added to the score, by its name; they make up the score.

    Beside a doc that stands in no session and no file nothing stands, so that its own meaning is what is near.
    """
    gains: dict[str, float] = {}
    is_alone = not hit.doc.session and not hit.doc.file
    for part in hit.parts:
        name = "meaning" if is_alone and part.name.startswith("meaning_near") else part.name
        gains[name] = gains.get(name, 0.0) + part.gain
    return gains


FAR = 0.3
"""Share of the best score. Over the sets of `bench.recall_kinds` this takes .001 of what is found among five at most,
and where nothing fits a third to a half of what is given (PrecisionMemBench); with .4 BEAM loses .007."""
FAR_UNASKED = 0.65
"""The same of what nobody asked for, whatever the confidence: of the lines that prompts get unasked .27 instead of .20
would be beside the point (`bench.journeys`), and none that is needed goes up to .7."""


class Found(NamedTuple):
    """The hits of one query, best first; `degraded` when the embedder of the settings did not answer."""

    query: str
    hits: tuple[Hit, ...]
    degraded: bool = False
    reason: str = ""
    """Why it is degraded, and what to do about it."""

    @property
    def confidence(self) -> Confidence:
        """How sure it is that one of the hits answers; without any hit nothing does."""
        return next((each for each in Confidence if any(hit.confidence is each for hit in self.hits)), Confidence.LOW)

    @property
    def used(self) -> tuple[Hit, ...]:
        """The hits that count as used once they are given out: no guess, and nothing that another hit replaced."""
        return tuple(hit for hit in self.hits if hit.confidence is not Confidence.LOW and not hit.replaced_by)

    @property
    def fitting(self) -> tuple[Hit, ...]:
        """The hits where one of them is likely to answer, without the guesses far below: given to who did not ask."""
        least = FAR * max((hit.score for hit in self.hits), default=0.0)
        if not any(hit.is_likely for hit in self.used):
            return ()
        return tuple(hit for hit in self.hits if hit.confidence is not Confidence.LOW or hit.score >= least)


NAMESPACE = bytes.fromhex("6f0c8f0e5a345d0b9a550d7a4f6f3c11")
"""Of all ids of ours (RFC 9562, version 5)."""
_SIGN = lazy_regex("[.:,]")
_SIGNED = lazy_regex(r"[.:,](?:(?<!\d.)|(?!\d))", re.DOTALL)
_IN_NUMBER = lazy_regex(r"\d[.:,]\d")
_MARKS = "!?;\"'`()[]{}、。，；：？！“”‘’「」『』《》…·"
_DROPPED = dict.fromkeys(map(ord, _MARKS))
_DROPPED_ASCII = "".join(char for char in map(chr, range(128)) if char in _MARKS or char.isspace()).encode()


class Identified(Protocol):
    """A doc, or a row of one."""

    @property
    def id(self) -> str:
        """Unique in its store."""
        ...

    @property
    def scope(self) -> str:
        """Whose memory it is."""
        ...


def normalised(text: str) -> str:
    """The text without spaces, case, width of characters and marks of punctuation; signs inside numbers stay."""
    if text.isascii():  # in bytes, ten times as fast
        folded = text.lower()
        kept, signs = (_SIGNED.sub("", folded), b"") if _IN_NUMBER.search(folded) else (folded, b".:,")
        return kept.encode().translate(None, _DROPPED_ASCII + signs).decode()
    from ..text.lexing import narrow  # not needed for most texts

    folded = narrow(text).casefold()
    kept = _SIGNED.sub(" ", folded) if _SIGN.search(folded) else folded
    return "".join(kept.translate(_DROPPED).split())


def id_of_text(scope: Scope, kind: Kind, text: str) -> str:
    """Id of a doc that is known by its text."""
    return _uuid5(f"{scope}\0{kind}\0{normalised(text) or text.strip()}")


def id_of_turn(scope: Scope, session: str, seq: int, text: str) -> str:
    """Id of a turn, which is known by its place: two turns may say the same."""
    return _uuid5(f"{scope}\0turn\0{session}\0{seq}\0{normalised(text)}")


def id_of_message(session: str, seq: int, key: str, number: int) -> str:
    """Id of a piece of a journaled or archived message: its place and its hash, so that its form may improve."""
    return _uuid5(f"{session}\0message\0{seq}\0{key}\0{number}")


def id_of_given(scope: Scope, given: str) -> str:
    """Id of a doc whose id was given: a given id belongs to its scope, two scopes may use the same one.

    An id that has an @ itself names its scope in any case: it must not be that of another scope's doc.
    """
    return given if scope == DEFAULT_SCOPE and "@" not in given else f"{given}@{scope}"


def shown_id(doc: Identified) -> str:
    """The id of a doc as it was given."""
    return doc.id.removesuffix(f"@{doc.scope}")


def id_of_piece(path: str, text: str, number: int) -> str:
    """Id of a piece of a memory file; `number` counts equal pieces of the same file."""
    return _uuid5(f"{path}\0section\0{number}\0{normalised(text)}")


def scope_of(text: str | None) -> Scope:
    """A scope as people name it: `main` means `agent:main`, nothing means the default."""
    name = storable(text or "").strip()
    if not name:
        return DEFAULT_SCOPE
    return Scope(name if ":" in name else f"agent:{name}")


def storable(text: str) -> str:
    """The text with halves of surrogate pairs, which JSON allows and UTF-8 does not, as U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _uuid5(name: str) -> str:
    """A name-based UUID; what cannot be encoded counts as a question mark."""
    digest = bytearray(sha1(NAMESPACE + name.encode("utf-8", "replace")).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


JOURNAL, ARCHIVE = "journal/", "archive/"
"""Beginnings of the names under which sessions are known in the index; no memory file begins like this."""
_NOTES = "memory/"
USER, ASSISTANT, TOOL = "user", "assistant", "tool"
ROLES = frozenset({USER, ASSISTANT, TOOL})
"""Speakers of turns that are no names: a question with the word `user` in it asks for nobody."""


class Origin(StrEnum):
    """Where a doc comes from."""

    DOCS = "docs"
    """Written by `remember`, a person or a model."""
    MEMORY = "memory"
    """MEMORY.md and memories/*.md."""
    NOTES = "notes"
    """memory/**/*.md: dated notes."""
    TURNS = "turns"
    """Messages of journaled sessions, those of archived blocks included."""
    ARCHIVE = "archive"
    """Messages that a compaction took out of a session that has no journal."""


def origin_of(file: str) -> Origin:
    """The origin of a doc that is derived from this file; an empty name means from none."""
    if not file:
        return Origin.DOCS
    if file.startswith(JOURNAL):
        return Origin.TURNS
    if file.startswith(ARCHIVE):
        return Origin.ARCHIVE
    return Origin.NOTES if file.startswith(_NOTES) else Origin.MEMORY


def is_session_file(file: str) -> bool:
    """Whether a file of the index stands for messages of a session."""
    return file.startswith((JOURNAL, ARCHIVE))
