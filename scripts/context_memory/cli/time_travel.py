"""What the commands about the past of memory share: WHEN, the time machine, how a change is shown."""

import argparse
from datetime import tzinfo

from ..disk import time_zones
from ..model.history import Commit
from ..services.time_machine import TimeMachine
from . import options
from .console import Console


def add_when(parser: argparse.ArgumentParser) -> None:
    """`WHEN`: a day, a time or a commit."""
    parser.add_argument("when", metavar="WHEN", help="a day, a time, a commit, or HEAD~N")


def machine_of(arguments: argparse.Namespace, console: Console) -> tuple[TimeMachine, tzinfo | None]:
    """The time machine of the workspace, and the zone in which people read its times."""
    zone = time_zones.of(options.settings_of(arguments).time_zone)
    machine = TimeMachine(options.places_of(arguments), zone)
    for problem in machine.problems:
        console.warn(problem)
    return machine, zone


def shown(commit: Commit, zone: tzinfo | None) -> dict[str, str]:
    """A change for programs."""
    return {"id": commit.id, "time": commit.time.astimezone(zone).isoformat(), "cause": commit.cause}


UNRECORDED = "not recorded yet: by a person, the host or an agent, since the last recorded change"


def line(commit: Commit, zone: tzinfo | None) -> str:
    """A change for people."""
    return f"{commit.id[:10]}  {commit.time.astimezone(zone):%Y-%m-%d %H:%M}  {commit.cause}"
