"""Who compacts, journals, compresses, examines and reports the sessions of a workspace."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..disk.places import Places
from ..model.settings import Settings
from .outside import world

if TYPE_CHECKING:
    from ..disk.block_store import BlockStore
    from ..model.blocks import BlockRow
    from ..services.batches import Batches
    from ..services.compressor import Compressor
    from ..services.examiner import Examiner
    from ..services.ingester import Ingester
    from ..services.optimizer import Optimizer
    from ..services.reporting import Reporting
    from ..services.rmemory_import import RMemoryImport
    from ..services.viewer import Viewer


def optimizer(places: Places, settings: Settings, *, dry_run: bool = False) -> "Optimizer":
    """The compaction service of a workspace."""
    from ..services.guard import Guard
    from ..services.measuring import Measuring, counter_of
    from ..services.optimizer import Optimizer
    from ..services.restorer import Restorer

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
    from ..disk.block_store import BlockStore
    from ..rules import redact_message
    from ..services.ingester import Ingester
    from ..services.restorer import Restorer
    from ..services.viewer import Viewer

    store = BlockStore(places)
    redact = redact_message.of if settings.redact else redact_message.unchanged
    ingester = Ingester(places, settings, store, redact=redact)
    return BlockServices(store, ingester, Viewer(places, settings, store, ingester, restorer=Restorer(settings)))


def reporting(places: Places, settings: Settings) -> "Reporting":
    """Report pages of a workspace."""
    from ..services.measuring import Measuring, counter_of
    from ..services.reporting import Reporting

    def rows_of(session: str) -> "list[BlockRow]":
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


def compressor(
    places: Places, settings: Settings, store: "BlockStore", *, codec: str = "", dry_run: bool = False
) -> "Compressor":
    """Who makes capsules, with the codec of this name or of the settings."""
    from ..services import codecs
    from ..services.compressor import Compressor

    return Compressor(places, settings, store, codecs.of(settings, codec), world=world(), dry_run=dry_run)


def batches(places: Places, made_by: "Compressor") -> "Batches":
    """Message batches for that compressor."""
    from ..services.batches import Batches

    return Batches(places, made_by)


def examiner(places: Places, settings: Settings, services: BlockServices) -> "Examiner":
    """Who examines the sessions of a workspace."""
    from ..services.examiner import Examiner

    return Examiner(places, settings, services.store, services.viewer)


def rmemory_import(places: Places, settings: Settings, services: BlockServices) -> "RMemoryImport":
    """Who takes over the files of R-Memory."""
    from ..services.rmemory_import import RMemoryImport

    return RMemoryImport(places, settings, services.ingester)
