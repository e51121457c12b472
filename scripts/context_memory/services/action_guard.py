"""Look a planned action up in memories/errors.md. Standard library only: hooks run it before every tool call."""

from pathlib import Path
from shutil import which

from ..disk import errors_log
from ..disk.places import Places
from ..model.errors import InputError
from ..rules import action_check, error_entries
from ..rules.action_check import Action, Allowed, Verdict, World


def check(places: Places, action: Action) -> Verdict:
    """Refused with the entry that speaks against it; a workspace without errors.md allows everything."""
    if places.memories is None or places.workspace is None:
        raise InputError("no workspace is named", hint="name the workspace folder")
    log = errors_log.read(places.memories / "errors.md")
    recorded = error_entries.parse(log.lines, first=log.first)
    if not recorded:
        return Allowed()
    world = World(str(places.workspace.resolve()), _exists, lambda program: which(program) is not None)
    return action_check.check(_in_real_folder(action, places.workspace), recorded, world)


def _in_real_folder(action: Action, workspace: Path) -> Action:
    """The action with the workspace named by its real path, however the host reached it."""
    shown, real = str(workspace.absolute()), str(workspace.resolve())
    folder = str(Path(action.folder).resolve()) if action.folder else ""
    paths = tuple(path.replace(shown, real, 1) if path.startswith(shown) else path for path in action.paths)
    return Action(action.command.replace(shown + "/", real + "/"), paths, action.tool, folder)


def _exists(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, ValueError, RuntimeError):  # a name too long, a NUL in it, no home folder
        return False
