"""Builds the report and renders it as one HTML file that loads nothing from the network."""

import base64
import hashlib
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..blocks.values import BlockRow
from ..compaction.files.session_records import Record, SessionRecords
from ..compaction.outcomes import Compacted
from ..compaction.services.compact import CompactionService, Request
from ..errors import ContextMemoryError, RefusedError
from ..llm import prices
from ..llm.prices import PriceTable
from ..messages import Session, turn_spans
from ..prompts.cache_audit import audit_cache
from ..settings.values import Settings
from ..storage import audit_log, files, message_pack, templates
from ..storage import places as places_module
from ..storage.archive import Archive
from ..storage.places import Places
from ..text import tokens
from ..text.json_text import parse_json
from ..text.secrets import redact
from ..tokens import budget, measure
from ..tokens.measure import Calibration, Measured
from ..tokens.service import Measuring
from . import charts, safe_text
from . import model as report
from . import timeline as report_timeline
from .model import OurCompaction, Proof, Report
from .safe_text import Secrets, time_of
from .timeline import KINDS, Journaled, Timeline, largest_calls


class Markup(str):
    """Text that is HTML already; the template engine does not escape what has `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        """The text itself."""
        return str(self)


def inline(source: str) -> Markup:
    """A style or script to put between its tags; it must not close them."""
    if "</" in source:
        raise ValueError("an inline style or script contains </")
    return Markup(source)


def policy(style: str, script: str) -> str:
    """The content security policy: nothing is loaded, and only our own style and script run, known by their hashes."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def series(timeline: Timeline, words: Mapping[str, str]) -> Markup:
    """The numbers of the chart as JSON that is safe inside a page."""
    value = {
        "kinds": [words[f"kind_{kind}"] for kind in KINDS],
        "message": words["message"],
        "total": words["total"],
        "counted": words["counted"],
        "points": [[point.message, time_of(point.time), point.counted, *point.sizes] for point in timeline.points],
        "messages": timeline.messages,
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


def dollars(amount: float) -> str:
    """Dollars with a sensible number of digits."""
    return f"${amount:,.2f}" if amount >= 0.995 or amount == 0 else f"${amount:.3f}"


def number(value: int) -> str:
    """A whole number with its thousands."""
    return f"{value:,}"


def percent(share: float) -> str:
    """A share of 1 in per cent."""
    return "100 %" if round(1_000 * share) == 1_000 else f"{100 * share:.1f} %"


class Originals:
    """Archived messages as redacted text; each archive is read once."""

    def __init__(self, archive: Archive, problems: list[str], secrets: Secrets) -> None:
        self._archive = archive
        self._problems = problems
        self._secrets = secrets
        self._lines: dict[str, list[bytes]] = {}
        self._texts: dict[str, str] = {}

    def text(self, where: str) -> str:
        """The message at `cm:…#L12`; empty if it cannot be read."""
        if where not in self._texts:
            self._texts[where] = self._read(where)
        return self._texts[where]

    def _read(self, where: str) -> str:
        handle, _, number = where.partition("#L")
        if handle not in self._lines:
            self._lines[handle] = self._content(handle)
        lines = self._lines[handle]
        if not number.isdigit() or not 1 <= int(number) <= len(lines):
            return ""
        try:
            message = message_pack.parse_message(parse_json(lines[int(number) - 1]))
        except ValueError:
            return ""
        self._secrets.look(safe_text.text_of(message))
        return safe_text.text_of(redact.redact_message(message).message)

    def _content(self, handle: str) -> list[bytes]:
        try:
            return self._archive.get(handle).split(b"\n")
        except ContextMemoryError as error:
            self._problems.append(f"the text behind {handle} is not shown: {error}")
            return []


class MessageFinder:
    """Finds the newest message of a session that contains given words."""

    def __init__(self, session: Session) -> None:
        self._messages = session.messages
        self._texts = ["" if message.is_summary else safe_text.text_of(message) for message in session.messages]
        self._redacted: dict[int, str] = {}
        self.secrets = Secrets()
        for text in self._texts:
            self.secrets.look(text)

    def find(self, words: str) -> tuple[int, str]:
        """1-based number and redacted text of that message; (0, "") if no message contains the words."""
        wanted = words.strip().strip("…")[: safe_text.HEADS]
        if not wanted:
            return 0, ""
        at = next((i for i in range(len(self._texts) - 1, -1, -1) if wanted in self._texts[i]), None)
        if at is None:
            return 0, ""
        if at not in self._redacted:
            self._redacted[at] = safe_text.text_of(redact.redact_message(self._messages[at]).message)
        return at + 1, self._redacted[at]


PAGE = "report.html"
GENERATOR = "context-memory report"
"""What the page itself says first that it was made by."""
_LOOKED_AT = 400
"""Bytes of a file in which that stands."""
STYLE, SCRIPT = "report.css", "report.js"

CompactionOf = Callable[[Places, Settings], CompactionService]
RowsOf = Callable[[str], Sequence[BlockRow]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The session and options of a report."""

    session: Session
    name: str
    """What the session is called where it has no id of its own."""
    language: str = "en"
    preview: bool = True
    """Try a compaction where none is recorded."""
    table: PriceTable = prices.TABLE
    journaled: Journaled | None = None
    """Of a session whose views we make; without it the session is as its host sees it."""


class Reporting:
    """Makes report pages of one workspace."""

    def __init__(
        self, places: Places, settings: Settings, *, measuring: Measuring, compaction_of: CompactionOf, rows_of: RowsOf
    ) -> None:
        self._places = places
        self._settings = settings._replace(estimator="cjk") if settings.estimator == "api" else settings
        self._measuring = measuring
        self._compaction_of = compaction_of
        self._rows_of = rows_of
        self.problems: list[str] = []
        """What could not be read; the page shows the rest."""

    def report(self, wanted: Wanted, now: datetime) -> Report:
        """All data of the page."""
        session = wanted.session
        estimator = tokens.ESTIMATORS.get(self._settings.estimator, tokens.cjk)
        journaled = wanted.journaled
        measured = _measure(journaled) if journaled else self._measuring.measure(session)
        marks = budget.budget_of(self._settings.window, self._settings.policy)
        line = measure.fitted_line(session, estimator)
        levels = budget.marks(marks)
        timeline = report_timeline.timeline_of(
            session, estimator, line, tuple(levels.values()), measured.tokens, journaled
        )
        factor = line.factor if line and not journaled else 1.0
        name = safe_text.one_line(session.id or wanted.name, 80)
        first, last = report.span(session)
        audit = audit_cache(session, wanted.table)
        return Report(
            title=report.first_request(session.messages) or name,
            session=name,
            host=safe_text.one_line(session.format, 40),
            model=safe_text.one_line(", ".join(_models(session)), 80),
            first_time=first,
            last_time=last,
            messages=len(session.messages),
            turns=len(turn_spans(session.messages)),
            replies=sum(message.role == "assistant" for message in session.messages),
            skipped=len(session.skipped),
            measured=measured,
            budget=marks,
            timeline=timeline,
            chart=charts.areas(timeline, _chart_levels(levels)),
            kinds=report.kind_lines(timeline, [round(factor * each) for each in timeline.whole]),
            largest=largest_calls(session.messages, estimator, _seen_from(session, journaled)),
            crossings=report.crossings(marks, timeline, measured.tokens),
            cache=report.cache_view(audit, templates.texts("cache_audit", wanted.language)),
            host_compactions=tuple(each for each in timeline.resets if not (journaled and each.is_ours)),
            our_compactions=self._compactions(session.id or wanted.name),
            proof=self._proof(wanted, now),
            blocks=report.blocks_view(self._rows(session.id or wanted.name)),
            sizes=_sizes(session, line, timeline.replies),
        )

    def page(self, made: Report, language: str) -> str:
        """The page as one HTML text."""
        words = templates.texts("report", language)
        style, script = templates.asset(STYLE), templates.asset(SCRIPT)
        return templates.render_page(
            PAGE,
            report=made,
            words=words,
            language="zh-Hans" if language == "zh" else "en",
            style=inline(style),
            script=inline(script),
            policy=policy(style, script),
            generator=GENERATOR,
            series=series(made.timeline, words),
            number=number,
            short=charts.short,
            dollars=dollars,
            percent=percent,
        )

    def write(self, page: str, path: Path) -> int:
        """Replace the file with the page; bytes written. RefusedError where another kind of file stands there."""
        content = page.encode("utf-8", "replace")
        is_there = path.is_file() and not path.is_symlink() and path.stat().st_size > 0
        if is_there and GENERATOR.encode() not in files.read_bytes(path, limit=_LOOKED_AT):
            raise RefusedError(f"{path} is another file, not a page of ours", hint="name another one: --out FILE")
        files.replace_bytes(path, content)
        return len(content)

    # -- what the workspace knows ------------------------------------------------------------------

    def _compactions(self, session: str) -> tuple[OurCompaction, ...]:
        records = (line for line in SessionRecords(self._places.sessions).listed() if line.get("session") == session)
        swaps = (line for line in audit_log.lines_of(self._places.audit, "swap") if line.get("session") == session)
        return (
            *(
                OurCompaction(
                    int(_number(line, "number")),
                    safe_text.one_line(line["key"], 8).removesuffix("…"),
                    int(_number(line, "tokens_before")),
                    int(_number(line, "tokens_after")),
                    _number(line, "score"),
                )
                for line in records
            ),
            *(
                OurCompaction(
                    int(_number(line, "revision")),
                    safe_text.time_of(str(line.get("time"))),
                    int(_number(line, "tokens_before")),
                    int(_number(line, "tokens_after") or _number(line, "tokens")),
                    _number(line, "score"),
                    is_swap=True,
                )
                for line in swaps
            ),
        )

    def _rows(self, session: str) -> Sequence[BlockRow]:
        try:
            return self._rows_of(session)
        except ContextMemoryError as error:
            self.problems.append(f"blocks are not shown: {error}")
            return ()

    def _proof(self, wanted: Wanted, now: datetime) -> Proof | None:
        record = self._record(self._places, wanted.session.id or wanted.name)
        if record is not None:
            return self._proof_of_record(
                record, Archive(self._places.archive), MessageFinder(wanted.session), is_preview=False
            )
        return self._preview_compaction(wanted, now) if wanted.preview else None

    def _record(self, places: Places, name: str) -> Record | None:
        records = SessionRecords(places.sessions)
        try:
            return records.newest(name)
        except ContextMemoryError:
            return None
        finally:
            self.problems += records.problems

    def _preview_compaction(self, wanted: Wanted, now: datetime) -> Proof | None:
        """A trial compaction in a temporary folder; None if the session has nothing to compact."""
        with tempfile.TemporaryDirectory(prefix="context-memory-") as folder:
            places = places_module.passing(Path(folder))
            session = replace(wanted.session, cwd="")
            try:
                outcome = self._compaction_of(places, self._settings).compact(
                    session, Request(force=True, name=wanted.name), now
                )
            except ContextMemoryError as error:
                self.problems.append(f"no compaction could be tried: {error}")
                return None
            record = self._record(places, session.id or wanted.name) if isinstance(outcome, Compacted) else None
            if record is None:
                return None
            return self._proof_of_record(record, Archive(places.archive), MessageFinder(session), is_preview=True)

    def _proof_of_record(self, record: Record, archive: Archive, said: MessageFinder, *, is_preview: bool) -> Proof:
        return report.proof(
            record.receipt,
            report.Sources(said.secrets, Originals(archive, self.problems, said.secrets).text, said.find),
            before=record.tokens_before,
            after=record.tokens_after,
            is_preview=is_preview,
            number=record.number,
            key="" if is_preview else record.key,
        )


def _number(line: dict[str, Any], name: str) -> float:
    value = line.get(name)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _measure(journaled: Journaled) -> Measured:
    if journaled.is_counted:
        return Measured(journaled.tokens, "usage", journaled.tokens)
    return Measured(journaled.tokens, "calibration" if journaled.fixed else "estimate", journaled.tokens)


def _seen_from(session: Session, journaled: Journaled | None) -> int:
    """1-based number of the first message that the model sees unchanged."""
    if journaled is None:
        return session.context_start + 1
    newest = journaled.swaps[-1] if journaled.swaps else None
    since = [i for i in report_timeline.host_summaries(session.messages) if newest is None or i >= newest.messages]
    return since[-1] + 1 if since else newest.tail_from if newest else 1


def _sizes(session: Session, line: Calibration | None, replies: int) -> str:
    if replies:
        return "usage"
    return "estimate" if line is None or line != measure.BUILT_IN.get(session.format) else "host"


def _models(session: Session) -> list[str]:
    named = dict.fromkeys(message.model for message in session.messages if message.model and message.usage)
    return list(named)[:3] or [session.model]


def _chart_levels(levels: dict[str, int]) -> list[tuple[str, int]]:
    """The thresholds that the chart shows."""
    return [(name, levels[name]) for name in report.MARKS_IN_PICTURE]
