"""Which workspace a command means: the one that is named, else the nearest from the current folder upwards."""

import argparse
import json
import os
from pathlib import Path

import pytest

from context_memory.cli import main, options
from context_memory.cli.commands import COMMANDS
from context_memory.cli.run import command_of

ABOUT_ONE_WORKSPACE = ["check", "doctor", "workspace init", "workspace migrate", "workspace update", "workspace verify"]


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: two below a workspace with a MEMORY.md."""
    (tmp_path / "w" / "src" / "deep").mkdir(parents=True)
    (tmp_path / "w" / "MEMORY.md").write_text("# Memory\n\n- Tea at five\n")
    monkeypatch.chdir(tmp_path / "w" / "src" / "deep")
    return tmp_path / "w"


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_takes_its_workspace_in_another_way(name: str) -> None:
    parser = argparse.ArgumentParser()
    command_of(name).add_arguments(parser)

    named = {action.option_strings[0] for action in parser._actions if action.dest == "workspace"}
    assert named <= {"--workspace"}
    assert "W" not in {action.metavar for action in parser._actions if not action.option_strings}


def test_without_a_name_the_nearest_workspace_above_is_meant(inside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recall", "when is tea?", "--json"]) == 0

    assert [hit["source"] for hit in json.loads(capsys.readouterr().out)["hits"]] == ["MEMORY.md#L3"]
    assert (inside / ".context-memory").is_dir()


def test_the_named_workspace_wins(inside: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "other").mkdir()

    assert main(["remember", "Coffee at six", "--workspace", str(tmp_path / "other")]) == 0
    assert (tmp_path / "other" / ".context-memory").is_dir()
    assert not (inside / ".context-memory").exists()


@pytest.mark.parametrize("mark", ["MEMORY.md", ".context-memory"])
def test_each_of_two_marks_makes_a_folder_a_workspace(
    mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / mark).mkdir()
    monkeypatch.chdir(tmp_path)

    assert options.nearest_workspace() == tmp_path


def test_a_folder_of_somebody_else_is_not_taken_by_itself(inside: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may put a MEMORY.md into /tmp; what is done below it must not be written there."""
    monkeypatch.setattr(os, "getuid", lambda: inside.stat().st_uid + 1)

    assert options.nearest_workspace() is None


@pytest.mark.parametrize("name", ABOUT_ONE_WORKSPACE)
def test_where_there_is_none_a_command_that_needs_one_asks_for_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(name.split()) == 2
    assert "name its folder: --workspace W" in capsys.readouterr().err


def test_where_there_is_none_state_goes_to_the_users_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["remember", "Coffee at six"]) == 0
    assert Path(os.environ["XDG_STATE_HOME"], "context-memory", "docs.jsonl").is_file()


def test_a_current_folder_that_is_gone_is_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert options.nearest_workspace() is None
