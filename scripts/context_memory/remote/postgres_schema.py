"""The tables of the memory on PostgreSQL: numbered migrations, applied once by the role that owns them.

Every table that holds something of a scope has row-level security. A row is
visible when its scope is covered by a grant: `agent:x` covers itself and
`agent:x:…`, `*` covers everything. The role that made the tables sees all of
them; agents get roles of their own.
"""

import contextlib
from typing import Any

from ..model.errors import NotReadyError, RefusedError
from . import postgres_functions as functions
from .postgres_pool import SCHEMA, PostgresPool

LOCK = 1_668_117_504
"""First key of all our advisory locks, one more for each use: nobody else's lock is meant. The next one counts."""
IDS = LOCK + 2
"""Of a bucket of ids that are being made."""
SELECTED = LOCK + 3
"""Of whoever reads docs by their attributes in order to change them."""
VECTORS = LOCK + 4
"""Of the index of one embedder's vectors, while it is made."""

_TABLES = """
    CREATE TABLE context_memory.docs (
        row bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL COLLATE "C",
        scope text NOT NULL COLLATE "C",
        kind text NOT NULL COLLATE "C",
        text text NOT NULL,
        tier text NOT NULL COLLATE "C",
        importance double precision NOT NULL,
        pinned boolean NOT NULL,
        access_count integer NOT NULL,
        created_at timestamptz NOT NULL,
        accessed_at timestamptz NOT NULL,
        tags text NOT NULL,
        session text NOT NULL COLLATE "C",
        seq bigint,
        speaker text NOT NULL,
        source text NOT NULL,
        file text NOT NULL COLLATE "C",
        forgotten_at timestamptz,
        workspace text NOT NULL COLLATE "C", -- whose file a piece is from
        piece text NOT NULL COLLATE "C", -- the id that it has there
        terms text[] NOT NULL,
        length integer GENERATED ALWAYS AS (cardinality(terms)) STORED,
        words tsvector GENERATED ALWAYS AS (context_memory.words_of(terms, scope)) STORED,
        UNIQUE (id, scope)
    );
    CREATE INDEX docs_by_words ON context_memory.docs USING gin (words) WITH (gin_pending_list_limit = 512);
    CREATE INDEX docs_by_session ON context_memory.docs (session, scope, seq) WHERE session <> '';
    CREATE INDEX docs_by_day ON context_memory.docs (created_at);
    CREATE INDEX docs_by_scope ON context_memory.docs (scope, created_at);
    CREATE INDEX docs_by_file ON context_memory.docs (workspace, file, piece) WHERE file <> '';
    CREATE TABLE context_memory.speakers (
        scope text NOT NULL COLLATE "C", name text NOT NULL COLLATE "C", PRIMARY KEY (scope, name)
    );
    CREATE TABLE context_memory.files (
        workspace text NOT NULL COLLATE "C", path text NOT NULL COLLATE "C", scope text NOT NULL COLLATE "C",
        hash text NOT NULL, stamp text NOT NULL, PRIMARY KEY (workspace, path, scope)
    );
    CREATE TABLE context_memory.facts (
        scope text NOT NULL COLLATE "C", name text NOT NULL, value text NOT NULL, PRIMARY KEY (scope, name)
    );
    -- in how many docs of a scope a term stands; '' counts the docs, ' ' their terms with repetitions
    CREATE TABLE context_memory.counts (
        term text NOT NULL COLLATE "C", scope text NOT NULL COLLATE "C", docs bigint NOT NULL,
        PRIMARY KEY (term, scope)
    ) WITH (fillfactor = 80);
    CREATE TABLE context_memory.count_changes (
        term text NOT NULL COLLATE "C", scope text NOT NULL COLLATE "C", docs bigint NOT NULL
    );
    CREATE INDEX count_changes_by_term ON context_memory.count_changes (term, scope);
"""

MIGRATIONS = (
    functions.GRANTS
    + functions.WORDS
    + _TABLES
    + functions.COUNTS
    + functions.counting()
    + functions.SEARCH
    + functions.ROLES
    + "".join(map(functions.policies, ("docs", "speakers", "files", "facts", "counts", "count_changes"))),
)
"""Appended to, never edited."""

VECTOR_MIGRATIONS = (
    """
    CREATE EXTENSION IF NOT EXISTS vector;
    CREATE TABLE context_memory.vectors (
        row bigint NOT NULL REFERENCES context_memory.docs ON DELETE CASCADE,
        identity text NOT NULL COLLATE "C",
        scope text NOT NULL COLLATE "C",
        vector halfvec NOT NULL,
        PRIMARY KEY (row, identity)
    );
    CREATE INDEX vectors_by_scope ON context_memory.vectors (identity, scope);
    """
    + functions.policies("vectors")
    + functions.VECTORS,
)
"""The same for the lane of meaning, which needs the extension pgvector: without it words are searched all the same."""


def prepare(pool: PostgresPool, connection: Any) -> bool:
    """Bring the tables up to date, one process at a time; returns whether vectors can be kept."""
    reached = _reached(connection)
    wanted = {"docs": len(MIGRATIONS)}
    if _has_pgvector(connection):
        wanted["vectors"] = len(VECTOR_MIGRATIONS)
    if any(number > wanted.get(part, number) for part, number in reached.items()):
        raise NotReadyError(f"{pool.place} was made by a newer version of this program", hint="update this program")
    if any(reached.get(part, 0) < number for part, number in wanted.items()):
        _migrate(pool, connection, wanted, reached)
        reached = _reached(connection)
    return reached.get("vectors", 0) > 0


def _reached(connection: Any) -> dict[str, int]:
    """The number of the last migration of each part; raises RefusedError where this role may see nothing."""
    there = connection.execute(
        "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND c.relname = 'migrations'",
        (SCHEMA,),
    ).fetchone()
    return dict(connection.execute(f"SELECT part, max(number) FROM {SCHEMA}.migrations GROUP BY part")) if there else {}


def _has_pgvector(connection: Any) -> bool:
    query = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"
    return connection.execute(query).fetchone() is not None


def _migrate(pool: PostgresPool, connection: Any, wanted: dict[str, int], reached: dict[str, int]) -> None:
    owner = connection.execute(
        "SELECT pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = %s", (SCHEMA,)
    ).fetchone()
    may = owner or connection.execute("SELECT has_database_privilege(current_database(), 'CREATE')").fetchone()
    if not may[0]:
        if reached.get("docs") == wanted["docs"]:
            return  # words work; vectors wait for the owner
        raise NotReadyError(
            f"the tables of {pool.place} are missing or older than this program, and this role may not make them",
            hint="run memory_status once with the role that owns the database",
        )
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", (LOCK,))
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(
            f"CREATE TABLE IF NOT EXISTS {SCHEMA}.migrations (part text NOT NULL, number integer NOT NULL, "
            "done_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (part, number))"
        )
        _apply(connection, "docs", MIGRATIONS)
        with contextlib.suppress(NotReadyError, RefusedError), pool.told(), connection.transaction():
            if "vectors" in wanted:  # only a superuser may make the extension: others find it made, or go without
                _apply(connection, "vectors", VECTOR_MIGRATIONS)


def _apply(connection: Any, part: str, scripts: tuple[str, ...]) -> None:
    for number in range(_reached(connection).get(part, 0), len(scripts)):
        connection.execute(scripts[number])
        connection.execute(f"INSERT INTO {SCHEMA}.migrations VALUES (%s, %s)", (part, number + 1))
