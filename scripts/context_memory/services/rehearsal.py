"""Do one compaction for real on a sample session in a temporary folder, and look at what came out."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ..disk import places
from ..disk.places import Places
from ..model.compaction import BreakerOpen, Compacted, NotNeeded, Refused
from ..model.settings import Settings
from ..rules import checklist, sample_session
from .optimizer import Optimizer, Request

OptimizerOf = Callable[[Places, Settings], Optimizer]


@dataclass(frozen=True, slots=True)
class Good:
    """The continuation opens with the exact text and the newest messages are as they were."""

    language: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Differs:
    """The continuation leaves the exact text at this byte."""

    language: str
    position: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The newest messages are not what they were."""

    language: str


@dataclass(frozen=True, slots=True)
class NotDone:
    """No compaction took place."""

    language: str
    reason: str


Rehearsal = Good | Differs | Lost | NotDone


def rehearse(language: str, settings: Settings, optimizer_of: OptimizerOf, now: datetime) -> Rehearsal:
    """One forced L2 with the settings of the workspace; its files stay in a folder that goes away."""
    offline = replace(settings, estimator="cjk") if settings.estimator == "api" else settings
    session = sample_session.of(language)
    with tempfile.TemporaryDirectory(prefix="context-memory-") as folder:
        outcome = optimizer_of(places.of_workspace(Path(folder)), offline).compact(session, Request(force=True), now)
    match outcome:
        case Compacted():
            written_in = language if settings.language == "auto" else settings.language
            position = checklist.opening_problem(outcome.continuation, written_in)
            if position is not None:
                return Differs(language, position)
            newest = session.messages[-1:]
            is_kept = outcome.tail[-1:] == newest if settings.keep_messages else True
            return Good(language, outcome.tokens_before, outcome.tokens_after) if is_kept else Lost(language)
        case NotNeeded(reason) | Refused(reason):
            return NotDone(language, reason)
        case BreakerOpen(breaker):
            return NotDone(language, breaker.reason)
