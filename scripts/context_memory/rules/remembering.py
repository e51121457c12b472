"""A line of a batch, or a text from the command line, becomes a doc."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from ..model import doc_lines
from ..model.doc_lines import Sheet
from ..model.doc_rows import DocRow, doc_of, row_of
from ..model.docs import EPOCH, Kind, MemoryDoc, Scope
from ..model.errors import InputError
from . import doc_ids, kinds, lexing, redact, tiers, time_words, trust

LONGEST_TEXT = 1_000_000
"""Characters of one doc; more is a file, not a memory."""
_SPEAKER = re.compile(r"^([^\W\d_][\w .'’-]{0,30}?)[:：]\s*\S")
_TURN = Kind.TURN.value
_YOUNG = tiers.Promotion().neglected_days * 86_400
"""Seconds; until then the tier of a new doc of no foreign origin depends on its kind alone."""


@dataclass(frozen=True, slots=True)
class Request:
    """A doc to be remembered. With `keeps_id` its id was given and is its identity."""

    doc: MemoryDoc
    keeps_id: bool = False


class Prepared(NamedTuple):
    """A request in plain values, with all that can be worked out before the store is asked."""

    row: DocRow
    """What is kept where the doc is new."""
    tier: str
    """What was asked for; tier and importance of the row are those that its origin and its age allow."""
    importance: float
    keeps_id: bool

    @property
    def request(self) -> Request:
        """What was asked for."""
        asked = self.row._replace(tier=self.tier, importance=self.importance)
        return Request(doc_of(asked), self.keeps_id)


class PreparedSheet(NamedTuple):
    """Many in columns."""

    sheet: Sheet
    tiers: Sequence[str]
    importances: Sequence[float]
    keep_ids: Sequence[bool]

    def each(self) -> Iterator[Prepared]:
        """The requests in order."""
        return map(Prepared, self.sheet.rows, self.tiers, self.importances, self.keep_ids)


def request_of(line: Mapping[str, Any], now: datetime, *, scope: Scope | None = None, redacts: bool = True) -> Request:
    """The request of one object of a batch, without secrets; InputError names what is wrong with it."""
    row, keeps_id = _row_of(line, now, scope, redacts=redacts, pinned=False)
    return Request(doc_of(row), keeps_id)


def prepared(request: Request, now: datetime) -> Prepared:
    """The same in plain values."""
    asked, doc = request.doc, trust.bounded(request.doc)
    kept = doc if doc.kind is Kind.TURN else tiers.settled(doc, now)
    return Prepared(row_of(kept), asked.tier.value, asked.importance, request.keeps_id)


def prepared_of(
    line: Mapping[str, Any],
    now: datetime,
    *,
    scope: Scope | None = None,
    redacts: bool = True,
    pinned: bool = False,
) -> Prepared:
    """`prepared` of `request_of`, several times as fast: there are millions of lines."""
    asked, keeps_id = _row_of(line, now, scope, redacts=redacts, pinned=pinned)
    kept, is_turn = asked, asked.kind == _TURN
    is_old = not is_turn and now.timestamp() - asked.created_at > _YOUNG
    if is_old or (asked.source and trust.is_foreign_source(asked.source)):
        kept = prepared(Request(doc_of(asked), keeps_id), now).row
    elif not is_turn and (tier := _young_tier(asked.kind, pinned=pinned)) != asked.tier:
        kept = asked._replace(tier=tier)
    return Prepared(kept, asked.tier, asked.importance, keeps_id)


def in_columns(docs: Sequence[Prepared]) -> PreparedSheet:
    """Many at once, with their terms and their lines."""
    rows, *asked = zip(*docs, strict=True) if docs else [()] * 4
    terms = [lexing.terms_line(row.text) for row in rows]
    return PreparedSheet(Sheet(rows, terms, doc_lines.sheet_lines(rows)), *asked)


@cache
def _young_tier(kind_name: str, *, pinned: bool) -> str:
    """The tier of a new doc of no foreign origin."""
    kind = Kind(kind_name)
    asked = MemoryDoc(
        "", Scope(""), kind, "", tier=kinds.tier_of(kind), importance=kinds.importance_of(kind), pinned=pinned
    )
    return prepared(Request(asked), EPOCH).row.tier


def _row_of(
    line: Mapping[str, Any], now: datetime, scope: Scope | None, *, redacts: bool, pinned: bool
) -> tuple[DocRow, bool]:
    """The doc that is asked for, and whether its id was given."""
    text = _text(line, "text").strip()
    if not text:
        raise InputError('"text" is missing or empty')
    if len(text) > LONGEST_TEXT:
        raise InputError(f'"text" has {len(text):,} characters, {LONGEST_TEXT:,} are allowed')
    if redacts:
        text = redact.cleaned(text)
    where = doc_ids.scope_of(_text(line, "scope")) if line.get("scope") else scope or doc_ids.scope_of(None)
    session, seq, given = _label(line, "session"), _seq(line.get("seq")), _label(line, "id")
    kind_name = _text(line, "kind")
    kind = kinds.named(kind_name) if kind_name else Kind.TURN if session and seq is not None else Kind.REMEMBER
    created = moment_of(line.get("created_at"), now).timestamp()
    if given:
        doc_id = doc_ids.of_given(where, given)
    elif kind is Kind.TURN and seq is not None:
        doc_id = doc_ids.of_turn(where, session, seq, text)
    else:
        doc_id = doc_ids.of_text(where, kind, text)
    return (
        DocRow(
            doc_id,
            where,
            kind.value,
            text,
            kinds.tier_of(kind).value,
            kinds.importance_of(kind),
            int(pinned),
            0,
            created,
            created,
            "",
            session,
            seq,
            _text(line, "speaker").strip() or (_speaker_in(text) if session else ""),
            _text(line, "source"),
            "",
            None,
        ),
        bool(given),
    )


def moment_of(value: object, now: datetime, name: str = '"created_at"') -> datetime:
    """A point in time from ISO 8601, seconds or milliseconds since 1970, or a date as people write it.

    InputError calls it `name`.
    """
    if value is None or value == "":
        return now
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if abs(value) > 1e11 else value, UTC)
        if isinstance(value, str):
            moment = _iso(value) or time_words.parsed(value)
            if moment:
                return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError, OSError):
        pass
    raise InputError(f"{name} is no time: {str(value)[:60]!r}", hint="write 2026-03-01T12:00:00Z")


def _iso(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.strip())
    except ValueError:
        return None


def _speaker_in(text: str) -> str:
    found = _SPEAKER.match(text)
    return found[1] if found and len(found[1].split()) <= 3 else ""


def _text(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    if value is None:
        return ""
    if type(value) is str and value.isascii():
        return value
    if not isinstance(value, str):
        raise InputError(f'"{name}" is not a text')
    return doc_ids.storable(value)


def _label(line: Mapping[str, Any], name: str) -> str:
    """An id or a session: a text or a whole number."""
    value = line.get(name)
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(line, name).strip()


def _seq(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 2**62:
        raise InputError('"seq" is not a whole number')
    return value
