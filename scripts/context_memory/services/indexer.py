"""Change the pointers and the task line of MEMORY.md; pruned pointers move to memories/project.md."""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ..disk import files, markdown_sections, preimages
from ..disk.places import Places
from ..model.errors import InputError, RefusedError
from ..rules import index, pointers, sections
from ..rules.pointers import Pointer
from ..rules.wording import quoted
from . import index_file, verifier


@dataclass(frozen=True, slots=True)
class Request:
    """What one call changes in the index."""

    additions: tuple[Pointer, ...] = ()
    removals: tuple[Pointer, ...] = ()
    prune: bool = False
    """Take out pointers whose file is gone."""
    task: str = ""
    session_tokens: int | None = None
    """Token estimate of the session, for the `_Updated` line."""
    language: str = ""
    """Language of what is written; empty for that of MEMORY.md."""


@dataclass(frozen=True, slots=True)
class Updated:
    """MEMORY.md is new; `before` and `after` are its texts, `pruned` went to memories/project.md."""

    before: str
    after: str
    pruned: tuple[Pointer, ...]
    preimage: str
    was_edited: bool
    """Whether somebody had edited inside the managed region; such lines were kept."""


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """MEMORY.md already says so."""

    text: str


UpdateOutcome = Updated | NothingToDo


@dataclass(frozen=True, slots=True)
class _Addition:
    """A new pointer with its hashes, and a purpose for it if neither the caller nor an old pointer gives one."""

    pointer: Pointer
    purpose: str


@dataclass(slots=True)
class _Draft:
    """What the last try of an edit found; the edit may be tried twice."""

    before: str = ""
    after: str = ""
    pruned: tuple[Pointer, ...] = ()
    was_edited: bool = False


def update(places: Places, request: Request, now: datetime, *, dry_run: bool = False) -> UpdateOutcome:
    """Change the pointers and the task line of MEMORY.md; everything else in it stays byte for byte."""
    path = index_file.path_of(places)
    workspace = path.parent
    additions = tuple(_measured(workspace, pointer) for pointer in request.additions)
    draft = _Draft()

    def change(before: str) -> str:
        draft.before = before
        draft.after = _updated(before, workspace, request, additions, draft, now)
        if not dry_run:
            index_file.move_out(places, before, draft.pruned)
        return draft.after

    if request.task and not dry_run:
        _remember_task(places, request.task, request.language or index.language_of(preimages.read(path)))
    preimage = index_file.change(path, places, change, dry_run=dry_run)
    if draft.after == draft.before:
        return NothingToDo(draft.after)
    return Updated(draft.before, draft.after, draft.pruned, preimage, draft.was_edited)


def _measured(workspace: Path, wanted: Pointer) -> _Addition:
    pointer = replace(wanted, path=index_file.relative(workspace, wanted.path))
    if not files.inside(workspace / pointer.path, workspace):
        raise RefusedError(f"{wanted.path} lies outside the workspace", hint="pointers name files inside it")
    content = index_file.content_of(workspace, pointer.path)
    if content is None:
        raise InputError(
            f"{wanted.path} is not a readable file of the workspace", hint="check the path; folders have no pointer"
        )
    found = pointers.measured(pointer, content)
    if found is not None:
        return _Addition(found, pointers.purpose_of(found.path, content, found.first))
    raise InputError(f"{wanted.path} has no lines {wanted.first}-{wanted.last}", hint="give lines that exist")


def _updated(
    before: str, workspace: Path, request: Request, additions: tuple[_Addition, ...], draft: _Draft, now: datetime
) -> str:
    text = before
    if request.task:
        text = _with_task(text, request.task, request.language or index.language_of(text))
    language = request.language or index.language_of(text)
    old = index.read(markdown_sections.outline(text))
    entries = old.entries
    for target in request.removals:
        entries = index.removed(entries, replace(target, path=index_file.relative(workspace, target.path)))
    if request.prune:
        findings = verifier.judged(old, workspace)
        gone = {finding.pointer for finding in findings if isinstance(finding, pointers.Vanished)}
        entries = tuple(entry for entry in entries if entry not in gone)
    for addition in reversed(additions):
        entries = index.added(entries, addition.pointer, addition.purpose)
    draft.was_edited = old.region is not None and old.region.is_edited
    draft.pruned = ()
    if entries != old.entries:
        fitted = index.fitted(old, entries, language)
        text, draft.pruned = fitted.text, fitted.pruned
        _check_region(old, text, language)
    if text == before and request.session_tokens is None:
        return before
    return index.stamped(text, now.strftime("%Y-%m-%d %H:%M"), request.session_tokens)


def _check_region(old: index.Index, text: str, language: str) -> None:
    """Refuse a new region that an open code fence or comment of the text would swallow."""
    if old.region is None and sections.find(markdown_sections.outline(text), index.FILES_HEADER[language]) is None:
        raise RefusedError("MEMORY.md ends inside an open code fence or comment", hint="close it, then run this again")


def _with_task(text: str, task: str, language: str) -> str:
    outline = markdown_sections.outline(text)
    change = index.with_task(outline, task, language)
    if change.after == text:
        return text
    sections.check(change, markdown_sections.outline(change.after))
    return change.after


def _remember_task(places: Places, task: str, language: str) -> None:
    """The whole task into memories/context.md; its line in MEMORY.md is cut to 50 characters."""
    path = preimages.workspace_file(places, "memories/context.md")

    def change(before: str) -> str:
        outline = markdown_sections.outline(before)
        changed = sections.replace_section(outline, "Current task" if language == "en" else "当前任务", quoted(task))
        sections.check(changed, markdown_sections.outline(changed.after))
        return changed.after

    preimages.edit(path, places, change)
