"""Puts the plugin into a host and takes it out again: a plan of changes, and a record of what was done.

A file that nobody changed since is put back byte for byte; from any other only
what is ours is taken out. What a host is changed in is its own module.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from ..installation import Change
from . import agents_installation, claude_code_installation, installed_files, openclaw_installation
from .installed_files import Record


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


HOSTS: Mapping[str, Host] = {
    "claude-code": claude_code_installation,
    "openclaw": openclaw_installation,
    "codex": agents_installation.codex,
    "gemini": agents_installation.gemini,
}


def plan(host: str, source: Path | None, project: Path | None) -> tuple[Change, ...]:
    """What an installation changes; nothing where it is there already."""
    return HOSTS[host].plan(source, project)


def plan_undo(host: str, project: Path | None) -> tuple[Change, ...]:
    """What takes the plugin out again."""
    return HOSTS[host].plan_undo(project, installed_files.read_record())


def copies(host: str, project: Path | None) -> tuple[Path, ...]:
    """The folders in which the host keeps its copies of the plugin, and data for it."""
    return HOSTS[host].copies(project)


def install(changes: Sequence[Change]) -> None:
    """Make the changes, and write down what was there before."""
    record = installed_files.read_record()
    for change in changes:
        if not change.copy_of:
            record[change.path] = {"before": change.before, "after": change.after}
    installed_files.write_record(record)
    installed_files.write(changes)


def undo(changes: Sequence[Change], copied: Sequence[Path]) -> None:
    """Make the changes, remove the host's copies of the plugin, and forget the record."""
    installed_files.write(changes)
    for folder in copied:
        shutil.rmtree(folder, ignore_errors=True)
    over = {change.path for change in changes}
    record = installed_files.read_record()
    left = {path for path in record.keys() - over if not any(Path(path).is_relative_to(each) for each in copied)}
    installed_files.write_record({path: row for path, row in record.items() if path in left})
