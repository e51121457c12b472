"""What the model sees: the swapped past as one message that never changes between swaps, then the raw tail."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..compaction import recent_messages
from ..messages import Message, Part, Role, Text, ToolResult
from . import cutting
from .values import JournalEntry, Shown, Swap

TITLE = "# R-Memory: Compressed Conversation History"
_MINUTE = 16  # characters of an ISO 8601 time up to the minute
_NO_TIME = "0000-00-00T00:00"


def capsules(shown: Sequence[Shown]) -> str:
    """The capsules in R-Memory's format; empty where there is none."""
    if not shown:
        return ""
    tokens, raw = sum(each.tokens for each in shown), sum(each.tokens_raw for each in shown)
    lines = [TITLE, f"_{len(shown)} blocks | ~{tokens} tokens (was ~{raw} raw)_", ""]
    for number, each in enumerate(shown, 1):
        lines += [f"## Block {number} [{minute(each.time)}]", each.text, ""]
    return "\n".join(lines)


def minute(time: str) -> str:
    """The time as a heading shows it, YYYY-MM-DDTHH:MM."""
    return time[:_MINUTE].replace(" ", "T") if len(time) >= _MINUTE else _NO_TIME


def prefix(swap: Swap) -> str:
    """Everything before the raw tail as one text; empty before the first swap."""
    return "\n\n".join(part for part in (swap.header, swap.restored.rstrip("\n"), capsules(swap.shown)) if part)


def messages(text: str, raw: Iterable[Message]) -> tuple[Message, ...]:
    """The whole view as messages."""
    first = (Message(Role.USER, (Text(text),), is_summary=True),) if text else ()
    return (*first, *raw)


def raw_tail(entries: Iterable[tuple[JournalEntry, str]], swap: Swap) -> tuple[Message, ...]:
    """The raw messages behind the swapped part; each pair is an entry and why it is skipped.

    Leading system text belongs to the host, and summaries of its own compactions are what the capsules replace.
    Messages that the swap found in the tail carry no thinking; a result whose call was swapped becomes text.
    """
    cut = dict(swap.replaced)
    called: set[str] = set()
    shown = []
    for entry, skip in entries:
        if skip in {cutting.SYSTEM, cutting.SUMMARY}:
            continue
        message = cut.get(entry.seq, entry.message)
        if entry.seq <= swap.thinking_until:
            message = recent_messages.without_thinking(message)
        called.update(call.id for call in message.calls)
        if message.results:
            message = _with_late_results_as_text(message, called)
        if message.parts:
            shown.append(message)
    return tuple(shown)


def _with_late_results_as_text(message: Message, called: set[str]) -> Message:
    """An answer to a call that is not in the tail any more cannot be sent as an answer."""
    if all(result.call_id in called for result in message.results):
        return message
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolResult) and part.call_id not in called:
            parts += [Text(f"[late result of {part.name or 'a tool'}]\n{part.text}"), *part.pictures]
        else:
            parts.append(part)
    role = message.role if any(isinstance(part, ToolResult) for part in parts) else Role.USER
    return replace(message, role=role, parts=tuple(parts))
