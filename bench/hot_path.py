"""What a call costs: the whole process of a hot command against `python3 -c pass`, in turns, medians."""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from examples.make_session import make

from .table import Row

ROOT = Path(__file__).parent.parent
PYTHON = str(Path(sys.executable).resolve())  # the interpreter a skill finds: no virtual environment
RUNS = 21
PROMISED = {"trim_output", "circuit_breaker"}
ALLOWED_FACTOR, ALLOWED_MS = 2, 40  # a whole call costs at most twice the floor plus 40 ms


def measure(runs: int = RUNS) -> list[Row]:
    """Rows for trim, measure, restore and breaker."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "w").mkdir()
        session = folder / "session.jsonl"
        session.write_text(make(turns=3).text, encoding="utf-8")
        workspace = ["--workspace", str(folder / "w")]
        calls = {
            "trim_output, 30 kB": (["trim_output", "--tool", "exec", *workspace], _output()),
            "estimate_tokens, 14k tokens": (["estimate_tokens", str(session)], b""),
            "restore_files": (["restore_files", *workspace], b""),
            "circuit_breaker": (["circuit_breaker", *workspace], b""),
        }
        return [_row(what, words, stdin, runs) for what, (words, stdin) in calls.items()]


def _row(what: str, words: list[str], stdin: bytes, runs: int) -> Row:
    script, *arguments = words
    floor_call = [PYTHON, "-c", "pass"]
    call = [PYTHON, str(ROOT / "scripts" / f"{script}.py"), *arguments]
    _timed(call, stdin)  # compiles our modules once, as the first call on a machine does
    pairs = [(_timed(floor_call, b""), _timed(call, stdin)) for _ in range(runs)]
    floor, ours = (median(times) for times in zip(*pairs, strict=True))
    limit = floor * ALLOWED_FACTOR + ALLOWED_MS
    reference = f"python3 -c pass {floor:.0f} ms"
    if script not in PROMISED:
        return Row(f"process: {what}", f"{ours:.0f} ms", reference)
    return Row(f"process: {what}", f"{ours:.0f} ms", reference, f"<= {limit:.0f} ms", ours <= limit)


def _timed(call: list[str], stdin: bytes) -> float:
    start = perf_counter()
    subprocess.run(call, input=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, timeout=60)
    return (perf_counter() - start) * 1_000


def _output() -> bytes:
    """30 kB of build output with one error in the middle."""
    lines = [
        f"[{number:04}] compiled src/module_{number % 37}/part_{number}.c in {number % 90} ms\n"
        for number in range(600)
    ]
    lines[311] = "src/module_15/part_311.c:88:14: error: 'retry_limit' undeclared (first use in this function)\n"
    return "".join(lines).encode()[:30_000]
