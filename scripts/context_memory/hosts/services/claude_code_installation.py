"""Claude Code's settings with our plugin, and without it."""

import os
from pathlib import Path

from ...errors import InputError
from .. import installation
from ..installation import Change
from .installed_files import Record, read_text, undone

_REGISTRIES = ("plugins/installed_plugins.json", "plugins/known_marketplaces.json")
"""What the host writes down when it takes a plugin from a marketplace."""
_COPIES = (f"plugins/cache/{installation.MARKETPLACE}", f"plugins/data/{installation.NAME.replace('@', '-')}")


def plan(source: Path | None, project: Path | None) -> tuple[Change, ...]:
    """What an installation changes; nothing where it is there already."""
    if source is None or not (source / ".claude-plugin" / "marketplace.json").is_file():
        raise InputError(
            "the plugin is not part of an installed package", hint="run this command from a clone of the repository"
        )
    path = settings_file(project)
    before = read_text(path)
    after = installation.settings_with(before, str(path), str(source))
    return () if after == before else (Change(str(path), before, after),)


def plan_undo(project: Path | None, record: Record) -> tuple[Change, ...]:
    """What takes the plugin out again."""
    path, home = settings_file(project), config_folder()
    changes = []
    before = read_text(path)
    if before is not None:
        after = undone(str(path), before, record, lambda text: installation.settings_without(text, str(path)))
        changes += [Change(str(path), before, after)] if after != before else []
    for name in _REGISTRIES if project is None else ():
        listed = read_text(home / name)
        left = None if listed is None else installation.registry_without(listed, str(home / name))
        changes += [Change(str(home / name), listed, left)] if left != listed else []
    return tuple(changes)


def copies(project: Path | None) -> tuple[Path, ...]:
    """The folders in which the host keeps its copies of the plugin, and data for it."""
    folders = (config_folder() / name for name in _COPIES) if project is None else ()
    return tuple(each for each in folders if each.is_dir() and not each.is_symlink())


def settings_file(project: Path | None) -> Path:
    """The user's settings of the host, or those of this machine for one project."""
    path = config_folder() / "settings.json" if project is None else project / ".claude" / "settings.local.json"
    return path.resolve()  # a person may keep it elsewhere, under version control


def config_folder() -> Path:
    """Where the host keeps the user's configuration."""
    named = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path.home() / ".claude"
