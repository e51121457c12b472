"""Keep the pieces of the workspace's memory files in the store: changed files anew, deleted ones out."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from ....text.patterns import lazy_regex
from ....workspace.files import memory_files
from ....workspace.files.memory_files import Content, Listed
from ...docs import DEFAULT_SCOPE, Kind, MemoryDoc, Origin, id_of_piece, is_session_file, normalised, origin_of
from ...ports import DocStore, DocWriter, MemoryFile
from ...standing import importance_of, tier_of

if TYPE_CHECKING:
    from ..file_chunks import Piece

_MANAGED = lazy_regex(r"^<!-- context-memory:begin .*?^<!-- context-memory:end -->[ \t]*$", re.DOTALL | re.MULTILINE)
"""What we wrote ourselves into a page: how work is handed over, which would answer many questions a little."""


RULES = 6
"""Number of the rules by which files are cut: what was cut by older ones is cut again, behind what changed."""
AT_RECALL = 0.05
"""Seconds that who waits for an answer waits for files that only newer rules cut anew: they are found as they are."""
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
    left: int = 0
    """Files that are still cut by older rules."""
    left_out: tuple[str, ...] = ()
    """What is to be told of files that are too large to be searched."""


def update(
    store: DocStore, workspace: Path, *, everything: bool = False, dry_run: bool = False, at_recall: bool = False
) -> Indexed:
    """Index what changed since the last time, or everything; `at_recall` leaves what newer rules cut anew for later."""
    known = {path: file for path, file in store.files().items() if not is_session_file(path)}
    too_large: list[str] = []
    now_there = list(memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES, too_large=too_large))
    wanted = [each for each in now_there if everything or _is_to_be_read(known.get(each.name), each)]
    changed_ones = [each for each in wanted if everything or not _has_stamp(known.get(each.name), each)]
    older = [each for each in wanted if each not in changed_ones]
    fresh = [*_read(workspace, changed_ones), *_read(workspace, older, AT_RECALL if at_recall else None)]
    gone = tuple(sorted(known.keys() - {file.name for file in now_there}))
    changed = [each for each in fresh if everything or _is_new(known.get(each[0].name), each[1])]
    if (fresh or gone) and not dry_run:
        from ...services import remember

        def write(writer: DocWriter) -> None:
            for file, found, pieces in changed:
                kept = remember.still_forgotten(store, pieces)
                writer.replace_file(_mark(file, found), kept)
            writer.note_stamps(_mark(file, found) for file, found, _ in fresh)
            for path in gone:
                writer.remove_file(path)

        store.in_one_write(write)
    pieces_made = sum(len(pieces) for _, _, pieces in changed)
    names, left = tuple(file.name for file, _, _ in changed), len(wanted) - len(fresh)
    return Indexed(len(now_there), names, gone, pieces_made, left, tuple(map(_left_out, too_large)))


def left_out(workspace: Path) -> list[str]:
    """What is to be told of files that are too large to be searched."""
    too_large: list[str] = []
    for _ in memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES, too_large=too_large):
        pass
    return [_left_out(name) for name in too_large]


def _left_out(name: str) -> str:
    most = memory_files.LARGEST_FILE
    return f"{name} is not searched: it has more than {most:,} bytes; move parts of it into files of memories/"


def _read(
    workspace: Path, wanted: Sequence[Listed], seconds: float | None = None
) -> Iterator[tuple[Listed, Content, list[MemoryDoc]]]:
    """These files and their pieces; one at least, and then no more than so many seconds of them."""
    started = monotonic()
    for number, file in enumerate(wanted):
        if seconds is not None and number and monotonic() - started > seconds:
            return
        found = memory_files.content(workspace, file.path)
        if found is not None:
            yield file, found, _pieces(file, found)


def waiting(store: DocStore, workspace: Path) -> int:
    """Memory files that are new, changed or gone since the last update."""
    known = {path: file for path, file in store.files().items() if not is_session_file(path)}
    count = 0
    for file in memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES):
        old = known.pop(file.name, None)
        if old is None:
            count += 1
        elif _is_to_be_read(old, file):
            found = memory_files.content(workspace, file.path)
            count += found is not None and _is_new(old, found)
    return count + len(known)


def _mark(file: Listed, found: Content) -> MemoryFile:
    return MemoryFile(file.name, _ruled(found.hash), _ruled(file.stamp))


def _ruled(mark: str) -> str:
    """With the number of the rules, so that newer ones make it another."""
    return f"{mark}/{RULES}"


def _is_to_be_read(old: MemoryFile | None, file: Listed) -> bool:
    return old is None or old.stamp != _ruled(file.stamp)


def _has_stamp(old: MemoryFile | None, file: Listed) -> bool:
    """Whether it is as it was, and only cut by older rules."""
    return old is not None and old.stamp.partition("/")[0] == file.stamp


def _is_new(old: MemoryFile | None, found: Content) -> bool:
    return old is None or old.hash != _ruled(found.hash)


@cache
def _lines_of_ours() -> frozenset[str]:
    """Every line of the AGENTS.md that `workspace init` writes, in both languages."""
    from ....storage import templates
    from ....workspace.services import scaffold

    names = (AGENTS, "verification.md")
    texts = [templates.source(name, language) for language in templates.LANGUAGES for name in names]
    texts += [f"- {role}" for role in scaffold.ROLES.values()]
    return frozenset(line.strip() for text in texts for line in text.split("\n"))


def _cut(name: str, text: str) -> "list[Piece]":
    """The pieces of a file, redacted, without what this program wrote in it."""
    from ....text.secrets import redact
    from .. import file_chunks

    if name == memory_files.SNAPSHOT and text.startswith(tuple(memory_files.SNAPSHOT_TITLES.values())):
        return []  # what it sums up is found where it was said
    text = redact.cleaned(text)
    if name in memory_files.SEARCHED_PAGES:
        text = _MANAGED.sub(lambda region: "\n" * region[0].count("\n"), text)
    pieces = file_chunks.cut(text, is_note=origin_of(name) is Origin.NOTES)
    if name != AGENTS:
        return pieces
    ours, lines = _lines_of_ours(), text.split("\n")
    return [each for each in pieces if not ours.issuperset(map(str.strip, lines[each.first - 1 : each.last]))]


def _pieces(file: Listed, found: Content) -> list[MemoryDoc]:
    from .. import file_chunks

    modified = datetime.fromtimestamp(file.modified, UTC)
    noted = file_chunks.date_of(file.name)
    seen: Counter[str] = Counter()
    docs = []
    pieces = _cut(file.name, found.text)
    speakers = file_chunks.speakers(pieces)
    days: dict[tuple[str, ...], datetime | None] = {}
    for seq, piece in enumerate(pieces):
        same = normalised(piece.text)
        if not noted and piece.above not in days:
            days[piece.above] = file_chunks.day_of(piece, modified)
        created = noted or days[piece.above] or modified
        docs.append(
            MemoryDoc(
                id=id_of_piece(file.name, piece.text, seen[same]),
                scope=DEFAULT_SCOPE,
                kind=Kind.SECTION,
                text=f"{piece.parent} › {piece.text}" if piece.parent else piece.text,
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
