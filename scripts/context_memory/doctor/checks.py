"""Checks of a deployment: the host, the workspace's files, the operator's prompt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..errors import Finding, Level
from ..handoffs import validate
from ..handoffs.tasks import Problem
from ..prompts import check as prompt_check
from ..prompts import sections
from ..text import tokens
from ..text.secrets import redact
from ..workspace import memory_md, pointers
from .values import Agent, Check, ClaudeCode, Host, OpenClaw, Texts, Unreadable, check_of, shorten_list

NAMES = ("memory_indexed", "chinese_search", "dreaming", "agent_workspace", "host_hooks", "skill_installed")
TRIGRAM = "trigram"
OURS = ("context-memory", "context_memory", "context memory")
"""Any of these in the name of a plugin, a hook or a command makes it ours."""


def checks_of_host(
    host: Host | None, workspace: str, chinese_file: str, fixes: Mapping[str, str], texts: Texts
) -> tuple[Check, ...]:
    """All six checks; `chinese_file` is the first memory file with Chinese in it, empty for none."""
    match host:
        case None:
            return tuple(check_of(name, "host.none", texts, fixes.get("host", "")) for name in NAMES)
        case Unreadable(_, reason):
            return tuple(
                check_of(name, "host.unreadable", texts, fixes.get("host", ""), reason=reason) for name in NAMES
            )
        case OpenClaw():
            return _of_openclaw(host, workspace, chinese_file, fixes, texts)
        case ClaudeCode():
            return _of_claude_code(host, fixes, texts)
        case Agent():
            return _of_agent(host, fixes, texts)


def _of_openclaw(
    host: OpenClaw, workspace: str, chinese_file: str, fixes: Mapping[str, str], texts: Texts
) -> tuple[Check, ...]:
    checks = (
        _check_indexing(host, workspace, fixes, texts),
        _check_chinese_search(host, chinese_file, fixes, texts),
        check_of("dreaming", "on" if host.is_dreaming else "off", texts, fixes["dreaming"], config=host.config),
        _workspace(host, workspace, fixes, texts),
        _hooks(host, fixes, texts),
        _skill(host.skill_folders, host.config, fixes, texts, is_allowed=host.is_skill_allowed),
    )
    if host.is_complete:
        return checks
    return tuple(
        check_of(each.name, "host.incomplete", texts, each.fix, config=host.config) if each.fix else each
        for each in checks
    )


def _check_indexing(host: OpenClaw, workspace: str, fixes: Mapping[str, str], texts: Texts) -> Check:
    if not host.is_search_on:
        return check_of("memory_indexed", "off", texts, fixes["memory_indexed"], config=host.config)
    folder = f"{workspace}/memories"
    for path in host.extra_paths:
        bare = path.removeprefix("./").removesuffix("/**").rstrip("/") or "/"
        if bare in {"memories", ".", folder, workspace}:
            return check_of("memory_indexed", "good", texts, path=path)
    return check_of("memory_indexed", "missing", texts, fixes["memory_indexed"], config=host.config)


def _check_chinese_search(host: OpenClaw, chinese_file: str, fixes: Mapping[str, str], texts: Texts) -> Check:
    if host.tokenizer == TRIGRAM:
        return check_of("chinese_search", "good", texts)
    if not chinese_file:
        return check_of("chinese_search", "no_chinese", texts)
    return check_of(
        "chinese_search",
        "missing",
        texts,
        fixes["chinese_search"],
        config=host.config,
        file=chinese_file,
        tokenizer=host.tokenizer or "unicode61",
    )


def _workspace(host: OpenClaw, workspace: str, fixes: Mapping[str, str], texts: Texts) -> Check:
    agents = tuple(agent for agent, folder in host.workspaces if folder == workspace)
    if agents:
        return check_of("agent_workspace", "good", texts, agents=shorten_list(agents))
    folders = tuple(dict.fromkeys(folder for _agent, folder in host.workspaces))
    return check_of(
        "agent_workspace", "other", texts, fixes["agent_workspace"], config=host.config, folders=shorten_list(folders)
    )


def _hooks(host: OpenClaw, fixes: Mapping[str, str], texts: Texts) -> Check:
    found = tuple(name for name in (*host.plugins, *host.hooks) if is_ours(name))
    if found:
        return check_of("host_hooks", "good", texts, names=shorten_list(found))
    fix = fixes.get("openclaw_plugin", "")
    return check_of("host_hooks", "missing" if fix else "none_shipped", texts, fix, config=host.config)


def _skill(
    folders: tuple[str, ...], config: str, fixes: Mapping[str, str], texts: Texts, *, is_allowed: bool = True
) -> Check:
    if not folders:
        return check_of("skill_installed", "missing", texts, fixes["skill_installed"])
    if not is_allowed:
        return check_of("skill_installed", "off", texts, fixes["skill_allowed"], config=config)
    return check_of("skill_installed", "good", texts, folder=folders[0])


def _of_claude_code(host: ClaudeCode, fixes: Mapping[str, str], texts: Texts) -> tuple[Check, ...]:
    settings = host.settings[0] if host.settings else ".claude/settings.json"
    ours = tuple(name for name in host.plugins if is_ours(name))
    commands = tuple(command for command in host.hook_commands if is_ours(command))
    names = "MEMORY.md" in host.instructions
    case = "named" if names else "by_hook" if ours else "not_named"  # the plugin adds it when a session starts
    config = ours[0] if case == "by_hook" else host.instructions_file or "CLAUDE.md"
    return (
        check_of("memory_indexed", case, texts, fixes["instructions"], config=config),
        check_of("chinese_search", "no_index", texts),
        check_of("dreaming", "off", texts),
        check_of("agent_workspace", "good", texts, agents="Claude Code"),
        check_of(
            "host_hooks",
            "good" if ours or commands else "missing",
            texts,
            fixes["claude_hooks"],
            config=settings,
            names=shorten_list(ours) or f"{len(commands)} hooks",
        ),
        _skill((*host.skill_folders, *ours), settings, fixes, texts),
    )


def _of_agent(host: Agent, fixes: Mapping[str, str], texts: Texts) -> tuple[Check, ...]:
    case = "by_hook" if host.state == "good" else "named" if fixes.get("is_named") else "not_named"
    config = host.config if case == "by_hook" else host.instructions_file
    fix = texts["host_hooks.trust"] if host.state == "untrusted" else fixes["agent_hooks"]
    return (
        check_of("memory_indexed", case, texts, fix, config=config),
        check_of("chinese_search", "no_index", texts),
        check_of("dreaming", "off", texts),
        check_of("agent_workspace", "good", texts, agents=host.title),
        check_of("host_hooks", host.state, texts, fix, config=host.config, names=host.detail),
        _skill(tuple(filter(None, [fixes.get("skill_folder", "")])), host.config, fixes, texts),
    )


def is_ours(name: str) -> bool:
    """Whether a plugin, a hook or a command belongs to this skill."""
    return any(word in name.lower() for word in OURS)


TASK_FILES = ("project", "decisions", "errors", "context")


def memory_index(text: str | None, texts: Texts, *, init: str, migrate: str) -> Check:
    """MEMORY.md is within its budget; `text` is None if there is no file."""
    if text is None:
        return check_of("memory_index", "missing", texts, init)
    count, lines = tokens.cjk(text), text.splitlines()
    facts = {
        "tokens": count,
        "limit": memory_md.MAX_TOKENS,
        "longest": max(map(len, lines), default=0),
        "line_limit": memory_md.MAX_LINE,
        "lines": shorten_list(tuple(str(n) for n, line in enumerate(lines, 1) if len(line) > memory_md.MAX_LINE)),
    }
    if count > memory_md.MAX_TOKENS:
        return check_of("memory_index", "too_large", texts, migrate, **facts)
    return check_of("memory_index", "long_lines" if facts["lines"] else "good", texts, migrate, **facts)


def memory_files(present: frozenset[str], unusable: Mapping[str, str], texts: Texts, *, init: str) -> Check:
    """The four files of memories/ exist; `unusable` has what gets each link or folder in their place out of the way."""
    if unusable:
        fix = "\n".join([*unusable.values(), init])
        return check_of("memory_files", "unusable", texts, fix, names=shorten_list(tuple(unusable)))
    missing = tuple(f"memories/{name}.md" for name in TASK_FILES if f"memories/{name}.md" not in present)
    return check_of("memory_files", "missing" if missing else "good", texts, init, names=shorten_list(missing))


def handoffs(
    agents: str | None, files: int, problems: Sequence[Problem], texts: Texts, *, init: str, form: str, check: str
) -> Check:
    """AGENTS.md shows the task and the result XML, and every handoff file is valid."""
    if agents is None:
        return check_of("handoffs", "missing", texts, init)
    tags = tuple(f"<{tag}>" for tag in validate.TAGS if f"<{tag}>" not in agents or f"</{tag}>" not in agents)
    if tags:
        return check_of("handoffs", "no_form", texts, form, tags=shorten_list(tags))
    bad = [each for each in problems if each.finding.level is Level.FAIL]
    if not bad:
        return check_of("handoffs", "good", texts, count=files)
    first = bad[0]
    return check_of(
        "handoffs",
        "broken",
        texts,
        f"{first.finding.fix}\n{check}",
        file=first.source,
        line=first.finding.line,
        what=first.finding.what,
        why=first.finding.why,
        count=len(bad),
    )


def notes(compacted: str, *, is_noted: bool, is_on: bool, texts: Texts, flush: str) -> Check:
    """The newest compaction wrote a note; `compacted` is its session, empty for none."""
    if not is_on:
        return check_of("notes", "off", texts)
    case = "none" if not compacted else "good" if is_noted else "missing"
    return check_of("notes", case, texts, flush, session=compacted)


def file_modes(open_paths: Sequence[str], count: int, texts: Texts, *, chmod: str) -> Check:
    """Only the owner can read or write memory."""
    if not count:
        return check_of("file_modes", "none", texts)
    return check_of("file_modes", "open" if open_paths else "good", texts, chmod, paths=shorten_list(tuple(open_paths)))


def secrets(files: Sequence[tuple[str, str]], texts: Texts) -> Check:
    """No memory file contains a secret; only kind and line are shown."""
    found = [(path, line, kind) for path, text in files for line, kind in _secret_lines(text)]
    if not found:
        return check_of("secrets", "good", texts, count=len(files))
    places = tuple(f"{path}:{line} {kind}" for path, line, kind in found)
    path, line, kind = found[0]
    fix = texts["secrets.fix"].format(path=path, line=line, kind=kind)
    return check_of("secrets", "found", texts, fix, places=shorten_list(places))


def fingerprint(written: str, now: str, texts: Texts, *, refresh: str) -> Check:
    """memories/project.md matches the project."""
    case = "missing" if not written else "good" if written == now else "stale"
    return check_of("fingerprint", case, texts, refresh)


def index_pointers(findings: Sequence[pointers.Finding], texts: Texts, *, verify: str, remove: str) -> Check:
    """Every pointer of MEMORY.md is valid."""
    stale = tuple(each.pointer.target for each in findings if pointers.is_stale(each))
    if stale:
        return check_of("pointers", "stale", texts, remove, names=shorten_list(stale))
    movable = tuple(each.pointer.target for each in findings if isinstance(each, pointers.Repaired))
    if movable:
        return check_of("pointers", "movable", texts, verify, names=shorten_list(movable))
    return check_of("pointers", "good", texts, count=len(findings))


def memory_ignored(
    *,
    visible: Sequence[str],
    tracked: Sequence[str],
    nested: bool,
    remote: str,
    texts: Texts,
    ignore: str,
    untrack: str,
) -> Check:
    """git neither tracks memories/ nor will add it with the next commit."""
    says = texts["memory_ignored.remote" if remote else "memory_ignored.no_remote"].format(remote=remote)
    if tracked:
        return check_of("memory_ignored", "tracked", texts, untrack, names=shorten_list(tuple(tracked)), remote=says)
    if visible:
        return check_of("memory_ignored", "visible", texts, ignore, names=shorten_list(tuple(visible)), remote=says)
    return check_of("memory_ignored", "nested" if nested else "good", texts, remote=says)


def _secret_lines(text: str) -> list[tuple[int, str]]:
    """Line and kind of every secret, without the secret itself."""
    lines = ((text.count("\n", 0, each.start) + 1, each.kind) for each in redact.findings(text))
    return list(dict.fromkeys(lines))


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file; `is_static` if a host puts the whole file into its stable part (AGENTS.md, CLAUDE.md)."""

    file: str
    text: str
    is_static: bool = False


def verification_rules(prompt: Prompt | None, snippets: tuple[str, ...], texts: Texts, *, fix: str) -> Check:
    """The memory rules are, word for word, in the static section; `snippets` are their texts, one per language."""
    if prompt is None:
        return check_of("verification_rules", "no_prompt", texts, fix)
    above, below = _split(prompt)
    if any(_holds(above, snippet) for snippet in snippets):
        return check_of("verification_rules", "good", texts, file=prompt.file)
    if any(_holds(below, snippet) for snippet in snippets):
        return check_of("verification_rules", "below", texts, fix, file=prompt.file)
    for snippet in snippets:
        heading, *rules = _lines(snippet)
        if heading in _lines(above):
            missing = next(rule for rule in rules if rule not in _lines(above))
            return check_of("verification_rules", "changed", texts, fix, file=prompt.file, rule=missing[:80])
    return check_of("verification_rules", "missing", texts, fix, file=prompt.file)


def findings_of(prompt: Prompt, memory: str) -> tuple[Finding, ...]:
    """Content that changes between turns in the static part of a prompt; `memory` is MEMORY.md."""
    return (
        prompt_check.dynamic_content(prompt.text)
        if prompt.is_static
        else prompt_check.find_in_prompt(prompt.text, memory)
    )


def dynamic_content(prompt: Prompt | None, findings: Sequence[Finding], texts: Texts, *, command: str) -> Check:
    """Nothing above the boundary changes between turns; `findings` list what does, with advice."""
    if prompt is None:
        return check_of("dynamic_content", "no_prompt", texts, command)
    bad = [each for each in findings if each.level is Level.FAIL]
    if not bad:
        return check_of("dynamic_content", "good_static" if prompt.is_static else "good", texts, file=prompt.file)
    first = bad[0]
    return check_of(
        "dynamic_content",
        "found",
        texts,
        first.fix,
        file=prompt.file,
        line=first.line,
        what=first.what,
        kind=first.kind,
        why=first.why,
        count=len(bad),
    )


def _split(prompt: Prompt) -> tuple[str, str]:
    """The text above and below the boundary; without a boundary all of it is above."""
    lines = prompt.text.splitlines()
    marks = {sections.BOUNDARY, prompt_check.SDK_BOUNDARY, prompt_check.OPENCLAW_STABLE_END}
    place = next((n for n, line in enumerate(lines) if line.strip() in marks), len(lines))
    return "\n".join(lines[:place]), "\n".join(lines[place:])


def _holds(text: str, snippet: str) -> bool:
    present = set(_lines(text))
    return all(line in present for line in _lines(snippet))


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
