"""Does a trimmed tool output keep its one fact? Beside two references, in the same run.

python -m bench.trim_fidelity [--seeds N] [--misses] [--kind K]
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

from context_memory.settings.values import Settings
from context_memory.trim import kind_of, trim

from .trim_outputs import KINDS, Case
from .trim_outputs_held_out import HELD_OUT
from .trim_outputs_unseen import UNSEEN

SETTINGS = Settings()


def last_500(case: Case) -> str:
    """The skill's rule as written."""
    return case.text[-500:]


def head_and_tail(case: Case) -> str:
    """As many characters as ours may take, half from each end."""
    return case.text[:1000] + "\n…\n" + case.text[-1000:]


def ours(case: Case) -> str:
    kind = kind_of(case.tool, {"path": case.path} if case.path else {})
    return trim(case.text, kind=kind, path=case.path, handle="cm:0123456789ab", settings=SETTINGS).text


METHODS: dict[str, Callable[[Case], str]] = {"last 500": last_500, "head + tail": head_and_tail, "ours": ours}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--kind", default="")
    parser.add_argument("--held-out", action="store_true", help="only the kinds that the rules were not tuned on")
    parser.add_argument("--misses", action="store_true", help="print the needles that were lost")
    arguments = parser.parse_args()
    groups = {"designed on": KINDS, "held out": HELD_OUT, "unseen": UNSEEN}
    for title, kinds in groups.items():
        if not (arguments.held_out and kinds is KINDS):
            report(title, {k: m for k, m in kinds.items() if arguments.kind in k}, arguments)
    return 0


def report(title: str, kinds: dict[str, Callable[[random.Random], Case]], arguments: argparse.Namespace) -> None:
    print(
        f"{title:<24}{'chars':>8}"
        + "".join(f"{name + ' kept':>18}{'saved':>7}" for name in METHODS)
        + f"{'ms/30 kB':>10}"
    )
    totals = {name: [0, 0, 0] for name in METHODS}
    all_speeds: list[float] = []
    for kind, maker in kinds.items():
        cases = [maker(random.Random(f"{kind} {seed}")) for seed in range(arguments.seeds)]
        size = sum(len(case.text) for case in cases)
        line = f"{kind:<24}{size // len(cases):>8,}"
        speeds: list[float] = []
        for name, method in METHODS.items():
            kept = shown = 0
            for seed, case in enumerate(cases):
                start = time.perf_counter()
                text = method(case)
                spent = time.perf_counter() - start
                if name == "ours":
                    speeds.append(spent * 1e3 * 30_000 / max(30_000, len(case.text)))
                found = case.needle in text
                kept += found
                shown += len(text)
                if arguments.misses and name == "ours" and not found:
                    print(f"    lost in {kind} {seed}: {case.needle!r} of {len(case.text):,}, shown {len(text):,}")
            for place, value in enumerate((kept, shown, size)):
                totals[name][place] += value
            line += f"{kept / len(cases):>18.0%}{1 - shown / size:>7.0%}"
        all_speeds += speeds
        print(line + f"{sorted(speeds)[len(speeds) // 2]:>10.1f}")
    if kinds:
        count = len(kinds) * arguments.seeds
        line = f"{'all':<24}{totals['ours'][2] // count:>8,}"
        line += "".join(f"{totals[n][0] / count:>18.1%}{1 - totals[n][1] / totals[n][2]:>7.0%}" for n in METHODS)
        print(line + f"{sorted(all_speeds)[len(all_speeds) // 2]:>10.1f} (slowest {max(all_speeds):.1f})")


if __name__ == "__main__":
    sys.exit(main())
