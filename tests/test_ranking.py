"""The one ranker, without any store."""

import itertools
from collections import Counter
from datetime import UTC, datetime

from context_memory.model.candidates import Candidate, Pool, Statistics
from context_memory.rules import lexing, query, ranking
from context_memory.rules.stemming import stem

NOW = datetime(2026, 11, 20, tzinfo=UTC)
YEAR = 365 * 86_400.0


def turn(row: int, text: str, **known: object) -> Candidate:
    terms = tuple(lexing.terms(text))
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
        "held": frozenset(terms),
    }
    return Candidate(**{**values, **known})  # type: ignore[arg-type]


def ranked(question: str, *turns: Candidate, linked: bool = True) -> list[str]:
    asked = query.parse(question, query.names_by_word({t.speaker for t in turns}), NOW)
    counts = Counter(term for each in turns for term in each.held)
    statistics = Statistics(1_000, 8.0, counts)
    follows = {a.row: b.row for a, b in itertools.pairwise(turns)} if linked else {}
    return [row.candidate.id for row in ranking.rank(asked, Pool(turns, follows), statistics, NOW)]


def test_the_answer_to_a_question_comes_before_the_question_about_something_else() -> None:
    found = ranked(
        "What instrument does Ines play?",
        turn(1, "Tobias: do you play an instrument?"),
        turn(2, "Ines: the cello, since I was six"),
        turn(3, "Tobias: I once had to play the clown"),
        linked=True,
    )

    assert found[0] == "t2"


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
    best = ranking.tie_break(turn(1, "a", tier="core", importance=1.0, pinned=True), NOW)
    worst = ranking.tie_break(turn(1, "a", importance=0.0, created_at=0.0), NOW)

    assert 0 <= worst < best <= ranking.TIE_BREAKS


def test_a_score_is_the_sum_of_its_parts() -> None:
    turns = turn(1, "Ines: the cello"), turn(2, "Tobias: a cello?")
    asked = query.parse("who plays the cello", {}, NOW)

    rows = ranking.rank(asked, Pool(turns, {1: 2}), Statistics(10, 3.0, {"cello": 2}), NOW)

    for row in rows:
        assert abs(row.score - sum(part.gain for part in row.parts)) < 1e-9


def test_nothing_to_rank_is_no_error() -> None:
    assert ranked("anything?") == []


def test_names_of_speakers_are_not_words_to_look_for() -> None:
    asked = query.parse("What did Ines's brother paint?", query.names_by_word(["Ines", "Tobias"]), NOW)

    assert asked.terms == (stem("brother"), "paint")
    assert asked.speakers == {"ines"}
