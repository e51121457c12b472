"""How the replay drives each host: one long session, a compaction on demand, and what its processes take."""

import contextlib
import json
import os
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from context_memory.errors import RemoteError
from context_memory.hosts import installation
from context_memory.hosts.remote import openclaw as openclaw_program
from context_memory.hosts.remote.agents import Codex, Gemini
from context_memory.text import config_edit

from . import openclaw_download
from .agents import as_user
from .npm_download import program
from .openclaw import ENDPOINTS, ask_gateway, plugin_config
from .replay_api import PROMPT, ReplayAnthropic, ReplayGemini, ReplayResponses, Script
from .stage import Stage, started
from .terminal import Terminal

MODEL = "claude-sonnet-5-5"
WINDOW = 200_000
_RESERVED = 33_000
"""Of its window Claude Code keeps 20,000 tokens for an answer, and compacts 13,000 before the rest is full."""
AGENT_THRESHOLD = 150_000
"""At which Codex and Gemini CLI are told to compact."""
_OPENCLAW_RESERVED = 20_000
_OPENCLAW_COMPACTION = {"keepRecentTokens": 20_000, "recentTurnsPreserve": 3, "maxActiveTranscriptBytes": 6 * WINDOW}
"""OpenClaw's own defaults, and its guard of long sessions: it reads the newest 8 bytes of transcript for each token of
the window, and a part that begins inside a turn is a request that begins with the assistant, which the API refuses."""
_SESSION = "agent:main:replay"
GEMINI_SHARE = AGENT_THRESHOLD / 1_048_576
"""Of the window that Gemini CLI thinks its model has."""
CLAIMED = 600_000
"""Tokens that an answer claims so that the host compacts at once."""
SILENT_SECONDS = 180
"""After which a host that says nothing is ended."""


class Player(Protocol):
    """A session of a host."""

    @property
    def workspace(self) -> Path:
        """Where it works."""
        ...

    def shell(self, command: str) -> tuple[str, dict[str, Any]]:
        """The call of its tool that runs a command."""
        ...

    def turn(self, prompt: str) -> None:
        """The person says this, and the host works until it is done."""
        ...

    def compact(self) -> None:
        """The person asks for a compaction, or something makes the host compact before its next request."""
        ...


Playing = AbstractContextManager[Player]


@dataclass
class _ClaudeCode:
    """One process of the host that reads prompts from its standard input."""

    workspace: Path
    process: "subprocess.Popen[str]"

    def shell(self, command: str) -> tuple[str, dict[str, Any]]:
        return "Bash", {"command": command, "description": "read a log"}

    def turn(self, prompt: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        content = [{"type": "text", "text": prompt}]
        self.process.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": content}}) + "\n")
        self.process.stdin.flush()
        watch = threading.Timer(SILENT_SECONDS, self.process.kill)
        watch.start()
        try:
            while json.loads(line := self.process.stdout.readline() or "{}").get("type") != "result":
                if line == "{}":
                    raise RemoteError(f"the host ended, or was silent for {SILENT_SECONDS} s")
        finally:
            watch.cancel()

    def compact(self) -> None:
        self.turn("/compact")


@contextlib.contextmanager
def claude_code(folder: Path, script: Script, ours: bool) -> Iterator[Player]:
    """Claude Code."""
    found = program("@anthropic-ai/claude-code", installation.TESTED_CLAUDE_CODE[0], "claude")
    stage = Stage(folder / "stage", found, CLAUDE_CONFIG_DIR=str(folder / "stage" / "home" / ".claude"))
    if ours:
        stage.ours("install", "claude-code")
    figures, workspace = script.figures, stage.workspace()
    figures.model, figures.threshold = MODEL, WINDOW - _RESERVED
    with ReplayAnthropic(script, WINDOW) as api:
        words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        words += ["--model", MODEL, "--allowedTools", "Bash"]
        with started(stage, api, workspace, *words, CLAUDE_CODE_AUTO_COMPACT_WINDOW=str(WINDOW)) as process:
            yield _ClaudeCode(workspace, process)
            assert process.stdin
            process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(60)


@dataclass
class _OpenClaw:
    """A gateway, asked over HTTP: its command line takes seconds to start."""

    host: openclaw_program.Host
    port: int

    @property
    def workspace(self) -> Path:
        return self.host.workspace

    def shell(self, command: str) -> tuple[str, dict[str, Any]]:
        return "exec", {"command": command}

    def turn(self, prompt: str) -> None:
        ask_gateway(self.port, _SESSION, prompt)

    def compact(self) -> None:
        self.host.compact(_SESSION)


@contextlib.contextmanager
def openclaw(folder: Path, script: Script, ours: bool) -> Iterator[Player]:
    """OpenClaw."""
    found = openclaw_download.openclaw()
    stage = Stage(folder / "stage", found.entry.parents[1] / ".bin" / "openclaw", f"{found.node.parent}:")
    script.figures.model, script.figures.threshold = MODEL, WINDOW - _OPENCLAW_RESERVED
    with ReplayAnthropic(script, WINDOW) as api:
        host = openclaw_program.Host(str(stage.program), folder / "host", api, stage.environment(), WINDOW)
        config = plugin_config() if ours else {}
        provider = config.get("agents", {}).get("defaults", {}).get("compaction", {})
        config["agents"] = {"defaults": {"compaction": _OPENCLAW_COMPACTION | provider}}
        port = host.set_up(gateway=ENDPOINTS, **config)
        with host.gateway():
            yield _OpenClaw(host, port)


class _LongCodex(Codex):
    """One session over many runs."""

    def _words(self, prompt: str) -> Sequence[str]:
        command, *words = super()._words(prompt)
        limit = next(at for at, word in enumerate(words) if word.startswith("model_auto_compact_token_limit="))
        words[limit] = f"model_auto_compact_token_limit={AGENT_THRESHOLD}"
        return (
            [command, "resume", "--last", *words]
            if any(self.folder.glob("codex/sessions/**/*.jsonl"))
            else [command, *words]
        )


class _LongGemini(Gemini):
    """One session in a terminal, as a person has it: a run for each prompt takes seconds to start."""

    def set_up(self) -> None:
        Gemini.set_up(self)
        path = self.folder / "gemini" / ".gemini" / "settings.json"
        text = path.read_text(encoding="utf-8")
        for member, value in ((("model", "compressionThreshold"), GEMINI_SHARE), (("ui", "hideTips"), True)):
            text = config_edit.with_member(text, member, value, str(path))
        path.write_text(text, encoding="utf-8")

    @contextlib.contextmanager
    def in_terminal(self) -> "Iterator[Terminal]":
        """The host, waiting for a prompt."""
        variables = {**os.environ, **self.environment, **self._variables(), "GEMINI_CLI_NO_RELAUNCH": "true"}
        words = [self.program, "-m", "gemini-2.5-flash", "--skip-trust", "--yolo"]
        with Terminal(words, self.workspace, variables) as terminal:
            terminal.wait_for("Type your message")
            yield terminal
            terminal.type("/quit", lambda: terminal.is_over)


@dataclass
class _Agent:
    """A run of the host for each prompt, all of one session."""

    agent: Codex | Gemini
    script: Script

    @property
    def workspace(self) -> Path:
        return self.agent.workspace

    def shell(self, command: str) -> tuple[str, dict[str, Any]]:
        return self.agent.shell, {self.agent.shell_key: command}

    def turn(self, prompt: str) -> None:
        self.agent.turn(prompt)

    def compact(self) -> None:
        self.agent.api.claim = CLAIMED  # type: ignore[union-attr]
        self.script.begin([self.shell("true"), "It is done."])
        self.turn(f"{PROMPT}0: go on.")


@contextlib.contextmanager
def codex(folder: Path, script: Script, ours: bool) -> Iterator[Player]:
    """Codex."""
    found = program("@openai/codex", installation.TESTED_CODEX[0], "codex")
    script.figures.model = "gpt-5.5"
    with ReplayResponses(script) as api:
        yield _agent(_LongCodex, "codex", found, folder, api, script, ours=ours)


@dataclass
class _GeminiInTerminal(_Agent):
    """A session of Gemini CLI; a turn is over when the script is through and the screen stands still."""

    terminal: Terminal

    def turn(self, prompt: str) -> None:
        before = self.script.figures.requests
        self.terminal.type(prompt, lambda: self.script.figures.requests > before)
        self.terminal.wait_for_quiet(lambda: self.script.is_through)


@contextlib.contextmanager
def gemini(folder: Path, script: Script, ours: bool) -> Iterator[Player]:
    """Gemini CLI."""
    found = program("@google/gemini-cli", installation.TESTED_GEMINI[0], "gemini")
    script.figures.model = "gemini-2.5-flash"
    with ReplayGemini(script) as api:
        player = _agent(_LongGemini, "gemini", found, folder, api, script, ours=ours)
        assert isinstance(player.agent, _LongGemini)
        with player.agent.in_terminal() as terminal:
            yield _GeminiInTerminal(player.agent, script, terminal)


def _agent(kind: Any, host: str, found: Path, folder: Path, api: Any, script: Script, *, ours: bool) -> _Agent:
    stage = Stage(folder / "stage", found)
    script.figures.threshold, script.figures.looks_after = AGENT_THRESHOLD, True
    if ours:
        stage.ours("install", host)
    agent = kind(str(found), stage.workspace(), api, stage.environment())
    with as_user(stage):
        agent.set_up()
    return _Agent(agent, script)
