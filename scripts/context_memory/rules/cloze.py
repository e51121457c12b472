"""Answer a cloze question from a text, without a model: the thing of the right kind that stands nearest to its cues.

A text that only lists a name does not answer a question about it: the words
and names around the gap must lead there, as they would lead a reader.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import log

from . import entities
from .entities import Name

GAP = "____"
_WORD = re.compile(r"[A-Za-zÀ-ɏ_][A-Za-zÀ-ɏ0-9_\-.]+[A-Za-zÀ-ɏ0-9_]|[\u4e00-\u9fff\u3040-\u30ff]{2,}|\d{3,}")
_REACH = 160  # characters within which a cue counts fully; beyond, ever less
_SAME_LINE = 0.5  # share of a cue elsewhere in a long line: the place at its beginning
_LEAST_SHARE = 0.25  # of the cues' weight that must be there at all
_FADING, _FAINT = 0.5, 0.15  # what a cue counts, by how many others stand between it and the gap
_LINES_READ = 40  # lines with the best cues that are looked at


def cues(cloze: str) -> list[str]:
    """What leads to the gap: words and names, lower case; runs of Han as pairs."""
    found: dict[str, None] = {}
    for word in _WORD.findall(cloze.replace(GAP, " ")):
        if word[0] >= "\u3040":
            found.update(dict.fromkeys(word[i : i + 2] for i in range(len(word) - 1)))
        else:
            found[word.lower()] = None
    return list(found)


def _leaning(cloze: str) -> dict[str, float]:
    """Each cue with its share: those beside the gap say most about it."""
    before, _, after = cloze.partition(GAP)
    shares: dict[str, float] = {}
    for words in (cues(before)[::-1], cues(after)):
        for number, word in enumerate(words):
            shares[word] = max(shares.get(word, 0.0), _FAINT, _FADING**number)
    return shares


class Pages:
    """A text made ready for many questions."""

    def __init__(self, text: str) -> None:
        self._lines = [line for line in text.split("\n") if line.strip()]
        self._lower = [line.lower() for line in self._lines]
        self._with: dict[str, list[int]] = defaultdict(list)
        for i, line in enumerate(self._lines):
            for word in cues(line):
                self._with[word].append(i)

    def answer(self, cloze: str, kinds: frozenset[str], not_in: Iterable[Name] = ()) -> Name | None:
        """The best answer of one of these kinds; None where nothing leads to one."""
        shares = _leaning(cloze)
        weights = {word: share * self._weight(word) for word, share in shares.items() if word in self._with}
        total = sum(share * self._weight(word) for word, share in shares.items())
        if not weights:
            return None
        scores: Counter[int] = Counter()
        for word, weight in weights.items():
            for i in self._with[word]:
                scores[i] += weight  # type: ignore[assignment]  # floats add up in a Counter too
        best: tuple[float, int, Name] | None = None
        shown = set(not_in)
        for i, _ in sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))[:_LINES_READ]:
            for value, name in self._candidates(i, weights, kinds, shown):
                if value >= total * _LEAST_SHARE and (best is None or (value, -i) > (best[0], -best[1])):
                    best = (value, i, name)
        return best[2] if best else None

    def lines_with(self, words: Sequence[str], most: int) -> list[str]:
        """Lines that a search for the rarest of these words brings up, those with most of them first."""
        rarest = sorted((word for word in words if word in self._with), key=lambda word: len(self._with[word]))[:4]
        scores: Counter[int] = Counter()
        for word in rarest:
            for i in self._with[word]:
                scores[i] += self._weight(word)  # type: ignore[assignment]
        chosen = sorted(scores.items(), key=lambda entry: (-entry[1], -entry[0]))[:most]
        return [self._lines[i] for i, _ in sorted(chosen)]

    def _weight(self, word: str) -> float:
        return log(1 + (len(self._lines) + 1) / (len(self._with.get(word, ())) + 1))

    def _candidates(
        self, i: int, weights: dict[str, float], kinds: frozenset[str], shown: set[Name]
    ) -> list[tuple[float, Name]]:
        """Every thing of these kinds in a line, by how near the cues stand."""
        line, lower = self._lines[i], self._lower[i]
        places = {word: [m.start() for m in re.finditer(re.escape(word), lower)] for word in weights if word in lower}
        found = []
        for name, start, end in entities.spans(line):
            if name[0] not in kinds or name in shown:
                continue
            value = 0.0
            for word, at in places.items():
                gaps = [max(start - p - len(word), p - end, 0) for p in at if not start <= p < end]
                if gaps:
                    value += weights[word] * max(_SAME_LINE, 1 - min(gaps) / _REACH)
            found.append((value, name))
        return found
