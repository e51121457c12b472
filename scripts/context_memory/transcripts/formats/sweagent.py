"""SWE-agent trajectories: `history` with roles and message types, or only `trajectory` with its steps.

Demonstrations (`is_demo`) are left out. The first message of the user is the
task; every later one is what the environment said, so it is a tool result.
"""

from pathlib import Path
from typing import Any, Final

from ...messages import Message, Role, Session, Text, ToolCall, ToolResult
from ._chat_content import flat, items, mapping, required, text
from .detect import Head
from .openai import Reading

NAME: Final = "swe-agent"

_STEP_KEYS = frozenset({"action", "observation", "thought"})


def matches(head: Head) -> bool:
    """A trajectory of steps, or a history beside the run's `info`."""
    document = mapping(head.document)
    is_run = not document.keys().isdisjoint({"trajectory", "info"})
    return (is_run and _has_roles(items(document.get("history")))) or _has_steps(document)


def read(source: Path, head: Head) -> Session:
    """The session in the trajectory."""
    session = session_of(head.document)
    required(source, bool(session.messages), "SWE-agent history or trajectory")
    return session


def session_of(value: Any) -> Session:
    """The session in a parsed trajectory."""
    document = mapping(value)
    history = items(document.get("history"))
    if _has_roles(history):
        return _of_history(history)
    return _of_steps(items(document.get("trajectory")))


def _has_roles(history: list[Any]) -> bool:
    return bool(history) and "role" in mapping(history[0])


def _has_steps(document: dict[str, Any]) -> bool:
    steps = items(document.get("trajectory"))
    return bool(steps) and bool(mapping(steps[0]).keys() & _STEP_KEYS)


def _of_history(history: list[Any]) -> Session:
    reading = Reading()
    has_task = False
    for entry in history:
        message = mapping(entry)
        if message.get("is_demo"):
            continue
        if message.get("role") == "user":
            message = {**message, "message_type": "observation" if has_task else "task"}
            has_task = True
        reading.add(message)
    return Session(NAME, tuple(reading.messages), opaque_entries=reading.passed_over)


def _of_steps(steps: list[Any]) -> Session:
    messages: list[Message] = []
    for number, step in enumerate(map(mapping, steps), 1):
        thought, action = flat(step.get("thought")), text(step.get("action"))
        call = ToolCall(f"call-{number}", "bash", {"command": action})
        messages.append(Message(Role.ASSISTANT, (*([Text(thought)] if thought else []), call)))
        messages.append(Message(Role.TOOL, (ToolResult(call.id, "bash", flat(step.get("observation"))),)))
    return Session(NAME, tuple(messages))
