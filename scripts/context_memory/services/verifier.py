"""Check the pointers of MEMORY.md against their files and repair what is proven.

A pointer follows its content: to other lines of its file, to the one file that
has its name and its content, or to the one file with the same git blob. What
cannot be proven is marked and reported, never guessed. Standard library only,
unless pruned pointers have to move; GitPython, where it is there, finds moved
files faster.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ..disk import errors_log, git_facts, markdown_sections, preimages, project_scan
from ..disk.places import Places
from ..rules import index, pointers
from ..rules.pointers import Finding, Pointer
from ..rules.wording import one_line
from . import index_file
from .index_file import content_of

_REPORTS = {
    "en": ("{} changed since MEMORY.md named it", "named by MEMORY.md, no file with its content was found"),
    "zh": ("MEMORY.md 记录之后 {} 已改变", "MEMORY.md 指向它，没有找到内容相同的文件"),
}
MAX_SEARCHED = 512 * 1024 * 1024
"""Bytes read at most while looking for files that moved."""


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


def verify(places: Places, now: datetime, *, language: str = "", dry_run: bool = False) -> Verified:
    """Check every pointer against its file, repair what is proven, write one line per other into errors.md.

    The kind of such a line is always English, for check_action; the rest is in the language of MEMORY.md.
    """
    path = index_file.path_of(places)
    findings: tuple[Finding, ...] = ()
    before = after = ""

    def change(text: str) -> str:
        nonlocal findings, before, after
        old = index.read(markdown_sections.lines(text))
        before, findings = text, judged(old, path.parent)
        fitted = _repaired(old, findings, now)
        if not dry_run:
            index_file.move_out(places, text, fitted.pruned)
        after = fitted.text
        return after

    index_file.change(path, places, change, dry_run=dry_run)
    spoken = language or index.language_of(after)
    reported = [_report(finding, spoken) for finding in findings if pointers.is_stale(finding)]
    if not dry_run and reported:
        log = preimages.workspace_file(places, "memories/errors.md")
        reported = [entry for entry in reported if errors_log.append_once(log, now.strftime("%Y-%m-%d"), entry)]
    return Verified(findings, after, tuple(reported), not dry_run and after != before)


def for_injection(places: Places) -> str:
    """MEMORY.md as a prompt should carry it: hashes left out, stale pointers marked, nothing written."""
    path = preimages.workspace_file(places, "MEMORY.md")
    text = preimages.read(path)
    return pointers.marked(text, judged(index.read(markdown_sections.lines(text)), path.parent))


def judged(old: index.Index, workspace: Path) -> tuple[Finding, ...]:
    """What became of each pointer."""
    tree = _Tree(workspace)
    return tuple(_judge(pointer, tree) for pointer in dict.fromkeys(old.pointers))


@dataclass(slots=True)
class _Tree:
    """The workspace's files, looked at once however many pointers have to be found."""

    workspace: Path
    _paths: tuple[str, ...] | None = None
    _blobs: dict[str, list[str]] = field(default_factory=dict)

    def named(self, name: str) -> Iterator[str]:
        """Files of this name."""
        return (path for path in self._walked() if path.rpartition("/")[2] == name)

    def with_blob(self, blob: str) -> tuple[str, ...]:
        """Files whose content git would call so: those git knows, else those that are found by reading."""
        tracked = git_facts.tracked_with_blob(self.workspace, blob)
        present = tuple(path for path in tracked if (self.workspace / path).is_file())
        return present or tuple(self._hashed().get(blob, ()))

    def _walked(self) -> tuple[str, ...]:
        if self._paths is None:
            self._paths = tuple(path for path, _depth in project_scan.walk(self.workspace))
        return self._paths

    def _hashed(self) -> dict[str, list[str]]:
        left = MAX_SEARCHED
        for path in self._walked() if not self._blobs else ():
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
        return pointers.Repaired(pointer, pointers.measured(pointer, content) or pointer)
    return finding


def _elsewhere(pointer: Pointer, tree: _Tree) -> Iterator[Pointer]:
    """Where the content of a file that is gone stands now: in files of its name, else in files of the same blob."""
    same_name = tuple(_holding(pointer, tree, tree.named(pointer.path.rpartition("/")[2])))
    yield from same_name or _holding(pointer, tree, tree.with_blob(pointer.blob))


def _holding(pointer: Pointer, tree: _Tree, paths: Iterator[str] | tuple[str, ...]) -> Iterator[Pointer]:
    for path in paths:
        content = content_of(tree.workspace, path)
        if content and (now := pointers.found_in(replace(pointer, path=path), content)):
            yield now


def _repaired(old: index.Index, findings: tuple[Finding, ...], now: datetime) -> index.Fitted:
    found = {finding.pointer: finding for finding in findings}
    entries = tuple(pointers.after(found[each]) if isinstance(each, Pointer) else each for each in old.entries)
    if entries == old.entries:
        return index.Fitted(old.outline.text)
    fitted = index.fitted(old, entries, index.language_of(old.outline.text), may_grow=True)
    return replace(fitted, text=index.stamped(fitted.text, now.strftime("%Y-%m-%d %H:%M"), None))


def _is_memory(pointer: Pointer) -> bool:
    """Whether the pointer names a whole memory file: those are meant to change, so a new content is no error."""
    return not pointer.first and pointer.path.startswith(("memories/", "memory/"))


def _report(finding: Finding, language: str) -> str:
    pointer = finding.pointer
    is_gone = isinstance(finding, pointers.Vanished)
    template = _REPORTS[language][is_gone]
    kind = "FileNotFound" if is_gone else "StalePointer"
    shown = one_line(pointer.target.rpartition("/")[2], 80)
    return f"{kind}: {pointers.quoted(pointer.path)} — {template.format(shown)}"
