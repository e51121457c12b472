"""Removes invisible characters: control characters, direction marks and zero-width characters.

They hide instructions from people, break lines and frames, and turn one word
into two that look the same.
"""

from .patterns import lazy_regex

_EMOJI = "\u00a9\u00ae\u203c\u2049\u20e3\u2122-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff"
_BREAKS = lazy_regex(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
"""C0 and C1 controls with line breaks and the escape of terminals, and halves of surrogate pairs."""
_SHAPELESS = lazy_regex(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    f"|(?<![{_EMOJI}])\u200d|\u200d(?![{_EMOJI}])|(?<![{_EMOJI}#*0-9])\ufe0f"
)
"""Default ignorable code points of Unicode 15 and marks of direction; what joins emoji stays between emoji."""


def one_line(text: str) -> str:
    """The visible text on one line with single spaces."""
    return " ".join(without_breaks(text).split())


def without_breaks(text: str) -> str:
    """The visible text with a space in place of line breaks and other control characters."""
    if not text.isascii():
        text = _SHAPELESS.sub("", text)
    return _BREAKS.sub(" ", text)


def on_terminal(text: str) -> str:
    """The text without terminal control sequences; lines and tabs stay."""
    if text.isascii() and text.isprintable():
        return text
    lines = _SHAPELESS.sub("", text.replace("\r\n", "\n")).split("\n")
    return "\n".join("\t".join(_BREAKS.sub("\ufffd", part) for part in line.split("\t")) for line in lines)
