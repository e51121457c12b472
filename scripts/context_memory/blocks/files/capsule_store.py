"""The capsules of a workspace, and its two view slots, current and prepared.

A capsule is a file named by its content for ever, and a row of the database to find it by; a swap is stored as JSON.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...compaction.digest.values import Archived
from ...errors import ContextMemoryError, RefusedError
from ...storage import message_pack
from ...storage.archive import Archive
from ...storage.sqlite import Database, packed, unpacked
from ...text.hashing import sha256
from ...text.json_text import parse_json
from ..values import Capsule, CodecId, EvictedBlocks, ShownCapsule, Swap


def swap_as_json(swap: Swap, *, is_whole: bool = False) -> dict[str, Any]:
    """The swap as a JSON object; with `is_whole` including the text of each capsule."""
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
        "gone": [[each.first, each.last, each.where, each.brief] for each in swap.gone],
        "archived": [[each.handle, each.first, each.count] for each in swap.archived],
        "score": swap.score,
        "tokens": swap.tokens,
        "fixed": swap.fixed,
        "warning": swap.warning,
        "restored_files": list(swap.restored_files),
        "shown": shown,
        "replaced": [[seq, message_pack.whole_value_of(message)] for seq, message in swap.replaced],
        "header": swap.header,
        "restored": swap.restored,
    }


def parse_swap(value: dict[str, Any], text_of: Callable[[str, str], str]) -> Swap:
    """Parse a swap; `text_of` returns the text of a capsule by block and digest if the object lacks it."""
    shown = []
    for block, digest, tokens, tokens_raw, time, number, *text in value["shown"]:
        known = text[0] if text else text_of(block, digest)
        shown.append(ShownCapsule(block, digest, known, tokens, tokens_raw, time, number))
    return Swap(
        session=value["session"],
        revision=value["revision"],
        header=value["header"],
        restored=value["restored"],
        restored_files=tuple(value["restored_files"]),
        shown=tuple(shown),
        evicted=value["evicted"],
        gone=tuple(EvictedBlocks(*each) for each in value.get("gone", ())),  # swaps of older versions do not say it
        tail_from=value["tail_from"],
        thinking_until=value["thinking_until"],
        replaced=tuple((seq, message_pack.parse_message(message)) for seq, message in value["replaced"]),
        archived=tuple(Archived(*each) for each in value["archived"]),
        score=value["score"],
        tokens=value["tokens"],
        fixed=value.get("fixed", 0),  # swaps of older versions do not say it
        warning=value["warning"],
    )


CURRENT, PREPARED = "current", "prepared"


class ViewSlots:
    """Slots of all sessions, cached with a version mark."""

    def __init__(self, database: Database, text_of: Callable[[str, str], str]) -> None:
        self._database = database
        self._text_of = text_of
        self._slots: dict[tuple[str, str], tuple[str, Swap]] = {}

    def get(self, session: str, slot: str) -> Swap | None:
        """The view in a slot; read from the database only if another process changed it."""
        where = "FROM view_slot WHERE session = ? AND name = ?"
        rows = self._database.rows(f"SELECT mark, thinking_until {where}", (session, slot))
        if not rows:
            return None
        mark, thinking_until = rows[0]
        known = self._slots.get((session, slot))
        if known is None or known[0] != mark:
            payload = self._database.rows(f"SELECT payload {where}", (session, slot))[0][0]
            known = self._slots[session, slot] = (mark, parse_swap(parse_json(unpacked(payload)), self._text_of))
        swap = known[1]
        return swap if swap.thinking_until == thinking_until else replace(swap, thinking_until=thinking_until)

    def let_go(self, session: str) -> None:
        """Drop what was read of a session."""
        for slot in (CURRENT, PREPARED):
            self._slots.pop((session, slot), None)

    def prepare(self, swap: Swap) -> None:
        """Store a finished view in the second slot."""
        self._database.change(lambda connection: self._store_slot(connection, PREPARED, swap))

    def turn(self, connection: sqlite3.Connection, swap: Swap) -> None:
        """Make this view the current one; if it is the prepared one, swap the slots."""
        known = self._slots.pop((swap.session, PREPARED), None)
        turned = 0
        if known and replace(known[1], thinking_until=swap.thinking_until) == swap:
            connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (swap.session, CURRENT))
            query = "UPDATE view_slot SET name = ?, thinking_until = ? WHERE session = ? AND name = ? AND mark = ?"
            row = (CURRENT, swap.thinking_until, swap.session, PREPARED, known[0])
            turned = connection.execute(query, row).rowcount
            self._slots[swap.session, CURRENT] = (known[0], swap)
        if not turned:
            self._store_slot(connection, CURRENT, swap)
            connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (swap.session, PREPARED))

    def _store_slot(self, connection: sqlite3.Connection, slot: str, swap: Swap) -> None:
        payload = json.dumps(swap_as_json(swap, is_whole=True), separators=(",", ":"))
        mark = sha256(payload.encode("ascii")).hexdigest()
        row = (swap.session, slot, mark, swap.thinking_until, packed(payload))
        connection.execute("INSERT OR REPLACE INTO view_slot VALUES (?, ?, ?, ?, ?)", row)
        self._slots[swap.session, slot] = (mark, swap)


COLUMNS = "digest, block, codec, model, version, text, tokens, tokens_raw, cost, made_at"
_NAME = 64  # hex digits
_AT_ONCE = 500  # values in one IN (...), below every limit of SQLite


class CapsuleStore:
    """The capsules below one folder."""

    def __init__(self, root: Path, database: Database) -> None:
        self._root = root
        self._files = Archive(root)
        self._database = database
        self._is_checked = False
        self.problems: list[str] = []

    def keep(self, capsule: Capsule) -> Capsule:
        """Store a verified capsule for ever and return it with its digest; equal capsules are stored once."""
        self.check()
        content = capsule_content(capsule)
        handle = self._files.put(content, kind="capsule", title=f"{capsule.block[:12]} {capsule.codec.name}")
        kept = replace(capsule, digest=self._files.resolve(handle))
        self._database.change(lambda connection: _insert_capsule(connection, kept))
        return kept

    def of_blocks(self, blocks: Iterable[str], *, prefer: CodecId | None = None) -> dict[str, Capsule]:
        """The capsule of each of these blocks: of the preferred codec, else the newest."""
        self.check()
        best: dict[str, Capsule] = {}
        ids = list(dict.fromkeys(blocks))
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            query = f"SELECT {COLUMNS} FROM capsule WHERE block IN ({', '.join('?' * len(some))})"
            for row in self._database.rows(query, some):
                capsule = _capsule(row)
                other = best.get(capsule.block)
                if other is None or _rank(capsule, prefer) > _rank(other, prefer):
                    best[capsule.block] = capsule
        return best

    def of_digest(self, digest: str) -> Capsule:
        """The capsule in the file with this digest."""
        self.check()
        rows = self._database.rows(f"SELECT {COLUMNS} FROM capsule WHERE digest = ?", (digest,))
        return _capsule(rows[0]) if rows else parse_capsule(self._files.get(digest), digest)

    def check(self) -> None:
        """Once per process, add missing rows for capsule files, e.g. after a crash."""
        if self._is_checked:
            return
        self._is_checked = True
        if len(self._files.objects()) == self._database.rows("SELECT count(*) FROM capsule")[0][0]:
            return
        found = []
        for entry in self._files.entries():
            try:
                found.append(parse_capsule(self._files.get(entry.sha256), entry.sha256))
            except ContextMemoryError as error:
                self.problems.append(str(error))
        with self._database.write() as connection:
            for capsule in found:
                _insert_capsule(connection, capsule)

    def text_of(self, block: str, digest: str) -> str:
        """The text of a capsule of the view; if its file is lost, a line that names the place of its messages."""
        try:
            return self.of_digest(digest).text
        except ContextMemoryError as error:
            self.problems.append(f"the capsule of block {block[:12]} is lost ({error}); its messages are not")
            return f"[the capsule of this block is lost; its messages: context-memory blocks show {block[:12]}]"


def _rank(capsule: Capsule, prefer: CodecId | None) -> tuple[bool, bool, str, str]:
    """The order of several capsules of a block: the preferred codec, then a model's, then the newest."""
    return capsule.codec == prefer, bool(capsule.codec.model), capsule.made_at, capsule.digest


def _capsule(row: Sequence[Any]) -> Capsule:
    digest, block, codec, model, version, text, tokens, tokens_raw, cost, made_at = row
    return Capsule(block, CodecId(codec, model, version), unpacked(text), tokens, tokens_raw, cost, made_at, digest)


def _insert_capsule(connection: sqlite3.Connection, capsule: Capsule) -> None:
    codec = capsule.codec
    row = (capsule.digest, capsule.block, codec.name, codec.model, codec.version, packed(capsule.text))
    numbers = (capsule.tokens, capsule.tokens_raw, capsule.cost, capsule.made_at)
    connection.execute("INSERT OR REPLACE INTO capsule VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, *numbers))


def capsule_content(capsule: Capsule) -> bytes:
    """The bytes of the file."""
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


def parse_capsule(content: bytes, digest: str) -> Capsule:
    """Parse a capsule file; RefusedError if it is not one."""
    about, _, text = content.decode("utf-8", "surrogatepass").partition("\n")
    try:
        value = parse_json(about)
        codec = CodecId(value["codec"], value["model"], value["version"])
        tokens, raw = value["tokens"], value["tokens_raw"]
        return Capsule(value["block"], codec, text, tokens, raw, value["cost"], value["made_at"], digest)
    except (ValueError, KeyError, TypeError) as error:
        raise RefusedError(
            f"cm:{digest[:12]} is not a capsule", hint="move the file away and compress again"
        ) from error
