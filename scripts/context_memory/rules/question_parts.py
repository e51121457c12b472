"""A question taken apart by those it names: asked of each apart, or of the one who acts.

"What do Ines and Tobias read?" is asked of both, "What did Ines recommend to Tobias?" of her. What is joined need not
be a person: "Which ports do the gateway and the scheduler use?"
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from . import lexing

MOST = 4
"""Parts of a question; more names are a list of those who were there."""
READ = 400
"""Characters of a question that is taken apart; a pasted page asks about nobody in particular."""


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One of those that a question joins."""

    name: str
    """As a speaker is called or as it stands in the question, folded."""
    terms: frozenset[str] = frozenset()
    """Search terms of what it is about; empty for a speaker, whose own words count."""


@dataclass(frozen=True, slots=True)
class Named:
    """The speakers that a question names."""

    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """The words that name them, folded."""
    actor: str = ""
    """The one who acts, where others are only acted upon."""
    are_joined: bool = False
    """Whether all of them are asked about alike."""


_JOINT = re.compile(
    r"(?:['\u2019]s?)?(?:\s+[\w-]+){0,2}?"  # "Ines's brother and Tobias", "in Ines and in Tobias"
    r"(?:\s*(?:,|&)\s*|\s*,?\s+(?:and|or)\s+|\s*[和与跟及、]\s*)(?:(?:of|by|for|to|in|from|with|both)\s+)*",
    re.IGNORECASE,
)
_ACTED_UPON = re.compile(
    r"(?:\b(?:to|with|for|from|of|by|about|at|on|besides|than|like|against|and|tell|told|give|gave|given|show|showed"
    r"|shown|ask|asked|advise|advised|send|sent|help|helped|meet|met|see|saw|invite|invited)\s+|[向给对跟和与替为帮让]"
    r"|建议|告诉|推荐)$"
)
_ACCORDING = re.compile(r"\baccording to\s+$|据$")
_OWNER = re.compile(r"['\u2019]s?\b|的")
"""What follows a name that only says whose something is."""


def named(text: str, speakers: Mapping[str, Sequence[str]]) -> Named:
    """The speakers in a question and how they are named; `speakers` are those known, by each word of their names."""
    if not speakers:
        return Named()
    said = set(lexing.words(text))
    said |= {word.partition("'")[0] for word in said}
    folded = lexing.folded(text[: lexing.MAX_TEXT])
    if lexing.has_cjk(folded):  # no space parts a name from the rest
        said.update(word for word in speakers if len(word) > 1 and word in folded and lexing.has_cjk(word))
    words = tuple(sorted(said & speakers.keys()))
    names = tuple(dict.fromkeys(name for word in words for name in speakers[word]))
    if len(names) < 2 or len(text) > READ:
        return Named(names, words)
    spots = _spots(words, folded, speakers)
    if not 2 <= len(spots) <= MOST or {name for _, _, name in spots} != set(names):
        return Named(names, words)
    if all(_JOINT.fullmatch(folded[first[1] : second[0]]) for first, second in pairwise(spots)):
        return Named(tuple(name for _, _, name in spots), words, are_joined=True)
    return Named(names, words, actor=_actor(spots, folded))


def _spots(words: Iterable[str], folded: str, speakers: Mapping[str, Sequence[str]]) -> list[tuple[int, int, str]]:
    """Where each person is named first: start, end, name. Empty where a word names two."""
    first: dict[str, tuple[int, int, str]] = {}
    for word in words:
        place = folded.find(word) if lexing.has_cjk(word) else _place(word, folded)
        if len(speakers[word]) != 1 or place < 0:
            return []
        spot = (place, place + len(word), speakers[word][0])
        first[spot[2]] = min(spot, first.get(spot[2], spot))
    return sorted(first.values())


def _place(word: str, folded: str) -> int:
    match = re.search(rf"\b{re.escape(word)}\b", folded)
    return match.start() if match else -1


def _actor(spots: Sequence[tuple[int, int, str]], folded: str) -> str:
    """The one before whom no "to" or "from" stands, and who owns nothing; empty where that is not one."""
    for start, _, name in spots:
        if _ACCORDING.search(folded[:start]):
            return name
    acting = [
        name for start, end, name in spots if not _ACTED_UPON.search(folded[:start]) and not _OWNER.match(folded[end:])
    ]
    return acting[0] if len(acting) == 1 else ""


_SIDE = r"[A-Za-z0-9](?:[\w.\-]*\w)?"
_CAPITAL = r"[A-Z](?:[\w.\-]*\w)?(?: [A-Z](?:[\w.\-]*\w)?){0,2}"
_THE = r"(?:the |our |my )"
_LED = re.compile(  # both X and Y; the X and the Y; of X and of Y
    rf"\b(?:(?:both|between) {_THE}?(?:{_SIDE} ){{0,2}}?({_SIDE})|{_THE}(?:{_SIDE} ){{0,2}}?({_SIDE}))"
    rf",? (?:and|or|&) (?:(?:of|for|in|on|by) )?{_THE}?({_SIDE})",
    re.IGNORECASE,
)
_NAMES = re.compile(rf"(?<![.?!] )(?<!^)\b({_CAPITAL})(?:,? (?:and|or|&) |(?: vs\.? | versus ))({_CAPITAL})")
_SIDE_ZH = r"([A-Za-z0-9][A-Za-z0-9_.\-]*|[\u4e00-\u9fff]{2,6}?)"
_ZH = re.compile(rf"{_SIDE_ZH}\s*[和与跟及]\s*{_SIDE_ZH}\s*(?:都|分别|各|的|用|在|有)")
_ZH_LEAD = re.compile(r"^.*(?:[请问是在用把给的]|关于|哪些|什么)(?=[\u4e00-\u9fff]{2})")


def joined(text: str) -> tuple[QuestionPart, ...]:
    """The two things that a question is about alike, where they are no speakers; mostly none."""
    if len(text) > READ:
        return ()
    for match in _pairs(text):
        sides = [next(filter(None, match.groups())), match.groups()[-1] or ""]
        sides[0] = _ZH_LEAD.sub("", sides[0])
        parts = [QuestionPart(lexing.folded(side), _terms(side)) for side in sides]
        if all(part.terms for part in parts) and parts[0].terms.isdisjoint(parts[1].terms):
            return tuple(parts)
    return ()


def _pairs(text: str) -> Iterator[re.Match[str]]:
    for pattern in (_NAMES, _ZH, _LED):
        if match := pattern.search(text):
            yield match


def _terms(side: str) -> frozenset[str]:
    words = lexing.words(side)
    if any(word in lexing.UNASKED for word in words):
        return frozenset()
    return frozenset(lexing.query_terms(side))
