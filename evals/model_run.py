"""Let a model live through a scenario, in a temporary folder, with three tools that can do no harm.

read and write stay inside the folder; exec starts the scripts of the skill,
without a shell, and nothing else.
"""

import json
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

import anthropic

from .scenarios import Scenario

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"
MAX_TURNS, MAX_TOKENS, SECONDS = 16, 4_096, 60
TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "description": description,
        "input_schema": {
            "type": "object",
            "properties": {key: {"type": "string"} for key in keys},
            "required": list(keys),
        },
    }
    for name, description, keys in (
        ("read", "Read a file of the workspace.", ("path",)),
        ("write", "Replace a file of the workspace.", ("path", "text")),
        ("exec", "Run one command, without a shell, in the workspace.", ("command",)),
    )
]
_ROLE = (
    "You are a coding agent. The current folder is the workspace W. Work without asking back; end with a short report."
)


@dataclass(frozen=True, slots=True)
class Run:
    """What to run and with what."""

    model: str
    with_skill: bool = True


def live_through(scenario: Scenario, run: Run, client: anthropic.Anthropic, folder: Path) -> list[dict[str, Any]]:
    """The messages of one run, the person's first."""
    _lay_out(scenario, folder)
    messages: list[dict[str, Any]] = [{"role": "user", "content": scenario.message}]
    for _turn in range(MAX_TURNS):
        reply = client.messages.create(
            model=run.model,
            max_tokens=MAX_TOKENS,
            system=_system(run),
            tools=TOOLS,  # type: ignore[arg-type]
            messages=messages,  # type: ignore[arg-type]
        )
        blocks = [block.model_dump(exclude_none=True) for block in reply.content]
        messages.append({"role": "assistant", "content": blocks})
        calls = [block for block in blocks if block["type"] == "tool_use"]
        if not calls:
            break
        results = [
            {"type": "tool_result", "tool_use_id": call["id"], "content": _answer(call, folder)} for call in calls
        ]
        messages.append({"role": "user", "content": results})
    return messages


def would_load(query: str, model: str, client: anthropic.Anthropic) -> bool:
    """Whether a model that sees only names and descriptions loads this skill for the query."""
    asked = (
        "Skills you may load, by name and description:\n"
        + "\n".join(f"- {name}: {description}" for name, description in {**_DECOYS, **_ours()}.items())
        + f"\n\nMessage of the person:\n{query}\n\nAnswer with the name of one skill to load first, or none."
    )
    reply = client.messages.create(model=model, max_tokens=60, messages=[{"role": "user", "content": asked}])
    said = " ".join(getattr(block, "text", "") for block in reply.content)
    return "context-memory-optimizer" in said


def _lay_out(scenario: Scenario, folder: Path) -> None:
    for name, text in scenario.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in scenario.read_only:
        (folder / name).chmod(0o400)


def _system(run: Run) -> str:
    if not run.with_skill:
        return _ROLE
    skill = (ROOT / "SKILL.md").read_text(encoding="utf-8").split("---\n", 2)[2]
    return f"{_ROLE}\n\nYou have loaded this skill; its folder is {ROOT}.\n\n{skill.replace('{baseDir}', str(ROOT))}"


def _answer(call: dict[str, Any], folder: Path) -> str:
    given = {key: str(value) for key, value in dict(call["input"]).items()}
    if call["name"] == "exec":
        return execute(given.get("command", ""), folder)
    path = (folder / given.get("path", "")).resolve()
    if not path.is_relative_to(folder.resolve()):
        return "error: outside of the workspace"
    try:
        if call["name"] == "read":
            return path.read_text(encoding="utf-8", errors="replace")[:20_000]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(given.get("text", ""), encoding="utf-8")
    except OSError as error:
        return f"error: {error.strerror}"
    return "written"


def execute(command: str, folder: Path) -> str:
    """Output of one of the skill's scripts; everything else is not available."""
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    script = next((SCRIPTS / PurePosixPath(word).name for word in words[1:2] if word.endswith(".py")), None)
    if len(words) < 2 or not words[0].startswith("python") or script is None or not script.is_file():
        return "error: only `python3 …/scripts/NAME.py …` is available here, without a shell"
    arguments = [_in_workspace(word, folder) for word in words[2:]]
    try:
        done = subprocess.run(
            [sys.executable, str(script), *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"error: no answer within {SECONDS} s"
    return json.dumps({"exit": done.returncode}) + "\n" + (done.stdout + done.stderr)[:20_000]


def _in_workspace(word: str, folder: Path) -> str:
    """The word with the `W` of the skill's text as the folder it stands for."""
    return str(folder) + word[1:] if word == "W" or word.startswith("W/") else word


def _ours() -> dict[str, str]:
    text = (ROOT / "SKILL.md").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith("description: "))
    return {"context-memory-optimizer": line.removeprefix("description: ").strip('"')}


_DECOYS = {
    "git-helper": "Writes commit messages, resolves merge conflicts, explains history.",
    "sql-tuning": "Explains query plans and proposes indexes for PostgreSQL and MySQL.",
    "translate": "Translates documents between languages and keeps their layout.",
    "profiler": "Finds what takes time and memory in Python and Node programs.",
    "release-notes": "Summarises merged changes into release notes.",
}
