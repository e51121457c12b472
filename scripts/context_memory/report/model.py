"""The content of the report page as values: sizes, thresholds, cache, compactions, blocks, receipt.

Every text in here is ready to be shown: redacted, cut, without control
characters. The page only renders it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..blocks.values import BlockRow, BlockState
from ..compaction.digest.values import Receipt, ReceiptItem
from ..messages import Message, Session
from ..prompts.cache_audit import Audit, Reply, describe_loss, describe_pattern, extra_cost, prompt_tokens
from ..tokens import budget
from ..tokens.budget import Budget
from ..tokens.measure import Measured
from ..transcripts.speakers import said
from . import charts
from .charts import AreaChart, BarChart, Paid
from .safe_text import LONGEST_TEXT, Quote, Secrets, one_line, quote, shown, time_of
from .timeline import KINDS, LargeCall, Reset, Timeline

MOST_ITEMS = 400
"""Things of a receipt that are listed; the rest is counted."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the receipt."""

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
    """The receipt of a compaction, or of a preview."""

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
        """The items by kind, in order of first occurrence."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.kind, []).append(item)
        return tuple((kind, tuple(items)) for kind, items in found.items())


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
    """The receipt, each item with the text around it."""
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


_REQUIRED = ("last_request", "directive", "correction", "decision", "todo", "check", "error", "changed")
_KINDS_OF_THINGS = (*_REQUIRED, "path", "number")
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


MARKS_IN_PICTURE = ("compact", "hard")
"""Two lines are enough to read it."""
MOST_TITLE = 90
"""Characters of the first request that fit into two lines of a heading."""
MOST_LOSSES = 12
MOST_BLOCKS = 400


@dataclass(frozen=True, slots=True)
class Crossing:
    """A threshold, and where the context first reached it."""

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
    """Statistics of the prompt cache."""

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
    paid: tuple[Paid, ...]
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
    """What the person asked first; the session's name where nobody asked."""
    session: str
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
    largest: tuple[LargeCall, ...]
    """The tool calls that weigh most."""
    crossings: tuple[Crossing, ...]
    cache: CacheView | None
    host_compactions: tuple[Reset, ...]
    our_compactions: tuple[OurCompaction, ...]
    proof: Proof | None
    blocks: BlocksView | None
    sizes: str
    """`usage`: they add up to what the API counted; `host`: estimates on the line of this host; `estimate`: plain."""


# -- parts of the report ---------------------------------------------------------------------------


def first_request(messages: Sequence[Message]) -> str:
    """The line of the person's first request, with the next one where it ends with a colon; empty if there is none."""
    spoken = (words.strip() for message in messages if (words := said(message)))
    return next((shown(_first_line(words), MOST_TITLE) for words in spoken if words), "")


def _first_line(words: str) -> str:
    first, *further = [line.strip() for line in words.splitlines() if line.strip()][:2]
    return " ".join([first, *(line.lstrip("#*- ") for line in further if first.endswith((":", "：")))])


def kind_lines(timeline: Timeline, whole: Sequence[int]) -> tuple[KindLine, ...]:
    """One line for each kind that occurs, largest first; `whole` are its tokens in the whole session."""
    total = sum(timeline.now)
    lines = [
        KindLine(kind, now, 100 * now / total if total else 0.0, max(now, every))
        for kind, now, every in zip(KINDS, timeline.now, whole, strict=True)
        if now or every
    ]
    return tuple(sorted(lines, key=lambda line: (-line.now, -line.whole)))


def crossings(marks: Budget, timeline: Timeline, now: int) -> tuple[Crossing, ...]:
    """Every threshold, lowest first."""
    first = dict(timeline.crossed)
    return tuple(
        Crossing(name, level, first.get(level, 0), now >= level, max(0, level - now))
        for name, level in budget.marks(marks).items()
    )


def cache_view(audit: Audit, texts: Mapping[str, str]) -> CacheView | None:
    """The cache audit, worded with `texts`; None if no reply reports usage."""
    if not audit.replies:
        return None
    usage, paid = audit.usage, charts.paid(audit.replies)
    return CacheView(
        replies=len(audit.replies),
        share=audit.cached_share,
        cost=audit.cost,
        avoidable=max(0.0, audit.cost - audit.if_cached),
        is_priced=audit.is_output_known and any(reply.cost is not None for reply in audit.replies),
        uses_cache=audit.uses_cache,
        prices_date=audit.prices_date,
        unpriced=tuple(shown(name, 60) for name in audit.unpriced),
        lost=tuple(_lost(reply, texts) for reply in audit.lost[:MOST_LOSSES]),
        lost_count=len(audit.lost),
        pattern=describe_pattern(audit, texts),
        paid=paid,
        chart=charts.bars(paid, len(audit.replies)),
        prompt=prompt_tokens(usage),
        read=usage.cache_read,
        write=usage.cache_write,
        fresh=usage.input,
    )


def _lost(reply: Reply, texts: Mapping[str, str]) -> LostTurn:
    loss = reply.loss
    return LostTurn(
        reply.number,
        reply.turn,
        reply.prompt,
        reply.usage.cache_read,
        loss.tokens if loss else 0,
        extra_cost(reply),
        describe_loss(loss, texts) if loss else "",
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


def span(session: Session) -> tuple[str, str]:
    """Time of the first and the last message."""
    times = [time for time in (time_of(message.time) for message in _ends(session.messages)) if time]
    return (times[0], times[-1]) if times else ("", "")


def _ends(messages: Sequence[Message]) -> Iterable[Message]:
    timed = [message for message in messages if message.time]
    return (timed[0], timed[-1]) if timed else ()
