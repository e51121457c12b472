"""Splits a shell command line into simple commands: words, written files, and working folder.

This is not a shell: variables, globs and subshells stay as written. It only has
to recognise a command that was recorded before.
"""

import re
import shlex
from collections.abc import Iterator
from posixpath import isabs, join, normpath
from typing import NamedTuple

from ...text.patterns import lazy_regex

MAX_CHARS = 100_000
"""Characters of a command line that are looked at."""

_WRAPPERS = lazy_regex(r"env|time|nice|nohup|command|builtin|exec|stdbuf")
_VARIABLE = lazy_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)
_SEPARATORS = frozenset(("&&", "||", ";", "|", "&", "\n", "(", ")", ";;", "|&"))
_REDIRECTS = frozenset((">", ">>", "<", ">|", "&>", "&>>", "<<", "<<<", ">&", "<&"))
_EXTENSION = lazy_regex(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")


class Step(NamedTuple):
    """One simple command of a command line."""

    words: tuple[str, ...]
    folder: str
    """Where it runs; a `cd` before it counts."""
    outputs: tuple[str, ...] = ()
    """Files its output is redirected to."""

    @property
    def program(self) -> str:
        """Name of the program, without its folder."""
        return self.words[0].rpartition("/")[2] if self.words else ""


def steps(command: str, folder: str) -> Iterator[Step]:
    """The simple commands of a command line that starts in `folder`."""
    step_words: list[str] = []
    outputs: list[str] = []
    redirect = ""
    for word in (*_tokens(command[:MAX_CHARS]), ";"):
        if word in _SEPARATORS:
            step = Step(tuple(_strip_prefixes(step_words)), folder, tuple(outputs))
            if step.words or step.outputs:
                yield step
            if step.program in {"cd", "pushd"} and len(step.words) > 1:
                folder = absolute(step.words[1], folder)
            step_words, outputs, redirect = [], [], ""
        elif word in _REDIRECTS:
            redirect = word
        elif redirect:
            outputs += [word] if ">" in redirect else []
            step_words += [word] if redirect == "<" else []
            redirect = ""
        else:
            step_words.append(word)


def words(text: str) -> tuple[str, ...]:
    """The words of one simple command; an unclosed quote counts as a character."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return tuple(text.split())


def options(step_words: tuple[str, ...]) -> frozenset[str]:
    """The options among the words after the program."""
    return frozenset(word for word in step_words[1:] if word.startswith("-") and word != "-")


def targets(step_words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after the program that are not options."""
    return tuple(word for word in step_words[1:] if not word.startswith("-") or word == "-")


def is_path(word: str) -> bool:
    """Whether a word reads like a path: a slash, a leading dot or tilde, or an extension."""
    return "/" in word or word.startswith(("~", ".")) or _EXTENSION.search(word) is not None


def absolute(path: str, folder: str) -> str:
    """The path from the root, `.` and `..` resolved by name; `~` stays as it is."""
    bare = path.removeprefix("file://")
    return normpath(bare if isabs(bare) or bare.startswith("~") else join(folder, bare))


def _tokens(command: str) -> list[str]:
    lexer = shlex.shlex(command.replace("\\\n", " ").replace("\n", " ; "), posix=True, punctuation_chars=True)
    lexer.commenters = ""
    lexer.whitespace_split = True  # else only ASCII letters make words
    try:
        return list(lexer)
    except ValueError:  # an open quote: compare it word by word
        return command.split()


def _strip_prefixes(rest: list[str]) -> list[str]:
    """The words without variable assignments and without `env`, `time` and similar prefixes."""
    start = 0
    while start < len(rest) and (_VARIABLE.fullmatch(rest[start]) or _WRAPPERS.fullmatch(rest[start])):
        start += 1
    return rest[start:]
