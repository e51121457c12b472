"""Slash commands of a chat: one rule that parses, one command that does, nothing for everything else (SPEC 5.6)."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.cli.run import run
from context_memory.compaction.digest import continuation
from context_memory.memory.doc_requests import (
    SUMMARY_CHARACTERS,
    Ask,
    Compact,
    NoCommand,
    Remember,
    Slash,
    slash_of,
    summary_of,
)
from context_memory.testing import SessionBuilder

from ..block_sessions import NOW, messages_of, opened, session


def call(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> tuple[int, str, str]:
    code = run(name, arguments, program=f"{name}.py")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


# -- the rule ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("/remember Tea is at five", Remember("Tea is at five")),
        ("/REMEMBER\tTea is at five", Remember("Tea is at five")),
        ("  /Remember   Tea is at five \n", Remember("Tea is at five")),
        ("/remember 用户喜欢制表符", Remember("用户喜欢制表符")),
        ("/remember\u3000用户喜欢制表符", Remember("用户喜欢制表符")),
        ("/remember /recall tea", Remember("/recall tea")),
        ("/recall when is tea?", Ask("when is tea?")),
        ("/recall 什么时候喝茶", Ask("什么时候喝茶")),
        ("/compact", Compact()),
        ("/Compact ", Compact()),
        (f"/remember {'x' * 490}", Remember("x" * 490)),
    ],
)
def test_a_slash_command_is_understood(text: str, asked: Slash) -> None:
    assert slash_of(text) == asked


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "talk"),
        ("please /remember tea", "talk"),
        ("／remember tea", "talk"),
        ("remember tea", "talk"),
        ("//remember tea", "unknown"),
        ("/remembering tea", "unknown"),
        ("/remember:tea", "unknown"),
        ("/forget everything", "unknown"),
        ("/ remember tea", "unknown"),
        ("/remember", "empty"),
        ("/recall   ", "empty"),
        ("/compact now", "words"),
        ("/remember tea\n/compact", "lines"),
        ("/remember tea\rcoffee", "lines"),
        ("/remember tea\u2028coffee", "lines"),
        ("/remember tea\x0bcoffee", "lines"),
        ("/remember tea\x85coffee", "lines"),
        ("/remember tea\x00coffee", "lines"),
        (f"/remember {'x' * 491}", "long"),
        (f"/remember {'茶' * 164}", "long"),
        ("/" + "x" * 10_000_000, "long"),
    ],
)
def test_anything_else_is_no_command_and_says_why(text: str, reason: str) -> None:
    asked = slash_of(text)

    assert isinstance(asked, NoCommand)
    assert asked.reason == reason


@given(st.text(max_size=600))
def test_any_text_is_parsed_without_an_error(text: str) -> None:
    for each in (text, f"/remember {text}", f"/{text}"):
        match slash_of(each):
            case Remember(words) | Ask(words):
                assert words == words.strip() != ""
                assert len(words.splitlines()) == 1
            case _:
                pass


def test_a_summary_for_the_memory_has_no_opening_and_at_most_2000_characters() -> None:
    for language in ("en", "zh"):
        kept = summary_of(continuation.compose("\n".join(f"line {n} tells something" for n in range(400)), language))

        assert kept.startswith("line 0")
        assert 1_000 < len(kept) <= SUMMARY_CHARACTERS
        assert kept.endswith("something…")


# -- the command -------------------------------------------------------------------------------------


def test_remember_keeps_a_doc_with_its_standing_source_and_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ("--workspace", str(tmp_path))
    code, out, _ = call(
        capsys,
        "slash",
        "/remember 周二部署",
        "--session",
        "agent:work:chat-7",
        "--source",
        "telegram",
        "--json",
        *place,
    )
    told = json.loads(out)
    _, out, _ = call(capsys, "memory show", told["id"], "--json", *place)
    doc = json.loads(out)

    assert (code, told["outcome"], told["was"]) == (0, "remembered", "added")
    assert (doc["kind"], doc["importance"], doc["scope"]) == ("remember", 0.8, "agent:work")
    assert (doc["text"], doc["source"], doc["session"]) == ("周二部署", "telegram", "agent:work:chat-7")


def test_recall_prints_the_block_with_its_metadata(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ("--workspace", str(tmp_path))
    call(capsys, "slash", "/remember The vault code is tulip-seven", *place)

    code, out, _ = call(capsys, "slash", "/recall vault code", *place)
    _, shown, _ = call(capsys, "slash", "/recall vault code", "--json", *place)
    block = json.loads(shown)["block"]

    assert code == 0
    assert "tulip-seven" in out
    assert block["text"] == out.rstrip("\n")
    assert block["hash"].startswith("sha256:")
    assert block["trace_id"].startswith("recall_")
    assert len(block["doc_ids"]) == 1
    assert not block["truncated"]


@pytest.mark.parametrize("text", ["hello", "/remember", "/remember a\nb", "/remember " + "x" * 600, "／recall tea"])
def test_what_is_no_command_does_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    code, out, _ = call(capsys, "slash", text, "--json", "--workspace", str(tmp_path))

    assert code == 3
    assert json.loads(out)["outcome"] == "no_command"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("channel", ["heartbeat", "cron", "System", "cron:daily"])
def test_the_hosts_own_channels_do_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str], channel: str) -> None:
    """E-13: heartbeat, nothing."""
    place = ("--workspace", str(tmp_path))
    call(capsys, "remember", "The vault code is tulip-seven", *place)

    code, out, _ = call(capsys, "slash", "/recall vault", "--channel", channel, "--json", *place)
    assert (code, json.loads(out)["reason"]) == (3, "channel")

    code, out, _ = call(capsys, "recall", "vault", "--channel", channel, "--json", *place)
    assert (code, json.loads(out)["hits"], json.loads(out)["block"]["text"]) == (0, [], "")
    code, out, _ = call(capsys, "recall", "vault", "--channel", "telegram", *place)
    assert "tulip-seven" in out


def test_compact_forces_a_compaction_and_keeps_its_summary_for_its_agent_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = SessionBuilder(session_id="agent:work:chat-7").user("The billing port is 8443, never restart billing.")
    for n in range(20):
        told.agent(f"Shipment {n} is packed.").user(f"Next is shipment {n}.")
    file = tmp_path / "session.json"
    file.write_text(json.dumps({"messages": told.anthropic()}), encoding="utf-8")
    place = ("--workspace", str(tmp_path))

    code, out, _ = call(
        capsys, "slash", "/compact", "--session-file", str(file), "--session", "agent:work:chat-7", "--json", *place
    )
    done = json.loads(out)
    _, out, _ = call(capsys, "memory show", done["summary"], "--json", *place)
    doc = json.loads(out)

    assert (code, done["outcome"]) == (0, "compacted")
    assert (doc["kind"], doc["importance"], doc["scope"]) == ("summary", 0.7, "agent:work")
    assert len(doc["text"]) <= SUMMARY_CHARACTERS
    assert "8443" in doc["text"]
    assert doc["session"] == "agent:work:chat-7"


def test_compact_swaps_the_view_of_a_journaled_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with opened(tmp_path) as services:
        services.ingester.ingest(session(messages_of(40)), NOW)
    place = ("--workspace", str(tmp_path), "--set", "window=8192", "--set", "policy=small", "--set", "block_tokens=400")

    code, out, _ = call(capsys, "slash", "/compact", "--session", "story", "--json", *place)
    done = json.loads(out)
    _, out, _ = call(capsys, "memory show", done["summary"], "--json", "--workspace", str(tmp_path))
    doc = json.loads(out)
    with opened(tmp_path) as services:
        revision = services.viewer.view("story").revision

    assert (code, done["outcome"], done["session"], done["revision"], revision) == (0, "compacted", "story", 1, 1)
    assert (doc["kind"], doc["session"]) == ("summary", "story")
    assert "config/prod.yaml" in doc["text"]


def test_compact_without_a_session_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "slash", "/compact", "--workspace", str(tmp_path))

    assert code == 2
    assert "--session-file" in err


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()

    code, out, _ = call(capsys, "slash", "/remember tea", "--dry-run", "--workspace", str(workspace))

    assert (code, "dry run" in out) == (0, True)
    assert list(workspace.iterdir()) == []
