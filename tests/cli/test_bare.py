"""The skill folder copied somewhere else runs with a bare interpreter, from any folder, through a link."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from context_memory.cli.commands import COMMANDS
from examples.make_session import make

REPOSITORY = Path(__file__).parent.parent.parent
HEAVY = {"anthropic", "jinja2", "yaml", "git", "markdown_it", "rich", "zstandard", "pydantic", "httpx2", "asyncio"}

LIGHT = {"ahocorasick_rs"}
"""Loaded where it is installed: it takes a millisecond, and the patterns in its place more."""

# What is called on the hot path, with W for the workspace and S for a session file. `settings` is not on it.
CALLS = {
    "trim": ["--tool", "exec", "--workspace", "W", "--json"],
    "tokens": ["S", "--json"],
    "compact": ["S", "--workspace", "W", "--force", "--json"],
    "restore": ["--workspace", "W", "--json"],
    "breaker": ["--workspace", "W", "--json"],
    "emergency": ["S", "--workspace", "W", "--json"],
    "archive": ["--list", "--workspace", "W", "--json"],
    "receipt": ["--workspace", "W", "--json"],
    "check": ["--workspace", "W", "--command", "make test", "--json"],
    "remember": ["Deploys go out on Tuesdays", "--workspace", "W", "--json"],
    "recall": ["when do we deploy?", "--workspace", "W", "--json"],
}
IN_ORDER = ["compact", "trim", "restore", "breaker", "archive", "receipt"]
IN_ORDER += ["tokens", "emergency", "check", "remember", "recall"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another place with a copy of the skill, a link to it, and a workspace with a session that was compacted once."""
    place = tmp_path_factory.mktemp("elsewhere")
    skill = place / "skills" / "context-memory-optimizer"
    for name in ("scripts", "templates", "references"):
        shutil.copytree(REPOSITORY / name, skill / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "SKILL.md", skill)
    (place / "linked").symlink_to(place / "skills", target_is_directory=True)
    (place / "workspace").mkdir()
    (place / "session.jsonl").write_text(make(turns=6).text, encoding="utf-8")
    assert call(place, "compact").returncode == 0  # what reads its record is tested in any order
    return place


def call(
    place: Path, name: str, *flags: str, folder: str = "skills", words: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one command of the copy from another folder, with the environment of a stranger."""
    named = {"W": str(place / "workspace"), "S": str(place / "session.jsonl")}
    script = place / folder / "context-memory-optimizer" / "scripts" / "context-memory.py"
    environment = {"PATH": os.defpath, "HOME": str(place / "home"), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *flags, str(script), *name.split(), *(named.get(word, word) for word in words or CALLS[name])],
        cwd="/",
        env=environment,
        input="".join(f"step {i}: copied file {i}\n" for i in range(1_500)) + "ERROR: disk full\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("folder", ["skills", "linked"])
@pytest.mark.parametrize("name", IN_ORDER)
def test_a_hot_command_runs_without_any_installed_package(place: Path, name: str, folder: str) -> None:
    done = call(place, name, "-S", folder=folder)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) is not None
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_without_any_installed_package(place: Path, name: str) -> None:
    done = call(place, name, "-S", words=["--help"])

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: context-memory.py {name} ")


OF_OTHER_SYSTEMS = {"org", "_wmi"}
"""What the standard library looks for in vain here: `copy` for a module of Jython, `platform` for one of Windows."""


@pytest.mark.parametrize("name", IN_ORDER)
def test_a_hot_command_imports_no_heavy_library_even_where_it_is_installed(place: Path, name: str) -> None:
    done = call(place, name, "-X", "importtime")

    imported = _imported(done.stderr) - _of_the_interpreter()
    assert "context_memory" in imported
    assert not imported & HEAVY
    assert imported - {"context_memory"} - LIGHT - OF_OTHER_SYSTEMS <= sys.stdlib_module_names


@pytest.mark.parametrize("name", ["trim", "check"])
def test_what_runs_around_every_tool_call_imports_no_dataclasses(place: Path, name: str) -> None:
    if name == "check":
        (place / "workspace" / "memories").mkdir(exist_ok=True)
        (place / "workspace" / "memories" / "errors.md").write_text("- missing: `src/old.py`\n- denied: `rm -rf /`\n")

    done = call(place, name, "-X", "importtime")

    imported = _imported(done.stderr) - _of_the_interpreter()
    assert done.returncode == 0
    assert "context_memory" in imported
    assert not imported & {"dataclasses", "inspect"}


def _imported(importtime: str) -> set[str]:
    """Top names of the modules in what `-X importtime` wrote."""
    found = re.findall(r"^import time:.*\| +(\S+)$", importtime, re.MULTILINE)
    return {name.partition(".")[0] for name in found} - {"package"}


@cache
def _of_the_interpreter() -> frozenset[str]:
    """What the interpreter itself imports here: the hooks of editable installs, for one."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "pass"], capture_output=True, text=True, timeout=300, check=True
    )
    return frozenset(_imported(done.stderr))


def test_nothing_was_written_outside_the_workspace_and_the_state_folder(place: Path) -> None:
    call(place, "trim", "-S")

    found = {path.relative_to(place).parts[0] for path in place.rglob("*") if path.is_file()}
    assert found <= {"skills", "workspace", "session.jsonl", "home"}


def test_a_host_gets_its_helper_and_its_mcp_server_without_any_installed_package(place: Path) -> None:
    for name, words in (
        ("helper", ["--socket", str(place / "h.sock"), "--workspace", "W"]),
        ("mcp", ["--workspace", "W"]),
    ):
        done = call(place, name, "-S", words=words)  # its standard input ends, and so does it

        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def test_an_old_python_is_told_which_one_is_needed() -> None:
    source = (REPOSITORY / "scripts" / "trim_output.py").read_text(encoding="utf-8")
    pretend_old = (
        "import sys; sys.version_info = (3, 8, 0); sys.version = '3.8.0 (default)'; exec(open(sys.argv[1]).read())"
    )

    done = subprocess.run(
        [sys.executable, "-S", "-c", pretend_old, str(REPOSITORY / "scripts" / "trim_output.py")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert "sys.version_info" in source
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed, this is 3.8.0" in done.stderr
