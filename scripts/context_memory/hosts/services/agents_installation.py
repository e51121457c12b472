"""The configurations of Codex and Gemini CLI with our hooks and our MCP server, and without them."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import installation
from ..installation import CODEX, Change
from . import installed_files
from .installed_files import Record, read_text, undone

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
        program = installed_files.program(source)
        found = []
        for name, with_ours, _ in self.files:
            path = self._file(project, name)
            before = read_text(path)
            after = with_ours(before, str(path), program)
            found += [Change(str(path), before, after)] if after != before else []
        return tuple(found)

    def plan_undo(self, project: Path | None, record: Record) -> tuple[Change, ...]:
        """What takes it out again."""
        found = []
        for name, _, without in self.files:
            path = self._file(project, name)
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

    def _file(self, project: Path | None, name: str) -> Path:
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
