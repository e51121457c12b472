"""Keep the pointers of MEMORY.md: add, remove, verify, repair; pruned ones move to memories/project.md."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from ..disk import errors_log, files, git_facts, markdown_sections, preimages, project_scan
from ..disk.places import Places
from ..model.errors import InputError, NotReadyError, RefusedError
from ..rules import index, pointers, sections
from ..rules.pointers import Finding, Pointer
from ..rules.wording import one_line, quoted
from .section_updates import apply_update

MAX_FILE = 64 * 1024 * 1024
"""Largest file that a pointer may name, bytes."""
MAX_SEARCHED = 512 * 1024 * 1024
"""Bytes read at most while looking for files that moved."""


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
class Verified:
    """What became of every pointer; `reported` are the new lines of errors.md."""

    findings: tuple[Finding, ...]
    text: str
    """MEMORY.md after the repair."""
    reported: tuple[str, ...]
    is_written: bool

    @property
    def stale(self) -> tuple[Finding, ...]:
        """The pointers that could not be repaired."""
        return tuple(finding for finding in self.findings if pointers.is_stale(finding))


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
    findings: tuple[Finding, ...] = ()


def update(places: Places, request: Request, now: datetime, *, dry_run: bool = False) -> UpdateOutcome:
    """Change the pointers and the task line of MEMORY.md; everything else in it stays byte for byte."""
    path = _index_file(places)
    workspace = path.parent
    additions = tuple(_measured(workspace, pointer) for pointer in request.additions)
    draft = _Draft()

    def change(before: str) -> str:
        draft.before = before
        draft.after = _updated(before, workspace, request, additions, draft, now)
        if not dry_run:
            _move_out(places, draft)
        return draft.after

    preimage = _apply(path, places, change, dry_run=dry_run)
    if draft.after == draft.before:
        return NothingToDo(draft.after)
    if request.task and not dry_run:
        _remember_task(places, request.task, index.language_of(draft.before))
    return Updated(draft.before, draft.after, draft.pruned, preimage, draft.was_edited)


def verify(places: Places, now: datetime, *, dry_run: bool = False) -> Verified:
    """Check every pointer against its file, repair what is proven, write one line per other into errors.md."""
    path = _index_file(places)
    draft = _Draft()

    def change(before: str) -> str:
        draft.before = before
        draft.after = _verified(before, path.parent, draft, now)
        if not dry_run:
            _move_out(places, draft)
        return draft.after

    _apply(path, places, change, dry_run=dry_run)
    stale = [finding for finding in draft.findings if pointers.is_stale(finding)]
    reported = [_report(finding) for finding in stale]
    if not dry_run:
        log = preimages.workspace_file(places, "memories/errors.md")
        reported = [entry for entry in reported if errors_log.append_once(log, now.strftime("%Y-%m-%d"), entry)]
    return Verified(draft.findings, draft.after, tuple(reported), not dry_run and draft.after != draft.before)


def for_injection(places: Places) -> str:
    """MEMORY.md as a prompt should carry it: hashes left out, stale pointers marked, nothing written."""
    path = preimages.workspace_file(places, "MEMORY.md")
    text = preimages.read(path)
    return pointers.marked(text, _judged(index.read(markdown_sections.outline(text)), path.parent))


def content_of(workspace: Path, relative: str) -> bytes | None:
    """Bytes of a regular file inside the workspace, None when there is none that we may read."""
    path = workspace / relative
    try:
        if not path.is_file() or not files.inside(path, workspace) or path.stat().st_size > MAX_FILE:
            return None
        return files.read_bytes(path)
    except (OSError, ValueError, InputError):  # a name too long, a NUL in it, no permission
        return None


def _index_file(places: Places) -> Path:
    path = preimages.workspace_file(places, "MEMORY.md")
    if not path.exists():
        raise NotReadyError(f"{path} does not exist", hint="write it first: init_workspace")
    return path


def _apply(path: Path, places: Places, change: Callable[[str], str], *, dry_run: bool) -> str:
    if dry_run:
        change(preimages.read(path))
        return ""
    outcome = preimages.edit(path, places, change)
    return outcome.preimage if isinstance(outcome, preimages.Edited) else ""


def _measured(workspace: Path, wanted: Pointer) -> _Addition:
    path = Path(wanted.path)
    relative = path.relative_to(workspace) if path.is_absolute() and path.is_relative_to(workspace) else path
    pointer = replace(wanted, path=relative.as_posix())
    if not files.inside(workspace / relative, workspace):
        raise RefusedError(f"{wanted.path} lies outside the workspace", hint="pointers name files inside it")
    content = content_of(workspace, pointer.path)
    if content is None:
        raise InputError(
            f"{wanted.path} is not a readable file of the workspace", hint="check the path; folders have no pointer"
        )
    found = pointers.measured(pointer, content)
    if found is not None:
        return _Addition(found, pointers.purpose_of(content, found.first))
    raise InputError(f"{wanted.path} has no lines {wanted.first}-{wanted.last}", hint="give lines that exist")


def _updated(
    before: str, workspace: Path, request: Request, additions: tuple[_Addition, ...], draft: _Draft, now: datetime
) -> str:
    text = before
    if request.task:
        text = _with_task(text, request.task)
    language = index.language_of(text)
    old = index.read(markdown_sections.outline(text))
    entries = old.entries
    for target in request.removals:
        entries = index.removed(entries, target)
    if request.prune:
        gone = {finding.pointer for finding in _judged(old, workspace) if isinstance(finding, pointers.Vanished)}
        entries = tuple(entry for entry in entries if entry not in gone)
    for addition in reversed(additions):
        entries = index.added(entries, addition.pointer, addition.purpose)
    draft.was_edited = old.region is not None and old.region.is_edited
    draft.pruned = ()
    if entries != old.entries:
        fitted = index.fitted(old, entries, language)
        text, draft.pruned = fitted.text, fitted.pruned
    if text == before and request.session_tokens is None:
        return before
    return index.stamped(text, now.strftime("%Y-%m-%d %H:%M"), request.session_tokens)


def _with_task(text: str, task: str) -> str:
    outline = markdown_sections.outline(text)
    change = index.with_task(outline, task, index.language_of(text))
    if change.after == text:
        return text
    sections.check(change, markdown_sections.outline(change.after))
    return change.after


def _verified(before: str, workspace: Path, draft: _Draft, now: datetime) -> str:
    old = index.read(markdown_sections.outline(before))
    draft.findings = _judged(old, workspace)
    judged = {finding.pointer: finding for finding in draft.findings}
    after = tuple(pointers.after(judged[e]) if isinstance(e, Pointer) else e for e in old.entries)
    draft.pruned = ()
    if after == old.entries:
        return before
    fitted = index.fitted(old, after, index.language_of(before), may_grow=True)
    draft.pruned = fitted.pruned
    return index.stamped(fitted.text, now.strftime("%Y-%m-%d %H:%M"), None)


def _judged(old: index.Index, workspace: Path) -> tuple[Finding, ...]:
    return tuple(_judge(pointer, workspace) for pointer in dict.fromkeys(old.pointers))


def _judge(pointer: Pointer, workspace: Path) -> Finding:
    content = content_of(workspace, pointer.path)
    if content is None and pointer.sha:
        return pointers.judge(pointer, None, tuple(_elsewhere(pointer, workspace)))
    finding = pointers.judge(pointer, content)
    if content is not None and isinstance(finding, pointers.Changed) and _is_memory(pointer):
        return pointers.Repaired(pointer, pointers.measured(pointer, content) or pointer)
    return finding


def _is_memory(pointer: Pointer) -> bool:
    """Whether the pointer names a whole memory file: those are meant to change, so a new content is no error."""
    return not pointer.first and pointer.path.startswith(("memories/", "memory/"))


def _elsewhere(pointer: Pointer, workspace: Path) -> Iterator[Pointer]:
    """Where the content of a file that is gone stands now: in a file of that name, else of the same blob."""
    same_blob = [path for path in _candidates(pointer, workspace) if path != pointer.path]
    for path in same_blob:
        content = content_of(workspace, path)
        if content and (now := pointers.found_in(replace(pointer, path=path), content)):
            yield now


def _candidates(pointer: Pointer, workspace: Path) -> tuple[str, ...]:
    """Files that may be the lost one; one with its name is preferred to others with its content."""
    tracked = git_facts.tracked_with_blob(workspace, pointer.blob)
    name = pointer.path.rpartition("/")[2]
    walked = [path for path, _depth in project_scan.walk(workspace)]
    named = tuple(path for path in walked if path.rpartition("/")[2] == name and _holds(pointer, workspace, path))
    if named:
        return named
    present = tuple(path for path in tracked if (workspace / path).is_file())
    return present or tuple(path for path in _same_blob(pointer, workspace, walked))


def _holds(pointer: Pointer, workspace: Path, path: str) -> bool:
    content = content_of(workspace, path)
    return bool(content) and pointers.found_in(pointer, content or b"") is not None


def _same_blob(pointer: Pointer, workspace: Path, paths: list[str]) -> Iterator[str]:
    left = MAX_SEARCHED
    for path in paths:
        content = content_of(workspace, path) or b""
        left -= len(content)
        if left < 0:
            return
        if content and pointers.blob_of(content) == pointer.blob:
            yield path


def _move_out(places: Places, draft: _Draft) -> None:
    """Put pruned pointers into memories/project.md before MEMORY.md loses them."""
    header = index.OVERFLOW_HEADER[index.language_of(draft.before)]
    for pointer in draft.pruned:
        apply_update("memories/project.md", header, pointers.full_line(pointer), places)


def _remember_task(places: Places, task: str, language: str) -> None:
    """The whole task into memories/context.md; its line in MEMORY.md is cut to 50 characters."""
    path = preimages.workspace_file(places, "memories/context.md")

    def change(before: str) -> str:
        outline = markdown_sections.outline(before)
        changed = sections.replace_section(outline, "Current task" if language == "en" else "当前任务", quoted(task))
        sections.check(changed, markdown_sections.outline(changed.after))
        return changed.after

    preimages.edit(path, places, change)


def _report(finding: Finding) -> str:
    pointer = finding.pointer
    if isinstance(finding, pointers.Vanished):
        return f"FileNotFound: {pointers.quoted(pointer.path)} — named by MEMORY.md, no file with its content was found"
    shown = pointer.target.rpartition("/")[2]
    return f"StalePointer: {pointers.quoted(pointer.path)} — {one_line(shown, 80)} changed since MEMORY.md named it"
