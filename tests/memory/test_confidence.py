"""Recall says how sure it is: what has nothing to do with the question is found with low confidence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import NormalDist
from zlib import crc32

import pytest

from context_memory import ContextMemory
from context_memory.llm.ports import Embedder, EmbedRequest
from context_memory.memory import doc_requests
from context_memory.memory.assembly import terms_of
from context_memory.memory.docs import DEFAULT_SCOPE, Confidence, Found, Hit, Kind, MemoryDoc
from context_memory.memory.embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.indexing.services import index_files
from context_memory.memory.ports import Candidate, Pool, Statistics
from context_memory.memory.recall import query
from context_memory.memory.recall.ranking import confidence, rank
from context_memory.memory.recall.ranking.confidence import Levels, Unrelated
from context_memory.memory.recall.services.recall import Recall, Search
from context_memory.memory.services.remember import remember
from context_memory.memory.stores.sqlite.store import SqliteDocStore
from context_memory.storage import places
from context_memory.text import lexing

NOW = datetime(2026, 11, 20, tzinfo=UTC)
LEVEL = Unrelated(0.0, 0.1)
LEVELS = Levels({(asked, told): LEVEL for asked in (False, True) for told in (False, True)})
SYLLABLES = [first + second for first in ("ba", "ke", "mo", "tu") for second in ("lor", "nid", "pas", "ruk", "vem")]


def note(row: int, text: str, **known: object) -> Candidate:
    terms = " ".join(lexing.terms(text))
    values: dict[str, object] = {
        "row": row,
        "id": f"n{row}",
        "text": text,
        "terms": terms,
        "session": "",
        "seq": None,
        "speaker": "",
        "created_at": NOW.timestamp(),
        "kind": "fact",
        "tier": "peripheral",
        "importance": 0.5,
        "pinned": False,
        "scope": "agent:main",
        "superseded": False,
    }
    return Candidate(**{**values, **known})  # type: ignore[arg-type]


def confidence_of(
    question: str,
    *notes: Candidate,
    near: Mapping[int, float] | None = None,
    follows: Mapping[int, int] | None = None,
    docs: int = 1_000,
) -> str:
    asked = query.parse(question, query.names_by_word({each.speaker for each in notes if each.speaker}), NOW)
    statistics = Statistics(docs, 8.0, Counter(term for each in notes for term in set(each.terms.split())))
    pool = Pool(notes, follows or {}, near or {})
    ranked = rank.rank(asked, pool, statistics, NOW)
    return str(confidence.grade(max(confidence.strengths(asked, ranked, pool, statistics, LEVELS if near else None))))


CAT = note(1, "The cat is called Miso")
TRAIN = note(2, "I take the early train to Porto")


def test_what_says_all_of_the_question_is_sure() -> None:
    assert confidence_of("what is the cat called", CAT, TRAIN) == "high"


def test_where_nothing_is_said_of_the_question_nothing_fits() -> None:
    assert confidence_of("grade a rare penny", CAT, TRAIN) == "low"
    assert confidence_of("grade a rare penny", CAT, TRAIN, near={1: 0.1, 2: 0.0}) == "low"


def test_a_name_of_the_question_has_to_be_said() -> None:
    assert confidence_of("which train do I take to Porto", CAT, TRAIN) == "high"
    assert confidence_of("which early train do I take to Lisbon", CAT, TRAIN) == "low"


def test_a_word_in_latin_letters_inside_chinese_is_a_name() -> None:
    """A question for one program was answered by what always fails with another."""
    git = note(3, "网关一直没有连上")

    assert confidence_of("网关一直连不上吗？", git, CAT) != "low"
    assert confidence_of("WhatsApp为什么一直连不上？", git, CAT) == "low"


def test_a_name_in_the_other_kana_is_said() -> None:
    other = note(3, "タギリさんに本を返した")

    assert confidence_of("たぎりさんに本は返した？", other, CAT) == "high"


def test_being_of_the_day_that_is_asked_for_alone_answers_nothing() -> None:
    """A question for a medal on a day was answered, with high confidence, by whatever else was noted on that day."""
    day = datetime(2026, 2, 20, 12, tzinfo=UTC).timestamp()
    same_day = note(1, "Read the chapter on tides", session="s", speaker="Ines", seq=1, created_at=day)
    other = note(2, "We skated on the lake", session="s", speaker="Tobias", seq=2)

    assert confidence_of("who won the gold medal on February 20?", same_day, other) == "low"
    assert confidence_of("who read about tides on February 20?", same_day, other) == "high"


def test_a_talk_with_an_agent_has_to_say_more_than_one_between_people() -> None:
    """An agent speaks of every subject, so that words of any question are said somewhere near."""
    question = "which harbour permit did the office refuse in spring"
    said = "the harbour office is open in spring"

    def strength(speaker: str) -> float:
        turns = note(1, said, session="s", seq=1, speaker="Ines"), note(2, "I see", session="s", seq=2, speaker=speaker)
        asked = query.parse(question, {}, NOW)
        statistics = Statistics(1_000, 8.0, Counter(term for each in turns for term in set(each.terms.split())))
        pool = Pool(turns, {1: 2}, {})
        return max(confidence.strengths(asked, rank.rank(asked, pool, statistics, NOW), pool, statistics))

    assert strength("Tobias") > strength("assistant")


def test_what_is_far_nearer_than_unrelated_docs_speaks_for_itself() -> None:
    near = confidence_of("what does the cat love", CAT, TRAIN, near={1: 0.9, 2: 0.0})
    far = confidence_of("what does the cat love", CAT, TRAIN, near={1: -0.9, 2: -1.0})

    assert (near, far) == ("high", "low")


def test_a_name_may_be_said_in_the_turn_beside() -> None:
    turns = note(1, "We fly to Porto", session="s", seq=1), note(2, "the hotel is booked", session="s", seq=2)

    assert confidence_of("is the hotel in Porto booked", *turns, follows={1: 2}) != "low"
    assert confidence_of("is the hotel in Lisbon booked", *turns, follows={1: 2}) == "low"


def test_words_far_apart_in_a_long_text_say_less_than_together() -> None:
    filler = " ".join(f"word{number}" for number in range(100))
    apart, together = note(1, f"the harbour {filler} permit"), note(1, f"the harbour permit {filler}")
    asked = query.parse("harbour permit", {}, NOW)
    statistics = Statistics(1_000, 8.0, {"harbour": 1, "permit": 1})

    def strength(candidate: Candidate) -> float:
        pool = Pool((candidate,))
        return confidence.strengths(asked, rank.rank(asked, pool, statistics, NOW), pool, statistics)[0]

    assert strength(together) > strength(apart)


def test_the_levels_of_an_unknown_embedder_come_from_the_lower_half() -> None:
    scores = [0.7 + NormalDist(0, 0.02).inv_cdf((n + 0.5) / 100) for n in range(100)]

    plain, fitting = confidence.sampled(scores), confidence.sampled([*scores[:90], *[0.95] * 10])

    for levels in (plain, fitting):  # docs that fit change nothing
        assert levels is not None
        assert levels.unrelated[False, False].mean == pytest.approx(0.7, abs=0.005)
        assert levels.unrelated[True, False].spread == pytest.approx(0.02, abs=0.003)
    assert confidence.sampled(scores[:20]) is None


def test_the_offline_embedders_are_calibrated() -> None:
    assert {OfflineEmbedder.identity, FastOfflineEmbedder.identity} == confidence.CALIBRATED.keys()


class Dense:
    """A word is a direction by chance, a text the sum of its words; `common` makes everything alike, as many are."""

    def __init__(self, common: float) -> None:
        self.identity = f"dense-{common}"
        self._common = common

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        return [self._vector(text) for text in request.texts]

    def _vector(self, text: str) -> list[float]:
        words = [Random(crc32(word.encode())) for word in text.split()]
        total = [sum(word.gauss(0, 1) for word in words) for _ in range(64)]
        length = sum(value * value for value in total) ** 0.5 or 1.0
        own = (1 - self._common) ** 0.5
        return [self._common**0.5, *(own * value / length for value in total)]


@pytest.mark.parametrize("embedder", [Dense(0.0), Dense(0.7)])
def test_an_unknown_embedder_is_measured_on_the_store_itself(tmp_path: Path, embedder: Embedder) -> None:
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        texts = [" ".join(Random(number).choices(SYLLABLES, k=6)) for number in range(120)]
        for _ in remember(store, (doc_requests.request_of({"text": text}, NOW) for text in texts), NOW):
            pass
        meaning = VectorSearch(store, embedder)
        meaning.update()
        recall = Recall(store, meaning=meaning)

        known = [recall.find(Search(" ".join(text.split()[:3]), NOW)).confidence for text in texts[:20]]
        unknown = [recall.find(Search(f"xylograph{number} zeppelin{number}", NOW)).confidence for number in range(20)]

    assert Confidence.LOW not in known
    assert set(unknown) == {Confidence.LOW}


def test_in_a_small_memory_less_has_to_be_said_of_the_question_and_nothing_unasked() -> None:
    """Who knows what a small memory holds asks for it in other words."""
    question = "which vet does our tired cat visit"
    few, many = (confidence_of(question, note(3, "The cat sat by the wall"), TRAIN, docs=docs) for docs in (20, 1_000))
    unsaid = confidence_of("grade a rare penny", CAT, TRAIN, docs=20)

    assert (few, many, unsaid) == ("medium", "low", "low")


def test_what_is_just_not_low_in_a_small_memory_is_given_to_nobody_who_did_not_ask() -> None:
    just, more = confidence.LEAST + 0.1, confidence.LEAST + confidence.CAUTION

    assert confidence.grade(just) is confidence.grade(more) is Confidence.MEDIUM
    assert [confidence.is_likely(each, 1.0) for each in (just, more)] == [False, True]
    assert confidence.is_likely(just, 0.0)
    doubtful = Hit(MemoryDoc("one", DEFAULT_SCOPE, Kind.FACT, "text"), 1.0, is_likely=False)
    assert Found("q", (doubtful,)).fitting == ()
    assert Found("q", (doubtful, doubtful._replace(is_likely=True))).fitting != ()


def test_asked_when_a_note_without_any_time_does_not_answer() -> None:
    """It says all of the question; only the answer is missing."""
    question = "When does the ferry leave Ostrava?"
    dated, undated = note(1, "The ferry leaves Ostrava at 9"), note(2, "The ferry that leaves Ostrava is blue")

    assert confidence_of(question, dated) == "high"
    assert confidence_of(question, undated) == "low"
    assert confidence_of("Which ferry leaves Ostrava?", undated) == "high"


def test_half_of_the_question_says_less_the_more_docs_are_searched() -> None:
    vet = note(3, "The cat sat by the window")

    asked = "which vet does the cat go to"

    few, many = (confidence_of(asked, vet, note(4, "A vet came by"), docs=docs) for docs in (1_000, 20_000))
    sure = confidence_of("what is the cat called", CAT, TRAIN, docs=20_000)

    assert (few, many, sure) == ("high", "low", "high")


def test_saying_best_what_little_is_said_is_not_saying_it() -> None:
    """A question for a debt was answered by the one doc that said `owe`: all others said less."""
    code = note(3, 'rules = ["I owe my creator honesty"]', kind="section", session="MEMORY.md")

    assert confidence_of("what rent do I owe the landlord", code, CAT) == "low"
    assert confidence_of("what do I owe my creator", code, CAT) != "low"


def test_a_name_that_stands_nowhere_speaks_against_everything() -> None:
    here, nowhere = (confidence_of(f"which early train goes to {town}", CAT, TRAIN) for town in ("Porto", "Lisbon"))

    assert (here, nowhere) == ("high", "low")


def test_where_an_agent_talks_at_length_more_has_to_be_said() -> None:
    def strength(more: str) -> float:
        turns = (
            note(1, "the harbour opens in spring", session="s", seq=1, speaker="Ines"),
            note(2, f"I see {more}", session="s", seq=2, speaker="assistant"),
        )
        asked = query.parse("which harbour permit was refused in spring", {}, NOW)
        statistics = Statistics(1_000, 8.0, Counter(term for each in turns for term in set(each.terms.split())))
        pool = Pool(turns, {1: 2}, {})
        return max(confidence.strengths(asked, rank.rank(asked, pool, statistics, NOW), pool, statistics))

    assert strength("") > strength("and so on " * 100)


def test_beside_a_sure_hit_a_guess_far_below_it_is_not_given_unasked() -> None:
    def scored(score: float, sure: Confidence) -> Hit:
        return Hit(MemoryDoc(str(score), DEFAULT_SCOPE, Kind.FACT, "text"), score, (), sure)

    near, far = scored(0.9, Confidence.LOW), scored(0.2, Confidence.LOW)
    sure, likely = scored(2.0, Confidence.HIGH), scored(0.5, Confidence.MEDIUM)

    assert Found("q", (sure, near, likely, far)).fitting == (sure, near, likely)
    assert Found("q", (likely._replace(score=2.0), far)).fitting == (likely._replace(score=2.0),)


def test_asked_how_old_somebody_is_a_note_without_any_number_does_not_answer() -> None:
    counted, uncounted = note(1, "Bruno is five and likes the sea"), note(1, "Bruno is a dog and likes the sea")

    assert confidence_of("How old is Bruno?", counted, TRAIN) == "high"
    assert confidence_of("How old is Bruno?", uncounted, TRAIN) == "low"
    assert confidence_of("Who is Bruno?", uncounted, TRAIN) == "high"


NEAR_MISSES = [
    ("What is the phone number of Lars?", "The phone number of Lars is 45 63 12 90", "Lars only answers the phone"),
    ("How long has Tomasz been here?", "Tomasz has been here for 3 years", "Tomasz has been here and in Porto"),
    ("How many ferries does Lars own?", "Lars owns 3 ferries", "Lars owns ferries and leaves at 10:30"),
    ("How long until the ferry leaves?", "The ferry leaves 48h later", "The ferry leaves soon"),
    ("风险报酬比至少多少？", "风险报酬比最小2:1", "风险报酬比 09:30 检查"),
    ("How many people fit on the ferry?", "The ferry fits 2-3 people", "2026-11-02 the ferry fits people again"),
    ("How much does the ferry cost?", "The ferry costs 40 euros", "The ferry costs more than the bus"),
    ("Who owns the ferry?", "The ferry is owned by Lars", "The ferry is owned, not rented"),
    ("What is the boat of Lars called?", "The boat of Lars is called Miso", "Rumour has it that Lars has a boat"),
    ("渡轮多少钱？", "渡轮四十块钱", "渡轮每周三开"),
    ("渡輪有多高？", "渡轮有二十米高", "渡轮有两个烟囱"),
    ("船长的猫叫什么名字？", "船长的猫叫豆花", "船长的猫很胖"),
    ("フェリーはいくら？", "フェリーは40円です", "フェリーは白いです"),
    ("How old is the captain?", "The captain turned 61", "The captain owns 3 ferries"),
    ("How much is the berth a month?", "The berth is 140 euros", "The berth has 4 cleats"),
    ("What colour is the ferry?", "The ferry is white and green", "The ferry is for 40 cars"),
    ("How long does the crossing last?", "The crossing takes 26 分钟", "The crossing is the captain's"),
    ("Where is the ferry of Lars built?", "The ferry of Lars is built in Cork", "The ferry of Lars is built"),
    ("外婆住在哪里？", "外婆现在住苏州", "外婆生日是农历八月初三"),
    ("What does Eurofins charge per sample?", "Eurofins charges 38 per sample", "Eurofins has the sample"),
    ("What voltage does the fence have?", "The voltage of the fence is 12", "The fence has a high voltage"),
    ("船长几岁？", "船长六十一岁", "船长有三条船"),
    ("船長は何歳？", "船長は六十一歳", "船長は三隻持っている"),
    ("What floor is the office on?", "The office is on the second floor", "The office has 3 desks"),
    ("船长住几楼？", "船长住四楼", "船长住在港口"),
    ("船长的电话多少？", "船长的电话是 4563 1290", "船长的电话坏了"),
    ("渡轮多少钱？", "渡轮 40 元", "渡轮有 40 个座位"),
    ("When was the ferry built?", "The ferry was built in 1998", "The ferry was built in Porto"),
    ("渡轮几点开？", "渡轮九点开", "渡轮从码头开"),
    ("フェリーはいつ出る？", "フェリーは七時に出る", "フェリーは港を出る"),
]


@pytest.mark.parametrize(("question", "answer", "miss"), NEAR_MISSES)
def test_a_note_without_a_value_of_the_kind_that_is_asked_for_is_less_sure(
    question: str, answer: str, miss: str
) -> None:
    """In memories of twenty notes three of four questions about their subjects that nothing answers got an answer."""
    assert confidence_of(question, note(1, answer), TRAIN) == "high"
    assert confidence_of(question, note(1, miss), TRAIN) != "high"


def test_a_value_counts_in_the_sentence_that_says_the_most_of_the_question_or_the_next() -> None:
    far = note(1, "Lars owns ferries. They are blue. Tickets are sold in 3 shops", kind="section", session="MEMORY.md")
    near = note(1, "Tickets are sold here. Lars owns ferries. There are 3 now", kind="section", session="MEMORY.md")

    assert confidence_of("How many ferries does Lars own?", near, TRAIN) == "high"
    assert confidence_of("How many ferries does Lars own?", far, TRAIN) == "low"


def test_the_next_line_of_a_list_tells_of_another_thing() -> None:
    text = "- Lars owns ferries, which are blue.\n- Tickets are sold in 3 shops."
    of_list, of_prose = (note(1, told, kind="section", session="MEMORY.md") for told in (text, text.replace("- ", "")))

    assert confidence_of("How many ferries does Lars own?", of_list, TRAIN) == "low"
    assert confidence_of("How many ferries does Lars own?", of_prose, TRAIN) == "high"


def test_notes_without_capital_letters_may_tell_who_it_is() -> None:
    assert confidence_of("who owns the ferry?", note(1, "ferry: owned by lars"), TRAIN) == "high"


def test_in_a_memory_of_this_week_being_of_this_week_tells_nothing(tmp_path: Path) -> None:
    """Half of a small memory was given, with medium confidence, to whoever said "this week" in a question."""
    lines = ("The crane needs oil and a new rope", "Hanna calls the depot first", "The pump house stays locked for now")
    note_of_today = tmp_path / "memory" / "2026-11-20.md"
    note_of_today.parent.mkdir()
    note_of_today.write_text("# 2026-11-20\n\n" + "\n\n".join(lines), encoding="utf-8")
    with closing(SqliteDocStore(places.of_workspace(tmp_path).state, terms_of)) as store:
        index_files.update(store, tmp_path)
        hits = Recall(store).find(Search("who calls the depot this week?", NOW)).hits

    assert [hit.doc.text for hit in hits if hit.confidence is not Confidence.LOW] == [f"2026-11-20: {lines[1]}"]


def test_what_names_the_code_of_a_prompt_is_given_unasked(tmp_path: Path) -> None:
    facts = [
        "聚水潭返回 40101 token 过期，要重新授权",
        "库存同步每30分钟一次，由 launchd 运行",
        "the model fct_visits is never run with --full-refresh, it takes six hours",
        "visits are counted by household, and a site may report late",
    ]
    prompts = {
        "同步又报40101了，你看看是怎么回事": facts[0],
        "the nightly job went red at fct_visits again, have a look": facts[2],
    }
    with ContextMemory(tmp_path) as memory:
        memory.remember(facts)
        for prompt, fact in prompts.items():
            given = memory.recall(prompt, unasked=True, touch=False)
            assert [hit.text for hit in given.hits] == [fact]
        other = memory.recall("the nightly job went red at 14:30 on 2026-11-20, have a look", unasked=True, touch=False)
    assert other.hits == ()


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("HG-02 为什么没有库存", "HG-02 已下架", True),
        ("why does E501 come", "E501 is switched off in tests", True),
        ("is 8080 taken", "the proxy listens on 8080", True),
        ("what was in 2025", "2025 was a good year", False),
        ("meet at 14:30", "the train leaves at 14:30", False),
        ("see example.org/a_b", "example.org/a_b is down", False),
        ("the code is 12", "12 people came", False),
    ],
)
def test_a_code_names_one_thing(question: str, text: str, expected: bool) -> None:
    assert confidence.shares_code(question, text) is expected
