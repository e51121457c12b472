"""Claude Code as a program, and its canary: a small session through its real path, and what of the plugin showed in it.

The canary works in a folder of its own that is removed afterwards, with the user's own
configuration of the host, and with a Messages API on loopback: nothing is sent
anywhere and nothing is paid.
"""

import contextlib
import json
import os
import shutil
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...storage import stamps
from ...testing import FakeAnthropic
from ...transcripts.own_texts import OPENINGS
from .. import installation
from ..services import installing
from ..services.one_shot import STEERING
from .canary import Finding, StopError, check_original, remove, run_program, version_finding, wait_until

MODEL = "claude-haiku-5-5"
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
}


@dataclass(frozen=True, slots=True)
class Host:
    """The program, and where it works."""

    program: str
    workspace: Path
    api: FakeAnthropic
    environment: Mapping[str, str] = field(default_factory=dict)
    """Beside that of this process."""
    arguments: Sequence[str] = ()

    def version(self) -> str:
        """The version that the program names."""
        words = self.run("--version").split()
        return words[0] if words else ""

    def turn(self, prompt: str, *more: str) -> list[dict[str, Any]]:
        """One run with this prompt; the bodies of the requests that it made."""
        before = len(self.api.requests)
        self.run("-p", prompt, "--model", MODEL, "--allowedTools", "Bash", *more)
        return [request.body for request in self.api.requests[before:]]

    def run(self, *words: str) -> str:
        """What the program with these words writes; its API is the one on loopback."""
        variables = {**os.environ, **QUIET, "ANTHROPIC_API_KEY": "loopback", **self.environment}
        variables["ANTHROPIC_BASE_URL"] = self.api.base_url
        for name in ("CLAUDECODE", "CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID", "ANTHROPIC_AUTH_TOKEN"):
            variables.pop(name, None)  # of a session that this process runs in
        more = self.arguments if words[0] == "-p" else ()
        return run_program([self.program, *words, *more], self.workspace, variables)


def text_of(body: Mapping[str, Any]) -> str:
    """All that a request says to the model."""
    return json.dumps([body.get("system", ""), body.get("messages", [])], ensure_ascii=False)


def tool_results(body: Mapping[str, Any]) -> list[str]:
    """The texts of tool results in a request, oldest first."""
    found = []
    for message in body.get("messages", []):
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            if block.get("type") == "tool_result":
                inner = block.get("content")
                parts = inner if isinstance(inner, list) else [{"text": inner}]
                found.append("".join(str(part.get("text", "")) for part in parts))
    return found


_STEPS = 1_500
_LEARN_SECONDS = 60.0
"""For the processes that go on after the host: on a busy machine each takes seconds."""
_INSTALL = "context-memory install claude-code, then start the host anew"
_DEBUG = (
    "start the host with --debug and look for the hook's name; a server that could not start once is skipped for a "
    "while: remove mcp-needs-auth-cache.json from the host's folder"
)


def run_canary(
    program: str, *, environment: Mapping[str, str] | None = None, arguments: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """Go through it all; what was made for it is removed, whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="context-memory-canary-")).resolve()
    try:
        with FakeAnthropic(model=lambda _: "<analysis>-</analysis><summary>The canary ran.</summary>") as api:
            host = Host(program, folder, api, environment or {}, arguments)
            return _Canary(host).run()
    finally:
        _remove(folder)


class _Canary:
    """One run: what it plants, and what it found."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._folder = host.workspace
        self._word = f"word{uuid.uuid4().hex[:10]}"
        self._line = f"line{uuid.uuid4().hex[:10]}"
        self._rule = f"rule{uuid.uuid4().hex[:10]}"
        self._denied = f"/canary-{uuid.uuid4().hex[:10]}"
        self._session = str(uuid.uuid4())
        self._is_own_compaction = installing.is_enabled(installation.COMPACTION)
        self._found: list[Finding] = []
        self._runs = 0

    def run(self) -> tuple[Finding, ...]:
        """All findings, in the order of the session."""
        self._found.append(version_finding(self._host.version(), installation.TESTED_CLAUDE_CODE))
        self._plant()
        with contextlib.suppress(StopError):
            self._first_turn()
            for number in ("first", "second"):
                self._compaction(number)
            self._new_process()
            self._learnt()
        return tuple(self._found)

    def _note(self, name: str, is_good: bool, detail: str, advice: str = "") -> None:
        self._found.append(Finding(name, is_good, detail, "" if is_good else advice))

    def _asked(self, name: str, prompt: str, *more: str) -> list[dict[str, Any]]:
        """The requests of one run; a compaction of ours makes none."""
        try:
            self._runs += 1
            return self._host.turn(prompt, *more)
        except ContextMemoryError as error:
            self._note(name, False, str(error), error.hint)
            raise StopError from error

    def _turn(self, name: str, prompt: str, *more: str) -> list[dict[str, Any]]:
        requests = self._asked(name, prompt, *more)
        if not requests:
            self._note(name, False, "the host asked no model", "run the host by hand once")
            raise StopError
        return requests

    def _plant(self) -> None:
        (self._folder / "memories").mkdir()
        (self._folder / "MEMORY.md").write_text(f"# MEMORY INDEX\n- Canary: {self._line}\n", encoding="utf-8")
        denied = f"# Errors\n- 2026-01-01 PermissionDenied: rm -rf {self._denied} — the canary's\n"
        (self._folder / "memories" / "errors.md").write_text(denied, encoding="utf-8")
        with ContextMemory(self._folder) as memory:
            memory.remember(f"The canary flies to the harbour of {self._word}")

    def _first_turn(self) -> None:
        long = f"seq -f step-%g {_STEPS}; echo ERROR: disk full"
        self._host.api.call("Bash", {"command": long, "description": "a long output"})
        self._host.api.call("Bash", {"command": f"rm -rf {self._denied}", "description": "what is refused"})
        self._host.api.reply("Both were tried.")
        requests = self._turn("host", "To which harbour does the canary fly?", "--session-id", self._session)
        first, results = text_of(requests[0]), tool_results(requests[-1])
        self._note("SessionStart", self._line in first, "MEMORY.md in the first request", _INSTALL)
        self._note("UserPromptSubmit", self._word in first, "the planted fact in the first request", _INSTALL)
        expected = "".join(f"step-{number}\n" for number in range(1, _STEPS + 1)) + "ERROR: disk full"
        self._note("PostToolUse", *check_original(self._folder, results[0] if results else "", expected), _DEBUG)
        refused = len(results) > 1 and "errors.md" in results[1]
        self._note("PreToolUse", refused, "a command that errors.md records is refused", _DEBUG)
        self._turn("host", f"From now on always use {self._rule}, not npm.", "--resume", self._session)

    def _compaction(self, number: str) -> None:
        asked = self._asked("PreCompact", "/compact", "--resume", self._session)
        if self._is_own_compaction:
            self._own_compaction(number, asked)
            return
        is_steered = bool(asked) and any(STEERING[:60] in text_of(body) for body in asked)
        self._note("PreCompact", is_steered, f"{number} compaction: the summariser was told what must stay", _DEBUG)
        after = text_of(self._turn("SessionStart", f"Question after the {number}", "--resume", self._session)[0])
        self._note("SessionStart", self._line in after, f"{number} compaction: MEMORY.md is back after it", _DEBUG)
        told = [part.partition("</system-reminder>")[0] for part in after.split("SessionStart hook")[1:]]
        is_told = any(self._rule in part for part in told)
        detail = f"{number} compaction: what a person ordered is told again, whatever the summary kept"
        self._note("SessionStart", is_told, detail, _DEBUG)

    def _own_compaction(self, number: str, asked: Sequence[object]) -> None:
        """With the optional plugin the summary is ours; the host asks a model where it fell back to its own."""
        after = text_of(self._turn("session.compact", f"Question after the {number}", "--resume", self._session)[0])
        is_ours = not asked and any(opening in after for opening in OPENINGS[:2])
        whose = "ours" if is_ours else "the host's own"
        self._note("session.compact", is_ours, f"{number} compaction: the summary is {whose}", _DEBUG)
        self._note("directive", self._rule in after, f"{number} compaction: what a person ordered is in it", _DEBUG)

    def _new_process(self) -> None:
        requests = self._turn("recall", "Tell me the harbour that the canary flies to.")
        self._note("recall", self._word in text_of(requests[0]), "the fact in a new process", _DEBUG)

    def _learnt(self) -> None:
        """What the sessions said is learnt after they ended; the last of the processes has to be through."""
        log = self._folder / stamps.STATE_FOLDER / "hosts" / "ended.log"

        def is_done() -> bool:
            return (
                log.is_file() and log.read_text(encoding="utf-8", errors="replace").count("learnt from") >= self._runs
            )

        is_through = wait_until(is_done, _LEARN_SECONDS)
        with ContextMemory(self._folder) as memory:
            is_known = self._rule in memory.recall(f"always use {self._rule}").block
        detail = "what a person said in a session is found by later ones"
        self._note("SessionEnd", is_known, detail if is_through else f"{detail}; a process of it still runs", _DEBUG)


def _remove(folder: Path) -> None:
    """The workspace, and what the host wrote about it."""
    for each in (installing.config_folder() / "projects").glob(f"*{folder.name}"):
        shutil.rmtree(each, ignore_errors=True)
    remove(folder, folder)
