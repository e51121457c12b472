"""Detects calls that only print files: the agent may edit by these lines, so the output stays whole.

A trimmed file is worse than none: the agent edits against lines that are not
there, and the edit fails. Logs are the exception, because nobody edits them.
"""

import re
from collections.abc import Mapping
from typing import Any

from ..text.patterns import Pattern
from .tool_kinds import ToolKind, command_of, kind_of, path_of

WHOLE_CHARS = 30_000
"""Characters of a printed file that stay whole; Claude Code's Bash shows as many (HOST-anthropic 3.8)."""
_LOG = Pattern(r"(?i)\.(?:log|out|err|trace)(?:\.\d+|\.gz)?$|(?:^|/)var/log/")
_QUIET = Pattern(r"\s*(?:\d?>\s*/dev/null|2>&1|\|\|\s*(?:true|:|echo\b[^;&|\n]*))")
_QUOTED = Pattern(r"'[^'\n]*'|\"[^\"\n]*\"")
_STEP = Pattern(r"\s*(?:&&|;|\n)\s*")
_PRINTER = Pattern(r"(?:cat|bat|batcat|less|more|nl|head|tail|sed\s+(?:-E\s+|--quiet\s+)*-n)\b")
_FILTER = Pattern(r"(?:cat|nl|head|tail|sed\s+(?:-E\s+)*-n)\b")
_BESIDE = Pattern(r"(?:cd|pushd|popd|echo|printf|pwd|set|true|wc)\b|#")
"""Steps that stand beside a printed file and say little."""
_SPLITTERS = str.maketrans(dict.fromkeys(" ;|&\n<>", "_"))
_FOLLOWS = Pattern(r"\s(?:-\w*[fF]\w*|--follow\S*)(?=\s|$)")
_FILE = Pattern(r"[\w./~@+$:{}*?\[\]\\-]*[\w}*\]]")
_NO_FILE = Pattern(r"-.*|[\d,$]+[pqd]?(?:_[\d,$]+[pqd]?)*|(?:-n|sed|cat|bat|batcat|less|more|nl|head|tail)")


def is_printed_file(tool: str, given: Mapping[str, Any] | None, output: str) -> bool:
    """Whether the output is printed files, short enough to stay whole."""
    if len(output) > WHOLE_CHARS:
        return False
    command = command_of(given)
    if kind_of(tool, given) is ToolKind.READ and not _is_shell(given, command):
        path = path_of(given)
        return bool(path) and not is_log(path)
    return _is_shell(given, command) and prints_files(command)


def prints_files(command: str) -> bool:
    """Whether a command line only prints files, in parts or with line numbers; logs do not count."""
    plain = _QUOTED().sub(_unquote, _QUIET().sub("", command.strip()))
    steps = [step for step in _STEP().split(plain) if step.strip()]
    printed = [step for step in steps if not _BESIDE().match(step)]
    return bool(printed) and all(map(_prints, printed))


def is_log(path: str) -> bool:
    """Whether the path is one of a log."""
    return _LOG().search(path) is not None


def _prints(step: str) -> bool:
    first, *rest = (each.strip() for each in step.split("|"))
    if not _PRINTER().match(first) or any(sign in step for sign in "<>&`") or _FOLLOWS().search(first):
        return False
    files = [word for word in first.split()[1:] if not _NO_FILE().fullmatch(word)]
    are_files = bool(files) and all(_FILE().fullmatch(file) and not is_log(file) for file in files)
    return are_files and all(_FILTER().match(each) for each in rest)


def _unquote(quoted: "re.Match[str]") -> str:
    """A quoted word without its quotes, and without what would part it: a range of lines, or a file's name."""
    return quoted[0][1:-1].translate(_SPLITTERS)


def _is_shell(given: Mapping[str, Any] | None, command: str) -> bool:
    return bool(command) and not (given or {}).get("path") and not (given or {}).get("file_path")
