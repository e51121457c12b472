"""Run the tests on each Python that the project promises and that this machine has: `make test-pythons`.

Each gets an environment of its own, `.venvs/<version>`. An extra that cannot be installed on a version is left out
there, its tests are skipped, and the summary names it. Exit code 1 when a run failed, 2 when no Python was found.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

REPOSITORY = Path(__file__).parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
"""As `requires-python` and the classifiers of pyproject.toml say; test_pythons compares them."""
EXTRAS = ("daemon", "postgres", "scale", "semantic")
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
    """Make the environment; the extras that could not be installed there."""
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


def run_tests(version: str, python: Path, arguments: list[str], *, quick: bool) -> Outcome:
    """The suite on one Python; a quick run leaves out slow tests and those of documents, the same on all of them."""
    folder = REPOSITORY / ".venvs" / version
    left_out = prepare(python, folder)
    command = [folder / "bin" / "python", "-m", "pytest", "--numprocesses", "auto", "--dist", "loadfile"]
    command += ["-m", "not attack_slow" + " and not slow" * quick, *arguments]
    command += ["--ignore=tests/project"] * quick
    command += [f"--without-extra={extra}" for extra in left_out]
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
        "--newest", action="store_true", help="the newest one here, without slow tests and tests/project: what CI runs"
    )
    parser.add_argument("tests", nargs="*", help="arguments of pytest after --, e.g. tests/cli/test_help.py")
    arguments = parser.parse_args()
    started, outcomes, missing = perf_counter(), list[Outcome](), list[str]()
    ours = "{}.{}".format(*sys.version_info)
    found = {version: find_python(version) for version in arguments.only}
    newest = [version for version, python in found.items() if python][-1:]
    for version, python in found.items():
        if python is None:
            missing.append(version)
        elif not arguments.newest or [version] == newest != [ours]:
            print(f"\n-- Python {version}: {python} (after {perf_counter() - started:.0f} s)", flush=True)
            outcomes.append(run_tests(version, python, arguments.tests, quick=arguments.newest))
    print()
    for outcome in outcomes:
        print(outcome)
    for version in missing:
        print(f"Python {version:<5} is not on this machine: neither on PATH nor in pyenv")
    if not newest:
        return 2
    return int(any(outcome.failed for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
