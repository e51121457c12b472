"""Trusts a workspace as `direnv allow` does: shows what would take effect, then stores a stamp outside of it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError
from ...memory.doc_rows import Put
from ...memory.stores.sqlite import journal as doc_journal
from ...settings import service as settings_service
from ...settings.service import Refused, untrusted_keys
from ...storage import places, stamps
from ...storage.places import Places
from ...storage.stamps import Stamp


@dataclass(frozen=True, slots=True)
class Offer:
    """The settings and state that the user would trust."""

    workspace: Path
    settings: tuple[Refused, ...]
    """What the settings file sets that only the user may set."""
    settings_hash: str
    is_foreign: bool
    """The state folder was not made on this machine."""
    is_needed: bool
    """Something would take effect that does not take effect now."""
    docs: int = 0
    pinned: tuple[str, ...] = ()
    sessions: int = 0


def offer(workspace: Path) -> Offer:
    """What `accept` would put into effect; raises InputError without a state folder, or with invalid settings."""
    known = _places_of(workspace)
    if not known.state.is_dir() or known.state.is_symlink():
        raise InputError(f"{workspace} has no folder {known.state.name}", hint="there is nothing to trust yet")
    content = settings_service.content_of(known.settings) if settings_service.is_file_there(known.settings) else b""
    settings = untrusted_keys(settings_service.parse_content(content, known.settings), known.settings)
    is_needed = known.is_foreign or (bool(settings) and not stamps.trusts_settings(known.state, content))
    docs = _docs_in(known.state / "docs.jsonl") if known.is_foreign else {}
    return Offer(
        known.workspace or workspace,
        settings,
        stamps.hash_of(content) if content else "",
        known.is_foreign,
        is_needed,
        len(docs),
        tuple(put.row.text for put in docs.values() if put.row.pinned),
        sum(1 for _ in known.journal.glob("*")) if known.is_foreign and known.journal.is_dir() else 0,
    )


def accept(offered: Offer) -> None:
    """Trust the settings that were shown, and the state as it is; what is derived from foreign state is rebuilt."""
    known = _places_of(offered.workspace)
    stamps.adopt(known.state, offered.settings_hash)
    if known.derived_elsewhere is not None:
        shutil.rmtree(known.derived_elsewhere, ignore_errors=True)


def is_trusted(workspace: Path) -> bool:
    """Whether there is trust to revoke."""
    return bool(stamps.stamps_of(_state_of(workspace)))


def revoke(workspace: Path) -> bool:
    """Revoke the trust in a workspace, also in a deleted one; returns whether there was any."""
    return stamps.revoke(_state_of(workspace))


def trusted() -> list[tuple[Stamp, bool]]:
    """All stamps, each with whether its folder still exists."""
    return [(stamp, stamps.is_there(stamp)) for stamp in stamps.all_stamps()]


def is_named(workspace: Path) -> bool:
    """Whether the user's environment trusts the workspace, regardless of its stamp."""
    return stamps.is_trusted_by_name(_state_of(workspace))


def _places_of(workspace: Path) -> Places:
    return places.of_workspace(workspace.absolute())


def _state_of(workspace: Path) -> Path:
    return workspace.absolute() / stamps.STATE_FOLDER


def _docs_in(journal: Path) -> dict[str, Put]:
    """The docs of a journal, each as of its last line."""
    events = (event for event, _ in doc_journal.read(journal, 0, []))
    return {event.row.id: event for event in events if isinstance(event, Put)}
