"""The canary of OpenClaw: a small session through a real gateway, and what of the plugin showed in it.

The plugin is the one that the user's configuration loads. The gateway has a
state folder and a workspace of its own, which are removed afterwards, and a
model on loopback: nothing is sent anywhere, and no session of the user is seen.
"""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...compaction.digest import continuation
from ...doctor.services import host_facts
from ...errors import ContextMemoryError, RemoteError
from ...testing import FakeAnthropic
from ...text import config_edit
from ...text.json_text import parse_json
from .. import installation
from ..openclaw import PLUGIN, PROVIDER
from ..services import installing
from .canary import Finding, StopError, check_original, remove, run_program, version_finding, wait_until
from .claude_code import text_of, tool_results

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


_STEPS = 1_500
_LEARN_SECONDS = 60.0
_OF_HOST = "the model wrote this summary"
"""What the host's own summariser is answered."""
_SESSION = "agent:main:canary"
_FILLER = "and so on " * 60
_INSTALL = "context-memory install openclaw, then openclaw gateway restart"
_ACCESS = "hooks.allowConversationAccess of the plugin's entry has to be true: " + _INSTALL
_LOG = "openclaw plugins inspect context-memory-optimizer --runtime, then the log of the gateway"
DEGRADED = '" degraded to "'
"""In the host's log where it answered a turn without the context engine that the configuration names."""
_LOG_CHARS = 300


def run_canary(program: str, *, environment: Mapping[str, str] | None = None) -> tuple[Finding, ...]:
    """Go through it all; what was made for it is removed, whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="context-memory-canary-")).resolve()
    host = None
    try:
        with FakeAnthropic(model=lambda _: _OF_HOST) as api:
            host = Host(program, folder, api, environment or {})
            return _Canary(host).run()
    finally:
        remove(folder, folder / "workspace")


class _Canary:
    """One run: what it plants, and what it found."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._word = f"word{uuid.uuid4().hex[:10]}"
        self._rule = f"rule{uuid.uuid4().hex[:10]}"
        self._denied = f"/canary-{uuid.uuid4().hex[:10]}"
        self._plugins: dict[str, Any] = {}
        self._found: list[Finding] = []

    def run(self) -> tuple[Finding, ...]:
        """All findings, in the order of the session."""
        with contextlib.suppress(StopError):
            self._set_up()
            with self._gateway():
                self._first_turn()
                for number in ("first", "second"):
                    self._compaction(number)
            self._configure(provider="")  # from here on the host's model writes the summaries
            with self._gateway():
                self._new_process()
                self._lost()
                self._learnt()
        return tuple(self._found)

    def _note(self, name: str, is_good: bool, detail: str, advice: str = "") -> None:
        self._found.append(Finding(name, is_good, detail, "" if is_good else advice))

    @contextlib.contextmanager
    def _gateway(self) -> Any:
        with self._stopping("gateway"), self._host.gateway():
            yield
        if "slots" in self._plugins:
            log = (self._host.folder / "gateway.log").read_text(encoding="utf-8", errors="replace")
            line = next((each for each in log.splitlines() if DEGRADED in each), "")
            self._note("context engine", not line, line[-_LOG_CHARS:] or "no turn fell back to the legacy engine", _LOG)

    @contextlib.contextmanager
    def _stopping(self, name: str) -> Any:
        """An error of the host is a finding, and the end."""
        try:
            yield
        except ContextMemoryError as error:
            self._note(name, False, str(error), error.hint)
            raise StopError from error

    def _set_up(self) -> None:
        """The plugin as the user's configuration has it, in a state folder of its own."""
        with self._stopping("host"):
            version = self._host.version()
            self._found.append(version_finding(version, installation.TESTED_OPENCLAW))
            found = self._host.installed(PLUGIN)
            config = _configuration()
        provider = _at(config, "agents", "defaults", "compaction", "provider")
        self._note("installed", bool(found.get("enabled")), f"the plugin in {found.get('rootDir') or '?'}", _INSTALL)
        self._note("compaction.provider", provider == PROVIDER, f"{provider or 'none'} in the configuration", _INSTALL)
        if not found.get("enabled"):
            raise StopError
        entry = _at(config, "plugins", "entries", PLUGIN) or {"enabled": True}
        self._plugins = {"load": {"paths": [found["rootDir"]]}, "entries": {PLUGIN: entry}}
        if _at(config, "plugins", "slots", "contextEngine") == PROVIDER:
            self._plugins["slots"] = {"contextEngine": PROVIDER}
        self._configure(provider or "")
        memories = self._host.workspace / "memories"
        memories.mkdir()
        denied = f"# Errors\n- 2026-01-01 PermissionDenied: rm -rf {self._denied} — the canary's\n"
        (memories / "errors.md").write_text(denied, encoding="utf-8")

    def _configure(self, provider: str) -> None:
        compaction = {"provider": provider} if provider else {}
        self._host.set_up(plugins=self._plugins, agents={"defaults": {"compaction": compaction}})

    def _turn(self, message: str) -> list[dict[str, Any]]:
        with self._stopping("turn"):
            requests = self._host.turn(_SESSION, message)
        if not requests:
            self._note("turn", False, "the host asked no model", "run the host by hand once")
            raise StopError
        return requests

    def _first_turn(self) -> None:
        fact = f"The canary flies to the harbour of {self._word}"
        self._host.api.call("exec", {"command": f"seq -f step-%g {_STEPS}; echo ERROR: disk full"})
        self._host.api.call("exec", {"command": f"rm -rf {self._denied}"})
        self._host.api.call("tool_call", {"id": "remember_fact", "args": {"text": fact}}).reply("All were tried.")
        results = tool_results(self._turn(f"From now on always use {self._rule}, not npm.")[-1])
        long, refused, kept = [*results, "", "", ""][:3]
        expected = "".join(f"step-{number}\n" for number in range(1, _STEPS + 1)) + "ERROR: disk full"
        self._note("tool result", *check_original(self._host.workspace, long, expected), _LOG)
        self._note("before_tool_call", "errors.md" in refused, "a command that errors.md records is refused", _LOG)
        self._note("remember_fact", "added" in kept, "the model remembers a fact", _LOG)

    def _compacted(self, number: str) -> str:
        for each in ("one", "two"):
            self._turn(f"Question {each} before the {number} compaction, {_FILLER}")
        with self._stopping("compaction"):
            return str(self._host.compact(_SESSION).get("summary", ""))

    def _compaction(self, number: str) -> None:
        summary = self._compacted(number)
        is_ours = continuation.is_ours(summary)
        whose = "by our rules" if is_ours else "by the host itself" if _OF_HOST in summary else "none"
        self._note("compaction", is_ours, f"{number}: the summary is {whose}", _LOG)
        is_kept = is_ours and self._rule in summary
        self._note("directive", is_kept, f"{number} compaction: what a person ordered is in the summary", _LOG)

    def _new_process(self) -> None:
        query = {"id": "recall_memory", "args": {"query": "To which harbour does the canary fly?"}}
        self._host.api.call("tool_call", query).reply("There.")
        requests = self._turn("Tell me the harbour.")
        is_known = any(self._word in result for result in tool_results(requests[-1]))
        self._note("recall_memory", is_known, "the fact in a new process", _LOG)
        is_there = self._rule in json.dumps(requests[0]["messages"])
        self._note("resume", is_there, "the summary in a new process", _LOG)

    def _lost(self) -> None:
        """A summary without the rule: the instructions of the next requests have it, in the same words."""
        summary = self._compacted("third")
        first, second = (self._turn(f"Question {each} after it")[0] for each in ("one", "two"))
        is_lost = bool(summary) and self._rule not in summary + json.dumps(first["messages"])
        orders = [[line for line in _instructions(body).splitlines() if self._rule in line] for body in (first, second)]
        is_added = is_lost and bool(orders[0]) and orders[0] == orders[1]
        detail = "what a summary of the host's own lost of a person's orders is in the instructions"
        self._note("before_prompt_build", is_added, detail, _ACCESS)

    def _learnt(self) -> None:
        """What a person said is learnt when the session ends."""
        with self._stopping("session_end"):
            self._host.run("gateway", "call", "sessions.reset", "--params", json.dumps({"key": _SESSION}), "--json")

        def is_known() -> bool:
            with ContextMemory(self._host.workspace) as memory:
                return any(self._rule in hit.text for hit in memory.recall(self._rule).hits if hit.kind != "turn")

        detail = "what a person said in a session is learnt"
        self._note("session_end", wait_until(is_known, _LEARN_SECONDS), detail, _LOG)


def _configuration() -> Mapping[str, Any]:
    path = installing.config_file()
    text = path.read_text(encoding="utf-8") if path.is_file() else "{}"
    value = config_edit.value_at(text, (), str(path))
    return value if isinstance(value, dict) else {}


def _instructions(body: Mapping[str, Any]) -> str:
    return text_of({"system": body.get("system", "")}).replace("\\n", "\n")


def _at(value: object, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
