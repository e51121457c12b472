"""The Pythons that are promised are those that are tested, and what is not here is named."""

import sys
import tomllib
from pathlib import Path

import pytest

from .. import pythons
from ..conftest import LIBRARIES, REPOSITORY

pytest_plugins = ["pytester"]


def test_what_is_promised_is_what_is_tested() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    prefix = "Programming Language :: Python :: "
    promised = [each.removeprefix(prefix) for each in project["classifiers"] if each.startswith(prefix)]
    assert tuple(promised) == pythons.VERSIONS
    assert project["requires-python"] == f">={pythons.VERSIONS[0]}"
    assert tuple(sorted(project["optional-dependencies"])) == pythons.EXTRAS == tuple(sorted(LIBRARIES))


def test_a_shim_that_runs_nothing_is_passed_over_for_an_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyenv puts a python3.13 on PATH that only says that no version is switched on."""
    shim = made(tmp_path / "shims" / "python3.13", "exit 127")
    made(tmp_path / "versions" / "3.13.2" / "bin" / "python3.13", "exit 0")
    newest = made(tmp_path / "versions" / "3.13.10" / "bin" / "python3.13", "exit 0")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(shim.parent))

    assert pythons.find_python("3.13") == newest
    assert pythons.find_python("3.12") is None


def test_what_a_second_python_runs_is_there_and_the_main_job_is_part_of_it() -> None:
    assert all((REPOSITORY / path).exists() for path in pythons.PORTABILITY)
    assert {"tests/cli", "tests/storage", "tests/server"} <= pythons.PORTABILITY.keys()


@pytest.mark.parametrize(("newest", "chosen"), [("3.99", ["3.99"]), ("{}.{}".format(*sys.version_info), [])])
def test_given_the_newest_python_runs_this_then_no_second_one_runs(newest: str, chosen: list[str]) -> None:
    assert list(pythons.newest_other({"3.10": Path("old"), newest: Path("new")})) == chosen


def made(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.slow
def test_an_extra_that_was_left_out_skips_its_tests_by_name(pytester: pytest.Pytester) -> None:
    pytester.makeconftest((REPOSITORY / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        test_top="raise ModuleNotFoundError(\"No module named 'usearch.index'\")",
        test_inside="""
            def test_extra():
                raise ModuleNotFoundError("No module named 'tantivy'")
            def test_ours():
                raise ModuleNotFoundError("No module named 'context_memory.gone'")
        """,
    )

    done = pytester.runpytest_subprocess("--without-extra=scale", "-rs", "-p", "no:cacheprovider")

    done.assert_outcomes(skipped=2, failed=1)
    done.stdout.fnmatch_lines(["*the extra scale is left out"])
