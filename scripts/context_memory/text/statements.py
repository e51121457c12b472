"""What a statement asserts, word by word, so that two can be told apart: its values, negations, and what else it says.

Two statements are the same only if nothing is left over on both sides: one word in the place of another is another
fact, unless the two mean the same. Dates, times and numbers count by their value, however they are written.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from . import lexing
from .lexing import stem
from .patterns import lazy_regex

VALUE = "#"
"""What a token begins with that stands for a number, a date or a time."""
LONGEST = 2_000
"""Characters; a longer text is no statement."""
_MOST_KEPT = 2_000

_MONTHS_WORDS = """
january february march april may june july august september october november december
"""
_MONTHS = _MONTHS_WORDS.split()
_MONTH = "|".join(
    (*(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS if name not in ("may", "june")), "may|june?|sept")
)
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UNITS_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_UNITS = _UNITS_WORDS.split()
_ORDINALS_WORDS = """
zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth
"""
_ORDINALS = _ORDINALS_WORDS.split()
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SMALL = {word: n for words in (_UNITS, _ORDINALS) for n, word in enumerate(words)} | {"dozen": 12}
_SMALL |= {form: 10 * n for n, word in enumerate(_TENS, 2) for form in (word, f"{word[:-1]}ieth")}
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "hundredth": 100, "thousandth": 1_000}
_SPELLED = "|".join(sorted((*_SMALL, *_LARGE), key=len, reverse=True))
_ZH_DIGITS = {digit: n for n, digit in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_ZH_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
_ZH_NUMBER = f"[{''.join((*_ZH_DIGITS, *_ZH_UNITS))}]{{1,16}}"
_ANY = rf"(?:\d{{1,16}}|{_ZH_NUMBER})"

_NO_NUMBER = lazy_regex(
    r"一起|一样|一直|统一|万一|十分|一些|一下(?!午)|一般|一定|一点儿?|一共|一旦|唯一|一切|三明治|千万"
)
_HIDDEN = str.maketrans("一三十千万", "甲丙癸仟萬")
"""Other characters for those of a number, in words that are none."""
_VALUES = lazy_regex(
    rf"(?P<iso>(?<!\d)\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?!\d))"
    rf"|\b(?P<month>{_MONTH})\b\.?\s+(?:the\s+)?(?P<day>\d{{1,2}}(?!\d|:)(?:st|nd|rd|th)?|(?:{_SPELLED})\b)"
    rf"(?:,?\s+(?P<year>\d{{4}})\b)?"
    rf"|\b(?P<day2>\d{{1,2}}(?:st|nd|rd|th)?|{_SPELLED})\s+(?:of\s+)?(?P<month2>{_MONTH})\b\.?(?:,?\s+(?P<year2>\d{{4}})\b)?"
    rf"|\b(?P<month3>{_MONTH})\b\.?(?:,?\s+(?P<year3>\d{{4}})\b)?"
    rf"|\b(?P<weekday>{'|'.join(_DAYS)})s?\b"
    rf"|(?<![\d:.])(?P<clock>\d{{1,2}}:\d\d|\d{{1,2}}\.\d\d(?=\s?[ap]\.?m\b))\s*(?P<half>[ap]\.?m\b\.?)?|(?<![\d:.])(?P<hour>\d{{1,2}})\s*(?P<half2>[ap]\.?m\b\.?)"
    rf"|(?:(?P<zh_year>\d{{4}}|[零〇一二三四五六七八九]{{4}})年)?(?P<zh_month>{_ANY})月(?:(?P<zh_day>{_ANY})[日号])?"
    rf"|(?P<zh_which>上上|下下|上|下|本|这)?个?(?:周|星期|礼拜)(?P<zh_weekday>[一二三四五六日天末])"
    rf"|(?P<zh_week>上上|下下|上|下|本|这)个?(?:周|星期|礼拜)"
    rf"|(?P<zh_part>凌晨|早上|上午|中午|下午|傍晚|晚上)?(?P<zh_hour>{_ANY})[点时](?!间|候)(?P<zh_minute>半|一刻|三刻|{_ANY}分?)?"
    rf"|(?P<zh_part2>凌晨|早上|上午|中午|下午|傍晚|晚上)(?P<zh_clock>\d{{1,2}}:\d\d)"
    rf"|(?P<digits>(?<![a-z\d_])\d{{1,40}}(?:[.,]\d{{1,40}}){{0,8}}(?:st|nd|rd|th)?(?![\d_]))"
    rf"|\b(?P<spelled>(?:{_SPELLED})(?:(?:\s+and\s+|[\s-]+)(?:{_SPELLED})){{0,12}})\b"
    rf"|第?(?P<zh_number>{_ZH_NUMBER})(?:[日号天](?=[^\w]|[发寄前后到交的起]|$))?"
)
"""In a folded text; `may` counts as a month with a day only."""
_ORDINAL_END = lazy_regex(r"(?:st|nd|rd|th)$")

_DROPPED_WORDS = """
a an the is are am was were be been being it's there that this it its of in on at for by as to and so very really quite
also just too about around roughly approximately please remember note user users you your should always want prefer like
every each day days located via has have had do does did not no never none cannot don't doesn't didn't isn't aren't
wasn't weren't won't can't shouldn't mustn't
"""
_DROPPED = frozenset(_DROPPED_WORDS.split())
"""What most statements have, or what is counted apart, as negations are."""
_TELLING_WORDS = """
next last previous new old always usually often sometimes rarely daily weekly monthly yearly hourly only used
would could may might must shall will can
"""
_TELLING = lexing.UNASKED | frozenset(_TELLING_WORDS.split())
"""What may not stand on one side alone: it turns a statement into another one."""
_SENSES = """
buy purchase|begin start commence|end finish conclude|send email|send mail|send dispatch|fix repair|short brief concise
answer reply response|quick fast rapid|big large|small little|picture photo photograph image|movie film|bike bicycle
car automobile|mother mom mum|father dad|grandmother grandma|grandfather grandpa|kid child|phone telephone
shop store|doctor physician|depart leave|move relocate|live reside|get receive|need require|allow permit
forbid prohibit|show display|delete remove|create make|choose pick select|happen occur|help assist|huge enormous
job position|notify inform|complete finish|close shut|error mistake|employ hire|smart clever|often frequently
"""
_ZH_SENSES = """
发 发送 发出 寄出 寄送 寄,在 位于 处于 坐落于,喜欢 偏好 喜爱 偏爱,买 购买 购入,妈妈 母亲,爸爸 父亲,孩子 小孩 孩童
回答 回复 答复,简短 简洁 简明 简要,搬到 搬去,用 使用 采用,更换 替换,立刻 马上 立即,电脑 计算机,自行车 单车
开始 启动,结束 完结,告诉 通知,错误 差错,帮助 协助,选 选择 挑选,允许 准许,禁止 不准 不许,删除 移除,住 居住,定 订
"""
_ZH_DROPPED = lazy_regex(
    r"一定要|一共|总共|大约|大概|左右|请|记得|记住|务必|每次|用户|已经|已|进行|[的了着过地得在是有个位名要就都也把于为]|[不没無无别勿未]"
)
_ZH_TELLING = frozenset("将会可能应先再前后只最从离被我你他她它们上下左右大小多少高低")
_CJK = lazy_regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TOKEN = lazy_regex(r"#[^ ]+|[a-z0-9]+(?:'[a-z]+)?|[^\W_]")
NEGATION = lazy_regex(
    r"(?i)\b(?:not|no|never|none|nobody|nothing|neither|nor|cannot|without|except|unless|instead|avoid\w*|stop\w*|forbid\w*"
    r"|refus\w*|disabl\w*|dislik\w*|hat(?:e|es|ed)|disallow\w*|deni\w*|deny|ban(?:s|ned)?|off|old|former\w*"
    r"|used to)\b|n't\b"
    r"|不|没|無|无|别|勿|非|未|莫|禁|讨厌|避免|停止|除了|以前|曾经|戒"
)


_EMPTY = lazy_regex(r"\bgets? (?=\w+(?:ed|nt|id)\b)|(?<=\b(?:1st|rst) )day (?=of\b)")
"""What says no more than `is`, or than the number before it."""
_SAME_VERBS = (
    (lazy_regex(r"(?<!\bi )(?<!\bwe )(?<!\bthey )\bgo(?:es)? out\b"), "sent"),
    (lazy_regex(r"\b(?:is|are)(?= at \d{1,2}(?:[:.]\d\d|\s?[ap]\.?m)\b)"), "starts"),
)


class Statement(NamedTuple):
    """What a text asserts."""

    tokens: tuple[str, ...]
    """In order; `#` and a value, a word's stem, or a character of Chinese."""
    negations: int

    @property
    def values(self) -> Counter[str]:
        """Numbers, dates and times, by their value."""
        return Counter(token for token in self.tokens if token.startswith(VALUE))

    @property
    def kinds(self) -> frozenset[str]:
        """Its tokens, one for each sense: statements that share none are not the same."""
        return frozenset(_broad(token) for token in self.tokens)


@lru_cache(maxsize=_MOST_KEPT)
def parse(text: str) -> Statement:
    """The statement that a text makes."""
    folded = lexing.folded(text[:LONGEST])
    folded = _EMPTY.sub("", folded)
    for pattern, verb in _SAME_VERBS:
        folded = pattern.sub(verb, folded)
    marked = _VALUES.sub(_value, _NO_NUMBER.sub(lambda match: match[0].translate(_HIDDEN), folded))
    if _CJK.search(marked):
        for senses in _ZH_SENSES.strip().replace("\n", ",").split(","):
            first, *others = senses.split()
            for other in others:
                marked = marked.replace(other, first)
        marked = _ZH_DROPPED.sub(" ", marked)
    return Statement(tuple(_tokens(marked)), len(NEGATION.findall(text)))


def _tokens(marked: str) -> Iterator[str]:
    for token in _TOKEN.findall(marked):
        if token.startswith(VALUE):
            yield token
        elif token not in _DROPPED:
            word = token.partition("'")[0]
            if word not in _DROPPED and stem(word) not in _DROPPED:
                yield word if word in _TELLING else stem(word)


def is_part_of_a_date(word: str) -> bool:
    """Whether a folded word is the name of a month or a day of the week; `parse` knows their value."""
    return word.removesuffix("s") in _DAYS or re.fullmatch(_MONTH, word) is not None


def left_over(one: Statement, other: Statement) -> tuple[list[str], list[str]]:
    """Tokens of each that nothing in the other one says, values left out."""
    here, there = Counter(one.tokens), Counter(other.tokens)
    first = [token for token in (here - there).elements() if not token.startswith(VALUE)]
    second = [token for token in (there - here).elements() if not token.startswith(VALUE)]
    for token in list(first):
        same = next((each for each in second if each in _same(token)), None)
        if same is not None:
            first.remove(token)
            second.remove(same)
    return first, second


def differ(one: Statement, other: Statement) -> bool:
    """Whether they assert different things: other values, another negation, a telling word, another order."""
    if one.values != other.values or one.negations != other.negations:
        return True
    first, second = left_over(one, other)
    if any(token in _TELLING or token in _ZH_TELLING for token in (*first, *second)):
        return True
    return _order(one, other) != _order(other, one)


def is_other_word(one: Statement, other: Statement) -> bool:
    """Whether each says something that the other does not: `tea` in the place of `coffee`."""
    return all(left_over(one, other))


def _order(one: Statement, other: Statement) -> list[str]:
    """What both say, in the order of the first. A single value may stand anywhere, two may not change places."""
    moves = sum(one.values.values()) < 2
    common = {_broad(token) for token in one.tokens} & {_broad(token) for token in other.tokens}
    found = (_broad(token) for token in one.tokens if not (moves and token.startswith(VALUE)))
    return list(dict.fromkeys(token for token in found if token in common))


@cache
def _groups() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(stem(word) for word in group.split()) for group in _SENSES.replace("\n", "|").split("|"))


@cache
def _same(token: str) -> frozenset[str]:
    """Stems of the same sense. A letter and an e-mail are both sent, and are not the same."""
    return frozenset[str]().union(*(group for group in _groups() if token in group)) - {token}


@cache
def _broad(token: str) -> str:
    """One token for all that may mean the same."""
    near = {token}
    while more := frozenset[str]().union(*map(_same, near)) - near:
        near |= more
    return min(near)


def _value(match: re.Match[str]) -> str:
    """A value in one form, between spaces; what is no value comes back as it is."""
    read = next(reader for names, reader in _READERS if any(match[name] for name in names))
    value = read(match)
    return f" {VALUE}{value} " if value else match[0]


def _date(year: str | None, month: float, day: str | None) -> str:
    return f"date:{year or ''}-{month}-{_number(day) if day else ''}"


def _iso(match: re.Match[str]) -> str:
    year, month, day = re.split(r"[-/.]", match["iso"])
    return _date(year, int(month), day)


def _month_of(name: str) -> int:
    return next(number for number, month in enumerate(_MONTHS, 1) if month.startswith(name[:3]))


def _english_date(match: re.Match[str]) -> str:
    name = match["month"] or match["month2"] or match["month3"]
    day, year = match["day"] or match["day2"], match["year"] or match["year2"] or match["year3"]
    if name in ("may", "march") and not day and not year:
        return ""  # a verb, as likely
    return _date(year, _month_of(name), day)


def _weekday(match: re.Match[str]) -> str:
    return f"week::{_DAYS.index(match['weekday']) + 1}"


def _zh_weekday(match: re.Match[str]) -> str:
    return f"week:{match['zh_which'] or ''}:{'一二三四五六日末'.index(match['zh_weekday'].replace('天', '日')) + 1}"


def _clock(match: re.Match[str]) -> str:
    hour, _, minute = (match["clock"] or f"{match['hour']}:00").replace(".", ":").partition(":")
    half = (match["half"] or match["half2"] or "")[:1]
    number = int(hour) % 12 + (12 if half == "p" else 0) if half else int(hour)
    return f"time:{number}:{int(minute)}"


def _zh_clock(match: re.Match[str]) -> str:
    part = match["zh_part"] or match["zh_part2"] or ""
    if match["zh_clock"]:
        clock, said = match["zh_clock"].split(":")
    else:
        clock, said = match["zh_hour"], (match["zh_minute"] or "0").removesuffix("分")
    hour, minute = _number(clock), {"半": 30, "一刻": 15, "三刻": 45}.get(said) or _number(said)
    return f"time:{hour + 12 if part in ('下午', '傍晚', '晚上') and hour < 12 else hour}:{minute}"


def _zh_date(match: re.Match[str]) -> str:
    year = match["zh_year"]
    return _date(str(_number(year)) if year else None, _number(match["zh_month"]), match["zh_day"])


def _plain(match: re.Match[str]) -> str:
    said = match["digits"] or match["spelled"] or match["zh_number"]
    return f"number:{_number(said)}"


_READERS = (
    (("iso",), _iso),
    (("month", "month2", "month3"), _english_date),
    (("weekday",), _weekday),
    (("clock", "hour"), _clock),
    (("zh_month",), _zh_date),
    (("zh_weekday",), _zh_weekday),
    (("zh_week",), lambda match: f"week:{match['zh_week']}:"),
    (("zh_hour", "zh_clock"), _zh_clock),
    (("digits", "spelled", "zh_number"), _plain),
)


def _number(said: str) -> int | float:
    """The value of a number in digits or words, of either language; ordinals count like the number."""
    plain = _ORDINAL_END.sub("", said) if said[:1].isdigit() else said
    if plain[:1].isdigit():
        digits = (
            plain.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain) else plain.replace(",", ".")
        )
        return float(digits) if digits.count(".") == 1 and "." in digits else int(re.sub(r"\D", "", digits))
    return _spelled(plain) if plain[:1].isascii() else _zh_spelled(plain)


def _spelled(said: str) -> int:
    total = current = 0
    for word in re.split(r"[\s-]+", said):
        if word in _LARGE:
            current = max(1, current) * _LARGE[word]
            if _LARGE[word] > 100:
                total, current = total + current, 0
        elif word != "and":
            current += _SMALL[word]
    return total + current


def _zh_spelled(said: str) -> int:
    if not any(character in _ZH_UNITS for character in said):
        return int("".join(str(_ZH_DIGITS[character]) for character in said))
    total = section = digit = 0
    for character in said:
        if character in _ZH_DIGITS:
            digit = _ZH_DIGITS[character]
        elif _ZH_UNITS[character] >= 10_000:
            total, section, digit = (total + section + digit) * _ZH_UNITS[character], 0, 0
        else:
            section, digit = section + max(1, digit) * _ZH_UNITS[character], 0
    return total + section + digit


_HAPPENED = lazy_regex(
    r"\b(?:was|were|had|did|went|came|found|met|lost|broke|fell|froze|gave|told|said|saw|ran|sent|made|spent|paid|cost"
    r"|woke|\w{3,}ed)\b|[了过]|昨天|上[次周节回个]|[读学修做]的",
    re.IGNORECASE,
)
_LASTS = lazy_regex(
    r"\b(?:is|are|am|has|have|does?|can|will|must|should|always|usually|every|each|uses?d?|now|bought|took over"
    r"|(?:mov|switch|chang|migrat|decid|join|start|hir|adopt|rais|renam|agree|plann|sign|work|liv|call|nam)\w+)\b"
    r"|[换改搬迁升降涨定选买报用住叫归]|是(?!在)|现在|每|一直|负责|加入|开始|入职",
    re.IGNORECASE,
)
"""What happened once stays true when the thing it happened to is replaced, unless it began what lasts."""


_ONCE = lazy_regex(
    r"\b(?:said|told|asked|warned|found)\b|\bbought\b[^.,;]{0,40}\b(?:from|at|off|through)\b"
    r"|是[^,，。;；]{1,14}[买修装做写寄送订借捡画建拍][好完到]?的|(?<![不通超经])过(?![去期程来敏滤度于渡])|た(?=[。！!]?\s*$)"
)
_LASTS_JA = lazy_regex(
    r"(?:て|で)い[るま]|こと(?:に|と)(?:な|し)|[にへ](?:変更|移行|決定)?しました?|に(?:変|決め|引っ越|移)|入社|始め|なった"
)


def only_happened(text: str) -> bool:
    """Whether it tells of something that happened once, and of nothing that lasts: `the pump broke in March`."""
    if once := _ONCE.search(text):
        return not once[0].endswith("た") or not _LASTS_JA.search(text)
    return _HAPPENED.search(text) is not None and not _LASTS.search(text)


_POLARITY = (
    lazy_regex(
        r"(?i)\b(?:not|never|no|nor|without|avoid|stop|forbidden|banned|cannot|don['’]?t|\w+n['’]t|nicht|kein\w*|nie"
        r"|niemals"
        r"|ohne)\b|不(?![错过同仅但])|别(?![的人处名])|勿|禁止|没有?|无需"
    ),
    lazy_regex(r"(?i)\b(?:only|nur)\b|只|仅"),
    lazy_regex(r"(?i)\b(?:always|every|each|immer)\b|一律|总是|每[次个]|始终"),
)
"""Words that turn an order round when they are lost: a negation, a limit, that it always holds."""


def is_as_strict(statement: str, line: str) -> bool:
    """Whether a line has as many words of each kind that the statement would mean another thing without."""
    return all(len(pattern.findall(line)) >= len(pattern.findall(statement)) for pattern in _POLARITY)


_FIGURE = lazy_regex(r"(?<![\w.])\d+(?:[./:,-]\d+)*(?:\s?[%°€$£¥]|[A-Za-z]{1,4}\b)?(?![\w])|(?<!\d)\d+(?:[./:-]\d+)+")
_DIGITS = lazy_regex(r"\d+")
_FEW_DIGITS = 2  # of a bare number, which may count anything


def with_figure_of(known: str, words: str, between: str = "") -> str:
    """What is known with the figure of its form that other words give: 155/95 for 150/95; empty where there is not one
    of that form on each side, or words said `between` the two do not repeat the known one."""
    given, held = (
        [(found[0], _DIGITS.sub("0", found[0])) for found in _FIGURE.finditer(text)] for text in (known, words)
    )
    for figure, form in given:
        others = [other for other, its in held if its == form]
        is_one = len(others) == 1 and sum(its == form for _, its in given) == 1
        is_telling = len(form) > 1 or len(figure) > _FEW_DIGITS
        if is_one and is_telling and others[0] != figure and (not between or figure in between):
            return known.replace(figure, others[0], 1)
    return ""


_SETTLED = """
english 英文 英语|german deutsch 德语|french 法语|spanish 西语|portuguese 葡语|italian|dutch|chinese 中文|japanese 日语
tab|space  # indentation
single|double
formal 正式|informal casual 随意
metric|imperial
light 浅色|dark 深色
npm|pnpm|yarn|bun
merge|rebase|squash
short 简短|long 详细
"""
_CLASSES = [[value.split() for value in line.partition("#")[0].split("|")] for line in _SETTLED.strip().splitlines()]
_VALUE_OF = {word: (i, k) for i, group in enumerate(_CLASSES) for k, value in enumerate(group) for word in value}
"""Of a word the class of values that exclude each other, and which of them it is."""


@lru_cache(maxsize=4_096)  # asked of the same rule about each new sentence
def settled_in(text: str) -> Mapping[int, frozenset[int]]:
    """The values that a text tells of what has few, such as a language or single quotes: by class, each a number."""
    found: dict[int, set[int]] = {}
    words = [
        *re.findall(r"[a-z_]+", text.lower()),
        *(each for each in _VALUE_OF if not each.isascii() and each in text),
    ]
    for word in words:
        if known := _VALUE_OF.get(word) or _VALUE_OF.get(word.removesuffix("s")):
            found.setdefault(known[0], set()).add(known[1])
    return {group: frozenset(values) for group, values in found.items()}


def without_settled(text: str) -> str:
    """The text without these values."""
    low = text.lower()
    for word in filter(low.__contains__, _VALUE_OF):
        text = re.sub(rf"(?i)\b{word}s?\b" if word.isascii() else word, " ", text)
    return text
