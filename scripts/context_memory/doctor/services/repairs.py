"""Fixes what is safe to fix: missing files, the ignore rule, project facts, pointers, modes.

Changed text is stored as a pre-image first. What a person has to decide
(secrets, the host's configuration, an open breaker, a prompt) stays as it is.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from ...errors import ContextMemoryError, InputError
from ...storage.places import Places
from ...workspace import memory_md
from ...workspace.files import memory_files
from ...workspace.services import memory_index, scaffold
from ..values import Check, Repair, Status

_BY_SCAFFOLD = {"memory_index", "memory_files", "handoffs", "memory_ignored", "fingerprint"}


def repair(
    places: Places, checks: Sequence[Check], now: datetime, *, language: str = "en", dry_run: bool = False
) -> tuple[Repair, ...]:
    """Fix the failing checks; returns each thing that was done, would be done, or was refused."""
    if places.workspace is None:
        raise InputError("no workspace was given", hint="name the workspace folder")
    folder = places.workspace.resolve()
    failing = {check.name for check in checks if check.status is Status.FAIL}
    done: list[Repair] = []
    if failing & _BY_SCAFFOLD:
        done += _try_repair("workspace files", lambda: _scaffold(places, failing, now, language, dry_run=dry_run))
    if "pointers" in failing and (folder / "MEMORY.md").is_file():
        done += _try_repair("MEMORY.md", lambda: _pointers(places, now, dry_run=dry_run))
    if dry_run and "file_modes" not in failing:
        return tuple(done)
    return (*done, *_try_repair("modes", lambda: _modes(folder, dry_run=dry_run)))  # last: new files count too


def _try_repair(path: str, work: Callable[[], list[Repair]]) -> list[Repair]:
    try:
        return work()
    except ContextMemoryError as error:
        return [Repair(path, f"{error}; {error.hint}" if error.hint else str(error), is_done=False)]
    except OSError as error:
        return [Repair(path, f"{error.strerror}", is_done=False)]


def _scaffold(places: Places, failing: set[str], now: datetime, language: str, *, dry_run: bool) -> list[Repair]:
    wishes = scaffold.Wishes(
        language=_language_of(places, language),
        gitignore="memory_ignored" in failing,
        refresh="fingerprint" in failing,
    )
    done = scaffold.init(places, wishes, now, dry_run=dry_run)
    return [Repair(written.path, written.what) for written in done.written]


def _language_of(places: Places, language: str) -> str:
    """New files use the language of the existing index."""
    text = memory_files.read(places.workspace, "MEMORY.md") if places.workspace else None
    return memory_md.language_of(text) if text else language


def _pointers(places: Places, now: datetime, *, dry_run: bool) -> list[Repair]:
    verified = memory_index.verify(places, now, dry_run=dry_run)
    repaired = [Repair("MEMORY.md", f"pointer {each.pointer.target} checked") for each in verified.findings]
    changed = verified.is_written or dry_run
    reported = [Repair("memories/errors.md", line) for line in verified.reported]
    return [*(repaired if changed else []), *reported]


def _modes(folder: Path, *, dry_run: bool) -> list[Repair]:
    done = []
    for entry in memory_files.entries(folder):
        if not entry.is_private:
            if not dry_run:
                memory_files.make_private(folder, entry)
            done.append(Repair(entry.path, f"mode {entry.mode:04o} to {entry.mode & 0o700:04o}"))
    return done
