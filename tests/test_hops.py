"""Questions that are answered in more than one place: two who are joined, who told whom, all of something, a chain.

Held to issue 5: "Multi-hop and open-domain questions have the most room: decompose by entity, expand dates, roll up
per entity." (finding.)
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.hop_dialogues import hop_dialogues
from context_memory.cli.running import run
from context_memory.disk import places
from context_memory.disk.doc_store import SqliteDocStore
from context_memory.model.docs import Hit
from context_memory.rules import collecting, query, question_parts, remembering, second_hop
from context_memory.rules.second_hop import Relation
from context_memory.services.recall import Recall, Search
from context_memory.services.remember import remember
from context_memory.wiring import terms_of

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
    for _ in remember(store, (remembering.request_of(line, NOW) for line in lines), NOW):
        pass
    hits = Recall(store).find(Search(question, NOW, limit=limit)).hits
    store.close()
    return list(hits)


def talks_about_books() -> list[list[str]]:
    """Ines tells of many books, Tobias of one, in weaker words."""
    mine = [f"Ines: another book read, a good book, number {n} of my reading list" for n in range(9)]
    talks = [[line, "Yara: a book, nice", "Ines: yes"] for line in mine]
    return [*talks, ["Yara: hello", "Tobias: a thin book about bees kept me up", "Yara: really"]]


def test_a_question_about_two_people_brings_evidence_of_both_into_the_first_five(tmp_path: Path) -> None:
    hits = found(tmp_path, "What books have Ines and Tobias both read?", talks_about_books())

    assert {hit.doc.speaker for hit in hits} == {"Ines", "Tobias"}
    assert "bees" in next(hit.doc.text for hit in hits if hit.doc.speaker == "Tobias")


def test_the_same_in_chinese(tmp_path: Path) -> None:
    mine = [[f"晓梅: 又读了一本书，第{n}本，好书", "文博: 书不错", "晓梅: 是的"] for n in "一二三四五六七八九"]
    talks = [*mine, ["文博: 你好", "建军: 有一本讲蜜蜂的书", "文博: 真的吗"]]

    hits = found(tmp_path, "晓梅和建军都读了哪些书？", talks)

    assert {hit.doc.speaker for hit in hits} == {"晓梅", "建军"}


def test_each_thing_that_a_question_joins_has_evidence_among_the_first_five(tmp_path: Path) -> None:
    many = [[f"The backup of the orders database number {n} runs at night and is kept"] for n in range(12)]
    hits = found(
        tmp_path, "How are the backups of the orders and the invoices kept?", [*many, ["For invoices see the vault"]]
    )

    assert any("invoices" in hit.doc.text for hit in hits)
    assert {hit.asked for hit in hits} == {("orders",), ("invoices",)}


def test_a_part_that_the_whole_question_crowds_out_is_asked_for_apart(tmp_path: Path) -> None:
    crowd = [[f"Ines: a kayak and a red kayak and one more kayak, number {n}"] for n in range(90)]
    noise = [[f"Yara: dinner number {n} was fine"] for n in range(200)]
    talks = [*crowd, *noise, ["Tobias: well, in the end, after so many years, a kayak as well, who would have thought"]]

    hits = found(tmp_path, "Which kayak do Ines and Tobias like?", talks)

    assert {hit.doc.speaker for hit in hits} == {"Ines", "Tobias"}


def test_a_part_without_any_evidence_takes_no_place(tmp_path: Path) -> None:
    talks = [*([f"Ines: I read a book, number {n}"] for n in range(12)), *([f"Tobias: rain, {n}"] for n in range(30))]

    hits = found(tmp_path, "What books do Ines and Tobias read?", talks)

    assert {hit.doc.speaker for hit in hits} == {"Ines"}


def test_a_lifted_hit_says_so_and_scores_stay_in_order(tmp_path: Path) -> None:
    hits = found(tmp_path, "What books have Ines and Tobias both read?", talks_about_books())

    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    lifted = next(hit for hit in hits if hit.doc.speaker == "Tobias")
    assert {part.name for part in lifted.parts} >= {"share"}
    assert sum(part.gain for part in lifted.parts) == pytest.approx(lifted.score)
    assert lifted.asked == ("tobias",)


def test_explain_says_whom_a_hit_is_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found(tmp_path, "", talks_about_books())
    question = ("What books have Ines and Tobias both read?", "--explain", "--workspace", str(tmp_path))

    assert run("recall", question, program="recall.py") == 0
    assert "for tobias" in capsys.readouterr().out
    assert run("recall", (*question, "--json"), program="recall.py") == 0
    assert ["tobias"] in [hit.get("asked") for hit in json.loads(capsys.readouterr().out)["hits"]]


def test_another_telling_comes_before_the_talk_around_the_first(tmp_path: Path) -> None:
    talks = [
        ["Ines: I read books: Salt Roads", "Ines: three hundred pages"],
        ["Tobias: you read books all day", "Ines: mostly low tide, a novel in bed"],
        *([[f"Ines: dinner number {n} was fine"] for n in range(40)]),
    ]

    all_of_it = found(tmp_path / "a", "What books did Ines read?", talks, limit=2)
    one_thing = found(tmp_path / "b", "Did Ines read a book?", talks, limit=2)

    assert "low tide" in all_of_it[1].doc.text
    assert "pages" in one_thing[1].doc.text


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
    ("question", "talks", "answer"),
    [
        (
            "Where does Ines's sister live?",
            [
                ["Ines: my sister Lena is here"],
                ["Ines: Lena found a flat in Bergen"],
                ["Tobias: my sister likes flats"],
            ],
            "Bergen",
        ),
        (
            "What does my boss collect?",
            [["You met Marek, my new boss, on Monday"], ["Marek owns four hundred postcards"], ["My boss is kind"]],
            "postcards",
        ),
        (
            "晓梅的妹妹住在哪里？",
            [["晓梅: 我妹妹丽娟来了"], ["晓梅: 丽娟在厦门找到了房子"], ["建军: 我妹妹喜欢房子"]],
            "厦门",
        ),
    ],
)
def test_somebodys_sister_is_found_where_she_is_called_by_name(
    tmp_path: Path, question: str, talks: list[list[str]], answer: str
) -> None:
    noise = [[f"Yara: dinner number {n} was fine"] for n in range(40)]

    assert any(answer in hit.doc.text for hit in found(tmp_path, question, [*talks, *noise], limit=3))


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
    named = question_parts.named(question, PEOPLE)

    assert (named.names if named.are_joined else (), named.actor) == (joined, actor)


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("Which ports do the gateway and the scheduler use?", ("gateway", "scheduler")),
        ("What is the timeout of the gateway and of the mailer?", ("gateway", "mailer")),
        ("How do we deploy both the gateway and billing?", ("gateway", "billing")),
        ("Compare the limits of Redis and Postgres", ("redis", "postgres")),
        ("网关和调度器的端口是多少？", ("网关", "调度器")),
        ("Redis和Postgres分别用来做什么？", ("redis", "postgres")),
        ("Who plays rock and roll?", ()),
        ("What did she buy and where?", ()),
        ("Who is he and why?", ()),
    ],
)
def test_things_that_are_joined_are_parts_of_a_question(question: str, parts: tuple[str, ...]) -> None:
    assert tuple(part.name for part in question_parts.joined(question)) == parts


def test_a_moment_is_told_by_one_of_those_who_shared_it() -> None:
    assert not query.parse("When did Ines and Tobias meet?", PEOPLE, NOW).parts
    assert query.parse("Where did Ines and Tobias go?", PEOPLE, NOW).parts


def test_a_name_in_chinese_is_found_inside_a_sentence_and_is_no_word_of_the_question() -> None:
    asked = query.parse("晓梅养了什么宠物？", PEOPLE, NOW)

    assert asked.speakers == {"晓梅"}
    assert not {"晓", "梅", "晓梅", "梅养"} & set(asked.terms)


@pytest.mark.parametrize(
    ("question", "collects"),
    [
        ("What books has Ines read?", True),
        ("Which places did Tobias visit?", True),
        ("What kinds of music does Yara like?", True),
        ("How many times was Ines ill?", True),
        ("晓梅读过哪些书？", True),
        ("建军去过几次厦门？", True),
        ("What did Jonas buy?", False),
        ("What is his address?", False),
        ("What was the process?", False),
        ("Where does Ines live?", False),
        ("晓梅住在哪里？", False),
    ],
)
def test_questions_that_ask_for_all_of_something(question: str, collects: bool) -> None:
    assert collecting.asks(question) is collects


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My sister Lena is here", {"lena"}),
        ("Lena, my little sister, called", {"lena"}),
        ("Lena is my older sister", {"lena"}),
        ("my sister's name is Lena", {"lena"}),
        ("my sister. Thanks for asking", set[str]()),
        ("my sister came on Monday", set[str]()),
        ("My brother Karl is here", set[str]()),
    ],
)
def test_a_name_is_taken_from_beside_the_word_only(text: str, names: set[str]) -> None:
    assert second_hop.introduced(Relation("sister"), [text]) == names


def test_a_name_that_leads_nowhere_or_everywhere_is_not_asked_for() -> None:
    counts = {"lena": 3, "karl": 1, "thank": 400}

    assert second_hop.leading(counts, counts, 1_000) == ("lena",)


def test_long_questions_are_taken_apart_in_time_that_grows_with_their_length() -> None:
    """A pasted page may hold anything; patterns read its beginning only."""
    for piece in ("Ines and ", "the a ", "A B ", "what x ", "晓梅和", "my "):
        asked = query.parse(piece * 20_000, PEOPLE, NOW)
        assert not asked.parts


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
