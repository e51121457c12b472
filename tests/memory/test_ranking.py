"""The one ranker, without any store."""

import itertools
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from context_memory.api.context_memory import ContextMemory
from context_memory.errors import InputError
from context_memory.memory import assembly
from context_memory.memory.ports import Candidate, Pool, Statistics
from context_memory.memory.recall import query
from context_memory.memory.recall.ranking import features, rank, word_match
from context_memory.storage import templates
from context_memory.text import lexing
from context_memory.text.lexing import stem

NOW = datetime(2026, 11, 20, tzinfo=UTC)
YEAR = 365 * 86_400.0


def turn(row: int, text: str, **known: object) -> Candidate:
    terms = " ".join(lexing.terms(text))
    speaker = text.partition(":")[0] if ":" in text else ""
    values: dict[str, object] = {
        "row": row,
        "id": f"t{row}",
        "text": text,
        "terms": terms,
        "session": "s",
        "seq": row,
        "speaker": speaker,
        "created_at": NOW.timestamp(),
        "kind": "turn",
        "tier": "peripheral",
        "importance": 0.3,
        "pinned": False,
        "scope": "agent:main",
        "superseded": False,
    }
    return Candidate(**{**values, **known})  # type: ignore[arg-type]


def ranked(question: str, *turns: Candidate, linked: bool = True) -> list[str]:
    asked = query.parse(question, query.names_by_word({t.speaker for t in turns}), NOW)
    counts = Counter(term for each in turns for term in set(each.terms.split()))
    statistics = Statistics(1_000, 8.0, counts)
    follows = {a.row: b.row for a, b in itertools.pairwise(turns)} if linked else {}
    return [row.candidate.id for row in rank.rank(asked, Pool(turns, follows), statistics, NOW)]


def test_the_answer_to_a_question_comes_before_the_question_about_something_else() -> None:
    found = ranked(
        "What instrument does Ines play?",
        turn(1, "Tobias: do you play an instrument?"),
        turn(2, "Ines: the cello, since I was six"),
        turn(3, "Tobias: I once had to play the clown"),
        linked=True,
    )

    assert found[0] == "t2"


@pytest.mark.parametrize(
    ("question", "asked", "announced", "answer"),
    [
        ("Which queue was chosen?", "which queue should we choose", "Let me check.", "Beanstalk, it is the simplest."),
        ("窗帘选了什么", "窗帘怎么选", "我查一下。", "建议卧室用遮光布，89 一米。"),
    ],
)
def test_the_answer_of_an_agent_stands_behind_its_work(question: str, asked: str, announced: str, answer: str) -> None:
    talk = (
        turn(1, asked, speaker="user"),
        turn(2, announced, speaker="assistant"),
        turn(3, "1. nothing of it 2. nor this", speaker="tool"),
        turn(4, answer, speaker="assistant"),
        turn(5, "ok", speaker="user"),
    )
    found = features_of(question, *talk)

    assert [value > 0 for value in found["answers"]] == [False, False, False, True, False]
    assert found["question"] == [1.0, 0.0, 0.0, 0.0, 0.0]


def test_between_people_only_a_question_mark_asks() -> None:
    found = features_of("窗帘选了什么", turn(1, "窗帘怎么选", speaker="Ines"), turn(2, "遮光布", speaker="Tobias"))

    assert found["question"] == [0.0, 0.0]


def test_the_person_who_is_named_has_said_it() -> None:
    first, second = turn(1, "Ines: I bought a kayak"), turn(2, "Tobias: I bought a kayak")

    assert ranked("What did Tobias buy?", first, second, linked=False)[0] == "t2"
    assert ranked("What did Ines buy?", first, second, linked=False)[0] == "t1"


def test_related_words_count_where_the_word_itself_is_missing() -> None:
    found = ranked("What pets does she have?", turn(1, "we have a kitten"), turn(2, "we have a piano"), linked=False)

    assert found[0] == "t1"


def test_a_question_for_a_time_prefers_what_says_when() -> None:
    found = ranked(
        "When did the pump break?", turn(1, "the pump broke, sadly"), turn(2, "the pump broke last week"), linked=False
    )

    assert found[0] == "t2"


def test_a_day_that_is_named_is_preferred() -> None:
    may = datetime(2026, 5, 3, tzinfo=UTC).timestamp()
    found = ranked(
        "What did we decide in May 2026?", turn(1, "we decided on tea"), turn(2, "we decided on tea", created_at=may)
    )

    assert found[0] == "t2"


def test_age_and_standing_only_break_ties() -> None:
    old = turn(1, "the key is under the red stone", created_at=NOW.timestamp() - 5 * YEAR)
    new = turn(2, "the key", tier="core", importance=1.0, pinned=True)

    assert ranked("where is the key under the stone", old, new, linked=False)[0] == "t1"
    twins = turn(1, "the key", created_at=NOW.timestamp() - 5 * YEAR), turn(2, "the key", seq=1)
    assert ranked("where is the key", *twins, linked=False)[0] == "t2"


def test_what_is_superseded_stands_below_what_replaced_it() -> None:
    old, new = turn(1, "address: Shanghai road 1", superseded=True), turn(2, "address: Hangzhou road 55")

    assert ranked("which address in Shanghai or Hangzhou", old, new, linked=False)[0] == "t2"


def test_tie_breaks_are_bounded() -> None:
    best = rank.tie_break(turn(1, "a", tier="core", importance=1.0, pinned=True), NOW.timestamp())
    worst = rank.tie_break(turn(1, "a", importance=0.0, created_at=0.0), NOW.timestamp())

    assert 0 <= worst < best <= rank.TIE_BREAKS


def test_a_score_is_the_sum_of_its_parts() -> None:
    turns = turn(1, "Ines: the cello"), turn(2, "Tobias: a cello?")
    asked = query.parse("who plays the cello", {}, NOW)

    rows = rank.rank(asked, Pool(turns, {1: 2}), Statistics(10, 3.0, {"cello": 2}), NOW)

    for row in rows:
        assert abs(row.score - sum(part.gain for part in row.parts)) < 1e-9


def test_nothing_to_rank_is_no_error() -> None:
    assert ranked("anything?") == []


def test_names_of_speakers_are_not_words_to_look_for() -> None:
    asked = query.parse("What did Ines's brother paint?", query.names_by_word(["Ines", "Tobias"]), NOW)

    assert asked.terms == (stem("brother"), "paint")
    assert asked.speakers == {"ines"}


def features_of(question: str, *turns: Candidate, similar: dict[int, float] | None = None) -> dict[str, list[float]]:
    asked = query.parse(question, query.names_by_word({t.speaker for t in turns if t.speaker}), NOW)
    counts = Counter(term for each in turns for term in set(each.terms.split()))
    follows = {a.row: b.row for a, b in itertools.pairwise(turns) if a.session == b.session != ""}
    return features.compute(asked, Pool(turns, follows, similar or {}), Statistics(1_000, 8.0, counts))


def test_words_said_just_before_count_more_than_words_said_just_after() -> None:
    asked, middle, after = turn(1, "the boiler broke"), turn(2, "a valve"), turn(3, "the boiler broke")
    covered = features_of("which boiler broke", asked, turn(2, "a valve"), turn(4, "tea", session="other"))["covered"]
    late = features_of("which boiler broke", middle, after, turn(4, "tea", session="other"))["covered"]

    assert covered[1] > late[0] > 0
    assert covered[2] == 0


def test_a_word_of_the_question_counts_once_however_often_it_stands_near_by() -> None:
    once = features_of("which boiler leaks", turn(1, "a boiler"), turn(2, "hm"), turn(3, "leaks"))["told"]
    often = features_of("which boiler leaks", turn(1, "a boiler"), turn(2, "hm"), turn(3, "a boiler leaks"))["told"]

    assert once[1] == pytest.approx(often[1], rel=0.01)  # it is a little less rare


def test_tool_output_is_not_lifted_by_its_neighbours() -> None:
    said = turn(1, "user: the boiler broke", speaker="user")
    heard = features_of("the boiler broke", said, turn(2, "I see", speaker="assistant"))["covered"]
    printed = features_of("the boiler broke", said, turn(2, "I see", speaker="tool"))["covered"]

    assert 0 < printed[1] < 0.5 * heard[1]


def test_a_long_text_holds_everything_and_so_tells_nothing_by_it() -> None:
    long = 'In Lisbon I read "Salt Roads" because of three friends. ' * 20

    assert features.traits_of(long) == (False, 0.0)


@pytest.mark.parametrize(
    ("text", "oneself"),
    [
        ("Ines: Wow, thanks!", False),
        ("Ines: I bought a kayak", True),
        ("我买了一条船", True),
        ("The pump broke", False),
    ],
)
def test_who_tells_of_oneself_is_told_from_others(text: str, oneself: bool) -> None:
    assert features.traits_of(text).oneself is oneself


def test_one_who_talks_alone_is_hardly_lifted_by_what_stands_beside() -> None:
    """Each statement of a user is about another thing; two who talk speak of the same for a while."""
    lines = "me: the boiler broke", "me: tea at four"
    alone = features_of("the boiler broke", *(turn(n, each, speaker="me") for n, each in enumerate(lines)))["covered"]
    both = features_of("the boiler broke", turn(0, lines[0], speaker="me"), turn(1, lines[1], speaker="you"))["covered"]

    assert 0 < alone[1] < 0.2 * both[1]


def test_the_similarity_of_a_long_text_about_many_things_counts_less() -> None:
    notes = turn(0, "short", session="", seq=None), turn(1, "word " * 400, session="", seq=None), turn(2, "tea")
    meaning = features_of("anything", *notes, similar={0: 0.9, 1: 0.9, 2: 0.1})["meaning"]

    assert 0 < meaning[1] < 0.5 * meaning[0]


def test_an_embedder_is_not_asked_for_the_name_of_a_speaker() -> None:
    names = query.names_by_word(["Ines", "Tobias"])

    assert query.parse("What did Ines’s brother paint?", names, NOW).meant == "What did brother paint?"
    assert query.parse("Ines?", names, NOW).meant == "Ines?"
    assert query.parse("什么时候部署？", names, NOW).meant == "什么时候部署？"


def test_meaning_counts_from_the_other_candidates_and_a_lone_note_speaks_for_its_neighbours() -> None:
    notes = tuple(turn(n, f"note {n}", session="", seq=None) for n in range(4))
    found = features_of("anything", *notes, similar={0: 0.9, 1: 0.5, 2: 0.5, 3: 0.5})

    assert found["meaning"][0] > 0 > found["meaning"][1]
    assert sum(found["meaning"]) == pytest.approx(0)
    assert features.MEANT * found["meaning_near"][0] == pytest.approx(2 * found["meaning"][0])


def test_similarity_counts_more_for_a_statement_and_where_an_agent_talks() -> None:
    def meaning(*turns: Candidate) -> float:
        return features_of("rain", *turns, similar={0: 0.9, 1: 0.1})["meaning"][0]

    people = meaning(turn(0, "Ines: tea", speaker="Ines"), turn(1, "Tobias: rain", speaker="Tobias"))

    assert meaning(turn(0, "a note", session=""), turn(1, "rain", session="")) == pytest.approx(features.MEANT * people)
    assert meaning(turn(0, "tea", speaker="user"), turn(1, "rain", speaker="assistant")) == pytest.approx(
        features.MEANT * people
    )


def test_a_message_wants_what_its_author_told_and_not_the_advice_of_the_agent() -> None:
    asked = "What did I eat last week?"
    told = "I am back from the gym. I was tired all week. Let us look at the plan again."
    both = turn(0, "I ate rice. Is that fine?", speaker="user"), turn(1, "Eat rice at the gym", speaker="assistant")
    question, message = features_of(asked, *both), features_of(told, *both)

    assert message["side"][1] == 4 * question["side"][1] > message["side"][0] == 0
    assert question["question"][0] == 1
    assert message["question"][0] == 0


@pytest.mark.parametrize(
    ("text", "is_message"),
    [
        ("I read a novel in the library. What was its name?", False),
        ("Hi! Just got home. My brain is fried.", True),
        ("刚到家。今天太累了。计划要改一改。", True),
        ("build " * 60, True),
        ("Which version, 3.1.2 or 3.2?", False),
    ],
)
def test_three_sentences_or_a_long_text_are_a_message(text: str, *, is_message: bool) -> None:
    assert query.parse(text, {}, NOW).is_message is is_message


def test_equal_similarities_say_nothing() -> None:
    notes = tuple(turn(n, f"note {n}", session="", seq=None) for n in range(3))

    assert features_of("anything", *notes, similar=dict.fromkeys(range(3), 0.7))["meaning"] == [0, 0, 0]


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    turns = turn(1, "we met in May 2026"), turn(2, "yes")
    english = features_of("when did we meet in May 2026?", *turns, similar={1: 0.5, 2: 0.1})
    chinese = features_of("我们什么时候见面？", *turns, similar={1: 0.5, 2: 0.1})

    assert {*english, *chinese, "alike", "lacks"} == set(rank.WEIGHT_NAMES)


def alike_of(question: str, *notes: str, docs: int = 20) -> list[float]:
    """What each note says of the question in other words."""
    told = tuple(turn(n, each, session="", seq=None) for n, each in enumerate(notes))
    asked = query.parse(question, {}, NOW)
    frequencies = {term: sum(term in each.terms.split() for each in told) for term in asked.terms}
    known = Statistics(docs, 8.0, frequencies, templates.word_codes())
    return features.of_words(asked, Pool(told), known)["alike"]


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("Who fixes the vehicle?", "Repairs of the truck are done by Moss.", "Lunch is on Friday in the garden."),
        ("What do we owe the physician?", "The doctor's bill is 80 euro.", "The piano is tuned in May."),
        ("Where do we park bicycles?", "Bikes stand behind the shed.", "The alarm code is changed in June."),
    ],
)
def test_other_words_of_like_meaning_speak_for_a_note(question: str, right: str, wrong: str) -> None:
    scores = alike_of(question, right, wrong)

    assert scores[0] > 2 * scores[1]


def test_other_words_count_in_full_in_a_small_store_and_little_in_a_larger_one() -> None:
    few, more = (alike_of("Who fixes the vehicle?", "Repairs of the truck", docs=docs)[0] for docs in (60, 120))

    assert few == pytest.approx(8 * more)


def test_a_word_that_is_said_itself_counts_no_second_time_and_names_have_no_like() -> None:
    assert not any(alike_of("truck", "The truck is red."))
    assert not any(alike_of("Xqzvy", "The truck is red."))


def test_a_copy_without_templates_knows_no_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(templates, "folder", lambda: tmp_path)

    assert templates.word_codes.__wrapped__() == {}


def test_a_recall_of_an_empty_memory_reads_no_codes_of_words(tmp_path: Path) -> None:
    """1.3 MB, of which a host that only appends needs nothing."""
    templates.word_codes.cache_clear()
    with ContextMemory(tmp_path) as memory:
        memory.recall("who drives the truck")
        unread = templates.word_codes.cache_info().misses
        memory.remember("The truck is driven by Iris.")
        memory.recall("who drives the truck")

    assert (unread, templates.word_codes.cache_info().misses) == (0, 1)


def test_words_of_chinese_are_compared_by_what_they_say() -> None:
    assert not alike_of("谁修车？", "卡车由莫师傅修。")


def test_weights_of_a_file_replace_those_it_names() -> None:
    found = assembly.weights_from({"weights": {"covered": 2, "question": -0.5}}, "w.json")

    assert (found.covered, found.question, found.told) == (2.0, -0.5, rank.Weights().told)


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {},
        {"weights": {}},
        {"weights": {"luck": 1}},
        {"weights": {"covered": "1"}},
        {"weights": {"covered": True}},
        {"weights": {"covered": float("nan")}},
        {"weights": {"covered": 1e9}},
    ],
)
def test_a_file_that_holds_no_weights_is_refused_with_its_name(values: object) -> None:
    with pytest.raises(InputError, match=r"w\.json") as error:
        assembly.weights_from(values, "w.json")

    assert error.value.hint


@pytest.mark.parametrize(
    "text", ["tea tea tea", "tea tea pot tea", "pot tea", "teapot", "tea", "", "tea " * 200, "pot " + "tea pot " * 90]
)
def test_words_are_counted_whole_and_each_time(text: str) -> None:
    """Neighbours share the space between them; a long text is counted in another way."""
    note = turn(1, text)
    [score] = word_match.bm25([note], {"tea": 2.0, "pot": 1.0}, 3.0)

    terms = note.terms.split()
    floor = word_match.K1 * (1 - word_match.B + word_match.B * len(terms) / 3.0)
    counts = {"tea": terms.count("tea"), "pot": terms.count("pot")}
    gains = [worth * counts[term] * (word_match.K1 + 1) / (counts[term] + floor)
             for term, worth in (("tea", 2.0), ("pot", 1.0))]  # fmt: skip
    assert score == sum(gains)


def test_words_side_by_side_are_whole_words() -> None:
    asked = ("green", "tea", "pot")
    notes = [
        turn(n, text) for n, text in enumerate(["green tea pot", "green teapot", "evergreen tea pot", "pot green"])
    ]
    found = word_match.held(notes, asked)

    assert word_match.pairs(asked, notes, dict.fromkeys(asked, 1.0), found) == [4.0, 0.0, 2.0, 0.0]


@pytest.mark.parametrize("seed", range(12))
def test_the_first_hits_are_the_same_however_many_are_wanted(seed: int) -> None:
    """Texts that cannot be among the first are not read; what they would have said must not matter."""
    random = Random(seed)
    parts = [
        "tea",
        "green",
        "pot",
        "harbour",
        "Wow, great!",
        "I bought",
        'Kept "Ulysses"',
        "in Paris",
        "why?",
        "because",
    ]
    turns = [
        turn(n, f"Ines: {' '.join(random.choices(parts, k=5))}", session=random.choice(("s", "")), seq=n)
        for n in range(120)
    ]
    counts = Counter(term for each in turns for term in set(each.terms.split()))
    pool = Pool(tuple(turns), {n: n + 1 for n in range(119) if n % 7})
    asked = query.parse(random.choice(("Where is the green tea pot?", "Which pot is in the harbour?", "tea")), {}, NOW)
    drawn = {name: random.uniform(-1, 1) for name in rank.WEIGHT_NAMES}
    weights = assembly.weights_from({"weights": drawn if seed % 3 else {"names": 0.25}}, "drawn")

    def found(limit: int) -> list[tuple[str, float, object]]:
        rows = rank.rank(asked, pool, Statistics(1_000, 8.0, counts), NOW, weights, limit=limit)
        return [(row.candidate.id, row.score, row.parts) for row in rows]

    every = found(120)
    assert len(every) == 120
    for limit in (1, 5, 30, 119):
        assert found(limit) == every[:limit]


def test_where_meanings_are_compared_names_count_only_between_people() -> None:
    def names(*turns: Candidate, similar: dict[int, float] | None = None) -> float:
        return features_of("anything", *turns, similar=similar)["names"][0]

    near = {0: 0.9, 1: 0.1}
    people = turn(0, "tea with Anna in Rome", speaker="Ines"), turn(1, "rain", speaker="Tobias")
    agent = turn(0, "tea with Anna in Rome", speaker="user"), turn(1, "rain", speaker="assistant")
    notes = turn(0, "tea with Anna in Rome", session=""), turn(1, "rain", session="")

    assert [names(*each) > 0 for each in (people, agent, notes)] == [True, True, True]
    assert [names(*each, similar=near) > 0 for each in (people, agent, notes)] == [True, False, False]


def test_with_an_agent_names_tell_in_what_it_answers() -> None:
    turns = turn(1, 'Ines: I saw "Aurora" with Tobias. Which other one is good?'), turn(2, 'assistant: Try "Borealis".')
    found = features_of(
        "which film did you recommend?", *turns, turn(3, "Ines: thanks"), similar={1: 0.6, 2: 0.6, 3: 0.1}
    )
    by_words = features_of("which film did you recommend?", *turns)

    assert found["names"][0] == 0 < found["names"][1]
    assert by_words["names"][0] > 0


def piece(row: int, text: str, file: str = "MEMORY.md", **known: object) -> Candidate:
    return turn(row, text, **{"session": file, "kind": "section", "speaker": "", "derived": True, **known})


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("How big is the index after the cleanup?", "Cleanup: down to 5,703 bytes", "Cleanup: the index is big"),
        ("清理之后索引剩多大？", "清理结果: 从14765字节减少到5703字节", "清理: 清理之后索引就不大了"),
        ("Which framework did we decide against?", "Decision: no Qt, player stays", "Player: a framework"),
        ("给我写今天的汇报", "汇报原则: 不要只说选了什么, 要说产出", "主动: 小事我做主, 大事再汇报今天"),
    ],
)
def test_a_piece_of_a_file_without_what_is_asked_for_counts_less(question: str, right: str, wrong: str) -> None:
    lacks = word_match.lacks_in_files(question, lexing.query_terms(question), is_request="写" in question)

    assert lacks is not None
    assert (lacks(right), lacks(wrong)) == (False, True)


@pytest.mark.parametrize("question", ["When does a refund need a second approval?", "Tell me about the harbour", ""])
def test_where_any_answer_fits_no_piece_lacks_it(question: str) -> None:
    assert word_match.lacks_in_files(question, lexing.query_terms(question), is_request=False) is None


def test_a_memory_file_comes_before_a_note_that_says_the_same() -> None:
    note, kept = piece(1, "Deploys: on Tuesdays", "memory/2026-02-03.md"), piece(2, "Deploys: on Tuesdays")

    assert ranked("When do deploys go out?", note, kept, linked=False) == ["t2", "t1"]
    parts = features.of_words(query.parse("deploys", {}, NOW), Pool((note,)), Statistics(9, 5.0, {}))
    assert not parts["log"]  # where there are notes alone, none counts less
