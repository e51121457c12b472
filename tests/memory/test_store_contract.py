"""What every store of the memory must do, on files (SQLite) and on a real PostgreSQL with pgvector."""

import multiprocessing
import random
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from itertools import chain, combinations, pairwise
from pathlib import Path

import pytest

from bench.dialogues import dialogues
from context_memory.errors import InputError, NotReadyError, RefusedError
from context_memory.memory import doc_requests
from context_memory.memory.assembly import open_store, terms_of
from context_memory.memory.docs import Confidence, Kind, MemoryDoc, Scope, Tier
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import EVERYTHING, Candidate, DocStore, Filter, MemoryFile
from context_memory.memory.recall.ranking.rank import Fusion
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import forget, remember, still_forgotten
from context_memory.memory.stores.postgres import index as postgres_index
from context_memory.memory.stores.sqlite import search_index
from context_memory.settings.values import Settings
from context_memory.storage import places
from context_memory.testing import HashingEmbedder
from context_memory.text import lexing

NOW = datetime(2026, 11, 20, 12, 30, 15, 123456, tzinfo=UTC)
MAIN, OTHER = Scope("agent:main"), Scope("agent:other")
Open = Callable[[], DocStore]


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the store anew at each call, as another process would."""
    address = "" if request.param == "sqlite" else request.getfixturevalue("empty_postgres")
    made: list[DocStore] = []

    def open_it() -> DocStore:
        made.append(open_store(places.of_workspace(tmp_path), Settings(store=address)))
        return made[-1]

    yield open_it
    for store in made:
        store.close()


@pytest.fixture
def store(opened: Open) -> DocStore:
    return opened()


def doc(doc_id: str, text: str = "green tea", **known: object) -> MemoryDoc:
    made = MemoryDoc(id=doc_id, scope=MAIN, kind=Kind.FACT, text=text, created_at=NOW, accessed_at=NOW)
    return made._replace(**known)  # type: ignore[arg-type]


def put(store: DocStore, *docs: MemoryDoc) -> None:
    with store.write() as writer:
        writer.put(docs)


def turns(session: str, *places_in_it: int | None, scope: Scope = MAIN) -> list[MemoryDoc]:
    return [
        doc(f"{scope}{session}{number}", f"word{number} tea", kind=Kind.TURN, session=session, seq=seq, scope=scope)
        for number, seq in enumerate(places_in_it)
    ]


def ids(store: DocStore, rows: list[int]) -> list[str]:
    by_row = {row: each for each, row in store.rows_of([each.id for _, each in store.page(0, 10_000)]).items()}
    return [by_row[row] for row in rows]


def words(store: DocStore, *terms: str, scope: Scope | None = None, limit: int = 60) -> list[str]:
    return ids(store, store.index().by_words(terms, Filter(scope), limit))


# -- docs -------------------------------------------------------------------------------------------

FULL = MemoryDoc(
    id="D1:3",
    scope=Scope("agent:main:chat-7"),
    kind=Kind.LESSON,
    text='two\nlines, "quotes", \\ back, 100 %, 中文, 𠀀 🫖',
    tier=Tier.CORE,
    importance=0.123456789,
    pinned=True,
    access_count=7,
    created_at=datetime(2023, 5, 8, 13, 56, 7, 654321, tzinfo=timezone(timedelta(hours=8))),
    accessed_at=NOW,
    tags=("superseded", "x-y"),
    session="s 1",
    seq=-(2**61),
    speaker="Inés",
    source="host %s",
    forgotten_at=NOW,
)


@pytest.mark.parametrize(
    "given",
    [FULL, FULL._replace(seq=None, forgotten_at=None, tags=()), doc("plain")],
    ids=["full", "without options", "plain"],
)
def test_a_doc_comes_back_with_every_field_as_it_was(opened: Open, given: MemoryDoc) -> None:
    put(opened(), given)

    assert opened().get(given.id) == given


@pytest.mark.parametrize(
    "text", ["nul \0 inside", "\x1a escape \x1a0 \0", "'); DROP TABLE docs; --", "a\u2028b", "x" * 200_000]
)
def test_any_text_comes_back_as_it_was(store: DocStore, text: str) -> None:
    given = doc("a", text, session=text[:50], speaker=text[:50], source=text[:50])

    put(store, given)

    assert store.get("a") == given
    assert store.select(text_prefix=text[:6]) == [given]


def test_docs_of_a_kind_are_counted_listed_and_searched_alone(store: DocStore) -> None:
    """SPEC 5.6: filters stand inside the search."""
    others = [doc(f"f{n}", f"tea {n}") for n in range(30)]
    lesson, elsewhere = doc("l", "long talk about tea", kind=Kind.LESSON), doc("e", kind=Kind.LESSON, scope=OTHER)
    gone = doc("g", kind=Kind.LESSON, forgotten_at=NOW)
    put(store, *others, lesson, elsewhere, gone)
    index = store.index()

    assert (store.count(), store.count(Filter(kind=Kind.LESSON)), store.count(Filter(MAIN))) == (32, 2, 31)
    assert store.count(Filter(OTHER, Kind.LESSON)) == len(store.select(Filter(OTHER, Kind.LESSON))) == 1
    assert ids(store, index.newest(Filter(kind=Kind.LESSON), 5)) == ["e", "l"]
    assert ids(store, index.newest(Filter(MAIN, Kind.LESSON), 5)) == ["l"]
    assert ids(store, index.by_words(["tea"], Filter(MAIN, Kind.LESSON), 1)) == ["l"]
    assert set(ids(store, index.by_words(["tea"], Filter(kind=Kind.LESSON), 9))) == {"e", "l"}
    assert index.by_words(["tea"], Filter(kind=Kind.NOTE), 9) == []
    later = NOW + timedelta(days=1)
    assert ids(store, index.by_time(NOW, later, Filter(MAIN, Kind.LESSON), 9)) == ["l"]


def test_what_may_last_is_listed_by_its_kind_alone_and_found_like_others(store: DocStore) -> None:
    said = doc("said", "oat is 40p extra", kind=Kind.SAID)
    put(store, doc("sure"), said)
    asked = Search("oat extra", now=NOW)

    assert [each.id for each in store.select()] == ["sure"]
    assert (store.count(), store.count(Filter(kind=Kind.SAID))) == (1, 1)
    assert store.select(Filter(kind=Kind.SAID), own=True) == [said]
    for where in (EVERYTHING, Filter(kind=Kind.SAID)):
        found = Recall(store).find(asked._replace(where=where)).hits
        assert [each.doc.id for each in found if each.confidence is not Confidence.LOW] == ["said"]
    assert Recall(store).find(asked._replace(where=Filter(kind=Kind.LESSON))).hits == ()


def test_a_filter_admits_what_a_store_finds_for_it(store: DocStore) -> None:
    """A field of a filter needs its clause in each store and in `admits`; this fails for one that has none."""
    wanted = {"scope": MAIN, "kind": Kind.LESSON}
    another = {"scope": OTHER, "kind": Kind.FACT}
    assert list(Filter._fields) == [*wanted] == [*another]
    put(store, doc("all", **wanted), *(doc(name, **{**wanted, name: another[name]}) for name in wanted))
    index = store.index()
    everything = index.pool(index.newest(EVERYTHING, 9), (), 0).candidates

    for names in chain.from_iterable(combinations(wanted, count) for count in range(len(wanted) + 1)):
        where = Filter(**{name: wanted[name] for name in names})  # type: ignore[arg-type]
        meant = {"all", *wanted} - {*names}

        assert {each.id for each in everything if where.admits(each)} == meant
        assert {each.id for each in store.select(where)} == meant
        assert store.count(where) == len(meant)
        assert set(ids(store, index.by_words(["tea"], where, 9))) == meant
        assert set(ids(store, index.by_time(NOW, NOW + timedelta(days=1), where, 9))) == meant


def test_unknown_ids_are_left_out(store: DocStore) -> None:
    put(store, doc("a"), doc("b"))

    assert set(store.get_many(["b", "x", "a", "a"])) == {"a", "b"}
    assert store.get("x") is None
    assert store.get_many([]) == {}
    assert store.rows_of(["x"]) == {}


def test_of_a_write_that_fails_nothing_is_kept(store: DocStore) -> None:
    put(store, doc("a"))

    def failing() -> None:
        with store.write() as writer:
            writer.put([doc("b"), doc("a", "black coffee")])
            writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [])
            raise InputError("no")

    with pytest.raises(InputError):
        failing()

    assert store.get("b") is None
    assert store.get("a") == doc("a")
    assert store.files() == {}
    assert words(store, "tea") == ["a"]


def test_the_later_of_two_changes_of_a_write_holds(store: DocStore) -> None:
    with store.write() as writer:
        writer.put([doc("a", "first"), doc("a", "second")])
        writer.touch([doc("a", access_count=3, tier=Tier.CORE)], NOW + timedelta(days=1))
        writer.put([doc("b")])

    kept = store.get("a")
    assert kept == doc("a", "second", access_count=3, tier=Tier.CORE, accessed_at=NOW + timedelta(days=1))
    assert words(store, "first") == []


def test_a_doc_that_is_written_again_is_found_by_its_new_words_alone(store: DocStore) -> None:
    put(store, doc("a", "green tea"))

    put(store, doc("a", "black coffee"))

    assert (words(store, "tea"), words(store, "coffe")) == ([], ["a"])
    assert store.index().totals() == (1, 2.0)


def test_access_counts_and_times_only_grow(store: DocStore) -> None:
    put(store, doc("a", access_count=5))

    with store.write() as writer:
        writer.touch([doc("a", access_count=9)], NOW + timedelta(hours=2))
    with store.write() as writer:
        writer.touch([doc("a", access_count=8, tier=Tier.PERIPHERAL)], NOW + timedelta(hours=1))

    kept = store.get("a")
    assert kept == doc("a", access_count=9, accessed_at=NOW + timedelta(hours=2), tier=Tier.PERIPHERAL)


def test_what_one_handle_writes_another_one_sees(opened: Open) -> None:
    first, second = opened(), opened()
    search = second.index()
    assert search.totals()[0] == 0

    put(first, doc("a"))
    second.refresh()

    assert second.get("a") == doc("a")
    assert search.by_words(["tea"], Filter(MAIN), 5) == first.index().by_words(["tea"], Filter(MAIN), 5) != []


# -- handles, attributes ----------------------------------------------------------------------------


def test_a_handle_is_an_id_its_beginning_or_an_id_as_it_was_given(store: DocStore) -> None:
    put(store, doc("D1:33"), doc("D1:34"), doc("D7@agent:other", scope=OTHER), doc("a_%b"), doc("axxb"))

    assert store.by_handle("D1:33").id == "D1:33"
    assert store.by_handle("D7").id == "D7@agent:other"
    assert store.by_handle("a_%b").id == "a_%b"
    with pytest.raises(InputError, match="means 2 docs") as found:
        store.by_handle("D1:3")
    assert found.value.hint == "D1:33, D1:34"
    with pytest.raises(InputError, match="too short"):
        store.by_handle("D")
    with pytest.raises(InputError, match="no doc"):
        store.by_handle("a_%x")


def test_docs_are_selected_by_their_attributes_newest_first(store: DocStore) -> None:
    put(
        store,
        doc("old", "User's mail: a", created_at=NOW - timedelta(days=3)),
        doc("new", "User's mail: b", kind=Kind.ENTITY),
        doc("same", "other", kind=Kind.ENTITY, scope=OTHER),
        doc("gone", forgotten_at=NOW),
    )

    def selected(where: Filter = EVERYTHING, **known: object) -> list[str]:
        return [each.id for each in store.select(where, **known)]  # type: ignore[arg-type]

    assert selected() == ["same", "new", "old"]
    assert selected(limit=1) == ["same"]
    assert selected(Filter(MAIN)) == ["new", "old"]
    assert selected(Filter(kind=Kind.ENTITY)) == ["same", "new"]
    assert selected(text_prefix="User's mail:") == ["new", "old"]
    assert selected(Filter(MAIN, Kind.ENTITY), text_prefix="User's") == ["new"]
    assert selected(forgotten=True) == ["gone"]


@pytest.mark.parametrize("prefix", ["a", "A%", "口", "\ud7ff", "\U0010ffff", "a\U0010ffff", "\uffff"])
def test_a_beginning_of_a_text_is_taken_literally(store: DocStore, prefix: str) -> None:
    texts = (
        prefix,
        prefix + "x",
        prefix + "\U0010ffff",
        "x" + prefix,
        prefix[:-1] + "Z",
        chr(ord(prefix[0]) - 1) + "y",
    )
    put(store, *(doc(text.encode().hex(), text=text, kind=Kind.ENTITY) for text in dict.fromkeys(texts)))

    found = store.select(Filter(MAIN, Kind.ENTITY), text_prefix=prefix)

    assert {each.text for each in found} == {text for text in texts if text.startswith(prefix)}


def test_docs_are_counted_by_tier_kind_scope_folder_and_time(store: DocStore) -> None:
    put(
        store,
        doc("a", tier=Tier.CORE, pinned=True),
        doc("b", scope=OTHER, created_at=NOW - timedelta(days=1)),
        doc("c", kind=Kind.LESSON, forgotten_at=NOW, pinned=True, created_at=NOW - timedelta(days=9)),
    )
    with store.write() as writer:
        for path in ("MEMORY.md", "memory/a.md", "memory/x/b.md"):
            writer.replace_file(MemoryFile(path, "h", "s"), [doc(f"p{path}", file=path)])

    assert store.counts() == {
        "tier": {"core": 1, "working": 4},
        "kind": {"fact": 5},
        "scope": {"agent:main": 4, "agent:other": 1},
        "state": {"forgotten": 1, "pinned": 1},
        "file": {"": 2, "MEMORY.md": 1, "memory/": 2},
        "time": {"oldest": int(NOW.timestamp()) - 86_400, "newest": int(NOW.timestamp())},
    }


def test_an_empty_store_answers(store: DocStore) -> None:
    index = store.index()

    assert store.counts()["tier"] == {} == store.counts()["time"]
    assert index.totals() == (0, 0.0)
    assert index.by_words(["tea"], EVERYTHING, 5) == [] == index.by_time(NOW, NOW, EVERYTHING, 5)
    assert index.pool([], [], 3).candidates == ()
    assert index.speakers(None) == [] == store.select() == store.page(0, 5)
    assert index.frequencies(["tea"]) == {"tea": 0}
    assert Recall(store).find(Search("tea", NOW)).hits == ()
    assert not store.rebuild_if_damaged()
    assert store.problem == ""


def test_docs_are_paged_in_the_order_they_came_with_forgotten_ones_and_without_pieces(store: DocStore) -> None:
    put(store, doc("z"), doc("a", forgotten_at=NOW), doc("m"))
    with store.write() as writer:
        writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [doc("p", file="MEMORY.md")])
    put(store, doc("b"))

    first = store.page(0, 2)
    second = store.page(first[-1][0], 9)

    assert [each.id for _, each in (*first, *second)] == ["z", "a", "m", "b"]
    assert store.rows_of(["a"]) == {"a": first[1][0]}


# -- files ------------------------------------------------------------------------------------------


def piece(doc_id: str, text: str, seq: int, path: str = "MEMORY.md") -> MemoryDoc:
    return doc(doc_id, text, file=path, session=path, seq=seq, kind=Kind.SECTION)


def test_the_pieces_of_a_file_stand_in_place_of_those_it_had(store: DocStore) -> None:
    file = MemoryFile("MEMORY.md", "h1", "s1")
    with store.write() as writer:
        writer.replace_file(file, [piece("p1", "green tea", 0), piece("p2", "black tea", 1)])
        writer.replace_file(MemoryFile("x.md", "h", "s"), [piece("p9", "mint tea", 0, "x.md")])
    with store.write() as writer:
        writer.replace_file(MemoryFile("MEMORY.md", "h2", "s2"), [piece("p2", "black tea", 0), piece("p3", "milk", 1)])
        writer.note_stamps([MemoryFile("x.md", "h", "s later")])

    assert store.get("p1") is None
    assert {each.id for each in store.select()} == {"p2", "p3", "p9"}
    assert store.files() == {
        "MEMORY.md": MemoryFile("MEMORY.md", "h2", "s2"),
        "x.md": MemoryFile("x.md", "h", "s later"),
    }

    with store.write() as writer:
        writer.remove_file("MEMORY.md")

    assert [each.id for each in store.select()] == ["p9"]
    assert set(store.files()) == {"x.md"}
    assert store.index().totals() == (1, 2.0)


def test_a_piece_that_was_forgotten_stays_so_and_is_never_touched(store: DocStore) -> None:
    file, given = MemoryFile("MEMORY.md", "h1", "s1"), piece("piece-1", "green tea", 0)
    with store.write() as writer:
        writer.replace_file(file, [given])
        writer.touch([given._replace(access_count=4)], NOW)
    assert store.get("piece-1") == given
    forget(store, ["piece"], NOW)

    with store.write() as writer:
        writer.replace_file(file, still_forgotten(store, [given]))

    kept = store.get("piece-1")
    assert kept is not None
    assert kept.forgotten_at == NOW
    assert store.index().totals()[0] == 0


# -- statistics -------------------------------------------------------------------------------------


def test_statistics_are_exact_after_any_changes(store: DocStore) -> None:
    chance = random.Random(7)
    texts = ["green tea", "black tea tea", "green milk", "中文 茶", "tea_pot v1.2", "the of"]
    now_there: dict[str, MemoryDoc] = {}
    files: dict[str, list[MemoryDoc]] = {}
    for _ in range(40):
        with store.write() as writer:
            for _ in range(chance.randint(0, 4)):
                scope = chance.choice((MAIN, OTHER))
                forgotten = NOW if chance.random() < 0.3 else None
                each = doc(f"{scope}{chance.randint(0, 9)}", chance.choice(texts), scope=scope, forgotten_at=forgotten)
                writer.put([each])
                now_there[each.id] = each
            path = chance.choice(("a.md", "b.md"))
            if chance.random() < 0.3:
                writer.remove_file(path)
                files.pop(path, None)
            elif chance.random() < 0.5:
                files[path] = [piece(f"{path}{n}", chance.choice(texts), n, path) for n in range(chance.randint(0, 3))]
                writer.replace_file(MemoryFile(path, "h", "s"), files[path])
    searched = [d for d in (*now_there.values(), *(p for ps in files.values() for p in ps)) if not d.forgotten_at]
    terms = [terms_of(each.text).split() for each in searched]
    expected = Counter(term for each in terms for term in set(each))

    index = store.index()

    assert index.totals() == (len(searched), sum(map(len, terms)) / len(searched))
    asked = {term for text in texts for term in lexing.terms(text)} | {"nothing", "'", "_s"}
    assert index.frequencies(asked) == {term: expected[term] for term in asked}
    assert not store.rebuild_if_damaged()


def test_speakers_are_those_of_the_scope(store: DocStore) -> None:
    put(store, doc("a", speaker="Ines"), doc("b", speaker="bob", scope=OTHER), doc("c", speaker="Ines"), doc("d"))

    index = store.index()

    assert index.speakers(None) == ["Ines", "bob"]
    assert index.speakers(OTHER) == ["bob"]


# -- candidates -------------------------------------------------------------------------------------


def test_words_are_looked_for_one_by_one_the_rarest_first(store: DocStore) -> None:
    put(
        store,
        doc("a", "green tea"),
        doc("b", "black tea in a long story of many other words that say nothing of it"),
        doc("c", "milk"),
        doc("d", "tea tea", scope=OTHER),
        doc("e", "green tea", forgotten_at=NOW),
        *(doc(f"x{n}", f"filler number{n}") for n in range(9)),
    )

    assert words(store, "green", "tea") == ["a", "d", "b"]
    assert words(store, "green", "tea", scope=MAIN) == ["a", "b"]
    assert words(store, "tea", limit=1) == ["d"]
    assert words(store, "unknown") == []
    assert words(store) == []


def test_equal_docs_come_in_the_order_of_their_ids(store: DocStore) -> None:
    put(store, *(doc(f"d{n}", "green tea") for n in (3, 1, 2)), *(doc(f"x{n}", f"filler{n}") for n in range(20)))

    assert words(store, "tea", limit=2) == ["d1", "d2"]


HOSTILE = ["'", '"; DROP', "\\", "a\\'b", "&|!():*<->", "NEAR(", "*", "%", "$1", "{}", "_s0", "中'文", "\x1a", "a b"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_word_is_taken_for_syntax(store: DocStore, text: str) -> None:
    put(store, doc("a", f"green tea {text} pot"), doc("b", "milk"))

    index = store.index()

    assert len(index.by_words([text], EVERYTHING, 5)) <= 1
    assert index.frequencies([text]) == {text: 0}
    assert [hit.doc.id for hit in Recall(store).find(Search(f"{text} tea", NOW)).hits] == ["a"]
    assert Recall(store).find(Search("tea", NOW, Filter(Scope(f"agent:{text}")))).hits == ()


def test_a_question_of_a_thousand_words_is_answered(store: DocStore) -> None:
    put(store, *(doc(f"d{n}", f"word{n} tea") for n in range(100)))
    question = " ".join(f"word{n}" for n in range(1_000))

    assert len(Recall(store).find(Search(question, NOW, limit=20)).hits) == 20


def test_docs_of_a_span_of_time_come_oldest_first(store: DocStore) -> None:
    put(
        store,
        *(doc(f"d{n}", created_at=NOW + timedelta(days=n)) for n in (4, 0, 2, 1, 3)),
        doc("gone", created_at=NOW + timedelta(days=1), forgotten_at=NOW),
        doc("other", created_at=NOW + timedelta(days=2), scope=OTHER),
    )
    index = store.index()

    def found(scope: Scope | None, limit: int) -> list[str]:
        return ids(store, index.by_time(NOW + timedelta(days=1), NOW + timedelta(days=3), Filter(scope), limit))

    assert found(None, 9) == ["d1", "d2", "other"]
    assert found(MAIN, 9) == ["d1", "d2"]
    assert found(None, 1) == ["d1"]


def pooled(store: DocStore, hits: list[str], others: list[str], around: int) -> tuple[list[str], set[tuple[str, str]]]:
    rows = store.rows_of([*hits, *others])
    pool = store.index().pool([rows[each] for each in hits], [rows[each] for each in others], around)
    by_row = {candidate.row: candidate.id for candidate in pool.candidates}
    return list(by_row.values()), {(by_row[a], by_row[b]) for a, b in pool.follows.items()}


@pytest.mark.parametrize(
    "numbers",
    [
        (0, 1, 2, 3, 4, 5, 6, 7),
        (0, 10, 20, 30, 40, 50, 60, 70),
        (-5, -4, 0, 1, 7, 8, 20, 21),
        (None,) * 8,
        (3, 4, 5, None, None, 6, 7, 8),
    ],
    ids=["whole", "gaps", "uneven", "without numbers", "some without"],
)
@pytest.mark.parametrize("around", [1, 2, 3])
def test_a_hit_brings_its_neighbours_of_the_same_session_and_scope(
    store: DocStore, numbers: tuple[int | None, ...], around: int
) -> None:
    put(store, *turns("s", *numbers), *turns("s", *numbers, scope=OTHER), *turns("t", *numbers))
    hit = "agent:mains2"

    found, follows = pooled(store, [hit], [], around)

    numbered = [n for n, seq in enumerate(numbers) if seq is not None] or list(range(8))
    middle = numbered.index(2)
    window = [f"agent:mains{n}" for n in numbered[max(0, middle - around) : middle + around + 1]]
    assert found[0] == hit
    assert sorted(found) == sorted(window)
    assert follows == set(pairwise(window))


def test_of_the_others_only_the_nearest_come_along(store: DocStore) -> None:
    put(store, *turns("s", *range(12)))

    found, _ = pooled(store, ["agent:mains1"], ["agent:mains9"], 3)

    assert found[:2] == ["agent:mains1", "agent:mains9"]
    assert {int(each.removeprefix("agent:mains")) for each in found} == {0, 1, 2, 3, 4, 8, 9, 10}


def test_a_neighbour_that_was_forgotten_stays_away(store: DocStore) -> None:
    put(store, *turns("s", 0, 1, 2, 3))
    forget(store, ["agent:mains1"], NOW)

    found, follows = pooled(store, ["agent:mains2"], [], 2)

    assert "agent:mains1" not in found
    assert follows == {("agent:mains2", "agent:mains3")}


def test_a_candidate_tells_the_ranker_all_it_needs(store: DocStore) -> None:
    given = FULL._replace(forgotten_at=None)
    put(store, given)

    [found] = store.index().pool(list(store.rows_of([given.id]).values()), [], 1).candidates

    terms = terms_of(given.text)
    assert found == Candidate(
        found.row, given.id, given.text, terms, given.session, given.seq, given.speaker, given.created_at.timestamp(),
        "lesson", "core", given.importance, True, given.scope, True,
    )  # fmt: skip


def test_a_candidate_says_whether_it_comes_from_a_file(store: DocStore) -> None:
    """Only what is derived from files is said twice; recall loads more docs only for these."""
    put(store, doc("written", "oolong tea"))
    with store.write() as writer:
        writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [doc("piece", "mint tea", file="MEMORY.md")])

    rows = [row for each in store.select() for row in store.rows_of([each.id]).values()]
    found = store.index().pool(rows, [], 1).candidates

    assert {candidate.text: candidate.derived for candidate in found} == {"oolong tea": False, "mint tea": True}


# -- meaning ----------------------------------------------------------------------------------------

EMBEDDER = HashingEmbedder(64)


def embedded(store: DocStore, *docs: MemoryDoc) -> VectorSearch:
    put(store, *docs)
    meaning = VectorSearch(store, EMBEDDER)
    meaning.update()
    return meaning


def test_docs_without_a_vector_are_named_newest_first(store: DocStore) -> None:
    put(store, *(doc(f"d{n}", f"text {n}") for n in range(4)), doc("gone", forgotten_at=NOW))
    index = store.vectors(EMBEDDER.identity)
    rows = store.rows_of(f"d{n}" for n in range(4))

    assert index.missing(2) == [(rows["d3"], "text 3"), (rows["d2"], "text 2")]
    assert index.missing(9, rows["d2"]) == [(rows["d1"], "text 1"), (rows["d0"], "text 0")]
    assert index.covered() == (0, 4)

    index.add([(rows["d3"], "text 3"), (rows["d2"], "another text"), (999_999, "x")], [[0.5] * 64] * 3)

    assert index.covered() == (1, 4)
    assert list(index.kept([rows["d3"], rows["d2"]])) == [rows["d3"]]
    assert list(index.kept([rows["d3"]])[rows["d3"]]) == [0.5] * 64


def test_the_nearest_docs_and_their_similarities(store: DocStore) -> None:
    meaning = embedded(store, doc("a", "green tea"), doc("b", "green tea pot"), doc("c", "milk", scope=OTHER))
    rows = store.rows_of(["a", "b", "c"])

    near = meaning.near("green tea", None, 2)
    elsewhere = meaning.near("green tea", OTHER, 2)

    assert near.nearest == (rows["a"], rows["b"])
    assert near.of_rows([rows["a"]]) == {rows["a"]: pytest.approx(1.0, abs=0.01)}
    assert 0.5 < near.of_rows([rows["b"]])[rows["b"]] < 0.95
    assert set(near.of_rows([*rows.values(), 999_999])) == set(rows.values())
    assert elsewhere.nearest == (rows["c"],)


def test_a_vector_goes_with_its_text_and_stays_with_its_standing(store: DocStore) -> None:
    embedded(store, doc("a", "green tea"), doc("b", "black tea"), doc("c", "milk"))
    index = store.vectors(EMBEDDER.identity)
    rows = store.rows_of(["a", "b", "c"])

    put(store, doc("a", "green tea", pinned=True), doc("b", "coffee"))
    forget(store, ["c"], NOW)

    assert list(index.kept(list(rows.values()))) == [rows["a"]]
    assert index.missing(9) == [(store.rows_of(["b"])["b"], "coffee")]
    assert index.similarities(EMBEDDER._vector("milk"), None, 9).nearest == (rows["a"],)


def test_a_piece_that_stays_in_its_file_keeps_its_vector(store: DocStore) -> None:
    for hashed in ("h1", "h2"):
        with store.write() as writer:
            writer.replace_file(MemoryFile("MEMORY.md", hashed, "s"), [piece("p1", "green tea", 0)])
        if hashed == "h1":
            VectorSearch(store, EMBEDDER).update()

    assert store.vectors(EMBEDDER.identity).covered() == (1, 1)


def test_vectors_of_another_length_are_refused(store: DocStore) -> None:
    embedded(store, doc("a"))
    put(store, doc("b", "milk"))
    index = store.vectors(EMBEDDER.identity)

    with pytest.raises(NotReadyError, match="gave 3 numbers"):
        index.add(index.missing(1), [[1.0, 0.0, 0.0]])
    with pytest.raises(NotReadyError, match="gave 3 numbers"):
        index.similarities([1.0, 0.0, 0.0], None, 1)


def test_one_embedder_is_in_use_and_its_vectors_are_not_dropped(store: DocStore) -> None:
    embedded(store, doc("a"), doc("b"))
    other = HashingEmbedder(32, space="other")
    VectorSearch(store, other).update()

    assert store.embedding() == ""
    store.use_embedding(EMBEDDER.identity)

    assert store.embedding() == EMBEDDER.identity
    assert store.embeddings() == {EMBEDDER.identity: 2, other.identity: 2}
    with pytest.raises(RefusedError):
        store.drop_vectors(EMBEDDER.identity)
    assert store.drop_vectors(other.identity) == 2
    assert store.embeddings() == {EMBEDDER.identity: 2}


# -- ranking ----------------------------------------------------------------------------------------

CHINESE = [
    "用户喜欢用制表符缩进，不喜欢空格",
    "小明昨天把服务器搬到了上海机房",
    "部署安排在每周二，周五从不发布",
    "数据库用 PostgreSQL 18，备份每天凌晨三点",
    "东升修好了测试环境的登录问题",
    "奶奶下个月过七十岁生日，要订一个大蛋糕",
    "我们决定把 API 的超时改成 30 秒",
    "猫叫豆豆，去年春天从救助站领养",
]
ASKED = [
    "用户喜欢什么缩进？",
    "谁修好了登录？",
    "什么时候部署？",
    "猫叫什么名字",
    "backup of PostgreSQL",
    "服务器在哪里",
]


def test_both_stores_give_the_same_hits_in_the_same_order(tmp_path: Path, empty_postgres: str) -> None:
    lines: list[dict[str, object]] = [{"text": text, "id": f"zh{n}"} for n, text in enumerate(CHINESE)]
    questions = list(ASKED)
    for dialogue in dialogues(count=1):
        lines += [
            {"text": t.text, "id": f"{dialogue.name}{t.id}", "session": f"{dialogue.name}{t.session}", "seq": t.seq,
             "speaker": t.speaker, "created_at": t.created_at.isoformat()}
            for t in dialogue.turns
        ]  # fmt: skip
        questions += [question.text for question in dialogue.questions]
    stores = [open_store(places.of_workspace(tmp_path), Settings(store=address)) for address in ("", empty_postgres)]
    for store in stores:
        list(remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW))
    recalls = [Recall(store) for store in stores]

    different = 0
    for question in questions:
        files, server = (recall.find(Search(question, NOW, limit=10)).hits for recall in recalls)
        assert [hit.doc.id for hit in files][:5] == [hit.doc.id for hit in server][:5], question
        different += files != server

    assert different <= len(questions) // 50, "the docs behind the first 60 by words may change places at equal worth"
    for mode in Fusion:
        for question in ASKED:
            files, server = (recall.find(Search(question, NOW, fusion=mode)).hits for recall in recalls)
            assert [(h.doc.id, round(h.score, 9)) for h in files] == [(h.doc.id, round(h.score, 9)) for h in server]
    for store in stores:
        store.close()


def test_in_a_large_store_a_frequent_word_tells_apart_what_a_rare_one_finds(
    store: DocStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest of five hundred docs with a name were looked at, and the one about its problem was not."""
    monkeypatch.setattr(search_index, "LARGE", 10)
    monkeypatch.setattr(postgres_index, "LARGE", 10)
    put(store, doc("z", "basalt problem"), *(doc(f"n{number}", "basalt dust") for number in range(5)))
    put(store, *(doc(f"p{number}", "problem dust") for number in range(90)))
    index = store.index()

    (found,) = index.pool(index.by_words(["basalt", "problem"], Filter(), 1), (), 0).candidates

    assert found.id == "z"


# -- at the same time -------------------------------------------------------------------------------


def _tell(folder: Path, address: str, name: int) -> None:
    store = open_store(places.of_workspace(folder), Settings(store=address))
    recall = Recall(store)
    for number in range(6):
        lines = [{"text": "Everybody says this"}, {"text": f"fact {number} of {name}", "scope": f"s{number % 3}"}]
        chance = random.Random(number * name)
        chance.shuffle(lines)
        list(remember(store, [doc_requests.request_of(line, NOW) for line in lines], NOW))
        recall.note_given([hit.doc for hit in recall.find(Search("everybody", NOW)).hits])
        recall.save_given(NOW)
    store.close()


def test_eight_processes_lose_nothing_that_they_told_and_gave_out(
    tmp_path: Path, opened: Open, request: pytest.FixtureRequest
) -> None:
    address = str(request.getfixturevalue("empty_postgres")) if "postgres" in request.node.callspec.id else ""
    opened().close()
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=_tell, args=(tmp_path, address, n)) for n in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(300)

    assert {writer.exitcode for writer in writers} == {0}
    store = opened()
    [shared] = store.select(text_prefix="Everybody")
    assert shared.access_count == 8 * 6 - 1 + 8 * 6, "told again, or given out: each counts"
    assert sum(store.counts()["kind"].values()) == 8 * 6 + 1
    assert store.index().frequencies(["fact", "everybodi"]) == {"fact": 48, "everybodi": 1}
    assert not store.rebuild_if_damaged()


def test_a_list_is_of_those_that_are_found_or_forgotten_with_or_without_pieces_of_files(store: DocStore) -> None:
    put(store, doc("a"), doc("b", forgotten_at=NOW))
    with store.write() as writer:
        writer.replace_file(MemoryFile("MEMORY.md", "h", "s"), [doc("piece", file="MEMORY.md")])

    for own, forgotten, wanted in (
        (False, False, {"a", "piece"}),
        (True, False, {"a"}),
        (True, True, {"b"}),
    ):
        found = store.select(own=own, forgotten=forgotten)
        assert {each.id for each in found} == wanted
        assert store.count(own=own, forgotten=forgotten) == len(wanted)
