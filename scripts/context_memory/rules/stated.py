"""What a person said outright: asked to be remembered, a name, a preference, a rule for later. No model is needed.

Each fact is one sentence in the person's own words and language; names become a labelled value, so that a new
one takes the place of the old. Wary on purpose: questions, quotations, code, choices of the moment and sentences
that only point at something else are left out, because a wrong memory is worse than none.
"""

import re
from dataclasses import dataclass

from ..model.docs import Kind
from . import salience, sentences, standing_rules

LONGEST_MESSAGE = salience.LONGEST
"""Characters; a longer message was pasted."""
LONGEST = 300
"""Characters of one sentence."""
LEAST_WORDS, LEAST_HAN = 2, 4
"""What a request to remember must hold beside the request itself."""
NAME = ("User's name", "用户姓名")
CALLED = ("User wants to be called", "用户希望被称为")


@dataclass(frozen=True, slots=True)
class Stated:
    """One fact as it will be remembered."""

    kind: Kind
    text: str


_ASKED = re.compile(
    r"(?i)^(?:(?:please|pls|also|and|oh|so|ok|okay|hey|btw|by the way|now|just|kindly)[,:]?\s+"
    r"|(?:can|could|would|will) you (?:please )?|you (?:must|need to|have to) |i (?:want|need) you to "
    r"|i'd like you to )*"
    r"(?:remember(?: for (?:later|the future|next time))?|(?:don't|do not|never) forget|for future reference)"
    r"(?:\s+(?:that|this)\b\s*[:,-]?|\s*:)\s*(?P<what>.+)$"
)
_ASKED_ZH = re.compile(
    r"^(?:请|麻烦|你|要|一定|务必|千万|也|再|另外|还有|对了|那|好的?|嗯|最后|以后|，|,|\s)*"
    r"(?:帮我记(?:住|一下|下来?|着)?|记住|记一下|记下来?)(?:这一?点|哦|啊|：|:|，|,|\s)*(?P<what>.+)$"
)
_ASKED_DE = re.compile(
    r"(?i)^(?:(?:bitte|und|auch|ok|okay|ja|also|dann),?\s+)*merke?\s+dir(?:\s+bitte)?(?:\s*[,:]\s*(?:dass\s+)?|\s+dass\s+)"
    r"(?P<what>.+)$"
)
_ASKED_AFTER = re.compile(
    r"(?i)^(?!it\b|this\b|that\b|these\b|those\b|they\b|you\b|das\b|dies)(?P<what>.{12,}?)\s*[,;–—-]\s*(?:(?:so|and|und),?\s+)?"
    r"(?:please|pls|bitte)\s+(?:(?:do\s+)?(?:remember|note|save|store|keep in mind)\s+(?:this|that|it)"
    r"(?:\s+(?:preference|rule|fact))?(?:\s+(?:for (?:later|the future|next time)|in your memory))?"
    r"|(?:diese|die|meine)\s+(?:präferenz|vorliebe|regel|einstellung)\b.{0,30}?\b(?:speicher\w*|merk\w*)(?:\s+und\s+merken)?)[.!]*$"
    r"|^(?P<zh>(?![这那它你])[^？?]{6,}?)[，,；;]\s*(?:请|你要?|麻烦)?(?:帮我)?(?:记住|记一下|记好)(?:这一?点|这个|这件事)?(?:了|吧|哦|啊)?[。！!]*$"
)
"""What goes before a request to remember it."""
_NOT_ASKED_ZH = re.compile(r"^(?:密码|登录|用户名|账号|选择|状态|功能|按钮|的|了|吗|没|过|我的?(?:密码|登录|选择))")
_POLITE = re.compile(r"(?i)(?:please |hey,? )?(?:can|could|would|will) you ")
_ASKING_ZH = re.compile(r"为什么|怎么|是不是|哪里|哪个|什么时候")
_POINTS = re.compile(
    r"(?i)^(?:(?:it|they|he|she)\b|(?:das|es|dies)\b|(?:this|that|these|those)(?:$|\s+(?:is|was|are|were|will|should|must|has|can)\b)"
    r"|(?:for|when|next|time|day|one|moment)\b|[它他她]|这(?!个?项目|个仓库|台)|那)"
)
"""What only points at something that is not in the sentence."""

_MY_NAME = re.compile(
    r"(?i:(?<!\w)my (?:full )?name(?: is|'s) )(?:(?i:actually|now) )?(?P<name>[^\W\d_][\w'.-]*(?: [A-Z][\w'.-]*){0,3})"
)
_CALL_ME = re.compile(
    r"(?i:(?:^|[,;] )(?:(?:please|you can|you may|just|but|and|also|everyone|friends|people|,|-)\s+|hi,? |hello,? )*"
    r"call me )(?P<name>[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,2})"
    r"(?=[\s.,!;)]*(?:$|[.,;!)]|(?i:please|from now on|instead)))"
)
_MY_NAME_ZH = re.compile(
    r"(?:^|[，,。；;\s好])(?:我叫|我的名字是|我的名字叫|我姓名是)"
    r"(?P<name>(?![你他她它了个过车外不什谁人醒上做去来停救])[\u4e00-\u9fff·]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?=$|[，,。.！!；;、\s]|住|是|在|今年|来自)"
)
_CALL_ME_ZH = re.compile(
    r"(?:(?:请|可以|就|以后)叫我|(?:^|[，,\s])叫我)(?P<name>(?!怎|做|去|来|什么|如何|干)[\u4e00-\u9fff]{2,4}?|[A-Z][A-Za-z]+)"
    r"(?:就好|就行|吧|即可|就可以)?了?(?=$|[，,。.！!；;\s])"
)
_NO_NAMES = """
not the a an it in on of too also mud undefined null what changing misspelled
"""
_NOT_A_NAME = frozenset(_NO_NAMES.split())

_TASTE = re.compile(
    r"(?i)(?<![\w'])i (?:(?:always|generally|usually|really|much|strongly|personally|typically|also|still) )*"
    r"(?:prefer|don't like|do not like|hate|dislike)\s+"
    r"(?!(?:it|this|that|these|those|them|him|her|you|your|how|what|where|when|option|number|the|if|one|doing|having|but|and|or"
    r"|to (?:see|say|do|have|go|know|be|start|keep|wait|ask|admit))\b|not\b|#?\d|(?-i:[A-D])\b)\w"
)
_TASTE_ZH = re.compile(
    r"(?<![如若要果对向])我(?:还是|一般|通常|一直|比较|更|最|都|个人|很|特别|非常|平时)*"
    r"(?:喜欢|不喜欢|讨厌|习惯|不习惯|偏好|偏爱)(?![你您这那它他她上刚第了过的吗])."
)
_OF_THE_MOMENT = re.compile(r"(?i)\b(?:this time|for now|right now|today|in this case|here)\b|这次|今天|现在|暂时|目前")

_STANDING = re.compile(
    r"(?i)^(?:(?:please|so|and|also|ok|okay|but|no|nope)[,.]?\s+)*(?:from now on|going forward|in (?:the )?future)"
    r"[ ,:]+(?:please\s+|you (?:should|must|need to|have to|can)\s+|we (?:should|must|will|use)\s+"
    r"|i (?:want|prefer)\b)?"
    r"(?!i\b|it\b|they\b|he\b|she\b|there\b|versions?\b|releases?\b)"
    r"(?!(?:the|this|that|our|an?|all|every|each)\b"
    r"(?!.*\b(?:must|should|ha(?:s|ve) to|needs? to|never|always|only)\b))\w"
    r"|\bnext time[ ,:]+(?:please\s+|you (?:should|must|need to|have to)\s+)?"
    r"(?:always|never|don't|do not|first|use|run|write|read|ask|check|make|try|start|look|test|keep|put|add|give|show"
    r"|tell|say|answer|commit|stop|include|remember|leave|follow|verify|explain|avoid|just)\b"
    r"|\b(?:every|each) time,? (?:you\b|before you\b|after you\b|please\b)"
)
_STANDING_ZH = re.compile(
    r"(?:以后|下次|今后|从现在开始|从今以后|从今天起)(?:请|都|就|也|一定|你|我们|，|,)*"
    r"(?:每次(?!都?(?:失败|报错|出错|会|能|卡|慢|是|一样|这样|没))|不要|别|要|先|必须|不准|不许|不能|不用|只|用|改用|统一|记得|注意|回答|回复|写|叫我|默认)(?!再说|再谈)"
    r"|(?:你|请)每次(?:都要|要|先|必须)|记住别"
)

_ABOUT_ME = re.compile(
    r"(?<![\w'])I(?:'m| am) (?:originally )?from (?=[A-Z])|(?<![\w'])I live in (?=[A-Z])"
    r"|(?<![\w'])I work (?:at|for) (?=[A-Z])|(?<![\w'])I work as an? \w"
    r"|(?i:(?<![\w'])i(?:'m| am) allergic to \w|\bmy birthday is (?=\w*\d|[A-Z]))"
)
_ABOUT_ME_ZH = re.compile(
    r"我(?:现在|目前)?住在(?!你|这|那|哪)|我家在(?!装修|搬|建|你|这|那|哪)|我在(?:(?![考虑思找想要换不了忙做准备努认时])[\u4e00-\u9fffA-Za-z]){2,12}(?:工作|上班)(?=$|[，,。！!；;\s])|^我[^，。]{1,12}，(?:现在)?住在|我的?生日是|我对.{1,12}过敏"
    r"|我是(?:一名|一个|个|名)?(?![不想说要觉否在用怕真就从因这那谁问打])[\u4e00-\u9fffA-Za-z]{1,10}"
    r"(?:人|工程师|程序员|老师|教师|医生|学生|设计师|经理|开发者|律师|作家|护士|研究员)(?![\u4e00-\u9fff])"
)
_KIN = r"(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|father|mom|mum|dad|brother|sister|dog|cat)"
_ABOUT_KIN = re.compile(
    rf"(?i)(?<!\w)my {_KIN}(?:'s (?:name is|birthday is|called)|,? [A-Z]\w+,)? ?"
    r"(?:is (?:allergic|called|named|a vegetarian|vegan)|(?:likes|loves|hates)(?! to\b| the\b| it\b| this\b)"
    r"|doesn't (?:eat|drink|like)|lives in|works (?:at|for|as))\b"
    rf"|(?i:(?<!\w)my {_KIN}'s (?:name|birthday) is)\b"
)
_ABOUT_KIN_ZH = re.compile(
    r"我(?:的)?(?:老婆|妻子|太太|老公|丈夫|儿子|女儿|爸爸?|妈妈?|父亲|母亲|女朋友|男朋友|哥哥|姐姐|弟弟|妹妹)(?:的)?"
    r"(?:叫|生日是|(?:很|最|不)?喜欢|讨厌|对.{1,12}过敏|不吃|住在|在.{2,12}(?:工作|上班))"
)
_REPORTED = re.compile(
    r"(?i)\b(?:if|whether|when|unless|suppose|imagine|says?|said|user story|as an? \w+,|someone|pretend|example"
    r"|translat\w+|(?:re)?write (?:an?|me|some|the|this)|story|poem|novel|dialogue|scene|role)\b"
    r"[^.]{0,60}$"
    r"|(?:如果|假如|要是|比如|例如|假设|假装|扮演|翻译|写一?[篇封段个首]|故事|作文|剧本|台词|说：?|问：?|回答：?)[^。]{0,20}$"
)
"""Before a cue: the sentence supposes or reports, it does not tell."""
_OPENING_QUOTES = '"“‘「『《`'
_CLOSING_QUOTES = '"”’」』》`'


def of(message: str) -> tuple[Stated, ...]:
    """The facts that a message states, in order, each once."""
    if not salience.SHORTEST <= len(message.strip()) <= LONGEST_MESSAGE:
        return ()
    found: dict[Stated, None] = {}
    may_order = standing_rules.may_hold(message)
    for sentence in sentences.split(salience.own_words(message)):
        text = sentences.plain(sentence)
        if len(text) <= LONGEST and not sentences.is_code(sentence):
            found.update(dict.fromkeys(_in(text) or (_ordered(text) if may_order else [])))
    return tuple(found)


def rules_in(message: str) -> tuple[str, ...]:
    """The sentences of a message that set a rule for later: `next time …`, `以后不要…`."""
    return tuple(each.text for each in of(message) if _is_standing(each.text) or standing_rules.is_one(each.text))


def _in(text: str) -> list[Stated]:
    is_question = _ends_as_question(text)
    asked = _ASKED.match(text) or _ASKED_ZH.match(text) or _ASKED_DE.match(text)
    if not asked and not is_question and (before := _ASKED_AFTER.match(text)):
        what = (before["what"] or before["zh"]).strip()
        return [Stated(Kind.REMEMBER, what)] if _tells_enough(what) else []
    if is_question and not (asked and _POLITE.match(text)):
        return []
    if asked:
        what = asked["what"].strip(" ：:，,-?？")
        return [Stated(Kind.REMEMBER, what)] if _tells_enough(what) else []
    named = [
        *_named(text, NAME, _MY_NAME, _MY_NAME_ZH),
        *_named(text, CALLED, _CALL_ME, _CALL_ME_ZH),
    ]
    for kind, patterns in (
        (Kind.PREFERENCE, (_STANDING, _STANDING_ZH, _TASTE, _TASTE_ZH)),
        (Kind.FACT, (_ABOUT_ME, _ABOUT_ME_ZH)),
        (Kind.RELATIONSHIP, (_ABOUT_KIN, _ABOUT_KIN_ZH)),
    ):
        if any(_holds(text, pattern) for pattern in patterns) and not _OF_THE_MOMENT.search(text):
            return [*named, Stated(kind, text)]
    return named


def _ordered(text: str) -> list[Stated]:
    """A rule in a plain imperative, or a fact that a correction puts right."""
    if _ends_as_question(text):
        return []
    if fact := standing_rules.corrected(text):
        return [Stated(Kind.FACT, fact)]
    return [Stated(Kind.PREFERENCE, text)] if standing_rules.is_one(text) else []


def _ends_as_question(text: str) -> bool:
    """Whether it is a question, in Chinese also without its mark."""
    return text.rstrip(" \"')*").endswith(("?", "？", "吗", "呢")) or _ASKING_ZH.search(text) is not None


def _is_standing(text: str) -> bool:
    return any(_holds(text, pattern) for pattern in (_STANDING, _STANDING_ZH))


def _holds(text: str, pattern: re.Pattern[str]) -> bool:
    return any(_is_said(text, match.start()) for match in pattern.finditer(text))


def _is_said(text: str, at: int) -> bool:
    """Whether what stands there is the person's own statement: not inside a quotation, not supposed or reported."""
    before = text[:at]
    quotes = sum(before.count(c) for c in _OPENING_QUOTES) - sum(
        before.count(c) for c in _CLOSING_QUOTES if c not in _OPENING_QUOTES
    )
    return quotes % 2 == 0 and not _REPORTED.search(before)


def _named(text: str, label: tuple[str, str], english: re.Pattern[str], chinese: re.Pattern[str]) -> list[Stated]:
    for pattern, words, mark in ((english, label[0], ": "), (chinese, label[1], "：")):
        match = pattern.search(text)
        if match and _is_said(text, match.start()):
            name = match["name"].strip(" .'-")
            if name and name.casefold() not in _NOT_A_NAME:
                return [Stated(Kind.ENTITY, f"{words}{mark}{name}")]
    return []


def _tells_enough(what: str) -> bool:
    if _POINTS.match(what) or _NOT_ASKED_ZH.match(what):
        return False
    han = sum("\u4e00" <= c <= "\u9fff" for c in what)
    return han >= LEAST_HAN or len(what.split()) > LEAST_WORDS or (len(what.split()) == LEAST_WORDS and han > 0)
