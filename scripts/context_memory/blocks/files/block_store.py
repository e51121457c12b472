"""The index of blocks, capsules and views of a workspace, derived from journals and capsule files.

Delete `state.sqlite` and the same rows come back: messages, blocks and swaps
from the journals, capsules from their files, without a model.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import InputError, RefusedError
from ...messages import Message
from ...storage import message_pack
from ...storage.places import Places
from ...storage.sqlite import Database, Schema, insert_all, packed, unpacked
from ..values import Block, Capsule, CodecId, JournalEntry, Swap
from . import capsule_store
from .capsule_store import CURRENT, CapsuleStore, ViewSlots
from .journal import Journal, Line, sessions_in

_SCHEMA = Schema(
    "blocks",
    4,
    tables={
        "journal": "(n INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, "
        "messages INTEGER NOT NULL, spoken INTEGER NOT NULL)",
        "message": "(journal INTEGER NOT NULL, seq INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, "
        "id TEXT NOT NULL, key TEXT NOT NULL, tokens INTEGER NOT NULL, skip TEXT NOT NULL, "
        "bare INTEGER NOT NULL, context INTEGER NOT NULL, PRIMARY KEY (journal, seq)) WITHOUT ROWID",
        "block": "(session TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL, "
        "last INTEGER NOT NULL, messages INTEGER NOT NULL, tokens INTEGER NOT NULL, time TEXT NOT NULL, "
        "PRIMARY KEY (session, number)) WITHOUT ROWID",
        "capsule": "(digest TEXT NOT NULL PRIMARY KEY, block TEXT NOT NULL, codec TEXT NOT NULL, model TEXT NOT NULL, "
        "version TEXT NOT NULL, text BLOB NOT NULL, tokens INTEGER NOT NULL, tokens_raw INTEGER NOT NULL, "
        "cost REAL NOT NULL, made_at TEXT NOT NULL)",
        "view_slot": "(session TEXT NOT NULL, name TEXT NOT NULL, mark TEXT NOT NULL, thinking_until INTEGER NOT NULL, "
        "payload BLOB NOT NULL, "
        "PRIMARY KEY (session, name)) WITHOUT ROWID",
        "remembered": "(session TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, payload BLOB NOT NULL, "
        "PRIMARY KEY (session, name, number))",
    },  # rows of some kB have a ROWID: SQLite gives each of them, without, a page that stays half empty
    indexes={
        "message_id": "message (journal, id) WHERE id != ''",
        "block_id": "block (id)",
        "capsule_block": "capsule (block)",
    },
)
_KNOWN = (
    "INSERT INTO journal (session, size, messages, spoken) VALUES (?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET "
    "size = excluded.size, messages = excluded.messages, spoken = excluded.spoken RETURNING n"
)
NO_END = 1 << 60
"""Number after the last block."""
LEVEL = 6
"""Of zlib, for what is remembered of a session: a seventh smaller than with 3, for 10 ms in the background."""
ROWS_AT_ONCE = 64
"""Messages of several sessions in one transaction: less than half a millisecond, for which other writers wait."""
_OF_SESSION = "journal = (SELECT n FROM journal WHERE session = ?1)"
"""Of a message: the id of a session, which may be long, stands once in the database and not in each row."""
_BLOCK = "id, session, number, first, last, messages, tokens, time"


@dataclass(frozen=True, slots=True)
class Known:
    """The index state of a session."""

    size: int = 0
    """Bytes of the journal that are indexed."""
    messages: int = 0
    """Sequence number of the newest message."""
    spoken: int = 0
    """Messages that are not leading system text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A message in the index: position of its line and size."""

    seq: int
    offset: int
    length: int
    tokens: int
    skip: str
    bare: int
    """Tokens without thinking."""
    context: int
    """Tokens that the API counted in the context right after it; 0 where nobody counted."""


class BlockStore:
    """The derived state of all sessions of one workspace."""

    def __init__(self, places: Places, *, is_live: bool = False) -> None:
        """`is_live`: another store of this process writes once a second, and has the time for SQLite's checkpoints."""
        self._places = places
        self._database = Database(places.database, _SCHEMA, checkpoints=not is_live)
        self._capsules = CapsuleStore(places.capsules, self._database)
        self._slots = ViewSlots(self._database, self._capsules.text_of)

    @property
    def problems(self) -> list[str]:
        """Problems to report, beside the result."""
        return [*self._database.problems, *self._capsules.problems]

    # -- sessions ----------------------------------------------------------------------------------

    def sessions(self) -> list[str]:
        """Ids of all sessions that have a journal."""
        return sessions_in(self._places.journal)

    def catch_up(self, journal: Journal) -> Known:
        """Index new journal lines; rebuild everything if journal and database do not match."""
        self._capsules.check()
        while True:
            known = self.known(journal.session)
            size = journal.size
            if size == known.size:
                return known
            if size < known.size or not self._continues(journal, known):
                self._forget(journal.session)
                known = Known()
            found = self._index_lines(journal, known, journal.lines(known.size))
            if found is not None:
                return found

    def add_lines(self, journal: Journal, known: Known, lines: Iterable[Line]) -> Known:
        """Index lines that were just appended."""
        return self.add_rows(journal, known, rows_of(journal, known, lines, are_ours=True))

    def add_rows(self, journal: Journal, known: Known, rows: "Rows") -> Known:
        """`add_lines` of lines that are rows already."""
        is_done = self._database.change(lambda connection: self._write_rows(connection, journal.session, known, rows))
        return rows.known if is_done else self.catch_up(journal)

    def add_all(
        self, waiting: "list[tuple[Journal, Known, Rows]]", turn: threading.Lock, rest: Callable[[], object]
    ) -> None:
        """Take the rows of several sessions out of the list and write them, with a `rest` behind each transaction.

        Who has the `turn` may take rows out of the list as well. A few are written together, as most of the time of a
        small transaction is its begin and end; never many, as the thread that answers waits for this one.
        """
        while waiting:
            behind, written = [], 0
            with turn, self._database.write() as connection:
                while waiting and written < ROWS_AT_ONCE:
                    journal, known, rows = waiting.pop()
                    some = rows.take(ROWS_AT_ONCE - written, known)
                    written += len(some.messages)
                    if not self._write_rows(connection, journal.session, known, some):
                        behind.append(journal)
                    elif rows.messages:
                        waiting.append((journal, some.known, rows))
            for journal in behind:
                self.catch_up(journal)
            rest()

    def known(self, session: str, *, may_wait: bool = True) -> Known:
        """The index state of this session; BlockingIOError if a thread writes and waiting is not allowed."""
        query = "SELECT size, messages, spoken FROM journal WHERE session = ?"
        rows = self._database.rows(query, (session,), may_wait=may_wait)
        return Known(*rows[0]) if rows else Known()

    # -- messages ----------------------------------------------------------------------------------

    def seq_of_id(self, session: str, message_id: str, *, may_wait: bool = True) -> int:
        """Sequence number of the message with this id; 0 where none is in the index."""
        query = f"SELECT seq FROM message WHERE {_OF_SESSION} AND id = ?2 AND id != '' LIMIT 1"
        return next((seq for (seq,) in self._database.rows(query, (session, message_id), may_wait=may_wait)), 0)

    def ids(self, session: str) -> set[str]:
        """Ids of all messages of the session that have one."""
        query = f"SELECT id FROM message WHERE {_OF_SESSION} AND id != ''"
        return {found for (found,) in self._database.rows(query, (session,))}

    def keys(self, session: str, most: int, *, newest: bool) -> list[str]:
        """Ids, or keys of the content, of the oldest or newest so many messages but leading system text, in order."""
        order = "DESC" if newest else "ASC"
        query = (
            "SELECT CASE WHEN id = '' THEN key ELSE id END FROM message "
            f"WHERE {_OF_SESSION} AND skip != 'system' ORDER BY seq {order} LIMIT ?2"
        )
        found = [key for (key,) in self._database.rows(query, (session, most))]
        return found[::-1] if newest else found

    def rows(self, session: str, first: int, last: int | None = None) -> list[Row]:
        """The index of messages `first` to `last`, inclusive."""
        query = (
            f"SELECT seq, offset, length, tokens, skip, bare, context FROM message WHERE {_OF_SESSION} AND seq >= ?2"
        )
        arguments: list[object] = [session, first]
        if last is not None:
            query += " AND seq <= ?3"
            arguments.append(last)
        return [Row(*row) for row in self._database.rows(query + " ORDER BY seq", arguments)]

    def entries(self, journal: Journal, first: int, last: int | None = None) -> list[JournalEntry]:
        """Messages `first` to `last` of the journal, whole."""
        return self.read(journal, self.rows(journal.session, first, last))

    def read(self, journal: Journal, rows: Sequence[Row]) -> list[JournalEntry]:
        """The messages behind these rows."""
        values = journal.read([(row.offset, row.length) for row in rows])
        return [_entry(journal, value) for value in values]

    def messages_of(self, journal: Journal, block: Block) -> tuple[Message, ...]:
        """The messages of a block, without noise."""
        rows = [row for row in self.rows(block.session, block.first, block.last) if not row.skip]
        return tuple(entry.message for entry in self.read(journal, rows))

    # -- blocks ------------------------------------------------------------------------------------

    def blocks(self, session: str, *, after: int = 0, until: int = NO_END) -> list[Block]:
        """The sealed blocks of a session with a number above `after` and up to `until`, oldest first."""
        query = f"SELECT {_BLOCK} FROM block WHERE session = ? AND number > ? AND number <= ? ORDER BY number"
        return [Block(*row) for row in self._database.rows(query, (session, after, until))]

    def newest_block(self, session: str) -> Block | None:
        """The newest sealed block."""
        query = f"SELECT {_BLOCK} FROM block WHERE session = ? ORDER BY number DESC LIMIT 1"
        rows = self._database.rows(query, (session,))
        return Block(*rows[0]) if rows else None

    def block(self, wanted: str) -> Block:
        """The block with this id or an unambiguous prefix; InputError otherwise."""
        digits = wanted.strip().lower()
        if len(digits) < 6 or not set(digits) <= set("0123456789abcdef"):
            raise InputError(
                f"{wanted!r} is not a block id",
                hint="use at least 6 hex digits; context-memory blocks show lists them",
            )
        query = f"SELECT {_BLOCK} FROM block WHERE id >= ? AND id < ? ORDER BY id, session, number"
        found = [Block(*row) for row in self._database.rows(query, (digits, digits + "g"))]
        if not found:
            raise InputError(
                f"no block {wanted} in {self._places.journal}", hint="context-memory blocks show lists them"
            )
        if len({block.id for block in found}) > 1:
            choices = ", ".join(block.id[: len(digits) + 4] for block in found[:4])
            raise InputError(f"{wanted} means {len(found)} blocks", hint=f"write more digits: {choices}")
        return found[0]

    # -- capsules ----------------------------------------------------------------------------------

    def keep(self, capsule: Capsule) -> Capsule:
        """Store a verified capsule for ever and return it with its digest; equal capsules are stored once."""
        return self._capsules.keep(capsule)

    def capsules(self, blocks: Iterable[str], *, prefer: CodecId | None = None) -> dict[str, Capsule]:
        """The capsule of each of these blocks: of the preferred codec, else the newest."""
        return self._capsules.of_blocks(blocks, prefer=prefer)

    def capsule(self, digest: str) -> Capsule:
        """The capsule in the file with this digest."""
        return self._capsules.of_digest(digest)

    # -- views -------------------------------------------------------------------------------------

    def swap(self, session: str, slot: str = CURRENT) -> Swap | None:
        """The view in a slot."""
        return self._slots.get(session, slot)

    def let_go(self, session: str) -> None:
        """Drop the views that were read of a session."""
        self._slots.let_go(session)

    def prepare(self, swap: Swap) -> None:
        """Store a finished view in the second slot."""
        self._slots.prepare(swap)

    def commit(self, journal: Journal, known: Known, swap: Swap) -> Known:
        """Make a view the current one: one line in the journal, then both slots. The caller holds its lock."""
        lines = journal.append([capsule_store.swap_as_json(swap)], may_wait=True)
        return self._index_lines(journal, known, lines, swap=swap) or self.catch_up(journal)

    def remember(self, session: str, name: str, number: int, payload: str) -> None:
        """Store derived state that is expensive to compute, replacing that with lower numbers."""
        row = (session, name, number, packed(payload, LEVEL))

        def write(connection: sqlite3.Connection) -> None:
            older = "DELETE FROM remembered WHERE session = ? AND name = ? AND number < ?"
            connection.execute(older, (session, name, number))
            connection.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?, ?, ?)", row)

        self._database.change(write)

    def remembered(self, session: str, name: str, *, most: int) -> tuple[int, str] | None:
        """The stored state with the highest number up to `most`."""
        query = (
            "SELECT number, payload FROM remembered WHERE session = ? AND name = ? AND number <= ? ORDER BY number DESC"
        )
        rows = self._database.rows(query + " LIMIT 1", (session, name, most))
        return (rows[0][0], unpacked(rows[0][1])) if rows else None

    def remembered_number(self, session: str, name: str) -> int:
        """The highest number of such a state; 0 if there is none."""
        query = "SELECT max(number) FROM remembered WHERE session = ? AND name = ?"
        return self._database.rows(query, (session, name))[0][0] or 0

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    # -- deriving ----------------------------------------------------------------------------------

    def _index_lines(
        self,
        journal: Journal,
        known: Known,
        lines: Iterable[Line],
        *,
        swap: Swap | None = None,
    ) -> Known | None:
        """The index state with these lines; None if another process was faster and nothing was done."""
        rows = rows_of(journal, known, lines)
        session = journal.session
        is_done = self._database.change(lambda connection: self._write_rows(connection, session, known, rows, swap))
        return rows.known if is_done else None

    def _write_rows(
        self, connection: sqlite3.Connection, session: str, known: Known, rows: "Rows", swap: Swap | None = None
    ) -> bool:
        """Write these rows; False if another process was faster and nothing was done."""
        query = "SELECT size FROM journal WHERE session = ?"
        (there,) = connection.execute(query, (session,)).fetchone() or (0,)
        if there != known.size:
            return False
        now = rows.known
        number = connection.execute(_KNOWN, (session, now.size, now.messages, now.spoken)).fetchone()[0]
        insert_all(connection, "INSERT OR IGNORE INTO message", [(number, *row) for row in rows.messages])
        insert_all(connection, "INSERT OR IGNORE INTO block", rows.blocks)
        if rows.newest is not None:
            self._slots.turn(connection, swap or capsule_store.parse_swap(rows.newest, self._capsules.text_of))
        return True

    def _continues(self, journal: Journal, known: Known) -> bool:
        """Whether the journal still matches the index: its newest indexed message is at the same place."""
        if not known.messages:
            return known.size == 0
        rows = self.rows(journal.session, known.messages, known.messages)
        try:
            values = journal.read([(row.offset, row.length) for row in rows])
        except RefusedError:  # not where no descriptor is left: then the index would be thrown away
            return False
        return [value.get("seq") for value in values] == [known.messages]

    def _forget(self, session: str) -> None:
        with self._database.write() as connection:
            connection.execute(f"DELETE FROM message WHERE {_OF_SESSION}", (session,))
            for table in ("journal", "block", "view_slot", "remembered"):
                connection.execute(f"DELETE FROM {table} WHERE session = ?", (session,))


@dataclass(slots=True)
class Rows:
    """Lines of a journal as rows of the index, and its state with them."""

    messages: list[tuple[Any, ...]]
    blocks: list[tuple[Any, ...]]
    newest: dict[str, Any] | None
    """The newest swap among them."""
    known: Known

    def extend(self, further: "Rows") -> None:
        """Add the rows of the lines behind these."""
        self.messages += further.messages
        self.blocks += further.blocks
        self.newest = further.newest or self.newest
        self.known = further.known

    def take(self, most: int, before: Known) -> "Rows":
        """Take out the first so many messages, with the blocks that end in them; all rows where there are no more."""
        if len(self.messages) <= most:
            taken = Rows(self.messages, self.blocks, self.newest, self.known)
            self.messages, self.blocks, self.newest = [], [], None
            return taken
        some = self.messages[:most]
        del self.messages[:most]
        seq, offset, length, *_ = some[-1]
        ended = [block for block in self.blocks if block[_LAST] <= seq]
        self.blocks = [block for block in self.blocks if block[_LAST] > seq]
        spoken = before.spoken + sum(row[_SKIP] != "system" for row in some)
        return Rows(some, ended, None, Known(offset + length, seq, spoken))


_LAST, _SKIP = 4, 6
"""Where a row of a block has its last message, and a row of a message why it is no part of a view."""


def rows_of(journal: Journal, known: Known, lines: Iterable[Line], *, are_ours: bool = False) -> Rows:
    """These lines as rows. Lines that were read are checked; `are_ours` for those that this process wrote itself."""
    messages: list[tuple[Any, ...]] = []
    blocks: list[tuple[Any, ...]] = []
    newest: dict[str, Any] | None = None
    size, seq, spoken = known.size, known.messages, known.spoken
    for line in lines:
        value = line.value
        size = line.offset + line.length
        match value.get("type"):
            case "message":
                row = (_own_row if are_ours else _message_row)(line)
                if row is None or value["seq"] <= seq:
                    journal.problems.append(f"{journal.path.name}: the line at byte {line.offset} is no message")
                    continue
                messages.append(row)
                seq = value["seq"]
                spoken += value.get("skip") != "system"
            case "block":
                blocks.append(_block_row(journal.session, value))
            case "swap":
                newest = value
    return Rows(messages, blocks, newest, Known(size, seq, spoken))


def _entry(journal: Journal, value: dict[str, Any]) -> JournalEntry:
    try:
        return JournalEntry(journal.session, value["seq"], value["hash"], message_pack.parse_message(value))
    except (KeyError, ValueError) as error:
        raise RefusedError(
            f"{journal.path} is damaged: {error}", hint="restore it from a backup, then delete state.sqlite"
        ) from error


def _message_row(line: Line) -> tuple[Any, ...] | None:
    value = line.value
    try:
        message = message_pack.parse_message(value)
        context = message.usage.context if message.usage else 0
        key, skip = value.get("key", ""), value.get("skip", "")
        if not isinstance(value["hash"], str):
            return None
        row = (int(value["seq"]), line.offset, line.length, message.id, key)
        return (*row, int(value["tokens"]), skip, int(value.get("bare", value["tokens"])), context)
    except (KeyError, ValueError, TypeError):
        return None


def _own_row(line: Line) -> tuple[Any, ...]:
    """`_message_row` of a line that `message_line` made."""
    value = line.value
    tokens, context = value["tokens"], sum(value["usage"][:4]) if value.get("usage") else 0
    place = (value["seq"], line.offset, line.length, value.get("id", ""), value.get("key", ""))
    return (*place, tokens, value.get("skip", ""), value.get("bare", tokens), context)


def _block_row(session: str, value: dict[str, Any]) -> tuple[Any, ...]:
    names = ("number", "id", "first", "last", "messages", "tokens", "time")
    return (session, *(value[name] for name in names))
