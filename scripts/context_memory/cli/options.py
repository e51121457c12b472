"""Arguments that several commands share, and what they resolve to."""

import argparse
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..disk import places
from ..disk.places import Places
from ..model.errors import InputError
from ..model.settings import Settings

if TYPE_CHECKING:
    from ..model.stores import DocStore
    from ..services.configuration import Resolved
    from .console import Console


def add_workspace(parser: argparse.ArgumentParser) -> None:
    """`--workspace W`: where memory files and state live."""
    parser.add_argument(
        "--workspace",
        metavar="W",
        type=Path,
        help="folder of MEMORY.md and memories/ (default: state only, in the user's state folder)",
    )


def add_workspace_argument(parser: argparse.ArgumentParser) -> None:
    """`W`, for commands that are about a workspace and nothing else."""
    parser.add_argument("workspace", metavar="W", type=Path, help="folder of MEMORY.md and memories/")


def add_workspace_either_way(parser: argparse.ArgumentParser) -> None:
    """`W` or `--workspace W`, for commands that look at a whole memory, which need not be a workspace's."""
    parser.add_argument("workspace_folder", metavar="W", type=Path, nargs="?", help="the same as --workspace")
    add_workspace(parser)


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--lang en|zh` for commands that add text to files that exist."""
    parser.add_argument(
        "--lang", choices=("en", "zh"), default="", help="language of what is written (default: as MEMORY.md)"
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """`--settings FILE` and `--set KEY=VALUE`."""
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, help="settings file (default: W/.context-memory/settings.toml)"
    )
    parser.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help="change one setting; repeatable"
    )


def places_of(arguments: argparse.Namespace) -> Places:
    """The places that the arguments name."""
    workspace: Path | None = arguments.workspace
    if folder := getattr(arguments, "workspace_folder", None):
        if workspace is not None and workspace != folder:
            raise InputError(f"two workspaces are named, {folder} and {workspace}", hint="name one of them")
        workspace = folder
    if workspace is None:
        return places.of_user()
    if not workspace.is_dir():
        raise InputError(f"workspace {workspace} is not a folder", hint="create it, or name another one")
    return places.of_workspace(workspace.absolute())  # relative folders are refused further in: `.` must work


def settings_of(arguments: argparse.Namespace, **flags: object) -> Settings:
    """Settings for this call: defaults < file < CONTEXT_MEMORY_* < flags that were given."""
    return resolved_of(arguments, **flags).settings


def open_memory(arguments: argparse.Namespace, console: "Console", *, check: bool = False) -> "DocStore":
    """The store of the docs; what was wrong with it is said, `check` reads all of it."""
    from .. import wiring

    store = wiring.open_store(places_of(arguments), settings_of(arguments))
    if check:
        store.rebuild_if_damaged()
    console.watch(lambda: store.problem)
    return store


@contextlib.contextmanager
def memory_for(
    arguments: argparse.Namespace, console: "Console", *, dry_run: bool, check: bool = False
) -> Iterator["DocStore"]:
    """The store of the docs, closed at the end. A dry run makes none: where there is none it looks at one elsewhere."""
    known, settings = places_of(arguments), settings_of(arguments)
    if dry_run and would_make_files(known, settings):
        with store_elsewhere(known, settings) as store:
            yield store
        return
    store = open_memory(arguments, console, check=check)
    try:
        yield store
    finally:
        store.close()


def would_make_files(known: Places, settings: Settings) -> bool:
    """Whether to open the store would make files: its database, or the name by which a server knows the workspace."""
    from ..disk import workspace_name

    return not (workspace_name.is_made(known) if settings.store else known.database.exists())


@contextlib.contextmanager
def store_elsewhere(known: Places, settings: Settings) -> Iterator["DocStore"]:
    """What the store would be, in a folder that is deleted at the end: empty, or derived from the docs there are."""
    import shutil
    from tempfile import TemporaryDirectory

    from .. import wiring

    with TemporaryDirectory() as folder:
        state = Path(folder)
        docs = known.state / "docs.jsonl"
        if docs.is_file():
            shutil.copyfile(docs, state / docs.name)
        with contextlib.closing(wiring.open_store(Places(state), settings)) as store:
            yield store


def resolved_of(arguments: argparse.Namespace, **flags: object) -> "Resolved":
    """`settings_of` with the origin of each value."""
    from ..services import configuration

    given = {key: str(value) for key, value in flags.items() if value is not None}
    for pair in getattr(arguments, "set", []):
        key, separator, value = pair.partition("=")
        if not separator:
            raise InputError(f"--set {pair}: no value", hint="write --set KEY=VALUE")
        given[key.strip()] = value.strip()
    file = getattr(arguments, "settings", None)
    default_file = places_of(arguments).settings if hasattr(arguments, "workspace") else None
    return configuration.resolve(file, default_file, os.environ, given)
