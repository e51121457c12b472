"""Write one HTML page that shows what fills the context of a session and what compaction did.

The page is a single file that loads nothing from anywhere. A session that was
never compacted with this tool is compacted in a temporary folder, to show what
would be kept; --no-preview leaves that out. Secrets are taken out.
"""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import options, session_argument
from ..console import Console

if TYPE_CHECKING:
    from ...rules.report import Report

EXAMPLE = """
PROGRAM session.jsonl -o report.html --workspace .
PROGRAM ~/.claude/projects/my-project/session.jsonl -o report.html --lang zh
PROGRAM session.jsonl --dry-run --json
"""
DEFAULT_OUT = "report.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    session_argument.add_session(parser)
    parser.add_argument(
        "-o", "--out", metavar="FILE", type=Path, default=Path(DEFAULT_OUT), help=f"the page (default: {DEFAULT_OUT})"
    )
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="language of the page (default: en)")
    parser.add_argument("--prices", metavar="FILE", type=Path, help="TOML with your own prices, over the built-in ones")
    parser.add_argument("--no-preview", action="store_true", help="do not try a compaction where none is recorded")
    parser.add_argument("--dry-run", action="store_true", help="make the page and write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Write the page and say what it shows."""
    from ... import wiring
    from ...rules import prices
    from ...services import cache_auditor
    from ...services.reporting import Wanted

    session = session_argument.session_of(arguments, console)
    stem = "stdin" if arguments.session == "-" else Path(arguments.session).stem
    table = cache_auditor.price_table(arguments.prices) if arguments.prices else prices.TABLE
    reporting = wiring.reporting(options.places_of(arguments), options.settings_of(arguments))
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
    console.text(f"The page {done} in {arguments.out} ({size:,} bytes).")
    return 0


def _print(report: "Report", console: Console) -> None:
    console.text(f"{report.title}: {report.messages:,} messages, {report.measured.tokens:,} tokens in the context")
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
        "session": report.title,
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
