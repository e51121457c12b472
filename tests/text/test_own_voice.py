"""Whose words stand in a message: the person's own, or those of somebody else that they pass on."""

from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file

from context_memory.text import own_voice

from ..growth import assert_linear

CASES = Path(__file__).parent.parent / "cases" / "voices.md"


@pytest.mark.parametrize(
    ("text", "expected"),
    [pytest.param(text[:-1], expected.rstrip("\n"), id=title) for _, title, text, expected in read_fixture_file(CASES)],
)
def test_what_others_wrote_is_parted_from_what_the_person_says(text: str, expected: str) -> None:
    assert _lines(own_voice.by_whom(text).own) == _lines(expected)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_every_line_of_others_is_kept_as_theirs() -> None:
    letter = "Dear all,\nNever ship on a Friday.\nRegards, Ana"

    assert own_voice.by_whom(f"{letter}\n\nok?").others == letter


def test_long_messages_take_time_in_proportion() -> None:
    assert_linear(own_voice.by_whom, "Ana wrote:\n\n" + "Dear Bo, never do that.\nShe says: no.\n\n" * 4_000)


def test_a_log_of_a_talk_is_of_those_who_talk_but_for_ones_own_lines() -> None:
    log = "Anna: never call me before 10\n我: send invoices to the office\nBob: ok\nAnna: I am allergic to nuts"

    assert _lines(own_voice.by_whom(log).own) == ["我: send invoices to the office"]
    assert own_voice.by_whom("Name: Ana\nCity: Bern\nLanguage: German").others == ""
