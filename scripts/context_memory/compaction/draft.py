"""L2, the six steps in order: pending work, key files, summary, continuation, newest messages, and then restore.

The first two are part of the fold (`compaction.digest.fold`); restoring reads files and
so belongs to the service. Everything here is a pure function of the messages,
the memory and the settings: the same input gives the same bytes.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .. import trim
from ..errors import InputError
from ..messages import Message
from ..text import tokens
from ..text.tokens import Estimator
from ..transcripts import as_text
from . import recent_messages
from .digest import allocation, continuation, receipt, summary
from .digest.condense import Worths
from .digest.values import Receipt, SessionMemory, Speaker
from .outcomes import SummaryFields
from .recent_messages import Original, TrimResult

SMALLEST_BUDGET = 500
"""Tokens; the fixed opening and four messages of the smallest size take about half of it."""

_TAIL_SHARE = 0.15
_SPARE_SHARE = 0.05  # of the budget; more that no summary wants is worth a second look at the newest messages
_SPARE_FOR_REQUEST = 0.15  # the same for a long request that had to be cut
_ROOMY = 8_000  # tokens; what a budget has beyond this is shared more evenly
_ROOMY_SHARE = 0.4
_SHORT_SUMMARY = 1_000  # tokens: a request, the directives in force, the state
_LEAST_SUMMARY = 120  # tokens
_TRIES = 4
_MARGIN = 0.01  # of the budget, for what a host's rendering adds


class Draft(NamedTuple):
    """A finished compaction that nothing has been written of yet."""

    continuation: str
    kept: tuple[Message, ...]
    originals: tuple[Original, ...]
    receipt: Receipt
    fields: SummaryFields
    tokens: int
    least: int
    """Tokens of a budget in which these messages and a short summary have their place."""
    text: str
    """All of it as text, as the receipt compares it."""
    thinking_removed: int
    worths: Worths
    """Of all that the memory names, for what is remembered of it."""


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
    keep_records: int,
    redact: Callable[[str], str] = str,
) -> Draft:
    """The continuation and the trimmed tail within `budget` tokens; `handle` is the archive of the removed messages.

    Of the kept messages all but the newest `keep_records` tool records become one line each.
    `memory` is redacted and the tail stays as it is: `redact` makes the two comparable.
    """
    check_budget(budget)
    estimator_here = larger_of(estimator)
    old_records: list[Original] = []
    kept = _with_short_records(kept, keep_records, handle_of, old_records)
    material = allocation.Material(memory)

    def shared(cap: int, spare: int = 0) -> tuple[recent_messages.Tail, _Fitted]:
        tail = recent_messages.keep_within(
            kept, cap, estimator=estimator_here, handle_of=handle_of, trim_result=trim_result
        )
        tail_text = redact(as_text.text_of(tail.messages))
        room = budget - tokens.of_messages(tail.messages, estimator_here)
        margin = int(budget * _MARGIN)
        sizes = room, margin, summary_cap, spare
        return tail, _fitted(memory, material, tail_text, sizes, estimator, language, handle)

    cap = min(tail_cap, tail_share(budget))
    kept_tail, fitted = shared(cap)
    if not fitted.fits:
        kept_tail, fitted = shared(cap // 2)
    elif cap < tail_cap and kept_tail.originals and fitted.spare > int(budget * _SPARE_SHARE):
        more = shared(min(tail_cap, cap + fitted.spare))
        kept_tail, fitted = more if more[1].fits else (kept_tail, fitted)
    is_cut = fitted.fits and not receipt.stands_whole(memory.last_request, fitted.text + fitted.tail)
    if is_cut and fitted.spare > int(budget * _SPARE_FOR_REQUEST):
        more = shared(cap, fitted.spare)
        kept_tail, fitted = more if more[1].fits else (kept_tail, fitted)
    text, rendered, tail_text = fitted.text, fitted.summary, fitted.tail
    tail_tokens = tokens.of_messages(kept_tail.messages, estimator_here)
    opening = continuation.opening(language)
    whole = text + "\n" + tail_text
    proof = receipt.verify(memory, whole, first_kept=memory.messages - len(kept))
    return Draft(
        continuation=text,
        kept=kept_tail.messages,
        originals=(*old_records, *kept_tail.originals),
        receipt=proof,
        fields=_fields(memory, rendered),
        tokens=estimator_here(text) + tail_tokens,
        least=int((tail_tokens + estimator_here(opening) + _SHORT_SUMMARY) / (1 - _MARGIN)) + 1,
        text=whole,
        thinking_removed=kept_tail.thinking_removed,
        worths=material.worths,
    )


class _Fitted(NamedTuple):
    """A summary beside the newest messages, and the tokens that neither wanted."""

    summary: summary.Summary
    text: str
    tail: str
    spare: int
    fits: bool


def _fitted(
    memory: SessionMemory,
    material: allocation.Material,
    tail: str,
    sizes: tuple[int, int, int, int],
    estimator: Estimator,
    language: str,
    handle: str,
) -> _Fitted:
    """The summary in what the newest messages leave of a budget; `sizes` are that room, the margin, the most that a
    summary takes, and what a long request may take more of it."""
    room, margin, summary_cap, spare = sizes
    size = larger_of(estimator)
    summary_room = max(_LEAST_SUMMARY, min(summary_cap, room - margin - size(continuation.opening(language))))
    for _ in range(_TRIES):
        rendered = summary.render(
            memory,
            budget=summary_room,
            estimator=estimator,
            tail=tail,
            handle=handle,
            language=language,
            material=material,
            spare=spare,
        )
        text = continuation.compose(rendered.text, language)
        over = size(text) - room
        if over <= 0:
            break
        summary_room = max(_LEAST_SUMMARY, min(summary_room, estimator(rendered.text)) - over)  # dear by the other one
    return _Fitted(rendered, text, tail, -over - margin, fits=over <= 0)


def check_budget(budget: int | None) -> None:
    """InputError for a budget that holds no summary; None is no budget."""
    if budget is not None and budget < SMALLEST_BUDGET:
        raise InputError(
            f"a budget of {budget} tokens holds no summary", hint=f"give at least {SMALLEST_BUDGET} tokens"
        )


def tail_share(budget: int) -> int:
    """Tokens of a budget that the kept messages may take: exact facts are denser in the summary, and a language model
    goes on best from the newest calls, which the summary tells as they were made (measured on 24 cuts)."""
    return int(budget * _TAIL_SHARE + max(0, budget - _ROOMY) * _ROOMY_SHARE)


def larger_of(estimator: Estimator) -> Estimator:
    """The larger of the estimate and bytes / 4, so that a budget holds by either."""
    return lambda text: max(estimator(text), tokens.bytes4(text))


def _with_short_records(
    messages: Sequence[Message], keep: int, handle_of: Callable[[bytes], str], originals: list[Original]
) -> Sequence[Message]:
    """The messages with old tool records as one line each; what that replaces is added to `originals`."""

    def archived(text: str, title: str) -> str:
        originals.append(Original(text.encode("utf-8", "surrogatepass"), title))
        return handle_of(originals[-1].content)

    return trim.records(messages, keep, handle_of=archived)


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
