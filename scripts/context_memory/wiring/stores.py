"""Which store keeps the docs of a workspace, and what searches it."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from ..disk.places import Places
from ..model.docs import Scope
from ..model.settings import Settings
from ..model.stores import DocStore
from .meanings import embedded_at_recall, meaning

if TYPE_CHECKING:
    from ..disk.doc_store import Settled
    from ..rules.ranking_weights import Weights
    from ..services.recall import Recall


def terms_of(text: str) -> str:
    """What a text is found by, in every store: terms parted by spaces."""
    return _lexing_terms()(text)


@cache
def _lexing_terms() -> Callable[[str], str]:
    from ..rules.lexing import terms_line

    return terms_line


def open_store(places: Places, settings: Settings | None = None) -> DocStore:
    """The docs of a workspace, or of the server that the settings name; the store is made when there is none."""
    if settings is not None and settings.store:
        from ..disk import workspace_name
        from ..remote.postgres_store import PostgresDocStore

        workspace = workspace_name.of(places)
        return PostgresDocStore(settings.store, terms_of, workspace=workspace, scope=scope_of(settings))
    if settings is not None and settings.search_index == "scale":
        from ..disk.scale_store import ScaleDocStore

        return ScaleDocStore(places.state, terms_of)
    from ..disk.doc_store import SqliteDocStore

    return SqliteDocStore(places.state, terms_of)


SETTLED_AFTER = 500
"""Docs of one call or request after which what searches them is put into order at once."""


def settle(
    store: DocStore, *, anew: bool = False, progress: Callable[[str, int, int], None] | None = None
) -> "Settled | None":
    """Put what searches the docs into order after many writes; None where a server does that itself."""
    from ..disk.doc_store import SqliteDocStore

    return store.settle(anew=anew, progress=progress) if isinstance(store, SqliteDocStore) else None


def scope_of(settings: Settings, named: str | None = None) -> Scope:
    """The scope that a call names, else that of the settings."""
    from ..rules import doc_ids

    return doc_ids.scope_of(named or settings.scope)


def existing_store(places: Places, settings: Settings | None = None) -> DocStore | None:
    """The docs of a workspace, None where nothing was ever remembered: for those who only read."""
    return open_store(places, settings) if has_store(places, settings) else None


def has_store(places: Places, settings: Settings | None = None) -> bool:
    """Whether anything was ever remembered in a workspace; of a server it is taken for granted."""
    is_shared = settings is not None and bool(settings.store)
    return is_shared or (places.state / "docs.jsonl").is_file()


def open_recall(
    places: Places,
    settings: Settings,
    warn: Callable[[str], None],
    store: DocStore | None = None,
    *,
    is_batch: bool = False,
) -> "Recall":
    """The search of a workspace, with its memory files as they are now, in its own store or in one that is given.

    Before a batch of questions more docs are embedded that have no vector yet.
    """
    from ..services.recall import Recall

    store = store or open_store(places, settings)
    if store.problem:
        warn(store.problem)

    def fill() -> None:
        bring_up_to_date(store, places, settings, warn)

    fill()
    most = embedded_at_recall(settings, is_batch=is_batch)
    near = meaning(store, settings, warn, most=most, state=places.state)
    return Recall(store, ranking_weights(places, settings), near, refill=fill)


def bring_up_to_date(store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None]) -> None:
    """Take in what changed in memory files and sessions."""
    from ..services import memory_index

    if places.workspace:
        memory_index.update(store, places.workspace)
    index_sessions(store, places, settings, warn)


def ranking_weights(places: Places, settings: Settings) -> "Weights | None":
    """The weights that the settings name; None means those that ship."""
    if not settings.ranking_weights:
        return None
    from pathlib import Path

    from ..disk import weights_file
    from ..rules import ranking_weights as weights

    path = (places.workspace or Path()) / Path(settings.ranking_weights).expanduser()
    return weights.from_mapping(weights_file.read(path), str(path))


def index_sessions(store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None]) -> None:
    """Take in new messages of sessions, a bounded number of them; what has to wait is said."""
    from ..rules import origins

    is_there = settings.index_sessions and (places.journal.is_dir() or places.archive.is_dir())
    if not is_there and not any(map(origins.is_session, store.files())):
        return  # and what reads sessions, the half of a search's start, is not even loaded
    from ..services import session_index

    done = session_index.update(store, places, settings, most=session_index.AT_RECALL)
    for problem in done.problems:
        warn(problem)
    if done.left:
        warn(f"{done.left:,} messages of sessions are not indexed yet; index_memory takes in all of them")
