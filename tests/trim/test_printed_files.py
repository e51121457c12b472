"""What only prints files stays whole, because an agent is about to change them; logs and everything else do not."""

from typing import Any

import pytest

from context_memory.trim import printed_files

PRINTED = [
    "cat src/app.py",
    "cat src/app.py src/other.py",
    "cat 'a file.py'",
    "cd /srv/app && cat src/app.py 2>/dev/null",
    "sed -n '1,200p' src/app.ts",
    "sed -n '1,80p;120,160p' src/app.ts",
    "nl -ba src/app.rs | sed -n '40,120p'",
    "head -n 300 README.md",
    "tail -100 src/app.py",
    "cat pyproject.toml; echo ---; cat src/*.py",
    "cat a.py && echo '=== b ===' && sed -n 1,50p b.py",
    "cat -n Makefile | head -200",
    "wc -l src/app.py; cat src/app.py",
    "cat $HOME/.bashrc || true",
]
OTHERS = [
    "cat app.log",
    "tail -n 500 /var/log/syslog",
    "tail -f src/app.py",
    "cat build.log.1",
    "cat src/app.py | grep def",
    "cat src/app.py > copy.py",
    "cat <<EOF > a.py\nx\nEOF",
    "cat $(git ls-files)",
    "sed -i s/a/b/ src/app.py",
    "sed s/a/b/ src/app.py",
    "pytest -q; cat src/app.py",
    "grep -n def src/app.py",
    "find . -name '*.py'",
    "cat",
    "echo 1",
    "",
]


@pytest.mark.parametrize("command", PRINTED)
def test_a_command_that_only_prints_files_is_known(command: str) -> None:
    assert printed_files.prints_files(command)


@pytest.mark.parametrize("command", OTHERS)
def test_logs_and_other_commands_are_no_printed_files(command: str) -> None:
    assert not printed_files.prints_files(command)


@pytest.mark.parametrize(
    ("tool", "given", "is_whole"),
    [
        ("Bash", {"command": "cat src/app.py"}, True),
        ("exec_command", {"cmd": ["bash", "-lc", "sed -n '1,200p' src/app.py"]}, True),
        ("run_shell_command", {"command": "cat src/app.py"}, True),
        ("str_replace_based_edit_tool", {"command": "view", "path": "src/app.py"}, True),
        ("mcp__filesystem__read_text_file", {"path": "src/app.py"}, True),
        ("Read", {"file_path": "src/app.py"}, True),
        ("Read", {"file_path": "out/app.log"}, False),
        ("read_log", {"name": "service-1"}, False),
        ("Bash", {"command": "npm test"}, False),
        ("Grep", {"pattern": "x", "path": "src"}, False),
        ("", None, False),
    ],
)
def test_the_answer_of_a_call_that_reads_files_stays_whole(tool: str, given: Any, is_whole: bool) -> None:
    output = "x = 1\n" * 4_000

    assert printed_files.is_printed_file(tool, given, output) is is_whole
    assert not printed_files.is_printed_file(tool, given, output + "x" * printed_files.WHOLE_CHARS)
