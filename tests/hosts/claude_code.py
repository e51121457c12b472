"""The plugin in a real Claude Code, and its MCP server under the inspector: a part of `make test-hosts`."""

import json
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from context_memory.hosts import installation
from context_memory.hosts.remote import claude_code as claude_code_program
from context_memory.hosts.remote.claude_code import Host
from context_memory.testing import FakeAnthropic

from . import claude_code_traps
from .npm_download import program
from .stage import SCRIPT, Proven, Stage, Timed, Watch, processes_of, shown, started, until

CALLS = 20
"""Of a tool in one session, and prompts: enough for a median."""
MOST_MS = 20
"""Added by one hook; a tool call has two, a prompt has one."""
MORE_PASSES = 2
"""With and without the plugin again, where a busy machine hides what it adds."""
LONG = {"command": "seq -f step-%g 2000; echo ERROR: disk full", "description": "a long output"}


def _host(stage: Stage, api: FakeAnthropic, workspace: Path) -> Host:
    return Host(str(stage.program), workspace, api, stage.environment())


def canary(stage: Stage) -> None:
    """Installed as a user does it, through every hook, with everything removed again."""
    settings = stage.folder / "home" / ".claude" / "settings.json"
    code, said = stage.ours("install", "claude-code", "--dry-run")
    stage.check(
        "install --dry-run shows the change and makes none", code == 0 and "+++" in said and not settings.exists()
    )
    code, said = stage.ours("install", "claude-code")
    stage.check("install", code == 0 and settings.is_file(), "" if code == 0 else said)
    code, said = stage.ours("doctor", "--canary", "claude-code", "--program", str(stage.program))
    print("".join(f"         {line}\n" for line in said.splitlines()), end="")
    stage.check("doctor --canary claude-code", code == 0)


def traps(stage: Stage) -> None:
    """What went wrong with such plugins elsewhere."""
    with Timed() as api:
        workspace = stage.workspace()
        api.call("Bash", LONG).call("Bash", LONG).reply("done")
        results = claude_code_program.tool_results(_host(stage, api, workspace).turn("run it twice")[-1])
        stage.check("an output that comes again is one line", "same output as before" in results[1])

        first, second = stage.workspace(), stage.workspace()
        texts = _two_at_once(stage, first, second)
        stage.check("two sessions at once are both trimmed", all("cm:" in text for text in texts))

        workspace = stage.workspace()
        (workspace / ".context-memory").write_text("a file where the folder should be")
        api.call("Bash", LONG).reply("done")
        requests = _host(stage, api, workspace).turn("run it where nothing can be kept")
        whole = claude_code_program.tool_results(requests[-1])[-1]
        stage.check("where nothing can be kept the output comes whole", "step-1000\n" in whole and len(requests) == 2)


def _two_at_once(stage: Stage, *workspaces: Path) -> list[str]:
    texts: list[str] = []

    def one(workspace: Path) -> None:
        with Timed() as api:
            api.call("Bash", LONG).reply("done")
            texts.append(claude_code_program.text_of(_host(stage, api, workspace).turn("run it")[-1]))

    threads = [threading.Thread(target=one, args=(workspace,)) for workspace in workspaces]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return texts if len(texts) == len(workspaces) else [""]


def installed_off(stage: Stage) -> None:
    """One command takes all of it out, and the host works as before."""
    settings = stage.folder / "home" / ".claude"
    code, _ = stage.ours("install", "claude-code", "--undo")
    left = [path for path in settings.rglob("*") if "context-memory-optimizer" in path.name]
    stage.check("install --undo", code == 0 and not (settings / "settings.json").exists() and not left, str(left or ""))
    with Timed() as api:
        workspace = stage.workspace()
        api.call("Bash", LONG).reply("done")
        text = claude_code_program.text_of(_host(stage, api, workspace).turn("run it")[-1])
        clean = "cm:" not in text and not (workspace / ".context-memory").exists()
        stage.check("after it the host is bare again", clean)


def latency(stage: Stage, label: str) -> tuple[float, float]:
    """Median milliseconds from one request to the next, with one quick tool call, and from prompt to request."""
    with Timed() as api:
        workspace = stage.workspace()
        stage.ours("remember", "The module settings/service.py reads the settings", "--workspace", str(workspace))
        for _ in range(CALLS):
            api.call("Bash", {"command": "true", "description": "nothing"})
        api.reply("done")
        _host(stage, api, workspace).turn("call it often")
        gaps = [later - earlier for earlier, later in zip(api.times, api.times[1:], strict=False)]
        tool = statistics.median(gaps) * 1_000
        prompt = statistics.median(_prompts(stage, api, workspace)) * 1_000
        api.call("Bash", {"command": "sleep 3", "description": "wait"}).reply("done")
        with Watch(stage.folder) as watch:
            _host(stage, api, workspace).turn("wait")
    print(
        f"  {label:<12} {tool:6.1f} ms a tool call, {prompt:6.1f} ms a prompt (medians of {CALLS}); {watch}", flush=True
    )
    return tool, prompt


def _prompts(stage: Stage, api: Timed, workspace: Path) -> Iterator[float]:
    """Seconds from each prompt to its request, all in one process of the host."""
    words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
    with started(stage, api, workspace, *words, "--model", claude_code_program.MODEL) as host:
        assert host.stdin
        assert host.stdout
        for number in range(CALLS + 1):
            before = len(api.times)
            content = [{"type": "text", "text": f"Question {number}: which module reads the settings?"}]
            sent = time.perf_counter()
            host.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": content}}) + "\n")
            host.stdin.flush()
            while json.loads(host.stdout.readline() or '{"type": "result"}').get("type") != "result":
                pass
            if number and len(api.times) > before:  # the first one waits for the start
                yield api.times[before] - sent
        host.stdin.close()
        host.wait(60)


def prove_inspector(folder: Path) -> tuple[int, Proven]:
    """The MCP server under the inspector of the protocol."""
    version = installation.TESTED_INSPECTOR[0]
    stage = Stage(folder, program("@modelcontextprotocol/inspector", version, "mcp-inspector"))
    print(f"MCP inspector {version}")
    workspace = stage.workspace()
    server = [sys.executable, str(SCRIPT), "mcp", "--workspace", str(workspace)]

    def asked(*words: str) -> dict[str, Any]:
        done = stage.run(str(stage.program), "--cli", *server, *words, seconds=120)
        try:
            value = json.loads(done.stdout)
        except ValueError:
            value = {"error": (done.stderr or done.stdout)[-300:]}
        return value if isinstance(value, dict) else {}

    listed = asked("--method", "tools/list")
    names = {tool["name"] for tool in listed.get("tools", [])}
    stage.check(
        "tools/list", names >= {"recall", "remember", "read_original", "check_action"}, str(listed.get("error", ""))
    )
    call = ("--method", "tools/call", "--tool-name")
    kept = asked(*call, "remember", "--tool-arg", "text=Deploys go out on Tuesdays")
    stage.check("tools/call remember", kept.get("isError") is False, str(kept.get("error", "")))
    given = asked(*call, "recall", "--tool-arg", "query=When do deploys go out?")
    stage.check("tools/call recall", "Tuesdays" in json.dumps(given))
    wrong = asked(*call, "recall", "--tool-arg", "nothing=1")
    stage.check("a wrong call is an answer, no crash", wrong.get("isError") is True or "error" in wrong)
    return stage.failures, Proven("MCP inspector", version)


def prove(folder: Path) -> tuple[int, Proven]:
    """All of it, and the figures beside the bare host."""
    claude = program("@anthropic-ai/claude-code", installation.TESTED_CLAUDE_CODE[0], "claude")
    stage = Stage(folder, claude, CLAUDE_CONFIG_DIR=str(folder / "home" / ".claude"))
    print(f"Claude Code {installation.TESTED_CLAUDE_CODE[0]}")
    runs = [(latency(stage, "bare host"), (0.0, 0.0))]
    canary(stage)
    traps(stage)
    claude_code_traps.prove(stage)
    runs = [(runs[0][0], latency(stage, "with plugin"))]
    installed_off(stage)
    runs.append(_latency_again(stage))
    for _ in range(MORE_PASSES):
        if max(_added(runs)) > MOST_MS:
            runs.append(_latency_again(stage))
    claude_code_traps.native(stage)
    tool, prompt = _added(runs)
    figures = f"a tool call (two hooks): {shown(2 * tool)}; a prompt: {shown(prompt)}"
    stage.check_time(f"added by a hook: {MOST_MS} ms at most", max(tool, prompt) <= MOST_MS, f"({figures})")
    print(f"  added        {figures}")
    gone = until(lambda: not processes_of(stage.folder), 60)
    stage.check("no process is left", gone, str(processes_of(stage.folder) or ""))
    return stage.failures, Proven("Claude Code", installation.TESTED_CLAUDE_CODE[0], figures)


_Run = tuple[tuple[float, float], tuple[float, float]]


def _latency_again(stage: Stage) -> _Run:
    """Without the plugin and with it, from a host without it to a host without it."""
    bare = latency(stage, "bare host")
    stage.ours("install", "claude-code")
    ours = latency(stage, "with plugin")
    stage.ours("install", "claude-code", "--undo")
    return bare, ours


def _added(runs: Sequence[_Run]) -> tuple[float, float]:
    """Milliseconds that one hook adds to a tool call and to a prompt: the median of what each pass added, for the
    machine may be slower in one pass than in another."""
    tool, prompt = (statistics.median(ours[kind] - bare[kind] for bare, ours in runs) for kind in (0, 1))
    return tool / 2, prompt
