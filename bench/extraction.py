"""Decisions and errors that a summary takes from a session: how many are right, and how many of them are found.

`python -m bench.extraction` shows what goes wrong on the own sentences and outputs; with transcripts it counts what is
taken from those. `extracted/real.txt` says of each such text, by hash because it is not ours to print, whether it was
right when it was read; a text without a label has not been read.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from context_memory.compaction.digest import calls, directives, fold, work
from context_memory.compaction.digest.values import SessionMemory
from context_memory.messages import ToolCall, ToolResult
from context_memory.transcripts.formats import read_session

from .table import Row, show

FOLDER = Path(__file__).parent / "extracted"
MOST_FALSE_ERRORS = 0.05
LEAST_RIGHT_DECISIONS = 0.85
CUTS = 8
"""Places of a session, evenly spread, at which its open errors are looked at."""


def measure() -> list[Row]:
    """Precision and recall on the own sentences and outputs."""
    return [_row("decisions", decisions(), LEAST_RIGHT_DECISIONS), _row("errors", errors(), 1 - MOST_FALSE_ERRORS)]


def decisions() -> list[tuple[str, bool, bool]]:
    """(sentence, whether it settles something, whether it was taken as a decision)."""
    found = []
    for line in (FOLDER / "decisions.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        mark, speaker, sentence = line.split(" ", 2)
        taken = directives.find_decisions(sentence, of_agent=speaker == "agent")
        found.append((sentence, mark == "+", bool(taken)))
    return found


def errors() -> list[tuple[str, bool, bool]]:
    """(output, whether something failed and is still wrong, whether it was taken as an open error)."""
    found = []
    for case in json.loads((FOLDER / "errors.json").read_text("utf-8")):
        given = {"command": case["command"]} if "command" in case else {"file_path": case["path"]}
        name = case.get("tool", "Bash")
        result = ToolResult("c", name, case["output"], is_error=case.get("is_error", False))
        done = calls.action(ToolCall("c", name, given), result, 1)
        found.append((case["output"], case["failed"], done is not None and done.is_open_failure))
    return found


def _row(name: str, cases: Sequence[tuple[str, bool, bool]], least: float) -> Row:
    taken = [is_one for _, is_one, is_taken in cases if is_taken]
    marked = [is_taken for _, is_one, is_taken in cases if is_one]
    shown = f"{sum(taken)} of {len(taken)} right, {sum(marked)} of {len(marked)} found"
    return Row(f"{name} taken from a session", shown, "", f">= {least:.0%} right", sum(taken) >= least * len(taken))


def of_sessions(files: Sequence[Path]) -> list[Row]:
    """What is taken from these transcripts, by the labels."""
    labels = dict(line.split() for line in (FOLDER / "real.txt").read_text("ascii").splitlines() if line)
    rows = []
    for kind, least in (("decision", LEAST_RIGHT_DECISIONS), ("error", 1 - MOST_FALSE_ERRORS)):
        taken = list(dict.fromkeys(text for file in files for each, text in taken_from(file) if each == kind))
        read = [labels[name] for text in taken if (name := hash_of(text)) in labels]
        right = read.count("right")
        shown = f"{right} of {len(read)} right, {len(taken) - len(read)} not read"
        rows.append(Row(f"{kind}s, real sessions", shown, "", f">= {least:.0%} right", right >= least * len(read)))
    return rows


def taken_from(file: Path) -> Iterator[tuple[str, str]]:
    """(kind, text) of every decision of a session and of every error that was open at one of the cuts."""
    messages = [message for message in read_session(file).messages if not message.is_summary]
    for cut in range(1, CUTS + 1):
        memory = fold.fold(SessionMemory(), messages[: len(messages) * cut // CUTS])
        for text in work.failures(memory.actions):
            yield "error", text
    for said in memory.decisions:
        yield "decision", said.text


def hash_of(text: str) -> str:
    """The name of a text in `extracted/real.txt`."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def main() -> None:
    """Show what goes wrong, or count what is taken from transcripts."""
    if sys.argv[1:]:
        print(show(of_sessions([Path(each) for each in sys.argv[1:]])))
        return
    print(show(measure()))
    for text, is_one, is_taken in [*decisions(), *errors()]:
        if is_one != is_taken:
            print("missed" if is_one else "false", "|", " / ".join(text.splitlines()))


if __name__ == "__main__":
    main()
