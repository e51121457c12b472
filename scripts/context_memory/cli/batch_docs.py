"""The docs of a batch, ready for the store: many lines are read, redacted and taken apart in several processes."""

import contextlib
import gc
import json
import marshal
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from io import BytesIO
from typing import Any, BinaryIO

from ..model.doc_lines import Sheet
from ..model.doc_rows import DocRow
from ..model.docs import Scope
from ..model.errors import InputError
from ..rules import remembering
from ..rules.remembering import Prepared, PreparedSheet
from . import pieces
from .json_lines import LONGEST_LINE, JsonLines, objects

PIECE = 500_000
"""Bytes that a process gets at once: some 1,500 lines, done in the time of a blink."""
_ROW = partial(tuple.__new__, DocRow)
"""What `_make` does, without counting the values again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What counts for all lines of a batch."""

    now: datetime
    scope: Scope | None
    redacts: bool
    pinned: bool = False
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Values of lines that do not have them."""


def sheets_of(lines: JsonLines, asked: Asked) -> Iterator[PreparedSheet]:
    """The docs of the good lines, in order; a bad line is named and passed over."""
    number = 0
    with lines.opened() as file, _without_collector():
        for result in pieces.in_order(prepare, _packed(asked), _pieces(file)):
            (rows, terms, said), more, bad, count, read = marshal.loads(result)
            for place, reason in bad:
                lines.skip(number + place, reason)
            number += count
            lines.read += read
            yield PreparedSheet(Sheet(tuple(map(_ROW, rows)), terms, said), *more)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Lines make no cycles, and to look for some among so many objects costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def prepare(piece: bytes, packed: bytes) -> bytes:
    """Whole lines to docs; what comes back is packed too, because it may have to go to another process."""
    prepared = _unpacked(packed)
    docs, bad, read = list[Prepared](), list[tuple[int, str]](), 0
    for place, line in objects(BytesIO(piece)):
        read += 1
        if isinstance(line, str):
            bad.append((place, line))
            continue
        try:
            docs.append(prepared(line))
        except InputError as error:
            bad.append((place, str(error)))
    sheet, *more = remembering.in_columns(docs)
    count = piece.count(b"\n") + (not piece.endswith(b"\n"))
    result: Any = (tuple(map(tuple, sheet.rows)), *sheet[1:]), more, bad, count, read
    return marshal.dumps(result)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """The file in whole lines; of a line that is too long as much as shows that it is."""
    while piece := file.read(PIECE):
        end = b"" if piece.endswith(b"\n") else file.readline(LONGEST_LINE + 1)
        yield piece + end
        while len(end) > LONGEST_LINE and not end.endswith(b"\n"):
            end = file.readline(LONGEST_LINE + 1)


def _packed(asked: Asked) -> bytes:
    given = {"scope": asked.scope, "redacts": asked.redacts, "pinned": asked.pinned}
    return json.dumps({"now": asked.now.isoformat(), "defaults": dict(asked.defaults), "given": given}).encode()


def _unpacked(packed: bytes) -> Callable[[Mapping[str, Any]], Prepared]:
    """What makes a doc of a line."""
    terms = json.loads(packed)
    now, defaults, given = datetime.fromisoformat(terms["now"]), terms["defaults"], terms["given"]

    def prepared(line: Mapping[str, Any]) -> Prepared:
        return remembering.prepared_of({**defaults, **line} if defaults else line, now, **given)

    return prepared
