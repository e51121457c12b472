"""Orders messages for APIs: every call is followed by its result, every result has its call.

Both chat APIs refuse a transcript whose calls and results do not pair. A result
without its call becomes text, and so does a call that nobody answered, unless it
ends the transcript and its result may still come. No result is invented.
"""

import json
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import NamedTuple

from ...messages import Message, Part, Role, Text, ToolCall, ToolResult


class Said(NamedTuple):
    """One message in API order; `results` answer its calls and follow it."""

    role: Role
    parts: tuple[Part, ...]
    results: tuple[ToolResult, ...] = ()
    name: str = ""


Place = tuple[int, int]
"""(index of the message, index of the part in it)"""


def paired(messages: Sequence[Message]) -> tuple[Said, ...]:
    """The messages with results moved after their calls and unique ids; only blank text is dropped."""
    answers = _answers(messages)
    taken = frozenset(answer.place for answer in answers.values() if answer)
    last = max((index for index, message in enumerate(messages) if _says(message, index, taken)), default=-1)
    pairing = _Pairing(answers, taken, last, _Ids())
    said = (pairing.said(index, message) for index, message in enumerate(messages))
    return tuple(each for each in said if each.parts)


def call_text(call: ToolCall) -> str:
    """A call as text, for places where a call is not allowed."""
    return f"[call of {call.name or 'a tool'}]\n{json.dumps(dict(call.input), ensure_ascii=False)}"


def result_text(result: ToolResult) -> str:
    """A result as text, for places where a result is not allowed."""
    kind = "error" if result.is_error else "result"
    return f"[{kind} of {result.name or 'a tool'}]\n{result.text}"


class _Answer(NamedTuple):
    """A result and its position."""

    place: Place
    result: ToolResult


def _answers(messages: Sequence[Message]) -> dict[Place, _Answer | None]:
    """The result of each call: the first one after it, before its id is used again."""
    waiting: dict[str, deque[Place]] = defaultdict(deque)
    answers: dict[Place, _Answer | None] = {}
    for index, message in enumerate(messages):
        for position, part in enumerate(message.parts):
            match part:
                case ToolCall(call_id) if message.role is Role.ASSISTANT:
                    earlier = waiting[call_id]
                    if earlier and earlier[-1][0] < index:
                        earlier.clear()
                    earlier.append((index, position))
                    answers[index, position] = None
                case ToolResult(call_id) if message.role is not Role.ASSISTANT and waiting[call_id]:
                    answers[waiting[call_id].popleft()] = _Answer((index, position), part)
                case _:
                    pass
    return answers


def _says(message: Message, index: int, taken: Set[Place]) -> bool:
    """Whether any part of this message stays where it was."""
    return any((index, at) not in taken and not _is_blank(part) for at, part in enumerate(message.parts))


def _is_blank(part: Part) -> bool:
    """Whether this is text without a letter, which both APIs refuse."""
    return isinstance(part, Text) and not part.text.strip()


class _Ids:
    """Makes call ids that are unique in one request and valid for both APIs."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._next: dict[str, int] = {}

    def unique(self, call_id: str) -> str:
        base = accepted(call_id) or "call"
        name, number = base, self._next.get(base, 2)
        while name in self._given:
            name, number = f"{base}-{number}", number + 1
        self._next[base] = number
        self._given.add(name)
        return name


class _Pairing(NamedTuple):
    """Builds the ordered messages from the results of each call."""

    answers: Mapping[Place, _Answer | None]
    taken: Set[Place]
    last: int
    """Index of the last message that says something: its open calls may still be answered."""
    ids: _Ids

    def said(self, index: int, message: Message) -> Said:
        """One message with the results of its calls."""
        parts: list[Part] = []
        results: list[ToolResult] = []
        for at, part in enumerate(message.parts):
            match part:
                case ToolCall():
                    call, result = self._call(part, (index, at))
                    parts.append(call)
                    results.extend(result)
                case ToolResult():
                    parts.extend(
                        [] if (index, at) in self.taken else [Text(result_text(part)), *part.pictures, *part.others]
                    )
                case _:
                    parts.extend([] if _is_blank(part) else [part])
        role = Role.USER if message.role is Role.TOOL else message.role
        return Said(role, tuple(parts), tuple(results), message.name)

    def _call(self, call: ToolCall, place: Place) -> tuple[Part, tuple[ToolResult, ...]]:
        answer = self.answers.get(place)
        may_come = place in self.answers and place[0] >= self.last
        if not answer and not may_come:
            return Text(call_text(call)), ()
        unique = self.ids.unique(call.id)
        return replace(call, id=unique), (replace(answer.result, call_id=unique),) if answer else ()


def accepted(name: str, *, longest: int = 128) -> str:
    """The name with `_` for every character that an API refuses in ids and tool names: not a letter, digit, _ or -."""
    return "".join(char if char.isascii() and (char.isalnum() or char in "_-") else "_" for char in name[:longest])
