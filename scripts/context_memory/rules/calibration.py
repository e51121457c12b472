"""A line from estimates to real tokens, one per host: what an estimate cannot see is always there.

The base is the system prompt and the tools, the factor is how far the
estimator is off on this host's text.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from ..model.errors import InputError

LEAST_REPLIES = 5
"""Fewer points than this make no line."""


@dataclass(frozen=True, slots=True)
class Calibration:
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
    plain = _line(points)
    line = min(plain, _without_outliers(points, plain), key=lambda each: _capped_mean(each, points))
    median, p90 = errors(line, points)
    return replace(line, replies=len(points), median_error=median, p90_error=p90)


def _errors(calibration: Calibration, points: Iterable[tuple[int, int]]) -> list[float]:
    return [abs(calibration.tokens(x) - y) / y * 100 for x, y in points if y > 0]


def _capped_mean(calibration: Calibration, points: Iterable[tuple[int, int]]) -> float:
    """Mean error in which a reply that is far off weighs no more than one that is off by OUTLIER per cent."""
    each = [min(error, OUTLIER) for error in _errors(calibration, points)]
    return sum(each) / len(each) if each else 0.0


def _without_outliers(points: Sequence[tuple[int, int]], line: Calibration) -> Calibration:
    """The line through the points that lie nearest to it, found in a few steps from `line`."""
    kept = max(LEAST_REPLIES, len(points) - len(points) // WORST_SHARE)
    for _ in range(10):
        near = sorted(points, key=lambda point: abs(line.base + line.factor * point[0] - point[1]))[:kept]
        if len({estimate for estimate, _ in near}) < 2:
            return line
        line = _line(near)
    return line


def _line(points: Sequence[tuple[int, int]]) -> Calibration:
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
