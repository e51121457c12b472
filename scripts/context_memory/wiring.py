"""The only place that picks concrete classes; everything else gets what it needs by argument."""

from dataclasses import dataclass

from .disk.block_store import BlockStore
from .disk.places import Places
from .model.settings import Settings
from .services import codecs
from .services.batches import Batches
from .services.compressor import Compressor, World
from .services.examiner import Examiner
from .services.guard import Guard
from .services.ingester import Ingester
from .services.measuring import Measuring, counter_of
from .services.optimizer import Optimizer
from .services.restorer import Restorer
from .services.rmemory_import import RMemoryImport
from .services.viewer import Viewer


def optimizer(places: Places, settings: Settings, *, dry_run: bool = False) -> Optimizer:
    """The compaction service of a workspace."""
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

    store: BlockStore
    ingester: Ingester
    viewer: Viewer

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
    store = BlockStore(places)
    ingester = Ingester(places, settings, store)
    return BlockServices(store, ingester, Viewer(places, settings, store, ingester, restorer=Restorer(settings)))


def world() -> World:
    """The real clock, real waiting and real chance."""
    import random
    import time
    from datetime import UTC, datetime

    return World(now=lambda: datetime.now(UTC), sleep=time.sleep, jitter=random.random)


def compressor(
    places: Places, settings: Settings, store: BlockStore, *, codec: str = "", dry_run: bool = False
) -> Compressor:
    """Who makes capsules, with the codec of this name or of the settings."""
    return Compressor(places, settings, store, codecs.of(settings, codec), world=world(), dry_run=dry_run)


def batches(places: Places, made_by: Compressor) -> Batches:
    """Message batches for that compressor."""
    return Batches(places, made_by)


def examiner(places: Places, settings: Settings, services: BlockServices) -> Examiner:
    """Who examines the sessions of a workspace."""
    return Examiner(places, settings, services.store, services.viewer)


def rmemory_import(places: Places, settings: Settings, services: BlockServices) -> RMemoryImport:
    """Who takes over the files of R-Memory."""
    return RMemoryImport(places, settings, services.ingester)
