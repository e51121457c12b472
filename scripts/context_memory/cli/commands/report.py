"""What a session is made of and what of it is still known: `report` and `exam`."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...report.exam.service import Report as ExamReport
    from ...report.model import Report


DEFAULT_OUT = "report.html"


def _add_report_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser)
    parser.add_argument(
        "-o",
        "--out",
        metavar="FILE",
        type=Path,
        default=Path(DEFAULT_OUT),
        help=f"the page (default: {DEFAULT_OUT}, here)",
    )
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the page (default: en)")
    parser.add_argument("--prices", metavar="FILE", type=Path, help="TOML with your own prices, over the built-in ones")
    parser.add_argument("--no-preview", action="store_true", help="no trial compaction if none is recorded")
    parser.add_argument("--dry-run", action="store_true", help="make the page and write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_report(arguments: argparse.Namespace, console: Console) -> int:
    """Write the page and say what it shows."""
    from ...api.assemble import sessions
    from ...llm import prices
    from ...prompts import service as cache_auditor
    from ...report.service import Wanted

    session = options.session_of(arguments, console)
    stem = "stdin" if arguments.session == "-" else Path(arguments.session).stem
    table = cache_auditor.price_table(arguments.prices) if arguments.prices else prices.TABLE
    reporting = sessions.reporting(options.places_of(arguments), options.settings_of(arguments))
    wanted = Wanted(session, stem, arguments.lang, preview=not arguments.no_preview, table=table)
    report = reporting.report(wanted, datetime.now(UTC))
    page = reporting.page(report, arguments.lang)
    size = len(page.encode("utf-8", "replace"))
    if not arguments.dry_run:
        reporting.write(page, arguments.out)
    for problem in dict.fromkeys(reporting.problems):
        console.warn(problem)
    if console.as_json:
        console.data(_json(report, arguments.out, size, is_dry=arguments.dry_run))
        return 0
    _print(report, console)
    done = "would be" if arguments.dry_run else "is"
    console.text(f"The page {done} in {arguments.out.absolute()} ({size:,} bytes).")
    return 0


REPORT = Command(
    """Write one HTML page that shows what fills the context of a session and what compaction did.

The page is a single file that loads nothing. A session that this tool never
compacted is compacted in a temporary folder, to show what would be kept;
--no-preview skips that. Secrets are redacted.
""",
    """
PROGRAM session.jsonl -o report.html --workspace .
PROGRAM ~/.claude/projects/my-project/session.jsonl -o report.html --lang zh
PROGRAM session.jsonl --dry-run --json
""",
    _add_report_arguments,
    _run_report,
)


def _print(report: "Report", console: Console) -> None:
    console.text(
        f"{report.session}: {counted(report.messages, 'message')}, {report.measured.tokens:,} tokens in the context"
    )
    if report.cache:
        cost = f", ${report.cache.cost:,.2f}" if report.cache.is_priced else ""
        console.text(f"cache: {report.cache.share:.1%} of the input was read from it{cost}")
    if report.proof:
        what = "preview of a receipt" if report.proof.is_preview else "receipt"
        counts = ", ".join(f"{count} {state}" for state, count in report.proof.counts)
        console.text(f"{what}: score {report.proof.score:.2f}; {counts}")


def _json(report: "Report", out: Path, size: int, *, is_dry: bool) -> dict[str, Any]:
    cache, proof, blocks = report.cache, report.proof, report.blocks
    return {
        "outcome": "would_write" if is_dry else "written",
        "path": str(out),
        "bytes": size,
        "session": report.session,
        "format": report.host,
        "messages": report.messages,
        "tokens": report.measured.tokens,
        "source": report.measured.source,
        "kinds": {line.kind: {"now": line.now, "whole": line.whole} for line in report.kinds},
        "marks": {mark.name: {"tokens": mark.level, "first_message": mark.message} for mark in report.crossings},
        "cache": {"share": cache.share, "dollars": cache.cost, "lost": cache.lost_count} if cache else None,
        "compactions": {"host": len(report.host_compactions), "ours": len(report.our_compactions)},
        "receipt": {"score": proof.score, "preview": proof.is_preview, **dict(proof.counts)} if proof else None,
        "blocks": {state: count for state, count, _ in blocks.by_state} if blocks else None,
    }


EXIT_BELOW = 3

TREND = 5
"""Earlier exams that are shown beside the new one."""


def _add_exam_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    from ...report.exam import service

    options.add_journaled(parser)
    parser.add_argument("--questions", metavar="N", type=int, default=service.QUESTIONS, help="questions at most")
    parser.add_argument("--seed", metavar="N", type=int, default=service.SEED, help="another seed asks other questions")
    parser.add_argument("--min-score", metavar="S", type=float, help="least share answered from the view, 0 to 1")
    parser.add_argument("--min-found", metavar="S", type=float, help="least share answered with a search, 0 to 1")
    parser.add_argument("--show", choices=("wrong", "all"), help="print the questions with their answers")
    parser.add_argument("--dry-run", action="store_true", help="do not add a line to the trend file")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_exam(arguments: argparse.Namespace, console: Console) -> int:
    """Examine; returns the exit code."""
    from ...api.assemble import sessions

    for name in ("min_score", "min_found"):
        least = getattr(arguments, name)
        if least is not None and not 0 <= least <= 1:
            raise InputError(f"--{name.replace('_', '-')} {least:g} is no share", hint="give 0 to 1, e.g. 0.7")
    if arguments.questions < 1:
        raise InputError(f"--questions {arguments.questions} asks nothing", hint="give at least 1")
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = sessions.blocks(places, settings)
    try:
        session = options.journaled(arguments, services, console)
        examiner = sessions.examiner(places, settings, services)
        report = examiner.examine(session, seed=arguments.seed, most=arguments.questions)
        earlier = examiner.trend(session, TREND)
        if not arguments.dry_run:
            examiner.record(report, datetime.now(UTC))
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    _tell(arguments, report, earlier, console)
    return _verdict(arguments, report, console)


EXAM = Command(
    """Test what a session's view still knows, with cloze questions, without a model.

Each question is a line of the conversation with one path, number, name or
error removed, or an order of the person. It is answered from the view, then
from the view and a search of the whole journal. Same seed, same exam.
Exit codes: 0 done, 3 below --min-score or --min-found.
""",
    """
PROGRAM --workspace .
PROGRAM --workspace . --min-score 0.7 --json
PROGRAM --workspace . --show wrong
""",
    _add_exam_arguments,
    _run_exam,
)


def _tell(
    arguments: argparse.Namespace, report: "ExamReport", earlier: list[dict[str, object]], console: Console
) -> None:
    from ...report.exam.service import summary_of

    wanted = [each for each in report.answers if arguments.show == "all" or not each.in_view] if arguments.show else []
    if console.as_json:
        shown = [
            {
                "subject": each.question.subject.value,
                "message": each.question.seq,
                "cloze": each.question.cloze,
                "answer": each.question.answer,
                "in_view": each.in_view,
                "found": each.found,
            }
            for each in wanted
        ]
        console.data({**summary_of(report), "earlier": earlier, "questions_shown": shown})
        return
    if not report.swapped:
        console.note("nothing was swapped yet: the view is the session itself")
    rows = [
        (subject.value, mark.asked, f"{mark.in_view / mark.asked:.0%}", f"{mark.found / mark.asked:.0%}")
        for subject, mark in report.marks.items()
    ]
    asked = sum(mark.asked for mark in report.marks.values())
    rows.append(("all (mean)", asked, f"{report.view:.0%}", f"{report.found:.0%}"))
    console.table(("subject", "asked", "from the view", "with a search"), rows, numeric=(1, 2, 3))
    console.text(
        f"view {report.tokens_view:,} of {report.tokens_raw:,} tokens, {counted(report.swapped, 'message')} swapped"
    )
    for each in earlier:
        console.note(f"earlier: {each.get('time')} view {each.get('view')} found {each.get('found')}")
    for answered in wanted:
        mark = "view" if answered.in_view else "search" if answered.found else "lost"
        console.text(f"[{mark}] message {answered.question.seq}: {answered.question.cloze}")
        console.text(f"    {answered.question.answer}")


def _verdict(arguments: argparse.Namespace, report: "ExamReport", console: Console) -> int:
    below = []
    if arguments.min_score is not None and report.view < arguments.min_score:
        below.append(f"the view answers {report.view:.2f}, less than {arguments.min_score:g}")
    if arguments.min_found is not None and report.found < arguments.min_found:
        below.append(f"with a search {report.found:.2f} are answered, less than {arguments.min_found:g}")
    for reason in below:
        console.error(reason, "--show wrong prints what is missing; larger budgets or another codec keep more")
    return EXIT_BELOW if below else 0
