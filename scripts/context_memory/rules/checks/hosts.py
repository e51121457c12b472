"""Checks of the host program: it uses this workspace, finds its memory, and leaves MEMORY.md alone at night."""

from collections.abc import Mapping

from ...model.checklist import Check
from ...model.hosts import ClaudeCode, Host, OpenClaw, Unreadable
from .words import said, some

NAMES = ("memory_indexed", "chinese_search", "dreaming", "agent_workspace", "host_hooks", "skill_installed")
TRIGRAM = "trigram"
OURS = ("context-memory", "context_memory", "context memory")
"""Any of these in the name of a plugin, a hook or a command makes it ours."""


def of(
    host: Host | None, workspace: str, chinese_file: str, fixes: Mapping[str, str], language: str
) -> tuple[Check, ...]:
    """All six lines; `chinese_file` is the first memory file with Chinese in it, empty for none."""
    match host:
        case None:
            return tuple(said(name, "host.none", language, fixes.get("host", "")) for name in NAMES)
        case Unreadable(_, reason):
            return tuple(
                said(name, "host.unreadable", language, fixes.get("host", ""), reason=reason) for name in NAMES
            )
        case OpenClaw():
            return _of_openclaw(host, workspace, chinese_file, fixes, language)
        case ClaudeCode():
            return _of_claude_code(host, fixes, language)


def _of_openclaw(
    host: OpenClaw, workspace: str, chinese_file: str, fixes: Mapping[str, str], language: str
) -> tuple[Check, ...]:
    checks = (
        _indexed(host, workspace, fixes, language),
        _chinese(host, chinese_file, fixes, language),
        said("dreaming", "on" if host.is_dreaming else "off", language, fixes["dreaming"], config=host.config),
        _workspace(host, workspace, fixes, language),
        _hooks(host, fixes, language),
        _skill(host.skill_folders, host.config, fixes, language, is_allowed=host.is_skill_allowed),
    )
    if host.is_complete:
        return checks
    return tuple(
        said(each.name, "host.incomplete", language, each.fix, config=host.config) if each.fix else each
        for each in checks
    )


def _indexed(host: OpenClaw, workspace: str, fixes: Mapping[str, str], language: str) -> Check:
    if not host.is_search_on:
        return said("memory_indexed", "off", language, fixes["memory_indexed"], config=host.config)
    folder = f"{workspace}/memories"
    for path in host.extra_paths:
        bare = path.removeprefix("./").removesuffix("/**").rstrip("/") or "/"
        if bare in {"memories", ".", folder, workspace}:
            return said("memory_indexed", "good", language, path=path)
    return said("memory_indexed", "missing", language, fixes["memory_indexed"], config=host.config)


def _chinese(host: OpenClaw, chinese_file: str, fixes: Mapping[str, str], language: str) -> Check:
    if host.tokenizer == TRIGRAM:
        return said("chinese_search", "good", language)
    if not chinese_file:
        return said("chinese_search", "no_chinese", language)
    return said(
        "chinese_search",
        "missing",
        language,
        fixes["chinese_search"],
        config=host.config,
        file=chinese_file,
        tokenizer=host.tokenizer or "unicode61",
    )


def _workspace(host: OpenClaw, workspace: str, fixes: Mapping[str, str], language: str) -> Check:
    agents = tuple(agent for agent, folder in host.workspaces if folder == workspace)
    if agents:
        return said("agent_workspace", "good", language, agents=some(agents))
    folders = tuple(dict.fromkeys(folder for _agent, folder in host.workspaces))
    return said(
        "agent_workspace", "other", language, fixes["agent_workspace"], config=host.config, folders=some(folders)
    )


def _hooks(host: OpenClaw, fixes: Mapping[str, str], language: str) -> Check:
    found = tuple(name for name in (*host.plugins, *host.hooks) if is_ours(name))
    if found:
        return said("host_hooks", "good", language, names=some(found))
    fix = fixes.get("openclaw_plugin", "")
    return said("host_hooks", "missing" if fix else "none_shipped", language, fix, config=host.config)


def _skill(
    folders: tuple[str, ...], config: str, fixes: Mapping[str, str], language: str, *, is_allowed: bool = True
) -> Check:
    if not folders:
        return said("skill_installed", "missing", language, fixes["skill_installed"])
    if not is_allowed:
        return said("skill_installed", "off", language, fixes["skill_allowed"], config=config)
    return said("skill_installed", "good", language, folder=folders[0])


def _of_claude_code(host: ClaudeCode, fixes: Mapping[str, str], language: str) -> tuple[Check, ...]:
    settings = host.settings[0] if host.settings else ".claude/settings.json"
    ours = tuple(name for name in host.plugins if is_ours(name))
    commands = tuple(command for command in host.hook_commands if is_ours(command) or "check_action" in command)
    names = "MEMORY.md" in host.instructions
    return (
        said(
            "memory_indexed",
            "named" if names else "not_named",
            language,
            fixes["instructions"],
            config=host.instructions_file or "CLAUDE.md",
        ),
        said("chinese_search", "no_index", language),
        said("dreaming", "off", language),
        said("agent_workspace", "good", language, agents="Claude Code"),
        said(
            "host_hooks",
            "good" if ours or commands else "missing",
            language,
            fixes["claude_hooks"],
            config=settings,
            names=some(ours) or f"{len(commands)} hooks",
        ),
        _skill((*host.skill_folders, *ours), settings, fixes, language),
    )


def is_ours(name: str) -> bool:
    """Whether a plugin, a hook or a command belongs to this skill."""
    return any(word in name.lower() for word in OURS)
