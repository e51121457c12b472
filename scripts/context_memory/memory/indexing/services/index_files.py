"""Keep the pieces of the workspace's memory files in the store: changed files anew, deleted ones out."""

import re
from collections import Counter
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ....text.patterns import lazy_regex
from ....workspace.files import memory_files
from ....workspace.files.memory_files import Content, Listed
from ...docs import DEFAULT_SCOPE, Kind, MemoryDoc, Origin, id_of_piece, is_session_file, normalised, origin_of
from ...ports import DocStore, DocWriter, MemoryFile
from ...standing import importance_of, tier_of

_MANAGED = lazy_regex(r"^<!-- context-memory:begin .*?^<!-- context-memory:end -->[ \t]*$", re.DOTALL | re.MULTILINE)
"""What we wrote ourselves into a page: how work is handed over, which would answer many questions a little."""


AGENTS = "AGENTS.md"
"""Written whole by `workspace init` where there was none: then its lines are ours, without a region."""


class Indexed(NamedTuple):
    """What an update of the index did."""

    files: int
    """Memory files and pages there are."""
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    pieces: int
    """Pieces of the changed files."""


def update(store: DocStore, workspace: Path, *, everything: bool = False, dry_run: bool = False) -> Indexed:
    """Index what changed since the last time, or everything."""
    known = {path: file for path, file in store.files().items() if not is_session_file(path)}
    now_there = list(memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES))
    fresh = []
    for file in now_there:
        old = known.get(file.name)
        if everything or old is None or old.stamp != file.stamp:
            found = memory_files.content(workspace, file.path)
            if found is not None:
                fresh.append((file, found, _pieces(file, found)))
    gone = tuple(sorted(known.keys() - {file.name for file in now_there}))
    changed = [each for each in fresh if everything or _is_new(known.get(each[0].name), each[1])]
    if (fresh or gone) and not dry_run:
        from ...services import remember

        def write(writer: DocWriter) -> None:
            for file, found, pieces in changed:
                kept = remember.still_forgotten(store, pieces)
                writer.replace_file(MemoryFile(file.name, found.hash, file.stamp), kept)
            writer.note_stamps(MemoryFile(f.name, c.hash, f.stamp) for f, c, _ in fresh)
            for path in gone:
                writer.remove_file(path)

        store.in_one_write(write)
    pieces_made = sum(len(pieces) for _, _, pieces in changed)
    return Indexed(len(now_there), tuple(file.name for file, _, _ in changed), gone, pieces_made)


def waiting(store: DocStore, workspace: Path) -> int:
    """Memory files that are new, changed or gone since the last update."""
    known = {path: file for path, file in store.files().items() if not is_session_file(path)}
    count = 0
    for file in memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES):
        old = known.pop(file.name, None)
        if old is None:
            count += 1
        elif old.stamp != file.stamp:
            found = memory_files.content(workspace, file.path)
            count += found is not None and _is_new(old, found)
    return count + len(known)


def _is_new(old: MemoryFile | None, found: Content) -> bool:
    return old is None or old.hash != found.hash


@cache
def _lines_of_ours() -> frozenset[str]:
    """Every line of the AGENTS.md that `workspace init` writes, in both languages."""
    from ....storage import templates
    from ....workspace.services import scaffold

    names = (AGENTS, "verification.md")
    texts = [templates.source(name, language) for language in templates.LANGUAGES for name in names]
    texts += [f"- {role}" for role in scaffold.ROLES.values()]
    return frozenset(line.strip() for text in texts for line in text.split("\n"))


def _pieces(file: Listed, found: Content) -> list[MemoryDoc]:
    from ....text.secrets import redact
    from .. import file_chunks

    created = file_chunks.date_of(file.name) or datetime.fromtimestamp(file.modified, UTC)
    seen: Counter[str] = Counter()
    docs = []
    is_note = origin_of(file.name) is Origin.NOTES
    text = redact.cleaned(found.text)
    if file.name in memory_files.SEARCHED_PAGES:
        text = _MANAGED.sub(lambda region: "\n" * region[0].count("\n"), text)
    pieces = file_chunks.cut(text, is_note=is_note)
    if file.name == AGENTS:
        ours, lines = _lines_of_ours(), text.split("\n")
        pieces = [each for each in pieces if not ours.issuperset(map(str.strip, lines[each.first - 1 : each.last]))]
    speakers = file_chunks.speakers(pieces)
    for seq, piece in enumerate(pieces):
        same = normalised(piece.text)
        docs.append(
            MemoryDoc(
                id=id_of_piece(file.name, piece.text, seen[same]),
                scope=DEFAULT_SCOPE,
                kind=Kind.SECTION,
                text=piece.text,
                tier=tier_of(Kind.SECTION),
                importance=piece.importance or importance_of(Kind.SECTION),
                created_at=created,
                accessed_at=created,
                tags=(file_chunks.PROJECT + piece.project,) if piece.project else (),
                session=file.name,
                seq=seq,
                speaker=piece.name if piece.name in speakers else "",
                source=f"{file.name}#L{piece.first}" + (f"-{piece.last}" if piece.last > piece.first else ""),
                file=file.name,
            )
        )
        seen[same] += 1
    return docs
