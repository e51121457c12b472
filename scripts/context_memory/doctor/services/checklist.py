"""Runs the deployment checklist, which changes nothing; `repairs` fixes what is safe to fix."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from ...compaction.notes import entry as notes
from ...compaction.outcomes import BreakerOpen, Compacted, NotNeeded, Refused
from ...compaction.services import breaker, compact
from ...compaction.services.compact import CompactionService
from ...errors import ContextMemoryError, InputError, NotReadyError
from ...handoffs import service as handoffs
from ...handoffs.tasks import Problem
from ...messages import Message, Role, Session, Text, ToolCall, ToolResult
from ...prompts import sections
from ...prompts.service import read_prompt, with_advice
from ...settings.values import Settings
from ...storage import audit_log, places, templates
from ...storage.places import Places
from ...workspace.files import git_state, memory_files
from ...workspace.services import memory_index, scaffold
from .. import checks
from ..values import Agent, Check, ClaudeCode, Status, Texts, check_of, compaction, opening_problem
from . import host_facts
from .host_facts import Command, Wanted

TURNS = 8
_WORDS = {
    "en": {
        "ask": "Fix the login page: sessions end after one minute. Never touch legacy/auth.py.",
        "go": "Go on with step {n}.",
        "step": "Step {n}: I read src/login_{n}.py and changed the limit there.",
        "pending": "Next: run the tests of step {n}.",
    },
    "zh": {
        "ask": "修复登录页面：会话一分钟后就失效。绝不要改 legacy/auth.py。",
        "go": "继续第 {n} 步。",
        "step": "第 {n} 步：我读了 src/login_{n}.py，改了那里的时限。",
        "pending": "下一步：运行第 {n} 步的测试。",
    },
}


def sample_session(language: str) -> Session:
    """The sample in `en` or `zh`."""
    words = _WORDS["zh" if language == "zh" else "en"]
    messages = [Message(Role.USER, (Text(words["ask"]),))]
    for n in range(1, TURNS + 1):
        messages += _turn(n, words)
    return Session("sample", tuple(messages), id=f"rehearsal-{language}", cwd="")


def _turn(n: int, words: dict[str, str]) -> list[Message]:
    call = ToolCall(f"call-{n}", "read", {"path": f"src/login_{n}.py"})
    listing = "\n".join(f"{i:>3} limit_{n}_{i} = {i * n}" for i in range(1, 60))
    said = words["step"].format(n=n) + " " + words["pending"].format(n=n)
    return [
        Message(Role.USER, (Text(words["go"].format(n=n)),)),
        Message(Role.ASSISTANT, (Text(words["step"].format(n=n)), call)),
        Message(Role.TOOL, (ToolResult(call.id, call.name, listing),)),
        Message(Role.ASSISTANT, (Text(said),)),
    ]


CompactionOf = Callable[[Places, Settings], CompactionService]


@dataclass(frozen=True, slots=True)
class Good:
    """The continuation starts with the exact text and the newest messages are unchanged."""

    language: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Differs:
    """The continuation differs from the exact text at this byte."""

    language: str
    position: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The newest messages were changed."""

    language: str


@dataclass(frozen=True, slots=True)
class NotDone:
    """No compaction took place."""

    language: str
    reason: str


Rehearsal = Good | Differs | Lost | NotDone


def rehearse(language: str, settings: Settings, compaction_of: CompactionOf, now: datetime) -> Rehearsal:
    """Force one L2 with the settings of the workspace, in a temporary folder."""
    offline = settings._replace(estimator="cjk") if settings.estimator == "api" else settings
    session = sample_session(language)
    with tempfile.TemporaryDirectory(prefix="context-memory-") as folder:
        outcome = compaction_of(places.passing(Path(folder)), offline).compact(
            session, compact.Request(force=True), now
        )
    match outcome:
        case Compacted():
            written_in = language if settings.language == "auto" else settings.language
            position = opening_problem(outcome.continuation, written_in)
            if position is not None:
                return Differs(language, position)
            newest = session.messages[-1:]
            is_kept = outcome.tail[-1:] == newest if settings.keep_messages else True
            return Good(language, outcome.tokens_before, outcome.tokens_after) if is_kept else Lost(language)
        case NotNeeded(reason) | Refused(reason):
            return NotDone(language, reason)
        case BreakerOpen(breaker):
            return NotDone(language, breaker.reason)


PROMPT_FILES = ("prompt.md", "system-prompt.md", "system_prompt.md", "SYSTEM.md", "prompts/system.md")
"""Where an operator's own prompt is looked for when none is named."""
HOST_FILES = ("CLAUDE.md", "AGENTS.md")
"""Files that a host puts into the stable part of its prompt."""
HANDOFF_FOLDERS = ("handoffs",)


@dataclass(frozen=True, slots=True)
class Request:
    """What to check, and with what."""

    settings: Settings
    compaction_of: CompactionOf
    command: Command
    language: str = "en"
    prompt: Path | None = None
    wanted: Wanted = field(default_factory=Wanted)
    skill: Path | None = None
    """The folder of SKILL.md, None where the package is installed without it."""

    @property
    def texts(self) -> Texts:
        """The texts of the checks, in the language of the request."""
        return templates.texts("checklist", self.language)


def check_deployment(places: Places, request: Request, now: datetime) -> tuple[Check, ...]:
    """All checks: the seven of the skill first, then the host's, then the files'."""
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
        ("state_folder", lambda: _state_folder(places, request)),
        ("file_modes", lambda: _file_modes(folder, request)),
        ("secrets", lambda: checks.secrets(tuple(memory_files.texts(folder, "AGENTS.md")), request.texts)),
        ("fingerprint", lambda: _fingerprint(places, request)),
        ("pointers", lambda: _pointers(places, request, now)),
        ("breaker", lambda: _breaker(places, request)),
        ("notes", lambda: _notes(places, request)),
    )
    return (*_run_checks(lines, request.texts), *_host(folder, request), *_run_checks(more, request.texts))


def _run_checks(lines: Iterable[tuple[str, Callable[[], Check]]], texts: Texts) -> list[Check]:
    """All checks; on bad input a check fails with the reason and the hint, and the others still run."""
    found = []
    for name, look in lines:
        try:
            found.append(look())
        except NotReadyError as error:  # the file or the library that the line is about is another line's business
            found.append(check_of(name, "error.unknown", texts, error.hint, reason=str(error)))
        except ContextMemoryError as error:
            found.append(check_of(name, "error.known", texts, error.hint, reason=str(error)))
    return found


def _workspace(places: Places) -> Path:
    if places.workspace is None:
        raise InputError("no workspace was given", hint="name the workspace folder")
    return places.workspace.resolve()


def _memory_index(folder: Path, request: Request) -> Check:
    text = memory_files.read(folder, "MEMORY.md")
    if text is None and (folder / "MEMORY.md").is_symlink():
        raise InputError("MEMORY.md is a link out of the workspace", hint="replace the link by a real file")
    run_migrate = request.command("workspace migrate", "--workspace", str(folder))
    return checks.memory_index(text, request.texts, init=_init(folder, request), migrate=run_migrate)


def _memory_files(folder: Path, request: Request) -> Check:
    names = [f"memories/{name}.md" for name in checks.TASK_FILES]
    present = frozenset(name for name in names if memory_files.read(folder, name) is not None)
    away = {name: folder / name for name in names if name not in present and os.path.lexists(folder / name)}
    unusable = {name: f"mv {_quote_path(path)} {_quote_path(Path(f'{path}.away'))}" for name, path in away.items()}
    return checks.memory_files(present, unusable, request.texts, init=_init(folder, request))


def _prompt(folder: Path, request: Request) -> checks.Prompt | None:
    """The given prompt, else the operator's own, else a host file with the memory rules."""
    if request.prompt is not None:
        return checks.Prompt(str(request.prompt), read_prompt(request.prompt))
    for name in PROMPT_FILES:
        if (text := memory_files.read(folder, name)) is not None:
            return checks.Prompt(name, text)
    for name in HOST_FILES:
        text = memory_files.read(folder, name)
        if text is not None and any(line.strip() == heading for heading in _headings() for line in text.splitlines()):
            return checks.Prompt(name, text, is_static=True)
    return None


def _snippets() -> tuple[str, ...]:
    return tuple(templates.source("verification.md", language) for language in templates.LANGUAGES)


def _headings() -> tuple[str, ...]:
    return (sections.RULES_HEADING, *(snippet.splitlines()[0].strip() for snippet in _snippets()))


def _verification_rules(folder: Path, request: Request) -> Check:
    fix = request.texts["verification_rules.paste"] + "\n" + templates.source("verification.md", request.language)
    return checks.verification_rules(_prompt(folder, request), _snippets(), request.texts, fix=fix)


def _dynamic_content(folder: Path, request: Request) -> Check:
    found = _prompt(folder, request)
    memory = memory_files.read(folder, "MEMORY.md") or ""
    show = request.command("prompt render", "--workspace", str(folder))
    findings = checks.findings_of(found, memory) if found else ()
    advised = with_advice(findings, request.language)
    return checks.dynamic_content(found, advised, request.texts, command=show)


def _compaction(request: Request, now: datetime) -> Check:
    """One real L2 in each language."""
    texts, before, after = request.texts, 0, 0
    settings_help = request.command("settings", "--workspace", ".")
    for sample in templates.LANGUAGES:
        match rehearse(sample, request.settings, request.compaction_of, now):
            case Good(before=first, after=second):
                before, after = before + first, after + second
            case Differs(position=position):
                return check_of("compaction", "differs", texts, settings_help, languages=sample, position=position)
            case Lost():
                return check_of("compaction", "lost", texts, settings_help, languages=sample)
            case NotDone(reason=reason):
                return check_of("compaction", "not_done", texts, settings_help, reason=reason)
    return compaction(", ".join(templates.LANGUAGES), before, after, texts)


def _handoffs(folder: Path, request: Request) -> Check:
    agents = memory_files.read(folder, "AGENTS.md")
    problems: list[Problem] = []
    count = 0
    for name in HANDOFF_FOLDERS:
        if (folder / name).is_dir():
            checked = handoffs.check_folder(folder / name, agents=agents or "", language=request.language)
            problems += checked.problems
            count += len({placed.source for placed in checked.handoffs})
    form = _handoff_form(request)
    init = _init(folder, request)
    check = request.command("handoff check", str(folder / HANDOFF_FOLDERS[0]), "--workspace", str(folder))
    return checks.handoffs(agents, count, problems, request.texts, init=init, form=form, check=check)


def _handoff_form(request: Request) -> str:
    """The part of AGENTS.md with both formats, to paste into an existing file."""
    whole = templates.source("AGENTS.md", request.language)
    forms = whole[whole.index("```xml") : whole.rindex("```") + 3]  # the memory rules below have a fix of their own
    return request.texts["handoffs.append"] + "\n" + forms


def memory_ignored(folder: Path, request: Request) -> Check:
    """Whether git tracks memories/ or would add it."""
    texts = request.texts
    top = git_state.top(folder)
    if top is None:
        has_git = any((each / ".git").exists() for each in (folder, *folder.parents))
        return check_of("memory_ignored", "no_git" if has_git else "no_repository", texts)
    memories = folder / "memories"
    own = git_state.top(memories) if memories.is_dir() else top
    names = tuple(f"memories/{name}.md" for name in checks.TASK_FILES)
    tracked = git_state.tracked(folder, "memories")
    visible = [name for name in names if not git_state.is_ignored(folder, name)]
    return checks.memory_ignored(
        visible=visible if own == top else (),
        tracked=tracked if own == top else (),
        nested=own != top,
        remote=", ".join(git_state.remotes(memories if own != top else folder)),
        texts=texts,
        ignore=request.command("workspace init", "--workspace", str(folder), "--gitignore"),
        untrack=f"git -C {_quote_path(folder)} rm -r --cached memories && "
        + request.command("workspace init", "--workspace", str(folder), "--gitignore"),
    )


def _host(folder: Path, request: Request) -> tuple[Check, ...]:
    host = host_facts.find_host(folder, request.wanted)
    fixes = dict(host_facts.fixes(folder, request.skill, request.command, request.language))
    if isinstance(host, ClaudeCode):
        fixes["skill_installed"] = host_facts.claude_skill(folder, request.skill)
    if isinstance(host, Agent):
        fixes |= host_facts.fixes_of_agent(host, folder, request.skill, request.command)
    return checks.checks_of_host(host, str(folder), _chinese_file(folder), fixes, request.texts)


def _chinese_file(folder: Path) -> str:
    """The first memory file with Chinese in it."""
    for path, text in memory_files.texts(folder):
        if any("\u4e00" <= character <= "\u9fff" for character in text):
            return path
    return ""


LEAST_FREE = 50_000_000
"""Bytes: the journal of a long session, and what its index writes ahead."""


def _state_folder(places: Places, request: Request) -> Check:
    """Whether anything can be remembered."""
    folder = next(each for each in (places.state, *places.state.parents) if each.is_dir())
    written = [folder, *(each for each in (places.database, places.state / "docs.jsonl") if each.exists())]
    free = shutil.disk_usage(folder).free
    closed = next((each for each in written if not os.access(each, os.W_OK)), None)
    case = "closed" if closed else "full" if free < LEAST_FREE else "good"
    fix = request.texts.get(f"state_folder.fix_{case}", "")
    return check_of("state_folder", case, request.texts, fix, folder=closed or folder, free=f"{free / 1e6:,.0f}")


def _file_modes(folder: Path, request: Request) -> Check:
    found = memory_files.entries(folder)
    open_paths = [entry.path for entry in found if not entry.is_private]
    fix = request.command("doctor", "--workspace", str(folder), "--fix")
    return checks.file_modes(open_paths, len(found), request.texts, chmod=fix)


def _fingerprint(places: Places, request: Request) -> Check:
    if memory_files.read(_workspace(places), "memories/project.md") is None:
        raise NotReadyError("there is no memories/project.md", hint=_init(_workspace(places), request))
    state = scaffold.fingerprint_state(places)
    refresh = request.command("workspace init", "--workspace", str(_workspace(places)), "--refresh")
    return checks.fingerprint(state.written, state.now, request.texts, refresh=refresh)


def _pointers(places: Places, request: Request, now: datetime) -> Check:
    folder = str(_workspace(places))
    verify = request.command("workspace verify", "--workspace", folder)
    remove = f"{verify}\n{request.command('workspace update', '--workspace', folder, '--prune')}"
    findings = memory_index.verify(places, now, dry_run=True).findings
    return checks.index_pointers(findings, request.texts, verify=verify, remove=remove)


def _breaker(places: Places, request: Request) -> Check:
    loaded = breaker.load_breaker(places.breaker)
    close = request.command("breaker", "close", "--workspace", str(_workspace(places)))
    if loaded.problem:
        return check_of("breaker", "broken", request.texts, close, reason=loaded.problem)
    case = "open" if loaded.state.is_open else "closed"
    return check_of("breaker", case, request.texts, close, failures=loaded.state.failures, reason=loaded.state.reason)


def _notes(places: Places, request: Request) -> Check:
    """The audit log proves that the newest compaction or swap flushed."""
    lines = list(audit_log.lines(places.audit, "compact", "swap", "flush"))
    compacted = next((str(line.get("session", "")) for line in reversed(lines) if line["action"] != "flush"), "")
    noted = {str(line.get("session", "")) for line in lines if line["action"] == "flush"}
    name = notes.session_name(compacted) if compacted else ""
    return checks.notes(
        compacted,
        is_noted=any(each == name or each.startswith(f"{name}-") for each in noted),
        is_on=request.settings.flush_before_compact,
        texts=request.texts,
        flush=request.command("flush", "SESSION", "--workspace", str(_workspace(places))),
    )


def _init(folder: Path, request: Request) -> str:
    return request.command("workspace init", "--workspace", str(folder))


def _quote_path(folder: Path) -> str:
    from shlex import quote

    return quote(str(folder))


__all__ = ["Request", "Status", "Wanted", "check_deployment", "memory_ignored"]
