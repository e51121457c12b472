"""Read text files that lie inside given folders, never through a symlink that leaves them."""

from codecs import getincrementaldecoder
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..model.errors import InputError
from .files import inside, read_bytes

UNREADABLE_SHARE = 10  # a text in which every tenth character is not UTF-8 is something else


@dataclass(frozen=True, slots=True)
class Found:
    """The beginning of a text file."""

    real: Path
    """Where it lies, symlinks resolved: the same file under two names is one file."""
    text: str
    is_whole: bool


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a file cannot be given."""

    reason: str


def folders(*candidates: Path | None) -> tuple[Path, ...]:
    """Those folders that exist and may be read from; the root of the file system holds everything, so it is none."""
    usable = (folder for folder in candidates if folder is not None and folder.is_absolute() and folder.is_dir())
    return tuple(dict.fromkeys(folder for folder in usable if folder.resolve() != Path(folder.anchor)))


def find(path: str, bases: Sequence[Path], *, limit: int) -> Found | Unusable:
    """The first `limit` bytes of a text file inside one of the folders; relative paths are tried in each."""
    if not path or "\0" in path:
        return Unusable("not a path")
    try:
        candidates = _candidates(path, bases)
        existing = next((each for each in candidates if each.exists() or each.is_symlink()), None)
        if existing is None:
            return Unusable("missing")
        if not any(inside(existing, base) for base in bases):
            return Unusable("outside the workspace")
        return _text(existing.resolve(), limit)
    except InputError as error:
        return Unusable(str(error))
    except (OSError, RuntimeError) as error:  # a name too long, a loop of symlinks, no home folder
        return Unusable(f"cannot be read: {error.strerror if isinstance(error, OSError) else error}")


def _candidates(path: str, bases: Sequence[Path]) -> tuple[Path, ...]:
    if path.startswith("~/"):
        return (Path.home() / path[2:],)
    return tuple(dict.fromkeys(base / path for base in bases))  # an absolute path stays itself


def _text(real: Path, limit: int) -> Found | Unusable:
    data = read_bytes(real, limit=limit + 1)
    is_whole = len(data) <= limit
    if b"\0" in data:
        return Unusable("not a text file")
    text = getincrementaldecoder("utf-8")("replace").decode(data[:limit], final=is_whole)
    if text.count("\ufffd") * UNREADABLE_SHARE > len(text):
        return Unusable("not UTF-8 text")
    if not text.strip():
        return Unusable("empty")
    return Found(real, text.removeprefix("\ufeff"), is_whole)
