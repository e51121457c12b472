"""Converts outcomes of services to API results, which are also the JSON of commands."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, assert_never

from ..compaction.digest.values import Receipt
from ..compaction.outcomes import BreakerOpen, Compacted, CompactionOutcome, NotNeeded, Refused
from ..messages import Message, Role, Session
from ..transcripts.writers import anthropic, openai, openclaw
from .values import (
    Compaction,
    Estimate,
    File,
    Learning,
    PassedOver,
    Recalled,
    RecallHit,
    ReceiptEntry,
    ReceiptResult,
    RestoredFiles,
    Skipped,
    ViewResult,
    Written,
)

if TYPE_CHECKING:
    from ..blocks.values import SwapOutcome, View
    from ..compaction.outcomes import Restoration
    from ..memory.docs import Found, Hit
    from ..memory.learning.turns import Learnt, LearntDoc
    from ..memory.services.remember import Remembered
    from ..settings.values import Settings
    from ..tokens.service import Measuring

WRITERS = {"anthropic": anthropic.to_messages, "openai": openai.to_messages, "openclaw": openclaw.to_agent_messages}


def messages_in(form: str, messages: Sequence[Message], prefix: Sequence[Message] = ()) -> tuple[dict[str, Any], ...]:
    """The messages in a form; only the OpenAI form includes the system messages."""
    given = (*prefix, *messages) if form == "openai" else messages
    return tuple(WRITERS[form](given))


def of_compaction(
    outcome: CompactionOutcome, session: Session, state: str, *, form: str = "anthropic", problems: Sequence[str] = ()
) -> Compaction:
    """The outcome of a compaction of this session."""
    shared: dict[str, Any] = {
        "format": session.format,
        "session": session.id,
        "messages_before": len(session.messages),
        "skipped_lines": skipped_in(session),
        "state": state,
        "problems": tuple(problems) or None,
    }
    match outcome:
        case Compacted():
            return Compaction(outcome="compacted", **shared, **_compacted_fields(outcome, form))
        case NotNeeded(reason, tokens, mark):
            return Compaction(
                outcome="not_needed", **shared, reason=reason, tokens_before=tokens, tokens_after=tokens, mark=mark
            )
        case BreakerOpen(breaker, tokens, hint):
            opened = breaker.opened_at.isoformat() if breaker.opened_at else None
            why: dict[str, Any] = {"reason": breaker.reason, "opened_at": opened, "hint": hint}
            return Compaction(outcome="breaker_open", **shared, **why, tokens_before=tokens)
        case Refused(reason, tokens, hint, receipt):
            proof = of_receipt(receipt) if receipt else None
            return Compaction(
                outcome="refused", **shared, reason=reason, hint=hint, tokens_before=tokens, receipt=proof
            )
        case _:
            assert_never(outcome)


def _compacted_fields(outcome: Compacted, form: str) -> dict[str, Any]:
    from ..compaction.services.compact import result_messages

    return {
        "tokens_before": outcome.tokens_before,
        "tokens_after": outcome.tokens_after,
        "estimate_before": outcome.estimate_before,
        "kept_messages": len(outcome.tail),
        "dropped_messages": outcome.removed,
        "thinking_removed": outcome.thinking_removed,
        "compactions": outcome.memory.compactions,
        "summary": {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in outcome.summary._asdict().items()
        },
        "continuation": outcome.continuation,
        "restored": tuple(File(file.path, file.tokens) for file in outcome.restoration.files),
        "receipt": of_receipt(outcome.receipt),
        "archive": outcome.archive,
        "written": outcome.written,
        "system": "\n".join(message.text for message in outcome.prefix),
        "messages": messages_in(form, result_messages(outcome), outcome.prefix),
    }


def of_receipt(receipt: Receipt) -> ReceiptResult:
    """A receipt."""
    found = (receipt.kept, receipt.archived, receipt.missing)
    entries = (tuple(ReceiptEntry(item.kind, item.text, item.where or None) for item in items) for items in found)
    return ReceiptResult(receipt.score, *entries)


def skipped_in(session: Session) -> tuple[Skipped, ...]:
    """Lines of the transcript that could not be read."""
    return tuple(Skipped(skipped.line, skipped.reason) for skipped in session.skipped)


def of_restoration(restoration: "Restoration") -> RestoredFiles:
    """Restored files."""
    from ..compaction.services import restore

    return RestoredFiles(
        tokens=restoration.tokens,
        restored=tuple(File(file.path, file.tokens) for file in restoration.files),
        passed_over=tuple(PassedOver(file.path, file.reason) for file in restoration.passed_over),
        block=restore.restored_block(restoration),
    )


def of_found(
    found: "Found",
    now: datetime,
    *,
    budget: int,
    milliseconds: float,
    embedder: str,
    warnings: Sequence[str],
    explain: bool = False,
    fresh_to: str = "",
    is_complete: bool = True,
) -> tuple[Recalled, tuple[str, ...]]:
    """The hits of a question, and the ids of the docs in its block."""
    from ..memory.recall import recall_block
    from ..text import tokens

    block = recall_block.block(found.fitting, now, budget, notes=True)
    recalled = Recalled(
        query=found.query,
        hits=tuple(_hit(hit, now, explain=explain) for hit in found.hits),
        degraded=found.degraded,
        confidence=str(found.confidence),
        reason=found.reason,
        ms=round(milliseconds, 2),
        block=block.text,
        block_tokens=tokens.cjk(block.text) if block.text else 0,
        embedder=embedder,
        warnings=tuple(warnings),
        fresh_to=fresh_to,
        is_complete=is_complete,
    )
    return recalled, block.ids


def _hit(hit: "Hit", now: datetime, *, explain: bool) -> RecallHit:
    from ..memory.docs import gains_of, shown_id
    from ..memory.recall.recall_block import age_label, handle_of

    doc = hit.doc
    return RecallHit(
        id=shown_id(doc),
        handle=handle_of(doc.id),
        text=doc.text,
        score=round(hit.score, 4),
        kind=str(doc.kind),
        tier=str(doc.tier),
        scope=str(doc.scope),
        pinned=doc.pinned,
        importance=doc.importance,
        created_at=doc.created_at.isoformat(),
        age=age_label(doc.created_at, now),
        session=doc.session,
        seq=doc.seq,
        speaker=doc.speaker,
        source=doc.source,
        confidence=str(hit.confidence),
        superseded_by=handle_of(hit.replaced_by) if hit.replaced_by else None,
        parts={name: round(gain, 4) for name, gain in gains_of(hit).items()} if explain else None,
    )


def of_written(each: "Remembered") -> Written:
    """The result for one doc."""
    from ..memory import docs
    from ..memory.recall import recall_block

    row = each.row
    return Written(
        docs.shown_id(row), recall_block.handle_of(row.id), each.outcome, str(row.kind), tuple(each.superseded)
    )


def of_learnt(session: str, learnt: "Learnt", *, dry_run: bool, warnings: Sequence[str] = ()) -> Learning:
    """What was learnt from a session."""
    return Learning(
        session=session,
        dry_run=dry_run,
        messages=learnt.messages,
        said=learnt.said,
        known=learnt.known,
        gated_out=learnt.gated,
        telling=learnt.telling,
        correcting=learnt.correcting,
        docs=tuple(map(_of_learnt_doc, learnt.docs)),
        unsure=learnt.unsure,
        rejected=dict(sorted(learnt.rejected.items())),
        model={
            "calls": learnt.calls,
            "dollars": round(learnt.cost, 6),
            "skipped": learnt.skipped,
            "unanswered": learnt.unanswered,
            "would_ask": learnt.would_ask,
            "problems": list(learnt.problems),
        },
        ended_at=learnt.ended_at,
        warnings=tuple(warnings) or None,
    )


def _of_learnt_doc(each: "LearntDoc") -> dict[str, Any]:
    from ..memory import docs

    doc = each.doc
    shown = {
        "id": docs.shown_id(doc),
        "outcome": each.outcome,
        "way": each.way.value,
        "kind": doc.kind.value,
        "text": doc.text,
        "tier": doc.tier.value,
        "importance": doc.importance,
        "pinned": doc.pinned,
        "message": doc.seq,
    }
    return shown | ({"superseded": list(each.superseded)} if each.superseded else {})


def of_view(
    outcome: "SwapOutcome | None", view: "View", *, form: str = "anthropic", problems: Sequence[str] = ()
) -> ViewResult:
    """A view, and the result of the swap before it; None if no swap was requested."""
    return ViewResult(
        **swap_fields(outcome),
        session=view.session,
        revision=view.revision,
        covers={"first_seq": view.first, "last_seq": view.last, "message_count": view.last - view.first + 1},
        raw_tail_from_seq=view.tail_from,
        tokens=view.tokens,
        tokens_prefix=view.tokens_prefix,
        sources=view.sources,
        restored_files=view.restored_files,
        warning=view.warning,
        text=view.prefix,
        messages=messages_in(form, view.messages),
        problems=tuple(problems) or None,
    )


def swap_fields(outcome: "SwapOutcome | None") -> dict[str, Any]:
    """The outcome of a swap or an eviction as JSON."""
    from ..blocks.values import Swapped, Unchanged

    match outcome:
        case None:
            return {"outcome": "shown"}
        case Unchanged():
            name = "refused" if outcome.is_refusal else "unchanged"
            return {"outcome": name, "reason": outcome.reason, "message": outcome.message, "hint": outcome.hint}
        case Swapped():
            return {
                "outcome": "swapped",
                "tokens_before": outcome.tokens_before,
                "tokens_after": outcome.tokens_after,
                "blocks": outcome.blocks,
                "evicted": outcome.evicted,
                "score": outcome.swap.score,
                "archive": outcome.swap.archived[-1].handle if outcome.swap.archived else "",
            }
        case _:
            assert_never(outcome)


def of_measured(session: Session, measuring: "Measuring", settings: "Settings") -> Estimate:
    """The size of a session with the thresholds of the settings."""
    from ..tokens import budget, measure

    marks = budget.budget_of(settings.window, settings.policy)
    measured = measuring.measure(session)
    parts = measure.break_down(session.context, measuring.estimator)
    return Estimate(
        tokens=measured.tokens,
        source=measured.source,
        estimate=measured.estimate,
        estimator=settings.estimator,
        fixed_prefix=measuring.fixed_prefix(session),
        format=session.format,
        messages=len(session.messages),
        context_messages=len(session.context),
        kinds={kind: sum(by_role.values()) for kind, by_role in parts.items()},
        roles={role.value: sum(by_role.get(role, 0) for by_role in parts.values()) for role in Role},
        budget={"policy": settings.policy, **marks._asdict()},
        crossed=tuple(budget.crossed(marks, measured.tokens)),
        skipped_lines=skipped_in(session),
    )
