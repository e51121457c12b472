"""OpenClaw's configuration with our plugin, and without it."""

import os
import sys
from pathlib import Path

from ...doctor.services import host_facts
from ...errors import InputError
from .. import installation
from ..installation import Change
from . import installed_files
from .installed_files import Record, plugin_folder, read_text, undone


def plan(source: Path | None, project: Path | None) -> tuple[Change, ...]:
    """What an installation changes; nothing where it is there already."""
    if project is not None:
        raise InputError("OpenClaw has one configuration for all agents", hint="leave --project out")
    folder = plugin_folder(source, f"{installation.OPENCLAW_FOLDER}/openclaw.plugin.json")
    python = sys.executable if folder == installed_files.PACKAGED else ""  # no other has the package
    path = config_file()
    before = read_text(path)
    after = installation.openclaw_config_with(before, str(path), str(folder / installation.OPENCLAW_FOLDER), python)
    return () if after == before else (Change(str(path), before, after),)


def plan_undo(project: Path | None, record: Record) -> tuple[Change, ...]:  # noqa: ARG001
    """What takes the plugin out again; the provider of compactions is the one from before."""
    path = config_file()
    now = read_text(path)
    if now is None:
        return ()
    kept = record.get(str(path), {}).get("before")
    after = undone(str(path), now, record, lambda text: installation.openclaw_config_without(text, str(path), kept))
    return () if after == now else (Change(str(path), now, after),)


def copies(project: Path | None) -> tuple[Path, ...]:  # noqa: ARG001
    """The host loads the plugin from where it is; what it copies it removes itself."""
    return ()


def config_file() -> Path:
    """The user's configuration of the host."""
    state = host_facts.openclaw_state(None, os.environ)
    return host_facts.openclaw_config(None, state, os.environ, is_named=False).resolve()
