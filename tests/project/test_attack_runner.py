"""`make test-attacks` counts what it runs, and does not call an attack that succeeded a success of ours."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPOSITORY

HELD = "def test_held(record_property):\n    record_property('attacks', 40)\n"


def run(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks", str(folder)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
def test_a_class_is_one_line_with_its_counts(tmp_path: Path) -> None:
    (tmp_path / "test_doors.py").write_text(f"{HELD}\ndef test_other(): pass\n")

    code, printed = run(tmp_path)

    assert code == 0
    assert "doors             41 attacks    0 succeeded" in printed.splitlines()


@pytest.mark.slow
def test_an_attack_that_succeeds_fails_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_doors.py").write_text(HELD)
    (tmp_path / "test_windows.py").write_text("def test_open(): assert False\n")
    (tmp_path / "test_cellars.py").write_text("import os\ndef test_open(): os._exit(3)\n")
    (tmp_path / "test_roofs.py").write_text(
        "import pytest\n@pytest.fixture\ndef broken(): raise OSError\ndef test_open(broken): pass\n"
    )

    code, printed = run(tmp_path)

    assert code != 0
    for line in (
        "cellars            1 attacks    1 succeeded",
        "doors             40 attacks    0 succeeded",
        "roofs              1 attacks    1 succeeded",
        "windows            1 attacks    1 succeeded",
    ):
        assert line in printed.splitlines()


@pytest.mark.slow
def test_a_run_without_attacks_fails(tmp_path: Path) -> None:
    assert run(tmp_path)[0] != 0
