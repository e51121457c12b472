"""Constructs the services for notes, learning and tidying."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...llm.service import real_timing
from ...memory.assembly import meaning
from ...memory.ports import DocStore
from ...settings.values import Settings
from ...storage.places import Places

if TYPE_CHECKING:
    from ...compaction.notes.services.note_writer import NoteWriter
    from ...memory.learning.services.learn import Learner
    from ...memory.upkeep.service import Upkeep
    from ..notes import SessionNotes


def note_writer(places: Places, settings: Settings, warn: Callable[[str], None]) -> "NoteWriter | None":
    """The note writer with a model; None if the settings name none, or the model is unavailable."""
    from ...compaction.notes.services import note_writer
    from ...errors import InputError
    from ...llm import service
    from ...llm.service import BudgetedCalls, DailyBudget

    try:
        model = note_writer.model_of(settings)
    except InputError as error:
        warn(f"{error}; the note is written without a model")
        return None
    if model is None:
        return None
    budget = DailyBudget(places.spend, settings.compress_daily_dollars, real_timing().now)
    calls = BudgetedCalls(budget, real_timing(), note_writer.ATTEMPTS, service.cleaner(settings))
    return note_writer.NoteWriter(model, calls, settings)


def session_notes(
    places: Places, settings: Settings, warn: Callable[[str], None], note: Callable[[str], None]
) -> "SessionNotes":
    """The note service; with a model only if `notes_codec` names one."""
    from ...compaction.notes.services.notes import Notes
    from ..notes import SessionNotes
    from .sessions import compaction

    Notes(places, settings)  # refuses before any work where there is no workspace
    writer = note_writer(places, settings, warn) if settings.notes_codec != "none" else None
    return SessionNotes(places, settings, compaction(places, settings, dry_run=True), writer, warn, note)


def learner(
    places: Places, settings: Settings, store: DocStore, warn: Callable[[str], None], *, dry_run: bool = False
) -> "Learner":
    """The learning service; with a model only if `learn_codec` names one."""
    from ...llm import service
    from ...llm.service import BudgetedCalls, DailyBudget
    from ...memory.learning.services.learn import ATTEMPTS, Distiller, Learner

    model, distiller = service.learning_model(settings), None
    if model and (lack := service.why_unavailable(model)):
        warn(f"{lack}; learning goes by rules alone")
    elif model:
        budget = DailyBudget(places.spend, settings.compress_daily_dollars, real_timing().now)
        calls = BudgetedCalls(budget, real_timing(), ATTEMPTS, service.cleaner(settings))
        distiller = Distiller(model, calls, places.state)
    vectors = meaning(store, settings, warn, most=0 if dry_run else None, state=places.state)
    return Learner(places, settings, store, distiller=distiller, meaning=vectors, dry_run=dry_run)


def upkeep(
    places: Places, settings: Settings, store: DocStore, warn: Callable[[str], None], *, dry_run: bool = False
) -> "Upkeep":
    """The tidying service of a workspace."""
    from ...memory.upkeep.service import Upkeep

    return Upkeep(places, store, meaning(store, settings, warn, most=0 if dry_run else None, state=places.state))
