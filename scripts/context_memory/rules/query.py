"""A question taken apart: what is looked for, whom and when it names, and which kind of answer it wants."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from . import answer_kinds, collecting, lexing, question_parts, related_words, sides, time_words
from .answer_kinds import AnswerKind
from .question_parts import QuestionPart
from .sides import Side
from .stemming import stem
from .time_words import Span

MOST_MEANT = 600
"""Characters of a question that are compared by meaning, from its end: of a pasted talk the last words ask."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, taken apart."""

    text: str
    terms: tuple[str, ...]
    """What is looked for, without the names of speakers but those who are acted upon: they are called by name."""
    speakers: frozenset[str] = frozenset()
    """Folded names of the speakers who are asked about: the one that is named, all that are joined, or who acts."""
    others: frozenset[str] = frozenset()
    """Terms of the names of those who are acted upon by the one who is asked about."""
    parts: tuple[QuestionPart, ...] = ()
    """Those who are asked about alike, two or more; empty where the question is about one, nobody, or a moment: one of
    them tells of it for both."""
    collects: bool = False
    """Whether all there is of something is asked for."""
    spans: tuple[Span, ...] = ()
    asks_when: bool = False
    meant: str = ""
    """The text without the names of speakers: an embedder finds whoever has that name instead of what is asked."""
    kinds: frozenset[AnswerKind] = frozenset()
    side: Side | None = None
    """Who of the two that talk is asked about."""
    spelled: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Terms that stand nowhere -> those that were probably meant."""

    @property
    def related(self) -> dict[str, frozenset[str]]:
        """For each term the words that answer for it."""
        return {**related_words.of_terms(self.terms), **self.spelled}

    @property
    def related_words(self) -> frozenset[str]:
        """All words that answer for one of its terms."""
        return frozenset[str]().union(*self.related.values())

    def terms_of(self, part: QuestionPart) -> tuple[str, ...]:
        """What is asked of one part alone: what all are asked, and what it is called."""
        others = frozenset[str]().union(*(each.terms for each in self.parts if each is not part))
        return (*lexing.query_terms(part.name), *(term for term in self.terms if term not in others | part.terms))


def names_by_word(speakers: Iterable[str]) -> dict[str, list[str]]:
    """Names of speakers by each of their words."""
    found: dict[str, list[str]] = {}
    for name in speakers:
        for word in lexing.words(name):
            found.setdefault(word, []).append(name)
    return found


def parse(text: str, speakers: Mapping[str, Sequence[str]], now: datetime) -> Query:
    """Take a question apart; `speakers` are the names that appear in the store, by word."""
    named = question_parts.named(text, speakers)
    without = _without(text, named.words) if named.words else text
    names = {stem(part) for name in named.names for part in lexing.words(name)}
    terms = lexing.query_terms(without if any(map(lexing.has_cjk, named.words)) else text)
    kept = tuple(term for term in terms if term not in names) or tuple(terms)
    asked = named.names if len(named.names) == 1 or named.are_joined else filter(None, (named.actor,))
    about = frozenset(map(lexing.folded, asked))
    others = [name for name in named.names if named.actor and lexing.folded(name) not in about]
    acted_upon = tuple(dict.fromkeys(term for name in others for term in _terms_of_name(name)))
    parts = tuple(QuestionPart(lexing.folded(name)) for name in named.names) if named.are_joined else ()
    asks_when = time_words.asks_when(text)
    return Query(
        text=text,
        terms=(*kept, *(term for term in acted_upon if term not in kept)),
        speakers=about,
        others=frozenset(acted_upon),
        parts=() if asks_when else parts or (() if named.names else question_parts.joined(text)),
        collects=collecting.asks(text),
        spans=time_words.spans(text, now),
        asks_when=asks_when,
        meant=without.strip()[-MOST_MEANT:],
        kinds=answer_kinds.asked(text),
        side=None if named.names else sides.asked(text),
    )


def _terms_of_name(name: str) -> list[str]:
    """Of a name in Chinese the last pair of characters, which stands in the full name and without the family's."""
    return lexing.query_terms(name)[-1:] if lexing.has_cjk(name) else lexing.query_terms(name)


def _without(text: str, names: Sequence[str]) -> str:
    """The text without these words, or the text itself where nothing else is left."""
    each = [re.escape(name) if lexing.has_cjk(name) else rf"\b{re.escape(name)}(?:['\u2019]s)?\b" for name in names]
    found = re.sub("|".join(each), " ", text, flags=re.IGNORECASE)
    return " ".join(found.split()) if re.search(r"\w", found) else text
