"""The fixed texts around a summary, word for word as the skill prescribes them, and how they are found again."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ...text.patterns import lazy_regex

_OPENING = {
    "en": (
        "The following is a summary of the earlier portion of this session.\n"
        "Continue directly from where the conversation left off.\n"
        "Do not acknowledge this summary. Do not recap. Do not ask questions.\n"
        "Resume the task immediately.\n"
        "\n"
        "Summary:\n"
    ),
    "zh": (
        "以下是本会话前半部分的摘要。\n"
        "请直接从对话中断处继续。\n"
        "不要确认此摘要。不要回顾。不要提问。\n"
        "立即恢复任务。\n"
        "摘要:\n"
    ),
}
_FULL_WIDTH = _OPENING["zh"].replace(":", "：")
"""As a Chinese input method or a host may have turned the colon; read, never written."""
_OPENINGS = (*_OPENING.values(), _FULL_WIDTH)
_CLOSING = {
    "en": "Every removed message, whole: archive {handle} (or --grep TEXT)",
    "zh": "移除的消息全文：archive {handle}（或 --grep 文本）",
}
_CLOSING_OF_MORE = {
    "en": "Every removed message, whole: archive {handle} and {more} before it (or --grep TEXT)",
    "zh": "移除的消息全文：archive {handle} 及之前的 {more} 个存档（或 --grep 文本）",
}
MOST_FOUND = 16
"""Continuations of one text that are looked at, the last ones: each is read to its end."""
_ANALYSIS = lazy_regex(r"(?s)<analysis>.*?</analysis>")
_SCRATCH = lazy_regex(r"(?s)<(analysis|think|thinking)>.*?</\1>|</?final>")
_SUMMARY = lazy_regex(r"(?s)<summary>(.*?)</summary>")
_TAG = lazy_regex(r"</?(?:analysis|summary)>")
_CONTROL = lazy_regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BLANK_LINES = lazy_regex(r"\n{3,}")
_INNER_BLANK_LINES = lazy_regex(r"\n[ \t]*\n(?:[ \t]*\n)*")


def opening(language: str) -> str:
    """The lines before the summary, up to and with its heading."""
    return _OPENING["zh" if language == "zh" else "en"]


def closing(handle: str, earlier: int, language: str) -> str:
    """The last line of a summary: the handle of the newest archive, and how many `earlier` ones there are."""
    lines = _CLOSING_OF_MORE if earlier > 0 else _CLOSING
    return lines["zh" if language == "zh" else "en"].format(handle=handle, more=earlier)


def compose(summary: str, language: str) -> str:
    """The continuation message: the fixed opening and the summary as one line of data after the other.

    What a session says is never markup here: tags in it go and leave their text, control characters go.
    """
    text = _CONTROL.sub("", _TAG.sub("", summary))
    return opening(language) + _BLANK_LINES.sub("\n\n", text).strip()


def without_analysis(text: str) -> str:
    """The text without closed blocks of scratch work (`<analysis>`, `<think>`), and without the tags of an answer."""
    return _SCRATCH.sub("", text) if "<final>" in text or "</analysis>" in text or "</think" in text else text


def formatted(summary: str) -> str:
    """A model's raw answer made readable (SPEC 1.8.6): no closed `<analysis>` stays, `<summary>` becomes `Summary:`."""
    text = _ANALYSIS.sub("", summary)
    text = _SUMMARY.sub(lambda match: "Summary:\n" + match[1].strip(), text)
    return _INNER_BLANK_LINES.sub("\n\n", text).strip()


def is_ours(text: str) -> bool:
    """Whether a message is a continuation that we wrote."""
    return text.startswith(_OPENINGS)


class Found(NamedTuple):
    """A continuation of ours in a text that somebody added to."""

    text: str
    """As we wrote it: a full-width colon of its opening is turned back."""
    handle: str
    """The archive that its last line names; empty where it names none, and then the end of the text is its end."""
    others: str
    """What stands around it."""


def find(text: str, *, anywhere: bool = False) -> Iterator[Found]:
    """The continuations that a text begins with, or holds `anywhere`, each with what stands around it."""
    for start in _openings(text) if anywhere else [0] if is_ours(text) else []:
        closed = _closing_pattern().search(text, start)
        end = closed.end() if closed else len(text)
        others = "\n".join(filter(str.strip, (text[:start], text[end:])))
        yield Found(as_written(text[start:end]), (closed[1] or closed[2]) if closed else "", others)


def _openings(text: str) -> list[int]:
    found = []
    for each in _OPENINGS:
        start = text.find(each)
        while start >= 0:
            found.append(start)
            start = text.find(each, start + 1)
    return sorted(found)[-MOST_FOUND:]


@cache
def _closing_pattern() -> re.Pattern[str]:
    """The last line in either language, with one archive or more."""
    handle, more = r"(cm:[0-9a-f]+)", r"\d+"
    lines = []
    for language in _CLOSING:
        one, rest = _CLOSING[language].split("{handle}")
        between = _CLOSING_OF_MORE[language].removeprefix(one + "{handle}").removesuffix(rest)
        optional = "(?:" + more.join(map(re.escape, between.split("{more}"))) + ")?"
        lines.append(re.escape(one) + handle + optional + re.escape(rest))
    return re.compile("(?m)^(?:" + "|".join(lines) + ")[ \t\r]*$")


def as_written(text: str) -> str:
    """A continuation as we wrote it, with a full-width colon of its opening turned back; other text as it is."""
    return _OPENING["zh"] + text.removeprefix(_FULL_WIDTH) if text.startswith(_FULL_WIDTH) else text


def summary_of(text: str) -> str:
    """The summary behind the opening; a text without an opening as it is."""
    for each in _OPENINGS:
        if text.startswith(each):
            return text.removeprefix(each)
    return text
