"""The help of every command, as people see it."""

import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.cli.commands import COMMANDS, GROUPS, SCRIPTS
from context_memory.cli.console import display_width
from context_memory.cli.run import run

LONGEST_LINE = 100
REPOSITORY = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of(name: str, capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion) -> None:
    code = run(name, ["--help"], program=f"context-memory {name}")

    shown = capsys.readouterr()
    assert (code, shown.err) == (0, "")
    assert shown.out == markdown_snapshot


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal_and_ends_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, ["--help"], program=f"context-memory {name}")

    lines = capsys.readouterr().out.splitlines()
    example = lines[lines.index("example:") + 1 :]
    assert max(map(display_width, lines)) <= LONGEST_LINE
    assert any(f"context-memory {name}" in line for line in example)
    assert not any("PROGRAM" in line for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_what_the_list_of_commands_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, ["--help"], program=f"context-memory {name}")

    assert " ".join(COMMANDS[name].split()) in " ".join(capsys.readouterr().out.split())


def test_the_overview_lists_every_command(
    capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion
) -> None:
    code = main([])

    shown = capsys.readouterr().out
    assert code == 0
    assert shown == markdown_snapshot
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == shown
    assert [line.split()[0] for line in shown.splitlines() if line.startswith("  ")] == [
        *(name for name in COMMANDS if " " not in name),
        *GROUPS,
    ]


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_lists_its_commands(
    group: str, capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion
) -> None:
    code = main([group])

    shown = capsys.readouterr().out
    assert code == 0
    assert shown == markdown_snapshot
    assert main([group, "--help"]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("compat", "compact"),
        ("trim_output", "trim"),
        ("workspaces", "workspace"),
        ("workspace verfy", "workspace verify"),
        ("blame", "history blame"),
        ("memory pinned", "memory pin"),
        ("memory forget", "forget"),
        ("check-action", "check"),
    ],
)
def test_an_unknown_command_names_the_nearest(typed: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(typed.split())

    assert code == 2
    assert f"Did you mean {meant}?" in capsys.readouterr().err


def test_what_is_near_to_no_command_gets_the_way_to_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["xyzzy"]) == 2
    assert capsys.readouterr().err == "context-memory: no command 'xyzzy'. See context-memory --help.\n"


def test_what_a_group_does_not_have_gets_the_way_to_its_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "xyzzy"]) == 2
    said = "context-memory: no command 'xyzzy' in memory. See context-memory memory --help.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(("script", "name"), SCRIPTS.items())
def test_a_small_script_is_its_command(script: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    call = [sys.executable, str(REPOSITORY / "scripts" / f"{script}.py"), "--help"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=60, check=True)
    main([name, "--help"])

    said = " ".join(capsys.readouterr().out.replace(f"context-memory {name}", f"{script}.py").split())
    assert " ".join(done.stdout.split()) == said


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, ["--no-such-option"], program=f"context-memory {name}") == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("error: ")
    assert f"context-memory {name} --help" in said[1]
    assert len(said) == 2


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("recall", ["q", "--limits", "3"], "did you mean --limit? context-memory recall --help lists all"),
        ("breaker", ["--clos"], "did you mean close? context-memory breaker --help lists all"),
        ("remember", ["two", "words"], "put words that belong together in quotes"),
        ("trim", ["output.txt"], "it takes options only; context-memory trim --help shows an example"),
        ("trim", ["--tool"], "context-memory trim --help shows an example"),
    ],
)
def test_a_mistyped_call_is_told_what_to_do(
    name: str, words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(name, words, program=f"context-memory {name}") == 2
    assert capsys.readouterr().err.splitlines()[1].strip() == said


@pytest.mark.parametrize("words", [[], ["--help"], ["memory"], ["--version"], ["settings"]])
def test_a_reader_that_has_gone_is_no_error(words: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, REPOSITORY / "scripts" / "context-memory.py", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        error = process.stderr.read().decode()

    assert (error, process.returncode) == ("", 0)
