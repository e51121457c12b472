"""Says in plain words why a hit stands where it does; the words are those of templates/<language>/explanation.toml.

Each part of the score becomes a sentence with its points. What belongs together is one sentence, so that nobody has to
know the features of the ranker; their names and exact values are in `recall --json --explain`.
"""

from collections.abc import Iterable, Mapping, Sequence

from ...text import lexing
from ..docs import Confidence, Found, Hit, Kind, gains_of
from .ranking.rank import STANDING
from .ranking.word_match import lacks_value
from .recall_block import handle_of

SAID, RELATED, AROUND, OTHER = "said", "related", "around", "other"
_GROUPS: Mapping[str, str] = {
    "covered": SAID,
    "told": SAID,
}
"""Features that are one sentence with another one."""
LEAST_POINTS = 0.005
"""Smaller parts are left out."""
LEAST_REASON, MOST_REASONS = 0.1, 3
"""Points and number of the reasons in the one line of a hit."""
MOST_WORDS = 6
"""Words of the question that are named."""


def explain(found: Found, mode: str, words: Mapping[str, str]) -> list[list[str]]:
    """The lines of each hit: its points and what they are for, what parts it from the hit above, how sure it is."""
    above: Hit | None = None
    explained = []
    for hit in found.hits:
        explained.append([*_points(found.query, hit, words, mode), *_behind(found.query, hit, above, words)])
        explained[-1] += _confidence(found.query, hit, words)
        above = hit
    return explained


def reasons(question: str, hit: Hit, words: Mapping[str, str]) -> str:
    """The few strongest reasons for a hit in one line."""
    gains = sorted(_gains(question, hit).items(), key=lambda each: -each[1])
    wanted = [name for name, gain in gains if gain >= LEAST_REASON and name not in {"words", "names", STANDING, OTHER}]
    return words["comma"].join(_sentence(name, 1.0, question, hit, words) for name in wanted[:MOST_REASONS])


def words_said(question: str, hit: Hit) -> tuple[list[str], list[str]]:
    """The words of the question that a hit says itself, and those that it does not; Chinese in the longest pieces."""
    held = frozenset(lexing.terms(hit.doc.text)) | frozenset(lexing.terms(hit.doc.speaker))
    wanted = frozenset(lexing.query_terms(question))
    said: list[str] = []
    unsaid: list[str] = []
    for word in dict.fromkeys(lexing.words(question)):
        if lexing.has_cjk(word):
            here, elsewhere = _pieces(word, held)
            said += here
            unsaid += elsewhere
        elif terms := wanted.intersection(lexing.query_terms(word)):
            (said if terms <= held else unsaid).append(_as_written(word, question))
    return said, unsaid


def _pieces(run: str, held: frozenset[str]) -> tuple[list[str], list[str]]:
    """Pieces of a run of Chinese that are held, and those of which nothing is."""
    terms = lexing.query_terms(run)
    pairs = [term for term in terms if len(term) > 1] or terms
    here = _joined(pair for pair in pairs if pair in held)
    covered = {character for piece in here for character in piece}
    return here, _joined(pair for pair in pairs if covered.isdisjoint(pair))


def _joined(pairs: Iterable[str]) -> list[str]:
    """Pairs of characters that overlap, as one piece."""
    pieces: list[str] = []
    for pair in pairs:
        if pieces and len(pair) > 1 and pieces[-1][-1] == pair[0]:
            pieces[-1] += pair[1:]
        else:
            pieces.append(pair)
    return pieces


def _as_written(word: str, text: str) -> str:
    """The word with the capitals that it has in the text."""
    place = text.casefold().find(word)
    return text[place : place + len(word)] if place >= 0 and len(text) == len(text.casefold()) else word


def _gains(question: str, hit: Hit) -> dict[str, float]:
    """Points by reason."""
    gains: dict[str, float] = {}
    said = bool(words_said(question, hit)[0])
    for feature, gain in gains_of(hit).items():
        name = _GROUPS.get(feature, feature)
        if name == SAID and not said:
            name = AROUND if hit.doc.session or hit.doc.kind is Kind.SECTION else RELATED
        gains[name] = gains.get(name, 0.0) + gain
    return {name: gain for name, gain in gains.items() if abs(gain) >= LEAST_POINTS}


def _sentence(name: str, gain: float, question: str, hit: Hit, words: Mapping[str, str]) -> str:
    if name == SAID:
        return words[SAID].format(words=_named(words_said(question, hit)[0], words))
    return words[f"-{name}" if gain < 0 and f"-{name}" in words else name]


def _named(found: Sequence[str], words: Mapping[str, str]) -> str:
    shown = [words["quote"].format(word=word) for word in found[:MOST_WORDS]]
    return words["comma"].join([*shown, "…"] if len(found) > MOST_WORDS else shown)


def _points(question: str, hit: Hit, words: Mapping[str, str], mode: str) -> list[str]:
    gains = sorted(_gains(question, hit).items(), key=lambda each: -abs(each[1]))
    if not gains:
        return [words["no_parts"].format(mode=mode)]
    lines = [f"{gain:+.2f}  {_sentence(name, gain, question, hit, words)}" for name, gain in gains]
    points = f"{sum(gain for _, gain in gains):.2f}"
    return [words["points"].format(points=points), *(f"  {line}" for line in lines)]


def _behind(question: str, hit: Hit, above: Hit | None, words: Mapping[str, str]) -> list[str]:
    """What parts a hit from the one above it."""
    if hit.replaced_by:
        return [words["replaced"].format(handle=handle_of(hit.replaced_by))]
    if above is None or not hit.parts or not above.parts:
        return []
    here, there = _same_names(_gains(question, hit)), _same_names(_gains(question, above))
    lost = {name: there.get(name, 0.0) - here.get(name, 0.0) for name in [*there, *here]}
    name = max(lost, key=lambda each: lost[each])
    behind = sum(lost.values())
    if behind < LEAST_POINTS:
        return []
    why = words["asked" if name == SAID else name]
    mine, its = f"{here.get(name, 0.0):.2f}", f"{there.get(name, 0.0):.2f}"
    return [words["behind"].format(points=f"{behind:.2f}", why=why, here=mine, there=its)]


def _same_names(gains: Mapping[str, float]) -> dict[str, float]:
    """The same, with what is said of the question under one name, however it is said."""
    found: dict[str, float] = {}
    for name, gain in gains.items():
        same = SAID if name in {RELATED, AROUND} else name
        found[same] = found.get(same, 0.0) + gain
    return found


def _confidence(question: str, hit: Hit, words: Mapping[str, str]) -> list[str]:
    unsaid = words_said(question, hit)[1]
    lines = [words[str(hit.confidence)]]
    if unsaid and hit.confidence is not Confidence.HIGH:
        lines.append(words["unsaid"].format(words=_named(unsaid, words)))
    if hit.confidence is not Confidence.HIGH and lacks_value(question, hit.doc.text):
        lines.append(words["no_value"])
    return lines
