"""Whose word a doc is: what came from the web, a tool or a file may be found, and never speaks for the person."""

from dataclasses import replace

from ..model.docs import MemoryDoc, Tier

PEOPLE = frozenset({"", "user", "person", "human", "owner"})
FOREIGN = ("http", "web", "tool", "host", "mcp", "file")
"""Beginnings of sources whose text no person said."""
MOST_IMPORTANT = 0.65
"""Importance of foreign docs at most: that of a plain fact (SPEC 5.4)."""


def is_foreign(doc: MemoryDoc) -> bool:
    """Whether the doc says itself that it came from the web, a tool, a host or a file."""
    return is_foreign_source(doc.source)


def is_foreign_source(source: str) -> bool:
    """Whether no person said what comes from there."""
    return source.strip().casefold().startswith(FOREIGN)


def is_a_persons(doc: MemoryDoc) -> bool:
    """Whether a person may have said it."""
    return doc.speaker.casefold() in PEOPLE and not is_foreign(doc)


def bounded(doc: MemoryDoc) -> MemoryDoc:
    """The doc with the standing that its origin allows: foreign ones are never core nor pinned."""
    if not is_foreign(doc):
        return doc
    tier = Tier.WORKING if doc.tier is Tier.CORE else doc.tier
    return replace(doc, tier=tier, importance=min(doc.importance, MOST_IMPORTANT))
