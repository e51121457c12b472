"""Runs a host's program: once, without standard input, with a time limit; what went wrong is an error of ours."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...errors import NotReadyError, RemoteError

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
