"""Words: terms, stems, spans of time, gates, entities."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.memory import contact_details
from context_memory.memory.learning import turns
from context_memory.text import dates, lexing, synonyms
from context_memory.text.lexing import stem

from ..growth import assert_linear

CASES = Path(__file__).parent.parent / "cases"
NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)


def cases(name: str) -> list[pytest.param]:  # type: ignore[valid-type]
    found = read_fixture_file(CASES / f"{name}.md")
    return [pytest.param(text[:-1], expected.strip(), id=title) for _, title, text, expected in found]


@pytest.mark.parametrize(("text", "expected"), cases("lexing"))
def test_terms_of_a_question(text: str, expected: str) -> None:
    assert " ".join(lexing.query_terms(text)) == expected


@pytest.mark.parametrize(("words", "stems"), cases("stemming"))
def test_how_many_stems_words_have(words: str, stems: str) -> None:
    assert len({stem(word) for word in words.split()}) == int(stems)


@pytest.mark.parametrize(("text", "expected"), cases("time_words"))
def test_spans_of_a_question(text: str, expected: str) -> None:
    found = dates.spans(text, NOW)

    shown = [f"{span.start:%Y-%m-%d} {span.end:%Y-%m-%d}{' any year' if span.yearless else ''}" for span in found]
    assert ", ".join(shown) == expected


@pytest.mark.parametrize(("text", "expected"), cases("gates"))
def test_gates_of_messages(text: str, expected: str) -> None:
    found = [word for word, gate in (("tells", turns.tells_something), ("corrects", turns.corrects)) if gate(text)]

    assert (" ".join(found) or "nothing") == expected


@pytest.mark.parametrize(("text", "expected"), cases("fact_entities"))
def test_entities_of_a_message(text: str, expected: str) -> None:
    found = contact_details.in_text(text, sensitive=True)

    assert " ".join(f"{entity.kind} {entity.value}" for entity in found) == expected


def test_identity_numbers_are_found_only_when_asked_for() -> None:
    assert contact_details.in_text("身份证 11010519491231002X") == ()


def test_an_entity_is_told_in_the_language_of_its_message() -> None:
    english, chinese = contact_details.in_text("ring 13812345678"), contact_details.in_text("电话13812345678")

    assert [english[0].text, chinese[0].text] == ["User's phone number: 13812345678", "用户手机号：13812345678"]


def test_a_message_outside_the_lengths_passes_no_gate() -> None:
    assert not turns.tells_something("我是")
    assert not turns.tells_something("my name is " + "x" * 4_000)
    assert not turns.corrects("redo " + "x" * 4_000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56)),
        ("8 May 2023", datetime(2023, 5, 8)),
        ("May 8, 2023 00:30", datetime(2023, 5, 8, 0, 30)),
        ("12:05 am on 1 January, 2024", datetime(2024, 1, 1, 0, 5)),
        ("2023年5月8日", datetime(2023, 5, 8)),
        ("8 May", None),
        ("tomorrow", None),
    ],
)
def test_dates_as_people_and_logs_write_them(text: str, expected: datetime | None) -> None:
    assert dates.parsed(text) == expected


@pytest.mark.parametrize(
    "question",
    [
        "When did it break?",
        "How long ago was that?",
        "什么时候搬家的",
        "你是哪天去的",
        "いつ決めた？",
        "何曜日が休み？",
    ],
)
def test_questions_for_a_time_are_known(question: str) -> None:
    assert dates.asks_when(question)


@pytest.mark.parametrize("text", ["we moved last week", "昨天修好了", "it was in 2019", "see you on Friday"])
def test_a_text_says_when(text: str) -> None:
    assert dates.terms_say_when(frozenset(lexing.terms(text)))


def test_a_text_that_does_not_say_when() -> None:
    assert not dates.terms_say_when(frozenset(lexing.terms("we moved house, last but not least")))


@given(st.text(max_size=400))
def test_any_text_has_terms_that_a_query_can_hold(text: str) -> None:
    for term in [*lexing.terms(text), *lexing.query_terms(text)]:
        assert term
        assert not any(c.isspace() or c in "\"'*()" for c in term)


@given(st.text(max_size=200))
def test_a_text_is_found_by_each_of_its_own_content_words(text: str) -> None:
    stored = set(lexing.terms(text))

    content = [term for term in lexing.query_terms(text) if term.isascii()]
    assert set(content) <= stored | lexing.UNASKED


@given(st.text(max_size=300), st.datetimes(timezones=st.just(UTC)))
def test_any_text_at_any_time_has_spans_that_begin_before_they_end(text: str, now: datetime) -> None:
    assert all(span.start < span.end for span in dates.spans(text, now))


def test_a_giant_line_is_read_up_to_its_limit() -> None:
    assert len(lexing.terms("word " * 1_000_000)) <= lexing.MAX_TEXT / 5


def test_related_words_are_stems_and_never_the_word_itself() -> None:
    found = synonyms.of_terms(("pet", "鱼", "nosuchword"))

    assert {"dog", "cat", "turtl"} <= found["pet"]
    assert "pet" not in found["pet"]
    assert "nosuchword" not in found


@pytest.mark.parametrize(
    "text", ["a" * 20_000, "a." * 10_000, "a" + "." * 19_000, "1" * 20_000, "一" * 20_000, "a-" * 9_000 + "b.c"]
)
def test_every_text_is_read_once(text: str) -> None:
    assert_linear(lexing.terms, text)
    assert_linear(lexing.query_terms, text)
    assert_linear(lambda part: dates.spans(part, NOW), text)
