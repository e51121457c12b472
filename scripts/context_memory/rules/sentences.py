"""Sentences of running text, English and Chinese; never cut inside a path, a version or an abbreviation."""

import re

_BREAK = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)|(?<=[。！？；])\s*|\n\s*")
_BULLET = re.compile(r"^(?:(?:[-*+]|\d{1,2}[.)]|\[[ xX]\]|#{1,6}|>)\s+|[•·|]\s*|\d{1,2}、\s*)+")
_FENCE = re.compile(r"(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\1[ \t]*$|\Z)")
_EMPHASIS = (
    re.compile(r"\*\*(?=\S)([^*\n]{1,300})(?<=\S)\*\*"),
    re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,300})(?<=[^\s*])\*(?![\w*])"),
    re.compile(r"(?<!\w)__(?=\S[^_\n]{0,300} )([^_\n]{1,300})(?<=\S)__(?!\w)"),
    re.compile(r"(?<!\w)_(?=[^\s_][^_\n]{0,300} )([^_\n]{1,300})(?<=[^\s_])_(?!\w)"),
)
"""Marks around words, never those of a name: `__init__`, `**kwargs` and `src/*.py` stay what they are."""
_ESCAPE = re.compile(r"\\([_*\-#.+`{}\[\]()>|!~])")
_DRIVE = re.compile(r"\b[A-Za-z]:\\")  # in a Windows path a backslash escapes nothing
_CODE = re.compile(r"^\s*(?://|/\*|\*/|<!--|[{}\[\]<]|[\"'][\w$-]+[\"']\s*:)|[;{\[(]\s*$|=>\s*\{?$")
_SPACE = re.compile(r"\s+")


def split(text: str) -> list[str]:
    """Sentences in order, outer white space removed, empty ones left out."""
    return [piece for piece in (part.strip() for part in _BREAK.split(text)) if piece]


def without_fences(text: str) -> str:
    """The text without its fenced code blocks: what is said, not what is quoted."""
    return _FENCE.sub("\n", text) if "```" in text or "~~~" in text else text


def plain(sentence: str) -> str:
    """One line without list marks and emphasis."""
    if "\\" in sentence and not _DRIVE.search(sentence):
        sentence = _ESCAPE.sub(r"\1", sentence)
    if "*" in sentence or "_" in sentence:
        for emphasis in _EMPHASIS:
            sentence = emphasis.sub(r"\1", sentence)
    return _BULLET.sub("", _SPACE.sub(" ", sentence).strip()).strip()


def is_code(sentence: str) -> bool:
    """Whether a line that somebody pasted is code or data, not a sentence."""
    return _CODE.search(sentence) is not None


def clip(text: str, limit: int) -> str:
    """At most `limit` characters; what is cut shows as an ellipsis, preferably at a word's end."""
    if len(text) <= limit:
        return text
    cut = text[: max(1, limit - 1)]
    space = cut.rfind(" ")
    if space > limit * 2 // 3:
        cut = cut[:space]
    return cut.rstrip() + "…"


def around(text: str, start: int, end: int, limit: int) -> str:
    """At most `limit` characters of the text around the span, cut ends shown as ellipses."""
    if len(text) <= limit:
        return text
    room = max(0, limit - (end - start) - 2)
    left = max(0, start - room // 2)
    right = min(len(text), left + limit - 2)
    left = max(0, right - limit + 2)
    piece = text[left:right].strip()
    return ("…" if left else "") + piece + ("…" if right < len(text) else "")
