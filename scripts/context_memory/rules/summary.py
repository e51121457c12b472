"""Render the structured memory of a session as a summary within a token budget.

The skill's four headings come first, then the last request in full, what was
ordered, corrected and decided, what went wrong, what was said, and the entity
ledger. Every section has a share of the budget; what a section leaves goes to
the later ones, so that a small session is told whole and a large one densely.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..model.memory import Evidence, Said, SessionMemory, Speaker
from . import entities, ledger, places, sentences, story, vocabulary, worth
from .tokens import Estimator, bytes4

CURRENT_TASK_CHARACTERS = 200  # skill L2 step 3

_HEADINGS = {
    "en": {
        "completed": "Completed:",
        "pending": "Pending:",
        "key_files": "Key files:",
        "current_task": "Current task:",
        "request_before": "Request before it:",
        "last_request": "Last user request, verbatim:",
        "directives": "Directives of the user, in their words:",
        "corrections": "Corrections by the user:",
        "decisions": "Decisions:",
        "rules": "Rules the host gave:",
        "errors": "Errors met:",
        "story": "What was said, oldest first:",
        "ledger": "Where exact names and numbers stood:",
        "ledger_root": "Where exact names and numbers stood (paths under {root}):",
        "archive": "Every removed message, whole: show_archive {handle} (or --grep TEXT)",
        "archives": "Every removed message, whole: show_archive {handle} and {more} before it (or --grep TEXT)",
        "none": "none",
        "committed": "committed",
        "passed": "passed",
        "closed": "closed",
        "published": "published",
        "person": "User",
        "agent": "Agent",
        "host": "Host",
        "written": "files written",
        "written_root": "files written under {root}",
        "rest": "rest in the archive",
    },
    "zh": {
        "completed": "已完成：",
        "pending": "待办：",
        "key_files": "关键文件：",
        "current_task": "当前任务：",
        "request_before": "此前的请求：",
        "last_request": "用户最近的请求（原文）：",
        "directives": "用户的指令（原文）：",
        "corrections": "用户的纠正：",
        "decisions": "决定：",
        "rules": "宿主的规则：",
        "errors": "遇到的错误：",
        "story": "对话要点（从旧到新）：",
        "ledger": "名称与数字出处：",
        "ledger_root": "名称与数字出处（路径相对于 {root}）：",
        "archive": "移除的消息全文：show_archive {handle}（或 --grep 文本）",
        "archives": "移除的消息全文：show_archive {handle} 及之前的 {more} 个存档（或 --grep 文本）",
        "none": "无",
        "committed": "已提交",
        "passed": "已通过",
        "closed": "已关闭",
        "published": "已发布",
        "person": "用户",
        "agent": "智能体",
        "host": "宿主",
        "written": "已写文件",
        "written_root": "已写文件（位于 {root}）",
        "rest": "其余见存档",
    },
}

# Shares of the summary's budget, by section: a cap, not a quota.
_SHARES = {
    "completed": 0.06,
    "pending": 0.05,
    "key_files": 0.05,
    "last_request": 0.12,
    "directives": 0.20,
    "corrections": 0.06,
    "decisions": 0.06,
    "rules": 0.04,
    "errors": 0.04,
}
_STORY_SHARE = 0.16  # of what the sections before leave
_TELLING = 20  # characters; a shorter request says nothing without the one before it
_SECTION_LEFT = 40  # tokens that are worth another look


@dataclass(frozen=True, slots=True)
class Summary:
    """A rendered summary and its four headings as values."""

    text: str
    completed: tuple[str, ...]
    pending: tuple[str, ...]
    key_files: tuple[str, ...]
    current_task: str
    cut_request: bool = False


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

    def listed(self, name: str, items: Iterable[str], *, always: bool = False) -> tuple[str, ...]:
        """A heading and its items within the section's room; returns the items that fitted."""
        room = self.room(name) - self.cost(self.headings[name])
        kept = []
        for item in items:
            price = self.cost(item) + 1
            if price <= room:
                kept.append(item)
                room -= price
        if kept:
            self.add("\n".join([self.headings[name], *(f"- {item}" for item in kept)]))
        elif always:
            self.add(f"{self.headings[name]} {self.headings['none']}")
        return tuple(kept)


def render(
    memory: SessionMemory, *, budget: int, estimator: Estimator, tail: str = "", handle: str = "", language: str = "en"
) -> Summary:
    """The summary of the memory in at most `budget` tokens; `tail` is text that the reader has anyway."""
    headings = _HEADINGS["zh" if language == "zh" else "en"]
    writer = Writer(budget, estimator, headings)
    root = places.common_root(memory.roots)
    more = len(memory.archived) - 1
    closing = headings["archives" if more > 0 else "archive"].format(handle=handle, more=more) if handle else ""
    writer.left -= writer.cost(closing) if closing else 0

    completed = writer.listed(
        "completed", _completed(memory.completed, root, headings, writer.room("completed")), always=True
    )
    pending = writer.listed("pending", memory.pending, always=True)
    files = writer.listed("key_files", memory.key_files, always=True)
    task = sentences.clip(" ".join(memory.last_request.split()), CURRENT_TASK_CHARACTERS)
    writer.add(f"{headings['current_task']} {task or headings['none']}")
    writer.add(_request_before(memory, headings))
    cut = _request(writer, memory, task, tail)
    _orders(writer, memory)
    writer.listed(
        "decisions", (said.text for said in reversed(memory.decisions) if said.text not in _texts(memory.directives))
    )
    writer.listed("rules", (said.text for said in reversed(memory.directives) if said.speaker is Speaker.HOST))
    writer.listed("errors", (said.text for said in reversed(memory.errors)))
    _story_and_ledger(writer, memory, tail, root)
    if closing:
        writer.parts.append(closing)
    return Summary("\n".join(writer.parts), completed, pending, files, task, cut)


def _completed(found: Sequence[Evidence], root: str, headings: dict[str, str], room: int) -> list[str]:
    """Evidence, newest first: commits, tests, closed items and publications one each, written files in one line."""
    written = [places.relative(item.text, root) for item in reversed(found) if item.kind == "written"]
    others = [f"{headings[item.kind]}: {item.text}" for item in reversed(found) if item.kind != "written"]
    if not written:
        return others
    under = any(places.relative(item.text, root) != item.text for item in found if item.kind == "written")
    line = (headings["written_root"].format(root=root) if under else headings["written"]) + ": "
    shown: list[str] = []
    for path in written:
        if bytes4(line + ", ".join([*shown, path])) > max(30, room // 2):
            break
        shown.append(path)
    more = f" (+{len(written) - len(shown)})" if len(written) > len(shown) else ""
    return [line + ", ".join(shown) + more, *others] if shown else others


def _request_before(memory: SessionMemory, headings: dict[str, str]) -> str:
    """The newest request that says what it is about, where the last one is only a "yes" to something."""
    if not memory.last_request or len(memory.last_request.strip()) >= _TELLING:
        return ""
    for said in reversed(memory.requests[:-1]):
        if len(said.text) >= _TELLING:
            return f"{headings['request_before']} {sentences.clip(said.text, CURRENT_TASK_CHARACTERS)}"
    return ""


def _request(writer: Writer, memory: SessionMemory, task: str, tail: str) -> bool:
    """The last request in full where the task line or the kept messages do not say it; whether it had to be cut."""
    request = memory.last_request.strip()
    if not request or request == task or request in tail:
        return False
    heading = writer.headings["last_request"]
    room = writer.room("last_request") - writer.cost(heading)
    cut = writer.cost(request) > room
    if cut:
        request = _cut(writer, request, room)
    writer.add(f"{heading}\n{request}")
    return cut


def _cut(writer: Writer, text: str, room: int) -> str:
    note = f" […{writer.headings['rest']}]"
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if writer.cost(text[:middle] + note) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + note


def _orders(writer: Writer, memory: SessionMemory) -> None:
    """Directives newest first, each once; corrections apart."""
    corrected = _texts(memory.corrections)
    orders = [
        said.text
        for said in reversed(memory.directives)
        if said.speaker is Speaker.PERSON and said.text not in corrected
    ]
    writer.listed("directives", orders)
    writer.listed("corrections", (said.text for said in reversed(memory.corrections)))


def _story_and_ledger(writer: Writer, memory: SessionMemory, tail: str, root: str) -> None:
    so_far = "\n".join([*writer.parts, tail])
    things = worth.of_names(memory.mentions, memory.messages)
    words = worth.of_words(memory.words, memory.messages)
    said_things, said_words = entities.keys(so_far), vocabulary.in_text(so_far)
    statements = memory.statements
    chosen = story.choose(statements, things, words, said_things, said_words, budget=int(writer.left * _STORY_SHARE))

    heading = writer.headings["ledger_root"].format(root=root) if root else writer.headings["ledger"]
    told = _with_heading(writer, "story", story.render(statements, chosen, writer.headings))
    room = writer.left - writer.cost(told) - writer.cost(heading) - 1
    places_shown = ledger.choose(
        memory.lines,
        things,
        said_things,
        messages=memory.messages,
        budget=max(0, room),
        estimator=writer.cost,
        root=root,
    )
    spare = room - writer.cost(places_shown)
    if spare > _SECTION_LEFT:
        said_words |= vocabulary.in_text(places_shown)
        chosen = _more(
            statements, chosen, story.choose(statements, things, words, said_things, said_words, budget=spare - 8)
        )
        told = _with_heading(writer, "story", story.render(statements, chosen, writer.headings))
    writer.add(f"{heading}\n{places_shown}" if places_shown else "")
    writer.add(told)


def _more(statements: Sequence[Said], chosen: Sequence[int], further: Iterable[int]) -> list[int]:
    return sorted({*chosen, *further}) if statements else []


def _with_heading(writer: Writer, name: str, text: str) -> str:
    return f"{writer.headings[name]}\n{text}" if text else ""


def _texts(said: Iterable[Said]) -> set[str]:
    return {each.text for each in said}
