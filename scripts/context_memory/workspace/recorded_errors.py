"""Parses memories/errors.md, and the command lines that its entries name.

The form is `- {date} {kind}: {what} — {detail}`, date and detail optional.
Lines that people write freely, English or Chinese, are understood as far as
kind and subject can be recognised; anything else is skipped, never guessed.
A command line is split into simple commands: words, written files, working folder. This is not a shell: variables,
globs and subshells stay as written. It only has to recognise a command that was recorded before.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from enum import StrEnum
from posixpath import isabs, join, normpath
from typing import NamedTuple

from ..text.patterns import lazy_regex

MAX_CHARS = 100_000
"""Characters of a command line that are looked at."""

_WRAPPERS = lazy_regex(r"env|time|nice|nohup|command|builtin|exec|stdbuf|sudo|doas")
_AS_OTHERS = ("sudo", "doas")
"""Run a command as another user: what was denied stays denied, whoever asks."""
_WITH_NAME = frozenset(("-u", "-g", "-U", "-C", "-D", "-R", "-T", "--user", "--group"))
"""Their options that take the next word."""
_VARIABLE = lazy_regex(r"[A-Za-z_]\w*=.*", re.DOTALL)
_CLUSTERED = lazy_regex(r"rm|cp|mv|ln|ls|chmod|chown|chgrp|mkdir|rmdir|git")
"""Programs whose short options stand together and mean the same in any order."""
_CLUSTER = lazy_regex(r"-[A-Za-z]{1,5}")
_SHORT_OF = {"--force": "f", "--recursive": "r", "--delete": "d"}
_SHELL = lazy_regex(r"(?:ba|z|da|k)?sh")
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
            if inner := _script_of(step):
                yield from steps(inner, folder)
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


def _script_of(step: Step) -> str:
    """What a shell is started for with `-c`; empty for anything else."""
    if not _SHELL.fullmatch(step.program) or len(step.words) < 3:
        return ""
    option = step.words[1]
    return step.words[2] if option.startswith("-") and not option.startswith("--") and option.endswith("c") else ""


def words(text: str) -> tuple[str, ...]:
    """The words of one simple command; an unclosed quote counts as a character."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return tuple(text.split())


def options(step_words: tuple[str, ...]) -> frozenset[str]:
    """The options among the words after the program; `-fr`, `-r -f` and `-R --force` are the same."""
    given = (word for word in step_words[1:] if word.startswith("-") and word != "-")
    if not step_words or not _CLUSTERED.fullmatch(step_words[0].rpartition("/")[2]):
        return frozenset(given)
    found: set[str] = set()
    for word in given:
        letters = _SHORT_OF.get(word) or (word[1:] if _CLUSTER.fullmatch(word) else "")
        found |= {f"-{letter}" for letter in letters.replace("R", "r")} or {word}
    return frozenset(found)


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
    """The words without variable assignments and without `env`, `time`, `sudo -u NAME` and similar prefixes."""
    start = 0
    while start < len(rest) and (_VARIABLE.fullmatch(rest[start]) or _WRAPPERS.fullmatch(rest[start])):
        as_other = rest[start] in _AS_OTHERS
        start += 1
        while as_other and start < len(rest) and rest[start].startswith("-"):
            start += 2 if rest[start] in _WITH_NAME else 1
    return rest[start:]


class Kind(StrEnum):
    """The kind of error."""

    DENIED = "denied"
    MISSING = "missing"


class PathEntry(NamedTuple):
    """A path that was denied or missing."""

    kind: Kind
    line: int
    """1-based."""
    text: str
    path: str


class CommandEntry(NamedTuple):
    """A command that was denied, or missed one of its targets."""

    kind: Kind
    line: int
    text: str
    words: tuple[str, ...]


class ProgramEntry(NamedTuple):
    """A program that is not installed."""

    line: int
    text: str
    program: str


Entry = PathEntry | CommandEntry | ProgramEntry

_DENIED = lazy_regex(
    r"permission\s*denied|permission\s*error|\bEACCES\b|\bEPERM\b|operation not permitted|access (?:is )?denied"
    r"|权限不足|权限被拒绝?|拒绝访问|没有权限|无权限|禁止访问|被拒绝",
    re.IGNORECASE,
)
_NO_PROGRAM = lazy_regex(r"command\s*not\s*found|not recognized as|命令未找到|找不到命令|未找到命令", re.IGNORECASE)
_MISSING = lazy_regex(
    r"(?:command|module|file)\s*not\s*found(?:\s*error)?|\bENOENT\b|no such file(?: or directory)?"
    r"|does(?: not|n't) exist|not\s*found|命令未找到|找不到命令|未找到命令"
    r"|文件不存在|不存在|找不到|未找到|没有那个文件(?:或目录)?|没有该文件",
    re.IGNORECASE,
)
_BULLET = lazy_regex(r"^\s*(?:[-*+]|\d+[.)])?\s*(?:\[[ x]\]\s*)?")
_DATE = lazy_regex(
    r"^[\[(（【]?\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?"
    r"(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?[\])）】]?\s*[:：|,-]?\s*"
)
_SUBJECT = lazy_regex(r"^\s*[:：]\s*(?P<what>.+?)(?:\s+(?:—|–|--|-|\|)\s+.*|\s*(?:——|；|。|，).*)?$")
_TICKED = lazy_regex(r"`([^`]+)`")
_PATH = lazy_regex(
    r"(?:~|\.{1,2})?/?(?:[\w@+.,=%-]+/)+[\w@+.,=%-]*|(?<![\w/])/[\w@+.,=%-]+"
    r"|(?<![\w.])[A-Za-z0-9_@+-][\w@+.-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b",
    re.ASCII,
)
_WORD = lazy_regex(r"[^\s，。；：！？（）「」“”'\"<>]+")
_TRAILING = ",.;:!?"
_SHELLS = lazy_regex(r"(?:ba|z|da)?sh|line \d+|error", re.IGNORECASE)
_PROGRAM = lazy_regex(
    r"cat|head|tail|less|sed|awk|grep|rg|wc|diff|jq|source|python3?|node|bash|sh|ruby|perl|vim|nano|cd|rm|mv|cp|ln|tar|unzip"
    r"|touch|mkdir|tee|dd|rsync|git|docker|kubectl|npm|pnpm|yarn|pip|uv|cargo|go|make|apt|apt-get|brew|systemctl"
    r"|journalctl|chmod|chown|curl|wget|ssh|scp|sudo|ls|find|mount|umount|kill|crontab|gh|terraform|helm|psql|mysql|aws"
)
MAX_WORDS = 12
MAX_LINE = 2_000
"""Characters of a line that are looked at."""


def parse(lines: Sequence[str], *, first: int = 1) -> tuple[Entry, ...]:
    """The recorded errors, oldest first; `first` is the number of the first line."""
    return tuple(entry for number, line in enumerate(lines, first) if (entry := _entry(number, line)) is not None)


def _entry(number: int, line: str) -> Entry | None:
    text = _DATE.sub("", _BULLET.sub("", line[:MAX_LINE].strip(), count=1), count=1)
    if not text or text.startswith(("#", "<!--", "```")):
        return None
    denied, missing = _DENIED.search(text), _MISSING.search(text)
    match = denied if denied and (not missing or denied.start() <= missing.start()) else missing
    if match is None:
        return None
    kind = Kind.DENIED if match is denied else Kind.MISSING
    is_program = kind is Kind.MISSING and _NO_PROGRAM.search(text) is not None
    what = _what(text, match, is_program=is_program)
    if not what:
        return None
    if is_program:
        return ProgramEntry(number, line.strip(), words(what)[0])
    if len(words(what)) > 1 and not _is_one_path(what):
        return CommandEntry(kind, number, line.strip(), tuple(_strip_prefixes(list(words(what)))) or words(what))
    return PathEntry(kind, number, line.strip(), what.strip("\"'"))


def _what(text: str, match: re.Match[str], *, is_program: bool) -> str:
    """The path or command that a line is about: in backticks, after the kind, or before it; empty if unclear."""
    before, after = text[: match.start()].strip(), text[match.end() :]
    if (ticked := _TICKED.search(text)) is not None:
        return ticked[1].strip()
    if not before and (subject := _SUBJECT.match(after)) is not None:
        what = subject["what"].strip()
        return what if _is_subject(what) else _last_path(what)
    before = before.rstrip(" —–-|")
    pieces = [piece.strip() for piece in re.split(r"[:：](?:\s|$)", before) if piece.strip(" :：-—(（")]
    spoken = [piece for piece in pieces if not _SHELLS.fullmatch(piece)]
    if is_program:
        return spoken[-1] if spoken and len(spoken[-1].split()) == 1 else ""
    if len(spoken) == 1 and _is_command(spoken[0]):
        return spoken[0]
    return _last_path(before) or _last_path(after)


def _is_subject(text: str) -> bool:
    """Whether the text is a path or a command and not a sentence."""
    return len(text.split()) == 1 or _is_command(text) or _is_one_path(text)


def _is_command(text: str) -> bool:
    parts = text.split()
    return 2 <= len(parts) <= MAX_WORDS and _PROGRAM.fullmatch(parts[0].rpartition("/")[2]) is not None


def _is_one_path(text: str) -> bool:
    """A path with spaces in it: in quotes, or a slash at its beginning and an extension at its end."""
    if len(text) > 2 and text[0] in "\"'" and text[-1] == text[0]:
        return True
    first, *rest = text.split()
    if not rest or _is_command(text):
        return False
    return "/" in first and "." in rest[-1] and not any(word.startswith(("-", "/")) for word in rest)


def _last_path(text: str) -> str:
    found = [path.rstrip(_TRAILING) for path in _PATH.findall(text)]
    return found[-1] if found else next((word for word in reversed(_WORD.findall(text)) if is_path(word)), "")
