"""The skill folder copied somewhere else runs with a bare interpreter, from any folder, through a link."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from context_memory.cli.commands import COMMANDS
from examples.make_session import make

REPOSITORY = Path(__file__).parent.parent
HEAVY = {"anthropic", "jinja2", "yaml", "git", "markdown_it", "rich", "zstandard", "pydantic", "httpx2", "asyncio"}

# What is called on the hot path, with W for the workspace and S for a session file. `settings` is not on it.
CALLS = {
    "trim_output": ["--tool", "exec", "--workspace", "W", "--json"],
    "estimate_tokens": ["S", "--json"],
    "compact_session": ["S", "--workspace", "W", "--force", "--json"],
    "restore_files": ["--workspace", "W", "--json"],
    "circuit_breaker": ["--workspace", "W", "--json"],
    "emergency_trim": ["S", "--workspace", "W", "--json"],
    "show_archive": ["--list", "--workspace", "W", "--json"],
    "show_receipt": ["--workspace", "W", "--json"],
}
IN_ORDER = ["compact_session", "trim_output", "restore_files", "circuit_breaker", "show_archive", "show_receipt"]
IN_ORDER += ["estimate_tokens", "emergency_trim"]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another place with a copy of the skill, a link to it, a workspace and a session."""
    place = tmp_path_factory.mktemp("elsewhere")
    skill = place / "skills" / "context-memory-optimizer"
    for name in ("scripts", "templates", "references"):
        shutil.copytree(REPOSITORY / name, skill / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "SKILL.md", skill)
    (place / "linked").symlink_to(place / "skills", target_is_directory=True)
    (place / "workspace").mkdir()
    (place / "session.jsonl").write_text(make(turns=6).text, encoding="utf-8")
    return place


def call(
    place: Path, name: str, *flags: str, folder: str = "skills", words: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run one script of the copy from another folder, with the environment of a stranger."""
    named = {"W": str(place / "workspace"), "S": str(place / "session.jsonl")}
    script = place / folder / "context-memory-optimizer" / "scripts" / f"{name}.py"
    environment = {"PATH": os.defpath, "HOME": str(place / "home"), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *flags, str(script), *(named.get(word, word) for word in words or CALLS[name])],
        cwd="/",
        env=environment,
        input="".join(f"step {i}: copied file {i}\n" for i in range(1_500)) + "ERROR: disk full\n",
        capture_output=True,
        text=True,
        timeout=60,
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
    assert done.stdout.startswith(f"usage: {name}.py")


@pytest.mark.parametrize("name", IN_ORDER)
def test_a_hot_command_imports_no_heavy_library_even_where_it_is_installed(place: Path, name: str) -> None:
    done = call(place, name, "-X", "importtime")

    imported = {
        found.partition(".")[0] for found in re.findall(r"^import time:.*\| +(\S+)$", done.stderr, re.MULTILINE)
    }
    assert "context_memory" in imported
    assert not imported & HEAVY


def test_nothing_was_written_outside_the_workspace_and_the_state_folder(place: Path) -> None:
    call(place, "trim_output", "-S")

    found = {path.relative_to(place).parts[0] for path in place.rglob("*") if path.is_file()}
    assert found <= {"skills", "workspace", "session.jsonl", "home"}


def test_an_old_python_is_told_which_one_is_needed() -> None:
    source = (REPOSITORY / "scripts" / "trim_output.py").read_text(encoding="utf-8")
    pretend_old = (
        "import sys; sys.version_info = (3, 8, 0); sys.version = '3.8.0 (default)'; exec(open(sys.argv[1]).read())"
    )

    done = subprocess.run(
        [sys.executable, "-S", "-c", pretend_old, str(REPOSITORY / "scripts" / "trim_output.py")],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert "sys.version_info" in source
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed, this is 3.8.0" in done.stderr
