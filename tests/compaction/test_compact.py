"""L2: what a compaction keeps, archives and refuses (A-06 … A-09, A-13), and what holds for any session."""

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from context_memory.api.assemble import sessions as sessions_of
from context_memory.compaction import draft
from context_memory.compaction.digest import continuation
from context_memory.compaction.digest.values import SessionMemory
from context_memory.compaction.outcomes import BreakerOpen, Compacted, NotNeeded, Refused
from context_memory.compaction.services.breaker import Guard
from context_memory.compaction.services.compact import Request, result_messages
from context_memory.errors import InputError
from context_memory.messages import (
    Image,
    Message,
    Role,
    Session,
    Text,
    ToolCall,
    ToolResult,
    Usage,
    keep_from,
    open_calls,
)
from context_memory.settings.values import Settings
from context_memory.storage import message_pack, places
from context_memory.storage.archive import Archive
from context_memory.testing import SessionBuilder, WorkspaceBuilder
from context_memory.text import tokens

from ..compaction_sessions import (
    NOW,
    STAMP,
    archived_text,
    compact,
    compacted,
    content,
    long_session,
    said,
    sessions,
    tree,
    view,
)
from ..conftest import SCRIPTS
from ..growth import assert_linear

BUDGETS = st.sampled_from([500, 600, 900, 2_000, 8_000, 40_000])


# -- the six steps -------------------------------------------------------------------------------------------------


def test_the_task_comes_first_then_how_things_stand_then_orders_and_at_the_end_the_work(tmp_path):
    outcome = compacted(long_session().build(), tmp_path, budget=4_000)

    lines = outcome.continuation.removeprefix(continuation.opening("en")).splitlines()
    places_of = [
        next(i for i, line in enumerate(lines) if line.startswith(heading))
        for heading in ("Current task:", "Completed:", "Pending:", "Directives", "Key files:", "Newest work")
    ]
    assert lines[1] == "Good. Next: do the same for module 12, ticket PAY-111."
    assert places_of[0] == 0
    assert places_of == sorted(places_of)


def test_who_watches_hears_of_every_message_and_gets_the_same_result(tmp_path):
    told: list[tuple[str, int, int]] = []
    session = long_session().build()

    watched = compacted(session, tmp_path / "watched", progress=lambda *step: told.append(step))

    count = len(session.messages)
    assert told == [
        (what, done, count) for what in ("messages redacted", "messages summarised") for done in range(count)
    ]
    assert watched.continuation == compacted(session, tmp_path / "alone").continuation


def test_the_fields_are_what_the_text_says(tmp_path):
    outcome = compacted(long_session().build(), tmp_path, budget=4_000)

    fields = outcome.summary
    assert fields.current_task == fields.last_request == "Good. Next: do the same for module 12, ticket PAY-111."
    assert "Never touch config/prod.yaml." in fields.directives
    assert fields.pending == (fields.last_request,)  # nobody has answered it yet
    assert len(fields.key_files) == 8
    assert fields.key_files[0] == "src/billing/module_11.py"
    assert any("pytest tests/test_module_11.py: 13 passed" in item for item in fields.completed)
    for item in (*fields.pending, *fields.key_files, *fields.completed, fields.directives[0]):
        assert item in outcome.continuation


def test_what_was_never_done_is_not_called_completed(tmp_path):
    story = SessionBuilder().user("Fix src/a.py and run the tests.")
    story.agent("I have fixed src/a.py, all tests pass, and I committed everything.")
    story.call("edit", {"path": "src/a.py"}, "error: old_string not found", failed=True)
    story.call("bash", {"command": "pytest"}, "3 failed, 10 passed in 1.0s", failed=True)
    for _ in range(4):
        story.agent("Still looking.")

    outcome = compacted(story.build(), tmp_path)

    assert outcome.summary.completed == ()
    assert "Completed: none" in outcome.continuation


def test_the_four_newest_messages_stay_and_everything_before_goes_into_the_archive(tmp_path):
    session = long_session(4).build()

    outcome = compacted(session, tmp_path, budget=8_000)

    assert content(outcome.tail) == content(session.messages[-len(outcome.tail) :])
    assert len(outcome.tail) >= 4
    removed = session.messages[: -len(outcome.tail)]
    assert Archive(places.of_workspace(tmp_path).archive).get(outcome.archive) == message_pack.packed(removed)
    assert outcome.removed == len(removed)


def test_restoring_comes_last_and_reads_the_workspace(tmp_path):
    WorkspaceBuilder(tmp_path).index("# MEMORY INDEX\n").file("tests/test_module_11.py", "def test_it(): ...\n")

    outcome = compacted(long_session().build(), tmp_path)

    restored = [file.path for file in outcome.restoration.files]
    assert restored == ["MEMORY.md", "tests/test_module_11.py"]
    assert "memories/context.md" in [passed.path for passed in outcome.restoration.passed_over]


# -- groups --------------------------------------------------------------------------------------------------------


def test_a_call_and_its_results_are_never_parted(tmp_path):
    results = tuple(ToolResult(f"c{i}", "read", f"text {i}") for i in range(6))
    calls = tuple(ToolCall(f"c{i}", "read", {"path": f"src/{i}.py"}) for i in range(6))
    messages = [*said(*["Read them all, please."] * 6), Message(Role.ASSISTANT, calls)]
    messages += [Message(Role.TOOL, (result,)) for result in results]

    outcome = compacted(Session("openclaw", tuple(messages)), tmp_path)

    assert outcome.tail[0].calls == calls
    assert [message.results[0].call_id for message in outcome.tail[1:]] == [f"c{i}" for i in range(6)]


def test_a_call_that_waits_for_its_result_is_refused(tmp_path):
    session = long_session().call("bash", {"command": "make"}, None).build()

    outcome = compact(session, tmp_path, force=False, settings=Settings(window=20_000, policy="small"))

    assert isinstance(outcome, (Refused, NotNeeded))
    assert tree(tmp_path) == {}


def test_a_call_that_waits_stays_raw_when_the_compaction_is_forced(tmp_path):
    story = long_session().call("bash", {"command": "make"}, None)
    late = Message(Role.USER, (Text("[system] reminder"),))
    session = story.build()
    session = replace(session, messages=(*session.messages, late, late, late, late, late))

    outcome = compacted(session, tmp_path)

    assert open_calls(outcome.tail) == open_calls(session.messages)
    assert outcome.tail[0].calls or outcome.tail[0].role is Role.USER


# -- when not ------------------------------------------------------------------------------------------------------


def full(tokens_counted: int = 190_000) -> Session:
    """A session whose last reply says that the context is full."""
    session = long_session(12).agent("So far.", context_tokens=tokens_counted).build()
    return replace(session, messages=(*session.messages, *said("Go on.")))


def test_below_the_mark_nothing_happens(tmp_path):
    outcome = compact(long_session().build(), tmp_path, force=False)

    assert isinstance(outcome, NotNeeded)
    assert tree(tmp_path) == {}


def test_a_context_above_the_mark_is_compacted_without_being_forced(tmp_path):
    assert isinstance(compact(full(), tmp_path, force=False, settings=Settings(window=200_000)), (Compacted, Refused))


def test_a_prefix_that_fills_the_window_cannot_be_helped(tmp_path):
    session = long_session(3).agent("ok", context_tokens=195_000).build()

    outcome = compact(session, tmp_path, force=False)

    assert isinstance(outcome, Refused)
    assert "cannot help" in outcome.reason
    assert tree(tmp_path) == {}


def test_never_two_compactions_at_successive_messages(tmp_path):
    first = compacted(long_session().build(), tmp_path)
    one_more = Message(Role.ASSISTANT, (Text("ok"),), usage=Usage(input=199_000))

    again = compact(view(first, one_more), tmp_path, force=False)

    assert isinstance(again, NotNeeded)
    assert "the last compaction was at" in again.reason


def test_a_forced_compaction_of_what_was_just_compacted_changes_nothing(tmp_path):
    first = compacted(long_session().build(), tmp_path)
    before = tree(tmp_path)

    again = compact(view(first), tmp_path)

    assert isinstance(again, NotNeeded)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_session_of_its_newest_messages_alone_is_left_alone(tmp_path, count):
    session = long_session(1).build()

    outcome = compact(replace(session, messages=session.messages[:count]), tmp_path)

    assert isinstance(outcome, NotNeeded)
    assert tree(tmp_path) == {}


def test_a_result_that_would_not_be_smaller_is_not_wanted(tmp_path):
    session = Session("openclaw", said("a", "b", "c", "d"))

    outcome = compact(session, tmp_path, force=False, settings=Settings(window=24_000))

    assert isinstance(outcome, NotNeeded)


def test_of_a_small_session_no_more_is_delivered_than_it_is(tmp_path):
    words = ("the lamp in the hall flickers when the kettle is on", "the fuse box hums and smells of dust at night")
    story = SessionBuilder()
    for i in range(12):
        story.user(f"Turn {i}: {words[i % 2]}. " * 6).agent(f"Answer {i}: {words[1 - i % 2]}. " * 6)
    session = story.build()

    outcome = compacted(session, tmp_path, budget=60_000)

    assert outcome.tokens_after <= outcome.estimate_before


def test_a_short_result_is_not_replaced_by_a_longer_marker(tmp_path):
    story = long_session(4)
    for i in range(40):
        story.call("bash", {"command": f"cat pin_{i}"}, f"pin {i}")

    outcome = compacted(story.build(), tmp_path, budget=600, settings=Settings(keep_messages=80, min_receipt=0))

    for message in outcome.tail:
        for result in message.results:
            assert len(result.text) <= len("pin 10")


NARROW = Settings(min_receipt=1.0, tail_tokens=200, summary_tokens=200)
"""A compaction without a budget holds as little as one with a small budget, and nothing may be lost."""


def test_a_budget_that_is_too_small_becomes_the_smallest_that_holds_what_must_be_kept(tmp_path):
    where = places.of_workspace(tmp_path)
    compaction = sessions_of.compaction(where, Settings(min_receipt=0.9))

    outcome = compaction.compact(long_session(90).build(), Request(budget=600, force=True), NOW)

    assert isinstance(outcome, Compacted)
    assert 600 < outcome.tokens_after < 6_000
    assert any("does not fit in 600 tokens" in problem for problem in compaction.problems)


def test_a_result_that_came_hundreds_of_messages_late_does_not_keep_them_all(tmp_path):
    late = Message(Role.ASSISTANT, (ToolCall("late", "task", {"prompt": "watch"}),))
    between = [message for i in range(60) for message in said(f"Look at part {i}.")]
    came = Message(Role.USER, (ToolResult("late", "task", "the watcher found nothing"), Text("Go on.")))

    outcome = compacted(Session("x", (*said("Start."), late, *between, came, *said("And on."))), tmp_path)

    assert len(outcome.tail) == 4
    assert "the watcher found nothing" in repr(outcome.tail)
    assert not any(message.results for message in outcome.tail)


def test_a_budget_counts_the_files_that_are_given_back(tmp_path):
    WorkspaceBuilder(tmp_path).index("# MEMORY INDEX\n" + "- a pointer to somewhere\n" * 60)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_module_11.py").write_text("def test_it(): ...\n" * 900)

    outcome = compacted(long_session().build(), tmp_path, budget=3_000)

    shown = result_messages(outcome)
    assert [file.path for file in outcome.restoration.files] == ["MEMORY.md"]
    assert "no room" in next(p.reason for p in outcome.restoration.passed_over if "test_module_11" in p.path)
    assert sum(tokens.of_message(message, draft.larger_of(tokens.cjk)) for message in shown) <= 3_000
    assert outcome.tokens_after > tokens.cjk(outcome.continuation) + outcome.restoration.tokens


def test_a_receipt_below_the_least_score_leaves_everything_as_it_was(tmp_path):
    WorkspaceBuilder(tmp_path).index("# MEMORY INDEX\n").memory("context", "# the task\n")
    before = tree(tmp_path)

    outcome = compact(long_session(40).build(), tmp_path, budget=600, settings=NARROW._replace(min_receipt=0.99))

    assert isinstance(outcome, Refused)
    assert outcome.receipt is not None
    assert "0.99" in outcome.reason
    assert tree(tmp_path, without=["breaker", *STAMP]) == before


def test_a_dry_run_writes_nothing(tmp_path):
    WorkspaceBuilder(tmp_path).memory("context", "# the task\n")
    before = tree(tmp_path)

    assert isinstance(compact(long_session().build(), tmp_path, dry_run=True), Compacted)

    assert tree(tmp_path) == before


def test_a_budget_that_holds_no_summary_is_bad_input_and_no_failure_of_a_compaction(tmp_path):
    for _ in range(4):
        with pytest.raises(InputError, match="budget of 499"):
            compact(long_session().build(), tmp_path, budget=499)

    assert not Guard(places.of_workspace(tmp_path), Settings()).state().is_open


# -- the breaker ---------------------------------------------------------------------------------------------------


def test_after_three_failures_the_fourth_call_runs_nothing_until_an_operator_closes(tmp_path):
    low = NARROW
    session = long_session(40).build()
    WorkspaceBuilder(tmp_path).memory("errors", "# Errors\n")

    three = [compact(session, tmp_path, budget=600, settings=low) for _ in range(3)]
    fourth = compact(session, tmp_path, budget=40_000, settings=Settings())

    assert [type(outcome) for outcome in three] == [Refused, Refused, Refused]
    assert isinstance(fourth, BreakerOpen)
    assert (tmp_path / "memories" / "errors.md").read_text().count("compaction stopped") == 1
    Guard(places.of_workspace(tmp_path), Settings()).close(NOW)
    assert isinstance(compact(session, tmp_path, budget=40_000), Compacted)


def test_success_after_two_failures_starts_the_count_anew(tmp_path):
    low, session = NARROW, long_session(40).build()

    for settings_ in (low, low, Settings(), low, low):
        compact(session, tmp_path, budget=600 if settings_ is low else 40_000, settings=settings_)

    assert Guard(places.of_workspace(tmp_path), Settings()).state().failures == 2


def test_a_context_that_is_full_again_at_once_three_times_stops_compaction(tmp_path):
    outcome = compacted(long_session().build(), tmp_path)
    for i in range(3):
        outcome = compacted(view(outcome, *said(f"More {i}.", f"And more {i}.")), tmp_path)

    assert isinstance(compact(view(outcome, *said("x", "y")), tmp_path), BreakerOpen)


# -- the snapshot --------------------------------------------------------------------------------------------------


def test_the_snapshot_before_is_archived_before_it_is_overwritten(tmp_path):
    WorkspaceBuilder(tmp_path).memory("context", "# the task of yesterday: HB-231\n")

    compacted(long_session().build(), tmp_path)

    assert "HB-231" not in (tmp_path / "memories" / "context.md").read_text()
    assert "# the task of yesterday: HB-231" in archived_text(tmp_path)


def test_without_a_workspace_only_the_state_folder_is_written(tmp_path):
    state, other = tmp_path / "state", tmp_path / "other"
    other.mkdir()

    outcome = compacted(long_session().build(), state, workspace=False)

    assert all(Path(path).is_relative_to(state) for path in outcome.written)
    assert tree(other) == {}


# -- the same bytes ------------------------------------------------------------------------------------------------


def test_the_same_input_gives_the_same_bytes_in_another_process(tmp_path):
    program = (
        "import json, sys; sys.path[:0] = sys.argv[1:3]\n"
        "from pathlib import Path\n"
        "from tests.compaction_sessions import compacted, long_session\n"
        "outcome = compacted(long_session(20).build(), Path(sys.argv[3]), budget=3_000)\n"
        "print(json.dumps([outcome.continuation, repr(outcome.tail), repr(outcome.receipt)]))\n"
    )
    answers = set()
    for seed in ("0", "1", "4242"):
        folder = tmp_path / seed
        folder.mkdir()
        command = [sys.executable, "-c", program, str(SCRIPTS), str(SCRIPTS.parent), str(folder)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        answers.add(subprocess.run(command, env=environment, capture_output=True, check=True, timeout=300).stdout)
        record = next((folder / ".context-memory" / "sessions").glob("[0-9a-f]*.json"))
        answers.add(record.read_bytes())

    assert len(answers) == 2


def test_no_time_stands_in_what_the_model_sees(tmp_path):
    one = compacted(long_session().build(), tmp_path / "a", now=NOW)
    other = compacted(long_session().build(), tmp_path / "b", now=NOW.replace(year=2031))

    assert one.continuation == other.continuation
    assert str(NOW.year) not in one.continuation


# -- any session ---------------------------------------------------------------------------------------------------


def draft_of(session: Session, budget: int, keep: int = 4) -> tuple[draft.Draft, int]:
    from context_memory.compaction.digest import fold

    start = keep_from(session.messages, keep)
    memory = fold.fold(SessionMemory(), session.messages)
    drafted = draft.draft(
        memory,
        session.messages[start:],
        budget=budget,
        tail_cap=12_000,
        summary_cap=budget,
        estimator=tokens.cjk,
        language=memory.language,
        handle="cm:0123456789ab",
        handle_of=lambda content: f"cm:{len(content):012x}",
        trim_result=lambda result, call, handle, room: result.text[: max(0, room - 35)] + f"[… archive {handle}]",
        keep_records=8,
    )
    return drafted, start


def test_an_input_of_cheap_and_costly_characters_fits_the_budget() -> None:
    """What the middle loses has fewer tokens a character than what stays."""
    given_ = {"path": "line of output 123.45\n" * 400, "command": ["\U0001f642" * 500]}
    calls = tuple(ToolCall(f"c{n}", "read", given_ if n == 2 else {}) for n in range(3))
    results = tuple(Message(Role.TOOL, (ToolResult(f"c{n}", "read", ""),)) for n in range(3))
    asked = (Message(Role.USER, (Text(""),)),) * 2
    session = Session("any", (Message(Role.ASSISTANT, calls), *results, *asked))

    drafted, _ = draft_of(session, 800)

    assert drafted.tokens <= 800


def test_a_long_message_that_is_kept_is_cut_between_words() -> None:
    long = "The reconciliation of settlements " * 400
    story = SessionBuilder().user("Explain it.").agent(long.strip()).user("And now?").agent("Yes.").user("Go on.")

    drafted, _ = draft_of(story.build(), 1_200)

    first, _, last = next(text for each in drafted.kept if "archive cm:" in (text := each.text)).partition("\n[… ")
    assert {*first.split(), *last.partition("]\n")[2].split()} == {*long.split()}


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(session=sessions(), budget=st.sampled_from([800, 2_000, 8_000]))
def test_any_session_fits_any_budget(session, budget):
    drafted, _ = draft_of(session, budget)

    shown = continuation_and(drafted)
    assert drafted.tokens <= budget
    assert sum(tokens.of_message(message, draft.larger_of(tokens.cjk)) for message in shown) <= budget


def continuation_and(drafted: draft.Draft) -> tuple[Message, ...]:
    return (Message(Role.USER, (Text(drafted.continuation),)), *drafted.kept)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(session=sessions(), budget=BUDGETS)
def test_any_tail_has_four_messages_and_no_orphan_and_every_score_is_a_share(session, budget):
    drafted, start = draft_of(session, budget)

    assert len(drafted.kept) == len(session.messages) - start
    assert len(drafted.kept) >= min(4, len(session.messages))
    called = {call.id for message in drafted.kept for call in message.calls}
    assert all(result.call_id in called for message in drafted.kept for result in message.results)
    assert 0 <= drafted.receipt.score <= 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(session=sessions(), budget=BUDGETS)
@example(session=Session("x", said("\ud83d half a pair", "b", "c", "d")), budget=500)
@example(session=Session("x", said(*["\U0001f600" * 400] * 5)), budget=500)
def test_every_removed_message_is_in_the_archive_byte_for_byte(session, budget):
    with tempfile.TemporaryDirectory() as folder:
        compaction = sessions_of.compaction(places.of_workspace(Path(folder)), Settings(min_receipt=0.0))
        outcome = compaction.compact(session, Request(budget=budget, force=True), NOW)
        assume(isinstance(outcome, Compacted))
        archive = Archive(places.of_workspace(Path(folder)).archive)

        assert archive.get(outcome.archive) == message_pack.packed(session.messages[: outcome.removed])
        assert outcome.receipt.missing == ()
        told = f"does not fit in {budget:,} tokens"  # four messages of many tokens each
        assert outcome.tokens_after <= budget or any(told in problem for problem in compaction.problems)
        for item in outcome.receipt.archived:
            handle, _, line = item.where.partition("#L")
            if handle.startswith("cm:"):
                assert archive.lines(handle, int(line), int(line))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(
    request=st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=3_000),
    budget=st.sampled_from([500, 1_500, 8_000]),
)
def test_the_last_request_is_there_in_full_or_says_that_it_was_cut(request, budget):
    messages = (*said("Earlier."), Message(Role.USER, (Text(request),)), *[Message(Role.ASSISTANT, (Text("ok"),))] * 5)

    drafted, _ = draft_of(Session("x", messages), budget)

    wanted = drafted.fields.last_request.strip()
    if wanted and wanted not in drafted.continuation and " ".join(wanted.split()) not in drafted.continuation:
        assert "rest in the archive" in drafted.continuation or "其余见存档" in drafted.continuation


# -- hard shapes ---------------------------------------------------------------------------------------------------


def test_a_group_of_two_hundred_parallel_calls_does_not_break_the_budget(tmp_path):
    calls = tuple(ToolCall(f"c{i}", "read", {"path": f"src/module_{i}.py"}) for i in range(200))
    results = [Message(Role.TOOL, (ToolResult(call.id, "read", "x = 1\n" * 200),)) for call in calls]
    session = Session("x", (*said("Read.", "All.", "Now."), Message(Role.ASSISTANT, calls), *results))

    outcome = compact(session, tmp_path, budget=2_000)

    assert not isinstance(outcome, Compacted) or outcome.tokens_after <= 8_000  # the smallest that holds them


def test_pictures_in_the_newest_messages_do_not_break_the_budget(tmp_path):
    messages = [*said("Look at these."), Message(Role.USER, (Image("image/png"),) * 12), *said("And?")]
    messages += [Message(Role.ASSISTANT, (ToolCall("c", "shot", {}),))]
    messages += [Message(Role.TOOL, (ToolResult("c", "shot", "done", pictures=(Image(),) * 9),))]

    outcome = compact(Session("x", (*said("a", "b", "c"), *messages)), tmp_path, budget=2_000)

    assert isinstance(outcome, Compacted)
    assert outcome.tokens_after <= 2_000


def test_a_call_of_a_thousand_short_arguments_does_not_break_the_budget(tmp_path):
    call = ToolCall("c", "configure", {f"key_{i}": f"value {i} of a short kind" for i in range(1_000)})
    messages = (
        *said("a", "b", "c"),
        Message(Role.ASSISTANT, (call,)),
        Message(Role.TOOL, (ToolResult("c", "", "ok"),)),
    )

    outcome = compact(Session("x", (*messages, *said("Go on."))), tmp_path, budget=2_000)

    assert isinstance(outcome, Compacted)
    assert outcome.tokens_after <= 2_000
    assert "value 999 of a short kind" in archived_text(tmp_path)


HEAVY = {
    "one line of words": "_a " + "word " * 40_000,
    "underscores": "_" * 100_000 + " a_",
    "stars": "** a " * 30_000,
    "slashes": "a/" * 80_000,
    "backslashes": "C:\\\\" * 40_000,
    "digits": "1," * 80_000,
    "dots": "a.b." * 50_000,
    "hex": "deadbeef1" * 20_000,
    "brackets": "([{<" * 40_000,
    "quotes": "`a b" * 40_000,
    "fences": "```\n" * 40_000,
    "tags": "<system-reminder>" * 10_000,
    "wrappers": "Sender (untrusted metadata):\n```json\n" * 4_000,
    "Chinese": "不要" * 60_000,
    "upper case": "A" * 150_000,
    "camel case": "aB" * 80_000,
    "links": "https://" * 20_000,
    "errors": "error: " * 20_000,
    "spaces": " " * 200_000,
    "numbers before words": "123 " * 40_000,
    "dashes": "--" * 80_000,
    "equals": "=" * 150_000 + " 3 passed",
}


@pytest.mark.parametrize("text", HEAVY.values(), ids=HEAVY)
def test_no_text_makes_a_compaction_slow(tmp_path, text):
    def compacted(part):
        call = ToolCall("c", "bash", {"command": part[: len(part) // 3], "path": part[: len(part) // 8]})
        group = (Message(Role.ASSISTANT, (Text(part), call)), Message(Role.TOOL, (ToolResult("c", "bash", part),)))
        session = Session("x", (Message(Role.USER, (Text(part),)), *group, *said("a", "b", "c")))
        compact(session, tmp_path, budget=2_000, settings=Settings(min_receipt=0.0))

    assert_linear(compacted, text)
