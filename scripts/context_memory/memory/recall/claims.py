"""Parses the claims of a statement: the subject of each, with all that tells it apart, and its value.

`The standup has been pushed to 10:00` and `The standup is at 9:15` give another time of the same thing. A claim is
read from the order of the words, so that a value is never taken for a part of what it is about.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ...text import lexing, statements
from ...text.patterns import lazy_regex

TIME, WEEKDAY, DATE, NUMBER, NAME, PLACE, WORDS = "time", "weekday", "date", "number", "name", "place", "words"
ADDRESS = "address"
"""Kinds of values. The number of a house is none by itself."""
_NAMED = frozenset((WORDS, NAME, PLACE, ADDRESS))
MOST_CLAUSES = 4
"""Of a statement that is read; more is a story."""
_THAT = frozenset((*"其他她它这那们不", "it", "he", "she", "they", "this", "that", "these", "those"))
"""What stands for what the clause before is about."""
LONGEST_SUBJECT = 8
"""Characters before `have a new`: who else has one is another one."""
_KEPT = 2_048
"""Statements whose claims are kept: a process that answers many questions meets the same ones."""


class Claim(NamedTuple):
    """One clause: a thing and what it is said to be."""

    subject: frozenset[str]
    """Terms of what it is about and of what is said of that beside the value; of Chinese its characters."""
    relation: str
    """The verb, empty where a value stands alone; `CHANGED` where it says that the value is another one now."""
    values: tuple[tuple[str, str], ...]
    """Kinds and values; two of one kind differ where one took the place of the other."""
    named: frozenset[str]
    """Terms of the subject alone, without what is said of it."""
    is_new: bool = False
    """Whether words beside it say that it holds from now on."""

    @property
    def thing(self) -> frozenset[str]:
        """What it is about: where that is no more than `we`, what is said of that beside the value."""
        return self.named or self.subject


CHANGED = "changed"
_CLOCK = r"\d{1,2}(?::\d\d)?\s*[ap]\.?m\b\.?|\d{1,2}[:h]\d\d\b|\b(?:noon|midnight)\b"
_MONTHS = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_NUMBERS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety"
)
_ORDINALS = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
_STREETS = "Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Way|Court|Square|Close|Boulevard|Blvd|Terrace|Crescent|Row|Hill"
_EN_VALUES = lazy_regex(
    rf"(?i)(?P<address>(?-i:\b\d+[A-Za-z]?\s+(?:[A-Z][\w'.-]*\s+){{1,3}}(?:{_STREETS})\b))"
    rf"|(?P<time>{_CLOCK}|(?<=\bat )(?:\d{{1,2}}|{_NUMBERS})\b(?!\s+\w))"
    r"|\b(?P<period>(?:every|each) (?:\w+ )?(?:hour|day|week|month|quarter|year)s?|hourly|daily|weekly|biweekly|monthly"
    r"|quarterly|yearly)\b"
    r"|\b(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day|weekend)s?\b"
    rf"|\b(?P<date>\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTHS}|{_MONTHS}\s+\d{{1,2}}(?:st|nd|rd|th)?)\b"
    rf"|(?P<number>[$€£]?(?<![\w.-])\d[\d.,]*(?<![.,])(?:[kK%]\b)?(?![\w-])|\b(?:{_NUMBERS}|{_ORDINALS})\b)"
)
_ZH_DIGIT = "[0-9零〇一二两三四五六七八九十百千万]"
_ZH_VALUES = lazy_regex(
    rf"(?P<address>[\u4e00-\u9fff]*[路街道巷弄村]{_ZH_DIGIT}+[号號]\w*)"
    rf"|(?P<time>(?:凌晨|早上|上午|中午|下午|傍晚|晚上|夜里|午前|午後)?{_ZH_DIGIT}{{1,4}}[点點时時](?![间間])"
    rf"(?:半|[一三]刻|{_ZH_DIGIT}+分?)?|\d{{1,2}}:\d\d)"
    rf"|(?P<period>每(?:隔|{_ZH_DIGIT})?个?(?:小时|天|周|星期|月|季度|年)(?![一二三四五六日]))"
    r"|(?P<weekday>(?:每|下)?(?:周|星期|礼拜)[一二三四五六日天](?:早上|上午|中午|下午|晚上)?|[月火水木金土日]曜日?)"
    rf"|(?P<date>{_ZH_DIGIT}+月(?:{_ZH_DIGIT}+[日号])?|{_ZH_DIGIT}+[号日](?=\W|$|[前上发開]))"
    rf"|(?P<number>[¥￥$]?(?<![\w.])\d[\d.,]*(?<![.,])[万千百亿億]?"
    rf"|{_ZH_DIGIT}+(?=[块元毛角天周月年个人次小分秒度层楼階岁歳级級公斤倍円千]))"
)
_LEAD_IN = lazy_regex(
    r"(?i)^\W*(?:(?:correction|update|edit|note|reminder|更正|纠正|订正|更新|补充|通知|说错了|记错了|訂正)\s*[,:：，。]\s*)+"
)
_BESIDES = lazy_regex(r"(?i)\b(?:also|as well|another|both|too(?=\W*$|[,.;]))\b|还(?![款钱是])|也(?!许)|另")
"""Says that something is true beside the other."""
_NOW = lazy_regex(
    r"(?i)(?:^|,?\s+)(?:from now on|from (?:today|tomorrow|next \w+|this \w+)(?: on(?:wards?)?)?|as of (?:this "
    r"|next |last )?\w+"
    r"|(?:starting|effective) (?:this |next |on )?\w+|starting now|now|nowadays|currently|these days"
    r"|going forward|again"
    r"|since (?:last|this) \w+|last (?:night|week|month|year)|(?:this|yesterday) (?:morning|week|month)"
    r"|yesterday|instead)"
    r"(?=\W|$),?"
)
_NOW_ZH = lazy_regex(
    r"[从自]?(?:今年|明年|下个?月|这个?月|本月|下周|这周|本周|今天|明天|今日|即日|今月|来月|来週|\d+月)(?:起|开始|から)[都就]?"
    r"|(?:以后|今后)[就]?(?:都|全|一律|改)?(?!前)|现在[都就的]?|目前|如今|今は|現在は?|今後は?|これから(?:は)?"
)
_CLAUSES = lazy_regex(
    r"[,;!?]\s+|(?<![DMS]r)(?<!Ms)(?<!Mrs)(?<!St)\.\s+(?=[A-Z])|\s+(?:and|but)\s+(?=(?:the|we|it|i|he|she|they"
    r"|my|our)\b)|[，。；！、]|[.!?]+$"
)
_MOVES = (
    "moved|pushed|shifted|changed|switched|migrated|raised|lowered|cut|increased|reduced|dropped|extended|shortened"
    "|bumped|rescheduled|postponed|delayed|updated|renamed|relocated|set|reset|transferred|brought (?:forward|up|back)"
    "|put (?:back|off|up)|upgraded|downgraded|reassigned|handed(?: over)?|moves|moving"
)
_WENT = "went|gone|going|turned|rose|fell|grew|shrank|shrunk|jumped|climbed|came down|gets moved"
_PASSIVE = lazy_regex(
    rf"(?i)^(?P<s>.+?)\s+(?:(?:has|have|had|was|were|is|are|got|gets|will|'s)\s+)*(?:been\s+|be\s+"
    rf"|being\s+)?(?:just\s+)?"
    rf"(?:{_MOVES}|(?P<went>{_WENT}))\s+(?:(?:up|down|back|over|forward|out|again)\s+)?(?:from\s+.+?\s+)?"
    r"(?:to|until|till|into|onto)\s+(?P<o>.+)$"
)
_MOVED_CUES = ("to", "til")
"""One of these is in whatever `_PASSIVE` finds: to, into, until, …"""
_KEYED = lazy_regex(r"^(?P<s>[^\W\d][^\d:,.]{2,30}): (?P<o>\S*\d\S*)$")
_WHERE = "in|at|on|under|behind|beside|inside|above|below|with"
_HAVE_NEW = lazy_regex(r"(?i)\b(?:have|has|got|found|hired) a new ([a-z]+(?: [a-z]+)?)(?:,|:| called| named)\s+")
_PLACES = (*_WHERE.split("|"), "from", "to")
_OF_A_PEOPLE = lazy_regex(r"^\w+(?:ish|ese|ian|can|ic|ist|im|ch|man)$")
_BE = lazy_regex(
    r"(?i)^(?P<s>.+?)(?:\s+(?:is|are)|'s)\s+(?:still\s+)?(?:(?:stored|kept|located|based|hosted|held|scheduled"
    r"|planned|due"
    r"|set|called|named|written|booked|parked|deployed|run|done|managed|led|owned)\s+)?"
    rf"(?:(?P<p>{_WHERE}|for|by|to|from)\s+)?(?P<o>.+)$"
)
_DO = lazy_regex(
    r"(?i)^(?P<s>.+?)\s+(?P<v>lives?|works?|goe?s?|drives?|drinks?|eats?|ends?|listens?|runs?|costs?|gets?"
    r"|starts?|begins?|opens?|closes?|lasts?|leaves?"
    r"|arrives?|deploys?|weighs?|meets?|takes?|has|have|pays?|sits?|happens?|uses?|expires?|boards?|departs?"
    r"|holds?|seats?"
    rf"|wakes? up|gets? up|renews?|resets?|points?|ships?|departs?)\s+(?:(?P<p>{_WHERE}|to|for|from|after"
    rf"|every)\s+)?(?P<o>.+)$"
)
_OF_ME = frozenset(map(lexing.stem, ["live", "deploy", "wake", "住在"]))
"""What `I` and `we` do in one place at a time."""
_MONEY = frozenset(map(lexing.stem, ["pay", "get", "cost"]))
_BOUND = frozenset(["to", "from", "before", "after", "until", "since", "without", "in", "out"])
"""What tells two values of one thing apart: the train to a town and the train from it."""
_OWNERS = ("his", "her", "their", "your")
_SEVERAL = lazy_regex(
    r"(?i)\b(?:friend|sister|brother|son|daughter|child|kid|cousin|aunt|uncle|colleague|neighbou?r|pet|hobby|strength"
    r"|weakness|goal|plan|idea|book|task|todo|problem|issue|one|thing|reason|favou?rite|option|step|rule|note)s?$"
    r"|(?:姐姐?|妹妹?|哥哥?|弟弟?|(?<![女男])朋友|同事|儿子|女儿|孩子|舅舅?|姑姑?|叔叔?|阿姨|同学|邻居|室友|爱好|兴趣|优点|缺点|特长"
    r"|目标|计划|问题|想法|任务|原因|之一|友達|趣味)$"
)
"""What one may have several of."""
_CHANGE_ZH = lazy_regex(
    r"^(?P<s>.{0,18}?)(?:已经?|被|要|会|又|[都就])?(?:从[^，,]{1,12}?)?(?:[上下]?[换改搬迁移挪转调变推提降升涨增减缩扩延][约到成为至用由在入去移长短迟期前少加整换更高低大小]{1,3}"
    r"|更新[为到成]|调整[为到成]|改[发存放寄名交][到在给叫为成]|[放搁收移][到进](?=.+了$))了?(?P<o>[^了].*?)了?$"
)
_CALLED_ZH = lazy_regex(r"^.{1,8}?叫(\w{1,4})$")
_IS_CHANGED_ZH = lazy_regex(r"^(.{1,12}?)(?:有变化|有?变[了动更]|[改换搬]了|调整了|有调整|(?:已经)?搬了?家了?)$")
_IS_ZH = lazy_regex(
    r"^(?P<s>.{1,18}?)(?P<v>是|叫|住在|住(?=\d)|[发存放寄交][到在给]|设[为成]|设置为|[定订约存]在|监听|跑在|部署在|在(?!线|[学做看写忙开吃玩准找练追用跑等])"
    r"|使用|用(?!户|途|法)|由|[去买](?![了过])|有(?=\d)|上(?=[一二三四五六七八九\d]))(?P<o>.+)$"
)
_IS_JA = lazy_regex(
    r"^(?P<s>[^はがを]{1,24})(?P<v>[はが])(?P<o>.+?)(?P<c>[にへ](?:変わっ|変更|なっ|移っ|移行|引っ越|移転|切り替)[^はがを]*)?$"
)
_KANA = lazy_regex("[\u3041-\u3096\u30a1-\u30fa]")
_DROPPED_ZH = lazy_regex(r"我们的?|咱们?的?|我的|[的家]|时间|日期|地[点址]|位置|名字|^今年$|^我|^公司(?=.)|私の?")
_TIME_WORD_ZH = lazy_regex(
    r"^(?:我|他|她|周末|周[一二三四五六日]|今[天年早晚]|[昨明去]\w|上\w+|最[后近终初]|[要想会能]|可以|打算|准备|一起|晚上|早上|下午|中午|假期|春节|国庆)*$"
)
_AT_ONE_TIME = lazy_regex(
    r"(?i)(?:\b(?:is|are|was|were|been)|'s)\b(?! (?:open|closed|free|off|away|here|out|at home|in the office)\b)"
    r"|\b(?:starts?|begins?|(?<!I )(?<!we )runs?|(?<!is )(?<!are )opens?|closes?|ends?|expires?|wakes?|gets? up)\b"
    r"|^[^.]{1,30}: |[在是定约到为](?=[^，,]{0,3}[周星礼\d一二三四五六七八九十早上下晚中])|开[始门会盘]|关门|截止|结束"
    r"|[はが][^はが]{0,8}(?:時|曜|日)|まで|从|から"
)
"""What is at one time, or begins or ends there: what somebody does on a day may be done on another one too."""
_OFFICE_ZH = lazy_regex(r"(?:经理|主任|负责人|房东|领导|上司|老板|主管|会计|[员师长])$")
"""What one alone is of a thing: who is named as it is a name, whatever it looks like."""
_OF_A_RELATIVE = lazy_regex(
    r"(?i)\b(\w+)['\u2019]s (wife|husband|partner|mother|mum|mom|father|dad|parents?|son|daughter|child|children|kids?"
    r"|sister|brother|aunt|uncle|cousin|niece|nephew|boyfriend|girlfriend|friend|boss|neighbou?r|dog|cat)s?\b"
    r"|(?![我你他她咱])(\w{2,4})的(妻子|老婆|太太|丈夫|老公|先生|妈妈?|母亲|爸爸?|父亲|父母|儿子|女儿|孩子|姐姐?|妹妹?|哥哥?|弟弟?|朋友|老板|邻居|狗|猫)"
)
"""Somebody who is named by another one, who may be told of as well."""


@lru_cache(_KEPT)
def of(text: str) -> tuple[Claim, ...]:
    """The claims of a statement, one for each of its clauses that makes one."""
    return tuple(_read(text))


def _read(text: str) -> Iterator[Claim]:
    is_cjk = lexing.has_cjk(text)
    plain = _LEAD_IN.sub("", text)
    if not is_cjk and "a new " in plain.lower() and (found := _HAVE_NEW.search(plain)):
        plain = f"the new {found[1]} is {plain[found.end() :]}" if found.start() < LONGEST_SUBJECT else plain
    said_new = plain != text
    clauses = [clause.strip() for clause in _CLAUSES.split(plain) if clause and clause.strip()]
    before, named, called = "", frozenset[str](), frozenset[str]()
    for clause in clauses if len(clauses) <= MOST_CLAUSES else ():
        if found := _IS_CHANGED_ZH.match(clause):
            before = found[1]
            continue
        if is_cjk and (found := _CALLED_ZH.match(clause)):
            called = frozenset(found[1])
        bare = (_NOW_ZH.sub("", clause) if is_cjk else _NOW.sub(" ", clause)).strip()
        is_new = said_new or bare != clause or bool(before)
        claim = _of_cjk(before + bare, is_new) if is_cjk else _of_headed(" ".join(bare.split()), is_new)
        before = ""
        if claim and claim.values:
            is_of_before = not claim.named or not claim.named.isdisjoint(_THAT)
            rest, of_it = claim.named - _THAT, claim.subject - _THAT
            if is_of_before and called:  # 女儿叫小禾，今年五岁: both are five
                yield claim._replace(named=rest | called, subject=of_it | called)
            if named or claim.named <= rest:
                claim = claim._replace(named=rest | named, subject=of_it | named) if is_of_before else claim
                yield claim
            named = claim.named


def _of_headed(clause: str, is_new: bool) -> Claim | None:
    """The claim of a clause, before which a heading may stand; `VAT number: PT509` says what it is without a verb."""
    _, found, rest = clause.rpartition(": ")
    claim = (_of_clause(rest, is_new) if found else None) or _of_clause(clause, is_new)
    if claim is None and (pair := _KEYED.match(clause)):
        return _claim(pair["s"], lexing.stem("be"), "", pair["o"], is_new=is_new)
    return claim


def _of_clause(clause: str, is_new: bool) -> Claim | None:
    """The claim of an English clause."""
    may_be_moved = any(map(clause.lower().__contains__, _MOVED_CUES))
    if may_be_moved and (found := _PASSIVE.match(clause)):
        if found["went"] and not _EN_VALUES.search(found["o"]):
            return None  # somebody went somewhere
        return _claim(found["s"], CHANGED, "", found["o"], is_new=True)
    if (found := _DO.match(clause)) and not re.search(r"\b(?:is|are|was|were)\b", found["s"]):
        verb = found["v"].lower().split()[0]
        verb = lexing.stem({"has": "have", "goes": "go"}.get(verb) or verb.removesuffix("s"))
        return _claim(found["s"], verb, found["p"] or "", found["o"], is_new=is_new)
    if found := _BE.match(clause):
        return _claim(found["s"], lexing.stem("be"), found["p"] or "", found["o"], is_new=is_new)
    return None


def _claim(subject: str, relation: str, how: str, rest: str, *, is_new: bool) -> Claim:
    """Values of a kind are taken from what is said; what else is said tells which value it is."""
    owner, of_it = _owned(subject)
    is_new = is_new or bool(re.search(r"(?i)\b(?:the|my|our) new\b", subject))
    rest, _, purpose = rest.rstrip(" .!").partition(" for " if relation == lexing.stem("use") else "\n")
    where = f"{how} {rest}" if how else rest
    typed = [(str(found.lastgroup), found[0].lower().strip()) for found in _EN_VALUES.finditer(where)]
    named = frozenset((*of_it, *lexing.query_terms(purpose)))
    if typed:
        others = frozenset(lexing.query_terms(_EN_VALUES.sub(" ", where)))
        values = tuple((kind, _plain(each)) for kind, each in typed)
        verb = lexing.stem("be") if relation in _MONEY and values[0][0] == NUMBER else relation
        return Claim(named | owner | others, verb, values, named | owner, is_new)
    kind = _kind_of(rest, how, subject)
    if _SEVERAL.search(subject) and relation == lexing.stem("be"):
        return Claim(frozenset(), "", (), frozenset())
    value = rest.lower()
    return Claim(named | owner, f"{relation} {how}".strip().lower(), ((kind, value),), named | owner, is_new)


def _owned(subject: str) -> tuple[frozenset[str], list[str]]:
    """Whose it is where it is another one's than who speaks, and the terms of the thing."""
    words = subject.lower().split()
    owner = frozenset(word for at, word in enumerate(words) if word in _BOUND or (at == 0 and word in _OWNERS))
    if words and words[-1] in _THAT and len(words) == 1:
        return frozenset(words), []
    return owner, [term for term in lexing.query_terms(subject) if term not in ("new", "current", "now")]


def _plain(value: str) -> str:
    return value.replace(" ", "").replace(",", "").rstrip("s.")


def _kind_of(value: str, how: str, subject: str) -> str:
    """What a value is that is no number and no time."""
    article = re.match(r"(?i)(?:the|a|an|my|our)\s", value)
    if how.lower() in _PLACES and article:
        return PLACE
    if not how and _OF_A_PEOPLE.match(value) and not subject.lower().endswith(("language", "nationality")):
        return WORDS
    head = value[article.end() :] if article else value
    is_code = re.search(r"[\d_@/]", head) is not None and " " not in head
    return NAME if head[:1].isupper() or is_code else WORDS


def _of_cjk(clause: str, is_new: bool) -> Claim | None:
    """The claim of a Chinese or Japanese clause."""
    if _KANA.search(clause):
        found = _IS_JA.match(clause)
        if not found:
            return None
        relation = CHANGED if found["c"] else "は"
        return _claim_of_cjk(found["s"], relation, found["o"], is_new=is_new or bool(found["c"]))
    if found := _CHANGE_ZH.match(clause):
        return _claim_of_cjk(found["s"], CHANGED, found["o"], is_new=True)
    told = list(_ZH_VALUES.finditer(clause))
    ordinal = 1 if len(told) > 1 and told[0].start() == 0 and told[0].lastgroup == NUMBER else 0  # 三楼会议室
    typed = told[ordinal] if told else None
    found = _IS_ZH.match(clause)
    if typed and (not found or 0 < typed.start() < found.start("v")):
        return _claim_of_cjk(clause[: typed.start()], "", clause[typed.start() :], is_new=is_new)
    return _claim_of_cjk(found["s"], found["v"], found["o"], is_new=is_new) if found else None


def _claim_of_cjk(subject: str, relation: str, rest: str, *, is_new: bool) -> Claim:
    if subject.endswith(("不", "没", "没有", "未", "并非")):
        return Claim(frozenset(), "", (), frozenset())
    named = frozenset(_DROPPED_ZH.sub("", lexing.folded(subject)).replace(" ", ""))
    typed = [(str(found.lastgroup), found[0].lstrip("每")) for found in _ZH_VALUES.finditer(rest)]
    if typed:
        others = _ZH_VALUES.sub("", rest)
        return Claim(named | frozenset(others) - set("了的 每"), relation, tuple(typed), named, is_new)
    is_one_of = relation in ("是", "叫", "は", "が") and _SEVERAL.search(subject)
    if is_one_of or (_TIME_WORD_ZH.match(subject) and relation in ("用", "使用", "买", "去", "在", "叫", "由")):
        return Claim(frozenset(), "", (), frozenset())
    kind = NAME if "的" in subject or "の" in subject or _OFFICE_ZH.search(subject) else WORDS
    return Claim(named, relation, ((kind, rest.rstrip("了的").lower()),), named, is_new)


def takes_place_of(newer: str, older: str) -> bool:
    """Whether a newer statement gives another value of what an older one tells of, whatever words it says it in."""
    pairs = ((new, old) for new in of(newer) for old in of(older))
    is_other = not _BESIDES.search(newer) and any(_is_other_value(new, old, newer) for new, old in pairs)
    return is_other and not statements.only_happened(older)


def may_recur(text: str) -> bool:
    """Whether it says on which days or at what time somebody does something, which may be on others too."""
    found = (_ZH_VALUES if lexing.has_cjk(text) else _EN_VALUES).finditer(text)
    return not {TIME, WEEKDAY, DATE}.isdisjoint(each.lastgroup for each in found) and not _AT_ONE_TIME.search(text)


def are_apart(newer: str, older: str, *, alike: bool = False) -> bool:
    """Whether they tell of two things, each named by what the other does not say: the shops of two towns.

    With `alike` only where they share a name otherwise, as two shops do.
    """
    new_said, old_said = _said(newer), _said(older)
    pairs = [(new, old) for new in of(newer) for old in of(older) if new.thing and old.thing]
    return bool(pairs) and all(
        new.values != old.values
        and bool(new.thing - old_said)
        and bool(old.thing - new_said)
        and (not alike or bool(new.thing & old.thing))
        for new, old in pairs
    )


def name_a_relative(one: str, other: str) -> bool:
    """Whether one tells of the wife, friend or dog of somebody, and the other of that person alone."""
    return any(
        (found[1] or found[3]).lower() in rest.lower() and (found[2] or found[4]).lower() not in rest.lower()
        for text, rest in ((one, other), (other, one))
        for found in _OF_A_RELATIVE.finditer(text)
    )


@lru_cache(_KEPT)
def _said(text: str) -> frozenset[str]:
    return frozenset(lexing.folded(text)) if lexing.has_cjk(text) else frozenset(lexing.query_terms(text))


def _is_other_value(new: Claim, old: Claim, newer: str) -> bool:
    new = new._replace(is_new=new.is_new and not old.is_new)
    if not _is_of_the_same(new, old, newer) and not _is_the_only_one(new, old, newer):
        return False
    told, before = _by_kind(new), _by_kind(old)
    is_said = new.is_new or new.relation == CHANGED
    if common := (told.keys() & before.keys()) - (_NAMED - {ADDRESS}):
        return any(told[kind].isdisjoint(before[kind]) for kind in common) and (is_said or not may_recur(newer))
    if not _is_single(old if new.relation == CHANGED else new, is_said=is_said):
        return False
    if not told.keys() <= _NAMED or not before.keys() <= _NAMED:
        return False
    if new.relation != CHANGED and told.keys() != before.keys():
        return False
    now, then = new.values[0][1], old.values[0][1]
    parts = (rf"(?<![a-z\d]){re.escape(each)}(?![a-z\d])" for each in (now, then))  # npm is none of pnpm
    return not any(map(re.search, parts, (then, now)))


def _by_kind(claim: Claim) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for kind, value in claim.values:
        found.setdefault(kind, set()).add(value)
    return found


_LIVES = (lexing.stem("live"), "住", "住在")
_MOVED = lazy_regex(r"(?i)\bmov(?:ed|ing)\b|搬|引っ越")


def _is_of_the_same(new: Claim, old: Claim, newer: str) -> bool:
    """Whether both are about one thing, and say the same of it."""
    if new.relation == CHANGED and not new.named:
        is_home = old.named == {"address"} or (not old.named and old.relation.split(" ")[0] in _LIVES)
        return is_home and _MOVED.search(newer) is not None
    if new.relation == CHANGED or (new.is_new and new.named):
        beside = new.subject - new.named
        is_same = bool(new.named) and new.named <= old.subject and old.named <= _said(newer)
        return is_same and beside <= old.subject and (new.relation == CHANGED or _is_same_relation(new, old))
    if not new.subject and new.relation.split(" ")[0] not in _OF_ME:
        return False
    return new.subject == old.subject and _is_same_relation(new, old)


def _is_the_only_one(new: Claim, old: Claim, newer: str) -> bool:
    """Whether `my manager is now` tells of `my manager at Veritas`: one that is named by less is the one at hand."""
    is_mine = new.is_new and new.values[0][0] == NAME and newer.lower().startswith(("my ", "our "))
    return is_mine and new.relation == old.relation and frozenset() < new.named == new.subject < old.named


def _is_same_relation(new: Claim, old: Claim) -> bool:
    if new.relation == old.relation:
        return True
    (verb, _, how), (other, _, where) = new.relation.partition(" "), old.relation.partition(" ")
    if other == lexing.stem("use"):
        return verb in (lexing.stem("be"), "run") and how in ("on", "in", "with", "")
    return verb == other and how in _PLACES and where in _PLACES and new.values[0][0] == PLACE == old.values[0][0]


_SINGLE = frozenset(map(lexing.stem, ["live", "work", "run", "deploy", "end", "start", "point", "sit", "leave", "be"]))
_REPLACEABLE_WORDS = "take drink drive eat pay hold use go listen 买 去 用 使用"
_REPLACEABLE = frozenset(map(lexing.stem, _REPLACEABLE_WORDS.split()))
"""What is said of a thing that may be switched to another value."""
_SINGLE_ZH_WORDS = """叫 住 住在 放在 放到 发到 发给 存到 寄到 寄给 交给
设为 设成 设置为 定在 订在 约在 存在 部署在 跑在 监听 由 在"""
_SINGLE_ZH = frozenset(_SINGLE_ZH_WORDS.split())


def _is_single(claim: Claim, *, is_said: bool) -> bool:
    """Whether a thing has one such value at a time, as a change of it says too."""
    kind = claim.values[0][0]
    verb, _, how = claim.relation.partition(" ")
    may_change = is_said and verb in _REPLACEABLE
    if verb in _SINGLE_ZH or verb == CHANGED or (may_change and lexing.has_cjk(verb)):
        return True
    if verb in ("是", "は"):
        return kind == NAME or claim.is_new or is_said
    if verb not in _SINGLE and not may_change:
        return False
    return kind == NAME or (kind == PLACE and bool(how)) or (kind == WORDS and (claim.is_new or is_said))
