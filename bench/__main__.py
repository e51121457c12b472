"""`python -m bench [NAME ...]`: run all benchmarks, or the named ones, and print one table."""

import argparse
import sys
from importlib import import_module
from pathlib import Path

from .table import show

BENCHMARKS = (
    "hot_path",
    "reading",
    "blocks",
    "trim_summary",
    "redaction",
    "learning",
    "journeys",
    "extraction",
    "capsules",
    "endurance",
    "cache",
    "recall",
    "vectors",
)
"""Modules with `measure() -> list[Row]`. `python -m bench.fidelity FILE ...` is apart: it needs transcripts."""


def main() -> int:
    """Print the table; exit 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Print every published number.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"one of {', '.join(BENCHMARKS)} (default: all)")
    parser.add_argument(
        "--sessions", metavar="FILE", nargs="+", type=Path, default=[], help="also count what is taken from transcripts"
    )
    arguments = parser.parse_args()
    names = arguments.names or BENCHMARKS
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}")
    rows = []
    for name in names:
        print(f"{name} ...", file=sys.stderr, flush=True)
        rows += import_module(f".{name}", __package__).measure()
    if arguments.sessions:
        from . import extraction, fidelity

        files = arguments.sessions
        rows += [*extraction.of_sessions(files), fidelity.receipts_of(files), fidelity.names_of(files)]
    print(show(rows))
    print("\nWhat a compacted session still carries: python -m bench.fidelity TRANSCRIPT ...")
    return 1 if any(row.met is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
