"""Key paragraphs: what tells a reader what a text is about, before any detail."""

import re

from .forms import Form

_SIGNATURE = re.compile(
    r"\s*(?:\d+[\t→:|]\s*)?"
    r"(?:(?:async|export|public|private|protected|static|default|abstract|final|pub(?:\(\w+\))?) )*"
    r"(?:def|class|function|fn|func|struct|enum|interface|impl|trait|type|namespace|module|package)\s+\w"
)
_HEADING = re.compile(r"#{1,6} \S|<h[1-4]\b|={3,} ?\S|第.{1,4}[章节部]|\[[\w. -]+\]$|[A-Z][A-Z &/-]{4,60}$|.{1,60}:$")
_TEST_HEADING = re.compile(r"_{3,} .* _{3,}|={3,} .* ={3,}|● |--- FAIL|failures:|FAIL\b")


def rows(form: Form, lines: list[str]) -> list[int]:
    """Rows of the outline, in order."""
    if form is Form.SOURCE:
        return [row for row, line in enumerate(lines) if _SIGNATURE.match(line)]
    if form is Form.TESTS:
        return [row for row, line in enumerate(lines) if _TEST_HEADING.match(line)]
    if form in {Form.PROSE, Form.LINES}:
        return [row for row, line in enumerate(lines) if _HEADING.match(line)]
    return []
