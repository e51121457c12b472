"""Converts text to search terms, the same for stored text and questions.

English words are stemmed; runs of Chinese, Japanese and Korean characters
become single characters and pairs, because no word list knows the names that
people remember. Names such as `foo-bar_baz` and `3.12` count whole and in parts.
"""

import re
import unicodedata
from functools import lru_cache
from operator import add

from .patterns import lazy_regex

_VERBS = """
be am is are was were been being|go went gone goes|do did done does|have had has having|say said|get got gotten
make made|know knew known|think thought|take took taken|see saw seen|come came|find found|give gave given|tell told
become became|leave left|feel felt|bring brought|begin began begun|keep kept|hold held|write wrote written
stand stood|hear heard|mean meant|meet met|run ran|pay paid|sit sat|speak spoke spoken|lead led|grow grew grown
lose lost|fall fell fallen|send sent|build built|understand understood|draw drew drawn|break broke broken
spend spent|drive drove driven|buy bought|wear wore worn|choose chose chosen|eat ate eaten|teach taught|catch caught
fight fought|seek sought|sell sold|win won|sing sang sung|swim swam swum|ride rode ridden|rise rose risen
sleep slept|fly flew flown|drink drank drunk|forget forgot forgotten|forgive forgave forgiven|hide hid hidden
throw threw thrown|wake woke woken|shake shook shaken|steal stole stolen|freeze froze frozen|bite bit bitten
blow blew blown|tear tore torn|swear swore sworn|ring rang rung|sink sank sunk|shrink shrank shrunk
spring sprang sprung|dig dug|hang hung|stick stuck|strike struck|swing swung|shoot shot|shine shone|lend lent
bend bent|lay laid|deal dealt|dream dreamt|learn learnt|burn burnt|spell spelt|light lit|slide slid|feed fed
bleed bled|breed bred|flee fled|bind bound|wind wound|grind ground|weave wove woven|sew sewn|sow sown|show shown
mow mown|prove proven|undergo underwent undergone|overcome overcame|withdraw withdrew withdrawn|arise arose arisen
child children|man men|woman women|foot feet|tooth teeth|mouse mice|goose geese|wife wives|life lives|knife knives
leaf leaves|shelf shelves|half halves|wolf wolves|person people|die dying|lie lying|tie tying
"""
_IRREGULAR = {
    form: group.split()[0] for group in _VERBS.replace("\n", "|").split("|") for form in group.split() if form
}

_ENDINGS = (
    ("ization", "iz"),
    ("isation", "iz"),
    ("ational", "at"),
    ("fulness", ""),
    ("ousness", "ous"),
    ("iveness", "iv"),
    ("ation", "at"),
    ("ition", "it"),
    ("ator", "at"),
    ("ment", ""),
    ("ness", ""),
    ("less", ""),
    ("ship", ""),
    ("able", ""),
    ("ible", ""),
    ("ance", ""),
    ("ence", ""),
    ("ical", "ic"),
    ("iliti", "il"),
    ("ful", ""),
    ("ist", ""),
    ("ive", ""),
    ("ize", "iz"),
    ("ise", "iz"),
    ("ion", ""),
    ("iti", ""),
    ("al", ""),
    ("er", ""),
    ("or", ""),
)
_BY_LAST = {
    last: tuple(pair for pair in _ENDINGS if pair[0].endswith(last)) for last in {ending[-1] for ending, _ in _ENDINGS}
}
"""The endings by their last letter: few of them are worth a look for one word."""
_ROOT = 4
"""Letters that a derivation must leave, so that `water` and `animal` do not become scraps."""
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of a lower-case English word; other words are returned unchanged."""
    base = _IRREGULAR.get(word)
    if base is None:
        if len(word) < 3 or not (word.isascii() and word.isalpha()):
            return word
        base = _without_inflection(word)
    return _without_derivation(base)


def _without_inflection(word: str) -> str:
    if word.endswith("ies"):
        word = word[:-3] + ("y" if len(word) > 4 else "ie")
    elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("eed"):
        return word
    for ending in ("ingly", "edly", "ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and not _VOWELS.isdisjoint(root):
            root = _IRREGULAR.get(root, root)
            return root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz" else root
    return word


def _without_derivation(word: str) -> str:
    if word.endswith("ly") and len(word) > _ROOT:
        word = word[:-2]
        if word.endswith("i"):
            word = word[:-1] + "y"
    if len(word) > 3 and word.endswith("y") and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    word = _shorten_word(_shorten_word(word))
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _shorten_word(word: str) -> str:
    for ending, instead in _BY_LAST.get(word[-1:], ()):
        if word.endswith(ending):
            root = word[: -len(ending)]
            if len(root) < _ROOT or _VOWELS.isdisjoint(root):
                return word
            doubled = not instead and root[-1] == root[-2] and root[-1] not in "lsz"
            return root[:-1] if doubled else root + instead
    return word


MAX_TEXT = 20_000
"""Characters of a text that are searched; the rest of a giant line is kept but not indexed."""
LONGEST_TERM = 40
"""Characters; more is a blob, not a word."""

_CJK_RANGE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_ASCII_WORD = lazy_regex(r"[a-z0-9]+(?:'[a-z]+)?")
_ANY_WORD = lazy_regex(rf"[{_CJK_RANGE}]+|(?:(?![{_CJK_RANGE}])[^\W_])+(?:'[a-z]+)?")
_CJK_RUN = lazy_regex(rf"([{_CJK_RANGE}]+)")
_SPACED = bytes(code if chr(code).isalnum() or code == ord("'") else 32 for code in range(128)) + bytes(128)
"""What parts ASCII words; apostrophes stay with the word they stand at."""
_SHAPED = bytes(ord("." if char in "._/:@#-" else "a" if char.isalnum() else " ") for char in map(chr, range(128)))
_SHAPED += bytes(128)
"""Marks that join two words as `.`, what they join as `a`."""
_OTHER_WORD = lazy_regex(r"[^\W_]+(?:'[a-z]+)?")
"""A word of a text between two runs."""
_JOINED = lazy_regex(r"(?<![a-z0-9])[a-z0-9]+(?:[._/:@#-]+[a-z0-9]+)+")
_JOINED_AT = lazy_regex(r"[._/:@#-](?<=[a-z0-9][._/:@#-])[._/:@#-]*(?=[a-z0-9])")
_JOINT = lazy_regex(r"[._/:@#-]+")
_WIDE_MARKS = tuple(zip("，：；？！（）", ",:;?!()", strict=True))
_ACCENTED = lazy_regex("[\u00c0-\u024f]")
_IS_CJK = lazy_regex(rf"[{_CJK_RANGE}]")

_UNINDEXED_WORDS = """
a an and are as at be been but by for from had has have he her his i if in is it its me my of on or our she so
that the their them they this to us was we were will with you your am do does did i'm it's i've that's don't
i'll you're didn't can't he's she's we're they're isn't wasn't
"""
UNINDEXED = frozenset(_UNINDEXED_WORDS.split())
"""Words that are in every English text: never indexed."""

_UNASKED_WORDS = """
what which who whom whose when where why how can could would should may might must shall there here than then
these those not no nor too very just also about into over under after before again any some such only own same
each few more most other both all during while until because being having doing ever yet still get got go up
down out off him hers ours yours theirs itself himself herself themselves myself yourself tell please many
much long one does kind type name another's let lets know said say says mention mentioned talk likely between
"""
UNASKED = UNINDEXED | frozenset(_UNASKED_WORDS.split())
"""Function words and words of asking: dropped from a question unless it has nothing else."""

_ZH_UNASKED_WORDS = """
什么时候 什么样 为什么 怎么样 是什么 有什么 有哪些 是不是 有没有 能不能 可不可以 什么 怎么 怎样
哪些 哪个 哪里 哪儿 哪一 哪家 哪位 哪种 多少 几个 几次 如何 是否 谁的 告诉 请问 还记得 记得
曾经 关于 以及 或者 因为 所以 但是 可以 能够 这个 那个 这些 那些 他们 她们 我们 你们 它们 自己
已经 一个 一下 是谁 多久 吗 呢 吧 啊 呀 的 了 是 在 有 和 与 及 或 也 都 就 而 被 把 对
从 到 为 以 于 之 其 我 你 他 她 它 谁 哪 几 过 着 地 得
"""
_ZH_UNASKED = tuple(_ZH_UNASKED_WORDS.split())
_ZH_SPLIT = lazy_regex("|".join(sorted(map(re.escape, _ZH_UNASKED), key=len, reverse=True)))


def folded(text: str) -> str:
    """Lower case, full-width forms narrow, Latin accents dropped, apostrophes straight, Chinese simplified."""
    if text.isascii():
        return text.lower()
    text = narrow(text).casefold().replace("\u2019", "'")
    if _IS_CJK.search(text):
        from .traditional import simplified

        text = simplified(text)
    return _ACCENTED.sub(_plain, text)


def narrow(text: str) -> str:
    """The text in Unicode form NFKC, with a shortcut for Chinese text that needs no decomposition."""
    for wide, plain in _WIDE_MARKS:
        text = text.replace(wide, plain)
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)


def _plain(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFD", match[0])[0]


def words(text: str) -> list[str]:
    """Lower-case words and whole CJK runs, in order."""
    text = folded(text[:MAX_TEXT])
    found = (_ASCII_WORD if text.isascii() else _ANY_WORD).findall(text)
    return [word for word in found if len(word) <= LONGEST_TERM or _IS_CJK.match(word)]


def terms(text: str) -> list[str]:
    """The search terms of a document, in order, with repetitions."""
    return terms_line(text).split()


def terms_line(text: str) -> str:
    """The same, separated by spaces."""
    text = folded(text[:MAX_TEXT])
    if text.isascii():
        raw = text.encode()
        found = list(filter(None, map(_TERMS.__getitem__, raw.translate(_SPACED).decode().split())))
        shape = raw.translate(_SHAPED)
        may_join = b"a.a" in shape or b"a.." in shape  # tells in a third of the time
    else:
        found = []
        for place, piece in enumerate(_CJK_RUN.split(text)):
            if place % 2:
                found += _grams(piece)
            elif len(piece) > 1 or piece.isalnum():
                found += filter(None, map(_TERMS.__getitem__, _OTHER_WORD.findall(piece)))
        may_join = True
    return " ".join(found + _names(text) if may_join and _JOINED_AT.search(text) else found)


class _Terms(dict[str, str]):
    """Cache: the term of a stored word, empty if it is not indexed.

    Between apostrophes there may stand more words, whose terms are parted by spaces: `rock'n'roll`.
    """

    def __missing__(self, word: str) -> str:
        if len(self) > _MOST_TERMS:
            self.clear()
        words = _ASCII_WORD.findall(word) if "'" in word and word.isascii() else (word,)
        term = " ".join(filter(None, map(_term, words)))
        self[word] = term
        return term


def _term(word: str) -> str:
    return "" if word in UNINDEXED or len(word) > LONGEST_TERM else stem(_bare(word))


_MOST_TERMS = 200_000
_TERMS = _Terms()


def query_terms(text: str) -> list[str]:
    """Search terms of a question without function words, unless nothing else is left; each once, in order."""
    text = folded(text[:MAX_TEXT])
    for unasked in (UNASKED, UNINDEXED):
        found: list[str] = []
        for word in (_ASCII_WORD if text.isascii() else _ANY_WORD).findall(text):
            if has_cjk(word):
                for piece in _ZH_SPLIT.split(word) if unasked is UNASKED else (word,):
                    found += _grams(piece)
            elif word not in unasked and _bare(word) not in unasked and len(word) <= LONGEST_TERM:
                found.append(stem(_bare(word)))
        found += _names(text)
        if found:
            return list(dict.fromkeys(found))
    return []


def is_question(text: str) -> bool:
    """Whether a text is a question: it ends with a question mark."""
    return text.rstrip(" \"')*\n").endswith(("?", "？"))


def has_cjk(text: str) -> bool:
    """Whether the text has Chinese, Japanese or Korean characters."""
    return not text.isascii() and _IS_CJK.search(text) is not None


def _bare(word: str) -> str:
    return word.partition("'")[0] if "'" in word else word


def _grams(run: str) -> list[str]:
    single = list(run)  # each character becomes an object, and is taken as it is from then on
    return single + list(map(add, single, single[1:]))


def _names(text: str) -> list[str]:
    """Whole names with digits or marks inside: `3_12` for 3.12, `foo_bar_baz` for foo-bar_baz."""
    return [
        _JOINT.sub("_", name)
        for name in _JOINED.findall(text)
        if len(name) <= LONGEST_TERM and any(c in "_./@#:" or c.isdigit() for c in name)
    ]
