"""Whom a question names: two who are joined, or one who acts upon another."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.hop_dialogues import hop_dialogues
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import Hit
from context_memory.memory.recall import query
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places

NOW = datetime(2026, 11, 20, tzinfo=UTC)
PEOPLE = query.names_by_word(["Ines", "Tobias", "Yara", "晓梅", "建军"])


def found(folder: Path, question: str, talks: Iterable[Sequence[str]], limit: int = 5) -> list[Hit]:
    """The hits in a store of talks; a talk is lines of "speaker: text", or one note without a speaker."""
    lines: list[Mapping[str, object]] = []
    for number, talk in enumerate(talks):
        day = (NOW - timedelta(days=300 - number)).isoformat()
        for seq, text in enumerate(talk):
            speaker = text.partition(":")[0] if ":" in text else ""
            place = {"session": f"s{number}", "seq": seq, "speaker": speaker} if speaker else {}
            lines.append({"text": text, "created_at": day, **place})
    store = SqliteDocStore(places.of_workspace(folder).state, terms_of)
    for _ in remember(store, (doc_requests.request_of(line, NOW) for line in lines), NOW):
        pass
    hits = Recall(store).find(Search(question, NOW, limit=limit)).hits
    store.close()
    return list(hits)


def test_who_told_whom_is_told_apart(tmp_path: Path) -> None:
    talks = [
        ["Tobias: Ines, I recommend Salt Roads, what a book"],
        ["Ines: Tobias, I recommend Low Tide, what a book"],
        ["Ines: I recommend a book to everybody, Moth Season"],
        *([[f"Yara: dinner number {n} was fine"] for n in range(40)]),
    ]

    assert "Salt Roads" in found(tmp_path / "a", "Which book did Tobias recommend to Ines?", talks)[0].doc.text
    assert "Low Tide" in found(tmp_path / "b", "Which book did Ines recommend to Tobias?", talks)[0].doc.text


@pytest.mark.parametrize(
    ("question", "joined", "actor"),
    [
        ("What do Ines and Tobias do?", ("Ines", "Tobias"), ""),
        ("What do both Tobias and Ines like?", ("Tobias", "Ines"), ""),
        ("What do Ines's brother and Tobias have in common?", ("Ines", "Tobias"), ""),
        ("What do Ines, Tobias and Yara eat?", ("Ines", "Tobias", "Yara"), ""),
        ("晓梅和建军都喜欢什么？", ("晓梅", "建军"), ""),
        ("晓梅、建军分别去过哪里？", ("晓梅", "建军"), ""),
        ("What did Ines recommend to Tobias?", (), "Ines"),
        ("What has Tobias heard from Ines?", (), "Tobias"),
        ("According to Tobias, what does Ines like?", (), "Tobias"),
        ("What does Ines think of Tobias's kayak?", (), "Ines"),
        ("晓梅向建军推荐了什么？", (), "晓梅"),
        ("Where is the kayak that Ines bought while Tobias slept?", (), ""),
        ("What does Ines do?", (), ""),
    ],
)
def test_those_who_are_named_are_joined_or_one_acts(question: str, joined: tuple[str, ...], actor: str) -> None:
    named = query.named_speakers(question, PEOPLE)

    assert (named.names if named.are_joined else (), named.actor) == (joined, actor)


def test_a_name_in_chinese_is_found_inside_a_sentence_and_is_no_word_of_the_question() -> None:
    asked = query.parse("晓梅养了什么宠物？", PEOPLE, NOW)

    assert asked.speakers == {"晓梅"}
    assert not {"晓", "梅", "晓梅", "梅养"} & set(asked.terms)


def test_long_questions_are_taken_apart_in_time_that_grows_with_their_length() -> None:
    """A pasted page may hold anything; patterns read its beginning only."""
    for piece in ("Ines and ", "the a ", "A B ", "what x ", "晓梅和", "my "):
        assert len(query.parse(piece * 20_000, PEOPLE, NOW).speakers) <= len(PEOPLE)


def test_our_own_talks_are_the_same_every_time_and_hold_the_evidence_of_their_questions() -> None:
    """Settings are chosen on them, so a figure must mean the same tomorrow."""
    talks = list(hop_dialogues())

    assert talks == list(hop_dialogues())
    for talk in talks:
        texts = {turn.id: turn.text for turn in talk.turns}
        assert len(texts) == len(talk.turns)
        for asked in talk.questions:
            assert asked.evidence
            assert set(asked.evidence) <= texts.keys()
            assert not asked.apart or set(asked.evidence) == {turn for part in asked.apart for turn in part}
