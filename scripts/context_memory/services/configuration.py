"""Settings for one call: defaults < file < CONTEXT_MEMORY_* < flags.

Nothing is ignored: a key that we do not know is an error in the file, in the
environment and on the command line alike, because a misspelt limit that
silently does nothing is worse than a stop.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..disk import settings_file
from ..disk.places import STATE_FOLDER
from ..model.errors import InputError
from ..model.settings import Settings
from ..rules import allowed

PREFIX = "CONTEXT_MEMORY_"
RESERVED = frozenset({"CONTEXT_MEMORY_DEBUG", "CONTEXT_MEMORY_EMBEDDER_KEY"})
"""Variables with our prefix that are not settings."""

NEVER_FROM_A_WORKSPACE = frozenset(
    {
        "base_url",
        "compress_command",
        "embedder_plain_http",
        "embedder_url",
        "learn_command",
        "notes_command",
        "redact",
        "store",
    }
)
"""Settings that a folder somebody else made must not change without being named by the user: they name a program that
is run, or who gets the API key, the session or the memory."""

DEFAULT = "default"
FLAG = "flag"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The settings, and for each key where its value came from."""

    settings: Settings
    origins: Mapping[str, str]
    """`default`, the path of the file, the name of the variable, or `flag`."""


def resolve(
    file: Path | None, default_file: Path | None, environ: Mapping[str, str], flags: Mapping[str, str]
) -> Resolved:
    """Settings with their origins; `file` must exist, `default_file` may be missing."""
    values: dict[str, allowed.Value] = {}
    origins = dict.fromkeys(allowed.DEFAULTS, DEFAULT)
    for written, given, origin in _given(file, default_file, environ, flags):
        key = _known(written, origin)
        values[key] = allowed.value(key, given, origin)
        origins[key] = origin
    return Resolved(replace(Settings(), **values), origins)  # type: ignore[arg-type]  # each has its field's type now


def _given(
    file: Path | None, default_file: Path | None, environ: Mapping[str, str], flags: Mapping[str, str]
) -> Iterator[tuple[str, object, str]]:
    """Every value that somebody gave as (key, value, origin), the weakest source first."""
    if file is not None and not settings_file.is_there(file):
        raise InputError(f"settings file {file} does not exist", hint="check --settings, or leave it out")
    chosen = file or (default_file if default_file is not None and settings_file.is_there(default_file) else None)
    if chosen is not None:
        for key, value in settings_file.read(chosen).items():
            if file is None and key in NEVER_FROM_A_WORKSPACE and chosen.parent.name == STATE_FOLDER:
                raise InputError(
                    f"{chosen} sets {key}, but it decides what is run, or who gets the API key, the session or "
                    "the memory",
                    hint=f"remove it there; give it with --settings FILE, {PREFIX}{key.upper()} or --set",
                )
            yield key, value, str(chosen)
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in RESERVED and environ[name]:  # set but empty means not set
            yield name.removeprefix(PREFIX), environ[name], name
    for key, text in flags.items():
        yield key, text, FLAG


def _known(written: str, origin: str) -> str:
    key = written.lower().replace("-", "_")
    if key in allowed.DEFAULTS:
        return key
    from difflib import get_close_matches

    nearest = get_close_matches(key, allowed.DEFAULTS, n=1, cutoff=0)[0]
    raise InputError(f"unknown setting {written!r} ({origin})", hint=f"the nearest is {nearest}; `settings` lists all")
