"""What failed again and again in a turn: the person's task and the facts of the call, never the agent's words."""

import json
import re
from collections.abc import Iterable, Sequence

from ..model.session import Message, ToolCall, ToolResult
from . import evidence, sentences, speech, spoken_turns, wording

LEAST = 3
"""The same call must fail so often with the same error, the host's own measure of a loop."""
LONGEST_TASK, LONGEST_ERROR = 160, 200
_TROUBLE = re.compile(
    r"(?i)\b(?:error|exception|failed|failure|fatal|denied|refused|not found|no such|cannot|can't|unable|timed? ?out"
    r"|invalid|missing)\b|错误|失败|拒绝|找不到|不存在|无法|超时"
)
_VARIABLE = re.compile(r"0x[0-9a-f]+|\d+(?:[.:]\d+)*", re.IGNORECASE)
_TEXTS = {
    "en": "While asked: “{task}”: `{call}` failed {times} times with: {error}",
    "zh": "任务“{task}”中，`{call}` 连续失败 {times} 次：{error}",
}


def of(task: str, messages: Iterable[Message]) -> str:
    """The one failure of a turn worth knowing next time; empty when nothing failed for good.

    A call that succeeded later in the turn is no failure, nor is one whose error changed: somebody was getting on.
    """
    repeated: dict[tuple[str, str], list[str]] = {}
    shown: dict[tuple[str, str], ToolCall] = {}
    for call, result in _finished(messages):
        key = (call.name, json.dumps(dict(call.input), sort_keys=True, default=str))
        if not evidence.failed(result):
            repeated.pop(key, None)
            continue
        repeated.setdefault(key, []).append(_error_of(result))
        shown[key] = call
    for key, errors in repeated.items():
        if len(errors) >= LEAST and len({_VARIABLE.sub("0", error) for error in errors}) == 1:
            language = "zh" if speech.is_chinese(task) else "en"
            return _TEXTS[language].format(
                task=wording.one_line(sentences.clip(" ".join(task.split()), LONGEST_TASK), LONGEST_TASK),
                call=wording.one_line(spoken_turns.shown_call(shown[key]), LONGEST_ERROR).replace("`", "'"),
                times=len(errors),
                error=wording.one_line(errors[-1], LONGEST_ERROR),
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
            if result.call_id in calls:
                yield calls[result.call_id], result


def _error_of(result: ToolResult) -> str:
    try:
        value = json.loads(result.text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        said = next((value[key] for key in ("error", "message", "detail") if isinstance(value.get(key), str)), "")
        if said:
            return said
    lines = [line.strip() for line in result.text.splitlines() if line.strip()]
    return next((line for line in lines if _TROUBLE.search(line)), lines[-1] if lines else "no output")
