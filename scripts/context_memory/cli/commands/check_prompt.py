"""Find what breaks the prefix cache of your own prompt.

Above the boundary line that is: dates, tasks, text of MEMORY.md, git state,
ids, token counts, temporary paths; and a boundary that is missing or doubled.
Exit code 0 when nothing has to be mended (warnings may remain), 3 with findings.
"""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path

from ...model.findings import Finding, Level
from ...services import prompting
from ..console import Console

EXAMPLE = """
PROGRAM prompt.md --memory MEMORY.md
render_prompt --workspace . | PROGRAM -
"""
EXIT_FINDINGS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of check_prompt."""
    parser.add_argument(
        "file", metavar="FILE", help="the prompt as it is sent, or a saved API request (JSON); - reads stdin"
    )
    parser.add_argument(
        "--memory", metavar="MEMORY.md", type=Path, help="also find lines of this file above the boundary"
    )
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="en", help="language of reasons and fixes (default: en)"
    )


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Print the findings; exit 3 when there is one to mend."""
    text = _given(arguments.file)
    memory = prompting.read_prompt(arguments.memory) if arguments.memory else ""
    findings = prompting.check(text, memory, arguments.lang)
    failures = sum(finding.level is Level.FAIL for finding in findings)
    if console.as_json:
        console.data({"ok": not failures, "findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            _show(finding, console)
        console.note(
            f"{failures} to mend, {len(findings) - failures} to look at" if findings else "the prompt is cache-safe"
        )
    return EXIT_FINDINGS if failures else 0


def _given(file: str) -> str:
    if file != "-":
        return prompting.read_prompt(Path(file))
    return prompting.prompt_text(sys.stdin.buffer.read(prompting.PROMPT_BYTES + 1), "standard input")


def _show(finding: Finding, console: Console) -> None:
    colour = "red" if finding.level is Level.FAIL else "yellow"
    place = f"line {finding.line}" if finding.line else "prompt"
    console.text(f"{console.paint(finding.level.value, colour)}  {place}  {finding.kind}: {finding.what}")
    console.text(f"      why: {finding.why}")
    console.text("      fix: " + finding.fix.replace("\n", "\n           "))
