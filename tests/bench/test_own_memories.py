"""The memories that were written blind: each question has its answer where it says, or none."""

import pytest

from bench import own_memories, updates
from bench.conversations import Corpus


@pytest.mark.parametrize(
    "corpus",
    [own_memories.files("team"), own_memories.turns("assistant"), own_memories.statements("person")],
    ids=lambda corpus: corpus.name,
)
def test_half_of_the_questions_have_an_answer_in_the_memory(corpus: Corpus) -> None:
    answered = [each for each in corpus.questions if each.evidence]

    assert (len(answered), len(corpus.questions)) == (25, 50)
    assert all("?" in each.text or "？" in each.text for each in corpus.questions)


def test_every_update_names_what_is_found_and_most_are_told_right() -> None:
    right = asked = 0
    for form in updates.FORMS:
        for case, hits in updates.asked(form):
            assert case.now or case.either, case.text
            asked += 1
            right += updates.is_right(case, hits)

    assert asked == 39
    assert right >= 35
