"""A question taken apart: what is looked for, whom and when it names, and which kind of answer it wants."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from . import answer_kinds, lexing, related_words, time_words
from .answer_kinds import AnswerKind
from .stemming import stem
from .time_words import Span

MOST_MEANT = 600
"""Characters of a question that are compared by meaning, from its end: of a pasted talk the last words ask."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, taken apart."""

    text: str
    terms: tuple[str, ...]
    """What is looked for, without the names of speakers."""
    speakers: frozenset[str] = frozenset()
    """Folded name of the one speaker that the question names."""
    spans: tuple[Span, ...] = ()
    asks_when: bool = False
    meant: str = ""
    """The text without the names of speakers: an embedder finds whoever has that name instead of what is asked."""
    kinds: frozenset[AnswerKind] = frozenset()
    spelled: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Terms that stand nowhere -> those that were probably meant."""

    @property
    def related(self) -> dict[str, frozenset[str]]:
        """For each term the words that answer for it."""
        return {**related_words.of_terms(self.terms), **self.spelled}


def names_by_word(speakers: Iterable[str]) -> dict[str, list[str]]:
    """Names of speakers by each of their words."""
    found: dict[str, list[str]] = {}
    for name in speakers:
        for word in lexing.words(name):
            found.setdefault(word, []).append(name)
    return found


def parse(text: str, speakers: Mapping[str, Sequence[str]], now: datetime) -> Query:
    """Take a question apart; `speakers` are the names that appear in the store, by word."""
    words = set(lexing.words(text))
    words |= {word.partition("'")[0] for word in words}
    said = sorted(words & speakers.keys())
    named = list(dict.fromkeys(name for word in said for name in speakers[word]))
    names = {stem(part) for name in named for part in lexing.words(name)}
    terms = lexing.query_terms(text)
    kept = tuple(term for term in terms if term not in names) or tuple(terms)
    alone = frozenset(lexing.folded(name) for name in named) if len(named) == 1 else frozenset[str]()
    return Query(
        text=text,
        terms=kept,
        speakers=alone,
        spans=time_words.spans(text, now),
        asks_when=time_words.asks_when(text),
        meant=(_without(text, said) if said else text).strip()[-MOST_MEANT:],
        kinds=answer_kinds.asked(text),
    )


def _without(text: str, names: Sequence[str]) -> str:
    """The text without these words, or the text itself where nothing else is left."""
    found = re.sub(rf"\b(?:{'|'.join(map(re.escape, names))})(?:['\u2019]s)?\b", "", text, flags=re.IGNORECASE)
    return " ".join(found.split()) if re.search(r"\w", found) else text
