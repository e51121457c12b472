"""The only place that picks concrete classes; everything else gets what it needs by argument.

Each function imports what it picks: a command pays for its own services only.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .disk.places import Places
from .model.blocks import BlockRow
from .model.docs import MemoryDoc, Scope
from .model.errors import NotReadyError, RemoteError
from .model.ports import Embedder
from .model.settings import Settings
from .model.stores import DocStore

if TYPE_CHECKING:
    from pathlib import Path

    from .disk.block_store import BlockStore
    from .disk.doc_store import Settled
    from .remote.openai_embedder import OpenAiEmbedder
    from .rules.ranking_weights import Weights
    from .services.asking import World
    from .services.batches import Batches
    from .services.compressor import Compressor
    from .services.examiner import Examiner
    from .services.ingester import Ingester
    from .services.learner import Learner
    from .services.meaning import Meaning
    from .services.meditation import Meditation
    from .services.note_writer import NoteWriter
    from .services.optimizer import Optimizer
    from .services.recall import Recall
    from .services.reembedding import Coverage, Reembedding
    from .services.reporting import Reporting
    from .services.rmemory_import import RMemoryImport
    from .services.viewer import Viewer

EMBEDDED_AT_RECALL = 500
"""Docs without a vector that a recall embeds before it searches, with the offline embedder: half a second."""
CALLS_AT_RECALL = 2
"""Calls of a remote embedder for that; `remember` embeds all of its own, `reembed` everything."""
SECONDS_AT_RECALL = 10
"""Longest time for one of them: a server that hangs must not hold up an answer that words can give."""


def terms_of(doc: MemoryDoc) -> list[str]:
    """What a doc is found by, in every store."""
    from .rules.lexing import terms  # for every doc: a module is looked up faster than a package is

    return terms(doc.text)


def open_store(places: Places, settings: Settings | None = None) -> DocStore:
    """The docs of a workspace, or of the server that the settings name; the store is made when there is none."""
    if settings is not None and settings.store:
        from .disk import workspace_name
        from .remote.postgres_store import PostgresDocStore

        workspace = workspace_name.of(places)
        return PostgresDocStore(settings.store, terms_of, workspace=workspace, scope=scope_of(settings))
    if settings is not None and settings.search_index == "scale":
        from .disk.scale_store import ScaleDocStore

        return ScaleDocStore(places.state, terms_of)
    from .disk.doc_store import SqliteDocStore

    return SqliteDocStore(places.state, terms_of)


def settle(
    store: DocStore, *, anew: bool = False, progress: Callable[[str, int, int], None] | None = None
) -> "Settled | None":
    """Put what searches the docs into order after many writes; None where a server does that itself."""
    from .disk.doc_store import SqliteDocStore

    return store.settle(anew=anew, progress=progress) if isinstance(store, SqliteDocStore) else None


def scope_of(settings: Settings, named: str | None = None) -> Scope:
    """The scope that a call names, else that of the settings."""
    from .rules import doc_ids

    return doc_ids.scope_of(named or settings.scope)


def existing_store(places: Places, settings: Settings | None = None) -> DocStore | None:
    """The docs of a workspace, None where nothing was ever remembered: for those who only read."""
    is_shared = settings is not None and bool(settings.store)
    return open_store(places, settings) if is_shared or (places.state / "docs.jsonl").is_file() else None


def open_recall(places: Places, settings: Settings, warn: Callable[[str], None]) -> "Recall":
    """The search of a workspace, with its memory files as they are now."""
    from .services.recall import Recall

    store = open_store(places, settings)
    if store.problem:
        warn(store.problem)

    def fill() -> None:
        bring_up_to_date(store, places, settings, warn)

    fill()
    near = meaning(store, settings, warn, most=embedded_at_recall(settings), state=places.state)
    return Recall(store, ranking_weights(places, settings), near, refill=fill)


def bring_up_to_date(store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None]) -> None:
    """Take in what changed in memory files and sessions."""
    from .services import memory_index

    if places.workspace:
        memory_index.update(store, places.workspace)
    index_sessions(store, places, settings, warn)


def ranking_weights(places: Places, settings: Settings) -> "Weights | None":
    """The weights that the settings name; None means those that ship."""
    if not settings.ranking_weights:
        return None
    from pathlib import Path

    from .disk import weights_file
    from .rules import ranking_weights as weights

    path = (places.workspace or Path()) / Path(settings.ranking_weights).expanduser()
    return weights.from_mapping(weights_file.read(path), str(path))


def index_sessions(store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None]) -> None:
    """Take in new messages of sessions, a bounded number of them; what has to wait is said."""
    from .services import session_index

    done = session_index.update(store, places, settings, most=session_index.AT_RECALL)
    for problem in done.problems:
        warn(problem)
    if done.left:
        warn(f"{done.left:,} messages of sessions are not indexed yet; index_memory takes in all of them")


def embedded_at_recall(settings: Settings) -> int:
    """Docs without a vector that are embedded before a search."""
    return CALLS_AT_RECALL * settings.embedder_batch if settings.embedder == "remote" else EMBEDDED_AT_RECALL


def embedder(settings: Settings) -> Embedder | None:
    """What the settings compare meanings with."""
    match settings.embedder:
        case "none":
            return None
        case "remote":
            return _remote_embedder(settings)
        case _:
            from .remote.offline_embedder import OfflineEmbedder

            return OfflineEmbedder()


def _remote_embedder(settings: Settings) -> "OpenAiEmbedder":
    from .remote.openai_embedder import OpenAiEmbedder, RemoteModel
    from .rules import redact

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
    return OpenAiEmbedder(model, redact=lambda text: redact.redact(text).text)


def older_embedder(identity: str, settings: Settings) -> Embedder | None:
    """The embedder of another identity than the settings name, None where it cannot be built."""
    from .remote.offline_embedder import OfflineEmbedder

    if identity == OfflineEmbedder.identity:
        return OfflineEmbedder()
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
    from .services.meaning import Absent, Rested, lane

    def older(identity: str) -> Embedder | None:
        found = older_embedder(identity, settings)
        return guarded(found) if found else None

    def guarded(one: Embedder) -> Embedder:
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
    from .services.reembedding import Reembedding

    chosen = embedder(settings)
    if chosen is None:
        raise NotReadyError(
            "the settings name no embedder", hint="set embedder = offline or remote; with none, words are enough"
        )
    return Reembedding(store, places.state, chosen, world())


def embedding_coverage(places: Places, settings: Settings, store: DocStore) -> "Coverage":
    """Which vectors a store has, and which it should have."""
    from .services.reembedding import coverage

    chosen = embedder(settings)
    return coverage(store, places.state, chosen.identity if chosen else "")


def optimizer(places: Places, settings: Settings, *, dry_run: bool = False) -> "Optimizer":
    """The compaction service of a workspace."""
    from .services.guard import Guard
    from .services.measuring import Measuring, counter_of
    from .services.optimizer import Optimizer
    from .services.restorer import Restorer

    return Optimizer(
        places,
        settings,
        measuring=Measuring(settings, places, counter_of(settings)),
        restorer=Restorer(settings),
        guard=Guard(places, settings, dry_run=dry_run),
    )


@dataclass(frozen=True, slots=True)
class BlockServices:
    """What works on the journal and the blocks of a workspace; one store behind all of it."""

    store: "BlockStore"
    ingester: "Ingester"
    viewer: "Viewer"

    @property
    def problems(self) -> list[str]:
        """What went wrong beside the work itself; the caller says it."""
        return [*self.ingester.problems, *(each for each in self.store.problems if each not in self.ingester.problems)]

    def close(self) -> None:
        """Sync the journals and let go of all files."""
        self.ingester.close()
        self.store.close()


def blocks(places: Places, settings: Settings) -> BlockServices:
    """Journal, blocks and views of a workspace."""
    from .disk.block_store import BlockStore
    from .rules import redact_message
    from .services.ingester import Ingester
    from .services.restorer import Restorer
    from .services.viewer import Viewer

    store = BlockStore(places)
    redact = redact_message.of if settings.redact else redact_message.unchanged
    ingester = Ingester(places, settings, store, redact=redact)
    return BlockServices(store, ingester, Viewer(places, settings, store, ingester, restorer=Restorer(settings)))


def reporting(places: Places, settings: Settings) -> "Reporting":
    """Report pages of a workspace."""
    from .services.measuring import Measuring, counter_of
    from .services.reporting import Reporting

    def rows_of(session: str) -> list[BlockRow]:
        if not places.journal.is_dir():
            return []
        services = blocks(places, settings)
        try:
            return services.viewer.rows(session) if session in services.store.sessions() else []
        finally:
            services.close()

    return Reporting(
        places,
        settings,
        measuring=Measuring(settings, places, counter_of(settings)),
        optimizer_of=optimizer,
        rows_of=rows_of,
    )


def world() -> "World":
    """The real clock, real waiting and real chance."""
    import random
    import time
    from datetime import UTC, datetime

    from .services.asking import World

    return World(now=lambda: datetime.now(UTC), sleep=time.sleep, jitter=random.random)


def compressor(
    places: Places, settings: Settings, store: "BlockStore", *, codec: str = "", dry_run: bool = False
) -> "Compressor":
    """Who makes capsules, with the codec of this name or of the settings."""
    from .services import codecs
    from .services.compressor import Compressor

    return Compressor(places, settings, store, codecs.of(settings, codec), world=world(), dry_run=dry_run)


def note_writer(places: Places, settings: Settings, warn: Callable[[str], None]) -> "NoteWriter | None":
    """Who writes notes in a model's words; None where the settings want none, or the model cannot be asked."""
    from .model.errors import InputError
    from .services import language_models, note_writer
    from .services.asking import Asking
    from .services.purse import Purse

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
    from .services import language_models
    from .services.asking import Asking
    from .services.distiller import ATTEMPTS, Distiller
    from .services.learner import Learner
    from .services.purse import Purse

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
    from .services.meditation import Meditation

    return Meditation(places, store, meaning(store, settings, warn, most=0 if dry_run else None, state=places.state))


def batches(places: Places, made_by: "Compressor") -> "Batches":
    """Message batches for that compressor."""
    from .services.batches import Batches

    return Batches(places, made_by)


def examiner(places: Places, settings: Settings, services: BlockServices) -> "Examiner":
    """Who examines the sessions of a workspace."""
    from .services.examiner import Examiner

    return Examiner(places, settings, services.store, services.viewer)


def rmemory_import(places: Places, settings: Settings, services: BlockServices) -> "RMemoryImport":
    """Who takes over the files of R-Memory."""
    from .services.rmemory_import import RMemoryImport

    return RMemoryImport(places, settings, services.ingester)
