"""Docs as the rows and lines that stores keep: the columns of every store, a line of JSON, a doc by its handle.

What SQL stores differ in, the types of their columns, stays with them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, compress
from typing import Any, NamedTuple

from ..errors import InputError, UnknownError
from ..text.hashing import sha256
from .docs import FOREIGN_STATE, MOST_IMPORTANT_FOREIGN, PEOPLE, Kind, MemoryDoc, Scope, Tier


class DocRow(NamedTuple):
    """A doc as plain values, which databases take and processes hand on; times are seconds since 1970."""

    id: str
    scope: str
    kind: str
    text: str
    tier: str
    importance: float
    pinned: int
    access_count: int
    created_at: float
    accessed_at: float
    tags: str
    """Parted by spaces."""
    session: str
    seq: int | None
    speaker: str
    source: str
    file: str
    forgotten_at: float | None


COLUMNS = ", ".join(DocRow._fields)
_COUNT = len(DocRow._fields)
_KINDS = {kind.value: kind for kind in Kind}
_TIERS = {tier.value: tier for tier in Tier}
SHORTEST_HANDLE = 4
"""Characters; a shorter beginning of an id means too many docs."""
SHOWN = 6
"""Docs that are read for a handle: one answers, more are named."""


def row_of(doc: MemoryDoc) -> DocRow:
    """The doc as plain values."""
    return DocRow(
        doc.id,
        doc.scope,
        doc.kind.value,
        doc.text,
        doc.tier.value,
        float(doc.importance),
        int(doc.pinned),
        doc.access_count,
        doc.created_at.timestamp(),
        doc.accessed_at.timestamp(),
        " ".join(doc.tags),
        doc.session,
        doc.seq,
        doc.speaker,
        doc.source,
        doc.file,
        None if doc.forgotten_at is None else doc.forgotten_at.timestamp(),
    )


def as_foreign(row: DocRow) -> DocRow:
    """A doc of a state folder that was not made on this machine: nobody's word, neither pinned nor core."""
    if row.source.startswith(FOREIGN_STATE):
        return row
    return row._replace(
        source=FOREIGN_STATE + row.source,
        speaker="" if row.speaker.casefold() in PEOPLE else row.speaker,
        tier=Tier.WORKING.value if row.tier == Tier.CORE.value else row.tier,
        importance=min(row.importance, MOST_IMPORTANT_FOREIGN),
        pinned=0,
    )


def without_mark(row: DocRow) -> DocRow:
    """The doc as its journal keeps it: the mark is put on whenever it is read, for as long as its folder is foreign."""
    return row._replace(source=row.source.removeprefix(FOREIGN_STATE))


def doc_of(row: Sequence[object]) -> MemoryDoc:
    """A doc from a row of `COLUMNS`: times as `moment` takes them, tags as one text, pinned as a number or a switch."""
    found = DocRow._make(row[:_COUNT])
    created = moment(found.created_at)
    return MemoryDoc(
        str(found.id),
        Scope(str(found.scope)),
        _KINDS.get(found.kind) or Kind(str(found.kind)),
        str(found.text),
        _TIERS.get(found.tier) or Tier(str(found.tier)),
        float(found.importance),
        bool(found.pinned),
        int(found.access_count),
        created,
        created if found.accessed_at == found.created_at else moment(found.accessed_at),
        tuple(str(found.tags).split()),
        str(found.session),
        None if found.seq is None else int(found.seq),
        str(found.speaker),
        str(found.source),
        str(found.file),
        None if found.forgotten_at is None else moment(found.forgotten_at),
    )


def moment(value: object) -> datetime:
    """A point in time, in UTC, from one or from seconds since 1970."""
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    return datetime.fromtimestamp(value if isinstance(value, float) else float(str(value)), UTC)


def must_be_long_enough(handle: str) -> None:
    """Refuse a handle that is no whole id and too short for the beginning of one; raises UnknownError."""
    if len(handle) < SHORTEST_HANDLE:
        raise UnknownError(
            f"{handle!r} is too short for a handle", hint=f"give at least {SHORTEST_HANDLE} characters of the id"
        )


def only_one(handle: str, found: Sequence[MemoryDoc]) -> MemoryDoc:
    """The doc among those whose ids begin with the handle; raises InputError when there is more than one.

    Where there is none it is an UnknownError.
    """
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"{handle} means {len(found)} docs", hint=", ".join(doc.id for doc in found))
    raise UnknownError(f"no doc {handle}", hint="`context-memory recall` prints the handle of each hit")


_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_QUOTED = json.encoder.encode_basestring
_OPTIONAL = (("pinned", False), ("access_count", 0), ("file", ""))
"""A doc with a `file` is a tombstone of something derived, or the end of one."""


class Put(NamedTuple):
    """A doc is new or changed; the row is all of it."""

    row: DocRow


class Sheet(NamedTuple):
    """New docs in columns; what is kept of them is worked out already, and nothing is done for each of them twice."""

    rows: Sequence[DocRow]
    terms: Sequence[str]
    """Search terms of each, parted by spaces."""
    lines: bytes
    """Their lines, one after the other."""

    @classmethod
    def joined(cls, sheets: Sequence["Sheet"]) -> "Sheet":
        """One of all."""
        rows, terms, lines = zip(*sheets, strict=True)
        return cls([*chain.from_iterable(rows)], [*chain.from_iterable(terms)], b"".join(lines))

    def only(self, kept: Sequence[bool]) -> "Sheet":
        """The docs at the places that are kept."""
        rows, terms = tuple(compress(self.rows, kept)), tuple(compress(self.terms, kept))
        lines = compress(self.lines.split(b"\n"), kept)  # a line of JSON holds no other end of a line
        return Sheet(rows, terms, b"".join(line + b"\n" for line in lines))


def sheet_lines(rows: Sequence[DocRow]) -> bytes:
    """The lines of a sheet."""
    return "".join(map(line_of, rows)).encode("utf-8", "surrogatepass")


def line_of(row: DocRow) -> str:
    """The line of a doc. What every doc has is written by hand: twice as fast as an encoder, and there are millions."""
    place = f', "session": {_QUOTED(row.session)}' if row.session else ""
    if row.seq is not None:
        place += f', "seq": {row.seq}'
    if row.speaker:
        place += f', "speaker": {_QUOTED(row.speaker)}'
    if row.source:
        place += f', "source": {_QUOTED(row.source)}'
    more: dict[str, Any] = {}
    if row.pinned or row.access_count or row.file:
        more = {name: value for name, unset in _OPTIONAL if (value := getattr(row, name)) != unset}
        if row.pinned:
            more["pinned"] = True
    if row.accessed_at != row.created_at:
        more["accessed_at"] = _written(row.accessed_at)
    if row.tags:
        more["tags"] = row.tags.split()
    if row.forgotten_at is not None:
        more["forgotten_at"] = _written(row.forgotten_at)
    return (
        f'{{"put": {{"id": {_QUOTED(row.id)}, "scope": {_QUOTED(row.scope)}, "kind": "{row.kind}", '
        f'"text": {_QUOTED(row.text)}, "tier": "{row.tier}", "importance": {row.importance!r}, '
        f'"created_at": "{_written(row.created_at)}"{place}{", " + _ENCODE(more)[1:-1] if more else ""}}}}}\n'
    )


def _written(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def row_of_line(doc: Mapping[str, Any]) -> DocRow:
    """The doc of a line that was read; ValueError, KeyError or TypeError when it is none."""
    created = seconds_of_time(doc["created_at"])
    return DocRow(
        id=_string(doc["id"]),
        scope=_string(doc["scope"]),
        kind=Kind(doc["kind"]).value,
        text=_string(doc["text"]),
        tier=Tier(doc["tier"]).value,
        importance=min(1.0, max(0.0, float(doc["importance"]))),
        pinned=int(bool(doc.get("pinned", False))),
        access_count=whole_number(doc.get("access_count", 0)),
        created_at=created,
        accessed_at=seconds_of_time(doc["accessed_at"]) if "accessed_at" in doc else created,
        tags=" ".join(_strings(doc.get("tags", ()))),
        session=_string(doc.get("session", "")),
        seq=None if doc.get("seq") is None else whole_number(doc["seq"]),
        speaker=_string(doc.get("speaker", "")),
        source=_string(doc.get("source", "")),
        file=_string(doc.get("file", "")),
        forgotten_at=seconds_of_time(doc["forgotten_at"]) if "forgotten_at" in doc else None,
    )


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    value.encode()  # halves of surrogate pairs are a ValueError: the database cannot hold them
    return value


def _strings(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(_string(value) for value in values)


def whole_number(value: object) -> int:
    """A whole number that the database can hold."""
    if not isinstance(value, int) or abs(value) >= 2**62:
        raise ValueError("not a whole number")
    return value


def seconds_of_time(text: str) -> float:
    """Seconds since 1970, of a time that a calendar holds in every zone."""
    told = datetime.fromisoformat(text)
    seconds = (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()
    datetime.fromtimestamp(seconds, UTC)  # a time at the end of all years is a ValueError
    return seconds


def listed_clauses(kind: Kind | None, *, forgotten: bool, own: bool, no_file: object = "''") -> list[str]:
    """Conditions on a row of `docs` for a list; `own` leaves out pieces of files. What may last is in its own list."""
    clauses = [f"forgotten_at IS {'NOT ' if forgotten else ''}NULL", *([f"file = {no_file}"] if own else [])]
    return clauses if kind else [*clauses, f"kind <> '{Kind.SAID}'"]


PROBE = """
Ines's runners weren't running past café №7 in Zürich: don't re-deploy v2.3.1 of
snake_case or camelCase!
Studies, studying, studied; the children's geese, 1,000.50 €, ３月１４日, e-mail x.y@example.org, C++, #17, 50%.
https://example.org/a/b-c?d=e /srv/data.json `make check` “quoted” — naïve, naive, Straße, STRASSE, ﬁne
我昨天把 WhatsApp 卸载了，因為它一直连不上；軟體與软件。東京タワーで寿司をたべました。ｶﾀｶﾅ 서울에서 만나요 Привет мир
"""
"""A text with whatever analysers treat differently."""


def analyser_mark(terms_of: Callable[[str], str]) -> str:
    """The mark of an analyser: what it makes of one text, so that nobody has to count versions up."""
    return sha256(terms_of(PROBE).encode()).hexdigest()[:16]
