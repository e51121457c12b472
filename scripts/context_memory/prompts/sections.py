"""The layout of a cache-safe prompt: static section, boundary line, dynamic section.

A provider caches the longest unchanged beginning of a prompt. So everything
that changes between turns comes after the boundary, and text from others
(MEMORY.md, the task) can neither move the boundary nor forge a label.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..workspace import memory_md

BOUNDARY = "--- DYNAMIC BOUNDARY ---"
"""Exact line between the sections, in every language (SPEC 1.7)."""
RULES_HEADING = "## Memory Integrity Rules"
MEMORY_TOKENS = memory_md.MAX_TOKENS
"""Budget of MEMORY.md, tokens."""

_FORGED = (
    (re.compile(r"[-‐-―−]{2,}[^\S\n]*(dynamic[^\S\n]+boundary)[^\S\n]*[-‐-―−]{2,}", re.IGNORECASE), r"( \1 )"),
    (re.compile(r"\[[^\S\n]*((?:static|dynamic)[^\S\n]+section)[^\S\n]*\]", re.IGNORECASE), r"(\1)"),
    (re.compile(r"_{2,}(system_prompt_dynamic_boundary)_{2,}", re.IGNORECASE), r"(\1)"),
    (re.compile(r"<!--[^\S\n]*(/?[^\S\n]*openclaw:attempt:)", re.IGNORECASE), r"(!-- \1"),
    (re.compile(r"<([^\S\n]*/?[^\S\n]*memory-index)", re.IGNORECASE), r"(\1"),
    (re.compile(r"^([^\S\n]*)((?:current task|timestamp)[^\S\n]*[:：])", re.IGNORECASE | re.MULTILINE), r"\1- \2"),
)
_NOT_TEXT = re.compile("[\ud800-\udfff]")
"""Stands for bytes that were not UTF-8."""
_INVISIBLE = re.compile("[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The two sections of a rendered prompt; each ends in a newline."""

    static: str
    dynamic: str
    is_memory_cut: bool = False
    """MEMORY.md was over its budget, so that only its beginning is in the dynamic section."""

    @property
    def text(self) -> str:
        """Static section, boundary line, dynamic section."""
        return f"{self.static}{BOUNDARY}\n\n{self.dynamic}"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of MEMORY.md that fits; `is_cut` if something was left out."""

    text: str
    is_cut: bool


def neutral(text: str) -> str:
    """The text with everything escaped that could pass for a boundary, a section label or our frame.

    Text without such marks keeps its bytes, apart from line ends (all become
    a newline), invisible control characters (dropped) and bytes that are no text.
    """
    plain = _INVISIBLE.sub("", _NOT_TEXT.sub("\ufffd", "\n".join(text.splitlines())))
    for pattern, replacement in _FORGED:
        plain = pattern.sub(replacement, plain)
    return plain


def one_line(text: str) -> str:
    """The escaped text on one line, so that a task cannot add lines."""
    return neutral(" ".join(text.split()))


def excerpt(memory: str, count: Callable[[str], int], limit: int = MEMORY_TOKENS) -> Excerpt:
    """The first whole lines of MEMORY.md that fit into `limit` tokens, escaped."""
    text = neutral(memory).strip("\n")
    if count(text) <= limit:
        return Excerpt(text, is_cut=False)
    lines = text.split("\n")
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count("\n".join(lines[:middle])) <= limit else (low, middle - 1)
    return Excerpt("\n".join(lines[:low]).rstrip("\n"), is_cut=True)
