"""The report of a session as the parts of the report page want it: pictures drawn from numbers, receipts by kind."""

from collections.abc import Mapping
from typing import Any

from ...report import charts
from ...report.charts import Paid
from ...report.model import MARKS_IN_PICTURE
from ...report.timeline import Point, Reset, Timeline

_NO_ENTRY = {"where": "", "message": 0, "text": "", "quote": None}
_FIRST_SIZE = 3
"""Columns of a point before its sizes: message, time, counted."""


def report_of(shown: Mapping[str, Any]) -> dict[str, Any]:
    """What `inspect` answered, with the names that the parts of the report page use."""
    timeline = _timeline(shown["timeline"], shown["messages"])
    marks = {mark["name"]: mark["level"] for mark in shown["marks"]}
    levels = [(name, marks[name]) for name in MARKS_IN_PICTURE]
    return {
        **shown,
        "measured": shown["context"],
        "sizes": shown["context"]["sizes"],
        "levels": marks,
        "budget": {"window": shown["window"], "compact_at": marks["compact"]},
        "timeline": {"is_pruned": timeline.is_pruned, "smaller": timeline.smaller, "replies": timeline.replies},
        "chart": charts.areas(timeline, levels),
        "series": timeline,
        "crossings": shown["marks"],
        "cache": _cache(shown["cache"]) if shown["cache"] else None,
        "host_compactions": (),
        "our_compactions": shown["compactions"],
        "proof": _proof(shown["receipt"]) if shown["receipt"] else None,
        "blocks": _blocks(shown["blocks"]) if shown["blocks"] else None,
    }


def _timeline(value: Mapping[str, Any], messages: int) -> Timeline:
    points = tuple(Point(row[0], row[1], tuple(row[_FIRST_SIZE:]), row[2]) for row in value["points"])
    resets = tuple(Reset(**reset) for reset in value["resets"])
    return Timeline(points, resets, messages, replies=value["replies"], smaller=value["smaller"])


def _cache(value: Mapping[str, Any]) -> dict[str, Any]:
    paid = [Paid(*row) for row in value["paid"]]
    return {**value, "chart": charts.bars(paid, value["replies"])}


def _proof(value: Mapping[str, Any]) -> dict[str, Any]:
    kinds: dict[str, list[dict[str, Any]]] = {}
    for entry in value["entries"]:
        kinds.setdefault(entry["kind"], []).append(_NO_ENTRY | entry)
    return {**value, "is_preview": False, "counts": list(value["counts"].items()), "kinds": list(kinds.items())}


def _blocks(value: Mapping[str, Any]) -> dict[str, Any]:
    return {**value, "by_state": [(each["state"], each["count"], each["tokens"]) for each in value["by_state"]]}
