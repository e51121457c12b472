"""Metrics of the provider for Prometheus; `prometheus_client` has its door here."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..provider.services.provider import Provider
from ..storage import environment
from .responses import refusal

PATH = "/metrics"
BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0)
"""Seconds: from an append to the deadline of a compaction."""
_GAUGES = {
    "queued": "Jobs that wait in the background",
    "done": "Jobs done in the background",
    "failed": "Jobs that failed in the background",
    "left_out": "Jobs for which the queue had no room",
    "cpu_seconds": "Seconds of a processor that the background used",
    "cpu_left": "Seconds of a processor that the background may use now",
    "dollars_today": "Dollars that models cost today",
    "daily_dollars": "Dollars that models may cost a day",
    "calls": "Calls that run or wait for a thread",
}


class Metrics:
    """Counts calls from now on, and answers /metrics; the owner's alone, as it tells of every session together."""

    def __init__(self, provider: Provider) -> None:
        self._render: Callable[[], tuple[bytes, str]] | None = None
        if find_spec("prometheus_client") is not None:
            self._render = _counting(provider)

    @property
    def routes(self) -> list[Route]:
        """For the application."""
        return [Route(PATH, self._answered)]

    async def _answered(self, _request: Request) -> Response:
        if self._render is None:
            return refusal(503, "metrics need prometheus-client", environment.command_for("daemon")).response()
        body, kind = self._render()
        return Response(body, headers={"cache-control": "no-store"}, media_type=kind)


def _counting(provider: Provider) -> Callable[[], tuple[bytes, str]]:
    """Have every call counted; what comes back writes the counts down."""
    import prometheus_client as prometheus

    registry = prometheus.CollectorRegistry()
    labels = ("verb", "outcome")
    seconds = prometheus.Histogram(
        "context_memory_call_seconds", "Time of a call, by verb and outcome", labels, registry=registry, buckets=BUCKETS
    )
    gauges: dict[str, Any] = {
        name: prometheus.Gauge(f"context_memory_background_{name}", about, registry=registry)
        for name, about in _GAUGES.items()
    }

    @cache
    def observing(verb: str, outcome: str) -> Callable[[float], None]:
        observe: Callable[[float], None] = seconds.labels(verb, outcome).observe
        return observe

    def note(verb: str, outcome: str, taken: float) -> None:
        observing(verb, outcome)(taken)

    def render() -> tuple[bytes, str]:
        state = provider.state()
        for name, gauge in gauges.items():
            gauge.set(state[name])
        return prometheus.generate_latest(registry), prometheus.CONTENT_TYPE_LATEST

    provider.watch(note)
    return render
