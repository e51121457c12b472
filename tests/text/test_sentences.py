"""Where one sentence ends and the next begins."""

import pytest

from context_memory.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Prices are in cents, incl. 21% VAT. Never in euros.",
            ["Prices are in cents, incl. 21% VAT.", "Never in euros."],
        ),
        ("Ask Dr. Meier (e.g. today). Then go on.", ["Ask Dr. Meier (e.g. today).", "Then go on."]),
        ("Bitte z.B. so machen. Danke!", ["Bitte z.B. so machen.", "Danke!"]),
        ("Use tabs, spaces, etc. Never mix them.", ["Use tabs, spaces, etc.", "Never mix them."]),
        ("We ship 3 a day at max. Then we stop.", ["We ship 3 a day at max.", "Then we stop."]),
        ("one thing, e.g.\nanother thing", ["one thing, e.g.", "another thing"]),
        ("价格含税。不要改！", ["价格含税。", "不要改！"]),
    ],
)
def test_an_abbreviation_ends_no_sentence_that_goes_on(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences
