"""What the report page says about a session, as values: sizes, marks, cache, compactions, blocks, receipt.

Every text in here is ready to be shown: redacted, cut, without control
characters. The page only sets it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model.blocks import BlockRow, BlockState
from ..model.budget import Budget
from ..model.session import Message, Role, Session
from . import budget, cache_audit, cache_words, report_charts
from .breakdown import Breakdown
from .cache_audit import Audit, Reply
from .measure import Measured
from .report_charts import AreaChart, BarChart
from .report_receipt import Proof
from .report_text import shown, time_of
from .report_timeline import KINDS, Reset, Timeline

MOST_LOSSES = 12
MOST_BLOCKS = 400


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


def span(session: Session) -> tuple[str, str]:
    """Time of the first and the last message."""
    times = [time for time in (time_of(message.time) for message in _ends(session.messages)) if time]
    return (times[0], times[-1]) if times else ("", "")


def _ends(messages: Sequence[Message]) -> Iterable[Message]:
    timed = [message for message in messages if message.time]
    return (timed[0], timed[-1]) if timed else ()
