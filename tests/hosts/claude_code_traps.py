"""Claude Code where such plugins go wrong: a full context in a tool loop, a killed host, no server, an uninstall."""

import dataclasses
import json
import os
import signal
import uuid
from itertools import pairwise
from pathlib import Path
from typing import Any

from context_memory.hosts.installation import COMPACTION, NAME
from context_memory.hosts.remote import claude_code as claude_code_program
from context_memory.hosts.remote.claude_code import Host, text_of, tool_results
from context_memory.testing import FakeAnthropic
from context_memory.transcripts.own_texts import OPENINGS, STEERING_OPENING

from .stage import ROOT, Stage, Timed, processes_in, started, until

FILE_LINES = 900
"""Of the source file that is printed again and again: 29,000 characters, which stay whole."""
PRINTED = 24
"""Times: more than the host takes before it compacts."""
WINDOW = "100000"
"""Tokens; the smallest that the host accepts."""
COMPACTED = 40_000
"""Characters by which a context becomes smaller when it was compacted."""
ORDER = "From now on always use pnpm, not npm."
LONG = {"command": "seq -f step-%g 2000; echo ERROR: disk full", "description": "a long output"}


def host_of(stage: Stage, api: FakeAnthropic, workspace: Path, **more: str) -> Host:
    """The host as a person starts it."""
    return Host(str(stage.program), workspace, api, stage.environment() | more)


def prove(stage: Stage) -> None:
    """All of them; the plugin is installed."""
    printed_file(stage)
    full_context(stage)
    killed_and_resumed(stage)
    same_folder(stage)
    without_server(stage)
    own_compaction(stage)


def printed_file(stage: Stage) -> None:
    """What was printed can be changed by its lines, because all of them are there."""
    with Timed() as api:
        workspace = stage.workspace()
        lines = _source_file(workspace)
        api.call("Bash", {"command": "cat app.py", "description": "look"}).reply("done")
        requests = host_of(stage, api, workspace).turn("look at it")
        whole = tool_results(requests[-1])[0]
        stage.check("a printed file comes whole", "\n".join(lines) in whole, f"({len(whole):,} characters)")


def full_context(stage: Stage) -> None:
    """The host compacts by itself, in the middle of a tool loop; the turn goes on with the person's order."""
    with _Reader() as api:
        workspace, session = stage.workspace(), str(uuid.uuid4())
        _source_file(workspace)
        host = host_of(stage, api, workspace, CLAUDE_CODE_AUTO_COMPACT_WINDOW=WINDOW)
        host.turn(ORDER, "--session-id", session)
        requests = host.turn("read it often", "--resume", session)
        summarised = [text_of(body) for body in requests if _is_for_summary(body)]
        texts = [text_of(body) for body in requests if body.get("tools") and not _is_for_summary(body)]
        after = [text for before, text in pairwise(texts) if len(text) < len(before) - COMPACTED]
        stage.check("a full context in a tool loop: the host compacts", len(after) > 1, f"({len(after)} times)")
        stage.check(
            "  and its summariser was told what must stay", all(STEERING_OPENING in text for text in summarised)
        )
        stage.check("  and the turn goes on with the order", all(_is_ordered(text) for text in after))
        stage.check("  to its end", api.printed == PRINTED)


class _Reader(Timed):
    """A model that prints a file again and again, and forgets everything where it is asked for a summary."""

    def __init__(self) -> None:
        super().__init__(model=self._said)
        self.printed = 0

    def _said(self, body: dict[str, Any]) -> str | list[dict[str, Any]]:
        if _is_for_summary(body):
            return "<analysis>-</analysis><summary>A file was read.</summary>"
        if "read it often" not in text_of(body) and not self.printed:
            return "noted"
        if self.printed == PRINTED:
            return "all is read"
        self.printed += 1
        given = {"command": f"cat app.py; echo {self.printed}", "description": "look"}
        return [{"type": "tool_use", "id": f"toolu_{self.printed:04}", "name": "Bash", "input": given}]


def _is_for_summary(body: dict[str, Any]) -> bool:
    return "<summary>" in json.dumps([each for each in body["messages"] if each["role"] == "user"][-1:])


def _is_ordered(text: str) -> bool:
    return any(ORDER in part.partition("</system-reminder>")[0] for part in text.split("SessionStart hook")[1:])


def killed_and_resumed(stage: Stage) -> None:
    """A session whose host was killed in the middle of a tool goes on: trimmed, and with nothing told twice."""
    with Timed() as api:
        workspace, session = stage.workspace(), str(uuid.uuid4())
        (workspace / "MEMORY.md").write_text("# MEMORY INDEX\n- App: entry -> src/app.py\n", encoding="utf-8")
        api.reply("hello")
        host_of(stage, api, workspace).turn("hello", "--session-id", session)
        api.call("Bash", {"command": "sleep 60", "description": "wait"})
        words = ("-p", "wait", "--model", claude_code_program.MODEL, "--allowedTools", "Bash", "--resume", session)
        with started(stage, api, workspace, *words) as process:
            was_there = until(lambda: len(processes_in(workspace)) > 0 and len(api.requests) > 1, 30)
            os.kill(process.pid, signal.SIGKILL)
            process.wait(30)
        gone = was_there and until(lambda: not processes_in(workspace), 15)
        stage.check("a host that is killed in a tool leaves no process", gone)
        api.call("Bash", LONG).reply("done")
        last = host_of(stage, api, workspace).turn("go on", "--resume", session)[-1]
        stage.check("  and its session goes on, trimmed", "cm:" in tool_results(last)[-1])
        stage.check("  and is told nothing twice", text_of(last).count("entry -> src/app.py") == 1)


def same_folder(stage: Stage) -> None:
    """Two sessions of one project at once."""
    with Timed() as api:
        workspace = stage.workspace()
        words = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"]
        words += ["--model", claude_code_program.MODEL, "--allowedTools", "Bash"]
        with started(stage, api, workspace, *words) as one, started(stage, api, workspace, *words) as two:
            results = []
            for process in (one, two, one, two):
                api.call("Bash", LONG).reply("done")
                _say(process, "run it")
                results.append(tool_results(api.requests[-1].body)[-1])
            for process in (one, two):
                assert process.stdin
                process.stdin.close()
                process.wait(60)
        first, repeated = results[:2], results[2:]
        each_whole = all("ERROR: disk full" in text and "same output" not in text for text in first)
        stage.check("two sessions in one folder are trimmed each by itself", each_whole)
        stage.check("  and each knows its own outputs", all("same output as before" in text for text in repeated))
        stage.check("  and no process is left", until(lambda: not processes_in(workspace), 30))


def _say(process: Any, text: str) -> None:
    content = [{"type": "text", "text": text}]
    process.stdin.write(json.dumps({"type": "user", "message": {"role": "user", "content": content}}) + "\n")
    process.stdin.flush()
    while json.loads(process.stdout.readline() or '{"type": "result"}').get("type") != "result":
        pass


def without_server(stage: Stage) -> None:
    """No Python that starts: the hooks have no server to ask, and the host works as it does alone."""
    broken = stage.folder / "broken"
    broken.mkdir()
    (broken / "python3").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (broken / "python3").chmod(0o755)
    with Timed() as api:
        workspace = stage.workspace()
        api.call("Bash", LONG).reply("done")
        path = f"{broken}:{stage.environment()['PATH']}"
        requests = host_of(stage, api, workspace, PATH=path).turn("run it where nothing answers")
        whole = tool_results(requests[-1])[-1]
        stage.check("without a server outputs come whole", "step-1000\n" in whole and len(requests) == 2)
        failed = stage.folder / "home" / ".claude" / "mcp-needs-auth-cache.json"  # skipped for a while, says the host
        failed.unlink(missing_ok=True)
        api.call("Bash", LONG).reply("done")
        after = host_of(stage, api, workspace).turn("run it again", "-c")
        stage.check("  and with one again they are trimmed", "cm:" in tool_results(after[-1])[-1])


def own_compaction(stage: Stage) -> None:
    """The optional plugin: compactions are ours, without a request to a model, also after a resume."""
    with Timed() as api:
        workspace, session = stage.workspace(), str(uuid.uuid4())
        host = host_of(stage, api, workspace)
        host.turn("hello")  # the host takes the marketplace over in its first session
        _claude(stage, host, "plugin", "install", f"{COMPACTION}@{NAME.partition('@')[2]}")
        api.call("Bash", LONG).reply("It was tried.")
        host.turn(f"{ORDER} Then copy it.", "--session-id", session)
        for number in ("one", "two"):
            api.reply("done")
            host.turn(f"Question {number}", "--resume", session)
        for number in ("first", "second"):
            asked = host.turn("/compact", "--resume", session)
            api.reply("done")
            after = host.turn(f"Question after the {number}", "--resume", session)
            text = text_of(after[0])
            stage.check(f"own compaction, {number}: no model is asked", not asked, f"({len(asked)} requests)")
            is_ours = OPENINGS[0] in text and "This session is being continued" not in text
            stage.check("  and its summary is there after a resume, with the order", is_ours and ORDER in text)
        code, said = stage.ours("doctor", "--canary", "claude-code", "--program", str(stage.program))
        is_seen = code == 0 and said.count("session.compact") == 2
        stage.check("  and the canary looks for it, twice", is_seen, "" if is_seen else said)
        _claude(stage, host, "plugin", "uninstall", f"{COMPACTION}@{NAME.partition('@')[2]}")


def native(stage: Stage) -> None:
    """Installed, updated and taken out with the host's own commands."""
    with Timed() as api:
        workspace = stage.workspace()
        host = host_of(stage, api, workspace)
        market = NAME.partition("@")[2]
        _claude(stage, host, "plugin", "marketplace", "add", str(ROOT))
        _claude(stage, host, "plugin", "install", NAME)
        stage.check("claude plugin install: the plugin works", _is_trimmed(host))
        _claude(stage, host, "plugin", "marketplace", "update", market)
        _claude(stage, host, "plugin", "update", NAME)
        stage.check("  after claude plugin update too", _is_trimmed(host))
        _claude(stage, host, "plugin", "uninstall", NAME)
        stage.check("  claude plugin uninstall: the host is bare again", not _is_trimmed(host))
        _claude(stage, host, "plugin", "marketplace", "remove", market)
        left = [path.name for path in (stage.folder / "home" / ".claude").rglob("settings*.json")
                if market in path.read_text(encoding="utf-8")]  # fmt: skip
        stage.check("  and nothing of it is in the settings", not left, str(left or ""))


def _is_trimmed(host: Host) -> bool:
    host.api.call("Bash", LONG).reply("done")
    return "cm:" in tool_results(host.turn("run it")[-1])[-1]


def _claude(stage: Stage, host: Host, *words: str) -> None:
    """One of the host's own commands."""
    try:
        dataclasses.replace(host, arguments=()).run(*words)
    except Exception as error:
        stage.check(f"claude {' '.join(words)}", False, str(error))
        raise


def _source_file(workspace: Path) -> list[str]:
    lines = [f"value_{number} = compute(number)" for number in range(FILE_LINES)]
    (workspace / "app.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return lines
