"""Which rows of the docs changed, in order: what keeps files beside the database in step with it.

Triggers write it, so that every writer does, whatever it knows of those files. It is kept from the first time that
such files are made; what they have taken in is dropped from it. Numbers have no gaps: a reader that finds one knows
that somebody took in what it was about to read.
"""

import sqlite3

from .doc_database import DocDatabase

_TRIGGERS = {
    "docs_added": "INSERT ON docs BEGIN INSERT INTO changes (row) VALUES (new.row); END",
    "docs_removed": "DELETE ON docs BEGIN INSERT INTO changes (row) VALUES (old.row); END",
    "docs_changed": "UPDATE OF terms, forgotten_at ON docs BEGIN INSERT INTO changes (row) VALUES (new.row); END",
}


class ChangeLog:
    """The log of one database."""

    def __init__(self, database: DocDatabase) -> None:
        self._database = database

    def made(self) -> str:
        """A mark of the database file: rows of another file mean other docs."""
        rows = self._database.rows("SELECT value FROM facts WHERE name = 'made'")
        return str(rows[0][0]) if rows else ""

    def is_kept(self) -> bool:
        """Whether changes are logged."""
        return bool(self._database.rows("SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = 'docs_added'"))

    def begin(self) -> int:
        """Log from now on; the number of the last change before."""
        with self._database.write() as connection:
            for name, rest in _TRIGGERS.items():
                connection.execute(f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {rest}")
            return _last(connection)

    def end(self) -> None:
        """Log no more: nothing beside the database needs it."""
        with self._database.write() as connection:
            for name in _TRIGGERS:
                connection.execute(f"DROP TRIGGER IF EXISTS {name}")
            connection.execute("DELETE FROM changes")

    def after(self, number: int, limit: int) -> tuple[int, list[int]] | None:
        """Number of the newest change that is read, and the rows that changed since; None when some are gone."""
        rows = self._database.rows("SELECT n, row FROM changes WHERE n > ? ORDER BY n LIMIT ?", (number, limit))
        if rows and rows[0][0] == number + 1:
            return rows[-1][0], list(dict.fromkeys(row[1] for row in rows))
        last = self._database.rows("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes'")[0][0]
        return (number, []) if not rows and last == number else None

    def drop(self, number: int) -> None:
        """Forget the changes up to this one."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM changes WHERE n <= ?", (number,))


def _last(connection: sqlite3.Connection) -> int:
    row = connection.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'changes'").fetchone()
    return int(row[0])
