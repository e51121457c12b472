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

# Runs one command and writes down what is loaded then. Patterns count for the module whose code needed them.
_CENSUS = """
import _sre, json, re, re._compiler, runpy, sys

there, make, compile, patterns, compiled = set(sys.modules), _sre.compile, re._compiler._code, [], []

def needed_by():
    frame = sys._getframe(2)
    while frame.f_globals.get("__name__") in {"re", "re._compiler", "context_memory.text.patterns"}:
        frame = frame.f_back
    return frame.f_globals.get("__name__")

def counted(*given):
    patterns.append(needed_by())
    return make(*given)

def compiling(*given):
    compiled.append(needed_by())
    return compile(*given)

_sre.compile, re._compiler._code = counted, compiling
to, script, *sys.argv[1:] = sys.argv[1:]
sys.argv[0] = script
sys.path.insert(0, script.rpartition("/")[0])
try:
    runpy.run_path(script, run_name="__main__")
finally:
    with open(to, "w") as file:
        json.dump({"modules": sorted(set(sys.modules) - there), "patterns": patterns, "compiled": compiled}, file)
"""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one call loaded."""

    modules: frozenset[str]
    patterns: tuple[str, ...]
    """For each pattern the module that needed it."""
    compiled: tuple[str, ...]
    """The same for each that was compiled, not taken from what an earlier process compiled."""
    output: str

    @property
    def ours(self) -> frozenset[str]:
        return frozenset(name for name in self.modules if name.partition(".")[0] == "context_memory")

    @property
    def our_patterns(self) -> int:
        return sum(name.startswith("context_memory") for name in self.patterns)

    @property
    def ours_compiled(self) -> int:
        return sum(name.startswith("context_memory") for name in self.compiled)


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


def _loaded(workspace: Path, name: str, *arguments: str, compiled_in: Path | None = None) -> Loaded:
    """Run a command without any installed package and look what it loaded; byte code and patterns lie in a folder."""
    to = workspace.parent / "loaded.json"
    script = REPOSITORY / "scripts" / "context-memory.py"
    done = subprocess.run(
        [sys.executable, "-S", "-c", _CENSUS, str(to), str(script), *name.split(), *arguments],
        input="".join(f"step {i}: copied file {i}\n" for i in range(1_500)) + "ERROR: disk full\n",
        env={"PATH": os.defpath, "HOME": str(workspace.parent / "home"), "LANG": "C.UTF-8"}
        | ({"PYTHONPYCACHEPREFIX": str(compiled_in)} if compiled_in else {}),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(to.read_text(encoding="utf-8"))
    return Loaded(frozenset(found["modules"]), tuple(found["patterns"]), tuple(found["compiled"]), done.stdout)


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
    [("trim", 34, 26), ("check", 28, 6), ("recall", 62, 25), ("remember", 58, 11), ("breaker", 29, 0)],
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


def test_only_the_first_call_of_a_command_compiles_its_patterns(workspace: Path, tmp_path: Path) -> None:
    words = ("Which port does the cache listen on?", "--workspace", str(workspace))

    first = _loaded(workspace, "recall", *words, compiled_in=tmp_path)
    second = _loaded(workspace, "recall", *words, compiled_in=tmp_path)

    assert first.our_patterns <= first.ours_compiled  # one is compiled with its prefilter, made where that finds a text
    assert second.our_patterns == first.our_patterns
    assert second.ours_compiled <= first.ours_compiled / 10  # those that `re.search` is given in a function
    assert second.output == first.output


def test_no_pattern_that_was_made_of_a_secret_is_kept(workspace: Path, tmp_path: Path) -> None:
    secret = "Tr0ub4dor&3-zebra"
    session = [{"role": "user", "content": f"password: {secret}"}, {"role": "assistant", "content": f"I use {secret}"}]
    file = tmp_path / "session.json"
    file.write_text(json.dumps({"messages": session * 4}), encoding="utf-8")

    loaded = _loaded(workspace, "compact", str(file), "--force", "--json", compiled_in=tmp_path / "compiled")

    kept = [path.read_bytes() for path in (tmp_path / "compiled").rglob("*.patterns")]
    assert "context_memory.text.secrets.redact" in loaded.patterns
    assert len(kept) == 1
    assert b"password" in kept[0]
    assert secret.encode() not in kept[0]
    assert b"Tr0ub4dor" not in kept[0]


@pytest.mark.parametrize("damaged", [b"", b"\x00" * 400, b"half"])
def test_a_damaged_file_of_patterns_is_written_anew(workspace: Path, tmp_path: Path, damaged: bytes) -> None:
    words = ("--workspace", str(workspace))
    whole = _loaded(workspace, "check", *words, "--command", "make", compiled_in=tmp_path)
    (kept,) = tmp_path.rglob("check.*.patterns")
    content = kept.read_bytes()
    kept.write_bytes(content[: len(content) // 2] if damaged == b"half" else damaged)

    after = _loaded(workspace, "check", *words, "--command", "make", compiled_in=tmp_path)

    assert after.output == whole.output
    assert kept.read_bytes() == content


def test_where_python_keeps_no_byte_code_no_patterns_are_kept(workspace: Path, tmp_path: Path) -> None:
    script = REPOSITORY / "scripts" / "context-memory.py"

    done = subprocess.run(
        [sys.executable, "-B", str(script), "check", "--workspace", str(workspace), "--command", "make"],
        env={"PATH": os.defpath, "HOME": str(tmp_path), "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")},
        timeout=300,
        check=False,
    )

    assert done.returncode == 0
    assert not (tmp_path / "compiled").exists()
