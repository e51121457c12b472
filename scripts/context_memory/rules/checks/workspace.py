"""Checks of the workspace's own files: the index, the four task files, handoff forms, modes, secrets, state."""

from collections.abc import Sequence

from ...model.checklist import Check
from ...model.findings import Level
from .. import handoff, index, pointers, redact, tokens
from ..schedule import Problem
from .words import said, some

TASK_FILES = ("project", "decisions", "errors", "context")


def memory_index(text: str | None, language: str, *, init: str, migrate: str) -> Check:
    """MEMORY.md keeps its budget; `text` is None where there is no file."""
    if text is None:
        return said("memory_index", "missing", language, init)
    count, lines = tokens.cjk(text), text.splitlines()
    facts = {
        "tokens": count,
        "limit": index.MAX_TOKENS,
        "longest": max(map(len, lines), default=0),
        "line_limit": index.MAX_LINE,
        "lines": some(tuple(str(n) for n, line in enumerate(lines, 1) if len(line) > index.MAX_LINE)),
    }
    if count > index.MAX_TOKENS:
        return said("memory_index", "too_large", language, migrate, **facts)
    return said("memory_index", "long_lines" if facts["lines"] else "good", language, migrate, **facts)


def memory_files(present: frozenset[str], language: str, *, init: str) -> Check:
    """The four files of memories/ are there."""
    missing = tuple(f"memories/{name}.md" for name in TASK_FILES if f"memories/{name}.md" not in present)
    return said("memory_files", "missing" if missing else "good", language, init, names=some(missing))


def handoffs(
    agents: str | None, files: int, problems: Sequence[Problem], language: str, *, init: str, form: str, check: str
) -> Check:
    """AGENTS.md shows the task and the result XML, and every handoff file is valid."""
    if agents is None:
        return said("handoffs", "missing", language, init)
    tags = tuple(f"<{tag}>" for tag in handoff.TAGS if f"<{tag}>" not in agents or f"</{tag}>" not in agents)
    if tags:
        return said("handoffs", "no_form", language, form, tags=some(tags))
    bad = [each for each in problems if each.finding.level is Level.FAIL]
    if not bad:
        return said("handoffs", "good", language, count=files)
    first = bad[0]
    return said(
        "handoffs",
        "broken",
        language,
        f"{first.finding.fix}\n{check}",
        file=first.source,
        line=first.finding.line,
        what=first.finding.what,
        why=first.finding.why,
        count=len(bad),
    )


def notes(compacted: str, *, is_noted: bool, is_on: bool, language: str, flush: str) -> Check:
    """The newest compaction wrote down what left the context; `compacted` is its session, empty for none."""
    if not is_on:
        return said("notes", "off", language)
    case = "none" if not compacted else "good" if is_noted else "missing"
    return said("notes", case, language, flush, session=compacted)


def file_modes(open_paths: Sequence[str], count: int, language: str, *, chmod: str) -> Check:
    """Nobody but the owner reads or writes memory."""
    if not count:
        return said("file_modes", "none", language)
    return said("file_modes", "open" if open_paths else "good", language, chmod, paths=some(tuple(open_paths)))


def secrets(texts: Sequence[tuple[str, str]], language: str) -> Check:
    """No memory file holds what looks like a key; only kind and line are shown."""
    found = [(path, line, kind) for path, text in texts for line, kind in _secret_lines(text)]
    if not found:
        return said("secrets", "good", language, count=len(texts))
    places = tuple(f"{path}:{line} {kind}" for path, line, kind in found)
    path, line, kind = found[0]
    fix = {
        "en": f"Take line {line} out of {path}, revoke the {kind}, write only where the new one is kept.",
        "zh": f"删去 {path} 第 {line} 行，吊销该密钥，只写新密钥存放在哪里。",
    }
    return said("secrets", "found", language, fix["zh" if language == "zh" else "en"], places=some(places))


def fingerprint(written: str, now: str, language: str, *, refresh: str) -> Check:
    """memories/project.md describes the project as it is."""
    case = "missing" if not written else "good" if written == now else "stale"
    return said("fingerprint", case, language, refresh)


def index_pointers(findings: Sequence[pointers.Finding], language: str, *, verify: str, remove: str) -> Check:
    """Every pointer of MEMORY.md leads to what it was made for."""
    stale = tuple(each.pointer.target for each in findings if pointers.is_stale(each))
    if stale:
        return said("pointers", "stale", language, remove, names=some(stale))
    movable = tuple(each.pointer.target for each in findings if isinstance(each, pointers.Repaired))
    if movable:
        return said("pointers", "movable", language, verify, names=some(movable))
    return said("pointers", "good", language, count=len(findings))


def memory_ignored(
    *,
    visible: Sequence[str],
    tracked: Sequence[str],
    nested: bool,
    remote: str,
    language: str,
    ignore: str,
    untrack: str,
) -> Check:
    """git neither carries memories/ already nor will with the next commit."""
    words = {"en": f"remote {remote}" if remote else "no remote yet", "zh": f"远程 {remote}" if remote else "尚无远程"}
    says = words["zh" if language == "zh" else "en"]
    if tracked:
        return said("memory_ignored", "tracked", language, untrack, names=some(tuple(tracked)), remote=says)
    if visible:
        return said("memory_ignored", "visible", language, ignore, names=some(tuple(visible)), remote=says)
    return said("memory_ignored", "nested" if nested else "good", language, remote=says)


def _secret_lines(text: str) -> list[tuple[int, str]]:
    """Line and kind of every secret; the secret itself is left out on purpose."""
    lines = ((text.count("\n", 0, each.start) + 1, each.kind) for each in redact.findings(text))
    return list(dict.fromkeys(lines))
