"""Split an overgrown MEMORY.md by its headings; every byte stays, here or there.

The text is cut into pieces at the headings of one level. The largest pieces
move out first, each whole into a file of its own, until what stays, with a
pointer to each moved piece, fits the limits of MEMORY.md.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..model.outline import Heading, Outline
from . import index, managed_region, pointers, sections, tokens
from .pointers import Pointer
from .wording import one_line

MAX_SLUG = 40  # characters of a file name without its extension
RESERVED = frozenset({"project", "decisions", "errors", "context", "index", "readme"})
LIST_NAME = "index"

_NOT_IN_SLUG = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the original text: a heading with all below it, or what stands before the first."""

    text: str
    title: str
    """Empty for the stretch before the first heading."""
    is_ours: bool = False
    """Whether it holds the managed region, which must stay."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece and the file, relative to the workspace, that holds exactly its bytes from now on."""

    piece: Piece
    path: str


@dataclass(frozen=True, slots=True)
class Split:
    """The new MEMORY.md and the files that hold the rest."""

    text: str
    pieces: tuple[Piece, ...]
    moved: tuple[Moved, ...]
    listed: tuple[str, ...] = ()
    """Pointer lines that MEMORY.md has no room for; they go to the list file."""
    list_path: str = ""


def is_needed(text: str, limit: int = index.MAX_TOKENS) -> bool:
    """Whether the text breaks a limit of MEMORY.md."""
    return bool(index.problems(text, limit=limit))


def split(outline: Outline, language: str, name_of: Callable[[str, str], str], *, limit: int = index.MAX_TOKENS) -> Split | None:
    """The split that fits, None when not even an index without any original text would fit.

    `name_of(slug, text)` gives the workspace path of the file that is to hold the text.
    """
    pieces = cut(outline)
    largest_first = sorted(range(len(pieces)), key=lambda number: (-_weight(pieces[number]), number))
    movable = [number for number in largest_first if not pieces[number].is_ours and pieces[number].text.strip()]
    must = {number for number in movable if _has_long_line(pieces[number].text)}
    order = [number for number in movable if number in must] + [number for number in movable if number not in must]
    names: dict[int, str] = {}
    moved: list[int] = []
    for count in range(len(must), len(order) + 1):
        moved = sorted(order[:count])
        text = _composed(pieces, moved, language, [_line(pieces[n], _name(n, pieces, names, name_of)) for n in moved])
        if not index.problems(text, limit=limit):
            return Split(text, pieces, tuple(Moved(pieces[n], names[n]) for n in moved))
    return _with_list(pieces, moved, language, names, name_of, limit)


def cut(outline: Outline) -> tuple[Piece, ...]:
    """The pieces of the text at its split level; joined, they are the text."""
    heads = _heads(outline)
    starts = [head.line for head in heads]
    bounds = [0, *starts, len(outline.lines)] if not starts or starts[0] else [*starts, len(outline.lines)]
    titles = [*([""] if not starts or starts[0] else []), *(head.text for head in heads)]
    region = managed_region.find(outline.lines, index.REGION)
    return tuple(
        Piece("".join(outline.lines[start:end]), title, is_ours=region is not None and start <= region.start < end)
        for title, start, end in zip(titles, bounds, bounds[1:], strict=False)
    )


def slug(title: str) -> str:
    """The title as a file name: lower case, words joined by hyphens, letters of any script."""
    words = _NOT_IN_SLUG.sub("-", one_line(title, 200).casefold().replace("_", "-")).strip("-")
    return words[:MAX_SLUG].strip("-") or "notes"


def is_lossless(original: str, result: Split) -> bool:
    """Whether every piece of the original stands, whole and in order, in MEMORY.md or in its own file."""
    if "".join(piece.text for piece in result.pieces) != original:
        return False
    moved = {id(each.piece) for each in result.moved}
    position = 0
    for piece in result.pieces:
        if id(piece) in moved or piece.is_ours:
            continue
        position = result.text.find(piece.text, position)
        if position < 0:
            return False
        position += len(piece.text)
    ours = [piece for piece in result.pieces if piece.is_ours]
    return all(line in result.text for piece in ours for line in _kept_lines(piece))


def _heads(outline: Outline) -> tuple[Heading, ...]:
    """Headings that start a piece: those down to the first level that has two, or level 2."""
    levels = [heading.level for heading in outline.headings]
    level = max(2, next((each for each in range(1, 7) if levels.count(each) > 1), 6))
    return tuple(heading for heading in outline.headings if heading.level <= level)


def _weight(piece: Piece) -> int:
    return tokens.cjk(piece.text)


def _has_long_line(text: str) -> bool:
    return any(len(line) > index.MAX_LINE for line in text.splitlines())


def _name(number: int, pieces: Sequence[Piece], names: dict[int, str], name_of: Callable[[str, str], str]) -> str:
    if number not in names:
        piece = pieces[number]
        names[number] = name_of(slug(piece.title or "preamble"), piece.text)
    return names[number]


def _line(piece: Piece, path: str) -> Pointer:
    content = piece.text.encode("utf-8", "surrogateescape")
    purpose = one_line(piece.title, 60) or pointers.purpose_of(content)
    return Pointer(path, purpose=purpose, sha=pointers.digest(content), blob=pointers.blob_of(content))


def _composed(pieces: Sequence[Piece], moved: Sequence[int], language: str, lines: Sequence[Pointer]) -> str:
    """What stays, in its order, with the pointers in the managed region."""
    gone = set(moved)
    staying = [piece for number, piece in enumerate(pieces) if number not in gone]
    ours = next((piece for piece in staying if piece.is_ours), None)
    newline = "\r\n" if "".join(piece.text for piece in pieces).count("\r\n") > 0 else "\n"
    if ours is not None:
        parts = (_with_pointers(piece, lines, newline) if piece is ours else piece.text for piece in staying)
        return "".join(parts)
    kept = "".join(piece.text for piece in staying)
    if not lines:
        return kept
    title = "" if kept.strip("\ufeff\r\n\t ") else f"# {'MEMORY INDEX' if language == 'en' else '记忆索引'}{newline}"
    if kept and not kept.endswith(("\n", "\r")):
        kept += newline
    gap = newline if (kept + title).strip() else ""
    header = f"## {index.FILES_HEADER[language]}"
    return kept + title + gap + newline.join([header, *index.region_lines(lines)]) + newline


def _with_pointers(piece: Piece, lines: Sequence[Pointer], newline: str) -> str:
    parts = re.split(r"(?<=\n)", piece.text)
    region = managed_region.find(parts, index.REGION)
    if region is None:
        return piece.text
    old = [pointers.parse(text) or text for text in region.body]
    kept = [each if isinstance(each, str) else pointers.full_line(each) for each in old]
    body = [*kept, *(pointers.full_line(line) for line in lines)]
    return managed_region.replaced(parts, region, index.REGION, body, newline)


def _kept_lines(piece: Piece) -> list[str]:
    """Lines of the managed piece that must be there afterwards; the opening mark carries a new hash."""
    return [line for line in piece.text.splitlines() if not line.startswith("<!-- context-memory:begin")]


def _with_list(
    pieces: Sequence[Piece],
    moved: Sequence[int],
    language: str,
    names: dict[int, str],
    name_of: Callable[[str, str], str],
    limit: int,
) -> Split | None:
    """Everything moved, and still too many pointers: the last ones go into a list that has a pointer of its own."""
    found = [_line(pieces[number], _name(number, pieces, names, name_of)) for number in moved]
    for shown in range(len(found) - 1, -1, -1):
        listed = tuple(pointers.full_line(pointer) for pointer in found[shown:])
        content = "".join(f"{line}\n" for line in listed)
        title = f"{len(listed)} more sections" if language == "en" else f"另外 {len(listed)} 节"
        rest = _line(Piece(content, title), path := name_of(LIST_NAME, content))
        text = _composed(pieces, moved, language, [*found[:shown], rest])
        if not index.problems(text, limit=limit):
            return Split(text, tuple(pieces), tuple(Moved(pieces[n], names[n]) for n in moved), listed, path)
    return None
