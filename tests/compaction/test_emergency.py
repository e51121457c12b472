"""The emergency stage: overflow recognised, one note, oldest turns dropped, groups whole (A-14)."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.cli import main
from context_memory.compaction.services import emergency
from context_memory.compaction.services.emergency import Emergency
from context_memory.errors import RefusedError
from context_memory.messages import Message, Role, Session, Text, Thinking, ToolCall, ToolResult, turn_spans
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.storage.archive import Archive
from context_memory.testing import FakeAnthropic, SessionBuilder, WorkspaceBuilder
from context_memory.text import tokens
from context_memory.transcripts.formats import read_session
from context_memory.transcripts.writers import anthropic as anthropic_writer

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
CASE_FILE = Path(__file__).parent.parent / "cases" / "overflow.md"
CASES = [(title, text[:-1], expected.strip()) for _, title, text, expected in read_fixture_file(CASE_FILE)]


def in_words(found: emergency.Overflow | None) -> str:
    match found:
        case None:
            return "no"
        case emergency.Overflow(0, 0):
            return "overflow"
        case emergency.Overflow(actual, limit):
            return f"overflow {actual or '?'} > {limit}"


@pytest.mark.parametrize(("error", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_overflows_are_recognised_in_every_form(error, expected):
    assert in_words(emergency.recognise(error)) == expected


@pytest.mark.parametrize(("error", "expected"), [case[1:] for case in CASES if case[1].startswith("{")])
def test_parsed_bodies_are_recognised_like_their_text(error, expected):
    assert in_words(emergency.recognise(json.loads(error))) == expected


@given(st.text(max_size=300))
def test_any_text_is_an_answer_and_never_an_exception(text):
    emergency.recognise(text)
    emergency.recognise("{" + text)


def test_a_body_nested_without_end_is_no_overflow():
    assert emergency.recognise("[" * 100_000) is None
    assert emergency.recognise('{"a":' * 50_000) is None


# -- rounds ------------------------------------------------------------------------------------------


def long_session(turns: int = 6) -> Session:
    story = SessionBuilder()
    for i in range(turns):
        story.user(f"Request {i}").call("bash", {"command": f"make step-{i}"}, "line\n" * 400).agent(
            f"Step {i} is done."
        )
    return story.build()


def never(messages: Sequence[Message]) -> bool:
    return False


def test_a_round_drops_the_two_oldest_turns():
    messages = long_session(6).messages

    one = emergency.one_round(messages, 2)

    assert one is not None
    assert one.kept == messages[8:]
    assert one.dropped == messages[:8]


def test_each_round_goes_on_from_the_one_before():
    assert [len(each.kept) for each in emergency.successive_rounds(long_session(7).messages, 2)] == [20, 12, 4]


def test_the_last_turn_always_stays():
    messages = long_session(4).messages

    done = list(emergency.successive_rounds(messages, 3))

    assert [len(each.kept) for each in done] == [4]
    assert emergency.one_round(done[-1].kept, 2) is None
    assert emergency.one_round((), 2) is None


def test_a_summary_and_the_system_messages_stay_in_front():
    session = long_session(4)
    summary = Message(Role.USER, (Text("Summary of what came before"),), is_summary=True)
    system = Message(Role.SYSTEM, (Text("You are careful."),))

    for messages in (
        (system, summary, *session.messages),
        (system, *session.messages[:4], summary, *session.messages[4:]),
    ):
        one = emergency.one_round(messages, 2)

        assert one is not None
        assert one.kept == (system, summary, *session.messages[8:])


def test_what_is_kept_carries_no_thinking_any_more():
    story = SessionBuilder().user("a").agent("x", thinking="t", signature="s").user("b")
    messages = (*story.agent("y", thinking="t", signature="s").build().messages, *long_session(1).messages)
    bare = Message(Role.ASSISTANT, (Thinking("only this", "s"),))

    one = emergency.one_round((*messages, bare), 1)

    assert one is not None
    assert not any(isinstance(part, Thinking) for message in one.kept for part in message.parts)
    assert all(message.parts for message in one.kept)


def test_a_call_that_is_answered_a_turn_later_keeps_both_turns_together():
    call = Message(Role.ASSISTANT, (ToolCall("1", "bash", {}),))
    answer = Message(Role.TOOL, (ToolResult("1", "bash", "out"),))
    say = Message(Role.USER, (Text("hi"),))
    messages = (say, call, say, answer, say)

    one = emergency.one_round(messages, 1)

    assert one is not None
    assert one.kept == (say,)
    assert emergency.one_round(messages[:-1], 1) is None


user = st.just(Message(Role.USER, (Text("say " * 20),)))
plain = st.just(Message(Role.ASSISTANT, (Text("answer " * 20),)))
calls = st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True).map(
    lambda ids: Message(Role.ASSISTANT, tuple(ToolCall(each, "bash", {}) for each in ids))
)
results = st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True).map(
    lambda ids: Message(Role.TOOL, tuple(ToolResult(each, "bash", "out " * 30) for each in ids))
)


def pairs(messages: Sequence[Message]) -> int:
    """How many results follow the call that they answer."""
    called: set[str] = set()
    found = 0
    for message in messages:
        found += sum(result.call_id in called for result in message.results)
        called.update(call.id for call in message.calls)
    return found


@given(st.lists(st.one_of(user, plain, calls, results), max_size=40), st.integers(min_value=1, max_value=4))
def test_rounds_are_monotone_and_never_part_a_pair(messages, turns):
    before = tuple(messages)

    for one in emergency.successive_rounds(before, turns):
        assert one.dropped
        assert one.kept
        assert (*one.dropped, *one.kept) == before
        assert pairs(one.dropped) + pairs(one.kept) == pairs(before)
        assert tokens.of_messages(one.kept) < tokens.of_messages(before)
        assert len(turn_spans(one.kept)) >= 1
        before = one.kept


# -- the note ----------------------------------------------------------------------------------------


def test_the_conclusion_is_how_the_newest_reply_ends():
    story = (
        SessionBuilder().user("go").agent("Old.").agent("First.\n\n" + "middle " * 300 + "\n\nThe port is 8081 now.")
    )

    said = emergency.conclusion(story.call("bash", {"command": "ls"}, "out").build().messages)

    assert said.endswith("The port is 8081 now.")
    assert len(said) <= emergency.CONCLUSION_CHARS + 2


@pytest.mark.parametrize("text", ["字" * 5_000, "句子。" * 2_000, "x" * 5_000])
def test_a_conclusion_without_paragraphs_is_cut_as_well(text):
    said = emergency.conclusion(SessionBuilder().agent(text).build().messages)

    assert text.endswith(said.removeprefix("… "))
    assert emergency.CONCLUSION_CHARS // 2 < len(said) <= emergency.CONCLUSION_CHARS + 2


def test_the_snapshot_reads_well(markdown_snapshot):
    assert emergency.snapshot("The port is 8081 now.", "2026-09-14 12:00") == markdown_snapshot


# -- the service -------------------------------------------------------------------------------------


def test_the_api_accepts_what_is_left_even_when_it_binds_thinking(tmp_path):
    import anthropic

    messages = list(long_session(8).messages[:-1])  # the newest result is what made the context too long
    bound = replace(messages[27], parts=(Thinking("hm", "bound to the prefix as it was"), *messages[27].parts))
    session = replace(long_session(8), messages=(*messages[:27], bound, *messages[28:]))
    workspace = places.of_workspace(WorkspaceBuilder(tmp_path).memory("context", "# Before\n").path)

    with (
        FakeAnthropic(window=3_000, preserved_thinking=True) as api,
        anthropic.Anthropic(api_key="k", base_url=api.base_url, max_retries=0) as client,
    ):

        def accepts(messages: Sequence[Message]) -> bool:
            sent = anthropic_writer.to_messages(messages)
            try:
                client.messages.create(model="claude-haiku-5-5", max_tokens=10, messages=sent)
            except anthropic.BadRequestError as error:
                if emergency.recognise(str(error)) is None:
                    raise
                return False
            return True

        result = Emergency(workspace, Settings()).until_accepted(session, accepts, NOW)

    assert [len(each.dropped) for each in result.rounds] == [8, 8]
    assert result.kept == tuple(messages[16:])
    assert (tmp_path / "memories" / "context.md").read_text() == emergency.snapshot(
        "Step 6 is done.", "2026-09-14 12:00"
    )
    assert result.saved is not None
    assert Archive(workspace.archive).get(result.saved.previous) == b"# Before\n"


def test_one_turn_that_is_still_too_long_is_a_clear_error(tmp_path):
    workspace = places.of_workspace(WorkspaceBuilder(tmp_path).path)

    with pytest.raises(RefusedError, match="only one turn is left"):
        Emergency(workspace, Settings()).until_accepted(long_session(5), never, NOW)

    assert "Step 4 is done." in (tmp_path / "memories" / "context.md").read_text()


def test_a_session_that_is_accepted_as_it_is_stays_and_nothing_is_written(tmp_path):
    session = long_session(5)

    result = Emergency(places.of_workspace(tmp_path), Settings()).until_accepted(session, lambda _: True, NOW)

    assert (result.kept, result.rounds, result.saved) == (session.messages, (), None)
    assert list(tmp_path.iterdir()) == []


def test_context_md_is_the_only_write_of_the_workspace(tmp_path):
    folder = WorkspaceBuilder(tmp_path).index("# MEMORY INDEX\n").memory("project", "# P\n").path

    Emergency(places.of_workspace(folder), Settings()).exactly(long_session(5), 1, NOW)

    changed = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert changed - {"MEMORY.md", "memories/project.md"} == {"memories/context.md"}


def test_a_dry_run_and_a_call_without_workspace_write_nothing(tmp_path):
    Emergency(places.of_workspace(tmp_path), Settings(), dry_run=True).exactly(long_session(5), 1, NOW)
    result = Emergency(places.of_user(), Settings()).exactly(long_session(5), 1, NOW)

    assert list(tmp_path.rglob("*")) == []
    assert result.saved is None


def test_a_context_md_that_leaves_the_workspace_is_not_written(tmp_path):
    outside = WorkspaceBuilder(tmp_path / "outside").file("context.md", "theirs").path
    inside = WorkspaceBuilder(tmp_path / "inside").path
    (inside / "memories").symlink_to(outside)

    with pytest.raises(RefusedError, match="outside the workspace"):
        Emergency(places.of_workspace(inside), Settings()).exactly(long_session(5), 1, NOW)

    assert (outside / "context.md").read_text() == "theirs"


# -- the command -------------------------------------------------------------------------------------


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    story = SessionBuilder()
    for i in range(6):
        story.user(f"Request {i}").call("bash", {"command": f"make step-{i}"}, "line\n" * 4_000).agent(
            f"Step {i} done."
        )
    path = tmp_path / "session.jsonl"
    path.write_text(story.openclaw())
    return path


def test_the_error_decides_how_much_goes(session_file, capsys):
    before = session_file.read_bytes()

    error = "prompt is too long: 45000 tokens > 30000 maximum"
    code = main(["emergency", str(session_file), "--json", "--error", error])

    shown = json.loads(capsys.readouterr().out)
    assert code == 0
    assert shown["outcome"] == "trimmed"
    assert (shown["tokens_before"], shown["limit"]) == (45_000, 22_500)
    assert shown["tokens_after"] <= 22_500
    assert shown["dropped_messages"] == 16
    assert shown["messages"][0]["content"][0]["text"] == "Request 4"
    assert session_file.read_bytes() == before


def test_one_round_goes_where_the_session_is_too_small_for_what_the_api_counted(session_file, capsys):
    error = "prompt is too long: 410000 tokens > 200000 maximum"  # by far more than its messages

    assert main(["emergency", str(session_file), "--json", "--error", error]) == 0

    assert json.loads(capsys.readouterr().out)["rounds"] == [{"dropped_messages": 8}]


def test_an_error_file_is_read(session_file, tmp_path, capsys):
    (tmp_path / "error.json").write_text('{"type":"error","error":{"message":"prompt is too long"}}')

    code = main(["emergency", str(session_file), "--json", "--error", str(tmp_path / "error.json")])

    shown = json.loads(capsys.readouterr().out)
    assert code == 0
    assert shown["rounds"] == [{"dropped_messages": 8}]  # by our numbers it fitted, so one round and another try


def test_another_error_is_refused(session_file, capsys):
    assert main(["emergency", str(session_file), "--error", "429 rate_limit_error"]) == 3
    assert "not about an over-long context" in capsys.readouterr().err


def test_what_fits_stays(session_file, capsys):
    assert main(["emergency", str(session_file)]) == 0
    assert "nothing to drop" in capsys.readouterr().out


@pytest.mark.parametrize("rounds", ["0", "-1"])
def test_no_rounds_is_no_request(session_file, rounds):
    assert main(["emergency", str(session_file), "--rounds", rounds]) == 2


def test_more_rounds_than_turns_are_refused(session_file, capsys):
    assert main(["emergency", str(session_file), "--rounds", "9"]) == 3
    assert "rounds done: 3 of 9" in capsys.readouterr().err


def test_what_is_left_is_written_where_it_is_asked_for(session_file, tmp_path):
    out = tmp_path / "left.json"

    assert main(["emergency", str(session_file), "--rounds", "1", "--out", str(out)]) == 0
    assert read_session(out).messages[0].text == "Request 2"
    assert main(["emergency", str(session_file), "--rounds", "1", "--out", str(session_file)]) == 3
    assert read_session(session_file).messages[0].text == "Request 0"


def test_an_openclaw_session_gets_an_entry_and_loses_nothing(session_file, tmp_path):
    out = tmp_path / "left.jsonl"

    assert main(["emergency", str(session_file), "--rounds", "2", "--out", str(out), "--to", "openclaw"]) == 0

    left = read_session(out)
    assert out.read_bytes().startswith(session_file.read_bytes())
    assert left.context[0].text == "Request 4"
    assert "Step 5 done." in left.context[-1].text
    assert left.context[-1].is_summary


def test_a_dry_run_writes_no_file(session_file, tmp_path, capsys):
    out, workspace = tmp_path / "left.json", WorkspaceBuilder(tmp_path / "w").path

    code = main(
        [
            "emergency",
            str(session_file),
            "--rounds",
            "1",
            "--out",
            str(out),
            "--workspace",
            str(workspace),
            "--dry-run",
        ]
    )

    assert code == 0
    assert "would drop 8 messages" in capsys.readouterr().out
    assert not out.exists()
    assert list(workspace.iterdir()) == []


def test_the_script_runs_bare(bare_script, session_file, tmp_path):
    (tmp_path / "w").mkdir()
    done = bare_script("emergency", str(session_file), "--rounds", "1", "--workspace", str(tmp_path / "w"))

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "w" / "memories" / "context.md").exists()
