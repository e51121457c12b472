"""What a person ordered, corrected and decided, sentence by sentence, in their own words."""

import re
from collections.abc import Callable, Iterable

from . import decisions_zh, pasted, sentences

SHORTEST = 12
"""Characters; anything shorter says too little without the message around it."""
LONGEST = 300
"""Characters of one kept sentence; a longer one is cut around its cue."""


def _any_word(words: Iterable[str], parts: Iterable[str]) -> re.Pattern[str]:
    """Matches one of the words, whole and in any case, or one of the parts (Chinese has no word boundaries)."""
    return re.compile("|".join([rf"(?i)\b(?:{'|'.join(words)})(?!\w)", *parts]))


_ORDER_WORDS = (
    *("must(?:n['’]?t)?", "should(?:n['’]?t)?", "shall", "never", "always", "don['’]?t", "do not", "no need"),
    *(
        "instead",
        "rather than",
        "prefer",
        "make sure",
        "ensure",
        "be sure",
        "remember",
        "keep",
        "avoid",
        "stop",
        "only",
    ),
    *(
        "let['’]?s (?:use|go|keep|do|not|stick|start|make)",
        "we['’]?ll",
        "we will",
        "decid\\w*",
        "use [^.,;]{1,40},? (?:not|instead)",
    ),
    *(
        "(?:please )?use (?=[^ ]+ (?:for|when|in|to|as)\\b)",
        "without",
        "required?",
        "forbidden",
        "not allowed",
        "no longer",
        "from now on",
        "at (?:most|least)",
    ),
    *("nicht", "immer", "niemals", "nie", "statt", "muss", "musst", "müssen", "soll(?:st|en|te)?", "bitte", "merke?n?"),
    *("nur", "kein\\w*", "erst", "nunca", "siempre", "debe[ns]?", "jamais", "toujours", "doit"),
)
_ORDER_PARTS = (
    *(
        "不要",
        "必须",
        "应该",
        "改用",
        "改成",
        "记住",
        "只要",
        "不用",
        "一定",
        "以后",
        "(?<![类级分特个区识性判差告])别(?![的人处名])",
        "保持",
        "务必",
        "禁止",
    ),
    *("不能", "不准", "不许", "只能", "先不", "统一", "优先(?!级)", "避免", "请勿", "ください", "しないで", "必ず"),
)
_CORRECTION_WORDS = (
    *("that['’]?s (?:wrong|not (?:right|what|correct))", "not what i", "i meant", "incorrect", "you misunderstood"),
    *("instead of", "should have been", "should be \\S+ not", "not \\S+ but", "redo", "revert", "undo"),
    *("still (?:broken|wrong|fail\\w*|not)", "falsch", "sondern", "(?:no|nope|nein|wrong|actually)[,.!:]"),
)
_CORRECTION_PARTS = (
    *(
        "不对",
        "错了",
        "搞错",
        "弄错",
        "不是这",
        "不是我要",
        "我说的是",
        "我是说",
        "应该是",
        "别这样",
        "重新",
        "纠正",
        "而不是",
    ),
    *(r"^(?:no|nope|nein)\W+(?:that|it|this|i|you|not|wait|use|don|das|ich)\b", "^(?:wrong|actually|not quite)\\b"),
)
_DECISION_WORDS = (
    *(
        "decid\\w*",
        "decision",
        "we (?:chose|agreed|settled|picked|will use)",
        "chose to",
        "agreed (?:to|on)",
        "settled on",
    ),
    *(
        "go(?:ing)? with",
        "let['’]?s (?:use|go with|keep)",
        "sticking (?:with|to)",
        "the plan is",
        "switched (?:to|from)",
    ),
    *("entschieden", "entscheidung"),
)

_SHORT = 60  # characters of a sentence that only points at the one before it
_REFERS_BACK = re.compile(r"(?i)\b(?:that|this|it)\b|这个|这条|这一|此")

_ORDER = _any_word(_ORDER_WORDS, _ORDER_PARTS)
_CORRECTION = _any_word(_CORRECTION_WORDS, _CORRECTION_PARTS)
_DECISION = _any_word(_DECISION_WORDS, ())


def of(words: str) -> list[str]:
    """Sentences of a person that order, forbid or constrain something; code blocks are not searched."""
    return _matching(words, _or_settled(_ORDER, words))


def corrections(words: str) -> list[str]:
    """Sentences of a person that correct what was done or said before; of a pasted document only its first line can."""
    if pasted.is_document(words):
        words = words.strip().partition("\n")[0]
    return _matching(words, _CORRECTION.search)


def decisions(words: str, *, of_agent: bool = False) -> list[str]:
    """Sentences of anybody that settle something; "note that decision" also names the sentence before it."""
    return _matching(words, _or_settled(_DECISION, words, of_agent=of_agent), refers_back=True)


def _or_settled(cue: re.Pattern[str], words: str, *, of_agent: bool = False) -> Callable[[str], re.Match[str] | None]:
    """Finds the cue in a sentence of these words, or that it settles something in Chinese."""
    in_document = pasted.is_document(words)

    def found(sentence: str) -> re.Match[str] | None:
        return cue.search(sentence) or decisions_zh.match(sentence, in_document=in_document, of_agent=of_agent)

    return found


def _matching(words: str, cue: Callable[[str], re.Match[str] | None], *, refers_back: bool = False) -> list[str]:
    found = []
    previous = ""
    for sentence in sentences.split(sentences.without_fences(words)):
        words_only = sentences.plain(sentence)
        match = cue(words_only)
        if match is not None and not sentences.is_code(sentence):
            kept = sentences.around(words_only, match.start(), match.end(), LONGEST)
            if refers_back and previous and len(kept) <= _SHORT and _REFERS_BACK.search(kept):
                kept = sentences.clip(f"{sentences.plain(previous)} {kept}", LONGEST)
            if len(kept) >= SHORTEST or (len(kept) >= SHORTEST // 2 and not kept.isascii()):
                found.append(kept)
        previous = sentence
    return list(dict.fromkeys(found))
