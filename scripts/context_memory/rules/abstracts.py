"""A text in one sentence and in three, as lists of docs show them (SPEC 5.1)."""

from . import sentences

ABSTRACT_CHARACTERS = 150
"""Of a text that has no end of a sentence."""
OVERVIEW_SENTENCES = 3
OVERVIEW_CHARACTERS = 200
LONGEST = 2_000
"""Characters of the text that are looked at; a sentence that does not end there is cut like one without an end."""
_ENDS = (".", "!", "?", "。", "！", "？")


def abstract(text: str) -> str:
    """The first sentence; of a text without an end of a sentence its beginning."""
    return _first(text, 1, ABSTRACT_CHARACTERS)


def overview(text: str) -> str:
    """The first three sentences; of a text with fewer its beginning."""
    return _first(text, OVERVIEW_SENTENCES, OVERVIEW_CHARACTERS)


def _first(text: str, count: int, characters: int) -> str:
    head = text[:LONGEST].strip()
    found = sentences.split(head)
    if len(found) < count or (len(found) == count and not head.endswith(_ENDS)):
        return sentences.clip(text.strip(), characters)
    end = 0
    for sentence in found[:count]:
        end = head.index(sentence, end) + len(sentence)
    return head[:end]
