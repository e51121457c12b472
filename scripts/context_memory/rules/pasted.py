"""Did a person write a message, or paste a document? Told by its shape: lines that are list marks, headings, code.

What a document says is not what the person who pastes it says: its bullets settle nothing and order nothing.
"""

import re

from . import sentences

LEAST_LINES = 6
"""Lines with text below which a message is nobody's document."""
LEAST_SHARE = 1 / 3
"""Share of lines that are list marks, headings, table rows or code, from which a message is one: by hand, on 503
messages of persons in real transcripts."""

_MARKED = re.compile(
    r"\s*\\?(?:[-*+•·]\\?\s|\d{1,2}[.)、）]|#{1,6}\s|>|\||[├└│→]|`{3}|~{3}|第\s?[一二三四五六七八九十\d]+\s?[步章节条部]"
    r"|[一二三四五六七八九十]{1,3}、|[\w.-]+:(?:\s|$))"
)


def is_document(text: str) -> bool:
    """Whether the text has the shape of a document, not of something that somebody says."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < LEAST_LINES:
        return False
    marked = sum(_MARKED.match(line) is not None or sentences.is_code(line) for line in lines)
    return marked >= LEAST_SHARE * len(lines)
