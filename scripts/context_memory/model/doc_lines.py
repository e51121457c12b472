"""A doc as a line of JSON, as the journal of docs holds it, and many new docs with all that is kept of them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, compress
from typing import Any, NamedTuple

from .doc_rows import DocRow
from .docs import Kind, Tier

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
    def of(cls, sheets: Sequence["Sheet"]) -> "Sheet":
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


def row_of(doc: Mapping[str, Any]) -> DocRow:
    """The doc of a line that was read; ValueError, KeyError or TypeError when it is none."""
    created = moment(doc["created_at"])
    return DocRow(
        id=_string(doc["id"]),
        scope=_string(doc["scope"]),
        kind=Kind(doc["kind"]).value,
        text=_string(doc["text"]),
        tier=Tier(doc["tier"]).value,
        importance=min(1.0, max(0.0, float(doc["importance"]))),
        pinned=int(bool(doc.get("pinned", False))),
        access_count=whole(doc.get("access_count", 0)),
        created_at=created,
        accessed_at=moment(doc["accessed_at"]) if "accessed_at" in doc else created,
        tags=" ".join(_strings(doc.get("tags", ()))),
        session=_string(doc.get("session", "")),
        seq=None if doc.get("seq") is None else whole(doc["seq"]),
        speaker=_string(doc.get("speaker", "")),
        source=_string(doc.get("source", "")),
        file=_string(doc.get("file", "")),
        forgotten_at=moment(doc["forgotten_at"]) if "forgotten_at" in doc else None,
    )


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    value.encode()  # halves of surrogate pairs are a ValueError: the database cannot hold them
    return value


def _strings(values: Sequence[object]) -> tuple[str, ...]:
    return tuple(_string(value) for value in values)


def whole(value: object) -> int:
    """A whole number that the database can hold."""
    if not isinstance(value, int) or abs(value) >= 2**62:
        raise ValueError("not a whole number")
    return value


def moment(text: str) -> float:
    """Seconds since 1970, of a time that a calendar holds in every zone."""
    moment = datetime.fromisoformat(text)
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    datetime.fromtimestamp(seconds, UTC)  # a time at the end of all years is a ValueError
    return seconds
