"""A line of a batch, or a text from the command line, becomes a doc."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ..model.docs import Kind, MemoryDoc, Scope
from ..model.errors import InputError
from . import doc_ids, kinds, redact, time_words

LONGEST_TEXT = 1_000_000
"""Characters of one doc; more is a file, not a memory."""
_SPEAKER = re.compile(r"^([^\W\d_][\w .'’-]{0,30}?)[:：]\s*\S")


@dataclass(frozen=True, slots=True)
class Request:
    """A doc to be remembered. With `keeps_id` its id was given and is its identity."""

    doc: MemoryDoc
    keeps_id: bool = False


def request_of(line: Mapping[str, Any], now: datetime, *, scope: Scope | None = None, redacts: bool = True) -> Request:
    """The request of one object of a batch, without secrets; InputError names what is wrong with it."""
    text = _text(line, "text").strip()
    if not text:
        raise InputError('"text" is missing or empty')
    if len(text) > LONGEST_TEXT:
        raise InputError(f'"text" has {len(text):,} characters, {LONGEST_TEXT:,} are allowed')
    if redacts:
        text = redact.redact(text).text
    where = doc_ids.scope_of(_text(line, "scope")) if line.get("scope") else scope or doc_ids.scope_of(None)
    session, seq, given = _label(line, "session"), _seq(line.get("seq")), _label(line, "id")
    kind_name = _text(line, "kind")
    kind = kinds.named(kind_name) if kind_name else Kind.TURN if session and seq is not None else Kind.REMEMBER
    created = moment_of(line.get("created_at"), now)
    if given:
        doc_id = doc_ids.of_given(where, given)
    elif kind is Kind.TURN and seq is not None:
        doc_id = doc_ids.of_turn(where, session, seq, text)
    else:
        doc_id = doc_ids.of_text(where, kind, text)
    return Request(
        MemoryDoc(
            id=doc_id,
            scope=where,
            kind=kind,
            text=text,
            tier=kinds.tier_of(kind),
            importance=kinds.importance_of(kind),
            pinned=False,
            created_at=created,
            accessed_at=created,
            session=session,
            seq=seq,
            speaker=_text(line, "speaker").strip() or (_speaker_in(text) if session else ""),
            source=_text(line, "source"),
        ),
        keeps_id=bool(given),
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
