"""The generated parts of references/: real runs on the made-up session of examples/, and the cost table.

`docs/fragments.py` puts them between their markers; `python -m bench.reference_examples` shows them.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from context_memory.api.assemble import sessions
from context_memory.compaction.digest import evidence
from context_memory.compaction.outcomes import Compacted
from context_memory.compaction.services.compact import Request
from context_memory.messages import Message, Session, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.storage.archive import Archive
from context_memory.transcripts.formats import read_session
from context_memory.trim.service import Trimmer
from context_memory.trim.trimming import Trimmed
from context_memory.workspace import fingerprint
from context_memory.workspace.files import project_scan
from examples.make_session import make

from . import cost_table

TURNS = 10
BUDGET = 2_200
"""Tokens for the compaction shown; small, so that it can be read on a page."""
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@cache
def session() -> Session:
    """The first turns of the made-up session."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_text(make(turns=TURNS).text, encoding="utf-8")
        return read_session(path)


def trim_example() -> str:
    """A long log before and after."""
    return _trimmed("exec", "journalctl")


def read_example() -> str:
    """A long file before and after."""
    return _trimmed("read", "import_job_service.ts")


def _trimmed(tool: str, word: str) -> str:
    calls = {call.id: call for message in session().messages for call in message.calls}
    result, call = next(
        (result, calls[result.call_id])
        for message in session().messages
        for result in message.results
        if calls[result.call_id].name == tool and word in str(calls[result.call_id].input) and len(result.text) > 5_000
    )
    with tempfile.TemporaryDirectory() as folder:
        outcome = Trimmer(Archive(Path(folder)), Settings(), dry=True).trim(result.text, call.name, call.input)
    assert isinstance(outcome, Trimmed)
    return "\n".join(
        [
            f"Before: `{tool} {_argument(call)}`, {len(result.text):,} characters in "
            f"{len(result.text.splitlines())} lines.",
            *_fenced(_middle_left_out(result.text)),
            "",
            f"After: {len(outcome.text):,} characters; `archive {outcome.handle}` gives the original back.",
            *_fenced(outcome.text),
        ]
    )


def compact_example() -> str:
    """What a session looks like after a compaction with a small budget."""
    outcome = _compacted()
    given = f"{len(session().messages)} messages, about {outcome.estimate_before:,} tokens"
    kept = f"{outcome.tokens_after:,} tokens: this continuation and the {len(outcome.tail)} newest messages"
    receipt = outcome.receipt
    return "\n".join(
        [
            f"Before: {given}. After, with `--budget {BUDGET}`: {kept}.",
            f"Receipt: {receipt.score:.2f}; {len(receipt.kept)} kept, {len(receipt.archived)} only in the archive, "
            f"{len(receipt.missing)} missing.",
            *_fenced("\n".join(_shortened(line, 240) for line in outcome.continuation.splitlines())),
        ]
    )


@cache
def _compacted() -> Compacted:
    with tempfile.TemporaryDirectory() as folder:
        service = sessions.compaction(places.of_workspace(Path(folder)), Settings())
        outcome = service.compact(session(), Request(budget=BUDGET, force=True, name="example"), NOW)
    assert isinstance(outcome, Compacted)
    return outcome


def key_files_example() -> str:
    """Which files count as key files, and where each was named last."""
    rows = ["| rank | file | last named in |", "|---|---|---|"]
    for rank, path in enumerate(evidence.key_files_of(session().messages), 1):
        rows.append(f"| {rank} | `{path}` | {_last_named(path)} |")
    return "\n".join(rows)


def _last_named(path: str) -> str:
    for number in range(len(session().messages) - 1, -1, -1):
        message = session().messages[number]
        if path in evidence.key_files_of([message], limit=1_000):
            return f"message {number + 1}, {_place(message, path)}"
    return "-"


def _place(message: Message, path: str) -> str:
    for part in message.parts:
        match part:
            case ToolCall() if path in evidence.files_in_call(part):
                return f"the input of `{part.name}`"
            case ToolResult() if path in part.text:
                return f"the output of `{part.name}`"
            case _:
                pass
    return "what was written"


def fingerprint_example() -> str:
    """The fingerprint of a small project, and what changes it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "shop"
        (folder / "src").mkdir(parents=True)
        (folder / "package.json").write_text('{"name": "shop", "version": "2.1.0"}\n', encoding="utf-8")
        lines = [("as it is", fingerprint.line(project_scan.scan(folder)))]
        (folder / "src" / "app.ts").write_text("start()\n", encoding="utf-8")
        lines.append(("a file inside a folder is added", fingerprint.line(project_scan.scan(folder))))
        (folder / "package.json").write_text('{"name": "shop", "version": "2.2.0"}\n', encoding="utf-8")
        lines.append(("the manifest changes", fingerprint.line(project_scan.scan(folder))))
        (folder / "docs").mkdir()
        (folder / "docs" / "guide.md").write_text("# Guide\n", encoding="utf-8")
        lines.append(("a top-level folder is added", fingerprint.line(project_scan.scan(folder))))
    width = max(len(what) for what, _line in lines)
    return "\n".join(_fenced("\n".join(f"{what:<{width}}  {line}" for what, line in lines)))


def _argument(call: ToolCall) -> str:
    return str(call.input.get("command") or call.input.get("path") or "")


def _middle_left_out(text: str, head: int = 4, tail: int = 2) -> str:
    lines = [_shortened(line, 160) for line in text.rstrip("\n").splitlines()]
    left_out = len(lines) - head - tail
    return "\n".join([*lines[:head], f"[{left_out} lines left out in this document]", *lines[-tail:]])


def _shortened(line: str, most: int) -> str:
    return line if len(line) <= most else line[: most - 1] + "…"


def _fenced(text: str) -> list[str]:
    fence = "````" if "```" in text else "```"
    return [f"{fence}text", text.rstrip("\n"), fence]


EXAMPLES: dict[str, Callable[[], str]] = {
    "trim_example": trim_example,
    "read_example": read_example,
    "compact_example": compact_example,
    "key_files_example": key_files_example,
    "fingerprint_example": fingerprint_example,
    "cost_table": cost_table.table,
}


def main() -> int:
    """Show all of them."""
    if "--json" in sys.argv[1:]:
        print(json.dumps({name: example() for name, example in EXAMPLES.items()}))
        return 0
    for name, example in EXAMPLES.items():
        print(f"== {name}\n{example()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
