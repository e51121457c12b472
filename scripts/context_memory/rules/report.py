"""What the report page says about a session, as values: sizes, marks, cache, compactions, blocks, receipt.

Every text in here is ready to be shown: redacted, cut, without control
characters. The page only sets it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..model.blocks import BlockRow, BlockState
from ..model.budget import Budget
from ..model.compaction import Receipt, ReceiptItem
from ..model.session import Image, Message, Opaque, Role, Session, Text, Thinking, ToolCall, ToolResult
from . import budget, cache_audit, cache_words, redact, report_charts, tokens
from .breakdown import Breakdown
from .cache_audit import Audit, Reply
from .measure import Measured
from .report_charts import AreaChart, BarChart
from .report_timeline import KINDS, Reset, Timeline

LONGEST_TEXT = 1_600
"""Characters of a text that opens with a click."""
LONGEST_LABEL = 220
MOST_ITEMS = 400
"""Things of a receipt that are listed; the rest is counted."""
MOST_LOSSES = 12
MOST_BLOCKS = 400
_BLANK_LINES = re.compile(r"\n[ \t\r]*(?:\n[ \t\r]*){2,}")
HEADS = 400  # characters that say which sentence it was


@dataclass(frozen=True, slots=True)
class Quote:
    """The place of an archived message that holds a thing."""

    before: str
    hit: str
    after: str
    cut_before: int = 0
    """Characters left out before, and after."""
    cut_after: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of the receipt."""

    state: str
    """`kept`, `archived` or `missing`."""
    kind: str
    label: str
    where: str = ""
    """Handle and line in the archive; empty where the text stands elsewhere."""
    message: int = 0
    """1-based message of the session that says it; 0: none does in these words."""
    text: str = ""
    """The whole of it where the label is cut."""
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """The receipt of a compaction, or of one that was tried."""

    score: float
    items: tuple[Item, ...]
    counts: tuple[tuple[str, int], ...]
    left_out: int
    before: int
    after: int
    is_preview: bool
    """Nobody compacted this session: it was done in a temporary folder, to see what would be kept."""
    number: int = 1
    key: str = ""

    @property
    def kinds(self) -> tuple[tuple[str, tuple[Item, ...]], ...]:
        """The items by kind, in the order of their first."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.kind, []).append(item)
        return tuple((kind, tuple(items)) for kind, items in found.items())


@dataclass(frozen=True, slots=True)
class Crossing:
    """A mark, and where the context first reached it."""

    name: str
    level: int
    message: int
    """1-based; 0: never."""
    is_reached: bool
    """Whether the context is above it now."""
    left: int


@dataclass(frozen=True, slots=True)
class LostTurn:
    """A reply that lost the prefix cache."""

    number: int
    turn: int
    prompt: int
    read: int
    lost: int
    extra: float | None
    """Dollars; None without a price."""
    reason: str


@dataclass(frozen=True, slots=True)
class CacheView:
    """What the prompt cache did."""

    replies: int
    share: float
    cost: float
    avoidable: float
    is_priced: bool
    uses_cache: bool
    prices_date: str
    unpriced: tuple[str, ...]
    lost: tuple[LostTurn, ...]
    lost_count: int
    pattern: str
    chart: BarChart | None
    prompt: int
    read: int
    write: int
    fresh: int


@dataclass(frozen=True, slots=True)
class OurCompaction:
    """A compaction in the records of the workspace, or a swap of its blocks."""

    number: int
    at: str
    """Key of the record, or time of the swap."""
    before: int
    """0: not recorded."""
    after: int
    score: float
    is_swap: bool = False


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A block as the page lists it."""

    number: int
    id: str
    time: str
    messages: int
    raw: int
    capsule: int
    """0: none."""
    codec: str
    state: str
    share: float
    """Of the raw tokens of all blocks, per cent."""
    start: float
    """Where it begins, per cent."""


@dataclass(frozen=True, slots=True)
class BlocksView:
    """The blocks of the session."""

    lines: tuple[BlockLine, ...]
    count: int
    by_state: tuple[tuple[str, int, int], ...]
    """State, blocks, raw tokens."""
    raw: int
    compressed: int


@dataclass(frozen=True, slots=True)
class KindLine:
    """One kind of content: now, and in the whole session."""

    kind: str
    now: int
    share: float
    """Of the context now, per cent."""
    whole: int


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that the page shows."""

    title: str
    host: str
    model: str
    first_time: str
    last_time: str
    messages: int
    turns: int
    replies: int
    skipped: int
    measured: Measured
    budget: Budget
    timeline: Timeline
    chart: AreaChart | None
    kinds: tuple[KindLine, ...]
    roles: tuple[str, ...]
    breakdown: tuple[tuple[str, tuple[int, ...], int], ...]
    crossings: tuple[Crossing, ...]
    cache: CacheView | None
    host_compactions: tuple[Reset, ...]
    our_compactions: tuple[OurCompaction, ...]
    proof: Proof | None
    blocks: BlocksView | None
    sizes: str
    """`usage`: estimates fitted to what the API counted; `host`: on the line of this host; `estimate`: as they are."""


# -- text ------------------------------------------------------------------------------------------


def shown(text: str, limit: int = LONGEST_LABEL) -> str:
    """Text that may stand on a page: no secrets, no control characters, no half characters, cut."""
    clean = readable(redact.redact(text[: 4 * limit + 2_000]).text)
    return clean if len(clean) <= limit else clean[: limit - 1].rstrip() + "…"


def readable(text: str) -> str:
    """The text without control and direction characters, halves of surrogate pairs and rows of empty lines."""
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
                pieces.append(part.text)
            case Image(media_type):
                pieces.append(f"[{media_type or 'image'}]")
            case Opaque(kind, json):
                pieces.append(f"[{kind}] {json}")
    return "\n".join(piece for piece in pieces if piece)


def quote(text: str, wanted: str) -> Quote:
    """The part of a redacted text around the wanted words, at most LONGEST_TEXT characters; its beginning without them.

    The whole text was redacted before: a cut through a key would hide it from whoever looks for keys.
    """
    start, end = _found(text, redact.redact(wanted).text)
    room = max(0, LONGEST_TEXT - (end - start)) // 2
    first = max(0, start - room)
    last = min(len(text), max(end + room, first + LONGEST_TEXT))
    return Quote(
        readable(text[first:start]), readable(text[start:end]), readable(text[end:last]), first, len(text) - last
    )


def _found(text: str, wanted: str) -> tuple[int, int]:
    """Where the wanted words stand, whatever the white space between them; (0, 0) for nowhere."""
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


# -- parts of the report ---------------------------------------------------------------------------


def kind_lines(timeline: Timeline, whole: Sequence[int]) -> tuple[KindLine, ...]:
    """One line for each kind that occurs, largest first; `whole` are its tokens in the whole session."""
    total = sum(timeline.now)
    lines = [
        KindLine(kind, now, 100 * now / total if total else 0.0, max(now, every))
        for kind, now, every in zip(KINDS, timeline.now, whole, strict=True)
        if now or every
    ]
    return tuple(sorted(lines, key=lambda line: (-line.now, -line.whole)))


def role_table(found: Breakdown) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[int, ...], int], ...]]:
    """Roles, and tokens by kind and role with the sum of each kind; kinds that do not occur are left out."""
    roles = [role for role in Role if any(role in by_role for by_role in found.values())]
    rows = tuple(
        (kind, tuple(by_role.get(role, 0) for role in roles), sum(by_role.values()))
        for kind, by_role in found.items()
        if by_role
    )
    return tuple(role.value for role in roles), rows


def crossings(marks: Budget, timeline: Timeline, now: int) -> tuple[Crossing, ...]:
    """Every mark, lowest first."""
    first = dict(timeline.crossed)
    return tuple(
        Crossing(name, level, first.get(level, 0), now >= level, max(0, level - now))
        for name, level in budget.marks(marks).items()
    )


def cache_view(audit: Audit, language: str) -> CacheView | None:
    """What the audit says; None where no reply reports usage."""
    if not audit.replies:
        return None
    usage = audit.usage
    return CacheView(
        replies=len(audit.replies),
        share=audit.cached_share,
        cost=audit.cost,
        avoidable=max(0.0, audit.cost - audit.if_cached),
        is_priced=any(reply.cost is not None for reply in audit.replies),
        uses_cache=audit.uses_cache,
        prices_date=audit.prices_date,
        unpriced=tuple(shown(name, 60) for name in audit.unpriced),
        lost=tuple(_lost(reply, language) for reply in audit.lost[:MOST_LOSSES]),
        lost_count=len(audit.lost),
        pattern=cache_words.pattern(audit, language),
        chart=report_charts.bars(audit.replies),
        prompt=cache_audit.prompt_tokens(usage),
        read=usage.cache_read,
        write=usage.cache_write,
        fresh=usage.input,
    )


def _lost(reply: Reply, language: str) -> LostTurn:
    loss = reply.loss
    return LostTurn(
        reply.number,
        reply.turn,
        reply.prompt,
        reply.usage.cache_read,
        loss.tokens if loss else 0,
        cache_audit.extra(reply),
        cache_words.reason(loss, language) if loss else "",
    )


def blocks_view(rows: Sequence[BlockRow]) -> BlocksView | None:
    """The blocks; None where there are none."""
    if not rows:
        return None
    total = sum(row.block.tokens for row in rows) or 1
    lines = []
    at = sum(row.block.tokens for row in rows[:-MOST_BLOCKS])
    for row in rows[-MOST_BLOCKS:]:
        lines.append(_block(row, total, at))
        at += row.block.tokens
    by_state = [(state.value, [row for row in rows if row.state is state]) for state in BlockState]
    compressed = sum(row.capsule.tokens for row in rows if row.capsule)
    return BlocksView(
        tuple(lines),
        len(rows),
        tuple((name, len(some), sum(row.block.tokens for row in some)) for name, some in by_state if some),
        sum(row.block.tokens for row in rows if row.capsule),
        compressed,
    )


def _block(row: BlockRow, total: int, at: int) -> BlockLine:
    block, capsule = row.block, row.capsule
    return BlockLine(
        number=block.number,
        id=block.id[:12],
        time=time_of(block.time),
        messages=block.messages,
        raw=block.tokens,
        capsule=capsule.tokens if capsule else 0,
        codec=capsule.codec.name if capsule else "",
        state=row.state.value,
        share=round(100 * block.tokens / total, 3),
        start=round(100 * at / total, 3),
    )


SHORTEST_PIECE = 4  # characters; fewer are part of many words


class Secrets:
    """The secrets that were met so far: a word of a receipt may be one, and alone it does not look like it."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}

    def look(self, text: str) -> None:
        """Remember the secrets of a text."""
        for each in redact.findings(text):
            self._found.setdefault(text[each.start : each.end].casefold(), redact.marker(each.kind))

    def without(self, text: str) -> str:
        """The text without them; a piece of one is a secret, too."""
        folded = text.strip().casefold()
        for secret, marker in self._found.items():
            if len(folded) >= SHORTEST_PIECE and folded in secret:
                return marker
            if len(secret) >= SHORTEST_PIECE and secret in folded:
                text = re.sub(re.escape(secret), marker, text, flags=re.IGNORECASE)
        return text


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the texts behind a receipt come from; both are redacted."""

    secrets: Secrets
    archived: Callable[[str], str]
    """The message at a handle and line; empty where it cannot be read."""
    said: Callable[[str], tuple[int, str]]
    """The newest message of the session that holds these words, 1-based, and its text; (0, "") for none."""


def proof(
    receipt: Receipt, sources: Sources, *, before: int, after: int, is_preview: bool, number: int, key: str
) -> Proof:
    """The receipt, each thing with the text around it."""
    parts = (("missing", receipt.missing), ("archived", receipt.archived), ("kept", receipt.kept))
    every = [(state, item) for state, items in parts for item in items]
    shown_items = sorted(every[:MOST_ITEMS], key=lambda pair: _ORDER.get(pair[1].kind, len(_ORDER)))
    return Proof(
        score=receipt.score,
        items=tuple(_item(state, item, sources, is_preview=is_preview) for state, item in shown_items),
        counts=tuple((state, len(items)) for state, items in reversed(parts)),
        left_out=max(0, len(every) - MOST_ITEMS),
        before=before,
        after=after,
        is_preview=is_preview,
        number=number,
        key=key,
    )


_KINDS_OF_THINGS = ("last_request", "directive", "correction", "decision", "todo", "error", "path", "number")
_ORDER = {kind: place for place, kind in enumerate((*_KINDS_OF_THINGS, "identifier"))}


def _item(state: str, item: ReceiptItem, sources: Sources, *, is_preview: bool) -> Item:
    is_archived = item.where.startswith("cm:")
    message, found = (0, sources.archived(item.where)) if is_archived and not is_preview else (0, "")
    if not found:
        message, found = sources.said(item.text)
    if not found and is_archived:
        found = sources.archived(item.where)
    clean = sources.secrets.without(item.text)
    label, whole = one_line(clean), shown(clean, LONGEST_TEXT)
    return Item(
        state=state,
        kind=item.kind,
        label=label,
        where=item.where if is_archived and not is_preview else "",
        message=message,
        text=whole if whole != label and not found else "",
        quote=quote(found, clean) if found else None,
    )


def time_of(text: str) -> str:
    """A transcript's time to the minute, UTC; empty for what is no time."""
    moment = cache_audit.moment(text)
    return moment.strftime("%Y-%m-%d %H:%M") if moment else ""


def span(session: Session) -> tuple[str, str]:
    """Time of the first and the last message."""
    times = [time for time in (time_of(message.time) for message in _ends(session.messages)) if time]
    return (times[0], times[-1]) if times else ("", "")


def _ends(messages: Sequence[Message]) -> Iterable[Message]:
    timed = [message for message in messages if message.time]
    return (timed[0], timed[-1]) if timed else ()
