"""Which store keeps the docs of a workspace, what searches it, and which embedder compares meanings."""

import contextlib
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from ..errors import NotReadyError, RemoteError, UnwritableError
from ..settings.values import Settings
from ..storage import environment
from ..storage.places import Places
from .docs import Scope
from .ports import DocStore

if TYPE_CHECKING:
    from pathlib import Path

    from ..llm.ports import Embedder
    from .embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder
    from .embedding.remote.openai_embedder import OpenAiEmbedder
    from .embedding.services.reembed import Coverage, Reembedding
    from .embedding.services.vector_search import VectorSearch
    from .recall.ranking.rank import Weights
    from .recall.services.recall import Recall
    from .stores.sqlite.store import Settled

WAIT_AT_RECALL = 0.05
"""Seconds that a question waits for a process that writes to the memory; then it takes what stands there."""
EMBEDDED_AT_RECALL = {"offline": 1, "offline-fast": 50}
"""Docs without a vector that a recall embeds before it searches: 20 to 80 ms. The rest is found by words until then."""
EMBEDDED_AT_ONCE = {"offline": 100, "offline-fast": 5_000}
"""Docs embedded before many questions, whose answers nobody waits for one by one, of those that one call wrote, and
in the background before other work has its turn: some eight seconds."""
CALLS_AT_RECALL = 2
"""Calls of a remote embedder for that; `remember` embeds all of its own, `memory reembed` everything."""
SECONDS_AT_RECALL = 10
"""Longest time for one of them: a server that hangs must not hold up an answer that words can give."""


def embedded_at_recall(settings: Settings, *, is_batch: bool = False) -> int:
    """Docs without a vector that are embedded before a search, or before many of them."""
    if settings.embedder == "remote":
        return CALLS_AT_RECALL * settings.embedder_batch
    return (EMBEDDED_AT_ONCE if is_batch else EMBEDDED_AT_RECALL).get(settings.embedder, 0)


def embedded_after_write(written: int, settings: Settings) -> int:
    """Docs that are embedded at once after so many were written or indexed; the rest in the background."""
    return max(min(written, EMBEDDED_AT_ONCE.get(settings.embedder, written)), embedded_at_recall(settings))


def embedder(settings: Settings) -> "Embedder | None":
    """What the settings compare meanings with."""
    if settings.embedder == "remote":
        return _remote_embedder(settings)
    return None if settings.embedder == "none" else _offline_embedders()[settings.embedder]


@cache
def _offline_embedders() -> "Mapping[str, OfflineEmbedder | FastOfflineEmbedder]":
    """One of each for the process, by its setting: its threads share the model, which the first text loads."""
    from .embedding.remote.offline_embedder import FastOfflineEmbedder, OfflineEmbedder

    return {"offline": OfflineEmbedder(), "offline-fast": FastOfflineEmbedder()}


def load_embedder(settings: Settings) -> None:
    """Load on a thread what takes seconds to load, where the settings name it: questions meanwhile go by words."""
    from .embedding.remote.offline_embedder import FastOfflineEmbedder

    chosen = embedder(settings)
    if isinstance(chosen, FastOfflineEmbedder):
        chosen.load_soon()


def _users_file() -> str:
    """Where a person sets what a workspace may not."""
    found = environment.settings_file()
    return str(found) if found else "a file named with --settings"


def embedder_advice(settings: Settings) -> str:
    """What to do where an offline embedder is installed and not set, or set and not installed; else empty."""
    offline = _offline_embedders()
    if settings.embedder in offline and not offline[settings.embedder].is_installed():
        return f"it is not installed: {environment.command_for(offline[settings.embedder].extra)}"
    if settings.embedder != "none":
        return ""
    name, extra = next(((name, each.extra) for name, each in offline.items() if each.is_installed()), ("", ""))
    return extra and f'the extra {extra} is installed and not used; embedder = "{name}" in {_users_file()} turns it on'


def _remote_embedder(settings: Settings) -> "OpenAiEmbedder":
    from ..text.secrets import redact
    from .embedding.remote.openai_embedder import OpenAiEmbedder, RemoteModel

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
    for offline in _offline_embedders().values():
        if offline.identity == identity:
            return offline
    return _remote_embedder(settings).of_identity(identity) if settings.embedder == "remote" else None


def meaning(
    store: DocStore,
    settings: Settings,
    warn: Callable[[str], None],
    *,
    most: int | None = None,
    state: "Path | None" = None,
) -> "VectorSearch | None":
    """Vector search, after `most` more docs were embedded; None where the settings name no embedder.

    A server that does not answer is left alone for a while, which the folder `state` remembers.
    """
    if most is not None:  # somebody waits for an answer
        settings = settings._replace(embedder_seconds=min(settings.embedder_seconds, SECONDS_AT_RECALL))
    chosen = embedder(settings)
    if chosen is None:
        return None
    from .embedding.services.vector_search import EmbedderWithBackoff, MissingEmbedder, open_vector_search

    def older(identity: str) -> "Embedder | None":
        found = older_embedder(identity, settings)
        return guarded(found) if found else None

    def guarded(one: "Embedder") -> "Embedder":
        if settings.embedder != "remote" or not state:
            return one
        from ..llm.service import real_timing

        return EmbedderWithBackoff(one, state / "embedder.json", real_timing().now)

    opened = open_vector_search(store, guarded(chosen), older)
    if opened.identity != chosen.identity and not isinstance(opened.embedder, MissingEmbedder):
        warn(
            f"vectors of {opened.identity} are searched until those of {chosen.identity} are made: "
            "context-memory memory reembed"
        )
    try:
        most = 0 if is_copy(store) else most
        if opened.update(most) == most:
            there, docs = opened.covered()
            if there < docs:
                warn(
                    f"{docs - there:,} docs have no vector yet and are found by words alone: "
                    "context-memory memory reembed"
                )
    except (NotReadyError, RemoteError) as error:
        warn(f"{error}; search goes by words alone ({error.hint})")
    return opened


def reembedding(places: Places, settings: Settings, store: DocStore) -> "Reembedding":
    """Who makes the vectors that the settings name."""
    from ..llm.service import real_timing
    from .embedding.services.reembed import Reembedding

    chosen = embedder(settings)
    if chosen is None:
        raise NotReadyError(
            "the settings name no embedder",
            hint=f'write embedder = "offline" (or "remote") into {_users_file()}: the file of a workspace may not set '
            "it before `context-memory trust --workspace W`; with none there is nothing to embed",
        )
    return Reembedding(store, places.state, chosen, real_timing())


def embedding_coverage(places: Places, settings: Settings, store: DocStore) -> "Coverage":
    """Which vectors a store has, and which it should have."""
    from .embedding.services.reembed import coverage

    chosen = embedder(settings)
    return coverage(store, places.state, chosen.identity if chosen else "")


def terms_of(text: str) -> str:
    """What a text is found by, in every store: terms parted by spaces."""
    return _lexing_terms()(text)


@cache
def _lexing_terms() -> Callable[[str], str]:
    from ..text.lexing import terms_line

    return terms_line


def open_store(places: Places, settings: Settings | None = None, *, may_copy: bool = False) -> DocStore:
    """The docs of a workspace, or of the server that the settings name; the store is made when there is none.

    With `may_copy` docs of a folder that cannot be written are read from a copy, which keeps no new ones.
    """
    try:
        return _open_store(places, settings)
    except UnwritableError as error:
        if not may_copy:
            raise
        return _copied_store(places, error)


def _open_store(places: Places, settings: Settings | None) -> DocStore:
    if settings is not None and settings.store:
        from .stores.postgres.rows import workspace_name
        from .stores.postgres.store import PostgresDocStore

        workspace = workspace_name(places)
        return PostgresDocStore(settings.store, terms_of, workspace=workspace, scope=scope_of(settings))
    if settings is not None and settings.search_index == "scale":
        from .stores.scale.store import ScaleDocStore

        return ScaleDocStore(places.state, terms_of, derived=places.derived_elsewhere)
    from .stores.sqlite.store import SqliteDocStore

    return SqliteDocStore(places.state, terms_of, derived=places.derived_elsewhere)


COPIED_INTO = (None, "/dev/shm")
"""Folders that a copy is tried in: the system's for such files, and one in memory, as the first may be full too."""


def _copied_store(places: Places, refusal: UnwritableError) -> DocStore:
    """A store with the docs of a workspace in a folder of its own, which goes when it is closed.

    What searches them is copied too; for each new doc the `refusal` is raised.
    """
    for folder in COPIED_INTO:
        with contextlib.suppress(OSError, UnwritableError):
            return _copied_into(folder, places, refusal)
    raise refusal


def _copied_into(folder: str | None, places: Places, refusal: UnwritableError) -> DocStore:
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from ..storage.files import copy_into, make_folder
    from .stores.sqlite.store import SqliteDocStore

    with contextlib.ExitStack() as at_close:
        state = Path(at_close.enter_context(TemporaryDirectory(prefix="context-memory-", dir=folder)))
        derived = make_folder(state / "derived") if places.is_foreign else None
        copy_into(places.state / "docs.jsonl", state)
        for ending in ("", "-wal"):
            copy_into(places.database.with_name(places.database.name + ending), derived or state)
        store = SqliteDocStore(state, terms_of, derived=derived)
        store.refusal, store.at_close = refusal, at_close.pop_all()
        return store


def is_copy(store: DocStore) -> bool:
    """Whether this is a copy of docs that lie where nothing can be written."""
    return getattr(store, "refusal", None) is not None


SETTLED_AFTER = 500
"""Docs of one call or request after which what searches them is put into order at once."""


def settle(
    store: DocStore, *, anew: bool = False, progress: Callable[[str, int, int], None] | None = None
) -> "Settled | None":
    """Put what searches the docs into order after many writes; a server does that itself.

    Terms that an older version made are made again first.
    """
    from .stores.sqlite import tables
    from .stores.sqlite.store import Settled, SqliteDocStore

    told = partial(progress, "docs analysed again") if progress else None
    if not isinstance(store, SqliteDocStore):
        from .stores.postgres.store import PostgresDocStore

        return Settled(renewed=store.renew_terms(told)) if isinstance(store, PostgresDocStore) else None
    renewed = tables.renew_terms(store.database, terms_of, told)
    return store.settle(anew=anew, progress=progress)._replace(renewed=renewed)


def scope_of(settings: Settings, named: str | None = None) -> Scope:
    """The scope that a call names, else that of the settings."""
    from . import docs

    return docs.scope_of(named or settings.scope)


def has_store(places: Places, settings: Settings | None = None) -> bool:
    """Whether anything was ever remembered in a workspace; of a server it is taken for granted."""
    is_shared = settings is not None and bool(settings.store)
    return is_shared or (places.state / "docs.jsonl").is_file()


def open_recall(
    places: Places,
    settings: Settings,
    warn: Callable[[str], None],
    store: DocStore,
    *,
    is_batch: bool = False,
) -> "Recall":
    """The search of a store, with the memory files of its workspace as they are now; the caller closes the store.

    Before a batch of questions more docs are embedded that have no vector yet.
    """
    from .recall.services.recall import Recall

    def fill() -> bool:
        return bring_up_to_date(store, places, settings, warn)

    is_complete = fill()
    most = embedded_at_recall(settings, is_batch=is_batch)
    near = meaning(store, settings, warn, most=most, state=places.state)
    recall = Recall(store, ranking_weights(places, settings), near, refill=fill)
    recall.is_complete = is_complete
    return recall


def warm_recall() -> None:
    """Load and compile ahead of time what the first recall of a process needs; no file is touched."""
    from ..text.patterns import compile_loaded
    from .indexing.services import index_files  # noqa: F401
    from .recall import recall_block  # noqa: F401
    from .recall.services.recall import Recall  # noqa: F401
    from .stores.sqlite import search_index, store  # noqa: F401

    package = __package__.rpartition(".")[0]
    compile_loaded(f"{__package__}.recall", f"{package}.text.dates", f"{package}.text.lexing")


def bring_up_to_date(
    store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None], *, most: int | None = None
) -> bool:
    """Take in what changed in memory files, and a little of sessions (or `most` messages); whether that is all.

    A question does not wait for a process that writes. A shared server does not get those of a foreign folder.
    """
    if places.is_foreign and settings.store:
        return True
    if most is None and not store.refresh(WAIT_AT_RECALL):
        return False
    try:
        return _bring_up_to_date(store, places, settings, warn, most)
    except UnwritableError as error:
        if most is not None:
            raise
        warn(f"{error}; what was written since the last time is not found")
        return False


def _bring_up_to_date(
    store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None], most: int | None
) -> bool:
    from .indexing.services import index_files

    if places.workspace:
        for problem in index_files.update(store, places.workspace, at_recall=most is None).left_out:
            warn(problem)
    return index_sessions(store, places, settings, warn, most=most)


LARGEST_WEIGHT = 100.0
"""A weight beyond is a mistake in a file."""
LARGEST_WEIGHTS = 100_000  # bytes of a file of weights; a page of numbers


def ranking_weights(places: Places, settings: Settings) -> "Weights | None":
    """The weights that the settings name; None means those that ship."""
    if not settings.ranking_weights:
        return None
    from pathlib import Path

    from ..errors import InputError
    from ..storage.files import read_bytes
    from ..text.json_text import parse_json

    path = (places.workspace or Path()) / Path(settings.ranking_weights).expanduser()
    content = read_bytes(path, limit=LARGEST_WEIGHTS + 1)
    hint = "name a file of python -m bench.fit_ranking --out"
    if len(content) > LARGEST_WEIGHTS:
        raise InputError(f"the ranking weights {path} are larger than {LARGEST_WEIGHTS:,} bytes", hint=hint)
    try:
        values = parse_json(content)
    except ValueError as error:
        raise InputError(f"the ranking weights {path} are not JSON: {error}", hint=hint) from error
    return weights_from(values, str(path))


def weights_from(values: object, source: str) -> "Weights":
    """Weights from a file's {"weights": {name: number}}; what is not named keeps its shipped weight.

    Raises InputError, which names the `source`, for anything else.
    """
    from ..errors import InputError
    from .recall.ranking.rank import WEIGHT_NAMES, Weights

    hint = f'it must hold {{"weights": {{name: number}}}} with names of {", ".join(WEIGHT_NAMES)}'
    found = values.get("weights") if isinstance(values, Mapping) else None
    if not isinstance(found, Mapping) or not found:
        raise InputError(f'{source} holds no "weights"', hint=hint)
    unknown = sorted(str(name) for name in found if name not in WEIGHT_NAMES)
    if unknown:
        raise InputError(f"{source}: the ranker has no feature {', '.join(unknown)}", hint=hint)
    for name, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST_WEIGHT:
            raise InputError(
                f"{source}: {name} is {value!r}", hint=f"a number from {-LARGEST_WEIGHT:g} to {LARGEST_WEIGHT:g}"
            )
    return Weights(**{name: float(value) for name, value in found.items()})


def index_sessions(
    store: DocStore, places: Places, settings: Settings, warn: Callable[[str], None], *, most: int | None = None
) -> bool:
    """Index new messages of sessions: `most`, or as many as take no longer than a reader waits.

    Returns whether none is left; otherwise `warn` is told how many are.
    """
    from .docs import is_session_file

    is_there = settings.index_sessions and (places.journal.is_dir() or places.archive.is_dir())
    known = store.files()
    if not is_there and not any(map(is_session_file, known)):
        return True  # and what reads sessions, the half of a search's start, is not even loaded
    from .indexing.services import session_sources

    if settings.index_sessions and session_sources.is_indexed(places, known):
        return True
    from .indexing.services import index_sessions as session_index

    done = session_index.update(store, places, settings, most=session_index.AT_RECALL if most is None else most)
    for problem in done.problems:
        warn(problem)
    if done.left:
        warn(f"{done.left:,} messages of sessions are not indexed yet: context-memory memory index")
    return not done.left
