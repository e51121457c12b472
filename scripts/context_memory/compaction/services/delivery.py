"""What a compaction delivers within its budget: the summary, the newest messages and the restored files together."""

from collections.abc import Sequence
from typing import NamedTuple

from ...messages import Message, Session
from ...settings.values import Settings
from ...storage.archive import Archive
from ...storage.places import Places
from ...text import tokens
from ...text.secrets.redact import Redactor
from ...workspace.files.memory_files import SNAPSHOT
from .. import draft as compact
from .. import recent_messages
from ..digest.values import SessionMemory
from ..draft import Draft
from ..outcomes import NotRestored, Restoration, Restored
from .restore import Restorer, restored_block

RESTORED_SHARE = 0.2
"""Of a budget that somebody asked for: what restored files may take of it."""
_SMALL_SESSION = 1_000  # tokens; of a smaller one the headings of a summary take more
_STEP = 1.25  # a budget that holds too little grows by this
_SAID_ALREADY = 0.9  # share of a file's lines from which it is not given once more


class Delivery(NamedTuple):
    """A draft with the files that go with it, and the budget that held both."""

    draft: Draft
    restoration: Restoration
    tokens: int
    """Everything that is delivered."""
    budget: int


class Deliveries:
    """Drafts compactions of one workspace; writes nothing."""

    def __init__(self, places: Places, settings: Settings, restorer: Restorer, archive: Archive) -> None:
        self._places = places
        self._settings = settings
        self._restorer = restorer
        self._archive = archive
        self._estimator = compact.larger_of(tokens.ESTIMATORS.get(settings.estimator, tokens.cjk))

    def within(
        self,
        memory: SessionMemory,
        kept: Sequence[Message],
        session: Session,
        *,
        asked: int | None,
        target: int,
        estimate: int,
        handle: str,
        redactor: Redactor,
    ) -> Delivery:
        """The delivery in the budget that was asked for, else in the smallest that holds what must be kept.

        It never takes more than a compaction without a budget would; one that does not fit then is the caller's to
        refuse.
        """
        settings = self._settings
        usual = min(target, settings.tail_tokens + settings.summary_tokens)
        budget = asked or usual
        while True:
            spare = min(int(budget * RESTORED_SHARE), budget - compact.SMALLEST_BUDGET)
            files = self._restored(memory, session, redactor, room=spare if asked else None)
            room = budget - self._tokens(files) if asked else budget
            summary_cap = room if asked else min(settings.summary_tokens, max(1_000, estimate // 2))
            draft = self._draft(memory, kept, room, summary_cap, handle, redactor)
            if budget == asked and budget > estimate >= _SMALL_SESSION and draft.tokens >= estimate:
                budget = estimate  # of a small session no more is delivered than it is
                continue
            fits = draft.tokens <= room and draft.receipt.score >= settings.min_receipt
            if fits or not asked or budget >= usual:
                break
            budget = min(usual, max(draft.least + self._tokens(files), int(budget * _STEP)))
        files = _without_said(files, draft)
        return Delivery(draft, files, draft.tokens + self._tokens(files), budget)

    def _restored(self, memory: SessionMemory, session: Session, redactor: Redactor, room: int | None) -> Restoration:
        """The files that are given back, whole ones within the room; the summary that is being written is none."""
        found = self._restorer.restore(
            memory.key_files, self._places, session.cwd, redact=redactor.text, written_now=(SNAPSHOT,)
        )
        if room is None:
            return found
        given: list[Restored] = []
        passed_over = list(found.passed_over)
        for file in found.files:
            if self._tokens(Restoration((*given, file))) <= room:
                given.append(file)
            else:
                passed_over.append(NotRestored(file.path, "no room is left for it in the budget"))
        return Restoration(tuple(given), tuple(passed_over))

    def _tokens(self, restoration: Restoration) -> int:
        text = restored_block(restoration)
        return self._estimator(text) if text else 0

    def _draft(
        self,
        memory: SessionMemory,
        kept: Sequence[Message],
        budget: int,
        summary_cap: int,
        handle: str,
        redactor: Redactor,
    ) -> Draft:
        settings = self._settings
        return compact.draft(
            memory,
            kept,
            budget=budget,
            tail_cap=settings.tail_tokens,
            summary_cap=summary_cap,
            estimator=tokens.ESTIMATORS.get(settings.estimator, tokens.cjk),
            language=memory.language if settings.language == "auto" else settings.language,
            handle=handle,
            handle_of=self._archive.handle_of,
            trim_result=recent_messages.trim_to_room(settings),
            keep_records=settings.keep_tool_records,
            redact=redactor.text,
        )


def _without_said(restoration: Restoration, draft: Draft) -> Restoration:
    """The files without those whose lines stand in the summary or the newest messages already."""
    said = {line.strip() for line in draft.text.splitlines()}
    given, passed_over = [], list(restoration.passed_over)
    for file in restoration.files:
        lines = [line.strip() for line in file.text.splitlines() if line.strip()]
        if lines and sum(line in said for line in lines) >= _SAID_ALREADY * len(lines):
            passed_over.append(NotRestored(file.path, "the newest messages hold it"))
        else:
            given.append(file)
    return restoration._replace(files=tuple(given), passed_over=tuple(passed_over))
