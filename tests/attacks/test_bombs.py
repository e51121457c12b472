"""Files that are small to send and large to read, or nested without end: a message or bounded memory, never a hang."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.storage import files
from context_memory.testing import SessionBuilder
from context_memory.text.json_text import DEEPEST, parse_json

from .test_symlinks import COMMANDS, call

STATE = ".context-memory"
HUGE = 8_000_000_000
"""Bytes of a sparse file; it takes none on the disk."""
MEMORY = 1_500_000_000
"""Bytes of address space that a child may have: what it reads whole has at most `LARGEST_FILE`."""
SECONDS = 300
"""Of processor time, so that a reader without a limit ends."""
RUN = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[3]),) * 2)
sys.path[:0] = json.loads(sys.argv[4])
from context_memory.cli import main
codes = []
for words in json.loads(sys.argv[1]):
    codes.append([words[0], main(words)])
print("CODES", json.dumps(codes))
"""
LIMITED = pytest.mark.skipif(sys.platform == "darwin", reason="macOS does not enforce RLIMIT_AS")


def run_limited(commands: Sequence[Sequence[str]], stdin: bytes = b"line\n" * 3_000) -> tuple[dict[str, int], str]:
    """Commands in one process with little memory; the exit code of each, and what was told."""
    paths = [str(Path(files.__file__).parents[2])]
    words = [sys.executable, "-c", RUN, json.dumps(commands), str(MEMORY), str(SECONDS), json.dumps(paths)]
    done = subprocess.run(words, input=stdin, capture_output=True, check=False)
    err = done.stderr.decode("utf-8", "replace")
    assert done.returncode == 0, err[-3_000:]
    _, _, codes = done.stdout.decode("utf-8", "replace").rpartition("CODES ")
    return dict(json.loads(codes)), err


def given(words: Sequence[str], workspace: Path) -> list[str]:
    stands = {
        "W": str(workspace),
        "SESSION": str(workspace.parent / "session.jsonl"),
        "OUT": str(workspace.parent / "out.jsonl"),
    }
    return [stands.get(word, word.replace("W/", f"{workspace}/")) for word in words]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    folder.mkdir()
    story = SessionBuilder(session_id="story").user("Always run the tests first.")
    for number in range(8):
        story.agent(f"I looked at part {number} and it is fine. " * 30).user(f"Go on with part {number}.")
    (tmp_path / "session.jsonl").write_text(story.agent("Done.").openclaw())
    return folder


LISTS = (
    *(f"{STATE}/{name}" for name in ("docs.jsonl", "archive/index.jsonl", "sessions/index.jsonl", "audit.jsonl")),
    *(f"{STATE}/{name}" for name in ("learnt.jsonl", "exams.jsonl", "journal/story.jsonl")),
)
WHOLE = (
    *(f"{STATE}/{name}" for name in ("breaker.json", "spend.json", "batches.json", "settings.toml", "workspace-name")),
    *(f"{STATE}/{name}" for name in ("history/seen.json", "history/pending/0000000001.json", "calibration.json")),
    f"{STATE}/archive/ab/{'ab' * 32}",
    *("MEMORY.md", "AGENTS.md", "memories/errors.md", "memories/context.md", "memories/project.md"),
    *("memory/2026-11-20.md", "package.json", "pyproject.toml", "README.md", "handoffs/20261120-1.task.xml"),
)


def plant(workspace: Path, name: str, size: int) -> None:
    path = workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.truncate(size)


def assert_bounded(workspace: Path, names: Sequence[str], commands: Sequence[Sequence[str]]) -> str:
    codes, err = run_limited([given(words, workspace) for words in commands])
    assert len(codes) == len({words[0] for words in commands})
    assert "Traceback" not in err
    assert "this is our bug" not in err
    assert "MemoryError" not in err
    for name in names:
        path = workspace / name  # or set aside beside it
        assert any(each.stat().st_size >= HUGE for each in path.parent.glob(f"{path.name}*")), f"{name} is lost"
    return err


@LIMITED
@pytest.mark.attack_slow
@pytest.mark.parametrize("name", [*LISTS, *WHOLE])
def test_no_command_hangs_or_dies_of_a_giant_file(name: str, workspace: Path) -> None:
    plant(workspace, name, HUGE)

    derived = name.endswith("seen.json")  # it is written anew
    assert_bounded(workspace, [] if derived else [name], [*COMMANDS, ("doctor", "--workspace", "W")])


@pytest.mark.slow
@LIMITED
def test_the_usual_commands_bear_giant_files_everywhere(workspace: Path) -> None:
    names = [name for name in (*LISTS, *WHOLE) if not name.endswith(("settings.toml", "seen.json"))]
    for name in names:
        plant(workspace, name, HUGE)

    usual = ("recall", "remember", "trim", "check", "compact", "memory status", "history at")
    err = assert_bounded(workspace, names, [words for words in COMMANDS if words[0] in usual])

    assert "bytes and is not read" in err


@LIMITED
@pytest.mark.attack_slow
@pytest.mark.parametrize("name", LISTS)
def test_a_list_just_below_the_limit_is_read_in_little_memory(name: str, workspace: Path) -> None:
    plant(workspace, name, files.LARGEST_LIST)

    assert_bounded(workspace, [], [words for words in COMMANDS if words[0] in ("recall", "archive", "blocks view")])


@LIMITED
@pytest.mark.parametrize("document", [False, True])
def test_a_giant_transcript_is_refused_with_a_message(document: bool, workspace: Path) -> None:
    path = workspace.parent / "session.jsonl"
    with path.open("r+b") as file:
        if document:
            file.write(b"[" + b" " * 100_000)
        file.truncate(HUGE)

    codes, err = run_limited([given(("compact", "SESSION", "--workspace", "W", "--force"), workspace)])

    assert codes == {"compact": 2}
    assert "the limit is 4,000,000,000" in err


@LIMITED
@pytest.mark.attack_slow
def test_a_large_journal_of_docs_and_a_large_transcript_still_work(workspace: Path) -> None:
    """200 MB of each: a limit must not stop those who have used this for years."""
    assert main(["remember", "The lighthouse opens at five", "--workspace", str(workspace)]) == 0
    docs = workspace / STATE / "docs.jsonl"
    line = json.loads(docs.read_text().splitlines()[0])
    line["put"]["text"] = "An ordinary line about ports and boats. " * 500
    with docs.open("a") as file:
        for number in range(200_000_000 // 20_000):
            line["put"]["id"] = line["put"]["id"][:-6] + f"{number:06}"
            file.write(json.dumps(line) + "\n")
    story = SessionBuilder(session_id="long").user("Always run the tests first.")
    for number in range(100):
        story.agent(f"Part {number} is fine. " * 90_000).user(f"Go on with part {number}.")
    (workspace.parent / "session.jsonl").write_text(story.agent("Done.").openclaw())
    assert docs.stat().st_size > 190_000_000
    assert (workspace.parent / "session.jsonl").stat().st_size > 150_000_000
    for derived in (workspace / STATE).glob("state.sqlite*"):
        derived.unlink()

    assert main(["recall", "lighthouse", "--workspace", str(workspace)]) == 0
    assert main(["tokens", str(workspace.parent / "session.jsonl"), "--workspace", str(workspace)]) == 0


# -- nesting ------------------------------------------------------------------------------------------------

DEPTHS = (100_000, 5_000, 900)
JSON_FILES = (
    *(f"{STATE}/{name}" for name in ("docs.jsonl", "archive/index.jsonl", "sessions/index.jsonl", "audit.jsonl")),
    *(f"{STATE}/{name}" for name in ("learnt.jsonl", "exams.jsonl", "journal/story.jsonl", "breaker.json")),
    *(f"{STATE}/{name}" for name in ("spend.json", "batches.json", "calibration.json", "history/seen.json")),
    *(f"{STATE}/{name}" for name in ("history/pending/0000000001.json", "settings.toml")),
    *("package.json", "pyproject.toml"),
)


def nested(depth: int, form: str) -> str:
    if form == "list":
        return "[" * depth + "]" * depth
    return '{"put":' * depth + "1" + "}" * depth


@pytest.mark.parametrize("form", ["list", "object"])
@pytest.mark.parametrize("depth", DEPTHS)
def test_files_nested_without_end_stop_no_command(depth: int, form: str, workspace: Path) -> None:
    for name in JSON_FILES:
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = nested(depth, form)
        path.write_text(f"a = {text}\n" if name.endswith("toml") else f"{text}\n")
    toml = workspace / STATE / "settings.toml"

    for words in (("recall", "harbour", "--workspace", "W"), ("workspace init", "--workspace", "W")):
        _code, _out, err = call(words, workspace)
        assert "Traceback" not in err
        assert "this is our bug" not in err
    toml.unlink()
    for words in COMMANDS:
        _code, _out, err = call(words, workspace)
        assert "Traceback" not in err, words
        assert "this is our bug" not in err, (words, err)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", ["compact", "tokens", "flush", "blocks ingest", "learn"])
def test_a_transcript_nested_without_end_is_told_and_passed_over(depth: int, name: str, workspace: Path) -> None:
    session = workspace.parent / "session.jsonl"
    lines = session.read_text().splitlines()
    deep = nested(depth, "list")
    call_of_tool = {"type": "toolCall", "id": "c1", "name": "bash", "arguments": "DEEP"}
    message = {
        "type": "message",
        "id": "x",
        "message": {"role": "assistant", "content": [call_of_tool], "usage": "DEEP"},
    }
    lines[3:3] = [deep, json.dumps(message).replace('"DEEP"', deep)]
    session.write_text("\n".join(lines) + "\n")

    more = ("--force", "--keep", "1") if name == "compact" else ()
    _code, _out, err = call((name, "SESSION", "--workspace", "W", *more), workspace)

    assert "Traceback" not in err
    assert "this is our bug" not in err, err


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000, nested(DEEPEST + 1, "list")]
)
@pytest.mark.parametrize("as_bytes", [False, True])
def test_the_door_for_json_refuses_depth_as_a_fault_of_the_text(text: str, as_bytes: bool) -> None:
    with pytest.raises(ValueError, match=r"nested too deeply|Expecting"):
        parse_json(text.encode() if as_bytes else text)


def test_the_door_for_json_takes_what_is_wide_and_what_is_as_deep_as_anybody_writes() -> None:
    wide = [{"a": [number]} for number in range(1_000)]

    assert parse_json(json.dumps(wide)) == wide
    assert parse_json(nested(DEEPEST, "list")) is not None
    assert parse_json(json.dumps("[" * 1_000)) == "[" * 1_000


def test_nothing_but_the_doors_parses_json_that_others_wrote() -> None:
    sources = Path(files.__file__).parents[1]
    known = {"text/json_text.py", "transcripts/formats/_lines.py", "cli/batch_docs.py", "server/routes.py"}
    known |= {"provider/http.py", "server/mcp.py"}  # with refuse_deep
    known |= {"provider/services/background.py"}  # lines between two processes of ours
    users = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if "json.loads(" in path.read_text() and "testing" not in path.parts
    }

    assert users <= known | {"transcripts/writers/anthropic.py", "storage/stamps.py"}


# -- compressed ---------------------------------------------------------------------------------------------

INFLATE = """
import resource, sys
sys.path[:0] = [sys.argv[2]]
from context_memory.transcripts.formats import openclaw_sqlite
import zstandard
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[3]),) * 2)
try:
    openclaw_sqlite.decompressor()(open(sys.argv[1], "rb").read())
except ValueError as error:
    print("refused:", error)
"""


@LIMITED
@pytest.mark.parametrize("is_declared", [True, False])
def test_a_frame_that_inflates_to_gigabytes_is_refused_before_it_does(is_declared: bool, tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    size, block = 1_000_000_000, bytes(10_000_000)
    packer = zstandard.ZstdCompressor(level=1).compressobj(**({"size": size} if is_declared else {}))
    frame = b"".join(packer.compress(block) for _ in range(size // len(block))) + packer.flush()
    (tmp_path / "frame").write_bytes(frame)
    assert len(frame) < 200_000

    words = [sys.executable, "-c", INFLATE, str(tmp_path / "frame"), str(Path(files.__file__).parents[2]), "700000000"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)

    assert done.stdout.startswith("refused: "), done.stderr
    assert ("1,000,000,000" in done.stdout) is is_declared


def test_a_list_passes_over_giant_lines_and_gives_the_others(tmp_path: Path) -> None:
    path = tmp_path / "list.jsonl"
    with path.open("wb") as file:
        file.write(b"first\n")
        file.seek(files.LONGEST_LINE * 2, os.SEEK_CUR)
        file.write(b"\nlast")

    assert list(files.read_lines(path)) == [b"first", b"last"]
