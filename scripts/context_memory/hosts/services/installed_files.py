"""Files of a host that an installation changes, and the record of what was in them before."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ...errors import InputError, NotReadyError
from ...storage import files, places
from ...text.json_text import parse_json
from ..installation import Change

Record = Mapping[str, Mapping[str, str | None]]
"""By path: the text before the installation, and after it."""
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
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                files.replace_text(path, change.after)
        except OSError as error:
            raise NotReadyError(f"cannot write {path}: {error.strerror}", hint="check permissions") from error


def undone(path: str, now: str, record: Record, without: Callable[[str], str]) -> str | None:
    """The text from before where nobody changed the file since; from any other only what is ours is taken out."""
    kept = record.get(path)
    return kept.get("before") if kept is not None and kept.get("after") == now else without(now)


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
