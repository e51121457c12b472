"""Words that speak for or against lasting, beside the rules. Cases are what people say in the middle of requests."""

import numpy
import pytest

from bench import fit_learning, learning
from context_memory.memory.learning import grammar_en, stated_facts, word_weights

CLASSES = grammar_en.english().classes


@pytest.mark.parametrize("language", ["en", "zh"])
def test_requests_of_the_moment_are_hardly_ever_learnt(language: str) -> None:
    done = learning.count("passing", language, learning.stated)

    assert done.false <= 0.08 * done.passing, "hard ones; rules alone took 9 of 109 and 11 of 117 at first sight"


def test_words_outweigh_a_rule_that_they_speak_against() -> None:
    text = "our meeting got moved to four so we have a bit more time for this"

    assert word_weights.total(text, 2, CLASSES) < 2
    assert stated_facts.find_stated(text) == ()


@pytest.mark.parametrize("points", [-3, 0, 2, 5])
@pytest.mark.parametrize("text", ["das machen wir später noch einmal", "src/themes/dark.json", "/tmp/shot 12.png"])
def test_what_the_table_does_not_know_is_left_to_the_rules(text: str, points: int) -> None:
    assert word_weights.total(text, points, CLASSES) == points


def test_many_rules_do_not_outweigh_the_words() -> None:
    text = "we never got an answer to that mail, send it again"

    assert word_weights.total(text, 9, CLASSES) == word_weights.total(text, word_weights.MOST_POINTS, CLASSES)


def test_what_was_fitted_is_read_back_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"bias": -1.23, "^we never": 3.5, "back\\slash": 0.25, "我们": 2.0}
    monkeypatch.setattr(word_weights, "_ENGLISH", fit_learning.written(table))

    assert word_weights._table.__wrapped__(is_chinese=False) == table


def test_an_opinion_decides_what_words_leave_open_and_nothing_else() -> None:
    asked: list[str] = []

    def opinion(clause: str) -> float:
        asked.append(clause)
        return 4.0

    texts = ("the crew meets behind the old mill at dawn", "my wrists hurt after an hour of typing", "we sold the van")
    open_one, points = next(
        (text, n) for text in texts for n in range(-4, 9) if abs(word_weights.total(text, n, CLASSES) - 2) < 1
    )
    assert word_weights.total(open_one, points, CLASSES, opinion) > word_weights.total(open_one, points, CLASSES)
    assert asked == [open_one]
    asked.clear()
    assert word_weights.total("we never use tabs in our code", 9, CLASSES, opinion) > 2
    assert not asked, "what is sure is not asked about: an embedder takes a millisecond for each clause"


def test_an_opinion_against_outweighs_words_that_are_not_known() -> None:
    text = "src/themes/dark.json"

    assert word_weights.total(text, 2, CLASSES, lambda _: -3.0) < 2


def test_only_the_embedder_that_was_fitted_has_an_opinion() -> None:
    assert word_weights.opinion_by("openai/other/512", lambda _: [0.0] * 512) is None
    known = word_weights.opinion_by(word_weights.EMBEDDER, lambda _: [0.0] * 512)
    assert known is not None
    assert known("anything") == word_weights.VECTOR_BIAS


def test_weights_of_vectors_are_read_back_as_they_were_written(monkeypatch: pytest.MonkeyPatch) -> None:
    given = numpy.array([*numpy.linspace(-2, 2, 512), 0.5])
    names: dict[str, object] = {}
    exec(fit_learning.written_vectors(given), names)
    for name in ("VECTOR_BIAS", "VECTOR_STEP", "_VECTOR_WEIGHTS"):
        monkeypatch.setattr(word_weights, name, names[name])

    opinion = word_weights.opinion_by(word_weights.EMBEDDER, lambda _: [0.0] * 511 + [1.0])

    assert opinion is not None
    assert opinion("anything") == pytest.approx(2.5, abs=0.01)


@pytest.mark.parametrize(
    ("said", "opinion", "is_learnt"),
    [
        ("jan talk is dr ines falk on dye plants", 1.4, True),
        ("jan talk is dr ines falk on dye plants", 0.4, False),
        ("I switched from pihole to adguard home, same ip", 2.5, True),
        ("I switched from pihole to adguard home, same ip", 1.0, False),
        ("read packages/coding-agent/docs/theme.md in full", 1.9, False),
        ("make the diff red and green a little less intense", 2.5, False),
    ],
)
def test_an_opinion_alone_keeps_a_statement_and_no_order_of_the_moment(
    said: str, opinion: float, *, is_learnt: bool
) -> None:
    assert bool(stated_facts.find_stated(said, lambda _: opinion)) is is_learnt
    assert stated_facts.find_stated(said) == ()
