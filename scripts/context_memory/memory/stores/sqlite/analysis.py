"""Search terms of stored docs made again after the analyser changed: each store remembers which one made its terms.

The mark of an analyser is what it makes of one text, so that nobody has to count versions up.
"""

import sqlite3
from collections.abc import Callable

from ....text.hashing import sha256
from ...ports import TermsOf
from .database import DocDatabase
from .packing import Packing
from .tables import SCOPE, TERMS, TEXT, count_terms, words_of

PROBE = """
Ines's runners weren't running past café №7 in Zürich: don't re-deploy v2.3.1 of
snake_case or camelCase!
Studies, studying, studied; the children's geese, 1,000.50 €, ３月１４日, e-mail x.y@example.org, C++, #17, 50%.
https://example.org/a/b-c?d=e /srv/data.json `make check` “quoted” — naïve, naive, Straße, STRASSE, ﬁne
我昨天把 WhatsApp 卸载了，因為它一直连不上；軟體與软件。東京タワーで寿司をたべました。ｶﾀｶﾅ 서울에서 만나요 Привет мир
"""
"""A text with whatever analysers treat differently."""
AT_ONCE = 2_000
"""Docs of one transaction: nobody waits longer for the database."""
LOOKED_AT = 500
"""Docs of a store without a mark, spread evenly, that tell whether all have to be read."""


def renew(database: DocDatabase, terms_of: TermsOf, progress: Callable[[int, int], None] | None = None) -> int:
    """Make the terms of all docs again where another analyser made them; how many of them changed."""
    mark = sha256(terms_of(PROBE).encode()).hexdigest()[:16]
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
    rows = connection.execute(query, (after, AT_ONCE)).fetchall()
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
