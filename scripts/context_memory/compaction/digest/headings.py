"""The headings of a summary, the labels of a note and its title, in both languages.

The first four headings are word for word the skill's.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import chain
from math import sqrt

from ...text import entities, pasted, sentences
from ...text.patterns import lazy_regex
from ...text.tokens import Estimator, bytes4
from ...transcripts.own_texts import ORDERS_HEADING
from . import directives, one_off
from .values import Said, SessionMemory, Speaker

HEADINGS = {
    "en": {
        "last_request": "the user's last request, verbatim",
        "reply_to": "(in reply to the agent:)",
        "goes_on": "(goes on with:)",
        "thanks": "(only a word of thanks or parting; before it:)",
        "since": "(done since:)",
        "outline": "(its other parts:)",
        "still": "(there, about what is still open:)",
        "below": "the user's last request stands whole in the messages below.",
        "completed": "Completed:",
        "pending": "Pending:",
        "key_files": "Key files:",
        "current_task": "Current task:",
        "requests_before": "Earlier requests, still open:",
        "results": "Last result of each command:",
        "how_to_run": "How to run:",
        "causes": "Confirmed causes:",
        "ruled_out": "Ruled out:",
        "directives": ORDERS_HEADING["en"],
        "corrections": "Corrections by the user:",
        "asked": "Asked along the way:",
        "carried_out": "Asked for before and worked on since:",
        "decisions": "Decisions in force:",
        "questions": "Asked the user, not answered yet:",
        "unanswered": "Asked by the user, not answered yet:",
        "reports": "Reports of other agents:",
        "given": "Rules in documents the user gave:",
        "rules": "Rules the host gave:",
        "tasks": "What subagents were told for their tasks, which are over:",
        "errors": "Errors still open:",
        "work": "Newest work, oldest first:",
        "story": "What was said, oldest first:",
        "excerpts": "What stands where:",
        "excerpts_root": "What stands where (paths under {root}):",
        "drafts": "written in messages",
        "defines": "defines",
        "fields": "fields:",
        "mentions": "names",
        "with": "with",
        "none": "none",
        "above": "as asked above",
        "written_above": "those written above",
        "besides": " (besides those written above)",
        "current": "the current task",
        "committed": "committed",
        "passed": "passed",
        "closed": "closed",
        "published": "published",
        "told": "as the agent said",
        "person": "User",
        "agent": "Agent",
        "host": "Host",
        "document": "Given document",
        "written": "files written",
        "written_root": "files written under {root}",
        "replaced": "(in part replaced since: “{by}”)",
        "under": " (paths under {root})",
        "in_folder": " (in {folder})",
        "rest": "rest in the archive",
        "changed": "changed",
        "ran": "ran",
        "read": "read",
        "used": "used",
        "wanted": "wanted",
        "failed": "FAILED",
        "silent": "ok",
        "refused": "REJECTED by the user, not done",
    },
    "zh": {
        "last_request": "用户最新的请求（原文）",
        "reply_to": "（回应智能体：）",
        "goes_on": "（继续：）",
        "thanks": "（仅致谢或告别；此前：）",
        "since": "（此后已完成：）",
        "outline": "（其余各部分：）",
        "still": "（其中与待办有关的：）",
        "below": "用户最新的请求全文见下方消息。",
        "completed": "已完成：",
        "pending": "待办：",
        "key_files": "关键文件：",
        "current_task": "当前任务：",
        "requests_before": "此前的请求，尚未完成：",
        "results": "各命令的最新结果：",
        "how_to_run": "运行方式：",
        "causes": "已确认的原因：",
        "ruled_out": "已排除：",
        "directives": ORDERS_HEADING["zh"],
        "corrections": "用户的纠正：",
        "asked": "途中的要求：",
        "carried_out": "此前要求、之后已着手的：",
        "decisions": "有效的决定：",
        "questions": "已问用户、尚未答复：",
        "unanswered": "用户问过、尚未得到回答：",
        "reports": "其他智能体的报告：",
        "given": "用户所给文档中的规则：",
        "rules": "宿主的规则：",
        "tasks": "子智能体在其任务中收到的要求（任务已结束）：",
        "errors": "尚未解决的错误：",
        "work": "最近的工作（从旧到新）：",
        "story": "对话要点（从旧到新）：",
        "excerpts": "各处内容：",
        "excerpts_root": "各处内容（路径相对于 {root}）：",
        "drafts": "消息中写到的",
        "defines": "定义",
        "fields": "字段：",
        "mentions": "提到",
        "with": "含",
        "none": "无",
        "above": "见上述请求",
        "written_above": "见上述已写文件",
        "besides": "（上述已写文件之外）",
        "current": "即当前任务",
        "committed": "已提交",
        "passed": "已通过",
        "closed": "已关闭",
        "published": "已发布",
        "told": "智能体称",
        "person": "用户",
        "agent": "智能体",
        "host": "宿主",
        "document": "所给文档",
        "written": "已写文件",
        "written_root": "已写文件（位于 {root}）",
        "replaced": "（其后部分有更改：“{by}”）",
        "under": "（路径相对于 {root}）",
        "in_folder": "（在 {folder} 中）",
        "rest": "其余见存档",
        "changed": "修改",
        "ran": "运行",
        "read": "读取",
        "used": "调用",
        "wanted": "提议",
        "failed": "失败",
        "silent": "成功",
        "refused": "被用户拒绝，没有执行",
    },
}

LABELS = {
    "en": {
        "summary": "Summary",
        "asked": "Asked",
        "done": "Done",
        "found": "Found",
        "told": "Result",
        "decision": "Decision",
        "agent": "Decision of the agent",
        "constraint": "Constraint",
        "said": "Told by the user",
        "correction": "Correction",
        "files": "Files",
        "open": "Open",
    },
    "zh": {
        "summary": "概要",
        "asked": "请求",
        "done": "完成",
        "found": "发现",
        "told": "结果",
        "decision": "决定",
        "agent": "代理的决定",
        "constraint": "约束",
        "said": "用户告知",
        "correction": "纠正",
        "files": "文件",
        "open": "待办",
    },
}
"""What the bullets of a dated note begin with."""
DONE = {
    "en": {"committed": "committed", "passed": "passed", "closed": "closed", "published": "published"},
    "zh": {"committed": "已提交", "passed": "测试通过", "closed": "已完成", "published": "已发布"},
}
UNTITLED = {"en": "Session notes", "zh": "会话记录"}
REPLIES = {"en": "{words} (in reply to: {to})", "zh": "{words}（回应：{to}）"}
MORE = {"en": "and {count} more", "zh": "另有 {count} 个"}
EARLIER = {"en": "[earlier entries: {path}]", "zh": "[更早的记录：{path}]"}
FAILS = {"en": "{what} fails: {how}", "zh": "{what} 失败：{how}"}

TITLE_CHARACTERS = 80
_CUT_WORDS = lazy_regex(
    r"(?i)(?:\s+(?:and|or|but|the|an?|of|to|for|in|on|at|by|with|how|what|where|when|if|is|are|be|been|was|were"
    r"|we|i|it|its|that|this|which|should|can|could|will|would|from|as|so|und|oder|um|die|der|das|den|ein\w*|zu|mit"
    r"|von|für|dass|ist))+\Z"
)
"""Words after which a title must not break off."""


_FOLDERS = lazy_regex(r"(?<![\w:/])@?(?:[A-Za-z]:[\\/]|~?/|\w[\w.-]*/)(?:[^\s\\/]+[\\/])+(?=[\w.-])")
"""What stands before the name of a file or folder: a title has no room for it."""


def as_title(text: str) -> str:
    """The text without half a word at its end, and without folders where it is too long."""
    if len(text) > TITLE_CHARACTERS:
        text = _FOLDERS.sub("", text)
    if len(text) <= TITLE_CHARACTERS:
        return text
    head, space, _ = text[:TITLE_CHARACTERS].rpartition(" ")
    short = head if space and 2 * len(head) > TITLE_CHARACTERS else text[: TITLE_CHARACTERS - 1]
    return _CUT_WORDS.sub("", short).rstrip(" ,;:，；：") + "…"


# -- what a note is titled by ---------------------------------------------------------------------------------------

_TELLING = 20  # characters; a shorter request ("go on") names no subject
INQUIRES = lazy_regex(
    r"(?i)[?？]\W*\Z|\A(?:what|how|why|where|who|was|wie|wieso|warum|wo|are|is|do|does|bist|hast|brauch\w*"
    r"|(?:das|es|that|it) (?:hört|ist|klingt|sieht|sounds|looks|is|was))\b|\A(?:(?:ok(?:ay)?|so|and|please|now|bitte"
    r"|(?:can|could) you)\W+)*(?:explain|investigate|inspect|check|review|analy[sz]e|tell me|find out|analysiere?"
    r"|prüfe?|schau)\b|(?:什么|是否|为什么|怎么|吗|哪|多少)[^。！]{0,12}\Z|分析|看看|查|能不能"
)
"""A request that wants to know something: its answer is a result."""
_MOST_OF_ALL = 0.6  # share of the highest count of a request's words that the first one needs to be the subject
_FIRST, _OFTEN = 1.6, 10  # worth of a goal at the beginning; messages: a word in more of them says no more
_FEW_WORDS, _FEW_CHARACTERS = 7, 14  # "Found the issue." says nothing
_HAN = lazy_regex("[\u3400-\u9fff]")
_POINTS = lazy_regex(
    r"(?i)\b(?:it|them|these|those|what['’]s (?:there|here)|this(?: task| job|(?=\W*\Z| with\b))|diese aufgabe)\b"
    r"|[它这那]"
)
_BEFORE_LAST = lazy_regex(r"(?i).*, (?:and )?(?:then|dann) ")
_NO_SUBJECT = lazy_regex(
    r"(?i:\W*(?:(?:ok(?:ay)?,? )?(?:you can|das kannst du|du kannst|i mean|for example|ich meine?|\w*error)\b"
    r"|(?:no|nope|nein)\W|我是说|比如|不是|第 ?\w+ ?步|(?:step|schritt) \d+\b)"
    r"|.*\b(?:are )?(?:you|u) (?:still )?(?:there|alive|ready|with me)\W*\Z)"
    r"|.*\b[A-D]\b\W+(?:\w+ ){0,2}[A-D]\b"
)
"""A request that sets right how another was understood, asks whether anybody listens, or names options by letter."""
_ITEM = lazy_regex(r"(?<=\s)\d{1,2}[.)] ?(?=[^\W\d_])")
"""The number of one of several answers in a line."""
_READS = lazy_regex(
    r"(?i)\W*(?:(?:ok(?:ay)?|alright|please|first|now|bitte|erst|先|请)\W*)*"
    r"(?:read|look at|have a look|lies\b|schau|读|看)"
)
"""What is to be read before the work."""
_HANDS_OVER = lazy_regex(r"(?i)\A[^:：]{0,60}\b(?:plan|spec\w*|issue|task|ticket|document|prd|text)[:：] +(?=\S)")
"""Words that only hand over what follows them."""


def subject_of(memory: SessionMemory, since: int) -> str:
    """What a session is for: of the requests since then, or of all where none says it, the first that says about what
    most is said."""
    corrected = {said.index for said in memory.corrections}
    wanting = [said for said in memory.requests if not one_off.says_little(said.text)]
    wanting = [said for said in wanting if not one_off.jests(said.text)] or wanting
    telling = [said for said in wanting if is_telling(said.text)] or [
        said for said in wanting if one_off.asks_for_work(said.text)
    ]
    news = [said for said in telling if said.index >= since]
    settled = [said for said in memory.decisions if said.speaker is Speaker.PERSON]
    orders = {said.text for said in memory.directives if not one_off.is_for_once(said.text)}
    fresh = [
        said
        for said in telling
        if said.index not in corrected and not said.reply_to and not _only_settles(said, settled)
        if _without_orders(said.text, orders)
    ]
    choices = [[said for said in fresh if said.index >= since], news, fresh, telling]
    worth_of = {said.text: _subject_worth(memory, said.text) for said in telling if _is_subject(said)}
    fitting = (those for each in choices if (those := [said for said in each if said.text in worth_of]))
    asking = next(fitting, next(filter(None, choices), [])[:1])
    worth = [worth_of.get(said.text, 0.0) for said in asking]
    text = next((said.text for said, each in zip(asking, worth, strict=True) if each >= _MOST_OF_ALL * max(worth)), "")
    return _goal_in(text, orders, lambda sentence: _subject_worth(memory, sentence))


def _without_orders(text: str, orders: Container[str]) -> list[str]:
    """The sentences of a request that tell something besides rules for the work."""
    return [
        each for each in sentences.split_sentences(_ITEM.sub("\n", text)) if is_telling(each) and each not in orders
    ]


def _goal_in(text: str, orders: Container[str], worth: Callable[[str], float]) -> str:
    """The sentence of a request that says what is wanted, not only what to read for it; where none does, the one about
    which most is said."""
    said = _without_orders(text, orders) or _without_orders(text, ())
    said = [each for each in said if not one_off.lasts(each)] or said
    given = (each[found.end() :] for each in said if (found := _HANDS_OVER.match(each)))
    places = [i for asks in (pasted.wants, _asks) for i, each in enumerate(said) if asks(each)]
    places.sort(key=lambda i: _READS.match(said[i]) is not None)
    wanted = filter(says_what, (_with_what_it_is_about(said, i) for i in places))
    told = sorted(said, key=worth, reverse=True)
    return pasted.without_lead(next(chain(given, wanted, told, [text])))


def _with_what_it_is_about(said: Sequence[str], i: int) -> str:
    """A sentence that wants something; where it points back or names nothing, with what it is about."""
    if _POINTS.search(said[i]):
        other = said[0] if i else said[min(1, len(said) - 1)]
        files = sorted((name for kind, name in entities.keys(other) if kind == "file"), key=other.find)[:2]
        return f"{_BEFORE_LAST.sub('', said[i]).rstrip('.')} ({', '.join(files)})" if i and files else other
    names_nothing = i and not (entities.keys(said[i]) or _READS.match(said[i - 1])) and entities.keys(said[i - 1])
    return f"{said[i - 1]} {said[i]}" if names_nothing else said[i]


def _only_settles(said: Said, decisions: Sequence[Said]) -> bool:
    """Whether most of a request is a decision: it says how something is to be, not what the work is."""
    return any(each.index == said.index and 2 * len(each.text) > len(said.text) for each in decisions)


def _is_subject(said: Said) -> bool:
    if one_off.only_asks(said.text) or _NO_SUBJECT.match(said.text) or not says_what(said.text):
        return False
    return any(_asks(each) and not one_off.lasts(each) for each in sentences.split_sentences(said.text))


def _asks(sentence: str) -> bool:
    return one_off.asks_for_work(sentence) or INQUIRES.search(sentence) is not None


def _subject_worth(memory: SessionMemory, text: str) -> float:
    """How often the words of a request are said in the session, the same for long and short ones; more if it wants
    something that it names itself."""
    begins = bool(memory.requests) and text == memory.requests[0].text and pasted.is_goal(text)
    words = one_off.content_words(text)
    recurs = sum(min(memory.words[word][0], _OFTEN) for word in words if word in memory.words)
    names_it = any(_asks(each) and not _POINTS.search(each) for each in sentences.split_sentences(text))
    return recurs / sqrt(len(words) + 1) * (2 if names_it else 1) * (_FIRST if begins else 1)


def is_telling(sentence: str) -> bool:
    """Whether a sentence is long enough to name a subject."""
    return len(sentence) + 2 * _han_in(sentence) >= _TELLING


def says_what(text: str) -> bool:
    """Whether a finding or a correction names what it is about."""
    return (
        "`" in text or bool(entities.keys(text)) or len(text.split()) >= _FEW_WORDS or _han_in(text) >= _FEW_CHARACTERS
    )


def says_itself_what(text: str) -> bool:
    """Whether words tell what they are about without those before them: "revert that" does not."""
    return says_what(text) or not directives.REFERS_BACK.search(text)


def _han_in(text: str) -> int:
    return len(_HAN.findall(text)) if sentences.may_hold_han(text) else 0


# Shares of the summary's budget, by section: a cap, not a quota.
_SHARES = {
    "last_request": 0.3,
    "requests_before": 0.06,
    "completed": 0.09,
    "results": 0.06,
    "how_to_run": 0.03,
    "pending": 0.05,
    "key_files": 0.05,
    "causes": 0.06,
    "ruled_out": 0.03,
    "directives": 0.6,
    "corrections": 0.08,
    "asked": 0.1,
    "carried_out": 0.1,
    "decisions": 0.15,
    "questions": 0.04,
    "unanswered": 0.04,
    "reports": 0.06,
    "given": 0.08,
    "rules": 0.03,
    "tasks": 0.04,
    "errors": 0.06,
}


class Writer:
    """Collects sections and keeps count of the tokens left."""

    def __init__(self, budget: int, estimator: Estimator, headings: dict[str, str]) -> None:
        self.budget = budget
        self.left = budget
        self.headings = headings
        self._estimator = estimator
        self.parts: list[str] = []

    def cost(self, text: str) -> int:
        """Tokens of the text: the larger of the active estimate and bytes / 4, so that no host sees more."""
        return max(self._estimator(text), bytes4(text))

    def room(self, name: str) -> int:
        """Tokens this section may take."""
        return min(self.left, int(self.budget * _SHARES[name]))

    def add(self, text: str) -> None:
        """Take the text in."""
        if text:
            self.parts.append(text)
            self.left -= self.cost(text + "\n")

    def listed(self, name: str, items: Iterable[str], *, empty: str = "", note: str = "") -> tuple[str, ...]:
        """A heading, a note behind it and its items within the section's room; returns the items that fitted. `empty`
        names what stands behind the heading where there are none."""
        room = self.room(name) - self.cost(self.headings[name] + note)
        kept = []
        for item in items:
            price = self.cost(item) + 1
            if price <= room:
                kept.append(item)
                room -= price
        if kept:
            self.add("\n".join([self.headings[name] + note, *(f"- {item}" for item in kept)]))
        elif empty:
            self.add(f"{self.headings[name]} {self.headings[empty]}")
        return tuple(kept)
