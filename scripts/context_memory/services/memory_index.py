"""Keep the pieces of the workspace's memory files in the store: changed files anew, deleted ones out."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ..disk import memory_folder
from ..disk.memory_folder import Content, Listed
from ..model.docs import DEFAULT_SCOPE, Kind, MemoryDoc
from ..model.stores import DocStore, DocWriter, MemoryFile
from ..rules import doc_ids, kinds, memory_pieces, origins, redact
from . import doc_changes


@dataclass(frozen=True, slots=True)
class Indexed:
    """What an update of the index did."""

    files: int
    """Memory files there are."""
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    pieces: int
    """Pieces of the changed files."""


def update(store: DocStore, workspace: Path, *, everything: bool = False, dry_run: bool = False) -> Indexed:
    """Index what changed since the last time, or everything."""
    known = {path: file for path, file in store.files().items() if not origins.is_session(path)}
    now_there = list(memory_folder.listed(workspace))
    fresh = []
    for file in now_there:
        old = known.get(file.name)
        if everything or old is None or old.stamp != file.stamp:
            found = memory_folder.content(workspace, file.path)
            if found is not None:
                fresh.append((file, found, _pieces(file, found)))
    gone = tuple(sorted(known.keys() - {file.name for file in now_there}))
    changed = [each for each in fresh if everything or _is_new(known.get(each[0].name), each[1])]
    if (fresh or gone) and not dry_run:

        def write(writer: DocWriter) -> None:
            for file, found, pieces in changed:
                kept = doc_changes.still_forgotten(store, pieces)
                writer.replace_file(MemoryFile(file.name, found.hash, file.stamp), kept)
            writer.note_stamps(MemoryFile(f.name, c.hash, f.stamp) for f, c, _ in fresh)
            for path in gone:
                writer.remove_file(path)

        store.in_one_write(write)
    pieces_made = sum(len(pieces) for _, _, pieces in changed)
    return Indexed(len(now_there), tuple(file.name for file, _, _ in changed), gone, pieces_made)


def waiting(store: DocStore, workspace: Path) -> int:
    """Memory files that are new, changed or gone since the last update."""
    known = {path: file for path, file in store.files().items() if not origins.is_session(path)}
    count = 0
    for file in memory_folder.listed(workspace):
        old = known.pop(file.name, None)
        if old is None:
            count += 1
        elif old.stamp != file.stamp:
            found = memory_folder.content(workspace, file.path)
            count += found is not None and _is_new(old, found)
    return count + len(known)


def _is_new(old: MemoryFile | None, found: Content) -> bool:
    return old is None or old.hash != found.hash


def _pieces(file: Listed, found: Content) -> list[MemoryDoc]:
    created = memory_pieces.date_of(file.name) or datetime.fromtimestamp(file.modified, UTC)
    seen: Counter[str] = Counter()
    docs = []
    is_note = origins.of(file.name) is origins.Origin.NOTES
    pieces = memory_pieces.cut(redact.cleaned(found.text), is_note=is_note)
    speakers = memory_pieces.speakers(pieces)
    for seq, piece in enumerate(pieces):
        same = doc_ids.normalised(piece.text)
        docs.append(
            MemoryDoc(
                id=doc_ids.of_piece(file.name, piece.text, seen[same]),
                scope=DEFAULT_SCOPE,
                kind=Kind.SECTION,
                text=piece.text,
                tier=kinds.tier_of(Kind.SECTION),
                importance=piece.importance or kinds.importance_of(Kind.SECTION),
                created_at=created,
                accessed_at=created,
                tags=(memory_pieces.PROJECT + piece.project,) if piece.project else (),
                session=file.name,
                seq=seq,
                speaker=piece.name if piece.name in speakers else "",
                source=f"{file.name}#L{piece.first}" + (f"-{piece.last}" if piece.last > piece.first else ""),
                file=file.name,
            )
        )
        seen[same] += 1
    return docs
