"""A Markdown text as lines and headings, for the section editor and the migration."""

from dataclasses import dataclass

from .patterns import lazy_regex

_LINE = lazy_regex(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")  # the three line ends of CommonMark, and no other


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of the text with their line ends."""
    return tuple(_LINE.findall(text))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that is not inside a fence, a comment or a quote."""

    level: int
    """1 to 6."""
    text: str
    """The heading's own words, without marks."""
    line: int
    """0-based index of its first line."""
    body: int
    """0-based index of the first line after it; a setext heading takes two lines."""


@dataclass(frozen=True, slots=True)
class Item:
    """The first paragraph of one list item by Markdown's rules: lines `line` to `end`, 0-based, end excluded."""

    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """The text as lines with their line ends; joined, they are the text."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]
    front_matter: int = 0
    """Number of lines of YAML front matter at the top."""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines)
