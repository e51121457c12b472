"""`memory history`: what a doc said before, and what became of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli.run import run as run_command


def call(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str, str]:
    code = run_command(name, arguments, program=f"context-memory {name}")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def run(capsys: pytest.CaptureFixture[str], where: Path, *words: str) -> Any:
    code, out, error = call(capsys, *words, "--json", "--workspace", str(where))
    assert code == 0, error
    return json.loads(out)


def remembered(capsys: pytest.CaptureFixture[str], where: Path, text: str, *more: str) -> dict[str, Any]:
    done = run(capsys, where, "remember", text, *more)
    found: dict[str, Any] = done["docs"][0] if "docs" in done else done
    return found


def history(capsys: pytest.CaptureFixture[str], where: Path, doc_id: str) -> list[dict[str, Any]]:
    shown = run(capsys, where, "memory history", doc_id)
    assert shown["id"] == doc_id
    changes: list[dict[str, Any]] = shown["changes"]
    return changes


def test_each_change_of_a_doc_is_told_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    doc_id = remembered(capsys, tmp_path, "The cache listens on port 6380")["id"]
    run(capsys, tmp_path, "memory pin", doc_id)
    remembered(capsys, tmp_path, "The cache listens on port 6380")
    gone = run(capsys, tmp_path, "forget", doc_id)[0]
    run(capsys, tmp_path, "forget", doc_id, "--undo")
    run(capsys, tmp_path, "memory pin", doc_id, "--unpin")

    changes = history(capsys, tmp_path, doc_id)

    told = [each["what"][0] for each in changes]
    assert told == ["remembered", "pinned", "told again", "forgotten", "brought back", "unpinned"]
    assert changes[3]["at"] == gone["forgotten_at"]
    assert [each["at"] is None for each in changes] == [False, True, False, False, True, True]
    assert {each["text"] for each in changes} == {"The cache listens on port 6380"}


def test_a_value_that_was_superseded_names_its_successor_and_when(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old = remembered(capsys, tmp_path, "User's address: Hangzhou", "--kind", "entity")["id"]
    remembered(capsys, tmp_path, "User's phone: 555-0199", "--kind", "entity")
    new = remembered(capsys, tmp_path, "User's address: Shanghai", "--kind", "entity")["id"]

    changes = history(capsys, tmp_path, old)
    since = history(capsys, tmp_path, new)

    assert "superseded" in changes[-1]["what"]
    assert changes[-1]["superseded_by"] == new
    assert changes[-1]["at"] == since[0]["at"]
    assert since[0]["what"] == ["remembered"]


def test_a_text_that_was_replaced_is_still_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for text, session in (("We deploy on Tuesdays", "a"), ("We deploy on Thursdays", "b")):
        line = json.dumps({"id": "deploys", "text": text, "session": session})
        (tmp_path / "docs.jsonl").write_text(line + "\n", encoding="utf-8")
        run(capsys, tmp_path, "remember", "--batch", str(tmp_path / "docs.jsonl"))

    changes = history(capsys, tmp_path, "deploys")

    assert [(each["text"], each["session"]) for each in changes] == [
        ("We deploy on Tuesdays", "a"),
        ("We deploy on Thursdays", "b"),
    ]
    assert changes[1]["what"][0] == "text changed"


def test_a_person_reads_one_line_a_change(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    doc_id = remembered(capsys, tmp_path, "The cache listens on port 6380")["id"]
    run(capsys, tmp_path, "memory pin", doc_id)

    _, out, _ = call(capsys, "memory history", doc_id, "--workspace", str(tmp_path))

    first, text, second = out.splitlines()
    assert first.endswith(" remembered")
    assert text.strip() == "The cache listens on port 6380"
    assert second.split()[:2] == ["-", "pinned,"]


def test_what_a_newer_doc_says_otherwise_is_said_by_show_and_history(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = tmp_path / "facts.jsonl"
    told = (("The standup is at 9:15", "2026-08-03"), ("The standup has been pushed to 10:00", "2026-10-20"))
    lines.write_text("".join(json.dumps({"text": text, "created_at": f"{day}T10:00:00Z"}) + "\n" for text, day in told))
    _, out, _ = call(capsys, "remember", "--batch", str(lines), "--workspace", str(tmp_path))
    old, new = (json.loads(line)["id"] for line in out.splitlines())

    changes = history(capsys, tmp_path, old)
    shown = run(capsys, tmp_path, "memory show", old)
    _, text, _ = call(capsys, "memory show", old, "--workspace", str(tmp_path))

    assert [each["what"] for each in changes] == [["remembered"], ["superseded"]]
    assert (changes[1]["superseded_by"], changes[1]["at"][:10]) == (new, "2026-10-20")
    assert shown["superseded_by"] == new
    assert "The standup has been pushed to 10:00" in text
    assert "superseded_by" not in run(capsys, tmp_path, "memory show", new)
    assert len(history(capsys, tmp_path, new)) == 1
