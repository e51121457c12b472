"""Parses requests to the memory: a line or object becomes a doc, a chat message a slash command."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..errors import InputError
from ..text import dates, lexing
from ..text.patterns import lazy_regex
from ..text.secrets import redact, shapes
from . import standing
from .doc_rows import DocRow, Sheet, doc_of, row_of, sheet_lines
from .docs import EPOCH, Kind, MemoryDoc, Scope, id_of_given, id_of_text, id_of_turn, scope_of, storable
from .standing import importance_of, kind_asked, tier_of

LONGEST_TEXT = 1_000_000
"""Characters of one doc; more is a file, not a memory."""
_SPEAKER = lazy_regex(
    r"^(?P<name>[^\W\d_][\w.'’-]*(?: (?:[^\W_a-z]|(?:d[aeiou]|v[ao]n|der|el|la)\b)[\w.'’-]*){0,3})[:：]\s*\S"
)
_LONGEST_NAME, _LONGEST_CJK_NAME = 31, 8
_LABEL = lazy_regex(
    r"(?i)(?:please|pls|remember|remind\w*|don['’]t|never|always|also|one|note\w*|nb|fyi|ps|btw|important|warning"
    r"|attention|todo|update|edit|correction|facts?|rules?|preferences?|question|answer|summary|example|results?)\b"
    r"|[请我你]|(?:麻烦|帮我|千万|一定)?(?:记住|记一?下|记得|注意|备注|提醒)|重要|补充|另外|更[新正]|规则|偏好|问题|回答|总结|例如|结果"
)
"""What stands before a colon and is nobody's name: `Please remember: …`, 记住：…"""
_TURN = Kind.TURN.value
_SHORTEST_WITH_SECRET = 7  # characters of a name or id: `pw:2277`
_YOUNG = standing.Promotion().neglected_days * 86_400
"""Seconds; until then the tier of a new doc of no foreign origin depends on its kind alone."""


class Request(NamedTuple):
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
    asked, doc = request.doc, standing.bounded_by_trust(request.doc)
    kept = doc if doc.kind is Kind.TURN else standing.settled(doc, now)
    return Prepared(row_of(kept), asked.tier.value, asked.importance, request.keeps_id)


def prepared_of(
    line: Mapping[str, Any],
    now: datetime,
    *,
    scope: Scope | None = None,
    redacts: bool = True,
    pinned: bool = False,
) -> Prepared:
    """A line of a batch as it is written; the result of `prepared(request_of(line))`, several times as fast."""
    asked, keeps_id = _row_of(line, now, scope, redacts=redacts, pinned=pinned)
    kept, is_turn = asked, asked.kind == _TURN
    is_old = not is_turn and now.timestamp() - asked.created_at > _YOUNG
    if is_old or (asked.source and standing.is_foreign_source(asked.source)):
        kept = prepared(Request(doc_of(asked), keeps_id), now).row
    elif not is_turn and (tier := _young_tier(asked.kind, pinned=pinned)) != asked.tier:
        kept = asked._replace(tier=tier)
    return Prepared(kept, asked.tier, asked.importance, keeps_id)


def in_columns(docs: Sequence[Prepared]) -> PreparedSheet:
    """Many at once, with their terms and their lines."""
    rows, *asked = zip(*docs, strict=True) if docs else [()] * 4
    terms = [lexing.terms_line(row.text) for row in rows]
    return PreparedSheet(Sheet(rows, terms, sheet_lines(rows)), *asked)


@cache
def _young_tier(kind_name: str, *, pinned: bool) -> str:
    """The tier of a new doc of no foreign origin."""
    kind = Kind(kind_name)
    asked = MemoryDoc("", Scope(""), kind, "", tier=tier_of(kind), importance=importance_of(kind), pinned=pinned)
    return prepared(Request(asked), EPOCH).row.tier


def _row_of(
    line: Mapping[str, Any], now: datetime, scope: Scope | None, *, redacts: bool, pinned: bool
) -> tuple[DocRow, bool]:
    """The doc that is asked for, and whether its id was given."""
    text = _remembered_text(line)
    named = _text(line, "scope") if line.get("scope") else ""
    speaker, source = _text(line, "speaker").strip(), _text(line, "source")
    session, seq, given = _label(line, "session"), _seq(line.get("seq")), _label(line, "id")
    if redacts:
        text = redact.cleaned(text)
        named, speaker, source, session = map(_redacted_label, (named, speaker, source, session))
        given = _redacted_id(given, text)
        scope = Scope(_redacted_label(scope)) if scope else None
    where = scope_of(named) if named else scope or scope_of(None)
    kind_name = _text(line, "kind")
    is_placed = session and seq is not None
    kind = kind_asked(kind_name) or (Kind.TURN if is_placed else Kind.REMEMBER)
    kind = Kind.FACT if kind is Kind.SAID and not is_placed else kind  # what no session said would never be told
    created = moment_of(line.get("created_at"), now).timestamp()
    if given:
        doc_id = id_of_given(where, given)
    elif kind is Kind.TURN and seq is not None:
        doc_id = id_of_turn(where, session, seq, text)
    else:
        doc_id = id_of_text(where, kind, text)
    return (
        DocRow(
            doc_id,
            where,
            kind.value,
            text,
            tier_of(kind).value,
            importance_of(kind),
            int(pinned),
            0,
            created,
            created,
            "",
            session,
            seq,
            speaker or (_speaker_in(text) if session else ""),
            source,
            "",
            None,
        ),
        bool(given),
    )


def _remembered_text(line: Mapping[str, Any]) -> str:
    text = _text(line, "text").strip()
    if not text:
        raise InputError('"text" is missing or empty', hint="give what is to be remembered")
    if len(text) > LONGEST_TEXT:
        raise InputError(f'"text" has {len(text):,} characters, {LONGEST_TEXT:,} are allowed')
    return text


@lru_cache(maxsize=4_096)
def _redacted_label(text: str) -> str:
    """A scope, speaker, source or session without secrets; docs share few of them."""
    return redact.cleaned(text) if len(text) >= _SHORTEST_WITH_SECRET else text


def _redacted_id(given: str, text: str) -> str:
    """A given id without secrets, still another one for another text."""
    if len(given) < _SHORTEST_WITH_SECRET or (len(given) < shapes.SHORTEST_RUN and given.isascii() and given.isalnum()):
        return given
    plain = redact.cleaned(given)
    return plain if plain == given else f"{plain}-{id_of_text(Scope(''), Kind.REMEMBER, text)[:8]}"


def moment_of(value: object, now: datetime, name: str = '"created_at"') -> datetime:
    """A point in time from ISO 8601, seconds or milliseconds since 1970, or a date as people write it.

    InputError calls it `name`.
    """
    if value is None or value == "":
        return now
    if moment := dates.moment(value):
        return moment
    raise InputError(f"{name} is no time: {str(value)[:60]!r}", hint="write 2026-03-01T12:00:00Z")


def _speaker_in(text: str) -> str:
    """The name of who speaks, where a text begins with it: `Ines Prado: …`."""
    found = _SPEAKER.match(text)
    name = found["name"] if found else ""
    longest = _LONGEST_CJK_NAME if lexing.has_cjk(name) else _LONGEST_NAME
    return "" if len(name) > longest or _LABEL.match(name) else name


def _text(line: Mapping[str, Any], name: str) -> str:
    value = line.get(name)
    if value is None:
        return ""
    if type(value) is str and value.isascii():
        return value
    if not isinstance(value, str):
        raise InputError(f'"{name}" is not a text')
    return storable(value)


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


LONGEST = 500
"""Bytes of UTF-8 (SPEC 5.6)."""
SUMMARY_CHARACTERS = 2_000
"""Of the summary that a forced compaction leaves in the memory (SPEC 5.6)."""
SUMMARY_IMPORTANCE = 0.7
INTERNAL_CHANNELS = frozenset({"heartbeat", "cron", "system"})
"""Channels in which the host speaks, not a person (SPEC 5.5): nothing is recalled or remembered for them."""
_COMMAND = lazy_regex(r"/(remember|recall|compact)(?:[ \t\u3000]+(.*))?", re.IGNORECASE | re.DOTALL)


class Remember(NamedTuple):
    """Keep this text."""

    text: str
    kind: Kind = Kind.REMEMBER


class Ask(NamedTuple):
    """Recall what answers this question."""

    question: str


class Compact(NamedTuple):
    """Compact the session now."""


class NoCommand(NamedTuple):
    """Nothing to do, and why; `reason` is a fixed word."""

    reason: str
    message: str


Slash = Remember | Ask | Compact | NoCommand


def slash_of(text: str) -> Slash:
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


def is_internal_channel(channel: str) -> bool:
    """Whether a channel is the host's own: `heartbeat`, `cron:daily`, `System`."""
    return channel.strip().casefold().partition(":")[0] in INTERNAL_CHANNELS


def summary_of(text: str) -> str:
    """What a compaction leaves in the memory: the continuation without its opening, cut where a line ends."""
    from ..compaction.digest import continuation

    words = continuation.summary_of(text).strip()
    if len(words) <= SUMMARY_CHARACTERS:
        return words
    end = words.rfind("\n", SUMMARY_CHARACTERS // 2, SUMMARY_CHARACTERS)
    return words[: end if end > 0 else SUMMARY_CHARACTERS - 1].rstrip() + "…"
