"""The real offline models: languages share one space, only the measured files are used, and no text ends a process."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from context_memory import ContextMemory
from context_memory.errors import NotReadyError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory import assembly, doc_requests
from context_memory.memory.assembly import open_recall, open_store
from context_memory.memory.embedding.remote import offline_embedder
from context_memory.memory.embedding.remote.offline_embedder import (
    FAST_FILES,
    FAST_LONGEST_TEXT,
    LONGEST_TEXT,
    FastOfflineEmbedder,
    OfflineEmbedder,
    missing_of_processor,
    outline,
)
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.settings.values import Settings
from context_memory.storage import places

SCRIPTS = Path(offline_embedder.__file__).parents[4]
NOW = datetime(2026, 11, 20, tzinfo=UTC)
MEMORIES = {
    "allergy": "My daughter is allergic to peanuts",
    "deploy": "We release the new version every Tuesday evening",
    "dog": "The dog was at the vet because of its paw",
    "boat": "They rented a small boat on the lake in summer",
    "rent": "The rent for the flat is due on the first of the month",
    "茶": "奶奶每天下午喝乌龙茶",
    "考试": "弟弟下个月参加高考",
    "手机": "我的手机屏幕摔碎了",
}


@pytest.fixture(scope="module")
def model() -> OfflineEmbedder:
    return OfflineEmbedder()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, model: OfflineEmbedder) -> Iterator[DocStore]:
    opened = open_store(places.of_workspace(tmp_path_factory.mktemp("w")))
    lines = [{"text": text, "id": name} for name, text in MEMORIES.items()]
    list(remember(opened, (doc_requests.request_of(line, NOW) for line in lines), NOW))
    VectorSearch(opened, model).update()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("孩子对什么食物过敏？", "allergy"),
        ("我们什么时候发布新版本？", "deploy"),
        ("小狗为什么去看兽医？", "dog"),
        ("他们在湖上租了什么船？", "boat"),
        ("What does grandmother drink in the afternoon?", "茶"),
        ("Which university entrance exam will my brother take?", "考试"),
        ("What happened to the screen of my phone?", "手机"),
    ],
)
def test_a_memory_in_the_other_language_is_found(
    store: DocStore, model: OfflineEmbedder, question: str, expected: str
) -> None:
    """No word in common: this is vector search alone."""
    assert expected not in [hit.doc.id for hit in Recall(store).find(Search(question, NOW)).hits[:1]]

    hits = Recall(store, meaning=VectorSearch(store, model)).find(Search(question, NOW)).hits

    assert expected in [hit.doc.id for hit in hits[:2]]


CLEANER = ("The cleaners come to the flat on Mondays", "The cleaners' visit was changed, Wednesdays it is")
NIGHTS = ("老覃的夜班是四天一轮", "老覃升值班主任了，不再上夜班")


@pytest.mark.parametrize(
    ("question", "first", "told"),
    [
        ("who tidies our home, and on what day", 1, CLEANER),
        ("which day did the flat get cleaned before that", 0, CLEANER),
        ("Somebody will tidy our flat on Monday.", 0, CLEANER),
        ("爱人还上夜班吗", 1, NIGHTS),
        ("which day are the bins emptied", 0, ("The bins are emptied on Mondays", "The dentist moved to Elm Road now")),
    ],
)
def test_a_newer_statement_that_means_the_same_and_says_a_change_comes_first(
    tmp_path: Path, model: OfflineEmbedder, question: str, first: int, told: tuple[str, str]
) -> None:
    with contextlib.closing(open_store(places.of_workspace(tmp_path))) as opened:
        lines = [{"text": text, "created_at": f"2026-0{month}-01"} for month, text in enumerate(told, 1)]
        list(remember(opened, (doc_requests.request_of(line, NOW) for line in lines), NOW))
        meaning = VectorSearch(opened, model)
        meaning.update()

        hits = Recall(opened, meaning=meaning).find(Search(question, NOW)).hits

    assert hits[0].doc.text == told[first]
    assert len({hit.doc.id for hit in hits}) == len(hits)


@pytest.mark.parametrize(
    ("embedder", "dimension", "longest"),
    [(OfflineEmbedder(), 384, LONGEST_TEXT), (FastOfflineEmbedder(), 512, FAST_LONGEST_TEXT)],
    ids=lambda value: value.package if hasattr(value, "package") else "",
)
def test_vectors_have_the_length_that_the_identity_names(
    embedder: OfflineEmbedder | FastOfflineEmbedder, dimension: int, longest: int
) -> None:
    found = embedder.embed(EmbedRequest(("", " \n", "tea", "a" * longest, "a" * (longest + 900))))

    assert [len(vector) for vector in found] == [dimension] * 5
    assert [sum(x * x for x in vector) for vector in found] == pytest.approx([1] * 5, abs=1e-4)
    assert list(found[0]) == pytest.approx(list(found[1]), abs=1e-6)  # no text is no text
    assert list(found[3]) == pytest.approx(list(found[4]), abs=1e-4)  # the rest of a long text costs nothing
    assert embedder.identity.endswith(f"/{dimension}/{longest}")


HOSTILE = (
    "\ufdfa" * 5_000_000,
    "\0" * 10,
    "a\0b",
    "\ud800x\udfff" * 90,
    "\U0010ffff\ufffe\uffff",
    "e\u0301\u0327" * 100,
    "\x01\x02\x7f",
    "\u200b" * 299,
    "\U0001f468\u200d" * 150,
)
"""The first is one character of three bytes that the model's own normalization makes eighteen of: it wrote beyond the
memory that it had reserved."""


OWN_PROCESS = """
import os, sys
from context_memory.llm.ports import EmbedRequest
from context_memory.memory.embedding.remote.offline_embedder import OfflineEmbedder
before = dict(os.environ)
model = OfflineEmbedder()
found = [vector for text in %s for vector in model.embed(EmbedRequest((text,)))]
threads = len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 1
print({len(each) for each in found}, dict(os.environ) == before, threads)
"""


def test_no_text_ends_the_process_and_nothing_of_it_is_changed() -> None:
    """Threads of OpenMP wait by spinning, which takes the machine from the person, and a forked child has lost them."""
    code = OWN_PROCESS % ascii(tuple(each[:400] for each in HOSTILE))

    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SCRIPTS)}, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, "{384} True 1\n"), done.stderr


def test_questions_and_docs_are_told_apart(model: OfflineEmbedder) -> None:
    doc, question = (model.embed(EmbedRequest(("which port",), is_query=asks))[0] for asks in (False, True))

    assert sum(a * b for a, b in zip(doc, question, strict=True)) < 0.99


def test_many_texts_have_the_vectors_that_each_has_alone(model: OfflineEmbedder) -> None:
    for embedder, count in ((model, 5), (FastOfflineEmbedder(), 150)):
        texts = [f"note {number} about boats and tea" for number in range(count)]

        together = embedder.embed(EmbedRequest(tuple(texts)))

        for place in (0, count // 2, count - 1):
            alone = embedder.embed(EmbedRequest((texts[place],)))[0]
            assert list(together[place]) == pytest.approx(list(alone), abs=1e-4)


def test_another_model_under_the_same_name_is_not_used(tmp_path: Path) -> None:
    for embedder in (OfflineEmbedder("0" * 64), FastOfflineEmbedder({**FAST_FILES, "resources/sp.model": "0" * 64})):
        with pytest.raises(NotReadyError, match="is not the model that was measured") as error:
            embedder.embed(EmbedRequest(("tea",)))
        assert f"--force-reinstall '{embedder.requirement}'" in error.value.hint
    with pytest.raises(NotReadyError, match=r"has no missing\.npz"):
        FastOfflineEmbedder({"missing.npz": "0" * 64}).embed(EmbedRequest(("tea",)))


def test_an_outline_tells_files_apart_by_their_size_and_both_ends(tmp_path: Path) -> None:
    def outline_of(content: bytes) -> str:
        (tmp_path / "model").write_bytes(content)
        return outline(tmp_path / "model")

    middle = bytes(3 << 20)
    known = outline_of(b"a" + middle + b"b")
    assert known == outline_of(b"a" + middle + b"b")
    assert (
        len({known, *(outline_of(each) for each in (b"c" + middle + b"b", b"a" + middle + b"c", b"a" + middle))}) == 4
    )


@pytest.mark.parametrize(
    ("flags", "machine", "missing"),
    [
        ("flags\t\t: fpu sse4_2 avx", "x86_64", {"avx2", "fma"}),
        ("flags\t\t: fpu avx2 fma", "x86_64", set()),
        ("Features\t: fp asimd", "aarch64", set()),
        ("", "x86_64", set()),
    ],
)
def test_an_old_processor_is_told_before_the_library_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: str, machine: str, missing: set[str]
) -> None:
    """The wheel would end the process with an illegal instruction."""
    (tmp_path / "cpuinfo").write_text(f"processor\t: 0\n{flags}\n", encoding="utf-8")

    assert missing_of_processor(tmp_path / "cpuinfo", machine) == missing
    assert missing_of_processor(tmp_path / "none", machine) == set()
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(offline_embedder, "CPU_INFO", tmp_path / "cpuinfo")
    if missing:
        with pytest.raises(NotReadyError, match="this processor has no avx2 and no fma") as error:
            OfflineEmbedder().embed(EmbedRequest(("tea",)))
        assert "offline-fast" in error.value.hint


def test_more_docs_are_embedded_before_many_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the answers of a batch one by one."""
    monkeypatch.setitem(assembly.EMBEDDED_AT_RECALL, "offline", 2)
    found, settings, said = places.of_workspace(tmp_path), Settings(embedder="offline"), list[str]()
    with contextlib.closing(open_store(found)) as opened:
        list(remember(opened, (doc_requests.request_of({"text": text}, NOW) for text in MEMORIES.values()), NOW))

        open_recall(found, settings, said.append, opened)
        waiting = list(said)
        open_recall(found, settings, said.append, opened, is_batch=True)

    assert waiting == ["6 docs have no vector yet and are found by words alone: context-memory memory reembed"]
    assert said == waiting


def test_indexing_in_the_background_embeds_a_part_at_a_time_until_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other jobs of the process have their turn in between."""
    monkeypatch.setitem(assembly.EMBEDDED_AT_ONCE, "offline", 2)
    texts = list(MEMORIES.values())[:5]
    with contextlib.closing(open_store(places.of_workspace(tmp_path))) as opened:
        list(remember(opened, (doc_requests.request_of({"text": text}, NOW) for text in texts), NOW))

    with ContextMemory(tmp_path, {"embedder": "offline"}) as memory:
        done = [memory.docs.index() for _ in range(4)]

    assert done == [False, False, True, True]


def test_while_the_model_is_loaded_on_a_thread_who_asks_goes_on_without_it() -> None:
    model, asked = FastOfflineEmbedder(), EmbedRequest(("hello",))

    loading = model.load_soon()
    with pytest.raises(NotReadyError, match="is being loaded"):
        model.embed(asked)
    assert model.load_soon() is loading
    loading.join()

    assert len(model.embed(asked)[0]) == 512


def test_the_first_question_of_a_server_is_answered_by_words_while_the_model_is_loaded(tmp_path: Path) -> None:
    with ContextMemory(tmp_path, {"embedder": "offline-fast"}) as memory:
        memory.remember("Deploys go out on Tuesdays")
    assembly._offline_embedders.cache_clear()
    with ContextMemory(tmp_path, {"embedder": "offline-fast"}) as memory:
        memory.docs.load_embedder()
        first = memory.recall("When do deploys go out?")
        fast = assembly._offline_embedders()["offline-fast"]
        assert isinstance(fast, FastOfflineEmbedder)
        fast.load_soon().join()
        later = memory.recall("When do deploys go out?")

    assert [hit.text for hit in first.hits] == [hit.text for hit in later.hits] == ["Deploys go out on Tuesdays"]
    assert (first.degraded, later.degraded) == (True, False)
