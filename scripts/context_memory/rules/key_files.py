"""The files a session works on, newest reference first, also from JSON tool inputs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..model.session import Message, Text, ToolCall, ToolResult

LIMIT = 8  # skill L2 step 2

_EXTENSIONS = (
    "md|json|jsonl|py|ts|tsx|js|jsx|rs|yaml|yml|toml|go|java|cfg|ini|sh|sql|css|html|vue|rb|php|c|h|cpp|cs|kt|swift"
)
_CANDIDATE = re.compile(
    r"(?<![\w/:.@-])(?:(?:[A-Za-z]:[\\/]|~/|\.{1,2}/|/)(?:[\w.@+-]+[\\/])*|(?:[\w.@+-]+[\\/])+)"
    r"[\w.@+-]*\.(?i:" + _EXTENSIONS + r")(?![\w/])"
)
_URL = re.compile(r"\w+://\S+")
_IMPORTED = re.compile(r"""["'`]\.{1,2}/[^"'`\s]*["'`]""")
"""A quoted relative path in a file that was read: what its code imports, not what the session works on."""
_PATH_KEYS = ("path", "file_path", "filePath", "filename", "notebook_path")
_RESULT_CHARACTERS = 4_000  # a listing names hundreds of files; its head is what was asked for


def newest_first(messages: Sequence[Message], limit: int = LIMIT) -> tuple[str, ...]:
    """At most `limit` different paths, the most recently mentioned first; spelling as written, `./` kept."""
    found: dict[str, None] = {}
    for message in reversed(messages):
        if message.is_summary:
            continue
        for path in _newest_first_in(message):
            if path not in found and not any(_same(path, other) for other in found):
                found[path] = None
            if len(found) >= limit:
                return tuple(found)
    return tuple(found)


def in_text(text: str) -> list[str]:
    """Paths with a folder and a known extension in the text, in order; links are not paths."""
    if "/" not in text and "\\" not in text:
        return []
    return _CANDIDATE.findall(_URL.sub(" ", text))


def in_call(call: ToolCall) -> list[str]:
    """Paths in a tool's input: the path arguments first, then paths inside other short strings."""
    named = [
        value for key, value in _strings(call.input) if key in _PATH_KEYS and "\n" not in value and len(value) < 400
    ]
    others = [path for key, value in _strings(call.input) if key not in _PATH_KEYS for path in in_text(value[:2_000])]
    return list(dict.fromkeys([path for path in named if _named_file(path)] + others))


def _same(path: str, other: str) -> bool:
    """Whether one is a longer spelling of the other: the absolute one, or the same last three components."""
    shorter, longer = sorted((path.replace("\\", "/"), other.replace("\\", "/")), key=len)
    if not shorter[:1].isalnum() or not longer.endswith("/" + shorter):
        return False
    return longer.startswith("/") or longer[1:2] == ":" or shorter.count("/") >= 2


def _newest_first_in(message: Message) -> Iterator[str]:
    for part in reversed(message.parts):
        match part:
            case Text(text):
                yield from reversed(in_text(text))
            case ToolCall():
                yield from reversed(in_call(part))
            case ToolResult():
                yield from reversed(in_text(_IMPORTED.sub(" ", part.text[:_RESULT_CHARACTERS])))
            case _:
                pass


def _named_file(path: str) -> bool:
    return bool(_CANDIDATE.fullmatch(path) or re.fullmatch(r"[\w.@+-]+\.\w{1,8}", path) or "/" in path.strip("/"))


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
