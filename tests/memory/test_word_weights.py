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

    assert word_weights.total(2, word_weights.score_of(text, CLASSES)) < 2
    assert stated_facts.find_stated(text) == ()


@pytest.mark.parametrize("points", [-3, 0, 2, 5])
@pytest.mark.parametrize("text", ["das machen wir später noch einmal", "src/themes/dark.json", "/tmp/shot 12.png"])
def test_what_the_table_does_not_know_is_left_to_the_rules(text: str, points: int) -> None:
    assert word_weights.score_of(text, CLASSES) is None
    assert word_weights.total(points, None) == points


def test_many_rules_do_not_outweigh_the_words() -> None:
    text = "we never got an answer to that mail, send it again"

    score = word_weights.score_of(text, CLASSES)
    assert word_weights.total(9, score) == word_weights.total(word_weights.MOST_POINTS, score)


def test_what_was_fitted_is_read_back_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"bias": -1.23, "^we never": 3.5, "back\\slash": 0.25, "我们": 2.0}
    monkeypatch.setattr(word_weights, "_ENGLISH", fit_learning.written(table))

    assert word_weights._table.__wrapped__(is_chinese=False) == table


def test_an_opinion_counts_where_a_clause_may_last_and_is_not_asked_elsewhere() -> None:
    asked: list[str] = []

    def opinion(clause: str) -> float:
        asked.append(clause)
        return 4.0

    text = "my wrists hurt after an hour of typing"
    (alone,) = stated_facts.find_stated(text, enough=-9)
    (helped,) = stated_facts.find_stated(text, opinion, enough=-9)
    assert asked == [text]
    assert helped.points > alone.points
    asked.clear()
    stated_facts.find_stated("try once more and tell me what it says", opinion)
    assert not asked, "an embedder takes a millisecond for each clause"


def test_the_same_clause_counts_for_less_where_the_message_is_about_a_product() -> None:
    rule = "The old entries must never be shown again."

    alone, beside = (
        max(each.points for each in stated_facts.find_stated(text, enough=-9) if "entries" in each.text)
        for text in (rule, f"We build a guest book. The form should ask for a name. {rule} Write the ticket.")
    )

    assert beside < alone


@pytest.mark.parametrize(
    "said",
    [
        "The new cart must keep the last ten items and never show another user's. Write the ticket.",
        "As a user I want to be able to delete my account; the app should never keep my data.",
        "Sketch me the tables in Postgres, nothing fancy",
        "Please play a grumpy innkeeper who always overcharges. I'm a bard. I never pay.",
        "Draft, pls fix the grammar only: Hi all, from now on please send your invoices to Ada.",
        "门禁需求如下：1. 访客必须登记；2. 以后每次进门都要拍照。帮我画个 ER 图",
    ],
)
def test_what_is_asked_for_now_or_told_of_a_product_or_a_part_is_not_learnt(said: str) -> None:
    assert stated_facts.find_stated(said) == ()


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
    "said", ["read packages/coding-agent/docs/theme.md in full", "make the diff red and green a little less intense"]
)
def test_an_opinion_keeps_no_order_of_the_moment(said: str) -> None:
    assert stated_facts.find_stated(said, lambda _: 5.0) == ()


@pytest.mark.parametrize(
    "said",
    [
        "Die offenen Aufgaben machen wir später. Besonders im Archiv sind sehr viele unstrukturierte Daten.",
        "2 Aufgaben manchmal zu schnell als vollständig markiert, jede Datei sollte einen Grund haben.",
        "/var/folders/49/l4171/T/TemporaryItems/shot 12.png",
    ],
)
def test_of_words_of_no_table_the_context_alone_makes_nothing_last(said: str) -> None:
    assert stated_facts.find_stated(said, enough=-0.95) == ()
