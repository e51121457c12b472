"""What a text is like, whatever its words: does it ask, react, tell of oneself, name things?

People tell what is worth remembering in turns of their own ("I bought ..."),
with names and titles in them, and early in a talk; "Wow, thanks!" tells little.
"""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from . import lexing

SHORT = 400
"""Characters; a longer text holds names and first persons of all sorts, which tells nothing."""
MANY_NAMES = 3
"""Names and titles; more count no more."""
_MOST_KEPT = 50_000

_SPEAKER = r"^(?:[^\s:：]{1,30}+(?: [^\s:：]{1,30}+)?[:：]\s*)?"
_REACTIONS = (
    r"hey|hi|wow|thanks|thank you|thx|yeah|yep|yes|no|nope|sure|sounds|that's|awesome|great|cool"
    r"|congrats|aw+|oh|definitely|totally|absolutely|glad|woo\w*|nice|haha|lol|same|for sure|good"
)
_REACTIONS_ZH = "好的|谢谢|感谢|多谢|嗯|恩|哈哈|是啊|是的|对啊|哇|太好了|不客气|真的吗|加油|没关系|没错"
_FIRST = "".join(sorted({word[0] for word in f"{_REACTIONS}|{_REACTIONS_ZH}".split("|")}))
"""Letters that a reaction begins with: most texts begin with another, and no word has to be compared."""
_REACTION = re.compile(rf"{_SPEAKER}(?=[{_FIRST}])(?:(?:{_REACTIONS})\b|{_REACTIONS_ZH})", re.IGNORECASE)
_I = r"(?<!\w[iImMwWoO])(?:(?<=[iI])|(?<=[mM])(?:[yYeE]|[iI][nN][eE])|(?<=[wW])[eE]|(?<=[oO])[uU][rR])\b"
_ONESELF = (  # i, my, mine, me, we, our or 我; the first letter leads, so that most text is passed at a glance
    re.compile(rf"[iImMwWoO我](?:(?<=我)|{_I})")
)
_ONESELF_ASCII = re.compile(rf"[iImMwWoO]{_I}", re.ASCII)
"""The same in two thirds of the time, for texts without any other letter."""
_NAME = re.compile(r'["《“「『A-Z](?:(?<=["《“「『])|(?<=[a-z,] [A-Z])[a-z]+)')  # the first letter leads here too


class Traits(NamedTuple):
    """Of one text."""

    question: bool
    """It ends with a question mark."""
    reaction: bool
    """It begins as an answer to what was said."""
    oneself: bool
    """It is in the first person."""
    names: float
    """Names, titles and quotations, 0 to 1."""


def asks(text: str) -> bool:
    """Whether it ends with a question mark: `Traits.question` alone, sooner."""
    return lexing.is_question(text[-SHORT:])


@lru_cache(maxsize=_MOST_KEPT)
def of(text: str) -> Traits:
    """What a text is like."""
    if len(text) > SHORT:
        return _shared(asks(text), False, False, 0)
    plain = text.replace("\u2019", "'")
    return _shared(
        asks(text),
        _REACTION.match(plain) is not None,
        (_ONESELF_ASCII if plain.isascii() else _ONESELF).search(plain) is not None,
        min(MANY_NAMES, len(_NAME.findall(plain))),
    )


@cache
def _shared(*told: int) -> Traits:
    """One value for all texts that are alike: there are no more than thirty-two."""
    question, reaction, oneself, names = told
    return Traits(bool(question), bool(reaction), bool(oneself), names / MANY_NAMES)
