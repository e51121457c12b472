"""Standing of docs: relevance, tiers, fusion scores, age labels."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.memory import standing
from context_memory.memory.docs import Kind, MemoryDoc, Scope, Tier
from context_memory.memory.recall import recall_block

NOW = datetime(2026, 11, 20, tzinfo=UTC)
DOC = MemoryDoc("d", Scope("agent:main"), Kind.FACT, "text", created_at=NOW, accessed_at=NOW)
tier_names = st.sampled_from(list(Tier))
shares = st.floats(0, 1)
counts = st.integers(0, 50)
ages = st.floats(0, 10_000)


def doc(tier: str, importance: float, count: int, *, pinned: bool = False, tags: tuple[str, ...] = ()) -> MemoryDoc:
    return DOC._replace(tier=Tier(tier), importance=importance, access_count=count, pinned=pinned, tags=tags)


@pytest.mark.parametrize(
    ("tier", "importance", "count", "days", "expected"),
    [  # SPEC 5.2
        ("working", 0.5, 0, 0, 0.55),
        ("working", 0.5, 0, 30, 0.438313),
        ("working", 0.72, 3, 61, 0.59921),
        ("working", 0.01, 0, 3650, 0.3),
        ("peripheral", 0.2, 0, 10, 0.344276),
        ("peripheral", 0.2, 0, 60, 0.1),
        ("core", 0.85, 0, 61, 0.9),
    ],
)
def test_relevance_is_that_of_the_table(tier: str, importance: float, count: int, days: float, expected: float) -> None:
    assert standing.relevance_at_age(doc(tier, importance, count), days) == pytest.approx(expected, abs=1e-6)


@given(tier_names, shares, counts, ages, ages)
def test_relevance_never_rises_with_age(tier: Tier, importance: float, count: int, one: float, other: float) -> None:
    young, old = sorted((one, other))

    assert standing.relevance_at_age(doc(tier, importance, count), old) <= standing.relevance_at_age(
        doc(tier, importance, count), young
    )


@given(tier_names, shares, counts, ages)
def test_relevance_keeps_its_bounds_and_a_pin_is_one(tier: Tier, importance: float, count: int, days: float) -> None:
    assert max(0.01, standing.FLOORS[tier]) <= standing.relevance_at_age(doc(tier, importance, count), days) <= 1
    assert standing.relevance_at_age(doc(tier, importance, count, pinned=True), days) == 1


@pytest.mark.parametrize(
    ("tier", "importance", "count", "days", "expected"),
    [
        ("working", 0.5, 15, 0, "core"),
        ("working", 0.5, 14, 0, "working"),
        ("working", 0.9, 0, 0, "core"),
        ("working", 0.8, 5, 0, "core"),
        ("working", 0.79, 14, 0, "working"),
        ("working", 0.65, 0, 60, "working"),
        ("working", 0.65, 0, 60.01, "peripheral"),
        ("working", 0.65, 3, 61, "working"),
        ("peripheral", 0.5, 3, 10, "working"),
        ("peripheral", 0.5, 2, 10, "peripheral"),
        ("peripheral", 0.3, 3, 90, "peripheral"),
        ("core", 0.85, 0, 61, "core"),
    ],
)
def test_tiers_change_as_in_the_table(tier: str, importance: float, count: int, days: float, expected: str) -> None:
    assert standing.tier_at_age(doc(tier, importance, count), days) == expected


def test_a_pinned_doc_of_ten_years_is_core_and_whole() -> None:
    old = doc("peripheral", 0.01, 0, pinned=True)._replace(created_at=NOW - timedelta(days=3650))

    assert standing.settled(old, NOW).tier is Tier.CORE
    assert standing.relevance(old, NOW) == 1


def test_only_what_is_superseded_leaves_core() -> None:
    old = doc("core", 0.95, 0, tags=(standing.SUPERSEDED,))

    assert standing.tier_at_age(old, 0) is Tier.WORKING
    assert standing.tier_at_age(old, 61) is Tier.PERIPHERAL


def test_touching_counts_and_moves_the_clock_forward_only() -> None:
    touched = standing.touched(doc("working", 0.5, 14), NOW - timedelta(days=1))

    assert (touched.access_count, touched.accessed_at, touched.tier) == (15, NOW, Tier.CORE)


@pytest.mark.parametrize(
    ("tier", "importance", "pinned", "expected"),
    [("core", 0.95, True, 1.760938), ("working", 0.65, False, 1.075), ("peripheral", 0.3, False, 0.72)],
)
def test_quality_is_that_of_the_table(tier: str, importance: float, pinned: bool, expected: float) -> None:
    assert standing.quality(doc(tier, importance, 0, pinned=pinned)) == pytest.approx(expected, abs=1e-6)


def test_openclaws_numbers_are_its_own() -> None:
    assert [standing.weight_of_importance10(i) for i in (None, 1, 5, 10)] == pytest.approx([1, 0.8, 1, 1.25])
    assert [standing.openclaw_text_score(r) for r in (-0.5, -2, -10, 0, 3)] == pytest.approx(
        [1 / 3, 2 / 3, 10 / 11, 1, 0.25]
    )
    assert standing.weight_of_dated_note(30) == pytest.approx(0.5)


def test_reciprocal_ranks_add_up() -> None:
    assert standing.rrf_score({"words": 1, "meaning": 3}) == pytest.approx(0.032266458495966696)
    assert standing.rrf({"words": [1, 2], "meaning": [2]})[2] == pytest.approx(1 / 62 + 1 / 61)


@given(st.lists(st.integers(0, 9), unique=True), st.lists(st.integers(0, 9), unique=True))
def test_reciprocal_ranks_do_not_know_the_order_of_the_lanes(one: list[int], other: list[int]) -> None:
    assert standing.rrf({"a": one, "b": other}) == pytest.approx(standing.rrf({"b": other, "a": one}))


@pytest.mark.parametrize(
    ("days", "label"),
    [
        (0, "today"),
        (1, "yesterday"),
        (6, "6 days ago"),
        (7, "~1 week ago"),
        (20, "2 weeks ago"),
        (40, "5 weeks ago, may be outdated, verify"),
        (200, "6 months ago, may be outdated, verify"),
        (366, "1 year ago, likely outdated"),
        (-3, "today"),
    ],
)
def test_age_labels_warn_of_old_docs(days: int, label: str) -> None:
    assert recall_block.age_label(NOW - timedelta(days=days), NOW) == label
