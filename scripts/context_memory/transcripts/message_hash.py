"""Identifies messages by the SHA-256 of role, content and tool ids, independent of time and source.

Ids, times, usage and line numbers are the transcript's business and are left
out, so the same message has the same hash in every file, format and process.
"""

from collections.abc import Iterable, Sequence
from json import JSONEncoder
from json.encoder import encode_basestring_ascii
from typing import Any

from ..messages import Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from ..text import pictures
from ..text.hashing import sha256

_canonical = JSONEncoder(ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode


def hash_of_message(message: Message) -> str:
    """SHA-256 of the whole content of the message, in hex."""
    if len(message.parts) == 1 and type(part := message.parts[0]) is Text:  # most are; this takes a third of the time
        content = f'["{message.role.value}",[["text",{encode_basestring_ascii(part.text)}]]]'
        return sha256(content.encode("ascii")).hexdigest()
    return _digest([message.role.value, [_value(part) for part in message.parts]])


def hash_of_block(hashes: Iterable[str]) -> str:
    """The id of a block: SHA-256 of the hashes of its messages, in order."""
    return sha256("\n".join(hashes).encode("ascii")).hexdigest()


def alignment_key(message: Message) -> str:
    """A key that stays the same when thinking is removed or a tool output is trimmed."""
    if message.results:
        return "results:" + ",".join(result.call_id for result in message.results)
    said = [_value(part) for part in message.parts if not isinstance(part, Thinking | ToolCall)]
    return _digest([message.role.value, said, [call.id for call in message.calls]])


def known_of_whole(oldest: Sequence[str], newest: Sequence[str], total: int, given: Sequence[str]) -> int:
    """How many leading keys of a transcript are already in a journal of `total` messages.

    `oldest` and `newest` are both ends of the journal, each as long as `given` where it has so many. The transcript may
    begin at the start of the session, in its middle, or with altered copies of known messages.
    """
    same = 0
    while same < min(len(oldest), len(given)) and oldest[same] == given[same]:
        same += 1
    if same in {total, len(given)}:
        return same
    return known_of_further(newest, given) or _newest_anchor(newest, given)


def known_of_further(newest: Sequence[str], given: Sequence[str]) -> int:
    """How many leading messages repeat the newest ones of the journal."""
    return _suffix_that_begins(newest, given)


def _suffix_that_begins(known: Sequence[str], given: Sequence[str]) -> int:
    """Length of the longest end of `known` that `given` begins with (Knuth, Morris, Pratt)."""
    if not given:
        return 0
    fallback = [0] * len(given)
    matched = 0
    for i in range(1, len(given)):
        while matched and given[i] != given[matched]:
            matched = fallback[matched - 1]
        matched += given[i] == given[matched]
        fallback[i] = matched
    matched = 0
    for key in known:
        while matched and (matched == len(given) or given[matched] != key):
            matched = fallback[matched - 1]
        matched += given[matched] == key
    return matched


def _newest_anchor(known: Sequence[str], given: Sequence[str]) -> int:
    """Index after the newest place in `given` that matches at least the last two known messages."""
    ends = range(len(given), 1, -1) if len(known) > 1 else ()
    return next((end for end in ends if list(given[end - 2 : end]) == list(known[-2:])), 0)


def _digest(value: Any) -> str:
    return sha256(_canonical(value).encode("ascii")).hexdigest()


def _value(part: Part) -> list[Any]:
    match part:
        case Text(text):
            return ["text", text]
        case Thinking(text, signature):
            return ["thinking", text, signature]
        case ToolCall(call_id, name, tool_input):
            return ["call", call_id, name, tool_input]
        case ToolResult(call_id, name, text, is_error):
            others = [[each.kind, each.json] for each in part.others]
            return ["result", call_id, name, text, is_error, part.images, *_digests(part.pictures), *others]
        case Image(media_type):
            return ["image", media_type, *_digests((part,))]
        case Opaque(kind, text):
            return ["opaque", kind, text]


def _digests(shown: Iterable[Image]) -> list[str]:
    """Digests of the images, the same whether their bytes are in the message or in the archive."""
    return [digest for digest in map(pictures.digest_of, shown) if digest]
