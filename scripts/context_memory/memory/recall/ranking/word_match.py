"""How well a candidate's words fit those of a question: rarity, BM25, pairs of words, and how much is said around it.

Around it each word of the question counts once, where it is nearest. The turns before count more than those after: what
is told answers what was asked. A word that is related to one of the question counts a share of it. Words are bits of a
number, so that a question costs little for hundreds of turns.
"""

import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import pairwise
from math import log
from operator import itemgetter

from ....text import dates, lexing
from ....text.lexing import stem
from ....text.patterns import lazy_regex
from ...docs import Kind
from ...ports import Candidate, Pool, Statistics

K1 = 0.9
"""Saturation of repeated words; FTS5's fixed 1.2 loses a point (LIBRARIES, measured)."""
B = 0.3
"""Share of length normalisation; memories are short and alike."""
LIGHT = 0.5
"""What a word that is said of everything is worth, against its rarity."""
FEW, MANY = 30, 60
"""Docs of a small store, and of one that is not: most of what is asked of a small one names what it knows."""
READ = 400
"""Characters of a question that are read for names and for what it asks, from its end."""
CODE_BITS = 120
"""Of what a word means: `templates/word_codes.txt`."""
ALIKE, SAME = 0.15, 0.7
"""How alike two words are, by their codes, from which one says something of the other, and from which as much as it."""
LONG_DOC = 150
"""Terms; of a longer doc all words are counted in one pass."""

_LIGHT_TERMS_WORDS = """
thing something anything way time day week month year lot bit part place people person someone somebody new
old good great nice big little first last next recent recently currently feel think want need help take make
give use go come keep try start plan interest interested special favorite favourite activity event item
subject topic reason describe like love enjoy share both together experience different certain usually often
mean find see look work happen main specific general various
"""
_LIGHT_CHARACTERS = """
不没会能要想说看好请问让给跟向做用可只还又再更很最来去个些这那什么怎我你他她们一有在是的了吗呢吧啊
"""
"""Characters of Chinese that stand in every sentence; in pairs with others they count in full."""
_LIGHT_TERMS = frozenset(stem(word) for word in _LIGHT_TERMS_WORDS.split()) | {*_LIGHT_CHARACTERS} - {"\n"}


def rarity(term: str, statistics: Statistics) -> float:
    """How much a term tells: log of the share of docs without it."""
    worth = rarity_of(statistics.frequencies.get(term, 0), statistics.docs)
    return worth * LIGHT if term in _LIGHT_TERMS else worth


def is_light(term: str) -> bool:
    """Whether it is said of everything."""
    return term in _LIGHT_TERMS


def rarity_of(count: int, docs: int) -> float:
    """How much it tells to be one of `count` docs."""
    return log(1 + max(0.0, docs - count + 0.5) / (count + 0.5))


def smallness(docs: int, few: int = FEW, many: int = MANY) -> float:
    """How small a store of so many docs is, 0 to 1."""
    return min(1.0, max(0.0, (many - docs) / (many - few)))


def held(candidates: Sequence[Candidate], wanted: Iterable[str]) -> list[frozenset[str]]:
    """Which of the wanted terms each candidate holds: looked up once, as most candidates hold none of them."""
    find = frozenset(wanted).intersection
    return [find(candidate.terms.split()) for candidate in candidates]


def bm25(
    candidates: Sequence[Candidate],
    weights: Mapping[str, float],
    average: float,
    found: Sequence[Set[str]] | None = None,
) -> list[float]:
    """BM25 of each candidate for weighted terms; `found` is what `held` says of them, where it was asked before."""
    scores = []
    average = average or 1.0
    marked = {term: f" {term} " for term in weights}
    for candidate, here in zip(candidates, held(candidates, weights) if found is None else found, strict=True):
        total = 0.0
        if here:
            line = candidate.terms
            length = line.count(" ") + 1
            floor = K1 * (1 - B + B * length / average)
            counts = Counter(filter(here.__contains__, line.split())) if length > LONG_DOC else None
            padded = f" {line} "
            for term, weight in weights.items():  # in the order of the question, so that every sum is the same
                if term in here:
                    count = counts[term] if counts else _count(padded, marked[term])
                    total += weight * count * (K1 + 1) / (count + floor)
        scores.append(total)
    return scores


def _count(padded: str, term: str) -> int:
    """How often a term with its spaces stands in a line that begins and ends with one; neighbours share a space."""
    count, place = 0, padded.find(term)
    while place >= 0:
        count += 1
        place = padded.find(term, place + len(term) - 1)
    return count


def pairs(
    asked: Sequence[str], candidates: Sequence[Candidate], weights: Mapping[str, float], found: Sequence[Set[str]]
) -> list[float]:
    """Words that stand side by side in the question and in the doc; `found` is what `held` says of the question's."""
    wanted = [(one, two, f" {one} {two} ", weights[one] + weights[two]) for one, two in pairwise(asked)]
    scores = []
    for candidate, here in zip(candidates, found, strict=True):
        score = 0.0
        if len(here) > 1:
            possible = [each for each in wanted if each[0] in here and each[1] in here]
            if possible:
                padded = f" {candidate.terms} "
                score = sum(worth for _, _, pair, worth in possible if pair in padded)
        scores.append(score)
    return scores


def alike(candidates: Sequence[Candidate], worth: Mapping[str, float], codes: Mapping[str, str]) -> list[float]:
    """Share of a question that each candidate says in other words: each missing one counts by the word most like it."""
    whole = sum(worth.values()) or 1.0
    asked = {term: (share / whole, _bits(codes[term])) for term, share in worth.items() if term in codes}
    known: dict[str, list[tuple[str, float]]] = {}
    scores = []
    for candidate in candidates:
        said, best = frozenset(candidate.terms.split()), dict[str, float]()
        for word in said:
            if (near := known.get(word)) is None:
                near = known[word] = [*_near(codes.get(word), asked)]
            for term, gain in near:
                if gain > best.get(term, 0.0):
                    best[term] = gain
        scores.append(sum(gain for term, gain in best.items() if term not in said))
    return scores


def _near(code: str | None, asked: Mapping[str, tuple[float, int]]) -> Iterable[tuple[str, float]]:
    """What a word of this code says of each word of the question, where it says something."""
    for term, (share, bits) in asked.items() if code else ():
        likeness = 1 - 2 * (bits ^ _bits(code)).bit_count() / CODE_BITS
        if likeness > ALIKE:
            yield term, share * min(1.0, (likeness - ALIKE) / (SAME - ALIKE))


@lru_cache(maxsize=10_000)
def _bits(code: str) -> int:
    return int.from_bytes(b64decode(code), "big")


def normalised(values: Sequence[float]) -> list[float]:
    """The same with the best at 1."""
    top = max(values, default=0.0)
    return [value / top for value in values] if top > 0 else [0.0] * len(values)


BEFORE = (0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
"""What a word is worth that stands one, two, ... turns before."""
AFTER = (0.6, 0.5, 0.4, 0.3, 0.2, 0.2)
"""The same of turns after."""
RELATED = 0.5
"""Share of a related word where the word itself is missing."""


class Said:
    """Which words of a question each candidate holds, itself or by a related word."""

    def __init__(
        self, found: Sequence[Set[str]], worth: Mapping[str, float], related: Mapping[str, frozenset[str]]
    ) -> None:
        """`found` is what `word_scores.held` says of the words of the question and of the related ones."""
        self._worth = list(worth.values())
        self._sums: dict[int, float] = {0: 0.0}
        bits = {term: 1 << place for place, term in enumerate(worth)}
        near: dict[str, int] = {}
        for term, words in related.items():
            for word in words:
                near[word] = near.get(word, 0) | bits[term]
        self.itself = [_joined(here, bits) for here in found]
        self.also = [
            mask | _joined(here, near) if here else mask for mask, here in zip(self.itself, found, strict=True)
        ]
        """With related words."""

    def sum(self, mask: int) -> float:
        """What these words are worth together."""
        found = self._sums.get(mask)
        if found is None:
            found = self._sums[mask] = sum(worth for place, worth in enumerate(self._worth) if mask >> place & 1)
        return found


def _joined(words: Iterable[str], bits: Mapping[str, int]) -> int:
    mask = 0
    for word in words:
        mask |= bits.get(word, 0)
    return mask


def covered(
    said: Said, own: Sequence[float], before: Sequence[int], after: Sequence[int], lifts: Sequence[float]
) -> list[float]:
    """What of the question is said here and near by; `before` and `after` are places of the turns beside, or -1.

    `own` is what each candidate's own words score (BM25, which is the worth of a word that is said once);
    `lifts` says how far each candidate may be lifted by what stands beside it, mostly 1.
    """
    itself, also, worth = [*said.itself, 0], [*said.also, 0], said.sum  # place -1 is beside the ends and holds nothing
    earlier, later = [*before, -1], [*after, -1]
    steps = tuple(zip(BEFORE, AFTER, strict=True))
    scores = []
    for place, lift in enumerate(lifts):
        seen = itself[place]
        total = own[place]
        if new := also[place] & ~seen:
            total += RELATED * worth(new)
            seen |= new
        left = right = place
        for left_share, right_share in steps:
            left, right = earlier[left], later[right]
            if left == right:  # both ends are passed
                break
            if new := also[left] & ~seen:
                total += lift * left_share * _shared(new, itself[left], worth)
                seen |= new
            if new := also[right] & ~seen:
                total += lift * right_share * _shared(new, itself[right], worth)
                seen |= new
        scores.append(total)
    return scores


def _shared(new: int, itself: int, worth: Callable[[int], float]) -> float:
    """What new words are worth: in full those that stand there, a share those that are only related."""
    return worth(new & itself) + RELATED * worth(new & ~itself)


def links(pool: Pool) -> tuple[list[int], list[int]]:
    """Place of the turn before and of the turn after each candidate, -1 where there is none.

    Pieces of a file that stand under headings of two days are not beside each other.
    """
    candidates = pool.candidates
    place = {candidate.row: index for index, candidate in enumerate(candidates)}
    before, after = [-1] * len(place), [-1] * len(place)
    for first, second in pool.follows.items():
        one, two = place[first], place[second]
        if candidates[one].kind != Kind.SECTION or candidates[one].created_at == candidates[two].created_at:
            after[one], before[two] = two, one
    return before, after


_COUNTED = (
    r"(?<![\w./])(?:\d[\d.,]*k?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|\w+ty-\w+"
    r"|dozens?|hundreds?|thousands?|millions?|half|once|twice|both|couple|pair|none|no|nobody|nothing|zero|all|first|second"
    r"|third|single|double|triple|several|many|few)\b"
)
_COUNTED_ZH = r"[\d一二两三四五六七八九十百千万半]+"
_UNITS = r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|nights?|ms|min|sec|h|s)\b"
_LENGTHS = r"(?:[kcm]?m|met\w+|kilom\w+|miles?|feet|foot|ft|inch\w*|pages?|lines?|words|k?g|kilo\w*|pounds?|tons?|%)"
_COUNTERS = "个個只条次层台张枚本位名辆家间人回件冊匹天日号楼岁歳点时分年月周週平米斤克升瓶盒班路"
_MEASURED = (
    *("size", "percentage", "temperature", "version", "dose", "voltage", "port", "share", "weight", "height", "speed"),
    *("rate", "limit", "budget", "score", "code", "rent", "salary", "fee"),
)
_MEASURES = f"(?:ip|ip address|{'|'.join(_MEASURED)})"
_KIN = (
    "mother|father|mum|mom|dad|parents|sister|brother|wife|husband|partner|\\w+friend|son|daughter|aunt|uncle|cousin"
    "|grand\\w+|boss|managers?|teams?|friends?|neighbou?rs?|colleagues?|doctor|dentist|teacher|landlord|landlady|lawyer"
    "|accountant|engineers?|developers?|support|staff|vendor|agency|customers?|clients?|users?|admins?|supplier"
)
_WANTED = {
    "phone": (("phone", "电话", "手机"), r"\bphone number\b|电话(?:号码?|是|多少(?!钱)|几|番号)|手机号"),
    "secret": (
        ("passw", "passc", "密码", "パスワード", "暗证番号"),
        r"\b(?:password|passcode)\b|密码|パスワード|暗证番号",
    ),
    "lasting": (
        ("how long", "多久", "多长", "どのくらい"),
        r"\bhow long\b(?! ago)|多久(?!之?前)|多长时间|どのくらいの(?:时|時)间",
    ),
    "measure": (("how ", "多"), r"\bhow (?:tall|heavy|far (?:is|are|was|away|from))\b|多[高重宽深远]"),
    "price": (
        ("expensive", "much", "cost", "pa", "charge", "price", "earn", "多少", "いくら"),
        r"\bhow (?:expensive|much (?:\w+ ){0,6}(?:cost|pay|paid|spend|spent|charged?|price|(?:get|got|sold) for"
        r"|an? (?:night|week|month|year)))\b"
        r"|\bwhat (?:do|does|did|will|would) (?:[\w'.]+ ){1,6}(?:cost|pay|paid|charge|earn)\b|\b(?:what|which) price\b"
        r"|多少钱|(?:工资|薪水?|价格?|面值|租金?|月供|费用?|奖金|押金)[^，。？?]{0,8}多少|いくら",
    ),
    "colour": (("colo", "色"), r"\b(?:what|which) colou?r\b|(?:什么|哪种|何)(?:颜色|色)"),
    "floor": (("floor", "楼", "层", "階"), r"\b(?:what|which) floor\b|[几何][楼层階]|哪一?[层楼]"),
    "age": (
        ("how old", "多大", "岁", "歳", "才", "年"),
        r"\bhow old\b|多大(?:年纪|岁数|了)|[几何][岁歳才]|年[纪龄齢]|岁数",
    ),
    "place": (("where", "哪", "どこ"), r"\bwhere\b|哪里|哪儿|在哪(?![个個一种種些])|どこ"),
    "number": (
        ("how ", "what", "which", "多", "いくつ", "几", "何"),
        rf"\bhow (?:many|much|large|big)\b|\b(?:what|which) {_MEASURES}\b"
        rf"|\bwhat(?:'s| is| was) (?:(?:the|my|our|your|its) )?(?:[\w'.]+ ){{0,2}}{_MEASURES}\b"
        r"|多少|多大|いくつ|[几何][个個只条次层台张枚杯本位名辆家间块人回件冊匹](?!.*哪些)",
    ),
    "name": (
        ("name", "called", "叫", "姓", "名字"),
        r"\bwhat\b[^?]*\b(?:name of|called|named)\b|\bwhat(?:'s| is| are| was)\b[^?]*\bnames?\b"
        r"|叫什么|姓什么|什么名字|名字[是叫]",
    ),
    "person": (("who",), r"\bwho(?:se|m)?\b(?!(?:'s| is| are| was| were) (?-i:[A-Z]))"),
}
"""By the kind of value how it is asked for, with words of which one is in each such question: what none of them is in
needs no pattern. For a time there is `dates.asks_when`."""
_ASKS_FOR = {kind: lazy_regex(asks, re.IGNORECASE) for kind, (_, asks) in _WANTED.items()}
_FITTING = {
    "phone": lazy_regex(r"\d[\d ()/.-]{4,}\d"),
    "secret": lazy_regex(r"(?i:passw|passcode|passphrase|credential|\bkey\b)|密码|口令|パスワード|番号"),
    "lasting": lazy_regex(
        rf"(?i:(?:{_COUNTED}|\ban?\b|\d)[\s-]*(?:\w+ )?(?:{_UNITS}|{_LENGTHS}\b)|\b(?:until|till|since|from|always)\b)"
        rf"|{_COUNTED_ZH}来?多?\s?个?半?(?:小时|钟头|分|天|周|月|年|秒|星期|礼拜|时|日|週|間)|从|一直|到|まで"
    ),
    "measure": lazy_regex(
        rf"(?i:(?:{_COUNTED}|\d)[\s-]*{_LENGTHS}(?!\w))|[很最较不][高低重宽深远近]"
        rf"|{_COUNTED_ZH}多?(?:米|厘米|公分|公里|里|斤|公斤|克|吨|层|楼|寸|尺|[kc]?[mg])"
    ),
    "price": lazy_regex(
        rf"\b\d[\d.,]*(?![\d.,]|\s*(?:[ap]m|st|nd|rd|th|{_UNITS}|{_LENGTHS}\b)|\s?[{_COUNTERS}]"
        r"|\s(?!euros|dollars|pounds|bucks|francs)[a-z]+s\b)"
        r"|(?i:\b(?:free|hundred|thousand|euros?|dollars?|pounds?|nothing)\b)|\d[元块円千万]|[一二两三四五六七八九十几][百千万块元毛]|免费|無料"
    ),
    "colour": lazy_regex(
        r"(?i)\b(?:black|white|red|blue|green|yellow|orange|purple|violet|pink|brown|gr[ae]y|silver|gold\w*|beige|cream"
        r"|turquoise|navy|colou?r\w*|paint\w*)\b|[黑白红蓝绿黄橙紫粉棕褐灰银金彩米青]色?|色"
    ),
    "place": lazy_regex(
        r"(?i:\b(?:in|at|on|under|behind|near|next to|opposite|inside|to|from|via|above|below|by|beside|between|along"
        r"|across|outside|off|into|with|over|upstairs|downstairs|street|road|room|shelf|drawer|office|abroad|home)\b|\w/\w)"
        r"|[在到去住搬于从放里内上下旁边间路街号店楼市省县区村镇馆院校场でにへ駅町県棚室]|リージョン"
    ),
    "floor": lazy_regex(
        r"(?i:\b(?:floors?|ground|stor(?:ey|ies)|basement)\b)|[\d一二三四五六七八九十][楼层階F]|号楼|室"
    ),
    "age": lazy_regex(
        rf"(?i:\b(?:aged?|born|turn(?:s|ed|ing)?|birthday|built|since|(?:is|am|are|was|now|only|nearly) {_COUNTED}"
        r"|(?:\d+|\w+)[ -](?:years?|months?|weeks?|days?)|(?:1[5-9]|20)\d\d)\b)|\(\d{1,3}\)"
        r"|[岁歳才龄齢]|生[于まれ]|出生|[\d一二三四五六七八九十][个か]?[年月]|(?:今年|了|都)[\d一二三四五六七八九十]"
    ),
    "number": lazy_regex(
        rf"(?i:{_COUNTED}(?!\s*(?:{_UNITS}|[ap]m\b|st\b|nd\b|rd\b|th\b))|\b(?:aged?|born|turn\w*)\b)"
        rf"|(?<![周第期拜\d.]){_COUNTED_ZH}(?![\d一二两三四五六七八九十百千万年月日号点周])|几[个只条次层台张本位名辆家间块]"
        r"|ひと[りつ]|ふた[りつ]|[岁歳]"
    ),
    "name": lazy_regex(
        r"(?<![.?!]\s)(?<!^)\b[A-Z][\w'-]+|[\"“‘「《`]|\w[_/.-]\w|[叫姓名]|[是找][小老阿]\w|[^\x00-\x7f]\s?[A-Za-z]{2}"
    ),
    "person": lazy_regex(
        r"(?<![.?!]\s)(?<!^)\b[A-Z][\w'-]+|@|[^\x00-\x7f]|^[A-Z]\w+(?= (?:[A-Z]\w|(?:and|is|was|has|had|will|can"
        r"|does|did|found|took|went|made|got|said|told|wrote|ran|gave|left|came|knows?|built|sent|set|\w+[es]d|\w+s) ))"
        rf"|(?i:\b(?:i|me|we|he|she|they|you|somebody|someone|everybody|everyone|{_KIN})\b)"
    ),
}
"""What a value of each kind looks like; a text without capital letters tells no names."""
_PIECE = lazy_regex(r"(?<=[.!?;])\s+|\n|\s-\s|(?<=[。！？；])")
_ENTRY = lazy_regex(r"\s*(?:[-*+]|\d+[.)])\s")
"""A line of a list, which tells of another thing than the one before."""


_DECIDING = ("decide", "Decide", "决定", "决策", "选定", "放弃", "選ん", "決め")
_DECIDED = lazy_regex(r"\bdecision|decided|决定|决策|決定|決め", re.IGNORECASE)
"""How notes say that something was decided; who talks tells it without such a word."""
_RULE = lazy_regex(
    r"\b(?:must|never|always|don'?t|do not|only|should|avoid|required|not allowed|rules?)\b"
    r"|必须|严禁|禁止|不[要得能可]|务必|优先|原则|规则|策略|NG|してはいけない|ように|必ず|ルール|鉄則",
    re.IGNORECASE,
)
"""What binds whoever does a thing."""


def lacks_in_files(question: str, terms: Sequence[str], *, is_request: bool) -> Callable[[str], bool] | None:
    """Whether a piece of a file lacks what is asked for: a value, a decision, what binds who does it; None if all fit.

    Not a time: "when does a refund need approval" asks for none, and `when` counts it.
    """
    wanted = kind_wanted(question).replace("time", "")
    told = [_DECIDED] * any(map(question[-READ:].__contains__, _DECIDING)) + [_RULE] * is_request
    if not wanted and not told:
        return None

    def lacks(text: str) -> bool:
        text = text[: lexing.MAX_TEXT]
        has_value = not wanted or holds_kind(wanted, question, terms, text)
        return not has_value or any(answer.search(text) is None for answer in told)

    return lacks


def lacks_value(question: str, text: str) -> bool:
    """Whether a question asks for a kind of value that stands nowhere near what the text says of it."""
    wanted = kind_wanted(question)
    return bool(wanted) and not holds_kind(wanted, question, lexing.query_terms(question), text)


def kind_wanted(question: str) -> str:
    """The kind of value that the last sentence asks for first; empty where any answers."""
    low = lexing.simplified(question[-READ:]).lower()
    if likely := [kind for kind, (words, _) in _WANTED.items() if any(map(low.__contains__, words))]:
        asked = lexing.simplified(pieces_of(question[-READ:])[-1])
        found = [(match.start(), kind) for kind in likely if (match := _ASKS_FOR[kind].search(asked))]
        if found:
            return min(found, key=itemgetter(0))[1]
    return "time" if dates.asks_when(question[-READ:]) else ""


_DAY_OR_TIME = lazy_regex(r"[12]\d{3}-\d\d-\d\d|\b\d?\d[:：]\d\d\b")
_CAPITALIZED = lazy_regex(r"\b[A-Z][\w-]+")


def holds_kind(wanted: str, question: str, terms: Sequence[str], text: str) -> bool:
    """Whether a value of the kind that is asked for stands where most of the question is said, or next to it."""
    pieces = pieces_of(text[: lexing.MAX_TEXT])
    said = [sum(map(piece.lower().__contains__, terms)) for piece in pieces]  # a stem is how most words begin
    best = said.index(max(said))
    beside = [piece for piece in pieces[best + 1 : best + 2] if not _ENTRY.match(piece)]
    near = lexing.simplified(" ".join((pieces[best], *beside)))
    if wanted == "time":
        return dates.says_time(near)
    near = _DAY_OR_TIME.sub("", near)  # these count nothing
    if wanted in ("name", "person"):  # a name that the question says does not answer it
        if near.isascii() and near == near.lower():
            return True
        near = _CAPITALIZED.sub(lambda name: "" if name[0] in question else name[0], near)
    return _FITTING[wanted].search(near) is not None


def pieces_of(text: str) -> list[str]:
    """Its sentences and lines."""
    return [piece for piece in _PIECE.split(text) if piece.strip()] or [text]
