"""Recall for a client that may not see other sessions."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..memory.docs import Found, Hit
    from ..memory.recall.services.recall import Recall, Search


def matches(session: str, patterns: Iterable[str]) -> bool:
    """Whether a session matches one of these names; `*` at the end matches any rest."""
    return any(session.startswith(each[:-1]) if each.endswith("*") else session == each for each in patterns)


def found(recall: "Recall", search: "Search", sessions: Sequence[str]) -> "Found":
    """Hits from these sessions, whatever the scope of turns, or from docs of the requested scope.

    Pieces of files are left out: they do not say which session wrote them.
    """
    from ..memory.recall.services.recall import MAX_HITS

    scope = search.where.scope
    wide = search._replace(limit=MAX_HITS)
    searches = [wide] if scope is None else [wide, wide._replace(where=search.where.in_any_scope)]
    answers = [recall.find(each) for each in searches]
    hits: dict[str, Hit] = {}
    for answer in answers:
        for hit in answer.hits:
            doc = hit.doc
            is_ours = matches(doc.session, sessions) if doc.session else not doc.file
            if is_ours and (doc.session or scope in {None, doc.scope}):
                hits.setdefault(doc.id, hit)
    best = sorted(hits.values(), key=lambda hit: -hit.score)[: search.limit]
    return answers[0]._replace(hits=tuple(best))
