"""Classifies a tool call by the host's tool name and, for a shell, by the command.

A call that only prints files is recognised, because a trimmed file is worse than none: the agent edits against lines
that are not there, and the edit fails. Logs are the exception, because nobody edits them.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from ..text.patterns import Pattern, lazy_regex


class ToolKind(StrEnum):
    """The kind of a tool's output; decides the frame of a trim, not its content."""

    SHELL = "shell"
    READ = "read"
    SEARCH = "search"
    LISTING = "listing"
    EDIT = "edit"
    WEB = "web"
    MEMORY = "memory"
    AGENT = "agent"
    OTHER = "other"


_NAMES: dict[ToolKind, str] = {
    ToolKind.SHELL: (
        "bash exec shell execcommand execbash executebash executecommand runcommand run runshellcommand process "
        "terminal writestdin localshell bashoutput taskoutput shellcommand executeipython runinterminal runtests "
        "python ipython runipython killshell unifiedexec"
    ),
    ToolKind.READ: (
        "read readfile readmanyfiles view viewfile open cat fileread notebookread getfilecontents readtextfile "
        "readmediafile viewimage goto scrolldown scrollup readmcpresource artifactread"
    ),
    ToolKind.SEARCH: (
        "grep glob find search searchfilecontent searchfile searchdir findfile codebasesearch grepsearch filesearch "
        "searchfiles ripgrep rg toolsearch grepfiles semanticsearch searchcode"
    ),
    ToolKind.LISTING: "ls list listdir listdirectory listfiles tree directorytree listcodedefinitionnames",
    ToolKind.EDIT: (
        "edit write multiedit applypatch writefile replace strreplace create insert editfile writetofile notebookedit "
        "patch applydiff replaceinfile searchreplace createfile deletefile undoedit append"
    ),
    ToolKind.WEB: "webfetch websearch browser fetch browse googlewebsearch httprequest canvas webbrowse",
    ToolKind.MEMORY: "memorysearch memoryget memory savememory recall cmorecall",
    ToolKind.AGENT: (
        "task agent sessionssend sessionsspawn sessionslist sessionshistory sessionsyield subagents delegate "
        "sessionstatus finish think todowrite todoread updateplan"
    ),
}
_KIND_OF_NAME = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_WORDS_OF_KIND = (  # for names we have never seen, e.g. mcp__github__get_file_contents
    (ToolKind.MEMORY, ("memory", "recall")),
    (ToolKind.SEARCH, ("search", "grep", "find", "query", "glob")),
    (ToolKind.LISTING, ("list", "ls", "tree")),
    (ToolKind.WEB, ("web", "browser", "fetch", "http", "navigate")),
    (ToolKind.SHELL, ("bash", "shell", "exec", "terminal", "command", "run")),
    (ToolKind.EDIT, ("write", "edit", "patch", "create", "update", "replace", "insert", "delete")),
    (ToolKind.READ, ("read", "view", "cat", "contents", "open")),
)
_EDITOR_COMMANDS = {
    "view": ToolKind.READ,
    "create": ToolKind.EDIT,
    "str_replace": ToolKind.EDIT,
    "insert": ToolKind.EDIT,
    "undo_edit": ToolKind.EDIT,
}
_WORD = Pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_PREFIX = Pattern(
    r"^\s*(?:cd\s+(?:\"[^\"]*\"|'[^']*'|\S+)\s*(?:&&|;)\s*|sudo\s+|env\s+|time\s+|command\s+|\w+=\S*\s+)+"
)
_SHELL_READ = Pattern(r"(?:cat|bat|less|more|nl|head|tail|sed\s+(?:-E\s+)?-n\s+\S+)\s+(?!-f\b)[^|;&<>]*$", re.DOTALL)
_SHELL_SEARCH = Pattern(r"(?:e?grep|f?grep|rg|ag|ack|git\s+grep|find|fd|locate)\b")
_SHELL_LIST = Pattern(r"(?:ls|tree|exa|eza|dir)\b")
_PATH_KEYS = (
    "file_path",
    "path",
    "filePath",
    "absolute_path",
    "filename",
    "file",
    "notebook_path",
    "target_file",
    "uri",
)
_COMMAND_KEYS = ("command", "cmd", "script", "code", "input")


def kind_of(tool_name: str, tool_input: Mapping[str, Any] | None = None) -> ToolKind:
    """The kind of a tool call, by the names of the hosts we know; MCP tools by the words in their names."""
    given = tool_input or {}
    short = tool_name.rsplit("__", 1)[-1].rsplit(".", 1)[-1]
    folded = short.replace("_", "").replace("-", "").replace(" ", "").lower()
    if folded in {"strreplaceeditor", "strreplacebasededittool", "editor", "texteditor"} or (
        str(given.get("command")) in _EDITOR_COMMANDS and path_of(given)
    ):
        return _EDITOR_COMMANDS.get(str(given.get("command")), ToolKind.READ)
    kind = _KIND_OF_NAME.get(folded) or _by_words(short)
    return _of_command(command_of(given)) if kind is ToolKind.SHELL else kind


def path_of(tool_input: Mapping[str, Any] | None) -> str:
    """The file of a call; empty if it names none."""
    given = tool_input or {}
    for key in _PATH_KEYS:
        value = given.get(key)
        if isinstance(value, str) and value:
            return value
    return _path_in_command(command_of(given))


def command_of(tool_input: Mapping[str, Any] | None) -> str:
    """The command line of a shell call; empty if it has none."""
    given = tool_input or {}
    for key in _COMMAND_KEYS:
        value = given.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, (list, tuple)) and value:
            words = [str(word) for word in value]
            return words[-1] if len(words) > 2 and words[1] in {"-c", "-lc", "-ic"} else " ".join(words)
    return ""


def _by_words(name: str) -> ToolKind:
    words = {word.lower() for word in _WORD().findall(name)}
    for kind, known in _WORDS_OF_KIND:
        if not words.isdisjoint(known):
            return kind
    return ToolKind.OTHER


def _of_command(command: str) -> ToolKind:
    if not command:
        return ToolKind.SHELL
    plain = _PREFIX().sub("", command).strip()
    if _SHELL_READ().match(plain):
        return ToolKind.READ
    if _SHELL_SEARCH().match(plain):
        return ToolKind.SEARCH
    if _SHELL_LIST().match(plain):
        return ToolKind.LISTING
    return ToolKind.SHELL


def _path_in_command(command: str) -> str:
    if not command:
        return ""
    plain = _PREFIX().sub("", command).strip()
    if not _SHELL_READ().match(plain):
        return ""
    words = [word.strip("'\"") for word in plain.split()[1:]]
    files = [word for word in words if not word.startswith("-") and not re.fullmatch(r"\d+(?:,\d+)?p?", word)]
    return files[-1] if files else ""


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


_SUFFIX = lazy_regex(r"[^/.]\.\w+\Z")
_REMOVES = lazy_regex(
    r"(?m)(?:\A|&&|;|\n|\|\|)\s*(?:git )?(?P<what>rm|mv)(?P<rest>(?: (?:-{1,2}\w+|[\"']?[\w./@+:~-]+[\"']?))+)"
    r"(?=\s*(?:\Z|&&|;|\n|\|\||2>))"
)


def removed_by(command: str) -> dict[str, str]:
    """Files that a command removes or renames, with the new name; empty for what is gone."""
    found: dict[str, str] = {}
    for match in _REMOVES.finditer(command):
        paths = [word.strip("\"'").removeprefix("./").rstrip("/") for word in match["rest"].split() if word[0] != "-"]
        if match["what"] == "rm":
            found.update(dict.fromkeys(paths, ""))
        elif len(paths) > 1 and _SUFFIX.search(paths[-1]) and len(paths) == 2:
            found[paths[0]] = paths[1]
        elif len(paths) > 1:
            folder = paths[-1].removesuffix(".").rstrip("/")
            moved = {path: path.replace("\\", "/").rpartition("/")[2] for path in paths[:-1]}
            found.update({path: "/".join(filter(None, (folder, name))) for path, name in moved.items()})
    return {path: new for path, new in found.items() if len(path) > 2}
