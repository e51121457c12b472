"""What an audit of the prefix cache says to people, in English and Chinese."""

from collections.abc import Sequence
from typing import Final

from .cache_audit import Audit, Cause, Loss

_EN: Final[dict[Cause, str]] = {
    Cause.FIRST: "first reply: nothing was cached yet",
    Cause.MODEL: "the model changed: every model has its own cache",
    Cause.COMPACTION: "a compaction just before: the summary is new text and had to be written",
    Cause.IDLE: "idle for {gap}: the entry expired",
    Cause.EDITED: "the prompt got smaller without a summary: earlier content was cleared, trimmed or dropped",
    Cause.INSERTED: (
        "recalled or hook text stands in the new message: the copy in the history probably differs from what was sent"
    ),
    Cause.START: (
        "nothing was read back after {gap}: tools, system text or settings changed, or the provider dropped the entry"
    ),
    Cause.HISTORY: "the first {read} tokens were read back, the rest was not: something in the history changed",
    Cause.UNKNOWN: "unknown: the transcript has no times to tell an expired entry from a changed prompt",
}
_ZH: Final[dict[Cause, str]] = {
    Cause.FIRST: "首次回复：还没有缓存",
    Cause.MODEL: "更换了模型：每个模型有各自的缓存",
    Cause.COMPACTION: "刚刚发生压缩：摘要是新文本，必须重新写入",
    Cause.IDLE: "空闲 {gap}：缓存条目已过期",
    Cause.EDITED: "没有摘要而提示词变短：较早的内容被清除、裁剪或丢弃",
    Cause.INSERTED: "新消息中带有召回或钩子插入的文本：历史中的副本很可能与当时发送的不同",
    Cause.START: "{gap} 后没有读回任何内容：工具、系统文本或设置变了，或提供方丢弃了条目",
    Cause.HISTORY: "读回了前 {read} 个 token，其余没有：历史中的某处变了",
    Cause.UNKNOWN: "未知：记录中没有时间，无法区分过期与改动",
}
_TURN_START = {
    "en": (
        "{count} of {all} losses with nothing read back are at the start of a turn: "
        "look for a date, time or id in the system text with check_prompt"
    ),
    "zh": (
        "在没有读回任何内容的 {all} 次丢失中，有 {count} 次发生在一轮开始时："
        "请用 check_prompt 检查系统文本中的日期、时间或标识"
    ),
}
LEAST_FOR_PATTERN = 3
"""So many losses of one kind are a pattern worth a hint."""


def reason(loss: Loss, language: str = "en") -> str:
    """The likely cause of a loss, as a sentence."""
    return (_ZH if language == "zh" else _EN)[loss.cause].format(
        gap=_gap(loss.seconds, language), read=f"{loss.read:,}"
    )


def pattern(audit: Audit, language: str = "en") -> str:
    """A hint where most unexplained losses happen at the start of a turn; empty where they do not."""
    starts: Sequence[Loss] = [r.loss for r in audit.lost if r.loss and r.loss.cause is Cause.START]
    opening = sum(loss.opens_turn for loss in starts)
    if opening < LEAST_FOR_PATTERN or opening * 2 <= len(starts):
        return ""
    return _TURN_START["zh" if language == "zh" else "en"].format(count=opening, all=len(starts))


def _gap(seconds: float | None, language: str) -> str:
    if seconds is None:
        return "?"
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    units = ("小时", "分", "秒") if language == "zh" else (" h", " min", " s")
    shown = [f"{amount}{unit}" for amount, unit in zip((hours, minutes, rest), units, strict=True) if amount]
    return " ".join(shown[:2]) or f"0{units[2]}"
