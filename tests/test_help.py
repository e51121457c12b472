"""The help of every command, as people see it."""

import pytest
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.cli.commands import COMMANDS
from context_memory.cli.console import display_width
from context_memory.cli.running import run

LONGEST_LINE = 100


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of(name: str, capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion) -> None:
    code = run(name, ["--help"], program=f"{name}.py")

    shown = capsys.readouterr()
    assert (code, shown.err) == (0, "")
    assert shown.out == markdown_snapshot


@pytest.mark.parametrize("name", COMMANDS)
def test_help_fits_a_terminal_and_ends_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, ["--help"], program=f"{name}.py")

    lines = capsys.readouterr().out.splitlines()
    example = lines[lines.index("example:") + 1 :]
    assert max(map(display_width, lines)) <= LONGEST_LINE
    assert any(f"{name}.py" in line for line in example)
    assert not any("PROGRAM" in line for line in lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_with_what_the_list_of_commands_says(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(name, ["--help"], program=f"{name}.py")

    assert " ".join(COMMANDS[name].split()) in " ".join(capsys.readouterr().out.split())


def test_the_overview_lists_every_command(
    capsys: pytest.CaptureFixture[str], markdown_snapshot: SnapshotAssertion
) -> None:
    code = main([])

    shown = capsys.readouterr().out
    assert code == 0
    assert shown == markdown_snapshot


def test_an_unknown_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["compact-sesion"])

    assert code == 2
    assert "Did you mean compact-session?" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_option_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, ["--no-such-option"], program=f"{name}.py") == 2
    assert "usage:" in capsys.readouterr().err
