"""Turns of a session: what a person said, what the agent had done before, what followed, and how it went.

Of what failed again and again only the person's task and the facts of the call are told, never the agent's words. What
a recall gave gains or loses importance by how the turn went (SPEC 5.4).

Two gates of words come before all learning: something about the person, and a correction. The words are RsClaw's
(SPEC 5.3). Only the person's own words count, curly apostrophes are straight, and Latin words count whole: `i like` is
not found in `wiki like`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

from ...compaction.digest import directives, evidence, one_off
from ...messages import Message, Role, Text, ToolCall, ToolResult
from ...text import lexing, own_voice, sentences
from ...text.json_text import parse_json
from ...text.patterns import lazy_regex
from ...text.secrets import one_line
from ...transcripts import own_texts, speakers
from ..docs import MemoryDoc
from ..recall import recall_block
from ..standing import settled


class Way(StrEnum):
    """How something was learnt."""

    ENTITY = "entity"
    """Found by its shape, and said to be the person's own."""
    STATED = "stated"
    """A sentence of the person."""
    DISTILLED = "distilled"
    """Written by a model from a person's message."""
    LESSON = "lesson"
    """From a correction."""
    FAILURE = "failure"
    """From a call that failed again and again."""
    FEEDBACK = "feedback"
    """An older doc that helped, or did not."""


@dataclass(frozen=True, slots=True)
class LearntDoc:
    """One doc that was written."""

    doc: MemoryDoc
    way: Way
    outcome: str
    """`added`, `refreshed`, `replaced`, `adjusted`, `ended` (the person took it back) or `dry run`."""
    superseded: tuple[str, ...] = ()


@dataclass(slots=True)
class Learnt:
    """What one run came to; it grows while it works."""

    messages: int = 0
    said: int = 0
    """Messages of people among them."""
    known: int = 0
    """Those that were learnt before."""
    gated: int = 0
    """Those in which no gate found anything."""
    telling: int = 0
    correcting: int = 0
    docs: list[LearntDoc] = field(default_factory=list)
    unsure: int = 0
    """Things said that may last, which a session's start tells where there is room."""
    rejected: Counter[str] = field(default_factory=Counter)
    """What was not kept, by reason."""
    calls: int = 0
    """Calls of a model."""
    cost: float = 0.0
    """Dollars."""
    skipped: int = 0
    """Messages without a model because as many as may be were in work."""
    unanswered: int = 0
    """Messages about which no model gave a usable answer."""
    would_ask: int = 0
    """In a dry run: messages that a model would be asked about."""
    problems: list[str] = field(default_factory=list)
    ended_at: int | None = None
    """Number of the last message that was learnt where the time was over; None at the end of the session."""


LONGEST_INPUT = 160
"""Characters of one call in the account of what the agent did."""
MOST_CALLS = 4
_INTERNAL = frozenset({"heartbeat", "cron", "system", "subagent", "hook"})
"""Channels in which nobody but the host or another agent speaks (SPEC 5.4)."""

_Begun = tuple[int, str, Message, tuple[Message, ...]]


@dataclass(frozen=True, slots=True)
class Turn:
    """A person's message with what stands around it."""

    seq: int
    """1-based number of the message in its session."""
    words: str
    """What the person said."""
    message: Message
    before: tuple[Message, ...]
    """What the agent did since the person's last message."""
    after: tuple[Message, ...]
    """What followed, up to the person's next message; empty while nothing has."""
    occurrence: int = 1
    """How often the same was said in this session, this time included."""

    @property
    def is_answered(self) -> bool:
        """Whether the agent did or said something since."""
        return any(message.role is Role.ASSISTANT for message in self.after)

    @property
    def is_at_work(self) -> bool:
        """Whether the agent did something just before or about it: most of it is about that work."""
        return any(isinstance(part, ToolCall) for each in (*self.before, *self.after) for part in each.parts)

    @property
    def given(self) -> tuple[Message, ...]:
        """What was put before the agent with the person's message: that, and what the host wrote beside it."""
        last = max((i for i, each in enumerate(self.before) if each.role is Role.ASSISTANT), default=-1)
        return (*self.before[last + 1 :], self.message, *self.after)


def is_about_the_work(statement: str) -> bool:
    """Whether a statement beside work tells how that goes: a fault, a step back, that something works now."""
    is_report = one_off.TELLS_A_FAULT.match(statement) or one_off.undoes(statement) or one_off.says_it_works(statement)
    return directives.stops_now(statement) or (bool(is_report) and not one_off.lasts(statement))


def read_turns(messages: Iterable[tuple[int, Message]]) -> Iterator[Turn]:
    """The turns of numbered messages, in order. Hosts, heartbeats and summaries make no turn."""
    before: list[Message] = []
    open_turn: _Begun | None = None
    counts: dict[str, int] = {}
    for seq, message in messages:
        words = _without_secrets(speakers.said(message) or _refused_with(message))
        if not words:
            before.append(message)
            continue
        if open_turn:
            yield _turn(open_turn, before, counts)
        open_turn = (seq, words, message, tuple(before))
        before = []
    if open_turn:
        yield _turn(open_turn, before, counts)


_SECRET_CLAUSE = lazy_regex(
    r"(?:[,;，；]\s*)?(?:\b(?:and|but|so|also)\s+)?[^,;，；.。!?！？\n]*\[redacted:[^\]\n]*\][^,;，；.。!?！？\n]*"
)
_LEFT_OPEN = lazy_regex(r"(?m)(^|[.。!?！？]\s*)[,;，；]\s*(?:(?:and|but|so|also)\s+)?")


def _without_secrets(words: str) -> str:
    """The words without the clauses that hold a secret; the others of their sentences stay."""
    if "[redacted:" not in words:
        return words
    return _LEFT_OPEN.sub(r"\1", _SECRET_CLAUSE.sub("", words)).strip() or words


def _refused_with(message: Message) -> str:
    """The person's reason in the results of calls that they refused."""
    refused = [result.text for result in message.results if speakers.is_refusal(result.text)]
    return "\n".join(filter(None, map(speakers.said_in_result, refused)))


def is_internal(session: str) -> bool:
    """Whether the name of a session (`agent:main:cron:nightly`) says that no person speaks in it."""
    return any(part in _INTERNAL for part in session.lower().split(":"))


def key_of(scope: str, session: str, turn: Turn) -> str:
    """What a message is known by once it was learnt: by its words and how often they were said, not by its place."""
    return sha256("\0".join((scope, session, turn.words, str(turn.occurrence))).encode("utf-8", "replace")).hexdigest()


def action_of(messages: Sequence[Message]) -> str:
    """What the agent did, for whoever judges a correction: its last calls and its last words; empty: it did nothing."""
    calls = [call for message in messages for call in message.calls][-MOST_CALLS:]
    said = last_reply(messages)
    parts = [f"called {shown_call(call)}" for call in calls]
    return "; ".join((*parts, *((f"said: {' '.join(said.split())}",) if said else ())))


def last_reply(messages: Sequence[Message]) -> str:
    """What the agent said last among these."""
    return next((message.text for message in reversed(messages) if _is_reply(message)), "")


def shown_call(call: ToolCall) -> str:
    """A call in one line: the tool and what it was given."""
    values = [value for value in call.input.values() if isinstance(value, str)]
    given = values[0] if len(values) == 1 else json.dumps(dict(call.input), ensure_ascii=False, default=str)
    return f"{call.name} {sentences.clip(' '.join(given.split()), LONGEST_INPUT)}".strip()


def _is_reply(message: Message) -> bool:
    said = any(isinstance(part, Text) and part.text.strip() for part in message.parts)
    return message.role is Role.ASSISTANT and said and not speakers.is_noise(message)


def _turn(begun: _Begun, after: Sequence[Message], counts: dict[str, int]) -> Turn:
    seq, words, message, before = begun
    counts[words] = counts.get(words, 0) + 1
    return Turn(seq, words, message, before, tuple(after), counts[words])


MOST = 0.3
"""All feedback of one session together changes a doc by no more than this, up or down."""
LONG_REPLY = 100
"""Characters."""
LEAST_IMPORTANCE = 0.01
_LINE = lazy_regex(r"(?m)^- .*#(?P<handle>[^\s()#]{4,80})\)$")


class Outcome(StrEnum):
    """How a turn ended."""

    EMPTY = "empty"
    LOOP = "loop"
    LONG = "long"
    NORMAL = "normal"


CHANGES = {Outcome.EMPTY: -0.1, Outcome.LOOP: -0.15, Outcome.LONG: 0.05, Outcome.NORMAL: 0.05}
"""What each outcome adds to the importance of what was recalled for the turn (RsClaw)."""


def outcome_of(messages: Sequence[Message]) -> Outcome:
    """How the turn with these messages of the agent ended."""
    if loops(messages):
        return Outcome.LOOP
    said = "\n".join(m.text for m in messages if m.role is Role.ASSISTANT and not speakers.is_noise(m)).strip()
    if not said:
        return Outcome.EMPTY
    return Outcome.LONG if len(said) > LONG_REPLY else Outcome.NORMAL


def recalled(messages: Iterable[Message]) -> tuple[str, ...]:
    """Handles of the docs in the recall blocks that these messages carry, each once.

    Only messages of the host or in a person's role carry one; what a tool printed is not a recall.
    """
    found: dict[str, None] = {}
    for message in messages:
        if message.role in {Role.USER, Role.SYSTEM} and recall_block.OPENING in message.text:
            for piece in message.text.split(recall_block.OPENING)[1:]:
                block = piece.partition(recall_block.CLOSING)[0]
                found.update(dict.fromkeys(match["handle"] for match in _LINE.finditer(block)))
    return tuple(found)


def adjusted(doc: MemoryDoc, change: float, now: datetime) -> MemoryDoc:
    """The doc with its importance moved by at most `MOST`, in the tier where it belongs then."""
    change = max(-MOST, min(MOST, change))
    importance = round(max(LEAST_IMPORTANCE, min(1.0, doc.importance + change)), 6)
    return doc if importance == doc.importance else settled(doc._replace(importance=importance), now)


LEAST = 3
"""The same call must fail so often with the same error, the host's own measure of a loop."""
LONGEST_TASK, LONGEST_ERROR = 160, 200
_TROUBLE = lazy_regex(
    r"(?i)\b(?:error|exception|failed|failure|fatal|denied|refused|not found|no such|cannot|can't|unable|timed? ?out"
    r"|invalid|missing)\b|错误|失败|拒绝|找不到|不存在|无法|超时"
)
_VARIABLE = lazy_regex(r"0x[0-9a-f]+|\d+(?:[.:]\d+)*", re.IGNORECASE)
_TEXTS = {
    "en": "While asked: “{task}”: `{call}` failed {times} times with: {error}",
    "zh": "任务“{task}”中，`{call}` 连续失败 {times} 次：{error}",
}


def repeated_failure(task: str, messages: Iterable[Message]) -> str:
    """The one failure of a turn worth knowing next time; empty when nothing failed for good.

    A call that succeeded later in the turn is no failure, nor is one whose error changed: somebody was getting on.
    """
    repeated: dict[tuple[str, str], list[str]] = {}
    shown: dict[tuple[str, str], ToolCall] = {}
    for call, result in _finished(messages):
        key = (call.name, json.dumps(dict(call.input), sort_keys=True, default=str))
        if not evidence.has_failed(result):
            repeated.pop(key, None)
            continue
        repeated.setdefault(key, []).append(_error_of(result))
        shown[key] = call
    for key, errors in repeated.items():
        if len(errors) >= LEAST and len({_VARIABLE.sub("0", error) for error in errors}) == 1:
            language = "zh" if speakers.is_chinese(task) else "en"
            return _TEXTS[language].format(
                task=one_line.one_line(sentences.clip(" ".join(task.split()), LONGEST_TASK), LONGEST_TASK),
                call=one_line.one_line(shown_call(shown[key]), LONGEST_ERROR).replace("`", "'"),
                times=len(errors),
                error=one_line.one_line(errors[-1], LONGEST_ERROR),
            )
    return ""


def loops(messages: Sequence[Message]) -> bool:
    """Whether the same call was made `LEAST` times in a turn with the same outcome: nothing came of it."""
    seen: dict[tuple[str, str, str], int] = {}
    for call, result in _finished(messages):
        key = (call.name, json.dumps(dict(call.input), sort_keys=True, default=str), result.text)
        seen[key] = seen.get(key, 0) + 1
        if seen[key] >= LEAST:
            return True
    return False


def _finished(messages: Iterable[Message]) -> Iterable[tuple[ToolCall, ToolResult]]:
    """Calls with their results, in the order of the results."""
    calls: dict[str, ToolCall] = {}
    for message in messages:
        calls.update((call.id, call) for call in message.calls)
        for result in message.results:
            if result.call_id in calls and not own_texts.is_own_refusal(result.text):
                yield calls[result.call_id], result


def _error_of(result: ToolResult) -> str:
    try:
        value = parse_json(result.text)
    except ValueError:
        value = None
    if isinstance(value, dict):
        said = next((value[key] for key in ("error", "message", "detail") if isinstance(value.get(key), str)), "")
        if said:
            return said
    lines = [line.strip() for line in result.text.splitlines() if line.strip()]
    return next((line for line in lines if _TROUBLE.search(line)), lines[-1] if lines else "no output")


SHORTEST_CORRECTION = 2

_TELLS = """
我叫 我是 我的 我家 我住 住在 我用 我习惯 喜欢 讨厌 我想要 我希望 我们公司 我老婆 我妻子 我太太 我老公
我儿子 我女儿 我爸 我妈 我生日 记住 记一下 记下 帮我记 偏好 以后每次 每次都
my_name my_wife my_husband i_live i'm_from i_am i'm i_like i_prefer i_hate i_use i_work call_me
remember_that remember_to
"""
_CORRECTS = """
不对 错了 搞错 弄错 不是这 不是我要 我说的是 应该是 应该用 别这样 别用 不要这样 重新 纠正 下次 以后不要 以后别
记住别 不准
that's_wrong thats_wrong not_what_i not_correct incorrect you_should should_have don't_do do_not_do stop_doing
next_time actually_i_meant i_meant not_like_that redo you_misunderstood
"""


def _any_of(markers: str) -> re.Pattern[str]:
    words = [marker.replace("_", " ") for marker in markers.split()]
    chinese = [re.escape(word) for word in words if not word.isascii()]
    latin = [re.escape(word).replace(r"\ ", r"\s+") for word in words if word.isascii()]
    return re.compile("|".join([*chinese, rf"\b(?:{'|'.join(latin)})\b"]))


_TELLING = _any_of(_TELLS)
_CORRECTING = _any_of(_CORRECTS)


def tells_something(text: str) -> bool:
    """Whether a message may hold a fact about the person, or asks to remember one."""
    return (
        own_voice.SHORTEST <= len(text.strip()) <= own_voice.LONGEST and _TELLING.search(_as_compared(text)) is not None
    )


def corrects(text: str) -> bool:
    """Whether a message corrects what was done."""
    return (
        SHORTEST_CORRECTION <= len(text.strip()) <= own_voice.LONGEST
        and _CORRECTING.search(_as_compared(text)) is not None
    )


def _as_compared(text: str) -> str:
    return lexing.folded(own_voice.own_words(text))


_LASTING = (
    r"(?:port|servers?|host(?:name)?|url|address|domain|endpoint|repo(?:sitory)?|branch|database|db|versions?|deadline"
    r"|time ?zone|e-?mail|region|budget|currency"
    r"|language|owner|maintainer|manager|reviewer|team|office|birthday|limit|timeout|staging|production|prod|registry"
    r"|license|clients?|customers?|users|account"
    r"|backups?|keys?|password|credentials|size|cap|maximum|minimum|threshold|price|fee|rent|wifi|stand-?up|retro|lease"
    r"|contract|subscription|alarm|(?:user ?)?id|username|year|stack|framework|company|product|website|phone|contact"
    r"|fiscal year|rate|policy|sprint|bucket|cluster|environment)"
)
_LASTING_ZH = (
    "(?:端口|服务器|主机|机器|地址|域名|接口|仓库|分支|数据库|版本|截止日期|截止时间|时区|邮箱|区域|预算|货币|语言"
    "|负责人|维护者|经理|对接人?|联系人|办公室|名字"
    "|上限|超时|环境|许可证|客户|用户|账号|电话|公司|网址|官网|主题色|技术栈|框架|工期|发版日|密码|团队|代号|全称|备份"
    "|财年|工资日|例会|周会)"
)
_VALUE = lazy_regex(
    r"\d|`|/|\.\w|@|(?<!^)\b[A-Z]|^[A-Z]|_\w|\b(?:every|mostly|never|only|always|under|behind|next to|inside|kept"
    r"|registered|near)\b"
)
"""A value that can be looked up: a number, a path, a name."""
_CONTRAST = r"(?P<contrast>,? (?:and )?not [^?]{1,60}| instead of [^?]{1,60})?"
_CORRECTED = lazy_regex(
    r"(?i)^(?:no|nope|wrong|not quite|actually|that's wrong|that is wrong|incorrect)\s*[,.:;!-]+\s*"
    rf"(?P<fact>(?:the|our|my) (?:[\w-]+ ){{0,3}}?{_LASTING}(?: (?:of|for|in|on) [\w -]{{1,40}}?)? "
    rf"(?:is|are)(?: now| called| named)? (?P<value>[^,;.?!]*(?:\.\w[^,;.?!]*)*){_CONTRAST})[.!]*$"
)
_CORRECTED_ZH = lazy_regex(
    r"^(?:不对|不是|错了|你?[弄搞]错了|纠正一下)[，,。！!：:\s]+"
    rf"(?P<fact>(?:我们的?|我的|[\w一-鿿]{{0,8}}的)?[\w一-鿿]{{0,6}}?{_LASTING_ZH}(?:应该|现在)?(?:是|叫|在|为)\s*"
    r"(?P<value>[^，,。？?！!；;]{1,40})(?P<contrast>[，,]\s*(?:而?不是|不叫)[^？?]{1,30})?)[。！!]*$"
)
_POINTED = lazy_regex(r"(?i)\b(?:this|that|it|them|these|those|here)[.!]*$")


def corrected(sentence: str) -> str:
    """The fact that a correction puts right, in the person's words; empty where that is something of the moment."""
    found = _CORRECTED.match(sentence) or _CORRECTED_ZH.match(sentence)
    if not found or not (
        found["contrast"] or _VALUE.search(found["value"]) or "\u4e00" <= found["value"][0] <= "\u9fff"
    ):
        return ""
    return "" if _POINTED.search(found["fact"]) else found["fact"].strip(" .!。！")


_MISNAMED = lazy_regex(
    r"\b(?i:call(?:ed|ing|s)?|nam(?:ed|ing)|address(?:ed|ing)) me [A-Z][\w'-]+"
    r"|\b(?i:my name (?:is |was )?(?:wrong|mis))"
)
_ITS_NAME = lazy_regex(
    r"(?i:\W*(?:no,? )?(?:it['’]?s|it is) )(?P<name>[A-Z][\w'-]+)(?=\W*(?:\Z|,|[.!] |(?i:with an? )))"
)


def renamed(before: str, sentence: str) -> str:
    """The name that somebody goes by who was called by another one: "you called me Catherine. It's Catrin."."""
    found = _ITS_NAME.match(sentence) if _MISNAMED.search(before) else None
    return found["name"] if found else ""
