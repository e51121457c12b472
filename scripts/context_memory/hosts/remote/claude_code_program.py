"""Runs Claude Code on a workspace, with a Messages API on loopback for its model."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...testing import FakeAnthropic
from .program import run_program

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
