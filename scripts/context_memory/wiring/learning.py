"""Who writes notes, learns from sessions and meditates."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..disk.places import Places
from ..model.settings import Settings
from ..model.stores import DocStore
from .meanings import meaning
from .outside import world

if TYPE_CHECKING:
    from ..services.learner import Learner
    from ..services.meditation import Meditation
    from ..services.note_writer import NoteWriter


def note_writer(places: Places, settings: Settings, warn: Callable[[str], None]) -> "NoteWriter | None":
    """Who writes notes in a model's words; None where the settings want none, or the model cannot be asked."""
    from ..model.errors import InputError
    from ..services import language_models, note_writer
    from ..services.asking import Asking
    from ..services.purse import Purse

    try:
        model = note_writer.model_of(settings)
    except InputError as error:
        warn(f"{error}; the note is written without a model")
        return None
    if model is None:
        return None
    purse = Purse(places.spend, settings.compress_daily_dollars, world().now)
    asking = Asking(purse, world(), note_writer.ATTEMPTS, language_models.cleaner(settings))
    return note_writer.NoteWriter(model, asking, settings)


def learner(
    places: Places, settings: Settings, store: DocStore, warn: Callable[[str], None], *, dry_run: bool = False
) -> "Learner":
    """Who learns from sessions; with a model only where `learn_codec` names one."""
    from ..services import language_models
    from ..services.asking import Asking
    from ..services.distiller import ATTEMPTS, Distiller
    from ..services.learner import Learner
    from ..services.purse import Purse

    model, distiller = language_models.of(settings), None
    if model and (lack := language_models.missing(model)):
        warn(f"{lack}; learning goes by rules alone")
    elif model:
        purse = Purse(places.spend, settings.compress_daily_dollars, world().now)
        asking = Asking(purse, world(), ATTEMPTS, language_models.cleaner(settings))
        distiller = Distiller(model, asking, places.state)
    lane = meaning(store, settings, warn, most=0 if dry_run else None, state=places.state)
    return Learner(places, settings, store, distiller=distiller, meaning=lane, dry_run=dry_run)


def meditation(
    places: Places, settings: Settings, store: DocStore, warn: Callable[[str], None], *, dry_run: bool = False
) -> "Meditation":
    """Idle work on the memory of a workspace."""
    from ..services.meditation import Meditation

    return Meditation(places, store, meaning(store, settings, warn, most=0 if dry_run else None, state=places.state))
