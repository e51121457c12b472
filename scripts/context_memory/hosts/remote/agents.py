"""The canary of Codex and Gemini CLI: a small session through the real program, and what of our hooks showed in it.

The program works with a copy of the user's configuration, in a folder of its
own that is removed afterwards, and with a model on loopback: nothing is sent
anywhere. The host is made to compact twice inside a loop of tool calls, by an
API that says that the context is full; Gemini CLI in a session that goes on.
"""

import contextlib
import json
import os
import re
import shutil
import tempfile
import uuid
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...storage import environment as user_folders
from ...storage import stamps
from ...testing.fake_agents_apis import FakeGemini, FakeResponses
from ...text import config_edit
from .. import installation
from ..services import installing
from .canary import Finding, StopError, check_original, remove, run_program, version_finding, wait_until

COMPACT_AT = 20_000
"""Tokens from which Codex compacts here, which only an answer of the API reaches that says so."""
GEMINI_COMPACTS_AT = 600_000
"""Tokens beyond half of the window of a million that Gemini CLI thinks its model has."""


@dataclass(frozen=True, slots=True)
class Agent(ABC):
    """One program, and where it works."""

    program: str
    folder: Path
    api: FakeResponses | FakeGemini
    environment: Mapping[str, str] = field(default_factory=dict)
    """Beside that of this process."""

    @property
    def workspace(self) -> Path:
        """Where the session works."""
        return self.folder / "workspace"

    def version(self) -> str:
        """The version that the program names."""
        found = re.search(r"\d+\.\d+\.\d+\S*", self.run("--version"))
        return found[0] if found else ""

    def turn(self, prompt: str, *more: str) -> list[dict[str, Any]]:
        """One run with this prompt, and these words before it; the bodies of the requests for an answer."""
        before = len(self.api.requests)
        self.run(*more, *self._words(prompt))
        return [each.body for each in self.api.requests[before:] if self.api.answers(each.path)]

    def set_up(self) -> None:
        """A copy of the user's configuration, and a workspace."""
        self.workspace.mkdir()

    def run(self, *words: str) -> str:
        """Standard output of the program."""
        variables = {**os.environ, **self.environment, **self._variables()}
        variables.setdefault("XDG_STATE_HOME", str(user_folders.state_folder().parent))
        folder = self.workspace if self.workspace.is_dir() else self.folder
        return run_program([self.program, *words], folder, variables)

    def _variables(self) -> dict[str, str]:
        return {}

    @abstractmethod
    def _words(self, prompt: str) -> Sequence[str]: ...

    @abstractmethod
    def results(self, body: Mapping[str, Any]) -> list[str]:
        """The texts of tool results in a request, oldest first."""


class Codex(Agent):
    """Codex: hooks run without having been trusted, in this folder alone."""

    shell, shell_key = "exec_command", "cmd"
    recall = "mcp__context_memory__recall"

    def set_up(self) -> None:
        """`hooks.json` and `config.toml` of the user, with a model on loopback as the last word."""
        Agent.set_up(self)
        home = self.folder / "codex"
        home.mkdir()
        for name in ("hooks.json", "config.toml"):
            found = installing.codex.home() / name
            if found.is_file():
                shutil.copyfile(found, home / name)

    def _variables(self) -> dict[str, str]:
        return {"CODEX_HOME": str(self.folder / "codex")}

    def _words(self, prompt: str) -> Sequence[str]:
        model = {
            "model": "canary",
            "model_provider": "canary",
            "approval_policy": "never",
            "sandbox_mode": "danger-full-access",
            "model_providers.canary.name": "canary",
            "model_providers.canary.base_url": f"{self.api.base_url}/v1",
            "model_providers.canary.wire_api": "responses",
        }
        options = [word for key, value in model.items() for word in ("-c", f"{key}={json.dumps(value)}")]
        flags = ["--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust"]
        plain = ("model_providers.canary.requires_openai_auth=false", f"model_auto_compact_token_limit={COMPACT_AT}")
        options += [word for each in plain for word in ("-c", each)]
        return ["exec", *flags, *options, prompt]

    def results(self, body: Mapping[str, Any]) -> list[str]:
        """The outputs of calls, which are texts or lists of texts."""
        outputs = [each.get("output") for each in body.get("input", []) if each.get("type") == "function_call_output"]
        return [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in outputs]


class Gemini(Agent):
    """Gemini CLI."""

    shell, shell_key = "run_shell_command", "command"
    recall = "mcp_context_memory_recall"

    def set_up(self) -> None:
        """`settings.json` of the user, with a key in place of a login."""
        Agent.set_up(self)
        home = self.folder / "gemini" / ".gemini"
        home.mkdir(parents=True)
        found = installing.gemini.home() / "settings.json"
        text = found.read_text(encoding="utf-8") if found.is_file() else ""
        for path, value in (
            (("security", "auth", "selectedType"), "gemini-api-key"),
            (("privacy", "usageStatisticsEnabled"), False),
            (("telemetry", "enabled"), False),
            (("general", "enableAutoUpdate"), False),
        ):
            text = config_edit.with_member(text, path, value, str(found))
        (home / "settings.json").write_text(text, encoding="utf-8")

    def _variables(self) -> dict[str, str]:
        return {
            "GEMINI_CLI_HOME": str(self.folder / "gemini"),
            "GEMINI_API_KEY": "loopback",
            "GOOGLE_GEMINI_BASE_URL": self.api.base_url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "NO_COLOR": "1",
        }

    def _words(self, prompt: str) -> Sequence[str]:
        return ["-m", "gemini-2.5-flash", "--skip-trust", "--yolo", "-o", "json", "-p", prompt]

    def results(self, body: Mapping[str, Any]) -> list[str]:
        """The outputs of calls, or their errors."""
        parts = [part for content in body.get("contents", []) for part in content.get("parts", [])]
        found = [part["functionResponse"].get("response", {}) for part in parts if "functionResponse" in part]
        return [str(each.get("output") or each.get("error") or "") for each in found]


_STEPS = 1_500
_LINE = "step-%g of the canary"
_LEARN_SECONDS = 60.0


def run_canary(host: str, program: str, *, environment: Mapping[str, str] | None = None) -> tuple[Finding, ...]:
    """Go through it all; what was made for it is removed, whatever happens."""
    folder = Path(tempfile.mkdtemp(prefix="context-memory-canary-")).resolve()
    try:
        if host == "codex":
            with FakeResponses() as responses:
                return _Canary(host, Codex(program, folder, responses, environment or {})).run()
        with FakeGemini() as gemini:
            return _Canary(host, Gemini(program, folder, gemini, environment or {})).run()
    finally:
        remove(folder, folder / "workspace")


class _Canary:
    """One run: what it plants, and what it found."""

    def __init__(self, host: str, agent: Codex | Gemini) -> None:
        self._host, self._agent = host, agent
        self._word = f"word{uuid.uuid4().hex[:10]}"
        self._line = f"line{uuid.uuid4().hex[:10]}"
        self._rule = f"rule{uuid.uuid4().hex[:10]}"
        self._order = f"rule{uuid.uuid4().hex[:10]}"  # what Codex learns at the end of a session it restores as well
        self._denied = f"/canary-{uuid.uuid4().hex[:10]}"
        self._advice = f"context-memory install {host}" + (", then /hooks in codex" if host == "codex" else "")
        self._found: list[Finding] = []
        self._turns = 0

    def run(self) -> tuple[Finding, ...]:
        """All findings, in the order of the session."""
        with contextlib.suppress(StopError):
            self._set_up()
            self._first_turn()
            self._new_process()
            self._compactions()
            self._learnt()
        return tuple(self._found)

    def _note(self, name: str, is_good: bool, detail: str) -> None:
        self._found.append(Finding(name, is_good, detail, "" if is_good else self._advice))

    def _set_up(self) -> None:
        tested = installation.TESTED_CODEX if self._host == "codex" else installation.TESTED_GEMINI
        try:
            self._agent.set_up()
            self._found.append(version_finding(self._agent.version(), tested))
        except ContextMemoryError as error:
            self._found.append(Finding("host", False, str(error), error.hint))
            raise StopError from error
        workspace = self._agent.workspace
        (workspace / "memories").mkdir()
        (workspace / "MEMORY.md").write_text(f"# MEMORY INDEX\n- Canary: {self._line}\n", encoding="utf-8")
        denied = f"# Errors\n- 2026-01-01 PermissionDenied: rm -rf {self._denied} — the canary's\n"
        (workspace / "memories" / "errors.md").write_text(denied, encoding="utf-8")
        with ContextMemory(workspace) as memory:
            memory.remember(f"The canary flies to the harbour of {self._word}")

    def _turn(self, prompt: str, *more: str) -> list[dict[str, Any]]:
        self._turns += 1
        try:
            requests = self._agent.turn(prompt, *more)
        except ContextMemoryError as error:
            self._found.append(Finding("host", False, str(error), error.hint))
            raise StopError from error
        if not requests:
            self._found.append(Finding("host", False, "the host asked no model", "run the host by hand once"))
            raise StopError
        return requests

    def _shell(self, command: str) -> None:
        self._agent.api.call(self._agent.shell, {self._agent.shell_key: command})

    def _first_turn(self) -> None:
        self._shell(f"seq -f '{_LINE}' {_STEPS}; echo ERROR: disk full")
        self._shell(f"rm -rf {self._denied}")
        self._agent.api.call(self._agent.recall, {"query": "To which harbour does the canary fly?"})
        self._agent.api.reply("All were tried.")
        requests = self._turn("To which harbour does the canary fly?")
        first, results = json.dumps(requests[0], ensure_ascii=False), self._agent.results(requests[-1])
        self._note("session starts", self._line in first, "MEMORY.md in the first request")
        self._note("prompt", self._word in first, "the planted fact in the first request")
        long, refused, found = [*results, "", "", ""][:3]
        expected = "".join(f"{_LINE % number}\n" for number in range(1, _STEPS + 1)) + "ERROR: disk full"
        self._note("after a tool", *self._opened(long, expected))
        self._note("before a tool", "errors.md" in refused, "a command that errors.md records is refused")
        self._note("MCP server", self._word in found, "the model recalls the fact from the same workspace")

    def _opened(self, shown: str, expected: str) -> tuple[bool, str]:
        """Whether the original of a trimmed output holds what the host had of it, which may be cut already."""
        is_good, detail = check_original(self._agent.workspace, shown, expected)
        if is_good or "gives back" not in detail:
            return is_good, detail
        with ContextMemory(self._agent.workspace) as memory:
            text = memory.originals.read(detail.split()[0]).text
        is_held = f"{_LINE % 1}\n" in text and "ERROR: disk full" in text
        return is_held, f"{len(text):,} characters that the host had of it as {len(shown):,}; {detail.split()[0]}"

    def _new_process(self) -> None:
        requests = self._turn("Tell me the harbour that the canary flies to.")
        self._note("new process", self._word in json.dumps(requests[0]), "the fact in a new process")
        self._turn(f"From now on always use {self._rule}, not npm.")

    def _compactions(self) -> None:
        """The API says that the context is full, twice; the model is then asked for a summary."""
        is_gemini = self._host == "gemini"
        for number in ("first", "second"):
            self._shell(f"echo before the {number} compaction")
            for _ in range(2 if is_gemini else 1):  # Gemini CLI has each summary looked through
                self._agent.api.reply(f"The {number} summary.")
        self._agent.api.tokens = GEMINI_COMPACTS_AT if is_gemini else 2 * COMPACT_AT
        more = ("--resume", "latest") if is_gemini else ()  # it never summarises the newest prompt
        order = "" if is_gemini else f"From now on always use {self._order}, not npm. "  # the resumed session has one
        bodies = self._turn(f"{order}Say it before each compaction.", *more)
        requests = [each for each in bodies if each.get("tools")]
        for number in ("first", "second"):
            summary = f"The {number} summary."
            after = [each for each in requests if summary in json.dumps(each)]
            is_back = bool(after) and self._line in json.dumps(after[0], ensure_ascii=False)
            self._note("compaction", is_back, f"{number}: MEMORY.md is there after it")
            order = self._rule if is_gemini else self._order
            # where a finished session was learnt from, what a session begins with tells it, beside the index
            places = (summary, self._line) if is_gemini else (self._line,)
            added = [text for each in after for text in _texts(each) if any(place in text for place in places)]
            is_told = any(order in text for text in added)
            self._note("orders", is_told, f"{number}: the model is told again what a person ordered")

    def _learnt(self) -> None:
        """What a person said in the session is learnt after it ended."""
        log = self._agent.workspace / stamps.STATE_FOLDER / "hosts" / "ended.log"

        def is_done() -> bool:
            text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
            return text.count("learnt from") >= self._turns

        wait_until(is_done, _LEARN_SECONDS)
        with ContextMemory(self._agent.workspace) as memory:
            is_known = self._rule in memory.recall(f"always use {self._rule}").block
        self._note("session ends", is_known, "what a person said in a session is found by later ones")


def _texts(body: Mapping[str, Any]) -> list[str]:
    """The texts of a request to either API."""
    contents = [content.get("parts") for content in body.get("contents", [])]
    contents += [item.get("content") for item in body.get("input", [])]
    blocks = [block for each in contents if isinstance(each, list) for block in each]
    return [str(block.get("text", "")) for block in blocks]
