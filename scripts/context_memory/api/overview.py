"""A read-only overview of journaled sessions: which there are, how full they are.

It has its own services, so that reading a large session does not block appends to it.
"""

import contextlib
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from ..blocks.values import Swap
from ..errors import ContextMemoryError, UnknownError
from ..messages import Session
from ..report.model import BlocksView, CacheView, Item, Proof, Report, first_request
from ..report.service import Wanted
from ..report.timeline import KINDS, Journaled, SwapAt
from ..settings.values import Settings
from ..storage import audit_log
from ..storage.places import Places
from ..tokens import budget
from . import docs
from .assemble import sessions
from .values import Result
from .workspace import now_utc

if TYPE_CHECKING:
    from ..blocks.values import BlockRow, Fill
    from .assemble.sessions import BlockServices

MOST_MESSAGES = 20_000
"""Newest messages that a report reads."""
PAUSE = 10
"""A report is not made again before so many times the time that it took: it may use a tenth of a processor."""
KEPT_SECONDS = 5.0
"""How long a report is good where nothing was journaled: capsules may have been made."""
MOST_REPORTS = 16
"""Reports that stay in this process."""
TITLE_WITHIN = 12
"""First messages that are searched for the first request."""
MOST_TITLES = 2_000
"""Titles that stay in this process."""


@dataclass(frozen=True, slots=True)
class SessionLine(Result):
    """A journaled session in a list."""

    session: str
    title: str
    """What the person asked first; empty where nobody asked."""
    started_at: str
    """Time of its first message; empty where that has none."""
    updated_at: str
    """When something was journaled last."""
    messages: int
    tokens: int
    """Of the context as a model sees it now."""
    share: float
    """Of the mark at which to compact."""
    crossed: tuple[str, ...]
    """Names of the marks that are reached."""
    revision: int
    """How often it was swapped."""
    blocks: int
    capsules: int
    """Of these blocks, those that the context shows in place of their messages."""
    evicted: int


@dataclass(frozen=True, slots=True)
class ListedSessions(Result):
    """Sessions, last written first."""

    sessions: tuple[SessionLine, ...]
    total: int
    """Before the limit."""
    marks: dict[str, int]
    """Levels of the budget by name, lowest first, and `window`; tokens."""
    problems: tuple[str, ...] = ()
    """Sessions that cannot be read, and why."""


@dataclass(frozen=True, slots=True)
class SessionTitle(Result):
    """What a person knows a session by."""

    session: str
    title: str
    """What the person asked first; empty where nobody asked."""
    started_at: str
    """Time of its first message; empty where that has none."""


@dataclass(frozen=True, slots=True)
class SessionTitles(Result):
    """Titles of sessions."""

    sessions: tuple[SessionTitle, ...]


@dataclass(frozen=True, slots=True)
class _Made:
    """A report with its time."""

    of: tuple[int, int]
    """Messages and revision."""
    shown: dict[str, Any]
    at: float
    seconds: float


class Overview:
    """The sessions of one workspace. Thread-safe; one call runs at a time."""

    def __init__(self, places: Places, settings: Settings) -> None:
        self._places = places
        self._settings = settings
        self._lock = threading.Lock()
        self._services: BlockServices | None = None
        self._titles: dict[str, SessionTitle] = {}
        self._reporting = threading.Lock()
        """One report at a time: each takes a processor for a while."""
        self._made: dict[tuple[str, str], _Made] = {}

    def sessions(self, patterns: Sequence[str] = ("*",), *, limit: int = 50) -> ListedSessions:
        """Sessions that match these patterns, last written first. A pattern is a name, or a prefix and `*`."""
        with self._lock:
            services = self._open_services()
            named = [name for name in services.store.sessions() if docs.is_of_session(name, patterns)]
            dated = sorted(((services.ingester.journal(name).changed_at, name) for name in named), reverse=True)
            lines, problems = list[SessionLine](), list[str]()
            for at, name in dated[:limit]:
                try:
                    lines.append(self._session_line(services, name, at))
                except ContextMemoryError as error:  # one damaged journal hides no other
                    problems.append(f"{name}: {error}")
            levels = budget.marks(services.viewer.budget)
        return ListedSessions(tuple(lines), len(dated), {**levels, "window": self._settings.window}, tuple(problems))

    def titles(self, names: Iterable[str]) -> SessionTitles:
        """The titles of these sessions; those that cannot be read, or do not exist, are left out."""
        found = list[SessionTitle]()
        with self._lock:
            services = self._open_services()
            for name in names:
                with contextlib.suppress(ContextMemoryError):
                    if services.ingester.journal(name).size:
                        services.store.catch_up(services.ingester.journal(name))
                        found.append(self._title(services, name))
        return SessionTitles(tuple(found))

    def report(self, session: str, *, language: str = "en") -> dict[str, Any]:
        """The data of the report page: context, blocks, swaps, cache, cost and receipt of a session.

        `again_in` is 0 for a report of now. A large session is not read at each call: then it says after how many
        seconds a newer report is made. Raises UnknownError for a session that has no message.
        """
        with self._reporting:
            with self._lock:
                services = self._open_services()
                if not session or not services.ingester.journal(session).size:
                    raise UnknownError(f"there is no session {session!r}", hint="append its first message")
                fill = services.viewer.fill(session)
            made = self._made.get((session, language))
            now = time.monotonic()
            is_new = made is not None and made.of == (fill.messages, fill.swap.revision)
            if made is not None and (now - made.at < PAUSE * made.seconds or (is_new and now - made.at < KEPT_SECONDS)):
                wait = 0.0 if is_new else max(0.5, PAUSE * made.seconds - (now - made.at))
                return made.shown | {"again_in": round(wait, 1)}
            made = self._report(services, session, fill, language)
            while len(self._made) >= MOST_REPORTS:
                del self._made[next(iter(self._made))]
            self._made[session, language] = made
        return made.shown | {"again_in": 0.0}

    def spending(self) -> dict[str, float]:
        """Dollars spent on models today, including background work, and the daily budget."""
        from ..llm.service import DailyBudget

        spend = DailyBudget(self._places.spend, self._settings.compress_daily_dollars, now_utc).spend()
        spent, most = spend.dollars + spend.reserved, self._settings.compress_daily_dollars
        return {"dollars_today": round(spent, 6), "daily_dollars": most}

    def close(self) -> None:
        """Close all files."""
        with self._reporting, self._lock:
            services, self._services = self._services, None
        if services is not None:
            services.close()

    def _open_services(self) -> "BlockServices":
        if self._services is None:
            self._services = sessions.blocks(self._places, self._settings)
        return self._services

    def _report(self, services: "BlockServices", session: str, fill: "Fill", language: str) -> _Made:
        started = time.monotonic()
        first = max(1, fill.messages - MOST_MESSAGES + 1)
        entries = services.store.entries(services.ingester.journal(session), first)
        rows: list[BlockRow] = services.viewer.rows(session)
        given = Session("anthropic", tuple(entry.message for entry in entries), id=session)
        swaps = _swaps(audit_log.lines(self._places.audit, "swap"), fill.swap, first)
        journaled = Journaled(fill.tokens, fill.fixed, fill.is_counted, swaps)
        reporting = sessions.reporting(self._places, self._settings, rows)
        wanted = Wanted(given, session, language, preview=False, journaled=journaled)
        shown = of_report(reporting.report(wanted, now_utc()))
        shown |= {"session": session, "first_seq": first, "revision": fill.swap.revision}
        shown["problems"] = list(dict.fromkeys(reporting.problems))
        ended = time.monotonic()
        return _Made((fill.messages, fill.swap.revision), shown, ended, ended - started)

    def _session_line(self, services: "BlockServices", name: str, changed_at: float) -> SessionLine:
        fill = services.viewer.fill(name)
        marks = services.viewer.budget
        newest = services.store.newest_block(name)
        known = self._title(services, name)
        return SessionLine(
            session=name,
            title=known.title,
            started_at=known.started_at,
            updated_at=datetime.fromtimestamp(changed_at, UTC).isoformat(timespec="seconds"),
            messages=fill.messages,
            tokens=fill.tokens,
            share=round(fill.tokens / marks.compact_at, 4),
            crossed=tuple(mark for mark, level in budget.marks(marks).items() if fill.tokens >= level),
            revision=fill.swap.revision,
            blocks=newest.number if newest else 0,
            capsules=len(fill.swap.shown),
            evicted=fill.swap.evicted,
        )

    def _title(self, services: "BlockServices", name: str) -> SessionTitle:
        known = self._titles.get(name)
        if known is None:
            entries = services.store.entries(services.ingester.journal(name), 1, TITLE_WITHIN)
            messages = [entry.message for entry in entries]
            known = SessionTitle(name, first_request(messages), messages[0].time if messages else "")
            if known.title and len(self._titles) < MOST_TITLES:
                self._titles[name] = known
        return known


def _swaps(lines: Iterable[Mapping[str, Any]], current: Swap, first: int) -> tuple[SwapAt, ...]:
    """Every swap in the log, and the current one, counted from message `first` on."""
    found = {
        line["revision"]: SwapAt(line["messages"], line["tail_from"], line["tokens"], str(line.get("time", "")))
        for line in lines
        if line.get("session") == current.session
        and all(isinstance(line.get(name), int) for name in ("revision", "messages", "tail_from", "tokens"))
    }
    if current.revision:
        known = found.get(current.revision)
        time_of = known.time if known else ""
        found[current.revision] = SwapAt(current.thinking_until, current.tail_from, current.tokens, time_of)
    later = (found[revision] for revision in sorted(found) if revision <= current.revision)
    return tuple(
        SwapAt(swap.messages - first + 1, max(1, swap.tail_from - first + 1), swap.tokens, swap.time)
        for swap in later
        if swap.messages >= first
    )


def of_report(report: Report) -> dict[str, Any]:
    """The whole report; long tables are lists of rows, with the names of their columns."""
    return {
        "session": report.session,
        "title": report.title,
        "model": report.model,
        "first_time": report.first_time,
        "last_time": report.last_time,
        "messages": report.messages,
        "turns": report.turns,
        "replies": report.replies,
        "context": {"tokens": report.measured.tokens, "source": report.measured.source, "sizes": report.sizes},
        "window": report.budget.window,
        "marks": [
            {
                "name": mark.name,
                "level": mark.level,
                "message": mark.message,
                "is_reached": mark.is_reached,
                "left": mark.left,
            }
            for mark in report.crossings
        ],
        "kinds": [asdict(line) for line in report.kinds],
        "largest": [asdict(call) for call in report.largest],
        "timeline": {
            "columns": ["message", "time", "counted", *KINDS],
            "points": [[point.message, point.time, point.counted, *point.sizes] for point in report.timeline.points],
            "resets": [asdict(reset) for reset in report.timeline.resets],
            "smaller": report.timeline.smaller,
            "replies": report.timeline.replies,
        },
        "compactions": [asdict(each) for each in report.our_compactions],
        "cache": _cache(report.cache) if report.cache else None,
        "receipt": _receipt(report.proof) if report.proof else None,
        "blocks": _blocks(report.blocks) if report.blocks else None,
    }


def _cache(cache: CacheView) -> dict[str, Any]:
    return {
        "replies": cache.replies,
        "share": round(cache.share, 6),
        "cost": round(cache.cost, 6),
        "avoidable": round(cache.avoidable, 6),
        "is_priced": cache.is_priced,
        "uses_cache": cache.uses_cache,
        "prices_date": cache.prices_date,
        "unpriced": list(cache.unpriced),
        "lost": [asdict(turn) for turn in cache.lost],
        "lost_count": cache.lost_count,
        "pattern": cache.pattern,
        "columns": ["read", "write", "fresh", "is_lost"],
        "paid": [[round(one.read), round(one.write), round(one.fresh), one.is_lost] for one in cache.paid],
        "read": cache.read,
        "write": cache.write,
        "fresh": cache.fresh,
    }


def _receipt(proof: Proof) -> dict[str, Any]:
    return {
        "score": proof.score,
        "number": proof.number,
        "key": proof.key,
        "before": proof.before,
        "after": proof.after,
        "counts": dict(proof.counts),
        "left_out": proof.left_out,
        "entries": [_entry(item) for item in proof.items],
    }


def _entry(item: Item) -> dict[str, Any]:
    shown = asdict(item)
    return {name: value for name, value in shown.items() if value or name in {"state", "kind", "label"}}


def _blocks(blocks: BlocksView) -> dict[str, Any]:
    return {
        "count": blocks.count,
        "raw": blocks.raw,
        "compressed": blocks.compressed,
        "by_state": [{"state": state, "count": count, "tokens": tokens} for state, count, tokens in blocks.by_state],
        "lines": [asdict(line) for line in blocks.lines],
    }
