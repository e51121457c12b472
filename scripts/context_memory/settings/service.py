"""Resolves settings: defaults < user's file < workspace's file < CONTEXT_MEMORY_* < flags.

Nothing is ignored: a key that we do not know is an error in the file, in the
environment and on the command line alike, because a misspelt limit that
silently does nothing is worse than a stop. Only what a workspace sets that is
the user's to set is left out, with a warning, unless the user trusts its file.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError
from ..storage import places, stamps
from ..storage.files import read_bytes
from ..storage.places import Places
from ..storage.stamps import STATE_FOLDER
from . import values as settings_module
from .values import Settings

if TYPE_CHECKING:
    from .values import Value

LARGEST_FILE = 1_000_000  # bytes; a settings file is a page, not a book


def is_file_there(path: Path) -> bool:
    """Whether the file exists; InputError if its folder may not be entered."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}", hint="check the owner and mode of its folder"
        ) from error
    return True


def read_file(path: Path) -> dict[str, object]:
    """Keys and values of the TOML file; InputError names the file and the line of an error."""
    return parse_content(content_of(path), path)


def content_of(path: Path) -> bytes:
    """The bytes of the file; InputError if it is too large."""
    content = read_bytes(path, limit=LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise InputError(f"settings file {path} is larger than {LARGEST_FILE:,} bytes", hint="name a settings file")
    return content


def parse_content(content: bytes, path: Path) -> dict[str, object]:
    """Keys and values in the content of a file."""
    import tomllib

    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise InputError(
            f"settings file {path} is not TOML: {reason}", hint="write lines such as window = 200000"
        ) from error


def descriptions() -> dict[str, str]:
    """The text under each field of `Settings`, in the order of the fields, one line each."""
    import ast
    from itertools import pairwise

    body = ast.parse(read_bytes(Path(settings_module.__file__)).decode()).body
    fields = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    found: dict[str, str] = {}
    for node, after in pairwise(fields):
        match node, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found


PREFIX = "CONTEXT_MEMORY_"
RESERVED = frozenset({"CONTEXT_MEMORY_DEBUG", "CONTEXT_MEMORY_EMBEDDER_KEY", stamps.VARIABLE})
"""Variables with our prefix that are not settings."""

DEFAULT = "default"
FLAG = "flag"


class Refused(NamedTuple):
    """A value of a workspace's file that was ignored, because only the user may set that key."""

    key: str
    value: object
    file: Path


def refusals(refused: Sequence[Refused]) -> list[str]:
    """A warning for each file: its keys, and what to do."""
    found = []
    for file in dict.fromkeys(each.file for each in refused):
        keys = list(dict.fromkeys(each.key for each in refused if each.file == file))
        named, them = ", ".join(keys), "it" if len(keys) == 1 else "them"
        found.append(f"{file} sets {named}, which only you may set: left out (to allow {them}: {trust_call(file)})")
    return found


def trust_call(inside: Path) -> str:
    """The command that trusts the workspace of a file in its state folder."""
    from shlex import quote

    return f"context-memory trust --workspace {quote(str(inside.parent.parent))}"


def foreign_warning(known: Places) -> str:
    """The warning before a command works with foreign state; empty if there is none."""
    standing = stamps.standing_of(known.state)
    if standing is stamps.Standing.OWN:
        return ""
    base = places.of_user().state
    there = next(each for each in (base, *base.parents) if each.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        return (
            f"{base} cannot be written, so {known.state} gets no stamp and does not count as yours "
            f"(name a folder of yours in XDG_STATE_HOME, or the workspace in {stamps.VARIABLE})"
        )
    if standing is stamps.Standing.NEW:
        return ""
    return (
        f"{known.state} was not made on this machine: nothing in it counts as your word "
        f"(to adopt it: {trust_call(known.settings)})"
    )


class Resolved(NamedTuple):
    """The settings, and for each key where its value came from."""

    settings: Settings
    origins: Mapping[str, str]
    """`default`, the path of the file, the name of the variable, or `flag`."""
    refused: tuple[Refused, ...] = ()


def resolve(
    file: Path | None,
    default_file: Path | None,
    environ: Mapping[str, str],
    flags: Mapping[str, object],
    *,
    users_file: Path | None = None,
    flags_are: str = FLAG,
) -> Resolved:
    """Settings with their origins; `file` must exist, `default_file` and the user's own file may be missing.

    `flags_are` is the origin of the values that the caller gave.
    """
    values: dict[str, Value] = {}
    origins = dict.fromkeys(Settings.__annotations__, DEFAULT)
    refused: list[Refused] = []
    for given in _read_sources(file, default_file, users_file, environ, flags, flags_are):
        key = _resolve_key(given.key, given.origin)
        if given.untrusted and key not in settings_module.HARMLESS_KEYS:
            refused.append(Refused(key, given.value, given.untrusted))
            continue
        values[key] = settings_module.checked_value(key, given.value, given.origin)
        origins[key] = given.origin
    settings = Settings(**values)  # type: ignore[arg-type]  # each has its field's type now
    return Resolved(settings, origins, tuple(refused))


def untrusted_keys(written: Mapping[str, object], file: Path) -> tuple[Refused, ...]:
    """The keys of a settings file that only the user may set, trusted or not; bad values are an error."""

    keys = [(_resolve_key(key, str(file)), value) for key, value in written.items()]
    checked = [(key, settings_module.checked_value(key, value, str(file))) for key, value in keys]
    return tuple(Refused(key, value, file) for key, value in checked if key not in settings_module.HARMLESS_KEYS)


class _SourcedValue(NamedTuple):
    """A value from one source."""

    key: str
    value: object
    origin: str
    untrusted: Path | None = None
    """The file, where a workspace gave it that nobody trusts."""


def _read_sources(
    file: Path | None,
    default_file: Path | None,
    users_file: Path | None,
    environ: Mapping[str, str],
    flags: Mapping[str, object],
    flags_are: str,
) -> Iterator[_SourcedValue]:
    """The values of all sources, weakest source first."""
    if file is not None and not is_file_there(file):
        raise InputError(f"settings file {file} does not exist", hint="check --settings, or leave it out")
    for path in (users_file, file or default_file):
        if path is not None and is_file_there(path):
            content = content_of(path)
            untrusted = None if path in (users_file, file) or _is_trusted(path, content) else path
            for key, value in parse_content(content, path).items():
                yield _SourcedValue(key, value, str(path), untrusted)
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in RESERVED and environ[name]:  # set but empty means not set
            yield _SourcedValue(name.removeprefix(PREFIX), environ[name], name)
    for key, value in flags.items():
        yield _SourcedValue(key, value, flags_are)


def _is_trusted(path: Path, content: bytes) -> bool:
    """Whether a default file is the user's own: in the user's state folder, or of a trusted workspace."""
    return path.parent.name != STATE_FOLDER or stamps.trusts_settings(path.parent, content)


def _resolve_key(written: str, origin: str) -> str:
    key = written.lower().replace("-", "_")
    known = Settings.__annotations__
    if key in known:
        return key
    from difflib import get_close_matches

    nearest = get_close_matches(key, known, n=1, cutoff=0)[0]
    raise InputError(
        f"unknown setting {written!r} ({origin})", hint=f"the nearest is {nearest}; `context-memory settings` lists all"
    )
