"""A folder of sessions stands for its newest one; copies are passed over."""

import json
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.testing import SessionBuilder

OLD, NEW = "0e7f1c2a-1111-4a4a-8b8b-000000000001", "0e7f1c2a-2222-4a4a-8b8b-000000000002"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    for name, words, day in ((OLD, "the old one", "01"), (NEW, "the new one", "02")):
        story = SessionBuilder(session_id=name).user(words).agent("Done.").openclaw()
        lines = [json.loads(line) for line in story.splitlines()]
        for line in lines:
            line["timestamp"] = f"2026-11-{day}T10:00:00.000Z"
        (sessions / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    copy = sessions / f"{NEW}.jsonl.bak-1"
    copy.write_text((sessions / f"{NEW}.jsonl").read_text())
    return sessions


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["compact", *arguments, "--force", "--keep", "1", "--dry-run"])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_newest_session_of_a_folder_is_read_and_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = shown(capsys, str(folder))

    assert code == 0
    assert "the new one" in out
    assert f"reading {folder / (NEW + '.jsonl')} (of 2 sessions" in err
    assert "1 copies" in err


def test_another_session_is_named_by_its_id(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = shown(capsys, str(folder), "--session-id", OLD)

    assert code == 0
    assert "the old one" in out


def test_an_unknown_id_is_bad_input_that_names_what_is_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = shown(capsys, str(folder), "--session-id", "nobody")

    assert code == 2
    assert NEW in err


def test_a_folder_without_sessions_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _out, err = shown(capsys, str(tmp_path))

    assert code == 2
    assert "no session in" in err
