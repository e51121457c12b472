"""Short runs of the tools that prove the memory: many processes at once, and death at any point."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent


def tool(name: str, *arguments: object) -> str:
    call = [sys.executable, str(REPOSITORY / "tests" / name), *map(str, arguments)]
    done = subprocess.run(call, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_writers_and_readers_at_once_lose_nothing_and_nobody_is_locked_out() -> None:
    """Issue 5 section 4 and E-14; `make test-load` runs 8 and 8 of them for 60 seconds."""
    shown = tool("memory_load.py", "--seconds", 4, "--writers", 3, "--readers", 3)

    assert all(int(number) > 0 for number in re.findall(r"(\d+) (?:commands|docs|bullets|notes|promotions)", shown))


@pytest.mark.slow
def test_killed_at_any_point_nothing_acknowledged_is_lost_and_the_index_is_rebuilt_the_same() -> None:
    """D-11 and D-13; `make test-crash` does two hundred."""
    assert "9 crashes" in tool("memory_crash.py", "--points", 9, "--seed", 11)
