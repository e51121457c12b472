"""Compaction after compaction: what was ordered, corrected and decided survives, and nothing grows (A-08)."""

import json
import os
import re
import shutil
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from context_memory.compaction.digest import condense, continuation, receipt
from context_memory.compaction.files.session_records import SessionRecords
from context_memory.compaction.outcomes import Compacted, Refused
from context_memory.compaction.services import breaker
from context_memory.messages import Message, Role, Session, Text, ToolCall, ToolResult
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import SessionBuilder
from context_memory.transcripts.formats import read_session

from ..compaction_sessions import archived_text, compact, compacted, long_session, run, said, tree, view

BUDGET = 4_000
ORDER = "You must never edit migrations/0001_init.sql."
CORRECTION = "No, that is wrong: the port is 8443."
DECISION = "We decided to store money as integer cents."
STATE = ".context-memory"


def work(round_: int, *, calls: int = 4) -> tuple[Message, ...]:
    """A round of work: four requests and replies that name new things, most with a call and its result."""
    messages: list[Message] = []
    for step in range(4):
        name = f"{round_}_{step}"
        call = ToolCall(f"c{name}", "read", {"path": f"src/part_{round_}/module_{name}.py"})
        text = f"def handler_{name}(): return {round_ * 1_000 + step}\n" * 5
        messages.append(Message(Role.USER, (Text(f"Please look at handler_{name} for ticket PAY-{round_}{step}."),)))
        if step < calls:
            messages.append(Message(Role.ASSISTANT, (Text(f"Reading module_{name}."), call)))
            messages.append(Message(Role.TOOL, (ToolResult(call.id, "read", text),)))
        reply = f"handler_{name} returns {round_ * 1_000 + step}, as expected."
        messages.append(Message(Role.ASSISTANT, (Text(reply),)))
    return tuple(messages)


def start() -> Session:
    first = said(f"{ORDER} Please fix src/app.py.", CORRECTION, DECISION, "Go on.")
    return Session("anthropic", (*first, *work(0)), id="growing")


@pytest.fixture
def no_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk proves nothing here."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.fixture
def small_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that a few rounds reach, so that three hundred push everything out many times over."""
    bounds = {"MENTIONS": 200, "LINES": 120, "STATEMENTS": 80, "WORDS": 250, "REQUESTS": 40, "ACTIONS": 40}
    for name, bound in bounds.items():
        monkeypatch.setattr(condense, name, bound)
    monkeypatch.setattr(receipt, "MOST", receipt.MOST | {"named": 80, "used": 80})


@pytest.mark.slow
def test_a_hundred_compactions_keep_the_orders_and_stay_small(tmp_path, no_sync, small_state):
    quiet = Settings(flush_before_compact=False)  # a note of every round is tested elsewhere
    outcome = compacted(start(), tmp_path, budget=2_000, settings=quiet)
    sizes = []
    for round_ in range(1, 100):
        further = said(f"You must always check limit_{round_}.") if round_ % 20 == 0 else ()
        outcome = compacted(view(outcome, *work(round_, calls=1), *further), tmp_path, budget=2_000, settings=quiet)
        assert outcome.tokens_after <= 2_000
        assert not any(line.startswith("- -") for line in outcome.continuation.splitlines())
        if round_ in {49, 99}:
            record = SessionRecords(tmp_path / STATE / "sessions").path
            sizes.append(max(path.stat().st_size for path in record("x").parent.glob("[0-9a-f]*.json")))

    assert outcome.memory.compactions == 100
    for sentence in (ORDER, CORRECTION, DECISION):
        assert sentence in outcome.continuation
    assert outcome.receipt.missing == ()
    assert sizes[1] < 150_000
    assert sizes[1] < 1.3 * sizes[0]
    assert [outcome.memory.archived[0].first, len(outcome.memory.archived)] == [0, 100]
    assert ORDER in archived_text(tmp_path)


def test_orders_beyond_the_room_are_reached_by_the_receipt(tmp_path, no_sync):
    outcome = compacted(start(), tmp_path, budget=1_000)
    for round_ in range(1, 12):
        orders = said(*[f"You must always validate input_{round_}_{i} before anything else happens." for i in range(4)])
        outcome = compacted(view(outcome, *orders, *work(round_)), tmp_path, budget=1_000)

    first = next(said for said in outcome.memory.directives if said.text == ORDER)
    home = next(each for each in outcome.memory.archived if each.first <= first.index < each.first + each.count)
    shown = run("archive", f"{home.handle}#L{first.index - home.first + 1}", "--workspace", tmp_path)
    assert ORDER in shown.out
    listed = [item.text for item in outcome.receipt.archived if item.kind == "directive"]
    assert any("validate input_" in text for text in listed)


def test_kept_messages_are_folded_once(tmp_path):
    outcome = compacted(start(), tmp_path, budget=BUDGET)
    for round_ in range(1, 4):
        outcome = compacted(view(outcome, *work(round_)), tmp_path, budget=BUDGET)

    assert outcome.memory.messages == 8 + 4 * 16
    assert outcome.memory.tools == {"read": 16}
    assert [said.text for said in outcome.memory.requests].count("Go on.") == 1


def test_a_full_width_colon_does_not_hide_the_state(tmp_path):
    story = SessionBuilder().user("请不要修改 migrations/0001_init.sql。然后修复重试逻辑，端口是 8443。")
    for number in range(20):
        story.agent(f"我看了第 {number} 个文件，接下来运行测试。").user(f"好的，请继续修复第 {number} 个测试。")
    first = compacted(story.build(), tmp_path, budget=BUDGET)
    assert "摘要:\n" in first.continuation

    turned = first._replace(continuation=first.continuation.replace("摘要:", "摘要：", 1))
    second = compacted(view(turned, *said("继续。")), tmp_path, budget=BUDGET)

    assert second.memory.compactions == 2
    assert "请不要修改 migrations/0001_init.sql" in second.continuation


def test_every_message_ever_removed_is_in_exactly_one_archive(tmp_path):
    outcome = compacted(start(), tmp_path, budget=BUDGET)
    for round_ in range(1, 4):
        outcome = compacted(view(outcome, *work(round_)), tmp_path, budget=BUDGET)

    spans = [(each.first, each.first + each.count) for each in outcome.memory.archived]
    assert spans[0][0] == 0
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    assert spans[-1][1] == outcome.memory.messages - len(outcome.tail)


# -- through files -------------------------------------------------------------------------------------------------


def written(path: Path, messages: list[dict[str, Any]]) -> Path:
    path.write_text(json.dumps({"messages": messages}), encoding="utf-8")
    return path


def parallel_story() -> SessionBuilder:
    """A session whose newest messages are one reply with three calls: formats merge their results."""
    return long_session(8)


def command(source: Path, workspace: Path, *more: object) -> dict[str, Any]:
    ran = run("compact", source, "--workspace", workspace, "--force", "--budget", BUDGET, "--json", *more)
    assert ran.code == 0, ran.err
    return ran.json


def test_the_anthropic_result_of_a_compaction_is_compacted_again(tmp_path):
    workspace = tmp_path / "w"
    workspace.mkdir()
    (workspace / "MEMORY.md").write_text("# MEMORY INDEX\n")
    calls = tuple(ToolCall(f"c{i}", "read", {"path": f"src/{i}.py"}) for i in range(3))
    session = start()
    messages = (
        *session.messages,
        Message(Role.ASSISTANT, calls),
        *[Message(Role.TOOL, (ToolResult(call.id, "read", f"value = {call.id}"),)) for call in calls],
    )
    lines = [{"type": "session", "version": 3, "id": "s", "cwd": "/p"}, *entries(messages)]
    source = tmp_path / "s.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    small = tmp_path / "small.json"
    first = command(source, workspace, "--out", small)

    grown = json.loads(small.read_text())["messages"]
    grown.append({"role": "assistant", "content": "Read them."})
    for i in range(3):
        grown.append({"role": "user", "content": f"From now on you must always use option_{i}."})
        grown.append({"role": "assistant", "content": f"I will use option_{i}."})
    again = command(written(small, grown), workspace)

    assert (first["compactions"], again["compactions"]) == (1, 2)
    record = SessionRecords(workspace / STATE / "sessions").newest()
    assert record.memory.messages == len(messages) + 7
    assert record.memory.tools == {"read": 7}
    for sentence in (ORDER, CORRECTION, DECISION, *[f"you must always use option_{i}." for i in range(3)]):
        assert sentence in again["continuation"]
    assert not any("MEMORY INDEX" in item["text"] for item in again["receipt"]["kept"])


def entries(messages: tuple[Message, ...], *, name: str = "0", parent: str | None = None) -> list[dict[str, Any]]:
    """OpenClaw entries of messages, each a child of the one before."""
    found: list[dict[str, Any]] = []
    for i, message in enumerate(messages):
        if message.role is Role.TOOL:
            result = message.results[0]
            said_: dict[str, Any] = {"role": "toolResult", "toolCallId": result.call_id, "toolName": result.name}
            said_["content"] = [{"type": "text", "text": result.text}]
        else:
            blocks: list[dict[str, Any]] = [{"type": "text", "text": message.text}] if message.text else []
            blocks += [
                {"type": "toolCall", "id": call.id, "name": call.name, "arguments": dict(call.input)}
                for call in message.calls
            ]
            said_ = {"role": str(message.role), "content": blocks}
        found.append({"type": "message", "id": f"{name}{i + 1:07x}", "parentId": parent, "message": said_})
        parent = found[-1]["id"]
    return found


def test_an_openclaw_session_with_our_entry_is_compacted_again(tmp_path):
    source, small = tmp_path / "s.jsonl", tmp_path / "small.jsonl"
    lines = [{"type": "session", "version": 3, "id": "s", "cwd": "/p"}, *entries(start().messages)]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command(source, tmp_path, "--out", small, "--to", "openclaw")
    assert small.read_bytes().startswith(source.read_bytes())

    parent = json.loads(small.read_text().splitlines()[-1])["id"]
    more = entries((*said("From now on you must always use option_a."), *work(1)), name="b", parent=parent)
    with small.open("a") as file:
        file.writelines(json.dumps(entry) + "\n" for entry in more)
    third = tmp_path / "third.jsonl"
    again = command(small, tmp_path, "--out", third, "--to", "openclaw")

    record = SessionRecords(tmp_path / STATE / "sessions").newest()
    assert again["compactions"] == 2
    assert record.memory.messages == len(start().messages) + len(more)
    for sentence in (ORDER, CORRECTION, DECISION, "From now on you must always use option_a."):
        assert sentence in again["continuation"]
    session = read_session(third)
    assert again["continuation"] in [message.text for message in session.context if message.is_summary]
    assert len(session.context) == 1 + again["kept_messages"]


def test_without_the_state_the_summary_is_read_as_text_and_its_orders_survive(tmp_path):
    small = tmp_path / "small.json"
    source = written(tmp_path / "s.json", json_messages(start()))
    first = command(source, tmp_path, "--out", small)
    shutil.rmtree(tmp_path / STATE)

    grown = json.loads(small.read_text())["messages"]
    for message in work(1):
        grown += json_messages(Session("x", (message,)))
    again = command(written(small, grown), tmp_path)

    assert again["compactions"] == 1
    assert ORDER in again["continuation"]
    assert first["continuation"] in archived_text(tmp_path).replace("\\n", "\n").replace('\\"', '"')


def json_messages(session: Session) -> list[dict[str, Any]]:
    story = SessionBuilder()
    story._messages = list(session.messages)
    return story.anthropic()


def test_a_damaged_record_is_told_and_the_session_still_compacts(tmp_path):
    small = tmp_path / "small.json"
    command(written(tmp_path / "s.json", json_messages(start())), tmp_path, "--out", small)
    for record in (tmp_path / STATE / "sessions").glob("[0-9a-f]*.json"):
        record.write_bytes(record.read_bytes()[: record.stat().st_size // 2])

    grown = json.loads(small.read_text())["messages"]
    for message in work(1):
        grown += json_messages(Session("x", (message,)))
    ran = run("compact", written(small, grown), "--workspace", tmp_path, "--force", "--json")

    assert ran.code == 0
    assert "cannot be read" in ran.err
    assert ORDER in ran.json["continuation"]


def test_a_summary_of_the_host_at_the_start_is_not_lost(tmp_path):
    summary = (
        "This session is being continued from a previous conversation that ran out of context.\n"
        "1. Primary request: the user said: never push to the branch release/2026.\n"
        "2. Files: src/importer/ledger_import.py has the fix for PAY-77.\n"
    )
    messages = (Message(Role.USER, (Text(summary),), is_summary=True), *work(1), *work(2))

    outcome = compacted(Session("claude-code", messages, id="s"), tmp_path, budget=BUDGET)

    assert "never push to the branch release/2026" in outcome.continuation
    assert "PAY-77" in outcome.continuation
    assert "release/2026" in archived_text(tmp_path)


def test_a_summary_of_the_host_behind_its_notice_is_not_lost_either(tmp_path):
    notice = Message(Role.USER, (Text("Caveat: The messages below were generated by the user."),))
    summary = Message(Role.USER, (Text("The user said: never push to release/2026."),), is_summary=True)

    outcome = compacted(Session("claude-code", (notice, summary, *work(1), *work(2)), id="s"), tmp_path)

    assert "never push to release/2026" in outcome.continuation


def test_our_entry_in_a_file_that_its_host_compacted_later_still_counts(tmp_path):
    source, small = tmp_path / "s.jsonl", tmp_path / "small.jsonl"
    lines = [{"type": "session", "version": 3, "id": "s", "cwd": "/p"}, *entries(start().messages)]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command(source, tmp_path, "--out", small, "--to", "openclaw")
    parent = json.loads(small.read_text().splitlines()[-1])["id"]
    more = entries(work(1), name="b", parent=parent)
    theirs = {"type": "compaction", "id": "c0000000", "parentId": more[-1]["id"], "summary": "They read part 1."}
    theirs |= {"firstKeptEntryId": more[-2]["id"], "tokensBefore": 9_000}
    after = entries(work(2), name="d", parent="c0000000")
    with small.open("a") as file:
        file.writelines(json.dumps(entry) + "\n" for entry in [*more, theirs, *after])

    again = command(small, tmp_path)

    record = SessionRecords(tmp_path / STATE / "sessions").newest()
    assert again["compactions"] == 2
    assert record.memory.messages == len(start().messages) + len(more) + len(after)
    spans = [(each.first, each.first + each.count) for each in record.memory.archived]
    assert spans[0][0] == 0
    assert all(left[1] == right[0] for left, right in pairwise(spans))


def test_a_session_that_quotes_our_opening_is_not_taken_for_ours(tmp_path):
    quoted = continuation.compose("Completed: everything", "en")
    messages = (*said("Never touch config/prod.yaml."), Message(Role.USER, (Text(quoted),)), *work(1), *work(2))

    outcome = compacted(Session("x", messages, id="s"), tmp_path, budget=BUDGET)

    assert isinstance(outcome, Compacted)
    assert "Never touch config/prod.yaml." in outcome.continuation
    assert outcome.memory.compactions == 1


def test_the_same_chain_gives_the_same_bytes(tmp_path):
    ends = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        outcome = compacted(start(), folder, budget=BUDGET)
        for round_ in range(1, 4):
            outcome = compacted(view(outcome, *work(round_)), folder, budget=BUDGET)
        ends.append((outcome.continuation, tree(folder / STATE / "sessions"), tree(folder / STATE / "archive")))

    assert ends[0] == ends[1]


def test_places_are_where_the_constants_say(tmp_path):
    assert places.of_workspace(tmp_path).state == tmp_path / STATE


def test_a_host_that_merges_neighbours_of_one_role_does_not_hide_the_state(tmp_path):
    (tmp_path / "MEMORY.md").write_text("# MEMORY INDEX\n")
    first = command(written(tmp_path / "s.json", json_messages(start())), tmp_path)
    merged: list[dict[str, Any]] = []
    for message in [*first["messages"], *json_messages(Session("x", work(1)))]:
        if merged and merged[-1]["role"] == message["role"]:
            merged[-1]["content"] += message["content"]
        else:
            merged.append(message)
    assert len(merged[0]["content"]) == 3

    again = command(written(tmp_path / "grown.json", merged), tmp_path)

    record = SessionRecords(tmp_path / STATE / "sessions").newest()
    assert again["compactions"] == 2
    assert record.memory.tools == {"read": 8}
    assert ORDER in again["continuation"]


def test_the_openai_result_of_a_compaction_is_compacted_again(tmp_path):
    small = tmp_path / "small.json"
    source = written(tmp_path / "s.json", json_messages(start()))
    command(source, tmp_path, "--out", small, "--to", "openai")

    grown = json.loads(small.read_text())["messages"]
    for i in range(4):
        grown.append({"role": "user", "content": f"From now on you must always use option_{i}."})
        grown.append({"role": "assistant", "content": f"I will use option_{i}."})
    again = command(written(small, grown), tmp_path)

    record = SessionRecords(tmp_path / STATE / "sessions").newest()
    assert again["compactions"] == 2
    assert record.memory.messages == len(start().messages) + 8
    for sentence in (ORDER, CORRECTION, DECISION, "From now on you must always use option_0."):
        assert sentence in again["continuation"]


@pytest.mark.parametrize("path", sorted((Path(__file__).parent.parent / "fixtures" / "transcripts").iterdir()), ids=str)
def test_every_format_compacts_or_says_why_not(tmp_path, path):
    ran = run("compact", path, "--workspace", tmp_path, "--force", "--keep", 1, "--set", "min_receipt=0", "--json")

    assert ran.code in {0, 3}, ran.err
    if ran.json["outcome"] == "compacted":
        assert continuation.is_ours(ran.json["continuation"])
        assert ran.json["receipt"]["missing"] == []


# -- a summary that a host hands back with text of its own around it ------------------------------------------------

AROUND = (
    "{ours}",
    "{ours}\n\n**Turn Context (split turn):**\n\nThe host says that PAY-777 waits.",
    "Earlier in this chat:\n{ours}\n\n## Recent turns preserved verbatim\n\n- user: and PAY-778?\n\n## Tool Failures",
    "  {ours}  \r\n\r\nPAY-779",
)


def handed_back(outcome: Compacted, around: str) -> Message:
    return Message(Role.USER, (Text(around.replace("{ours}", outcome.continuation)),), is_summary=True)


@pytest.mark.parametrize("around", AROUND)
def test_a_summary_is_found_again_whatever_a_host_wrote_around_it(tmp_path, around):
    first = compacted(start(), tmp_path, budget=BUDGET, settings=Settings(keep_messages=0))
    session = Session("openclaw", (handed_back(first, around), *work(1)), id="growing")

    second = compacted(session, tmp_path, budget=BUDGET, settings=Settings(keep_messages=0))

    assert second.memory.compactions == 2
    assert second.memory.messages == 8 + 2 * 16
    for sentence in (ORDER, CORRECTION, DECISION):
        assert sentence in second.continuation
    for of_host in re.findall(r"PAY-77\d", around):
        assert of_host in archived_text(tmp_path)
        assert of_host not in second.continuation


def test_a_summary_that_a_host_wrapped_anew_is_found_by_the_archive_it_names(tmp_path):
    first = compacted(start(), tmp_path, budget=BUDGET)
    wrapped = first._replace(continuation="\n".join(line + " " for line in first.continuation.splitlines()))
    assert wrapped.continuation.strip() != first.continuation
    wrapped = first._replace(continuation=first.continuation.replace("\n- ", "\n* "))

    second = compacted(Session("openclaw", (handed_back(wrapped, "{ours}"), *work(1))), tmp_path, budget=BUDGET)

    assert second.memory.compactions == 2


def test_of_two_summaries_in_one_text_the_one_that_knows_more_counts(tmp_path):
    first = compacted(start(), tmp_path, budget=BUDGET)
    second = compacted(view(first, *work(1)), tmp_path, budget=BUDGET)
    both = Message(Role.USER, (Text(f"{second.continuation}\n\nOlder:\n{first.continuation}"),), is_summary=True)

    third = compacted(Session("openclaw", (both, *work(2))), tmp_path, budget=BUDGET)

    assert third.memory.compactions == 3


def test_what_a_person_quotes_of_a_summary_is_no_summary(tmp_path):
    first = compacted(start(), tmp_path, budget=BUDGET)
    quote = Message(Role.USER, (Text(f"What does this mean?\n{first.continuation}"),))

    other = compacted(Session("anthropic", (quote, *work(1)), id="other"), tmp_path, budget=BUDGET)

    assert other.memory.compactions == 1


def test_what_was_said_next_is_not_lost_where_a_host_made_one_text_of_it(tmp_path):
    first = compacted(start(), tmp_path, budget=BUDGET)
    merged = Message(Role.USER, (Text(f"{first.continuation}\n\nNever delete ledger.csv."),))

    second = compacted(Session("anthropic", (merged, *work(1)), id="growing"), tmp_path, budget=BUDGET)

    assert second.memory.compactions == 2
    assert "Never delete ledger.csv." in second.continuation


def test_kept_messages_behind_a_system_text_are_folded_once(tmp_path):
    system = Message(Role.SYSTEM, (Text("You are a careful engineer."),))
    outcome = compacted(replace(start(), messages=(system, *start().messages)), tmp_path, budget=BUDGET)
    for round_ in range(1, 3):
        outcome = compacted(view(outcome, *work(round_)), tmp_path, budget=BUDGET)

    assert outcome.prefix == (system,)
    assert outcome.memory.messages == 8 + 3 * 16


def test_nothing_but_the_summary_is_kept_where_no_message_is_wanted(tmp_path):
    outcome = compacted(start(), tmp_path, budget=BUDGET, settings=Settings(keep_messages=0))

    assert (outcome.tail, outcome.first_kept_id) == ((), "")
    assert outcome.removed == len(start().messages)


# -- pieces that a host chose ----------------------------------------------------------------------------------------


def test_pieces_that_a_host_chose_do_not_open_the_breaker(tmp_path):
    for counts, expected in ((False, 0), (True, 3)):
        where = tmp_path / str(counts)
        for i in range(3):
            strict = Settings(min_receipt=1.0, keep_messages=0, tail_tokens=200, summary_tokens=200)
            piece = replace(long_session(60).build(), id=f"piece-{i}")
            outcome = compact(piece, where, budget=500, settings=strict, counts_as_failure=counts)
            assert isinstance(outcome, Refused), outcome
        assert breaker.load_breaker(places.of_workspace(where).breaker).state.failures == expected


def test_pieces_of_few_turns_do_not_count_as_a_context_that_is_full_again(tmp_path):
    for counts, expected in ((False, False), (True, True)):
        where = tmp_path / str(counts)
        outcome = compacted(start(), where, budget=BUDGET, counts_as_failure=counts)
        for round_ in range(1, 4):
            further = view(outcome, *said(f"Look at part_{round_}.py.", "Go on."))
            outcome = compacted(further, where, budget=BUDGET, counts_as_failure=counts)
        assert breaker.load_breaker(places.of_workspace(where).breaker).state.is_open is expected
