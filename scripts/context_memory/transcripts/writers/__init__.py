"""Writes transcripts for APIs, for people, and back into an OpenClaw session.

The modules make values from messages and touch no file; `write` puts them on
disk. An OpenClaw session is not made anew: a `compaction` entry is appended to
a copy of it (`openclaw.append_compaction`).
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ...errors import InputError
from ...messages import Message
from ...storage.files import replace_bytes
from . import anthropic, markdown, openai


def _json(messages: object) -> bytes:
    value = {"messages": messages}
    try:
        return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
    except UnicodeEncodeError:  # half a surrogate pair: JSON can say it only as an escape
        return (json.dumps(value, indent=1) + "\n").encode()


def _anthropic(messages: Sequence[Message], title: str) -> bytes:  # noqa: ARG001
    return _json(anthropic.to_messages(messages))


def _openai(messages: Sequence[Message], title: str) -> bytes:  # noqa: ARG001
    return _json(openai.to_messages(messages))


def _markdown(messages: Sequence[Message], title: str) -> bytes:
    return markdown.to_markdown(messages, title=title).encode("utf-8", "replace")


WRITERS: Final[dict[str, Callable[[Sequence[Message], str], bytes]]] = {
    "anthropic": _anthropic,
    "openai": _openai,
    "markdown": _markdown,
}
"""Format name -> the bytes of some messages."""

FORMATS: Final = (*WRITERS, "openclaw")
"""All formats that can be written; `openclaw` needs the session it appends to."""


def rendered(messages: Sequence[Message], format: str, *, title: str = "") -> bytes:  # noqa: A002
    """The messages in a format, as bytes."""
    if format == "openclaw":
        raise InputError(
            "an OpenClaw session is written only from an OpenClaw session", hint=f"choose one of: {', '.join(WRITERS)}"
        )
    if format not in WRITERS:
        raise InputError(f"unknown format {format!r}", hint=f"choose one of: {', '.join(FORMATS)}")
    return WRITERS[format](messages, title)


def write(messages: Sequence[Message], format: str, destination: Path, *, title: str = "") -> None:  # noqa: A002
    """Writes the messages to a file, atomically."""
    replace_bytes(destination, rendered(messages, format, title=title))
