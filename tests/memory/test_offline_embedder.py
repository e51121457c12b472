"""The real offline model: English and Chinese share one space, and only the measured files are used."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest

from context_memory import ContextMemory
from context_memory.errors import NotReadyError
from context_memory.llm.ports import EmbedRequest
from context_memory.memory import assembly, doc_requests
from context_memory.memory.assembly import open_recall, open_store
from context_memory.memory.embedding.remote.offline_embedder import (
    LONGEST_TEXT,
    MODEL_FILES,
    PACKAGE,
    OfflineEmbedder,
    verify,
)
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.ports import DocStore
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.settings.values import Settings
from context_memory.storage import places

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


def test_vectors_have_the_length_that_the_identity_names(model: OfflineEmbedder) -> None:
    found = model.embed(EmbedRequest(("", " \n", "tea", "a" * LONGEST_TEXT, "a" * (LONGEST_TEXT + 900))))

    assert [len(vector) for vector in found] == [512] * 5
    assert [sum(x * x for x in vector) for vector in found] == pytest.approx([1] * 5, abs=1e-4)
    assert list(found[0]) == pytest.approx(list(found[1]), abs=1e-6)  # no text is no text
    assert list(found[3]) == pytest.approx(list(found[4]), abs=1e-4)  # the rest of a long text costs nothing
    assert "/512/600" in model.identity


def test_many_texts_have_the_vectors_that_each_has_alone(model: OfflineEmbedder) -> None:
    texts = [f"note {number} about boats and tea" for number in range(150)]

    together = model.embed(EmbedRequest(tuple(texts)))

    for place in (0, 63, 64, 149):
        assert list(together[place]) == pytest.approx(list(model.embed(EmbedRequest((texts[place],)))[0]), abs=1e-4)


def test_the_installed_model_is_the_one_that_was_measured() -> None:
    spec = find_spec(PACKAGE)

    assert spec
    verify(Path(str(spec.origin)).parent, MODEL_FILES)


def test_another_model_under_the_same_name_is_not_used(tmp_path: Path) -> None:
    with pytest.raises(NotReadyError, match="is not the model that was measured") as error:
        OfflineEmbedder({**MODEL_FILES, "resources/sp.model": "0" * 64}).embed(EmbedRequest(("tea",)))

    assert "--force-reinstall" in error.value.hint
    with pytest.raises(NotReadyError, match=r"has no weights\.npz"):
        verify(tmp_path, {"weights.npz": "0" * 64})


def test_more_docs_are_embedded_before_many_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the answers of a batch one by one."""
    monkeypatch.setattr(assembly, "EMBEDDED_AT_RECALL", 2)
    found, settings, said = places.of_workspace(tmp_path), Settings(embedder="offline"), list[str]()
    with contextlib.closing(open_store(found)) as opened:
        list(remember(opened, (doc_requests.request_of({"text": text}, NOW) for text in MEMORIES.values()), NOW))

        open_recall(found, settings, said.append, opened)
        waiting = list(said)
        open_recall(found, settings, said.append, opened, is_batch=True)

    assert waiting == ["6 docs have no vector yet and are found by words alone: context-memory memory reembed"]
    assert said == waiting


def test_while_the_model_is_loaded_on_a_thread_who_asks_goes_on_without_it() -> None:
    model, asked = OfflineEmbedder(), EmbedRequest(("hello",))

    loading = model.load_soon()
    with pytest.raises(NotReadyError, match="is being loaded"):
        model.embed(asked)
    assert model.load_soon() is loading
    loading.join()

    assert len(model.embed(asked)[0]) == 512


def test_the_first_question_of_a_server_is_answered_by_words_while_the_model_is_loaded(tmp_path: Path) -> None:
    with ContextMemory(tmp_path, {"embedder": "offline"}) as memory:
        memory.remember("Deploys go out on Tuesdays")
    assembly._offline_embedder.cache_clear()
    with ContextMemory(tmp_path, {"embedder": "offline"}) as memory:
        memory.docs.load_embedder()
        first = memory.recall("When do deploys go out?")
        assembly._offline_embedder().load_soon().join()
        later = memory.recall("When do deploys go out?")

    assert [hit.text for hit in first.hits] == [hit.text for hit in later.hits] == ["Deploys go out on Tuesdays"]
    assert (first.degraded, later.degraded) == (True, False)
