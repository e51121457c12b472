"""What a call costs: CPU time of the whole process of a hot command beside `python3 -c pass`, in turns, medians."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from statistics import median

from examples.make_session import make

from .table import Row

ROOT = Path(__file__).parent.parent
PYTHON = str(Path(sys.executable).resolve())  # the interpreter a skill finds: no virtual environment
RUNS = 21
DOCS = 2_600
OVER_FLOOR = {"trim": 40, "check": 40, "breaker": 40, "recall": 70, "remember": 70}
"""Promised CPU milliseconds beyond those of an interpreter that does nothing."""
_SUBJECTS = ("deploys", "backups", "the cache", "the parser", "the queue", "the index", "logins", "reports")
_FACTS = ("listens on port", "keeps days of history:", "retries after seconds:", "is limited to requests:")


def measure(runs: int = RUNS, docs: int = DOCS) -> list[Row]:
    """Rows for trim, the check of an action, recall, remember, measure, restore and breaker."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "w" / "memories").mkdir(parents=True)
        (folder / "w" / "memories" / "errors.md").write_text(_errors(), encoding="utf-8")
        session = folder / "session.jsonl"
        session.write_text(make(turns=3).text, encoding="utf-8")
        (folder / "docs.jsonl").write_text("".join(_docs(docs)), encoding="utf-8")
        workspace = ["--workspace", str(folder / "w")]
        environment = os.environ | {"XDG_STATE_HOME": str(folder / "state")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # calls after the first find our modules compiled
        _cpu_ms(_script(["remember", "--batch", str(folder / "docs.jsonl"), *workspace]), b"", environment)
        number = count()
        calls = {
            "trim, 30 kB": (["trim", "--tool", "exec", *workspace], _output()),
            "check": (["check", "--workspace", str(folder / "w"), "--command", "make test src/new.py"], b""),
            f"recall, {docs:,} docs": (["recall", "Which port does the cache of gamma7 listen on?", *workspace], b""),
            f"remember, {docs:,} docs": (["remember", "Project zeta # listens on port 8123", *workspace], b""),
            "tokens, 14k tokens": (["tokens", str(session)], b""),
            "restore": (["restore", *workspace], b""),
            "breaker": (["breaker", *workspace], b""),
        }
        return [_row(what, words, stdin, runs, environment, number) for what, (words, stdin) in calls.items()]


def _row(
    what: str, words: list[str], stdin: bytes, runs: int, environment: dict[str, str], number: Iterator[int]
) -> Row:
    floor_call = [PYTHON, "-c", "pass"]

    def ours_ms() -> float:  # a new fact each time
        return _cpu_ms(_script([word.replace("#", str(next(number))) for word in words]), stdin, environment)

    ours_ms()  # compiles our modules once, as the first call on a machine does
    pairs = [(_cpu_ms(floor_call, b"", environment), ours_ms()) for _ in range(runs)]
    floor, ours = (median(times) for times in zip(*pairs, strict=True))
    reference = f"python3 -c pass {floor:.0f} ms"
    if words[0] not in OVER_FLOOR:
        return Row(f"process: {what}", f"{ours:.0f} ms", reference)
    limit = floor + OVER_FLOOR[words[0]]
    return Row(f"process: {what}", f"{ours:.0f} ms", reference, f"<= {limit:.0f} ms", ours <= limit)


def _script(words: list[str]) -> list[str]:
    return [PYTHON, str(ROOT / "scripts" / "context-memory.py"), *words]


def _cpu_ms(call: list[str], stdin: bytes, environment: dict[str, str]) -> float:
    """User and system time of the process: other work on the machine disturbs it less than time on the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        call, input=stdin, env=environment, check=True, timeout=60, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1_000


def _docs(wanted: int) -> Iterator[str]:
    """Facts of many projects, as lines of a batch."""
    for number in range(wanted):
        subject, fact = _SUBJECTS[number % 8], _FACTS[number // 8 % 4]
        text = f"In project gamma{number % 97} {subject} {fact} {number * 7 % 9_973}"
        yield json.dumps({"text": text, "kind": "fact"}) + "\n"


def _errors() -> str:
    """An errors.md of forty lines, as an agent leaves it after some weeks."""
    lines = [f"- 2026-03-{number % 28 + 1:02} missing: `src/old_{number}.py` — moved\n" for number in range(20)]
    lines += [f"- 2026-03-{number % 28 + 1:02} denied: `rm -rf build/{number}`\n" for number in range(20)]
    return "# Errors\n\n" + "".join(lines)


def _output() -> bytes:
    """30 kB of build output with one error in the middle."""
    lines = [
        f"[{number:04}] compiled src/module_{number % 37}/part_{number}.c in {number % 90} ms\n"
        for number in range(600)
    ]
    lines[311] = "src/module_15/part_311.c:88:14: error: 'retry_limit' undeclared (first use in this function)\n"
    return "".join(lines).encode()[:30_000]
