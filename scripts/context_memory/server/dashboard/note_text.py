"""A dated note in pieces that a page sets: headings, lists and paragraphs. Nothing in it is taken for markup."""

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"<!--.*?-->")
_LABEL = re.compile(r"([^:：]{1,28})[:：]\s+(.*)", re.DOTALL)
"""The label of a bullet, such as `Decision:`."""

Piece = tuple[str, list[tuple[str, str]]]
"""`heading`, `list` or `text`, and its lines: a label, which may be empty, and the rest."""


def pieces(text: str) -> list[Piece]:
    """The pieces of a note in order; comments, which are for programs, are left out."""
    found: list[Piece] = []
    for kind, line in _lines(text):
        if kind == "list" and found and found[-1][0] == "list":
            found[-1][1].append(line)
        else:
            found.append((kind, [line]))
    return found


def _lines(text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for raw in _COMMENT.sub("", text).splitlines():
        line = raw.strip()
        if line.startswith("- "):
            label = _LABEL.fullmatch(line[2:])
            yield "list", (f"{label[1]}:", label[2]) if label else ("", line[2:])
        elif line.startswith("#"):
            yield "heading", ("", line.lstrip("#").strip())
        elif line:
            yield "text", ("", line)
