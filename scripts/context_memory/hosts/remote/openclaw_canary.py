"""The canary of OpenClaw: a small session through a real gateway, and what of the plugin showed in it.

The plugin is the one that the user's configuration loads. The gateway has a
state folder and a workspace of its own, which are removed afterwards, and a
model on loopback: nothing is sent anywhere, and no session of the user is seen.
"""

import contextlib
import json
import tempfile
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...compaction.digest import continuation
from ...errors import ContextMemoryError
from ...testing import FakeAnthropic
from ...text import config_edit
from .. import tested_versions
from ..openclaw import PLUGIN, PROVIDER
from ..services import openclaw_installation
from .canary import Finding, StopError, opened, remove, version_finding, waited
from .claude_code_program import text_of, tool_results
from .openclaw_program import Host

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


def sing(program: str, *, environment: Mapping[str, str] | None = None) -> tuple[Finding, ...]:
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
            self._found.append(version_finding(version, tested_versions.OPENCLAW))
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
        self._note("tool result", *opened(self._host.workspace, long, expected), _LOG)
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
        self._note("session_end", waited(is_known, _LEARN_SECONDS), detail, _LOG)


def _configuration() -> Mapping[str, Any]:
    path = openclaw_installation.config_file()
    text = path.read_text(encoding="utf-8") if path.is_file() else "{}"
    value = config_edit.value_at(text, (), str(path))
    return value if isinstance(value, dict) else {}


def _instructions(body: Mapping[str, Any]) -> str:
    return text_of({"system": body.get("system", "")}).replace("\\n", "\n")


def _at(value: object, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
