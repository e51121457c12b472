"""What is true now: the newer of two statements about the same thing comes first, and the older says so."""

from datetime import UTC, datetime

import pytest

from context_memory.memory.docs import DEFAULT_SCOPE, Hit, Kind, MemoryDoc
from context_memory.memory.recall import recall_block, selection

NOW = datetime(2026, 11, 20, tzinfo=UTC)


def told(name: str, text: str, day: int, **known: object) -> Hit:
    created = datetime(2026, 10, day, tzinfo=UTC)
    values: dict[str, object] = {"id": name, "scope": DEFAULT_SCOPE, "kind": Kind.FACT, "text": text}
    return Hit(MemoryDoc(**{**values, "created_at": created, **known}), 1.0 / day)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("When do we deploy?", "We deploy on Tuesdays", "We deploy on Thursdays now"),
        ("when do we deploy", "We deploy on Tuesdays", "We deploy on Thursdays"),
        ("Where do I live?", "I live in Porto with my cat", "I no longer live in Porto, I live in Lisbon with my cat"),
        (
            "What is the daily quota of the API?",
            "The daily quota of the API is 1000",
            "The daily quota of the API is 1200",
        ),
        ("什么时候部署？", "我们每周二部署", "部署时间改成我们每周四部署"),
    ],
)
def test_what_is_newer_comes_first_and_the_older_one_says_what_replaced_it(question: str, old: str, new: str) -> None:
    found = selection.in_order_of_time(question, [told("old", old, 1), told("new", new, 20)])

    assert [hit.doc.id for hit in found] == ["new", "old"]
    assert [hit.replaced_by for hit in found] == ["", "new"]
    assert "superseded by new" in recall_block.line_of(found[1], NOW)
    assert found[0].score >= found[1].score


def test_a_question_for_the_past_still_finds_the_old_first() -> None:
    hits = [told("old", "We deploy on Tuesdays", 1), told("new", "We deploy on Thursdays now", 20)]
    found = selection.in_order_of_time("When did we use to deploy before?", hits)

    assert [hit.doc.id for hit in found] == ["old", "new"]
    assert found[0].replaced_by == "new"


def test_what_cannot_be_ordered_is_shown_as_a_conflict() -> None:
    hits = [told("one", "We deploy on Tuesdays", 5), told("other", "We deploy on Thursdays", 5)]
    found = selection.in_order_of_time("When do we deploy?", hits)

    assert [hit.conflicts for hit in found] == [("other",), ("one",)]
    assert "conflicts with other" in recall_block.line_of(found[0], NOW)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("What pets do I have?", "I have a cat called Miso", "I have a dog called Rex"),
        ("When do we deploy?", "We deploy on Tuesdays", "Do we deploy on Thursdays now?"),
        ("When do we deploy?", "We deploy on Tuesdays", "The billing team deploys its mailer on Thursdays at nine"),
        ("When do we deploy?", "We deploy on Tuesdays", "We deploy on Tuesdays"),
    ],
)
def test_what_may_both_be_true_is_left_as_it_is(question: str, old: str, new: str) -> None:
    found = selection.in_order_of_time(question, [told("old", old, 1), told("new", new, 20)])

    assert [(hit.doc.id, hit.replaced_by, hit.conflicts) for hit in found] == [("old", "", ()), ("new", "", ())]


def test_what_another_person_says_replaces_nothing() -> None:
    """Each of two who talk has a birthday of their own."""
    mine = told("mine", "My birthday is on 3 May", 1, kind=Kind.TURN, speaker="Ines")
    yours = told("yours", "My birthday is on 9 June now", 20, kind=Kind.TURN, speaker="Tobias")

    assert not any(hit.replaced_by for hit in selection.in_order_of_time("When is the birthday?", [mine, yours]))
