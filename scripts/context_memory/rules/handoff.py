"""What makes a handoff valid, with a reason for every refusal.

`read` never raises: what it cannot accept becomes a finding.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from ..model.findings import Finding, Level
from ..model.handoffs import Handoff, Result, Status, Task, TaskType
from . import handoff_advice, handoff_xml, prompt_sections
from .handoff_xml import Broken, Document

MAX_CONTEXT = 200
"""Characters of a task's context (SPEC 1.6)."""
MAX_UPDATE = 4_000
"""Characters of a memory update: it is appended to files that are read at every start."""
DECLARED_FILES: Final = ("MEMORY.md", "memories/errors.md", "memories/context.md")
"""Files that the skill declares it writes; others only when an operator adds them."""

_TASK_FIELDS: Final = ("from", "to", "task_id", "type", "context", "input", "expected_output", "constraints")
_RESULT_FIELDS: Final = ("task_id", "status", "o", "side_effects", "memory_update")
_FIELDS: Final = {"task": _TASK_FIELDS, "r": _RESULT_FIELDS}
_OPTIONAL: Final = {"task": ("constraints",), "r": ("side_effects", "memory_update")}
_NOT_EMPTY: Final = {"task": ("from", "to", "task_id", "type", "expected_output"), "r": ("task_id", "status")}
_EXTRA: Final = ("signed_off_by",)
TAGS: Final = ("task", *_TASK_FIELDS, "r", *(field for field in _RESULT_FIELDS if field not in _TASK_FIELDS))
"""Every tag of the two forms, each once."""
_TASK_ID = re.compile(r"([0-9]{8})-([0-9]{1,6})")
_COMMENT = re.compile(r"<!--|-->")


@dataclass(frozen=True, slots=True)
class Reading:
    """The valid handoffs of a text with their lines, and what is wrong with the others."""

    handoffs: tuple[tuple[int, Handoff], ...]
    findings: tuple[Finding, ...]


def read(text: str, language: str = "en", writable: Iterable[str] = DECLARED_FILES) -> Reading:
    """All handoffs of a text; `writable` are the files that a memory update may name."""
    handoffs: list[tuple[int, Handoff]] = []
    findings: list[Finding] = []
    for item in handoff_xml.documents(text):
        if isinstance(item, Broken):
            findings.append(handoff_advice.finding(item.kind, item.line, item.what, language))
            continue
        problems = tuple(_problems(item, language, tuple(writable)))
        findings += problems
        if not any(problem.level is Level.FAIL for problem in problems):
            handoffs.append((item.line, _handoff(item)))
    return Reading(tuple(handoffs), tuple(findings))


def parts_of_task_id(text: str) -> tuple[str, int] | None:
    """Date and number of a task id `YYYYMMDD-seq`; None when it is none."""
    found = _TASK_ID.fullmatch(text)
    if not found or not int(found[2]):
        return None
    try:
        date.fromisoformat(found[1])
    except ValueError:
        return None
    return found[1], int(found[2])


def constraints_of(texts: Iterable[str]) -> tuple[str, ...]:
    """One constraint per line, without blank lines and outer spaces."""
    return tuple(line.strip() for text in texts for line in text.splitlines() if line.strip())


def normalised(value: Handoff) -> Handoff:
    """The handoff as it reads back: names and ids without outer spaces, one constraint per line."""
    match value:
        case Task():
            return replace(
                value,
                sender=value.sender.strip(),
                receiver=value.receiver.strip(),
                task_id=value.task_id.strip(),
                constraints=constraints_of(value.constraints),
                signed_off_by=value.signed_off_by.strip(),
            )
        case Result():
            return replace(
                value,
                task_id=value.task_id.strip(),
                memory_file=value.memory_file.strip(),
                signed_off_by=value.signed_off_by.strip(),
            )


def next_task_id(day: str, known: Iterable[str]) -> str:
    """The id after the highest of that day."""
    numbers = [parts[1] for parts in map(parts_of_task_id, known) if parts and parts[0] == day]
    return f"{day}-{max(numbers, default=0) + 1}"


def memory_target(result: Result) -> str:
    """The file of a memory update: the named one, else context.md for what is done and errors.md for the rest."""
    if result.memory_file:
        return result.memory_file
    return "memories/context.md" if result.status is Status.DONE else "memories/errors.md"


def memory_lines(result: Result, agent: str = "") -> tuple[str, ...]:
    """A memory update as list items that name their task: it cannot open a heading, a fence or a comment."""
    mark = prompt_sections.one_line(f"{result.task_id} {agent}".strip())
    lines = (prompt_sections.one_line(line) for line in result.memory_update.splitlines())
    return tuple(f"- [{mark}] {_COMMENT.sub('--', line)}" for line in lines if line)


def _problems(document: Document, language: str, writable: tuple[str, ...]) -> Iterator[Finding]:
    def finding(kind: str, field: str, what: str, level: Level = Level.FAIL) -> Finding:
        return handoff_advice.finding(kind, document.lines.get(field, document.line), what, language, level)

    fields = document.fields
    for name in _FIELDS[document.kind]:
        if name not in fields:
            level = Level.WARN if name in _OPTIONAL[document.kind] else Level.FAIL
            yield finding("missing_field", name, f"<{document.kind}> has no <{name}>", level)
        elif name in _NOT_EMPTY[document.kind] and not fields[name].strip():
            yield finding("empty_field", name, f"<{name}> is empty")
    for name in fields:
        if name not in _FIELDS[document.kind] and name not in _EXTRA:
            yield finding("unknown_field", name, f"<{name}> in <{document.kind}>", Level.WARN)
    yield from (finding(kind, name, what) for kind, name, what in _bad_values(document, writable))


def _bad_values(document: Document, writable: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Values that are there and wrong, as (kind, field, what)."""
    fields = document.fields
    task_id = fields.get("task_id", "").strip()
    if task_id and parts_of_task_id(task_id) is None:
        yield "bad_task_id", "task_id", _short(task_id)
    task_type = fields.get("type", "").strip()
    if document.kind == "task" and task_type and task_type not in set(TaskType):
        yield "unknown_type", "type", _short(task_type)
    status = fields.get("status", "").strip()
    if document.kind == "r" and status and status not in set(Status):
        yield "unknown_status", "status", _short(status)
    length = len(fields.get("context", "").strip())
    if document.kind == "task" and length > MAX_CONTEXT:
        yield "context_too_long", "context", f"{length} characters"
    update = fields.get("memory_update", "").strip()
    if document.kind == "r" and len(update) > MAX_UPDATE:
        yield "update_too_long", "memory_update", f"{len(update):,} characters"
    file = _file(document)
    if file and file not in writable:
        yield "undeclared_file", "memory_update", _short(file)


def _handoff(document: Document) -> Handoff:
    fields: Mapping[str, str] = document.fields
    signed = fields.get("signed_off_by", "").strip()
    if document.kind == "task":
        return Task(
            sender=fields["from"].strip(),
            receiver=fields["to"].strip(),
            task_id=fields["task_id"].strip(),
            type=TaskType(fields["type"].strip()),
            context=fields["context"],
            input=fields["input"],
            expected_output=fields["expected_output"],
            constraints=constraints_of([fields.get("constraints", "")]),
            signed_off_by=signed,
        )
    return Result(
        task_id=fields["task_id"].strip(),
        status=Status(fields["status"].strip()),
        output=fields["o"],
        side_effects=fields.get("side_effects", ""),
        memory_update=fields.get("memory_update", ""),
        memory_file=_file(document),
        signed_off_by=signed,
    )


def _file(document: Document) -> str:
    return document.attributes.get("memory_update.file", "").strip()


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else flat[:59] + "…"
