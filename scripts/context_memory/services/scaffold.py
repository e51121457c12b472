"""Give a project its workspace files: MEMORY.md, memories/*.md, AGENTS.md. What exists stays as it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ..disk import files, git_facts, markdown_sections, preimages, project_scan, templates
from ..disk.places import STATE_FOLDER, Places
from ..model.errors import InputError, RefusedError
from ..model.project import Project
from ..rules import fingerprint, index, managed_region, pointers, sections
from ..rules.wording import one_line, quoted
from . import index_file

TASK_FILES = ("project", "decisions", "errors", "context")
FACTS = "project"
AGENTS = "agents"
IGNORED = ("memories/", f"{STATE_FOLDER}/", ".*.lock")
MAX_TASK_CHARS = 20_000
"""Longest task that is kept whole in memories/context.md, characters."""
_ROLES = {"en": "main: plans, decides, writes the memory files", "zh": "main：规划、决策、写记忆文件"}


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person who sets up the workspace said."""

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
    """A file that is new, or has something new in it."""

    path: str
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Initialised:
    """What `init` did or, on a dry run, would do."""

    written: tuple[Written, ...]
    kept: tuple[str, ...]
    fingerprint: str
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FingerprintState:
    """The fingerprint in memories/project.md against the project as it is; `written` is empty when there is none."""

    written: str
    now: str

    @property
    def is_fresh(self) -> bool:
        """Whether project.md describes this state of the project."""
        return self.written == self.now


def init(places: Places, wishes: Wishes, now: datetime, *, dry_run: bool = False) -> Initialised:
    """Write every workspace file that is missing; a second run writes nothing."""
    workspace = _workspace(places)
    project = project_scan.scan(workspace)
    plans = [*_missing(places, project, wishes, now), *_completed(places, project, wishes)]
    if not dry_run:
        for written in plans:
            _write(places, written)
        _ignore_state(places)
    paths = {written.path for written in plans}
    kept = tuple(path for path in _paths() if path not in paths)
    advice = [*_advice(places, wishes)]
    if wishes.task and "MEMORY.md" in kept:
        advice.append("MEMORY.md exists, so its task stays: set the new one with update_index --task")
    return Initialised(tuple(plans), kept, fingerprint.line(project), tuple(advice))


def fingerprint_state(places: Places) -> FingerprintState:
    """Whether the fingerprint in memories/project.md is that of the project today."""
    text = preimages.read(preimages.workspace_file(places, "memories/project.md"))
    return FingerprintState(fingerprint.written(text), fingerprint.digits(project_scan.scan(_workspace(places))))


def _workspace(places: Places) -> Path:
    if places.workspace is None:
        raise InputError("no workspace is named", hint="name the workspace folder")
    return places.workspace


def _paths() -> tuple[str, ...]:
    return ("MEMORY.md", *(f"memories/{name}.md" for name in TASK_FILES), "AGENTS.md")


def _missing(places: Places, project: Project, wishes: Wishes, now: datetime) -> list[Written]:
    absent = [path for path in _paths() if not preimages.workspace_file(places, path).exists()]
    return [Written(path, "created", _rendered(path, places, project, wishes, now)) for path in absent]


def _rendered(path: str, places: Places, project: Project, wishes: Wishes, now: datetime) -> str:
    if path == "MEMORY.md":
        return _index(places, project, wishes, now)
    constraints = [one_line(each, pointers.MAX_LINE - 2) for each in wishes.constraints]
    none = "(none yet)" if wishes.language == "en" else "（暂无）"
    return templates.render(
        path,
        wishes.language,
        name=_name(project, wishes),
        facts=managed_region.rendered(FACTS, _facts(project, wishes.language)),
        constraints=constraints,
        roles=[_ROLES[wishes.language]],
        task=quoted(wishes.task[:MAX_TASK_CHARS]) if wishes.task.strip() else f"- {none}",
    )


def _name(project: Project, wishes: Wishes) -> str:
    return one_line(wishes.name or fingerprint.name_of(project), index.MAX_NAME)


def _index(places: Places, project: Project, wishes: Wishes, now: datetime) -> str:
    language = wishes.language
    task = f"{one_line(wishes.task, index.MAX_TASK)} | {index.IN_PROGRESS[language]}"
    constraints = [one_line(each, index.MAX_CONSTRAINT) for each in wishes.constraints]
    constraints = [each for each in dict.fromkeys(constraints) if each]
    found = _first_pointers(places, project)

    def place(entries: Sequence[index.Entry], shown: Sequence[str]) -> str:
        return templates.render(
            "MEMORY.md",
            language,
            updated=now.strftime("%Y-%m-%d %H:%M"),
            session_tokens=0,
            name=_name(project, wishes),
            task=task if wishes.task.strip() else index.NO_TASK[language],
            constraints=shown,
            files=index.region_lines(entries),
        )

    while constraints and index.problems(place((), constraints)):
        constraints.pop()  # all of them stand in memories/project.md
    fitted = index.fit(found, lambda entries: place(entries, constraints))
    return fitted.text if fitted else place((), ())


def _first_pointers(places: Places, project: Project) -> tuple[pointers.Pointer, ...]:
    workspace = _workspace(places)
    wanted = [pointers.Pointer(path, purpose=purpose) for path, purpose in fingerprint.key_files(project)]
    contents = [(pointer, index_file.content_of(workspace, pointer.path)) for pointer in wanted]
    measured = [pointers.measured(pointer, content) for pointer, content in contents if content is not None]
    return tuple(pointer for pointer in measured if pointer is not None)


def _facts(project: Project, language: str) -> tuple[str, ...]:
    text = templates.render(
        "memories/project.facts.md",
        language,
        stack=fingerprint.stack(project, language),
        modules=fingerprint.modules(project, language),
        fingerprint=fingerprint.line(project),
        git=fingerprint.git(project, language),
    )
    return tuple(text.rstrip("\n").split("\n"))


def _completed(places: Places, project: Project, wishes: Wishes) -> list[Written]:
    """Additions to files that exist: the index region, fresh project facts, ignore rules."""
    found = []
    memory = preimages.workspace_file(places, "MEMORY.md")
    name = _name(project, wishes)
    if memory.exists() and (text := _with_missing_parts(preimages.read(memory), wishes.language, name)) is not None:
        found.append(Written("MEMORY.md", "missing parts added", text))
    facts = preimages.workspace_file(places, "memories/project.md")
    if wishes.refresh and facts.exists():
        text = _refreshed(preimages.read(facts), project, wishes.language)
        if text is not None:
            found.append(Written("memories/project.md", "project facts refreshed", text))
    if wishes.agents and (text := _with_agents(places, wishes.language)) is not None:
        found.append(Written("AGENTS.md", "roles and handoff format added", text))
    if wishes.gitignore and (missing := _not_ignored(places)):
        path = preimages.workspace_file(places, ".gitignore")
        before = preimages.read(path)
        gap = "" if not before or before.endswith("\n") else "\n"
        found.append(
            Written(".gitignore", "memory files ignored", before + gap + "".join(f"{each}\n" for each in missing))
        )
    return found


def _with_missing_parts(text: str, language: str, name: str) -> str | None:
    """MEMORY.md with a pointer region and, where it is our skeleton, every section; None when nothing has to be added.

    A text that breaks its limits, now or with the addition, stays as it is.
    """
    outline = markdown_sections.outline(text)
    is_ours = sections.find(outline, "MEMORY INDEX") is not None
    wanted = _section_defaults(language, name) if is_ours else ()
    missing = [(header, body) for header, body in wanted if sections.find(outline, header) is None]
    if index.read(outline).region is None:
        missing.append((index.FILES_HEADER[language], "\n".join(index.region_lines(()))))
    try:
        for header, body in missing:
            change = sections.append_to_section(outline, header, body)
            outline = markdown_sections.outline(change.after)
            sections.check(change, outline)
    except (InputError, RefusedError):  # it ends in an open fence, or has a header twice: a text to leave alone
        return None
    return None if not missing or index.problems(outline.text) else outline.text


def _section_defaults(language: str, name: str) -> tuple[tuple[str, str], ...]:
    """Header and first text of the sections that a fresh MEMORY.md has."""
    task = index.NO_TASK[language]
    slots = {"updated": "", "session_tokens": 0, "name": name, "task": task, "constraints": (), "files": ()}
    fresh = templates.render("MEMORY.md", language, **slots)
    outline = markdown_sections.outline(fresh)
    named = (each for each in outline.headings if each.level == 2 and each.text != index.FILES_HEADER[language])
    return tuple((heading.text, sections.own_text(outline, heading).strip("\n")) for heading in named)


def _refreshed(text: str, project: Project, language: str) -> str | None:
    outline = markdown_sections.outline(text)
    region = managed_region.find(outline.lines, FACTS)
    body = _facts(project, language)
    newline = sections.newline_of(outline)
    if region is None:
        gap = "" if not text or text.endswith("\n") else newline
        return text + gap + newline + newline.join(managed_region.rendered(FACTS, body)) + newline
    if region.is_edited:
        raise InputError(
            f"memories/project.md was edited by hand inside its managed region (from line {region.start + 1})",
            hint="move your lines below the region's end mark, then run this again",
        )
    return None if region.body == body else managed_region.replaced(outline.lines, region, FACTS, body, newline)


def _with_agents(places: Places, language: str) -> str | None:
    """AGENTS.md with our part in a managed region at its end; None when it has one or does not exist."""
    path = preimages.workspace_file(places, "AGENTS.md")
    outline = markdown_sections.outline(preimages.read(path))
    if not path.exists() or _has_handoff(outline.text):
        return None
    body = templates.render("AGENTS.md", language, roles=[_ROLES[language]]).rstrip("\n").split("\n")
    newline = sections.newline_of(outline)
    gap = "" if outline.text.endswith("\n") else newline
    region = managed_region.rendered(AGENTS, body[1:])  # without its title: the file has one
    return outline.text + gap + newline + newline.join(region) + newline


def _has_handoff(text: str) -> bool:
    return "<task>" in text and "<r>" in text


def _not_ignored(places: Places) -> list[str]:
    lines = set(preimages.read(preimages.workspace_file(places, ".gitignore")).split())
    return [each for each in IGNORED if each not in lines and each.rstrip("/") not in lines]


def _write(places: Places, written: Written) -> None:
    path = preimages.workspace_file(places, written.path)
    if written.what == "created":
        preimages.edit(path, places, lambda before: before or written.text)
    else:
        read = preimages.read(path)
        preimages.edit(path, places, lambda before: written.text if before == read else _conflict(written.path))


def _conflict(path: str) -> str:
    raise InputError(f"{path} was changed by somebody else meanwhile", hint="run the command again")


def _ignore_state(places: Places) -> None:
    """Keep our own folder out of git and out of the host's index without touching the project's .gitignore."""
    path = preimages.workspace_file(places, f"{STATE_FOLDER}/.gitignore")
    if not path.exists():
        files.replace_text(path, "*\n")


def _advice(places: Places, wishes: Wishes) -> list[str]:
    found = []
    memory = preimages.workspace_file(places, "MEMORY.md")
    if memory.exists():
        found += [f"MEMORY.md has {problem}: run migrate_index" for problem in index.problems(preimages.read(memory))]
    if not wishes.gitignore and git_facts.is_ignored(_workspace(places), "memories/project.md") is False:
        found.append("memories/ is not in .gitignore: run again with --gitignore if the repository is shared")
    agents = preimages.workspace_file(places, "AGENTS.md")
    if agents.exists() and not wishes.agents and not _has_handoff(preimages.read(agents)):
        found.append("AGENTS.md does not say how work is handed over: run again with --agents to append it")
    state = preimages.workspace_file(places, "memories/project.md")
    if state.exists() and not wishes.refresh:
        fresh = fingerprint_state(places)
        if fresh.written and not fresh.is_fresh:
            found.append("the project changed since memories/project.md was written: run again with --refresh")
    return found
