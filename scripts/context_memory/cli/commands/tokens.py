"""Measure a session against its budget, or fit the calibration.

The size is the usage that the API counted, if the transcript has it; otherwise
an estimate with the host's calibration, or the plain estimate. `--calibrate`
fits that calibration to the replies of your own sessions.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import InputError
from ...messages import Role
from ...settings.values import Settings
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...tokens.budget import Budget
    from ...tokens.measure import Breakdown, Measured
    from ...tokens.service import Fitted, Measuring

EXAMPLE = """
PROGRAM session.jsonl --window 200000
PROGRAM --calibrate ~/.claude/projects/*/*.jsonl
echo "some text" | PROGRAM --text -
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument(
        "sessions", metavar="SESSION", nargs="*", default=["-"], help="transcript, or - for standard input"
    )
    parser.add_argument("--text", action="store_true", help="the input is plain text, not a transcript")
    parser.add_argument("--calibrate", action="store_true", help="fit real tokens to estimates over all replies")
    parser.add_argument("--dry-run", action="store_true", help="with --calibrate: print the fit, keep nothing")
    options.add_reading(parser)
    parser.add_argument("--estimator", metavar="E", help="cjk, bytes4, chars4 or api (exact, asks the network)")
    parser.add_argument("--window", metavar="N", type=int, help="context window of the model, tokens")
    parser.add_argument("--policy", metavar="P", help="set of marks: skill, r-memory, provider, openclaw or small")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the size of one session or text, or the fitted calibrations."""
    from ...tokens.service import Measuring, counter_of

    settings = options.settings_of(
        arguments, estimator=arguments.estimator, window=arguments.window, policy=arguments.policy
    )
    measuring = Measuring(settings, options.places_of(arguments), counter_of(settings))
    if arguments.calibrate:
        code = _calibrate(measuring, arguments, console)
    elif arguments.text:
        code = _text(measuring, settings, _only(arguments.sessions), console)
    else:
        code = _session(measuring, settings, arguments, console)
    for problem in measuring.problems:
        console.warn(problem)
    return code


TOKENS = Command(__doc__, EXAMPLE, add_arguments, run)


def _only(names: list[str]) -> str:
    if len(names) != 1:
        raise InputError(f"{counted(len(names), 'session')} given", hint="name one; only --calibrate takes several")
    return names[0]


# -- text --------------------------------------------------------------------------------------------


def _text(measuring: "Measuring", settings: Settings, name: str, console: Console) -> int:
    from ...storage import files

    data = sys.stdin.buffer.read() if name == "-" else files.read_bytes(Path(name))
    text = data.decode("utf-8", "replace")
    count = measuring.count_text(text)
    if console.as_json:
        console.data({"tokens": count, "estimator": settings.estimator, "characters": len(text), "bytes": len(data)})
    else:
        console.text(f"{count:,} tokens ({settings.estimator}), {len(text):,} characters, {len(data):,} bytes")
    return 0


# -- one session -------------------------------------------------------------------------------------


def _session(measuring: "Measuring", settings: Settings, arguments: argparse.Namespace, console: Console) -> int:
    from ...tokens import budget, measure

    session = options.session_of(arguments, console, _only(arguments.sessions))
    marks = budget.budget_of(settings.window, settings.policy)
    measured = measuring.measure(session)
    parts = measure.break_down(session.context, measuring.estimator)
    prefix = measuring.fixed_prefix(session)
    if console.as_json:
        from ...api import results

        console.data(results.of_measured(session, measuring, settings).to_dict())
        return 0
    console.text(_size(measured, settings.estimator, console))
    if prefix:
        console.text(
            f"of these about {prefix:,} are the system prompt and the tools, which no compaction makes smaller"
        )
    console.text(
        f"{session.format}: {len(session.context):,} of {counted(len(session.messages), 'message')} "
        "are in the context\n"
    )
    _print_parts(parts, console)
    _print_marks(marks, measured.tokens, console)
    return 0


_SOURCES = {
    "usage": "counted by the API for the newest reply, plus the estimate of what follows it",
    "calibration": "from the calibration of this host; the messages alone are estimated at {estimate:,}",
    "estimate": "estimated by {estimator}; the system prompt and the tools are not in it",
    "api": "counted by the API; the system prompt and the tools are not in it",
}


def _size(measured: "Measured", estimator: str, console: Console) -> str:
    source = _SOURCES[measured.source].format(estimate=measured.estimate, estimator=estimator)
    return f"{console.paint(f'{measured.tokens:,} tokens', 'bold')} ({source})"


def _print_parts(parts: "Breakdown", console: Console) -> None:
    roles = [role for role in Role if any(role in by_role for by_role in parts.values())]
    rows = [
        (kind, *(f"{by_role.get(role, 0):,}" for role in roles), f"{sum(by_role.values()):,}")
        for kind, by_role in parts.items()
        if by_role
    ]
    sums = [sum(by_role.get(role, 0) for by_role in parts.values()) for role in roles]
    rows.append(("all", *(f"{each:,}" for each in sums), f"{sum(sums):,}"))
    headers = ("estimated tokens", *(role.value for role in roles), "all")
    console.table(headers, rows, numeric=range(1, len(headers)))
    console.text("")


def _print_marks(marks: "Budget", size: int, console: Console) -> None:
    from ...tokens import budget

    crossed = budget.crossed(marks, size)
    rows = [
        (name, f"{level:,}", console.paint("reached", "yellow") if name in crossed else f"{level - size:,} left")
        for name, level in budget.marks(marks).items()
    ]
    console.table(("threshold", "tokens", "state"), rows, numeric=(1,))
    if "compact" in crossed:
        console.text(f"\nCompact now: the target is {marks.target:,} tokens.")


# -- calibration -------------------------------------------------------------------------------------


def _calibrate(measuring: "Measuring", arguments: argparse.Namespace, console: Console) -> int:
    sessions = []
    for name in arguments.sessions:
        try:
            sessions.append(options.read_session_argument(name, arguments.format))
        except InputError as error:
            console.warn(str(error))
    if not sessions:
        raise InputError("no session could be read", hint="name transcripts that carry the API's usage")
    fitted = measuring.calibrate(sessions, dry_run=arguments.dry_run)
    if console.as_json:
        console.data({"dry_run": arguments.dry_run, "calibrations": [_as_json(each) for each in fitted]})
        return 0
    rows = [
        (
            each.format,
            f"{each.calibration.base:,.0f} + {each.calibration.factor:.2f} x estimate",
            f"{each.sessions:,}",
            f"{each.calibration.replies:,}",
            _errors(each.calibration.median_error, each.calibration.p90_error),
            _errors(*each.before) if each.before else "-",
        )
        for each in fitted
    ]
    console.table(("host", "tokens", "sessions", "replies", "error median / p90", "before"), rows, numeric=(2, 3))
    return 0


def _errors(median: float, p90: float) -> str:
    return f"{median:.1f} % / {p90:.1f} %"


def _as_json(fitted: "Fitted") -> dict[str, Any]:
    return {
        "format": fitted.format,
        "sessions": fitted.sessions,
        **fitted.calibration._asdict(),
        "error_before": list(fitted.before) if fitted.before else None,
    }
