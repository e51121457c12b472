"""Docs as PostgreSQL keeps them: what its text cannot hold, and whose files a piece is from."""

import re
from collections.abc import Sequence

from ..model.doc_rows import doc_of
from ..model.docs import MemoryDoc, Scope

_ESCAPE = "\x1a"
"""No key makes it and no word holds it; it stands for itself and for NUL, which PostgreSQL's text cannot hold."""
_STORED = {_ESCAPE: f"{_ESCAPE}1", "\0": f"{_ESCAPE}0"}
_GIVEN = {stored: given for given, stored in _STORED.items()}
_SPECIAL = re.compile(f"[{_ESCAPE}\0]")
_ESCAPED = re.compile(f"{_ESCAPE}[01]")
_OF_WORKSPACE = re.compile(r"@w-[0-9a-f]{16}$")
"""Ends the ids of pieces that stand in the files of another workspace."""


def stored(text: str) -> str:
    """A text as the server keeps it."""
    return _SPECIAL.sub(lambda match: _STORED[match[0]], text) if _SPECIAL.search(text) else text


def given(text: str) -> str:
    """A text as it was given."""
    return _ESCAPED.sub(lambda match: _GIVEN[match[0]], text) if _ESCAPE in text else text


class Home:
    """The workspace and scope of one store. The same file on two machines has pieces with the same ids.

    On the server an id of a piece ends with its workspace. A store shows its own pieces without that.
    """

    def __init__(self, workspace: str, scope: Scope, default: Scope) -> None:
        self.workspace = workspace
        self.scope = scope
        self._default = default
        self._ending = f"@w-{workspace}"

    def id_of(self, doc: MemoryDoc) -> str:
        """The id of a doc on the server."""
        return stored(doc.id + self._ending if doc.file and not _OF_WORKSPACE.search(doc.id) else doc.id)

    def ids_of(self, doc_id: str) -> tuple[str, ...]:
        """What a doc of this id may be called on the server."""
        return (stored(doc_id), stored(doc_id + self._ending))

    def shown(self, doc_id: str) -> str:
        """The id of a doc here."""
        return given(doc_id).removesuffix(self._ending)

    def workspace_of(self, doc: MemoryDoc) -> str:
        """Whose files a doc is derived from; empty for a doc that is no piece of a file."""
        if not doc.file:
            return ""
        foreign = _OF_WORKSPACE.search(doc.id)
        return foreign[0].removeprefix("@w-") if foreign else self.workspace

    def scope_of(self, doc: MemoryDoc) -> str:
        """The scope of a doc on the server: whoever has a scope of their own keeps the pieces of their files in it."""
        return stored(self.scope if doc.file and doc.scope == self._default else doc.scope)

    def doc(self, row: Sequence[object]) -> MemoryDoc:
        """A doc from a row of `COLUMNS`."""
        texts = [given(value) if isinstance(value, str) else value for value in row]
        return doc_of([self.shown(str(row[0])), *texts[1:]])

    def docs(self, rows: Sequence[Sequence[object]]) -> list[MemoryDoc]:
        """Docs from rows."""
        return [self.doc(row) for row in rows]
