"""Examine what a session's view still knows, by cloze questions without a model.

Each question is a line of the conversation with one path, number, name or
error taken out, or an order of the person. It is answered from the view, then
from the view and a search of everything that was said. Same seed, same exam.
Exit codes: 0 done, 3 below --min-score or --min-found.
"""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...model.errors import InputError
from ...rules import exam
from .. import journaled_session, options
from ..console import Console

if TYPE_CHECKING:
    from ...model.exams import Report

EXAMPLE = """
PROGRAM --workspace .
PROGRAM --workspace . --min-score 0.7 --json
PROGRAM --workspace . --show wrong
"""
EXIT_BELOW = 3
TREND = 5
"""Earlier exams that are shown beside the new one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    journaled_session.add_session(parser)
    parser.add_argument("--questions", metavar="N", type=int, default=exam.QUESTIONS, help="questions at most")
    parser.add_argument("--seed", metavar="N", type=int, default=exam.SEED, help="another seed asks other questions")
    parser.add_argument("--min-score", metavar="S", type=float, help="least share answered from the view, 0 to 1")
    parser.add_argument("--min-found", metavar="S", type=float, help="least share answered with a search, 0 to 1")
    parser.add_argument("--show", choices=("wrong", "all"), help="print the questions with their answers")
    parser.add_argument("--dry-run", action="store_true", help="do not add a line to the trend file")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Examine; returns the exit code."""
    from ... import wiring

    for name in ("min_score", "min_found"):
        least = getattr(arguments, name)
        if least is not None and not 0 <= least <= 1:
            raise InputError(f"--{name.replace('_', '-')} {least:g} is no share", hint="give 0 to 1, e.g. 0.7")
    if arguments.questions < 1:
        raise InputError(f"--questions {arguments.questions} asks nothing", hint="give at least 1")
    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = wiring.blocks(places, settings)
    try:
        session = journaled_session.session_of(arguments, services, console)
        examiner = wiring.examiner(places, settings, services)
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


def _tell(arguments: argparse.Namespace, report: "Report", earlier: list[dict[str, object]], console: Console) -> None:
    from ...services.examiner import summary_of

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
    console.text(f"view {report.tokens_view:,} of {report.tokens_raw:,} tokens, {report.swapped:,} messages swapped")
    for each in earlier:
        console.note(f"earlier: {each.get('time')} view {each.get('view')} found {each.get('found')}")
    for answered in wanted:
        mark = "view" if answered.in_view else "search" if answered.found else "lost"
        console.text(f"[{mark}] message {answered.question.seq}: {answered.question.cloze}")
        console.text(f"    {answered.question.answer}")


def _verdict(arguments: argparse.Namespace, report: "Report", console: Console) -> int:
    below = []
    if arguments.min_score is not None and report.view < arguments.min_score:
        below.append(f"the view answers {report.view:.2f}, less than {arguments.min_score:g}")
    if arguments.min_found is not None and report.found < arguments.min_found:
        below.append(f"with a search {report.found:.2f} are answered, less than {arguments.min_found:g}")
    for reason in below:
        console.error(reason, "--show wrong prints what is missing; larger budgets or another codec keep more")
    return EXIT_BELOW if below else 0
