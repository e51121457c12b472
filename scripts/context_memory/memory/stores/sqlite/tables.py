"""Docs as rows of the SQLite tables: put, removed, touched, together with their words and counts.

Scopes, sessions, speakers and files are numbers of `names`; turns of sessions are packed (`packing`).
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import count
from typing import Any

from ....text.hashing import sha256
from ...doc_rows import DocRow, Put, Sheet, analyser_mark, row_of
from ...docs import Kind, MemoryDoc, is_session_file
from ...ports import Filter, MemoryFile, TermsOf
from .database import DocDatabase
from .journal import Event, Touched
from .packing import Packing, numbers_of

Known = tuple[int, str, object, str, str, str]
"""Row, terms, when it was forgotten, text, scope and file of a doc that is there."""
AT_ONCE = 500
"""Ids asked for in one query."""
_MARKS = ", ".join("?" * 19)
NO_NAME = 0
"""The number of the empty name."""
ITS_PLACE = "#"
"""The source of a turn that is its session and place, as that of every journaled one."""
_NAMED = "coalesce((SELECT name FROM names WHERE n = docs.{0}), lost_name(docs.{0}))"
NUMBERED = "(SELECT n FROM names WHERE name = ?)"
SCOPE, TEXT, TERMS = _NAMED.format("scope"), "text_of(text)", "terms_of(text, terms)"
SESSION, SPEAKER, FILE = (_NAMED.format(name) for name in ("session", "speaker", "file"))
_SOURCE = f"CASE source WHEN '{ITS_PLACE}' THEN {SESSION} || '{ITS_PLACE}' || seq ELSE source END"
_STORED = {"scope": SCOPE, "session": SESSION, "speaker": SPEAKER, "file": FILE, "text": TEXT, "source": _SOURCE}
COLUMNS = ", ".join(_STORED.get(name, name) for name in DocRow._fields)
"""What makes a doc of a row, in the order of its fields."""
BY_FOLDER = (
    "SELECT CASE WHEN instr(file, '/') THEN substr(file, 1, instr(file, '/')) ELSE file END AS folder, count(*) "
    f"FROM (SELECT {FILE} AS file FROM docs WHERE forgotten_at IS NULL) GROUP BY folder ORDER BY folder"
)


@lru_cache(maxsize=10_000)
def scope_mark(scope: str) -> str:
    """The term that stands for a scope in the index: no text of a person can hold it."""
    return "_s" + sha256(scope.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def clauses_of(where: Filter) -> tuple[list[str], list[object]]:
    """A filter as conditions on a row of `docs`, and their values."""
    clauses, values = list[str](), list[object]()
    if where.scope is not None:
        clauses.append(f"docs.scope = {NUMBERED}")
        values.append(str(where.scope))
    if where.kind is not None:  # in words: an index of one kind is not used for a value that comes later
        clauses.append(f"docs.kind = '{Kind(where.kind)}'")
    return clauses, values


def begins(prefix: str, *, may_be_packed: bool) -> tuple[str, list[object]]:
    """The condition that a text begins so, and its values; an index of texts answers it where none is packed."""
    after = _after_all(prefix)
    plain = "instr(text, ?) = 1 AND text >= ?" + (" AND text < ?" if after else "")
    values: list[object] = [prefix, prefix, *([after] if after else [])]
    if not may_be_packed:
        return plain, values
    return f"(typeof(text) = 'text' AND {plain} OR typeof(text) = 'blob' AND instr({TEXT}, ?) = 1)", [*values, prefix]


def _after_all(prefix: str) -> str:
    """The first text after all that begin so, for an index; empty where there is none."""
    code = ord(prefix[-1]) + 1 if prefix else 0
    return prefix[:-1] + chr(0xE000 if code == 0xD800 else code) if 0 < code < 0x110000 else ""


def put_docs(connection: sqlite3.Connection, puts: Sequence[Put], terms_of: TermsOf, packing: Packing) -> None:
    """Insert or replace docs and their words; no id twice."""
    if not puts:
        return
    known = rows_of(connection, [put.row.id for put in puts])
    kept = [put.row for put in puts if put.row.id in known and _says_the_same(put.row, known[put.row.id])]
    _refresh(connection, [(known.pop(doc.id)[0], doc) for doc in kept])
    new = count(_next_row(connection))  # before rows go that are used again
    remove_rows(connection, [row[:3] for row in known.values()], with_vectors=False)
    values, words, changed = [], [], []
    refreshed = {doc.id for doc in kept}
    for put in puts:
        if put.row.id in refreshed:
            continue
        doc, line = put.row, words_of(put.row.scope, terms_of(put.row.text))
        if doc.id in known:
            row = known[doc.id][0]
            if doc.forgotten_at is not None or known[doc.id][3:5] != (doc.text, doc.scope):
                changed.append(row)
        else:
            row = next(new)
        values.append((row, doc, line))
        if doc.forgotten_at is None:
            words.append((row, line))
    _insert(connection, values, packing)
    connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", words)
    _forget_vectors(connection, changed)
    count_terms(connection, len(words), sum(line.count(" ") for _, line in words))


def _says_the_same(doc: DocRow, known: Known) -> bool:
    """Whether nothing changes that a doc is found by, or that is packed."""
    return not doc.file and known[2] is None and doc.forgotten_at is None and known[3:] == (doc.text, doc.scope, "")


def _refresh(connection: sqlite3.Connection, docs: Sequence[tuple[int, DocRow]]) -> None:
    """Give rows another standing; their words stay as they are."""
    numbers = numbers_of(connection, (name for _, doc in docs for name in (doc.session, doc.speaker)))
    values = []
    for row, doc in docs:
        rest = (doc.tier, doc.importance, doc.pinned, doc.access_count, doc.created_at, doc.accessed_at, doc.tags)
        values.append((doc.kind, *rest, numbers[doc.session], doc.seq, numbers[doc.speaker], doc.source, row))
    connection.executemany(
        "UPDATE docs SET kind = ?, tier = ?, importance = ?, pinned = ?, access_count = ?, created_at = ?, "
        "accessed_at = ?, tags = ?, session = ?, seq = ?, speaker = ?, source = ? WHERE row = ?",
        values,
    )
    _note_speakers(connection, (doc for _, doc in docs))


def add_docs(connection: sqlite3.Connection, sheet: Sheet, packing: Packing) -> None:
    """Insert docs that are not there yet, none of them forgotten."""
    first = _next_row(connection)
    lines = list(map(words_of, [doc.scope for doc in sheet.rows], sheet.terms))
    rows = range(first, first + len(lines))
    _insert(connection, list(zip(rows, sheet.rows, lines, strict=True)), packing)
    connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", zip(rows, lines, strict=True))
    count_terms(connection, len(lines), sum(line.count(" ") for line in lines))


def _next_row(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(row), 0) + 1 FROM docs").fetchone()[0])


def _insert(connection: sqlite3.Connection, values: Sequence[tuple[int, DocRow, str]], packing: Packing) -> None:
    names = (name for _, doc, _ in values for name in (doc.scope, doc.session, doc.speaker, doc.file))
    numbers = numbers_of(connection, names)
    turns = [(doc.text, line) for _, doc, line in values if is_session_file(doc.file)]
    if turns:
        docs = connection.execute("SELECT value FROM facts WHERE name = 'docs'").fetchone()
        packing.learn((docs[0] if docs else 0) + len(turns), turns)
    stored = [_stored(row, doc, line, numbers, packing) for row, doc, line in values]
    connection.executemany(f"INSERT INTO docs VALUES ({_MARKS})", stored)
    _note_speakers(connection, (doc for _, doc, _ in values))


def _note_speakers(connection: sqlite3.Connection, docs: Iterable[DocRow]) -> None:
    speakers = sorted({(doc.scope, doc.speaker) for doc in docs if doc.speaker})
    connection.executemany("INSERT OR IGNORE INTO speakers VALUES (?, ?)", speakers)


def _stored(row: int, doc: DocRow, line: str, numbers: dict[str, int], packing: Packing) -> tuple[Any, ...]:
    """A doc and its terms as they stand in the table."""
    scope, session = numbers[doc.scope], numbers[doc.session]
    speaker, file = numbers[doc.speaker], numbers[doc.file]
    text: str | bytes = doc.text
    source = doc.source
    if file and is_session_file(doc.file):
        text = packing.packed(doc.text, line)
        line = "" if isinstance(text, bytes) else line
        source = ITS_PLACE if doc.seq is not None and source == f"{doc.session}{ITS_PLACE}{doc.seq}" else source
    rest = (doc.tier, doc.importance, doc.pinned, doc.access_count, doc.created_at, doc.accessed_at, doc.tags)
    return (row, doc.id, scope, doc.kind, text, *rest, session, doc.seq, speaker, source, file, doc.forgotten_at, line)


def words_of(scope: str, terms: str) -> str:
    """What the index holds of a doc: the mark of its scope, then its terms."""
    return f"{scope_mark(scope)} {terms}" if terms else scope_mark(scope)


def rows_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, Known]:
    """The docs that are there."""
    found = {}
    for start in range(0, len(ids), AT_ONCE):
        chunk = ids[start : start + AT_ONCE]
        marks = ", ".join("?" * len(chunk))
        rows = connection.execute(
            f"SELECT id, row, {TERMS}, forgotten_at, {TEXT}, {SCOPE}, {FILE} FROM docs WHERE id IN ({marks})", chunk
        )
        found.update({row[0]: row[1:] for row in rows})
    return found


def remove_rows(
    connection: sqlite3.Connection, rows: Sequence[tuple[int, str, object]], *, with_vectors: bool = True
) -> None:
    """Delete docs, given as row, terms and when they were forgotten, with their words."""
    searched = [(row, line) for row, line, forgotten in rows if forgotten is None]
    connection.executemany("INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", searched)
    connection.executemany("DELETE FROM docs WHERE row = ?", [(row,) for row, _, _ in rows])
    if with_vectors:
        _forget_vectors(connection, [row for row, _, _ in rows])
    count_terms(connection, -len(searched), -sum(line.count(" ") for _, line in searched))


def _forget_vectors(connection: sqlite3.Connection, rows: Sequence[int]) -> None:
    """Take the vectors of these rows away; what stays tells readers who hold them (`vector_index`)."""
    connection.executemany(
        "INSERT OR REPLACE INTO vectors (row, space, scope, vector) "
        "SELECT row, space, scope, NULL FROM vectors WHERE row = ? AND vector IS NOT NULL",
        [(row,) for row in rows],
    )


def count_terms(connection: sqlite3.Connection, docs: int, terms: int) -> None:
    """Add to the number of docs that are searched and of their terms."""
    for name, change in (("docs", docs), ("terms", terms)):
        connection.execute(
            "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value + excluded.value",
            (name, change),
        )


def bring_back(connection: sqlite3.Connection, put: Put, terms_of: TermsOf, packing: Packing) -> None:
    """End a tombstone: the doc is back while its file is indexed; else it goes and comes back with the file."""
    if connection.execute("SELECT 1 FROM files WHERE path = ?", (put.row.file,)).fetchone():
        put_docs(connection, (put,), terms_of, packing)
    else:
        remove_rows(connection, [row[:3] for row in rows_of(connection, [put.row.id]).values()])


def touch_docs(connection: sqlite3.Connection, event: Touched) -> None:
    """Note that docs were given out; a replayed event changes nothing."""
    at = event.at.timestamp()
    connection.executemany(
        "UPDATE docs SET access_count = max(access_count, ?), accessed_at = max(accessed_at, ?) WHERE id = ?",
        [(count, at, doc_id) for doc_id, count in event.counts.items()],
    )
    connection.executemany(
        "UPDATE docs SET tier = ? WHERE id = ?", [(str(tier), doc_id) for doc_id, tier in event.tiers.items()]
    )


_TOUCHED_AT_ONCE = 5_000


class SqliteDocWriter:
    """Collects changes inside `with store.write()`; reads see the store as it is under the lock."""

    def __init__(
        self, connection: sqlite3.Connection, packing: Packing, terms_of: TermsOf, marked: Callable[[DocRow], DocRow]
    ) -> None:
        """`marked` gives each piece the standing that its folder allows."""
        self.events: list[Event] = []
        self._connection = connection
        self._packing = packing
        self._terms_of = terms_of
        self._marked = marked
        self._gone: list[str] = []
        self._pieces: list[MemoryDoc] = []
        self._files: list[MemoryFile] = []

    def put(self, docs: Iterable[MemoryDoc]) -> None:
        """Add or replace docs."""
        self.events += [Put(row_of(doc)) for doc in docs]

    def add(self, sheet: Sheet) -> None:
        """Add docs of whose ids none is in the store, nor in another sheet of this write."""
        self.events.append(sheet)

    def touch(self, docs: Sequence[MemoryDoc], at: datetime) -> None:
        """Record that these docs were given out; they carry their new counts and tiers."""
        own = [doc for doc in docs if not doc.file]
        for start in range(0, len(own), _TOUCHED_AT_ONCE):
            kept = own[start : start + _TOUCHED_AT_ONCE]
            counts = {doc.id: doc.access_count for doc in kept}
            self.events.append(Touched(at, counts, {doc.id: doc.tier for doc in kept}))

    def replace_file(self, file: MemoryFile, pieces: Sequence[MemoryDoc]) -> None:
        """The pieces of a memory file in place of those it had."""
        self._gone.append(file.path)
        self._files.append(file)
        self._pieces += pieces

    def note_stamps(self, files: Iterable[MemoryFile]) -> None:
        """Remember that these files need no reading until their stamps change."""
        self._files += files

    def remove_file(self, path: str) -> None:
        """Take a file that is gone out of the index."""
        self._gone.append(path)

    def finish(self) -> None:
        """Apply the changes of memory files."""
        kept = {piece.id for piece in self._pieces}  # they are replaced in place, so that their vectors stay
        for path in self._gone:
            named = f"file = {NUMBERED} AND file <> {NO_NAME}"  # as its index says
            query = f"SELECT row, {TERMS}, forgotten_at, id FROM docs WHERE {named}"
            rows = self._connection.execute(query, (path,))
            gone = [row[:3] for row in rows.fetchall() if row[3] not in kept]
            remove_rows(self._connection, gone)
            self._connection.execute("DELETE FROM files WHERE path = ?", (path,))
        puts = [Put(self._marked(row_of(piece))) for piece in self._pieces]
        put_docs(self._connection, puts, self._terms_of, self._packing)
        self._connection.executemany(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?)", [(f.path, f.hash, f.stamp) for f in self._files]
        )


LEAST_SETTLED = 5_000
"""Docs; an index of fewer is quick in many pieces too."""
SETTLED_SHARE = 0.2
"""Of the docs must be new before the index of words is put into order again."""
MERGED_AT_ONCE = 500
"""Pages that are merged in one transaction: 50 ms."""


def merge_words(
    database: DocDatabase, progress: Callable[[int, int], None] | None = None, *, anew: bool = False
) -> int:
    """Put the index of words into order after many changes, or with `anew` in any case; of how many docs it is.

    0 where there was nothing to do. It is done in steps, so that nobody waits long for the database.
    """
    rows = database.rows(
        "SELECT (SELECT value FROM facts WHERE name = 'docs'), "
        "coalesce((SELECT value FROM facts WHERE name = 'settled'), 0)"
    )
    docs, settled = rows[0][0] or 0, rows[0][1]
    if docs < LEAST_SETTLED or (not anew and abs(docs - settled) < docs * SETTLED_SHARE):
        return 0
    merged, pages = 0, -MERGED_AT_ONCE  # a negative number begins, the same positive one goes on
    while True:
        with database.write() as connection:
            before = connection.total_changes
            connection.execute("INSERT INTO words (words, rank) VALUES ('merge', ?)", (pages,))
            if connection.total_changes - before < 2:  # as FTS5 says that nothing is left to merge
                connection.execute("INSERT OR REPLACE INTO facts VALUES ('settled', ?)", (docs,))
                return int(docs)
        pages = MERGED_AT_ONCE
        merged += MERGED_AT_ONCE
        if progress:
            progress(merged, 0)


RENEWED_AT_ONCE = 2_000
"""Docs of one transaction: nobody waits longer for the database."""
LOOKED_AT = 500
"""Docs of a store without a mark, spread evenly, that tell whether all have to be read."""


def renew_terms(database: DocDatabase, terms_of: TermsOf, progress: Callable[[int, int], None] | None = None) -> int:
    """Make the terms of all docs again where another analyser made them; how many of them changed."""
    mark = analyser_mark(terms_of)
    facts = dict(database.rows("SELECT name, value FROM facts WHERE name IN ('analysed', 'analysing')"))
    if facts.get("analysed") == mark:
        return 0
    changed = 0
    if "analysed" in facts or _is_old(database, terms_of):
        changing, _, place = str(facts.get("analysing", "")).partition(" ")
        row = int(place) if changing == mark else 0
        last = int(database.rows("SELECT coalesce(max(row), 0) FROM docs")[0][0])
        while row < last:
            with database.write() as connection:
                row, count = _renew_some(connection, row, terms_of, database.packing)
                connection.execute("INSERT OR REPLACE INTO facts VALUES ('analysing', ?)", (f"{mark} {row}",))
            changed += count
            if progress:
                progress(row, last)
    with database.write() as connection:
        connection.execute("INSERT OR REPLACE INTO facts VALUES ('analysed', ?)", (mark,))
        connection.execute("DELETE FROM facts WHERE name = 'analysing'")
    return changed


def _is_old(database: DocDatabase, terms_of: TermsOf) -> bool:
    step = max(1, int(database.rows("SELECT coalesce(max(row), 0) FROM docs")[0][0]) // LOOKED_AT)
    query = f"SELECT {TEXT}, {TERMS}, {SCOPE} FROM docs WHERE row % ? = 0 LIMIT ?"
    return any(words_of(scope, terms_of(text)) != line for text, line, scope in database.rows(query, (step, LOOKED_AT)))


def _renew_some(connection: sqlite3.Connection, after: int, terms_of: TermsOf, packing: Packing) -> tuple[int, int]:
    """The last row that was read, and how many docs have other terms now."""
    query = (
        f"SELECT row, typeof(text), {TEXT}, {TERMS}, {SCOPE}, forgotten_at FROM docs WHERE row > ? ORDER BY row LIMIT ?"
    )
    rows = connection.execute(query, (after, RENEWED_AT_ONCE)).fetchall()
    stored, gone, added = [], [], []
    for row, kind, text, old, scope, forgotten in rows:
        line = words_of(scope, terms_of(text))
        if line == old:
            continue
        value = packing.packed(text, line) if kind == "blob" else text
        stored.append((value, "" if isinstance(value, bytes) else line, row))
        if forgotten is None:
            gone.append((row, old))
            added.append((row, line))
    connection.executemany("INSERT INTO words (words, rowid, terms) VALUES ('delete', ?, ?)", gone)
    connection.executemany("INSERT INTO words (rowid, terms) VALUES (?, ?)", added)
    connection.executemany("UPDATE docs SET text = ?, terms = ? WHERE row = ?", stored)
    count_terms(
        connection, 0, sum(new.count(" ") - old.count(" ") for (_, new), (_, old) in zip(added, gone, strict=True))
    )
    return (rows[-1][0] if rows else after), len(stored)
