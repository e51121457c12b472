"""How much of a question is said in a turn and around it: each word counts once, where it is nearest.

The turns before count more than those after: what is told answers what was
asked. A word that is related to one of the question counts a share of it.
Words are bits of a number, so that a question costs little for hundreds of turns.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set

from ..model.candidates import Pool

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
    """Place of the turn before and of the turn after each candidate, -1 where there is none."""
    place = {candidate.row: index for index, candidate in enumerate(pool.candidates)}
    before, after = [-1] * len(place), [-1] * len(place)
    for first, second in pool.follows.items():
        after[place[first]], before[place[second]] = place[second], place[first]
    return before, after
