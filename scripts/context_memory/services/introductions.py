"""Looks up who is meant by "Ines's sister": asks the index for where somebody was introduced, and takes the name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..model.docs import Scope
from ..model.stores import CandidateIndex
from ..rules import lexing, second_hop
from ..rules.query import Query


def with_names(
    asked: Query, index: CandidateIndex, scope: Scope | None, speakers: Mapping[str, Sequence[str]], docs: int
) -> Query:
    """The question with the names of those whom it calls somebody's sister or boss; most questions as they are.

    `speakers` are names by word, `docs` is how many the store holds.
    """
    relation = second_hop.asked(asked.text, speakers)
    rows = index.by_words(relation.terms, scope, second_hop.LOOKED_AT) if relation else []
    if not relation or not rows:
        return asked
    whose = frozenset(lexing.folded(name) for name in speakers.get(relation.owner, ()))
    told = index.pool(rows, (), 0).candidates
    texts = [each.text for each in told if not whose or lexing.folded(each.speaker) in whose]
    names = second_hop.introduced(relation, texts) - speakers.keys()
    found = second_hop.leading(names, index.frequencies(sorted(names)), docs)
    return replace(asked, terms=tuple(dict.fromkeys((*asked.terms, *found))))
