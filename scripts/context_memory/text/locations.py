"""Locations: the file, command or query of a tool call, and the common root of paths."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, takewhile

from ..messages import ToolCall
from . import sentences
from .patterns import lazy_regex

PLACE_CHARACTERS = 72
_ARGUMENTS = 3  # that tell a call from another of the same tool
_COMMAND_MARK = "$ "
_FEWEST_UNDER_ROOT = 3  # paths
_SHARE_UNDER_ROOT = 0.2  # of all absolute paths, those of a web API and of logs among them
_PATH_KEYS = ("path", "file_path", "filePath", "filename", "notebook_path")
_OTHER_KEYS = (
    "command",
    "cmd",
    "pattern",
    "query",
    "url",
    "description",
    "subject",
    "prompt",
    "sql",
    "code",
    "script",
    "action",
)
_QUOTED = r"(?:\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s|;&\"']+)"
_SHOWS_A_FILE = lazy_regex(
    r"(?:(?:cat|nl -ba|head|tail|less|Get-Content|type)(?: -[\w-]+(?: \d+)?)*|sed -n [\"']?\d+,\d+p[\"']?"
    rf"|(?:grep|rg)(?: -[a-zA-Z]+(?: \d+)?)* (?!-){_QUOTED})"
    r" [\"']?(?P<path>[\w./\\:@+~-]+\.\w{1,8})[\"']?(?: 2>(?:&1|/dev/null))?"
    rf"(?: \| (?:head|tail|sed -n|grep)(?: {_QUOTED})*)*"
)
"""A command that shows one file: what it prints stands there."""
_SLASHES = lazy_regex(r"[/\\]+")
_CHANGE_FOLDER = lazy_regex(r"^\s*(?:cd|pushd) +(?:\"[^\"]*\"|'[^']*'|\S+) *(?:&&|;|\n) *")
_ASSIGNMENT = lazy_regex(r"^\s*(?:\$env:\w+ *= *\"[^\"]*\" *;|(?:export )?\w+=\S* +(?=\S)) *")
_IS_TOP = lazy_regex(r"|~|[A-Za-z]:")
_TEMPORARY = lazy_regex(
    r"(?i)(?:/private)?/(?:tmp|var/folders|var/tmp|dev|proc)(?:/|\Z)|\w:/(?:.*/)?(?:appdata/local/)?te?mp(?:/|\Z)"
)
_NEXT_WORD = lazy_regex(r"[ :=]*([A-Za-z\u4e00-\u9fff][\w-]{1,14})")
_WORD_BEFORE = lazy_regex(r"([A-Za-z\u4e00-\u9fff][\w.-]{1,18}[ :=]{1,3})\Z")


def place_of_call(call: ToolCall) -> str:
    """The file of a call, else its command or query, else its name with its first plain arguments; one line.

    Of at most `PLACE_CHARACTERS` characters, but for files.
    """
    for key in _PATH_KEYS:
        value = call.input.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip().split("\n", 1)[0][:400]
    for key in _OTHER_KEYS:
        value = call.input.get(key)
        if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
            value = value[-1] if value[0] in {"bash", "sh", "zsh"} else " ".join(value)
        if isinstance(value, str) and value.strip():
            if key in {"command", "cmd"}:
                value = bare_command(value)
                if shown := _SHOWS_A_FILE.fullmatch(value):
                    return shown["path"][:400]
                value = _COMMAND_MARK + value
            return sentences.clip(" ".join(value.split()), PLACE_CHARACTERS)
    given = ((key, value) for key, value in call.input.items() if isinstance(value, str | int) and str(value).strip())
    plain = (f"{key}={value}" for key, value in given)
    return sentences.clip(" ".join(" ".join([call.name, *islice(plain, _ARGUMENTS)]).split()), PLACE_CHARACTERS)


def is_command(place: str) -> bool:
    """Whether the place is a shell command."""
    return place.startswith(_COMMAND_MARK)


def number_shown(text: str, start: int, end: int, line_start: int) -> str:
    """A number with the adjacent word that says what it counts."""
    written = text[start:end]
    if start > line_start and text[start - 1] in " :=":
        before = _WORD_BEFORE.search(text, max(line_start, start - 24), start)
        if before:
            return before[1] + written
    after = _NEXT_WORD.match(text, end, end + 20)
    return f"{written} {after[1]}" if after else written


def count_root(roots: dict[str, int], path: str) -> None:
    """Counts the parent folders of an absolute path (three to six levels), and under "" the absolute paths."""
    if not (path.startswith("/") or path[1:3] in {":\\", ":/"}):
        return
    roots[""] = roots.get("", 0) + 1
    parts = path.replace("\\\\", "\\").replace("\\", "/").split("/")
    for depth in range(3, min(len(parts), 7)):
        folder = "/".join(parts[:depth])
        roots[folder] = roots.get(folder, 0) + 1


def common_root(roots: Mapping[str, int], paths: Sequence[str] = ()) -> str:
    """The common folder of absolute paths whose removal saves most characters; empty if there is none.

    A folder for temporary files is no place that anybody works in. The folder above it where one of the `paths` lies
    directly in it: `MEMORY.md` of two folders would be confused.
    """
    fewest = max(_FEWEST_UNDER_ROOT, roots.get("", 0) * _SHARE_UNDER_ROOT)
    candidates = [
        (count * len(folder), folder)
        for folder, count in roots.items()
        if folder and count >= fewest and not is_temporary(folder)
    ]
    return above_all(max(candidates, default=(0, ""))[1], paths)


def is_temporary(path: str) -> bool:
    """Whether a path lies in a folder for temporary files."""
    return _TEMPORARY.match(path) is not None


def relative(text: str, root: str) -> str:
    """The text with the root removed from its paths, with either kind of slash; the root itself becomes `./`."""
    if not root or root.rpartition("/")[2] not in text:
        return text
    return _root_pattern(root).sub(lambda match: "" if match["inside"] is not None else "./", text)


def above_all(root: str, paths: Sequence[str]) -> str:
    """The root, or the folder above it where a path lies directly in the root: a bare name says too little."""
    lies_in = any(path.replace("\\", "/").rpartition("/")[0] == root for path in paths)
    return root.rpartition("/")[0] if lies_in else root


def by_folder(paths: Sequence[str]) -> str:
    """The paths on one line, grouped by the folder above their own."""
    groups: dict[str, list[str]] = {}
    for path in paths:
        above, name = above_and_name(path)
        groups.setdefault(above, []).append(name)
    lone = [name for names in groups.values() for name in names] if len(groups) == 1 and "" in groups else []
    return ", ".join(lone) or "; ".join(
        f"{above}: {', '.join(names)}" if above and len(names) > 1 else ", ".join(above + name for name in names)
        for above, names in groups.items()
    )


def above_and_name(path: str) -> tuple[str, str]:
    """A path split before its last two components, which usually identify a file; before the last one where only the
    root, a drive or a home is above them."""
    slash = "/" if "/" in path else "\\"
    parts = _SLASHES.split(path)
    last = 1 if len(parts) == 3 and _IS_TOP.fullmatch(parts[0]) else 2
    above = slash.join(parts[:-last])
    return above + slash if above or len(parts) > 2 else "", slash.join(parts[-last:])


@lru_cache(maxsize=8)
def _root_pattern(root: str) -> re.Pattern[str]:
    slash = r"(?:/|\\\\?)"
    parts = [re.escape(part) for part in root.split("/")]
    return re.compile(slash.join(parts) + slash + r"(?P<inside>(?=[\w.@~+*{<(\[-]))?")


def bare_command(command: str) -> str:
    """The command without a leading `cd` and variable assignments."""
    while led := _CHANGE_FOLDER.match(command) or _ASSIGNMENT.match(command):
        command = command[led.end() :]
    return command.strip()


_HOME_DEPTH = 3  # "", home, name
_LAST_FOLDERS = 2  # that are shown of a path above its file


def each_once(paths: Iterable[str]) -> list[str]:
    """The paths without those of which another one says more of the same place: `/repo/src/a.py` of `src/a.py`."""
    named = {path: f"/{path}".replace("\\", "/") for path in paths}
    longer = [other for other in named.values() if other[1:2] == "/"]
    return [
        path
        for path, name in named.items()
        if not any(len(other) > len(name) + 1 and other.endswith(name) for other in longer)
    ]


def shared_folder(paths: Sequence[str]) -> str:
    """The folder that all of several absolute paths share; none where they share only the root or a home."""
    parts = [path.split("/")[:-1] for path in paths if path.startswith("/")]
    if len(parts) < max(2, len(paths)):
        return ""
    shared = [names[0] for names in takewhile(lambda names: len(set(names)) == 1, zip(*parts, strict=False))]
    return "/".join(shared) if len(shared) > _HOME_DEPTH else ""


def folder_of_work(paths: Sequence[str]) -> str:
    """Of one absolute path the folder that a reader can do without: all but the last two above the file."""
    parts = paths[0].split("/")[: -1 - _LAST_FOLDERS] if len(set(paths)) == 1 and paths[0].startswith("/") else []
    return "/".join(parts) if len(parts) > _HOME_DEPTH else ""
