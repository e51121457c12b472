"""Blocks, capsules and views of every session of a workspace: rows derived from the journals and the capsule files.

Delete `state.sqlite` and the same rows come back: messages, blocks and swaps
from the journals, capsules from their files, without a model.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from ..model.blocks import Block, Capsule, CodecId, JournalEntry, Swap
from ..model.errors import ContextMemoryError, InputError, RefusedError
from ..model.session import Message
from . import capsule_file, message_pack, swap_form
from .archive import Archive
from .database import Database, Schema
from .journal import Journal, Line, sessions_in
from .places import Places

_SCHEMA = Schema(
    "blocks",
    2,
    tables={
        "journal": "(session TEXT PRIMARY KEY, size INTEGER NOT NULL, messages INTEGER NOT NULL, "
        "spoken INTEGER NOT NULL) WITHOUT ROWID",
        "message": "(session TEXT NOT NULL, seq INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, "
        "id TEXT NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, tokens INTEGER NOT NULL, skip TEXT NOT NULL, "
        "bare INTEGER NOT NULL, context INTEGER NOT NULL, PRIMARY KEY (session, seq)) WITHOUT ROWID",
        "block": "(session TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL, "
        "last INTEGER NOT NULL, messages INTEGER NOT NULL, tokens INTEGER NOT NULL, time TEXT NOT NULL, "
        "PRIMARY KEY (session, number)) WITHOUT ROWID",
        "capsule": "(digest TEXT PRIMARY KEY, block TEXT NOT NULL, codec TEXT NOT NULL, model TEXT NOT NULL, "
        "version TEXT NOT NULL, text TEXT NOT NULL, tokens INTEGER NOT NULL, tokens_raw INTEGER NOT NULL, "
        "cost REAL NOT NULL, made_at TEXT NOT NULL) WITHOUT ROWID",
        "view_slot": "(session TEXT NOT NULL, name TEXT NOT NULL, mark TEXT NOT NULL, thinking_until INTEGER NOT NULL, "
        "payload TEXT NOT NULL, "
        "PRIMARY KEY (session, name)) WITHOUT ROWID",
        "remembered": "(session TEXT NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, payload TEXT NOT NULL, "
        "PRIMARY KEY (session, name, number)) WITHOUT ROWID",
    },
    indexes={
        "message_id": "message (session, id) WHERE id != ''",
        "block_id": "block (id)",
        "capsule_block": "capsule (block)",
    },
)
_BLOCK = "id, session, number, first, last, messages, tokens, time"
_CAPSULE = "digest, block, codec, model, version, text, tokens, tokens_raw, cost, made_at"
_AT_ONCE = 500  # values in one IN (...), below every limit of SQLite
CURRENT, PREPARED = "current", "prepared"
"""The two slots of a view: what the model sees, and what it will see after the next swap."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the index knows of a session."""

    size: int = 0
    """Bytes of the journal that are indexed."""
    messages: int = 0
    """Sequence number of the newest message."""
    spoken: int = 0
    """Messages that are not leading system text."""


@dataclass(frozen=True, slots=True)
class Row:
    """A message in the index: where its line stands and what it weighs."""

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
    """Everything derived, of all sessions of one workspace."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._database = Database(places.database, _SCHEMA)
        self._capsules = Archive(places.capsules)
        self._is_checked = False
        self._slots: dict[tuple[str, str], tuple[str, Swap]] = {}
        self.problems: list[str] = []

    # -- sessions ----------------------------------------------------------------------------------

    def sessions(self) -> list[str]:
        """Ids of all sessions that have a journal."""
        return sessions_in(self._places.journal)

    def catch_up(self, journal: Journal) -> Known:
        """Index what the journal has and the database does not; everything again where they do not fit."""
        self._check_capsules()
        known = self.known(journal.session)
        size = journal.size
        if size == known.size:
            return known
        if size < known.size or not self._continues(journal, known):
            self._forget(journal.session)
            known = Known()
        return self._index(journal, known, journal.lines(known.size))

    def add_lines(self, journal: Journal, known: Known, lines: Iterable[Line]) -> Known:
        """Index lines that were just appended behind what is known."""
        return self._index(journal, known, lines)

    def known(self, session: str) -> Known:
        """What is indexed of this session."""
        rows = self._database.rows("SELECT size, messages, spoken FROM journal WHERE session = ?", (session,))
        return Known(*rows[0]) if rows else Known()

    # -- messages ----------------------------------------------------------------------------------

    def has_id(self, session: str, message_id: str) -> bool:
        """Whether a message with this id is in the journal."""
        query = "SELECT 1 FROM message WHERE session = ? AND id = ? AND id != '' LIMIT 1"
        return bool(self._database.rows(query, (session, message_id)))

    def keys(self, session: str, most: int, *, newest: bool) -> list[str]:
        """Ids, or keys of the content where there is none, of the oldest or newest so many messages, in order."""
        order = "DESC" if newest else "ASC"
        query = "SELECT CASE WHEN id = '' THEN key ELSE id END FROM message WHERE session = ? ORDER BY seq"
        found = [key for (key,) in self._database.rows(f"{query} {order} LIMIT ?", (session, most))]
        return found[::-1] if newest else found

    def rows(self, session: str, first: int, last: int | None = None) -> list[Row]:
        """The index of messages `first` to `last`, inclusive."""
        query = "SELECT seq, offset, length, tokens, skip, bare, context FROM message WHERE session = ? AND seq >= ?"
        arguments: list[object] = [session, first]
        if last is not None:
            query += " AND seq <= ?"
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

    def blocks(self, session: str, *, after: int = 0) -> list[Block]:
        """The sealed blocks of a session with a number above `after`, oldest first."""
        query = f"SELECT {_BLOCK} FROM block WHERE session = ? AND number > ? ORDER BY number"
        return [Block(*row) for row in self._database.rows(query, (session, after))]

    def newest_block(self, session: str) -> Block | None:
        """The newest sealed block."""
        query = f"SELECT {_BLOCK} FROM block WHERE session = ? ORDER BY number DESC LIMIT 1"
        rows = self._database.rows(query, (session,))
        return Block(*rows[0]) if rows else None

    def block(self, wanted: str) -> Block:
        """The block with this id or an unambiguous beginning of it; InputError otherwise."""
        digits = wanted.strip().lower()
        if len(digits) < 6 or not set(digits) <= set("0123456789abcdef"):
            raise InputError(f"{wanted!r} is no block id", hint="give at least 6 hex digits; show_blocks lists all ids")
        query = f"SELECT {_BLOCK} FROM block WHERE id >= ? AND id < ? ORDER BY id, session, number"
        found = [Block(*row) for row in self._database.rows(query, (digits, digits + "g"))]
        if not found:
            raise InputError(f"no block {wanted} in {self._places.journal}", hint="show_blocks lists all ids")
        if len({block.id for block in found}) > 1:
            choices = ", ".join(block.id[: len(digits) + 4] for block in found[:4])
            raise InputError(f"{wanted} means {len(found)} blocks", hint=f"write more digits: {choices}")
        return found[0]

    # -- capsules ----------------------------------------------------------------------------------

    def keep(self, capsule: Capsule) -> Capsule:
        """Keep a verified capsule for ever; the same one twice is kept once. It comes back with its digest."""
        self._check_capsules()
        content = capsule_file.content_of(capsule)
        handle = self._capsules.put(content, kind="capsule", title=f"{capsule.block[:12]} {capsule.codec.name}")
        kept = replace(capsule, digest=self._capsules.resolve(handle))
        with self._database.write() as connection:
            _insert_capsule(connection, kept)
        return kept

    def capsules(self, blocks: Iterable[str], *, prefer: CodecId | None = None) -> dict[str, Capsule]:
        """The capsule of each of these blocks: of the preferred codec, else the newest."""
        self._check_capsules()
        best: dict[str, Capsule] = {}
        ids = list(dict.fromkeys(blocks))
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            query = f"SELECT {_CAPSULE} FROM capsule WHERE block IN ({', '.join('?' * len(some))})"
            for row in self._database.rows(query, some):
                capsule = _capsule(row)
                other = best.get(capsule.block)
                if other is None or _rank(capsule, prefer) > _rank(other, prefer):
                    best[capsule.block] = capsule
        return best

    def capsule(self, digest: str) -> Capsule:
        """The capsule in the file with this digest."""
        self._check_capsules()
        rows = self._database.rows(f"SELECT {_CAPSULE} FROM capsule WHERE digest = ?", (digest,))
        return _capsule(rows[0]) if rows else capsule_file.parsed(self._capsules.get(digest), digest)

    # -- views -------------------------------------------------------------------------------------

    def swap(self, session: str, slot: str = CURRENT) -> Swap | None:
        """What stands in a slot; read from the database only where another process has changed it."""
        where = "FROM view_slot WHERE session = ? AND name = ?"
        rows = self._database.rows(f"SELECT mark, thinking_until {where}", (session, slot))
        if not rows:
            return None
        mark, thinking_until = rows[0]
        known = self._slots.get((session, slot))
        if known is None or known[0] != mark:
            payload = self._database.rows(f"SELECT payload {where}", (session, slot))[0][0]
            known = self._slots[session, slot] = (mark, swap_form.parsed(json.loads(payload), self._text_of))
        swap = known[1]
        return swap if swap.thinking_until == thinking_until else replace(swap, thinking_until=thinking_until)

    def prepare(self, swap: Swap) -> None:
        """Put a finished view into the second slot."""
        with self._database.write() as connection:
            self._put_slot(connection, PREPARED, swap)

    def commit(self, journal: Journal, known: Known, swap: Swap) -> Known:
        """Make a view the current one: one line in the journal, then both slots. Hold the journal's lock."""
        return self._index(journal, known, journal.append([swap_form.value_of(swap)], may_wait=True), swap=swap)

    def remember(self, session: str, name: str, number: int, payload: str) -> None:
        """Keep a piece of derived state that is dear to compute."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO remembered VALUES (?, ?, ?, ?)", (session, name, number, payload)
            )

    def remembered(self, session: str, name: str, *, most: int) -> tuple[int, str] | None:
        """The piece with the highest number up to `most`."""
        query = (
            "SELECT number, payload FROM remembered WHERE session = ? AND name = ? AND number <= ? ORDER BY number DESC"
        )
        rows = self._database.rows(query + " LIMIT 1", (session, name, most))
        return (rows[0][0], rows[0][1]) if rows else None

    def close(self) -> None:
        """Let go of the database."""
        self._database.close()

    # -- deriving ----------------------------------------------------------------------------------

    def _index(self, journal: Journal, known: Known, lines: Iterable[Line], *, swap: Swap | None = None) -> Known:
        messages: list[tuple[object, ...]] = []
        blocks: list[tuple[object, ...]] = []
        newest: dict[str, Any] | None = None
        size, seq, spoken = known.size, known.messages, known.spoken
        for line in lines:
            value = line.value
            size = line.offset + line.length
            match value.get("type"):
                case "message":
                    row = _message_row(journal.session, line)
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
        with self._database.write() as connection:
            connection.executemany("INSERT OR IGNORE INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", messages)
            if blocks:
                connection.executemany("INSERT OR IGNORE INTO block VALUES (?, ?, ?, ?, ?, ?, ?, ?)", blocks)
            if newest is not None:
                self._turn(connection, swap or swap_form.parsed(newest, self._text_of))
            connection.execute(
                "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?)", (journal.session, size, seq, spoken)
            )
        return Known(size, seq, spoken)

    def _turn(self, connection: sqlite3.Connection, swap: Swap) -> None:
        """The current slot holds this view from now on; where it is the prepared one, the slots are turned."""
        known = self._slots.pop((swap.session, PREPARED), None)
        turned = 0
        if known and replace(known[1], thinking_until=swap.thinking_until) == swap:
            connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (swap.session, CURRENT))
            query = "UPDATE view_slot SET name = ?, thinking_until = ? WHERE session = ? AND name = ? AND mark = ?"
            row = (CURRENT, swap.thinking_until, swap.session, PREPARED, known[0])
            turned = connection.execute(query, row).rowcount
            self._slots[swap.session, CURRENT] = (known[0], swap)
        if not turned:
            self._put_slot(connection, CURRENT, swap)
            connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (swap.session, PREPARED))

    def _put_slot(self, connection: sqlite3.Connection, slot: str, swap: Swap) -> None:
        payload = json.dumps(swap_form.value_of(swap, is_whole=True), separators=(",", ":"))
        mark = sha256(payload.encode("ascii")).hexdigest()
        row = (swap.session, slot, mark, swap.thinking_until, payload)
        connection.execute("INSERT OR REPLACE INTO view_slot VALUES (?, ?, ?, ?, ?)", row)
        self._slots[swap.session, slot] = (mark, swap)

    def _continues(self, journal: Journal, known: Known) -> bool:
        """Whether the journal still begins with what was indexed: its newest indexed message is where it was."""
        if not known.messages:
            return known.size == 0
        rows = self.rows(journal.session, known.messages, known.messages)
        try:
            values = journal.read([(row.offset, row.length) for row in rows])
        except ContextMemoryError:
            return False
        return [value.get("seq") for value in values] == [known.messages]

    def _forget(self, session: str) -> None:
        with self._database.write() as connection:
            for table in ("journal", "message", "block", "view_slot", "remembered"):
                connection.execute(f"DELETE FROM {table} WHERE session = ?", (session,))

    def _check_capsules(self) -> None:
        """Once per process: rows for every capsule file, also one that a crash kept out of the database."""
        if self._is_checked:
            return
        self._is_checked = True
        root = self._places.capsules
        files = sum(1 for _ in root.glob("[0-9a-f][0-9a-f]/*")) if root.is_dir() else 0
        if files == self._database.rows("SELECT count(*) FROM capsule")[0][0]:
            return
        found = []
        for entry in self._capsules.entries():
            try:
                found.append(capsule_file.parsed(self._capsules.get(entry.sha256), entry.sha256))
            except ContextMemoryError as error:
                self.problems.append(str(error))
        with self._database.write() as connection:
            for capsule in found:
                _insert_capsule(connection, capsule)

    def _text_of(self, block: str, digest: str) -> str:
        try:
            return self.capsule(digest).text
        except ContextMemoryError as error:
            self.problems.append(f"the capsule of block {block[:12]} is lost ({error}); its messages are not")
            return f"[the capsule of this block is lost; its messages: show_blocks {block[:12]}]"


def message_line(entry: JournalEntry, *, tokens: int, bare: int, key: str, skip: str) -> dict[str, Any]:
    """A message as a line of the journal: tokens, those without thinking, what recognises it where it has no id."""
    value: dict[str, Any] = {"type": "message", "seq": entry.seq, "hash": entry.hash, "tokens": tokens}
    if bare != tokens:
        value["bare"] = bare
    if skip:
        value["skip"] = skip
    if not entry.message.id:
        value["key"] = key
    return value | message_pack.whole_value_of(entry.message)


def block_line(block: Block) -> dict[str, Any]:
    """A sealed block as a line of the journal."""
    names = ("number", "id", "first", "last", "messages", "tokens", "time")
    return {"type": "block", **{name: getattr(block, name) for name in names}}


def _entry(journal: Journal, value: dict[str, Any]) -> JournalEntry:
    try:
        return JournalEntry(journal.session, value["seq"], value["hash"], message_pack.parsed(value))
    except (KeyError, ValueError) as error:
        raise RefusedError(
            f"{journal.path} is damaged: {error}", hint="bring it back from a backup, then delete state.sqlite"
        ) from error


def _message_row(session: str, line: Line) -> tuple[object, ...] | None:
    value = line.value
    try:
        message = message_pack.parsed(value)
        context = message.usage.context if message.usage else 0
        key, skip = value.get("key", ""), value.get("skip", "")
        row = (session, int(value["seq"]), line.offset, line.length, message.id, key, value["hash"])
        return (*row, int(value["tokens"]), skip, int(value.get("bare", value["tokens"])), context)
    except (KeyError, ValueError, TypeError):
        return None


def _block_row(session: str, value: dict[str, Any]) -> tuple[object, ...]:
    names = ("number", "id", "first", "last", "messages", "tokens", "time")
    return (session, *(value[name] for name in names))


def _rank(capsule: Capsule, prefer: CodecId | None) -> tuple[bool, bool, str, str]:
    """What to show where a block has several: the preferred codec, then a model's, then the newest."""
    return capsule.codec == prefer, bool(capsule.codec.model), capsule.made_at, capsule.digest


def _capsule(row: Sequence[Any]) -> Capsule:
    digest, block, codec, model, version, text, tokens, tokens_raw, cost, made_at = row
    return Capsule(block, CodecId(codec, model, version), text, tokens, tokens_raw, cost, made_at, digest)


def _insert_capsule(connection: sqlite3.Connection, capsule: Capsule) -> None:
    codec = capsule.codec
    row = (capsule.digest, capsule.block, codec.name, codec.model, codec.version, capsule.text)
    numbers = (capsule.tokens, capsule.tokens_raw, capsule.cost, capsule.made_at)
    connection.execute("INSERT OR REPLACE INTO capsule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, *numbers))
