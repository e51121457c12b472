"""Open the docs of a workspace; the only place that says how they are split into terms."""

from collections.abc import Callable

from ..disk.doc_store import DocStore
from ..disk.places import Places
from ..model.docs import MemoryDoc
from ..rules import lexing
from . import memory_index
from .recall import Recall


def open_store(places: Places) -> DocStore:
    """The store in the workspace's state folder, made when there is none."""
    return DocStore(places.state, terms_of)


def terms_of(doc: MemoryDoc) -> list[str]:
    """What a doc is found by."""
    return lexing.terms(doc.text)


def open_recall(places: Places, warn: Callable[[str], None]) -> Recall:
    """The search of a workspace, with its memory files as they are now."""
    store = open_store(places)
    if store.problem:
        warn(store.problem)
    if places.workspace:
        memory_index.update(store, places.workspace)
    return Recall(store)
