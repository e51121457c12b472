"""Calibrations fitted on this machine, by transcript format and estimator, in the state folder."""

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from . import state_file
from .state_file import Changed, Form, Loaded

Line = Mapping[str, float]
"""`base`, `factor`, `replies`, `median_error`, `p90_error` of one fitted line."""
NAMES = ("base", "factor", "replies", "median_error", "p90_error")


def load(path: Path) -> Loaded[Mapping[str, Line]]:
    """All fitted lines by key; a corrupt file holds none, with a problem to tell."""
    return state_file.load(path, FORM)


def put(path: Path, lines: Mapping[str, Line]) -> Changed[Mapping[str, Line]]:
    """Add or replace the lines of these keys; a corrupt file is set aside first."""
    return state_file.change(path, FORM, lambda existing: {**existing, **lines})


def _parsed(content: Mapping[str, Any]) -> Mapping[str, Line]:
    return {key: _line(key, fields) for key, fields in content.items()}


def _line(key: str, fields: object) -> Line:
    if not isinstance(fields, dict):
        raise ValueError(f"{key} is not a calibration")  # noqa: TRY004 - what a Form's parse raises
    line = {name: fields.get(name) for name in NAMES}
    numbers = {name: float(value) for name, value in line.items() if isinstance(value, int | float)}
    if len(numbers) != len(NAMES) or not all(map(isfinite, numbers.values())) or numbers["factor"] <= 0:
        raise ValueError(f"{key} is not a calibration")
    return numbers


def _dumped(lines: Mapping[str, Line]) -> dict[str, Any]:
    return {key: dict(line) for key, line in lines.items()}


FORM: Form[Mapping[str, Line]] = Form(initial={}, parse=_parsed, dump=_dumped)
