"""What is still to be done, in the words of whoever said so."""

import re
from collections.abc import Sequence

from ..model.session import Message, Role
from . import sentences, speech, vocabulary

NEWEST_MESSAGES = 20  # SPEC 1.11
SENTENCES = 10
CHARACTERS = 160
_SAME_SHARE = 0.8

_KEYWORD = re.compile(r"(?i)\b(?:todos?|next|pending|follow[- ]?ups?|remaining)\b|待办|下一步|接下来|未完成|剩余|跟进")
_DONE = re.compile(
    r"(?i)\b(?:no (?:todos?|pending|remaining)|nothing (?:pending|remaining|left))\b|没有(?:待办|剩余)|全部完成"
)
_ADVERB = re.compile(r"(?i)\bnext (?:time|to|week|month|year|\.js|js)\b|\bnext\.?js\b")


def of(messages: Sequence[Message], *, newest: int = NEWEST_MESSAGES) -> tuple[str, ...]:
    """Sentences with a pending-work keyword (word boundaries, en + zh) of the newest messages, newest first."""
    found: dict[str, None] = {}
    for message in reversed(messages[-newest:]):
        if message.is_summary or message.role is Role.TOOL or message.role is Role.SYSTEM:
            continue
        words = speech.said(message) if message.role is Role.USER else message.text
        for sentence in in_text(words):
            if not any(_says_the_same(sentence, other) for other in found):
                found[sentence] = None
            if len(found) >= SENTENCES:
                return tuple(found)
    return tuple(found)


def _says_the_same(sentence: str, newer: str) -> bool:
    """Whether a newer sentence has nearly all words of this one: agents announce the same step again and again."""
    words = vocabulary.in_text(sentence)
    return sentence == newer or (len(words) > 3 and len(words & vocabulary.in_text(newer)) >= _SAME_SHARE * len(words))


def in_text(words: str) -> list[str]:
    """Sentences of one text that name work to be done, each at most `CHARACTERS` long."""
    found = []
    for sentence in sentences.split(sentences.without_fences(words)):
        match = _KEYWORD.search(sentence)
        if match is None or _DONE.search(sentence):
            continue
        if _ADVERB.search(sentence) and not _KEYWORD.search(_ADVERB.sub("", sentence)):
            continue
        found.append(sentences.plain(sentences.around(sentence, match.start(), match.end(), CHARACTERS)))
    return [sentence for sentence in found if sentence]
