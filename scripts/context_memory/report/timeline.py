"""The context size over the session, message by message and by kind of content, with its compactions.

Sizes are scaled to what the API counted; between two counted
replies they are estimates scaled like the nearest one. What a host kept at
a compaction is not in every transcript: then it is as much of the newest
messages as the next counted request has room for.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import accumulate, pairwise
from typing import Final

from ..compaction.digest import continuation
from ..messages import Image, Message, Opaque, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from ..text import locations, tokens
from ..text.secrets import redact
from ..text.tokens import Estimator
from ..tokens.measure import Calibration
from . import safe_text

KINDS: Final = ("fixed", "summary", "person", "agent", "thinking", "calls", "results", "other")
"""From the bottom of the context to its top; `fixed` is system prompt and tools, `summary` what a compaction wrote."""
MOST_POINTS = 240
MUCH_SMALLER, MANY_SMALLER = 0.75, 0.2
"""Shares: of the estimate that a request falls short of, and of the replies where it does, before the page says so."""
PLAIN = Calibration(0.0, 1.0)
"""The estimate as it is."""

Sizes = tuple[int, ...]
"""Tokens by kind, in the order of KINDS."""


@dataclass(frozen=True, slots=True)
class Point:
    """The context right after a message."""

    message: int
    """1-based."""
    time: str
    sizes: Sizes
    counted: int = 0
    """What the API counted for the request of this reply; 0 where it did not say."""

    @property
    def total(self) -> int:
        """Tokens of the whole context."""
        return sum(self.sizes)


@dataclass(frozen=True, slots=True)
class Reset:
    """A compaction that the transcript shows."""

    message: int
    """1-based: the summary."""
    time: str
    before: int
    after: int
    is_ours: bool
    is_counted: bool = False
    """Whether both sizes are what the API counted."""


@dataclass(frozen=True, slots=True)
class SwapAt:
    """A swap in a journaled session: a text of `tokens` replaces all messages before a position."""

    messages: int
    """Of the journal when it was done."""
    tail_from: int
    """1-based: the first message that stayed as it was said."""
    tokens: int
    """Of the text that stands for what was before."""
    time: str = ""


@dataclass(frozen=True, slots=True)
class Journaled:
    """What is known about a journaled session besides its messages."""

    tokens: int
    """Of the context now."""
    fixed: int
    """Of these, system text and tools."""
    is_counted: bool
    """Whether the API counted a reply since the newest swap."""
    swaps: tuple[SwapAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """The context from the first message to the last."""

    points: tuple[Point, ...]
    resets: tuple[Reset, ...]
    messages: int
    crossed: tuple[tuple[int, int], ...] = ()
    """(level, 1-based message) where the context first had so many tokens; 0: it never had."""
    replies: int = 0
    """Replies for which the API counted the request."""
    whole: Sizes = (0,) * len(KINDS)
    """Estimated tokens of all messages by kind."""
    smaller: int = 0
    """Those of them whose request was much smaller than what the transcript holds."""

    @property
    def is_pruned(self) -> bool:
        """Whether the host often sends much less than its transcript contains."""
        return self.smaller > MANY_SMALLER * self.replies

    @property
    def peak(self) -> int:
        """The largest context, counted or estimated."""
        return max((max(point.total, point.counted) for point in self.points), default=0)

    @property
    def now(self) -> Sizes:
        """The context at the end of the session."""
        return self.points[-1].sizes if self.points else (0,) * len(KINDS)


def timeline_of(
    session: Session,
    estimator: Estimator,
    line: Calibration | None,
    levels: Sequence[int] = (),
    now: int = 0,
    journaled: Journaled | None = None,
) -> Timeline:
    """The timeline; `levels` are sizes whose first crossing is recorded, `now` the final size, all in tokens."""
    chosen = Calibration(journaled.fixed, 1.0) if journaled else line or PLAIN
    messages = session.messages
    sizes = [sizes_of(message, estimator) for message in messages]
    if journaled:  # system text is in the fixed part
        sizes = [(0, *each[1:]) for each in sizes]
    totals = [0, *accumulate(map(sum, sizes))]
    hosts = host_summaries(messages) if journaled else []
    starts = _starts_of_swaps(journaled.swaps, hosts, len(messages)) if journaled else _starts(session, totals, chosen)
    sums = [list(accumulate((each[kind] for each in sizes), initial=0)) for kind in range(len(KINDS))]

    def estimated(i: int) -> Sizes:
        """Tokens by kind after message `i` (0-based)."""
        at = bisect_right(starts.resets, i) - 1
        first = starts.kept[at] if at >= 0 else 0
        raw = [kind[i + 1] - kind[first] for kind in sums]
        if starts.stands_for and at >= 0:
            raw[1] += starts.stands_for[at]
        elif at > 0:  # an older summary inside the kept messages is not sent again
            raw[1] = sums[1][i + 1] - sums[1][starts.resets[at]]
        scaled = [round(chosen.factor * each) for each in raw]
        scaled[0] += round(chosen.base)
        return tuple(scaled)

    counted = [_count_of_reply(message) for message in messages]
    estimates = [sum(estimated(i)) for i in range(len(messages))]
    known = _known_sizes(estimates, counted, starts.resets, now)

    def context(i: int) -> Sizes:
        return share_out(estimated(i), known[i])

    at = _sample_indexes(len(messages), starts.resets, counted)
    points = tuple(Point(i + 1, messages[i].time, context(i), counted[i]) for i in at)
    swapped = set(starts.resets) - set(hosts) if journaled else set[int]()
    return Timeline(
        points,
        tuple(_reset(messages, i, context, counted, is_swap=i in swapped) for i in starts.resets if i),
        len(messages),
        tuple((level, next((i + 1 for i, size in enumerate(known) if size >= level), 0)) for level in levels),
        replies=sum(map(bool, counted)),
        whole=tuple(kind[-1] for kind in sums),
        smaller=sum(0 < real < MUCH_SMALLER * size for real, size in zip(counted, estimates, strict=True)),
    )


def _known_sizes(estimates: Sequence[int], counted: Sequence[int], resets: Sequence[int], now: int) -> list[int]:
    """Tokens after each message: the API's count, or else an estimate scaled like the nearest counted reply.

    The newest counted reply before it is the nearest; right after a compaction, the first one to come.
    """
    edges = [0, *resets, len(estimates)]
    found: list[int] = []
    for first, end in pairwise(edges):
        anchor = next((i for i in range(first, end) if counted[i]), None)
        for i in range(first, end):
            anchor = i if counted[i] else anchor
            scale = counted[anchor] / max(1, estimates[anchor]) if anchor is not None else 1.0
            found.append(round(scale * estimates[i]))
    if found and now:
        found[-1] = now
    return found


def share_out(sizes: Sizes, total: int) -> Sizes:
    """The counts scaled to another total, as whole tokens that add up to it."""
    whole = sum(sizes)
    if not whole:
        return sizes
    edges = [round(total * each / whole) for each in accumulate(sizes, initial=0)]
    return tuple(after - before for before, after in pairwise(edges))


def sizes_of(message: Message, estimator: Estimator) -> Sizes:
    """Estimated tokens of one message by kind."""
    found = [0] * len(KINDS)
    for part in message.parts:
        images = part.images * tokens.IMAGE_TOKENS if isinstance(part, ToolResult) else 0
        found[KINDS.index(_kind(part, message))] += tokens.of_part(part, estimator) - images
        found[-1] += images
    return tuple(found)


def _kind(part: Part, message: Message) -> str:
    if message.is_summary:
        return "summary"
    match part:
        case Text():
            by_role = {Role.SYSTEM: "fixed", Role.USER: "person", Role.ASSISTANT: "agent", Role.TOOL: "results"}
            return by_role[message.role]
        case Thinking():
            return "thinking"
        case ToolCall():
            return "calls"
        case ToolResult():
            return "results"
        case Image() | Opaque():
            return "other"


@dataclass(frozen=True, slots=True)
class _Starts:
    resets: list[int]
    """Indexes of summaries, ascending."""
    kept: list[int]
    """For each of them the index of the first message that stayed in the context."""
    stands_for: list[int] = field(default_factory=list)
    """Tokens of the text that a swap put in place of what was before; empty where a host compacted."""


def host_summaries(messages: Sequence[Message]) -> list[int]:
    """Indexes of the messages in which a host told what it had compacted."""
    return [i for i, message in enumerate(messages) if message.is_summary and not _is_ours(message)]


def _starts_of_swaps(swaps: Sequence[SwapAt], hosts: Sequence[int], messages: int) -> _Starts:
    """A swap takes effect at the first message after it, the newest one at the last message at the latest.

    From a summary of the host on the context holds no older message.
    """
    found = {at: SwapAt(messages=at, tail_from=at + 1, tokens=0) for at in hosts}
    for swap in swaps:
        if 0 < swap.tail_from <= messages + 1 and messages:
            found[min(swap.messages, messages - 1)] = swap
    resets = sorted(found)
    return _Starts(resets, [min(found[at].tail_from - 1, at) for at in resets], [found[at].tokens for at in resets])


def _starts(session: Session, totals: Sequence[int], line: Calibration) -> _Starts:
    messages = session.messages
    resets = [i for i, message in enumerate(messages) if message.is_summary]
    kept = []
    for place, at in enumerate(resets):
        is_last = place == len(resets) - 1
        if is_last:
            kept.append(min(session.context_start, at))
            continue
        until = resets[place + 1]
        reply = next((i for i in range(at + 1, until) if _count_of_reply(messages[i])), None)
        kept.append(at if reply is None else _kept_from(at, reply, messages, totals, line))
    return _Starts(resets, kept)


def _kept_from(at: int, reply: int, messages: Sequence[Message], totals: Sequence[int], line: Calibration) -> int:
    """The oldest kept message that fits into the counted size of the request after the summary."""
    room = (_count_of_reply(messages[reply]) - line.base) / line.factor - (totals[reply + 1] - totals[at])
    return min(at, bisect_left(totals, totals[at] - max(0.0, room)))


def _count_of_reply(message: Message) -> int:
    return message.usage.context if message.usage and message.role is Role.ASSISTANT else 0


def _reset(
    messages: Sequence[Message], i: int, context: Callable[[int], Sizes], counted: Sequence[int], *, is_swap: bool
) -> Reset:
    before = next((each for each in reversed(counted[:i]) if each), 0)
    after = next((each for each in counted[i + 1 :] if each), 0)
    is_counted = bool(before and after)
    return Reset(
        i + 1,
        messages[i].time,
        before if is_counted else sum(context(i - 1)),
        after if is_counted else sum(context(i)),
        is_ours=is_swap or _is_ours(messages[i]),
        is_counted=is_counted,
    )


def _is_ours(message: Message) -> bool:
    return continuation.is_ours(message.text)


def _sample_indexes(count: int, resets: Iterable[int], counted: Sequence[int]) -> list[int]:
    """Indexes of the chart's points: one per slice (its newest counted reply), and both sides of every compaction."""
    if not count:
        return []
    step = max(1.0, count / MOST_POINTS)
    chosen = {0, count - 1}
    edge = 0.0
    while edge < count:
        first, last = int(edge), min(count - 1, int(edge + step) - 1)
        chosen.add(next((i for i in range(last, first - 1, -1) if counted[i]), max(first, last)))
        edge += step
    for i in resets:
        chosen.update(each for each in (i - 1, i) if 0 <= each < count)
    return sorted(chosen)


MOST = 10
LONGEST_LABEL = 140  # characters
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class LargeCall:
    """A tool call with its result."""

    message: int
    """1-based: the one that holds the result."""
    time: str
    tool: str
    label: str
    """What it asked, in one line."""
    tokens: int
    """Of call and result, estimated."""
    is_seen: bool
    """Whether the result is in the context now, as it was."""


def largest_calls(messages: Sequence[Message], estimator: Estimator, seen_from: int) -> tuple[LargeCall, ...]:
    """The largest calls first; `seen_from` is the 1-based first message that the model sees unchanged."""
    asked: dict[str, ToolCall] = {}
    found: list[tuple[int, int, ToolCall | None, str]] = []
    for number, message in enumerate(messages, 1):
        asked.update((call.id, call) for call in message.calls)
        for result in message.results:
            call = asked.get(result.call_id)
            size = tokens.of_part(result, estimator) + (tokens.of_part(call, estimator) if call else 0)
            found.append((size, number, call, result.name))
    return tuple(
        LargeCall(
            message=number,
            time=safe_text.time_of(messages[number - 1].time),
            tool=safe_text.one_line((call.name if call else name) or "?", LONGEST_NAME),
            label=safe_text.one_line(_describe_arguments(call), LONGEST_LABEL) if call else "",
            tokens=size,
            is_seen=number >= seen_from,
        )
        for size, number, call, name in nlargest(MOST, found, key=lambda each: (each[0], each[1]))
    )


def _describe_arguments(call: ToolCall) -> str:
    """The command, path or query of a call, redacted; all its arguments where it has none.

    It is redacted while its lines are lines: JSON writes them as one.
    """
    (call,) = redact.redact_message(Message(Role.ASSISTANT, (call,))).message.calls
    texts = [value for value in call.input.values() if isinstance(value, str) and value.strip()] if call.input else []
    if len(texts) == 1:
        return texts[0]
    place = locations.place_of_call(call).removeprefix("$ ")
    return place.removeprefix(call.name).lstrip() or tokens.call_text(call)
