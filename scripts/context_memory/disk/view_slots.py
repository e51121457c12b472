"""The two slots of a view: what the model sees, and what it will see after the next swap."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

from ..model.blocks import Swap
from . import swap_form
from .database import Database

CURRENT, PREPARED = "current", "prepared"


class ViewSlots:
    """Slots of all sessions; a mark beside each tells whether this process has read it already."""

    def __init__(self, database: Database, text_of: Callable[[str, str], str]) -> None:
        self._database = database
        self._text_of = text_of
        self._slots: dict[tuple[str, str], tuple[str, Swap]] = {}

    def get(self, session: str, slot: str) -> Swap | None:
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
            self._put(connection, PREPARED, swap)

    def turn(self, connection: sqlite3.Connection, swap: Swap) -> None:
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
            self._put(connection, CURRENT, swap)
            connection.execute("DELETE FROM view_slot WHERE session = ? AND name = ?", (swap.session, PREPARED))

    def _put(self, connection: sqlite3.Connection, slot: str, swap: Swap) -> None:
        payload = json.dumps(swap_form.value_of(swap, is_whole=True), separators=(",", ":"))
        mark = sha256(payload.encode("ascii")).hexdigest()
        row = (swap.session, slot, mark, swap.thinking_until, payload)
        connection.execute("INSERT OR REPLACE INTO view_slot VALUES (?, ?, ?, ?, ?)", row)
        self._slots[swap.session, slot] = (mark, swap)
