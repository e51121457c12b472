"""The fixed texts around a summary, word for word as the skill prescribes them."""

import re

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
        "以下是本会话前半部分的摘要。请直接从中断处继续，不要确认本摘要，不要复述，不要提问，立即恢复任务。\n摘要：\n"
    ),
}
_ANALYSIS = re.compile(r"(?s)<analysis>.*?</analysis>")
_SUMMARY = re.compile(r"(?s)<summary>(.*?)</summary>")
_TAG = re.compile(r"</?(?:analysis|summary)>")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BLANK_LINES = re.compile(r"\n{3,}")
_INNER_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)*")


def opening(language: str) -> str:
    """The lines before the summary, up to and with its heading."""
    return _OPENING["zh" if language == "zh" else "en"]


def of(summary: str, language: str) -> str:
    """The continuation message: the fixed opening and the summary as one line of data after the other.

    What a session says is never markup here: tags in it go and leave their text, control characters go.
    """
    text = _CONTROL.sub("", _TAG.sub("", summary))
    return opening(language) + _BLANK_LINES.sub("\n\n", text).strip()


def without_analysis(text: str) -> str:
    """The text without its closed `<analysis>` blocks: scratch work, not a result."""
    return _ANALYSIS.sub("", text) if "</analysis>" in text else text


def formatted(summary: str) -> str:
    """A model's raw answer made readable (SPEC 1.8.6): no closed `<analysis>` stays, `<summary>` becomes `Summary:`."""
    text = _ANALYSIS.sub("", summary)
    text = _SUMMARY.sub(lambda match: "Summary:\n" + match[1].strip(), text)
    return _INNER_BLANK_LINES.sub("\n\n", text).strip()


def is_ours(text: str) -> bool:
    """Whether a message is a continuation that we wrote."""
    return text.startswith((_OPENING["en"], _OPENING["zh"]))
