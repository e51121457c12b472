"""The two charts of the report as numbers: paths in a square of 1,000 by 1,000, axis labels in per cent.

The page stretches the square to its own width and sets the labels beside it,
so that text is as large on a phone as on a desk.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..prompts.cache_audit import Cause, Reply
from .timeline import KINDS, Point, Timeline

SIDE = 1_000
MOST_BARS, FEWEST_BARS = 120, 12
TICKS = 4
CLOSE = 0.08
"""Of the height: marks that are closer than this would write over each other."""
MARK_NEAR = 1.7
"""A mark is drawn where the largest context came this near to it."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis; `at` is per cent of the axis."""

    at: float
    label: str
    is_minor: bool = False
    """Left out where there is little room."""


@dataclass(frozen=True, slots=True)
class Band:
    """One kind of content as an area."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Level:
    """A threshold line across the chart; `at` is per cent from the top."""

    name: str
    tokens: int
    at: float
    is_below: bool = False
    """Its label stands below the line: there is another one close above."""


@dataclass(frozen=True, slots=True)
class AreaChart:
    """Tokens by kind over the messages of a session."""

    bands: tuple[Band, ...]
    counted: str
    """Path of what the API counted; empty without usage."""
    levels: tuple[Level, ...]
    resets: tuple[Tick, ...]
    x: tuple[Tick, ...]
    y: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Paid:
    """How the prompt tokens of a request were billed, or the mean of several requests."""

    read: float
    write: float
    fresh: float
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar for adjacent requests; heights and positions in the square."""

    x: float
    width: float
    read: float
    write: float
    fresh: float
    is_lost: bool


@dataclass(frozen=True, slots=True)
class BarChart:
    """How the prompt of each request was billed."""

    bars: tuple[Bar, ...]
    x: tuple[Tick, ...]
    y: tuple[Tick, ...]
    each: int
    """Requests in one bar."""


def areas(timeline: Timeline, marks: Sequence[tuple[str, int]]) -> AreaChart | None:
    """The stacked areas; None for a session without messages."""
    points = timeline.points
    if not points:
        return None
    if len(points) == 1:
        points = (points[0], points[0])
    near = [(name, level) for name, level in marks if timeline.peak * MARK_NEAR >= level]
    top, y = _scale(max([timeline.peak, *(level for _, level in near)]))
    xs = _places(points, timeline.messages)
    lower = [0] * len(points)
    bands = []
    for kind, name in enumerate(KINDS):
        upper = [low + point.sizes[kind] for low, point in zip(lower, points, strict=True)]
        if upper != lower:
            bands.append(Band(name, _area(xs, lower, upper, top)))
        lower = upper
    counted = [(x, point.counted) for x, point in zip(xs, points, strict=True) if point.counted]
    levels = tuple(
        Level(name, level, round(100 - 100 * level / top, 2), any(0 < other - level < CLOSE * top for _, other in near))
        for name, level in near
    )
    resets = tuple(Tick(_percent(reset.message, timeline.messages), str(reset.message)) for reset in timeline.resets)
    return AreaChart(tuple(bands), _line_path(counted, top), levels, resets, _message_ticks(timeline.messages), y)


def bars(paid: Sequence[Paid], replies: int) -> BarChart | None:
    """How each request was billed; None if no reply reports usage."""
    if not paid:
        return None
    each = -(-replies // len(paid))
    top, y = _scale(max(one.read + one.write + one.fresh for one in paid))
    wide = SIDE / max(len(paid), FEWEST_BARS)
    drawn = []
    for i, one in enumerate(paid):
        read, write, fresh = (round(SIDE * part / top, 1) for part in (one.read, one.write, one.fresh))
        drawn.append(Bar(round(i * wide + wide * 0.12, 1), round(wide * 0.76, 1), read, write, fresh, one.is_lost))
    return BarChart(tuple(drawn), _message_ticks(replies, max(len(paid), FEWEST_BARS) * each), y, each)


def paid(replies: Sequence[Reply]) -> tuple[Paid, ...]:
    """The requests in order; above MOST_BARS, means of adjacent requests."""
    each = -(-len(replies) // MOST_BARS) or 1
    return tuple(_mean(replies[i : i + each]) for i in range(0, len(replies), each))


def _mean(group: Sequence[Reply]) -> Paid:
    count = len(group)
    return Paid(
        sum(reply.usage.cache_read for reply in group) / count,
        sum(reply.usage.cache_write for reply in group) / count,
        sum(reply.usage.input for reply in group) / count,
        any(reply.loss and reply.loss.cause is not Cause.FIRST for reply in group),
    )


def _scale(most: int | float) -> tuple[float, tuple[Tick, ...]]:
    """The top of the axis and its labels, at round numbers."""
    wanted = max(most, 1) * 1.04
    rough = wanted / TICKS
    power = 10 ** (len(str(int(rough))) - 1) if rough >= 1 else 1
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= rough)
    step = max(1, int(step))
    count = 1
    while step * count < wanted:
        count += 1
    top = step * count
    return top, tuple(Tick(round(100 - 100 * i / count, 2), short(step * i)) for i in range(count + 1))


def short(tokens: int) -> str:
    """A token count in short form: `850`, `12k`, `1.2M`."""
    if tokens >= 1_000_000:
        return f"{tokens / 1_000_000:.1f}".removesuffix(".0") + "M"
    return f"{tokens / 1_000:.1f}".removesuffix(".0") + "k" if tokens >= 1_000 else str(tokens)


def _message_ticks(count: int, shown: int = 0) -> tuple[Tick, ...]:
    """About eight round numbers from 1 to `count`; `shown` is the number of positions on the axis."""
    rough = max(1, count / 7)
    power = 10 ** (len(str(int(rough))) - 1)
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    places = [1, *range(step, count + 1, step)] if step > 1 else list(range(1, count + 1))
    ticks: list[Tick] = []
    for place in places:
        at = round(100 * (place - 0.5) / shown, 2) if shown else _percent(place, count)
        is_crowded = ticks and place != 1 and at - ticks[-1].at < 6
        if not is_crowded:
            ticks.append(Tick(at, f"{place:,}", is_minor=bool(len(ticks) % 2)))
    return tuple(ticks)


def _percent(message: int, messages: int) -> float:
    return round(100 * (message - 1) / max(1, messages - 1), 2)


def _places(points: Sequence[Point], messages: int) -> list[float]:
    if points[0] == points[-1]:
        return [0.0, float(SIDE)]
    return [round(SIDE * (point.message - 1) / max(1, messages - 1), 1) for point in points]


def _area(xs: Sequence[float], lower: Sequence[int], upper: Sequence[int], top: float) -> str:
    there = [f"{x:g} {_from_top(size, top):g}" for x, size in zip(xs, upper, strict=True)]
    back = [f"{x:g} {_from_top(size, top):g}" for x, size in zip(reversed(xs), reversed(lower), strict=True)]
    return "M" + "L".join(there) + "L" + "L".join(back) + "Z"


def _line_path(places: Sequence[tuple[float, int]], top: float) -> str:
    return "M" + "L".join(f"{x:g} {_from_top(size, top):g}" for x, size in places) if len(places) > 1 else ""


def _from_top(size: int, top: float) -> float:
    return round(SIDE - SIDE * size / top, 1)
