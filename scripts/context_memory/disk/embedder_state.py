"""Two small files about vectors: the embedder that rests, and how far a reembedding is."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..model.embedding import Progress, Rest
from . import state_file
from .state_file import Form


def rest(path: Path) -> Rest:
    """The rest as it is; a file that cannot be read is none."""
    return state_file.load(path, REST).state


def change_rest(path: Path, edit: Callable[[Rest], Rest]) -> None:
    """Replace it under a lock."""
    state_file.change(path, REST, edit)


def progress(path: Path) -> Progress | None:
    """The last reembedding that was written down."""
    return state_file.load(path, PROGRESS).state


def save_progress(path: Path, now: Progress) -> None:
    """Write it down for those who ask from outside."""
    state_file.change(path, PROGRESS, lambda _: now)


def _rest_of(fields: Mapping[str, Any]) -> Rest:
    until = fields.get("until")
    return Rest(
        identity=str(fields.get("identity", "")),
        failures=int(fields.get("failures", 0)),
        until=datetime.fromisoformat(until).astimezone(UTC) if isinstance(until, str) else None,
        reason=str(fields.get("reason", "")),
    )


def _rest_shown(rest: Rest) -> dict[str, Any]:
    until = rest.until.isoformat() if rest.until else None
    return {"identity": rest.identity, "failures": rest.failures, "until": until, "reason": rest.reason}


def _progress_of(fields: Mapping[str, Any]) -> Progress | None:
    try:
        return Progress(
            identity=str(fields["identity"]),
            done=int(fields["done"]),
            total=int(fields["total"]),
            seconds=float(fields["seconds"]),
            made=int(fields["made"]),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"no progress: {error}") from error


def _progress_shown(progress: Progress | None) -> dict[str, Any]:
    if progress is None:
        return {}
    return {
        "identity": progress.identity,
        "done": progress.done,
        "total": progress.total,
        "seconds": round(progress.seconds, 3),
        "made": progress.made,
    }


REST: Form[Rest] = Form(Rest(), _rest_of, _rest_shown)
PROGRESS: Form[Progress | None] = Form(None, _progress_of, _progress_shown)
