"""The capsules of a workspace: files named by their content for ever, and rows of the database to find them by."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...errors import ContextMemoryError, RefusedError
from ...storage.archive import Archive
from ...storage.sqlite import Database, packed, unpacked
from ...text.json_text import parse_json
from ..values import Capsule, CodecId

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
        with self._database.write() as connection:
            _insert_capsule(connection, kept)
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
