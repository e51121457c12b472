"""Docs as PostgreSQL keeps them: what its text cannot hold, and whose files a piece is from."""

import re
from collections.abc import Sequence
from hashlib import sha256

from ..model.doc_rows import COLUMNS, doc_of
from ..model.docs import MemoryDoc, Scope

_ESCAPE = "\x1a"
"""No key makes it and no word holds it; it stands for itself and for NUL, which PostgreSQL's text cannot hold."""
_STORED = {_ESCAPE: f"{_ESCAPE}1", "\0": f"{_ESCAPE}0"}
_GIVEN = {stored: given for given, stored in _STORED.items()}
_SPECIAL = re.compile(f"[{_ESCAPE}\0]")
_ESCAPED = re.compile(f"{_ESCAPE}[01]")
_ON_SERVER = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
"""Id of a piece of somebody's file, made of the workspace and of the id that it has there: a UUID of version 8."""


def stored(text: str) -> str:
    """A text as the server keeps it."""
    return _SPECIAL.sub(lambda match: _STORED[match[0]], text) if _SPECIAL.search(text) else text


def given(text: str) -> str:
    """A text as it was given."""
    return _ESCAPED.sub(lambda match: _GIVEN[match[0]], text) if _ESCAPE in text else text


class Home:
    """The workspace and scope of one store. The same file on two machines has pieces with the same ids.

    On the server such a piece has an id of its own. A store shows its own pieces under the ids that they have here.
    """

    def __init__(self, workspace: str, scope: Scope, default: Scope) -> None:
        self.workspace = workspace
        self.scope = scope
        self._default = default
        self.id = f"CASE WHEN workspace = '{workspace}' THEN piece ELSE id END"
        """The id of a row as SQL: the name of a workspace is hexadecimal."""
        self.columns = f"{self.id} AS {COLUMNS}"
        """What `docs` reads."""

    def id_of(self, doc: MemoryDoc) -> str:
        """The id of a doc on the server."""
        return self._piece(doc.id) if self.is_own(doc) else stored(doc.id)

    def ids_of(self, doc_id: str) -> tuple[str, ...]:
        """What a doc of this id may be called on the server."""
        return (stored(doc_id), self._piece(doc_id))

    def is_own(self, doc: MemoryDoc) -> bool:
        """Whether a doc is a piece of a file of this workspace."""
        return bool(doc.file) and not _ON_SERVER.fullmatch(doc.id)

    def scope_of(self, doc: MemoryDoc) -> str:
        """The scope of a doc on the server: whoever has a scope of their own keeps the pieces of their files in it."""
        is_inside = doc.scope == self.scope or doc.scope.startswith(f"{self.scope}:")
        return stored(self.scope if self.is_own(doc) and self.scope != self._default and not is_inside else doc.scope)

    def docs(self, rows: Sequence[Sequence[object]]) -> list[MemoryDoc]:
        """Docs from rows of `columns`; what else a row holds stands behind them."""
        return [doc_of([given(value) if isinstance(value, str) else value for value in row]) for row in rows]

    def _piece(self, doc_id: str) -> str:
        name = sha256(f"{self.workspace}\0{doc_id}".encode("utf-8", "replace")).hexdigest()
        return f"{name[:8]}-{name[8:12]}-8{name[12:15]}-a{name[15:18]}-{name[18:30]}"
