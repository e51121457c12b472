"""Many values in statements of few sizes: SQLite keeps what it has parsed, by the text of a statement."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

AT_ONCE = 500
"""Values of one statement."""
_STEP = 16
"""Statements differ by so many values; parsing one anew takes as long as looking up twenty rows."""

Rows = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]


def ask(rows: Rows, query: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
    """What a query finds for all of the values, which stand in place of its `{marks}`, as in `IN ({marks})`."""
    for start in range(0, len(values), AT_ONCE):
        chunk = values[start : start + AT_ONCE]
        yield from rows(query.format(marks=marks("?", len(chunk))), filled(chunk))


def filled(values: Sequence[object], each: int = 1) -> list[object]:
    """The values, and as many empty ones as marks are left; `each` counts the values of one mark."""
    return [*values, *[None] * (_size(len(values) // each) * each - len(values))]


@cache
def marks(mark: str, count: int) -> str:
    """At least so many marks: those that are left over stand for NULL, which is equal to nothing."""
    return ", ".join([mark] * _size(count))


def _size(count: int) -> int:
    return -(-count // _STEP) * _STEP
