"""Shared arguments, and the objects that they resolve to."""

import argparse
import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..settings.values import Settings
from ..storage import places, user_folders
from ..storage.places import Places

if TYPE_CHECKING:
    from ..memory.ports import DocStore
    from ..settings.service import Resolved
    from .console import Console


def add_workspace(parser: argparse.ArgumentParser, *, is_needed: bool = False) -> None:
    """`--workspace W`: the folder of memory files and state; `is_needed` if the command cannot run without."""
    without = "needed where there is none" if is_needed else "without one: state only, in the user's state folder"
    parser.add_argument(
        "--workspace",
        metavar="W",
        type=Path,
        help=f"folder of MEMORY.md (default: the nearest from here upwards; {without})",
    )
    parser.set_defaults(workspace_is_needed=is_needed)


def take_nearest_workspace(arguments: argparse.Namespace) -> None:
    """Use the nearest workspace if none was given; InputError if the command needs one."""
    if not hasattr(arguments, "workspace") or arguments.workspace is not None:
        return
    arguments.workspace = nearest_workspace()
    if arguments.workspace is None and arguments.workspace_is_needed:
        raise InputError("no workspace was given, and none was found here", hint="name its folder: --workspace W")


def nearest_workspace() -> Path | None:
    """The current folder or the nearest above it with MEMORY.md or .context-memory, if it belongs to this user.

    What others put into a shared folder such as /tmp is nobody's workspace unless it is named.
    """
    try:
        here = Path.cwd()
    except OSError:  # the current folder was deleted
        return None
    for folder in (here, *here.parents):
        if os.path.lexists(folder / "MEMORY.md") or os.path.lexists(folder / ".context-memory"):
            return folder if folder.stat().st_uid == os.getuid() else None
    return None


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
    """The paths that the arguments name, resolved once per call."""
    if (known := getattr(arguments, "known_places", None)) is not None and known[0] == arguments.workspace:
        found: Places = known[1]
        return found
    workspace: Path | None = arguments.workspace
    if workspace is None:
        return places.of_user()
    if not workspace.is_dir():
        raise InputError(f"workspace {workspace} is not a folder", hint="create it, or name another one")
    found = places.of_workspace(workspace.absolute())  # relative folders are refused further in: `.` must work
    arguments.known_places = workspace, found
    return found


def settings_of(arguments: argparse.Namespace, **flags: object) -> Settings:
    """Settings for this call: defaults < file < CONTEXT_MEMORY_* < flags."""
    return resolved_of(arguments, **flags).settings


def open_memory(arguments: argparse.Namespace, console: "Console", *, check: bool = False) -> "DocStore":
    """The doc store, closed when the command ends; its problems are reported; `check` reads all of it."""
    from ..memory import assembly

    store = assembly.open_store(places_of(arguments), settings_of(arguments))
    console.close_at_end(store)
    if check:
        store.rebuild_if_damaged()
    console.watch(lambda: store.problem)
    return store


def existing_memory(arguments: argparse.Namespace, console: "Console") -> "DocStore | None":
    """The doc store for a command that only reads; None if nothing was remembered yet."""
    from ..memory import assembly

    has_store = assembly.has_store(places_of(arguments), settings_of(arguments))
    return open_memory(arguments, console) if has_store else None


@contextlib.contextmanager
def memory_for(
    arguments: argparse.Namespace, console: "Console", *, dry_run: bool, check: bool = False
) -> Iterator["DocStore"]:
    """The doc store, closed at the end. A dry run without a store uses a temporary one."""
    known, settings = places_of(arguments), settings_of(arguments)
    if dry_run and would_make_files(known, settings):
        with store_elsewhere(known, settings) as store:
            yield store
        return
    with contextlib.closing(open_memory(arguments, console, check=check)) as store:
        yield store


def would_make_files(known: Places, settings: Settings) -> bool:
    """Whether opening the store would create files: its database, or the workspace's name for a server."""
    if not settings.store:
        return not known.database.exists()
    from ..memory.stores.postgres.rows import has_workspace_name

    return not has_workspace_name(known)


@contextlib.contextmanager
def store_elsewhere(known: Places, settings: Settings) -> Iterator["DocStore"]:
    """A temporary store, empty or derived from the existing docs, deleted at the end."""
    import shutil
    from tempfile import TemporaryDirectory

    from ..memory import assembly

    with TemporaryDirectory() as folder:
        state = Path(folder)
        docs = known.state / "docs.jsonl"
        if docs.is_file():
            shutil.copyfile(docs, state / docs.name)
        derived = state / "derived" if known.is_foreign else None
        with contextlib.closing(assembly.open_store(Places(state, derived_elsewhere=derived), settings)) as store:
            yield store


def resolved_of(arguments: argparse.Namespace, **flags: object) -> "Resolved":
    """`settings_of` with the origin of each value."""
    from ..settings import service as settings_service

    given = {key: str(value) for key, value in flags.items() if value is not None}
    for pair in getattr(arguments, "set", []):
        key, separator, value = pair.partition("=")
        if not separator:
            raise InputError(f"--set {pair}: no value", hint="write --set KEY=VALUE")
        given[key.strip()] = value.strip()
    file = getattr(arguments, "settings", None)
    default_file = places_of(arguments).settings if hasattr(arguments, "workspace") else None
    return settings_service.resolve(file, default_file, os.environ, given, users_file=user_folders.settings_file())


def warn_of_untrusted(arguments: argparse.Namespace, console: "Console") -> None:
    """Warn, before a command runs, of ignored workspace settings and of foreign state."""
    if getattr(arguments, "workspace", None) is None:
        return
    with contextlib.suppress(InputError):  # the command says what is wrong, if it needs that at all
        known = places_of(arguments)
        if hasattr(arguments, "settings") and not getattr(arguments, "defaults", False):
            for refused in dict.fromkeys(each.warning for each in resolved_of(arguments).refused):
                console.warn(refused)
        if known.is_foreign or not known.state.exists():
            from ..doctor.services import trusting

            if warning := trusting.warning_of(known):
                console.warn(warning)
