"""Who stands beside a doc in its session: rows in the order of the session, the doc in their middle."""

from collections.abc import Sequence

from ..model.candidates import Candidate
from . import many_values
from .many_values import Rows

_HITS = 100
"""Docs of one statement."""
_NEAR = (
    "WITH hits (hit, session, scope, seq) AS (VALUES {hits}) SELECT hit, row FROM hits CROSS JOIN docs "
    "WHERE docs.session = hits.session AND docs.session <> '' AND docs.scope = hits.scope "
    "AND docs.seq BETWEEN hits.seq - {around} AND hits.seq + {around} ORDER BY hit, docs.seq, row"
)
_SIDE = (
    "(SELECT group_concat(row) FROM (SELECT row FROM docs WHERE docs.session = hits.session AND docs.session <> '' "
    "AND docs.scope = hits.scope AND docs.{order} {side} hits.{order} ORDER BY {order} {way} LIMIT {around}))"
)


def around_each(rows: Rows, candidates: Sequence[Candidate], around: int) -> list[list[int]]:
    """Rows of each candidate and of so many before and after it; fewer where its session begins or ends."""
    numbered = [each for each in candidates if each.seq is not None]
    windows = _apart(rows, [each.row for each in candidates if each.seq is None], "row", around)
    whole = 2 * around + 1
    for start in range(0, len(numbered), _HITS):
        chunk = numbered[start : start + _HITS]
        near: dict[int, list[int]] = {each.row: [] for each in chunk}
        values = [value for each in chunk for value in (each.row, each.session, each.scope, each.seq)]
        query = _NEAR.format(hits=many_values.marks("(?, ?, ?, ?)", len(chunk)), around=int(around))
        for hit, row in rows(query, many_values.filled(values, 4)):
            near[hit].append(row)
        windows += [window for window in near.values() if len(window) == whole]
        windows += _apart(rows, [row for row, window in near.items() if len(window) != whole], "seq", around)
    return windows


def _apart(rows: Rows, hits: Sequence[int], order: str, around: int) -> list[list[int]]:
    """The same where the numbers of a session have gaps, are missing, or end."""
    before = _SIDE.format(order=order, side="<", way="DESC", around=int(around))
    after = _SIDE.format(order=order, side=">", way="", around=int(around))
    query = f"SELECT row, {before}, {after} FROM docs AS hits WHERE row IN ({{marks}})"
    found: dict[int, list[int]] = {row: [row] for row in hits}
    for row, first, last in many_values.ask(rows, query, hits):
        found[row] = [*reversed(_numbers(first)), row, *_numbers(last)]
    return list(found.values())


def _numbers(joined: str | None) -> list[int]:
    return [int(each) for each in joined.split(",")] if joined else []
