"""Where one sentence ends and the next begins."""

import re

import pytest

from context_memory.text import sentences
from context_memory.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Prices are in cents, incl. 21% VAT. Never in euros.",
            ["Prices are in cents, incl. 21% VAT.", "Never in euros."],
        ),
        ("Ask Dr. Meier (e.g. today). Then go on.", ["Ask Dr. Meier (e.g. today).", "Then go on."]),
        ("Dr. Fenwick has retired. Mr. Osei follows.", ["Dr. Fenwick has retired.", "Mr. Osei follows."]),
        ("- done\nJ. Li auch. Prof. Dr. Braun lehrt.", ["- done", "J. Li auch.", "Prof. Dr. Braun lehrt."]),
        ("Mag. Horvath in Graz. She waits.", ["Mag. Horvath in Graz.", "She waits."]),
        ("the braces: Dra. Monzó. In May.", ["the braces: Dra. Monzó.", "In May."]),
        ("mag. horvath says no. ok", ["mag. horvath says no.", "ok"]),
        ("La Sra. Álvarez y el Sr. Gil. Bien.", ["La Sra. Álvarez y el Sr. Gil.", "Bien."]),
        ("Dr. med. Huber, Tel. 0316 555. Danke.", ["Dr. med. Huber, Tel. 0316 555.", "Danke."]),
        ("Am 12. Dezember, am 14. dezember. Gut.", ["Am 12. Dezember, am 14. dezember.", "Gut."]),
        ("In der 3. Woche, im 2. Oder 3.", ["In der 3. Woche, im 2.", "Oder 3."]),
        ("It takes 5 ms. then we wait. I am 30. And you?", ["It takes 5 ms.", "then we wait.", "I am 30.", "And you?"]),
        ("z.B. so. No. 5 is red. Is it? No. We go.", ["z.B. so.", "No. 5 is red.", "Is it?", "No.", "We go."]),
        ("Open until 5 p.m. today. Take plan B. Then go.", ["Open until 5 p.m. today.", "Take plan B.", "Then go."]),
        ("Bitte z.B. so machen. Danke!", ["Bitte z.B. so machen.", "Danke!"]),
        ("Bitte Vorlagen (z.B. Projekte) anlegen. Danke!", ["Bitte Vorlagen (z.B. Projekte) anlegen.", "Danke!"]),
        ("Use tabs, spaces, etc. Never mix them.", ["Use tabs, spaces, etc.", "Never mix them."]),
        ("We ship 3 a day at max. Then we stop.", ["We ship 3 a day at max.", "Then we stop."]),
        ("one thing, e.g.\nanother thing", ["one thing, e.g.", "another thing"]),
        ("价格含税。不要改！", ["价格含税。", "不要改！"]),
    ],
)
def test_an_abbreviation_ends_no_sentence_that_goes_on(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Put it in `.env`. Never commit it.", ["Put it in `.env`.", "Never commit it."]),
        ('The label is "Save". Keep it.', ['The label is "Save".', "Keep it."]),
        ('He said "no." Then he left.', ['He said "no."', "Then he left."]),
        ("He said “no.” Then he left.", ["He said “no.”", "Then he left."]),
        ("It works (really!). Good.", ["It works (really!).", "Good."]),
        ("(It works.) We ship.", ["(It works.)", "We ship."]),
        ("他说“不要用表格。”然后走了。", ["他说“不要用表格。”", "然后走了。"]),
        ("请用「简体」。以后都这样。", ["请用「简体」。", "以后都这样。"]),
    ],
)
def test_a_sentence_ends_behind_a_closing_mark_too(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


@pytest.mark.parametrize(
    "text",
    [
        'It calls split(". ") and joins.',
        "x = '. ' is the separator",
        'Type "?" to see the help.',
        '"Stop." he said',
        "Commit the .env file",
        "Run `git add .` and commit.",
        "他说“好！”，然后走了。",
    ],
)
def test_a_mark_that_is_quoted_or_opens_a_name_ends_no_sentence(text: str) -> None:
    assert list(split_sentences(text)) == [text]


@pytest.mark.parametrize(
    ("text", "limit", "clipped"),
    [
        ("one two three", 13, "one two three"),
        ("one two three four", 10, "one two…"),
        ("one two three four", 8, "one two…"),
        ("first line\nsecond", 14, "first line…"),
        ("src/modes/interactive/selector.py", 24, "src/modes/interactive/…"),
        ("cycleModel|executeBash|executeCompaction", 30, "cycleModel|executeBash|…"),
        ("x" * 30, 10, "x" * 9 + "…"),
        ("从网关到结算服务的订单都要重试", 8, "从网关到结算服…"),
    ],
)
def test_a_text_is_cut_between_words_where_that_costs_little(text, limit, clipped):
    assert sentences.clip(text, limit) == clipped


def test_rows_are_told_from_other_lines_by_what_they_share():
    rows = [f"{i} | job-{i} | waiting for the ledger" for i in range(9)]
    lines = [*rows[:5], "Reindexing blocks everybody else.", *rows[5:]]

    assert sentences.rows_in(lines) == {0, 1, 2, 3, 4, 6, 7, 8, 9}
    assert sentences.last_but_rows(lines, re.compile("[a-z]{3}")) == "Reindexing blocks everybody else."
    assert sentences.rows_in(["first", "second", "third"]) == set()


@pytest.mark.parametrize("whom", ["Dr. Ellen Marsh", "Mag. Horvath", "Dra. Soler-Gil"])
def test_who_is_meant_by_a_pronoun_is_told_by_the_whole_name(whom):
    assert sentences.about_whom(split_sentences(f"Our contact is {whom}. she answers at night."), 1) == whom
