"""The table of `bench.trim_fidelity` in two rows: facts kept, characters saved and time, beside the simplest rules."""

from random import Random
from statistics import median
from time import perf_counter

from .table import Row
from .trim_fidelity import METHODS
from .trim_outputs import KINDS, Case
from .trim_outputs_held_out import HELD_OUT

SEEDS = 12
MOST_MS = 10  # per 30 kB
LEAST_KEPT, LEAST_SAVED = 0.95, 0.80


def measure(seeds: int = SEEDS) -> list[Row]:
    """One row for the kinds that the rules were designed on, one for kinds held out, one for the time."""
    rows, times = [], []
    for title, kinds in (("designed on", KINDS), ("held out", HELD_OUT)):
        cases = [make(Random(f"{kind} {seed}")) for kind, make in kinds.items() for seed in range(seeds)]
        kept, saved, spent = _result("ours", cases)
        others = ", ".join(f"{name} {_result(name, cases)[0]:.0%}" for name in METHODS if name != "ours")
        target = f">= {LEAST_KEPT:.0%} kept, {LEAST_SAVED:.0%} saved"
        met = kept >= LEAST_KEPT and saved >= LEAST_SAVED
        rows.append(
            Row(f"trim, {len(cases)} outputs, {title}", f"{kept:.1%} kept, {saved:.0%} saved", others, target, met)
        )
        times.append(spent)
    slower = max(times)
    rows.append(Row("trim, 30 kB, in process", f"{slower:.1f} ms", "", f"< {MOST_MS} ms", slower < MOST_MS))
    return rows


def _result(name: str, cases: list[Case]) -> tuple[float, float, float]:
    """Share of facts kept, share of characters saved, median milliseconds per 30 kB."""
    kept = shown = 0
    times = []
    for case in cases:
        start = perf_counter()
        text = METHODS[name](case)
        times.append((perf_counter() - start) * 1_000 * 30_000 / max(30_000, len(case.text)))
        kept += case.needle in text
        shown += len(text)
    return kept / len(cases), 1 - shown / sum(len(case.text) for case in cases), median(times)
