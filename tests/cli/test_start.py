"""What a hot command loads before it answers, held by counts: our modules and patterns, heavy modules of Python."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
HEAVY = {
    *("asyncio", "ctypes", "decimal", "email", "http", "multiprocessing", "platform", "random", "secrets", "shutil"),
    *("ssl", "subprocess", "tempfile", "unittest", "urllib.request", "uuid", "xml", "zipfile", "concurrent.futures"),
    *("importlib.metadata", "logging", "pickle", "socket", "statistics", "string", "hashlib"),
}
"""Modules of the standard library that cost over a millisecond each, or bring many others."""

# Runs one command and writes down what is loaded then. Patterns count for the module whose code had them compiled.
_CENSUS = """
import json, re, re._compiler, runpy, sys

there, compile, patterns = set(sys.modules), re._compiler.compile, []

def counted(*given):
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__") in {"re", "context_memory.text.patterns"}:
        frame = frame.f_back
    patterns.append(frame.f_globals.get("__name__"))
    return compile(*given)

re._compiler.compile = counted
to, script, *sys.argv[1:] = sys.argv[1:]
sys.argv[0] = script
sys.path.insert(0, script.rpartition("/")[0])
try:
    runpy.run_path(script, run_name="__main__")
finally:
    with open(to, "w") as file:
        json.dump({"modules": sorted(set(sys.modules) - there), "patterns": patterns}, file)
"""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one call loaded."""

    modules: frozenset[str]
    patterns: tuple[str, ...]
    """For each pattern the module that needed it."""

    @property
    def ours(self) -> frozenset[str]:
        return frozenset(name for name in self.modules if name.partition(".")[0] == "context_memory")

    @property
    def our_patterns(self) -> int:
        return sum(name.startswith("context_memory") for name in self.patterns)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with docs, memory files, something in the archive and a recorded error; the index is up to date."""
    workspace = tmp_path_factory.mktemp("start") / "w"
    (workspace / "memories").mkdir(parents=True)
    (workspace / "MEMORY.md").write_text("# Memory\n\n- Deploys go out on Tuesdays\n", encoding="utf-8")
    (workspace / "memories" / "errors.md").write_text("- 2026-03-01 missing: `src/old.py` — moved\n", encoding="utf-8")
    for text in ("The cache listens on port 6380", "Backups run at four", "Reports go to the board"):
        _loaded(workspace, "remember", text, "--workspace", str(workspace))
    _loaded(workspace, "trim", "--tool", "exec", "--workspace", str(workspace))
    _loaded(workspace, "recall", "when do we deploy?", "--workspace", str(workspace))
    return workspace


def _loaded(workspace: Path, name: str, *arguments: str) -> Loaded:
    """Run a command without any installed package and look what it loaded."""
    to = workspace.parent / "loaded.json"
    script = REPOSITORY / "scripts" / "context-memory.py"
    done = subprocess.run(
        [sys.executable, "-S", "-c", _CENSUS, str(to), str(script), *name.split(), *arguments],
        input="".join(f"step {i}: copied file {i}\n" for i in range(1_500)) + "ERROR: disk full\n",
        env={"PATH": os.defpath, "HOME": str(workspace.parent / "home"), "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(to.read_text(encoding="utf-8"))
    return Loaded(frozenset(found["modules"]), tuple(found["patterns"]))


CALLS = {
    "trim": ["--tool", "exec", "--workspace", "W"],
    "check": ["--workspace", "W", "--command", "cat src/new.py"],
    "recall": ["Which port does the cache listen on?", "--workspace", "W"],
    "remember": ["Project zeta listens on port 8123", "--workspace", "W"],
    "breaker": ["--workspace", "W"],
}


@pytest.mark.parametrize(
    ("name", "modules", "patterns"),
    # Before patterns were compiled at their first use: 44/43, 29/23, 155/240 and 82/158 in a workspace like this.
    [("trim", 34, 26), ("check", 28, 6), ("recall", 62, 24), ("remember", 58, 11), ("breaker", 29, 0)],
)
def test_a_hot_command_loads_few_modules_and_compiles_few_patterns(
    workspace: Path, name: str, modules: int, patterns: int
) -> None:
    loaded = _loaded(workspace, name, *(str(workspace) if word == "W" else word for word in CALLS[name]))

    assert 0 < len(loaded.ours) <= modules, sorted(loaded.ours)
    assert bool(patterns) <= loaded.our_patterns <= patterns, sorted(loaded.patterns)


@pytest.mark.parametrize("name", CALLS)
def test_a_hot_command_loads_no_heavy_module_of_python(workspace: Path, name: str) -> None:
    loaded = _loaded(workspace, name, *(str(workspace) if word == "W" else word for word in CALLS[name]))

    assert not loaded.modules & HEAVY


@pytest.mark.parametrize("name", ["trim", "check"])
def test_the_first_call_in_a_workspace_loads_no_more_than_later_ones(
    workspace: Path, tmp_path: Path, name: str
) -> None:
    new = tmp_path / "new"
    new.mkdir()

    first = _loaded(new, name, *(str(new) if word == "W" else word for word in CALLS[name]))
    later = _loaded(workspace, name, *(str(workspace) if word == "W" else word for word in CALLS[name]))

    assert "dataclasses" not in first.modules
    assert {each.split(".")[1] for each in first.ours if "." in each} <= {
        each.split(".")[1] for each in later.ours if "." in each
    }


def test_a_search_whose_sessions_are_indexed_does_not_load_what_reads_them(workspace: Path) -> None:
    loaded = _loaded(workspace, "recall", *(str(workspace) if word == "W" else word for word in CALLS["recall"]))

    capability = {name.split(".")[1] for name in loaded.ours if "." in name}
    assert not capability & {"blocks", "compaction", "transcripts", "trim"}
    assert "context_memory.memory.indexing.services.index_sessions" not in loaded.modules
