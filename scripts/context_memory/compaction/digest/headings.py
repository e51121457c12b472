"""The headings of a summary and the labels of a note, in both languages.

The first four headings are word for word the skill's.
"""

from collections.abc import Iterable

from ...text.patterns import lazy_regex
from ...text.tokens import Estimator, bytes4
from ...transcripts.own_texts import ORDERS_HEADING

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
        "requests_before": "Earlier requests, newest first:",
        "results": "Last result of each command:",
        "how_to_run": "How to run:",
        "causes": "Confirmed causes:",
        "ruled_out": "Ruled out:",
        "directives": ORDERS_HEADING["en"],
        "corrections": "Corrections by the user:",
        "asked": "Asked along the way:",
        "carried_out": "Asked for before and done since:",
        "decisions": "Decisions in force:",
        "questions": "Asked the user, not answered yet:",
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
        "open": "(not finished)",
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
        "replaced": "(in part replaced since)",
        "under": " (paths under {root})",
        "rest": "rest in the archive",
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
        "requests_before": "此前的请求（从新到旧）：",
        "results": "各命令的最新结果：",
        "how_to_run": "运行方式：",
        "causes": "已确认的原因：",
        "ruled_out": "已排除：",
        "directives": ORDERS_HEADING["zh"],
        "corrections": "用户的纠正：",
        "asked": "途中的要求：",
        "carried_out": "此前要求、已经做过的：",
        "decisions": "有效的决定：",
        "questions": "已问用户、尚未答复：",
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
        "open": "（未完成）",
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
        "replaced": "（其后部分有更改）",
        "under": "（路径相对于 {root}）",
        "rest": "其余见存档",
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
    "decisions": 0.06,
    "questions": 0.04,
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
