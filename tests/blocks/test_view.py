"""The view and the swap: whole, bounded, byte for byte the same between swaps, rebuilt from journal and capsules."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from context_memory.blocks import view
from context_memory.blocks.values import BlockState, Capsule, CodecId, ShownCapsule, Swap, Unchanged, View
from context_memory.blocks.view import Candidate, Room
from context_memory.compaction.digest import continuation
from context_memory.messages import Message, Role, Session, Text, Thinking, ToolCall, ToolResult, Usage
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.storage.archive import Archive
from context_memory.text import tokens
from context_memory.tokens import budget
from context_memory.transcripts.own_texts import CAPSULES_TITLE
from tests.block_sessions import (
    NOW,
    SMALL,
    copied,
    current,
    forget_derived,
    ingested,
    journal_of,
    messages_of,
    opened,
    refused,
    session,
    story,
    swapped,
    without_ids,
)
from tests.compaction_sessions import content, run, sessions, tree

TARGET = budget.budget_of(SMALL.window, SMALL.policy).target


def shown(number: int, text: str = "what happened", tokens: int = 10) -> ShownCapsule:
    return ShownCapsule(
        f"{number:064x}", f"{number:064x}", text, tokens, tokens * 4, f"2026-09-14T08:{number:02}:30.123Z", number
    )


# -- form -------------------------------------------------------------------------------------------


def test_the_capsules_read_like_this(markdown_snapshot: SnapshotAssertion) -> None:
    built = Swap("s", 1, header="Header.", restored="Files.", shown=(shown(1), shown(2, "more\n\nof it", 20)))

    assert view.prefix(built) == markdown_snapshot


def test_the_header_line_counts_what_is_shown(tmp_path: Path) -> None:
    """B-16."""
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        swapped(services)
        text = services.viewer.view("story").prefix
        standing = current(services).shown

    (count, tokens, raw) = re.findall(r"(?m)^_(\d+) blocks \| ~(\d+) tokens \(was ~(\d+) raw\)_$", text)[0]
    headings = re.findall(r"(?m)^## Block (\d+) \[\d{4}-\d\d-\d\dT\d\d:\d\d\]$", text)
    assert headings == [str(each.number) for each in standing]
    assert int(count) == len(standing)
    assert (int(tokens), int(raw)) == (sum(s.tokens for s in standing), sum(s.tokens_raw for s in standing))


def test_the_view_begins_with_the_continuation_and_ends_with_the_newest_messages(tmp_path: Path) -> None:
    messages = messages_of()
    ingested(tmp_path, messages)
    with opened(tmp_path) as services:
        swapped(services)
        built = services.viewer.view("story")

    assert built.messages[0].text.startswith(continuation.opening("en"))
    assert "Never touch config/prod.yaml." in built.prefix
    assert content(built.tail) == content(messages[built.tail_from - 1 :])
    assert (built.first, built.last) == (1, len(messages))


def test_before_the_first_swap_the_view_is_the_session(tmp_path: Path) -> None:
    messages = messages_of(3)
    ingested(tmp_path, messages)
    with opened(tmp_path) as services:
        built = services.viewer.view("story")

    assert (built.revision, built.prefix) == (0, "")
    assert content(built.messages) == content(messages)


def test_key_files_of_the_workspace_are_given_back(tmp_path: Path) -> None:
    (tmp_path / "src" / "billing").mkdir(parents=True)
    (tmp_path / "src" / "billing" / "module_39.py").write_text("RETRIES = 5\n")
    (tmp_path / "MEMORY.md").write_text("- [context](memories/context.md)\n")
    ingested(tmp_path, messages_of())

    with opened(tmp_path) as services:
        made = swapped(services).swap
        built = services.viewer.view("story")

    assert made.restored_files == ("MEMORY.md", "src/billing/module_39.py")
    assert "RETRIES = 5" in built.prefix
    assert built.prefix.index("RETRIES = 5") < built.prefix.index(CAPSULES_TITLE)


# -- size, order, wholeness -------------------------------------------------------------------------


def test_a_swap_brings_the_view_below_its_target(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        done = swapped(services)
        built = services.viewer.view("story")

    assert done.tokens_before > TARGET >= done.tokens_after == built.tokens
    assert done.blocks > 4


@hypothesis_settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions(most=20))
def test_any_session_is_swapped_whole_or_not_at_all(
    tmp_path_factory: pytest.TempPathFactory, any_session: Session
) -> None:
    folder = tmp_path_factory.mktemp("any")
    settings = SMALL._replace(block_tokens=100, min_receipt=0.0)
    with opened(folder, settings) as services:
        services.ingester.ingest(any_session, NOW)
        before = services.viewer.view("any")
        outcome = services.viewer.swap("any", NOW, force=True)
        built = services.viewer.view("any")

    if isinstance(outcome, Unchanged):
        assert built == before
    else:
        assert built.tokens <= TARGET
        assert view.orphans(built.tail) == []
        assert built.tail_from + len(built.tail) - 1 <= built.last
        assert built.tail[-1].role == any_session.messages[-1].role


def test_an_over_long_newest_message_is_cut_inside_and_stays_cut(tmp_path: Path) -> None:
    long = "".join(f"line {i}: value {i * 7}\n" for i in range(4_000))
    messages = [
        *messages_of(),
        Message(Role.ASSISTANT, (ToolCall("c9", "bash", {"command": "cat big.log"}),), id="m1"),
        Message(Role.TOOL, (ToolResult("c9", "bash", long),), id="m2"),
    ]
    ingested(tmp_path, messages)
    with opened(tmp_path) as services:
        swapped(services)
        before = services.viewer.view("story")
        services.ingester.add("story", [Message(Role.USER, (Text("go on"),), id="m3")], NOW)
        after = services.viewer.view("story")

    cut = before.tail[-1].results[0].text
    assert before.tokens <= TARGET
    assert "archive" in cut
    assert after.tail[: len(before.tail)] == before.tail
    handle = re.findall(r"cm:[0-9a-f]+", cut)[0]
    assert Archive(places.of_workspace(tmp_path).archive).get(handle).decode() == long


# -- the prefix -------------------------------------------------------------------------------------


def test_the_prefix_and_the_old_tail_stay_the_same_bytes_between_swaps(tmp_path: Path) -> None:
    messages = messages_of(60)
    ingested(tmp_path, messages[:150])
    seen: list[View] = []
    with opened(tmp_path) as services:
        swapped(services)
        for message in messages[150:200]:
            services.ingester.add("story", [message], NOW)
            seen.append(services.viewer.view("story"))
    with opened(tmp_path) as services:
        seen.append(services.viewer.view("story"))

    for earlier, later in pairwise(seen):
        assert later.prefix == earlier.prefix
        assert later.messages[: len(earlier.messages)] == earlier.messages


def test_thinking_that_a_swap_found_in_the_tail_stays_away(tmp_path: Path) -> None:
    def thought(i: int) -> Message:
        return Message(Role.ASSISTANT, (Thinking(f"hm {i}", f"sig-{i}"), Text(f"step {i}")), id=f"t{i}")

    ingested(tmp_path, [*messages_of(), *(thought(i) for i in range(3))])
    with opened(tmp_path) as services:
        swapped(services)
        services.ingester.add("story", [thought(3)], NOW)
        tail = services.viewer.view("story").tail

    thinking = [part.text for message in tail for part in message.parts if isinstance(part, Thinking)]
    assert thinking == ["hm 3"]
    assert [message.text for message in tail][-4:] == ["step 0", "step 1", "step 2", "step 3"]


# -- when -------------------------------------------------------------------------------------------


def test_a_swap_is_due_at_the_mark_or_when_the_cache_is_cold() -> None:
    marks = budget.budget_of(200_000)

    assert view.swap_due(149_999, marks, idle=0, ttl=300) == ""
    assert view.swap_due(150_000, marks, idle=0, ttl=300) == "full"
    assert view.swap_due(110_000, marks, idle=299, ttl=300) == ""
    assert view.swap_due(110_000, marks, idle=300, ttl=300) == "cold"
    assert view.swap_due(90_000, marks, idle=9_999, ttl=300) == ""


def test_a_small_session_is_left_alone(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(4))
    with opened(tmp_path) as services:
        assert refused(services).reason == "not-due"


def test_what_the_host_counted_decides(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(14))
    with opened(tmp_path) as services:
        small = services.viewer.due("story", size=1_000)
        large = services.viewer.due("story", size=100_000)

    assert (small, large) == ("", "full")


def test_counts_of_a_host_that_did_not_take_the_view_do_not_trigger_another_swap(tmp_path: Path) -> None:
    def counted(i: int, tokens: int) -> Message:
        return Message(Role.ASSISTANT, (Text(f"reply {i}"),), id=f"r{i}", usage=Usage(input=tokens))

    ingested(tmp_path, [*messages_of(), counted(0, 90_000)])
    with opened(tmp_path) as services:
        swapped(services)
        services.ingester.add("story", [counted(1, 90_500)], NOW)
        ignored = services.viewer.due("story")
        services.ingester.add("story", [counted(2, 90_700)], NOW)

    assert ignored == ""


def counted(messages: tuple[Message, ...], fixed: int) -> list[Message]:
    """Every reply with the usage that an API reports whose system text and tools take so many tokens."""
    found, size = [], fixed
    for message in messages:
        size += tokens.of_message(message)
        is_reply = message.role is Role.ASSISTANT
        found.append(replace(message, usage=Usage(input=size)) if is_reply else message)
    return found


def test_system_text_and_tools_count_in_the_target(tmp_path: Path) -> None:
    after = {}
    for fixed in (0, 200, 1_400):
        ingested(tmp_path / str(fixed), counted(messages_of(), fixed) if fixed else messages_of())
        with opened(tmp_path / str(fixed)) as services:
            done = swapped(services)
        assert done.swap.fixed == fixed
        after[fixed] = done.tokens_after

    assert after[1_400] + 1_400 <= TARGET
    assert after[1_400] < after[200]


def test_what_was_known_of_system_text_and_tools_survives_the_swap_and_a_restart(tmp_path: Path) -> None:
    ingested(tmp_path, counted(messages_of(), 1_400))
    with opened(tmp_path) as services:
        swapped(services)
    forget_derived(tmp_path)
    ingested(tmp_path, [*counted(messages_of(), 1_400), *without_ids(story(80).build().messages[len(messages_of()) :])])

    with opened(tmp_path) as services:
        again = swapped(services)

    assert again.swap.revision == 2
    assert again.swap.fixed == 1_400
    assert again.tokens_after + 1_400 <= TARGET


def test_a_swap_says_when_system_text_and_tools_alone_are_above_the_mark(tmp_path: Path) -> None:
    mark = budget.budget_of(SMALL.window, SMALL.policy).compact_at
    ingested(tmp_path, counted(messages_of(), mark))

    with opened(tmp_path) as services:
        outcome = refused(services)

    assert (outcome.reason, outcome.is_refusal) == ("fixed-part", True)
    assert f"alone take {mark:,} tokens, the threshold is {mark:,}" in outcome.message
    assert "disable tools" in outcome.hint


def test_one_block_is_never_swapped(tmp_path: Path) -> None:
    """B-09."""
    messages = messages_of(1)[:2]
    ingested(tmp_path, messages)
    before = tree(tmp_path)

    with opened(tmp_path) as services:
        outcome = refused(services, force=True)

    assert outcome.reason == "need-2-blocks"
    assert tree(tmp_path, without=["sqlite"]).items() <= before.items()


def test_exactly_as_many_blocks_as_the_overflow_asks_for() -> None:
    """B-08."""
    blocks = [Candidate(raw=4_000, compressed=1_000)] * 9

    assert view.count_to_swap(blocks, 10_000) == 4
    assert view.count_to_swap(blocks, 10**9) == 8, "the newest one stays raw"
    assert view.count_to_swap(blocks, 0) == 0
    assert view.count_to_swap(blocks[:1], 10_000) == 0


def test_a_block_without_a_capsule_is_assumed_to_save_sixty_per_cent() -> None:
    assert view.count_to_swap([Candidate(raw=1_000)] * 5, 1_201) == 3


def test_more_leave_where_the_raw_part_is_still_too_large() -> None:
    blocks = [Candidate(raw=4_000, compressed=1_000)] * 9
    room = Room(target=40_000, raw=9_000, fixed=2_000, capsules=20_000)

    assert view.count(blocks, [], 500, room, overflow=3_000) == 7


SIZES = st.integers(0, 5_000)


@given(
    st.lists(st.builds(Candidate, raw=SIZES, compressed=st.none() | SIZES), min_size=1, max_size=12),
    st.lists(SIZES, max_size=5),
    *(SIZES, st.integers(0, 30_000), st.integers(-5_000, 30_000)),
)
def test_the_count_of_one_pass_is_that_of_trying_each(
    blocks: list[Candidate], shown: list[int], rest: int, target: int, overflow: int
) -> None:
    """To try each takes minutes with the blocks of 50,000 messages."""
    room = Room(target=target, raw=target // 2, fixed=500, capsules=target // 3 + 1)
    least = view.count_to_swap([*blocks, *([Candidate(rest, rest)] if rest else [])], overflow)
    if sum(block.saving for block in blocks[:least]) < overflow:
        least = 1

    def fits(taken: int) -> bool:
        raw = rest + sum(block.raw for block in blocks[taken:])
        sizes = [*shown, *(block.size for block in blocks[:taken])]
        left = view.total_tokens(sizes[view.choose_evicted(sizes, room.capsules).count :])
        return raw <= room.raw and room.fixed + left + raw <= room.target

    most = len(blocks) - (not rest)
    tried = next((count for count in range(max(1, least), most) if fits(count)), max(1, least, most))

    assert view.count(blocks, shown, rest, room, overflow) == tried


def test_the_overflow_is_saved_before_a_capsule_has_to_leave() -> None:
    blocks = [Candidate(raw=4_000, compressed=2_000)] * 9
    room = Room(target=30_000, raw=20_000, fixed=2_000, capsules=8_000)

    assert view.count(blocks, [], 500, room, overflow=12_000) == 6


def test_the_raw_part_keeps_its_room_where_capsules_have_to_leave_anyway() -> None:
    blocks = [Candidate(raw=4_000, compressed=2_000)] * 50
    room = Room(target=40_000, raw=18_000, fixed=2_000, capsules=20_000)

    assert view.count(blocks, [], 500, room, overflow=160_000) == 46


def test_nothing_is_swapped_while_a_tool_runs(tmp_path: Path) -> None:
    call = Message(Role.ASSISTANT, (ToolCall("c9", "bash", {"command": "make"}),), id="m1")
    ingested(tmp_path, [*messages_of(), call])
    with opened(tmp_path) as services:
        waiting = refused(services, force=True)
        services.ingester.add("story", [Message(Role.TOOL, (ToolResult("c9", "bash", "ok"),), id="m2")], NOW)
        swapped(services)

    assert (waiting.reason, waiting.is_refusal) == ("busy", True)


def test_a_revision_that_is_not_the_newest_is_refused(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        swapped(services, expected_revision=0)
        outcome = refused(services, expected_revision=0)

    assert outcome.reason == "conflict"


def test_a_view_that_would_lose_what_had_to_be_kept_is_refused(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path, SMALL._replace(min_receipt=1.0, summary_tokens=210)) as services:
        before = services.viewer.view("story")
        outcome = refused(services)
        after = services.viewer.view("story")

    assert (outcome.reason, outcome.is_refusal) == ("invalid", True)
    assert "min_receipt" in outcome.message
    assert after == before


def test_a_swap_that_saves_next_to_nothing_is_not_worth_the_cache() -> None:
    marks = budget.budget_of(200_000)

    assert view.is_worth_it(8_000, marks)
    assert not view.is_worth_it(7_999, marks)


def test_faults_of_a_view_are_named() -> None:
    orphan = Message(Role.TOOL, (ToolResult("gone", "bash", "x"),))

    found = view.find_faults(tokens=11, target=10, score=0.2, min_score=0.5, numbers=[3, 5], evicted=1, tail=[orphan])

    assert len(found) == 4


def test_a_result_that_comes_after_its_call_was_swapped_becomes_text(tmp_path: Path) -> None:
    call = Message(Role.ASSISTANT, (ToolCall("late", "bash", {"command": "sleep 99"}),), id="m1")
    stop = Message(Role.USER, (Text("never mind"),), id="m2")
    ingested(tmp_path, [call, stop, *messages_of()])
    with opened(tmp_path) as services:
        swapped(services)
        services.ingester.add("story", [Message(Role.TOOL, (ToolResult("late", "bash", "slept"),), id="m3")], NOW)
        newest = services.viewer.view("story").messages[-1]

    assert newest.results == ()
    assert (newest.role, "slept" in newest.text) == (Role.USER, True)


# -- two slots --------------------------------------------------------------------------------------


def test_a_prepared_view_is_taken_as_it_is(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        ready = services.viewer.prepare("story", NOW)
        before = services.viewer.view("story")
        done = swapped(services)

    assert before.revision == 0, "preparing shows nothing yet"
    assert isinstance(ready, Swap)
    assert replace(done.swap, thinking_until=0) == replace(ready, thinking_until=0)


def test_a_prepared_view_survives_a_restart_and_messages_in_between(tmp_path: Path) -> None:
    messages = messages_of()
    ingested(tmp_path, messages[:-2])
    with opened(tmp_path) as services:
        ready = services.viewer.prepare("story", NOW)
    with opened(tmp_path) as services:
        services.ingester.add("story", messages[-2:], NOW)
        done = swapped(services)
        built = services.viewer.view("story")

    assert isinstance(ready, Swap)
    assert done.swap.header == ready.header
    assert content(built.tail)[-2:] == content(messages[-2:])


def test_the_capsule_that_somebody_made_in_time_is_shown(tmp_path: Path) -> None:
    """B-05: nothing is compressed at the swap."""
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        blocks = services.store.blocks("story")
        for block in blocks:
            text = f"capsule of block {block.number}"
            services.store.keep(Capsule(block.id, CodecId("anthropic", "m"), text, 5, block.tokens))
        files = set((tmp_path / ".context-memory" / "capsules").rglob("*"))
        swapped(services)
        prefix = services.viewer.view("story").prefix

    assert "capsule of block 3" in prefix
    assert set((tmp_path / ".context-memory" / "capsules").rglob("*")) == files


def test_a_block_that_nobody_compressed_in_time_is_compressed_without_a_model(tmp_path: Path) -> None:
    """B-07: no codec answered, and the swap works."""
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        swapped(services)
        rows = [row for row in services.viewer.rows("story") if row.state is not BlockState.RAW]

    assert rows
    assert {row.capsule.codec.name for row in rows if row.capsule} <= {"extractive", "raw"}
    assert all(row.capsule or row.state is BlockState.EVICTED for row in rows)


def test_what_leaves_the_raw_part_is_archived_first_and_read_back_whole(tmp_path: Path) -> None:
    messages = messages_of()
    ingested(tmp_path, messages)
    with opened(tmp_path) as services:
        first = swapped(services).swap
        for message in messages_of(80)[len(messages) :]:
            services.ingester.add("story", [message], NOW)
        second = swapped(services).swap

    archive = Archive(places.of_workspace(tmp_path).archive)
    packs = [archive.get(each.handle).decode().splitlines() for each in second.archived]
    assert second.archived[0] == first.archived[0]
    assert sum(map(len, packs)) == second.tail_from - 1
    assert [json.loads(line)["id"] for pack in packs for line in pack] == [
        message.id for message in messages_of(80)[: second.tail_from - 1]
    ]
    assert f"archive {second.archived[-1].handle}" in second.header


# -- rebuilt ----------------------------------------------------------------------------------------


def test_what_the_journal_holds_is_not_kept_a_second_time(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of(120))
    with opened(tmp_path) as services:
        for _ in range(3):  # none of the prepared views but the last is ever taken
            services.viewer.prepare("story", NOW)
        swapped(services)
        handle = current(services).archived[-1].handle

    archive = Archive(places.of_workspace(tmp_path).archive)
    journal = journal_of(tmp_path)
    on_disk = sum(file.stat().st_size for file in archive.root.rglob("*") if file.is_file())

    assert len(archive.get(handle)) > journal.stat().st_size / 3
    assert on_disk < journal.stat().st_size / 20
    assert [entry.kind for entry in archive.entries() if entry.handle == handle] == ["messages"]


def test_derived_state_that_was_deleted_comes_back_to_the_same_bytes(tmp_path: Path) -> None:
    """U-03."""
    messages = messages_of(70)
    with opened(tmp_path / "w") as services:
        for start in range(0, len(messages), 40):
            services.ingester.add("story", messages[start : start + 40], NOW)
            services.viewer.swap("story", NOW, force=start % 80 == 0)
        before = services.viewer.view("story")
        following = services.viewer.prepare("story", NOW)
        rows = services.viewer.rows("story")
    assert before.revision >= 3
    other = copied(tmp_path / "w", tmp_path / "copy")
    forget_derived(other)

    with opened(other) as services:
        rebuilt = services.viewer.view("story")
        again = services.viewer.rows("story")
        after = services.viewer.prepare("story", NOW)

    assert rebuilt == before
    assert again == rows
    assert after == following


def test_a_lost_capsule_file_is_told_and_the_rest_of_the_view_stands(tmp_path: Path) -> None:
    ingested(tmp_path, messages_of())
    with opened(tmp_path) as services:
        lost = swapped(services).swap.shown[0]
    forget_derived(tmp_path)
    next((tmp_path / ".context-memory" / "capsules").glob(f"*/{lost.digest}")).unlink()

    with opened(tmp_path) as services:
        built = services.viewer.view("story")
        problems = services.problems

    assert f"context-memory blocks show {lost.block[:12]}" in built.prefix
    assert any("is lost" in problem for problem in problems)


def test_the_same_session_told_in_other_ways_gives_the_same_view(tmp_path: Path) -> None:
    messages = messages_of()
    views = []
    for name, step in (("batch", len(messages)), ("sevens", 7), ("ones", 1)):
        with opened(tmp_path / name) as services:
            for start in range(0, len(messages), step):
                services.ingester.add("story", messages[start : start + step], NOW)
            swapped(services)
            views.append(services.viewer.view("story").messages)

    assert views[0] == views[1] == views[2]


# -- at an API --------------------------------------------------------------------------------------


def test_the_view_is_accepted_by_an_api_that_binds_thinking(tmp_path: Path) -> None:
    import anthropic

    from context_memory.testing import FakeAnthropic
    from context_memory.transcripts.writers import anthropic as writer

    with (
        FakeAnthropic(preserved_thinking=True) as api,
        anthropic.Anthropic(api_key="test", base_url=api.base_url, max_retries=0, timeout=300) as client,
        opened(tmp_path) as services,
    ):
        services.ingester.ingest(session(messages_of(30)), NOW)
        for round_ in range(3):
            services.ingester.add("story", [Message(Role.USER, (Text(f"Round {round_}."),), id=f"u{round_}")], NOW)
            if round_ != 1:
                services.viewer.swap("story", NOW, force=True)
            built = services.viewer.view("story")
            reply = client.messages.create(
                model="claude-haiku-5-5", max_tokens=50, messages=writer.to_messages(built.messages)
            )
            parts = tuple(
                Thinking(block.thinking, block.signature) if block.type == "thinking" else Text(block.text)
                for block in reply.content
                if block.type in {"thinking", "text"}
            )
            services.ingester.add("story", [Message(Role.ASSISTANT, parts, id=f"a{round_}")], NOW)

    assert len(parts) >= 1


# -- command ----------------------------------------------------------------------------------------


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    transcript = tmp_path / "story.jsonl"
    transcript.write_text(story().openclaw(), encoding="utf-8")
    folder = tmp_path / "w"
    folder.mkdir()
    settings = ["policy=small", "block_tokens=400", "window=8192", "summary_tokens=500"]
    (folder / ".context-memory").mkdir()
    lines = "".join(
        f"{key} = {value if value.isdigit() else json.dumps(value)}\n"
        for key, value in (each.split("=") for each in settings)
    )
    (folder / ".context-memory" / "settings.toml").write_text(lines)
    assert run("blocks ingest", transcript, "--workspace", folder).code == 0
    return folder


def test_the_command_swaps_and_writes_the_view(filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "view.json"

    done = run("blocks view", "--workspace", filled, "--out", out, "--json")

    assert done.code == 0, done.err
    assert (done.json["outcome"], done.json["revision"]) == ("swapped", 1)
    assert json.loads(out.read_text())["messages"] == done.json["messages"]
    assert done.json["raw_tail_from_seq"] > 1


def test_a_dry_run_changes_nothing(filled: Path) -> None:
    before = journal_of(filled, "session-1") if journal_of(filled, "session-1").exists() else journal_of(filled)
    content_before = before.read_bytes()

    done = run("blocks view", "--workspace", filled, "--dry-run", "--json")

    assert done.json["outcome"] == "swapped"
    assert done.json["revision"] == 0
    assert before.read_bytes() == content_before


def test_a_refusal_has_its_exit_code(filled: Path) -> None:
    run("blocks view", "--workspace", filled)

    done = run("blocks view", "--workspace", filled, "--revision", 0, "--json")

    assert (done.code, done.json["outcome"], done.json["reason"]) == (3, "refused", "conflict")


def test_the_settings_have_their_defaults() -> None:
    defaults = Settings()

    assert (defaults.block_tokens, defaults.evict_tokens, defaults.cache_ttl) == (4_000, 80_000, 300)
    assert (defaults.journal_fsync, defaults.blocks_enabled) == ("batch", True)


# -- nothing is out of reach ------------------------------------------------------------------------


def test_a_secret_in_a_file_that_is_given_back_lands_nowhere(tmp_path: Path) -> None:
    """U-05."""
    key = "ghp_" + "Ab3dEf9hIj0lMn2pQr5t" + "Uv7xYz1AbC3dEf9g"
    (tmp_path / "w" / "src" / "billing").mkdir(parents=True)
    (tmp_path / "w" / "src" / "billing" / "module_39.py").write_text(f"TOKEN = '{key}'\nRETRIES = 5\n")
    ingested(tmp_path / "w", messages_of())

    with opened(tmp_path / "w") as services:
        swapped(services)
        prefix = services.viewer.view("story").prefix

    state = b"".join(path.read_bytes() for path in (tmp_path / "w" / ".context-memory").rglob("*") if path.is_file())
    assert "RETRIES = 5" in prefix
    assert key not in prefix
    assert key.encode() not in state


@pytest.mark.slow
def test_every_fact_of_a_long_session_is_reached_by_the_view_or_by_search(tmp_path: Path) -> None:
    """U-01, without recall: en and zh facts, one journal row for each message."""
    facts = [f"The release code of service-{i} is RC-{i * 7919 % 100_003}." for i in range(20)]
    facts += [f"第{i}号机房的联系电话是 139{i * 104_729 % 100_000_000:08}。" for i in range(20)]
    messages: list[Message] = []
    for i in range(200):
        words = facts[i // 5] if i % 5 == 0 and i // 5 < len(facts) else f"Go on with step {i}."
        call = ToolCall(f"c{i}", "read", {"path": f"src/part_{i % 9}.py"})
        messages += [
            Message(Role.USER, (Text(words),), id=f"u{i}"),
            Message(Role.ASSISTANT, (call,), id=f"a{i}"),
            Message(Role.TOOL, (ToolResult(call.id, "read", f"value_{i} = {i * 31}\n" * 20),), id=f"r{i}"),
            Message(Role.ASSISTANT, (Text(f"value_{i} is {i * 31}."),), id=f"s{i}"),
        ]
    sizes = []
    with opened(tmp_path) as services:
        for start in range(0, len(messages), 40):
            services.ingester.add("story", messages[start : start + 40], NOW)
            if services.viewer.due("story"):
                sizes.append(swapped(services, force=False).tokens_after)
        shown = services.viewer.view("story")
        text = shown.prefix + "".join(message.text for message in shown.tail)
        unreached = [fact for fact in facts if fact not in text and not list(services.viewer.find("story", fact))]
        rows = services.store.known("story").messages

    assert len(sizes) >= 3
    assert max(sizes) <= TARGET
    assert view.orphans(shown.tail) == []
    assert unreached == []
    assert rows == len(messages)


def test_a_prepared_view_is_good_until_the_next_block_is_sealed(tmp_path: Path) -> None:
    messages = messages_of(60)
    settings = SMALL._replace(block_tokens=300)
    with opened(tmp_path / "other", settings) as services:
        services.ingester.add("story", messages[:150], NOW)
        further = next(i for i in range(150, 300) if services.ingester.add("story", [messages[i]], NOW).sealed)
    with opened(tmp_path / "w", settings) as services:
        services.ingester.add("story", messages[:150], NOW)
        ready = services.viewer.prepare("story", NOW)
        services.ingester.add("story", messages[150 : further - 1], NOW)
        done = swapped(services)

    assert isinstance(ready, Swap)
    assert further > 152, "something came in between"
    assert replace(done.swap, thinking_until=0) == replace(ready, thinking_until=0)
    assert done.tokens_after <= TARGET
