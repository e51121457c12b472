"""The deployment checklist: look at everything, change nothing. `checklist_repairs` mends what is safe to mend."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ..disk import audit, breaker_file, git_facts, memory_files, templates
from ..disk.places import Places
from ..model.checklist import Check, Status
from ..model.errors import ContextMemoryError, InputError, NotReadyError
from ..model.hosts import ClaudeCode
from ..model.settings import Settings
from ..rules import checklist, notes, prompt_sections
from ..rules.checks import hosts, prompt, workspace
from ..rules.checks.words import said
from ..rules.schedule import Problem
from . import handoffs, host_facts, prompting, rehearsal, scaffold, verifier
from .host_facts import Command, Wanted
from .rehearsal import OptimizerOf

PROMPT_FILES = ("prompt.md", "system-prompt.md", "system_prompt.md", "SYSTEM.md", "prompts/system.md")
"""Where an operator's own prompt is looked for when none is named."""
HOST_FILES = ("CLAUDE.md", "AGENTS.md")
"""Files that a host puts into the stable part of its prompt."""
HANDOFF_FOLDERS = ("handoffs",)


@dataclass(frozen=True, slots=True)
class Request:
    """What to check, and with what."""

    settings: Settings
    optimizer_of: OptimizerOf
    command: Command
    language: str = "en"
    prompt: Path | None = None
    wanted: Wanted = field(default_factory=Wanted)
    skill: Path | None = None
    """The folder of SKILL.md, None where the package is installed without it."""


def run(places: Places, request: Request, now: datetime) -> tuple[Check, ...]:
    """Every line of the checklist: the seven of the skill first, then the host's, then the files'."""
    folder = _workspace(places)
    lines: tuple[tuple[str, Callable[[], Check]], ...] = (
        ("memory_index", lambda: _memory_index(folder, request)),
        ("memory_files", lambda: _memory_files(folder, request)),
        ("verification_rules", lambda: _verification_rules(folder, request)),
        ("dynamic_content", lambda: _dynamic_content(folder, request)),
        ("compaction", lambda: _compaction(request, now)),
        ("handoffs", lambda: _handoffs(folder, request)),
        ("memory_ignored", lambda: memory_ignored(folder, request)),
    )
    more: tuple[tuple[str, Callable[[], Check]], ...] = (
        ("file_modes", lambda: _file_modes(folder, request)),
        ("secrets", lambda: workspace.secrets(tuple(memory_files.texts(folder, "AGENTS.md")), request.language)),
        ("fingerprint", lambda: _fingerprint(places, request)),
        ("pointers", lambda: _pointers(places, request, now)),
        ("breaker", lambda: _breaker(places, request)),
        ("notes", lambda: _notes(places, request)),
    )
    return (*_all(lines, request.language), *_host(folder, request), *_all(more, request.language))


def _all(lines: Iterable[tuple[str, Callable[[], Check]]], language: str) -> list[Check]:
    """Every check; one that meets bad input fails with the reason and the hint, and the others go on."""
    found = []
    for name, look in lines:
        try:
            found.append(look())
        except NotReadyError as error:  # the file or the library that the line is about is another line's business
            found.append(said(name, "error.unknown", language, error.hint, reason=str(error)))
        except ContextMemoryError as error:
            found.append(said(name, "error", language, error.hint, reason=str(error)))
    return found


def _workspace(places: Places) -> Path:
    if places.workspace is None:
        raise InputError("no workspace is named", hint="name the workspace folder")
    return places.workspace.resolve()


def _memory_index(folder: Path, request: Request) -> Check:
    text = memory_files.read(folder, "MEMORY.md")
    if text is None and (folder / "MEMORY.md").is_symlink():
        raise InputError("MEMORY.md is a link out of the workspace", hint="replace the link by a real file")
    run_migrate = request.command("migrate_index", str(folder))
    return workspace.memory_index(text, request.language, init=_init(folder, request), migrate=run_migrate)


def _memory_files(folder: Path, request: Request) -> Check:
    names = (f"memories/{name}.md" for name in workspace.TASK_FILES)
    present = frozenset(name for name in names if memory_files.read(folder, name) is not None)
    return workspace.memory_files(present, request.language, init=_init(folder, request))


def _prompt(folder: Path, request: Request) -> prompt.Prompt | None:
    """The prompt that was named, else the operator's own, else a host file that holds the memory rules."""
    if request.prompt is not None:
        return prompt.Prompt(str(request.prompt), prompting.read_prompt(request.prompt))
    for name in PROMPT_FILES:
        if (text := memory_files.read(folder, name)) is not None:
            return prompt.Prompt(name, text)
    for name in HOST_FILES:
        text = memory_files.read(folder, name)
        if text is not None and any(line.strip() == heading for heading in _headings() for line in text.splitlines()):
            return prompt.Prompt(name, text, is_static=True)
    return None


def _snippets() -> tuple[str, ...]:
    return tuple(templates.source("verification.md", language) for language in templates.LANGUAGES)


def _where_to_paste(language: str) -> str:
    if language == "zh":
        return "放在提示词分界行之上（OpenClaw：AGENTS.md；Claude Code：CLAUDE.md）："
    return "put this above the boundary of your prompt (OpenClaw: AGENTS.md, Claude Code: CLAUDE.md):"


def _headings() -> tuple[str, ...]:
    return (prompt_sections.RULES_HEADING, *(snippet.splitlines()[0].strip() for snippet in _snippets()))


def _verification_rules(folder: Path, request: Request) -> Check:
    place = _where_to_paste(request.language)
    return prompt.verification_rules(_prompt(folder, request), _snippets(), request.language, place=place)


def _dynamic_content(folder: Path, request: Request) -> Check:
    found = _prompt(folder, request)
    memory = memory_files.read(folder, "MEMORY.md") or ""
    show = request.command("render_prompt", "--workspace", str(folder))
    return prompt.dynamic_content(found, memory, request.language, command=show)


def _compaction(request: Request, now: datetime) -> Check:
    """One L2 in each language, done for real."""
    language, before, after = request.language, 0, 0
    settings_help = request.command("settings", "--workspace", ".")
    for sample in templates.LANGUAGES:
        match rehearsal.rehearse(sample, request.settings, request.optimizer_of, now):
            case rehearsal.Good(before=first, after=second):
                before, after = before + first, after + second
            case rehearsal.Differs(position=position):
                return said("compaction", "differs", language, settings_help, languages=sample, position=position)
            case rehearsal.Lost():
                return said("compaction", "lost", language, settings_help, languages=sample)
            case rehearsal.NotDone(reason=reason):
                return said("compaction", "not_done", language, settings_help, reason=reason)
    return checklist.compaction(", ".join(templates.LANGUAGES), before, after, language)


def _handoffs(folder: Path, request: Request) -> Check:
    agents = memory_files.read(folder, "AGENTS.md")
    problems: list[Problem] = []
    count = 0
    for name in HANDOFF_FOLDERS:
        if (folder / name).is_dir():
            checked = handoffs.check_folder(folder / name, agents=agents or "", language=request.language)
            problems += checked.problems
            count += len({placed.source for placed in checked.handoffs})
    form = _handoff_form(request.language)
    init = _init(folder, request)
    check = request.command("check_handoff", str(folder / HANDOFF_FOLDERS[0]), "--workspace", str(folder))
    return workspace.handoffs(agents, count, problems, request.language, init=init, form=form, check=check)


def _handoff_form(language: str) -> str:
    """The part of AGENTS.md with both forms, to paste into one that people wrote."""
    whole = templates.source("AGENTS.md", language)
    forms = whole[whole.index("```xml") :]
    return ("追加到 AGENTS.md：\n" if language == "zh" else "append to AGENTS.md:\n") + forms.rstrip("\n")


def memory_ignored(folder: Path, request: Request) -> Check:
    """Whether git carries memories/, by whatever rule, in whatever repository."""
    language = request.language
    top = git_facts.top(folder)
    if top is None:
        has_git = any((each / ".git").exists() for each in (folder, *folder.parents))
        return said("memory_ignored", "no_git" if has_git else "no_repository", language)
    memories = folder / "memories"
    own = git_facts.top(memories) if memories.is_dir() else top
    names = tuple(f"memories/{name}.md" for name in workspace.TASK_FILES)
    tracked = git_facts.tracked(folder, "memories")
    visible = [name for name in names if not git_facts.is_ignored(folder, name)]
    return workspace.memory_ignored(
        visible=visible if own == top else (),
        tracked=tracked if own == top else (),
        nested=own != top,
        remote=", ".join(git_facts.remotes(memories if own != top else folder)),
        language=language,
        ignore=request.command("init_workspace", str(folder), "--gitignore"),
        untrack=f"git -C {_quoted(folder)} rm -r --cached memories && "
        + request.command("init_workspace", str(folder), "--gitignore"),
    )


def _host(folder: Path, request: Request) -> tuple[Check, ...]:
    host = host_facts.of(folder, request.wanted)
    fixes = dict(host_facts.fixes(folder, request.skill, request.command, request.language))
    if isinstance(host, ClaudeCode):
        fixes["skill_installed"] = host_facts.claude_skill(folder, request.skill)
    return hosts.of(host, str(folder), _chinese_file(folder), fixes, request.language)


def _chinese_file(folder: Path) -> str:
    """The first memory file with Chinese in it."""
    for path, text in memory_files.texts(folder):
        if any("\u4e00" <= character <= "\u9fff" for character in text):
            return path
    return ""


def _file_modes(folder: Path, request: Request) -> Check:
    found = memory_files.entries(folder)
    open_paths = [entry.path for entry in found if not entry.is_private]
    fix = request.command("check_deployment", str(folder), "--fix")
    return workspace.file_modes(open_paths, len(found), request.language, chmod=fix)


def _fingerprint(places: Places, request: Request) -> Check:
    if memory_files.read(_workspace(places), "memories/project.md") is None:
        raise NotReadyError("there is no memories/project.md", hint=_init(_workspace(places), request))
    state = scaffold.fingerprint_state(places)
    refresh = request.command("init_workspace", str(_workspace(places)), "--refresh")
    return workspace.fingerprint(state.written, state.now, request.language, refresh=refresh)


def _pointers(places: Places, request: Request, now: datetime) -> Check:
    folder = str(_workspace(places))
    verify = request.command("verify_index", folder)
    remove = f"{verify}\n{request.command('update_index', folder, '--prune')}"
    findings = verifier.verify(places, now, dry_run=True).findings
    return workspace.index_pointers(findings, request.language, verify=verify, remove=remove)


def _breaker(places: Places, request: Request) -> Check:
    loaded = breaker_file.load(places.breaker)
    close = request.command("circuit_breaker", "close", "--workspace", str(_workspace(places)))
    if loaded.problem:
        return said("breaker", "broken", request.language, close, reason=loaded.problem)
    case = "open" if loaded.state.is_open else "closed"
    return said("breaker", case, request.language, close, failures=loaded.state.failures, reason=loaded.state.reason)


def _notes(places: Places, request: Request) -> Check:
    """The audit log proves that the newest compaction or swap flushed."""
    lines = list(audit.lines(places.audit, "compact", "swap", "flush"))
    compacted = next((str(line.get("session", "")) for line in reversed(lines) if line["action"] != "flush"), "")
    noted = {str(line.get("session", "")) for line in lines if line["action"] == "flush"}
    name = notes.session_name(compacted) if compacted else ""
    return workspace.notes(
        compacted,
        is_noted=any(each == name or each.startswith(f"{name}-") for each in noted),
        is_on=request.settings.flush_before_compact,
        language=request.language,
        flush=request.command("flush_notes", "SESSION", "--workspace", str(_workspace(places))),
    )


def _init(folder: Path, request: Request) -> str:
    return request.command("init_workspace", str(folder))


def _quoted(folder: Path) -> str:
    from shlex import quote

    return quote(str(folder))


__all__ = ["Request", "Status", "Wanted", "memory_ignored", "run"]
