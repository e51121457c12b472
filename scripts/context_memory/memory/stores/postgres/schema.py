"""The tables of the memory on PostgreSQL and what they know how to do, as numbered migrations that the owner applies.

Every table that holds something of a scope has row-level security. A row is visible when its scope is covered by a
grant: `agent:x` covers itself and `agent:x:…`, `*` covers everything. The role that made the tables sees all of them;
agents get roles of their own. Words are searched by a function that runs as the owner, because PostgreSQL lets no index
answer `@@` before a policy has looked at every row. It looks the caller's grants up by itself.
"""

import contextlib
from typing import Any

from ....errors import NotReadyError, RefusedError
from .pool import SCHEMA, PostgresPool

GRANT_FUNCTIONS = r"""
    CREATE TABLE context_memory.grants (
        role text NOT NULL, scope text NOT NULL COLLATE "C", PRIMARY KEY (role, scope)
    );
    -- who asks, also inside a function that runs as somebody else
    CREATE FUNCTION context_memory.caller() RETURNS text LANGUAGE sql STABLE AS $$
        SELECT CASE current_setting('role') WHEN 'none' THEN session_user::text ELSE current_setting('role') END
    $$;
    CREATE FUNCTION context_memory.granted() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = context_memory, pg_temp AS $$
        SELECT coalesce(array_agg(DISTINCT g.scope), '{}') FROM grants g JOIN pg_roles r ON r.rolname = g.role
        WHERE pg_has_role(caller(), r.oid, 'USAGE')
    $$;
    -- the pattern of all scopes that the caller may see; empty for the owner, who sees everything
    CREATE FUNCTION context_memory.visible() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = context_memory, pg_temp AS $$
    DECLARE
        scopes text[] := granted();
    BEGIN
        IF pg_has_role(caller(), current_user, 'USAGE') OR '*' = ANY (scopes) THEN RETURN ''; END IF;
        IF scopes = '{}' THEN RETURN '(?!)'; END IF;
        RETURN '^(?:' || (SELECT string_agg(regexp_replace(s, '([^[:alnum:]])', '\\\1', 'g'), '|')
                          FROM unnest(scopes) s) || ')(?::|$)';
    END $$;
"""

WORD_FUNCTIONS = r"""
    CREATE FUNCTION context_memory.mark(prefix text, scope text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT prefix || left(md5(scope), 12) $$;
    -- the words that stand for a scope in the index: itself, and each scope that covers it
    CREATE FUNCTION context_memory.marks(scope text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    DECLARE
        parts text[] := string_to_array(scope, ':');
        found text[] := ARRAY['_s' || left(md5(scope), 12)];
    BEGIN
        FOR n IN 1 .. coalesce(cardinality(parts), 0) LOOP
            found := found || ('_c' || left(md5(array_to_string(parts[1:n], ':')), 12));
        END LOOP;
        RETURN found;
    END $$;
    CREATE FUNCTION context_memory.words_of(terms text[], scope text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_to_tsvector(terms || context_memory.marks(scope))
    $$;
"""

SEARCH_FUNCTION = r"""
    CREATE FUNCTION context_memory.lexeme(term text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT '''' || replace(replace(term, '\', '\\'), '''', '''''') || ''''
    $$;
    -- rows of docs that hold any of these words, best first by BM25 (k1 1.2, b .75, as SQLite's FTS5 has it): the
    -- best by words that count once, then those by how often they stand there
    CREATE FUNCTION context_memory.find_words(
        wanted text[], worths double precision[], only_scope text, at_most integer, average double precision
    ) RETURNS TABLE (found bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path = context_memory, pg_temp SET jit = off AS $$
    DECLARE
        seen text := visible();
        question text;
        once text;
        counted text;
        columns text;
        others text := 'forgotten_at IS NULL';
        -- one more, because there the mark of the scope counts as a word of each doc; numeric would be slow
        norm text := format('(0.3::float8 + 0.9::float8 * (length + 1) / %s::float8)', average + 1);
    BEGIN
        SELECT '(' || string_agg(lexeme(w.term), '|') || ')',
               string_agg(format('CASE WHEN words @@ %L::tsquery THEN %s::float8 ELSE 0 END', lexeme(w.term), w.worth),
                          ' + '),
               string_agg(format('%s::float8 * n%s / (n%s + norm)', w.worth, w.place, w.place), ' + '),
               string_agg(format('cardinality(array_positions(terms, %L))::float8 AS n%s', w.term, w.place), ', ')
        INTO question, once, counted, columns
        FROM unnest(wanted, worths) WITH ORDINALITY AS w(term, worth, place);
        IF only_scope IS NOT NULL THEN
            IF only_scope !~ seen THEN RETURN; END IF;
            question := lexeme(mark('_s', only_scope)) || '&' || question;
            others := others || ' AND scope = $2';
        ELSIF seen <> '' THEN
            question := coalesce(
                (SELECT '(' || string_agg(lexeme(mark('_c', s)), '|') || ')&' FROM unnest(granted()) s), '''_''&'
            ) || question;
            others := others || ' AND scope ~ $3';
        END IF;
        RETURN QUERY EXECUTE format(
            'SELECT row FROM (
                SELECT row, id, (%s) AS worth FROM (
                    SELECT row, id, %s AS norm, %s FROM (
                        SELECT row, id, length, terms FROM docs WHERE words @@ $1 AND %s
                        ORDER BY (%s) / (1 + %s) DESC, id LIMIT %s
                    ) likely
                ) measured
             ) ranked ORDER BY worth DESC, id LIMIT %s',
            counted, norm, columns, others, once, norm, at_most * 4, at_most
        ) USING question::tsquery, only_scope, seen;
    END $$;
"""


def search_function_with_ties() -> str:
    """The same, where only the first words look for docs, and those behind them tell apart what these find."""
    made = SEARCH_FUNCTION[SEARCH_FUNCTION.index("CREATE FUNCTION context_memory.find_words") :]
    for old, new in (
        ("at_most integer, average double precision\n", "at_most integer, average double precision, looking integer\n"),
        ("string_agg(lexeme(w.term), '|') ||", "string_agg(lexeme(w.term), '|') FILTER (WHERE w.place <= looking) ||"),
    ):
        made = made.replace(old, new)
    return f"DROP FUNCTION context_memory.find_words;\n    {made}"


COUNT_FUNCTIONS = r"""
    -- 1668117505: first key of the lock of whoever counts a scope; others leave their changes for the next one
    CREATE FUNCTION context_memory.add_counts(terms text[], scopes text[], changes bigint[]) RETURNS void
    LANGUAGE plpgsql SET search_path = context_memory, pg_temp AS $$
    DECLARE
        held text[];
        busy text[];
    BEGIN
        SELECT array_agg(s) FILTER (WHERE l), array_agg(s) FILTER (WHERE NOT l) INTO held, busy
        FROM (SELECT s, pg_try_advisory_xact_lock(1668117505, hashtext(s)) AS l
              FROM (SELECT DISTINCT s FROM unnest(scopes) s) each_scope) locked;
        IF busy IS NOT NULL THEN
            INSERT INTO count_changes SELECT g.term, g.scope, g.change
            FROM unnest(terms, scopes, changes) AS g(term, scope, change) WHERE g.scope = ANY (busy);
        END IF;
        IF held IS NOT NULL THEN
            IF EXISTS (SELECT 1 FROM count_changes) THEN
                WITH waited AS (
                    DELETE FROM count_changes c USING unnest(terms, scopes) AS g(term, scope)
                    WHERE c.term = g.term AND c.scope = g.scope AND c.scope = ANY (held)
                    RETURNING c.term, c.scope, c.docs
                )
                SELECT terms || array_agg(w.term), scopes || array_agg(w.scope), changes || array_agg(w.docs)
                INTO terms, scopes, changes FROM waited w;
            END IF;
            INSERT INTO counts AS c
            SELECT g.term, g.scope, sum(g.change) FROM unnest(terms, scopes, changes) AS g(term, scope, change)
            WHERE busy IS NULL OR g.scope = ANY (held) GROUP BY g.term, g.scope ORDER BY g.term, g.scope
            ON CONFLICT (term, scope) DO UPDATE SET docs = c.docs + excluded.docs;
        END IF;
    END $$;
"""

ROLE_FUNCTIONS = r"""
    CREATE FUNCTION context_memory.grant_scope(role text, scope text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        EXECUTE format('GRANT USAGE ON SCHEMA context_memory TO %I', role);
        EXECUTE format('GRANT SELECT ON context_memory.migrations, context_memory.counts, '
                       'context_memory.count_changes TO %I', role);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON context_memory.docs, context_memory.speakers, '
                       'context_memory.files, context_memory.facts TO %I', role);
        IF to_regclass('context_memory.vectors') IS NOT NULL THEN
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON context_memory.vectors TO %I', role);
        END IF;
        INSERT INTO context_memory.grants VALUES (role, scope) ON CONFLICT DO NOTHING;
    END $$;
    CREATE FUNCTION context_memory.revoke_scope(role text, scope text) RETURNS void LANGUAGE sql AS $$
        DELETE FROM context_memory.grants g WHERE g.role = revoke_scope.role AND g.scope = revoke_scope.scope
    $$;
    REVOKE EXECUTE ON FUNCTION context_memory.grant_scope, context_memory.revoke_scope, context_memory.add_counts
    FROM PUBLIC;
"""

VECTOR_FUNCTIONS = r"""
    -- a vector is of the text that it was made of
    CREATE FUNCTION context_memory.drop_stale_vectors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = context_memory, pg_temp AS $$
    BEGIN
        DELETE FROM vectors v USING gone, come WHERE v.row = come.row AND gone.row = come.row
        AND (gone.text <> come.text OR gone.scope <> come.scope OR come.forgotten_at IS NOT NULL);
        RETURN NULL;
    END $$;
    CREATE TRIGGER drop_stale_vectors AFTER UPDATE ON context_memory.docs
    REFERENCING OLD TABLE AS gone NEW TABLE AS come
    FOR EACH STATEMENT EXECUTE FUNCTION context_memory.drop_stale_vectors();
    -- agents may not make indexes; this one is made for whoever brings the first vector of an embedder. pgvector
    -- indexes 4,000 numbers in half precision; longer vectors are compared one by one
    CREATE FUNCTION context_memory.index_vectors(identity text, dimensions integer) RETURNS void LANGUAGE plpgsql
    SECURITY DEFINER AS $$
    BEGIN
        IF dimensions BETWEEN 1 AND 4000 AND 16 > (
            SELECT count(*) FROM pg_indexes WHERE schemaname = 'context_memory' AND indexdef LIKE '% hnsw %'
        ) THEN
            EXECUTE format(
                'CREATE INDEX IF NOT EXISTS %I ON context_memory.vectors USING hnsw '
                '((vector::halfvec(%s)) halfvec_ip_ops) WHERE identity = %L',
                'vectors_' || left(md5(identity), 12), dimensions, identity);
        END IF;
    END $$;
    DO $$ DECLARE each_role text; BEGIN
        -- where the extension lies, and nowhere else: it runs as the owner
        EXECUTE format(
            'ALTER FUNCTION context_memory.index_vectors SET search_path = context_memory, %I, pg_temp',
            (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
             WHERE e.extname = 'vector'));
        FOR each_role IN SELECT DISTINCT g.role FROM context_memory.grants g JOIN pg_roles r ON r.rolname = g.role LOOP
            EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON context_memory.vectors TO %I', each_role);
        END LOOP;
    END $$;
"""

_CHANGED = (
    "EXISTS (SELECT 1 FROM {other} o WHERE o.row = d.row AND (o.words <> d.words OR o.length <> d.length "
    "OR (o.forgotten_at IS NULL) <> (d.forgotten_at IS NULL)))"
)


def policies(table: str) -> str:
    """Row-level security of a table: rows of scopes that were granted, all rows for the owner."""
    name = f"context_memory.{table}"
    sees = "scope ~ (SELECT context_memory.visible())"
    return f"""
    ALTER TABLE {name} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE {name} FORCE ROW LEVEL SECURITY;
    CREATE POLICY by_scope ON {name} USING ({sees}) WITH CHECK ({sees});
    CREATE POLICY of_the_owner ON {name} TO CURRENT_USER USING (true) WITH CHECK (true);
    """


def counting_triggers() -> str:
    """The triggers that keep the counts exact, whoever writes and however, and what counts anew after all."""
    update = f"{_tally('gone', -1, 'come')} UNION ALL {_tally('come', 1, 'gone')}"
    everything = _tally("context_memory.docs", 1)
    return "".join(
        (
            f"""
    CREATE FUNCTION context_memory.count_anew() RETURNS void LANGUAGE sql AS $$
        LOCK TABLE context_memory.docs IN SHARE MODE;
        DELETE FROM context_memory.count_changes;
        DELETE FROM context_memory.counts;
        INSERT INTO context_memory.counts
        SELECT term, scope, sum(n) FROM ({everything}) each_term GROUP BY term, scope;
    $$;
    REVOKE EXECUTE ON FUNCTION context_memory.count_anew FROM PUBLIC;
    """,
            _trigger("INSERT", "NEW TABLE AS come", _tally("come", 1)),
            _trigger("DELETE", "OLD TABLE AS gone", _tally("gone", -1)),
            _trigger("UPDATE", "OLD TABLE AS gone NEW TABLE AS come", update),
        )
    )


def _tally(table: str, sign: int, other: str = "") -> str:
    """What the docs of a trigger's table add to the counts; with an `other` only those that differ from it."""
    where = "d.forgotten_at IS NULL" + (f" AND {_CHANGED.format(other=other)}" if other else "")
    return (
        f'SELECT t.term COLLATE "C" AS term, d.scope, {sign} AS n FROM {table} d, '
        f"unnest(tsvector_to_array(d.words)) t(term) WHERE {where} AND NOT starts_with(t.term, '_') "
        f"UNION ALL SELECT '', d.scope, {sign} FROM {table} d WHERE {where} "
        f"UNION ALL SELECT ' ', d.scope, {sign} * d.length FROM {table} d WHERE {where}"
    )


def _trigger(event: str, tables: str, tally: str) -> str:
    name = f"context_memory.count_{event.lower()}"
    return f"""
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = context_memory, pg_temp AS $$
    DECLARE
        counted text[];
        owners text[];
        changes bigint[];
    BEGIN
        SELECT array_agg(term), array_agg(scope), array_agg(n) INTO counted, owners, changes
        FROM (SELECT term, scope, sum(n) AS n FROM ({tally}) each_term GROUP BY term, scope HAVING sum(n) <> 0) summed;
        IF counted IS NOT NULL THEN PERFORM add_counts(counted, owners, changes); END IF;
        RETURN NULL;
    END $$;
    CREATE TRIGGER count_{event.lower()} AFTER {event} ON context_memory.docs REFERENCING {tables}
    FOR EACH STATEMENT EXECUTE FUNCTION {name}();
    """


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
    GRANT_FUNCTIONS
    + WORD_FUNCTIONS
    + _TABLES
    + COUNT_FUNCTIONS
    + counting_triggers()
    + SEARCH_FUNCTION
    + ROLE_FUNCTIONS
    + "".join(map(policies, ("docs", "speakers", "files", "facts", "counts", "count_changes"))),
    search_function_with_ties(),
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
    + policies("vectors")
    + VECTOR_FUNCTIONS,
)
"""The same for vector search, which needs the extension pgvector: without it words are searched all the same."""


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
            hint="run context-memory memory status once with the role that owns the database",
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
