"""Measures sessions by the transcript's usage, fitted calibrations or the API."""

from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from ..llm.ports import TokenCounter
from ..messages import Image, Message, Role, Session, Text, ToolResult
from ..settings.values import Settings
from ..storage import files
from ..storage.files import ChangedState, LoadedState, StateForm
from ..storage.places import Places
from ..text import tokens
from ..text.tokens import Estimator
from . import measure
from .measure import Calibration, Measured

Line = Mapping[str, float]
"""`base`, `factor`, `replies`, `median_error`, `p90_error` of one fitted line."""
NAMES = ("base", "factor", "replies", "median_error", "p90_error")


def load_calibrations(path: Path) -> LoadedState[Mapping[str, Line]]:
    """All fitted lines by key; for a corrupt file none, and a problem to report."""
    return files.load_state(path, FORM)


def put_calibration(path: Path, lines: Mapping[str, Line]) -> ChangedState[Mapping[str, Line]]:
    """Adds or replaces the lines of these keys; a corrupt file is quarantined first."""
    return files.change_state(path, FORM, lambda existing: {**existing, **lines})


def _parse_lines(content: Mapping[str, Any]) -> Mapping[str, Line]:
    return {key: _stored_line(key, fields) for key, fields in content.items()}


def _stored_line(key: str, fields: object) -> Line:
    if not isinstance(fields, dict):
        raise ValueError(f"{key} is not a calibration")  # noqa: TRY004 - what a Form's parse raises
    line = {name: fields.get(name) for name in NAMES}
    numbers = {name: float(value) for name, value in line.items() if isinstance(value, int | float)}
    if len(numbers) != len(NAMES) or not all(map(isfinite, numbers.values())) or numbers["factor"] <= 0:
        raise ValueError(f"{key} is not a calibration")
    return numbers


def _dump_lines(lines: Mapping[str, Line]) -> dict[str, Any]:
    return {key: dict(line) for key, line in lines.items()}


FORM: StateForm[Mapping[str, Line]] = StateForm(initial={}, parse=_parse_lines, dump=_dump_lines)


API = "api"


class Fitted(NamedTuple):
    """A calibration of one host, and the error of the previous one on the same replies."""

    format: str
    calibration: Calibration
    sessions: int
    before: tuple[float, float] | None
    """Median and p90 error, per cent; None where nothing was known about this host."""


def counter_of(settings: Settings) -> TokenCounter | None:
    """The counter of the settings; only the estimator `api` has one."""
    if settings.estimator != API:
        return None
    from ..llm.remote import AnthropicCounter

    return AnthropicCounter(settings.model, settings.base_url)


class Measuring:
    """Measures with the settings' estimator; `counter` serves the estimator `api`."""

    def __init__(self, settings: Settings, places: Places, counter: TokenCounter | None = None) -> None:
        self.estimator: Estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._name = settings.estimator if settings.estimator in tokens.ESTIMATORS else "cjk"
        self._counter = counter if settings.estimator == API else None
        self._file = places.state / "calibration.json"
        self.problems: list[str] = []
        """What was wrong with the calibration file; the caller says it."""

    def count_text(self, text: str) -> int:
        """Tokens of one text, by the settings' estimator."""
        if self._counter is None:
            return self.estimator(text)
        return self._counter.count(Session("text", (Message(Role.USER, (Text(text),)),)))

    def measure(self, session: Session) -> Measured:
        """The size of the session's context, from the best source there is."""
        measured = measure.measure_context(session, self.estimator, self.calibration(session.format))
        if self._counter is None:
            return measured
        exact = self._counter.count(session) + _images(session.context) * tokens.IMAGE_TOKENS
        if measured.source == "usage":
            return measured._replace(estimate=exact)
        return Measured(exact, "api", exact)

    def fixed_prefix(self, session: Session) -> int:
        """Tokens of system prompt and tools: from counted replies, else from a calibration, else 0."""
        known = measure.fixed_prefix(session, self.estimator)
        calibration = self.calibration(session.format)
        return known or (max(0, round(calibration.base)) if calibration else 0)

    def calibration(self, session_format: str) -> Calibration | None:
        """The line fitted on this machine, else the built-in one of this host, else None."""
        loaded = load_calibrations(self._file)
        if loaded.problem and loaded.problem not in self.problems:
            self.problems.append(loaded.problem)
        line = loaded.state.get(self._key(session_format))
        return _calibration(line) if line else measure.BUILT_IN.get(session_format)

    def calibrate(self, sessions: Iterable[Session], *, dry_run: bool = False) -> tuple[Fitted, ...]:
        """Fits one line per host to all replies with usage, and stores them unless `dry_run`."""
        points: dict[str, list[tuple[int, int]]] = {}
        counts: dict[str, int] = {}
        for session in sessions:
            points.setdefault(session.format, []).extend(measure.pairs(session, self.estimator))
            counts[session.format] = counts.get(session.format, 0) + 1
        fitted = tuple(self._fit_host(host, points[host], counts[host]) for host in sorted(points))
        if not dry_run:
            changed = put_calibration(self._file, {self._key(f.format): _line_value(f.calibration) for f in fitted})
            self.problems += [changed.problem] if changed.problem else []
        return fitted

    def _fit_host(self, host: str, points: list[tuple[int, int]], sessions: int) -> Fitted:
        used_before = self.calibration(host)
        before = measure.errors(used_before, points) if used_before else None
        return Fitted(host, measure.fit(points), sessions, before)

    def _key(self, session_format: str) -> str:
        return f"{session_format}/{self._name}"


def _images(messages: Iterable[Message]) -> int:
    """Images, which the API cannot count without their bytes."""
    parts = [part for message in messages for part in message.parts]
    in_results = sum(part.images for part in parts if isinstance(part, ToolResult))
    return in_results + sum(isinstance(part, Image) for part in parts)


def _line_value(calibration: Calibration) -> dict[str, float]:
    return {name: float(getattr(calibration, name)) for name in NAMES}


def _calibration(line: Mapping[str, float]) -> Calibration:
    return Calibration(line["base"], line["factor"], int(line["replies"]), line["median_error"], line["p90_error"])
