"""Decides whether a clause lasts: who speaks about whom, how binding it is, and what says that it is for good.

A clause opens in one of a few shapes (an order, a permission, a wish, something of the person, of their people, of
their team, of a thing). The shape brings points, and every class of words in the clause adds or takes some: `always`
adds, `this file` takes. A language is two tables, shapes and evidence (`grammar_en.py`, `grammar_zh.py`), with points
set by hand on `bench/lasting/development.txt`. The words themselves add or take more, with weights that were fitted
(`word_weights.py`). What reaches `ENOUGH` lasts.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ...text import lexing
from ...text.patterns import lazy_regex
from ..docs import Kind

ENOUGH = 2
"""Points from which a clause lasts."""
LONGEST = 200
"""Characters of a clause."""
CLASSES_IN_CLASSES = 2
"""How deep classes of words are made of classes."""
_CLASS = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|_|~")


def _literal(found: re.Match[str]) -> str:
    """What `_` and `~` stand for, outside of sets and escapes; in a set, `_` is a space as well."""
    text = found[0]
    return {"_": r"[ ]", "~": r"\b"}.get(text, text.replace("_", " ") if text[0] == "[" else text)


@dataclass(frozen=True, slots=True)
class Shape:
    """How a clause opens."""

    name: str
    opens: re.Pattern[str]
    points: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Evidence:
    """A class of words that speaks for or against lasting."""

    name: str
    words: re.Pattern[str]
    points: int
    shapes: frozenset[str]
    """Where it counts; empty: everywhere."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language."""

    shapes: tuple[Shape, ...]
    evidence: tuple[Evidence, ...]
    boundary: re.Pattern[str]
    """Between two clauses of a sentence."""
    scope: re.Pattern[str]
    """A clause that only says when the next one holds: `from now on,`, `before you commit,`."""
    asks: re.Pattern[str]
    """A clause that asks, supposes or reports."""
    lead: re.Pattern[str]
    """Words before a clause that say nothing of it."""
    classes: Mapping[str, re.Pattern[str]]
    """The classes of words that shapes and evidence are made of."""

    def points_of(self, clause: str) -> tuple[int, Kind | None]:
        """What shape and evidence give a clause, and the kind it would be of; 0 and None where it has no shape."""
        shape, found = self.read(clause)
        return (shape.points + sum(each.points for each in found), shape.kind) if shape else (0, None)

    def is_asking(self, clause: str) -> bool:
        """Whether a clause asks, supposes or reports."""
        return self.asks.search(clause[self.lead.match(clause).end() :].strip()) is not None  # type: ignore[union-attr]

    def read(self, clause: str) -> tuple[Shape | None, list[Evidence]]:
        """The shape of a clause and the evidence in it; no shape where it asks or opens in none."""
        core = clause[self.lead.match(clause).end() :].strip()  # type: ignore[union-attr]  # it matches nothing too
        if len(clause) > LONGEST or self.asks.search(core):
            return None, []
        shape = next((each for each in self.shapes if each.opens.match(core)), None)
        if shape is None:
            return None, []
        return shape, [
            each
            for each in self.evidence
            if (not each.shapes or shape.name in each.shapes)
            and each.words.search(core if each.words.pattern.startswith("(?ix)^") else clause)
        ]

    def clauses(self, sentence: str) -> Iterator[tuple[int, int]]:
        """Start and end of the clauses of a sentence; a scope belongs to the clause that follows it."""
        start = 0
        for cut in self.boundary.finditer(sentence):
            if cut.start() > start and not self.scope.fullmatch(sentence[start : cut.start()].strip()):
                yield start, cut.start()
                start = cut.end()
        yield start, len(sentence)


def build(
    classes: Mapping[str, str],
    shapes: Mapping[str, tuple[int, Kind, str]],
    evidence: Mapping[str, tuple[int, str, str]],
    **cuts: str,
) -> Grammar:
    """A grammar from its tables, verbose patterns in which `_` is a space and `~` the start or end of a word.

    Shapes of one name, `person of taste` and `person`, have their evidence in common.
    """
    named = {name: f"(?:{'|'.join(words.split())})" for name, words in classes.items()}

    def pattern(source: str) -> re.Pattern[str]:
        for _ in range(CLASSES_IN_CLASSES):
            for name, words in named.items():
                source = source.replace("{" + name + "}", words)
        return re.compile("(?ix)" + _CLASS.sub(_literal, source))

    return Grammar(
        tuple(Shape(key.split()[0], pattern(opens), points, kind) for key, (points, kind, opens) in shapes.items()),
        tuple(
            Evidence(name, pattern(words), points, frozenset(where.split()))
            for name, (points, where, words) in evidence.items()
        ),
        classes={name: pattern(f"(?<![a-zA-Z0-9]){words}(?![a-zA-Z0-9])") for name, words in named.items()},
        **{name: pattern(source) for name, source in cuts.items()},
    )


class Heard(NamedTuple):
    """A clause that a person states, or neighbouring ones, and what was made of it by itself."""

    kind: Kind
    start: int
    end: int
    """Where it stands in its sentence."""
    text: str
    points: int
    """Of shape and evidence."""
    shape: str
    """In which it opens; empty: in none."""
    evidence: tuple[str, ...]
    score: float | None
    """Of its words; None where the table does not know them."""
    total: float
    """Of points and words together."""
    opinion: float | None
    """Of somebody who knows more than words, where that was asked for."""


class Sentence(NamedTuple):
    """One of a person's own sentences in a message."""

    text: str
    is_question: bool
    heard: tuple[Heard, ...]


_LEAST, _MOST = -6.0, 7.0
"""Totals and scores beyond these say no more."""
_MANY = 8
_MOST_LENGTH = 5.0
_PER_CLAUSE, _PER_MESSAGE = 30, 200
"""Characters, of Chinese `_SHORTER` of them, that are one unit of length, which counts up to `_MOST_LENGTH`."""
_SHORTER = 0.4
NOTHING_BESIDE = -3.0
"""The total of no other sentence."""
TASKS = frozenset({"order", "wish", "permit"})
_SAYS_SO = frozenset(
    (
        *("always", "for good", "all of a kind", "its scope first", "a policy", "stop a habit"),
        *("an occasion that returns", "a case of a kind", "kept so"),
    )
)
"""Evidence of an order that says itself that it lasts."""
PLAIN = 5
"""Points that say as much."""
_DOUBTS = frozenset(
    f"{where}:{name}"
    for where in "cs"
    for name in (
        *("product", "label", "quotes", "general", "case", "once", "error", "feels", "day", "supposes"),
        *("opens_they", "plans", "opens_past"),
    )
)
"""Signs that it is told of something else, or for now."""


def says_so(heard: Heard, found: Mapping[str, float]) -> bool:
    """Whether it is an order that says itself that it lasts, with no sign against that: it stands anyway.

    Of the sets left out of the fit, of those that fall short in their context, 21 last and 8 do not.
    """
    is_order = heard.shape in {"order", "wish", "asked"} and heard.total >= ENOUGH
    is_plain = heard.points >= PLAIN - ("lasting scope" in heard.evidence) or not _SAYS_SO.isdisjoint(heard.evidence)
    return is_order and is_plain and _DOUBTS.isdisjoint(found)


def in_context(heard: Heard, place: int, sentences: Sequence[Sentence]) -> dict[str, float]:
    """What speaks for and against the lasting of a clause where it stands: itself, its sentence, and the others.

    Whether the message asks for work, tells news of the day or jests is seen beside the clause more often than in it.
    """
    sentence = sentences[place]
    is_chinese = lexing.has_cjk(sentence.text)
    signs = _SIGNS_ZH if is_chinese else _SIGNS_EN
    share = _SHORTER if is_chinese else 1.0
    others = [each for i, each in enumerate(sentences) if i != place]
    beside = [_bounded(each.total) for other in others for each in other.heard]
    found = {
        "points": float(max(-5, min(_MOST, heard.points))),
        "known": float(heard.score is not None),
        "score": _bounded(heard.score or 0.0),
        "total": _bounded(heard.total),
        "question": float(sentence.is_question),
        "length": min(_MOST_LENGTH, len(heard.text) / _PER_CLAUSE / share),
        "message": min(_MOST_LENGTH, sum(len(each.text) for each in sentences) / _PER_MESSAGE / share),
        "sentences": float(min(_MANY, len(sentences))),
        "place": float(min(_MANY, place)),
        "first": float(place == 0),
        "last": float(place == len(sentences) - 1),
        "alone": float(len(sentences) == 1),
        "clauses": float(min(_MANY, len(sentence.heard))),
        "best here": max(_bounded(each.total) for each in sentence.heard),
        "best beside": max(beside, default=NOTHING_BESIDE),
        "mean beside": sum(beside) / len(beside) if beside else NOTHING_BESIDE,
        f"S:{heard.shape}": 1.0,
    }
    found |= dict.fromkeys((f"E:{name}" for name in heard.evidence), 1.0)
    if heard.opinion is not None:
        of = "task" if heard.shape in TASKS else "shape" if heard.shape else "none"
        found |= {"asked": 1.0, "opinion": _bounded(heard.opinion), f"opinion of {of}": _bounded(heard.opinion)}
    found |= dict.fromkeys((f"c:{name}" for name in _signs_of(heard.text, signs)), 1.0)
    found |= dict.fromkeys((f"s:{name}" for name in _signs_of(sentence.text, signs)), 1.0)
    found |= dict.fromkeys((f"m:{name}" for other in others for name in _signs_of(other.text, signs)), 1.0)
    return found


def _bounded(total: float) -> float:
    return max(_LEAST, min(_MOST, total))


def _signs_of(text: str, signs: "Signs") -> tuple[str, ...]:
    return tuple(name for name, words in signs if words.search(text))


Signs = tuple[tuple[str, re.Pattern[str]], ...]
"""What a text may show, each by its words."""
_SIGNS_EN: Signs = (
    (
        "day",
        lazy_regex(
            r"(?i)\b(?:today|tonight|tomorrow|yesterday|this (?:morning|afternoon|evening|week|weekend|time"
            r"|month|one)|right now|for now|at the moment|just now|last (?:night|week|time)|next week|(?:on"
            r"|by|until|till) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:an hour|minutes|days) ago"
            r"|by (?:noon|\d)|rn)\b"
        ),
    ),
    (
        "always",
        lazy_regex(
            r"(?i)\b(?:always|never|every(?: time)?|each|from now on|going forward|by default|usually"
            r"|all (?:our|my)|only|any ?more|in future|whenever)\b"
        ),
    ),
    (
        "supposes",
        lazy_regex(r"(?i)\b(?:if|would|could|might|maybe|imagine|suppose|wish|hope|wonder|think|guess)\b"),
    ),
    ("i", lazy_regex(r"(?i)\b(?:i|i'm|i've|i'd|i'll|im|me|my|mine)\b")),
    ("we", lazy_regex(r"(?i)\b(?:we|we're|we've|our|us|ours)\b")),
    ("you", lazy_regex(r"(?i)\b(?:you|your|u)\b")),
    ("they", lazy_regex(r"(?i)\b(?:he|she|they|his|her|their|it)\b")),
    ("opens_they", lazy_regex(r"(?i)^(?:and |but |so |oh )?(?:he|she|they|it|their)\b")),
    (
        "thing",
        lazy_regex(
            r"(?i)\b(?:the|this|that|these|those) (?:\w+ )?(?:page|button|function|file|test|field|form"
            r"|column|users?|screen|list|table|script|app|site|report|draft|text|email|post|story"
            r"|character)s?\b"
        ),
    ),
    (
        "asks",
        lazy_regex(
            r"(?i)(?:^|[.!?,;] )(?:(?:please|pls|can you|could you|would you|help me|now|ok|so|then|and"
            r"|just) )*(?:write|make|add|fix|create|draft|check|find|give|show|tell|list|plan|translate"
            r"|summari[sz]e|explain|help|look|rewrite|review|compare|suggest|update|change|build|run|put|set"
            r"|draw|design|prepare|sort|turn|need|sketch|ask|send)\b|\?"
        ),
    ),
    ("past", lazy_regex(r"(?i)\b(?:was|were|had|did|went|came|got|said|told|asked|made|found|\w{3,}ed)\b")),
    (
        "opens_past",
        lazy_regex(
            r"(?i)^(?:(?:and|so|but) )?(?:i|we|he|she|they|my \w+|our \w+|the \w+) (?:\w+ly )?(?:was|were|had"
            r"|walked|saw|paid|called|left|got|came|went|took|decided|did|lived|made|bought|forgot)\b"
        ),
    ),
    (
        "plans",
        lazy_regex(
            r"(?i)\b(?:will|going to|gonna|wants? to|needs? to|trying to|plan to|about to|would like to)\b"
            r"|\w'll\b"
        ),
    ),
    ("doing", lazy_regex(r"(?i)\b(?:i'm|am|we're|are|he's|she's|is|they're) (?:\w+ )?\w+ing\b")),
    ("quotes", lazy_regex(r"(?i)[\x22“”]|(?<!\w)'\w")),
    (
        "product",
        lazy_regex(
            r"(?i)^(?!.*\b(?:our|my|we|us)\b)(?:(?:and|also|but|so),? )?(?:[\w-]+ ){0,4}(?:app"
            r"|bot|users?|admins?|editors?|viewers?|customers?|visitors?|export|import|header|footer|form"
            r"|button|search box|fields?|page|functions?|methods?|handlers?|endpoint|api|system|service|job"
            r"|script|screen|logo|image|banner|menu|parser|tool|widget|site|website|order|invoices?|component"
            r"|modal|cart|login|passwords?|player|character|robot|software|program"
            r"|database) (?:[\w' ]{0,20} )?(?:must|should|shall|needs? to|ha(?:s|ve) to|may not|can't|cannot"
            r"|never|always)\b|\bas an? (?:user|admin|customer|visitor|guest)\b"
        ),
    ),
    ("case", lazy_regex(r"(?i)^(?:if|when|while|once) (?:the|a|an|any|no) ")),
    (
        "task",
        lazy_regex(
            r"(?i)^(?:(?:now|then|so|ok|please|pls|and|right|just|also),? )*(?:sketch|ask|give|send|show|tell"
            r"|make|write|draw|list|find|build|try|explain|read|sum|sort|cut|fix|split|plan|draft|print"
            r"|compare|check|put|update|quote|get|create|add)\b(?!.*\b(?:always|never|every|each|from now"
            r"|any ?more|by default|whenever|going forward|in future|all)\b)"
        ),
    ),
    (
        "label",
        lazy_regex(
            r"(?i)^(?:quote|draft|title|headline|slogan|motto|tweet|post|caption|scene|act|chapter"
            r"|requirement|example|plan|todo|note|subject)\b[^:]{0,20}:|^(?-i:[A-Z]{2,}): "
        ),
    ),
    (
        "general",
        lazy_regex(
            r"(?i)^(?:(?:of course|i agree|i mean|well|honestly),? )*(?:a|good|people|cats|dogs|family|life"
            r"|everyone|one|everything|nobody)\b.*\b(?:always|never|should)\b"
        ),
    ),
    ("joke", lazy_regex(r"(?i)\b(?:lol|haha+|phew|omg|jk)\b|[:;]-?[)D]|!")),
    (
        "apart",
        lazy_regex(
            r"(?i)^(?:my (?:neighbou?r|landlord|boss|roommate|flatmate)|our (?:competitor|guest|flight"
            r"|neighbou?r)|someone|somebody|people)\b"
        ),
    ),
    (
        "error",
        lazy_regex(
            r"(?i)\b(?:segv|segfault|crash\w*|error|exception|hangs?|timeouts?|fails?|failed|broken|bugs?"
            r"|slow)\b"
        ),
    ),
    ("number", lazy_regex(r"(?i)\d")),
    ("address", lazy_regex(r"(?i)\w+://|\S@\S|\w\.\w|/\w")),
    ("once", lazy_regex(r"(?i)\bused to\b|\bwhen i was\b|\bback in \d|\bin (?:19|20)\d\d\b")),
    ("name", lazy_regex(r"(?i)(?-i:(?<=[a-z,] )[A-Z][a-z]+)")),
    ("now", lazy_regex(r"(?i)\b(?:now|no longer|since|instead|moved|switched|renamed|these days|not)\b")),
    ("because", lazy_regex(r"(?i)\b(?:so|because|since|as)\b")),
    (
        "called",
        lazy_regex(
            r"(?i)\b(?:called|named|is the|goes to|belongs to|lives?|works?|allerg\w+|can't|cannot|don't"
            r"|doesn't|doesnt|dont|isn't|no)\b"
        ),
    ),
)
_SIGNS_ZH: Signs = (
    (
        "day",
        lazy_regex(
            r"(?i)今[天晚早]|明[天晚早]|昨[天晚]|刚才|刚刚?|这次|这回|上午|中午前|这周|下周|上周|待会|等会儿?|马上|暂时|目前|一上午|早上起|周[一二三四五六日]"
        ),
    ),
    ("always", lazy_regex(r"(?i)以后|都|一律|总是|从来|每[次天周月年]|统一|别再|一直|永远|不再|默认|凡是|只要|必须")),
    ("supposes", lazy_regex(r"(?i)如果|要是|假如|可能|也许|好像|大概|万一|的话|或者")),
    ("feels", lazy_regex(r"(?i)觉得|感觉|感到|认为|以为|不确定|烦|慌|难受|后悔|喜欢|开心|累")),
    ("i", lazy_regex(r"(?i)我(?!们)")),
    ("we", lazy_regex(r"(?i)我们|咱")),
    ("you", lazy_regex(r"(?i)[你您]")),
    ("they", lazy_regex(r"(?i)[他她它]")),
    ("opens_they", lazy_regex(r"(?i)^[他她它这那]")),
    ("thing", lazy_regex(r"(?i)[这那]个|[这那]份|页面|按钮|函数|字段|用户|文件|表格|脚本|接口")),
    (
        "asks",
        lazy_regex(r"(?i)[?？吗]|帮我|帮忙|请|写[个一封份]|看看|看一?下|给我|改一?下|做[个一]|查一?下|一下|告诉我|列"),
    ),
    ("past", lazy_regex(r"(?i)[了过](?=[^，。]|$)")),
    ("ends_le", lazy_regex(r"(?i)了[。！!]?$")),
    ("plans", lazy_regex(r"(?i)(?<![不需重主])要(?![求是点])|打算|准备|想")),
    ("opens_you", lazy_regex(r"(?i)^你")),
    ("quotes", lazy_regex(r"(?i)[“”「」『』\"…]")),
    (
        "product",
        lazy_regex(
            r"(?i)(?:用户|机器人|按钮|文件|导入|导出|脚本|接口|系统|程序|页面|字段|表单|[Aa][Pp][Pp]|小程序|后台|组件|弹窗|列表|管理员|会员|优惠券|访客"
            r"|黑名单)[^，。]{0,12}(?:必须|不得|不能|应该|应|只能|永远|自动)"
        ),
    ),
    ("task", lazy_regex(r"(?i)^(?:只要|别|不用|不要|先|再|把|回答前|给|帮|写|改|叫|停)")),
    ("label", lazy_regex(r"(?i)^[\u4e00-\u9fff]{1,6}[:：]")),
    ("joke", lazy_regex(r"(?i)哈哈|笑死|呵呵|[!！]")),
    ("error", lazy_regex(r"(?i)崩|报错|失败|连不上|打不开|慢|error")),
    ("number", lazy_regex(r"(?i)\d")),
    ("address", lazy_regex(r"(?i)\w+://|\S@\S|[a-z]\.[a-z]|/\w")),
    ("once", lazy_regex(r"(?i)小时候|以前|当年|上学|那时|那天|\d年")),
    ("latin", lazy_regex(r"(?i)[A-Za-z]{2}")),
    ("now", lazy_regex(r"(?i)现在|改成|改到|改用|换成|换到|搬|不再|不是")),
    ("called", lazy_regex(r"(?i)叫|是|归|负责|过敏|住|找|在")),
    ("clauses", lazy_regex(r"(?i)[，,；;].*[，,；;].*[，,；;]")),
)
