"""What the canaries of all hosts share: what they found, and how they clean up."""

import contextlib
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...storage import stamps, user_folders
from ...text.patterns import lazy_regex

_HANDLE = lazy_regex(r"cm:[0-9a-f]{6,}")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that the canary looked at."""

    name: str
    is_good: bool
    detail: str
    advice: str = ""


class StopError(Exception):
    """The session cannot go on."""


def version_finding(version: str, tested: tuple[str, ...]) -> Finding:
    """Whether the plugin was driven with this version of the host."""
    advice = "the other lines say whether it works; references/hosts.md has the versions that were tested"
    is_known = version in tested
    detail = f"{version or '?'}; tested: {', '.join(tested)}"
    return Finding("version", is_known, detail, "" if is_known else advice)


def opened(workspace: Path, shown: str, expected: str) -> tuple[bool, str]:
    """Whether a trimmed output can be opened byte for byte, and what there is to say of it."""
    handle = _HANDLE.search(shown)
    if handle is None:
        return False, f"an output of {len(expected):,} characters came untrimmed, {len(shown):,} characters"
    with ContextMemory(workspace) as memory:
        text = memory.originals.read(handle[0]).text
    if text.rstrip("\n") != expected:
        return False, f"{handle[0]} gives back {len(text):,} characters of {len(expected):,}"
    return True, f"{len(expected):,} characters as {len(shown):,}; {handle[0]} gives all of them back"


def waited(is_done: Callable[[], bool], seconds: float) -> bool:
    """Whether it was done within so many seconds."""
    end = time.monotonic() + seconds
    while not is_done():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


def remove(folder: Path, workspace: Path) -> None:
    """Remove the folder, and the stamp of its workspace's state."""
    with contextlib.suppress(OSError, ContextMemoryError):
        name = (workspace / stamps.STATE_FOLDER / stamps.ID_FILE).read_text(encoding="utf-8").strip()
        (user_folders.state_folder() / "stamps" / f"{name}.json").unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
