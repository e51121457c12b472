"""Move the long parts of MEMORY.md into memories/*.md: proven lossless before anything is written.

Order: the new files first, then MEMORY.md with its old bytes kept. A crash in
between leaves the old MEMORY.md whole and files that the next run uses again.
"""

from dataclasses import dataclass
from pathlib import Path

from ..disk import files, markdown_sections, preimages
from ..disk.places import Places
from ..model.errors import InputError, NotReadyError, RefusedError
from ..rules import index, migration
from ..rules.migration import Split

MAX_NAMES = 10_000


@dataclass(frozen=True, slots=True)
class Migrated:
    """MEMORY.md was split or, on a dry run, would be; `preimage` gives the original back."""

    before: str
    split: Split
    preimage: str


@dataclass(frozen=True, slots=True)
class Fits:
    """MEMORY.md keeps its limits already: nothing was written."""

    text: str


MigrationOutcome = Migrated | Fits


def migrate(
    places: Places, *, limit: int = index.MAX_TOKENS, language: str = "", dry_run: bool = False
) -> MigrationOutcome:
    """Split MEMORY.md until it fits `limit` tokens and 150 characters a line; what is added speaks its language."""
    path = preimages.workspace_file(places, "MEMORY.md")
    if not path.exists():
        raise NotReadyError(f"{path} does not exist", hint="write it first: init_workspace")
    before = preimages.read(path)
    if not index.problems(before, limit=limit):
        return Fits(before)
    split = _split(places, before, limit, language or index.language_of(before))
    if dry_run:
        return Migrated(before, split, "")
    preimages.refuse_read_only(path)
    _write_files(places, split)

    def change(now: str) -> str:
        if now != before:
            raise RefusedError(f"{path} was changed by somebody else meanwhile", hint="run the command again")
        return split.text

    outcome = preimages.edit(path, places, change)
    return Migrated(before, split, outcome.preimage if isinstance(outcome, preimages.Edited) else "")


def _split(places: Places, text: str, limit: int, language: str) -> Split:
    folder = preimages.workspace_file(places, "memories")
    taken: dict[str, str] = {}

    def name_of(slug: str, content: str) -> str:
        if slug == migration.LIST_NAME:
            return _free_name(folder, slug, content, {}, reserved=False)
        name = _free_name(folder, slug, content, taken, reserved=True)
        taken[name.casefold()] = content
        return name

    split = migration.split(markdown_sections.outline(text), language, name_of, limit=limit)
    if split is None:
        raise InputError(
            f"no split of MEMORY.md fits {limit} tokens", hint="give more --max-tokens, or shorten its managed region"
        )
    if not migration.is_lossless(text, split) or index.problems(split.text, limit=limit):
        raise RefusedError(
            "the split of MEMORY.md would lose text, so nothing was written", hint="report this: our bug"
        )
    return split


def _free_name(folder: Path, slug: str, content: str, taken: dict[str, str], *, reserved: bool) -> str:
    """The first free path for this text; a file that already holds exactly it is used again."""
    data = content.encode("utf-8", "surrogateescape")
    for number in range(1, MAX_NAMES):
        name = slug if number == 1 else f"{slug}-{number}"
        path = folder / f"{name}.md"
        shown = f"memories/{name}.md"
        if (reserved and name in migration.RESERVED) or shown.casefold() in taken:
            continue
        if not path.exists() and not path.is_symlink():
            return shown
        if path.is_file() and not path.is_symlink() and path.stat().st_size == len(data) and path.read_bytes() == data:
            return shown
    raise RefusedError(f"memories/ has {MAX_NAMES} files called {slug}", hint="clean the folder up first")


def _write_files(places: Places, split: Split) -> None:
    contents = [(moved.path, moved.piece.text) for moved in split.moved]
    if split.list_path:
        contents.append((split.list_path, "".join(f"{line}\n" for line in split.listed)))
    for relative, text in contents:
        path = preimages.workspace_file(places, relative)
        if not path.exists():
            files.replace_text(path, text)
        if preimages.read(path) != text:
            raise RefusedError(f"{path} does not hold what was moved into it", hint="run the command again")
