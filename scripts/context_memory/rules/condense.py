"""Bound the structured memory: what is worth most stays, everything else is in the archive anyway."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum  # the same for any order of a set
from typing import TypeVar

from ..model.memory import Line, Said, SessionMemory, Speaker
from . import entities, vocabulary, worth
from .entities import Name

MENTIONS, LINES, STATEMENTS, WORDS = 4_000, 3_000, 2_000, 8_000
DIRECTIVES, CORRECTIONS, DECISIONS, REQUESTS, COMPLETED, ERRORS, ROOTS = 300, 120, 150, 150, 200, 40, 200

Value = TypeVar("Value")


def condense(memory: SessionMemory) -> SessionMemory:
    """The memory with every list at its bound; lists below it stay as they are."""
    now = memory.messages
    things = worth.of_names(memory.mentions, now)
    words = worth.of_words(memory.words, now)
    mentions = _best(memory.mentions, MENTIONS, [things[m.kind, m.key] for m in memory.mentions])
    known = {(m.kind, m.key) for m in mentions}
    return replace(
        memory,
        mentions=tuple(mentions),
        lines=tuple(_lines(memory.lines, known, things)),
        statements=tuple(_statements(memory.statements, things, words)),
        words=_words(memory, words),
        directives=_directives(memory.directives),
        corrections=memory.corrections[-CORRECTIONS:],
        decisions=memory.decisions[-DECISIONS:],
        requests=memory.requests[-REQUESTS:],
        completed=memory.completed[-COMPLETED:],
        errors=memory.errors[-ERRORS:],
        roots=dict(sorted(memory.roots.items(), key=lambda pair: (-pair[1], pair[0]))[:ROOTS]),
    )


def _lines(lines: Sequence[Line], known: set[Name], things: dict[Name, float]) -> Iterable[Line]:
    if len(lines) <= LINES:
        return lines
    density = []
    for line in lines:
        size = sum(map(len, line.shown)) / 4 + 2
        density.append(fsum(things.get(name, 0.0) for name in known.intersection(line.names)) / size**0.5)
    return _best(lines, LINES, density)


def _statements(statements: Sequence[Said], things: dict[Name, float], words: dict[str, float]) -> Iterable[Said]:
    if len(statements) <= STATEMENTS:
        return statements
    density = []
    for said in statements:
        value = 0.35 * fsum(things.get(name, 0.0) for name in entities.keys(said.text))
        value += fsum(words.get(word, 0.0) for word in vocabulary.in_text(said.text))
        density.append(value / (len(said.text) / 4 + 3) ** 0.5)
    return _best(statements, STATEMENTS, density)


def _words(memory: SessionMemory, words: dict[str, float]) -> dict[str, tuple[int, int, int]]:
    if len(memory.words) <= WORDS:
        return dict(memory.words)
    limit = vocabulary.rarity_limit(memory.messages)
    ranked = sorted(memory.words.items(), key=lambda pair: (-(words.get(pair[0], 0.0) + (pair[1][0] > limit)), pair[0]))
    return dict(ranked[:WORDS])


def _directives(directives: Sequence[Said]) -> tuple[Said, ...]:
    """The newest ones; what a host said goes first when room is short."""
    if len(directives) <= DIRECTIVES:
        return tuple(directives)
    by_people = [said for said in directives if said.speaker is Speaker.PERSON][-DIRECTIVES:]
    by_hosts = [said for said in directives if said.speaker is not Speaker.PERSON]
    room = max(0, DIRECTIVES - len(by_people))
    kept = {id(said) for said in [*by_people, *(by_hosts[-room:] if room else [])]}
    return tuple(said for said in directives if id(said) in kept)


def _best(values: Sequence[Value], count: int, density: Sequence[float]) -> list[Value]:
    """The `count` densest values in their old order; ties go to the newer."""
    if len(values) <= count:
        return list(values)
    chosen = sorted(range(len(values)), key=lambda i: (-density[i], -i))[:count]
    return [values[i] for i in sorted(chosen)]
