"""`--dry-run` of every command leaves a fresh workspace as it was, byte for byte, without one new file or folder."""

import argparse
import io
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.cli.commands import COMMANDS
from context_memory.cli.run import command_of
from context_memory.testing import SessionBuilder

CALLS: dict[str, list[str]] = {
    "adopt": ["W"],
    "blocks view": ["--workspace", "W"],
    "doctor": ["--workspace", "W", "--fix"],
    "handoff check": ["HANDOFFS", "--workspace", "W", "--apply-memory"],
    "breaker": ["record-failure", "too large", "--workspace", "W"],
    "compact": ["SESSION", "--workspace", "W", "--force", "--keep", "1"],
    "blocks compress": ["--workspace", "W"],
    "emergency": ["SESSION", "--workspace", "W"],
    "tokens": ["--calibrate", "SESSION", "--workspace", "W"],
    "blocks evict": ["--workspace", "W", "--keep", "10"],
    "exam": ["--workspace", "W"],
    "flush": ["SESSION", "--workspace", "W"],
    "forget": ["09ffba2f", "--workspace", "W"],
    "blocks import-rmemory": ["HANDOFFS", "--workspace", "W"],
    "memory index": ["--workspace", "W"],
    "blocks ingest": ["SESSION", "--workspace", "W"],
    "workspace init": ["--workspace", "W", "--task", "Fix the login bug"],
    "install": ["claude-code", "--project", "W"],
    "learn": ["SESSION", "--workspace", "W"],
    "handoff make": ["--result", "done", "--task-id", "20261120-1", "--output", "fixed", "--folder", "W/handoffs"],
    "memory tidy": ["--workspace", "W"],
    "workspace migrate": ["--workspace", "W"],
    "memory migrate-store": ["--to", "postgresql://nobody@127.0.0.1:9/none", "--workspace", "W"],
    "memory pin": ["09ffba2f", "--workspace", "W"],
    "memory promote": ["--workspace", "W", "--header", "Tech Stack", "--key", "Python", "--value", "3.12"],
    "memory reembed": ["--workspace", "W", "--set", "embedder=offline"],
    "remember": ["Tea at five", "--workspace", "W"],
    "report": ["SESSION", "-o", "W/report.html", "--workspace", "W"],
    "history restore": ["HEAD", "MEMORY.md", "--workspace", "W"],
    "serve": ["install", "--service", "systemd", "--workspace", "W"],
    "slash": ["/remember tea", "--workspace", "W"],
    "trim": ["--tool", "bash", "--workspace", "W"],
    "trust": ["--workspace", "W"],
    "workspace update": ["--workspace", "W", "--add", "app.py", "--purpose", "entry"],
    "workspace verify": ["--workspace", "W"],
}
"""What a call needs besides --dry-run; W, SESSION and HANDOFFS stand for paths."""
MORE: list[tuple[str, list[str]]] = [
    ("breaker", ["--workspace", "W"]),
    ("breaker", ["close", "--workspace", "W"]),
    ("forget", ["--list", "--workspace", "W"]),
    ("memory tidy", ["--list", "--workspace", "W"]),
    ("memory promote", ["--workspace", "W", "--candidates"]),
    ("memory reembed", ["--workspace", "W", "--status"]),
    ("slash", ["/recall tea", "--workspace", "W"]),
    ("slash", ["/compact", "--workspace", "W"]),
    ("slash", ["/compact", "--session-file", "SESSION", "--workspace", "W"]),
]


def is_writing(name: str) -> bool:
    parser = argparse.ArgumentParser()
    command_of(name).add_arguments(parser)
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
    code = main([*name.split(), *given, "--dry-run"])

    told = capsys.readouterr()
    assert "this is our bug" not in told.err
    assert tree(tmp_path) == before, (code, told)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("forget", ["HANDLE"]),
        ("forget", ["--list"]),
        ("memory pin", ["HANDLE"]),
        ("memory reembed", ["--set", "embedder=offline"]),
        ("memory tidy", []),
        ("slash", ["/recall tea"]),
        ("remember", ["Coffee at six"]),
        ("memory index", []),
        ("learn", ["SESSION"]),
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

    code = main(
        [*name.split(), *(stands.get(word, word) for word in words), "--workspace", str(workspace), "--dry-run"]
    )

    told = capsys.readouterr()
    assert (code, tree(tmp_path) == before) == (0, True), told
    assert name != "forget" or words == ["--list"] or told.out == f"forgotten #{handle} Tea at five\n"
    assert name != "memory pin" or told.out == f"pinned #{handle}\n"
    assert name != "slash" or "Tea at five" in told.out
