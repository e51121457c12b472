"""`context-memory adopt`: what is found, what becomes of it, and that no file of the workspace changes."""

import json
from pathlib import Path
from typing import Any

import pytest

from context_memory import ContextMemory
from context_memory.cli import main
from context_memory.testing import SessionBuilder, WorkspaceBuilder

MEM0 = {
    "results": [
        {"id": "a1", "memory": "Prefers tabs over spaces", "created_at": "2025-03-01T10:00:00Z", "user_id": "ines"},
        {"id": "a2", "memory": "Works from Lisbon on Fridays", "updated_at": "2025-06-01T10:00:00Z"},
        {"id": "a3", "memory": None},
    ]
}
SERVER = "\n".join(
    [
        '{"type": "entity", "name": "billing", "entityType": "service", "observations": ["listens on port 8443"]}',
        '{"type": "relation", "from": "billing", "to": "ledger", "relationType": "writes to"}',
        "torn {",
    ]
)
NOTE = """---
title: Release process
type: note
permalink: release-process
created: 2025-05-04
---

# Release process

- [decision] Releases leave on Tuesdays at ten #release (since March)
- [x] tag the commit

## Rollback

Roll back with the script rollback.sh within an hour.

- relates_to [[Deployments]]
"""
AUTO = """---
name: testing-rule
description: How the user wants tests run
metadata:
  type: feedback
---

Run the tests with pytest -q, never with unittest.
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of nobody's."""
    made = tmp_path / "home"
    made.mkdir()
    monkeypatch.setenv("HOME", str(made))
    for name in (
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "GEMINI_CLI_HOME",
        "OPENCLAW_STATE_DIR",
        "OPENCLAW_CONFIG_PATH",
        "XDG_STATE_HOME",
        "XDG_CONFIG_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    return made


INDEX = "# Project memory\n\n- [testing](testing.md) — how tests run\n- Migrations are named by ticket.\n"


@pytest.fixture
def workspace(home: Path, tmp_path: Path) -> Path:
    """A workspace with something of everything."""
    builder = WorkspaceBuilder(tmp_path / "work").index("# Memory\n\n- Harbour: Lisbon\n")
    builder.memory("context", "# Task\n\nMove the queue to Postgres.\n").file(
        "memory/2025-05-01.md", "# Note\n\nAll quiet.\n"
    )
    builder.file("CLAUDE.md", "# Rules\n\nUse pnpm, never npm.\n").file("notes/release.md", NOTE)
    builder.file("mem0-export.json", json.dumps(MEM0)).file("server.jsonl", SERVER).file(
        "package.json", '{"name": "x"}'
    )
    story = SessionBuilder(session_id="5b1d2f6e-0000-4000-8000-000000000001")
    story.user("From now on always deploy with the blue script.").agent("I will.").user("Where is it?").agent("In bin.")
    builder.file("sessions/5b1d2f6e-0000-4000-8000-000000000001.jsonl", story.openclaw())
    project = home / ".claude" / "projects" / str(builder.path).replace("/", "-").replace("_", "-").replace(".", "-")
    WorkspaceBuilder(project).file("memory/testing.md", AUTO).file("memory/MEMORY.md", INDEX)
    return builder.path


def adopt(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, Any]]:
    """What the command shows, by kind."""
    assert main(["adopt", *words, "--json"]) == 0
    return {row["kind"]: row for row in json.loads(capsys.readouterr().out)["found"]}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".context-memory" not in path.parts
    }


def test_everything_is_found_and_a_dry_run_writes_nothing(
    workspace: Path, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    before = contents(workspace.parent)

    found = adopt(capsys, str(workspace), "--dry-run")

    assert {kind: row["count"] for kind, row in found.items()} == {
        "index": 1,
        "memory files": 1,
        "notes": 1,
        "pages": 1,
        "session, openclaw": 4,
        "mem0": 2,
        "MCP memory server": 2,
        "basic-memory": 3,
        "Claude Code auto-memory": 2,
    }
    assert found["session, openclaw"]["first"] == "From now on always deploy with the blue script."
    assert found["mem0"]["first"] == "Prefers tabs over spaces"
    assert contents(workspace.parent) == before
    assert not (workspace / ".context-memory").exists()


def test_what_was_taken_over_is_recalled_and_no_file_changed(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(workspace)

    found = adopt(capsys, str(workspace))

    assert {kind: row["new"] for kind, row in found.items() if row["new"] is not None} == {
        "session, openclaw": 4,
        "mem0": 2,
        "MCP memory server": 2,
        "basic-memory": 3,
        "Claude Code auto-memory": 2,
    }
    assert contents(workspace) == before
    with ContextMemory(workspace) as memory:
        for question, answer in (
            ("tabs or spaces?", "Prefers tabs over spaces"),
            ("Which port does billing listen on?", "port 8443"),
            ("When do releases leave?", "Tuesdays at ten"),
            ("How is a release rolled back?", "rollback.sh"),
            ("How should tests be run?", "pytest -q"),
            ("How are migrations named?", "Project memory: - Migrations are named by ticket."),
            ("Which script deploys?", "blue script"),
            ("pnpm or npm?", "pnpm"),
        ):
            assert answer in memory.recall(question).block, question
        hit = memory.recall("Works from Lisbon on Fridays").hits[0]
        assert (hit.source, hit.created_at[:10]) == ("mem0:mem0-export.json", "2025-06-01")


def test_done_again_nothing_is_new_and_what_was_forgotten_stays_forgotten(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    adopt(capsys, str(workspace))
    with ContextMemory(workspace) as memory:
        (gone,) = [hit for hit in memory.recall("Prefers tabs over spaces").hits if hit.source.startswith("mem0")]
        memory.forget(gone.id)
        count = memory.docs.list().total

    again = adopt(capsys, str(workspace))

    assert {row["new"] for row in again.values()} <= {0, None}
    with ContextMemory(workspace) as memory:
        assert memory.docs.list().total == count
        assert "Prefers tabs" not in memory.recall("Prefers tabs over spaces").block


def test_other_places_are_named(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    vault = WorkspaceBuilder(tmp_path / "vault").file("deep/release.md", NOTE).path
    story = SessionBuilder(session_id="s-1").user("Deploy on Tuesdays only.").agent("Yes.").openclaw()
    (tmp_path / "one.jsonl").write_text(story)

    found = adopt(capsys, str(empty), "--from", str(vault), "--sessions", str(tmp_path / "one.jsonl"), "--dry-run")

    assert {kind: row["count"] for kind, row in found.items()} == {"session, openclaw": 2, "basic-memory": 3}


def test_the_agent_of_openclaw_that_works_here_brings_its_sessions(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, ours = home / ".openclaw", tmp_path / "ours"
    ours.mkdir()
    config = {"agents": {"entries": {"ines": {"workspace": str(ours)}, "tom": {"workspace": str(tmp_path / "other")}}}}
    builder = WorkspaceBuilder(state).file("openclaw.json", json.dumps(config))
    for agent in ("ines", "tom"):
        told = SessionBuilder(session_id=f"of-{agent}").user(f"I am {agent}.").agent("Hello.").openclaw()
        builder.file(f"agents/{agent}/sessions/of-{agent}.jsonl", told)

    found = adopt(capsys, str(ours), "--dry-run")

    assert [row["first"] for row in found.values()] == ["I am ines."]


def test_what_r_memory_kept_is_taken_over(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "[Human]:\nAlways use port 8443.\n\n[AI]:\nI will."
    from hashlib import sha256

    name = sha256(text.encode()).hexdigest()[:32]
    builder = WorkspaceBuilder(tmp_path / "work").file(f"r-memory/archive/{name}.md", text)

    first, second = adopt(capsys, str(builder.path)), adopt(capsys, str(builder.path))

    assert (first["R-Memory"]["new"], second["R-Memory"]["new"]) == (2, 0)


@pytest.mark.parametrize("content", [b"\xff\xfe{", b"[[[[", b"{}", b"[1, 2]", b'{"results": {}}', b'{"memory": 3}'])
def test_files_that_hold_nothing_of_ours_are_passed_over(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    workspace = WorkspaceBuilder(tmp_path / "work").file("export.json", content).file("a.jsonl", content).path

    assert adopt(capsys, str(workspace), "--dry-run") == {}


def test_a_place_that_is_not_there_is_an_error(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adopt", str(tmp_path / "none")]) == 2
    assert main(["adopt", str(tmp_path), "--from", str(tmp_path / "none.json")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_secrets_of_an_export_are_redacted(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = "sk-ant-api03-" + "aB3dE5fG7h" * 9
    workspace = WorkspaceBuilder(tmp_path / "work").file("x.json", json.dumps([{"memory": f"The key is {key}"}])).path

    assert main(["adopt", str(workspace)]) == 0

    assert key not in capsys.readouterr().out
    with ContextMemory(workspace) as memory:
        assert key not in memory.recall("What is the key?").block


def rollout(folder: Path, text: str) -> str:
    """A session of Codex about a folder."""
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}
    answer = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I will."}]}
    meta = {"id": "0199aaaa-0000-7000-8000-000000000001", "cwd": str(folder)}
    rows = [("session_meta", meta), ("response_item", said), ("response_item", answer)]
    times = (f"2026-11-0{number}T10:00:00.000Z" for number in range(1, 4))
    return "".join(
        json.dumps({"timestamp": time, "type": kind, "payload": payload}) + "\n"
        for time, (kind, payload) in zip(times, rows, strict=True)
    )


def chat(text: str) -> str:
    """A session of Gemini CLI."""
    head = {
        "sessionId": "2b1d2f6e-0000-4000-8000-000000000002",
        "projectHash": "h",
        "startTime": "2026-11-01T10:00:00Z",
    }
    said = {"id": "1", "type": "user", "timestamp": "2026-11-01T10:00:01Z", "content": [{"text": text}]}
    answer = {"id": "2", "type": "gemini", "timestamp": "2026-11-01T10:00:02Z", "content": "I will."}
    return "".join(json.dumps(each) + "\n" for each in (head, said, answer))


def test_sessions_of_codex_and_gemini_about_the_folder_are_found(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace, other = tmp_path / "work", tmp_path / "other"
    workspace.mkdir()
    days = WorkspaceBuilder(home / ".codex" / "sessions" / "2026" / "11" / "01")
    days.file("rollout-2026-11-01T10-00-00-a.jsonl", rollout(workspace, "From now on always deploy at night."))
    days.file("rollout-2026-11-01T11-00-00-b.jsonl", rollout(other, "From now on always deploy at noon."))
    days.file("rollout-2026-11-01T12-00-00-c.jsonl", "torn {")
    projects = WorkspaceBuilder(home / ".gemini" / "tmp")
    projects.file("work/.project_root", f"{workspace}\n").file(
        "work/chats/session-1.jsonl", chat("From now on always tag the release.")
    )
    projects.file("other/.project_root", str(other)).file(
        "other/chats/session-2.jsonl", chat("From now on never tag the release.")
    )

    found = adopt(capsys, str(workspace))

    assert {kind: row["count"] for kind, row in found.items()} == {"session, codex": 2, "session, gemini": 2}
    with ContextMemory(workspace) as memory:
        known = memory.recall("deploy, tag the release").block
    assert "at night" in known
    assert "always tag" in known
    assert "at noon" not in known


@pytest.mark.parametrize("name", [".claude", ".claude/projects/-app", ".codex", ".gemini", ".openclaw"])
def test_the_home_of_a_host_is_no_workspace_and_the_ones_that_it_knows_are_named(
    name: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = tmp_path / "app"
    app.mkdir()
    row = json.dumps({"type": "user", "cwd": str(app), "message": {"role": "user", "content": "hello"}})
    meta = json.dumps({"type": "session_meta", "payload": {"id": "1", "cwd": str(app)}})
    config = json.dumps({"agents": {"defaults": {"workspace": str(app)}}})
    for path, text in (
        (".claude/projects/-app/s.jsonl", f'{{"type": "summary"}}\n{row}\n'),
        (".codex/sessions/2026/11/20/rollout-1.jsonl", f"{meta}\n"),
        (".gemini/tmp/abc/.project_root", f"{app}\n"),
        (".openclaw/openclaw.json", config),
    ):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text)

    assert main(["adopt", str(home / name)]) == 2

    said = capsys.readouterr().err
    assert "it is no workspace" in said
    assert str(app) in said
    assert not (home / name / ".context-memory").exists()


def test_the_workspace_of_an_agent_in_the_home_of_its_host_is_one(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = home / ".openclaw" / "workspace"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# MEMORY INDEX\n- App: entry -> src/app.py\n")

    assert main(["adopt", str(folder), "--dry-run"]) == 0
    assert "MEMORY.md" in capsys.readouterr().out
