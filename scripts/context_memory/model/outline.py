"""A Markdown text as lines and headings: what the section editor and the migration work on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading that Markdown really sees (not inside a fence, a comment or a quote)."""

    level: int
    """1 to 6."""
    text: str
    """The heading's own words, without marks."""
    line: int
    """0-based index of its first line."""
    body: int
    """0-based index of the first line after it; a setext heading takes two lines."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The text cut into lines that keep their line ends: joined, they are the text again."""

    lines: tuple[str, ...]
    headings: tuple[Heading, ...]
    front_matter: int = 0
    """Number of lines of YAML front matter at the top."""

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines)
