"""The memories that were written blind: each question has its answer where it says, or none."""

import pytest

from bench import memory_sets, own_memories, updates
from bench.conversations import Corpus


@pytest.mark.parametrize(
    ("corpus", "answered"),
    [
        (own_memories.files("team"), 25),
        (own_memories.turns("assistant"), 25),
        (own_memories.statements("person"), 25),
        (own_memories.statements("crew"), 20),
        (own_memories.statements("notes"), 20),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_half_of_the_questions_have_an_answer_in_the_memory(corpus: Corpus, answered: int) -> None:
    with_evidence = [each for each in corpus.questions if each.evidence]

    assert (len(with_evidence), len(corpus.questions)) == (answered, 2 * answered)
    assert all("?" in each.text or "？" in each.text for each in corpus.questions)


@pytest.mark.parametrize("name", ["small, en", "small, zh"])
def test_of_each_small_memory_ten_questions_have_no_answer(name: str) -> None:
    corpora = dict(memory_sets.every(None))[name]

    for corpus in corpora:
        answered = [each for each in corpus.questions if each.evidence]
        assert len(answered) >= 12
        assert len(corpus.questions) - len(answered) == 10


def test_every_update_names_what_is_found_and_most_are_told_right() -> None:
    right = asked = 0
    for form in updates.FORMS:
        for case, hits in updates.asked(form):
            assert case.now or case.either, case.text
            asked += 1
            right += updates.is_right(case, hits)

    assert asked == 39
    assert right >= 35
