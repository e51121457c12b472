"""The two view slots, current and prepared; serialises swaps as JSON."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...compaction.digest.values import Archived
from ...storage import message_pack
from ...storage.sqlite import Database, packed, unpacked
from ...text.hashing import sha256
from ...text.json_text import parse_json
from ..values import Gone, Shown, Swap


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
        "gone": [[each.first, each.last, each.where] for each in swap.gone],
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
        shown.append(Shown(block, digest, known, tokens, tokens_raw, time, number))
    return Swap(
        session=value["session"],
        revision=value["revision"],
        header=value["header"],
        restored=value["restored"],
        restored_files=tuple(value["restored_files"]),
        shown=tuple(shown),
        evicted=value["evicted"],
        gone=tuple(Gone(*each) for each in value.get("gone", ())),  # swaps of older versions do not say it
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

    def prepare(self, swap: Swap) -> None:
        """Store a finished view in the second slot."""
        with self._database.write() as connection:
            self._store_slot(connection, PREPARED, swap)

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
