"""Run the tests on each Python that the project promises and that this machine has: `make test-pythons`.

Each gets an environment of its own, `.venvs/<version>`. An extra that cannot be installed on a version is left out
there, its tests are skipped, and the summary names it. Exit code 1 when a run failed, 2 when no Python was found.

`--portability` runs on the newest one here what can come out differently there, which is what `.ci/run` needs beside
its whole run on the oldest; the workflow of the forge runs everything on all four.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

REPOSITORY = Path(__file__).parent.parent
ENVIRONMENTS = REPOSITORY / ".venvs"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""As `requires-python` and the classifiers of pyproject.toml say; test_pythons compares them."""
EXTRAS = ("daemon", "postgres", "scale", "semantic", "semantic-fast")
PORTABILITY = {
    "tests/cli": "the start of every command, argparse's own words, json, terminals, exit codes",
    "tests/settings": "tomllib, and types that are read at run time",
    "tests/storage": "files, locks between processes, zlib, sqlite3",
    "tests/server": "asyncio, sockets, signals, the wheels of starlette and uvicorn",
    "tests/provider/test_client.py": "processes that die and are replaced, threads",
    "tests/provider/test_appends_at_once.py": "connections that stay open, what asyncio's transports give and take",
    "tests/anthropic": "asyncio, the wheels of the SDK",
    "tests/blocks/test_journal.py": "appends of many threads",
    "tests/memory/test_store_contract.py": "sqlite3 and its word index, psycopg, many processes",
    "tests/memory/test_scale_index.py": "the wheels of tantivy and usearch",
    "tests/text/test_patterns.py": "the private halves of re.compile",
    "tests/text/test_redact.py": "patterns: re is another one from 3.11 to 3.13",
    "tests/attacks/test_paths.py": "pathlib and os, names that no system has",
}
"""What can come out differently on another Python, and why, within a few minutes. Not here: corpora of redaction,
learning, recall and summaries, snapshots, benchmarks and documents, which are pure functions of their text."""
_SUMMARY = re.compile(r"^=* ?(\d+ (?:passed|failed).*?) ?=*$", re.MULTILINE)
_IS_VERSION = "import sys; sys.exit('%d.%d' % sys.version_info[:2] != sys.argv[1])"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the tests said on one Python."""

    version: str
    failed: bool
    said: str
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        without = f"; without the extras {', '.join(self.left_out)}, which cannot be installed" if self.left_out else ""
        return f"Python {self.version:<5} {self.said}{without}"


def find_python(version: str) -> Path | None:
    """The interpreter of this version: on PATH, or the newest of pyenv."""
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    newest_first = sorted(root.glob(f"{version}.*/bin/python{version}"), key=_patch_of, reverse=True)
    on_path = shutil.which(f"python{version}")
    for each in filter(None, [on_path and Path(on_path), *newest_first]):
        done = subprocess.run([each, "-c", _IS_VERSION, version], capture_output=True, check=False)
        if done.returncode == 0:  # a shim of pyenv is on PATH for versions that are not switched on
            return each
    return None


def _patch_of(path: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", path.parent.parent.name))


def prepare(python: Path, folder: Path) -> tuple[str, ...]:
    """Make the environment, unless it is newer than pyproject.toml; the extras that could not be installed there."""
    ready = folder / ".ready"
    if ready.exists() and ready.stat().st_mtime > (REPOSITORY / "pyproject.toml").stat().st_mtime:
        return tuple(ready.read_text(encoding="utf-8").split())
    left_out = _prepared(python, folder)
    ready.write_text("\n".join(left_out), encoding="utf-8")
    return left_out


def _prepared(python: Path, folder: Path) -> tuple[str, ...]:
    if not (folder / "bin" / "python").exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    _install(folder, "--upgrade", "pip>=25.1")
    if _install(folder, "--editable", ".", "--group", "dev", check=False):
        return ()
    _install(folder, "--editable", ".", "--group", "test")
    return tuple(extra for extra in EXTRAS if not _install(folder, "--group", extra, check=False))


def _install(folder: Path, *what: str, check: bool = True) -> bool:
    command = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--no-input",
        "--quiet",
        "install",
    ]
    done = subprocess.run([*command, "--only-binary=:all:", *what], cwd=REPOSITORY, check=check)
    return done.returncode == 0


def run_tests(version: str, python: Path, arguments: Sequence[str]) -> Outcome:
    """Run pytest on one Python with these arguments."""
    folder = ENVIRONMENTS / version
    left_out = prepare(python, folder)
    command = [folder / "bin" / "python", "-m", "pytest", "--numprocesses", "auto", "--dist", "worksteal"]
    command += [*arguments, *(f"--without-extra={extra}" for extra in left_out)]
    lines = []
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as tests:
        for line in tests.stdout or ():
            print(line, end="", flush=True)
            lines.append(line)
    said = _SUMMARY.findall("".join(lines[-5:]))
    return Outcome(version, tests.returncode != 0, said[-1] if said else "the tests did not end", left_out)


def main() -> int:
    """Run; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="V", nargs="+", default=VERSIONS, help="versions, e.g. 3.13 3.14")
    parser.add_argument(
        "--portability",
        action="store_true",
        help="on the newest one here, unless it runs this, what can come out differently there: what CI runs",
    )
    parser.add_argument("--prepare", action="store_true", help="make the environments, and run nothing")
    parser.add_argument("tests", nargs="*", help="arguments of pytest after --, e.g. tests/cli/test_help.py")
    arguments = parser.parse_args()
    started, outcomes = perf_counter(), list[Outcome]()
    found = {version: python for version in arguments.only if (python := find_python(version))}
    missing = [version for version in arguments.only if version not in found]
    chosen = newest_other(found) if arguments.portability else found
    tests = ["-m", "not attack_slow and not slow", *PORTABILITY] if arguments.portability else ["-m", "not attack_slow"]
    for version, python in chosen.items():
        if arguments.prepare:
            prepare(python, ENVIRONMENTS / version)
            continue
        print(f"\n-- Python {version}: {python} (after {perf_counter() - started:.0f} s)", flush=True)
        outcomes.append(run_tests(version, python, [*tests, *arguments.tests]))
    print()
    for outcome in outcomes:
        print(outcome)
    for version in missing:
        print(f"Python {version:<5} is not on this machine: neither on PATH nor in pyenv")
    return int(any(outcome.failed for outcome in outcomes)) if found else 2


def newest_other(found: Mapping[str, Path]) -> dict[str, Path]:
    """The newest one; none where that is the one that runs this."""
    ours = "{}.{}".format(*sys.version_info)
    return {version: python for version, python in list(found.items())[-1:] if version != ours}


if __name__ == "__main__":
    sys.exit(main())
