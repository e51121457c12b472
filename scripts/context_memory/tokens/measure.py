"""Measures a context: by the API's count, else a fitted line, else the estimate.

An estimate never sees the system prompt and the tools; sessions that were
compacted at 160,000 real tokens had estimates of 52,000 to 115,000.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple, assert_never

from ..errors import InputError
from ..messages import Image, Message, Opaque, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from ..text import tokens
from ..text.tokens import Estimator

LEAST_REPLIES = 5
"""Fewer points than this make no line."""


class Calibration(NamedTuple):
    """Real tokens of a host as `base + factor * estimate`."""

    base: float
    """The fixed prefix: system prompt and tools."""
    factor: float
    replies: int = 0
    """How many replies it was fitted to; 0 for the built-in ones."""
    median_error: float = 0.0
    """Per cent of the real size, over the fitted replies."""
    p90_error: float = 0.0

    def tokens(self, estimate: int) -> int:
        """Real tokens behind an estimate."""
        return max(0, round(self.base + self.factor * estimate))


BUILT_IN: Mapping[str, Calibration] = MappingProxyType(
    {
        # fitted to real transcripts of each host, November 2026
        "claude-code": Calibration(38_500, 1.55),
        "openclaw": Calibration(13_200, 1.35),
        "openclaw-sqlite": Calibration(13_200, 1.35),
    }
)
"""By transcript format."""


OUTLIER = 50.0
"""Per cent; farther off is a context that was pruned, not a worse line."""
WORST_SHARE = 4
"""A quarter of the replies may be outliers: hosts prune old results without telling the transcript."""


def fit(points: Sequence[tuple[int, int]]) -> Calibration:
    """The line through (estimate, counted tokens) points, with its errors over all of them.

    Least squares over all points, and over all but the worst quarter; the line with the smaller error wins.
    """
    if len(points) < LEAST_REPLIES or len({estimate for estimate, _ in points}) < 2:
        raise InputError(
            f"{len(points)} replies with usage are too few to calibrate",
            hint=f"give sessions with at least {LEAST_REPLIES} replies that carry the API's usage",
        )
    plain = _fit_line(points)
    line = min(plain, _without_outliers(points, plain), key=lambda each: _capped_mean(each, points))
    median, p90 = errors(line, points)
    return line._replace(replies=len(points), median_error=median, p90_error=p90)


def _errors(calibration: Calibration, points: Iterable[tuple[int, int]]) -> list[float]:
    return [abs(calibration.tokens(x) - y) / y * 100 for x, y in points if y > 0]


def _capped_mean(calibration: Calibration, points: Iterable[tuple[int, int]]) -> float:
    """Mean error, with each reply's error capped at OUTLIER per cent."""
    each = [min(error, OUTLIER) for error in _errors(calibration, points)]
    return sum(each) / len(each) if each else 0.0


def _without_outliers(points: Sequence[tuple[int, int]], line: Calibration) -> Calibration:
    """The line fitted without outliers, in a few steps from `line`."""
    kept = max(LEAST_REPLIES, len(points) - len(points) // WORST_SHARE)
    for _ in range(10):
        near = sorted(points, key=lambda point: abs(line.base + line.factor * point[0] - point[1]))[:kept]
        if len({estimate for estimate, _ in near}) < 2:
            return line
        line = _fit_line(near)
    return line


def _fit_line(points: Sequence[tuple[int, int]]) -> Calibration:
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    factor = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    if factor <= 0:
        raise InputError("the replies' usage does not grow with their text", hint="give other sessions to calibrate")
    return Calibration(mean_y - factor * mean_x, factor)


def errors(calibration: Calibration, points: Iterable[tuple[int, int]]) -> tuple[float, float]:
    """Median and 90th percentile of the absolute error, per cent of the real size."""
    each = sorted(_errors(calibration, points))
    if not each:
        return 0.0, 0.0
    return each[(len(each) - 1) // 2], each[min(len(each) - 1, round(0.9 * (len(each) - 1)))]


Source = Literal["usage", "calibration", "estimate", "api"]
LEAST_FACTOR, MOST_FACTOR = 0.5, 3.0
"""A line outside of these says more about what a host pruned than about its tokens."""


class Measured(NamedTuple):
    """The size of a context and the source of the number."""

    tokens: int
    source: Source
    estimate: int
    """The estimate of all messages, whatever the source."""


def measure_context(session: Session, estimator: Estimator, calibration: Calibration | None) -> Measured:
    """The best known size of the session's context."""
    sizes = [tokens.of_message(message, estimator) for message in session.context]
    estimate = sum(sizes)
    counted = counted_at(session.context)
    if counted is not None:
        usage = session.context[counted].usage
        after = sum(sizes[counted + 1 :])
        return Measured((usage.context if usage else 0) + after, "usage", estimate)
    if calibration is not None:
        return Measured(calibration.tokens(estimate), "calibration", estimate)
    return Measured(estimate, "estimate", estimate)


def counted_at(context: Sequence[Message]) -> int | None:
    """Index of the newest reply whose usage is valid: usage from before a compaction is not."""
    for i in range(len(context) - 1, -1, -1):
        if context[i].is_summary:
            return None
        if _counts(context[i]):
            return i
    return None


def fixed_prefix(session: Session, estimator: Estimator) -> int:
    """Tokens of system prompt and tools: the minimum that replies counted beyond their messages; 0 if unknown."""
    return max(0, min((real - estimate for estimate, real in pairs(session, estimator)), default=0))


def pairs(session: Session, estimator: Estimator) -> list[tuple[int, int]]:
    """(estimate, counted tokens) of the context right after each counted reply.

    Between two compactions of the host it is not known what was kept, so only the stretch before the
    first and the one after the last count.
    """
    summaries = [i for i, message in enumerate(session.messages) if message.is_summary]
    if not summaries:
        return _pairs(session.messages, 0, estimator)
    last = summaries[-1]
    kept = tokens.of_messages(session.messages[min(session.context_start, last) : last], estimator)
    return _pairs(session.messages[: summaries[0]], 0, estimator) + _pairs(session.messages[last:], kept, estimator)


def _pairs(messages: Sequence[Message], before: int, estimator: Estimator) -> list[tuple[int, int]]:
    found = []
    estimate = before
    for message in messages:
        estimate += tokens.of_message(message, estimator)
        if _counts(message) and message.usage:
            found.append((estimate, message.usage.context))
    return found


def _counts(message: Message) -> bool:
    return message.role is Role.ASSISTANT and message.usage is not None and message.usage.context > 0


def fitted_line(session: Session, estimator: Estimator) -> Calibration | None:
    """The line from estimates to real tokens: fitted to the session's usage, else its host's, else None."""
    known = BUILT_IN.get(session.format)
    try:
        fitted = fit(pairs(session, estimator))
    except InputError:
        return known
    return fitted._replace(base=max(0.0, fitted.base)) if LEAST_FACTOR <= fitted.factor <= MOST_FACTOR else known


PART_KINDS = ("text", "thinking", "tool calls", "tool results", "images", "opaque")

Breakdown = dict[str, dict[Role, int]]
"""Tokens by kind (all of KINDS, in order) and role (only those that occur)."""


def break_down(messages: Iterable[Message], estimator: Estimator) -> Breakdown:
    """Tokens of the messages by kind and role; images in tool results count as images."""
    found: Breakdown = {kind: {} for kind in PART_KINDS}
    for message in messages:
        for part in message.parts:
            in_result = part.images * tokens.IMAGE_TOKENS if isinstance(part, ToolResult) else 0
            _add(found, kind_of(part), message.role, tokens.of_part(part, estimator) - in_result)
            if in_result:
                _add(found, "images", message.role, in_result)
    return found


def kind_of(part: Part) -> str:
    """Which of KINDS a part is."""
    match part:
        case Text():
            return "text"
        case Thinking():
            return "thinking"
        case ToolCall():
            return "tool calls"
        case ToolResult():
            return "tool results"
        case Image():
            return "images"
        case Opaque():
            return "opaque"
        case _:
            assert_never(part)


def _add(found: Breakdown, kind: str, role: Role, count: int) -> None:
    found[kind][role] = found[kind].get(role, 0) + count
