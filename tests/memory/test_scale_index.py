"""Words and vectors of a large store: found as SQLite does, never older than the database, made again when lost."""

import contextlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import numpy as np
import pytest

from context_memory.cli.run import run
from context_memory.errors import InputError, NotReadyError
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Scope
from context_memory.memory.ports import EVERYTHING, Filter
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.scale import store as scale_store
from context_memory.memory.stores.scale import vectors
from context_memory.memory.stores.scale.store import FOLDER, ScaleDocStore
from context_memory.memory.stores.sqlite import search_index
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.memory.stores.sqlite.tables import SCOPE, scope_mark
from context_memory.storage import environment
from context_memory.text import lexing

NOW = datetime(2026, 11, 20, tzinfo=UTC)
REPOSITORY = Path(__file__).parent.parent.parent
_WORDS = (
    "harbour crane lighthouse keeper paints the old bridge red letter garden invoice ticket deploy friday "
    "configuration database backup kitchen parrot river engine 灯塔 颜色 码头 预算 会议 记录"
)
WORDS = _WORDS.split()
SCOPES = ("agent:main", "agent:other", "team:north")


@pytest.fixture(autouse=True, scope="module")
def _few() -> Iterator[None]:
    """Files for every store, however small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scale_store, "FEW", 0)
        yield


def lines(count: int, seed: int = 3) -> Iterator[dict[str, object]]:
    random = Random(seed)
    for number in range(count):
        text = " ".join(random.choices(WORDS, k=random.randint(3, 14)))
        yield {"text": f"{text} {number}", "id": f"d{number}", "scope": random.choice(SCOPES)}


def put(store: SqliteDocStore, given: list[dict[str, object]]) -> None:
    for _ in remember(store, (doc_requests.request_of(line, NOW) for line in given), NOW):
        pass


OPENED = contextlib.ExitStack()


@pytest.fixture(autouse=True)
def close_stores() -> Iterator[None]:
    """Close what a test opened."""
    with OPENED:
        yield


def scale(folder: Path) -> ScaleDocStore:
    return OPENED.enter_context(contextlib.closing(ScaleDocStore(folder, terms_of)))


def sqlite(folder: Path) -> SqliteDocStore:
    return OPENED.enter_context(contextlib.closing(SqliteDocStore(folder, terms_of)))


def ids(store: SqliteDocStore, question: str, scope: str | None = None, limit: int = 10) -> list[str]:
    found = Recall(store).find(Search(question, NOW, where=Filter(Scope(scope) if scope else None), limit=limit))
    return [hit.doc.id for hit in found.hits]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of 300 docs with its files, made once."""
    folder = tmp_path_factory.mktemp("made") / "state"
    store = scale(folder)
    put(store, list(lines(300)))
    store.settle()
    store.close()
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """The same for one test alone."""
    shutil.copytree(made, tmp_path / "state")
    return tmp_path / "state"


# -- words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", [None, *SCOPES])
@pytest.mark.parametrize("question", ["which crane paints the bridge", "灯塔的颜色", "parrot 17", "budget 会议 记录"])
def test_the_same_docs_are_found_as_with_sqlite(folder: Path, question: str, scope: str | None) -> None:
    """Both indexes deliver at least every doc of a small scope that holds a rare word: the ranker gives one order."""
    assert ids(scale(folder), question, scope, 5) == ids(sqlite(folder), question, scope, 5)


def test_candidates_are_those_of_sqlite(folder: Path) -> None:
    ours, reference = scale(folder).index(), sqlite(folder).index()
    for question in ("harbour", "keeper invoice ticket", "颜色", "nothing of this kind"):
        terms = lexing.query_terms(question)
        for scope in (None, Scope("team:north")):
            assert set(ours.by_words(terms, Filter(scope), 300)) == set(reference.by_words(terms, Filter(scope), 300))
            assert len(ours.by_words(terms, Filter(scope), 7)) == len(reference.by_words(terms, Filter(scope), 7))


def test_terms_are_counted_as_sqlite_counts_them(folder: Path) -> None:
    terms = [*lexing.terms(" ".join(WORDS)), scope_mark("agent:other"), "missing", "a b", '"', ""]

    assert scale(folder).index().frequencies(terms) == sqlite(folder).index().frequencies(terms)


@pytest.mark.parametrize("scope", [None, "agent:other"])
def test_a_large_store_weighs_words_by_what_they_tell(
    folder: Path, monkeypatch: pytest.MonkeyPatch, scope: str | None
) -> None:
    """In SQLite, without the extra: the docs with the rarest words of the question, equal ones newest first."""
    monkeypatch.setattr(search_index, "LARGE", 10)
    monkeypatch.setattr(search_index, "FREQUENT", 1.0)
    store = sqlite(folder)
    where = Scope(scope) if scope else None
    terms = lexing.query_terms("parrot of the harbour 会议 17")
    docs = {
        row: set(line.split())
        for row, line, its in store.database.rows(f"SELECT row, terms, {SCOPE} FROM docs")
        if scope in (None, its)
    }
    counts = store.index().frequencies(terms)
    worth = {term: math.log(1 + (300 - count + 0.5) / (count + 0.5)) for term, count in counts.items() if count}
    sums = {row: sum(worth.get(term, 0.0) for term in terms if term in held) for row, held in docs.items()}
    expected = sorted((row for row in sums if sums[row]), key=lambda row: (-round(sums[row], 9), -row))

    found = store.index().by_words(terms, Filter(where), 20)

    assert [round(sums[row], 9) for row in found] == [round(sums[row], 9) for row in expected[:20]]
    assert store.index().by_words(terms, Filter(where), 400)[:1] == expected[:1]
    assert set(store.index().by_words(terms, Filter(where), 400)) == set(expected)
    assert (
        store.index().by_words(["missing"], Filter(where), 5) == store.index().by_words(terms, Filter(where), 0) == []
    )


def test_no_doc_of_another_scope_is_a_candidate(folder: Path) -> None:
    store = scale(folder)
    rows = store.index().by_words(lexing.query_terms("harbour crane 灯塔"), Filter(Scope("team:north")), 300)
    scope_of = dict(store.database.rows(f"SELECT row, {SCOPE} FROM docs"))

    assert {scope_of[row] for row in rows} == {"team:north"}


def test_what_is_written_is_found_at_once(folder: Path) -> None:
    """New, replaced and forgotten docs count from the next question on, in the process that wrote and in others."""
    writer, reader = scale(folder), scale(folder)
    assert ids(reader, "zanzibar") == []

    put(writer, [{"text": "zanzibar", "id": "new"}, {"text": "something else", "id": "d7"}])
    old_words = next(line["text"] for number, line in enumerate(lines(300)) if number == 7)

    for store in (writer, reader, scale(folder)):
        assert ids(store, "zanzibar") == ["new"]
        rows = store.index().by_words(lexing.query_terms(str(old_words)), EVERYTHING, 400)
        docs = {row[0] for row in store.database.rows("SELECT row FROM docs WHERE id = 'd7'")}
        assert docs.isdisjoint(rows)

    writer.close()
    with sqlite(folder).write() as each:  # by a process that knows nothing of the files
        doc = reader.get("new")
        assert doc is not None
        each.put([doc._replace(forgotten_at=NOW)])
    assert ids(reader, "zanzibar") == []


def test_a_little_that_changed_is_laid_over_and_counts_like_the_rest(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale_store, "APART_SHARE", 1.0)
    store = scale(folder)
    before = (folder / FOLDER / "words" / "meta.json").read_bytes()
    put(store, [{"text": f"harbour crane keeper {number}", "id": f"n{number}"} for number in range(40)])

    terms = lexing.query_terms("harbour crane keeper")
    best = store.index().by_words(terms, EVERYTHING, 40)
    rows = {row[0] for row in store.database.rows("SELECT row FROM docs WHERE id LIKE 'n%'")}
    assert len(rows.intersection(best)) > 20  # short docs with all three words are among the best, laid over or not
    assert set(store.index().by_words(terms, EVERYTHING, 400)) == set(
        sqlite(folder).index().by_words(terms, EVERYTHING, 400)
    )
    assert store.index().frequencies(["harbour"]) == sqlite(folder).index().frequencies(["harbour"])
    assert (folder / FOLDER / "words" / "meta.json").read_bytes() == before

    store.settle()
    assert (folder / FOLDER / "words" / "meta.json").read_bytes() != before
    assert store.database.rows("SELECT count(*) FROM changes") == [(0,)]


def test_files_that_were_deleted_are_made_again(folder: Path) -> None:
    with contextlib.closing(ScaleDocStore(folder, terms_of)) as before:  # an open one may still merge files
        expected = ids(before, "harbour crane 灯塔")
    shutil.rmtree(folder / FOLDER)
    store = scale(folder)

    assert ids(store, "harbour crane 灯塔") == expected
    assert store.problem == ""
    assert (folder / FOLDER / "words" / "meta.json").is_file()


def test_a_small_store_needs_no_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale_store, "FEW", 20_000)
    shutil.rmtree(folder / FOLDER)
    sqlite(folder).settle()
    store = scale(folder)

    assert ids(store, "harbour crane 灯塔") == ids(sqlite(folder), "harbour crane 灯塔")
    assert store.settle().docs == 0
    assert store.problem == ""
    assert not (folder / FOLDER / "words").exists()


def test_a_large_store_without_files_says_so_and_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale_store, "MOST_TAKEN_IN", 10)
    shutil.rmtree(folder / FOLDER)
    store = scale(folder)

    assert ids(store, "harbour crane") == ids(sqlite(folder), "harbour crane")
    assert "run context-memory memory index" in store.problem


def test_a_database_built_anew_gets_files_of_its_own(folder: Path) -> None:
    """Rows of one database mean other docs in the next."""
    for path in folder.glob("state.sqlite*"):
        path.unlink()
    store = scale(folder)

    assert ids(store, "harbour crane 灯塔", limit=20) == ids(sqlite(folder), "harbour crane 灯塔", limit=20)
    assert store.problem == ""


@pytest.mark.parametrize("damage", [b"", b"x" * 100, None])
def test_damaged_files_do_not_hurt(folder: Path, damage: bytes | None) -> None:
    expected = ids(sqlite(folder), "harbour crane 灯塔")
    for path in (folder / FOLDER / "words").iterdir():
        if path.suffix in {".idx", ".term", ".fast", ".store"}:
            if damage is None:
                path.unlink()
            else:
                path.write_bytes(damage)
    store = scale(folder)

    assert ids(store, "harbour crane 灯塔") == expected

    store.settle()
    assert ids(store, "harbour crane 灯塔") == expected
    assert store.problem == ""


BUILD = """
import sys
from pathlib import Path
from context_memory.memory.stores.scale import store as scale_store
from context_memory.memory.stores.scale.store import ScaleDocStore
from context_memory.memory.assembly import terms_of
scale_store.AT_ONCE, scale_store.FEW = 20, 0
store = ScaleDocStore(Path(sys.argv[1]), terms_of)
print("ready", flush=True)
def tell(what, done, total):
    print(done, flush=True)
    if done >= 100:
        sys.stdin.readline()
store.settle(anew=True, progress=tell)
"""


def test_a_build_that_is_killed_is_done_again(folder: Path) -> None:
    expected = ids(sqlite(folder), "harbour crane 灯塔")
    building = subprocess.Popen(
        [sys.executable, "-c", BUILD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "scripts")},
    )
    assert building.stdout is not None
    assert "100\n" in iter(building.stdout.readline, "")
    busy = scale(folder)  # the build holds the lock: SQLite answers
    assert ids(busy, "harbour crane 灯塔") == expected

    building.send_signal(signal.SIGKILL)
    building.communicate()
    store = scale(folder)
    assert ids(store, "harbour crane 灯塔") == expected
    assert store.problem == ""
    assert (folder / FOLDER / "words" / "meta.json").is_file()


WRITE = """
import sys
from pathlib import Path
from datetime import UTC, datetime
from context_memory.memory.stores.scale import store as scale_store
from context_memory.memory.stores.scale.store import ScaleDocStore
from context_memory.memory import doc_requests
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.assembly import terms_of
now = datetime(2026, 11, 20, tzinfo=UTC)
scale_store.FEW = 0
store = ScaleDocStore(Path(sys.argv[1]), terms_of)
for number in range(12):
    word = f"w{sys.argv[2]}x{number}"
    lines = [{"text": f"the {word} {each}", "id": f"{word}-{each}"} for each in range(9)]
    list(remember(store, (doc_requests.request_of(line, now) for line in lines), now))
    found = Recall(store).find(Search(word, now, limit=20)).hits
    assert len(found) == 9, (word, len(found), store.problem)
    if number % 4 == 3:
        store.settle()
"""


def test_four_processes_write_search_and_settle_at_once(folder: Path) -> None:
    """Each finds all of its own docs right after it wrote them, whoever takes them into the files."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", WRITE, str(folder), str(number)],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "scripts")},
        )
        for number in range(4)
    ]
    ended = [process.communicate(timeout=300)[1] for process in running]

    assert [process.returncode for process in running] == [0] * 4, ended
    store = scale(folder)
    store.settle()
    words = ["w0x0", "w3x11"]
    assert store.index().frequencies(words) == dict.fromkeys(words, 9) == sqlite(folder).index().frequencies(words)


# -- vectors ----------------------------------------------------------------------------------------

IDENTITY = "test"


def vectors_of(count: int, seed: int = 1) -> np.ndarray:
    random = np.random.default_rng(seed)
    centres = random.standard_normal((20, 32))
    found = centres[random.integers(0, 20, count)] + 0.6 * random.standard_normal((count, 32))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture
def with_vectors(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same with vectors and, however few they are, a graph."""
    monkeypatch.setattr(vectors, "EXACT", 20)
    store = scale(folder)
    rows = store.database.rows("SELECT row, text FROM docs ORDER BY row")
    store.vectors(IDENTITY).add(rows, vectors_of(len(rows)).tolist())
    store.use_embedding(IDENTITY)
    assert store.settle().vectors == 300
    store.close()
    return folder


@pytest.mark.parametrize("scope", [None, "agent:main"])
def test_nearly_all_of_the_nearest_are_found_and_their_similarity_is_exact(
    with_vectors: Path, scope: str | None
) -> None:
    ours, exact = scale(with_vectors).vectors(IDENTITY), sqlite(with_vectors).vectors(IDENTITY)
    where = Scope(scope) if scope else None
    found = wanted = 0
    for question in vectors_of(20, seed=2).tolist():
        near, true = ours.similarities(question, where, 10), exact.similarities(question, where, 10)
        found += len(set(near.nearest) & set(true.nearest))
        wanted += len(true.nearest)
        assert len(near.nearest) == 10
        rows = [*true.nearest, 10_000]
        assert near.of_rows(rows) == pytest.approx(true.of_rows(rows), abs=1e-3)
        values = near.of_rows(near.nearest)
        assert [values[row] for row in near.nearest] == sorted(values.values(), reverse=True)

    assert found / wanted >= 0.98


def test_vectors_that_come_and_go_after_the_graph_was_saved_are_known(with_vectors: Path) -> None:
    store, reader = scale(with_vectors), scale(with_vectors)
    question = vectors_of(1, seed=9)[0].tolist()
    best = reader.vectors(IDENTITY).similarities(question, None, 3).nearest
    put(store, [{"text": "new", "id": "new"}])
    new = store.database.rows("SELECT row, text FROM docs WHERE id = 'new'")
    store.vectors(IDENTITY).add(new, [question])
    gone = store.database.rows("SELECT id FROM docs WHERE row = ?", (best[0],))[0][0]
    put(store, [{"text": "changed", "id": str(gone).partition("@")[0], "scope": str(gone).partition("@")[2] or None}])

    found = reader.vectors(IDENTITY).similarities(question, None, 3)

    assert found.nearest == (new[0][0], best[1], best[2])
    assert store.settle().vectors == 2
    assert scale(with_vectors).vectors(IDENTITY).similarities(question, None, 3).nearest == found.nearest


@pytest.mark.parametrize("damage", ["file", "mark", "short"])
def test_a_damaged_graph_is_passed_over_and_made_again(with_vectors: Path, damage: str) -> None:
    question = vectors_of(1, seed=9)[0].tolist()
    expected = sqlite(with_vectors).vectors(IDENTITY).similarities(question, None, 5).nearest
    graph = next((with_vectors / FOLDER).glob("vectors-*.usearch"))
    if damage == "file":
        graph.unlink()
    elif damage == "mark":
        next((with_vectors / FOLDER).glob("vectors-*.json")).write_text("{", encoding="utf-8")
    else:
        graph.write_bytes(graph.read_bytes()[:1000])
    store = scale(with_vectors)

    assert store.vectors(IDENTITY).similarities(question, None, 5).nearest == expected
    assert "vectors" in store.problem

    assert store.settle().vectors == 300
    assert store.vectors(IDENTITY).similarities(question, None, 5).nearest == expected
    assert store.problem == ""


def test_files_that_cannot_be_written_are_a_message(tmp_path: Path) -> None:
    """A file stands where the folder should be: everything works, and `settle` says what to do."""
    (tmp_path / FOLDER).write_text("in the way", encoding="utf-8")
    store = scale(tmp_path)
    put(store, list(lines(30)))

    assert ids(store, "harbour crane") == ids(sqlite(tmp_path), "harbour crane")
    assert "SQLite answers" in store.problem
    with pytest.raises((NotReadyError, InputError)) as told:
        store.settle()
    assert told.value.hint


def test_a_saved_graph_leaves_no_old_file(with_vectors: Path) -> None:
    store = scale(with_vectors)
    store.settle(anew=True)
    store.settle(anew=True)

    assert len(list((with_vectors / FOLDER).glob("vectors-*.usearch"))) == 1


# -- commands ---------------------------------------------------------------------------------------


def test_the_setting_chooses_and_index_memory_builds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text("".join(json.dumps(line) + "\n" for line in lines(600)), encoding="utf-8")
    workspace = tmp_path / "w"
    workspace.mkdir()
    common = ("--set", "search_index=scale")
    files = workspace / ".context-memory" / FOLDER / "words" / "meta.json"

    assert run("remember", ("--batch", str(batch), "--workspace", str(workspace)), program="remember") == 0
    assert not files.exists()
    assert run("memory index", ("--workspace", str(workspace), "--json", *common), program="memory index") == 0
    shown = json.loads(capsys.readouterr().out.partition("\n{\n")[2].join(("{\n", "")))
    assert shown["settled"] == {"docs": 600, "vectors": 0}
    assert files.exists()
    question = ("parrot 会议 17", "--workspace", str(workspace), "--json", "--now", NOW.isoformat())
    assert run("recall", question, program="recall") == 0
    plain = json.loads(capsys.readouterr().out)
    assert run("recall", (*question, *common), program="recall") == 0
    assert [hit["id"] for hit in json.loads(capsys.readouterr().out)["hits"]] == [hit["id"] for hit in plain["hits"]]

    assert run("memory index", ("--workspace", str(workspace), "--json"), program="memory index") == 0
    with sqlite(workspace / ".context-memory").write():  # nothing is logged for files that nobody asks for
        pass
    put(sqlite(workspace / ".context-memory"), [{"text": "parrot"}])
    assert sqlite(workspace / ".context-memory").database.rows("SELECT count(*) FROM changes") == [(0,)]


def test_without_the_extra_it_is_said_and_sqlite_answers(tmp_path: Path) -> None:
    """In a process of its own that finds neither library."""
    script = """
import sys
sys.modules["tantivy"] = sys.modules["usearch"] = sys.modules["usearch.index"] = None
from context_memory.cli.run import run
common = ("--workspace", sys.argv[1], "--set", "search_index=scale")
codes = [run("remember", ("the parrot of zanzibar", *common), program="remember")]
codes.append(run("recall", ("zanzibar", *common), program="recall"))
codes.append(run("memory index", common, program="context-memory memory index"))
print(codes)
"""
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY / "scripts")},
    )

    assert ended.stdout.splitlines()[-1] == "[0, 0, 3]"
    assert "parrot of zanzibar" in ended.stdout
    assert ended.stderr.count(environment.command_for("scale")) >= 2
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_a_batch_of_many_lines_does_not_stay_in_memory(tmp_path: Path) -> None:
    """Twice as many lines need hardly more memory."""
    script = """
import resource, sys
from context_memory.cli.run import run
code = run("remember", ("--batch", sys.argv[1], "--workspace", sys.argv[2]), program="remember")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""
    used = []
    for count in (15_000, 45_000):
        batch = tmp_path / f"{count}.jsonl"
        with batch.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines(count))
        workspace = tmp_path / f"w{count}"
        workspace.mkdir()
        ended = subprocess.run(
            [sys.executable, "-c", script, str(batch), str(workspace)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY / "scripts")},
        )
        used.append(int(ended.stderr.splitlines()[-1]) / 1024)

    assert used[1] < used[0] + 40, used  # MB
