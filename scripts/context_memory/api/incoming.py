"""Reads messages that clients send one by one: `{id?, seq?, role, content, ts?, tool_call_id?, source?}`, in any form.

Each object is read by the reader of its own form, so a batch may mix them. An
object with a `seq` and no id gets a key of `seq` and content, by which a repeat is
recognised.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..messages import Message, Role, Text, ToolCall, ToolResult
from ..transcripts import message_hash
from ..transcripts.formats import messages as of_program
from .values import Result

if TYPE_CHECKING:
    from ..blocks.values import Ingested

SOURCES = ("user", "assistant", "tool", "system", "internal")
LONGEST_ID = 200  # characters
_HASH_DIGITS = 16
MOST_NAMED = 10
"""Ids that a warning names."""
_TALKERS = {"user": Role.USER, "assistant": Role.ASSISTANT}
_PLAIN = frozenset({"role", "content", "id", "seq", "ts", "source"})
_HALF = re.compile("[\ud800-\udfff]")
"""Half a surrogate pair, which UTF-8 does not know."""
ROLES = ("user", "assistant", "system", "developer", "tool", "function", "human", "ai")
"""Of messages that are not in OpenClaw's form, which has kinds of its own."""
_NOTHING: tuple[object, ...] = (None, "", [])
"""Contents without a text."""
_ELSEWHERE = frozenset({"text", "parts", "message"})
"""Where other programs have what we read from `content`."""
_OPENAI = frozenset({"tool_calls", "tool_call_id", "function_call", "refusal"})


@dataclass(frozen=True, slots=True)
class Appended(Result):
    """The result of appending messages."""

    session: str
    accepted: int
    duplicates: int
    duplicate: bool
    """Whether all of them were there already."""
    first_seq: int
    """Place of the first accepted one; 0 where there is none."""
    seq: int
    """Place of the newest message of the session."""
    sealed: int
    """Blocks that these messages completed."""
    redacted: int
    """Secrets that were redacted."""
    is_swap_near: bool
    """Whether a block is complete and the context so large that the next view is best prepared now."""
    warnings: tuple[str, ...] | None = None
    """What was not taken as it was sent: another text under an id that is there, a place of another number."""


def warnings_of(given: object, done: "Ingested") -> tuple[str, ...] | None:
    """What was not taken as it was sent; None for nothing."""
    told, last = [], done.last
    if named := ", ".join(done.changed[:MOST_NAMED]):
        many = "1 id is" if len(done.changed) == 1 else f"{len(done.changed)} ids are"
        told.append(f"{many} there with another text, which stays: {named}")
    newest = given[-1].get("seq") if isinstance(given, list) and given and isinstance(given[-1], Mapping) else None
    if done.accepted and newest is not None and newest != last:
        told.append(f"the message of seq {newest} is at place {last}: seq tells repeats apart, places are counted here")
    return tuple(told) or None


def messages_of(given: object, form: str = "auto") -> list[Message]:
    """The messages; InputError names the one that cannot be read."""
    found: list[Message] = []
    if type(given) is list and form == "auto" and (texts := _texts(given)):
        for number, text in enumerate(texts, 1):
            found += _with_keys([text], given[number - 1], number)
        return found
    value = of_program.plain(given)
    for number, each in enumerate(of_program.messages_of(value), 1):
        if not isinstance(each, dict) or not isinstance(each.get("role"), str):
            raise InputError(
                f"message {number} is not an object with a role", hint='write {"role": "user", "content": …}'
            )
        own = form if form != "auto" else _form_of(each)
        content = each.get("content")
        if isinstance(content, int | float) or (isinstance(content, dict) and own != "openclaw"):
            raise InputError(f"message {number} has no content that can be read", hint=of_program.FORM_OF_CONTENT)
        try:
            read = of_program.read_messages([each], own).messages
        except InputError as error:
            raise InputError(f"message {number}: {error}", hint=error.hint) from error
        if own != "openclaw":
            _check_read(read, each, number)
        found += _with_keys(read, each, number)
    return found


def _check_read(read: Sequence[Message], given: dict[str, Any], number: int) -> None:
    """Refuse a speaker that nobody knows, and what would be acknowledged without its text."""
    if given["role"] not in ROLES:
        raise InputError(f"message {number}: unknown role {given['role'][:40]!r}", hint="one of: " + ", ".join(ROLES))
    if any(message.parts for message in read):
        return
    is_empty = given.get("content") in _NOTHING and _ELSEWHERE.isdisjoint(given)
    if not is_empty or ("content" not in given and given["role"] not in {"assistant", "ai"}):
        raise InputError(f"message {number} has no content that can be read", hint=of_program.FORM_OF_CONTENT)


def _texts(given: list[Any]) -> list[Message]:
    """The messages if each is a single text of a user or assistant; an empty list otherwise.

    Every reader would read them the same. Most messages are of this kind, and come one by one.
    """
    texts = []
    for each in given:
        if type(each) is not dict or not _PLAIN.issuperset(each):
            return []
        content, role, name = each.get("content"), each.get("role"), each.get("id") or ""
        if type(content) is not str or not content or type(role) is not str or role not in _TALKERS:
            return []
        if type(name) is not str or not _is_whole(content) or not _is_whole(name):
            return []
        texts.append(Message(_TALKERS[role], (Text(content),), id=name))
    return texts


def _is_whole(text: str) -> bool:
    return text.isascii() or _HALF.search(text) is None


def with_tool_names(messages: Sequence[Message], names: dict[str, str]) -> list[Message]:
    """Add missing tool names to results from their calls; `names` collects the calls."""
    named = []
    for message in messages:
        names.update((call.id, call.name) for call in message.calls)
        named.append(_with_tool_name(message, names) if message.results else message)
    return named


def unknown_calls(messages: Sequence[Message], names: Mapping[str, str]) -> bool:
    """Whether a result belongs to a call that is neither in these messages nor in `names`."""
    if not any(message.results for message in messages):
        return False
    asked = {call.id for message in messages for call in message.calls}
    return any(
        not result.name and result.call_id not in names and result.call_id not in asked
        for message in messages
        for result in message.results
    )


def _with_tool_name(message: Message, names: Mapping[str, str]) -> Message:
    parts = tuple(
        replace(part, name=names[part.call_id])
        if isinstance(part, ToolResult) and not part.name and part.call_id in names
        else part
        for part in message.parts
    )
    return message if parts == message.parts else replace(message, parts=parts)


def _form_of(message: dict[str, Any]) -> str:
    """The form of a message: OpenAI by its own keys, otherwise as for a list."""
    return "openai" if not _OPENAI.isdisjoint(message) else of_program.form_of([message])


def _with_keys(read: Sequence[Message], given: dict[str, Any], number: int) -> list[Message]:
    """The messages with the object's id, time and role."""
    own_id, seq, time = given.get("id"), given.get("seq"), given.get("ts")
    _check(own_id, seq, given.get("source"), number)
    keyed = []
    for i, message in enumerate(read):
        known = str(own_id or message.id or "")
        if not known and seq is not None:
            known = f"{seq}-{message_hash.hash_of_message(message)[:_HASH_DIGITS]}"
        if known and i:
            known = f"{known}-{i}"
        role = (
            Role.SYSTEM if given.get("source") in {"system", "internal"} and not _has_tools(message) else message.role
        )
        at = _time(time, number) or message.time
        is_same = (known, role, at) == (message.id, message.role, message.time)
        keyed.append(message if is_same else replace(message, id=known, role=role, time=at))
    return keyed


def _has_tools(message: Message) -> bool:
    return any(isinstance(part, ToolCall | ToolResult) for part in message.parts)


def _check(own_id: object, seq: object, source: object, number: int) -> None:
    if own_id is not None and (not isinstance(own_id, str) or not 0 < len(own_id) <= LONGEST_ID):
        raise InputError(f"message {number}: id is not a text of 1 to {LONGEST_ID} characters", hint="or leave it out")
    if seq is not None and (isinstance(seq, bool) or not isinstance(seq, int) or seq < 1):
        raise InputError(f"message {number}: seq is not a whole number from 1 on", hint="or leave it out")
    if source is not None and source not in SOURCES:
        raise InputError(f"message {number}: unknown source", hint="choose one of: " + ", ".join(SOURCES))


def _time(given: object, number: int) -> str:
    """The time of the object, if it is valid; seconds since 1970 become ISO 8601."""
    if given is None or given == "":
        return ""
    from datetime import UTC, datetime

    from ..memory.doc_requests import moment_of

    found = moment_of(given, datetime.now(UTC), f"message {number}: ts")
    return given if isinstance(given, str) else found.isoformat(timespec="seconds")
