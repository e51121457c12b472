"""What a client of the server gives, taken apart: every value is good or refused by name."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from context_memory.errors import InputError
from context_memory.memory import json_values
from context_memory.memory.docs import Kind
from context_memory.memory.ports import EVERYTHING
from context_memory.server.routes import MemoryRequest, Parameters

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ANYTHING = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
)


@given(ANYTHING)
def test_any_value_is_taken_or_refused_and_nothing_else(value: object) -> None:
    parameters, told = Parameters(dict.fromkeys(("x", "kind", "scope"), value)), list[str]()
    for read in (
        lambda: parameters.text("x"),
        lambda: parameters.integer("x", 5, 1, 1_000),
        lambda: parameters.fraction("x"),
        lambda: parameters.boolean("x", default=True),
        parameters.filter,
        lambda: parameters.moment("x", NOW),
    ):
        try:
            read()
        except InputError as error:
            told.append(f"{error} {error.hint}")
    assert all(each.encode() for each in told)


@given(some.binary(max_size=60))
def test_any_body_is_json_or_refused(body: bytes) -> None:
    told = ""
    try:
        MemoryRequest(body=body).json()
    except InputError as error:
        told = error.hint or "nothing to do"

    assert told != "nothing to do"


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("+7", 7), ("007", 7), ("1000", 1_000)])
def test_a_whole_number_comes_as_text_or_as_number(text: str, number: int) -> None:
    assert Parameters({"x": text}).integer("x", 5, 1, 1_000) == number
    assert Parameters({"x": number}).integer("x", 5, 1, 1_000) == number
    assert Parameters({}).integer("x", 5, 1, 1_000) == 5


def test_what_is_not_given_is_none_or_the_default() -> None:
    empty = Parameters({"kind": "", "scope": " "})

    assert (empty.filter(), empty.text("x"), empty.moment("now", NOW)) == (EVERYTHING, "", NOW)
    assert Parameters({"kind": " Lesson "}).filter().kind is Kind.LESSON
    assert Parameters({"scope": "work"}).filter().scope == "agent:work"
    assert Parameters({"now": "1763640000"}).moment("now", NOW) == datetime(2025, 11, 20, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "one", "three"),
    [
        ("Tea at five. Then home. By bus. Late.", "Tea at five.", "Tea at five. Then home. By bus."),
        ("五点喝茶。然后回家。坐公交。很晚。", "五点喝茶。", "五点喝茶。然后回家。坐公交。"),
        ("Version 3.2 of src/a.py works", "Version 3.2 of src/a.py works", "Version 3.2 of src/a.py works"),
        ("Only one.", "Only one.", "Only one."),
        ("", "", ""),
    ],
)
def test_a_text_in_one_sentence_and_in_three(text: str, one: str, three: str) -> None:
    """SPEC 5.1."""
    assert (json_values.abstract(text), json_values.overview(text)) == (one, three)


@given(some.text())
def test_a_text_without_an_end_is_cut_and_nothing_is_made_up(text: str) -> None:
    """SPEC 5.1: 150 and 200 characters."""
    for short in (json_values.abstract(text), json_values.overview(text)):
        assert short.removesuffix("…") in text
    assert len(json_values.abstract("x " * 500)) <= 150
    assert len(json_values.overview("字" * 500)) == 200
