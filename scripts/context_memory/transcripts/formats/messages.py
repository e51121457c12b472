"""Reads message lists that a program passes, in the form of the Anthropic API, the OpenAI API or OpenClaw.

They are read by the readers of files, so that a session is the same session
whichever way it comes. The lists themselves are never changed.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from ...errors import InputError
from ...messages import Message, Session
from . import anthropic, openai, openclaw
from ._chat_content import is_image, is_other
from ._lines import parsed
from .detect import Head

FORMS: Final = ("anthropic", "openai", "openclaw")
_OPENCLAW_ROLES = frozenset({"toolResult", "compactionSummary", "branchSummary", "bashExecution", "custom"})
_OPENCLAW_KEYS = frozenset({"stopReason", "api", "provider"})
_OPENCLAW_BLOCK = frozenset({"toolCall", "thinkingSignature"})
"""A kind of block, and a key of one."""
One = TypeVar("One")
Other = TypeVar("Other")
_CALLS: Final = {"anthropic": ("tool_use",), "openclaw": ("toolCall", "toolUse", "tool_use")}
FORM_OF_CONTENT = 'write "content": "…", or a list of parts such as {"type": "text", "text": "…"}'
_HINT = "give the list of messages as the API takes it: objects with role and content"


def read_messages(given: object, form: str = "auto") -> Session:
    """The session in a list of messages, or in a request with `messages`; InputError names the bad message.

    `form` is one of FORMS, or `auto`, which finds it out. A message without content counts nothing.
    """
    value = plain(given)
    messages = messages_of(value)
    for number, message in enumerate(messages, 1):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise InputError(f"message {number} is not an object with a role", hint=_HINT)
    known = form_of(value, form)
    for number, message in enumerate(messages, 1):
        content = message.get("content")
        if isinstance(content, int | float) or (isinstance(content, dict) and known != "openclaw"):
            kind = "a single block" if isinstance(content, dict) else json.dumps(content)
            raise InputError(f"message {number} has {kind} for its content", hint=FORM_OF_CONTENT)
    match known:
        case "openclaw":
            return _openclaw_session(messages)
        case "openai":
            return openai.session_of(value)
        case _:
            return anthropic.session_of(value)


def form_of(value: Any, form: str = "auto") -> str:
    """The form of messages that are plain JSON values."""
    if form != "auto":
        if form not in FORMS:
            raise InputError(f"unknown form of messages {form!r}", hint="choose auto or one of: " + ", ".join(FORMS))
        return form
    if any(_is_of_openclaw(message) for message in messages_of(value)):
        return "openclaw"
    head = Head(b"", (value,), value)
    return "openai" if not anthropic.matches(head) and openai.matches(head) else "anthropic"


def plain(given: object) -> Any:
    """A copy of the messages as plain JSON values; SDK objects are converted, lone surrogates become U+FFFD."""
    if not isinstance(given, list | tuple | Mapping):
        raise InputError(f"{type(given).__name__} holds no messages", hint=_HINT)
    try:
        return parsed(json.dumps(given, default=_plain_object))
    except (TypeError, ValueError, RecursionError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise InputError(f"the messages cannot be read as JSON: {reason}", hint=_HINT) from error


def messages_of(value: Any) -> list[Any]:
    """The list in a request, or the list itself."""
    found = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(found, list):
        raise InputError("the request has no list of messages", hint=_HINT)
    return found


def rewritten(value: Any, form: str, before: Sequence[Message], after: Sequence[Message]) -> list[Any]:
    """The messages of `value` (from `plain`) with the tool results and inputs of `after`; the rest is unchanged."""
    messages = messages_of(value)
    pairs = _pairs(before, after)
    results = [(old.text, new.text) for one, other in pairs for old, new in _pairs(one.results, other.results)]
    calls = [(old.input, new.input) for one, other in pairs for old, new in _pairs(one.calls, other.calls)]
    for (holder, is_list), (old, new) in _pairs(list(_results(messages, form)), results):
        if old != new:
            holder["content"] = _with_text(holder["content"], new) if is_list else new
    for (holder, key), (given, shorter) in _pairs(list(_calls(messages, form)), calls):
        if given != shorter:
            was_text, text = isinstance(holder.get(key), str), shorter.get("arguments")
            is_as_it_came = was_text and given == {"arguments": holder[key]} and isinstance(text, str)
            whole = text if is_as_it_came else json.dumps(dict(shorter), ensure_ascii=False)
            holder[key] = whole if was_text else dict(shorter)
    return messages


def with_cache_marks(written: Sequence[dict[str, Any]], given: object) -> tuple[dict[str, Any], ...]:
    """Messages in Anthropic's form, with the `cache_control` that their blocks had as they were given.

    Citations are left out: they name documents by their place in the request, which is another one now.
    """
    marks = {
        _name_of(block): block["cache_control"] for block in _blocks(messages_of(plain(given))) if _is_marked(block)
    }
    marked = []
    for message in reversed(written):  # of equal blocks the newest had it
        content = [
            {**block, "cache_control": mark} if (mark := marks.pop(_name_of(block), None)) else block
            for block in reversed(message["content"])
        ]
        marked.append({**message, "content": content[::-1]})
    return tuple(marked[::-1])


def _blocks(messages: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for content in [message.get("content") for message in messages]:
        yield from (block for block in content if isinstance(block, dict)) if isinstance(content, list) else ()


def _is_marked(block: dict[str, Any]) -> bool:
    return isinstance(block.get("cache_control"), dict)


def _name_of(block: dict[str, Any]) -> tuple[str, str]:
    """What a block is found by: the id of a call, or its text."""
    return str(block.get("type")), str(block.get("id") or block.get("tool_use_id") or block.get("text"))


def _with_text(content: list[Any], text: str) -> list[Any]:
    return with_text(content, text, lambda piece: not is_image(piece) and not is_other(piece))


def with_text(content: list[Any], text: str, is_text: Callable[[Any], bool]) -> list[Any]:
    """The content of a tool result with this in place of its texts, where the first of them stood."""
    said = [piece for piece in content if is_text(piece)]
    marks = [piece["cache_control"] for piece in said if isinstance(piece, Mapping) and piece.get("cache_control")]
    block = {"type": "text", "text": text, **({"cache_control": marks[-1]} if marks else {})}
    at = next(i for i, piece in enumerate(content) if is_text(piece))
    return [*content[:at], block, *(piece for piece in content[at:] if not is_text(piece))]


def _pairs(these: Sequence[One], those: Sequence[Other]) -> list[tuple[One, Other]]:
    if len(these) != len(those):
        raise InputError("the calls and results of these messages cannot be told apart", hint="name their format")
    return list(zip(these, those, strict=True))


def _results(messages: list[Any], form: str) -> Iterator[tuple[dict[str, Any], bool]]:
    """Each object that holds the content of a tool result, and whether that content is a list."""
    for message in messages:
        content = message.get("content")
        if form == "anthropic":
            for block in content if isinstance(content, list) else ():
                named = isinstance(block, dict) and isinstance(block.get("tool_use_id"), str)  # others are opaque
                if named and block.get("type") == "tool_result":
                    yield block, isinstance(block.get("content"), list)
        elif (form == "openclaw" and message["role"] == "toolResult") or (
            form == "openai"
            and (
                message["role"] in ("tool", "function")
                or (message["role"] == "user" and openai.is_observation(message))
            )
        ):
            yield message, isinstance(content, list)


def _calls(messages: list[Any], form: str) -> Iterator[tuple[dict[str, Any], str]]:
    """Each object that holds the input of a tool call, and under which key."""
    for message in messages:
        if form == "openai":
            for call in message.get("tool_calls") or () if message["role"] == "assistant" else ():
                if isinstance(call, dict):
                    own = next((call[key] for key in ("function", "custom") if isinstance(call.get(key), dict)), call)
                    yield own, "arguments" if "arguments" in own else "input"
            continue
        content = message.get("content")
        for block in content if isinstance(content, list) and (form == "anthropic" or _is_reply(message)) else ():
            if not isinstance(block, dict) or block.get("type") not in _CALLS[form]:
                continue
            if form != "anthropic" or all(isinstance(block.get(key), str) for key in ("id", "name")):
                yield block, "arguments" if "arguments" in block else "input"


def _is_reply(message: dict[str, Any]) -> bool:
    return bool(message["role"] == "assistant")


def _plain_object(value: Any) -> Any:
    """Converts a mapping or SDK object for `json`."""
    if isinstance(value, Mapping):
        return dict(value)
    if callable(dump := getattr(value, "model_dump", None)):
        return dump(mode="json", exclude_none=True)
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def _is_of_openclaw(message: Any) -> bool:
    if not isinstance(message, dict):
        return False
    if message.get("role") in _OPENCLAW_ROLES or not _OPENCLAW_KEYS.isdisjoint(message):
        return True
    content = message.get("content")
    blocks = content if isinstance(content, list) else ()
    return any(isinstance(each, dict) and not _OPENCLAW_BLOCK.isdisjoint((each.get("type"), *each)) for each in blocks)


def _openclaw_session(messages: list[Any]) -> Session:
    collected = openclaw.OpenclawEntries(has_lines=False)
    for number, message in enumerate(messages, 1):
        if reason := collected.add(number, {"type": "message", "message": message}):
            raise InputError(f"message {number}: {reason}", hint=_HINT)
    return collected.session(openclaw.NAME, [])
