"""The order of the first hits where a question wants more than one: each that it names gets a share, each place one.

What is told once is talked about for a while, and the talk around it holds the same words: where all there is of
something is asked for, another telling comes before a neighbour of one that is there already.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from ..model.candidates import Candidate, Pool
from . import lexing
from .query import Query
from .question_parts import QuestionPart

if TYPE_CHECKING:
    from .ranking import Ranked

FIRST = 10
"""Hits that are put in order; what an agent reads."""
LOOKED_AT = 40
"""Ranked candidates that they are taken from, and the best of each part."""
A_PART = FIRST // 2
"""Hits of a part at most, where there are two."""
FEWEST = 5
"""Candidates that each part should have; for one with fewer the store is asked apart."""
WORTH_A_SHARE = 0.2
"""Share of the best score, without what the speaker adds; what is worth less is no evidence, and its place goes to who
has some. Between .1 and .5 R@10 of our own talks among three moves by .002."""
AGAIN = 0.25
"""What the turns before and after a hit yield to another telling: a class of `ranking_weights`. Of one to three turns
on each side and .1, .25 and .5 these are the best that cost nothing on any of our own talks (ADR 0028)."""


def wanted(query: Query) -> bool:
    """Whether the question wants more than one hit."""
    return bool(query.parts) or query.collects


def belonging(query: Query) -> Callable[[Candidate], tuple[str, ...]]:
    """Tells the parts of the question that a candidate belongs to: the speaker whose words it is, things it names."""
    speaking = frozenset(part.name for part in query.parts if not part.terms)
    things = [(part.name, [f" {term} " for term in part.terms]) for part in query.parts if part.terms]
    by_speaker: dict[str, tuple[str, ...]] = {}

    def of(candidate: Candidate) -> tuple[str, ...]:
        found = by_speaker.get(candidate.speaker)
        if found is None:
            name = lexing.folded(candidate.speaker)
            found = by_speaker[candidate.speaker] = (name,) if name in speaking else ()
        if things:
            line = f" {candidate.terms} "
            found += tuple(name for name, terms in things if all(term in line for term in terms))
        return found

    return of


def apart(query: Query, candidates: Sequence[Candidate], places: Iterable[int]) -> list[list[int]]:
    """Places of the candidates that belong to each part, so that none is lost behind those of another."""
    found: dict[str, list[int]] = {part.name: [] for part in query.parts}
    of = belonging(query)
    for place in places if found else ():
        for name in of(candidates[place]):
            found[name].append(place)
    return list(found.values())


def short_of(query: Query, candidates: Iterable[Candidate]) -> list[QuestionPart]:
    """The parts to which too few of the candidates belong."""
    if not query.parts:
        return []
    of = belonging(query)
    count = Counter(name for candidate in candidates for name in of(candidate))
    return [part for part in query.parts if count[part.name] < FEWEST]


def ordered(query: Query, ranked: Sequence["Ranked"], pool: Pool) -> list["Ranked"]:
    """The same with the first hits in their new order; a hit that was lifted says so."""
    most = len(ranked) if query.parts else LOOKED_AT
    left, rest = list(ranked[:most]), ranked[most:]
    before = {after: row for row, after in pool.follows.items()} if query.collects else {}
    counts = {part.name: 0 for part in query.parts}
    least = WORTH_A_SHARE * _told(left[0]) if left and counts else 0.0
    told, first, asked = set[int](), list["Ranked"](), dict[int, tuple[str, ...]]()
    belongs = belonging(query)

    def of(row: "Ranked") -> tuple[str, ...]:
        if row.place not in asked:
            asked[row.place] = belongs(row.candidate) if _told(row) >= least else ()
        return asked[row.place]

    while left and len(first) < FIRST:
        best = None
        due = min(counts, key=counts.__getitem__, default="")
        if due and counts[due] < (len(first) + 1) // len(counts):
            best = _best((row for row in left if due in of(row)), told)
        best = best or _best(left, told) or left[0]
        lift = left[0].score - best.score
        left.remove(best)
        first.append(replace(best, score=best.score + lift, lift=lift) if lift > 0 else best)
        for name in of(best) if counts else ():
            counts[name] += 1
        row = best.candidate.row
        told.update((pool.follows.get(row, -1), before.get(row, -1)) if query.collects else ())
    return [*first, *left, *rest]


def _told(row: "Ranked") -> float:
    """The score without what the speaker adds, which all words of that person get."""
    return row.score - sum(weight * values[row.place] for name, values, weight in row.columns if name == "speaker")


def _best(rows: Iterable["Ranked"], told: set[int]) -> "Ranked | None":
    """The best of rows in the order of their scores, where what is told already counts less; the first of equals."""
    best, worth = None, -inf
    for row in rows:
        is_told = row.candidate.row in told
        if row.score - AGAIN * is_told > worth:
            best, worth = row, row.score - AGAIN * is_told
        if not is_told:
            break  # none behind it is better
    return best
