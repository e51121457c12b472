"""L2, the six steps in order: pending work, key files, summary, continuation, newest messages, and then restore.

The first two are part of the fold (`rules.gather`); restoring reads files and
so belongs to the service. Everything here is a pure function of the messages,
the memory and the settings: the same input gives the same bytes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from json import dumps
from typing import Any

from ..model.compaction import Receipt, SummaryFields
from ..model.errors import InputError
from ..model.memory import SessionMemory, Speaker
from ..model.session import Message, Role, Text, Thinking, ToolResult
from . import continuation, receipt, summary, tail, tokens
from .tail import Original, TrimResult
from .tokens import Estimator

SMALLEST_BUDGET = 500
"""Tokens; the fixed opening and four messages of the smallest size take about half of it."""

_TAIL_SHARE = 0.10
_ROOMY = 8_000  # tokens; what a budget has beyond this is shared more evenly
_ROOMY_SHARE = 0.4
_MARGIN = 0.01  # of the budget, for what a host's rendering adds


@dataclass(frozen=True, slots=True)
class Draft:
    """A finished compaction that nothing has been written of yet."""

    continuation: str
    kept: tuple[Message, ...]
    originals: tuple[Original, ...]
    receipt: Receipt
    fields: SummaryFields
    tokens: int
    thinking_removed: int


def draft(
    memory: SessionMemory,
    kept: Sequence[Message],
    *,
    budget: int,
    tail_cap: int,
    summary_cap: int,
    estimator: Estimator,
    language: str,
    handle: str,
    handle_of: Callable[[bytes], str],
    trim_result: TrimResult,
) -> Draft:
    """The continuation and the trimmed tail within `budget` tokens; `handle` is the archive of the removed messages."""
    check_budget(budget)
    estimator_here = larger_of(estimator)
    cap = min(tail_cap, tail_share(budget))
    kept_tail = tail.within(kept, cap, estimator=estimator_here, handle_of=handle_of, trim_result=trim_result)
    tail_tokens = tokens.of_messages(kept_tail.messages, estimator_here)
    opening = continuation.opening(language)
    room = int(budget * (1 - _MARGIN)) - tail_tokens - estimator_here(opening)
    tail_text = text_of(kept_tail.messages)
    rendered = summary.render(
        memory,
        budget=max(120, min(summary_cap, room)),
        estimator=estimator,
        tail=tail_text,
        handle=handle,
        language=language,
    )
    text = continuation.of(rendered.text, language)
    first_kept = memory.messages - len(kept)
    proof = receipt.of(memory, text + "\n" + tail_text, first_kept=first_kept)
    return Draft(
        continuation=text,
        kept=kept_tail.messages,
        originals=kept_tail.originals,
        receipt=proof,
        fields=_fields(memory, rendered),
        tokens=estimator_here(text) + tail_tokens,
        thinking_removed=kept_tail.thinking_removed,
    )


def check_budget(budget: int | None) -> None:
    """InputError for a budget that holds no summary; None is no budget."""
    if budget is not None and budget < SMALLEST_BUDGET:
        raise InputError(
            f"a budget of {budget} tokens holds no summary", hint=f"give at least {SMALLEST_BUDGET} tokens"
        )


def tail_share(budget: int) -> int:
    """Tokens of a budget that the kept messages may take: exact facts are denser in the summary."""
    return int(budget * _TAIL_SHARE + max(0, budget - _ROOMY) * _ROOMY_SHARE)


def larger_of(estimator: Estimator) -> Estimator:
    """The larger of the estimate and bytes / 4, so that a budget holds by either."""
    return lambda text: max(estimator(text), tokens.bytes4(text))


def text_of(messages: Sequence[Message]) -> str:
    """Everything a reader of these messages sees, as one text."""
    lines: list[str] = []
    for message in messages:
        lines += [part.text for part in message.parts if isinstance(part, Text | Thinking | ToolResult)]
        lines += [f"{call.name} {value}" for call in message.calls for value in _inputs(call.input.values())]
    return "\n".join(lines)


def prefix_length(messages: Sequence[Message]) -> int:
    """How many leading messages are the system's: they are never compacted."""
    count = 0
    while count < len(messages) and messages[count].role is Role.SYSTEM and not messages[count].is_summary:
        count += 1
    return count


def _inputs(values: Iterable[Any]) -> list[str]:
    return [value if isinstance(value, str) else dumps(value, ensure_ascii=False) for value in values]


def _fields(memory: SessionMemory, rendered: summary.Summary) -> SummaryFields:
    return SummaryFields(
        completed=rendered.completed,
        pending=rendered.pending,
        key_files=rendered.key_files,
        current_task=rendered.current_task,
        last_request=memory.last_request,
        directives=tuple(said.text for said in memory.directives if said.speaker is Speaker.PERSON),
        corrections=tuple(said.text for said in memory.corrections),
        decisions=tuple(said.text for said in memory.decisions),
        errors=tuple(said.text for said in memory.errors),
    )
