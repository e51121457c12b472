"""Blocks: whole groups, boundaries fixed once, the same ids however the messages come."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings

from context_memory.blocks.files import block_store
from context_memory.blocks.services.rmemory import hash32
from context_memory.blocks.values import BlockState, Capsule, CodecId
from context_memory.errors import InputError
from context_memory.messages import Message, Role, Session, Text, ToolCall, ToolResult
from context_memory.testing.builders import blocks_of
from context_memory.text import tokens
from context_memory.transcripts import as_text, message_hash
from context_memory.transcripts.writers import anthropic
from tests.block_sessions import (
    NOW,
    SMALL,
    block_ids,
    canonical,
    forget_derived,
    ingested,
    messages_of,
    opened,
    session,
    story,
    swapped,
    without_ids,
)
from tests.compaction_sessions import run, sessions


def user(text: str) -> Message:
    return Message(Role.USER, (Text(text),))


def agent(text: str) -> Message:
    return Message(Role.ASSISTANT, (Text(text),))


def call(*ids: str) -> Message:
    return Message(Role.ASSISTANT, tuple(ToolCall(each, "bash", {"command": "x" * 200}) for each in ids))


def result(call_id: str) -> Message:
    return Message(Role.TOOL, (ToolResult(call_id, "bash", "y" * 200),))


def packed(messages: list[Message], limit: int = 100) -> list[tuple[int, int]]:
    sizes = [tokens.of_message(message) for message in messages]
    return [(block.first, block.last) for block in blocks_of("s", messages, sizes, limit)]


# -- B-04: the same ids -----------------------------------------------------------------------------


def test_one_by_one_in_a_batch_and_after_restarts_the_ids_are_the_same(tmp_path: Path) -> None:
    messages = messages_of()
    assert len(messages) > 200
    with opened(tmp_path / "one by one") as services:
        for message in messages:
            services.ingester.add("story", [message], NOW)
        one_by_one = block_ids(services)
    for start in range(0, len(messages), 23):
        with opened(tmp_path / "restarted") as services:
            services.ingester.add("story", messages[start : start + 23], NOW)
            restarted = block_ids(services)

    batch = ingested(tmp_path / "batch", messages)

    assert len(batch) > 15
    assert one_by_one == restarted == batch == canonical(messages)


def test_after_three_compactions_the_ids_are_the_same_and_nothing_is_compressed_again(tmp_path: Path) -> None:
    messages = without_ids(messages_of())
    cuts = [60, 110, 160, len(messages)]
    with opened(tmp_path) as services:
        host: list[Message] = []
        for first, last in zip([0, *cuts], cuts, strict=False):
            host += messages[first:last]
            services.ingester.ingest(session(host), NOW)
            if last < len(messages):
                swapped(services)
                host = list(services.viewer.view("story").messages)
        after = block_ids(services)
        capsules = services.store.capsules(after)
    forget_derived(tmp_path)
    with opened(tmp_path) as services:
        services.ingester.ingest(session(host), NOW)
        again = services.store.capsules(block_ids(services))

    assert after == canonical(messages)
    assert again == capsules


def test_a_host_that_compacts_by_itself_changes_no_id(tmp_path: Path) -> None:
    messages = messages_of()
    summary = Message(Role.USER, (Text("The conversation so far: …"),), id="sum", is_summary=True)
    with opened(tmp_path) as services:
        services.ingester.ingest(session(messages[:90]), NOW)
        services.ingester.ingest(session([summary, *messages[84:]]), NOW)
        ids = block_ids(services)

    assert ids == canonical(messages)


@hypothesis_settings(max_examples=60)
@given(sessions())
def test_boundaries_depend_on_the_messages_alone(any_session: Session) -> None:
    messages = list(any_session.messages)
    sizes = [tokens.of_message(message) for message in messages]
    whole = blocks_of("any", messages, sizes, 300)

    for cut in range(len(messages)):
        part = blocks_of("any", messages[:cut], sizes[:cut], 300)
        assert part == whole[: len(part)]


@hypothesis_settings(max_examples=60)
@given(sessions())
def test_no_block_parts_a_call_from_its_results(any_session: Session) -> None:
    messages = list(any_session.messages)
    sizes = [tokens.of_message(message) for message in messages]

    for block in blocks_of("any", messages, sizes, 200):
        inside = messages[block.first - 1 : block.last]
        called = {each.id for message in inside for each in message.calls}
        answered = {each.call_id for message in inside for each in message.results}
        assert called == answered


# -- groups -----------------------------------------------------------------------------------------


def test_blocks_take_whole_groups_up_to_their_size() -> None:
    messages = [user("a" * 200), agent("b" * 150), user("c" * 160), agent("d" * 40), user("e" * 200)]

    assert packed(messages) == [(1, 2), (3, 4)]


def test_a_group_larger_than_a_block_is_one_block_and_its_parts_stay_together() -> None:
    messages = [user("q"), call("a", "b", "c"), result("b"), result("a"), result("c"), user("next"), user("z" * 400)]

    assert packed(messages) == [(1, 1), (2, 5), (6, 6)]


def test_somebody_who_speaks_while_a_tool_runs_is_part_of_its_group() -> None:
    messages = [user("q"), call("a"), user("hurry up, " * 30), result("a"), agent("ok"), user("z" * 400)]

    assert packed(messages) == [(1, 1), (2, 4), (5, 5)]


def test_a_call_that_nobody_answered_ends_where_the_agent_goes_on() -> None:
    messages = [user("q"), call("a"), user("stop that"), agent("stopped. " * 40), user("z" * 400)]

    assert packed(messages) == [(1, 3), (4, 4)]


def test_heartbeats_are_journaled_and_in_no_block(tmp_path: Path) -> None:
    beat = [Message(Role.USER, (Text("[OpenClaw heartbeat poll]"),)), Message(Role.ASSISTANT, (Text("HEARTBEAT_OK"),))]
    messages = list(without_ids(messages_of(8)))
    with_beats = [*messages[:10], *beat, *messages[10:]]

    with opened(tmp_path) as services:
        done = services.ingester.ingest(session(with_beats), NOW)
        blocks = services.store.blocks("story")
        inside = [m for block in blocks for m in services.viewer.messages_of(block)]

    assert done.noise == 2
    assert done.accepted == len(with_beats)
    assert [block.id for block in blocks] == canonical(messages)
    assert not any("HEARTBEAT" in message.text for message in inside)


def test_system_text_belongs_to_the_host(tmp_path: Path) -> None:
    system = Message(Role.SYSTEM, (Text("You are an agent. " * 500),), id="sys")
    messages = messages_of(8)

    ids = ingested(tmp_path, [system, *messages])

    assert ids == canonical(messages)
    with opened(tmp_path) as services:
        assert services.viewer.view("story").messages[0].role is Role.USER


# -- rows -------------------------------------------------------------------------------------------


def test_every_block_is_read_back_by_its_id(tmp_path: Path) -> None:
    messages = messages_of(20)
    ids = ingested(tmp_path, messages)

    with opened(tmp_path) as services:
        found = [services.viewer.messages_of(services.viewer.row(each[:12]).block) for each in ids]

    assert [message_hash.hash_of_block(map(message_hash.hash_of_message, each)) for each in found] == ids


@pytest.mark.parametrize(
    ("wanted", "said"), [("xyz", "not a block id"), ("abc", "not a block id"), ("0" * 20, "no block")]
)
def test_an_id_that_means_nothing_is_an_error(tmp_path: Path, wanted: str, said: str) -> None:
    ingested(tmp_path, messages_of(8))

    with opened(tmp_path) as services, pytest.raises(InputError, match=said):
        services.viewer.row(wanted)


def test_a_capsule_lies_in_a_file_that_outlives_the_database(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(20))
    codec = CodecId("anthropic", "claude-haiku-5-5", "3")
    with opened(tmp_path) as services:
        block = services.store.blocks("story")[0]
        kept = services.store.keep(Capsule(block.id, codec, "short\n\ntext", 3, block.tokens, 0.01, "2026-09-14"))
        again = services.store.keep(Capsule(block.id, codec, "short\n\ntext", 3, block.tokens, 0.01, "2026-09-14"))
    forget_derived(tmp_path)

    with opened(tmp_path) as services:
        (row,) = [row for row in services.viewer.rows("story") if row.state is BlockState.READY]

    assert row.capsule == kept == again
    assert len(list((tmp_path / ".context-memory" / "capsules").glob("*/*"))) == 1


def test_the_capsule_of_a_model_stands_before_one_without(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(20))
    with opened(tmp_path) as services:
        block = services.store.blocks("story")[0]
        services.store.keep(Capsule(block.id, CodecId("anthropic", "m"), "by a model", 3, block.tokens, made_at="1"))
        services.store.keep(Capsule(block.id, CodecId("extractive"), "by rules", 3, block.tokens, made_at="2"))

        best = services.store.capsules([block.id])
        preferred = services.store.capsules([block.id], prefer=CodecId("extractive"))

    assert best[block.id].text == "by a model"
    assert preferred[block.id].text == "by rules"


def test_a_damaged_database_is_set_aside_and_derived_again(tmp_path: Path) -> None:
    ids = ingested(tmp_path, messages_of(12))
    forget_derived(tmp_path)
    database = tmp_path / ".context-memory" / "state.sqlite"
    database.write_bytes(b"this is no database at all, " * 100)

    with opened(tmp_path) as services:
        services.viewer.view("story")
        assert block_ids(services) == ids

    assert database.with_name("state.sqlite.corrupt-1").exists()


# -- commands ---------------------------------------------------------------------------------------


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    path = tmp_path / "story.jsonl"
    path.write_text(story(30).openclaw(), encoding="utf-8")
    return path


def test_ingest_lists_what_it_sealed_and_says_so_once(tmp_path: Path, transcript: Path) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()

    first = run("blocks ingest", transcript, "--workspace", workspace, "--set", "block_tokens=400", "--json")
    second = run("blocks ingest", transcript, "--workspace", workspace, "--json")

    assert (first.code, second.code) == (0, 0)
    assert first.json["accepted"] == len(story(30).build().messages)
    assert [block["id"] for block in first.json["sealed"]] == canonical(story(30).build().messages)
    assert (second.json["accepted"], second.json["sealed"]) == (0, [])


def test_show_blocks_lists_shows_and_searches(tmp_path: Path, transcript: Path) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()
    run("blocks ingest", transcript, "--workspace", workspace, "--set", "block_tokens=400")

    listed = run("blocks show", "--workspace", workspace, "--json").json["blocks"]
    shown = run("blocks show", listed[3]["id"][:10], "--workspace", workspace)
    found = run("blocks show", "--grep", "handler_4_7", "--workspace", workspace, "--json").json
    late = run("blocks show", "--since", listed[5]["time"], "--workspace", workspace, "--json").json["blocks"]

    assert {each["state"] for each in listed} == {"raw"}
    assert "module_" in shown.out
    assert found[0]["block"] in {each["id"] for each in listed}
    assert [each["id"] for each in late] == [each["id"] for each in listed[5:]]


def test_commands_without_a_session_say_what_to_do(tmp_path: Path) -> None:
    for command in ("blocks show", "blocks view", "blocks evict"):
        done = run(command, "--workspace", tmp_path)
        assert done.code == 2
        assert "blocks ingest" in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_is_not_there_is_named_with_those_that_are(tmp_path: Path, transcript: Path) -> None:
    run("blocks ingest", transcript, "--workspace", tmp_path)

    done = run("blocks view", "--session", "other", "--workspace", tmp_path)

    assert done.code == 2
    assert "session-1" in done.err or "story" in done.err


def test_switched_off_the_command_is_refused_and_writes_nothing(tmp_path: Path, transcript: Path) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()

    done = run("blocks ingest", transcript, "--workspace", workspace, "--set", "blocks_enabled=false")

    assert done.code == 3
    assert list(workspace.iterdir()) == []


# -- R-Memory ---------------------------------------------------------------------------------------


def test_the_hash_of_r_memory() -> None:
    """B-01."""
    text = as_text.rendered([user("hi"), agent("hello")])

    assert text == "[Human]:\nhi\n\n[AI]:\nhello"
    assert hash32(text) == "3a66bc7b694ce6c01c83810567efcc9a"


def test_the_cut_of_a_long_tool_result_in_r_memory() -> None:
    """B-17."""
    text = "h" * 4_000 + "m" * 2_001 + "t" * 2_000

    rendered = as_text.rendered([Message(Role.TOOL, (ToolResult("c", "bash", text),))])

    assert rendered.startswith("[Tool Result]:\n" + "h" * 4_000 + "\n")
    assert rendered.endswith("\n" + "t" * 2_000)
    assert "m" not in rendered.replace("characters", "")


def test_the_view_as_json_can_be_sent(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(20), SMALL._replace(block_tokens=400))
    with opened(tmp_path) as services:
        swapped(services)
        view = services.viewer.view("story")

    sent = anthropic.to_messages(view.messages)
    assert json.loads(json.dumps(sent)) == sent
    assert sent[0]["role"] == "user"


def test_a_database_whose_tables_are_laid_out_as_before_is_read_and_written_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its version is the same: what took minutes to compute is not thrown away for a few pages."""
    now = block_store._SCHEMA
    before = {name: columns.removesuffix(" WITHOUT ROWID") + " WITHOUT ROWID" for name, columns in now.tables.items()}
    before["journal"] = now.tables["journal"]
    with monkeypatch.context() as earlier:
        earlier.setattr(block_store, "_SCHEMA", now._replace(tables=before))
        ingested(tmp_path, messages_of())
        with opened(tmp_path) as services:
            first = swapped(services)
            services.store.remember("story", "state", 1, "kept " * 200)
    with opened(tmp_path) as services:
        kept = services.store.remembered("story", "state", most=9)
        rows = services.viewer.rows("story")
        services.store.remember("story", "state", 2, "newer " * 200)
        newer = services.store.remembered("story", "state", most=9)
        view = services.viewer.view("story")

    assert (kept, newer) == ((1, "kept " * 200), (2, "newer " * 200))
    assert view.revision == first.swap.revision
    assert any(row.capsule is not None for row in rows)
