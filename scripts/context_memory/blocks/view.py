"""Decides when raw blocks become capsules, and renders the view.

A view is the swapped past as one message that is constant between swaps, then the raw tail.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..compaction import recent_messages
from ..compaction.digest.values import Archived
from ..messages import Message, Part, Role, Text, ToolCall, ToolResult, inside_groups
from ..tokens.budget import Budget
from ..transcripts.own_texts import CAPSULES_TITLE
from . import cutting
from .values import Block, BlockState, Capsule, EvictedBlocks, JournalEntry, ShownCapsule, Swap, View

ASSUMED_SAVING = 60
"""Per cent of its raw size that a block without capsule is assumed to save (R-Memory)."""
COLD_PERCENT = 125
"""A cold cache is worth a swap from this per cent of the target on; below, little would be saved."""
LEAST_PERCENT = 10
"""A swap that saves less than this share of the target is not worth the prompt cache that it costs."""
RAW_LEFT_PERCENT = 75
"""Of the mark of the raw part, what a swap leaves raw: a quarter of it may come before the next one."""
NEED_TWO_BLOCKS = "need-2-blocks"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A raw block that could be swapped; `compressed` is None if no capsule is ready."""

    raw: int
    compressed: int | None = None

    @property
    def saving(self) -> int:
        """Tokens that its swap saves."""
        if self.compressed is None:
            return self.raw * ASSUMED_SAVING // 100
        return max(0, self.raw - self.compressed)

    @property
    def size(self) -> int:
        """Tokens that remain in the view after its swap."""
        return self.raw - self.saving


@dataclass(frozen=True, slots=True)
class Room:
    """The budget of a view after a swap, tokens."""

    target: int
    raw: int
    """Cap of the raw part."""
    fixed: int
    """Header and restored files."""
    capsules: int
    """Cap of the capsules; the oldest leave beyond it."""


def swap_due(
    tokens: int, budget: Budget, *, idle: float = 0, ttl: float = 0, raw: int = 0, raw_trigger: int = 0
) -> str:
    """`full` at the threshold, `raw` if the raw part is at its own, `cold` if the cache has expired, else empty.

    A cold cache makes a swap due only where it saves enough.
    """
    if tokens >= budget.compact_at:
        return "full"
    if 0 < raw_trigger <= raw:
        return "raw"
    if ttl > 0 and idle >= ttl and tokens * 100 >= budget.target * COLD_PERCENT:
        return "cold"
    return ""


def is_worth_it(saved: int, budget: Budget, *, raw_trigger: int = 0) -> bool:
    """Whether a swap saves enough to invalidate the cache: a share of the target, or of the raw part."""
    return saved * 100 >= (raw_trigger or budget.target) * LEAST_PERCENT


def count_to_swap(candidates: Sequence[Candidate], overflow: int) -> int:
    """How many of the oldest blocks save `overflow` tokens together; at least one stays raw, so it may be 0.

    `candidates` are all blocks that are raw, oldest first.
    """
    count = saved = 0
    while saved < overflow and count < len(candidates) - 1:
        saved += candidates[count].saving
        count += 1
    return count


def count(candidates: Sequence[Candidate], shown: Sequence[int], rest: int, room: Room, overflow: int) -> int:
    """How many blocks to swap: those that save the overflow, and more while the raw part is too large.

    Where all of them together would not save it, capsules have to leave anyway, and the raw part keeps its room.
    `candidates` are the sealed blocks that are raw, `rest` the tokens behind them that stay raw always.
    """
    newest = [Candidate(rest, rest)] if rest else []
    found = count_to_swap([*candidates, *newest], overflow)
    if sum(candidate.saving for candidate in candidates[:found]) < overflow:
        found = 1
    most = len(candidates) if rest else len(candidates) - 1
    raw = rest + sum(candidate.raw for candidate in candidates)
    sizes = [*shown, *(candidate.size for candidate in candidates)]
    left, first = total_tokens(shown) or TITLE_TOKENS, 0
    for taken, candidate in enumerate(candidates, 1):
        raw -= candidate.raw
        left += candidate.size + HEADING_TOKENS
        while (
            left > room.capsules and first < len(shown) + taken - 1
        ):  # as `choose_evicted`, for all counts in one pass
            left -= sizes[first] + HEADING_TOKENS
            first += 1
        fits = raw <= room.raw and room.fixed + left + raw <= room.target
        if taken >= max(1, found) and (fits or taken >= most):
            return taken
    return max(1, found)


def cuts(messages: Sequence[Message], ends: Sequence[int]) -> list[int]:
    """How many blocks may leave the raw part without separating a result from its call.

    `ends` says for each block the number of raw messages up to its end; results that came late, after their block
    was sealed, rule out the cuts in between.
    """
    inside = inside_groups(messages)
    return [count for count, end in enumerate(ends, 1) if end not in inside]


def kept_cuts(messages: Sequence[Message], ends: Sequence[int], keep: int) -> list[int]:
    """Those of `cuts` that leave the newest messages raw: one at least, and `keep` of them where that is possible."""
    allowed = [count for count in cuts(messages, ends) if ends[count - 1] < len(messages)]
    return [count for count in allowed if len(messages) - ends[count - 1] >= keep] or allowed


def nearest(wanted: int, allowed: Collection[int], most_blocks: int) -> int:
    """The allowed count closest above `wanted`, else the largest below; 0 if there is none."""
    above = [count for count in allowed if wanted <= count <= most_blocks]
    below = [count for count in allowed if count < wanted and count <= most_blocks]
    return min(above) if above else max(below, default=0)


def find_faults(
    *,
    tokens: int,
    target: int,
    score: float,
    min_score: float,
    numbers: Sequence[int],
    evicted: int,
    tail: Sequence[Message],
) -> list[str]:
    """Faults of a finished view; a view with any is not shown."""
    found = []
    if tokens > target:
        found.append(f"it has {tokens:,} tokens, more than the target of {target:,}")
    if list(numbers) != list(range(evicted + 1, evicted + 1 + len(numbers))):
        found.append("its capsules do not follow one another without a gap")
    if score < min_score:
        found.append(f"its receipt scores {score:.2f}, below min_receipt {min_score:.2f}")
    if orphans(tail):
        found.append("its raw part begins inside a tool call")
    return found


def orphans(messages: Sequence[Message]) -> list[str]:
    """Ids of tool results without a call before them."""
    called: set[str] = set()
    lone = []
    for message in messages:
        called.update(call.id for call in message.calls)
        lone += [result.call_id for result in message.results if result.call_id not in called]
    return lone


TITLE_TOKENS = 20
"""Title and counts above the capsules (R-Memory)."""
HEADING_TOKENS = 15
"""The heading of one capsule (R-Memory)."""


@dataclass(frozen=True, slots=True)
class Eviction:
    """How many of the oldest capsules leave."""

    count: int
    warning: str = ""
    """Said when the newest capsule alone is above the mark: it stays all the same."""


def total_tokens(sizes: Sequence[int]) -> int:
    """Tokens of capsules of these sizes in the view, with title and headings."""
    return TITLE_TOKENS + sum(size + HEADING_TOKENS for size in sizes) if sizes else 0


def choose_evicted(sizes: Sequence[int], cap: int) -> Eviction:
    """Evict capsules until the rest fits in `cap` tokens; `sizes` are oldest first, the newest always stays."""
    left = total_tokens(sizes)
    count = 0
    while left > cap and count < len(sizes) - 1:
        left -= sizes[count] + HEADING_TOKENS
        count += 1
    if left <= cap or not sizes:
        return Eviction(count)
    return Eviction(count, f"the newest capsule has {sizes[-1]:,} tokens, more than the mark of {cap:,}; it stays")


def places_of(blocks: Iterable[Block], archives: Iterable[Archived]) -> list[tuple[tuple[int, int], EvictedBlocks]]:
    """Where the messages of these blocks are in the archive; each with its first and last message, counted from 0."""
    blocks = list(blocks)
    found = []
    for each in archives:
        here = [block for block in blocks if each.first < block.last <= each.first + each.count]
        if here:
            first = max(1, here[0].first - each.first)
            lines = f"#L{first}-{here[-1].last - each.first}"
            place = EvictedBlocks(here[0].number, here[-1].number, each.handle + lines)
            found.append(((each.first + first - 1, here[-1].last - 1), place))
    return found


CHAPTER_TOKENS = 32_000
"""So many tokens of blocks are a chapter: the structured state at its end is kept, what follows is folded anew."""


def chapters(blocks: Sequence[Block]) -> list[Block]:
    """The last block of each chapter."""
    ends = []
    total = 0
    for block in blocks:
        total += block.tokens
        if total >= CHAPTER_TOKENS:
            ends.append(block)
            total = 0
    return ends


MOST_NAMED = 8
"""Places of evicted blocks that a view names; each takes about 20 tokens."""
_MINUTE = 16  # characters of an ISO 8601 time up to the minute
_NO_TIME = "0000-00-00T00:00"


def capsules(shown: Sequence[ShownCapsule], gone: Sequence[EvictedBlocks] = ()) -> str:
    """The capsules in R-Memory's format, each under its block's number; empty if there are none.

    Of the blocks that left, the newest are named with the handle that reads them back, older ones by the command.
    """
    if not shown:
        return ""
    tokens, raw = sum(each.tokens for each in shown), sum(each.tokens_raw for each in shown)
    lines = [CAPSULES_TITLE, f"_{len(shown)} blocks | ~{tokens} tokens (was ~{raw} raw)_", ""]
    named = gone[-MOST_NAMED:]
    if len(gone) > len(named):
        lines.append(f"_{_blocks(gone[0].first, named[0].first - 1)} out of view: blocks show --state evicted_")
        lines += [each.brief for each in gone[:-MOST_NAMED] if each.brief]
    for place in named:
        lines.append(f"_{_blocks(place.first, place.last)} out of view: archive {place.where}_")
        lines += [place.brief] if place.brief else []
    lines += [""] if gone else []
    for each in shown:
        lines += [f"## Block {each.number} [{minute(each.time)}]", each.text, ""]
    return "\n".join(lines)


def _blocks(first: int, last: int) -> str:
    return f"Block {first}" if first == last else f"Blocks {first} to {last}"


def minute(time: str) -> str:
    """The time as a heading shows it, YYYY-MM-DDTHH:MM."""
    return time[:_MINUTE].replace(" ", "T") if len(time) >= _MINUTE else _NO_TIME


def state_of(block: Block, current: Swap, capsule: Capsule | None) -> BlockState:
    """Whether a block left the view, is shown as a capsule, has one, or is raw."""
    if block.number <= current.evicted:
        return BlockState.EVICTED
    if block.last < current.tail_from:
        return BlockState.COMPRESSED
    return BlockState.READY if capsule else BlockState.RAW


def prefix(swap: Swap) -> str:
    """Everything before the raw tail as one text; empty before the first swap."""
    return "\n\n".join(
        part for part in (swap.header, swap.restored.rstrip("\n"), capsules(swap.shown, swap.gone)) if part
    )


def messages(text: str, raw: Iterable[Message]) -> tuple[Message, ...]:
    """The whole view as messages."""
    first = (Message(Role.USER, (Text(text),), is_summary=True),) if text else ()
    return (*first, *raw)


def shown(swap: Swap, text: str, tail: tuple[Message, ...], last: int, tokens: int) -> View:
    """The view behind a swap: its prefix as text, the messages behind it, the newest message and the size of all."""
    return View(
        session=swap.session,
        revision=swap.revision,
        prefix=text,
        tail=tail,
        messages=messages(text, tail),
        first=1,
        last=last,
        tail_from=swap.tail_from,
        tokens=tokens,
        tokens_prefix=swap.tokens,
        sources=tuple(each.block for each in swap.shown),
        restored_files=swap.restored_files,
        warning=swap.warning,
    )


def raw_tail(entries: Iterable[tuple[JournalEntry, str]], swap: Swap) -> Iterator[Message]:
    """The raw messages behind the swapped part, made as they are asked for; a pair: an entry, why it is skipped.

    Leading system text belongs to the host, and summaries of its own compactions are what the capsules replace.
    Messages that the swap found in the tail carry no thinking; a result whose call was swapped becomes text.
    """
    cut = dict(swap.replaced)
    called: set[str] = set()
    for entry, skip in entries:
        if skip in {cutting.SYSTEM, cutting.SUMMARY}:
            continue
        message = cut.get(entry.seq, entry.message)
        if entry.seq <= swap.thinking_until:
            message = recent_messages.without_thinking(message)
        has_results = False
        for part in message.parts:
            if isinstance(part, ToolCall):
                called.add(part.id)
            has_results |= isinstance(part, ToolResult)
        if has_results:
            message = _with_late_results_as_text(message, called)
        if message.parts:
            yield message


def _with_late_results_as_text(message: Message, called: set[str]) -> Message:
    """Results whose call is no longer in the tail, as text, since the API would refuse them."""
    if all(result.call_id in called for result in message.results):
        return message
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolResult) and part.call_id not in called:
            parts += [Text(f"[late result of {part.name or 'a tool'}]\n{part.text}"), *part.pictures, *part.others]
        else:
            parts.append(part)
    role = message.role if any(isinstance(part, ToolResult) for part in parts) else Role.USER
    return replace(message, role=role, parts=tuple(parts))
