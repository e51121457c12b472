"""The exam: fair questions, answers only where the text leads to them, the same every time."""

import json
from pathlib import Path
from typing import Any

import pytest

from context_memory.api.assemble import sessions
from context_memory.blocks.values import JournalEntry
from context_memory.cli import main
from context_memory.messages import Session
from context_memory.report.exam import service
from context_memory.report.exam.service import Pages, Subject
from context_memory.testing import SessionBuilder

from ..capsule_sessions import SETTINGS, ingested, session

NUMBERS = frozenset({"number"})


def entries_of(told: Session) -> tuple[JournalEntry, ...]:
    return tuple(JournalEntry("s", seq, "", message) for seq, message in enumerate(told.messages, 1))


def everything(told: Session) -> str:
    return "\n".join(service.text_of(message) for message in told.messages)


# -- answering ----------------------------------------------------------------------------------------


def test_the_thing_beside_the_cues_is_the_answer() -> None:
    pages = Pages("server port is 8443 in production\nserver port is 8080 in staging\nretry after 4500 ms")

    assert pages.answer("server port is ____ in production", NUMBERS) == ("number", "8443")
    assert pages.answer("server port is ____ in staging", NUMBERS) == ("number", "8080")


def test_a_list_of_names_answers_nothing() -> None:
    pages = Pages("names: load_config parse_rows store_rows")

    assert pages.answer("the importer calls ____ before writing the ledger", frozenset({"name"})) is None


def test_in_a_long_line_the_nearest_one_counts() -> None:
    pages = Pages("- config/server.toml: port 8443, " + "filler words, " * 20 + "retry_limit 7500")

    assert pages.answer("config/server.toml port ____", NUMBERS) == ("number", "8443")
    assert pages.answer("config/server.toml retry_limit ____", NUMBERS) == ("number", "7500")


def test_chinese_cues_lead_too() -> None:
    pages = Pages("导入任务每天处理 4500 行\n导出任务每天处理 3200 行")

    assert pages.answer("导出任务每天处理 ____ 行", NUMBERS) == ("number", "3200")


def test_an_empty_text_answers_nothing() -> None:
    assert Pages("").answer("server port is ____", NUMBERS) is None


# -- asking -------------------------------------------------------------------------------------------


def test_the_whole_conversation_answers_nearly_every_question() -> None:
    told = session(3)

    asked = service.questions(entries_of(told))
    marks = service.mark_answers(service.graded(asked, everything(told), everything(told)))

    assert {Subject.PATH, Subject.IDENTIFIER, Subject.DIRECTIVE} <= set(marks)
    assert service.score(marks, searched=False) >= 0.9
    assert all(service.GAP in question.cloze for question in asked)
    assert all(question.answer not in question.cloze for question in asked if question.subject is not Subject.PATH)


def test_what_was_said_is_asked_for_and_not_what_stands_in_files() -> None:
    builder = SessionBuilder().user("The import listens on port 8443 behind config/gateway.toml.")
    builder.call("read", {"path": "config/gateway.toml"}, "upstream_timeout for config/gateway.toml is 4711 seconds")
    builder.agent("The import on port 8443 waits for config/gateway.toml too long.")

    asked = service.questions(entries_of(builder.build()))

    assert {question.answer for question in asked} >= {"8443", "config/gateway.toml"}
    assert not any("upstream_timeout" in question.cloze for question in asked)


def test_an_empty_view_answers_nothing_and_the_search_nearly_everything() -> None:
    told = session(3)

    marks = service.mark_answers(service.graded(service.questions(entries_of(told)), "", everything(told)))

    assert service.score(marks, searched=False) == 0.0
    assert service.score(marks, searched=True) >= 0.9


def test_the_same_seed_asks_the_same_and_another_one_others() -> None:
    entries = entries_of(session(4))

    first = service.questions(entries, seed=7, most=20)

    assert service.questions(entries, seed=7, most=20) == first
    assert service.questions(entries, seed=8, most=20) != first
    assert len(first) <= 20


def test_a_conversation_without_facts_asks_nothing_and_scores_full() -> None:
    asked = service.questions(())

    assert asked == ()
    assert service.score(service.mark_answers(service.graded(asked, "", "")), searched=False) == 1.0


# -- the command --------------------------------------------------------------------------------------


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    places, services = ingested(tmp_path / "w", session(8))
    compressor = sessions.compressor(places, SETTINGS, services.store, codec="extractive")
    list(compressor.run(compressor.backlog()))
    services.close()
    assert main(["blocks", "view", "--workspace", str(tmp_path / "w"), "--force", "--set", "block_tokens=700"]) == 0
    return tmp_path / "w"


def call(workspace: Path, *words: str) -> int:
    return main(["exam", "--workspace", str(workspace), *words])


def test_capsules_keep_what_an_exam_asks_for(workspace: Path, capsys: Any) -> None:
    capsys.readouterr()

    code = call(workspace, "--json", "--show", "wrong")

    told = json.loads(capsys.readouterr().out)
    assert code == 0
    assert told["swapped"] > 0
    assert told["subjects"]["directive"]["view"] == told["subjects"]["directive"]["asked"]
    assert told["view"] >= 0.5
    assert told["found"] >= max(0.9, told["view"])


def test_each_exam_adds_a_line_to_the_trend_and_shows_the_ones_before(workspace: Path, capsys: Any) -> None:
    call(workspace)
    capsys.readouterr()

    call(workspace)

    lines = (workspace / ".context-memory" / "exams.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    assert json.loads(lines[0])["view"] == json.loads(lines[1])["view"]
    assert "earlier:" in capsys.readouterr().err


def test_a_dry_run_adds_no_line(workspace: Path) -> None:
    call(workspace, "--dry-run")

    assert not (workspace / ".context-memory" / "exams.jsonl").exists()


def test_a_score_below_the_least_ends_with_3(workspace: Path, capsys: Any) -> None:
    small = ("--set", "block_tokens=700", "--set", "evict_tokens=100")
    assert main(["blocks", "view", "--workspace", str(workspace), "--force", *small]) == 0

    assert call(workspace, "--min-score", "1") == 3
    assert "the view answers" in capsys.readouterr().err
    assert call(workspace, "--min-score", "0.1", "--min-found", "0.5") == 0


@pytest.mark.parametrize("words", [("--min-score", "7"), ("--questions", "0"), ("--session", "nobody")])
def test_bad_arguments_are_named(workspace: Path, capsys: Any, words: tuple[str, str]) -> None:
    assert call(workspace, *words) == 2
    assert words[1] in capsys.readouterr().err


def test_a_torn_trend_file_disturbs_nothing(workspace: Path) -> None:
    (workspace / ".context-memory" / "exams.jsonl").write_text('{"session": "ses', encoding="utf-8")

    assert call(workspace) == 0
