"""What was provably done: files written, tests passed, commits made, items closed. Never what somebody claims."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..model.memory import Evidence
from ..model.session import ToolCall, ToolResult
from . import key_files, sentences

CHARACTERS = 160

_WRITERS = frozenset(
    [
        "write",
        "edit",
        "multiedit",
        "notebookedit",
        "apply_patch",
        "patch",
        "create",
        "str_replace",
        "str_replace_editor",
        "insert",
        "write_file",
        "edit_file",
        "replace",
        "create_file",
        "update_file",
        "fs_write",
        "str_replace_based_edit_tool",
    ]
)
_COMMIT = re.compile(r"(?m)^\[(?P<branch>[\w./-]+)(?: \(root-commit\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>.+)$")
_PUSH = re.compile(r"(?m)^\s*(?:\*?\s*\[new (?:branch|tag)\]|[0-9a-f]{7,40}\.\.[0-9a-f]{7,40})\s+\S+ -> \S+")
_PULL_REQUEST = re.compile(r"https://[\w.-]+/[\w.-]+/[\w.-]+/(?:pull|merge_requests)/\d+")
_PASSED = (
    re.compile(r"(?m)^=+ .*?\b(?P<text>\d+ passed\b[^=\n]*?)(?: in [\d.]+s.*)? =+$"),
    re.compile(r"(?m)^\s*(?P<text>Tests?:?\s+(?:\d+ \w+, )*\d+ passed(?:[^\n]{0,60}))$"),
    re.compile(r"(?m)^(?P<text>test result: ok\. \d+ passed[^\n;]*)"),
    re.compile(r"(?m)^\s*(?P<text>\d+ pass(?:ing|ed)?)\b(?:[^\n]{0,40})$"),
    re.compile(r"(?m)^(?P<text>OK \(\d+ tests?[^\n]*\)|Ran \d+ tests? in [^\n]+)$"),
    re.compile(r"(?m)^(?P<text>ok\s+[\w./-]+\s+[\d.]+s)$"),
)
_PASS_SIGNS = ("pass", "OK", "ok\t", "ok ", "Ran ")
_FAILED = re.compile(
    r"(?m)\b[1-9]\d* (?:failed|failing|failures?|fail)\b|^FAILED|test result: FAILED|^--- FAIL|^FAIL\b"
)
_SUCCESS_ERRORS = re.compile(
    r"(?i)^\s*(?:error|failed|\{\s*\"status\":\s*\"error\"|traceback|exit code [1-9]|permission denied)"
)
_NEWEST_CHARACTERS = 8_000
_READS = re.compile(
    r"\s*(?:(?:cd|pushd) \S+ *(?:&&|;) *)*(?:cat|less|more|head|tail|grep|rg|sed -n|awk|git (?:log|show))\b"
)
"""Commands that only show what others did."""


def of(call: ToolCall, result: ToolResult, index: int, tasks: Mapping[str, str]) -> Iterator[Evidence]:
    """Evidence in one finished tool call; an erroneous result proves nothing. `tasks` names to-do items by id."""
    text = result.text
    if failed(result):
        return
    name = call.name.rsplit("__", 1)[-1].lower()
    if name in _WRITERS:
        for path in _written(call):
            yield Evidence("written", path, index)
        return
    tail = text[-_NEWEST_CHARACTERS:]
    yield from _closed(call, index, tasks)
    command = _command(call)
    if _READS.match(command) or not (command or "commit" in name or "push" in name):
        return
    for match in _COMMIT.finditer(tail):
        yield Evidence(
            "committed", sentences.clip(f"{match['hash'][:10]} {match['subject'].strip()}", CHARACTERS), index
        )
    pushed = _PUSH.search(tail)
    if pushed:
        yield Evidence("published", sentences.clip(pushed[0].strip(), CHARACTERS), index)
    if re.search(r"\b(?:gh|glab) (?:pr|mr) create\b", command) and (found := _PULL_REQUEST.search(tail)):
        yield Evidence("published", found[0], index)
    yield from _passed(command, tail, index)


def failed(result: ToolResult) -> bool:
    """Whether a call failed, by its mark or by how its output begins: some hosts report errors as results."""
    return result.is_error or _SUCCESS_ERRORS.match(result.text[:200]) is not None


def _written(call: ToolCall) -> list[str]:
    paths = key_files.in_call(call)[:1]
    for value in call.input.values():
        if isinstance(value, str) and "*** " in value:
            paths += re.findall(r"(?m)^\*\*\* (?:Add|Update) File: (\S.*?)\s*$", value)
    return list(dict.fromkeys(paths))


def _command(call: ToolCall) -> str:
    value = call.input.get("command") or call.input.get("cmd") or ""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _passed(command: str, tail: str, index: int) -> Iterator[Evidence]:
    if not command or not any(sign in tail for sign in _PASS_SIGNS) or _FAILED.search(tail):
        return
    for pattern in _PASSED:
        matches = list(pattern.finditer(tail))
        if matches:
            shown = sentences.clip(" ".join(command.split()), 70)
            yield Evidence("passed", f"{shown}: {' '.join(matches[-1]['text'].split())}", index)
            return


def task_of(call: ToolCall, result: ToolResult) -> tuple[str, str] | None:
    """(id, subject) of a to-do item that this call created."""
    subject = call.input.get("subject") or call.input.get("title")
    number = re.search(r"#(\d+)", result.text[:200])
    return (number[1], subject) if isinstance(subject, str) and number and not call.input.get("taskId") else None


def _closed(call: ToolCall, index: int, tasks: Mapping[str, str]) -> Iterator[Evidence]:
    """Items of a to-do tool that the agent set to completed and the host accepted."""
    items: list[Mapping[str, Any]] = []
    for key in ("todos", "plan", "items", "tasks"):
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
        label = item.get("content") or item.get("step") or item.get("title") or item.get("text")
        if item.get("status") in {"completed", "done"} and isinstance(label, str) and label.strip():
            yield Evidence("closed", sentences.clip(" ".join(label.split()), CHARACTERS), index)
