"""Runs Claude Code on a workspace, with a Messages API on loopback for its model."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import NotReadyError, RemoteError
from ...testing import FakeAnthropic

MODEL = "claude-haiku-5-5"
SECONDS = 180.0
"""Of one run; a host that takes longer is ended."""
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
        words = self._run(["--version"]).split()
        return words[0] if words else ""

    def turn(self, prompt: str, *more: str) -> list[dict[str, Any]]:
        """One run with this prompt; the bodies of the requests that it made."""
        before = len(self.api.requests)
        self._run(["-p", prompt, "--model", MODEL, "--allowedTools", "Bash", *more])
        return [request.body for request in self.api.requests[before:]]

    def _run(self, words: Sequence[str]) -> str:
        variables = {**os.environ, **QUIET, "ANTHROPIC_API_KEY": "loopback", **self.environment}
        variables["ANTHROPIC_BASE_URL"] = self.api.base_url
        for name in ("CLAUDECODE", "CLAUDE_PROJECT_DIR", "CLAUDE_CODE_SESSION_ID", "ANTHROPIC_AUTH_TOKEN"):
            variables.pop(name, None)  # of a session that this process runs in
        try:
            done = subprocess.run(
                [self.program, *words, *(self.arguments if words[0] == "-p" else ())],
                cwd=self.workspace,
                env=variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except OSError as error:
            raise NotReadyError(f"cannot start {self.program}: {error.strerror}", hint="name it: --program") from error
        except subprocess.TimeoutExpired as error:
            raise RemoteError(f"{self.program} took more than {SECONDS:.0f} s", hint="run it by hand once") from error
        if done.returncode:
            said = (done.stderr or done.stdout).strip()[-400:]
            raise RemoteError(f"{self.program} ended with exit code {done.returncode}: {said}", hint="run it by hand")
        return done.stdout


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
