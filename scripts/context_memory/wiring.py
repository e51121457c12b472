"""The only place that picks concrete classes; everything else gets what it needs by argument."""

from .disk.places import Places
from .model.settings import Settings
from .services.guard import Guard
from .services.measuring import Measuring, counter_of
from .services.optimizer import Optimizer
from .services.restorer import Restorer


def optimizer(places: Places, settings: Settings, *, dry_run: bool = False) -> Optimizer:
    """The compaction service of a workspace."""
    return Optimizer(
        places,
        settings,
        measuring=Measuring(settings, places, counter_of(settings)),
        restorer=Restorer(settings),
        guard=Guard(places, settings, dry_run=dry_run),
    )
