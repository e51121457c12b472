"""Docs of one scope that say the same: which of the two would stay, and what speaks against merging them unasked."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..model.docs import Kind, MemoryDoc, Tier
from . import likeness_of_facts, trust

LEAST_OVERLAP = 0.75
"""Share of content words in common (Dice) from which two docs are named as much the same: by hand, on 21 sentences of
our own, of which 8 pairs say the same in other words and none that says something else comes this near."""
LEAST_TERMS = 2
"""Content words of a doc below which that share says nothing."""
MOST_COMPARED = 2_000
"""Docs of a scope that are compared in that way, the newest."""
Similarities = Mapping[tuple[str, str], float]
"""Cosine of two docs by their ids, the smaller first; pairs that an embedder did not find near are left out."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two docs that say the same."""

    kept: MemoryDoc
    """The one that matters at least as much."""
    lesser: MemoryDoc
    how: str
    """What makes them the same: their words, or their meaning with its cosine."""
    obstacle: str = ""
    """Why only a person may choose between them; empty where they may be merged."""

    @property
    def are_core(self) -> bool:
        """Whether both are in tier core, which is what a meditation merges by itself (SPEC 5.4)."""
        return self.kept.tier is self.lesser.tier is Tier.CORE


def pair(one: str, other: str) -> tuple[str, str]:
    """The key of two ids in `Similarities`."""
    return (one, other) if one < other else (other, one)


def found(docs: Sequence[MemoryDoc], similarities: Similarities | None) -> Iterable[Twins]:
    """Every two of these docs of one scope that say the same: by words first, then by meaning, then nearly by words."""
    told = set()
    for one, other in _pairs(docs, similarities):
        similarity = (similarities or {}).get(pair(one.id, other.id), 0.0)
        if likeness_of_facts.same_words(one.text, other.text):
            how = "the same words"
        elif likeness_of_facts.same_meaning(one.text, other.text, similarity):
            how = f"the same meaning ({similarity:.2f})"
        else:
            continue
        told.add(pair(one.id, other.id))
        kept, lesser = sorted((one, other), key=standing, reverse=True)
        yield Twins(kept, lesser, how, _obstacle(kept, lesser))
    for one, other, share in _close(docs[:MOST_COMPARED]):
        if pair(one.id, other.id) not in told:
            kept, lesser = sorted((one, other), key=standing, reverse=True)
            yield Twins(kept, lesser, f"much the same words ({share:.2f})", "whether it is one fact is for you to say")


def standing(doc: MemoryDoc) -> tuple[bool, bool, bool, float, int, float, str]:
    """What a doc is worth beside one that says the same: the greatest stays."""
    return (
        doc.pinned,
        trust.is_a_persons(doc),
        doc.tier is Tier.CORE,
        doc.importance,
        doc.access_count,
        -doc.created_at.timestamp(),
        doc.id,
    )


def _obstacle(kept: MemoryDoc, lesser: MemoryDoc) -> str:
    if lesser.pinned and lesser.text != kept.text:
        return "both are pinned, in words that differ"
    if kept.kind is not lesser.kind and Kind.ENTITY in {kept.kind, lesser.kind}:
        return "one of them is an entity"
    return ""


def _pairs(docs: Sequence[MemoryDoc], similarities: Similarities | None) -> Iterable[tuple[MemoryDoc, MemoryDoc]]:
    """Every pair that may be one fact: those with the same words first, then those that are near by meaning."""
    by_words: dict[str, list[MemoryDoc]] = {}
    for doc in docs:
        by_words.setdefault(likeness_of_facts.key_of(doc.text), []).append(doc)
    told = set()
    for same in by_words.values():
        for one, other in combinations(same, 2):
            told.add(pair(one.id, other.id))
            yield one, other
    by_id = {doc.id: doc for doc in docs}
    for one_id, other_id in sorted(similarities or ()):
        if one_id in by_id and other_id in by_id and (one_id, other_id) not in told:
            yield by_id[one_id], by_id[other_id]


def _close(docs: Sequence[MemoryDoc]) -> Iterable[tuple[MemoryDoc, MemoryDoc, float]]:
    """Each doc with the first one before it that has most of its words and does not contradict it.

    Two sets so alike share one of their rarest words, so only docs that do are compared: a doc with n terms shares at
    least n * s / (2 - s) of them, and leaving out one fewer than that many of the commonest loses nobody.
    """
    terms = {doc.id: likeness_of_facts.content(doc.text) for doc in docs}
    known = Counter(term for each in terms.values() for term in each)
    by_term: dict[str, list[MemoryDoc]] = {}
    for doc in docs:
        rarest = sorted(terms[doc.id], key=lambda term: (known[term], term))
        if len(rarest) < LEAST_TERMS:
            continue
        shared = math.ceil(len(rarest) * LEAST_OVERLAP / (2 - LEAST_OVERLAP))
        telling = rarest[: len(rarest) - shared + 1]
        before = {each.id: each for term in telling for each in by_term.get(term, ())}
        for other in before.values():
            share = likeness_of_facts.dice(terms[doc.id], terms[other.id])
            if share >= LEAST_OVERLAP and not likeness_of_facts.contradicts(doc.text, other.text):
                yield other, doc, share
                break
        for term in telling:
            by_term.setdefault(term, []).append(doc)
