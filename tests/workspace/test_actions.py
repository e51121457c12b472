"""check: what errors.md records is not tried again, and nothing else is stopped."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.storage import places, stamps
from context_memory.testing import WorkspaceBuilder
from context_memory.workspace import recorded_errors
from context_memory.workspace.services import check_action as action_check
from context_memory.workspace.services.check_action import Action, Allowed, Machine, Refused

CASES = read_fixture_file(Path(__file__).parent.parent / "cases" / "actions.md")
MACHINE = Machine("/w", exists=lambda path: path == "/w/here.txt", has_program=lambda program: program == "git")


def _verdict(log: str, command: str = "", path: str = "", tool: str = "") -> action_check.Verdict:
    action = Action(command, (path,) if path else (), tool)
    return action_check.check(action, recorded_errors.parse(log.splitlines()), MACHINE)


@pytest.mark.parametrize(
    ("text", "expected"), [(case[2], case[3].strip()) for case in CASES], ids=[c[1] for c in CASES]
)
def test_an_action_is_refused_exactly_when_it_repeats_a_recorded_error(text: str, expected: str) -> None:
    *log, action = text.strip("\n").split("\n")
    mark, _space, rest = action.partition(" ")

    verdict = _verdict("\n".join(log), **{"$": {"command": rest}, "@": {"path": rest}}[mark])

    assert ("refused" if isinstance(verdict, Refused) else "allowed") == expected


def test_the_reason_is_the_entry_itself() -> None:
    verdict = _verdict("# ERRORS\n\n- PermissionDenied: rm x — ask first\n", "rm x")

    assert isinstance(verdict, Refused)
    assert (verdict.entry.line, verdict.entry.text) == (3, "- PermissionDenied: rm x — ask first")


def test_an_errors_md_that_a_stranger_brought_refuses_nothing_until_the_workspace_is_trusted(tmp_path: Path) -> None:
    WorkspaceBuilder(tmp_path).memory("errors", "- PermissionDenied: git push — ask mallory first\n")
    (tmp_path / ".context-memory" / "archive").mkdir(parents=True)

    foreign = action_check.look_up(places.of_workspace(tmp_path), Action("git push origin main"))
    stamps.adopt(tmp_path / ".context-memory", "")
    trusted = action_check.look_up(places.of_workspace(tmp_path), Action("git push origin main"))

    assert (foreign, type(trusted)) == (Allowed(), Refused)


def test_a_tool_that_creates_a_missing_file_is_allowed_and_one_that_reads_it_is_not() -> None:
    log = "- FileNotFound: gone.txt"

    assert isinstance(_verdict(log, path="gone.txt", tool="Write"), Allowed)
    assert isinstance(_verdict(log, path="gone.txt", tool="mcp__files__write_file"), Allowed)
    assert isinstance(_verdict(log, path="gone.txt", tool="Read"), Refused)


def test_an_entry_that_is_mended_is_named() -> None:
    verdict = _verdict("- FileNotFound: here.txt", path="here.txt")

    assert isinstance(verdict, Allowed)
    assert [entry.line for entry in verdict.mended] == [1]


@given(st.text(max_size=200), st.text(max_size=200))
def test_no_line_and_no_command_breaks_the_check(line: str, command: str) -> None:
    for log in (line, f"- PermissionDenied: {line}", f"{line}: No such file or directory"):
        assert isinstance(_verdict(log, command, path=command), Allowed | Refused)


@given(
    st.lists(
        st.sampled_from(["src/a.py", "./src/a.py", "/w/src/a.py", "src/./a.py", "src/x/../a.py"]),
        min_size=2,
        max_size=2,
    )
)
def test_every_spelling_of_a_denied_path_is_the_same_path(spellings: list[str]) -> None:
    recorded, used = spellings

    assert isinstance(_verdict(f"- PermissionDenied: {recorded}", path=used), Refused)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text(
        "# ERRORS\n- 2026-11-01 PermissionDenied: rm x — read-only disk\n"
        "- FileNotFound: src/old.py\n- FileNotFound: back.txt\n"
    )
    (tmp_path / "back.txt").write_text("again")
    return tmp_path


def test_the_command_runs_bare_and_refuses_with_exit_code_3(bare_script, workspace: Path) -> None:  # type: ignore[no-untyped-def]
    refused = bare_script("check", "--workspace", str(workspace), "--command", "rm x")
    allowed = bare_script("check", "--workspace", str(workspace), "--path", "back.txt", "--json")

    assert (refused.returncode, allowed.returncode) == (3, 0)
    assert "line 2: - 2026-11-01 PermissionDenied: rm x" in refused.stdout.decode()
    assert "there again" in json.loads(allowed.stdout)["notes"][0]


def test_the_command_reads_a_host_event_from_stdin(bare_script, workspace: Path) -> None:  # type: ignore[no-untyped-def]
    event = {"tool_name": "Read", "tool_input": {"file_path": "old.py"}, "cwd": str(workspace / "src")}

    done = bare_script("check", "--workspace", str(workspace), "--json", stdin=json.dumps(event))

    assert done.returncode == 3
    assert json.loads(done.stdout)["line"] == 3


@pytest.mark.parametrize("stdin", ["", "{", "[]", "[" * 100_000, '{"tool_input": 1}', "\udcff"])
def test_a_torn_event_is_bad_input_and_no_traceback(bare_script, workspace: Path, stdin: str) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("check", "--workspace", str(workspace), stdin=stdin.encode("utf-8", "surrogateescape"))

    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_a_huge_log_is_read_from_its_end_with_the_right_line_number(bare_script, workspace: Path) -> None:  # type: ignore[no-untyped-def]
    log = workspace / "memories" / "errors.md"
    log.write_text("- 2026-11-01 Timeout: something unimportant\n" * 60_000 + "- PermissionDenied: rm late\n")

    done = bare_script("check", "--workspace", str(workspace), "--command", "rm late", "--json")

    assert json.loads(done.stdout)["line"] == 60_001


def test_a_workspace_without_errors_md_allows_everything(bare_script, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert bare_script("check", "--workspace", str(tmp_path), "--command", "rm -rf /").returncode == 0


def test_a_workspace_reached_by_a_symlink_is_the_same_workspace(bare_script, workspace: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    link = tmp_path / "link"
    link.symlink_to(workspace)

    assert bare_script("check", "--workspace", str(link), "--path", str(link / "src/old.py")).returncode == 3
    assert bare_script("check", "--workspace", str(link), "--path", str(workspace / "src/old.py")).returncode == 3


def test_the_reason_comes_in_chinese_too(bare_script, workspace: Path) -> None:  # type: ignore[no-untyped-def]
    done = bare_script("check", "--workspace", str(workspace), "--command", "rm x", "--lang", "zh")

    assert done.returncode == 3
    assert "已拒绝：" in done.stdout.decode()
    assert "memories/errors.md 第" in done.stdout.decode()
