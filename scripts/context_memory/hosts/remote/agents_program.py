"""Runs Codex or Gemini CLI on a workspace, with a model API on loopback and a copy of the configuration."""

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...storage import user_folders
from ...testing.fake_agents_apis import FakeGemini, FakeResponses
from ...text import config_edit
from ..services import agents_installation
from .program import run_program

COMPACT_AT = 20_000
"""Tokens from which Codex compacts here, which only an answer of the API reaches that says so."""
GEMINI_COMPACTS_AT = 600_000
"""Tokens beyond half of the window of a million that Gemini CLI thinks its model has."""


@dataclass(frozen=True, slots=True)
class Agent:
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

    def _words(self, prompt: str) -> Sequence[str]:
        raise NotImplementedError

    def results(self, body: Mapping[str, Any]) -> list[str]:
        """The texts of tool results in a request, oldest first."""
        raise NotImplementedError


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
            found = agents_installation.codex.home() / name
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
        found = agents_installation.gemini.home() / "settings.json"
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
