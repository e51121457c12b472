"""What the canaries of all hosts share: running a program, findings, cleaning up."""

import contextlib
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError, NotReadyError, RemoteError
from ...storage import environment as user_folders
from ...storage import stamps
from ...text.patterns import lazy_regex

SECONDS = 180.0
"""Of one run; a host that takes longer is ended."""
_ERROR_CHARS = 600


def run_program(words: Sequence[str], folder: Path | None, environment: Mapping[str, str]) -> str:
    """Standard output of the program `words[0]`, run in the folder.

    Raises NotReadyError where it cannot be started, RemoteError where it takes too long or fails.
    """
    program = words[0]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            check=False,
        )
    except OSError as error:
        raise NotReadyError(f"cannot start {program}: {error.strerror}", hint="name it: --program") from error
    except subprocess.TimeoutExpired as error:
        raise RemoteError(f"{program} took more than {SECONDS:.0f} s", hint="run it by hand once") from error
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-_ERROR_CHARS:]
        raise RemoteError(f"{program} ended with exit code {done.returncode}: {said}", hint="run it by hand")
    return done.stdout


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


def check_original(workspace: Path, shown: str, expected: str) -> tuple[bool, str]:
    """Whether a trimmed output can be opened byte for byte, and what there is to say of it."""
    handle = _HANDLE.search(shown)
    if handle is None:
        return False, f"an output of {len(expected):,} characters came untrimmed, {len(shown):,} characters"
    with ContextMemory(workspace) as memory:
        text = memory.originals.read(handle[0]).text
    if text.rstrip("\n") != expected:
        return False, f"{handle[0]} gives back {len(text):,} characters of {len(expected):,}"
    return True, f"{len(expected):,} characters as {len(shown):,}; {handle[0]} gives all of them back"


def wait_until(is_done: Callable[[], bool], seconds: float) -> bool:
    """Wait until `is_done`, at most so many seconds; whether it was."""
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
