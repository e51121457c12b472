"""The newest work of a session: the agent's own calls, each target once, with what it wrote and what came of it."""

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ...text import entities, locations, sentences
from ...text.patterns import lazy_regex
from ...text.tokens import bytes4
from . import calls, coverage, findings
from .coverage import Statements, Worth
from .values import Action

_SAID_CHARACTERS = 155  # of a message among the newest calls: its first sentences
_NEWEST, _LOOKS_AS_CALLED = 6, 12  # newest calls with more than one line; before the 12th only what was looked at
_CHANGES_FOLDER = lazy_regex(r"(?P<name>(?:command|cmd): )(?:cd|pushd) (?P<folder>\"[^\"]*\"|\S+) *(?:&&|;) *(?=\S)")
_MORE_CHARACTERS = 420  # of one of these
_LINE_CHARACTERS = 200  # of an older one
_LINES = 14  # characters of " (1,204 lines)" behind an outcome
_LARGEST_SHARE = 0.3  # of the section that one call may take
_READ_IN_A_ROW = 12  # files that one line of reads names
_TELLING_LINES, _TELLING = 3, 60  # lines of a call, and characters of each, that say which one it is
_FRESH_SHARE, _SHORTEST_CUT = 0.5, 40  # characters of a line that are worth showing
_INDENT = "  "
_COUNT = lazy_regex(r"[\d,]+ lines?")
_HOUSEKEEPING = lazy_regex(
    r"(?i)(?:\s*(?:(?:cd|pushd|sleep|echo|printf|true|clear|date|whoami|pwd|popd)\b[^|;&>\n]*)(?:&&|;|\|\||\Z))+\Z"
)
_LISTS = lazy_regex(r"(?i)(?:ls|dir|tree|pwd|Get-ChildItem|Get-Location)(?: -\S+)*(?: [^\s|;&]+)?")
_NOT_RUN = lazy_regex(
    r"ParserError|CommandNotFoundException|MissingEnd\w+|[Ss]yntax error near|unexpected (?:EOF|token)"
    r"|command not found|unknown (?:sub)?command|unrecogni[sz]ed (?:sub)?(?:command|option|argument)"
)
"""The shell could not read the command, or knows none of that name."""
_OWN_TOOLS = frozenset(
    {"toolsearch", "tool_search", "think", "sequentialthinking", "tts", "sessions_yield", "yield", "wait", "sleep"}
    | {"skill", "exitplanmode", "enterplanmode", "session_status", "list_sessions", "sessions_list", "agents_list"}
)
"""Tools that an agent keeps its own house with: a thought, a pause, a look for a tool."""
_RULE = lazy_regex(r"[\s/*#=_-]*")
"""An empty line, or one that only parts others."""
_QUIETLY = lazy_regex(r"\s*(?:[12]?>&?\s*\S+|&)\s*\Z|\s+2>&1")
_RUNS = lazy_regex(
    r"(?:(?:npm|pnpm|yarn|bun)(?: run)? (?!install|i\b|add|remove|view|info|ls|-)[\w:-]+|(?:npx|bunx"
    r"|uvx) (?!-)\S+(?! -[ec]\b)|(?:uv|poetry|pipenv) run \S+|make(?: [\w.-]+)?|just \w+"
    r"|cargo (?:build|test|run|check|clippy|fmt|bench)|go (?:build|test|run|vet)|pytest|tox|nox"
    r"|python[\d.]* (?:-m (?!pip)\w|(?!/tmp/)[\w./-]+\.py)|(?:node|deno run|tsx|ruby|php) [\w./-]+\.\w+"
    r"|docker[ -]compose (?:up|run|exec)|(?:mvn|gradle|\./gradlew|dotnet|rake|bundle exec|mix|flutter|swift) \w+"
    r"|(?:ba|z)?sh [\w./-]+\.sh|\./[\w./-]+\.sh)(?= |\Z)[^<]*\Z"
)
"""Commands that a project is built, tested and started with."""
_SCRIPTS = (".py", ".sh", ".js", ".mjs", ".ts", ".rb")
"""A program that is run by its file: what stands behind it are its arguments."""
_SETS_UP = lazy_regex(r"(?:cd|pushd|export|source|\.|set|\$env:\w+ *=)(?: |\Z)")
_LONGEST_COMMAND, _MOST_COMMANDS = 90, 4
_IMPORTS = lazy_regex(
    r"(?:import|from|use|using|#include|require|package)\b(?![^\n]*[.?!]\Z)|(?:const|let|var) [^\n]{1,60}= require\("
    r"|#!/"
)
"""A line that only says what a file needs."""
PLAIN = 0.02
"""Worth of a line that tells nothing new: room that nothing else wants goes to it before it goes to mere names."""
_LEAD, _SHARE = 4.0, 2.0  # tokens: a short line says less than its words do; worth of a line of work to a sentence's

_FOLDER = lazy_regex(r"(?:[^\s/\\]|(?<=\w) (?=\w))*[/\\](?:.*[/\\])?")
_VERIFIES = lazy_regex(
    r"(?i)\b(?:tests?(?!-Path)|spec|pytest|jest|vitest|mocha|tox|check|lint|eslint|ruff|mypy|tsc|build|compile|cargo"
    r"|gradle|mvn|make|verify|validate|typecheck|coverage|bench|deploy|docker|kubectl|terraform|curl|systemctl)\b"
)
"""Commands whose last result says how things stand."""

_MENDS = lazy_regex(r"(?:[:\s-]|\b)(?:fix|format|fmt)\b|--write\b")
"""Commands that change the style of files: the check after them says how things stand."""

_RELEASES = lazy_regex(
    r"(?i)(?:npm publish|(?:pnpm|yarn|cargo|poetry|uv|twine|lerna|changeset) (?:\w+ )?(?:publish|upload)|docker push"
    r"|gh release create|\S*/?(?:release|publish|deploy)\.(?:sh|py|mjs|js|ts)|make (?:release|publish|deploy)"
    r"|(?:npm|pnpm|yarn|bun) run (?:release|publish|deploy)\S*|kubectl (?:apply|rollout)|terraform apply"
    r"|helm upgrade|(?:semantic-)?release(?:-it)?)(?!\w)"
)
"""What only goes out when builds and checks before it are mended."""

_COMPILES = lazy_regex(
    r"(?:(?:npm|pnpm|yarn|bun)(?: run)? (?:build|check|typecheck|type-check|compile)|tsc|tsgo|vite build|next build"
    r"|cargo (?:build|check)|go (?:build|vet)|make|gradle|mvn|dotnet build)\b"
)
_INLINE = lazy_regex(r"\b(?:python[\d.]*|node|tsx|bun|deno eval|ruby|php|perl)(?: \S+){0,2}? -[cer] ")
"""A few lines tried out once: a build that works later says more."""
_ASKS_SERVICE = lazy_regex(r"localhost|127\.0\.0\.1|health|status|ready|%\{http_code\}|/dev/null|\s-\w*I\b")


class Rows:
    """The calls as lines of a text, reads in a row on one; piece i is line i, piece i + `count` its longer form."""

    def __init__(
        self, actions: Sequence[Action], worth: Worth, words: Mapping[str, str], *, root: str, messages: int, tail: str
    ) -> None:
        actions = [item for item in actions if not (item.call and _stands_in(tail, item.call))]
        self._worth = worth
        self._root = root
        self._words = words
        self._messages = messages
        self._newest_from = actions[-_NEWEST:][0].index if actions else 0
        actions = [item for item in actions if not _is_housekeeping(item, self._newest_from)]
        looks = len(actions) - _LOOKS_AS_CALLED
        actions = [item._replace(call="") if _is_read(item) and i < looks else item for i, item in enumerate(actions)]
        self._folder = locations.folder_of_commands(item.text for item in actions if item.kind == "ran")
        self._runs = _runs(actions)
        self.count = len(self._runs)
        asked = [f"used {run[0].tool} {run[0].target}" if run[0].kind == "other" else "" for run in self._runs]
        self._routine = coverage.routine_among(asked)
        self._texts = [self._text(run, limit) for limit in (_LINE_CHARACTERS, _MORE_CHARACTERS) for run in self._runs]
        self._things = [entities.keys(text) for text in self._texts]
        self._prose = [entities.prose_words(text) for text in self._texts]
        self._taken: dict[int, int] = {}
        self.said: list[int] = []
        """The statements that stand between the newest calls."""
        self.since = messages
        """Index of the message with which the newest work begins."""

    def __len__(self) -> int:
        return len(self._texts)

    def newest(self, budget: int, said: Statements | None = None) -> int:
        """Take the newest that fit, with what the agent said between them; the tokens that they cost."""
        left = budget
        told = said.newest(_SAID_CHARACTERS) if said and self.count else []
        for i in range(self.count - 1, -1, -1):
            while said and told and told[-1][0] > self._runs[i][-1].index:
                left -= self._say(said, *told.pop(), left)
            piece = i + self.count if len(self._taken) < _NEWEST else i
            if self.cost(piece) > max(60, int(budget * _LARGEST_SHARE)):
                piece = i
            if self.cost(piece) > left:
                return budget - left
            left -= int(self.cost(piece))
            self.take(piece)
            self.since = self._runs[i][0].index
        while said and told:
            left -= self._say(said, *told.pop(), left)
        return budget - left

    def _say(self, said: Statements, index: int, pieces: Iterable[int], room: int) -> int:
        spent = 0
        for piece in pieces:
            if said.costs[piece] <= room - spent:
                spent += said.costs[piece]
                said.take(piece)
                self.said.append(piece)
                self.since = index
        return spent

    def gain(self, i: int) -> float:
        """Worth per token."""
        run = i % self.count
        if self._taken.get(run, -1) >= i or self.cost(i) <= 0:
            return 0.0
        value = self._worth.value_of(self._things[i], self._prose[i]) + PLAIN
        fresh = 1 - _FRESH_SHARE + _FRESH_SHARE * self._runs[run][-1].index / max(1, self._messages)
        share = _SHARE * (coverage.ROUTINE_SHARE if run in self._routine else 1)
        return share * value * fresh / (self.cost(i) + _LEAD)

    upper_bound = gain

    def cost(self, i: int) -> float:
        """Tokens beside what its shorter form takes already."""
        shorter = self._taken.get(i % self.count)
        return bytes4(self._texts[i]) + 1 - (0 if shorter is None else bytes4(self._texts[shorter]) + 1)

    def take(self, i: int) -> None:
        """Take the line."""
        self._taken[i % self.count] = i
        self._worth.tell(self._things[i], self._prose[i])

    def rendered(self, said: Iterable[tuple[int, str]] = ()) -> str:
        """The taken lines among what was said, each with the index of its message, oldest first."""
        lines = [(self._runs[run][-1].index, 1, run, self._texts[piece]) for run, piece in self._taken.items()]
        lines += [(index, 0, i, text) for i, (index, text) in enumerate(said)]
        return "\n".join(text for *_, text in sorted(lines))

    def _text(self, run: Sequence[Action], limit: int) -> str:
        if run[0].call:
            without = (self._folder, self._root) if run[0].index < self._newest_from else ("", "")
            return _as_called(run[0], self._words, limit, *without)
        if _is_read(run[0]):
            return _reads(run, self._root, self._words)
        run_there = run[0]._replace(text=locations.without_folder(run[0].text, self._folder))
        return _row(run_there, self._words, self._root, limit)


def _is_housekeeping(item: Action, newest_from: int) -> bool:
    """Whether a call says nothing of the work: a pause, a thought, an older listing of a folder."""
    if item.kind == "other":
        return item.tool.rsplit("__", 1)[-1].lower() in _OWN_TOOLS
    if item.kind == "read":
        return item.index < newest_from and _LISTS.fullmatch(item.text or item.target) is not None
    if item.kind != "ran":
        return False
    if item.failed or _NOT_RUN.search(item.outcome):
        return item.index < newest_from and _NOT_RUN.search(item.outcome) is not None
    return _HOUSEKEEPING.match(item.text) is not None


def _is_read(item: Action) -> bool:
    return item.kind == "read" and not item.failed


def _as_called(item: Action, words: Mapping[str, str], limit: int, folder: str, root: str) -> str:
    """A call as it was made, but for a change to this folder and this root of its paths; what came of it behind it."""
    goes = _CHANGES_FOLDER.match(item.call)
    call = goes["name"] + item.call[goes.end() :] if goes and goes["folder"].strip("\"'") == folder else item.call
    lines = [line.rstrip() for line in locations.relative(call, root).replace("\t", _INDENT).splitlines()]
    shown = sentences.clip(f"\n{_INDENT}".join(filter(None, lines)), limit)
    outcome = _outcome(item, words, limit) or (f" → {words['silent']}" if item.kind == "ran" else "")
    if (_is_read(item) and not item.text) or _COUNT.fullmatch(item.outcome):
        outcome = ""  # how long something is says nothing
    return f"{item.tool} {shown}" + (f"\n{_INDENT}{outcome.lstrip()}" if outcome and "\n" in shown else outcome)


def _stands_in(tail: str, call: str) -> bool:
    """Whether the newest messages hold the call itself: its first lines say which one it is."""
    lines = (line.partition(": ")[2] or line for line in call.split("\n", _TELLING_LINES)[:_TELLING_LINES])
    return all(line.strip()[:_TELLING] in tail for line in lines)


def _outcome(item: Action, words: Mapping[str, str], limit: int) -> str:
    told = item.outcome if limit > _LINE_CHARACTERS else sentences.clip(item.outcome, calls.OUTCOME_CHARACTERS + _LINES)
    mark = words["failed"] if item.failed else words["refused"] if item.kind == calls.REFUSED else ""
    return f" → {': '.join(filter(None, (mark, told)))}" if mark or told else ""


def _runs(actions: Sequence[Action]) -> list[Sequence[Action]]:
    """The actions one by one, reads in a row together."""
    runs: list[list[Action]] = []
    gathered = [_is_read(item) and not item.call for item in actions]
    for i, item in enumerate(actions):
        if runs and gathered[i] and gathered[i - 1] and len(runs[-1]) < _READ_IN_A_ROW:
            runs[-1].append(item)
        else:
            runs.append([item])
    return list(runs)


def folder_of(actions: Iterable[Action]) -> str:
    """The folder that most checks and programs were run in."""
    return locations.folder_of_commands(item.text for item in actions if _is_check(item))


def results(actions: Sequence[Action], folder: str = "") -> list[str]:
    """The last result of each command that was run, newest first; what failed stands among the open errors."""
    return [
        f"`{locations.as_run(item.text, folder, _LONGEST_COMMAND)}` → "
        f"{sentences.clip(item.outcome, calls.OUTCOME_CHARACTERS + _LINES)}"
        for item in reversed(in_force(actions))
        if item.kind == "ran" and item.outcome and _VERIFIES.search(item.target) and not _fetches(item)
        if not (item.failed or calls.ABORTED.match(item.outcome) or _MENDS.search(item.target))
    ]


def _fetches(item: Action) -> bool:
    """Whether it only gets something from elsewhere; asking a service of one's own says how things stand."""
    return item.target.startswith("curl") and _ASKS_SERVICE.search(item.text) is None


def in_force(actions: Sequence[Action]) -> list[Action]:
    """The actions without failed checks before a release, which went out, and failed builds before a good one."""
    ran = [item for item in actions if item.kind == "ran"]
    shipped = (item for item in reversed(ran) if not item.failed)
    last = next((item.index for item in shipped if _RELEASES.match(item.target)), -1)
    built = next((item.index for item in reversed(ran) if _compiles(item) and not item.failed), -1)
    passed = passed_checks(ran)
    broken = ((item, -1 if calls.MISUSED.search(item.outcome) else item.index) for item in ran if _is_broken(item))
    mended = {id(item) for item, since in broken if is_covered(item.text, since, passed)}
    tested = {item.target.partition(" ")[0]: item.index for item in ran if _COUNTS.search(item.outcome)}
    return [
        item
        for item in actions
        if id(item) not in mended
        if not (_is_failed_build(item) and item.index < tested.get(item.target.partition(" ")[0], -1))
        if not (item.failed and item.kind == "ran" and item.index < last and _VERIFIES.search(item.target))
        and not (item.failed and item.index < built and (_compiles(item) or _INLINE.search(item.text)))
    ]


def passed_checks(actions: Iterable[Action]) -> list[tuple[int, str, frozenset[str]]]:
    """Where a check passed, and what it looked at."""
    return [(i.index, *of) for i in actions if i.kind == "ran" and not _is_broken(i) and (of := check_of(i.text))[0]]


def is_covered(command: str, since: int, passed: Iterable[tuple[int, str, frozenset[str]]]) -> bool:
    """Whether it checks something that one of these checks looked at after message `since`."""
    kind, names = check_of(command)
    return kind != "" and any(at > since and covers(later, named, kind, names) for at, later, named in passed)


def _is_failed_build(item: Action) -> bool:
    """Whether what failed was to be built: a later run of tests by the same program has got past that."""
    return item.failed and _BUILDS.match(item.target) is not None and _COUNTS.search(item.outcome) is None


_BUILDS = lazy_regex(r"(?:cargo|go|gradle|mvn|dotnet|swift|mix|\./gradlew) (?:check|build|test|vet|compile|assemble)\b")
_CHECKS = (
    ("types", lazy_regex(r"mypy|pyright|tsc|tsgo|vue-tsc|svelte-check|flow|type-?check(?::\S+)?|types")),
    ("lint", lazy_regex(r"eslint|ruff|flake8|pylint|biome|golangci-lint|clippy|lint\S*|prettier|rubocop")),
    ("tests", lazy_regex(r"pytest|jest|vitest|mocha|rspec|phpunit|tests?(?::\S+)?|tox|nox|ctest|nextest")),
    ("build", lazy_regex(r"build(?::\S+)?|compile|assemble")),
    ("whole", lazy_regex(r"check(?::\S+)?|ci|verify|validate|pre-commit|precommit")),
)
"""What a check looks at, by the word for it in its command; `whole` looks at types, style and the build."""
_WORDS_BEFORE = 3  # of a command, in which the word for the check stands: `poetry run pytest`, `npm run lint`
_NAMES = lazy_regex(r"[\w@.-]*[./:][\w./:@*-]*|[a-z]\w*_\w+")
_CONFIGURES = lazy_regex(r"\A(?:\.{1,2}/?(?:\.\.\.)?)\Z|(?:config|rc)[\w.-]*\.\w+\Z|\A[12]?>|\A\d")
"""The whole folder, a configuration, where the output goes: none of them says which part is looked at."""
_COUNTS = lazy_regex(r"(?i)\b\d+ (?:passed|passing|failed|failing)\b")
"""Of a test run: what it is made of was built."""
_BROKEN = lazy_regex(r"(?i)\berror(?: TS\d+|\[\w+\])?[:!]|\bFAILED\b|\b[1-9]\d* (?:failed|failing|failures?|errors?)\b")


@lru_cache(maxsize=1_024)  # a summary and a note ask about the same actions
def check_of(command: str) -> tuple[str, frozenset[str]]:
    """What a command checks and the files or tests that it names; an empty kind where it checks nothing."""
    for piece in locations.pieces_of(command):
        words = locations.bare_command(piece).split()
        plain = [word for word in words if word[0] != "-" and not _CONFIGURES.search(word)]
        for place, word in enumerate(plain[: _WORDS_BEFORE + 1]):
            if kind := next((kind for kind, pattern in _CHECKS if pattern.fullmatch(word)), ""):
                return kind, frozenset(each for each in plain[place + 1 :] if _NAMES.fullmatch(each))
    return "", frozenset()


def covers(later: str, named_later: frozenset[str], kind: str, named: frozenset[str]) -> bool:
    """Whether a check that passed looked at all that another one did."""
    if later != kind and not (later == "whole" and kind != "tests") and (later, kind) != ("build", "types"):
        return False
    return not named_later or (bool(named) and all(name.startswith(tuple(named_later)) for name in named))


def _is_check(item: Action) -> bool:
    return item.kind == "ran" and (check_of(item.text)[0] != "" or _VERIFIES.search(item.target) is not None)


def _is_broken(item: Action) -> bool:
    return item.failed or _BROKEN.search(item.outcome) is not None


def _compiles(item: Action) -> bool:
    return item.kind == "ran" and _COMPILES.match(item.target) is not None


def how_to_run(actions: Sequence[Action], shown: Iterable[str], folder: str = "") -> list[str]:
    """Commands that build, test or start something and worked, newest first, without those that are `shown`: each with
    its environment, the folder and the host that it ran on."""
    told = "\n".join(shown)
    found: dict[str, str] = {}
    for item in reversed(actions):
        if item.kind != "ran" or item.failed:
            continue
        before: list[str] = []
        for piece in locations.pieces_of(locations.without_folder(item.text, folder)):
            command = " ".join(_QUIETLY.sub("", piece).split())
            if _SETS_UP.match(command):
                before.append(command)
            elif kind := _kind_of_run(command):
                whole = " && ".join([*before, command])
                if whole not in told and len(whole) <= 2 * _LONGEST_COMMAND:
                    found.setdefault(kind, f"`{whole}`")
    return list(found.values())[:_MOST_COMMANDS]


def _kind_of_run(command: str) -> str:
    """The first words of a command that builds, tests or starts something, here or elsewhere; empty for any other."""
    bare = locations.bare_command(command)
    host, there = locations.in_other_shell(bare)
    if there:
        return next((f"{host} {kind}" for each in locations.pieces_of(there) if (kind := _kind_of_run(each))), "")
    if len(bare) > _LONGEST_COMMAND or _RUNS.match(bare) is None or _MENDS.search(bare):
        return ""
    words = bare.split()
    return " ".join(words[: 2 if len(words) > 1 and words[1].endswith(_SCRIPTS) else 3])


def failures(actions: Sequence[Action], since: int = 0) -> list[str]:
    """What failed and did not succeed since, newest first, each with what it was; a look that found nothing is none.
    What no check says again counts only from message `since` on: what was left behind long ago is no open error."""
    recent = (
        item for item in reversed(in_force(actions)) if item.index >= since or (_is_check(item) and not _fetches(item))
    )
    return [f"{what_failed(item)}: {_bare_outcome(item)}" for item in recent if item.is_open_failure]


def what_failed(item: Action) -> str:
    """The command of a chain that failed, as it was run, or what a call was about."""
    what = locations.failing_part(item.text, item.outcome) if item.kind == "ran" else item.target
    return sentences.clip(" ".join(what.split()), findings.SHOWN)


def _bare_outcome(item: Action) -> str:
    """The outcome without the path that stands before it."""
    path = rf"(['\"])[^'\"]*{re.escape(item.target)}\1"
    return re.sub(rf",? *(?:\b(?:access|open|l?stat|scandir|unlink) )?{path}", "", item.outcome)


def _row(item: Action, words: Mapping[str, str], root: str, limit: int) -> str:
    target = locations.relative(item.target, root)
    outcome = _outcome(item, words, limit)
    if item.kind == "ran":
        return f"{words['ran']} `{_one_line(item.text, root, limit)}`{outcome or ' → ' + words['silent']}"
    if item.kind == "changed":
        text = _verbatim(item.text, root, limit)
        return f"{words['changed']} {target}{outcome}{':' if text else ''}{text}"
    used = words["wanted" if item.kind == calls.REFUSED else "used"]
    verb = words["read"] if item.kind == "read" else used + ("" if item.tool == target else f" {item.tool}")
    text = _one_line(item.text, root, min(limit, _LINE_CHARACTERS)) if item.text != item.target else ""
    if text and " ".join(item.text.split()).startswith(item.target.removesuffix("…")):
        target, text = text, ""  # the place was the beginning of what was asked
    return f"{verb} {target}{f': {text}' if text and text not in target else ''}{outcome}"


def _reads(items: Sequence[Action], root: str, words: Mapping[str, str]) -> str:
    named = list(dict.fromkeys(locations.relative(item.target, root) for item in items))
    folders = {_FOLDER.match(name)[0] if _FOLDER.match(name) else "" for name in named}  # type: ignore[index]
    if len(named) > 1 and len(folders) == 1 and (folder := folders.pop()):
        return f"{words['read']} {folder}: " + ", ".join(name.removeprefix(folder) for name in named)
    return f"{words['read']} " + ", ".join(named)


def _one_line(text: str, root: str, limit: int) -> str:
    """A command or a message on one line."""
    lines = (" ".join(line.split()) for line in text.splitlines())
    return sentences.clip(locations.relative(" ⏎ ".join(filter(None, lines)), root), limit)


def _verbatim(text: str, root: str, limit: int) -> str:
    """The first lines of what was written, as they were written, below their file."""
    first, _, rest = text.replace("\t", _INDENT).partition("\n")
    lines = [first.strip(), *textwrap.dedent(rest).splitlines()]
    lines = [line.rstrip() for line in lines if not _RULE.fullmatch(line)]
    lines = [line for line in lines if not _IMPORTS.match(line)] or lines
    if len(lines) == 1 and len(lines[0]) <= _LINE_CHARACTERS:
        return " " + locations.relative(lines[0], root)
    shown, left = "", limit
    for line in lines:
        if len(line) > left:
            if not shown or left > _SHORTEST_CUT:
                shown += "\n" + _INDENT + sentences.clip(line, max(left, _SHORTEST_CUT))
            return locations.relative(shown, root)
        shown += "\n" + _INDENT + line
        left -= len(line) + len(_INDENT)
    return locations.relative(shown, root)
