"""Imports the files of R-Memory 4.x as messages, and its configuration as settings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...errors import ContextMemoryError, InputError
from ...messages import Json, Message, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from ...settings.values import Settings
from ...storage.archive import Archive, Original
from ...storage.files import read_text
from ...storage.places import Places
from ...text.json_text import TooDeepError, parse_json
from ...text.patterns import lazy_regex
from ...text.secrets import redact
from ...tokens.budget import raw_trigger
from ...transcripts import as_text
from .ingest import Ingester


@dataclass(frozen=True, slots=True)
class CachedBlock:
    """An entry of its block cache."""

    hash: str
    compressed: str
    tokens_raw: int = 0


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A swap: one or several compressed blocks, joined."""

    compressed: str
    time: str = ""
    """ISO 8601."""


@dataclass(frozen=True, slots=True)
class RMemory:
    """All data of one installation."""

    config: Mapping[str, Json] = field(default_factory=dict)
    """Without the keys that begin with `//`: those are its comments."""
    cache: Mapping[str, CachedBlock] = field(default_factory=dict)
    """By hash, oldest first."""
    histories: Mapping[str, tuple[HistoryEntry, ...]] = field(default_factory=dict)
    """By session id."""
    raw: Mapping[str, str] = field(default_factory=dict)
    """Text of each archived block by hash, oldest file first."""
    problems: tuple[str, ...] = ()
    """Files that could not be read; the others are not affected."""


JOINT = "\n\n---\n\n"
"""Between the blocks of one swap."""
ORPHANS = "r-memory-blocks"
"""Session of archived blocks that no history names."""
CHARACTERS_PER_TOKEN = 4
_HASH_DIGITS = 32

_LABELS = {
    "[Human]:": Role.USER,
    "[AI]:": Role.ASSISTANT,
    "[Tool Result]:": Role.TOOL,
    "[Bash]:": Role.TOOL,
    "[Custom]:": Role.USER,
}
_LABEL = lazy_regex(r"(?m)(?:\A|(?<=\n\n))(\[(?:Human|AI|Tool Result|Bash|Custom)\]:)\n?")
_CALL = lazy_regex(
    rf"(?ms)^\[Tool: (?P<name>[^\]\n]{{1,120}})\]\n(?:{as_text.OPENING}\n(?P<given>.*?)\n{as_text.CLOSING})?"
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
        """The messages of a block; without its raw text, one message with the compressed text."""
        stem = f"rmem-{block.hash[:16]}"
        if not block.raw:
            return [Message(Role.ASSISTANT, (Text(block.compressed),), id=f"{stem}-0", time=block.time)]
        found = []
        for number, (label, text) in enumerate(_split_by_labels(block.raw)):
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
            yield ToolCall(call, match["name"], _parse_input(match["given"]))
            at = match.end()
        yield from _prose(text[at:])


def read_sessions(found: RMemory) -> dict[str, list[OldBlock]]:
    """The blocks of each session, oldest first; archived blocks without a history get their own session."""
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
        OldBlock(digest, found.raw.get(digest, ""), _compressed_text(found, digest))
        for digest in order
        if digest not in named
    ]
    if orphans:
        result[ORPHANS] = orphans
    return {session: blocks for session, blocks in result.items() if blocks}


def settings_of(config: Mapping[str, Json]) -> dict[str, Json]:
    """Our settings for its keys, as far as they apply."""
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


def _other_trigger(config: Mapping[str, Json]) -> list[str]:
    """A note if its trigger differs from our policy."""
    theirs, ours = config.get("compressTrigger"), raw_trigger("r-memory")
    if not isinstance(theirs, int) or isinstance(theirs, bool) or theirs == ours:
        return []
    return [f"compressTrigger {theirs:,} is not taken over: policy r-memory swaps at {ours:,} tokens of raw messages"]


def _blocks_of(entry: HistoryEntry, by_text: Mapping[str, str], found: RMemory) -> Iterator[OldBlock]:
    """The blocks of a swap: its text is split where a known block begins or ends."""
    pieces = entry.compressed.split(JOINT)
    start = 0
    unknown: list[str] = []
    while start < len(pieces):
        end = next((i for i in range(len(pieces), start, -1) if JOINT.join(pieces[start:i]) in by_text), 0)
        if end:
            yield from _unknown(unknown, entry.time)
            digest = by_text[JOINT.join(pieces[start:end])]
            yield OldBlock(digest, found.raw.get(digest, ""), _compressed_text(found, digest), entry.time)
            start = end
        else:
            unknown.append(pieces[start])
            start += 1
    yield from _unknown(unknown, entry.time)


def hash32(text: str) -> str:
    """The name of a block: the first 32 hex digits of its text's SHA-256."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]


def _unknown(pieces: list[str], time: str) -> Iterator[OldBlock]:
    if pieces:
        text = JOINT.join(pieces)
        pieces.clear()
        yield OldBlock(hash32(text), "", text, time)


def _compressed_text(found: RMemory, digest: str) -> str:
    cached = found.cache.get(digest)
    return cached.compressed if cached else ""


def _split_by_labels(text: str) -> list[tuple[str, str]]:
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


def _parse_input(text: str | None) -> dict[str, Json]:
    try:
        value = parse_json(text) if text else {}
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {"input": text or ""}


FOLDER = "r-memory"
CACHES = ("message-cache.json", "turn-cache.json", "block-cache.json")
"""Oldest version first: what a newer one says about a hash wins."""
LARGEST_FILE = 200_000_000  # bytes

_HASH = lazy_regex(r"[0-9a-f]{32}")


def read_folder(folder: Path) -> RMemory:
    """All data in the folder, or in `r-memory` inside it; InputError if neither has such files."""
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", hint="pass the workspace of R-Memory, or its folder r-memory")
    root = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    names = {path.name for path in root.iterdir()}
    if not names & {"config.json", "archive", *CACHES} and not any(name.startswith("history-") for name in names):
        raise InputError(f"{root} has no files of R-Memory", hint="it has config.json, block-cache.json, archive/")
    problems: list[str] = []
    config = _object(root / "config.json", problems)
    cache: dict[str, CachedBlock] = {}
    for name in CACHES:
        for key, value in _object(root / name, problems).items():
            if block := _parse_cache_entry(key, value):
                cache.pop(key, None)
                cache[key] = block
    histories = {}
    for path in sorted(root.glob("history-*.json")):
        histories[path.stem.removeprefix("history-")] = _history(path, problems)
    return RMemory(
        config={key: value for key, value in config.items() if not key.startswith("//")},
        cache=cache,
        histories=histories,
        raw=_read_archive(root / "archive", problems),
        problems=tuple(problems),
    )


def _load_json(path: Path, problems: list[str]) -> Any:
    if not path.exists():
        return None
    try:
        return parse_json(read_text(path, limit=LARGEST_FILE))
    except (ContextMemoryError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, TooDeepError) else str(error)
        problems.append(f"{path.name} cannot be read: {reason}")
        return None


def _object(path: Path, problems: list[str]) -> dict[str, Any]:
    value = _load_json(path, problems)
    if value is not None and not isinstance(value, dict):
        problems.append(f"{path.name} is no JSON object")
    return value if isinstance(value, dict) else {}


def _parse_cache_entry(key: str, value: Any) -> CachedBlock | None:
    if not _HASH.fullmatch(key) or not isinstance(value, dict) or not isinstance(value.get("compressed"), str):
        return None
    return CachedBlock(key, value["compressed"], _count(value.get("tokensRaw")))


def _history(path: Path, problems: list[str]) -> tuple[HistoryEntry, ...]:
    value = _load_json(path, problems)
    if value is not None and not isinstance(value, list):
        problems.append(f"{path.name} is no JSON list")
    entries = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and isinstance(item.get("compressed"), str):
            entries.append(HistoryEntry(item["compressed"], _time(item.get("timestamp"))))
        else:
            problems.append(f"{path.name}: an entry has no compressed text")
    return tuple(entries)


def _read_archive(folder: Path, problems: list[str]) -> dict[str, str]:
    if not folder.is_dir():
        return {}
    found: dict[str, str] = {}
    paths = [path for path in folder.glob("*.md") if _HASH.fullmatch(path.stem) and path.is_file()]
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime_ns, path.name)):
        try:
            found[path.stem] = read_text(path, limit=LARGEST_FILE)
        except ContextMemoryError as error:
            problems.append(str(error))
    return found


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _time(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    try:
        return datetime.fromtimestamp(value / 1000, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""


@dataclass(slots=True)
class Imported:
    """The result of an import."""

    sessions: int = 0
    messages: int = 0
    known: int = 0
    """Messages that were in the journal already."""
    archived: int = 0
    """Texts in the archive, raw blocks and capsules."""
    altered: tuple[str, ...] = ()
    """Archived blocks whose text is no longer what their name says."""
    settings: dict[str, Json] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


class RMemoryImport:
    """Imports into one workspace."""

    def __init__(self, places: Places, settings: Settings, ingester: Ingester) -> None:
        self._archive = Archive(places.archive)
        self._settings = settings
        self._ingester = ingester

    def run(self, folder: Path, now: datetime, *, dry_run: bool = False) -> Imported:
        """Import this folder."""
        found = read_folder(folder)
        by_session = read_sessions(found)
        done = Imported(
            sessions=len(by_session),
            altered=tuple(name for name, text in found.raw.items() if hash32(text) != name),
            settings=settings_of(found.config),
            problems=(*found.problems, *_other_trigger(found.config)),
        )
        originals = list(self._originals(found))
        done.archived = len(originals)
        if not dry_run and originals:
            self._archive.put_many(originals)
        for session, blocks in by_session.items():
            self._session(session, blocks, done, now, dry_run=dry_run)
        return done

    def _originals(self, found: RMemory) -> Iterable[Original]:
        for name, text in found.raw.items():
            yield Original(self._clean(text).encode("utf-8", "replace"), "r-memory-block", f"R-Memory block {name}")
        for name, block in found.cache.items():
            content = self._clean(block.compressed).encode("utf-8", "replace")
            yield Original(content, "r-memory-capsule", f"R-Memory capsule {name}")

    def _session(self, session: str, blocks: list[OldBlock], done: Imported, now: datetime, *, dry_run: bool) -> None:
        reader = Reader()
        messages = [message for block in blocks for message in reader.messages(block)]
        if dry_run:
            done.messages += len(messages)
            return
        taken = self._ingester.ingest(Session("anthropic", tuple(messages), id=session), now)
        done.messages += taken.accepted
        done.known += taken.duplicates

    def _clean(self, text: str) -> str:
        return redact.cleaned(text) if self._settings.redact else text
