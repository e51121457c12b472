"""Finds the headings of a Markdown text with a CommonMark parser.

Lines in fences, comments, quotes and front matter only look like headings.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ..errors import NotReadyError
from ..text.markdown import Heading, Item, Outline, lines_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


def lines(text: str) -> Outline:
    """The text split into lines, without headings: standard library only."""
    return Outline(lines_of(text), ())


def outline(text: str) -> Outline:
    """Lines and top-level headings of a Markdown text; a byte order mark hides no heading."""
    return _outline(text, _tokens(text))


def outline_and_items(text: str) -> tuple[Outline, tuple[Item, ...]]:
    """`outline`, and list items, also nested ones, but not those inside a quotation."""
    tokens = _tokens(text)
    return _outline(text, tokens), _items(tokens)


def _outline(text: str, tokens: "Sequence[Token]") -> Outline:
    found = lines(text).lines
    headings = []
    front_matter = 0
    for position, token in enumerate(tokens):
        if token.map is None:
            continue
        if token.type == "front_matter":
            front_matter = min(token.map[1], len(found))
        elif token.type == "heading_open" and token.level == 0:
            words = " ".join(tokens[position + 1].content.split())
            headings.append(Heading(int(token.tag[1]), words, token.map[0], token.map[1]))
    return Outline(found, tuple(headings), front_matter)


def _items(tokens: "Sequence[Token]") -> tuple[Item, ...]:
    found, quotes = [], 0
    for token, after in pairwise(tokens):
        quotes += (token.type == "blockquote_open") - (token.type == "blockquote_close")
        if token.type == "list_item_open" and token.map and not quotes:
            end = after.map[1] if after.type == "paragraph_open" and after.map else token.map[0] + 1
            found.append(Item(token.map[0], end))
    return tuple(found)


def _tokens(text: str) -> "Sequence[Token]":
    return _parser().parse(text.removeprefix("\ufeff"))


@cache
def _parser() -> "MarkdownIt":
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.front_matter import front_matter_plugin
    except ModuleNotFoundError as error:
        hint = "pip install markdown-it-py mdit-py-plugins"
        raise NotReadyError("reading Markdown sections needs markdown-it-py and mdit-py-plugins", hint=hint) from error
    parser = MarkdownIt("commonmark").use(front_matter_plugin)
    parser.disable("inline")  # only the block structure matters: ten times faster on large files
    return parser
