"""Open the docs of a workspace; the only place that says how they are split into terms."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..disk.doc_store import DocStore
from ..disk.places import Places
from ..model.docs import MemoryDoc
from ..model.errors import NotReadyError, RemoteError
from ..model.settings import Settings
from ..rules import lexing
from . import memory_index
from .recall import Recall

if TYPE_CHECKING:
    from .meaning import Meaning

EMBEDDED_AT_RECALL = 500
"""Docs without a vector that a recall embeds before it searches; `remember` embeds all of its own."""


def open_store(places: Places) -> DocStore:
    """The store in the workspace's state folder, made when there is none."""
    return DocStore(places.state, terms_of)


def terms_of(doc: MemoryDoc) -> list[str]:
    """What a doc is found by."""
    return lexing.terms(doc.text)


def open_recall(places: Places, settings: Settings, warn: Callable[[str], None]) -> Recall:
    """The search of a workspace, with its memory files as they are now."""
    store = open_store(places)
    if store.problem:
        warn(store.problem)
    if places.workspace:
        memory_index.update(store, places.workspace)
    return Recall(store, meaning=meaning_of(store, settings, warn, most=EMBEDDED_AT_RECALL))


def meaning_of(
    store: DocStore, settings: Settings, warn: Callable[[str], None], *, most: int | None = None
) -> "Meaning | None":
    """The lane of meaning with `most` more docs embedded; None where the settings name no embedder."""
    if settings.embedder == "none":
        return None
    from ..remote.offline_embedder import OfflineEmbedder
    from . import meaning as lane

    meaning = lane.Meaning(store, OfflineEmbedder())
    try:
        meaning.update(most)
    except (NotReadyError, RemoteError) as error:
        warn(f"{error}; search goes by words alone ({error.hint})")
    return meaning
