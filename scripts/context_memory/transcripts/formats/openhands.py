"""OpenHands trajectories: events, `{history}`, lines of output.jsonl, old [action, observation] pairs, SDK events.

Every action and every observation is one message. Actions that only the host
needs (state changes, null) keep their place as messages without parts. Of an
output.jsonl with several runs the first is read, the others are reported.
"""

from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

from ...messages import Image, Message, Part, Role, Session, SkippedLine, Text, Thinking, ToolCall, ToolResult
from ._chat_content import Calls, flat, image, images, items, mapping, openai_usage, required, text
from ._lines import entries, tool_input
from .detect import Head
from .openai import arguments_of, parts_of

NAME: Final = "openhands"

_STATES = frozenset({"change_agent_state", "agent_state_changed", "null"})
_EVENT_KEYS = frozenset({"args", "cause", "extras", "source"})
_FAILURES = frozenset({"error", "user_rejected"})
_OWN_ARGUMENTS = frozenset(
    {
        "thought",
        "blocking",
        "hidden",
        "confirmation_state",
        "keep_prompt",
        "is_static",
        "is_input",
        "security_risk",
        "image_urls",
    }
)
"""Arguments that steer the host; the model did not write them."""


def matches(head: Head) -> bool:
    """Events, a history of events, or runs with such a history."""
    candidates = list(head.objects) if head.document is None else _events(head.document)
    events = [[value, *items(mapping(value).get("history"))[:5]] for value in candidates[:5]]
    return any(map(_is_event, chain.from_iterable(events)))


def read(source: Path, head: Head) -> Session:
    """The session in the file."""
    skipped: list[SkippedLine] = []
    if head.document is None:
        reading = _of_lines(source, skipped)
    else:
        reading = _Reading()
        reading.add_all(_events(head.document))
    required(source, bool(reading.messages), "OpenHands events")
    return reading.session(skipped)


def session_of(value: Any) -> Session:
    """The session in a list of events or an object with `history`."""
    reading = _Reading()
    reading.add_all(_events(value))
    return reading.session([])


def _of_lines(source: Path, skipped: list[SkippedLine]) -> "_Reading":
    reading, has_run = _Reading(), False
    for line, entry in entries(source, skipped):
        history = entry.get("history")
        if not isinstance(history, list):
            reading.add(entry, line)
        elif has_run:
            skipped.append(SkippedLine(line, f"another run, {text(entry.get('instance_id'))}: only the first is read"))
        else:
            has_run = True
            reading.id = text(entry.get("instance_id"))
            reading.add_all(history, line)
    return reading


def _events(document: object) -> list[Any]:
    if isinstance(document, list):
        return document
    value = mapping(document)
    lists = (value[key] for key in ("history", "trajectory", "events") if isinstance(value.get(key), list))
    return next(lists, [document])


def _is_event(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and _is_event(value[0])
    event = mapping(value)
    if text(event.get("kind")).endswith(("Event", "Observation", "Condensation")):
        return True
    is_named = isinstance(event.get("action"), str) or isinstance(event.get("observation"), str)
    return is_named and "role" not in event and not _EVENT_KEYS.isdisjoint(event)


@dataclass(slots=True)
class _Reading:
    """Builds a session from events."""

    messages: list[Message] = field(default_factory=list)
    calls: Calls = field(default_factory=Calls)
    causes: dict[int, str] = field(default_factory=dict)
    """Event id of an action -> id of its call."""
    response: str = ""
    """The model response whose actions are joined into one message (SDK events)."""
    id: str = ""
    passed_over: int = 0

    def add_all(self, events: list[Any], line: int = 0) -> None:
        """Add events; old histories hold [action, observation] pairs."""
        for event in events:
            for each in event if isinstance(event, list) else [event]:
                self.add(mapping(each), line)

    def add(self, event: dict[str, Any], line: int = 0) -> None:
        """Adds one event; events that are not part of the conversation are counted."""
        if isinstance(event.get("kind"), str):
            self._sdk_event(event, event["kind"], line)
        elif isinstance(event.get("observation"), str) and event["observation"]:
            self._observation(event, line)
        elif isinstance(event.get("action"), str) and event["action"]:
            self._action(event, line)
        else:
            self.passed_over += 1

    # -- the event stream of OpenHands 0.x -----------------------------------------------------

    def _action(self, event: dict[str, Any], line: int) -> None:
        action, arguments = event["action"], mapping(event.get("args"))
        said = text(arguments.get("content")) or text(event.get("message"))
        thought = text(arguments.get("thought"))
        self.calls.new_message()
        match action:
            case _ if action in _STATES:
                self.passed_over += 1
                self._append(Role.ASSISTANT, (), event, line)
            case "message" | "finish" if event.get("source") != "user":
                closing = dict.fromkeys((thought, text(arguments.get("final_thought")), said))
                self._append(Role.ASSISTANT, _texts("\n".join(filter(None, closing))), event, line)
            case "message":
                self._append(Role.USER, (*_texts(said), *_pictures(arguments)), event, line)
            case "system":
                self._append(Role.SYSTEM, _texts(said), event, line)
            case "condensation":
                summary = text(arguments.get("summary"))
                self._append(Role.SYSTEM, _texts(summary), event, line, is_summary=bool(summary))
            case _:
                self._append(Role.ASSISTANT, (*_texts(thought), self._old_call(event, action, arguments)), event, line)

    def _old_call(self, event: dict[str, Any], action: str, arguments: dict[str, Any]) -> ToolCall:
        metadata = mapping(event.get("tool_call_metadata"))
        name = text(metadata.get("function_name")) or action
        call_id = self.calls.ask(name, text(metadata.get("tool_call_id")))
        if isinstance(event.get("id"), int):
            self.causes[event["id"]] = call_id
        given = {
            key: value for key, value in arguments.items() if key not in _OWN_ARGUMENTS and value not in (None, "")
        }
        return ToolCall(call_id, name, tool_input(given))

    def _observation(self, event: dict[str, Any], line: int) -> None:
        kind = event["observation"]
        written = flat(event.get("content")) or text(event.get("message"))
        if kind in _STATES and not (kind == "null" and written):
            self.passed_over += 1
            self._append(Role.TOOL, (), event, line)
            return
        cause = event.get("cause")
        given = text(mapping(event.get("tool_call_metadata")).get("tool_call_id"))
        call_id, name = self.calls.answer(given or (self.causes.get(cause, "") if isinstance(cause, int) else ""))
        pictures = _pictures(mapping(event.get("extras")))
        self._append(Role.TOOL, (ToolResult(call_id, name or kind, written, kind in _FAILURES, pictures),), event, line)

    # -- the events of the OpenHands SDK (1.x) -------------------------------------------------

    def _sdk_event(self, event: dict[str, Any], kind: str, line: int) -> None:
        match kind:
            case "SystemPromptEvent":
                self._append(Role.SYSTEM, _texts(flat(event.get("system_prompt"))), event, line)
            case "MessageEvent":
                self._sdk_message(event, line)
            case "ActionEvent":
                self._sdk_action(event, line)
            case "ObservationEvent" | "AgentErrorEvent" | "UserRejectObservation":
                self._sdk_result(event, line)
            case "CondensationSummaryEvent" | "Condensation" if text(event.get("summary")):
                self._append(Role.SYSTEM, _texts(event["summary"]), event, line, is_summary=True)
            case _:
                self.passed_over += 1

    def _sdk_message(self, event: dict[str, Any], line: int) -> None:
        message = mapping(event.get("llm_message"))
        speaker = text(message.get("role")) or ("assistant" if event.get("source") == "agent" else "user")
        role = {"assistant": Role.ASSISTANT, "system": Role.SYSTEM}.get(speaker, Role.USER)
        thought = text(message.get("reasoning_content"))
        parts = (*([Thinking(thought)] if thought else []), *parts_of(message.get("content")))
        self._append(role, (*parts, *parts_of(event.get("extended_content"))), event, line)

    def _sdk_action(self, event: dict[str, Any], line: int) -> None:
        asked = mapping(event.get("tool_call"))
        name = text(event.get("tool_name")) or text(asked.get("name"))
        response = text(event.get("llm_response_id"))
        joins = bool(response) and response == self.response and bool(self.messages)
        if not joins:
            self.calls.new_message()
        raw = asked.get("arguments", mapping(asked.get("function")).get("arguments"))
        given = arguments_of(raw) if raw is not None else tool_input(event.get("action"))
        call = ToolCall(self.calls.ask(name, text(event.get("tool_call_id")) or text(asked.get("id"))), name, given)
        if joins and self.messages[-1].role is Role.ASSISTANT:
            self.messages[-1] = replace(self.messages[-1], parts=(*self.messages[-1].parts, call))
        else:
            thought = text(event.get("reasoning_content"))
            spoken = (*([Thinking(thought)] if thought else []), *parts_of(event.get("thought")))
            self._append(Role.ASSISTANT, (*spoken, call), event, line)
        self.response = response

    def _sdk_result(self, event: dict[str, Any], line: int) -> None:
        observation = mapping(event.get("observation"))
        error = text(event.get("error")) or text(event.get("rejection_reason"))
        content = observation.get("content", observation.get("output"))
        call_id, name = self.calls.answer(text(event.get("tool_call_id")), text(event.get("tool_name")))
        failed = bool(error) or observation.get("is_error") is True
        result = ToolResult(call_id, name, error or flat(content), failed, images(content))
        self._append(Role.TOOL, (result,), event, line)

    def _append(
        self, role: Role, parts: tuple[Part, ...], event: dict[str, Any], line: int, *, is_summary: bool = False
    ) -> None:
        given = event.get("id")
        response = mapping(mapping(event.get("tool_call_metadata")).get("model_response"))
        self.messages.append(
            Message(
                role,
                parts,
                id=str(given) if isinstance(given, str | int) else "",
                time=text(event.get("timestamp")),
                usage=openai_usage(response.get("usage")) if role is Role.ASSISTANT else None,
                is_summary=is_summary,
                line=line,
                model=text(response.get("model")) if role is Role.ASSISTANT else "",
            )
        )

    def session(self, skipped: list[SkippedLine]) -> Session:
        """The session read so far."""
        return Session(NAME, tuple(self.messages), id=self.id, skipped=tuple(skipped), opaque_entries=self.passed_over)


def _pictures(holder: dict[str, Any]) -> tuple[Image, ...]:
    return tuple(image({"image_url": url}) for url in items(holder.get("image_urls")))


def _texts(written: str) -> tuple[Text, ...]:
    return (Text(written),) if written else ()
