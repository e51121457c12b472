"""What a person ordered, corrected and decided, sentence by sentence, in their own words."""

import re

from . import sentences

SHORTEST = 12
"""Characters; anything shorter says too little without the message around it."""
LONGEST = 300
"""Characters of one kept sentence; a longer one is cut around its cue."""

_CUE = re.compile(
    r"(?i)\b(?:must(?:n'?t)?|should(?:n'?t)?|shall|never|always|don['’]?t|do not|doesn['’]?t need|instead|rather than|prefer"
    r"|make sure|ensure|be sure|let['’]?s (?:use|go|keep|do|not|stick|start|make)|we['’]?ll|we will|decid\w*|no need"
    r"|use \w+ (?:not|instead)|only|remember|keep|avoid|stop|without|required?|forbidden|not allowed|from now on|at (?:most|least)"
    r"|no longer|nicht|immer|niemals|nie|statt|muss|musst|müssen|soll(?:st|en|te)?|bitte|merke?n?|nur|kein\w*|erst|nunca|siempre"
    r"|debe[ns]?|jamais|toujours|doit)\b"
    r"|不要|必须|应该|改用|改成|决定|记住|只要|不用|一定|以后|别|保持|务必|禁止|不能|不准|不许|只能|先不|统一|优先|避免|请勿|ください|しないで|必ず"
)
_CORRECTION = re.compile(
    r"(?i)^(?:no\b|nope|wrong|actually|not quite|that['’]?s (?:not|wrong)|nein|falsch)"
    r"|\b(?:that['’]?s (?:wrong|not (?:right|what|correct))|not what i|i meant|i mean\b|incorrect|you misunderstood|instead of"
    r"|should have been|should be \S+ not|not \S+ but|redo|revert|undo|still (?:broken|wrong|fail\w*|not))\b"
    r"|不对|错了|搞错|弄错|不是这|不是我要|我说的是|我是说|应该是|别这样|重新|纠正|而不是|falsch|sondern"
)
_DECISION = re.compile(
    r"(?i)\b(?:decid\w*|decision|we (?:chose|agreed|settled|picked|will use)|chose to|agreed (?:to|on)|settled on|go(?:ing)? with"
    r"|i(?:['’]ll| will) go with|let['’]?s (?:use|go with|keep)|sticking (?:with|to)|the plan is|approach:|because\b.{0,80}\binstead|switched (?:to|from)"
    r"|entschieden|entscheidung)\b|决定|选择了|选用|采用|改用|方案是|定为|约定"
)


def of(words: str) -> list[str]:
    """Sentences of a person that order, forbid or constrain something; code blocks are not searched."""
    return _matching(words, _CUE)


def corrections(words: str) -> list[str]:
    """Sentences of a person that correct what was done or said before."""
    return _matching(words, _CORRECTION)


def decisions(words: str) -> list[str]:
    """Sentences of anybody that settle something."""
    return _matching(words, _DECISION)


def _matching(words: str, cue: re.Pattern[str]) -> list[str]:
    found = []
    for sentence in sentences.split(sentences.without_fences(words)):
        match = cue.search(sentence)
        if match is None:
            continue
        kept = sentences.plain(sentences.around(sentence, match.start(), match.end(), LONGEST))
        if len(kept) >= SHORTEST or (len(kept) >= SHORTEST // 2 and not kept.isascii()):
            found.append(kept)
    return list(dict.fromkeys(found))
