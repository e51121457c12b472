"""Constructs the services for sessions: compaction, journal, compression, exam, report."""

from typing import TYPE_CHECKING, NamedTuple

from ...settings.values import Settings
from ...storage.places import Places

if TYPE_CHECKING:
    from ...blocks.compression.service import Batches, Compressor
    from ...blocks.files.block_store import BlockStore
    from ...blocks.services.ingest import Ingester
    from ...blocks.services.next_view import HeldMemories
    from ...blocks.services.rmemory import RMemoryImport
    from ...blocks.services.view import Viewer
    from ...blocks.values import BlockRow
    from ...compaction.services.compact import CompactionService
    from ...report.exam.service import Examiner
    from ...report.service import Reporting


def compaction(
    places: Places, settings: Settings, *, dry_run: bool = False, session: str = "", with_files: bool = True
) -> "CompactionService":
    """The compaction service of a workspace; without one the breaker belongs to the session."""
    if places.workspace is None and session:
        places = places.with_breaker_of(session)
    from ...compaction.services.breaker import Guard
    from ...compaction.services.compact import CompactionService
    from ...compaction.services.restore import Restorer
    from ...tokens.service import Measuring, counter_of

    return CompactionService(
        places,
        settings,
        measuring=Measuring(settings, places, counter_of(settings)),
        restorer=Restorer(settings, may_read=with_files),
        guard=Guard(places, settings, dry_run=dry_run),
    )


class BlockServices(NamedTuple):
    """The services for journal and blocks of a workspace, with one store."""

    store: "BlockStore"
    ingester: "Ingester"
    viewer: "Viewer"

    @property
    def problems(self) -> list[str]:
        """Problems to report, beside the result."""
        return [*self.ingester.problems, *(each for each in self.store.problems if each not in self.ingester.problems)]

    def session_named(self, wanted: str = "") -> str:
        """The session with this id or an unambiguous prefix; by default the one written to last."""
        from ...errors import InputError

        known = self.store.sessions()
        if not known:
            raise InputError("no session was ingested here yet", hint="run context-memory blocks ingest first")
        if not wanted:
            return max(known, key=lambda each: self.ingester.journal(each).changed_at)
        if wanted in known:
            return wanted
        matching = [each for each in known if each.startswith(wanted)]
        if len(matching) != 1:
            what = f"means {len(matching)} sessions" if matching else "is no session here"
            raise InputError(f"{wanted} {what}", hint="known: " + ", ".join((matching or known)[:5]))
        return matching[0]

    def let_go(self, session: str) -> None:
        """Close a session; it is opened again when it is used."""
        self.viewer.let_go(session)
        self.ingester.let_go(session)

    def close(self) -> None:
        """Sync the journals and close all files."""
        self.ingester.close()
        self.store.close()


def blocks(
    places: Places, settings: Settings, held: "HeldMemories | None" = None, *, is_live: bool = False
) -> BlockServices:
    """Journal, blocks and views of a workspace; services that share `held` share computed states.

    `is_live`: the caller brings index and disk up to date once a second.
    """
    from ...blocks.files.block_store import BlockStore
    from ...blocks.services.ingest import Ingester
    from ...blocks.services.raw_tails import RawTails
    from ...blocks.services.view import Viewer
    from ...compaction.services.restore import Restorer
    from ...text.secrets import redact

    store = BlockStore(places, is_live=is_live)
    tails = RawTails(store)
    ingester = Ingester(
        places,
        settings,
        store,
        redactor=lambda: redact.redactor(enabled=settings.redact),
        tails=tails if is_live else None,
    )
    viewer = Viewer(places, settings, store, ingester, tails, restorer=Restorer(settings), held=held)
    return BlockServices(store, ingester, viewer)


_FOLDED_WITH = ("text.entities", "text.locations", "text.sentences", "transcripts.speakers")
"""Modules whose patterns a first context uses, beside the digest itself."""


def warm(places: Places, settings: Settings) -> None:
    """Load and compile ahead of time what the first message and the first context of a process need."""
    from ...compaction.digest import fold
    from ...text import patterns
    from ...text.secrets.redact import Redactor

    Redactor().text("warm")
    blocks(places, settings).close()
    package = __package__.partition(".")[0]
    patterns.compile_loaded(fold.__name__.rpartition(".")[0], *(f"{package}.{name}" for name in _FOLDED_WITH))


def reporting(places: Places, settings: Settings, rows: "list[BlockRow] | None" = None) -> "Reporting":
    """The report service of a workspace; `rows` are the blocks of the session, if known."""
    from ...report.service import Reporting
    from ...tokens.service import Measuring, counter_of

    def rows_of(session: str) -> "list[BlockRow]":
        if rows is not None or not places.journal.is_dir():
            return rows or []
        services = blocks(places, settings)
        try:
            return services.viewer.rows(session) if session in services.store.sessions() else []
        finally:
            services.close()

    return Reporting(
        places,
        settings,
        measuring=Measuring(settings, places, counter_of(settings)),
        compaction_of=compaction,
        rows_of=rows_of,
    )


def compressor(
    places: Places, settings: Settings, store: "BlockStore", *, codec: str = "", dry_run: bool = False
) -> "Compressor":
    """The compressor with the codec of this name or of the settings."""
    from ...blocks.compression import remote
    from ...blocks.compression.service import Compressor
    from ...llm.service import real_timing

    return Compressor(places, settings, store, remote.codec_of(settings, codec), timing=real_timing(), dry_run=dry_run)


def batches(places: Places, made_by: "Compressor") -> "Batches":
    """Message batches for that compressor."""
    from ...blocks.compression.service import Batches

    return Batches(places, made_by)


def examiner(places: Places, settings: Settings, services: BlockServices) -> "Examiner":
    """The exam service of a workspace."""
    from ...report.exam.service import Examiner

    return Examiner(places, settings, services.store, services.viewer)


def rmemory_import(places: Places, settings: Settings, services: BlockServices) -> "RMemoryImport":
    """The importer of R-Memory files."""
    from ...blocks.services.rmemory import RMemoryImport

    return RMemoryImport(places, settings, services.ingester)
