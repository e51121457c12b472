"""Measuring: counted by the API first, then calibrated, then estimated."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.cli import main
from context_memory.errors import InputError, RemoteError
from context_memory.llm.remote import AnthropicCounter, alternating
from context_memory.messages import (
    Image,
    Message,
    Role,
    Session,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Usage,
    session_at,
)
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import FakeAnthropic, SessionBuilder
from context_memory.text import tokens
from context_memory.tokens import measure
from context_memory.tokens.measure import Calibration
from context_memory.tokens.service import Measuring

LINE = Calibration(10_000, 1.5)


def said(text: str, role: Role = Role.USER) -> Message:
    return Message(role, (Text(text),))


def replied(text: str, context: int) -> Message:
    return Message(Role.ASSISTANT, (Text(text),), usage=Usage(input=context - 30, cache_read=20, output=10))


def session(*messages: Message, context_start: int = 0, name: str = "claude-code") -> Session:
    return Session(name, messages, context_start=context_start)


def test_the_newest_counted_reply_plus_what_follows_it():
    measured = measure.measure_context(
        session(said("a"), replied("b", 900), replied("c", 1_000), said("d" * 400)), tokens.cjk, LINE
    )

    assert measured == measure.Measured(1_000 + 101, "usage", 1 + 1 + 1 + 101)


def test_without_usage_the_calibration_counts():
    measured = measure.measure_context(session(said("d" * 400)), tokens.cjk, LINE)

    assert measured == measure.Measured(10_152, "calibration", 101)


def test_without_a_calibration_the_estimate_counts():
    assert measure.measure_context(session(said("d" * 400)), tokens.cjk, None) == measure.Measured(101, "estimate", 101)


def test_usage_from_before_a_compaction_does_not_count():
    summary = Message(Role.USER, (Text("s" * 400),), is_summary=True)
    before = [said("a"), replied("b", 160_000), said("kept")]

    gone = session(*before, summary, said("go on"), context_start=3)
    kept_tail = session(*before, summary, said("go on"), context_start=1)
    counted_again = session(*before, summary, said("go on"), replied("c", 30_000), context_start=1)

    assert measure.measure_context(gone, tokens.cjk, LINE).source == "calibration"
    assert measure.measure_context(kept_tail, tokens.cjk, LINE).source == "calibration"
    assert measure.measure_context(counted_again, tokens.cjk, LINE).tokens == 30_000


def test_a_usage_of_nothing_is_no_usage():
    empty = Message(Role.ASSISTANT, (Text("error"),), usage=Usage())

    assert measure.measure_context(session(said("a"), replied("b", 500), empty), tokens.cjk, None).tokens == 502


def test_the_fixed_prefix_is_what_replies_have_beyond_their_messages():
    whole = session(said("a" * 400), replied("b", 12_102), said("c" * 400), replied("d", 12_400))

    assert measure.fixed_prefix(whole, tokens.cjk) == 12_000
    assert measure.fixed_prefix(session(said("a")), tokens.cjk) == 0


def test_only_the_first_and_the_last_stretch_are_used_for_calibration():
    summary = Message(Role.USER, (Text("s" * 400),), is_summary=True)
    messages = (said("a"), replied("b", 100), summary, replied("c", 50), said("kept"), summary, replied("d", 60))

    assert measure.pairs(session(*messages, context_start=4), tokens.cjk) == [(2, 100), (2 + 101 + 1, 60)]


# -- calibration -------------------------------------------------------------------------------------


@given(
    st.integers(0, 50_000),
    st.floats(0.5, 3.0),
    st.lists(st.integers(1, 200_000), min_size=8, max_size=60, unique=True),
)
def test_a_line_is_found_again(base, factor, estimates):
    line = Calibration(base, factor)

    fitted = measure.fit([(x, line.tokens(x)) for x in estimates])

    assert fitted.replies == len(estimates)
    for x in estimates:
        assert fitted.tokens(x) == pytest.approx(line.tokens(x), abs=2 + base / 1_000)


def test_a_host_that_pruned_some_results_does_not_spoil_the_line():
    points = [(x, LINE.tokens(x)) for x in range(1_000, 100_000, 1_000)]
    pruned = [(x, 20_000) for x in range(60_000, 100_000, 2_000)]

    fitted = measure.fit([*points, *pruned])

    assert fitted.base == pytest.approx(LINE.base, rel=0.01)
    assert fitted.factor == pytest.approx(LINE.factor, rel=0.01)
    assert fitted.median_error < 1 < fitted.p90_error


@pytest.mark.parametrize("points", [[], [(1, 2)] * 4, [(5, 100)] * 50, [(x, 1_000 - x) for x in range(50)]])
def test_points_that_make_no_line_are_refused(points):
    with pytest.raises(InputError):
        measure.fit(points)


def test_a_fitted_line_is_used_from_then_on(tmp_path):
    where = places.of_workspace(tmp_path)
    story = [said("start")]
    for i in range(1, 30):
        story += [said("x" * 4_000), replied("y", 5_000 + 2_000 * i)]
    learnt_from = session(*story, name="codex")

    (fitted,) = Measuring(Settings(), where).calibrate([learnt_from])
    measured = Measuring(Settings(), where).measure(session(said("x" * 40_000), name="codex"))

    assert fitted.before is None
    assert fitted.calibration.median_error < 1
    assert measured.source == "calibration"
    assert measured.tokens == pytest.approx(5_000 + 20_000, rel=0.02)
    assert Measuring(Settings(estimator="bytes4"), where).calibration("codex") is None


def test_a_dry_run_keeps_nothing(tmp_path):
    story = [said("start"), *(replied("y" * 400 * i, 5_000 + 200 * i) for i in range(1, 10))]

    Measuring(Settings(), places.of_workspace(tmp_path)).calibrate([session(*story)], dry_run=True)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["{", '{"codex/cjk": 5}', '{"codex/cjk": {"base": 1}}', '{"a": {"factor": NaN}}'])
def test_a_corrupt_calibration_is_told_and_not_used(tmp_path, content):
    where = places.of_workspace(tmp_path)
    where.state.mkdir()
    (where.state / "calibration.json").write_text(content)
    measuring = Measuring(Settings(), where)

    assert measuring.measure(session(said("d" * 400))).source == "calibration"
    assert measuring.calibration("claude-code") == measure.BUILT_IN["claude-code"]
    assert len(measuring.problems) == 1


# -- the API -----------------------------------------------------------------------------------------


def test_the_api_is_asked_and_pictures_are_added(tmp_path):
    story = (
        SessionBuilder()
        .agent("I begin.")
        .user("你好")
        .call("bash", {"command": "ls"}, "a.py")
        .agent("Done.", thinking="hm")
    )
    whole = replace(story.build(), messages=(*story.build().messages, Message(Role.USER, (Image("image/png"),))))

    with FakeAnthropic() as api:
        counter = AnthropicCounter("claude-haiku-5-5", api.base_url, {})
        measured = Measuring(Settings(estimator="api"), places.of_workspace(tmp_path), counter).measure(whole)

    (request,) = api.requests
    assert request.path.endswith("/count_tokens")
    assert [message["role"] for message in request.body["messages"]] == ["user", "assistant"] * 3 + ["user"]
    assert measured.source == "api"
    assert tokens.IMAGE_TOKENS < measured.tokens < tokens.IMAGE_TOKENS + 100


def test_a_counted_reply_is_better_than_asking_for_the_messages_alone(tmp_path):
    with FakeAnthropic() as api:
        counter = AnthropicCounter("claude-haiku-5-5", api.base_url, {})
        measured = Measuring(Settings(estimator="api"), places.of_workspace(tmp_path), counter).measure(
            session(said("a"), replied("b", 12_345))
        )

    assert (measured.tokens, measured.source) == (12_345, "usage")
    assert measured.estimate < 100


@pytest.mark.parametrize("status", [401, 404, 429, 529])
def test_a_failure_of_the_api_is_an_error_and_no_estimate(status):
    with FakeAnthropic().fail(status, times=9) as api, pytest.raises(RemoteError, match="counting tokens failed"):
        AnthropicCounter("claude-haiku-5-5", api.base_url, {}).count(session(said("a")))


def test_nobody_at_the_address_is_an_error():
    with pytest.raises(RemoteError):
        AnthropicCounter("m", "http://127.0.0.1:9", {}).count(session(said("a")))


def test_without_a_key_nothing_is_asked():
    with pytest.raises(RemoteError, match="ANTHROPIC_API_KEY"):
        AnthropicCounter("m", "", {}).count(session(said("a")))


part = st.sampled_from(
    [
        Text("t"),
        Text(" "),
        Thinking("hm", "s"),
        ToolCall("1", "bash", {"a": 1}),
        ToolResult("1", "bash", "out"),
        Image(),
    ]
)
message = st.builds(Message, st.sampled_from(list(Role)), st.lists(part, max_size=3).map(tuple))


@given(st.lists(message, max_size=20))
def test_what_is_counted_alternates_from_user_to_user(messages):
    turns = alternating(messages)

    assert [turn["role"] for turn in turns] == [("user", "assistant")[i % 2] for i in range(len(turns))]
    assert len(turns) % 2 == 1 or not turns
    assert all(turn["content"].strip() for turn in turns)


# -- an earlier time ---------------------------------------------------------------------------------


def test_a_session_can_be_seen_as_it_was_earlier():
    summary = Message(Role.USER, (Text("s"),), is_summary=True)
    messages = (said("a"), summary, said("b"), said("kept"), summary, said("c"))
    now = session(*messages, context_start=3)

    assert [(len(at.messages), at.context_start) for at in (session_at(now, n) for n in (1, 2, 4, 5, 6))] == [
        (1, 0),
        (2, 1),
        (4, 1),
        (5, 3),
        (6, 3),
    ]


@pytest.mark.parametrize("count", [0, -1, 3])
def test_a_time_that_never_was_is_refused(count):
    with pytest.raises(InputError, match="2 messages"):
        session_at(session(said("a"), said("b")), count)


# -- the command -------------------------------------------------------------------------------------


@pytest.fixture
def session_file(tmp_path: Path) -> Path:
    story = SessionBuilder().user("Make it faster").agent("I look.", thinking="hm", context_tokens=14_000)
    for i in range(8):
        story.call("read", {"path": f"src/{i}.py"}, "x = 1\n" * 500)
        story.agent("Next.", context_tokens=15_000 + 1_400 * i)
    path = tmp_path / "session.jsonl"
    path.write_text(story.openclaw())
    return path


def test_the_table_reads_well(session_file, capsys, markdown_snapshot):
    assert main(["tokens", str(session_file), "--window", "32768", "--policy", "small"]) == 0

    assert capsys.readouterr().out == markdown_snapshot


def test_json_says_size_source_parts_and_marks(session_file, capsys):
    assert main(["tokens", str(session_file), "--window", "28000", "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert (shown["tokens"], shown["source"]) == (24_800, "usage")
    assert shown["crossed"] == ["prewarm", "flush", "compact", "hard"]
    assert sum(shown["kinds"].values()) == sum(shown["roles"].values()) == shown["estimate"]
    assert shown["budget"]["hard"] == 21_000


def test_a_session_can_be_measured_at_an_earlier_time(session_file, capsys):
    main(["tokens", str(session_file), "--at", "2", "--json"])

    assert json.loads(capsys.readouterr().out)["tokens"] == 14_000


@pytest.mark.parametrize("estimator", ["cjk", "bytes4", "chars4"])
def test_text_on_standard_input_is_counted(capsys, monkeypatch, estimator):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("你好世界".encode())))

    assert main(["tokens", "--text", "-", "--estimator", estimator, "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert shown["tokens"] == tokens.ESTIMATORS[estimator]("你好世界")
    assert (shown["characters"], shown["bytes"]) == (4, 12)


def test_a_session_on_standard_input_is_read(session_file, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(session_file.read_bytes())))

    assert main(["tokens", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tokens"] == 24_800


def test_calibration_prints_its_error_and_is_kept(session_file, tmp_path, capsys):
    (tmp_path / "w").mkdir()
    where = ["--workspace", str(tmp_path / "w")]

    assert main(["tokens", "--calibrate", str(session_file), "--json", *where]) == 0

    (fitted,) = json.loads(capsys.readouterr().out)["calibrations"]
    assert (fitted["format"], fitted["replies"]) == ("openclaw", 9)
    assert fitted["median_error"] < 5
    assert len(fitted["error_before"]) == 2
    assert (tmp_path / "w" / ".context-memory" / "calibration.json").exists()


def test_bad_use_is_told(session_file, tmp_path, capsys):
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"\xff\x00")

    assert main(["tokens", str(session_file), str(session_file)]) == 2
    assert main(["tokens", str(tmp_path / "none.jsonl")]) == 2
    assert main(["tokens", "--calibrate", str(broken)]) == 2
    assert main(["tokens", str(session_file), "--estimator", "guess"]) == 2
    assert main(["tokens", str(session_file), "--estimator", "api"]) == 4
    assert "ANTHROPIC_API_KEY" in capsys.readouterr().err


def test_the_script_runs_bare(bare_script, session_file):
    done = bare_script("tokens", str(session_file))

    assert done.returncode == 0, done.stderr
    assert b"24,800 tokens" in done.stdout
