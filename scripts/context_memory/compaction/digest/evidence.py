"""Detects proven work: files written, tests passed, commits made, items closed. Never what was claimed.

Also the input of a call as named fields, whatever shape a host has given it, and the files that a session works on,
newest reference first.
"""

import re
from collections.abc import Iterator, Mapping, Reversible, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from ...messages import Message, Text, ToolCall, ToolResult
from ...text import locations, sentences
from ...text.patterns import lazy_regex
from ...transcripts import speakers
from ...trim import tool_kinds
from .values import Evidence

CHARACTERS = 160

_KEYS = (
    "file_path|filePath|path|notebook_path|filename|command|cmd|(?:old|new)(?:_str(?:ing)?|Text)|file_text|content"
    "|pattern|query|url|prompt|description|subject|status|taskId|sessionId|action|input|text|message|workdir|cwd"
    "|output_mode|glob|type|head_limit|limit|offset|replace_all|multiline|timeout|run_in_background|-[ABCin]"
)
_FIELD = lazy_regex(rf"(?m)^(?P<key>{_KEYS}): ?")


def plain(call: ToolCall) -> ToolCall:
    """The call with named fields: some hosts hand over the whole input as one text of `key: value` lines."""
    if len(call.input) != 1:
        return call
    ((key, value),) = call.input.items()
    if not isinstance(value, str) or key not in {"input", "arguments", "raw"} or "*** Begin Patch" in value[:200]:
        return call
    starts = list(_FIELD.finditer(value))
    if not starts or starts[0].start() != 0:
        return call
    fields: dict[str, Any] = {}
    for match, following in zip(starts, [*starts[1:], None], strict=True):
        text = value[match.end() : following.start() if following else len(value)]
        fields.setdefault(match["key"], text.removesuffix("\n"))
    return replace(call, input=fields)


def command_of(call: ToolCall) -> str:
    """The shell command of a call; empty where it runs none."""
    value = call.input.get("command") or call.input.get("cmd") or ""
    if isinstance(value, list):
        return str(value[-1]) if value and value[0] in {"bash", "sh", "zsh"} else " ".join(map(str, value))
    return str(value)


WRITERS = frozenset(
    {"write", "edit", "multiedit", "notebookedit", "apply_patch", "patch", "create", "insert", "replace", "fs_write"}
    | {"str_replace", "str_replace_editor", "str_replace_based_edit_tool"}
    | {"write_file", "edit_file", "create_file", "update_file"}
)
_COMMIT = lazy_regex(r"(?m)^\[(?P<branch>[\w./-]+)(?: \(root-commit\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>.+)$")
_PUSH = lazy_regex(r"(?m)^\s*(?:\*?\s*\[new (?:branch|tag)\]|[0-9a-f]{7,40}\.\.[0-9a-f]{7,40})\s+\S+ -> \S+")
_NEW_REF = lazy_regex(r"\A\*?\s*\[(new (?:branch|tag))\]\s+")
_PULL_REQUEST = lazy_regex(r"https://[\w.-]+/[\w.-]+/[\w.-]+/(?:pull|merge_requests)/\d+")
_OPENED = lazy_regex(r"\W*(https://[\w.-]+/[\w.-]+/[\w.-]+/(?:pull|merge_requests)/\d+)\Z")
"""The last line of whatever opened a pull request: a script, a wrapper."""
_MERGED = lazy_regex(r"(?i)\b(?:squashed and |rebased and )?merged pull request \S*#\d+[^\n]{0,120}")
_COMMITS = lazy_regex(
    r"\bgit (?:-\S+(?: \S+)? )*commit\b[^|;&]*?(?:-\w*m|--message)[ =]?"
    r"(?:[\"']?\$\(cat <<-?\s*[\"']?\w+[\"']?\n\s*)?[\"']?(?P<subject>[^\n\"']{3,})"
)
"""A commit with its message, for the program around git that prints no hash."""
_HASHES = lazy_regex(r"(?m)^(?:commit )?([0-9a-f]{7,40})(?= |$)")
_NOTHING_DONE = lazy_regex(r"(?i)nothing (?:added )?to commit|no changes added|everything up-to-date|--dry-run")
_PUSHES = lazy_regex(r"\bgit (?:-\S+(?: \S+)? )*push\b(?P<what>[^|;&\n]*)")
_PATCHED = lazy_regex(r"(?m)^\*\*\* (?:Add|Update) File: (\S.*?)\s*$")
_PASSED = (
    (("passed", "="), lazy_regex(r"(?m)^=+ .*?\b(?P<text>\d+ passed\b[^=\n]*?)(?: in [\d.]+s.*)? =+$")),
    ((" passed", "Test"), lazy_regex(r"(?m)^\s*(?P<text>Tests?:?\s+(?:\d+ \w+, )*\d+ passed(?:[^\n]{0,60}))$")),
    (("test result: ok. ",), lazy_regex(r"(?m)^(?P<text>test result: ok\. \d+ passed[^\n;]*)")),
    ((" pass",), lazy_regex(r"(?m)^\s*(?P<text>\d+ pass(?:ing|ed)?)\b(?:[^\n]{0,40})$")),
    ((" test",), lazy_regex(r"(?m)^(?P<text>OK \(\d+ tests?[^\n]*\)|Ran \d+ tests? in [^\n]+)$")),
    (("ok",), lazy_regex(r"(?m)^(?P<text>ok\s+[\w./-]+\s+[\d.]+s)$")),
)
_PASS_SIGNS = ("pass", "OK", "ok\t", "ok ", "Ran ")
SOME_FAILED = lazy_regex(r"[1-9](?<!\w[1-9])\d* (?:failed|failing|failures?|fail)\b")
_FAILED = lazy_regex(r"(?m)^FAILED|test result: FAILED|^--- FAIL|^FAIL\b")
_SUCCESS_ERRORS = lazy_regex(
    r"(?i)^\s*(?:(?:chunk id|wall time): [^\n]*\n)*(?:error|failed|\{\s*\"status\":\s*\"error\"|traceback"
    r"|(?:exit code|process exited with code):? [1-9]|permission denied)"
)
_NEWEST_CHARACTERS = 8_000
_READS = lazy_regex(
    r"\s*(?:(?:cd|pushd) \S+ *(?:&&|;) *)*(?:cat|less|more|head|tail|grep|rg|sed -n|awk|git (?:log|show))\b"
)
"""Commands that only show what others did."""
_ASKS_FORGE = lazy_regex(
    r"\b(?:gh|glab) (?:(?:pr|mr|issue|run|repo) (?:view|list|status|checks|diff|comment|edit)|api|search)\b"
)
_LISTS = ("todos", "plan", "items", "tasks")
"""Arguments of the hosts' tools that hold a to-do list."""
_TODO_TOOLS = frozenset(
    {"todowrite", "todoread", "taskcreate", "taskupdate", "tasklist", "taskget", "update_plan", "todo_write", "todo"}
)
_ENDED = frozenset({"completed", "done", "cancelled", "canceled", "deleted"})


def find_evidence(call: ToolCall, result: ToolResult, index: int, tasks: Mapping[str, str]) -> Iterator[Evidence]:
    """Evidence in one finished tool call. An erroneous result proves nothing but what its output records: of a chain
    the last part failed. `tasks` names to-do items by id."""
    text = result.text
    name = call.name.rsplit("__", 1)[-1].lower()
    if has_failed(result, writes=name in WRITERS):
        recorded = (
            _in_output(text[-_NEWEST_CHARACTERS:]) if command_of(call) and not _READS.match(command_of(call)) else ()
        )
        yield from (Evidence(kind, sentences.clip(told, CHARACTERS), index) for kind, told in recorded)
        return
    if name in WRITERS:
        for path in written_by(call) or opened_in(text):
            yield Evidence("written", path, index)
        return
    tail = text[-_NEWEST_CHARACTERS:]
    yield from _closed(call, index, tasks)
    command = command_of(call)
    if _READS.match(command) or not (command or "commit" in name or "push" in name):
        return
    yield from (Evidence(kind, sentences.clip(told, CHARACTERS), index) for kind, told in _recorded(command, tail))
    yield from _passed(call, tail, index)


def _recorded(command: str, output: str) -> Iterator[tuple[str, str]]:
    """What a command recorded for good: commits, pushes, pull requests; also where a wrapper prints little of it."""
    recorded = list(_in_output(output))
    kinds = {kind for kind, _ in recorded}
    is_quiet = _did_something(command, output)
    if is_quiet and "committed" not in kinds and "commit" in command and (quiet := _COMMITS.search(command)):
        yield "committed", _with_its_hash(quiet["subject"].strip(), output)
    yield from recorded
    if is_quiet and "published" not in kinds and "push" in command and (quiet := _PUSHES.search(command)):
        yield "published", f"git push{quiet['what'].rstrip()}"
    if found := _opened(command, output):
        yield "published", found
    if "erged pull request" in output and (merged := _MERGED.search(output)):
        yield "published", " ".join(merged[0].split())


def _in_output(output: str) -> Iterator[tuple[str, str]]:
    """What git says itself that it recorded, also where a later part of the chain failed."""
    for match in _COMMIT.finditer(output):
        yield "committed", f"{match['hash'][:10]} {match['subject'].strip()}"
    if " -> " in output and (pushed := _PUSH.search(output)):
        yield "published", _NEW_REF.sub(r"\1 ", pushed[0].strip())


def _with_its_hash(subject: str, output: str) -> str:
    """The subject of a quiet commit behind its hash, where the same output tells it, as of `git log -1`."""
    told = output.partition(subject)
    found = _HASHES.findall(told[0]) if told[1] else []
    return f"{found[-1][:10]} {subject}" if found else subject


def _did_something(command: str, output: str) -> bool:
    return _NOTHING_DONE.search(command) is None and _NOTHING_DONE.search(output) is None


def _opened(command: str, output: str) -> str:
    """The address of the pull request that a command opened; of any but the forge's own program, its last line."""
    if "https://" not in output:
        return ""
    if re.search(r"\b(?:gh|glab) (?:pr|mr) create\b", command):
        found = _PULL_REQUEST.search(output)
    else:
        found = None if _ASKS_FORGE.search(command) else _OPENED.match(output.rstrip().rpartition("\n")[2])
    return found[found.lastindex or 0] if found else ""


def commit_in(output: str) -> str:
    """Hash and subject of the last commit that an output tells; empty where it tells none."""
    made = list(_COMMIT.finditer(output[-_NEWEST_CHARACTERS:])) if "] " in output else []
    return sentences.clip(f"{made[-1]['hash'][:10]} {made[-1]['subject'].strip()}", CHARACTERS) if made else ""


def has_failed(result: ToolResult, *, writes: bool = False) -> bool:
    """Whether a call failed, by its mark or by how its output begins: some hosts report errors as results."""
    if result.is_error or _SUCCESS_ERRORS.match(result.text[:200]) is not None:
        return True
    return writes and speakers.wrote_nothing(result.text)


def written_by(call: ToolCall) -> list[str]:
    """The files that a call writes; none where it writes none."""
    if call.name.rsplit("__", 1)[-1].lower() not in WRITERS:
        return []
    patched = []
    for value in call.input.values():
        if isinstance(value, str) and "*** " in value:
            patched += _PATCHED.findall(value)
    return list(dict.fromkeys(patched or islice(_paths_in(call), 1)))


_OPENED_FILE = lazy_regex(r"(?m)^\[File: (\S[^\n]*?) \(\d+ lines total\)\]")


def opened_in(output: str) -> list[str]:
    """The file that an editor shows after an edit which names none."""
    found = _OPENED_FILE.search(output)
    return [found[1]] if found else []


def removed_by(call: ToolCall, result: ToolResult) -> dict[str, str]:
    """Files that a command removed or renamed, with the new name; empty for what is gone."""
    command = command_of(call)
    if ("rm " not in command and "mv " not in command) or has_failed(result):
        return {}
    return tool_kinds.removed_by(command)


def _passed(call: ToolCall, tail: str, index: int) -> Iterator[Evidence]:
    if not command_of(call) or not any(map(tail.__contains__, _PASS_SIGNS)):
        return
    if (" fail" in tail and SOME_FAILED.search(tail)) or ("FAIL" in tail and _FAILED.search(tail)):
        return
    for signs, pattern in _PASSED:
        if not all(map(tail.__contains__, signs)):
            continue
        matches = list(pattern.finditer(tail))
        most = max(matches, key=lambda match: _first_number(match["text"]), default=None)
        if most is not None and _first_number(most["text"]) != 0:
            shown = locations.as_run(locations.with_its_folder(call, command_of(call)), "", locations.PLACE_CHARACTERS)
            yield Evidence("passed", f"{shown}: {' '.join(most['text'].split())}", index)
        if matches:
            return


def _first_number(text: str) -> float:
    """How many passed; a run of several parts tells each, and a part without tests proves nothing."""
    found = re.search(r"\d+", text)
    return float(found[0]) if found else 1.0


def task_of(call: ToolCall, result: ToolResult) -> tuple[str, str] | None:
    """(id, subject) of a to-do item that this call created."""
    subject = call.input.get("subject") or call.input.get("title")
    number = re.search(r"#(\d+)", result.text[:200])
    return (number[1], subject) if isinstance(subject, str) and number and not call.input.get("taskId") else None


def open_items(call: ToolCall) -> list[str] | None:
    """The items of a to-do list that this call wrote and that are not done; None where it wrote no list."""
    for key in _LISTS:
        value = call.input.get(key)
        if isinstance(value, list) and value and all(isinstance(item, Mapping) and "status" in item for item in value):
            return [label for item in value if item["status"] not in _ENDED and (label := _label(item))]
    return None


def is_of_todos(call: ToolCall) -> bool:
    """Whether the call only keeps a to-do list."""
    return call.name.rsplit("__", 1)[-1].lower() in _TODO_TOOLS


def ended_item(call: ToolCall) -> str:
    """The id of the to-do item that this call ends; empty where it ends none."""
    return str(call.input.get("taskId") or "") if call.input.get("status") in _ENDED else ""


def _label(item: Mapping[str, Any]) -> str:
    label = next((item[key] for key in ("content", "step", "title", "text", "subject") if item.get(key)), "")
    return sentences.clip(" ".join(label.split()), CHARACTERS) if isinstance(label, str) else ""


def _closed(call: ToolCall, index: int, tasks: Mapping[str, str]) -> Iterator[Evidence]:
    """Items of a to-do tool that the agent set to completed and the host accepted."""
    items: list[Mapping[str, Any]] = []
    for key in _LISTS:
        value = call.input.get(key)
        if isinstance(value, list):
            items += [item for item in value if isinstance(item, Mapping)]
    if call.input.get("status") and call.input.get("taskId"):
        number = str(call.input["taskId"])
        items.append(
            {
                "status": call.input["status"],
                "content": tasks.get(number) or call.input.get("subject") or f"task {number}",
            }
        )
    for item in items:
        if item.get("status") in {"completed", "done"} and (label := _label(item)):
            yield Evidence("closed", label, index)


LIMIT = 8  # skill L2 step 2

_EXTENSIONS = (
    "mdx?|json|jsonl|py|ts|tsx|js|jsx|rs|yaml|yml|toml|go|java|cfg|ini|sh|sql|s?css|html|vue|rb|php|c|h|cpp|cs|kt"
    "|swift|ps1|psm1|svelte|proto|tf|xml|exs?|lua|scala|dart"
)
_CANDIDATE = lazy_regex(
    r"(?<![\w/:.@}>*$-])(?:(?:[A-Za-z]:[\\/]|~/|\.{1,2}/|/)(?:[\w.@+-]+[\\/])*|(?:[\w.@+-]+[\\/])+)"
    r"[\w.@+-]*(?<!\\)\.(?i:" + _EXTENSIONS + r")(?![\w/])"
)
"""A dot behind a backslash is one of a pattern: `rg 'schema\\.json'`."""
_BARE_FILE = lazy_regex(r"[\w.@+-]+\.(?i:\w{1,4}|ipynb|sqlite|gradle|" + _EXTENSIONS + ")")
_BARE = lazy_regex(r"^(?:@|[ab]/(?=\w+/)|(?:\.\./)+)")
"""A mention mark, or the side of a diff: no part of the path."""
_ROOTLESS = lazy_regex(r"\.\./|/[^/]*\Z")
"""In code and output: what an import writes, and the end of a path behind a variable; neither says where it is."""
_URL = lazy_regex(r"\w+://\S+")
_OF_A_DIFF = lazy_regex(r"(?m)^(\s*(?:[-+]{3} |diff --git ))\"?[ab]/(?:(\S+) \"?b/(?=\S))?")
"""The sides of a diff, which are no folders."""
_IMPORTED = lazy_regex(r"""["'`]\.{1,2}/[^"'`\s]*["'`]""")
"""A quoted relative path in a file that was read: what its code imports."""
_MADE = lazy_regex(
    r"(?:\A|[/\\])(?:node_modules|__pycache__|\.?venv|site-packages|dist|build|target|coverage|\.next|\.cache|\.git|htmlcov)[/\\]"
    r"|\A/(?:private/)?(?:tmp|var/folders|dev|proc)/|[/\\]AppData[/\\]Local[/\\]Temp[/\\]|\.min\.\w+\Z"
    r"|\w\.(?:md|txt|json|ya?ml|toml|py|rs|tsx?)[/\\]|\A[A-Z]\w*/(?:Node|Next|Nuxt|Vue|React)\.js\Z|YYYY"
    r"|[/\\](?:\d{4}-\d\d-\d\dT\d\d|\d{8}-\d{6})[\w.-]*[/\\]|(?:\A|[/\\])(?:package-lock\.json|[\w.-]+\.lock)\Z"
)
"""What a program made, what is gone tomorrow, either of two (`A.md/B.md`, `Rust/Node.js`) or a pattern of names: no
file that a session works on, unless nothing else is."""
_CHANGED_FIRST = 5  # so that the newest of what was read has room
_SAME_NAMED = 2  # files of one name, in different folders
_ONLY_IN_OUTPUT = 3  # files that only outputs name, while somebody names others: a document is full of examples
_PATH_KEYS = ("path", "file_path", "filePath", "filename", "notebook_path")
_RESULT_CHARACTERS = 4_000  # a listing names hundreds of files; its head is what was asked for


_NO_RESULT = ToolResult("", "", "", is_error=True)


def key_files_of(messages: Sequence[Message], done: Reversible[Evidence] = (), limit: int = LIMIT) -> tuple[str, ...]:
    """At most `limit` different paths, the newest written ones of what was `done`, then the most recently mentioned;
    spelling as written, `./` kept."""
    written = [item.text for item in reversed(done) if item.kind == "written" and not _MADE.search(item.text)]
    found = dict.fromkeys(written[:_CHANGED_FIRST])
    made: dict[str, None] = {}
    spare: dict[str, None] = {}
    gone: list[str] = []
    results: dict[str, ToolResult] = {}
    printed = 0
    for message in reversed(messages):
        if message.is_summary:
            continue
        results.update((result.call_id, result) for result in message.results)
        for call in message.calls:
            gone += removed_by(plain(call), results.pop(call.id, _NO_RESULT))
        for path, is_printed in _newest_first_in(message, with_output=len(found) + len(spare) < limit):
            if "..." in path or "…" in path or any(locations.is_at_or_under(path, each) for each in gone):
                continue  # somebody left out a part of it, or removed it since
            if _MADE.search(path):
                made[path] = None
                continue
            if sum(_file_name(other) == _file_name(path) for other in found if other != path) >= _SAME_NAMED:
                continue  # copies that a search listed
            known = path if path in found else next((other for other in found if _same(path, other)), "")
            if not known and is_printed and printed == _ONLY_IN_OUTPUT:
                spare[path] = None
            elif not known:
                found[path] = None
                printed += is_printed
            elif (known.startswith("../") and not path.startswith(".")) or _is_end(known, path):
                found = {path if other == known else other: None for other in found}  # says where it is
            if len(found) >= limit:
                return tuple(found)
    return tuple({**found, **spare} or made)[:limit]


def is_made(path: str) -> bool:
    """Whether a program made or installed it, it is temporary or no one file: nothing that a session works on."""
    return _MADE.search(path) is not None


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]


def files_in_text(text: str) -> list[str]:
    """Paths with a folder and a known extension in the text, in order; links are not paths."""
    if "/" not in text and "\\" not in text:
        return []
    if "+++ " in text or "--- " in text or "diff --git" in text:
        text = _OF_A_DIFF.sub(lambda found: f"{found[1]}{found[2] or ''} ", text)
    return _CANDIDATE.findall(_URL.sub(" ", text) if "://" in text else text)


def files_in_call(call: ToolCall) -> list[str]:
    """Paths in a tool's input: the path arguments first, then paths inside other short strings."""
    return list(dict.fromkeys(_paths_in(call)))


def _paths_in(call: ToolCall) -> Iterator[str]:
    texts = list(_strings(call.input))
    named = (value for key, value in texts if key in _PATH_KEYS and "\n" not in value and len(value) < 400)
    seeks = "pattern" in call.input or "glob" in call.input
    yield from (path for path in named if _named_file(path) and not (seeks and "." not in _file_name(path)))
    writes = call.name.rsplit("__", 1)[-1].lower() in WRITERS
    for key, value in texts:
        if writes and "*** " in value:
            yield from _PATCHED.findall(value)
        elif key not in _PATH_KEYS and not (writes and "\n" in value):  # what is written is full of examples
            found = files_in_text(_IMPORTED.sub(" ", locations.without_other_hosts(value[:2_000])))
            yield from (path for path in found if not _ROOTLESS.match(path))


def _is_end(path: str, other: str) -> bool:
    """Whether a path that seems to begin at the root is what stands behind a name that was left out: `/src/a.py`."""
    return path[:1] == "/" and len(other) > len(path) and other.endswith(path)


def _same(path: str, other: str) -> bool:
    """Whether one is a longer spelling of the other: the absolute one, or the same last three components."""
    shorter, longer = sorted((_BARE.sub("", path.replace("\\", "/")), _BARE.sub("", other.replace("\\", "/"))), key=len)
    if shorter == longer or _is_end(shorter, longer):
        return True
    if shorter.startswith(("/", "~", "./")) or not longer.endswith("/" + shorter):
        return False
    is_from_elsewhere = path.startswith("../") or other.startswith("../")
    return is_from_elsewhere or longer.startswith("/") or longer[1:2] == ":" or shorter.count("/") >= 2


def _newest_first_in(message: Message, *, with_output: bool) -> Iterator[tuple[str, bool]]:
    """Each path, and whether an output printed it."""
    for part in reversed(message.parts):
        match part:
            case Text(text):
                yield from ((path, False) for path in reversed(files_in_text(sentences.ends(text))))
            case ToolCall():
                yield from ((path, False) for path in reversed(files_in_call(plain(part))))
            case ToolResult() if with_output:
                listed = files_in_text(_IMPORTED.sub(" ", part.text[:_RESULT_CHARACTERS]))
                yield from ((path, True) for path in reversed(listed) if not _ROOTLESS.match(path))
            case _:
                pass


def _named_file(path: str) -> bool:
    is_file = _BARE_FILE.fullmatch(path) or _CANDIDATE.fullmatch(path)
    return is_file is not None or "/" in path.strip("/") or "\\" in path


def _strings(value: Mapping[str, Any] | list[Any], depth: int = 0) -> Iterator[tuple[str, str]]:
    """(key, string) pairs of a JSON value, nested ones too."""
    if depth > 6:
        return
    pairs = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    for key, item in pairs:
        if isinstance(item, str):
            yield str(key), item
        elif isinstance(item, Mapping | list):
            yield from _strings(item, depth + 1)
