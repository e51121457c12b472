"""What is remembered of compacted sessions: the structured memory and the receipt, one JSON file a compaction.

A record is found by the continuation it belongs to (its SHA-256), or by the archive
that the continuation names, so that a session is recognised in whatever file or
format it comes back.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ...errors import ContextMemoryError, InputError
from ...storage import files
from ...text.json_text import parse_json
from ..digest.values import (
    Action,
    Archived,
    Evidence,
    Line,
    Mentions,
    Receipt,
    ReceiptItem,
    Requirement,
    Said,
    SessionMemory,
    Speaker,
)

VERSION = 1
LARGEST_RECORD = 64_000_000  # bytes; condensed memories are below 1 MB


class Record(NamedTuple):
    """One compaction of one session."""

    session: str
    memory: SessionMemory
    receipt: Receipt
    kept: int
    """Messages that stood behind the continuation; they are folded already."""
    marks: tuple[str, ...] = ()
    """What these messages said (`kept_messages`), to know them again where a format has merged or reshaped them."""
    tokens_before: int = 0
    tokens_after: int = 0
    turns: int = 0
    """Requests of a person since the compaction before; how soon a context refilled is measured in these."""
    archive: str = ""
    key: str = ""
    number: int = 0
    details: Mapping[str, Any] = MappingProxyType({})


def key_of(continuation: str) -> str:
    """The name of the record of a continuation: 16 hex digits of its SHA-256."""
    return hashlib.sha256(continuation.strip().encode("utf-8", "surrogatepass")).hexdigest()[:16]


class SessionRecords:
    """The records in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.problems: list[str] = []
        """Records that could not be read; the caller says it."""

    @property
    def index(self) -> Path:
        """One line per compaction: session, key and numbers."""
        return self._folder / "index.jsonl"

    def path(self, key: str) -> Path:
        """Where the record of a continuation lies."""
        return self._folder / f"{key}.json"

    def save(self, continuation: str, record: Record) -> Path:
        """Write the record of a continuation and its line in the index."""
        key = key_of(continuation)
        path = self.path(key)
        files.replace_text(path, json.dumps(_dump(record, key), ensure_ascii=False, separators=(",", ":")) + "\n")
        line = {
            "session": record.session,
            "key": key,
            "number": record.memory.compactions,
            "tokens_before": record.tokens_before,
            "tokens_after": record.tokens_after,
            "score": record.receipt.score,
            "archive": record.archive,
        }
        files.append_line(self.index, json.dumps(line, ensure_ascii=False))
        return path

    def of_continuation(self, text: str) -> Record | None:
        """The record of this continuation, or None when we did not write it or its record is gone."""
        return self.of_key(key_of(text))

    def of_archive(self, handle: str) -> Record | None:
        """The newest record of a compaction whose continuation names this archive."""
        lines = [line for line in self.listed() if line.get("archive") == handle]
        return next(filter(None, (self.of_key(line["key"]) for line in reversed(lines))), None)

    def of_key(self, key: str) -> Record | None:
        """The record with this key; a damaged one is a problem, not an error: the session itself is still there."""
        path = self.path(key)
        if not path.is_file():
            return None
        try:
            return _parse(parse_json(files.read_bytes(path, limit=LARGEST_RECORD)), key)
        except (ValueError, KeyError, TypeError, ContextMemoryError) as error:
            self.problems.append(
                f"{path} cannot be read ({type(error).__name__}); the session is read again from its start"
            )
            return None

    def listed(self) -> Iterator[dict[str, Any]]:
        """Lines of the index, oldest first; torn ones are passed over."""
        for line in files.read_lines(self.index):
            try:
                value = parse_json(line)
            except ValueError:
                continue
            if isinstance(value, dict) and isinstance(value.get("key"), str):
                yield value

    def newest(self, wanted: str = "") -> Record:
        """The newest record, of a session or with a key when `wanted` names one; InputError when there is none."""
        lines = [
            line
            for line in self.listed()
            if not wanted or line["key"].startswith(wanted) or line.get("session") == wanted
        ]
        for line in reversed(lines):
            record = self.of_key(line["key"])
            if record is not None:
                return record
        about = f" for {wanted}" if wanted else ""
        raise InputError(
            f"no receipt{about} in {self._folder}", hint="run context-memory compact with the same --workspace first"
        )


def _dump(record: Record, key: str) -> dict[str, Any]:
    memory = record.memory
    return {
        "version": VERSION,
        "session": record.session,
        "key": key,
        "kept": record.kept,
        "marks": list(record.marks),
        "tokens_before": record.tokens_before,
        "tokens_after": record.tokens_after,
        "turns": record.turns,
        "archive": record.archive,
        "receipt": {
            "score": record.receipt.score,
            "kept": [[item.kind, item.text, item.where] for item in record.receipt.kept],
            "archived": [[item.kind, item.text, item.where] for item in record.receipt.archived],
            "missing": [[item.kind, item.text, item.where] for item in record.receipt.missing],
        },
        "memory": memory_value(memory),
    }


def _parse(value: Any, key: str) -> Record:
    if value["version"] != VERSION:
        raise ValueError(f"version {value['version']}")
    memory, receipt = value["memory"], value["receipt"]
    return Record(
        session=value["session"],
        key=key,
        kept=value["kept"],
        marks=tuple(value["marks"]),
        tokens_before=value["tokens_before"],
        tokens_after=value["tokens_after"],
        turns=value["turns"],
        archive=value["archive"],
        number=memory["compactions"],
        receipt=Receipt(
            receipt["score"],
            tuple(ReceiptItem(*item) for item in receipt["kept"]),
            tuple(ReceiptItem(*item) for item in receipt["archived"]),
            tuple(ReceiptItem(*item) for item in receipt["missing"]),
        ),
        memory=parsed_memory(memory),
    )


def memory_value(memory: SessionMemory) -> dict[str, Any]:
    """The structured memory as a JSON object."""
    return {
        "messages": memory.messages,
        "compactions": memory.compactions,
        "language": memory.language,
        "cwd": memory.cwd,
        "last_request": memory.last_request,
        "requests": _said(memory.requests),
        "directives": _said(memory.directives),
        "corrections": _said(memory.corrections),
        "decisions": _said(memory.decisions),
        "errors": _said(memory.errors),
        "statements": _said(memory.statements),
        "causes": _said(memory.causes),
        "questions": _said(memory.questions),
        "reports": _said(memory.reports),
        "actions": [
            [item.kind, item.tool, item.target, item.text, item.outcome, item.index, int(item.failed), item.call]
            for item in memory.actions
        ],
        "duties": [[requirement.kind, requirement.text, requirement.index] for requirement in memory.requirements],
        "todos": dict(memory.todos),
        "planned_for": memory.planned_for,
        "pending": list(memory.pending),
        "key_files": list(memory.key_files),
        "completed": [[item.kind, item.text, item.index] for item in memory.completed],
        "mentions": [[m.kind, m.key, m.prose, m.calls, m.person, m.results, m.last] for m in memory.mentions],
        "lines": [
            [
                line.place,
                line.index,
                int(line.from_result),
                [[*name, shown] for name, shown in zip(line.names, line.shown, strict=True)],
                line.text,
            ]
            for line in memory.lines
        ],
        "words": {word: list(counts) for word, counts in sorted(memory.words.items())},
        "roots": dict(memory.roots),
        "tools": dict(memory.tools),
        "archived": [[each.handle, each.first, each.count] for each in memory.archived],
    }


def parsed_memory(memory: Any) -> SessionMemory:
    """The structured memory of a JSON object that `memory_value` made."""
    return SessionMemory(
        messages=memory["messages"],
        compactions=memory["compactions"],
        language=memory["language"],
        cwd=memory.get("cwd", ""),
        last_request=memory["last_request"],
        requests=_parse_said(memory["requests"]),
        directives=_parse_said(memory["directives"]),
        corrections=_parse_said(memory["corrections"]),
        decisions=_parse_said(memory["decisions"]),
        errors=_parse_said(memory["errors"]),
        statements=_parse_said(memory["statements"]),
        causes=_parse_said(memory.get("causes", [])),
        questions=_parse_said(memory.get("questions", [])),
        reports=_parse_said(memory.get("reports", [])),
        actions=tuple(
            Action(kind, tool, target, text, outcome, index, bool(failed), *call)
            for kind, tool, target, text, outcome, index, failed, *call in memory.get("actions", [])
        ),
        requirements=tuple(Requirement(*requirement) for requirement in memory.get("duties", [])),
        todos=dict(memory.get("todos", {})),
        planned_for=memory.get("planned_for", -1),
        pending=tuple(memory["pending"]),
        key_files=tuple(memory["key_files"]),
        completed=tuple(Evidence(*item) for item in memory["completed"]),
        mentions=tuple(Mentions(*item) for item in memory["mentions"]),
        lines=tuple(_parsed_line(*line) for line in memory["lines"]),
        words={word: (counts[0], counts[1], counts[2]) for word, counts in memory["words"].items()},
        roots=memory["roots"],
        tools=memory["tools"],
        archived=tuple(Archived(*item) for item in memory["archived"]),
    )


def _parsed_line(place: str, index: int, from_result: int, items: list[list[str]], text: str = "") -> Line:
    names = tuple((kind, key) for kind, key, _ in items)
    return Line(place, names, tuple(shown for _, _, shown in items), index, bool(from_result), text)


def _said(said: tuple[Said, ...]) -> list[list[Any]]:
    return [[each.text, each.index, each.speaker.value, *_more_of(each)] for each in said]


def _more_of(said: Said) -> list[Any]:
    """What few have: the words that it answers, and a 1 behind them for what was carried out, a 2 for what left nothing
    to tell."""
    if said.is_done:
        return [said.reply_to, 2 if said.is_passing else 1]
    return [said.reply_to] if said.reply_to else []


def _parse_said(values: list[list[Any]]) -> tuple[Said, ...]:
    return tuple(
        Said(text, index, Speaker(speaker), more[0] if more else "", len(more) > 1, is_passing=more[1:] == [2])
        for text, index, speaker, *more in values
    )
