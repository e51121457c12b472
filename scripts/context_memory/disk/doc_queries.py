"""What can be asked of the SQLite store without changing it: docs by id, handle and attribute, counts, files."""

from collections.abc import Iterable, Sequence

from ..model.doc_rows import COLUMNS, SHOWN, doc_of, must_be_long_enough, only_one
from ..model.docs import Kind, MemoryDoc, Scope
from ..model.stores import MemoryFile
from .doc_database import DocDatabase, is_moment
from .doc_tables import AT_ONCE

_BY_FOLDER = (
    "SELECT CASE WHEN instr(file, '/') THEN substr(file, 1, instr(file, '/')) ELSE file END AS folder, count(*) "
    "FROM docs WHERE forgotten_at IS NULL GROUP BY folder ORDER BY folder"
)


class DocQueries:
    """The reading half of a store."""

    def __init__(self, database: DocDatabase) -> None:
        self.database = database

    def get(self, doc_id: str) -> MemoryDoc | None:
        """The doc with this id."""
        return next(iter(self.get_many((doc_id,)).values()), None)

    def get_many(self, ids: Iterable[str]) -> dict[str, MemoryDoc]:
        """Docs by id; unknown ids are left out."""
        found = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), AT_ONCE):
            chunk = wanted[start : start + AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            rows = self.database.rows(f"SELECT {COLUMNS} FROM docs WHERE id IN ({marks})", chunk)
            found.update({doc.id: doc for doc in self._docs(rows)})
        return found

    def by_handle(self, handle: str) -> MemoryDoc:
        """The doc whose id is or begins with the handle."""
        handle = handle.encode("utf-8", "replace").decode()  # an argument that is no UTF-8 names nothing
        exact = self.get(handle)
        if exact:
            return exact
        given = self._docs(
            self.database.rows(
                f"SELECT {COLUMNS} FROM docs WHERE +id = ? OR id = ? || '@' || scope LIMIT 2", (handle, handle)
            )
        )
        if any(doc.id == handle for doc in given):
            raise self.database.damaged("its index of ids misses a doc")
        if len(given) == 1:
            return given[0]
        must_be_long_enough(handle)
        rows = self.database.rows(
            f"SELECT {COLUMNS} FROM docs WHERE substr(id, 1, ?) = ? LIMIT {SHOWN}", (len(handle), handle)
        )
        return only_one(handle, self._docs(rows))

    def select(
        self,
        *,
        scope: Scope | None = None,
        kind: Kind | None = None,
        tag: str = "",
        text_prefix: str = "",
        forgotten: bool = False,
        limit: int = 1_000,
    ) -> list[MemoryDoc]:
        """Docs by their attributes, newest first."""
        conditions, values = [f"forgotten_at IS {'NOT ' if forgotten else ''}NULL"], list[object]()
        for condition, value in (
            ("scope = ?", scope),
            ("instr(' ' || tags || ' ', ' ' || ? || ' ') > 0", tag),
            ("instr(text, ?) = 1", text_prefix),
            ("text >= ?", text_prefix),
            ("text < ?", _after_all(text_prefix)),
        ):
            if value:
                conditions.append(condition)
                values.append(str(value))
        if kind:  # in words: an index of one kind is not used for a value that comes later
            conditions.append(f"kind = '{Kind(kind)}'")
        where = " AND ".join(conditions)
        rows = self.database.rows(
            f"SELECT {COLUMNS} FROM docs WHERE {where} ORDER BY created_at DESC, row DESC LIMIT ?", (*values, limit)
        )
        return self._docs(rows)

    def count(self, *, scope: Scope | None = None, kind: Kind | None = None) -> int:
        """How many docs of this scope and kind can be found."""
        conditions = ["forgotten_at IS NULL"] + (["scope = ?"] if scope else [])
        conditions += [f"kind = '{Kind(kind)}'"] if kind else []
        query = f"SELECT count(*) FROM docs WHERE {' AND '.join(conditions)}"
        return int(self.database.rows(query, (scope,) if scope else ())[0][0])

    def _docs(self, rows: Iterable[Sequence[object]]) -> list[MemoryDoc]:
        try:
            return [doc_of(row) for row in rows]
        except (ValueError, TypeError, OverflowError, OSError) as error:
            raise self.database.damaged(f"a row holds no doc: {error}") from error

    def page(self, after: int, limit: int) -> list[tuple[int, MemoryDoc]]:
        """Docs that are no pieces of files, in the order they came."""
        rows = self.database.rows(
            f"SELECT {COLUMNS}, row FROM docs WHERE row > ? AND file = '' ORDER BY row LIMIT ?", (after, limit)
        )
        return [(row[-1], doc) for row, doc in zip(rows, self._docs(rows), strict=True)]

    def rows_of(self, ids: Iterable[str]) -> dict[str, int]:
        """The row of each doc."""
        found: dict[str, int] = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), AT_ONCE):
            chunk = wanted[start : start + AT_ONCE]
            marks = ", ".join("?" * len(chunk))
            found.update(self.database.rows(f"SELECT id, row FROM docs WHERE id IN ({marks})", chunk))
        return found

    def counts(self) -> dict[str, dict[str, int]]:
        """Docs by tier, kind, scope and top folder of their file; forgotten ones apart; times in seconds since 1970."""
        shown: dict[str, dict[str, int]] = {
            name: dict(
                self.database.rows(
                    f"SELECT {name}, count(*) FROM docs WHERE forgotten_at IS NULL GROUP BY {name} ORDER BY {name}"
                )
            )
            for name in ("tier", "kind", "scope")
        }
        row = self.database.rows("SELECT count(forgotten_at), sum(pinned AND forgotten_at IS NULL) FROM docs")[0]
        shown["state"] = {"forgotten": row[0] or 0, "pinned": row[1] or 0}
        shown["file"] = dict(self.database.rows(_BY_FOLDER))
        ends = self.database.rows("SELECT min(created_at), max(created_at) FROM docs WHERE forgotten_at IS NULL")[0]
        if any(end is not None and not is_moment(end) for end in ends):
            raise self.database.damaged("a row has a time that no calendar holds")
        shown["time"] = {} if ends[0] is None else {"oldest": int(ends[0]), "newest": int(ends[1])}
        return shown

    def files(self) -> dict[str, MemoryFile]:
        """The memory files that are indexed, by path."""
        rows = self.database.rows("SELECT path, hash, stamp FROM files")
        return {row[0]: MemoryFile(*row) for row in rows}


def _after_all(prefix: str) -> str:
    """The first text after all that begin so, for an index; empty where there is none."""
    code = ord(prefix[-1]) + 1 if prefix else 0
    return prefix[:-1] + chr(0xE000 if code == 0xD800 else code) if 0 < code < 0x110000 else ""
