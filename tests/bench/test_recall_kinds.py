"""The bench of all kinds of memory judges hits by what it says it does."""

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from bench.conversations import Asked, Corpus, reminders
from bench.memory_sets import foreign, sampled
from bench.recall_baselines import Baselines, CachedEmbedder
from bench.recall_kinds import measured
from context_memory.llm.ports import EmbedRequest
from context_memory.memory.docs import DEFAULT_SCOPE, Kind, MemoryDoc

NOW = datetime(2026, 11, 20, tzinfo=UTC)


class Counted:
    """An embedder of two numbers that counts what it is asked."""

    identity = "counted/2"

    def __init__(self) -> None:
        self.texts = 0

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        self.texts += len(request.texts)
        return [[1.0, 0.0] if "tea" in text else [0.0, 1.0] for text in request.texts]


def test_a_text_is_embedded_once(tmp_path: Path) -> None:
    counted = Counted()
    for _ in range(2):
        with closing(CachedEmbedder(counted, tmp_path / "vectors.sqlite")) as embedder:
            assert [list(each) for each in embedder.embed(EmbedRequest(("tea", "pot", "tea")))] == [
                [1, 0],
                [0, 1],
                [1, 0],
            ]

    assert counted.texts == 2


def test_baselines_know_words_neighbours_and_meaning() -> None:
    texts = "we drink tea", "from the big pot", "the boiler broke"
    turns = [
        MemoryDoc(f"d{seq}", DEFAULT_SCOPE, Kind.TURN, text, created_at=NOW, session="s", seq=seq)
        for seq, text in enumerate(texts)
    ]
    found = Baselines(turns, Counted()).find("who drinks tea", "", 3)

    assert found["BM25"][0] == found["vectors"][0] == "d0"
    assert found["BM25 + neighbours"] == ["d0", "d1", "d2"]


def test_a_question_without_an_answer_is_judged_by_how_sure_recall_is() -> None:
    lines = ({"id": "a", "text": "The kiln is fired on Mondays"}, {"id": "b", "text": "Tea is at five"})
    asked = Asked("When is the kiln fired?", frozenset({"a"}), "fact"), Asked("Who owns Zanzibar?", frozenset(), "none")
    marks = measured("own", [Corpus("own", lines, asked)], None)

    assert marks.mean("ours") == 1
    assert (marks.share("ours", answered=True), marks.share("ours", answered=False)) == ("1.00", "1.00")


def test_lines_of_files_are_evidence(tmp_path: Path) -> None:
    (tmp_path / "MEMORY.md").write_text(
        "# Facts\n\n- the kiln is fired on Mondays\n- tea is at five\n", encoding="utf-8"
    )
    asked = (Asked("When is the kiln fired?", frozenset({"MEMORY.md#L3"}), "fact"),)

    assert measured("own", [Corpus("own", (), asked, tmp_path)], None).mean("ours") == 1


def test_a_sample_is_the_same_every_time_and_keeps_what_nothing_answers() -> None:
    corpus = reminders("en")
    none = Asked("Who owns Zanzibar?", frozenset(), "none")
    corpora = [Corpus("one", corpus.lines, (*corpus.questions, none)), corpus]

    assert sampled(corpora, 20) == sampled(corpora, 20)
    assert none in sampled(corpora, 20)[0].questions
    assert {each.category for each in foreign(corpora)} == {"0", "1"}
