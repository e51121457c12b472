"""The user's own folders, outside every workspace: state that grants trust, and settings without restrictions."""

import os
from pathlib import Path

from ..errors import InputError


def state_folder() -> Path:
    """The user's state folder (XDG), never the current folder. Raises InputError for a user without a home."""
    return _base("XDG_STATE_HOME", ".local/state") / "context-memory"


def settings_file() -> Path | None:
    """The user's own settings file, which may set everything; None for a user without a home."""
    try:
        return _base("XDG_CONFIG_HOME", ".config") / "context-memory" / "settings.toml"
    except InputError:
        return None


def _base(variable: str, usual: str) -> Path:
    """A base folder as XDG has it: a relative path, which would mean the current folder, does not count."""
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / usual
    except RuntimeError as error:
        raise InputError("there is no home folder for the user's files", hint=f"set {variable} to a folder") from error
