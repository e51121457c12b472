"""`make test-openclaw-skill`: the built skill in a real OpenClaw, against a scripted provider on loopback.

    python -m tests.hosts.openclaw_skill [--keep]

Exit code 0: every check holds; 1: one does not; 77: it did not run, and why.
Everything of ours but the download lies in one temporary folder; the host itself leaves locks under /tmp.
"""

import argparse
import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench import skill_folder
from context_memory.doctor.services import host_facts

from . import openclaw_download, scripted_provider
from .openclaw_download import NotHere, Program
from .scripted_provider import Call, Provider

NOT_RUN = 77
MARK = "context-memory-proof"
SKILL = skill_folder.NAME
SECONDS = 180


class Stage:
    """One temporary home, state folder and workspace of OpenClaw."""

    def __init__(self, folder: Path, program: Program, provider: Provider) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        self.state = folder / "state"
        self._program = program
        self._provider = provider
        self._started = time.monotonic()
        self.failures = 0
        for each in ("home", "state", "workspace"):
            (folder / each).mkdir()
        (self.state / "openclaw.json").write_text(json.dumps(self._config(), indent=2), encoding="utf-8")

    def _config(self) -> dict[str, object]:
        model = {"id": "scripted-1", "name": "Scripted", "reasoning": False, "input": ["text"], "maxTokens": 2048}
        cost = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
        return {
            "gateway": {"mode": "local", "bind": "loopback", "auth": {"mode": "token", "token": "loopback"}},
            "cron": {"enabled": False},
            "logging": {"file": str(self.folder / "openclaw.log")},
            "agents": {
                "defaults": {
                    "workspace": str(self.workspace),
                    "skipBootstrap": True,
                    "heartbeat": {"every": "0m"},
                    "model": {"primary": "scripted/scripted-1"},
                }
            },
            "models": {
                "mode": "replace",
                "providers": {
                    "scripted": {
                        "baseUrl": f"http://127.0.0.1:{self._provider.port}/v1",
                        "apiKey": "none",
                        "api": "openai-completions",
                        "models": [{**model, "contextWindow": 64_000, "cost": cost}],
                    }
                },
            },
            "memory": {"search": {"provider": "none", "extraPaths": ["memories"]}},
        }

    def openclaw(self, *words: str) -> str:
        """Output of one command; a failure ends the proof."""
        environment = {
            "PATH": f"{self._program.node.parent}:{os.defpath}:/usr/local/bin",
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "home"),
            "OPENCLAW_STATE_DIR": str(self.state),
            "OPENCLAW_CONFIG_PATH": str(self.state / "openclaw.json"),
            "NO_COLOR": "1",
            "CI": "1",
            "LANG": "C.UTF-8",
        }
        call = [str(self._program.node), str(self._program.entry), *words]
        process = subprocess.Popen(
            call,
            env=environment,
            cwd=self.workspace,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # so that what it starts can be ended with it, and nothing else
        )
        try:
            out, err = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise SystemExit(f"openclaw {' '.join(words)} took more than {SECONDS} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(10)
        if process.returncode:
            raise SystemExit(f"openclaw {' '.join(words)}: exit {process.returncode}\n{out[-1500:]}\n{err[-1500:]}")
        return out

    def turn(self, *replies: Call | str) -> list[dict]:  # type: ignore[type-arg]
        """One turn of the agent in which the model answers so; the requests it made."""
        self._provider.replies = list(replies)
        before = len(self._provider.requests)
        self.openclaw("agent", "--local", "--agent", "main", "--message", f"{MARK}: go on")
        return self._provider.requests[before:]

    def check(self, what: str, holds: bool, detail: str = "") -> None:
        """Print one line; count what does not hold."""
        self.failures += not holds
        print(
            f"  {'ok  ' if holds else 'FAIL'} {time.monotonic() - self._started:6.1f}s  {what} {detail}".rstrip(),
            flush=True,
        )


def prove(stage: Stage, built: Path) -> None:
    """Install, list, one turn that shows the description, one that reads the skill, one that runs a script."""
    print(stage.openclaw("--version").strip().splitlines()[-1])
    stage.openclaw("skills", "install", str(built), "--as", SKILL)
    listed = json.loads(stage.openclaw("skills", "list", "--json"))["skills"]
    ours = next((each for each in listed if each["name"] == SKILL), {})
    stage.check("the skill is eligible", ours.get("eligible") is True, str(ours.get("missing", "")))
    stage.check("the skill is visible to the model", ours.get("modelVisible") is True)

    installed = stage.workspace / "skills" / SKILL
    scripts = installed / "scripts"
    description = (built / "SKILL.md").read_text(encoding="utf-8").split('description: "')[1][:70]

    requests = stage.turn(Call("read", {"path": str(installed / "SKILL.md")}), "read it")
    system = scripted_provider.system_text(requests[0])
    stage.check("the prompt shows the description", description in system)
    stage.check("the prompt says where SKILL.md lies", f"skills/{SKILL}/SKILL.md" in system)
    read = scripted_provider.tool_texts(requests[-1])[-1]
    stage.check("the model can read the decision table", "## Which command" in read)
    stage.check("the model reads it whole, to the references", "references/zh.md" in read)

    (stage.workspace / "MEMORY.md").write_text("# MEMORY INDEX\n", encoding="utf-8")
    noise = "for i in $(seq 400); do echo step $i copied; done; echo ERROR: disk full"
    trim = f"({noise}) 2>&1 | python3 {scripts}/trim_output.py --tool exec --workspace {stage.workspace}"
    requests = stage.turn(Call("exec", {"command": trim}), "ran it")
    result = scripted_provider.tool_texts(requests[-1])[-1]
    stage.check("a script runs through exec and trims", "ERROR: disk full" in result and "archive cm:" in result)

    words = f"--workspace {stage.workspace} --host openclaw --state-dir {stage.state} --json"
    requests = stage.turn(Call("exec", {"command": f"python3 {scripts}/check_deployment.py {words}"}), "checked")
    checks = _checks(scripted_provider.tool_texts(requests[-1])[-1])
    right = ("agent_workspace", "memory_indexed", "dreaming", "skill_installed", "compaction")
    stage.check(
        "context-memory doctor reads the real configuration",
        all(checks.get(name) == "pass" for name in right),
        ", ".join(f"{name} {checks.get(name)}" for name in right),
    )
    fixed = _paste_the_fixes(stage, checks)
    stage.check("OpenClaw accepts the lines to paste", fixed)


def _checks(text: str) -> dict[str, str]:
    """Status by name, out of what the host shows of the JSON document."""
    with contextlib.suppress(ValueError):
        document, _end = json.JSONDecoder().raw_decode(text[text.index("{") :])
        return {each["name"]: each["status"] for each in document["checks"]}
    return {}


def _paste_the_fixes(stage: Stage, checks: dict[str, str]) -> bool:
    """The `openclaw config set` lines of our fixes, run by the host itself, leave a valid configuration."""
    fixes = host_facts.fixes(stage.workspace, None, lambda *words: " ".join(words), "en")
    for name in ("memory_indexed", "chinese_search", "dreaming", "agent_workspace"):
        line = fixes[name].splitlines()[0]
        if not line.startswith("openclaw config set ") or not checks:
            return False
        stage.openclaw(*shlex.split(line)[1:])
    return "valid" in stage.openclaw("config", "validate").lower()


def main(argv: Sequence[str] | None = None) -> int:
    """Build, download, prove."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", action="store_true", help="keep the temporary folder and name it")
    arguments = parser.parse_args(argv)
    try:
        program = openclaw_download.openclaw()
    except NotHere as reason:
        print(f"NOT RUN: the proof against OpenClaw needs a download that failed: {reason}", file=sys.stderr)
        return NOT_RUN
    folder = Path(tempfile.mkdtemp(prefix="context-memory-openclaw-"))
    try:
        built = skill_folder.build(skill_folder.ROOT, folder / "built")
        with scripted_provider.running(MARK) as provider:
            stage = Stage(folder, program, provider)
            prove(stage, built)
        print("all checks hold" if not stage.failures else f"{stage.failures} checks do not hold")
        return 1 if stage.failures else 0
    finally:
        if arguments.keep:
            print(f"kept {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
