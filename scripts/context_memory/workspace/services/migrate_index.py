"""Splits an overgrown MEMORY.md by its headings without losing a byte.

The text is cut into pieces at the headings of one level. The largest pieces
move out first, each into a file of its own, until the rest, with a
pointer to each moved piece, fits the limits of MEMORY.md. What is by its
heading about rules or about who somebody is stays longest.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError, NotReadyError, RefusedError
from ...storage import files, markdown_sections, preimages
from ...storage.places import Places
from ...text import markdown, tokens
from ...text.markdown import Heading, Outline
from ...text.patterns import lazy_regex
from ...text.secrets.one_line import one_line
from .. import memory_md, pointers
from ..pointers import Pointer

MAX_SLUG = 40  # characters of a file name without its extension
RESERVED = frozenset({"project", "decisions", "errors", "context", "index", "readme"})
LIST_NAME = "index"
HEADROOM = 75
"""Percent of the budget that a migrated MEMORY.md may fill, where it can: the rest is for pointers to come."""
POINTER_TOKENS = 30
"""A piece of so many tokens costs no more than the pointer that would replace it, so it stays."""

STANDING_SHARE = 50
"""Percent of the budget that rules and persons may fill where not all pointers have room."""
_STANDING = lazy_regex(
    r"(?i)\b(?:rules?|polic(?:y|ies)|critical|important|must|never|always|pref(?:erence)?s?|conventions?|constraints?"
    r"|guidelines?|principles?|who\s+(?:i|we|you)\s+\w+|about\s+(?:me|us|you|the\s+(?:user|human|owner))|identity|user"
    r"|human|owner)\b|[⚠❗‼🚨]|规则|规范|守则|约定|策略|偏好|关于|身份|重要|必须|禁止|红线|约束|原则|用户|主人"
    r"|ルール|規則|方針|約束|必須|好み|について|ユーザー"
)
"""Headings of what an agent needs in every session, so that a pointer to it is not enough where it can stay."""
_NOT_IN_SLUG = lazy_regex(r"[^\w]+")

NameOf = Callable[[str, str], str]
"""Gives the workspace path of the file that is to hold a text, from a slug and the text."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the original text: a heading with all below it, or the text before the first heading."""

    number: int
    text: str
    title: str
    """Empty for the stretch before the first heading."""
    is_ours: bool = False
    """Whether it holds the managed region, which must stay."""

    @property
    def is_standing(self) -> bool:
        """Whether it is about rules, or who somebody is."""
        return _STANDING.search(self.title) is not None


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece and its new file, relative to the workspace, which has exactly its bytes."""

    piece: Piece
    path: str


@dataclass(frozen=True, slots=True)
class Split:
    """The new MEMORY.md and the files with the rest."""

    text: str
    pieces: tuple[Piece, ...]
    moved: tuple[Moved, ...]
    listed: tuple[str, ...] = ()
    """Pointer lines that MEMORY.md has no room for; they go to the list file."""
    list_path: str = ""


def split_index(outline: Outline, language: str, name_of: NameOf, *, limit: int = memory_md.MAX_TOKENS) -> Split | None:
    """The split that fits; None if not even an index without movable text would fit."""
    pieces = cut(outline)
    names = tuple("" if piece.is_ours else name_of(slug(piece.title), piece.text) for piece in pieces)
    draft = _Draft(pieces, names, language, markdown.newline_of(outline), name_of)
    roomy = limit * HEADROOM // 100
    return draft.fitting(roomy) or draft.fitting(limit) or draft.listed(roomy) or draft.listed(limit)


def cut(outline: Outline) -> tuple[Piece, ...]:
    """The pieces of the text at its split level; joined, they are the text."""
    titles = {0: "", outline.front_matter: ""} | {head.line: head.text for head in _heads(outline)}
    starts = sorted(titles)
    bounds = [*starts, len(outline.lines)]
    region = markdown.find_region(outline.lines, memory_md.REGION)
    pieces: list[Piece] = []
    for start, end in zip(starts, bounds[1:], strict=True):
        is_ours = region is not None and start <= region.start < end
        if start < end:
            pieces.append(Piece(len(pieces), "".join(outline.lines[start:end]), titles[start], is_ours=is_ours))
    return tuple(pieces)


def slug(title: str) -> str:
    """The title as a file name: lower case, words joined by hyphens, letters of any script."""
    words = _NOT_IN_SLUG.sub("-", one_line(title, 200).casefold().replace("_", "-")).strip("-")
    if len(words) > MAX_SLUG:
        words = words[: MAX_SLUG + 1].rpartition("-")[0] or words[:MAX_SLUG]
    return words.strip("-") or "notes"


def is_lossless(original: str, result: Split) -> bool:
    """Whether every piece of the original is, whole and in order, in MEMORY.md or in its own file."""
    if "".join(piece.text for piece in result.pieces) != original:
        return False
    moved = {each.piece.number for each in result.moved}
    staying = [part for piece in result.pieces if piece.number not in moved for part in _staying_parts(piece)]
    position = 0
    for part in staying:
        position = result.text.find(part, position)
        if position < 0:
            return False
        position += len(part)
    return len({each.path for each in result.moved}) == len(result.moved)


@dataclass(frozen=True, slots=True)
class _Draft:
    """The common data of all attempts to split one text."""

    pieces: tuple[Piece, ...]
    names: tuple[str, ...]
    """The path of each piece, should it move."""
    language: str
    newline: str
    name_of: NameOf

    def fitting(self, limit: int) -> Split | None:
        """The split with the fewest moved pieces that keeps this limit."""
        must, may, _cheap = self._sort_pieces()
        for count in range(len(may) + 1):
            moved = self._name_files([*must, *may[:count]])
            text = self._compose_index(moved, [_pointer(each) for each in moved])
            if not memory_md.problems(text, limit=limit):
                return Split(text, self.pieces, moved)
        return None

    def listed(self, limit: int) -> Split | None:
        """Everything long moved, the last pointers in a separate list."""
        must, may, cheap = self._sort_pieces()
        left = limit * STANDING_SHARE // 100
        moving = [*must]
        for piece in reversed(may):
            size = tokens.cjk(piece.text)
            if piece.is_standing and size <= left:
                left -= size
            else:
                moving.append(piece)
        attempts = (moving, [*moving, *cheap], [*must, *may], [*must, *may, *cheap])
        return next(filter(None, (self._with_list(self._name_files(each), limit) for each in attempts)), None)

    def _sort_pieces(self) -> tuple[list[Piece], list[Piece], list[Piece]]:
        """Pieces that must move for a long line, that may move in their order, and that cost less than a pointer."""
        movable = [piece for piece in self.pieces if not piece.is_ours and piece.text.strip("\ufeff\r\n\t ")]
        sizes = {piece.number: tokens.cjk(piece.text) for piece in movable}
        must = [piece for piece in movable if _has_long_line(piece.text)]
        may = [piece for piece in movable if piece not in must and sizes[piece.number] > POINTER_TOKENS]
        cheap = [piece for piece in movable if piece not in must and piece not in may]
        return must, sorted(may, key=lambda piece: (piece.is_standing, -sizes[piece.number], piece.number)), cheap

    def _name_files(self, pieces: Sequence[Piece]) -> tuple[Moved, ...]:
        in_order = sorted(pieces, key=lambda piece: piece.number)
        return tuple(Moved(piece, self.names[piece.number]) for piece in in_order)

    def _with_list(self, moved: tuple[Moved, ...], limit: int) -> Split | None:
        """Everything moved and still too many pointers: the last ones go into a list file with a pointer to it."""
        found = [_pointer(each) for each in sorted(moved, key=lambda each: not each.piece.is_standing)]
        for shown in range(len(found) - 1, -1, -1):
            listed = tuple(pointers.full_line(pointer) for pointer in found[shown:])
            content = "".join(f"{line}\n" for line in listed)
            path = self.name_of(LIST_NAME, content)
            title = f"{len(listed)} more sections" if self.language == "en" else f"另外 {len(listed)} 节"
            first = _pointer(Moved(Piece(0, content, title), path))
            text = self._compose_index(moved, [first, *found[:shown]])
            if not memory_md.problems(text, limit=limit):
                return Split(text, self.pieces, moved, listed, path)
        return None

    def _compose_index(self, moved: Sequence[Moved], lines: Sequence[Pointer]) -> str:
        """The remaining text, in order, with the pointers in the managed region."""
        gone = {each.piece.number for each in moved}
        staying = [piece for piece in self.pieces if piece.number not in gone]
        if any(piece.is_ours for piece in staying):
            return "".join(self._extend_piece(piece, lines) if piece.is_ours else piece.text for piece in staying)
        kept = "".join(piece.text for piece in staying)
        if not lines:
            return kept
        if not kept.strip("\ufeff\r\n\t "):
            kept += f"# {'MEMORY INDEX' if self.language == 'en' else '记忆索引'}{self.newline}"
        if not kept.endswith(("\n", "\r")):
            kept += self.newline
        header = f"## {memory_md.FILES_HEADER[self.language]}"
        return kept + self.newline + self.newline.join([header, *memory_md.region_lines(lines)]) + self.newline

    def _extend_piece(self, piece: Piece, lines: Sequence[Pointer]) -> str:
        parts = re.split(r"(?<=\n)", piece.text)
        region = markdown.find_region(parts, memory_md.REGION)
        if region is None:
            return piece.text
        body = [*(pointers.full_line(line) for line in lines), *region.body]
        return markdown.replaced(parts, region, memory_md.REGION, body, self.newline)


def _heads(outline: Outline) -> tuple[Heading, ...]:
    """Headings that start a piece: those down to the first level that has two, at least level 2."""
    levels = [heading.level for heading in outline.headings]
    level = max(2, next((each for each in range(1, 7) if levels.count(each) > 1), 6))
    return tuple(heading for heading in outline.headings if heading.level <= level)


def _has_long_line(text: str) -> bool:
    return any(len(line) > memory_md.MAX_LINE for line in text.splitlines())


def _pointer(moved: Moved) -> Pointer:
    content = moved.piece.text.encode("utf-8", "surrogateescape")
    purpose = one_line(moved.piece.title, 60) or pointers.purpose_of(moved.path, content)
    return Pointer(moved.path, purpose=purpose, sha=pointers.digest(content), blob=pointers.blob_of(content))


def _staying_parts(piece: Piece) -> tuple[str, ...]:
    """The parts of a remaining piece that must survive: all but the hash in the region's marker."""
    if not piece.is_ours:
        return (piece.text,)
    parts = re.split(r"(?<=\n)", piece.text)
    region = markdown.find_region(parts, memory_md.REGION)
    if region is None:
        return (piece.text,)
    return ("".join(parts[: region.start]), *region.body, "".join(parts[region.end :]))


MAX_NAMES = 10_000


@dataclass(frozen=True, slots=True)
class Migrated:
    """MEMORY.md was split, or would be in a dry run; `preimage` is the handle of the original."""

    before: str
    split: Split
    preimage: str


@dataclass(frozen=True, slots=True)
class Fits:
    """MEMORY.md is within its limits: nothing was written."""

    text: str


MigrationOutcome = Migrated | Fits


def migrate(
    places: Places, *, limit: int = memory_md.MAX_TOKENS, language: str = "", dry_run: bool = False
) -> MigrationOutcome:
    """Split MEMORY.md until it fits `limit` tokens and 150 characters per line; added text uses its language."""
    path = preimages.workspace_file(places, "MEMORY.md")
    if not path.exists():
        raise NotReadyError(f"{path} does not exist", hint="write it first: context-memory workspace init")
    before = preimages.read(path)
    if not memory_md.problems(before, limit=limit):
        return Fits(before)
    split = _split(places, before, limit, language or memory_md.language_of(before))
    if dry_run:
        return Migrated(before, split, "")
    preimages.refuse_read_only(path)
    _write_files(places, split)

    def change(now: str) -> str:
        if now != before:
            raise RefusedError(f"{path} was changed by another program meanwhile", hint="run the command again")
        return split.text

    outcome = preimages.edit(path, places, change)
    return Migrated(before, split, outcome.preimage if isinstance(outcome, preimages.Edited) else "")


def _split(places: Places, text: str, limit: int, language: str) -> Split:
    folder = preimages.workspace_file(places, "memories")
    taken: dict[str, str] = {}

    def name_of(slug: str, content: str) -> str:
        if slug == LIST_NAME:
            return _free_name(folder, slug, content, {}, reserved=False)
        name = _free_name(folder, slug, content, taken, reserved=True)
        taken[name.casefold()] = content
        return name

    split = split_index(markdown_sections.outline(text), language, name_of, limit=limit)
    if split is None:
        raise InputError(
            f"no split of MEMORY.md fits {limit} tokens", hint="raise --max-tokens, or shorten its managed region"
        )
    if not is_lossless(text, split) or memory_md.problems(split.text, limit=limit):
        raise RefusedError(
            "the split of MEMORY.md would lose text, so nothing was written", hint="please report this bug"
        )
    return split


def _free_name(folder: Path, slug: str, content: str, taken: dict[str, str], *, reserved: bool) -> str:
    """The first free path for this text; a file with exactly this text is reused."""
    data = content.encode("utf-8", "surrogateescape")
    for number in range(1, MAX_NAMES):
        name = slug if number == 1 else f"{slug}-{number}"
        path = folder / f"{name}.md"
        shown = f"memories/{name}.md"
        if (reserved and name in RESERVED) or shown.casefold() in taken:
            continue
        if not path.exists() and not path.is_symlink():
            return shown
        if path.is_file() and not path.is_symlink() and files.read_bytes(path, limit=len(data) + 1) == data:
            return shown
    raise RefusedError(f"memories/ has {MAX_NAMES} files called {slug}", hint="clean up the folder first")


def _write_files(places: Places, split: Split) -> None:
    contents = [(moved.path, moved.piece.text) for moved in split.moved]
    if split.list_path:
        contents.append((split.list_path, "".join(f"{line}\n" for line in split.listed)))
    for relative, text in contents:
        path = preimages.workspace_file(places, relative)
        if not path.exists():
            files.replace_text(path, text)
        if preimages.read(path) != text:
            raise RefusedError(f"{path} does not contain what was moved into it", hint="run the command again")
