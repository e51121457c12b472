"""Converts exports of other memory programs to docs: mem0, basic-memory, the MCP memory server, auto-memory. Pure.

Every doc has an id made of what it says and where it stood, so that taking it over again is no second doc.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ..text.json_text import parse_json

LONGEST = 2_000
"""Characters of one doc; a longer section is divided at its paragraphs."""
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"(?m)^(#{1,6})[ \t]+(.+?)[ \t]*#*$")
_OBSERVATION = re.compile(r"(?m)^[-*][ \t]+\[(?P<about>[^\]\[\n]{1,40})\][ \t]+(?P<text>.+)$")
_POINTER = re.compile(r"(?m)^[ \t]*(?:[-*+][ \t]+)?\[[^\]\n]*\]\([^()\n]*\.md\).*$")
_MARKS = {" ", "x", "X", "-"}
"""Boxes of a list of tasks, which are no categories."""


@dataclass(frozen=True, slots=True)
class Doc:
    """One thing that is remembered."""

    text: str
    source: str
    kind: str = "fact"
    created: str = ""

    @property
    def id(self) -> str:
        """The same for the same text from the same place."""
        return "adopted-" + sha256(f"{self.source}\0{self.text}".encode("utf-8", "surrogatepass")).hexdigest()[:24]


def of_json(text: str, name: str) -> tuple[str, list[Doc]]:
    """Program and docs of an exported file, JSON or JSON lines; an empty name for one that is none of these."""
    values: list[Any] = []
    try:
        whole = parse_json(text)
        values = whole if isinstance(whole, list) else [whole]
        if isinstance(whole, Mapping):
            inner = next((whole[key] for key in ("results", "memories") if isinstance(whole.get(key), list)), None)
            values = values if inner is None else inner
    except ValueError:
        for line in text.splitlines():
            try:
                values.append(parse_json(line))
            except ValueError:
                continue
    objects = [value for value in values if isinstance(value, Mapping)]
    if any(isinstance(value.get("memory"), str) for value in objects):
        return "mem0", [doc for value in objects for doc in _of_mem0(value, name)]
    if any(value.get("type") == "entity" and isinstance(value.get("observations"), list) for value in objects):
        return "MCP memory server", [doc for value in objects for doc in _of_entity(value, name)]
    return "", []


def of_note(text: str, name: str) -> list[Doc]:
    """Docs of a note of basic-memory; none where it is no such note (they have a permalink)."""
    front, body = _divided(text)
    if "permalink" not in front:
        return []
    title, created = front.get("title") or name, front.get("created", "")
    docs = [
        Doc(f"{title}: {match['text'].strip()}", f"basic-memory:{name}", "fact", created)
        for match in _OBSERVATION.finditer(body)
        if match["about"] not in _MARKS
    ]
    rest = _OBSERVATION.sub(lambda match: match[0] if match["about"] in _MARKS else "", body)
    return docs + [Doc(each, f"basic-memory:{name}", "note", created) for each in _sections(rest, title)]


def of_auto_memory(text: str, name: str) -> list[Doc]:
    """Docs of one file of Claude Code's auto-memory: a fact with a name, a description and a type.

    Its index, MEMORY.md, has lines that point to the other files, and facts of its own.
    """
    front, body = _divided(text)
    if name == "MEMORY.md":
        body = _POINTER.sub("", body)
    kinds = {"user": "preference", "feedback": "lesson", "project": "project_state"}
    kind = kinds.get(front.get("type", ""), "fact")
    title = front.get("description") or front.get("name") or ("" if name == "MEMORY.md" else name)
    return [Doc(each, f"claude-code:{name}", kind) for each in _sections(body, title)]


def _of_mem0(value: Mapping[str, Any], name: str) -> Iterator[Doc]:
    text = value.get("memory")
    if isinstance(text, str) and text.strip():
        times = (value.get(key) for key in ("updated_at", "created_at"))
        yield Doc(text.strip(), f"mem0:{name}", "fact", next((each for each in times if isinstance(each, str)), ""))


def _of_entity(value: Mapping[str, Any], name: str) -> Iterator[Doc]:
    source = f"mcp-memory:{name}"
    if value.get("type") == "relation":
        words = [value.get(key) for key in ("from", "relationType", "to")]
        if all(isinstance(word, str) for word in words):
            yield Doc(" ".join(map(str, words)), source, "relationship")
        return
    for said in value.get("observations") or ():
        if isinstance(said, str) and said.strip():
            yield Doc(f"{value.get('name', '')}: {said.strip()}", source)


def _divided(text: str) -> tuple[dict[str, str], str]:
    """The plain lines of the frontmatter, nested ones by their own name, and the body."""
    found = _FRONT.match(text.removeprefix("\ufeff"))
    if found is None:
        return {}, text
    front = {}
    for line in found[1].splitlines():
        key, colon, value = line.partition(":")
        if colon and value.strip():
            front[key.strip()] = value.strip().strip("\"'")
    return front, text.removeprefix("\ufeff")[found.end() :]


def _sections(body: str, title: str) -> Iterator[str]:
    """The sections of a text, each with the title and its heading before it."""
    starts = [(match.start(), match.end(), match[2]) for match in _HEADING.finditer(body)]
    spans = [(0, starts[0][0] if starts else len(body), "")]
    spans += [
        (end, starts[i + 1][0] if i + 1 < len(starts) else len(body), heading)
        for i, (_, end, heading) in enumerate(starts)
    ]
    for start, end, heading in spans:
        lead = title if heading in {"", title} else ", ".join(filter(None, (title, heading)))
        piece = ""
        for paragraph in re.split(r"\n\s*\n", body[start:end]):
            said = paragraph.strip()
            if piece and len(piece) + len(said) > LONGEST:
                yield f"{lead}: {piece}" if lead else piece
                piece = ""
            piece = f"{piece}\n{said}".strip()
        if piece:
            yield f"{lead}: {piece}" if lead else piece
