"""Files of a host that an installation changes, and the record of what was in them before."""

import contextlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...errors import InputError, NotReadyError
from ...storage import files, places
from ...text.hashing import sha256
from ...text.json_text import parse_json
from ..installation import Change

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
