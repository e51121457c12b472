"""How fast is the memory at 1,000, 10,000, 100,000 and 1,000,000 docs? Beside raw FTS5 and raw numpy, in the same run.

    python -m bench.scale --docs 1000,10000,100000,1000000
    python -m bench.scale --docs 100000 --vectors 512

Every number comes from a process of its own, over notes that `scale_corpus` makes from a seed. Targets are
absolute and meant for a quiet machine: the load is printed, and what a busy one measures is an upper bound. The time
of the processor beside it depends less on what else runs.
Exit code 1 when a target was missed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .table import Row, show

REPOSITORY = Path(__file__).parent.parent
WHOLE_P95 = {100_000: 25.0}
"""Milliseconds; the target for a whole store."""
SCOPE_P95 = {100_000: 5.0}
SCALE_P95 = {1_000_000: 50.0}
INGEST, INGEST_BESIDE = 30_000, 45_600
"""Docs a second in batches, without an embedder, and those of raw FTS5 when that was promised: the share counts."""
INGEST_FROM = 100_000
"""Docs; with fewer the start of the process decides."""
LANES = ("sqlite", "scale")


def measured(part: str, **values: object) -> dict[str, Any]:
    """What `bench.scale_measures` prints for one part, from a process of its own."""
    print(f"{part} ...", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "bench.scale_measures", part, json.dumps(values)]
    paths = os.pathsep.join((str(REPOSITORY / "scripts"), str(REPOSITORY)))
    ended = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY, env={**os.environ, "PYTHONPATH": paths}
    )
    return dict(json.loads(ended.stdout))


def rows_of(docs: int, folder: Path, *, vectors: int, questions: int) -> Iterator[Row]:
    """Every row of one size."""
    values: dict[str, Any] = {"docs": docs, "folder": str(folder), "questions": questions}
    raw = measured("raw_words", **values)
    ingest = measured("ingest", **values)
    least = INGEST / INGEST_BESIDE if docs >= INGEST_FROM else None
    share = ingest["per_second"] / raw["per_second"]
    yield Row(
        f"{docs:,}: ingest, batched",
        f"{ingest['per_second']:,.0f} docs/s (a processor: {ingest['per_cpu']:,.0f}), {share:.2f} of raw FTS5, "
        f"{ingest['mb']:.0f} MB RSS, {ingest['disk']:.0f} MB on disk",
        f"raw FTS5 {raw['per_second']:,.0f} docs/s (cpu {raw['per_cpu']:,.0f}), {raw['disk']:.0f} MB",
        f">= {least:.2f} of it ({INGEST:,} of {INGEST_BESIDE:,})" if least else "",
        share >= least if least else None,
    )
    numpy = measured("raw_vectors", docs=docs, length=vectors or 512, questions=questions)
    if vectors:
        embedded = measured("embed", length=vectors, **values)
        yield Row(f"{docs:,}: vectors stored, length {vectors}", f"{embedded['per_second']:,.0f}/s", "")
    built = measured("build", **values)
    yield Row(
        f"{docs:,}: files of scale built",
        f"{built['seconds']:.1f} s, {built['disk']:.0f} MB more on disk, {built['mb']:.0f} MB RSS",
        "",
    )
    for lane in LANES:
        found = measured("recall", lane=lane, length=vectors, **values)
        for name, limits in (("whole store", WHOLE_P95), ("one scope", SCOPE_P95)):
            part = found[name]
            cpu = f"(cpu {part['cpu_p50']:.1f} / {part['cpu_p95']:.1f})"
            limit = SCALE_P95.get(docs) if lane == "scale" else None
            limit = limit or limits.get(docs)
            yield Row(
                f"{docs:,}: recall, {name}, {lane}",
                f"p50 {part['p50']:.1f} ms, p95 {part['p95']:.1f} ms {cpu}, {part['found']:.2f} found",
                _reference(raw["whole" if name == "whole store" else "scoped"], numpy),
                f"p95 <= {limit:g} ms" if limit else "",
                part["p95"] <= limit if limit else None,
            )
        if vectors:
            near = found["nearest"]
            yield Row(
                f"{docs:,}: nearest 30 alone, {lane}",
                f"p50 {near['p50']:.1f} ms, p95 {near['p95']:.1f} ms, {near['share']:.3f} of the exact ones",
                f"numpy p50 {numpy['p50']:.1f} ms",
            )
        yield Row(
            f"{docs:,}: first answer of a new process, {lane}",
            f"{found['first']:.0f} ms, {found['mb']:.0f} MB RSS after all questions",
            f"python -c pass {found['floor']:.0f} ms",
        )


def _reference(raw: dict[str, float], numpy: dict[str, float]) -> str:
    fts5 = f"{raw['p50']:.1f} / {raw['p95']:.1f} ms (cpu {raw['cpu_p50']:.1f} / {raw['cpu_p95']:.1f})"
    return f"FTS5 {fts5}, numpy {numpy['p50']:.1f} / {numpy['p95']:.1f} ms"


def main() -> int:
    """Print one table for each size."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description="Speed at many docs.")
    parser.add_argument("--docs", metavar="N,N", default="1000,10000,100000", help="sizes (default: %(default)s)")
    parser.add_argument("--vectors", metavar="LENGTH", type=int, default=0, help="with made-up vectors of this length")
    parser.add_argument("--questions", metavar="N", type=int, default=300, help="asked of each (default: 300)")
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="make the stores here and keep them")
    arguments = parser.parse_args()
    missed = False
    for docs in map(int, arguments.docs.split(",")):
        folder = arguments.keep / str(docs) if arguments.keep else Path(tempfile.mkdtemp(prefix="scale-"))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            load = os.getloadavg()[0]
            rows = list(rows_of(docs, folder, vectors=arguments.vectors, questions=arguments.questions))
            print(f"\n{docs:,} docs; load {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")
            print(show(rows), flush=True)
            missed = missed or any(row.met is False for row in rows)
        finally:
            if not arguments.keep:
                shutil.rmtree(folder)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
