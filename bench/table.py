"""What a benchmark gives back, and how it is shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One number, the reference measured in the same run, and what was promised."""

    name: str
    value: str
    reference: str
    """What it stands beside, with its own value."""
    target: str = ""
    met: bool | None = None
    """None where nothing was promised."""


def show(rows: Iterable[Row]) -> str:
    """The rows as a text table."""
    cells = [["what", "measured", "reference, same run", "target", ""]]
    cells += [[row.name, row.value, row.reference, row.target, _verdict(row.met)] for row in rows]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return "\n".join("  ".join(_padded(line, widths)).rstrip() for line in cells)


def _padded(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]


def _verdict(met: bool | None) -> str:
    return "" if met is None else "met" if met else "MISSED"
