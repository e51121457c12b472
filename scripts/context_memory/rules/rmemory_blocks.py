"""Turn what R-Memory wrote back into messages, and its configuration into settings."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..model.rmemory import HistoryEntry, RMemory
from ..model.session import Json, Message, Part, Role, Text, Thinking, ToolCall, ToolResult
from . import block_text

JOINT = "\n\n---\n\n"
"""Between the blocks of one swap."""
ORPHANS = "r-memory-blocks"
"""Session of archived blocks that no history names."""
CHARACTERS_PER_TOKEN = 4

_LABELS = {
    "[Human]:": Role.USER,
    "[AI]:": Role.ASSISTANT,
    "[Tool Result]:": Role.TOOL,
    "[Bash]:": Role.TOOL,
    "[Custom]:": Role.USER,
}
_LABEL = re.compile(r"(?m)(?:\A|(?<=\n\n))(\[(?:Human|AI|Tool Result|Bash|Custom)\]:)\n?")
_CALL = re.compile(
    rf"(?ms)^\[Tool: (?P<name>[^\]\n]{{1,120}})\]\n(?:{block_text.OPENING}\n(?P<given>.*?)\n{block_text.CLOSING})?"
)
_THOUGHT = "[Thinking]: "


@dataclass(frozen=True, slots=True)
class OldBlock:
    """A block as R-Memory knew it: either text may be missing."""

    hash: str
    raw: str = ""
    compressed: str = ""
    time: str = ""


@dataclass(slots=True)
class Reader:
    """Reads blocks of one session in order; a call may be answered in the next block."""

    open_calls: list[str] = field(default_factory=list)

    def messages(self, block: OldBlock) -> list[Message]:
        """The messages of a block; without its raw text one message that holds the compressed one."""
        stem = f"rmem-{block.hash[:16]}"
        if not block.raw:
            return [Message(Role.ASSISTANT, (Text(block.compressed),), id=f"{stem}-0", time=block.time)]
        found = []
        for number, (label, text) in enumerate(_labelled(block.raw)):
            identity = f"{stem}-{number}"
            parts = tuple(self._parts(label, text, identity))
            found.append(Message(_LABELS[label], parts or (Text(text),), id=identity, time=block.time))
        return found

    def _parts(self, label: str, text: str, identity: str) -> Iterator[Part]:
        role = _LABELS[label]
        if role is Role.TOOL:
            call = self.open_calls.pop(0) if self.open_calls else f"{identity}-call"
            yield ToolResult(call, "bash" if label == "[Bash]:" else "", text)
            return
        if role is Role.USER:
            yield Text(text)
            return
        at = 0
        for number, match in enumerate(_CALL.finditer(text)):
            yield from _prose(text[at : match.start()])
            call = f"{identity}-call-{number}"
            self.open_calls.append(call)
            yield ToolCall(call, match["name"], _given(match["given"]))
            at = match.end()
        yield from _prose(text[at:])


def sessions(found: RMemory) -> dict[str, list[OldBlock]]:
    """The blocks of each session, oldest first; archived ones that no history names get a session of their own."""
    by_text = {block.compressed: block.hash for block in found.cache.values()}
    by_text.update({text: digest for digest, text in found.raw.items()})  # a block that was swapped in raw
    result: dict[str, list[OldBlock]] = {}
    named: set[str] = set()
    for session, entries in found.histories.items():
        blocks = [block for entry in entries for block in _blocks_of(entry, by_text, found)]
        named.update(block.hash for block in blocks)
        result[session] = blocks
    order = [*found.cache, *(digest for digest in found.raw if digest not in found.cache)]
    orphans = [
        OldBlock(digest, found.raw.get(digest, ""), _compressed(found, digest))
        for digest in order
        if digest not in named
    ]
    if orphans:
        result[ORPHANS] = orphans
    return {session: blocks for session, blocks in result.items() if blocks}


def settings_of(config: Mapping[str, Json]) -> dict[str, Json]:
    """Our settings for its keys, only where they say something that we can use."""
    found: dict[str, Json] = {}
    if isinstance(config.get("enabled"), bool):
        found["blocks_enabled"] = config["enabled"]
    names = {
        "blockSize": "block_tokens",
        "evictTrigger": "evict_tokens",
        "maxParallelCompressions": "compress_parallel",
    }
    for theirs, ours in names.items():
        value = config.get(theirs)
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            found[ours] = value
    least = config.get("minCompressChars")
    if isinstance(least, int) and not isinstance(least, bool) and least >= 0:
        found["compress_min_tokens"] = least // CHARACTERS_PER_TOKEN
    model = config.get("compressionModel")
    if isinstance(model, str) and model.rpartition("/")[0] in {"", "anthropic"} and model.strip():
        found["compress_model"] = model.rpartition("/")[2]
    if "compressTrigger" in config:
        found["policy"] = "r-memory"
    return found


def _blocks_of(entry: HistoryEntry, by_text: Mapping[str, str], found: RMemory) -> Iterator[OldBlock]:
    """The blocks of a swap: its text is taken apart where a known block begins or ends."""
    pieces = entry.compressed.split(JOINT)
    start = 0
    unknown: list[str] = []
    while start < len(pieces):
        end = next((i for i in range(len(pieces), start, -1) if JOINT.join(pieces[start:i]) in by_text), 0)
        if end:
            yield from _unknown(unknown, entry.time)
            digest = by_text[JOINT.join(pieces[start:end])]
            yield OldBlock(digest, found.raw.get(digest, ""), _compressed(found, digest), entry.time)
            start = end
        else:
            unknown.append(pieces[start])
            start += 1
    yield from _unknown(unknown, entry.time)


def _unknown(pieces: list[str], time: str) -> Iterator[OldBlock]:
    from .rmemory_text import hash32

    if pieces:
        text = JOINT.join(pieces)
        pieces.clear()
        yield OldBlock(hash32(text), "", text, time)


def _compressed(found: RMemory, digest: str) -> str:
    cached = found.cache.get(digest)
    return cached.compressed if cached else ""


def _labelled(text: str) -> list[tuple[str, str]]:
    """(label, text) of each message; text before the first label belongs to a person."""
    marks = list(_LABEL.finditer(text))
    pieces = []
    if not marks or marks[0].start() > 0:
        lead = text[: marks[0].start()] if marks else text
        if lead.strip():
            pieces.append(("[Human]:", lead.strip("\n")))
    for number, match in enumerate(marks):
        end = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        pieces.append((match[1], text[match.end() : end].strip("\n")))
    return pieces


def _prose(text: str) -> Iterator[Part]:
    plain = text.strip("\n")
    if plain.startswith(_THOUGHT):
        yield Thinking(plain.removeprefix(_THOUGHT))
    elif plain:
        yield Text(plain)


def _given(text: str | None) -> dict[str, Json]:
    try:
        value = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, dict) else {"input": text or ""}
