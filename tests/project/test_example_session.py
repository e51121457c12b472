"""The made-up session: always the same bytes, well-formed, large, and with something true to keep."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from context_memory.messages import Role
from context_memory.text import tokens
from context_memory.transcripts.formats.reading import read_session
from examples import make_session
from examples.make_session import make


def entries() -> list[dict[str, object]]:
    return [json.loads(line) for line in make().lines]


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert make(3, turns=5).text == make(3, turns=5).text


def test_another_seed_gives_another_session() -> None:
    assert make(3, turns=5).text != make(4, turns=5).text


def test_it_holds_more_than_150_000_tokens_by_every_measure(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(make().text, encoding="utf-8")

    session = read_session(path)

    counted = [message.usage.context for message in session.messages if message.usage]
    assert counted[-1] > 150_000
    assert all(before <= after for before, after in pairwise(counted))
    assert all(tokens.of_messages(session.messages, estimator) > 150_000 for estimator in tokens.ESTIMATORS.values())


def test_our_reader_reads_every_line_of_it(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(make().text, encoding="utf-8")

    session = read_session(path)

    assert (session.format, session.skipped, session.context_start) == ("openclaw", (), 0)
    assert sum(message.role is Role.USER for message in session.messages) == 30


def test_every_entry_is_a_child_of_the_one_before() -> None:
    header, *rest = entries()

    assert header["version"] == 3
    assert [entry["parentId"] for entry in rest] == [None, *(entry["id"] for entry in rest[:-1])]


def test_every_call_is_answered_by_the_next_entry() -> None:
    messages = [entry["message"] for entry in entries() if entry["type"] == "message"]

    for message, following in pairwise(messages):
        calls = [part["id"] for part in message["content"] if part["type"] == "toolCall"]  # type: ignore[index]
        assert calls == ([following["toolCallId"]] if following["role"] == "toolResult" else [])  # type: ignore[index]


def test_what_the_agent_read_is_what_it_had_written() -> None:
    made = make()

    assert "port: 8443" in made.files["config/staging.yaml"]
    assert "8080" not in made.files["config/staging.yaml"]
    assert made.text.count('"name":"read","arguments":{"path":"config/staging.yaml"}') == 2


@pytest.mark.parametrize("turns", [1, 7])
def test_it_can_stop_early(turns: int) -> None:
    said = [json.loads(line) for line in make(turns=turns).lines]

    assert sum(entry.get("message", {}).get("role") == "user" for entry in said) == turns


def test_the_command_writes_the_session_and_the_project(tmp_path: Path) -> None:
    out, project = tmp_path / "a" / "session.jsonl", tmp_path / "project"

    code = make_session.main([str(out), "--turns", "3", "--project", str(project)])

    assert code == 0
    assert json.loads(out.read_text(encoding="utf-8").partition("\n")[0])["cwd"] == str(project)
    assert "logicalLines" in (project / "src/import/csv_reader.ts").read_text(encoding="utf-8")
