"""Which embedder compares meanings, and the vectors it makes."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ..disk.places import Places
from ..model.errors import NotReadyError, RemoteError
from ..model.settings import Settings
from ..model.stores import DocStore
from .outside import world

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.ports import Embedder
    from ..remote.offline_embedder import OfflineEmbedder
    from ..remote.openai_embedder import OpenAiEmbedder
    from ..services.meaning import Meaning
    from ..services.reembedding import Coverage, Reembedding


EMBEDDED_AT_RECALL = 500
"""Docs without a vector that a recall embeds before it searches, with the offline embedder: half a second."""
EMBEDDED_BEFORE_BATCH = 5_000
"""The same before many questions, whose answers nobody waits for one by one: some seven seconds."""
CALLS_AT_RECALL = 2
"""Calls of a remote embedder for that; `remember` embeds all of its own, `reembed` everything."""
SECONDS_AT_RECALL = 10
"""Longest time for one of them: a server that hangs must not hold up an answer that words can give."""


def embedded_at_recall(settings: Settings, *, is_batch: bool = False) -> int:
    """Docs without a vector that are embedded before a search, or before many of them."""
    if settings.embedder == "remote":
        return CALLS_AT_RECALL * settings.embedder_batch
    return EMBEDDED_BEFORE_BATCH if is_batch else EMBEDDED_AT_RECALL


def embedder(settings: Settings) -> "Embedder | None":
    """What the settings compare meanings with."""
    match settings.embedder:
        case "none":
            return None
        case "remote":
            return _remote_embedder(settings)
        case _:
            return _offline_embedder()


@cache
def _offline_embedder() -> "OfflineEmbedder":
    """One for the process: its threads share the model."""
    from ..remote.offline_embedder import OfflineEmbedder

    return OfflineEmbedder()


def embedder_advice(settings: Settings) -> str:
    """What to do where the offline embedder is installed and not set, or set and not installed; else empty."""
    from ..remote.offline_embedder import OfflineEmbedder

    is_there = OfflineEmbedder.is_installed()
    if settings.embedder == "none" and is_there:
        return 'the extra semantic is installed and not used; embedder = "offline" in the settings turns it on'
    if settings.embedder == "offline" and not is_there:
        return "it is not installed: pip install 'context-memory-optimizer[semantic]'"
    return ""


def _remote_embedder(settings: Settings) -> "OpenAiEmbedder":
    from ..remote.openai_embedder import OpenAiEmbedder, RemoteModel
    from ..rules import redact

    model = RemoteModel(
        url=settings.embedder_url,
        name=settings.embedder_model,
        dimensions=settings.embedder_dimensions,
        query_instruction=settings.embedder_query_instruction.replace("\\n", "\n"),
        doc_instruction=settings.embedder_doc_instruction.replace("\\n", "\n"),
        batch=settings.embedder_batch,
        characters=settings.embedder_chars,
        seconds=settings.embedder_seconds,
        plain_http=settings.embedder_plain_http,
    )
    return OpenAiEmbedder(model, redact=redact.cleaned)


def older_embedder(identity: str, settings: Settings) -> "Embedder | None":
    """The embedder of another identity than the settings name, None where it cannot be built."""
    from ..remote.offline_embedder import OfflineEmbedder

    if identity == OfflineEmbedder.identity:
        return _offline_embedder()
    return _remote_embedder(settings).of_identity(identity) if settings.embedder == "remote" else None


def meaning(
    store: DocStore,
    settings: Settings,
    warn: Callable[[str], None],
    *,
    most: int | None = None,
    state: "Path | None" = None,
) -> "Meaning | None":
    """The lane of meaning with `most` more docs embedded; None where the settings name no embedder.

    A server that does not answer is left alone for a while, which the folder `state` remembers.
    """
    if most is not None:  # somebody waits for an answer
        settings = replace(settings, embedder_seconds=min(settings.embedder_seconds, SECONDS_AT_RECALL))
    chosen = embedder(settings)
    if chosen is None:
        return None
    from ..services.meaning import Absent, Rested, lane

    def older(identity: str) -> "Embedder | None":
        found = older_embedder(identity, settings)
        return guarded(found) if found else None

    def guarded(one: "Embedder") -> "Embedder":
        is_remote = settings.embedder == "remote"
        return Rested(one, state / "embedder.json", world().now) if is_remote and state else one

    opened = lane(store, guarded(chosen), older)
    if opened.identity != chosen.identity and not isinstance(opened.embedder, Absent):
        warn(f"vectors of {opened.identity} are searched until `reembed` has made those of {chosen.identity}")
    try:
        if opened.update(most) == most:
            there, docs = opened.covered()
            if there < docs:
                warn(f"{docs - there:,} docs have no vector yet and are found by words alone; `reembed` makes them")
    except (NotReadyError, RemoteError) as error:
        warn(f"{error}; search goes by words alone ({error.hint})")
    return opened


def reembedding(places: Places, settings: Settings, store: DocStore) -> "Reembedding":
    """Who makes the vectors that the settings name."""
    from ..services.reembedding import Reembedding

    chosen = embedder(settings)
    if chosen is None:
        raise NotReadyError(
            "the settings name no embedder",
            hint='write embedder = "offline" (or "remote") into W/.context-memory/settings.toml; with none, words are '
            "searched and there is nothing to embed",
        )
    return Reembedding(store, places.state, chosen, world())


def embedding_coverage(places: Places, settings: Settings, store: DocStore) -> "Coverage":
    """Which vectors a store has, and which it should have."""
    from ..services.reembedding import coverage

    chosen = embedder(settings)
    return coverage(store, places.state, chosen.identity if chosen else "")
