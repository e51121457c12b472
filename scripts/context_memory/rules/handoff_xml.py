"""Read handoff XML that others wrote: elements one level deep, no entities, no document type.

Handoffs may stand in a message between other text; everything outside
`<task>…</task>` and `<r>…</r>` is passed over.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

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
    """Something in the text that cannot be read as a handoff."""

    kind: str
    line: int
    what: str


def documents(text: str) -> Iterator[Document | Broken]:
    """Every handoff of the text in order, or what is wrong with it."""
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
    """The first character that XML cannot carry, as `U+0000`; empty when there is none."""
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
