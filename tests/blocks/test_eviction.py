"""Eviction: the oldest capsules leave, the newest never, and what left is still found."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.blocks import view
from context_memory.blocks.values import BlockState, Capsule, CodecId, Swapped, Unchanged
from context_memory.storage import message_pack
from context_memory.text.tokens import bytes4
from tests.block_sessions import (
    NOW,
    SMALL,
    block_ids,
    current,
    forget_derived,
    ingested,
    messages_of,
    opened,
    story,
    swapped,
)
from tests.compaction_sessions import run


def test_three_of_thirty_thousand_become_two() -> None:
    """B-10."""
    found = view.choose_evicted([30_000, 30_000, 30_000], 80_000)

    assert found == view.Eviction(1)


def test_one_of_ninety_thousand_stays_with_a_warning() -> None:
    """B-11."""
    found = view.choose_evicted([90_000], 80_000)

    assert found.count == 0
    assert "90,000" in found.warning


def test_the_size_counts_title_and_headings() -> None:
    assert view.total_tokens([100, 200]) == 20 + 115 + 215
    assert view.total_tokens([]) == 0


@given(st.lists(st.integers(0, 10_000), max_size=30), st.integers(0, 100_000))
def test_what_stays_fits_or_is_the_newest_alone(sizes: list[int], cap: int) -> None:
    found = view.choose_evicted(sizes, cap)
    left = sizes[found.count :]

    assert not sizes or left
    assert view.total_tokens(left) <= cap or len(left) == 1
    assert found.count == 0 or view.total_tokens(sizes[found.count - 1 :]) > cap, "no more than necessary left"
    assert bool(found.warning) == (view.total_tokens(left) > cap)


@pytest.fixture
def swapped_workspace(tmp_path: Path) -> Path:
    """A workspace whose view shows several capsules."""
    settings = SMALL._replace(evict_tokens=100_000)
    ingested(tmp_path, messages_of(), settings)
    with opened(tmp_path, settings) as services:
        for block in services.store.blocks("story"):
            text = f"Block {block.number} was about module work."
            services.store.keep(Capsule(block.id, CodecId("extractive"), text, 50, block.tokens))
        swapped(services)
        assert len(current(services).shown) > 5
    return tmp_path


def test_the_oldest_leave_the_view_and_stay_readable(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        before = current(services)
        done = services.viewer.evict("story", NOW, cap=view.total_tokens([50] * 3))
        after = current(services)
        rows = services.viewer.rows("story")
        oldest = services.viewer.row(before.shown[0].block)
        messages = services.viewer.messages_of(oldest.block)
        hits = list(services.viewer.find("story", messages[-1].text[:40] or "module_0"))

    assert isinstance(done, Swapped)
    assert after.shown == before.shown[-3:]
    assert after.evicted == len(before.shown) - 3
    assert after.revision == before.revision + 1
    assert [row.state for row in rows[: after.evicted]] == [BlockState.EVICTED] * after.evicted
    assert oldest.capsule is not None
    assert content_of(messages) == content_of(messages_of()[: len(messages)])
    assert hits[-1].block == oldest.block.id


def content_of(messages: tuple) -> list:  # type: ignore[type-arg]
    return [message.parts for message in messages]


def test_blocks_keep_their_numbers_and_the_view_says_how_the_others_are_read_back(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        services.viewer.evict("story", NOW, cap=view.total_tokens([50] * 3))
        text = services.viewer.view("story").prefix
        after = current(services)
        gone = services.store.blocks("story")[: after.evicted]
        expected = [message for block in gone for message in services.viewer.messages_of(block)]

    assert re.findall(r"(?m)^## Block (\d+) ", text) == [str(each.number) for each in after.shown]
    ((first, last, where),) = re.findall(r"(?m)^_Blocks (\d+) to (\d+) out of view: archive (\S+)_$", text)
    assert (int(first), int(last)) == (1, after.evicted)
    lines = run("archive", where, "--workspace", swapped_workspace).out.splitlines()
    assert [json.loads(line)["parts"] for line in lines] == [message_pack.value_of(each)["parts"] for each in expected]


def test_a_later_swap_still_names_all_that_is_out_of_view(swapped_workspace: Path) -> None:
    with opened(swapped_workspace, SMALL._replace(evict_tokens=300)) as services:
        services.ingester.add("story", messages_of(80)[len(messages_of()) :], NOW)
        swapped(services)
        after = current(services)

    assert [each.first for each in after.gone] == [1, *(each.last + 1 for each in after.gone[:-1])]
    assert after.gone[-1].last == after.evicted
    assert len(after.gone) == len({each.where for each in after.gone}) > 1


def test_an_evicted_block_leaves_what_was_said_there_that_is_worth_most(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        services.viewer.evict("story", NOW, cap=view.total_tokens([50] * 3))
        after, text = current(services), services.viewer.view("story").prefix
        again = services.viewer.view("story").prefix
        gone = services.store.blocks("story")[: after.evicted]

    briefs = [each.brief for each in after.gone if each.brief]
    lines = [line for brief in briefs for line in brief.splitlines()]
    assert lines
    assert all(line.startswith("- ") and line in text for line in lines)
    assert sum(map(bytes4, briefs)) * 15 < sum(block.tokens for block in gone)
    assert "Never touch" not in "".join(briefs), "the header has it"
    assert again == text


def test_the_newest_capsule_never_leaves(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        services.viewer.evict("story", NOW, cap=0)
        left = current(services)
        again = services.viewer.evict("story", NOW, cap=0)

    assert len(left.shown) == 1
    assert "it stays" in left.warning
    assert isinstance(again, Unchanged)
    assert again.reason == "newest-block"


def test_an_eviction_survives_the_loss_of_derived_state(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        services.viewer.evict("story", NOW, cap=200)
        before = services.viewer.view("story")
    forget_derived(swapped_workspace)

    with opened(swapped_workspace) as services:
        assert services.viewer.view("story") == before


def test_the_next_swap_goes_on_behind_what_was_evicted(swapped_workspace: Path) -> None:
    with opened(swapped_workspace) as services:
        services.viewer.evict("story", NOW, cap=200)
        evicted = current(services).evicted
        services.ingester.add("story", messages_of(80)[len(messages_of()) :], NOW)
        swapped(services)
        after = current(services)
        ids = block_ids(services)

    assert after.evicted >= evicted
    assert [each.block for each in after.shown] == ids[after.evicted : after.evicted + len(after.shown)]


def test_the_command_says_what_would_leave_and_what_left(swapped_workspace: Path) -> None:
    (swapped_workspace / "story.jsonl").write_text(story(2).openclaw())

    would = run("blocks evict", "--keep", 200, "--workspace", swapped_workspace, "--dry-run")
    did = run("blocks evict", "--keep", 200, "--workspace", swapped_workspace, "--json")
    listed = run("blocks show", "--state", "evicted", "--workspace", swapped_workspace, "--json").json["blocks"]

    assert "would leave" in would.out
    assert did.json["evicted"] == len(listed) > 0


def test_a_size_that_is_no_size_is_a_usage_error(swapped_workspace: Path) -> None:
    assert run("blocks evict", "--keep", -1, "--workspace", swapped_workspace).code == 2
