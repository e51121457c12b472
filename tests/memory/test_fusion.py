"""OpenClaw's fusion mode by hand: merge, least score, projects, maximal marginal relevance (SPEC 4.2, D-09)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.llm.ports import EmbedRequest
from context_memory.memory import same_fact, standing
from context_memory.memory.assembly import open_store
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.indexing.services import index_files
from context_memory.memory.recall.ranking.rank import Fusion
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.storage import places

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_the_merge_is_seven_parts_meaning_and_three_parts_words() -> None:
    """D-09: rank -2 is a text score of 2/3, no rank is 0; 0.7 x 0.5 + 0.3 x 2/3 = 0.55."""
    merged = standing.openclaw({1: 0.5, 2: 0.9}, {1: -2.0, 3: -10.0})

    assert merged == pytest.approx({1: 0.55, 2: 0.63, 3: 0.3 * 10 / 11})


def test_what_only_meaning_found_needs_the_least_score_and_words_do_not() -> None:
    assert standing.above_least({1: 0.35, 2: 0.349, 3: 0.1}, by_words=[3]) == {1: 0.35, 3: 0.1}


@pytest.mark.parametrize(
    ("own", "asked", "expected"),
    [("atlas", "atlas", 1.15), ("Atlas", "atlas", 1.15), ("zeus", "atlas", 0.9), ("", "atlas", 1), ("zeus", "", 1)],
)
def test_the_same_project_counts_more_and_another_one_less(own: str, asked: str, expected: float) -> None:
    assert standing.of_project(own, asked) == expected


def test_likeness_is_the_share_of_tokens_that_both_have() -> None:
    assert same_fact.tokens("Red-Blue 我喜欢 hello 你好") == {
        *("red", "blue", "hello"),
        *("我", "喜", "欢", "我喜", "喜欢", "你", "好", "你好"),  # not 欢你: other words stand between
    }
    assert same_fact.jaccard(same_fact.tokens("a b c"), same_fact.tokens("b c d e")) == 2 / 5
    assert (same_fact.jaccard(frozenset(), frozenset()), same_fact.jaccard(frozenset("a"), frozenset())) == (1.0, 0.0)


def test_the_second_best_waits_when_it_says_what_the_best_said() -> None:
    """Scores .9 .8 .5 are relevance 1, .75, 0; likeness of b to a is 3/4, of c to a 0.

    b: .7 x .75 - .3 x .75 = .3 beats c: .7 x 0 - .3 x 0 = 0; with c at .7 (relevance .5) c wins by .35 to .3.
    """
    a, b = "the red boat sails", "the red boat"

    assert same_fact.diverse([("a", 0.9, a), ("b", 0.8, b), ("c", 0.5, "tea")]) == ["a", "b", "c"]
    assert same_fact.diverse([("a", 0.9, a), ("b", 0.8, b), ("c", 0.7, "tea"), ("d", 0.5, "x")]) == ["a", "c", "b", "d"]


def test_equal_scores_go_by_unlikeness_alone() -> None:
    """No width: every relevance is 1. b repeats a (likeness 1: .7 - .3 = .4), c does not (.7)."""
    assert same_fact.diverse([("a", 0.4, "one"), ("b", 0.4, "one"), ("c", 0.4, "two")]) == ["a", "c", "b"]


def test_a_share_of_one_is_the_order_of_the_scores() -> None:
    items = [("a", 0.1, "one"), ("b", 0.9, "one"), ("c", 0.5, "one")]

    assert same_fact.diverse(items, share=1.0) == ["b", "c", "a"]


@given(st.lists(st.tuples(st.floats(0, 1), st.text("abc ", max_size=8)), max_size=30))
def test_diversity_loses_nothing_and_begins_with_the_best(rows: list[tuple[float, str]]) -> None:
    items = [(number, score, text) for number, (score, text) in enumerate(rows)]

    order = same_fact.diverse(items)

    assert sorted(order) == list(range(len(rows)))
    assert not rows or rows[order[0]][0] == max(score for score, _ in rows)


def test_many_items_keep_their_places_behind_those_that_are_compared() -> None:
    items = [(number, 1 - number / 1_000, "same") for number in range(same_fact.MOST_DIVERSE + 50)]

    assert same_fact.diverse(items)[same_fact.MOST_DIVERSE :] == list(
        range(same_fact.MOST_DIVERSE, same_fact.MOST_DIVERSE + 50)
    )


class Near:
    """Everything is as near to a question as its first number says."""

    identity = "near/2"

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        return [(0.4, 0.6) if "far" in text else (1.0, 0.0) for text in request.texts]


def test_the_mode_orders_notes_as_openclaw_does(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(
        "the boiler leaks water <!-- importance: 10 -->\n\n"
        "the boiler leaks water again\n\n"
        "call the plumber about the boiler\n\n"
        "paint the boiler red <!-- project: zeus -->\n\n"
        "a far thing\n\n"
    )
    store = open_store(places.of_workspace(tmp_path))
    index_files.update(store, tmp_path)
    meaning = VectorSearch(store, Near())
    meaning.update()

    hits = Recall(store, meaning=meaning).find(Search("boiler", NOW, fusion=Fusion.OPENCLAW, project="home")).hits

    scores = {hit.doc.text: hit.score for hit in hits}
    assert [hit.doc.text for hit in hits] == [
        "the boiler leaks water",
        "call the plumber about the boiler",
        "the boiler leaks water again",  # nearly the first one again
        "paint the boiler red",
    ]
    assert scores["the boiler leaks water again"] > scores["paint the boiler red"]  # of another project
    assert 0.7 * 1.25 < scores["the boiler leaks water"] < 1.25
    assert "a far thing" not in scores  # 0.7 x 0.4 = 0.28 is below 0.35, and no word of it was asked for
    store.close()
