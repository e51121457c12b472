"""How well a candidate's words fit those of a question: rarity, BM25, pairs of words, and how much is said around it.

Around it each word of the question counts once, where it is nearest. The turns before count more than those after: what
is told answers what was asked. A word that is related to one of the question counts a share of it. Words are bits of a
number, so that a question costs little for hundreds of turns.
"""

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from math import log

from ....text.lexing import stem
from ...docs import Kind
from ...ports import Candidate, Pool, Statistics

K1 = 0.9
"""Saturation of repeated words; FTS5's fixed 1.2 loses a point (LIBRARIES, measured)."""
B = 0.3
"""Share of length normalisation; memories are short and alike."""
LIGHT = 0.5
"""What a word that is said of everything is worth, against its rarity."""
FEW, MANY = 30, 60
"""Docs of a small store, and of one that is not: most of what is asked of a small one names what it knows."""
CODE_BITS = 120
"""Of what a word means: `templates/word_codes.txt`."""
ALIKE, SAME = 0.15, 0.7
"""How alike two words are, by their codes, from which one says something of the other, and from which as much as it."""
LONG_DOC = 150
"""Terms; of a longer doc all words are counted in one pass."""

_LIGHT_TERMS_WORDS = """
thing something anything way time day week month year lot bit part place people person someone somebody new
old good great nice big little first last next recent recently currently feel think want need help take make
give use go come keep try start plan interest interested special favorite favourite activity event item
subject topic reason describe like love enjoy share both together experience different certain usually often
mean find see look work happen main specific general various
"""
_LIGHT_CHARACTERS = """
不没会能要想说看好请问让给跟向做用可只还又再更很最来去个些这那什么怎我你他她们一有在是的了吗呢吧啊
"""
"""Characters of Chinese that stand in every sentence; in pairs with others they count in full."""
_LIGHT_TERMS = frozenset(stem(word) for word in _LIGHT_TERMS_WORDS.split()) | {*_LIGHT_CHARACTERS} - {"\n"}


def rarity(term: str, statistics: Statistics) -> float:
    """How much a term tells: log of the share of docs without it."""
    worth = rarity_of(statistics.frequencies.get(term, 0), statistics.docs)
    return worth * LIGHT if term in _LIGHT_TERMS else worth


def is_light(term: str) -> bool:
    """Whether it is said of everything."""
    return term in _LIGHT_TERMS


def rarity_of(count: int, docs: int) -> float:
    """How much it tells to be one of `count` docs."""
    return log(1 + max(0.0, docs - count + 0.5) / (count + 0.5))


def smallness(docs: int, few: int = FEW, many: int = MANY) -> float:
    """How small a store of so many docs is, 0 to 1."""
    return min(1.0, max(0.0, (many - docs) / (many - few)))


def held(candidates: Sequence[Candidate], wanted: Iterable[str]) -> list[frozenset[str]]:
    """Which of the wanted terms each candidate holds: looked up once, as most candidates hold none of them."""
    find = frozenset(wanted).intersection
    return [find(candidate.terms.split()) for candidate in candidates]


def bm25(
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    average: float,
    found: Sequence[Set[str]] | None = None,
) -> list[float]:
    """BM25 of each candidate for weighted terms; `found` is what `held` says of them, where it was asked before."""
    scores = []
    average = average or 1.0
    marked = {term: f" {term} " for term in weights}
    for candidate, here in zip(candidates, held(candidates, weights) if found is None else found, strict=True):
        total = 0.0
        if here:
            line = candidate.terms
            length = line.count(" ") + 1
            floor = K1 * (1 - B + B * length / average)
            counts = Counter(filter(here.__contains__, line.split())) if length > LONG_DOC else None
            padded = f" {line} "
            for term, weight in weights.items():  # in the order of the question, so that every sum is the same
                if term in here:
                    count = counts[term] if counts else _count(padded, marked[term])
                    total += weight * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def _count(padded: str, term: str) -> int:
    """How often a term with its spaces stands in a line that begins and ends with one; neighbours share a space."""
    count, place = 0, padded.find(term)
    while place >= 0:
        count += 1
        place = padded.find(term, place + len(term) - 1)
    return count


def pairs(
    asked: Sequence[str], candidates: Sequence[Candidate], weights: Mapping[str, float], found: Sequence[Set[str]]
) -> list[float]:
    """Words that stand side by side in the question and in the doc; `found` is what `held` says of the question's."""
    wanted = [(one, two, f" {one} {two} ", weights[one] + weights[two]) for one, two in pairwise(asked)]
    scores = []
    for candidate, here in zip(candidates, found, strict=True):
        score = 0.0
        if len(here) > 1:
            possible = [each for each in wanted if each[0] in here and each[1] in here]
            if possible:
                padded = f" {candidate.terms} "
                score = sum(worth for _, _, pair, worth in possible if pair in padded)
        scores.append(score)
    return scores


def alike(candidates: Sequence[Candidate], worth: Mapping[str, float], codes: Mapping[str, str]) -> list[float]:
    """Share of a question that each candidate says in other words: each missing one counts by the word most like it."""
    whole = sum(worth.values()) or 1.0
    asked = {term: (share / whole, _bits(codes[term])) for term, share in worth.items() if term in codes}
    known: dict[str, list[tuple[str, float]]] = {}
    scores = []
    for candidate in candidates:
        said, best = frozenset(candidate.terms.split()), dict[str, float]()
        for word in said:
            if (near := known.get(word)) is None:
                near = known[word] = [*_near(codes.get(word), asked)]
            for term, gain in near:
                if gain > best.get(term, 0.0):
                    best[term] = gain
        scores.append(sum(gain for term, gain in best.items() if term not in said))
    return scores


def _near(code: str | None, asked: Mapping[str, tuple[float, int]]) -> Iterable[tuple[str, float]]:
    """What a word of this code says of each word of the question, where it says something."""
    for term, (share, bits) in asked.items() if code else ():
        likeness = 1 - 2 * (bits ^ _bits(code)).bit_count() / CODE_BITS
        if likeness > ALIKE:
            yield term, share * min(1.0, (likeness - ALIKE) / (SAME - ALIKE))


@lru_cache(maxsize=10_000)
def _bits(code: str) -> int:
    return int.from_bytes(b64decode(code), "big")


def normalised(values: Sequence[float]) -> list[float]:
    """The same with the best at 1."""
    top = max(values, default=0.0)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)


BEFORE = (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""What a word is worth that stands one, two, ... turns before."""
AFTER = (0.6, 0.5, 0.4, 0.3, 0.2, 0.2)
"""The same of turns after."""
RELATED = 0.5
"""Share of a related word where the word itself is missing."""


class Said:
    """Which words of a question each candidate holds, itself or by a related word."""

    def __init__(
        self, found: Sequence[Set[str]], worth: Mapping[str, float], related: Mapping[str, frozenset[str]]
    ) -> None:
        """`found` is what `word_scores.held` says of the words of the question and of the related ones."""
        self._worth = list(worth.values())
        self._sums: dict[int, float] = {0: 0.0}
        bits = {term: 1 << place for place, term in enumerate(worth)}
        near: dict[str, int] = {}
        for term, words in related.items():
            for word in words:
                near[word] = near.get(word, 0) | bits[term]
        self.itself = [_joined(here, bits) for here in found]
        self.also = [
            mask | _joined(here, near) if here else mask for mask, here in zip(self.itself, found, strict=True)
        ]
        """With related words."""

    def sum(self, mask: int) -> float:
        """What these words are worth together."""
        found = self._sums.get(mask)
        if found is None:
            found = self._sums[mask] = sum(worth for place, worth in enumerate(self._worth) if mask >> place & 1)
        return found


def _joined(words: Iterable[str], bits: Mapping[str, int]) -> int:
    mask = 0
    for word in words:
        mask |= bits.get(word, 0)
    return mask


def covered(
    said: Said, own: Sequence[float], before: Sequence[int], after: Sequence[int], lifts: Sequence[float]
) -> list[float]:
    """What of the question is said here and near by; `before` and `after` are places of the turns beside, or -1.

    `own` is what each candidate's own words score (BM25, which is the worth of a word that is said once);
    `lifts` says how far each candidate may be lifted by what stands beside it, mostly 1.
    """
    itself, also, worth = [*said.itself, 0], [*said.also, 0], said.sum  # place -1 is beside the ends and holds nothing
    earlier, later = [*before, -1], [*after, -1]
    steps = tuple(zip(BEFORE, AFTER, strict=True))
    scores = []
    for place, lift in enumerate(lifts):
        seen = itself[place]
        total = own[place]
        if new := also[place] & ~seen:
            total += RELATED * worth(new)
            seen |= new
        left = right = place
        for left_share, right_share in steps:
            left, right = earlier[left], later[right]
            if left == right:  # both ends are passed
                break
            if new := also[left] & ~seen:
                total += lift * left_share * _shared(new, itself[left], worth)
                seen |= new
            if new := also[right] & ~seen:
                total += lift * right_share * _shared(new, itself[right], worth)
                seen |= new
        scores.append(total)
    return scores


def _shared(new: int, itself: int, worth: Callable[[int], float]) -> float:
    """What new words are worth: in full those that stand there, a share those that are only related."""
    return worth(new & itself) + RELATED * worth(new & ~itself)


def links(pool: Pool) -> tuple[list[int], list[int]]:
    """Place of the turn before and of the turn after each candidate, -1 where there is none.

    Pieces of a file that stand under headings of two days are not beside each other.
    """
    candidates = pool.candidates
    place = {candidate.row: index for index, candidate in enumerate(candidates)}
    before, after = [-1] * len(place), [-1] * len(place)
    for first, second in pool.follows.items():
        one, two = place[first], place[second]
        if candidates[one].kind != Kind.SECTION or candidates[one].created_at == candidates[two].created_at:
            after[one], before[two] = two, one
    return before, after
