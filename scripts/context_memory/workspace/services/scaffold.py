"""Creates the workspace files: MEMORY.md, memories/*.md, AGENTS.md. Existing files are kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ...errors import InputError, RefusedError
from ...storage import files, markdown_sections, preimages, templates
from ...storage.places import Places
from ...storage.stamps import STATE_FOLDER
from ...text import markdown
from ...text.secrets.one_line import one_line, quoted
from .. import fingerprint, memory_md, pointers
from ..files import git_state, memory_files, project_scan
from ..fingerprint import Project
from . import memory_index

FACTS = "project"
AGENTS = "agents"
ROLES = {"en": "main: plans, decides, writes the memory files", "zh": "main：规划、决策、写记忆文件"}


def facts(project: Project, language: str) -> tuple[str, ...]:
    """The managed lines of memories/project.md: stack, modules, fingerprint, git."""
    text = templates.render(
        "memories/project.facts.md",
        language,
        stack=fingerprint.stack(project, language),
        modules=fingerprint.modules(project, language),
        fingerprint=fingerprint.line(project),
        git=fingerprint.git(project, language),
    )
    return tuple(text.rstrip("\n").split("\n"))


def with_missing_parts(text: str, language: str, name: str) -> str | None:
    """MEMORY.md with a pointer region and, if it is our template, every section; None if nothing is missing.

    A text that breaks its limits, now or with the addition, stays as it is.
    """
    outline = markdown_sections.outline(text)
    is_ours = markdown.find(outline, "MEMORY INDEX") is not None
    wanted = _section_defaults(language, name) if is_ours else ()
    missing = [(header, body) for header, body in wanted if markdown.find(outline, header) is None]
    if memory_md.read(outline).region is None:
        missing.append((memory_md.FILES_HEADER[language], "\n".join(memory_md.region_lines(()))))
    try:
        for header, body in missing:
            change = markdown.append_to_section(outline, header, body)
            outline = markdown_sections.outline(change.after)
            markdown.check_change(change, outline)
    except (InputError, RefusedError):  # it ends in an open fence, or has a header twice: a text to leave alone
        return None
    return None if not missing or memory_md.problems(outline.text) else outline.text


def _section_defaults(language: str, name: str) -> tuple[tuple[str, str], ...]:
    """Header and first text of the sections that a fresh MEMORY.md has."""
    task = memory_md.NO_TASK[language]
    slots = {"updated": "", "session_tokens": 0, "name": name, "task": task, "constraints": (), "files": ()}
    fresh = templates.render("MEMORY.md", language, **slots)
    outline = markdown_sections.outline(fresh)
    named = (each for each in outline.headings if each.level == 2 and each.text != memory_md.FILES_HEADER[language])
    return tuple((heading.text, markdown.own_text(outline, heading).strip("\n")) for heading in named)


def refreshed(text: str, project: Project, language: str) -> str | None:
    """memories/project.md with current facts in its managed region; refused if that was edited by hand."""
    outline = markdown_sections.outline(text)
    region = markdown.find_region(outline.lines, FACTS)
    body = facts(project, language)
    newline = markdown.newline_of(outline)
    if region is None:
        gap = "" if not text or text.endswith("\n") else newline
        return text + gap + newline + newline.join(markdown.rendered(FACTS, body)) + newline
    if region.is_edited:
        raise InputError(
            f"memories/project.md was edited by hand inside its managed region (from line {region.start + 1})",
            hint="move your lines below the region's end marker, then run this again",
        )
    return None if region.body == body else markdown.replaced(outline.lines, region, FACTS, body, newline)


def with_agents(text: str, language: str) -> str | None:
    """AGENTS.md with our part in a managed region at its end; None if it already describes handoffs."""
    if has_handoff(text):
        return None
    outline = markdown_sections.outline(text)
    body = templates.render("AGENTS.md", language, roles=[ROLES[language]]).rstrip("\n").split("\n")
    newline = markdown.newline_of(outline)
    gap = "" if text.endswith("\n") else newline
    region = markdown.rendered(AGENTS, body[1:])  # without its title: the file has one
    return text + gap + newline + newline.join(region) + newline


def has_handoff(text: str) -> bool:
    """Whether an AGENTS.md shows the XML of tasks and results."""
    return "<task>" in text and "<r>" in text


TASK_FILES = ("project", "decisions", "errors", "context")
IGNORED = ("memories/", f"{STATE_FOLDER}/")
_MOST_NAMED = 5  # files
MAX_TASK_CHARS = 20_000
"""Longest task that is kept whole in memories/context.md, characters."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The user's options for a new workspace."""

    name: str = ""
    task: str = ""
    constraints: tuple[str, ...] = ()
    language: str = "en"
    gitignore: bool = False
    refresh: bool = False
    """Rewrite the managed part of memories/project.md."""
    agents: bool = False
    """Append roles and handoff format to an AGENTS.md that exists."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was created or extended."""

    path: str
    what: str
    text: str
    before: str = ""
    """The text that the new one was made from."""


@dataclass(frozen=True, slots=True)
class Initialised:
    """The result of `init` or of its dry run."""

    written: tuple[Written, ...]
    kept: tuple[str, ...]
    fingerprint: str
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FingerprintState:
    """The fingerprint in memories/project.md and the current one; `written` is empty if there is none."""

    written: str
    now: str

    @property
    def is_fresh(self) -> bool:
        """Whether project.md matches the project."""
        return self.written == self.now


def init(places: Places, wishes: Wishes, now: datetime, *, dry_run: bool = False) -> Initialised:
    """Write every workspace file that is missing; a second run writes nothing."""
    workspace = _workspace(places)
    project = project_scan.scan(workspace)
    plans = [*_missing(places, project, wishes, now), *_complete_files(places, project, wishes)]
    if not dry_run:
        for written in plans:
            _write(places, written)
        _ignore_state(places)
    paths = {written.path for written in plans}
    kept = tuple(path for path in _paths() if path not in paths)
    advice = [*_advice(places, wishes)]
    opened = [entry for entry in memory_files.entries(workspace) if not entry.is_private and not dry_run]
    for entry in opened:
        memory_files.make_private(workspace, entry)
    if opened:
        named = ", ".join(entry.path for entry in opened[:_MOST_NAMED])
        advice.append(f"others could read {named}{' and more' if opened[_MOST_NAMED:] else ''}: now only you can")
    is_new = any(each.path == "MEMORY.md" and not each.before for each in plans)
    if wishes.task and not is_new:
        advice.append("MEMORY.md exists, so its task stays: set it with context-memory workspace update --task")
    return Initialised(tuple(plans), kept, fingerprint.line(project), tuple(advice))


def fingerprint_state(places: Places) -> FingerprintState:
    """Compare the fingerprint in memories/project.md with the project."""
    text = preimages.read(preimages.workspace_file(places, "memories/project.md"))
    return FingerprintState(fingerprint.written(text), fingerprint.digits(project_scan.scan(_workspace(places))))


def _workspace(places: Places) -> Path:
    if places.workspace is None:
        raise InputError("no workspace was given", hint="name the workspace folder")
    return places.workspace


def _paths() -> tuple[str, ...]:
    return ("MEMORY.md", *(f"memories/{name}.md" for name in TASK_FILES), "AGENTS.md")


def _missing(places: Places, project: Project, wishes: Wishes, now: datetime) -> list[Written]:
    absent = [path for path in _paths() if not preimages.workspace_file(places, path).exists()]
    return [Written(path, "created", _render_file(path, places, project, wishes, now)) for path in absent]


def _render_file(path: str, places: Places, project: Project, wishes: Wishes, now: datetime) -> str:
    if path == "MEMORY.md":
        return _index(places, project, wishes, now)
    constraints = [one_line(each, pointers.MAX_LINE - 2) for each in wishes.constraints]
    none = "(none yet)" if wishes.language == "en" else "（暂无）"
    return templates.render(
        path,
        wishes.language,
        name=_project_name(project, wishes),
        facts=markdown.rendered(FACTS, facts(project, wishes.language)),
        constraints=constraints,
        roles=[ROLES[wishes.language]],
        task=quoted(wishes.task[:MAX_TASK_CHARS]) if wishes.task.strip() else f"- {none}",
    )


def _project_name(project: Project, wishes: Wishes) -> str:
    return one_line(wishes.name or fingerprint.name_of(project), memory_md.MAX_NAME)


def _index(places: Places, project: Project, wishes: Wishes, now: datetime) -> str:
    language = wishes.language
    task = f"{one_line(wishes.task, memory_md.MAX_TASK)} | {memory_md.IN_PROGRESS[language]}"
    constraints = [one_line(each, memory_md.MAX_CONSTRAINT) for each in wishes.constraints]
    constraints = [each for each in dict.fromkeys(constraints) if each]
    found = _first_pointers(places, project)

    def place(entries: Sequence[memory_md.Entry], shown: Sequence[str]) -> str:
        return templates.render(
            "MEMORY.md",
            language,
            updated=now.strftime("%Y-%m-%d %H:%M"),
            session_tokens=0,
            name=_project_name(project, wishes),
            task=task if wishes.task.strip() else memory_md.NO_TASK[language],
            constraints=shown,
            files=memory_md.region_lines(entries),
        )

    while constraints and memory_md.problems(place((), constraints)):
        constraints.pop()  # all of them stand in memories/project.md
    fitted = memory_md.fit(found, lambda entries: place(entries, constraints))
    return fitted.text if fitted else place((), ())


def _first_pointers(places: Places, project: Project) -> tuple[pointers.Pointer, ...]:
    workspace = _workspace(places)
    wanted = [pointers.Pointer(path, purpose=purpose) for path, purpose in fingerprint.key_files(project)]
    contents = [(pointer, memory_index.content_of(workspace, pointer.path)) for pointer in wanted]
    measured = [pointers.with_hashes(pointer, content) for pointer, content in contents if content is not None]
    return tuple(pointer for pointer in measured if pointer is not None)


def _complete_files(places: Places, project: Project, wishes: Wishes) -> list[Written]:
    """Additions to files that exist."""
    language, name = wishes.language, _project_name(project, wishes)
    candidates = (
        _append_part(places, "MEMORY.md", "missing parts added", lambda text: with_missing_parts(text, language, name)),
        wishes.refresh
        and _append_part(
            places, "memories/project.md", "facts refreshed", lambda text: refreshed(text, project, language)
        ),
        wishes.agents
        and _append_part(places, "AGENTS.md", "handoff format added", lambda text: with_agents(text, language)),
        wishes.gitignore and _ignore_state_file(places),
    )
    return [each for each in candidates if each]


def _append_part(places: Places, path: str, what: str, addition: Callable[[str], str | None]) -> Written | None:
    file = preimages.workspace_file(places, path)
    before = preimages.read(file)
    text = addition(before) if file.exists() else None
    return None if text is None else Written(path, what, text, before)


def _ignore_state_file(places: Places) -> Written | None:
    before = preimages.read(preimages.workspace_file(places, ".gitignore"))
    written = set(before.split())
    missing = [each for each in IGNORED if not written & {each, each.rstrip("/")}]
    gap = "" if not before or before.endswith("\n") else "\n"
    text = before + gap + "".join(f"{each}\n" for each in missing)
    return Written(".gitignore", "memory files ignored", text, before) if missing else None


def _write(places: Places, written: Written) -> None:
    def change(now: str) -> str:
        if now != written.before:
            raise RefusedError(f"{written.path} was changed by another program meanwhile", hint="run the command again")
        return written.text

    preimages.edit(preimages.workspace_file(places, written.path), places, change)


def _ignore_state(places: Places) -> None:
    """Keep our state folder out of git and of the host's index without touching the project's .gitignore."""
    path = preimages.workspace_file(places, f"{STATE_FOLDER}/.gitignore")
    if not path.exists():
        files.replace_text(path, "*\n")


def _advice(places: Places, wishes: Wishes) -> list[str]:
    found = []
    memory = preimages.workspace_file(places, "MEMORY.md")
    if memory.exists():
        found += [
            f"MEMORY.md has {problem}: context-memory workspace migrate"
            for problem in memory_md.problems(preimages.read(memory))
        ]
    if not wishes.gitignore and git_state.is_ignored(_workspace(places), "memories/project.md") is False:
        found.append("memories/ is not in .gitignore: run again with --gitignore if the repository is shared")
    agents = preimages.workspace_file(places, "AGENTS.md")
    if agents.exists() and not wishes.agents and not has_handoff(preimages.read(agents)):
        found.append("AGENTS.md does not say how work is handed over: run again with --agents to append it")
    state = preimages.workspace_file(places, "memories/project.md")
    if state.exists() and not wishes.refresh:
        fresh = fingerprint_state(places)
        if fresh.written and not fresh.is_fresh:
            found.append("the project changed since memories/project.md was written: run again with --refresh")
    return found
