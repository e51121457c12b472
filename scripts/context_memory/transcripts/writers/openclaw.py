"""OpenClaw's messages, and a real `compaction` entry at the end of a session; every byte before it stays as it is."""

import contextlib
import hashlib
import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

from ...errors import InputError, RefusedError
from ...messages import Image, Message, Opaque, Part, Role, Text, Thinking, ToolCall, ToolResult
from ...storage.files import replace_chunks
from ...text import pictures
from ...text.patterns import lazy_regex
from ..formats._lines import opened, parsed
from .pairing import Said, accepted, paired

CHUNK: Final = 1 << 20

_SHORT_ID = lazy_regex(r"[0-9a-f]{8}")


def compaction_entry_id(like: str, *content: str) -> str:
    """An id made from the content alone, in the style of `like`: 8 hex digits (v3) or a UUID (v4)."""
    digest = hashlib.sha256("\0".join(content).encode("utf-8", "surrogatepass")).hexdigest()
    if _SHORT_ID.fullmatch(like):
        return digest[:8]
    variant = "89ab"[int(digest[16], 16) % 4]
    return f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-{variant}{digest[17:20]}-{digest[20:32]}"


def append_compaction(
    source: bytes | Path,
    *,
    summary: str,
    first_kept_id: str,
    tokens_before: int,
    tokens_after: int,
    details: Mapping[str, Any],
    entry_id: str,
    time: str,
    destination: Path,
) -> None:
    """Writes a copy of the session with a compaction entry added; `time` is ISO 8601.

    The source itself is replaced, in one step, only where `destination` is
    the same path as `source`.
    """
    _refuse_same_file(source, destination)
    name = str(source) if isinstance(source, Path) else "the session"
    in_place = source if isinstance(source, Path) and source == destination else None
    with contextlib.closing(_open(source)) as file:
        found = os.fstat(file.fileno()) if in_place else None
        size = file.seek(0, os.SEEK_END)
        _has_header(file, name)
        leaf, is_torn = _leaf(file, size, name)
        _check_entry_ids(file, size, name, first_kept_id=first_kept_id, entry_id=entry_id)
        entry = {
            "type": "compaction",
            "id": entry_id,
            "parentId": leaf,
            "timestamp": time,
            "summary": summary,
            "firstKeptEntryId": first_kept_id,
            "tokensBefore": tokens_before,
            "tokensAfter": tokens_after,
            "details": dict(details),
            "fromHook": True,  # OpenClaw reads `details` of its own compactions only; these are ours
        }
        line = (b"\n" if is_torn else b"") + _line(entry)
        replace_chunks(destination, chain(_chunks(file, size), [line], _unchanged(in_place, found)))


def leaf_id(source: bytes | Path) -> str:
    """Id of the newest entry, which is the parent of the next one; empty in a session that has only its header."""
    with contextlib.closing(_open(source)) as file:
        size = file.seek(0, os.SEEK_END)
        return _leaf(file, size, str(source) if isinstance(source, Path) else "the session")[0] or ""


def _open(source: bytes | Path) -> IO[bytes]:
    if isinstance(source, bytes):
        return io.BytesIO(source)
    file: IO[bytes] = opened(source)
    return file


def _refuse_same_file(source: bytes | Path, destination: Path) -> None:
    if not isinstance(source, Path) or source == destination:
        return
    with contextlib.suppress(OSError):
        if destination.samefile(source):
            raise RefusedError(
                f"{destination} is the session itself",
                hint="choose another file, or name the same path twice to replace the session",
            )


def _has_header(file: IO[bytes], name: str) -> None:
    file.seek(0)
    header = _object(file.readline(CHUNK).removeprefix(b"\xef\xbb\xbf"))
    if header is None or header.get("type") != "session":
        raise InputError(f"{name} is no OpenClaw session: its first line is no session header", hint="check the file")


def _leaf(file: IO[bytes], size: int, name: str) -> tuple[str | None, bool]:
    """(id of the newest entry, whether the last line lacks a line break); entries without ids are refused."""
    is_torn, is_last = False, True
    for line in _lines_backwards(file, size):
        is_torn, is_last = (bool(line) if is_last else is_torn), False
        entry = _object(line)
        if entry is None or not isinstance(entry.get("type"), str):
            continue
        if entry["type"] == "session":
            return None, is_torn
        if isinstance(entry.get("id"), str) and entry["id"]:
            return entry["id"], is_torn
        raise RefusedError(
            f"{name} is a version 1 session: its entries have no ids, so a compaction cannot say what it keeps",
            hint="open it once in OpenClaw, which brings it to the current version, or write another format",
        )
    return None, is_torn


def _check_entry_ids(file: IO[bytes], size: int, name: str, *, first_kept_id: str, entry_id: str) -> None:
    """Refuses a first kept entry that is not in the session, and a compaction entry that already is."""
    kept, ours = (json.dumps(each).encode() for each in (first_kept_id, entry_id))
    has_kept, before = False, b""
    for chunk in _chunks(file, size):
        seen = before + chunk
        has_kept = has_kept or kept in seen
        if ours in seen:
            raise RefusedError(f"{name} has an entry {entry_id} already", hint="this compaction was written before")
        before = seen[-max(len(kept), len(ours)) :]
    if not has_kept:
        raise RefusedError(f"{name} has no entry {first_kept_id}", hint="name the first entry that stays visible")


def _unchanged(source: Path | None, found: os.stat_result | None) -> Iterator[bytes]:
    """Yields nothing; refuses, as the last step, to replace a session that changed meanwhile."""
    if source and found:
        now = source.stat()
        if (now.st_ino, now.st_size, now.st_mtime_ns) != (found.st_ino, found.st_size, found.st_mtime_ns):
            raise RefusedError(f"{source} changed while it was read", hint="stop the host, then try again")
    yield from ()


def _chunks(file: IO[bytes], size: int) -> Iterator[bytes]:
    """The first `size` bytes, without what a host appends meanwhile."""
    file.seek(0)
    left = size
    while left and (chunk := file.read(min(CHUNK, left))):
        left -= len(chunk)
        yield chunk


def _lines_backwards(file: IO[bytes], size: int) -> Iterator[bytes]:
    """Lines from last to first, without line breaks; the first is empty if the file ends with one."""
    start, step, rest = size, 1 << 16, b""
    while start:
        length = min(step, start)
        start, step = start - length, step * 2
        file.seek(start)
        rest, *lines = (file.read(length) + rest).split(b"\n")
        yield from reversed(lines)
    yield rest


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = parsed(line.decode())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _line(entry: dict[str, Any]) -> bytes:
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def to_agent_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The messages in the host's form, without thinking; unsupported parts become text."""
    sent: list[dict[str, Any]] = []
    for said in paired(messages):
        content = [block for part in said.parts for block in _blocks(part)]
        if content:
            sent.append({"role": _role(said), "content": content})
        sent.extend(_result(result) for result in said.results)
    return sent


def _role(said: Said) -> str:
    return "assistant" if said.role is Role.ASSISTANT else "user"


def _blocks(part: Part) -> list[dict[str, Any]]:
    match part:
        case Text(written):
            return [_text(written)]
        case ToolCall(call_id, name, given):
            return [{"type": "toolCall", "id": call_id, "name": accepted(name) or "tool", "arguments": dict(given)}]
        case Image():
            return [_picture(part)]
        case Opaque(kind, raw):
            return [] if "thinking" in kind else [_text(f"[{kind}] {raw}")]
        case Thinking() | ToolResult():
            return []


def _result(result: ToolResult) -> dict[str, Any]:
    shown = [block for block in map(_picture, result.pictures) if block["type"] == "image"]
    left = replace(result, pictures=tuple(each for each in result.pictures if _picture(each)["type"] == "text"))
    text = "\n".join(filter(None, (result.whole_text, pictures.result_note(left))))
    return {
        "role": "toolResult",
        "toolCallId": result.call_id,
        "toolName": result.name,
        "content": [_text(text), *shown],
        "isError": result.is_error,
    }


def _picture(picture: Image) -> dict[str, Any]:
    """The image as a block of the host, which takes bytes only; else a line with its handle."""
    head, _, rest = picture.source.partition(",")
    kind = head.removeprefix("data:").partition(";")[0]
    if kind.startswith("image/") and head == f"data:{kind};base64":
        return {"type": "image", "data": rest, "mimeType": kind}
    return _text(pictures.note(picture))


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}
