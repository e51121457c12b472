"""Reads the host's configuration for a workspace, and renders what to paste there."""

import json
import os
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...storage import files
from ...text import json_text
from ..values import Agent, ClaudeCode, Host, OpenClaw, Unreadable

SKILL = "context-memory-optimizer"
MAX_CONFIG = 8 * 1024 * 1024
_INCLUDE = "$include"
_OBJECTS = (
    ("agents",),
    ("agents", "defaults"),
    ("agents", "defaults", "compaction"),
    ("memory",),
    ("memory", "search"),
    ("plugins",),
    ("plugins", "entries"),
    ("plugins", "slots"),
    ("hooks",),
    ("hooks", "internal"),
)
"""Of openclaw.json: what is read there."""

Parse = Callable[[str, str], Any]
"""Text of a configuration and its name for errors, to a value; InputError names the fault."""


def openclaw_state(state: Path | None, environ: Mapping[str, str]) -> Path:
    """The state folder: the given one, else `OPENCLAW_STATE_DIR`, else ~/.openclaw."""
    return state or Path(environ.get("OPENCLAW_STATE_DIR") or Path.home() / ".openclaw").expanduser()


def openclaw_config(config: Path | None, state: Path, environ: Mapping[str, str], *, is_named: bool) -> Path:
    """The configuration file; `is_named`: the state folder was given and takes precedence."""
    if config is not None:
        return config
    named = "" if is_named else environ.get("OPENCLAW_CONFIG_PATH", "")
    return Path(named).expanduser() if named else state / "openclaw.json"


def openclaw(config: Path, state: Path, workspace: Path, parse: Parse) -> OpenClaw | Unreadable:
    """The memory settings of openclaw.json; `parse` reads JSON5."""
    document = _document(config, parse)
    if isinstance(document, Unreadable):
        return document
    if wrong := next((each for each in _OBJECTS if not _is_object(_at(document, *each))), None):
        return Unreadable(str(config), f"{'.'.join(wrong)} in {config} is not an object: the host cannot use the file")
    plugins = _enabled_plugins(_at(document, "plugins", "entries"), _at(document, "plugins", "deny"))
    internal = _at(document, "hooks", "internal")
    are_hooks_on = isinstance(internal, Mapping) and internal.get("enabled") is not False
    searches = [_at(document, "memory", "search"), *_own_searches(document, state, workspace)]
    return OpenClaw(
        config=str(config),
        workspaces=tuple(_workspaces(document, state)),
        extra_paths=tuple(_expand_home(path) for search in searches for path in _strings(_at(search, "extraPaths"))),
        is_search_on=not any(_at(search, "enabled") is False for search in searches),
        tokenizer=next((str(t) for each in reversed(searches) if (t := _at(each, "store", "fts", "tokenizer"))), ""),
        is_dreaming=_is_dreaming(document),
        plugins=plugins,
        hooks=_enabled_plugins(_at(internal, "entries"), None) if are_hooks_on else (),
        skill_folders=_skill_folders(_openclaw_skill_roots(document, state, workspace)),
        is_skill_allowed=_is_skill_allowed(document),
        is_complete=not _includes(document),
    )


def claude_folder(environ: Mapping[str, str]) -> Path:
    """Where Claude Code keeps the user's configuration: `CLAUDE_CONFIG_DIR`, else ~/.claude."""
    return Path(environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude")


def claude_code(config: Path | None, workspace: Path, parse: Parse) -> ClaudeCode | Unreadable:
    """Hooks, plugins and skills of the project and of the user."""
    own = claude_folder(os.environ)
    candidates = [workspace / ".claude" / "settings.json", workspace / ".claude" / "settings.local.json"]
    candidates = [config] if config else [*candidates, own / "settings.json"]
    existing = [path for path in candidates if path.is_file()]
    commands: list[str] = []
    plugins: list[str] = []
    for path in existing:
        document = _document(path, parse)
        if isinstance(document, Unreadable):
            return document
        commands += _hook_commands(_at(document, "hooks"))
        enabled = _at(document, "enabledPlugins")
        plugins += [str(name) for name, on in enabled.items() if on] if isinstance(enabled, Mapping) else []
    instructions = next(
        (name for name in ("CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md") if (workspace / name).is_file()), ""
    )
    roots = [base / "skills" for base in (workspace / ".claude", workspace / ".agents", own, Path.home() / ".agents")]
    return ClaudeCode(
        settings=tuple(map(str, existing)),
        hook_commands=tuple(commands),
        plugins=tuple(plugins),
        skill_folders=_skill_folders(roots),
        instructions=_instructions(workspace, instructions),
        instructions_file=instructions,
    )


def _document(path: Path, parse: Parse) -> Mapping[str, Any] | Unreadable:
    try:
        content = files.read_bytes(path, limit=MAX_CONFIG + 1)
        if len(content) > MAX_CONFIG:
            return Unreadable(str(path), f"{path} has more than {MAX_CONFIG >> 20} MiB")
        document = parse(content.decode("utf-8-sig"), str(path))
    except InputError as error:
        return Unreadable(str(path), str(error))
    except UnicodeDecodeError:
        return Unreadable(str(path), f"{path} is not UTF-8")
    return document if isinstance(document, Mapping) else Unreadable(str(path), f"{path} holds no object")


def _at(document: Any, *keys: str) -> Any:
    for key in keys:
        document = document.get(key) if isinstance(document, Mapping) else None
    return document


def _is_object(value: Any) -> bool:
    return value is None or isinstance(value, Mapping)


def _strings(value: Any) -> list[str]:
    """Strings of a list; an entry may also be an object with a path."""
    entries = value if isinstance(value, list) else []
    found = (_at(each, "path") if isinstance(each, Mapping) else each for each in entries)
    return [each for each in found if isinstance(each, str)]


def _expand_home(path: str) -> str:
    return str(Path(path).expanduser()) if path.startswith("~") else path


def _workspaces(document: Mapping[str, Any], state: Path) -> Iterator[tuple[str, str]]:
    """Every agent with its folder, symlinks resolved; agents without one share that of the defaults."""
    agents = _at(document, "agents")
    fallback = _at(agents, "defaults", "workspace")
    shared = fallback if isinstance(fallback, str) else str(state / "workspace")
    yield "defaults", _resolve_links(shared)
    for name, agent in _agents(document):
        if isinstance(folder := _at(agent, "workspace"), str):
            yield name, _resolve_links(folder)


def _agents(document: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    entries, listed = _at(document, "agents", "entries"), _at(document, "agents", "list")  # a list before 2026.9
    for name, agent in entries.items() if isinstance(entries, Mapping) else ():
        yield str(name), agent
    for agent in listed if isinstance(listed, list) else ():
        yield str(_at(agent, "id") or ""), agent


def _own_searches(document: Mapping[str, Any], state: Path, workspace: Path) -> list[Any]:
    """Search settings of the agents that use this workspace; they come on top of the shared ones."""
    using = {name for name, folder in _workspaces(document, state) if folder == str(workspace)}
    return [_at(agent, "memory", "search") for name, agent in _agents(document) if name in using]


def _resolve_links(folder: str) -> str:
    try:
        return str(Path(os.path.expandvars(folder)).expanduser().resolve())
    except (OSError, RuntimeError):
        return folder


def _enabled_plugins(entries: Any, deny: Any) -> tuple[str, ...]:
    denied = set(_strings(deny))
    if not isinstance(entries, Mapping):
        return ()
    return tuple(
        str(name)
        for name, entry in entries.items()
        if name not in denied and isinstance(entry, Mapping) and entry.get("enabled") is not False
    )


def _is_dreaming(document: Mapping[str, Any]) -> bool:
    core = _at(document, "plugins", "entries", "memory-core")
    slot = _at(document, "plugins", "slots", "memory")
    return not (
        _at(core, "config", "dreaming", "enabled") is False
        or _at(core, "enabled") is False
        or "memory-core" in _strings(_at(document, "plugins", "deny"))
        or (isinstance(slot, str) and slot != "memory-core")
        or _at(document, "plugins", "enabled") is False
        or _at(document, "cron", "enabled") is False  # dreaming is a scheduled job
    )


def _is_skill_allowed(document: Mapping[str, Any]) -> bool:
    listed = _at(document, "agents", "defaults", "skills")
    is_listed = not isinstance(listed, list) or SKILL in _strings(listed)
    return is_listed and _at(document, "skills", "entries", SKILL, "enabled") is not False


def _openclaw_skill_roots(document: Mapping[str, Any], state: Path, workspace: Path) -> list[Path]:
    """Folders of skills, highest precedence first."""
    extra = [Path(_expand_home(path)) for path in _strings(_at(document, "skills", "load", "extraDirs"))]
    roots = [workspace / "skills", workspace / ".agents" / "skills"]
    if state == Path.home() / ".openclaw":
        roots.append(Path.home() / ".agents" / "skills")
    return [*roots, state / "skills", *extra]


def _skill_folders(roots: list[Path]) -> tuple[str, ...]:
    places = (place for root in roots for place in (root / SKILL, root))
    return tuple(str(place) for place in places if _is_our_skill(place / "SKILL.md"))


def _is_our_skill(path: Path) -> bool:
    try:
        head = files.read_text(path, limit=4_000) if path.is_file() else ""
    except InputError:
        return False
    return head.startswith("---") and any(line.strip() == f"name: {SKILL}" for line in head.splitlines())


def _includes(value: Any) -> bool:
    pending = [value]
    while pending:
        match pending.pop():
            case Mapping() as mapping:
                if _INCLUDE in mapping:
                    return True
                pending += mapping.values()
            case list() as items:
                pending += items
            case _:
                pass
    return False


def _hook_commands(hooks: Any) -> Iterator[str]:
    for groups in hooks.values() if isinstance(hooks, Mapping) else ():
        for group in groups if isinstance(groups, list) else ():
            for hook in _at(group, "hooks") or ():
                if isinstance(command := _at(hook, "command") or _at(hook, "url"), str):
                    yield command


def _instructions(workspace: Path, name: str) -> str:
    if not name or not (workspace / name).is_file():
        return ""
    try:
        return files.read_inside(workspace / name, workspace, limit=MAX_CONFIG).decode("utf-8", "replace")
    except InputError:
        return ""


Command = Callable[..., str]
"""A command of ours with its arguments, as the person has to type it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The operator's options about the host."""

    host: str = "auto"
    config: Path | None = None
    state: Path | None = None
    agent: Agent | Unreadable | None = None
    """What Codex or Gemini CLI has of ours, where one of them is asked about, or has hooks of ours."""


def find_host(workspace: Path, wanted: Wanted) -> Host | None:
    """The configuration of the host; None if `auto` finds none for this workspace."""
    named = wanted.host
    if named == "auto" and wanted.config is not None:
        named = "claude-code" if wanted.config.name.startswith("settings") else "openclaw"
    if named == "auto" and wanted.state is not None:
        named = "openclaw"
    match named:
        case "openclaw":
            return _openclaw(workspace, wanted)
        case "claude-code":
            return claude_code(wanted.config, workspace, json_text.parse_json5)
        case "codex" | "gemini":
            return wanted.agent
        case _:
            return _detect_host(workspace, wanted) or wanted.agent or _users_claude_code(workspace)


def _openclaw(workspace: Path, wanted: Wanted) -> Host:
    state = openclaw_state(wanted.state, os.environ)
    config = openclaw_config(wanted.config, state, os.environ, is_named=wanted.state is not None)
    return openclaw(config, state, workspace, json_text.parse_json5)


def _detect_host(workspace: Path, wanted: Wanted) -> Host | None:
    """A host counts when it points here: an agent's workspace, or the project's own settings."""
    found = _openclaw(workspace, wanted)
    if isinstance(found, OpenClaw) and any(folder == str(workspace) for _agent, folder in found.workspaces):
        return found
    if (workspace / ".claude").is_dir() or (workspace / "CLAUDE.md").is_file():
        return claude_code(None, workspace, json_text.parse_json5)
    return None


def _users_claude_code(workspace: Path) -> ClaudeCode | None:
    """Claude Code whose user has the plugin in every project."""
    found = claude_code(None, workspace, json_text.parse_json5)
    return found if isinstance(found, ClaudeCode) and any(SKILL in name for name in found.plugins) else None


def fixes(workspace: Path, skill: Path | None, command: Command, language: str) -> Mapping[str, str]:
    """What to paste for each check of the host; `skill` is the folder of SKILL.md, if there is one."""
    build, folder = published(skill)
    reindex = "openclaw memory index --force"
    is_chinese = language == "zh"
    hooks = json.dumps({"hooks": claude_hooks(command)}, indent=2)
    plugin = skill / "openclaw-plugin" if skill else None
    found = {
        "host": command("doctor", "--workspace", str(workspace), "--host", "openclaw"),
        "memory_indexed": f"openclaw config set memory.search.extraPaths '[\"memories\"]' --strict-json\n{reindex}",
        "chinese_search": f"openclaw config set memory.search.store.fts.tokenizer trigram\n{reindex}",
        "dreaming": "openclaw config set plugins.entries.memory-core.config.dreaming.enabled false --strict-json",
        "agent_workspace": f"openclaw config set agents.defaults.workspace {shlex.quote(str(workspace))}",
        "skill_installed": f"{build}openclaw skills install {shlex.quote(folder)} --as {SKILL}",
        "skill_allowed": f"openclaw config set skills.entries.{SKILL}.enabled true --strict-json\n"
        f"and, where agents.defaults.skills lists skills, add {SKILL} to it",
        "instructions": "写进 CLAUDE.md：\n行动前先读 MEMORY.md；它只是提示，不是事实。"
        if is_chinese
        else "add to CLAUDE.md:\nRead MEMORY.md before you act; it is a hint, not ground truth.",
        "claude_hooks": f"{'合并到' if is_chinese else 'merge into'} .claude/settings.json:\n{hooks}",
    }
    if plugin and (plugin / "openclaw.plugin.json").is_file():
        found["openclaw_plugin"] = command("install", "openclaw")
    return found


def fixes_of_agent(agent: Agent, workspace: Path, skill: Path | None, command: Command) -> Mapping[str, str]:
    """What the checks of Codex and Gemini CLI need beside: what to run, and what is in the folders of the workspace."""
    roots = [base / root for base in (workspace, Path.home()) for root in agent.skill_roots]
    is_named = "MEMORY.md" in _instructions(workspace, agent.instructions_file)
    return {
        "agent_hooks": command(*agent.install),
        "skill_installed": claude_skill(workspace, skill, agent.skill_roots[0]),
        "skill_folder": next(iter(_skill_folders(roots)), ""),
        "is_named": agent.instructions_file if is_named else "",
    }


def claude_skill(workspace: Path, skill: Path | None, root: str = ".claude/skills") -> str:
    """How to install the skill for Claude Code, or for a host that reads skills of this folder."""
    target = workspace / root
    build, folder = published(skill)
    copy = shlex.quote(str(target / SKILL))
    return f"{build}mkdir -p {shlex.quote(str(target))} && cp -R {shlex.quote(folder)} {copy}"


def published(skill: Path | None) -> tuple[str, str]:
    """The folder to install, and what to run first: a repository has to be built, a published folder not."""
    if skill is None:
        return "", SKILL
    if not (skill / "Makefile").is_file():
        return "", str(skill)
    return f"make -C {shlex.quote(str(skill))} skill && ", str(skill / "build" / "skill" / SKILL)


def claude_hooks(command: Command) -> dict[str, object]:
    """Hooks for Claude Code: refuse what errors.md records, restore files after a compaction."""
    # exit code 2 makes the host refuse the tool call and show stderr to the model; ours is 3
    guard = f'{command("check")} --workspace "$CLAUDE_PROJECT_DIR" >&2; [ $? -ne 3 ] || exit 2'
    restore = f'{command("restore")} --workspace "$CLAUDE_PROJECT_DIR"'
    return {
        "PreToolUse": [{"matcher": "Bash|Read|Edit|Write", "hooks": [{"type": "command", "command": guard}]}],
        "SessionStart": [{"matcher": "compact", "hooks": [{"type": "command", "command": restore}]}],
    }
