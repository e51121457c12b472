"""Locations: the file, command or query of a tool call, which command is the same again, the common root of paths."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, pairwise, takewhile
from typing import NamedTuple

from ..messages import ToolCall
from . import sentences
from .patterns import lazy_regex

PLACE_CHARACTERS = 72
_ARGUMENTS = 3  # that tell a call from another of the same tool
COMMAND_MARK = "$ "
_FEWEST_UNDER_ROOT, _FEWEST_AGREEING, _MOST_BELOW = 3, 2, 0.7  # paths; written both ways; of all, below one folder
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
_CHANGE_FOLDER = lazy_regex(r"^\s*(?:cd|pushd) +(?P<folder>\"[^\"]*\"|'[^']*'|[^\s;]+) *(?:&&|;|\n) *")
_ASSIGNMENT = lazy_regex(
    r"^\s*(?:\$env:\w+ *= *\"[^\"]*\" *;|(?:export )?\w+=(?:\"[^\"]*\"|'[^']*'|[^\s\"'])*+ +(?=\S)) *"
)
_PATH_OF_PROGRAMS = lazy_regex(
    r"^\s*(?:\$env:PATH *\+?= *(?:\"[^\"]*\"|'[^']*') *;|(?:export )?PATH=(?:\"[^\"]*\"|[^\s\";&])*+ *(?:&&|;|\n)) *"
)
_WHOLE_PATH = lazy_regex(r"[/~]|\w:|\$")
_BETWEEN = lazy_regex(
    r"(?s)(?<!\S)#[^\n]*|<<<|<<-?[ \t]*([\"']?)(\w+)\1.*?(?:\n[ \t]*\2(?=\n|\Z)|\Z)"
    r"|\"(?:[^\"\\]|\\.)*+\"|'[^']*+'|\\.|(?P<by>&&|\|\||;|\||\n|(?<!>)&(?!>))"
)
"""What parts two commands, and what holds such signs without parting any: quotes, comments, here-documents."""
_IN_OTHER_SHELL = lazy_regex(
    r"(?s)(?:(?P<host>ssh (?:-[bcDEeFIiJLlmOopQRSWw] ?\S+ +|-\w+ +)*(?!-)[^\s\"']+)|(?:ba|z|da)?sh -\w*c)"
    r" +(?P<what>\S.*)"
)
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
                value = COMMAND_MARK + value
            return sentences.clip(" ".join(value.split()), PLACE_CHARACTERS)
    plain = (f"{key}={told}" for key, value in call.input.items() if (told := plain_value(value)))
    return sentences.clip(" ".join(" ".join([call.name, *islice(plain, _ARGUMENTS)]).split()), PLACE_CHARACTERS)


def plain_value(value: object) -> str:
    """An argument as one text: a text, a number, a switch, or several of them; empty for anything else."""
    items = value if isinstance(value, list) else [value]
    return ", ".join(map(str, items)).strip() if all(isinstance(each, str | int | float) for each in items) else ""


def is_command(place: str) -> bool:
    """Whether the place is a shell command."""
    return place.startswith(COMMAND_MARK)


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


def as_written(root: str, paths: Iterable[str]) -> str:
    """The root, or the folder above or below it that the relative ones of the paths are written from."""
    named = {path.replace("\\", "/") for path in paths}
    absolute = {path for path in named if path.startswith(root)} if root else set()
    from_there = [path for path in named if path[:1].isalnum() and path[1:2] != ":" and "/" in path]
    above = ["/".join(root.split("/")[:depth]) for depth in range(root.count("/"), 2, -1)]
    folders = Counter("/".join(path.split("/")[: root.count("/") + 2]) for path in absolute)
    below = (folder for folder, count in folders.items() if count >= _MOST_BELOW * len(absolute))
    agreeing = {each: sum(f"{each}/{path}" in absolute for path in from_there) for each in (root, *above, *below)}
    best = max(agreeing, key=agreeing.__getitem__)
    return best if agreeing[best] >= max(_FEWEST_AGREEING, agreeing[root] + 1) else root


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
    """The command without a leading `cd` and variable assignments, which says what kind of command it is."""
    while led := _CHANGE_FOLDER.match(command) or _ASSIGNMENT.match(command):
        command = command[led.end() :]
    return command.strip()


_HEREDOC = lazy_regex(r"<<-?\s*['\"]?\w")
_CHAIN_CHARACTERS = 4_000
_TOKEN = lazy_regex(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s\"']+")
_WORD = lazy_regex(r"[\w./:@-]+")
_FOLDER_OPTION = lazy_regex(r"(?<=\s)(?:-C|--prefix|--cwd|--directory|--dir)[ =]\S+|\s[012&]?>[>&]?\s*\S+")
_WRAPPERS = frozenset(
    {"sudo", "time", "env", "nice", "nohup", "command", "exec", "timeout", "rtk", "npx", "bunx", "uvx"}
)
"""Programs that run another one; `timeout` takes a number before it."""
_RUNNERS = frozenset({("uv", "run"), ("poetry", "run"), ("pipenv", "run"), ("bundle", "exec"), ("pnpm", "exec")})
_MANAGERS = frozenset({"npm", "yarn", "pnpm", "bun"})
"""They run what a project defines, but for words of their own."""
_OF_MANAGERS = frozenset(
    {"i", "install", "ci", "add", "remove", "publish", "link", "init", "create", "update", "upgrade", "audit", "pack"}
    | {"version", "login", "view", "info"}
)
_INTERPRETERS = frozenset({"python", "node", "ruby", "php", "bash", "sh", "zsh", "perl", "tsx", "deno"})
_INLINE = frozenset({"-c", "-e", "--command", "--eval", "--execute"})
_FOLLOWS_QUIETLY = frozenset(
    {"cd", "pushd", "popd", "export", "set", "source", "echo", "printf", "sleep", "true", "wait", "sed", "cp", "mv"}
    | {"mkdir", "touch", "chmod", "ls", "cat", "head", "tail", "less", "grep", "egrep", "rg", "awk", "sort", "uniq"}
    | {"wc", "tee", "cut", "tr", "findstr", "select-object", "select-string", "out-string", "out-file", "out-null"}
)
"""What prepares a command, or shows what it printed, and hardly ever fails itself."""
_TESTS = frozenset({"test", "tests", "pytest", "vitest", "jest", "tox"})
_CHECKS = _TESTS | {"check", "lint", "build", "typecheck", "mypy"}
_OUTPUT = lazy_regex(r"\s*[012]?>&[012]")
_VERSION = lazy_regex(r"(?:[\d.]+|\.exe)\Z")
_VERB = lazy_regex(r"[a-z][a-z-]*\Z")
_NAMING = lazy_regex(r"[\w@-]*[._/:\d][\w./:@*-]*\w")
"""A word that names a file, a test, a table: it has a mark that plain words have not."""
_REFUSED_PUSH = lazy_regex(r"\[(?:remote )?rejected\]|protected branch|pre-receive hook declined|non-fast-forward")
_FAILED_TESTS = lazy_regex(r"(?i)\b[1-9]\d* (?:failed|failing|failures?)\b|\A\W*fail\b|\bfailed \(")
"""How a server refuses a push, and tests say how many failed: neither need hold a word of the command."""


class Run(NamedTuple):
    """A command as far as it says which later one is the same again, whatever its other flags are."""

    text: str
    program: str
    verb: str
    operands: frozenset[str]


def subject_of(command: str) -> str:
    """The program of a command with its first words: of a chain, of the first that is none to change the folder."""
    for piece in pieces_of(_before_heredoc(bare_command(command))):
        host, there = in_other_shell(piece)
        if there:  # of a chain the last one is what it is for
            return f"{host} {subject_of(pieces_of(there, chained=True)[-1])}".lstrip()
        words = [word for word in _WORD.findall(_FOLDER_OPTION.sub(" ", piece)) if word[0] != "-"]
        words = _without_wrappers(words)
        if words and words[0] not in {"cd", "pushd", "export", "set", "source", "echo", "sleep", "true"}:
            return " ".join(words[:3])
    return " ".join(command.split())[:60]


def proved_by(command: str) -> list[Run]:
    """The commands of a chain that all worked if it did: none that another one stands in for."""
    found = list(_parted(_before_heredoc(bare_command(command))))
    before = ["", *(by for _, by in found)]
    return [_run(piece) for (piece, by), led in zip(found, before, strict=False) if "||" not in (by, led)]


def failing_part(command: str, outcome: str) -> str:
    """The command of a chain that an error is about: the last that has a word in common with it, else the first that
    does more than to prepare the others."""
    pieces = pieces_of(_before_heredoc(bare_command(command)))
    runs = [run for run in map(_run, pieces) if run.program.casefold() not in _FOLLOWS_QUIETLY] or [_run(command)]
    said = {word.strip("./:@-").casefold() for each in _WORD.findall(outcome) for word in (each, *_names_in(each))}
    said |= {"push"} if _REFUSED_PUSH.search(outcome) else _TESTS if _FAILED_TESTS.search(outcome) else set()
    named = [run for run in runs if said & {run.program.partition(":")[0], run.verb, *run.operands}]
    return (named[-1] if named else runs[0]).text


def is_same_again(failed: str, outcome: str, done: Run) -> bool:
    """Whether a command that worked does what failed with this outcome: the file, test or table that the error names,
    else all that the failed one named; a check of everything looks at its parts."""
    run = _run(failed)
    if (run.program, run.verb) != (done.program, done.verb):
        return False
    if run.program == "git":
        return True  # what follows `git commit` is another text each time
    said = {name for word in _WORD.findall(outcome) for name in _names_in(word)}
    about = (run.operands & said) or run.operands
    if not done.operands:
        return not about or bool({run.program, run.verb} & _CHECKS)
    return bool(about) and about <= done.operands


def _before_heredoc(command: str) -> str:
    found = _HEREDOC.search(command, 0, _CHAIN_CHARACTERS)
    return command[: found.start() if found else _CHAIN_CHARACTERS]


@lru_cache(maxsize=1 << 8)
def _run(piece: str) -> Run:
    text = _OUTPUT.sub("", " ".join(piece.split()))
    if there := in_other_shell(piece)[1]:
        return _run(pieces_of(there, chained=True)[-1])._replace(text=text, program=subject_of(piece))
    program, rest = _program_in(_without_wrappers(_TOKEN.findall(_FOLDER_OPTION.sub(" ", bare_command(f"{text} ")))))
    verb = rest.pop(0) if rest and _VERB.match(rest[0]) else ""
    operands: set[str] = set()
    for before, token in pairwise(["", *rest]):
        operands |= _names_in(token)
        if before in _INLINE and (code := _WORD.findall(token)):
            verb = verb or code[0].casefold()
        elif token[0].isalnum() and not before.startswith("-"):
            operands.add(token.rpartition("/")[2].rpartition("::")[2].casefold())
    return Run(text, program, verb, frozenset(operands))


def _program_in(words: list[str]) -> tuple[str, list[str]]:
    """The program that words start, which an interpreter or a package manager may run, and what it is given."""
    program, rest = _VERSION.sub("", words[0].rpartition("/")[2]) if words else "", words[1:]
    if program in _INTERPRETERS and rest[:1] == ["-m"]:
        rest = rest[1:]
    elif program not in _MANAGERS and not (program in _INTERPRETERS and rest and rest[0][0] != "-"):
        return program, rest
    elif program in _MANAGERS and rest[:1] in (["run"], ["exec"], ["x"], ["dlx"]):
        rest = rest[1:]
    if not rest or rest[0][0] == "-" or (program in _MANAGERS and rest[0] in _OF_MANAGERS):
        return program, rest
    return rest[0].rpartition("/")[2], rest[1:]


def _names_in(text: str) -> set[str]:
    """The names of files, tests and tables in words, each without what stands before its last part."""
    found = (part for word in _NAMING.findall(text) if word[0] != "-" for part in word.split(":"))
    names = (part.rpartition("/")[2].strip(".").casefold() for part in found)
    return {name for name in names if len(name) > 1 and not name.isdigit()}


def _without_wrappers(words: list[str]) -> list[str]:
    """A program without those that only start it, so that the same check is the same thing however it was started."""
    while len(words) > 1 and (words[0] in _WRAPPERS or words[0].isdigit()):
        words = words[1:]
    return words[2:] if len(words) > 2 and tuple(words[:2]) in _RUNNERS else words


def pieces_of(command: str, *, chained: bool = False) -> list[str]:
    """The commands of a line, parted outside of quotes and here-documents; of a chain at `&&` alone."""
    return [piece for piece, _ in _parted(command, chained=chained)]


def _parted(command: str, *, chained: bool = False) -> Iterator[tuple[str, str]]:
    """Each command of a line, without comments, and the sign that parts it from the next one."""
    start = 0
    for found in (*_BETWEEN.finditer(command), None):
        by = found["by"] if found else ""
        if found is None or by == "&&" or (by and not chained):
            piece = command[start : found.start() if found else None].strip()
            start = found.end() if found else start
            if piece and piece[0] != "#":
                yield piece, by


def in_other_shell(piece: str) -> tuple[str, str]:
    """The host that a command goes to, empty for this machine, and what another shell runs there; empty for none."""
    found = _IN_OTHER_SHELL.match(piece)
    what = found["what"].strip() if found else ""
    is_quoted = len(what) > 1 and what[0] == what[-1] and what[0] in "\"'"
    return (found["host"] or "" if found else "", what[1:-1] if is_quoted else what)


def without_other_hosts(command: str) -> str:
    """The commands of a line but for those that run on another machine: the paths in them are not of this one."""
    if "ssh " not in command:
        return command
    return "\n".join(each for each in pieces_of(command) if not in_other_shell(bare_command(each))[0])


def with_its_folder(call: ToolCall, command: str) -> str:
    """The command of a call behind a change to the folder that the call names beside it."""
    folder = call.input.get("workdir") or call.input.get("cwd")
    if not isinstance(folder, str) or folder[:1] not in {"/", "~"} or _CHANGE_FOLDER.match(command):
        return command.strip()
    quoted = f'"{folder}"' if " " in folder else folder
    return f"cd {quoted} && {command.strip()}"


def folder_of_commands(commands: Iterable[str]) -> str:
    """The folder, by its whole path, that most of several commands change to first; empty where none is usual."""
    changes = (_CHANGE_FOLDER.match(without_folder(each, "")) for each in commands)
    found = Counter(led["folder"].strip("\"'") for led in changes if led)
    usual = [(count, folder) for folder, count in found.items() if count > 1 and _WHOLE_PATH.match(folder)]
    return max(usual, default=(0, ""))[1]


def without_folder(command: str, folder: str) -> str:
    """The command without a change to this folder before it, and without where programs are found."""
    while led := _PATH_OF_PROGRAMS.match(command) or _CHANGE_FOLDER.match(command):
        if led.groupdict().get("folder", folder).strip("\"'") != folder:
            break  # another folder is part of the command
        command = command[led.end() :]
    return command


def as_run(command: str, folder: str, most: int) -> str:
    """A command on one line, without the change to the folder that is said elsewhere; what stands before it, another
    folder and its environment, is part of it and has room of its own."""
    command = without_folder(command, folder)
    bare = bare_command(command)
    before = " ".join(command.strip().removesuffix(bare).split())
    return " ".join(filter(None, (sentences.clip(before, most), sentences.clip(" ".join(bare.split()), most))))


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


def is_at_or_under(path: str, gone: str) -> bool:
    """Whether a written path is the one that a command named, or lies in the folder that it named."""
    path = path.replace("\\", "/").removeprefix("./")
    inside = "/" in gone and f"/{gone}/" in path
    return inside or path == gone or path.endswith("/" + gone) or path.startswith(gone + "/")
