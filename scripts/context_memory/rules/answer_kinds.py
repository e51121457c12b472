"""Which kind of thing a question asks for, and whether a text holds one: a place, a name, a number, a reason."""

import re
from enum import StrEnum
from functools import lru_cache

READ = 2_000
"""Characters of a question that are read."""
SHORT = 400
"""Characters; a longer text holds places, names and numbers of all sorts, which tells nothing."""
_MOST_KEPT = 50_000


class AnswerKind(StrEnum):
    """What would be an answer."""

    PLACE = "place"
    NAME = "name"
    NUMBER = "number"
    REASON = "reason"


WORTH = {AnswerKind.PLACE: 1.0, AnswerKind.NAME: 1.0, AnswerKind.NUMBER: 0.5, AnswerKind.REASON: 0.5}
"""Numbers and reasons stand in many texts and tell half as much."""

_ASKED = {
    AnswerKind.PLACE: re.compile(
        r"^(?:from |to |in |at )?(?:where\b|(?:what|which) (?:city|country|state|town|place)\b)"
        r"|哪里|哪儿|什么地方|哪个(?:城市|国家|地方|省)",
        re.IGNORECASE,
    ),
    AnswerKind.NAME: re.compile(
        r"\b(?:names?|called|titles?|nicknames?|(?:what|which) (?:books?|movies?|films?|games?|songs?|bands?))\b"
        r"|叫什么|名字|名称|哪[本部首款](?:书|电影|歌|游戏)?",
        re.IGNORECASE,
    ),
    AnswerKind.NUMBER: re.compile(r"\bhow (?:many|often|much)\b|多少|几[个次只本部岁天]", re.IGNORECASE),
    AnswerKind.REASON: re.compile(r"^why\b|\breasons?\b|\b(?:motivat|inspire)|为什么|为何|原因", re.IGNORECASE),
}
_HELD = {
    AnswerKind.PLACE: re.compile(
        r"\b(?:in|at|to|from|near) (?:the )?[A-Z]|[在去到][^，。！？,.!?]{1,10}[市省国州县区村镇街路店馆岛山湖城园]"
    ),
    AnswerKind.NAME: re.compile(r'"|(?<=[a-z,] )[A-Z][a-z]+|[《“「『]'),
    AnswerKind.NUMBER: re.compile(
        r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|both|couple|few|several|dozen)\b"
        r"|[一二两三四五六七八九十百千万][个次只本部岁天年]",
        re.IGNORECASE,
    ),
    AnswerKind.REASON: re.compile(
        r"\b(?:because|since|so that|inspir\w+|motivat\w+|want(?:ed)? to|reasons?|helps?)\b|因为|由于|为了|所以",
        re.IGNORECASE,
    ),
}


def asked(question: str) -> frozenset[AnswerKind]:
    """The kinds of answer that a question wants; mostly none that can be told."""
    question = question[:READ].strip()
    return frozenset(kind for kind, pattern in _ASKED.items() if pattern.search(question))


@lru_cache(maxsize=_MOST_KEPT)
def holds(text: str, kind: AnswerKind) -> bool:
    """Whether a text holds something of the kind; never where it is long."""
    return len(text) <= SHORT and _HELD[kind].search(text) is not None
