"""Texts of the workspace files: the managed parts, and what is added to files that people already have.

Every function takes a text and gives the whole new text, or None when nothing
has to be added; none of them reads or writes a file of the workspace.
"""

from ..disk import markdown_sections, templates
from ..model.errors import InputError, RefusedError
from ..model.project import Project
from ..rules import fingerprint, index, managed_region, sections

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


def refreshed(text: str, project: Project, language: str) -> str | None:
    """memories/project.md with the facts of today in its managed region; lines written into it by hand are refused."""
    outline = markdown_sections.outline(text)
    region = managed_region.find(outline.lines, FACTS)
    body = facts(project, language)
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


def with_agents(text: str, language: str) -> str | None:
    """AGENTS.md with our part in a managed region at its end; None when it says already how work is handed over."""
    if has_handoff(text):
        return None
    outline = markdown_sections.outline(text)
    body = templates.render("AGENTS.md", language, roles=[ROLES[language]]).rstrip("\n").split("\n")
    newline = sections.newline_of(outline)
    gap = "" if text.endswith("\n") else newline
    region = managed_region.rendered(AGENTS, body[1:])  # without its title: the file has one
    return text + gap + newline + newline.join(region) + newline


def has_handoff(text: str) -> bool:
    """Whether an AGENTS.md shows the XML of tasks and results."""
    return "<task>" in text and "<r>" in text
