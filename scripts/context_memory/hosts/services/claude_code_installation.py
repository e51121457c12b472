"""Claude Code's settings with our plugin, and without it."""

import os
from pathlib import Path

from ...storage import places
from ...text import config_edit
from .. import installation
from ..claude_code import PLUGIN
from ..installation import Change
from . import installed_files
from .installed_files import Record, plugin_folder, program, read_record, read_text, undone

_PARTS = (".claude-plugin", "SKILL.md", "claude-compaction", "commands", "hooks", "references")
"""Of the skill's folder: what the host reads."""
_REGISTRIES = ("plugins/installed_plugins.json", "plugins/known_marketplaces.json")
"""What the host writes down when it takes a plugin from a marketplace."""
_COPIES = (
    f"plugins/cache/{installation.MARKETPLACE}",
    *(f"plugins/data/{name}-{installation.MARKETPLACE}" for name in (PLUGIN, installation.COMPACTION)),
)


def plan(source: Path | None, project: Path | None) -> tuple[Change, ...]:
    """What an installation changes; nothing where it is there already."""
    folder = plugin_folder(source, ".claude-plugin/marketplace.json")
    made: tuple[Change, ...] = ()
    if folder == installed_files.PACKAGED:
        made, folder = _made(folder), _folder()
    path = settings_file(project)
    before = read_text(path)
    after = installation.settings_with(before, str(path), str(folder))
    return made if after == before else (*made, Change(str(path), before, after))


def _made(package: Path) -> tuple[Change, ...]:
    """The plugin as a folder of the user's: the host copies it, and a copy would not find the package that it is in."""
    found = []
    for path in (each for part in _PARTS for each in _files(package / part)):
        there = _folder() / path.relative_to(package)
        text, before = read_text(path), read_text(there)
        found += [Change(str(there), before, text, copy_of=str(path))] if text != before else []
    path = _folder() / "scripts" / "context-memory.py"
    before, text = read_text(path), installation.starter(program(None))
    return tuple(found) if text == before else (*found, Change(str(path), before, text))


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(each for each in path.rglob("*.*") if not each.name.startswith("."))


def _folder() -> Path:
    return places.of_user().state / "plugins" / installation.MARKETPLACE


def plan_undo(project: Path | None, record: Record) -> tuple[Change, ...]:
    """What takes the plugin out again."""
    path, home = settings_file(project), config_folder()
    changes = []
    before = read_text(path)
    if before is not None:
        after = undone(str(path), before, record, lambda text: installation.settings_without(text, str(path)))
        is_empty = after is not None and not after.strip("{} \n\t") and record.get(str(path), {}).get("before") is None
        after = None if is_empty and str(path) in record else after  # there was none before, and the host wrote it anew
        changes += [Change(str(path), before, after)] if after != before else []
    for name in _REGISTRIES if project is None else ():
        listed = read_text(home / name)
        left = None if listed is None else installation.registry_without(listed, str(home / name))
        changes += [Change(str(home / name), listed, left)] if left != listed else []
    return tuple(changes)


def copies(project: Path | None) -> tuple[Path, ...]:
    """The folders in which the host keeps its copies of the plugin, and data for it; ours, unless others load it."""
    folders = [config_folder() / name for name in _COPIES] if project is None else []
    others = (row.get("after") for path, row in read_record().items() if path != str(settings_file(project)))
    folders += [] if any(f'"{_folder()}"' in (text or "") for text in others) else [_folder()]
    return tuple(each for each in folders if each.is_dir() and not each.is_symlink())


def is_enabled(plugin: str) -> bool:
    """Whether the user's settings enable this plugin of our marketplace."""
    path = settings_file(None)
    enabled = config_edit.value_at(read_text(path) or "", ("enabledPlugins",), str(path))
    return isinstance(enabled, dict) and enabled.get(f"{plugin}@{installation.MARKETPLACE}") is True


def settings_file(project: Path | None) -> Path:
    """The user's settings of the host, or those of this machine for one project."""
    path = config_folder() / "settings.json" if project is None else project / ".claude" / "settings.local.json"
    return path.resolve()  # a person may keep it elsewhere, under version control


def config_folder() -> Path:
    """Where the host keeps the user's configuration."""
    named = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path.home() / ".claude"
