"""Hold an exam: what does the view still know of the session, and what does a search bring back?"""

import json
from datetime import datetime

from ..disk import files
from ..disk.block_store import BlockStore
from ..disk.journal import Journal
from ..disk.places import Places
from ..model.errors import InputError
from ..model.exams import Report
from ..model.settings import Settings
from ..rules import compact, exam, tokens
from .viewer import Viewer


class Examiner:
    """Examines sessions of one workspace."""

    def __init__(self, places: Places, settings: Settings, store: BlockStore, viewer: Viewer) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._viewer = viewer

    def examine(self, session: str, *, seed: int = exam.SEED, most: int = exam.QUESTIONS) -> Report:
        """Ask about what the view holds no longer as messages; about everything where nothing was swapped yet."""
        journal = Journal(self._places.journal, session)
        self._store.catch_up(journal)
        entries = self._store.entries(journal, 1)
        if not entries:
            raise InputError(f"session {session} has no messages", hint="ingest_session journals one")
        view = self._viewer.view(session)
        swapped = [entry for entry in entries if entry.seq < view.tail_from]
        asked = exam.questions(swapped or entries, seed=seed, most=most)
        everything = "\n".join(exam.text_of(entry.message) for entry in entries)
        answers = exam.graded(asked, compact.text_of(view.messages), everything)
        marks = exam.marks(answers)
        estimator = tokens.ESTIMATORS.get(self._settings.estimator, tokens.cjk)
        return Report(
            session=session,
            seed=seed,
            view=exam.score(marks, searched=False),
            found=exam.score(marks, searched=True),
            marks=marks,
            answers=answers,
            tokens_view=view.tokens,
            tokens_raw=tokens.of_messages([entry.message for entry in entries], estimator),
            swapped=len(swapped),
        )

    def record(self, report: Report, now: datetime) -> None:
        """Append one line to the trend file."""
        line = {"time": now.isoformat(timespec="seconds"), **summary_of(report)}
        files.append_line(self._places.exams, json.dumps(line, ensure_ascii=False))

    def trend(self, session: str, newest: int) -> list[dict[str, object]]:
        """The newest exams of this session, oldest first; lines that cannot be read are passed over."""
        if not self._places.exams.exists():
            return []
        found = []
        for line in files.read_text(self._places.exams).splitlines():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and value.get("session") == session:
                found.append(value)
        return found[-newest:] if newest else []


def summary_of(report: Report) -> dict[str, object]:
    """The numbers of a report, without its questions."""
    return {
        "session": report.session,
        "seed": report.seed,
        "view": report.view,
        "found": report.found,
        "questions": sum(mark.asked for mark in report.marks.values()),
        "subjects": {
            subject.value: {"asked": mark.asked, "view": mark.in_view, "found": mark.found}
            for subject, mark in report.marks.items()
        },
        "tokens_view": report.tokens_view,
        "tokens_raw": report.tokens_raw,
        "swapped": report.swapped,
    }
