"""Run every attack and print one line for each class: how many were tried and how many succeeded.

    python -m tests.attacks [FOLDER]

The exit code is 0 when attacks were tried and none succeeded.
"""

import sys
import time
from collections import Counter
from pathlib import Path

import pytest

HANGS_AFTER = 200
"""Seconds; a test that takes longer is ended and counts as an attack that succeeded."""


class Tally:
    """Counts attacks by class while pytest runs."""

    def __init__(self) -> None:
        self.tried = Counter[str]()
        self.succeeded = Counter[str]()
        self.skipped = Counter[str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count the test itself, and its set-up and tear-down only where they failed."""
        name = Path(report.nodeid.partition("::")[0]).stem.removeprefix("test_")
        if report.skipped:
            self.skipped[name] += 1
        elif report.when == "call" or report.failed:
            self.tried[name] += int(dict(report.user_properties).get("attacks", 1))
            self.succeeded[name] += report.failed

    def lines(self) -> list[str]:
        """One line for each class."""
        return [
            f"{name:12} {self.tried[name]:7,} attacks  {self.succeeded[name]:3,} succeeded"
            + (f"  {self.skipped[name]:,} skipped" if self.skipped[name] else "")
            for name in sorted(self.tried | self.skipped)
        ]


def main(folder: Path) -> int:
    """Run the attacks of a folder; returns the exit code."""
    tally, began = Tally(), time.monotonic()
    options = [
        *("--quiet", "--numprocesses=auto", "--dist=worksteal", "--tb=short"),
        *("-o", f"faulthandler_timeout={HANGS_AFTER}", "-o", "faulthandler_exit_on_timeout=true"),
    ]
    code = pytest.main([str(folder), *options], plugins=[tally])
    print(*tally.lines(), sep="\n")
    tried, succeeded = sum(tally.tried.values()), sum(tally.succeeded.values())
    print(f"{tried:,} attacks in {time.monotonic() - began:.0f} s, {succeeded:,} succeeded")
    return int(code) or int(succeeded > 0 or tried == 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent))
