"""Whether a clause says something that lasts: who speaks of whom, how it binds, and what says that it is for good.

A clause opens in one of a few shapes (an order, a permission, a wish, something of the person, of their people, of
their team, of a thing). The shape brings points, and every class of words in the clause adds or takes some: `always`
adds, `this file` takes. A language is two tables, shapes and evidence (`grammar_en.py`, `grammar_zh.py`), with points
set by hand on `bench/lasting/development.txt`. The words themselves add or take more, with weights that were fitted
(`word_weights.py`). What reaches `ENOUGH` lasts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..docs import Kind

ENOUGH = 2
"""Points from which a clause lasts."""
LONGEST = 200
"""Characters of a clause."""
CLASSES_IN_CLASSES = 2
"""How deep classes of words are made of classes."""
_CLASS = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|_|~")


def _literal(found: re.Match[str]) -> str:
    """What `_` and `~` stand for, outside of sets and escapes; in a set, `_` is a space as well."""
    text = found[0]
    return {"_": r"[ ]", "~": r"\b"}.get(text, text.replace("_", " ") if text[0] == "[" else text)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a clause opens."""

    name: str
    opens: re.Pattern[str]
    points: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Evidence:
    """A class of words that speaks for or against lasting."""

    name: str
    words: re.Pattern[str]
    points: int
    shapes: frozenset[str]
    """Where it counts; empty: everywhere."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language."""

    shapes: tuple[Shape, ...]
    evidence: tuple[Evidence, ...]
    boundary: re.Pattern[str]
    """Between two clauses of a sentence."""
    scope: re.Pattern[str]
    """A clause that only says when the next one holds: `from now on,`, `before you commit,`."""
    asks: re.Pattern[str]
    """A clause that asks, supposes or reports."""
    lead: re.Pattern[str]
    """Words before a clause that say nothing of it."""
    classes: Mapping[str, re.Pattern[str]]
    """The classes of words that shapes and evidence are made of."""

    def points_of(self, clause: str) -> tuple[int, Kind | None]:
        """What shape and evidence give a clause, and the kind it would be of; 0 and None where it has no shape."""
        shape, found = self.read(clause)
        return (shape.points + sum(each.points for each in found), shape.kind) if shape else (0, None)

    def is_asking(self, clause: str) -> bool:
        """Whether a clause asks, supposes or reports."""
        return self.asks.search(clause[self.lead.match(clause).end() :].strip()) is not None  # type: ignore[union-attr]

    def read(self, clause: str) -> tuple[Shape | None, list[Evidence]]:
        """The shape of a clause and the evidence in it; no shape where it asks or opens in none."""
        core = clause[self.lead.match(clause).end() :].strip()  # type: ignore[union-attr]  # it matches nothing too
        if len(clause) > LONGEST or self.asks.search(core):
            return None, []
        shape = next((each for each in self.shapes if each.opens.match(core)), None)
        if shape is None:
            return None, []
        return shape, [
            each
            for each in self.evidence
            if (not each.shapes or shape.name in each.shapes)
            and each.words.search(core if each.words.pattern.startswith("(?ix)^") else clause)
        ]

    def clauses(self, sentence: str) -> Iterator[tuple[int, int]]:
        """Start and end of the clauses of a sentence; a scope belongs to the clause that follows it."""
        start = 0
        for cut in self.boundary.finditer(sentence):
            if cut.start() > start and not self.scope.fullmatch(sentence[start : cut.start()].strip()):
                yield start, cut.start()
                start = cut.end()
        yield start, len(sentence)


def build(
    classes: Mapping[str, str],
    shapes: Mapping[str, tuple[int, Kind, str]],
    evidence: Mapping[str, tuple[int, str, str]],
    **cuts: str,
) -> Grammar:
    """A grammar from its tables, verbose patterns in which `_` is a space and `~` the start or end of a word.

    Shapes of one name, `person of taste` and `person`, have their evidence in common.
    """
    named = {name: f"(?:{'|'.join(words.split())})" for name, words in classes.items()}

    def pattern(source: str) -> re.Pattern[str]:
        for _ in range(CLASSES_IN_CLASSES):
            for name, words in named.items():
                source = source.replace("{" + name + "}", words)
        return re.compile("(?ix)" + _CLASS.sub(_literal, source))

    return Grammar(
        tuple(Shape(key.split()[0], pattern(opens), points, kind) for key, (points, kind, opens) in shapes.items()),
        tuple(
            Evidence(name, pattern(words), points, frozenset(where.split()))
            for name, (points, where, words) in evidence.items()
        ),
        classes={name: pattern(f"(?<![a-zA-Z0-9]){words}(?![a-zA-Z0-9])") for name, words in named.items()},
        **{name: pattern(source) for name, source in cuts.items()},
    )
