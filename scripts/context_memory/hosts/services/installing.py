"""Puts the plugin into a host and takes it out again: a plan of changes, and a record of what was done.

A file that nobody changed since is put back byte for byte; from any other only
what is ours is taken out. What a host is changed in is its own module.
"""

import contextlib
import json
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ...doctor.services import host_facts
from ...doctor.values import Agent, Unreadable
from ...errors import ContextMemoryError, InputError, NotReadyError
from ...storage import files, places
from ...text import config_edit
from ...text.hashing import sha256
from ...text.json_text import parse_json
from .. import installation
from ..claude_code import PLUGIN
from ..installation import CODEX, GEMINI, Change, Hooks

Record = Mapping[str, Mapping[str, str | None]]
"""By path: the hash of the text after an installation, and the text before it, None where there was no file.

`before` is missing where taking ours out gives that text back: settings may hold keys, which nobody should find twice.
What older versions recorded has the whole text after it.
"""
PACKAGED = Path(__file__).resolve().parents[2] / "_skill"
"""What a wheel has of the skill's folder."""
_SCRIPT = Path("scripts") / "context-memory.py"
_LARGEST = 10_000_000  # bytes of a configuration


def read_text(path: Path) -> str | None:
    """The text of a configuration; None where there is none."""
    if not path.exists():
        return None
    raw = files.read_bytes(path, limit=_LARGEST)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8", hint="mend it; nothing was changed") from error


def write(changes: Sequence[Change]) -> None:
    """Make the changes."""
    for change in changes:
        path = Path(change.path)
        try:
            if change.after is None:
                path.unlink(missing_ok=True)
                with contextlib.suppress(OSError):  # other files lie there
                    path.parent.rmdir()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                files.replace_text(path, change.after)
        except OSError as error:
            raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check permissions") from error


def undone(path: str, now: str, record: Record, without: Callable[[str], str]) -> str | None:
    """The text from before where nobody changed the file since; from any other only what is ours is taken out.

    A text from before that has an older installation of ours in it is no such text.
    """
    kept = record.get(path, {})
    if "before" not in kept or kept.get("after") not in {now, hash_of(now)}:
        return without(now)
    before = kept["before"]
    return before if before is None or without(before) == before else without(now)


def hash_of(text: str | None) -> str | None:
    """What the record has of a text after an installation."""
    return None if text is None else "sha256:" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def program(source: Path | None) -> list[str]:
    """How a host starts our commands: by this Python, which is new enough, from the clone or the package."""
    folders = [*([source] if source else []), PACKAGED]
    script = next((each / _SCRIPT for each in folders if (each / _SCRIPT).is_file()), None)
    return [sys.executable, str(script)] if script else ["context-memory"]


def plugin_folder(source: Path | None, marker: str) -> Path:
    """The clone, or what the package has of it, with this file of a plugin."""
    for folder in [*([source] if source else []), PACKAGED]:
        if (folder / marker).is_file():
            return folder
    raise InputError(f"this installation has no {marker}", hint="install the package anew, or run this from a clone")


def read_record() -> dict[str, dict[str, str | None]]:
    """What was done; nothing where it cannot be read."""
    text = read_text(_record_file())
    try:
        value = parse_json(text) if text else {}
    except ValueError:
        value = {}
    return value if isinstance(value, dict) else {}


def write_record(record: Record) -> None:
    """Keep what was done."""
    path = _record_file()
    files.make_folder(path.parent)
    files.replace_text(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _record_file() -> Path:
    return places.of_user().state / "installs.json"


class Host(Protocol):
    """What the module of a host knows of its configuration."""

    def plan(self, source: Path | None, project: Path | None) -> tuple[Change, ...]:
        """What an installation changes."""
        ...

    def plan_undo(self, project: Path | None, record: Record) -> tuple[Change, ...]:
        """What takes the plugin out again."""
        ...

    def copies(self, project: Path | None) -> tuple[Path, ...]:
        """Folders in which the host keeps copies of the plugin."""
        ...


# -- Claude Code -----------------------------------------------------------------------------------------------

_PARTS = (".claude-plugin", "SKILL.md", "claude-compaction", "commands", "hooks", "references")
"""Of the skill's folder: what the host reads."""
_REGISTRIES = ("plugins/installed_plugins.json", "plugins/known_marketplaces.json")
"""What the host writes down when it takes a plugin from a marketplace."""
_COPIES = (
    f"plugins/cache/{installation.MARKETPLACE}",
    *(f"plugins/data/{name}-{installation.MARKETPLACE}" for name in (PLUGIN, installation.COMPACTION)),
)


class _ClaudeCode:
    """Claude Code's settings with our plugin, and without it."""

    def plan(self, source: Path | None, project: Path | None) -> tuple[Change, ...]:
        """What an installation changes; nothing where it is there already."""
        folder = plugin_folder(source, ".claude-plugin/marketplace.json")
        made: tuple[Change, ...] = ()
        if folder == PACKAGED:
            made, folder = _made(folder), _folder()
        path = settings_file(project)
        before = read_text(path)
        after = installation.settings_with(before, str(path), str(folder))
        return made if after == before else (*made, Change(str(path), before, after))

    def plan_undo(self, project: Path | None, record: Record) -> tuple[Change, ...]:
        """What takes the plugin out again."""
        path, home = settings_file(project), config_folder()
        changes = []
        before = read_text(path)
        if before is not None:
            after = undone(str(path), before, record, lambda text: installation.settings_without(text, str(path)))
            was_there = record.get(str(path), {}).get("before", "") is not None
            if not was_there and after is not None and not after.strip("{} \n\t"):
                after = None  # there was none before, and the host wrote it anew
            changes += [Change(str(path), before, after)] if after != before else []
        for name in _REGISTRIES if project is None else ():
            listed = read_text(home / name)
            left = None if listed is None else installation.registry_without(listed, str(home / name))
            changes += [Change(str(home / name), listed, left)] if left != listed else []
        return tuple(changes)

    def copies(self, project: Path | None) -> tuple[Path, ...]:
        """The folders of the host's copies of the plugin and its data; and ours, unless others load it."""
        folders = [config_folder() / name for name in _COPIES] if project is None else []
        others = read_record().keys() - {str(settings_file(project))}
        folders += [] if any(map(_may_load_ours, others)) else [_folder()]
        return tuple(each for each in folders if each.is_dir() and not each.is_symlink())


def _may_load_ours(settings: str) -> bool:
    try:
        return f'"{_folder()}"' in (read_text(Path(settings)) or "")
    except ContextMemoryError:
        return True


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
    return host_facts.claude_folder(os.environ)


# -- OpenClaw --------------------------------------------------------------------------------------------------


class _OpenClaw:
    """OpenClaw's configuration with our plugin, and without it."""

    def plan(self, source: Path | None, project: Path | None) -> tuple[Change, ...]:
        """What an installation changes; nothing where it is there already."""
        if project is not None:
            raise InputError("OpenClaw has one configuration for all agents", hint="leave --project out")
        folder = plugin_folder(source, f"{installation.OPENCLAW_FOLDER}/openclaw.plugin.json")
        python = sys.executable if folder == PACKAGED else ""  # no other has the package
        path = config_file()
        before = read_text(path)
        after = installation.openclaw_config_with(before, str(path), str(folder / installation.OPENCLAW_FOLDER), python)
        return () if after == before else (Change(str(path), before, after),)

    def plan_undo(self, project: Path | None, record: Record) -> tuple[Change, ...]:  # noqa: ARG002
        """What takes the plugin out again; the provider of compactions is the one from before."""
        path = config_file()
        now = read_text(path)
        if now is None:
            return ()
        kept = record.get(str(path), {}).get("before")
        after = undone(str(path), now, record, lambda text: installation.openclaw_config_without(text, str(path), kept))
        return () if after == now else (Change(str(path), now, after),)

    def copies(self, project: Path | None) -> tuple[Path, ...]:  # noqa: ARG002
        """The host loads the plugin from where it is; what it copies it removes itself."""
        return ()


def config_file() -> Path:
    """The user's configuration of the host."""
    state = host_facts.openclaw_state(None, os.environ)
    return host_facts.openclaw_config(None, state, os.environ, is_named=False).resolve()


# -- Codex and Gemini CLI --------------------------------------------------------------------------------------

With = Callable[[str | None, str, Sequence[str]], str]
Without = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class AgentInstallation:
    """Where one host keeps its configuration, and what each of its files gets."""

    folder: str
    """Of a project; in the home folder unless a variable names another."""
    variable: str
    """Names the user's configuration, or, with `is_parent`, the folder that it is in."""
    is_parent: bool
    files: tuple[tuple[str, With, Without], ...]

    def plan(self, source: Path | None, project: Path | None) -> tuple[Change, ...]:
        """What an installation changes; nothing where it is there already."""
        words = program(source)
        found = []
        for name, with_ours, _ in self.files:
            path = self.file(project, name)
            before = read_text(path)
            after = with_ours(before, str(path), words)
            found += [Change(str(path), before, after)] if after != before else []
        return tuple(found)

    def plan_undo(self, project: Path | None, record: Record) -> tuple[Change, ...]:
        """What takes it out again."""
        found = []
        for name, _, without in self.files:
            path = self.file(project, name)
            now = read_text(path)
            if now is None:
                continue
            after = undone(str(path), now, record, lambda text: without(text, str(path)))  # noqa: B023 - used at once
            found += [Change(str(path), now, after)] if after != now else []
        return tuple(found)

    def copies(self, project: Path | None) -> tuple[Path, ...]:  # noqa: ARG002
        """The host runs what lies here; it keeps no copy."""
        return ()

    def home(self) -> Path:
        """The user's configuration of the host."""
        named = os.environ.get(self.variable)
        if named and not self.is_parent:
            return Path(named)
        return (Path(named) if named else Path.home()) / self.folder

    def file(self, project: Path | None, name: str) -> Path:
        """A file of the project's configuration, or of the user's."""
        return ((project / self.folder if project else self.home()) / name).resolve()


codex = AgentInstallation(
    ".codex",
    "CODEX_HOME",
    False,
    (
        (
            "hooks.json",
            lambda text, path, program: installation.hooks_with(text, path, CODEX, program),
            lambda text, path: installation.hooks_without(text, path, CODEX),
        ),
        ("config.toml", installation.codex_config_with, installation.codex_config_without),
    ),
)
gemini = AgentInstallation(
    ".gemini",
    "GEMINI_CLI_HOME",
    True,
    (("settings.json", installation.gemini_settings_with, installation.gemini_settings_without),),
)

_AGENTS = {
    "codex": ("Codex", codex, CODEX, "AGENTS.md", (".agents/skills", ".codex/skills")),
    "gemini": ("Gemini CLI", gemini, GEMINI, "GEMINI.md", (".gemini/skills", ".agents/skills")),
}


def agent_of(host: str, workspace: Path) -> Agent | Unreadable:
    """What Codex or Gemini CLI has of ours in the configuration of this project, or else in the user's."""
    title, where, hooks, instructions, skills = _AGENTS[host]
    path, found = where.file(None, where.files[0][0]), dict[str, str]()
    words: tuple[str, ...] = ("install", host)
    try:
        for project in (workspace, None):
            place = where.file(project, where.files[0][0])
            if found := installation.commands_of(read_text(place) or "", str(place), hooks):
                path, words = place, (*words, "--project", str(workspace)) if project else words
                break
        state, detail = _state_of(where, hooks, path, found)
    except ContextMemoryError as error:
        return Unreadable(str(path), str(error))
    return Agent(title, str(path), state, detail, words, instructions, skills)


def _state_of(where: AgentInstallation, hooks: Hooks, path: Path, found: Mapping[str, str]) -> tuple[str, str]:
    """The case of the check, and what it is about."""
    if not found:
        return "missing", ""
    if lacking := [event for event in hooks.seconds if event not in found]:
        return "stale", ", ".join(lacking)
    programs = {word for command in found.values() for word in shlex.split(command) if word.startswith("/")}
    if gone := sorted(word for word in programs if not Path(word).exists()):
        return "broken", ", ".join(gone)
    if hooks is GEMINI and installation.is_switched_off(read_text(path) or "", str(path)):
        return "switched_off", ""
    config = where.file(None, "config.toml")
    unsure = (
        installation.untrusted_events(read_text(config) or "", str(config), str(path), found) if hooks is CODEX else []
    )
    return ("untrusted", ", ".join(unsure)) if unsure else ("good", ", ".join(found))


# -- all of them -----------------------------------------------------------------------------------------------

HOSTS: Mapping[str, Host] = {"claude-code": _ClaudeCode(), "openclaw": _OpenClaw(), "codex": codex, "gemini": gemini}


def plan(host: str, source: Path | None, project: Path | None) -> tuple[Change, ...]:
    """What an installation changes; nothing where it is there already."""
    if project is not None and not project.is_dir():
        raise InputError(f"project {project} is not a folder", hint="create it, or name another one")
    return HOSTS[host].plan(source, project)


def plan_undo(host: str, project: Path | None) -> tuple[Change, ...]:
    """What takes the plugin out again."""
    return HOSTS[host].plan_undo(project, read_record())


def copies(host: str, project: Path | None) -> tuple[Path, ...]:
    """The folders in which the host keeps its copies of the plugin, and data for it."""
    return HOSTS[host].copies(project)


def install(host: str, project: Path | None, changes: Sequence[Change]) -> None:
    """Make the changes, and write down what was there before: of an older installation, what its undo would leave.

    Only that stays written down which taking ours out does not give back.
    """
    record = read_record()
    bare = {each.path: each.after for each in plan_undo(host, project)}
    ours = [change for change in changes if not change.copy_of]
    for change in ours:
        before = bare.get(change.path, change.before)
        record[change.path] = {"before": before, "after": hash_of(change.after)}
    write_record(record)
    write(changes)
    left = {each.path: each.after for each in HOSTS[host].plan_undo(project, {})}
    for change in ours:
        if change.path in left and left[change.path] == record[change.path]["before"]:
            del record[change.path]["before"]
    write_record(record)


def undo(changes: Sequence[Change], copied: Sequence[Path]) -> None:
    """Make the changes, remove the host's copies of the plugin, and forget the record."""
    write(changes)
    for folder in copied:
        shutil.rmtree(folder, ignore_errors=True)
    over = {change.path for change in changes}
    record = read_record()
    left = {path for path in record.keys() - over if not any(Path(path).is_relative_to(each) for each in copied)}
    write_record({path: row for path, row in record.items() if path in left})
