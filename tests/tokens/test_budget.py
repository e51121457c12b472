"""The marks of a window, per policy."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.errors import InputError
from context_memory.settings.values import PolicyName
from context_memory.tokens import budget

NAMES = budget.Budget._fields


@pytest.mark.parametrize(
    "row",
    [
        (8_192, 2_048, 6_144, 6_144, 3_072, 3_072, 3_276, 1_474, 327, 1_475),
        (32_768, 8_192, 24_576, 24_576, 20_576, 19_660, 13_107, 5_898, 1_310, 5_899),
        (128_000, 20_000, 108_000, 108_000, 104_000, 86_400, 51_200, 23_040, 5_120, 23_040),
        (200_000, 20_000, 180_000, 150_000, 146_000, 120_000, 80_000, 36_000, 8_000, 36_000),
        (1_000_000, 20_000, 980_000, 150_000, 146_000, 120_000, 90_000, 36_000, 8_000, 46_000),
    ],
)
def test_the_skill_policy_is_the_table_of_the_specification(row):
    expected = dict(zip(NAMES, row, strict=True))

    marks = budget.budget_of(row[0], "skill")._asdict()

    assert marks == expected


def test_r_memory_keeps_36k_raw_and_80k_capsules():
    marks = budget.budget_of(200_000, "r-memory")

    assert (marks.raw_window, marks.capsules) == (36_000, 80_000)


def test_provider_compacts_at_85_per_cent_down_to_40():
    for window in (200_000, 1_000_000):
        marks = budget.budget_of(window, "provider")

        assert marks.compact_at == window * 85 // 100
        assert marks.target == window * 40 // 100


@pytest.mark.parametrize(
    ("window", "flush_at", "compact_at"),
    [
        (8_192, 3_072, 6_144),
        (32_768, 20_576, 24_576),
        (128_000, 104_000, 108_000),
        (200_000, 176_000, 180_000),
        (1_000_000, 976_000, 980_000),
    ],
)
def test_d_01_openclaw_has_the_marks_of_the_real_host(window, flush_at, compact_at):
    """D-01, the table of flush marks (SPEC 4.2)."""
    marks = budget.budget_of(window, "openclaw")

    assert (marks.flush_at, marks.compact_at) == (flush_at, compact_at)


def test_small_is_for_small_windows_only():
    assert budget.budget_of(32_768, "small").raw_window > budget.budget_of(32_768, "skill").raw_window
    with pytest.raises(InputError, match="32,768"):
        budget.budget_of(128_000, "small")


def test_an_unknown_policy_names_the_known_ones():
    with pytest.raises(InputError) as caught:
        budget.budget_of(200_000, "fast")

    assert "skill" in caught.value.hint


@given(st.integers(min_value=1_000, max_value=100_000_000), st.sampled_from(sorted(budget.POLICIES)))
def test_every_window_has_marks_in_order(window, policy):
    if policy == "small":
        window = min(window, budget.SMALL_WINDOW)

    marks = budget.budget_of(window, policy)

    assert 0 < marks.prewarm_at <= marks.flush_at < marks.compact_at <= marks.hard < window
    assert marks.target < marks.compact_at
    assert marks.raw_window + marks.restore + marks.capsules <= marks.target


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"prewarm_at": 150_001}, "prewarm (150001) <= flush"),
        ({"flush_at": 150_000}, "flush (150000) < compact"),
        ({"compact_at": 190_000}, "compact (190000) <= hard"),
        ({"target": 150_000}, "target (150000) < compact"),
        ({"capsules": 80_000}, "(124000) <= target"),
    ],
)
def test_a_broken_rule_is_named(change, rule):
    with pytest.raises(InputError) as caught:
        budget.validate(budget.budget_of(200_000)._replace(**change))

    assert rule in str(caught.value)


@pytest.mark.parametrize("window", [0, 1, 2, -5])
def test_a_window_without_room_is_refused(window):
    with pytest.raises(InputError):
        budget.budget_of(window)


def test_marks_are_crossed_from_below():
    marks = budget.budget_of(200_000)

    assert budget.crossed(marks, 119_999) == ()
    assert budget.crossed(marks, 120_000) == ("prewarm",)
    assert budget.crossed(marks, 150_000) == ("prewarm", "flush", "compact")
    assert budget.crossed(marks, 10**9) == ("prewarm", "flush", "compact", "hard")


def test_the_policies_that_a_setting_may_name_are_those_that_have_marks():
    assert set(budget.POLICIES) == set(get_args(PolicyName))
