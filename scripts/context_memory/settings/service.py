"""Resolves settings: defaults < user's file < workspace's file < CONTEXT_MEMORY_* < flags.

Nothing is ignored in silence: a key that we do not know is an error in the
user's file, in the environment and on the command line alike, because a misspelt
limit that does nothing is worse than a stop. A workspace's own file may come
from somebody else or from a newer version: what cannot be used there is left out
with a warning, and so is what only the user may set, unless the user trusts it.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import InputError, NotReadyError
from ..storage import environment, places, stamps
from ..storage.files import read_bytes
from ..storage.places import Places
from ..storage.stamps import STATE_FOLDER
from . import values as settings_module
from .values import HARMLESS_KEYS, Settings

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
    """A value of a workspace's file that was left out: only the user may set that key, or it cannot be used."""

    key: str
    """Empty where the whole file cannot be read."""
    value: object
    file: Path
    problem: InputError | None = None
    """Why it cannot be used; None if only the user may set it."""


def refusals(refused: Sequence[Refused]) -> list[str]:
    """A warning for each value that cannot be used, and one for each file with its other keys, and what to do."""
    found = [f"{each.problem} ({each.problem.hint}); left out" for each in refused if each.problem]
    unproblematic = [each for each in refused if not each.problem]
    for file in dict.fromkeys(each.file for each in unproblematic):
        keys = list(dict.fromkeys(each.key for each in unproblematic if each.file == file))
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
    if file is not None and not is_file_there(file):
        raise InputError(f"settings file {file} does not exist", hint="check --settings, or leave it out")
    found = _usable(_in_file(users_file))
    refused: Sequence[Refused] = ()
    if file is None and default_file is not None and default_file.parent.name == STATE_FOLDER:
        of_workspace, refused = _of_workspace(default_file)
        found |= of_workspace
    else:
        found |= _usable(_in_file(file or default_file))
    found |= _usable(_in_environment(environ))
    found |= _usable(_Given(key, value, flags_are) for key, value in flags.items())
    settings = Settings(**{key: value for key, (value, _) in found.items()})  # type: ignore[arg-type]  # checked
    origins = dict.fromkeys(Settings.__annotations__, DEFAULT) | {key: origin for key, (_, origin) in found.items()}
    return Resolved(settings, origins, tuple(refused))


def untrusted_keys(written: Mapping[str, object], file: Path) -> tuple[Refused, ...]:
    """The keys of a settings file that only the user may set, trusted or not; what cannot be used is left out."""
    found, _ = _usable_of_workspace(written, file)
    return tuple(Refused(key, value, file) for key, (value, _) in found.items() if key not in HARMLESS_KEYS)


class _Given(NamedTuple):
    """A value from one source."""

    key: str
    value: object
    origin: str


_Found = dict[str, "tuple[Value, str]"]
"""Checked values by key, each with its origin."""


def _usable(given: Iterable[_Given]) -> _Found:
    """The values by their keys; InputError at the first that cannot be used."""
    found: _Found = {}
    for written, value, origin in given:
        key = _resolve_key(written, origin)
        found[key] = settings_module.checked_value(key, value, origin), origin
        if key == "time_zone":
            _check_zone(str(value), origin)
    return found


def _check_zone(name: str, origin: str) -> None:
    """InputError if there is no such time zone; nothing where this machine has no data to say so."""
    with suppress(NotReadyError):
        try:
            environment.zone_named(name)
        except InputError as error:
            raise InputError(f"setting time_zone = {name[:60]!r} ({origin}) cannot be used", hint=error.hint) from error


def _in_file(path: Path | None) -> Iterator[_Given]:
    if path is not None and is_file_there(path):
        for key, value in read_file(path).items():
            yield _Given(key, value, str(path))


def _in_environment(environ: Mapping[str, str]) -> Iterator[_Given]:
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in RESERVED and environ[name]:  # set but empty means not set
            yield _Given(name.removeprefix(PREFIX), environ[name], name)


def _of_workspace(file: Path) -> tuple[_Found, list[Refused]]:
    """What a workspace's own file may set and can be used, and what of it is left out."""
    if not is_file_there(file):
        return {}, []
    try:
        content = content_of(file)
        written = parse_content(content, file)
    except InputError as error:
        return {}, [Refused("", None, file, error)]
    found, refused = _usable_of_workspace(written, file)
    if stamps.trusts_settings(file.parent, content):
        return found, refused
    refused += [Refused(key, value, file) for key, (value, _) in found.items() if key not in HARMLESS_KEYS]
    return {key: value for key, value in found.items() if key in HARMLESS_KEYS}, refused


def _usable_of_workspace(written: Mapping[str, object], file: Path) -> tuple[_Found, list[Refused]]:
    found: _Found = {}
    refused = []
    for key, value in written.items():
        try:
            found |= _usable([_Given(key, value, str(file))])
        except InputError as error:
            refused.append(Refused(key, value, file, error))
    return found, refused


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
