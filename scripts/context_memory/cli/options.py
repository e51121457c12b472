"""Shared arguments, the objects that they resolve to, and commands of ours that are started in the background."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError, NotReadyError
from ..settings.values import Settings
from ..storage import environment, places
from ..storage.places import Places
from .console import Console

if TYPE_CHECKING:
    from ..api.assemble.sessions import BlockServices
    from ..memory.ports import DocStore
    from ..messages import Session
    from ..settings.service import Resolved


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


def open_memory(
    arguments: argparse.Namespace, console: "Console", *, check: bool = False, may_copy: bool = True
) -> "DocStore":
    """The doc store, closed when the command ends; its problems are reported; `check` reads all of it.

    What a command writes beside docs has to stay: then `may_copy` is not set.
    """
    from ..memory import assembly

    store = assembly.open_store(places_of(arguments), settings_of(arguments), may_copy=may_copy)
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
    with contextlib.closing(open_memory(arguments, console, check=check, may_copy=dry_run)) as store:
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
    from tempfile import TemporaryDirectory

    from ..memory import assembly
    from ..storage.files import copy_into

    with TemporaryDirectory() as folder:
        state = Path(folder)
        copy_into(known.state / "docs.jsonl", state)
        derived = state / "derived" if known.is_foreign else None
        with contextlib.closing(assembly.open_store(Places(state, derived_elsewhere=derived), settings)) as store:
            yield store


def resolved_of(arguments: argparse.Namespace, **flags: object) -> "Resolved":
    """`settings_of` with the origin of each value, read once per call."""
    given = {key: str(value) for key, value in flags.items() if value is not None}
    for pair in getattr(arguments, "set", []):
        key, separator, value = pair.partition("=")
        if not separator:
            raise InputError(f"--set {pair}: no value", hint="write --set KEY=VALUE")
        given[key.strip()] = value.strip()
    file = getattr(arguments, "settings", None)
    default_file = places_of(arguments).settings if hasattr(arguments, "workspace") else None
    known: dict[object, Resolved] = arguments.__dict__.setdefault("known_settings", {})
    key = (file, default_file, *given.items())
    if key not in known:
        from ..settings import service as settings_service

        users_file = environment.settings_file()
        known[key] = settings_service.resolve(file, default_file, os.environ, given, users_file=users_file)
    return known[key]


def warn_of_untrusted(arguments: argparse.Namespace, console: "Console") -> None:
    """Warn, before a command runs, of ignored workspace settings and of foreign state."""
    if getattr(arguments, "workspace", None) is None:
        return
    with contextlib.suppress(InputError):  # the command says what is wrong, if it needs that at all
        known = places_of(arguments)
        takes_settings = hasattr(arguments, "settings") and not getattr(arguments, "defaults", False)
        refused = resolved_of(arguments).refused if takes_settings else ()
        is_strange = known.is_foreign or not known.state.exists()
        if refused or is_strange:
            from ..settings import service as settings_service

            foreign = settings_service.foreign_warning(known) if is_strange else ""
            for warning in filter(None, [*settings_service.refusals(refused), foreign]):
                console.warn(warning)


def add_session(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """SESSION, `--format` and `--at N`."""
    words = "transcript file, folder of sessions (the newest), or - for standard input"
    parser.add_argument("session", metavar="SESSION", nargs="?" if optional else None, help=words)
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """`--format` and `--at N`, for commands that define SESSION themselves."""
    parser.add_argument("--format", metavar="F", default="auto", help="format of the transcript (default: auto)")
    parser.add_argument(
        "--session-id", metavar="ID", default="", help="which session of a folder or database (default: newest)"
    )
    parser.add_argument("--at", metavar="N", type=int, help="as if the session ended after its first N messages")


def session_of(arguments: argparse.Namespace, console: Console, name: str = "") -> "Session":
    """The session that the arguments name; unreadable lines are reported."""
    name = name or arguments.session
    if name != "-" and Path(name).is_dir():
        name, arguments.session_id = _of_folder(Path(name), arguments.session_id, console)
        arguments.session = name
    session = read_session_argument(name, arguments.format, arguments.session_id)
    if session.skipped:
        first = session.skipped[0]
        console.warn(f"{len(session.skipped)} unreadable lines were skipped; line {first.line}: {first.reason}")
    if arguments.at is None:
        return session
    from ..messages import session_at

    return session_at(session, arguments.at)


def _of_folder(folder: Path, wanted: str, console: Console) -> tuple[str, str]:
    """The file and id of one session of a folder: the requested one, else the newest; copies are skipped."""
    from ..transcripts.formats import choose_session

    chosen, found = choose_session(folder, wanted)
    copies = sum(len(each.passed_over) for each in found)
    passed = f", {copies} copies of sessions passed over" if copies else ""
    console.note(f"reading {chosen.path} (of {len(found)} sessions in {folder}{passed})")
    return str(chosen.path), chosen.id if chosen.path.suffix == ".sqlite" else ""


def read_session_argument(name: str, format_name: str, session_id: str = "") -> "Session":
    """Read one transcript; standard input is stored in a temporary file meanwhile."""
    from ..transcripts.formats import read_session

    if name != "-":
        return read_session(Path(name), format=format_name, session_id=session_id)
    import shutil
    import tempfile

    descriptor, temporary = tempfile.mkstemp(prefix="session-", suffix=".jsonl")
    try:
        with os.fdopen(descriptor, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        return read_session(Path(temporary), format=format_name)
    except InputError as error:
        raise InputError(str(error).replace(temporary, "standard input"), hint=error.hint) from error
    finally:
        Path(temporary).unlink()


def add_journaled(parser: argparse.ArgumentParser) -> None:
    """`--session ID`, for commands about a session of the workspace's journal."""
    parser.add_argument(
        "--session", metavar="ID", default="", help="session id or the beginning of one (default: written to last)"
    )


def journaled(arguments: argparse.Namespace, services: "BlockServices", console: Console) -> str:
    """The session id of the arguments; InputError if no journal has it."""
    name = services.session_named(arguments.session or "")
    known = services.store.sessions()
    if not arguments.session and len(known) > 1:
        console.note(f"session {name} (of {len(known)}; --session names another)")
    return name


_SOURCES = Path(__file__).resolve().parents[2]
_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from context_memory.cli import main; sys.exit(main())"


def start_in_background(arguments: Sequence[str], log: Path) -> int:
    """Start the process and return its id; it has no terminal and its own session, so it outlives this process."""
    from ..storage import files

    files.make_folder(log.parent)
    words = [sys.executable, "-c", _START, str(_SOURCES), *arguments]
    try:
        output = files.open_to_append(log)
    except OSError as error:
        raise NotReadyError(f"cannot write {log}: {error.strerror}", hint="run it without --background") from error
    try:
        return os.posix_spawn(
            sys.executable,
            words,
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output, 1),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setsid=True,
        )
    except (OSError, NotImplementedError) as error:
        raise NotReadyError(f"cannot start a process: {error}", hint="run it without --background") from error
    finally:
        os.close(output)
