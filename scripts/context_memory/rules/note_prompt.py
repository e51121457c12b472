"""What a model is given beside the rules of `templates/<language>/write_note.md.j2`: the session as data."""

from collections.abc import Sequence
from hashlib import sha256

from ..model.session import Message
from . import block_text

MOST_CHARACTERS = 120_000
"""Of a long session the newest part is sent; about 30,000 tokens."""
MOST_OUTPUT = 1_500
"""Tokens of an answer: twelve lines take half of it."""
_AGAIN = {
    "en": "These lines of your first answer were not accepted: {count}. Name only what the session names.",
    "zh": "上一次回答中有 {count} 行未被接受。只写会话里出现过的内容。",
}


def source_of(messages: Sequence[Message]) -> str:
    """The session as a model reads it and as its answer is checked against."""
    text = block_text.for_prompt(messages)
    return text if len(text) <= MOST_CHARACTERS else "[…]\n" + text[-MOST_CHARACTERS:]


def user_text(source: str, language: str, refused: int = 0) -> str:
    """The session between tags that nothing inside can close; `refused` lines of a first answer were dropped."""
    tag = f"session-{sha256(source.encode('utf-8', 'replace')).hexdigest()[:8]}"
    lines = [f"<{tag}>", source, f"</{tag}>"]
    if refused:
        lines += ["", _AGAIN["zh" if language == "zh" else "en"].format(count=refused)]
    return "\n".join(lines)
