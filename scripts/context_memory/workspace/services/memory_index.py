"""Edits MEMORY.md (pointers, task line, sections), verifies its pointers and repairs them.

A pointer follows its content: to other lines of its file, to the one file that
has its name and its content, or to the one file with the same git blob. What
cannot be proven is marked and reported, never guessed. Standard library only,
unless pruned pointers have to move; GitPython, where it is there, finds moved
files faster. Pruned pointers move to memories/project.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from posixpath import normpath

from ...errors import InputError, NotReadyError, RefusedError
from ...storage import files, markdown_sections, preimages
from ...storage.places import Places
from ...text import markdown
from ...text.secrets.one_line import one_line, quoted
from .. import memory_md, pointers
from ..files import git_state, memory_files, project_scan
from ..pointers import Finding, Pointer


@dataclass(frozen=True, slots=True)
class SectionUpdated:
    """The text stands under its heading; `preimage` is the handle of the file as it was before."""

    path: str
    heading: str
    preimage: str


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The section already holds exactly this text: nothing was written."""

    path: str
    heading: str


SectionOutcome = SectionUpdated | AlreadyThere


def apply_update(path: str, header: str, text: str, places: Places, *, dry_run: bool = False) -> SectionOutcome:
    """Append `text` to the section `header` of the workspace file `path`; a missing section is created.

    Every byte outside that section stays; text that would bring headings of
    its own, an ambiguous header, or a path outside the workspace is refused.
    """
    if not text.strip() or not header.strip().lstrip("#").strip():
        raise InputError(f"nothing to add to {path}", hint="pass a header and the text to append")
    target = preimages.workspace_file(places, path)
    if dry_run:
        changed = _append_to_section(preimages.read(target), header, text)
        return SectionUpdated(path, header, "") if changed is not None else AlreadyThere(path, header)
    match preimages.edit(target, places, lambda before: _append_to_section(before, header, text) or before):
        case preimages.Edited(preimage=preimage):
            return SectionUpdated(path, header, preimage)
        case preimages.Unchanged():
            return AlreadyThere(path, header)


def _append_to_section(before: str, header: str, text: str) -> str | None:
    """The text with the addition, None when the section already holds it."""
    outline = markdown_sections.outline(before)
    heading = markdown.find(outline, header)
    wanted = "\n".join(text.replace("\r\n", "\n").strip("\n").split("\n"))
    if heading is not None:
        present = markdown.own_text(outline, heading).replace("\r\n", "\n")
        if f"\n{wanted}\n" in f"\n{present}\n":
            return None
    change = markdown.append_to_section(outline, header, text)
    markdown.check_change(change, markdown_sections.outline(change.after))
    return change.after


MAX_FILE = 64 * 1024 * 1024
"""Largest file that a pointer may name, bytes."""


def path_of(places: Places) -> Path:
    """The path of MEMORY.md, which must exist."""
    path = preimages.workspace_file(places, "MEMORY.md")
    if not path.exists():
        raise NotReadyError(f"{path} does not exist", hint="write it first: context-memory workspace init")
    return path


def relative(workspace: Path, path: str) -> str:
    """The path as a pointer writes it: relative to the workspace, `.` and `..` resolved by name."""
    wanted = Path(path)
    if wanted.is_absolute():
        root = next((each for each in (workspace.absolute(), workspace.resolve()) if wanted.is_relative_to(each)), None)
        wanted = wanted.relative_to(root) if root else wanted
    return normpath(wanted.as_posix())


def change_file(path: Path, places: Places, by: Callable[[str], str], *, dry_run: bool) -> str:
    """Replace MEMORY.md by `by` of its text and return the handle of the old one; a dry run only asks `by`."""
    if dry_run:
        by(preimages.read(path))
        return ""
    outcome = preimages.edit(path, places, by)
    return outcome.preimage if isinstance(outcome, preimages.Edited) else ""


def move_out(places: Places, text: str, pruned: Iterable[Pointer]) -> None:
    """Move pruned pointers to memories/project.md before they are removed from MEMORY.md (`text`)."""
    header = memory_md.OVERFLOW_HEADER[memory_md.language_of(text)]
    for pointer in pruned:
        apply_update("memories/project.md", header, pointers.full_line(pointer), places)


def content_of(workspace: Path, relative: str) -> bytes | None:
    """Bytes of a regular file inside the workspace; None if there is none that may be read."""
    path = workspace / relative
    try:
        if not path.is_file() or path.stat().st_size > MAX_FILE:
            return None
        return files.read_inside(path, workspace, limit=MAX_FILE)
    except (OSError, ValueError, InputError):  # a name too long, a NUL in it, no permission
        return None


_REPORTS = {
    "en": ("{} changed since MEMORY.md named it", "named by MEMORY.md, no file with its content was found"),
    "zh": ("MEMORY.md 记录之后 {} 已改变", "MEMORY.md 指向它，没有找到内容相同的文件"),
}
MAX_SEARCHED = 512 * 1024 * 1024
"""Bytes read at most while looking for files that moved."""


@dataclass(frozen=True, slots=True)
class Verified:
    """The state of every pointer; `reported` are the new lines of errors.md."""

    findings: tuple[Finding, ...]
    text: str
    """MEMORY.md after the repair."""
    reported: tuple[str, ...]
    is_written: bool

    @property
    def stale(self) -> tuple[Finding, ...]:
        """The pointers that could not be repaired."""
        return tuple(finding for finding in self.findings if pointers.is_stale(finding))


def verify(places: Places, now: datetime, *, language: str = "", dry_run: bool = False) -> Verified:
    """Check every pointer against its file, repair it if possible, else write a line into errors.md.

    The kind of such a line is always English, for context-memory check; the rest is in the language of MEMORY.md.
    """
    path = path_of(places)
    findings: tuple[Finding, ...] = ()
    before = after = ""

    def change(text: str) -> str:
        nonlocal findings, before, after
        old = memory_md.read(markdown_sections.lines(text))
        before, findings = text, judged(old, path.parent)
        fitted = _repair_entries(old, findings, now)
        if not dry_run:
            move_out(places, text, fitted.pruned)
        after = fitted.text
        return after

    change_file(path, places, change, dry_run=dry_run)
    spoken = language or memory_md.language_of(after)
    reported = [_report(finding, spoken) for finding in findings if pointers.is_stale(finding)]
    if not dry_run and reported:
        log = preimages.workspace_file(places, "memories/errors.md")
        reported = [entry for entry in reported if memory_files.append_once(log, now.strftime("%Y-%m-%d"), entry)]
    return Verified(findings, after, tuple(reported), not dry_run and after != before)


def for_injection(places: Places) -> str:
    """MEMORY.md for a prompt: without hashes, stale pointers marked; writes nothing."""
    path = preimages.workspace_file(places, "MEMORY.md")
    text = preimages.read(path)
    return pointers.marked(text, judged(memory_md.read(markdown_sections.lines(text)), path.parent))


def judged(old: memory_md.Index, workspace: Path) -> tuple[Finding, ...]:
    """The state of each pointer."""
    tree = _Tree(workspace)
    return tuple(_judge(pointer, tree) for pointer in dict.fromkeys(old.pointers))


@dataclass(slots=True)
class _Tree:
    """The workspace's files, scanned once for all pointers."""

    workspace: Path
    _paths: tuple[str, ...] | None = None
    _blobs: dict[str, list[str]] = field(default_factory=dict)

    def named(self, name: str) -> Iterator[str]:
        """Files of this name."""
        return (path for path in self._all_paths() if path.rpartition("/")[2] == name)

    def with_blob(self, blob: str) -> tuple[str, ...]:
        """Files with this git blob id: those tracked by git, else those found by reading."""
        tracked = git_state.tracked_with_blob(self.workspace, blob)
        present = tuple(path for path in tracked if (self.workspace / path).is_file())
        return present or tuple(self._paths_by_blob().get(blob, ()))

    def _all_paths(self) -> tuple[str, ...]:
        if self._paths is None:
            self._paths = tuple(path for path, _depth in project_scan.walk(self.workspace))
        return self._paths

    def _paths_by_blob(self) -> dict[str, list[str]]:
        left = MAX_SEARCHED
        for path in self._all_paths() if not self._blobs else ():
            content = content_of(self.workspace, path) or b""
            left -= len(content)
            if left < 0:
                break
            if content:
                self._blobs.setdefault(pointers.blob_of(content), []).append(path)
        return self._blobs


def _judge(pointer: Pointer, tree: _Tree) -> Finding:
    content = content_of(tree.workspace, pointer.path)
    if content is None and pointer.sha:
        return pointers.judge(pointer, None, tuple(_elsewhere(pointer, tree)))
    finding = pointers.judge(pointer, content)
    if content is not None and isinstance(finding, pointers.Changed) and _is_memory(pointer):
        return pointers.Repaired(pointer, pointers.with_hashes(pointer, content) or pointer)
    return finding


def _elsewhere(pointer: Pointer, tree: _Tree) -> Iterator[Pointer]:
    """Where the content of a deleted file is now: in files with its name, else in files with the same blob."""
    same_name = tuple(_holding(pointer, tree, tree.named(pointer.path.rpartition("/")[2])))
    yield from same_name or _holding(pointer, tree, tree.with_blob(pointer.blob))


def _holding(pointer: Pointer, tree: _Tree, paths: Iterator[str] | tuple[str, ...]) -> Iterator[Pointer]:
    for path in paths:
        content = content_of(tree.workspace, path)
        if content and (now := pointers.find_in(replace(pointer, path=path), content)):
            yield now


def _repair_entries(old: memory_md.Index, findings: tuple[Finding, ...], now: datetime) -> memory_md.Fitted:
    found = {finding.pointer: finding for finding in findings}
    entries = tuple(pointers.after(found[each]) if isinstance(each, Pointer) else each for each in old.entries)
    if entries == old.entries:
        return memory_md.Fitted(old.outline.text)
    fitted = memory_md.fitted(old, entries, memory_md.language_of(old.outline.text), may_grow=True)
    return replace(fitted, text=memory_md.stamped(fitted.text, now.strftime("%Y-%m-%d %H:%M"), None))


def _is_memory(pointer: Pointer) -> bool:
    """Whether the pointer names a whole memory file: these are meant to change, so new content is no error."""
    return not pointer.first and pointer.path.startswith(("memories/", "memory/"))


def _report(finding: Finding, language: str) -> str:
    pointer = finding.pointer
    is_gone = isinstance(finding, pointers.Vanished)
    template = _REPORTS[language][is_gone]
    kind = "FileNotFound" if is_gone else "StalePointer"
    shown = one_line(pointer.target.rpartition("/")[2], 80)
    return f"{kind}: {pointers.quoted(pointer.path)} — {template.format(shown)}"


@dataclass(frozen=True, slots=True)
class Request:
    """The changes of one call."""

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
    """MEMORY.md was changed; `before` and `after` are its texts, `pruned` moved to memories/project.md."""

    before: str
    after: str
    pruned: tuple[Pointer, ...]
    preimage: str
    was_edited: bool
    """Whether somebody had edited inside the managed region; such lines were kept."""


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """MEMORY.md already has these changes."""

    text: str


UpdateOutcome = Updated | NothingToDo


@dataclass(frozen=True, slots=True)
class _Addition:
    """A new pointer with its hashes, and a purpose for it if neither the caller nor an old pointer gives one."""

    pointer: Pointer
    purpose: str


@dataclass(slots=True)
class _Draft:
    """The result of the last attempt of an edit, which may be made twice."""

    before: str = ""
    after: str = ""
    pruned: tuple[Pointer, ...] = ()
    was_edited: bool = False


def update(places: Places, request: Request, now: datetime, *, dry_run: bool = False) -> UpdateOutcome:
    """Change the pointers and the task line of MEMORY.md; everything else in it stays byte for byte."""
    path = path_of(places)
    workspace = path.parent
    additions = tuple(_measure_pointer(workspace, pointer) for pointer in request.additions)
    draft = _Draft()

    def change(before: str) -> str:
        draft.before = before
        draft.after = _update_text(before, workspace, request, additions, draft, now)
        if not dry_run:
            move_out(places, before, draft.pruned)
        return draft.after

    if request.task and not dry_run:
        _remember_task(places, request.task, request.language or memory_md.language_of(preimages.read(path)))
    preimage = change_file(path, places, change, dry_run=dry_run)
    if draft.after == draft.before:
        return NothingToDo(draft.after)
    return Updated(draft.before, draft.after, draft.pruned, preimage, draft.was_edited)


def _measure_pointer(workspace: Path, wanted: Pointer) -> _Addition:
    pointer = replace(wanted, path=relative(workspace, wanted.path))
    if not files.inside(workspace / pointer.path, workspace):
        raise RefusedError(f"{wanted.path} is outside the workspace", hint="pointers name files inside it")
    content = content_of(workspace, pointer.path)
    if content is None:
        raise InputError(
            f"{wanted.path} is not a readable file of the workspace", hint="check the path; folders have no pointer"
        )
    found = pointers.with_hashes(pointer, content)
    if found is not None:
        return _Addition(found, pointers.purpose_of(found.path, content, found.first))
    raise InputError(f"{wanted.path} has no lines {wanted.first}-{wanted.last}", hint="give lines that exist")


def _update_text(
    before: str, workspace: Path, request: Request, additions: tuple[_Addition, ...], draft: _Draft, now: datetime
) -> str:
    text = before
    if request.task:
        text = _with_task(text, request.task, request.language or memory_md.language_of(text))
    language = request.language or memory_md.language_of(text)
    old = memory_md.read(markdown_sections.outline(text))
    entries = old.entries
    for target in request.removals:
        entries = memory_md.removed(entries, replace(target, path=relative(workspace, target.path)))
    if request.prune:
        findings = judged(old, workspace)
        gone = {finding.pointer for finding in findings if isinstance(finding, pointers.Vanished)}
        entries = tuple(entry for entry in entries if entry not in gone)
    for addition in reversed(additions):
        entries = memory_md.added(entries, addition.pointer, addition.purpose)
    draft.was_edited = old.region is not None and old.region.is_edited
    draft.pruned = ()
    if entries != old.entries:
        fitted = memory_md.fitted(old, entries, language)
        text, draft.pruned = fitted.text, fitted.pruned
        _check_region(old, text, language)
    if text == before and request.session_tokens is None:
        return before
    return memory_md.stamped(text, now.strftime("%Y-%m-%d %H:%M"), request.session_tokens)


def _check_region(old: memory_md.Index, text: str, language: str) -> None:
    """Refuse a new region that would be inside an open code fence or comment."""
    if old.region is None and markdown.find(markdown_sections.outline(text), memory_md.FILES_HEADER[language]) is None:
        raise RefusedError("MEMORY.md ends inside an open code fence or comment", hint="close it, then run this again")


def _with_task(text: str, task: str, language: str) -> str:
    outline = markdown_sections.outline(text)
    change = memory_md.with_task(outline, task, language)
    if change.after == text:
        return text
    markdown.check_change(change, markdown_sections.outline(change.after))
    return change.after


def _remember_task(places: Places, task: str, language: str) -> None:
    """Write the whole task to memories/context.md; its line in MEMORY.md is cut to 50 characters."""
    path = preimages.workspace_file(places, "memories/context.md")

    def change(before: str) -> str:
        outline = markdown_sections.outline(before)
        changed = markdown.replace_section(outline, "Current task" if language == "en" else "当前任务", quoted(task))
        markdown.check_change(changed, markdown_sections.outline(changed.after))
        return changed.after

    preimages.edit(path, places, change)
