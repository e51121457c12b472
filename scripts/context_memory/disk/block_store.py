"""Blocks, capsules and views of every session of a workspace: rows derived from the journals and the capsule files.

Delete `state.sqlite` and the same rows come back: messages, blocks and swaps
from the journals, capsules from their files, without a model.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..model.blocks import Block, Capsule, CodecId, JournalEntry, Shown, Swap
from ..model.errors import ContextMemoryError, InputError, RefusedError
from ..model.memory import Archived
from ..model.session import Message
from . import message_pack
from .archive import Archive
from .database import Database, Schema
from .journal import Journal, Line, sessions_in
from .places import Places

_SCHEMA = Schema(
    "blocks",
    1,
    tables={
        "journal": "(session TEXT PRIMARY KEY, size INTEGER NOT NULL, messages INTEGER NOT NULL, "
        "spoken INTEGER NOT NULL) WITHOUT ROWID",
        "message": "(session TEXT NOT NULL, seq INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, "
        "id TEXT NOT NULL, key TEXT NOT NULL, hash TEXT NOT NULL, tokens INTEGER NOT NULL, skip TEXT NOT NULL, "
        "context INTEGER NOT NULL, PRIMARY KEY (session, seq)) WITHOUT ROWID",
        "block": "(session TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, first INTEGER NOT NULL, "
        "last INTEGER NOT NULL, messages INTEGER NOT NULL, tokens INTEGER NOT NULL, time TEXT NOT NULL, "
        "PRIMARY KEY (session, number)) WITHOUT ROWID",
        "capsule": "(digest TEXT PRIMARY KEY, block TEXT NOT NULL, codec TEXT NOT NULL, model TEXT NOT NULL, "
        "version TEXT NOT NULL, text TEXT NOT NULL, tokens INTEGER NOT NULL, tokens_raw INTEGER NOT NULL, "
        "cost REAL NOT NULL, made_at TEXT NOT NULL) WITHOUT ROWID",
        "view_slot": "(session TEXT NOT NULL, name TEXT NOT NULL, payload TEXT NOT NULL, "
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
    context: int
    """Tokens that the API counted in the context right after it; 0 where nobody counted."""


class BlockStore:
    """Everything derived, of all sessions of one workspace."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._database = Database(places.database, _SCHEMA)
        self._capsules = Archive(places.capsules)
        self._is_checked = False
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
        query = "SELECT seq, offset, length, tokens, skip, context FROM message WHERE session = ? AND seq >= ?"
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
        content = _capsule_file(capsule)
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
        return _capsule(rows[0]) if rows else _parsed_capsule(self._capsules.get(digest), digest)

    # -- views -------------------------------------------------------------------------------------

    def swap(self, session: str, slot: str = CURRENT) -> Swap | None:
        """What stands in a slot."""
        rows = self._database.rows("SELECT payload FROM view_slot WHERE session = ? AND name = ?", (session, slot))
        return self._parsed_swap(json.loads(rows[0][0])) if rows else None

    def prepare(self, swap: Swap) -> None:
        """Put a finished view into the second slot."""
        with self._database.write() as connection:
            _put_slot(connection, PREPARED, _swap_value(swap, is_whole=True))

    def commit(self, journal: Journal, known: Known, swap: Swap) -> Known:
        """Make a view the current one: one line in the journal, then both slots. Hold the journal's lock."""
        return self._index(journal, known, journal.append([_swap_value(swap)], may_wait=True), whole=swap)

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

    def _index(self, journal: Journal, known: Known, lines: Iterable[Line], *, whole: Swap | None = None) -> Known:
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
            connection.executemany("INSERT OR IGNORE INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", messages)
            if blocks:
                connection.executemany("INSERT OR IGNORE INTO block VALUES (?, ?, ?, ?, ?, ?, ?, ?)", blocks)
            if newest is not None:
                current = _swap_value(whole, is_whole=True) if whole else self._whole(newest)
                _put_slot(connection, CURRENT, current)
                connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (journal.session, PREPARED))
            connection.execute(
                "INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?)", (journal.session, size, seq, spoken)
            )
        return Known(size, seq, spoken)

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
                found.append(_parsed_capsule(self._capsules.get(entry.sha256), entry.sha256))
            except ContextMemoryError as error:
                self.problems.append(str(error))
        with self._database.write() as connection:
            for capsule in found:
                _insert_capsule(connection, capsule)

    def _whole(self, value: dict[str, Any]) -> dict[str, Any]:
        """A swap as the journal has it, with the text of each capsule."""
        return _swap_value(self._parsed_swap(value), is_whole=True)

    def _parsed_swap(self, value: dict[str, Any]) -> Swap:
        shown = []
        for block, digest, tokens, tokens_raw, time, number, *text in value["shown"]:
            known = text[0] if text else self._text_of(block, digest)
            shown.append(Shown(block, digest, known, tokens, tokens_raw, time, number))
        return Swap(
            session=value["session"],
            revision=value["revision"],
            header=value["header"],
            restored=value["restored"],
            restored_files=tuple(value["restored_files"]),
            shown=tuple(shown),
            evicted=value["evicted"],
            tail_from=value["tail_from"],
            thinking_until=value["thinking_until"],
            replaced=tuple((seq, message_pack.parsed(message)) for seq, message in value["replaced"]),
            archived=tuple(Archived(*each) for each in value["archived"]),
            score=value["score"],
            tokens=value["tokens"],
            warning=value["warning"],
        )

    def _text_of(self, block: str, digest: str) -> str:
        try:
            return self.capsule(digest).text
        except ContextMemoryError as error:
            self.problems.append(f"the capsule of block {block[:12]} is lost ({error}); its messages are not")
            return f"[the capsule of this block is lost; its messages: show_blocks {block[:12]}]"


def message_line(entry: JournalEntry, *, tokens: int, key: str, skip: str) -> dict[str, Any]:
    """A message as a line of the journal; `key` recognises one that has no id of its own."""
    value: dict[str, Any] = {"type": "message", "seq": entry.seq, "hash": entry.hash, "tokens": tokens}
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
        return (*row, int(value["tokens"]), skip, context)
    except (KeyError, ValueError, TypeError):
        return None


def _block_row(session: str, value: dict[str, Any]) -> tuple[object, ...]:
    names = ("number", "id", "first", "last", "messages", "tokens", "time")
    return (session, *(value[name] for name in names))


def _put_slot(connection: sqlite3.Connection, slot: str, value: dict[str, Any]) -> None:
    payload = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    connection.execute("INSERT OR REPLACE INTO view_slot VALUES (?, ?, ?)", (value["session"], slot, payload))


def _swap_value(swap: Swap, *, is_whole: bool = False) -> dict[str, Any]:
    """A swap as JSON; in the journal without the text of capsules, which have files of their own."""
    shown = []
    for each in swap.shown:
        row: list[Any] = [each.block, each.digest, each.tokens, each.tokens_raw, each.time, each.number]
        shown.append([*row, each.text] if is_whole else row)
    return {
        "type": "swap",
        "session": swap.session,
        "revision": swap.revision,
        "tail_from": swap.tail_from,
        "thinking_until": swap.thinking_until,
        "evicted": swap.evicted,
        "archived": [[each.handle, each.first, each.count] for each in swap.archived],
        "score": swap.score,
        "tokens": swap.tokens,
        "warning": swap.warning,
        "restored_files": list(swap.restored_files),
        "shown": shown,
        "replaced": [[seq, message_pack.value_of(message)] for seq, message in swap.replaced],
        "header": swap.header,
        "restored": swap.restored,
    }


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


def _capsule_file(capsule: Capsule) -> bytes:
    """One line of JSON about the capsule, then its text as it is."""
    about = {
        "block": capsule.block,
        "codec": capsule.codec.name,
        "model": capsule.codec.model,
        "version": capsule.codec.version,
        "tokens": capsule.tokens,
        "tokens_raw": capsule.tokens_raw,
        "cost": capsule.cost,
        "made_at": capsule.made_at,
    }
    return (json.dumps(about) + "\n" + capsule.text).encode("utf-8", "surrogatepass")


def _parsed_capsule(content: bytes, digest: str) -> Capsule:
    about, _, text = content.decode("utf-8", "surrogatepass").partition("\n")
    try:
        value = json.loads(about)
        codec = CodecId(value["codec"], value["model"], value["version"])
        tokens, raw = value["tokens"], value["tokens_raw"]
        return Capsule(value["block"], codec, text, tokens, raw, value["cost"], value["made_at"], digest)
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError(f"cm:{digest[:12]} is no capsule", hint="move the file away and compress again") from error
