"""Which host a workspace is deployed on, and what has to be pasted there."""

import json
import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..disk import host_config
from ..model.hosts import Host, OpenClaw
from ..rules import lenient_json

Command = Callable[..., str]
"""A command of ours with its arguments, as the person has to type it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the operator said about the host."""

    host: str = "auto"
    config: Path | None = None
    state: Path | None = None


def of(workspace: Path, wanted: Wanted) -> Host | None:
    """The configuration of the host; None when `auto` finds none that concerns this workspace."""
    named = wanted.host
    if named == "auto" and wanted.config is not None:
        named = "claude-code" if wanted.config.name.startswith("settings") else "openclaw"
    if named == "auto" and wanted.state is not None:
        named = "openclaw"
    match named:
        case "openclaw":
            return _openclaw(workspace, wanted)
        case "claude-code":
            return host_config.claude_code(wanted.config, workspace, Path.home(), lenient_json.parse)
        case _:
            return _guessed(workspace, wanted)


def _openclaw(workspace: Path, wanted: Wanted) -> Host:
    state = host_config.openclaw_state(wanted.state, os.environ)
    config = host_config.openclaw_config(wanted.config, state, os.environ, is_named=wanted.state is not None)
    return host_config.openclaw(config, state, workspace, lenient_json.parse)


def _guessed(workspace: Path, wanted: Wanted) -> Host | None:
    """A host counts when it points here: an agent's workspace, or the project's own settings."""
    found = _openclaw(workspace, wanted)
    if isinstance(found, OpenClaw) and any(folder == str(workspace) for _agent, folder in found.workspaces):
        return found
    if (workspace / ".claude").is_dir() or (workspace / "CLAUDE.md").is_file():
        return host_config.claude_code(None, workspace, Path.home(), lenient_json.parse)
    return None


def fixes(workspace: Path, skill: Path | None, command: Command, language: str) -> Mapping[str, str]:
    """What to paste for each line about the host; `skill` is the folder of SKILL.md where there is one."""
    build, folder = published(skill)
    reindex = "openclaw memory index --force"
    is_chinese = language == "zh"
    hooks = json.dumps({"hooks": claude_hooks(command)}, indent=2)
    plugin = skill / "plugins" / "openclaw" if skill else None
    found = {
        "host": command("check_deployment", str(workspace), "--host", "openclaw"),
        "memory_indexed": f"openclaw config set memory.search.extraPaths '[\"memories\"]' --strict-json\n{reindex}",
        "chinese_search": f"openclaw config set memory.search.store.fts.tokenizer trigram\n{reindex}",
        "dreaming": "openclaw config set plugins.entries.memory-core.config.dreaming.enabled false --strict-json",
        "agent_workspace": f"openclaw config set agents.defaults.workspace {shlex.quote(str(workspace))}",
        "skill_installed": f"{build}openclaw skills install {shlex.quote(folder)} --as {host_config.SKILL}",
        "skill_allowed": f"openclaw config set skills.entries.{host_config.SKILL}.enabled true --strict-json\n"
        f"and, where agents.defaults.skills lists skills, add {host_config.SKILL} to it",
        "instructions": "写进 CLAUDE.md：\n行动前先读 MEMORY.md；它只是提示，不是事实。"
        if is_chinese
        else "add to CLAUDE.md:\nRead MEMORY.md before you act; it is a hint, not ground truth.",
        "claude_hooks": f"{'合并到' if is_chinese else 'merge into'} .claude/settings.json:\n{hooks}",
    }
    if plugin and (plugin / "openclaw.plugin.json").is_file():
        found["openclaw_plugin"] = f"openclaw plugins install --link {shlex.quote(str(plugin))}"
    return found


def claude_skill(workspace: Path, skill: Path | None) -> str:
    """How to install the skill for Claude Code."""
    target = workspace / ".claude" / "skills"
    build, folder = published(skill)
    copy = shlex.quote(str(target / host_config.SKILL))
    return f"{build}mkdir -p {shlex.quote(str(target))} && cp -R {shlex.quote(folder)} {copy}"


def published(skill: Path | None) -> tuple[str, str]:
    """The folder to install, and what has to run first: a repository is built, a published folder is as it is."""
    if skill is None:
        return "", host_config.SKILL
    if not (skill / "Makefile").is_file():
        return "", str(skill)
    return f"make -C {shlex.quote(str(skill))} skill && ", str(skill / "build" / "skill" / host_config.SKILL)


def claude_hooks(command: Command) -> dict[str, object]:
    """Hooks for Claude Code: refuse what errors.md records, give files back after a compaction."""
    # exit code 2 makes the host refuse the tool call and show stderr to the model; ours is 3
    guard = f'{command("check_action")} "$CLAUDE_PROJECT_DIR" >&2; [ $? -ne 3 ] || exit 2'
    restore = f'{command("restore_files")} --workspace "$CLAUDE_PROJECT_DIR"'
    return {
        "PreToolUse": [{"matcher": "Bash|Read|Edit|Write", "hooks": [{"type": "command", "command": guard}]}],
        "SessionStart": [{"matcher": "compact", "hooks": [{"type": "command", "command": restore}]}],
    }
