"""`--dry-run` of every command leaves a fresh workspace as it was, byte for byte, without one new file or folder."""

import argparse
import importlib
import io
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.cli.commands import COMMANDS
from context_memory.testing import SessionBuilder

CALLS: dict[str, list[str]] = {
    "build_view": ["--workspace", "W"],
    "check_deployment": ["W", "--fix"],
    "check_handoff": ["HANDOFFS", "--workspace", "W", "--apply-memory"],
    "circuit_breaker": ["record-failure", "too large", "--workspace", "W"],
    "compact_session": ["SESSION", "--workspace", "W", "--force", "--keep", "1"],
    "compress_blocks": ["--workspace", "W"],
    "emergency_trim": ["SESSION", "--workspace", "W"],
    "estimate_tokens": ["--calibrate", "SESSION", "--workspace", "W"],
    "evict_blocks": ["--workspace", "W", "--keep", "10"],
    "exam_session": ["--workspace", "W"],
    "flush_notes": ["SESSION", "--workspace", "W"],
    "forget": ["09ffba2f", "--workspace", "W"],
    "import_rmemory": ["HANDOFFS", "--workspace", "W"],
    "index_memory": ["W"],
    "ingest_session": ["SESSION", "--workspace", "W"],
    "init_workspace": ["W", "--task", "Fix the login bug"],
    "learn_session": ["SESSION", "--workspace", "W"],
    "make_handoff": ["--result", "done", "--task-id", "20261120-1", "--output", "fixed", "--folder", "W/handoffs"],
    "meditate": ["--workspace", "W"],
    "migrate_index": ["W"],
    "migrate_store": ["--to", "postgresql://nobody@127.0.0.1:9/none", "--workspace", "W"],
    "pin_doc": ["09ffba2f", "--workspace", "W"],
    "promote_section": ["--workspace", "W", "--header", "Tech Stack", "--key", "Python", "--value", "3.12"],
    "reembed": ["--workspace", "W", "--set", "embedder=offline"],
    "remember": ["Tea at five", "--workspace", "W"],
    "report_session": ["SESSION", "-o", "W/report.html", "--workspace", "W"],
    "restore_memory": ["HEAD", "MEMORY.md", "--workspace", "W"],
    "run_slash": ["/remember tea", "--workspace", "W"],
    "trim_output": ["--tool", "bash", "--workspace", "W"],
    "update_index": ["W", "--add", "app.py", "--purpose", "entry"],
    "verify_index": ["W"],
}
"""What a call needs besides --dry-run; W, SESSION and HANDOFFS stand for paths."""
MORE: list[tuple[str, list[str]]] = [
    ("circuit_breaker", ["--workspace", "W"]),
    ("circuit_breaker", ["close", "--workspace", "W"]),
    ("forget", ["--list", "--workspace", "W"]),
    ("meditate", ["--list", "--workspace", "W"]),
    ("promote_section", ["--workspace", "W", "--candidates"]),
    ("reembed", ["--workspace", "W", "--status"]),
    ("run_slash", ["/recall tea", "--workspace", "W"]),
    ("run_slash", ["/compact", "--workspace", "W"]),
    ("run_slash", ["/compact", "--session-file", "SESSION", "--workspace", "W"]),
]


def is_writing(name: str) -> bool:
    parser = argparse.ArgumentParser()
    importlib.import_module(f"context_memory.cli.commands.{name}").add_arguments(parser)
    return "--dry-run" in parser.format_help()


def tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}


def test_every_command_with_a_dry_run_is_tried() -> None:
    assert sorted(CALLS) == sorted(filter(is_writing, COMMANDS))


@pytest.mark.parametrize(("name", "words"), [*CALLS.items(), *MORE], ids=lambda value: str(value)[:60])
def test_a_dry_run_leaves_a_fresh_workspace_as_it_was(
    name: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()
    (workspace / "MEMORY.md").write_text("# Memory\n\n## Tech Stack\n\n- Python: 3.11\n")
    (workspace / "app.py").write_text("print()\n")
    (tmp_path / "handoffs").mkdir()
    story = SessionBuilder().user("Always run the tests first.").agent("I will.").user("Go on.").agent("Done.")
    (tmp_path / "session.jsonl").write_text(story.openclaw())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"one\ntwo\n")))
    stands = {"W": str(workspace), "SESSION": str(tmp_path / "session.jsonl"), "HANDOFFS": str(tmp_path / "handoffs")}
    before = tree(tmp_path)

    given = [stands.get(word, word.replace("W/", f"{workspace}/")) for word in words]
    code = main([name, *given, "--dry-run"])

    told = capsys.readouterr()
    assert "this is our bug" not in told.err
    assert tree(tmp_path) == before, (code, told)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("forget", ["HANDLE"]),
        ("forget", ["--list"]),
        ("pin_doc", ["HANDLE"]),
        ("reembed", ["--set", "embedder=offline"]),
        ("meditate", []),
        ("run_slash", ["/recall tea"]),
        ("remember", ["Coffee at six"]),
        ("index_memory", []),
        ("learn_session", ["SESSION"]),
    ],
    ids=str,
)
def test_a_dry_run_derives_nothing_in_a_workspace_whose_database_is_gone(
    name: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The docs are read all the same, from a database that is deleted after the answer."""
    workspace = tmp_path / "w"
    workspace.mkdir()
    assert main(["remember", "Tea at five", "--workspace", str(workspace)]) == 0
    handle = capsys.readouterr().out.split("#")[1].strip()
    for derived in (workspace / ".context-memory").glob("state.sqlite*"):
        derived.unlink()
    (tmp_path / "session.jsonl").write_text(SessionBuilder().user("I prefer tabs").agent("Ok.").openclaw())
    stands = {"HANDLE": handle, "SESSION": str(tmp_path / "session.jsonl")}
    before = tree(tmp_path)

    code = main([name, *(stands.get(word, word) for word in words), "--workspace", str(workspace), "--dry-run"])

    told = capsys.readouterr()
    assert (code, tree(tmp_path) == before) == (0, True), told
    assert name != "forget" or words == ["--list"] or told.out == f"forgotten #{handle} Tea at five\n"
    assert name != "pin_doc" or told.out == f"pinned #{handle}\n"
    assert name != "run_slash" or "Tea at five" in told.out
