"""What a terminal would show: colour codes, overwritten progress and erased characters are folded away."""

from .patterns import Pattern

_ESCAPE = Pattern(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][A-Z0-9]|[=>@-Z\\-_])")
_OVERWRITTEN = Pattern(r"[^\n]*\r(?=[^\n\r])")
_ERASED = Pattern(r"[^\n\x08]\x08")
_CONTROL = Pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")


def fold(text: str) -> str:
    """The text without terminal control; a progress bar keeps its last state."""
    if "\x1b" in text:
        text = _ESCAPE().sub("", text)
    if "\r" in text:
        text = _OVERWRITTEN().sub("", text.replace("\r\n", "\n")).replace("\r", "")
    if "\x08" in text:
        while (shorter := _ERASED().sub("", text)) != text:
            text = shorter
    return _CONTROL().sub("", text) if _CONTROL().search(text) else text
