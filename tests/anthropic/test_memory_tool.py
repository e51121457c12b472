"""The memory tool: what the vendor's own tool does and says, on a workspace of ours."""

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from anthropic.tools import BetaLocalFilesystemMemoryTool, ToolError
from hypothesis import given, settings
from hypothesis import strategies as st

from context_memory import ContextMemory
from context_memory.anthropic import async_memory_tool, memory_tool
from context_memory.cli import run
from context_memory.errors import InputError

_FOLDER_SIZE = re.compile(r"^[\d.]+[BKMG](?=\t(?:\S*/$|/memories(?:/[ab])?$))", re.MULTILINE)
"""What a folder takes on disk, which is the file system's affair."""


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[ContextMemory]:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    with ContextMemory(workspace) as opened:
        yield opened


def answer(tool: Any, **command: Any) -> str:
    """The answer, or the error that the runner shows to the model."""
    try:
        said = tool.call(command)
    except ToolError as error:
        said = f"error: {error}"
    return _FOLDER_SIZE.sub("SIZE", said)


NAMES = st.sampled_from(
    ["/memories", "/memories/a.md", "/memories/a", "/memories/a/b.md", "/memories/a/../b", "/memories/b"]
)
WRONG = st.sampled_from(["/etc/passwd", "memories/a.md", "/memories/../../up", "/memories//a.md", "/memories/./b/"])
PATHS = st.one_of(NAMES, NAMES, WRONG)
TEXTS = st.sampled_from(["", "one", "one\ntwo\nthree\n", "one\none\n", "zwei\r\ndrei", "一\n二\n", "x\n\n\ny"])
PIECES = st.sampled_from(["one", "two\nthree", "二", "zwei\r", "missing"])
COMMANDS = st.one_of(
    st.fixed_dictionaries({"command": st.just("view"), "path": PATHS}),
    st.fixed_dictionaries(
        {"command": st.just("view"), "path": PATHS, "view_range": st.sampled_from([[1, 2], [2, -1], [0, 1], [9, 12]])}
    ),
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": TEXTS}),
    st.fixed_dictionaries({"command": st.just("str_replace"), "path": PATHS, "old_str": PIECES, "new_str": PIECES}),
    st.fixed_dictionaries(
        {
            "command": st.just("insert"),
            "path": PATHS,
            "insert_line": st.integers(-1, 4),
            "insert_text": st.sampled_from(["new", "new\n", "two\nlines\n", ""]),
        }
    ),
    st.fixed_dictionaries({"command": st.just("delete"), "path": PATHS}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": PATHS, "new_path": PATHS}),
)


@settings(max_examples=80, derandomize=True)
@given(st.lists(COMMANDS, min_size=1, max_size=12))
def test_says_and_does_what_the_vendors_own_tool_does(
    tmp_path_factory: pytest.TempPathFactory, commands: list[dict[str, Any]]
) -> None:
    """Whatever is asked in whatever order, apart from what an operating system answers for the vendor."""
    folder = tmp_path_factory.mktemp("pair")
    (folder / "ours").mkdir()
    theirs = BetaLocalFilesystemMemoryTool(str(folder / "theirs"))
    with ContextMemory(folder / "ours", {"redact": False}) as opened:
        ours = memory_tool(opened)
        for command in commands:
            try:
                expected = answer(theirs, **command)
            except OSError:  # a file where a folder is wanted: theirs ends with a traceback, ours with an error
                assert answer(ours, **command).startswith("error: ")
                return
            assert answer(ours, **command) == expected, command


@pytest.mark.parametrize("command", ["view", "create", "str_replace", "insert", "delete"])
def test_no_link_is_followed_not_even_one_inside(memory: ContextMemory, tmp_path: Path, command: str) -> None:
    tool = memory_tool(memory)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("one")
    assert memory.workspace
    (memory.workspace / "memories" / "way").symlink_to(outside)
    (memory.workspace / "memories" / "file.md").symlink_to(outside / "secret.md")
    more = {"file_text": "x", "old_str": "one", "new_str": "two", "insert_line": 0, "insert_text": "x"}

    for path in ("/memories/way/secret.md", "/memories/way/new.md", "/memories/file.md"):
        said = answer(tool, command=command, path=path, **more)
        assert said == "error: Path would escape /memories directory via symlink"

    assert [each.name for each in outside.iterdir()] == ["secret.md"]
    assert (outside / "secret.md").read_text() == "one"
    assert "secret" not in answer(tool, command="view", path="/memories")


def test_a_deleted_folder_takes_links_in_it_along_and_leaves_what_they_lead_to(
    memory: ContextMemory, tmp_path: Path
) -> None:
    tool = memory_tool(memory)
    tool.call({"command": "create", "path": "/memories/old/a.md", "file_text": "gone"})
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("kept")
    assert memory.workspace
    (memory.workspace / "memories" / "old" / "way").symlink_to(tmp_path / "kept")

    assert tool.call({"command": "delete", "path": "/memories/old"}) == "Successfully deleted /memories/old"
    assert not (memory.workspace / "memories" / "old").exists()
    assert (tmp_path / "kept" / "file").read_text() == "kept"


def test_a_pipe_is_refused_instead_of_waited_for(memory: ContextMemory) -> None:
    tool = memory_tool(memory)
    assert memory.workspace
    os.mkfifo(memory.workspace / "memories" / "pipe")

    assert answer(tool, command="view", path="/memories/pipe") == "error: Unsupported file type for /memories/pipe"


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {"command": "view"},
        {"command": "launch", "path": "/memories"},
        {"command": "create", "path": 3, "file_text": "x"},
        {"command": "create", "path": "/memories/a\0b", "file_text": "x"},
        {"command": "create", "path": "/memories/" + "x" * 300, "file_text": "x"},
        {"command": "create", "path": "/memories/big.md", "file_text": "x" * 5_000_001},
        {"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/a.md/b.md"},
    ],
)
def test_what_makes_no_sense_is_an_error_for_the_model(memory: ContextMemory, given: Any) -> None:
    tool = memory_tool(memory)
    tool.call({"command": "create", "path": "/memories/a.md", "file_text": "one"})

    with pytest.raises(ToolError):
        tool.call(given)


def test_secrets_are_redacted_on_the_way_in_and_on_the_way_out(memory: ContextMemory) -> None:
    tool = memory_tool(memory)
    key = "sk-ant-api03-" + "aB3dE5fG7h" * 9
    tool.call({"command": "create", "path": "/memories/a.md", "file_text": f"the key is {key}\nport 8443"})
    assert memory.workspace
    written = (memory.workspace / "memories" / "a.md").read_text()
    assert key not in written
    assert "port 8443" in written

    block = f"-----BEGIN PRIVATE KEY-----\n{'QUJDREVGR0g' * 5}\n-----END PRIVATE KEY-----\nlast line"
    (memory.workspace / "memories" / "by-hand.md").write_text(f"{block}\n{key}\n")
    said = tool.call({"command": "view", "path": "/memories/by-hand.md"})
    assert key not in said
    assert "QUJDREVGR0g" not in said
    assert "     4\tlast line" in said, "lines keep their numbers"


def test_every_change_is_one_of_the_history_and_can_be_taken_back(
    memory: ContextMemory, capsys: pytest.CaptureFixture[str]
) -> None:
    tool = memory_tool(memory)
    tool.call({"command": "create", "path": "/memories/plan/steps.txt", "file_text": "one\ntwo\n"})
    tool.call({"command": "str_replace", "path": "/memories/plan/steps.txt", "old_str": "two", "new_str": "three"})
    tool.call({"command": "delete", "path": "/memories/plan/steps.txt"})

    where = ["--workspace", str(memory.workspace)]
    assert run.run("history at", ["HEAD", *where], program="context-memory history at") == 0
    assert "memory tool: delete /memories/plan/steps.txt" in capsys.readouterr().out
    undone = run.run("history restore", ["HEAD~1", "memories/plan/steps.txt", *where], program="restore")
    assert undone == 0
    assert memory.workspace
    assert (memory.workspace / "memories" / "plan" / "steps.txt").read_text() == "one\nthree\n"


def test_what_the_model_stores_is_recalled(memory: ContextMemory) -> None:
    tool = memory_tool(memory)
    text = "# Releases\n\nThe release train leaves on Tuesdays at ten.\n"
    tool.call({"command": "create", "path": "/memories/team/releases.md", "file_text": text})

    assert "Tuesdays at ten" in memory.recall("When does the release train leave?").block


def test_the_async_tool_says_the_same(memory: ContextMemory) -> None:
    tool = async_memory_tool(memory)

    said = asyncio.run(tool.call({"command": "create", "path": "/memories/a.md", "file_text": "x"}))

    assert said == "File created successfully at: /memories/a.md"


def test_without_a_workspace_there_is_no_memory_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with ContextMemory() as opened, pytest.raises(InputError):
        memory_tool(opened)
