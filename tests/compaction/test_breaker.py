"""The breaker: three failures open it, only an operator closes it, on disk and between processes (A-13)."""

import json
import multiprocessing
import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory import ContextMemory
from context_memory.cli import main
from context_memory.compaction.outcomes import Breaker
from context_memory.compaction.services import breaker as rules
from context_memory.compaction.services.breaker import Guard
from context_memory.settings.values import Settings
from context_memory.storage import places

NOW = datetime(2026, 9, 14, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def failed(times: int, *, limit: int = 3) -> Breaker:
    breaker = Breaker()
    for i in range(times):
        breaker = rules.after_failure(breaker, f"failure {i}", NOW, limit=limit)
    return breaker


def succeeded(breaker: Breaker, turns_since_last: int | None = None) -> Breaker:
    return rules.after_success(breaker, NOW, turns_since_last=turns_since_last, refill_turns=3, refill_limit=3)


def test_the_third_failure_in_a_row_opens():
    assert not failed(2).is_open
    assert failed(3) == Breaker(failures=3, opened_at=NOW, reason="failure 2")


def test_a_success_after_two_failures_resets_the_count():
    breaker = rules.after_failure(succeeded(failed(2)), "again", LATER, limit=3)

    assert breaker == Breaker(failures=1, reason="again")


def test_an_open_breaker_keeps_its_time_and_reason():
    breaker = rules.after_failure(failed(3), "a later one", LATER, limit=3)

    assert breaker == Breaker(failures=4, opened_at=NOW, reason="failure 2")
    assert rules.tripped(breaker, "by hand", LATER) == breaker


def test_success_does_not_close_an_open_breaker():
    assert succeeded(failed(3)).is_open


def test_a_context_that_is_full_again_at_once_three_times_running_opens():
    breaker = Breaker()
    for turns in (None, 3, 1):
        breaker = succeeded(breaker, turns)

    assert (breaker.is_open, breaker.refills) == (False, 2)
    assert succeeded(breaker, 4).refills == 0
    assert succeeded(breaker, 2).is_open
    assert "full again within 3 turns" in succeeded(breaker, 2).reason


def test_two_compactions_never_follow_each_other():
    assert [rules.too_soon(n) for n in (0, 1, 2)] == [True, True, False]


def test_a_prefix_above_the_mark_cannot_be_helped():
    assert rules.cannot_help(149_999, 150_000) is None
    assert "compaction cannot help" in str(rules.cannot_help(150_000, 150_000))


@given(st.lists(st.sampled_from(["fail", "ok", "refill"]), max_size=30), st.integers(1, 5))
def test_whatever_happens_only_close_closes(events, limit):
    breaker = Breaker()
    for event in events:
        was_open = breaker.is_open
        match event:
            case "fail":
                breaker = rules.after_failure(breaker, "x", NOW, limit=limit)
            case "ok":
                breaker = succeeded(breaker)
            case _:
                breaker = succeeded(breaker, 0)
        assert breaker.is_open or not was_open

    assert not rules.closed_breaker().is_open


@given(st.text())
def test_a_reason_is_one_short_line(reason):
    line = rules.reason_line(reason)

    assert line.isprintable()
    assert len(line) <= rules.REASON_CHARS


# -- on disk -----------------------------------------------------------------------------------------


def errors(workspace: Path) -> list[str]:
    file = workspace / "memories" / "errors.md"
    return file.read_text().splitlines() if file.exists() else []


def test_the_state_survives_a_restart_and_the_reason_is_noted_once(tmp_path):
    where = places.of_workspace(tmp_path)

    for i in range(5):
        Guard(where, Settings()).failed(f"no room for\nthe tail {i}", NOW)

    assert Guard(where, Settings()).state() == Breaker(failures=5, opened_at=NOW, reason="no room for the tail 2")
    assert errors(tmp_path) == [
        "- 2026-09-14 12:00 compaction stopped after 3 failures in a row: no room for the tail 2"
        " (close with `context-memory breaker close`)"
    ]


def test_errors_md_is_appended_to_and_never_rewritten(tmp_path):
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "errors.md").write_text("# Errors\n- mine, without a line end")
    guard = Guard(places.of_workspace(tmp_path), Settings(breaker_failures=1))

    guard.failed("first", NOW)
    guard.close(LATER)
    guard.failed("second", LATER)

    assert errors(tmp_path)[:2] == ["# Errors", "- mine, without a line end"]
    assert [line.split(": ")[1].split(" (")[0] for line in errors(tmp_path)[2:]] == ["first", "second"]


def test_closing_forgets_everything(tmp_path):
    guard = Guard(places.of_workspace(tmp_path), Settings())
    for _ in range(3):
        guard.failed("x", NOW)

    assert guard.close(LATER) == Breaker()
    assert Guard(places.of_workspace(tmp_path), Settings()).state() == Breaker()


def test_without_a_workspace_nothing_is_written_into_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    where = places.of_user()

    Guard(where, Settings(breaker_failures=1)).failed("x", NOW)

    assert Guard(where, Settings()).state().is_open
    assert not (tmp_path / "memories").exists()


def test_looking_writes_nothing(tmp_path):
    Guard(places.of_workspace(tmp_path), Settings()).state()
    Guard(places.of_workspace(tmp_path), Settings(), dry_run=True).failed("x", NOW)

    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_errors_md_does_not_lose_the_state(tmp_path):
    (tmp_path / "memories" / "errors.md").mkdir(parents=True)
    guard = Guard(places.of_workspace(tmp_path), Settings(breaker_failures=1))

    assert guard.failed("x", NOW).is_open

    assert Guard(places.of_workspace(tmp_path), Settings()).state().is_open
    assert "could not be written" in guard.problems[0]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"failures": "3"}',
        b'{"failures": 3, "refills": 0, "opened_at": "soon", "reason": ""}',
        b'{"failures": 3, "refills": 0, "opened_at": 7, "reason": ""}',
        b" " * 1_000_001,
    ],
)
def test_a_corrupt_state_is_told_set_aside_and_starts_closed(tmp_path, content):
    where = places.of_workspace(tmp_path)
    where.state.mkdir()
    where.breaker.write_bytes(content)
    looking, guard = Guard(where, Settings()), Guard(where, Settings())

    assert looking.state() == Breaker()
    assert "cannot be used" in looking.problems[0]
    assert where.breaker.read_bytes() == content

    assert guard.failed("x", NOW) == Breaker(failures=1, reason="x")
    assert "set aside" in guard.problems[0]
    assert (where.state / "breaker.json.corrupt").read_bytes() == content
    assert Guard(where, Settings()).state().failures == 1


def _fail_often(workspace: str) -> None:
    guard = Guard(places.of_workspace(Path(workspace)), Settings(breaker_failures=1_000))
    for _ in range(25):
        guard.failed("x", NOW)


def test_no_failure_is_lost_between_processes(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_fail_often, args=(str(tmp_path),)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)

    assert Guard(places.of_workspace(tmp_path), Settings()).state().failures == 50


# -- the command -------------------------------------------------------------------------------------


def test_the_command_tells_opens_and_closes(tmp_path, capsys):
    def breaker(*words: str) -> tuple[int, dict[str, object]]:
        code = main(["breaker", *words, "--workspace", str(tmp_path), "--json"])
        return code, json.loads(capsys.readouterr().out)

    assert breaker()[0] == 0
    for _ in range(2):
        assert breaker("record-failure", "too large")[1]["open"] is False
    assert breaker("record-failure", "too large", "--dry-run")[1]["open"] is True
    assert breaker("status")[0] == 0
    assert breaker("record-failure", "--reason", "too large")[1]["open"] is True
    code, shown = breaker("status")
    assert code == 5
    assert (shown["failures"], shown["reason"]) == (3, "too large")
    assert breaker("record-success")[1]["open"] is True
    assert breaker("clear")[1]["open"] is False
    assert breaker("trip", "--reason", "maintenance")[1]["open"] is True
    assert breaker("close")[0] == 0
    assert len(errors(tmp_path)) == 2


def test_the_command_wants_a_reason_where_there_is_one(tmp_path, capsys):
    assert main(["breaker", "trip", "--workspace", str(tmp_path)]) == 2
    assert main(["breaker", "record-failure", "  ", "--workspace", str(tmp_path)]) == 2
    assert main(["breaker", "close", "why", "--workspace", str(tmp_path)]) == 2
    assert "needs a reason" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_the_open_breaker_reads_well(tmp_path, capsys):
    main(["breaker", "trip", "the summary was too large", "--workspace", str(tmp_path)])

    shown = capsys.readouterr().out
    assert shown.startswith("open since 20")
    assert shown.endswith("UTC: the summary was too large\nCompaction is stopped until you run `close`.\n")


def test_the_script_runs_bare(bare_script, tmp_path):
    assert bare_script("breaker", "trip", "--reason", "x", "--workspace", str(tmp_path)).returncode == 0
    assert bare_script("breaker", "--workspace", str(tmp_path)).returncode == 5


def test_the_breaker_of_a_session_without_a_workspace_is_closed_as_the_refusal_says(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    messages = [{"role": "user", "content": f"Please rename the module {number}"} for number in range(20)]
    for _ in range(3):
        Guard(places.of_user().with_breaker_of("a b"), Settings()).failed("the summary was too large", NOW)
    memory = ContextMemory(None)
    stopped = memory.compact(messages, session="a b", force=True)
    assert stopped.outcome == "breaker_open"
    command = shlex.split(stopped.hint.partition(": context-memory ")[2])
    assert main(command) == 0
    assert "closed" in capsys.readouterr().out
    assert memory.compact(messages, session="a b", force=True).outcome != "breaker_open"


def test_the_refusal_of_a_workspace_names_it(tmp_path, capsys):
    workspace = tmp_path / "the work"
    workspace.mkdir()
    Guard(places.of_workspace(workspace), Settings()).trip("looked at by hand", NOW)
    stopped = ContextMemory(workspace).compact([{"role": "user", "content": "Go on"}], force=True)
    assert main(shlex.split(stopped.hint.partition(": context-memory ")[2])) == 0
    assert not Guard(places.of_workspace(workspace), Settings()).state().is_open
