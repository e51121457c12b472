"""Which failed calls become a line of memories/errors.md, and that the line then speaks against the same call."""

import pytest

from context_memory.workspace import recorded_errors
from context_memory.workspace.services.check_action import entry_of

WORKSPACE = "/home/me/app"


def entry(error: str, command: str = "", *paths: str) -> str:
    """The line for a call in the workspace."""
    return entry_of(error, command=command, paths=paths, folder=WORKSPACE, workspace=WORKSPACE)


@pytest.mark.parametrize(
    ("error", "command", "expected"),
    [
        ("Exit code 127\n/bin/bash: line 1: foo: command not found", "foo -x", "CommandNotFound: foo"),
        ("sh: 1: foo: not found", "foo", "CommandNotFound: foo"),
        ("cat: /etc/x.conf: No such file or directory", "cat /etc/x.conf", "FileNotFound: /etc/x.conf"),
        ("cat: a/b.py: No such file or directory", "cat a/b.py", "FileNotFound: /home/me/app/a/b.py"),
        ("cat: /etc/shadow: Permission denied", "cat /etc/shadow", "PermissionDenied: /etc/shadow"),
    ],
)
def test_a_call_that_fails_again_is_a_line_that_is_understood(error: str, command: str, expected: str) -> None:
    line = entry(error, command)

    assert line.startswith(f"{expected} — ")
    assert len(recorded_errors.parse([f"- 2026-11-20 {line}"])) == 1


@pytest.mark.parametrize(
    ("error", "command"),
    [
        ("Exit code 1\n3 failed, 20 passed", "pytest"),
        ("./run.sh: Permission denied", "./run.sh"),
        ("cat: out.txt: No such file or directory", "make && cat out.txt"),
        ("the log says: /etc/shadow: Permission denied", "cat notes.txt"),
        ("bar: command not found", "./build.sh"),
        ("", "ls"),
    ],
)
def test_a_call_that_may_succeed_next_time_is_passed_over(error: str, command: str) -> None:
    assert entry(error, command) == ""


def test_a_file_that_a_tool_did_not_find_is_recorded() -> None:
    assert entry("File does not exist.", "", "/home/me/app/old.py").startswith("FileNotFound: /home/me/app/old.py")
