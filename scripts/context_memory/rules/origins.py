"""Where a doc comes from, told from the file it is derived from, and who speaks in the turns of sessions."""

from enum import StrEnum

JOURNAL, ARCHIVE = "journal/", "archive/"
"""Beginnings of the names under which sessions are known in the index; no memory file begins like this."""
_NOTES = "memory/"
USER, ASSISTANT, TOOL = "user", "assistant", "tool"
ROLES = frozenset({USER, ASSISTANT, TOOL})
"""Speakers of turns that are no names: a question with the word `user` in it asks for nobody."""


class Origin(StrEnum):
    """Where a doc comes from."""

    DOCS = "docs"
    """Written by `remember`, a person or a model."""
    MEMORY = "memory"
    """MEMORY.md and memories/*.md."""
    NOTES = "notes"
    """memory/**/*.md: dated notes."""
    TURNS = "turns"
    """Messages of journaled sessions, those of archived blocks included."""
    ARCHIVE = "archive"
    """Messages that a compaction took out of a session that has no journal."""


def of(file: str) -> Origin:
    """The origin of a doc that is derived from this file; an empty name means from none."""
    if not file:
        return Origin.DOCS
    if file.startswith(JOURNAL):
        return Origin.TURNS
    if file.startswith(ARCHIVE):
        return Origin.ARCHIVE
    return Origin.NOTES if file.startswith(_NOTES) else Origin.MEMORY


def is_session(file: str) -> bool:
    """Whether a file of the index stands for messages of a session."""
    return file.startswith((JOURNAL, ARCHIVE))
