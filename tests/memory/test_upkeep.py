"""Idle work on the memory: what is merged, drafted, faded and moved, that each step says why, and that all of it can be
taken back."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from context_memory.cli.run import run
from context_memory.errors import InputError, RefusedError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import Kind, MemoryDoc, Scope, Tier
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.upkeep import plan as rules
from context_memory.memory.upkeep.service import Upkeep
from context_memory.storage import audit_log
from context_memory.storage.places import Places, of_workspace

from .test_meaning import ConceptEmbedder

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
PUSH = (
    "Next time run the tests before you push",
    "Always run the tests before pushing to main",
    "Don't push without running the tests first",
)


class NearEmbedder(ConceptEmbedder):
    """Every pair of different words at a cosine of .8."""

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        kinds = ("kayak", "boat", "ship")
        return [[0.8**0.5, *(0.2**0.5 if kind in text.lower() else 0.0 for kind in kinds)] for text in request.texts]


class Mind:
    """A workspace whose memory can be tidied."""

    def __init__(self, folder: Path) -> None:
        self.places: Places = of_workspace(folder)
        self.store: DocStore = open_store(self.places)
        self.embedder: ConceptEmbedder | None = None

    def put(self, *texts: str, kind: str = "lesson", **known: object) -> list[MemoryDoc]:
        lines = ({"text": text, "kind": kind, "created_at": NOW.isoformat(), **known} for text in texts)
        requests = [doc_requests.request_of(line, NOW) for line in lines]
        return [each.doc for each in remember(self.store, requests, NOW)]

    def edit(self, doc: MemoryDoc, **changes: Any) -> MemoryDoc:
        changed = doc._replace(**changes)
        with self.store.write() as writer:
            writer.put([changed])
        return changed

    @property
    def upkeep(self) -> Upkeep:
        meaning = None
        if self.embedder:
            meaning = VectorSearch(self.store, self.embedder)
            meaning.update()
        return Upkeep(self.places, self.store, meaning)

    def actions(self, now: datetime = NOW) -> list[str]:
        return [step.action for step in self.upkeep.plan(now).steps]

    def everything(self) -> dict[str, MemoryDoc]:
        docs = [*self.store.select(), *self.store.select(forgotten=True)]
        return {doc.id: doc for doc in docs}

    def draft(self, name: str) -> Path:
        return self.places.drafts / name / "SKILL.md"


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    made = Mind(tmp_path)
    yield made
    made.store.close()


# -- merging ------------------------------------------------------------------------------------------


def test_of_two_docs_that_say_the_same_the_more_important_stays(mind: Mind) -> None:
    (kept,) = mind.put("Deploys go out on Tuesdays", kind="entity")
    (gone,) = mind.put("the deploys go out on Tuesdays", kind="entity", scope="main")
    mind.edit(kept, importance=0.99)

    mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)

    assert [doc.id for doc in mind.store.select()] == [kept.id]
    tombstone = mind.store.get(gone.id)
    assert tombstone is not None
    assert (tombstone.text, tombstone.tags, tombstone.forgotten_at) == (gone.text, ("merged",), NOW)


def test_a_pinned_doc_is_never_the_one_that_goes(mind: Mind) -> None:
    (one, other) = mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays")
    mind.edit(one, importance=0.95)
    mind.edit(other, pinned=True, importance=0.2)

    (step,) = mind.upkeep.plan(NOW).steps

    assert (step.action, [change.before.id for change in step.changes]) == ("merge", [one.id])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploys go out on Tuesdays", "Deploys never go out on Tuesdays"),
        ("the port is 8080", "the port is 8081"),
        ("Ana calls Bob", "Bob calls Ana"),
    ],
)
def test_docs_that_differ_in_what_matters_stay_two(mind: Mind, one: str, other: str) -> None:
    mind.embedder = ConceptEmbedder()
    mind.put(f"{one} of the kayak", f"{other} of the kayak")

    assert mind.actions() == []


def test_scopes_are_not_merged(mind: Mind) -> None:
    mind.put("Deploys go out on Tuesdays")
    mind.put("the deploys go out on Tuesdays", scope="bob")

    assert mind.actions() == []


def test_what_means_the_same_is_merged_where_there_is_an_embedder(mind: Mind) -> None:
    mind.put("The user bought a kayak", "The user purchased a kayak")
    without = mind.actions()
    mind.embedder = ConceptEmbedder()

    assert (without, mind.actions()) == ([], ["merge"])


def test_one_word_in_the_place_of_another_is_left_to_a_person(mind: Mind) -> None:
    """The offline embedder finds "departs at 18:30" and "arrives at 18:30" as near as .94."""
    mind.put("The user likes a kayak", "The user is fond of ships")
    mind.embedder = ConceptEmbedder()

    plan = mind.upkeep.plan(NOW, all_tiers=True)

    (alike,) = plan.alike
    assert plan.steps == ()
    assert "where the other says" in alike.obstacle


def test_an_embedder_that_does_not_answer_leaves_the_words(mind: Mind) -> None:
    mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays")
    mind.embedder = ConceptEmbedder()
    upkeep = mind.upkeep
    mind.embedder.works = False

    assert [step.action for step in upkeep.plan(NOW).steps] == ["merge"]
    assert "meanings are not compared" in upkeep.problems[0]


def test_a_merged_doc_that_is_told_again_is_back(mind: Mind) -> None:
    mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays")
    mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)
    (gone,) = mind.store.select(forgotten=True)

    mind.put(gone.text)

    back = mind.store.get(gone.id)
    assert back is not None
    assert (back.forgotten_at, back.tags) == (None, ())


# -- docs that say the same outside tier core ---------------------------------------------------------


def test_fresh_docs_that_say_the_same_are_named_and_left_alone(mind: Mind) -> None:
    """Tier core alone is merged unasked (SPEC 5.4); what was just remembered is in tier working."""
    one, other = mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays", kind="remember")

    plan = mind.upkeep.plan(NOW)

    assert (one.tier, plan.steps) == (Tier.WORKING, ())
    assert [({each.kept.id, each.lesser.id}, each.how) for each in plan.alike] == [
        ({one.id, other.id}, "the same words")
    ]


def test_those_that_mean_the_same_are_named_where_there_is_an_embedder(mind: Mind) -> None:
    one, other = mind.put("The user likes a kayak", "The user is fond of ships", kind="fact")
    without = mind.upkeep.plan(NOW)
    mind.embedder = ConceptEmbedder()

    with_embedder = mind.upkeep.plan(NOW)

    assert (without.alike, with_embedder.steps) == ((), ())
    assert [({each.kept.id, each.lesser.id}, each.how[:16]) for each in with_embedder.alike] == [
        ({one.id, other.id}, "the same meaning")
    ]


def test_asked_for_all_tiers_they_are_merged_and_that_is_taken_back(mind: Mind) -> None:
    working, core = mind.put("Deploys go out on Tuesdays", kind="remember"), mind.put("the deploys go out on Tuesdays")
    mind.edit(working[0], importance=0.9)  # tier core stays, whatever matters more by number
    before = mind.everything()

    plan = mind.upkeep.plan(NOW, all_tiers=True)
    record = mind.upkeep.apply(plan.steps, NOW)
    left = [doc.id for doc in mind.store.select()]
    assert record is not None
    mind.upkeep.undo(record.id, NOW)

    assert ([step.action for step in plan.steps], plan.alike, left) == (["merge"], (), [core[0].id])
    assert mind.everything() == before


def test_of_two_pinned_docs_with_words_of_their_own_a_person_chooses(mind: Mind) -> None:
    for doc in mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays"):
        mind.edit(doc, pinned=True)

    plan = mind.upkeep.plan(NOW, all_tiers=True)

    assert plan.steps == ()
    assert [each.obstacle for each in plan.alike] == ["both are pinned, in words that differ"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Deploys never go out on Fridays", "No deploys go out on Fridays"),
        ("Run the tests before a commit", "Always run the tests before you commit"),
        ("服务器在法兰克福", "服务器位于法兰克福"),
    ],
)
def test_much_the_same_words_are_named_and_never_merged(mind: Mind, one: str, other: str) -> None:
    docs = mind.put(one, other)

    plan = mind.upkeep.plan(NOW, all_tiers=True)

    assert plan.steps == ()
    (alike,) = plan.alike
    assert {alike.kept.id, alike.lesser.id} == {doc.id for doc in docs}
    assert alike.how.startswith("much the same words")
    assert alike.obstacle


def test_docs_of_other_tiers_that_differ_in_what_matters_are_no_candidates(mind: Mind) -> None:
    mind.embedder = ConceptEmbedder()
    mind.put("the port of the kayak is 8080", "the port of the kayak is 8081", kind="fact")

    assert mind.upkeep.plan(NOW).alike == ()


def test_the_command_does_not_call_a_memory_tidy_that_says_a_thing_twice(
    mind: Mind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    docs = mind.put("Deploys go out on Tuesdays", "the deploys go out on Tuesdays", kind="remember")
    place = ("--workspace", str(tmp_path))

    _, out, err = call(capsys, *place)
    _, shown, _ = call(capsys, *place, "--dry-run", "--json")
    _, merged, _ = call(capsys, *place, "--all-tiers")
    _, tidy, words = call(capsys, *place)

    assert "tidy" not in out
    assert out.startswith("candidate #")
    assert all(f"#{doc.id[:8]} (working)" in out for doc in docs)
    assert "--all-tiers merges" in err
    (candidate,) = json.loads(shown)["candidates"]
    assert ({each["id"] for each in candidate["docs"]}, candidate["obstacle"]) == ({doc.id for doc in docs}, "")
    assert merged.startswith("merge #")
    assert (tidy, "only words were compared" in words) == ("nothing to do: the memory is tidy\n", True)


# -- drafts -------------------------------------------------------------------------------------------


def test_three_lessons_that_say_much_the_same_become_a_draft_for_review(mind: Mind) -> None:
    docs = mind.put(*PUSH)

    steps = mind.upkeep.plan(NOW).steps
    record = mind.upkeep.apply(steps, NOW)

    assert record is not None
    text = mind.draft("tests-push-run").read_text()
    head = yaml.safe_load(text.split("---")[1])
    assert head["name"] == "tests-push-run"
    assert head["description"].startswith("Draft for review. Use when the work is about tests, push, run.")
    assert all(f"- {each}" in text for each in PUSH)
    assert all(f"#{doc.id[:8]} (lesson, 2026-11-20" in text for doc in docs)
    assert {doc.tags for doc in mind.store.select()} == {("crystallized", "crystallized-2026-11-20")}
    assert mind.actions() == []


def test_a_draft_is_in_the_language_of_what_it_was_made_of(mind: Mind) -> None:
    mind.put("以后不要给函数加注释", "不要给代码的函数加注释", "函数不要加注释，以后都这样")

    (step,) = mind.upkeep.plan(NOW).steps

    assert step.draft is not None
    assert re.fullmatch(r"memory-[0-9a-f]{8}", step.draft.name)
    assert "待审阅的草稿" in step.draft.text
    assert "## 规则" in step.draft.text
    assert "加注释" in step.draft.text.split("description")[1].splitlines()[0]


def test_two_are_no_cluster_and_neither_are_three_that_have_little_in_common(mind: Mind) -> None:
    mind.put(*PUSH[:2])
    mind.put("Use the blue logo on every page", "The cafeteria closes at noon", "Write minutes in German")

    assert mind.actions() == []


def test_a_chain_is_no_cluster(mind: Mind) -> None:
    """Every pair must be alike: a to b and b to c does not make a like c."""
    mind.put("alpha beta gamma delta", "gamma delta epsilon zeta", "epsilon zeta eta theta")

    assert mind.actions() == []


@pytest.mark.parametrize(
    "known",
    [
        {"source": "https://example.org/page"},
        {"source": "tool output in session s, message 3"},
        {"speaker": "Mallory"},
        {"kind": "failure"},
        {"kind": "entity"},
    ],
)
def test_what_no_person_said_or_who_somebody_is_becomes_no_skill(mind: Mind, known: dict[str, str]) -> None:
    for doc in mind.put(*PUSH, **{"kind": "lesson", **known}):  # type: ignore[arg-type]
        mind.edit(doc, tier=Tier.CORE)

    assert "crystallise" not in mind.actions()


def test_what_holds_a_number_of_a_person_becomes_no_skill(mind: Mind) -> None:
    mind.put(*(f"{each}, then ring 13812345678" for each in PUSH))

    assert mind.actions() == []


def test_at_most_five_drafts_are_made_at_once(mind: Mind) -> None:
    words = ("apple", "banana", "cherry", "damson", "elder", "fig", "grape")
    for word in words:
        mind.put(*(f"{word}ade {word}oid {word}ing {extra}" for extra in ("first", "second", "third")))

    first = mind.actions()
    mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)

    assert first.count("crystallise") == 5
    assert mind.actions().count("crystallise") == 2


def test_clusters_go_by_meaning_where_there_is_an_embedder(mind: Mind) -> None:
    mind.put("Take the kayak out early", "A boat belongs on its rack", "Ships are washed after use")
    without = mind.actions()
    mind.embedder = NearEmbedder()

    assert without == []
    assert mind.actions() == ["crystallise"]


def test_a_draft_that_a_person_works_on_is_not_written_over(mind: Mind) -> None:
    mind.draft("tests-push-run").parent.mkdir(parents=True)
    mind.draft("tests-push-run").write_text("mine")
    mind.put(*PUSH)

    mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)

    assert mind.draft("tests-push-run").read_text() == "mine"
    assert "name: tests-push-run-2" in mind.draft("tests-push-run-2").read_text()


def test_no_text_changes_the_structure_of_a_draft(mind: Mind) -> None:
    evil = "\n---\n# Own heading\n<script>alert(1)</script> ```\n- x"
    docs = [doc._replace(text=f"{doc.text}{evil}") for doc in mind.put(*PUSH)]

    text = rules.rendered(docs, "name")

    assert [line for line in text.splitlines() if line.startswith("#")] == [
        text.splitlines()[5],
        "## Rules",
        "## Sources",
    ]
    assert text.splitlines().count("---") == 2
    assert "<script" not in text
    assert yaml.safe_load(text.split("\n---\n")[0].removeprefix("---\n"))["name"] == "name"


# -- fading and tiers ---------------------------------------------------------------------------------


def test_a_crystallised_doc_fades_after_a_week_and_a_pinned_one_does_not(mind: Mind) -> None:
    docs = mind.put(*PUSH)
    mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)
    pinned = mind.edit(mind.everything()[docs[0].id], pinned=True)
    week, later = NOW + timedelta(days=7), NOW + timedelta(days=8.5)

    early = [step.action for step in mind.upkeep.plan(week - timedelta(hours=13)).steps]
    mind.upkeep.apply(mind.upkeep.plan(later).steps, later)

    assert early == []
    after = mind.everything()
    assert [(after[doc.id].importance, after[doc.id].tier) for doc in docs[1:]] == [(0.01, Tier.PERIPHERAL)] * 2
    assert after[pinned.id] == pinned
    assert mind.actions(later) == []


def test_what_nobody_asked_for_in_sixty_days_becomes_peripheral(mind: Mind) -> None:
    (doc,) = mind.put("The server is in Lyon", kind="fact")

    early, late = (mind.upkeep.plan(NOW + timedelta(days=days)).steps for days in (60, 60.1))

    assert early == ()
    assert (late[0].action, late[0].changes[0].after.tier) == ("retier", Tier.PERIPHERAL)
    assert late[0].why.startswith("working to peripheral: last used 60 days ago")
    assert doc.tier is Tier.WORKING


def test_turns_and_pieces_of_files_are_left_alone(mind: Mind) -> None:
    mind.put("Ines: the same words", session="s", seq=1, kind="turn")
    mind.put("Ines: the same words", session="s", seq=2, kind="turn")

    assert mind.actions(NOW + timedelta(days=100)) == []


# -- taking back --------------------------------------------------------------------------------------


def test_a_run_is_undone_exactly(mind: Mind) -> None:
    mind.put(*PUSH, "Deploys go out on Tuesdays", "the deploys go out on Tuesdays")
    mind.put("The server is in Lyon", kind="fact")
    before = mind.everything()
    later = NOW + timedelta(days=70)
    record = mind.upkeep.apply(mind.upkeep.plan(later).steps, later)
    assert record is not None
    assert {step.action for step in record.steps} == {"merge", "crystallise", "retier"}
    assert mind.everything() != before

    undone = mind.upkeep.undo(record.id, later)

    assert mind.everything() == before
    assert (undone.restored, undone.kept) == (5, ())
    assert not mind.places.drafts.exists() or not any(mind.places.drafts.iterdir())
    with pytest.raises(RefusedError, match="taken back already"):
        mind.upkeep.undo(record.id, later)


def test_what_somebody_changed_since_stays_as_they_left_it(mind: Mind) -> None:
    docs = mind.put(*PUSH)
    record = mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)
    assert record is not None
    mine = mind.edit(mind.everything()[docs[0].id], tags=("mine",))
    mind.draft("tests-push-run").write_text("reworded")

    undone = mind.upkeep.undo(record.id[:15], NOW)

    assert mind.everything()[docs[0].id] == mine
    assert mind.everything()[docs[1].id].tags == ()
    assert mind.draft("tests-push-run").read_text() == "reworded"
    assert len(undone.kept) == 2


def test_uses_that_were_counted_since_are_kept_when_it_is_taken_back(mind: Mind) -> None:
    docs = mind.put(*PUSH)
    record = mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)
    assert record is not None
    recall = Recall(mind.store)
    recall.note_given(recall.find(Search("push tests", NOW)).hits and [mind.everything()[docs[0].id]])
    recall.save_given(NOW)

    mind.upkeep.undo(record.id, NOW)

    after = mind.everything()[docs[0].id]
    assert (after.access_count, after.tags) == (1, ())


def test_each_step_is_a_line_of_the_audit_log(mind: Mind) -> None:
    mind.put(*PUSH, "Deploys go out on Tuesdays", "the deploys go out on Tuesdays")

    record = mind.upkeep.apply(mind.upkeep.plan(NOW).steps, NOW)

    lines = list(audit_log.lines(mind.places.audit, "tidy"))
    assert record is not None
    assert [line["step"] for line in lines] == ["merge", "crystallise"]
    assert all(line["why"] and line["id"] == record.id for line in lines)
    assert not any("Tuesdays" in json.dumps(line) for line in lines)


def test_an_unknown_run_is_named(mind: Mind) -> None:
    with pytest.raises(InputError, match="is no run of memory tidy"):
        mind.upkeep.undo("2026", NOW)


standings = st.builds(
    lambda text, tier, importance, count, days, pinned, tags: MemoryDoc(
        f"{text}-{days}",
        Scope("agent:main"),
        Kind.LESSON,
        text,
        tier=tier,
        importance=importance,
        access_count=count,
        pinned=pinned,
        tags=tags,
        created_at=NOW - timedelta(days=days),
        accessed_at=NOW - timedelta(days=days),
    ),
    st.sampled_from([*PUSH, "the cat", "a cat", "no cat", "猫", "加注释", "不加注释"]),
    st.sampled_from(list(Tier)),
    st.floats(0, 1),
    st.integers(0, 20),
    st.integers(0, 200),
    st.booleans(),
    st.sampled_from([(), ("crystallized", "crystallized-2026-01-01"), ("superseded",), ("crystallized-oops",)]),
)


@settings(max_examples=60)
@given(st.lists(standings, max_size=12, unique_by=lambda doc: doc.id))
def test_a_plan_changes_each_doc_once_and_nothing_pinned_is_lost(docs: list[MemoryDoc]) -> None:
    steps = rules.plan(docs, NOW).steps

    changes = [change for step in steps for change in step.changes]
    assert len({change.before.id for change in changes}) == len(changes)
    for change in changes:
        assert (
            change.after._replace(
                tier=change.before.tier,
                importance=change.before.importance,
                tags=change.before.tags,
                forgotten_at=None,
            )
            == change.before
        )
    pinned = {doc.text for doc in docs if doc.pinned}
    gone = {change.before.id for change in changes if change.after.forgotten_at}
    assert all(any(doc.text == text and doc.id not in gone for doc in docs) for text in pinned)
    assert sum(step.action == "crystallise" for step in steps) <= rules.MOST_DRAFTS


# -- the command --------------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run("memory tidy", arguments, program="context-memory.py memory tidy")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_the_command_plans_does_lists_and_takes_back(
    mind: Mind, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mind.put(*PUSH)
    before = mind.everything()
    place = ("--workspace", str(tmp_path))

    planned = call(capsys, "--dry-run", *place)
    untouched = mind.everything()
    _, out, _ = call(capsys, "--json", *place)
    name = json.loads(out)["id"]
    listed = call(capsys, "--list", *place)
    would = call(capsys, "--undo", name, "--dry-run", *place)
    undone = call(capsys, "--undo", name, *place)

    assert planned[1].startswith("crystallise #")
    assert "-> drafts/tests-push-run/SKILL.md: 3 memories say much the same" in planned[1]
    assert untouched == before
    assert listed[1] == f"{name} 1 crystallise\n"
    assert would[1] == f"3 docs would be as before {name}\n"
    assert undone[1] == f"3 docs as before {name}\n"
    assert mind.everything() == before


def test_a_tidy_memory_is_said_to_be_tidy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "w").mkdir()
    looked = call(capsys, "--dry-run", "--workspace", str(tmp_path / "w"))[1]
    left = list((tmp_path / "w").iterdir())

    assert (looked, left) == ("nothing to do: the memory is tidy\n", [])
    assert call(capsys, "--workspace", str(tmp_path / "w"))[1] == looked


@pytest.mark.parametrize("arguments", [("--list", "--undo", "x"), ("--undo", "x"), ("--undo", "")])
def test_bad_arguments_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(capsys, *arguments, "--workspace", str(tmp_path))[0] == 2


def test_it_runs_bare(mind: Mind, tmp_path: Path, bare_script: Any) -> None:
    mind.put(*PUSH)

    done = bare_script("memory tidy", "--workspace", str(tmp_path))

    assert (done.returncode, done.stdout.startswith(b"crystallise")) == (0, True)
