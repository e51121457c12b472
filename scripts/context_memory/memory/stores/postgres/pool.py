"""The door to PostgreSQL: connections of one process to one server, and its errors in our words.

The password comes from libpq's own places (PGPASSWORD, a passfile, a service
file), so that no setting, message or log ever holds it. Every method raises
`NotReadyError` when the server cannot be reached.
"""

import contextlib
import os
import threading
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ....errors import CollidedError, InputError, NotReadyError, RefusedError
from ....storage import environment

OLDEST = 140_000
"""PostgreSQL 14: the first with everything that the schema uses, and the oldest that is still maintained in 2026."""
CONNECTIONS = 8
"""Most connections of one process: as many threads may search at once."""
WAIT_SECONDS = 10.0
"""How long a call waits for a connection, and how long one may take to be made."""
LOCK_SECONDS = 30
"""How long a writer waits for another one, as long as with SQLite."""
SCHEMA = "context_memory"
LOOKED_THROUGH = 120
"""Entries of an HNSW index that a search looks through: four for each of the 30 that are wanted (docs/scaling.md)."""
_SETTINGS = (
    f"-c lock_timeout={LOCK_SECONDS}s -c timezone=UTC -c client_min_messages=warning "
    "-c plan_cache_mode=force_custom_plan "  # a plan for any scope and any embedder is a bad one for each
    "-c enable_seqscan=off -c jit=off "  # everything is asked by a key; tables that just grew have no statistics yet
    f"-c hnsw.ef_search={LOOKED_THROUGH} -c hnsw.iterative_scan=relaxed_order"
)
_WHY = (
    ("password authentication failed", "check the user of the setting store, and PGPASSWORD or ~/.pgpass"),
    ("no password supplied", "give the password in PGPASSWORD or ~/.pgpass"),
    ("no pg_hba.conf entry", "the server does not let this user in from here; ask its operator"),
    ("does not exist", "check user and database of the setting store, or have them created"),
    ("too many connections", "the server has no free connection for this role: try again, or raise its limit"),
    ("too many clients", "the server has no free connection: try again, or raise its max_connections"),
    ("remaining connection slots", "the server has no free connection: try again, or raise its max_connections"),
    ("starting up", "the server is starting: try again"),
    ("server closed the connection", "the server went away: look at its log, then try again"),
)
_OTHERWISE = "check that the server runs and that host and port of the setting store are right"


class PostgresPool:
    """Connections of this process to one database. Threads may share it."""

    def __init__(
        self, address: str, *, most: int = CONNECTIONS, wait: float = WAIT_SECONDS, oldest: int = OLDEST
    ) -> None:
        self._psycopg = _library("psycopg")
        self._address = self._checked(address)
        self._most = most
        self._wait = wait
        self.place = self._place()
        """Host, database and user, for people; never a password."""
        self._oldest = oldest
        self._pool: Any = None
        self._opening = threading.Lock()

    @contextlib.contextmanager
    def alone(self) -> Iterator[Any]:
        """A connection outside the pool, for what is done once; tells best why none can be made."""
        try:
            connection = self._psycopg.connect(self._address, autocommit=True, **self._options())
        except self._psycopg.Error as error:
            raise self._unreachable(error) from error
        with connection, self.told():
            if connection.info.server_version < self._oldest:
                raise NotReadyError(
                    f"{self.place} is PostgreSQL {connection.info.server_version // 10_000}, "
                    f"{self._oldest // 10_000} or newer is needed",
                    hint="update the server, or name another one in the setting store",
                )
            yield connection

    @contextlib.contextmanager
    def connection(self) -> Iterator[Any]:
        """A connection of the pool, in autocommit mode."""
        pool = self._opened()
        try:
            connection = pool.getconn(self._wait)
        except _library("psycopg_pool").PoolTimeout as error:
            with self.alone():  # says what is wrong with the server, if something is
                pass
            raise NotReadyError(
                f"all {self._most} connections of this process to {self.place} are in use",
                hint="let fewer threads search at once, or try again",
            ) from error
        try:
            with self.told():
                yield connection
        finally:
            pool.putconn(connection)

    @contextlib.contextmanager
    def told(self) -> Iterator[None]:
        """Turns the library's errors into ours."""
        try:
            yield
        except self._psycopg.Error as error:
            raise self._ours(error) from error

    def is_lost(self, error: BaseException) -> bool:
        """Whether our error came from a connection that broke: nothing was wrong with what was asked."""
        cause = error.__cause__
        return isinstance(cause, self._psycopg.OperationalError | self._psycopg.InterfaceError) and (
            cause.sqlstate is None or cause.sqlstate.startswith(("08", "57P"))
        )

    def renew(self) -> None:
        """Look at all idle connections: a server that restarted has left none of them alive."""
        if self._pool is not None:
            self._pool.check()

    def close(self) -> None:
        """Close all connections."""
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _opened(self) -> Any:
        with self._opening:
            if self._pool is None:
                self._pool = _library("psycopg_pool").ConnectionPool(
                    self._address,
                    kwargs={"autocommit": True, **self._options()},
                    min_size=0,
                    max_size=self._most,
                    timeout=self._wait,
                    open=True,
                    configure=_configure,
                    name="context-memory",
                )
            return self._pool

    def _checked(self, address: str) -> str:
        try:
            given = self._psycopg.conninfo.conninfo_to_dict(address)
        except self._psycopg.Error as error:
            raise InputError(
                "the setting store is no PostgreSQL address", hint="write postgresql://USER@HOST:PORT/DATABASE"
            ) from error
        if given.get("password") or given.get("sslpassword"):
            raise InputError(
                "the setting store holds a password", hint="leave it out; give it in PGPASSWORD or ~/.pgpass"
            )
        return address

    def _place(self) -> str:
        user, host, port = self._given("user"), self._given("host") or "localhost", self._given("port") or "5432"
        return f"postgresql://{user}{'@' if user else ''}{host}:{port}/{self._given('dbname') or user}"

    def _options(self) -> dict[str, Any]:
        return {
            "connect_timeout": self._given("connect_timeout") or max(2, int(self._wait)),
            "application_name": self._given("application_name") or "context-memory",
            "options": f"{_SETTINGS} {self._given('options')}".strip(),  # what the address says wins
        }

    def _given(self, name: str) -> str:
        """A part of the address, or what the library takes in its place: PGHOST, PGUSER and so on."""
        given = self._psycopg.conninfo.conninfo_to_dict(self._address).get(name)
        if given:
            return str(given)
        defaults = self._psycopg.pq.Conninfo.get_defaults()
        return next((each.val.decode() for each in defaults if each.keyword == name.encode() and each.val), "")

    def _unreachable(self, error: Exception) -> NotReadyError:
        said = " ".join(str(error).split())
        said = said.rpartition("FATAL: ")[2] if "FATAL: " in said else said
        hint = next((hint for words, hint in _WHY if words in said), _OTHERWISE)
        return NotReadyError(f"{self.place} cannot be reached: {said.strip()[:300]}", hint=hint)

    def _ours(self, error: Any) -> Exception:
        state = error.sqlstate or ""
        said = error.diag.message_primary or " ".join(str(error).split())[:300]
        if state == "42501":
            return RefusedError(
                f"{self.place} does not allow this: {said}",
                hint=f"its operator grants a scope with: SELECT {SCHEMA}.grant_scope('ROLE', 'agent:NAME')",
            )
        if state in ("40P01", "40001"):
            return CollidedError(f"another writer of {self.place} was faster", hint="nothing was written; try again")
        if state == "55P03":
            return NotReadyError(f"another writer has held {self.place} for {LOCK_SECONDS} s", hint="try again")
        if state in ("3F000", "42P01", "42883"):
            return NotReadyError(
                f"{self.place} holds no memory: {said}", hint="as its owner: context-memory memory status"
            )
        if state.startswith("53"):
            return NotReadyError(f"{self.place} has no room or no free connection: {said}", hint="ask its operator")
        if isinstance(error, self._psycopg.OperationalError | self._psycopg.InterfaceError) or state.startswith("57P"):
            return NotReadyError(
                f"the connection to {self.place} was lost: {said}",
                hint="what was being written may or may not be there; run the command again",
            )
        return NotReadyError(
            f"{self.place} failed: {said}", hint=f"error {state or type(error).__name__} of the server"
        )


class Pools:
    """The pools of this process, one for each address; closed when nobody uses them any more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[tuple[int, str], tuple[PostgresPool, int]] = {}

    def take(self, address: str) -> PostgresPool:
        """The pool of this address; whoever takes it gives it back."""
        key = (os.getpid(), address)  # a forked child has connections of its own
        with self._lock:
            pool, users = self._open.get(key) or (PostgresPool(address), 0)
            self._open[key] = (pool, users + 1)
        return pool

    def give_back(self, address: str) -> None:
        """Let go of a pool that was taken."""
        key = (os.getpid(), address)
        with self._lock:
            pool, users = self._open.pop(key, (None, 0))
            if pool is not None and users > 1:
                self._open[key] = (pool, users - 1)
                pool = None
        if pool is not None:
            pool.close()


POOLS = Pools()
"""Shared by all stores of the process, so that its threads together hold no more than `CONNECTIONS`."""


def _configure(connection: Any) -> None:
    """Make a new connection of the pool ready: where names are looked up, and the vectors' own type where it exists."""
    types = import_module("psycopg.types")
    found = types.TypeInfo.fetch(connection, "halfvec")
    if found is not None:
        import_module("pgvector.psycopg.halfvec").register_halfvec_info(connection, found)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise NotReadyError(
            f"a store on PostgreSQL needs the package {name}", hint=environment.command_for("postgres")
        ) from error
