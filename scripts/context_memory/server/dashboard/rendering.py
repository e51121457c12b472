"""Sets pages: templates, words of two languages, files that every page names, and how numbers and times are written."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote

from ...errors import InputError
from ...report import charts, safe_text
from ...report.service import dollars, percent, series
from ...storage import templates
from .views import PAGES, Page

_CODE = re.compile(r"(?<!`)`(?![ `])([^`\n]+)(?<! )`(?!`)")
_DATED = re.compile(r"\bmemory/(\d{4}-\d\d-\d\d)\.md")


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of ours that every page names."""

    content: bytes
    media_type: str

    @property
    def version(self) -> str:
        """Changes with the content, so that browsers may keep it for ever."""
        return hashlib.sha256(self.content).hexdigest()[:12]


@cache
def assets() -> Mapping[str, Asset]:
    """By path."""

    def joined(*names: str) -> bytes:
        return "\n".join(templates.asset(name) for name in names).encode()

    return {
        "/ui/style.css": Asset(joined("report.css", "dashboard/dashboard.css"), "text/css; charset=utf-8"),
        "/ui/icon.svg": Asset(joined("dashboard/icon.svg"), "image/svg+xml"),
        "/ui/script.js": Asset(joined("report.js", "dashboard/dashboard.js"), "text/javascript; charset=utf-8"),
    }


def html(page: Page, frame: Mapping[str, Any], values: Mapping[str, Any], language: str) -> str:
    """The page as one HTML text."""
    try:
        return _html(page, frame, values, language)
    except InputError as error:  # a template and its values do not fit: a bug of ours, not bad input
        raise RuntimeError(str(error)) from error


def _html(page: Page, frame: Mapping[str, Any], values: Mapping[str, Any], language: str) -> str:
    words, report_words = templates.texts("dashboard", language), templates.texts("report", language)
    return templates.render_page(
        f"dashboard/{page.template}.html",
        **frame,
        **values,
        words=words,
        report_words=report_words,
        language="zh-Hans" if language == "zh" else "en",
        other_language="en" if language == "zh" else "zh",
        pages=PAGES,
        assets={path: f"{path}?{found.version}" for path, found in assets().items()},
        watches=bool(page.watches),
        plain=plain,
        spans=spans,
        day_of=day_of,
        link=link,
        number=number,
        percent=percent,
        dollars=dollars,
        short=charts.short,
        series_of=lambda timeline: series(timeline, report_words),
        ago=lambda text: ago(text, datetime.now(UTC), words),
        clock=clock,
        facts=lambda row: facts(row, words),
        event=lambda name: plain(words.get(f"event_{name.replace('-', '_')}", name)),
        many=lambda key, count: many(words, key, count),
    )


def plain(value: object) -> str:
    """Text of others without control and direction characters; the template escapes it."""
    return safe_text.readable(str(value))


def spans(text: str) -> list[tuple[bool, str]]:
    """Text of others in pieces: whether one is code, which stands between backticks, and what it says without them."""
    return [(bool(number % 2), piece) for number, piece in enumerate(_CODE.split(plain(text))) if piece]


def day_of(doc: Mapping[str, Any]) -> str:
    """The day of a piece of a dated note, of which no more is known; empty for any other doc."""
    found = _DATED.search(str(doc.get("source", ""))) if doc.get("kind") == "section" else None
    return found[1] if found else ""


def link(name: str) -> str:
    """A name as a part of an address."""
    return quote(str(name), safe="", errors="replace")


def number(value: float) -> str:
    """A whole number with its thousands."""
    return f"{round(value):,}"


def many(words: Mapping[str, str], key: str, count: int) -> str:
    """The text of so many things: one of them has a text of its own."""
    return words[f"{key}_one" if count == 1 else key].replace("{n}", number(count))


def clock(text: str) -> str:
    """A time of a row, to the second."""
    return safe_text.readable(text)[:19].replace("T", " ")


def ago(text: str, now: datetime, words: Mapping[str, str]) -> str:
    """How long ago a time was, in one unit; the text itself where it is no time."""
    try:
        seconds = (now - datetime.fromisoformat(text)).total_seconds()
    except (ValueError, TypeError):
        return plain(text)
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= size:
            return words[f"ago_{unit}"].replace("{n}", f"{int(seconds // size):,}")
    return words["ago_now"] if seconds < 10 else words["ago_seconds"].replace("{n}", str(int(seconds)))


_FIXED_WORDS = frozenset({"outcome", "reason", "fallback"})
"""What a row says by a word of a program, which each language says in its own."""
_NO_FACTS = frozenset({"n", "time", "actor", "event", "session", "ms", "prev", "hash", "ids"})
_SAID_OF_NONE = frozenset({"accepted", "allowed", "score", "total"})
"""What is said of a row also where it is nothing; of all else a zero says nothing, and stood in every row."""


def facts(row: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """What a row of the audit says beside who, when and what, in one line, in the order of the words."""
    order = {key: place for place, key in enumerate(words)}
    said = [name for name in row if name not in _NO_FACTS and (row[name] or name in _SAID_OF_NONE)]
    said.sort(key=lambda name: order.get(f"came_{name}", len(order)))
    told = ((words.get(f"came_{name}", name.replace("_", " ")), _fact(name, row[name], words)) for name in said)
    return plain(" · ".join(f"{name} {value}" for name, value in told))


def _fact(name: str, value: object, words: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    if name in _FIXED_WORDS:
        return words.get(f"word_{value}".replace("-", "_"), str(value))
    return f"{value:,}" if isinstance(value, int) else str(value)
