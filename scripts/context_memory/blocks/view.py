"""Renders what the model sees: the swapped past as one message that is constant between swaps, then the raw tail."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..compaction import recent_messages
from ..messages import Message, Part, Role, Text, ToolCall, ToolResult
from ..transcripts.own_texts import CAPSULES_TITLE
from . import cutting
from .values import Gone, JournalEntry, Shown, Swap, View

MOST_NAMED = 8
"""Places of evicted blocks that a view names; each takes about 20 tokens."""
_MINUTE = 16  # characters of an ISO 8601 time up to the minute
_NO_TIME = "0000-00-00T00:00"


def capsules(shown: Sequence[Shown], gone: Sequence[Gone] = ()) -> str:
    """The capsules in R-Memory's format, each under its block's number; empty if there are none.

    Of the blocks that left, the newest are named with the handle that reads them back, older ones by the command.
    """
    if not shown:
        return ""
    tokens, raw = sum(each.tokens for each in shown), sum(each.tokens_raw for each in shown)
    lines = [CAPSULES_TITLE, f"_{len(shown)} blocks | ~{tokens} tokens (was ~{raw} raw)_", ""]
    named = gone[-MOST_NAMED:]
    if len(gone) > len(named):
        lines.append(f"_{_blocks(gone[0].first, named[0].first - 1)} out of view: blocks show --state evicted_")
    lines += [f"_{_blocks(each.first, each.last)} out of view: archive {each.where}_" for each in named]
    lines += [""] if gone else []
    for each in shown:
        lines += [f"## Block {each.number} [{minute(each.time)}]", each.text, ""]
    return "\n".join(lines)


def _blocks(first: int, last: int) -> str:
    return f"Block {first}" if first == last else f"Blocks {first} to {last}"


def minute(time: str) -> str:
    """The time as a heading shows it, YYYY-MM-DDTHH:MM."""
    return time[:_MINUTE].replace(" ", "T") if len(time) >= _MINUTE else _NO_TIME


def prefix(swap: Swap) -> str:
    """Everything before the raw tail as one text; empty before the first swap."""
    return "\n\n".join(
        part for part in (swap.header, swap.restored.rstrip("\n"), capsules(swap.shown, swap.gone)) if part
    )


def messages(text: str, raw: Iterable[Message]) -> tuple[Message, ...]:
    """The whole view as messages."""
    first = (Message(Role.USER, (Text(text),), is_summary=True),) if text else ()
    return (*first, *raw)


def shown(swap: Swap, text: str, tail: tuple[Message, ...], last: int, tokens: int) -> View:
    """The view behind a swap: its prefix as text, the messages behind it, the newest message and the size of all."""
    return View(
        session=swap.session,
        revision=swap.revision,
        prefix=text,
        tail=tail,
        messages=messages(text, tail),
        first=1,
        last=last,
        tail_from=swap.tail_from,
        tokens=tokens,
        tokens_prefix=swap.tokens,
        sources=tuple(each.block for each in swap.shown),
        restored_files=swap.restored_files,
        warning=swap.warning,
    )


def raw_tail(entries: Iterable[tuple[JournalEntry, str]], swap: Swap) -> Iterator[Message]:
    """The raw messages behind the swapped part, made as they are asked for; a pair: an entry, why it is skipped.

    Leading system text belongs to the host, and summaries of its own compactions are what the capsules replace.
    Messages that the swap found in the tail carry no thinking; a result whose call was swapped becomes text.
    """
    cut = dict(swap.replaced)
    called: set[str] = set()
    for entry, skip in entries:
        if skip in {cutting.SYSTEM, cutting.SUMMARY}:
            continue
        message = cut.get(entry.seq, entry.message)
        if entry.seq <= swap.thinking_until:
            message = recent_messages.without_thinking(message)
        has_results = False
        for part in message.parts:
            if isinstance(part, ToolCall):
                called.add(part.id)
            has_results |= isinstance(part, ToolResult)
        if has_results:
            message = _with_late_results_as_text(message, called)
        if message.parts:
            yield message


def _with_late_results_as_text(message: Message, called: set[str]) -> Message:
    """Results whose call is no longer in the tail, as text, since the API would refuse them."""
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
