"""Real processes of the provider: `serve`, `helper`, `mcp`, and commands beside them."""

import contextlib
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..memory_server import REPOSITORY, SCRIPT, Answer, Client, Server, serving

SMALL = [
    *("--set", "window=8192", "--set", "policy=small", "--set", "block_tokens=400"),
    *("--set", "evict_tokens=900", "--set", "summary_tokens=500"),
]
"""Room for a few blocks only."""


def programs_of(package: str, name: str) -> Path | None:
    """Programs of an environment under build/ that has this package, made where there is none; None where it cannot."""
    folder = REPOSITORY / "build" / name
    if not (folder / "installed").exists():
        venv.create(folder, with_pip=True)
        install = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", package]
        if subprocess.run(install, check=False, stderr=subprocess.DEVNULL).returncode:
            return None
        (folder / "installed").touch()
    return folder / "bin"


def environment(workspace: Path) -> dict[str, str]:
    """Of a process whose user has the workspace for a home."""
    return {"PATH": os.defpath, "HOME": str(workspace), "PYTHONDONTWRITEBYTECODE": "1"}


def command(
    workspace: Path, *words: str, given: str = "", variables: Mapping[str, str] | None = None
) -> tuple[int, Any]:
    """Exit code and JSON of one command that reads what is given."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words, "--workspace", str(workspace), "--json"],
        input=given,
        capture_output=True,
        text=True,
        env=environment(workspace) | dict(variables or {}),
        timeout=300,
        check=False,
    )
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else done.stderr


@contextlib.contextmanager
def started(workspace: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that ends when its standard input does; it has to end well."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), *words, "--workspace", str(workspace)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(workspace),
    )
    try:
        yield process
        if process.stdin is not None and not process.stdin.closed:
            process.stdin.close()
        assert process.wait(timeout=300) in {0, -9}, process.stderr.read() if process.stderr else ""
    finally:
        process.kill()
        process.wait(timeout=300)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


@contextlib.contextmanager
def helping(workspace: Path, *words: str) -> Iterator[tuple["subprocess.Popen[bytes]", Client]]:
    """A helper that is ready, and a client of it."""
    socket = workspace / "h.sock"
    with started(workspace, "helper", "--socket", str(socket), *words) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"ready on unix:")
        client = Client(f"unix:{socket}", "")
        try:
            yield process, client
        finally:
            client.close()


@contextlib.contextmanager
def serving_small(workspace: Path, *words: str) -> Iterator[Server]:
    """`serve` with room for a few blocks."""
    workspace.mkdir(exist_ok=True)
    with serving(workspace, *SMALL, *words) as server:
        yield server


def send(client: Client, method: str, path: str, value: object = None) -> Answer:
    """A request under /v1 with a JSON body."""
    return client.ask(method, f"/v1{path}", None if value is None else json.dumps(value))


def hand_over(client: Client, session: str, messages: list[dict[str, Any]], at_once: int = 20) -> None:
    """Append all of these; each part has to be accepted."""
    for first in range(0, len(messages), at_once):
        answer = send(client, "POST", f"/sessions/{session}/messages", {"messages": messages[first : first + at_once]})
        assert answer.status == 202, answer.text
