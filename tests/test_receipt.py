"""The receipt: what had to be kept, where it is, and a score that means what it says."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.disk import places
from context_memory.disk.archive import Archive
from context_memory.model.compaction import Receipt
from context_memory.model.memory import Archived, Said, SessionMemory, Speaker
from context_memory.rules import gather, receipt
from context_memory.rules.receipt import of

from .compaction_sessions import compacted, long_session, run, sessions

MEMORY = SessionMemory(
    messages=10,
    requests=(Said("Write docs/retry.md", 8),),
    last_request="Write docs/retry.md",
    directives=(Said("Never touch config/prod.yaml.", 0), Said("a rule of the host", 1, Speaker.HOST)),
    corrections=(Said("The port is 8443.", 2),),
    decisions=(Said("Money is cents.", 3),),
    pending=("TODO: the index",),
    errors=(Said("TimeoutError: gateway", 4, Speaker.HOST),),
    archived=(Archived("cm:aaaaaaaaaaaa", 0, 3), Archived("cm:bbbbbbbbbbbb", 3, 3)),
)
EVERYTHING = (
    "Write docs/retry.md Never touch config/prod.yaml. The port is 8443. Money is cents. TODO: the index "
    "TimeoutError: gateway"
)


def where(found: Receipt) -> dict[str, str]:
    return {item.kind: item.where for item in found.archived}


def test_a_result_that_says_everything_scores_one():
    found = of(MEMORY, EVERYTHING, first_kept=6)

    assert found.score == 1.0
    assert (found.archived, found.missing) == ((), ())
    assert {item.kind for item in found.kept} == {
        "last_request", "directive", "correction", "decision", "todo", "error",
    }  # fmt: skip


def test_a_result_that_says_nothing_scores_zero_and_names_every_place():
    found = of(MEMORY, "", first_kept=6)

    assert found.score == 0.0
    assert where(found) == {
        "last_request": "kept messages",
        "directive": "cm:aaaaaaaaaaaa#L1",
        "correction": "cm:aaaaaaaaaaaa#L3",
        "decision": "cm:bbbbbbbbbbbb#L1",
        "error": "cm:bbbbbbbbbbbb#L2",
        "todo": "kept messages",
    }


def test_a_todo_is_looked_for_where_it_was_said():
    memory = replace(MEMORY, statements=(Said("TODO: the index", 5),))

    assert where(of(memory, "", first_kept=6))["todo"] == "cm:bbbbbbbbbbbb#L3"


def test_what_is_in_no_archive_and_not_kept_is_missing():
    found = of(SessionMemory(messages=4, directives=(Said("Never do this thing.", 1),)), "", first_kept=3)

    assert [item.text for item in found.missing] == ["Never do this thing."]


def test_nothing_to_keep_is_a_full_score():
    assert of(SessionMemory(), "", first_kept=0) == Receipt(1.0)


def test_white_space_does_not_hide_what_is_there():
    assert of(MEMORY, EVERYTHING.replace(" ", "\n  "), first_kept=6).score == 1.0


def test_a_request_that_is_there_in_part_counts_in_part():
    memory = SessionMemory(messages=2, requests=(Said("x", 0),), last_request="one two three four")

    assert 0.3 < of(memory, "Current task: one two", first_kept=1).score < 0.6


def test_rules_of_the_host_are_not_asked_for():
    assert "a rule of the host" not in [item.text for item in of(MEMORY, "", first_kept=6).archived]


def test_a_smaller_budget_never_scores_higher(tmp_path):
    session = long_session(30).build()

    budgets = (600, 1_500, 4_000, 12_000)
    scores = [compacted(session, tmp_path / str(budget), budget=budget).receipt.score for budget in budgets]

    assert scores == sorted(scores)
    assert scores[-1] > 0.9


def test_every_place_that_a_receipt_names_holds_the_text(tmp_path):
    session = long_session(30).build()
    outcome = compacted(session, tmp_path, budget=700)
    archive = Archive(places.of_workspace(tmp_path).archive)

    checked = 0
    for item in outcome.receipt.archived:
        if item.where == "kept messages":
            words = repr(session.messages[-len(outcome.tail) :])
        else:
            handle, _, line = item.where.partition("#L")
            words = archive.lines(handle, int(line), int(line)).decode()
            checked += 1
        assert item.text in words, (item, words)
    assert checked > 10


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(session=sessions(), result=st.text(max_size=200), kept=st.integers(0, 14))
def test_every_score_is_a_share_and_every_thing_is_in_one_place(session, result, kept):
    memory = gather.fold(SessionMemory(), session.messages)

    found = of(memory, result, first_kept=kept)

    assert 0.0 <= found.score <= 1.0
    assert all(not item.where for item in (*found.kept, *found.missing))
    assert all(item.where for item in found.archived)


def test_a_receipt_reads_well(tmp_path, markdown_snapshot):
    source = tmp_path / "session.jsonl"
    source.write_text(long_session(2).openclaw(), encoding="utf-8")
    workspace = tmp_path / "w"
    workspace.mkdir()
    run("compact_session", source, "--workspace", workspace, "--force", "--budget", 600, "--set", "min_receipt=0")

    shown = run("show_receipt", "--workspace", workspace).out

    assert shown == markdown_snapshot


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_number_of_things_that_are_asked_for_is_bounded(share):
    session = long_session(200).build()
    memory = gather.fold(SessionMemory(), session.messages)

    found = of(memory, "", first_kept=int(share * memory.messages))

    assert len(found.archived) + len(found.missing) < 300
    assert receipt.THINGS <= 200
