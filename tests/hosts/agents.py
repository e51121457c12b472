"""Codex and Gemini CLI: installed, driven by the canary, timed, and taken out again; a part of `make test-hosts`."""

import contextlib
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from context_memory.errors import ContextMemoryError
from context_memory.hosts import installation
from context_memory.hosts.remote.agents import Codex, Gemini
from context_memory.testing.fake_agents_apis import FakeGemini, FakeResponses

from .npm_download import program
from .stage import Proven, Stage, Watch, processes_of, shown, until

CALLS = 8
"""Of a tool in one session: enough for a median."""
PROMPTS = 3
"""Each is a run of the host, which takes seconds to start."""
_ENVIRONMENT = threading.Lock()
"""Of this process: two sessions that are set up at once would find each other's home."""


def prove_codex(folder: Path) -> tuple[int, Proven]:
    """Codex."""
    version = installation.TESTED_CODEX[0]
    print(f"Codex {version}")
    return _prove(Stage(folder, program("@openai/codex", version, "codex")), "codex", "Codex", version)


def prove_gemini(folder: Path) -> tuple[int, Proven]:
    """Gemini CLI."""
    version = installation.TESTED_GEMINI[0]
    print(f"Gemini CLI {version}")
    return _prove(Stage(folder, program("@google/gemini-cli", version, "gemini")), "gemini", "Gemini CLI", version)


def _prove(stage: Stage, host: str, name: str, version: str) -> tuple[int, Proven]:
    bare, before = _latency(stage, host, "bare host"), _files(stage)
    stage.check(f"install {host}", stage.ours("install", host)[0] == 0)
    code, said = stage.ours("doctor", "--canary", host, "--program", str(stage.program))
    print("".join(f"         {line}\n" for line in said.splitlines()), end="")
    stage.check(f"doctor --canary {host}", code == 0)
    _traps(stage, host)
    ours = _latency(stage, host, "with plugin")
    starts = 2 * _python_start(stage)
    stage.check(f"install {host} --undo", stage.ours("install", host, "--undo")[0] == 0 and _files(stage) == before)
    stage.check("after it the host is bare again", _is_whole(_long_output(stage, host)))
    stage.check("no process is left", until(lambda: not processes_of(stage.folder), 60))
    figures = (
        f"a tool call: {shown(ours[0] - bare[0])} (two hooks, a process each; `python3 -c pass` twice: {starts:.0f} ms)"
    )
    figures += f"; a start with its prompt: {shown(ours[1] - bare[1])}"
    print(f"  added     {figures}", flush=True)
    return stage.failures, Proven(name, version, figures)


def _traps(stage: Stage, host: str) -> None:
    """What went wrong with such hooks elsewhere."""
    texts: list[str] = []

    def one() -> None:
        texts.append(_long_output(stage, host))

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    both = len(texts) == 2 and all("archive cm:" in text for text in texts)
    stage.check("two sessions at once are both trimmed", both)
    whole = _long_output(stage, host, unwritable=True)
    stage.check("where nothing can be kept the output comes as it is", _is_whole(whole))
    stage.check("a killed host leaves no process", _killed(stage, host))


def _killed(stage: Stage, host: str) -> bool:
    """Whether the server ends when its host is killed in the middle of a tool."""
    with FakeResponses() if host == "codex" else FakeGemini() as api:
        agent = _agent(stage, host, api)
        api.call(agent.shell, {agent.shell_key: "sleep 60"})
        running = threading.Thread(target=_ended, args=(agent,))
        running.start()
        was_there = until(lambda: bool(_servers(agent)) and len(api.requests) > 0, 60)
        for pid in set(processes_of(agent.folder)) - set(_servers(agent)):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        running.join(60)
        return was_there and until(lambda: not _servers(agent), 30)


def _servers(agent: Codex | Gemini) -> list[int]:
    """Our MCP servers of this host, by their current folder: Codex passes them next to nothing of its environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            is_ours = b"mcp" in words and any(word.endswith(b"context-memory.py") for word in words)
            if is_ours and (entry / "cwd").resolve().is_relative_to(agent.folder):
                found.append(int(entry.name))
    return found


def _ended(agent: Codex | Gemini) -> None:
    with contextlib.suppress(ContextMemoryError):  # it is killed
        agent.turn("wait")


def _python_start(stage: Stage) -> float:
    """Median milliseconds of a process that does nothing: below it no hook can be."""
    times = []
    for _ in range(CALLS):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], env=stage.environment(), check=True)
        times.append(time.perf_counter() - started)
    return statistics.median(times) * 1_000


@contextlib.contextmanager
def as_user(stage: Stage) -> Iterator[None]:
    """This process with the home of the stage: what it asks for the user's configuration finds that one."""
    with _ENVIRONMENT:
        before = dict(os.environ)
        os.environ.update({name: stage.environment()[name] for name in ("HOME", "XDG_STATE_HOME")})
        for name in ("CODEX_HOME", "GEMINI_CLI_HOME"):
            os.environ.pop(name, None)
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)


def _files(stage: Stage) -> dict[str, bytes]:
    """What the hosts are configured with."""
    home = stage.folder / "home"
    folders = (home / ".codex", home / ".gemini")
    return {str(path): path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


def _agent(stage: Stage, host: str, api: Any) -> Codex | Gemini:
    folder = stage.workspace()
    agent = (Codex if host == "codex" else Gemini)(str(stage.program), folder, api, stage.environment())
    with as_user(stage):
        agent.set_up()
    return agent


def _latency(stage: Stage, host: str, label: str) -> tuple[float, float]:
    """Median milliseconds from one request to the next, with one quick tool call between; from a start to a request."""
    times: list[float] = []

    class Timed(FakeResponses if host == "codex" else FakeGemini):  # type: ignore[misc]
        """The API, which knows when each request came."""

        def record(self, *given: Any) -> None:
            if self.answers(given[0]):
                times.append(time.perf_counter())
            super().record(*given)

    with Timed() as api:
        agent = _agent(stage, host, api)
        for _ in range(CALLS):
            api.call(agent.shell, {agent.shell_key: "true"})
        agent.turn("call it often")
        tool = statistics.median(later - earlier for earlier, later in pairwise(times[: CALLS + 1])) * 1_000
        prompt = statistics.median(_starts(agent, times)) * 1_000
        api.call(agent.shell, {agent.shell_key: "sleep 3"})
        with Watch(stage.folder) as watch:
            agent.turn("wait")
    print(
        f"  {label:<12} {tool:6.0f} ms a tool call, {prompt:6.0f} ms from a start to its request; {watch}", flush=True
    )
    return tool, prompt


def _starts(agent: Codex | Gemini, times: Sequence[float]) -> Iterator[float]:
    """Seconds from the start of the host with a prompt to the request."""
    for number in range(PROMPTS):
        before, started = len(times), time.perf_counter()
        agent.turn(f"Question {number}: which module reads the settings?")
        yield times[before] - started


def _long_output(stage: Stage, host: str, *, unwritable: bool = False) -> str:
    """What the model is shown of a long output."""
    with FakeResponses() if host == "codex" else FakeGemini() as api:
        agent = _agent(stage, host, api)
        if unwritable:
            (agent.workspace / ".context-memory").write_text("a file where the folder should be")
        api.call(agent.shell, {agent.shell_key: "seq -f 'a line that says %g' 2000"})
        return agent.results(agent.turn("run it")[-1])[-1]


def _is_whole(output: str) -> bool:
    """Whether an output is shown as the host alone shows it: the last line, and none of our markers."""
    return "a line that says 2000" in output and "archive cm:" not in output
