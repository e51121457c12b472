"""Runs OpenClaw with a configuration, a state folder and a workspace of its own, and a model on loopback."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...doctor.services import host_facts
from ...errors import RemoteError
from ...testing import FakeAnthropic
from ...text.json_text import parse_json
from ..openclaw import PLUGIN
from .program import run_program

READY_SECONDS = 120.0
"""Of a gateway, on a busy machine."""
READY = "[gateway] ready"
_INDEX = "plugins.installedIndex"
"""Under which the host keeps its records; it says that nobody else may edit them."""
_MODEL = {"id": "fake-1", "name": "Fake", "reasoning": False, "input": ["text"], "maxTokens": 2_048}
_FREE = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
_QUIET = {"CI": "1", "NO_COLOR": "1"}
_COMPACTION = {
    "keepRecentTokens": 300,
    "recentTurnsPreserve": 1,
    "memoryFlush": {"enabled": False},
    "qualityGuard": {"enabled": False},  # it would refuse what the model on loopback writes
}
_AUTHENTICATION = {"mode": "token", "token": "loopback"}


def installed_by_host() -> bool:
    """Whether the user's own OpenClaw has a record of `openclaw plugins install` for the plugin."""
    path = host_facts.openclaw_state(None, os.environ) / "state" / "openclaw.sqlite"
    if not path.is_file():
        return False
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            row = opened.execute(
                "SELECT value_json FROM config_machine_state WHERE state_key = ?", (_INDEX,)
            ).fetchone()
        records = parse_json(row[0])["index"]["installRecords"] if row else {}
    except (sqlite3.Error, ValueError, KeyError, TypeError):  # a version that keeps it elsewhere
        return False
    return PLUGIN in records


def uninstall() -> None:
    """Have the user's own OpenClaw take out what its `plugins install` put in."""
    run_program(["openclaw", "plugins", "uninstall", PLUGIN, "--force"], None, {**os.environ, **_QUIET})


@dataclass(frozen=True, slots=True)
class Host:
    """The program, and the folder that holds all that it writes."""

    program: str
    folder: Path
    api: FakeAnthropic
    environment: Mapping[str, str] = field(default_factory=dict)
    """Beside that of this process."""
    window: int = 200_000

    @property
    def workspace(self) -> Path:
        """Of its agent."""
        return self.folder / "workspace"

    @property
    def state(self) -> Path:
        """Where it keeps sessions and configuration."""
        return self.folder / "state"

    @property
    def provider(self) -> dict[str, Any]:
        """Its model, as a configuration names it."""
        models = [{**_MODEL, "contextWindow": self.window, "cost": _FREE}]
        return {"baseUrl": self.api.base_url, "apiKey": "loopback", "api": "anthropic-messages", "models": models}

    def set_up(self, **more: Any) -> int:
        """Make the folders and write the configuration, with these parts of it; the port of its gateway."""
        for each in (self.workspace, self.state):
            each.mkdir(parents=True, exist_ok=True)
        port = _free_port()
        config = _merged(self._config(port), more)
        (self.state / "openclaw.json").write_text(json.dumps(config, indent=2), encoding="utf-8")
        return port

    def _config(self, port: int) -> dict[str, Any]:
        agent: dict[str, Any] = {
            "workspace": str(self.workspace),
            "skipBootstrap": True,
            "heartbeat": {"every": "0m"},
            "model": {"primary": "fake/fake-1"},
            "compaction": _COMPACTION,
        }
        return {
            "gateway": {
                "mode": "local",
                "bind": "loopback",
                "port": port,
                "auth": {"mode": "token", "token": "loopback"},
            },
            "cron": {"enabled": False},
            "logging": {"file": str(self.folder / "openclaw.log")},
            "agents": {"defaults": agent},
            "models": {"mode": "replace", "providers": {"fake": self.provider}},
            "memory": {"search": {"provider": "none"}},
        }

    def run(self, *words: str) -> str:
        """What one command prints; raises RemoteError where it fails."""
        return self._run(words, is_ours=True)

    def _run(self, words: Sequence[str], *, is_ours: bool) -> str:
        folder = self.workspace if self.workspace.is_dir() else None
        return run_program([self.program, *words], folder, self._variables(is_ours=is_ours))

    def version(self) -> str:
        """The version that the program names."""
        words = self.run("--version").split()
        return next((word for word in words if word[:1].isdigit()), "")

    def installed(self, plugin: str, *, is_ours: bool = False) -> dict[str, Any]:
        """What the user's own host knows of a plugin, or this one; nothing where it knows none."""
        answer = self._run(["plugins", "list", "--json"], is_ours=is_ours)
        listed = parse_json(answer[answer.index("{") :]).get("plugins", []) if "{" in answer else []
        return next((each for each in listed if each.get("id") == plugin), {})

    def turn(self, session: str, message: str, *, agent: str = "main") -> list[dict[str, Any]]:
        """One turn through the gateway; the bodies of the requests that it made."""
        before = len(self.api.requests)
        self.run("agent", "--agent", agent, "--session-key", session, "--message", message)
        return [request.body for request in self.api.requests[before:]]

    def compact(self, session: str) -> dict[str, Any]:
        """A real compaction through the gateway, as the host describes it."""
        answer = parse_json(self.run("sessions", "compact", session, "--json"))
        result: dict[str, Any] = answer.get("result") or {}
        return result

    @contextlib.contextmanager
    def gateway(self) -> Iterator["subprocess.Popen[bytes]"]:
        """A gateway that runs while the block does."""
        log = self.folder / "gateway.log"
        port = parse_json((self.state / "openclaw.json").read_text(encoding="utf-8"))["gateway"]["port"]
        with log.open("wb") as out:
            words = [self.program, "gateway", "run", "--port", str(port), "--bind", "loopback"]
            process = subprocess.Popen(
                words,
                cwd=self.workspace,
                env=self._variables(is_ours=True),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        try:
            _wait_until_ready(process, log)
            yield process
        finally:
            _ended(process)

    def _variables(self, *, is_ours: bool) -> dict[str, str]:
        """Of the host with our configuration, or with the user's own."""
        own = {"OPENCLAW_STATE_DIR": str(self.state), "OPENCLAW_CONFIG_PATH": str(self.state / "openclaw.json")}
        return {**os.environ, **_QUIET, **self.environment, **(own if is_ours else {})}


def _wait_until_ready(process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + READY_SECONDS
    while READY not in (said := log.read_text(encoding="utf-8", errors="replace")):
        if process.poll() is not None or time.monotonic() > end:
            raise RemoteError(f"the gateway did not get ready: {said.strip()[-600:]}", hint="run it by hand once")
        time.sleep(0.1)


def _ended(process: "subprocess.Popen[bytes]") -> None:
    """The host and what it started; it may take ten seconds to close its sessions."""
    if process.poll() is None:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(10)


def _free_port() -> int:
    with contextlib.closing(socket.socket()) as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])


def _merged(one: dict[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Both objects, part by part; the other one counts."""
    found = dict(one)
    for name, value in other.items():
        old = found.get(name)
        found[name] = _merged(old, value) if isinstance(old, dict) and isinstance(value, Mapping) else value
    return found
