"""The lines by which a trimmed output is known, and by which its original comes back."""

import re

READ_MARKER = "[trimmed — full content at {path}]"  # the skill's text, byte for byte

_FIRST_LINE = re.compile(r"\[trimmed [\d,]+ characters — original: show_archive \S+\]\n")
_ELISION = "[… {count} {noun}]"


def first_line(saved: int, handle: str) -> str:
    """The marker that opens every trimmed output."""
    return f"[trimmed {saved:,} characters — original: show_archive {handle}]"


def read_line(path: str) -> str:
    """The marker that ends a trimmed file read."""
    return READ_MARKER.format(path=path)


def elision(lines: int) -> str:
    """Stands for lines that were left out."""
    return _ELISION.format(count=f"{lines:,}", noun="line" if lines == 1 else "lines")


def is_trimmed(text: str, bound: int) -> bool:
    """Whether the text is already our work: our marker at its fixed place and no more than we ever leave."""
    return len(text) <= bound and bool(_FIRST_LINE.match(text))
