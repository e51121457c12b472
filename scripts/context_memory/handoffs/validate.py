"""Parses and validates untrusted handoff XML, with a reason for every refusal.

Elements are one level deep, without entities or document type. Reading never raises: what is invalid becomes a
finding.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final
from xml.parsers import expat

from ..errors import Finding, Level
from ..prompts import sections
from .tasks import Handoff, Result, Status, Task, TaskType

MAX_CHARS = 1_000_000
"""A text with more characters than this holds no handoff worth reading."""

_OPENING = re.compile(r"<(task|r)(?=[\s/>])[^<>]*>")
_CLOSING = {kind: re.compile(rf"</{kind}\s*>") for kind in ("task", "r")}
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_DECLARATION = re.compile(r"<!\s*(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)\b", re.IGNORECASE)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Document:
    """One handoff as its named texts."""

    kind: str
    """`task` or `r`."""
    line: int
    fields: dict[str, str]
    lines: dict[str, int]
    """1-based line of each field."""
    attributes: dict[str, str]
    """`field.attribute` -> value."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A part of the text that is not a valid handoff."""

    kind: str
    line: int
    what: str


def documents(text: str) -> Iterator[Document | Broken]:
    """Every handoff of the text in order, or its error."""
    if len(text) > MAX_CHARS:
        yield Broken("too_large", 0, f"{len(text):,} characters, at most {MAX_CHARS:,} are read")
        return
    markup = _without_cdata(text)
    declared = _DECLARATION.search(markup)
    if declared:
        yield Broken("doctype", markup.count("\n", 0, declared.start()) + 1, declared[0])
        return
    position, counted, line, found_any = 0, 0, 1, False
    never_closed: set[str] = set()
    while opening := _OPENING.search(text, position):
        found_any = True
        if opening[1] in never_closed:
            position = opening.end()
            continue
        line += text.count("\n", counted, opening.start())
        counted = opening.start()
        closing = _CLOSING[opening[1]].search(text, opening.end())
        if closing is None or opening[0].endswith("/>"):
            yield Broken("unclosed", line, opening[0][:60])
            position = opening.end()
            never_closed |= {opening[1]} if closing is None else set()
            continue
        position = closing.end()
        yield _document(opening[1], text[opening.start() : position], line)
    if not found_any:
        yield Broken("no_handoff", 0, "no <task> and no <r>")


def unwritable(text: str) -> str:
    """The first character that XML does not allow, as `U+0000`; empty if there is none."""
    found = _NOT_XML.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def _without_cdata(text: str) -> str:
    """The text with quoted character data blanked, line breaks kept."""
    pieces = []
    position = 0
    while (start := text.find(_CDATA, position)) >= 0 and (end := text.find(_CDATA_END, start)) >= 0:
        pieces += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end + len(_CDATA_END)
    return "".join((*pieces, text[position:]))


class _RefusedXML(Exception):  # noqa: N818 - a signal out of the parser's callbacks
    def __init__(self, broken: Broken) -> None:
        super().__init__(broken.kind)
        self.broken = broken


def _document(kind: str, text: str, first_line: int) -> Document | Broken:
    collector = _Collector(kind, first_line)
    try:
        collector.read(text)
    except _RefusedXML as refusal:
        return refusal.broken
    except expat.ExpatError as error:
        return Broken("not_xml", first_line + max(0, error.lineno - 1), f"<{kind}>: {expat.ErrorString(error.code)}")
    except (UnicodeError, ValueError):
        return Broken("not_xml", first_line, f"<{kind}>: {unwritable(text) or 'a character'} is not allowed in XML")
    return Document(kind, first_line, collector.texts(), collector.lines, collector.attributes)


@dataclass(slots=True)
class _Collector:
    kind: str
    first_line: int
    chunks: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    parser: expat.XMLParserType = field(default_factory=expat.ParserCreate)

    def read(self, text: str) -> None:
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.StartDoctypeDeclHandler = self.declared
        self.parser.EntityDeclHandler = self.declared
        self.parser.Parse(text, True)

    def texts(self) -> dict[str, str]:
        return {name: "".join(chunks) for name, chunks in self.chunks.items()}

    def line(self) -> int:
        return self.first_line + self.parser.CurrentLineNumber - 1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) > 1:
            raise _RefusedXML(Broken("nested_element", self.line(), f"<{name}> inside <{self.open[-1]}>"))
        if self.open and name in self.chunks:
            raise _RefusedXML(Broken("duplicate_field", self.line(), f"<{name}> stands twice"))
        if self.open:
            self.chunks[name] = []
            self.lines[name] = self.line()
            self.attributes.update({f"{name}.{key}": value for key, value in attributes.items()})
        self.open.append(name)

    def end(self, name: str) -> None:  # noqa: ARG002 - the parser calls it so
        self.open.pop()

    def characters(self, text: str) -> None:
        if len(self.open) > 1:
            self.chunks[self.open[-1]].append(text)
        elif text.strip():
            raise _RefusedXML(Broken("stray_text", self.line(), text.strip()[:60]))

    def declared(self, *_: object) -> None:
        raise _RefusedXML(Broken("doctype", self.line(), "a declaration"))


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
    """The valid handoffs of a text with their lines, and the findings about the others."""

    handoffs: tuple[tuple[int, Handoff], ...]
    findings: tuple[Finding, ...]


def read_handoff(text: str, writable: Iterable[str] = DECLARED_FILES) -> Reading:
    """All handoffs of a text; `writable` are the files that a memory update may name."""
    handoffs: list[tuple[int, Handoff]] = []
    findings: list[Finding] = []
    for item in documents(text):
        if isinstance(item, Broken):
            findings.append(Finding(item.kind, item.line, item.what))
            continue
        problems = tuple(_problems(item, tuple(writable)))
        findings += problems
        if not any(problem.level is Level.FAIL for problem in problems):
            handoffs.append((item.line, _handoff(item)))
    return Reading(tuple(handoffs), tuple(findings))


def parts_of_task_id(text: str) -> tuple[str, int] | None:
    """Date and number of a task id `YYYYMMDD-seq`; None if it is not one."""
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
    """The handoff as it is parsed: names and ids without outer spaces, one constraint per line."""
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
    mark = sections.one_line(f"{result.task_id} {agent}".strip())
    lines = (sections.one_line(line) for line in result.memory_update.splitlines())
    return tuple(f"- [{mark}] {_COMMENT.sub('--', line)}" for line in lines if line)


def _problems(document: Document, writable: tuple[str, ...]) -> Iterator[Finding]:
    def finding(kind: str, field: str, what: str, level: Level = Level.FAIL) -> Finding:
        return Finding(kind, document.lines.get(field, document.line), what, level=level)

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
    """Invalid values, as (kind, field, what)."""
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
