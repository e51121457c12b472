"""What of the past a session needs again, and how much of it a compacted context still says. No model is asked.

A session is cut at a message. What the agent itself names after the cut, before
a person or a tool has named it anew, it had to remember. A context holds such a
thing when it stands in it (recall), and grounds it when it stands near a thing
that it stood near in the source. Orders of the person must be there whether
they were needed or not; rare words are counted apart from all patterns.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from context_memory.messages import Message, Role, Text, ToolCall, ToolResult

HORIZON = 60_000
"""Tokens after the cut in which a need counts."""
NEAR = 200  # characters
SIGHTINGS = 3  # of a thing in one text that are looked at for neighbours
LONGEST_TEXT = 400_000  # characters of one message that are searched
TAIL = 4  # newest messages: what they hold was not removed

Thing = tuple[str, str]

_ENDINGS = (
    r"\.(?:pyi?|ipynb|[cm]?[jt]sx?|vue|svelte|go|rs|java|kts?|scala|cc?|cpp|h(?:pp)?|cs|rb|php|swift|lua|sh|bash|zsh|ps1|bat|sql"
    r"|proto|mdx?|rst|txt|jsonl?|json5|ya?ml|toml|ini|cfg|conf|env|lock|[ct]sv|xml|html?|s?css|less|gradle|tf|log|db|sqlite3?"
    r"|png|jpe?g|gif|svg|webp|ico|pdf|docx?|xlsx?|zip|tar|gz|whl|patch|diff|traj|plist|service)\b"
)
_LINK = re.compile(r"https?://[^\s\"'<>)\]}`，。；）】]+")
_PATH = re.compile(r"(?<![\w/:.])(?:[A-Za-z]:[\\/]+|~/|\.{1,2}/|/)?(?:[\w.@+-]+[\\/]+)+[\w.@+-]+")
_NAMED_FILE = re.compile(rf"(?i)(?<![\w.-])\w[\w.-]*?{_ENDINGS}")
_ENDS_AS_FILE = re.compile(rf"(?i){_ENDINGS}\Z")
_OTHERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("uuid", re.compile(r"\b[0-9a-f]{8}(?=-[0-9a-f]{4}-[0-9a-f]{4}-)")),
    ("hash", re.compile(r"(?<![\w-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\w-])")),
    ("number", re.compile(r"(?<![\w.])v?(\d+\.\d+\.\d+(?:[.+-]\w+)*)(?![\w.])")),
    ("number", re.compile(r"(?<![\w.\-/:])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{3,})(?:%|ms|px|[MKG]B)?(?![\w/:-]|\.\d)")),
    ("name", re.compile(r"(?<!\w)#\d{1,6}\b|\b[A-Z]{2,8}-\d{1,6}\b|(?<![\w-])--[a-z][\w-]{2,}")),
    ("name", re.compile(r"\b[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+\b|\b[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b")),
    ("error", re.compile(r"\b[A-Z]\w*(?:Error|Exception|Denied|NotFound)\b|\bE(?:NOENT|ACCES|PERM|EXIST)\b")),
    ("error", re.compile(r"\bexit (?:code|status) \d+")),
    ("term", re.compile(r"[「《“]([^」》”\n]{2,24})[」》”]")),
    ("command", re.compile(r"`([a-z][\w./-]{1,30} [^`\n=<>{}]{2,100})`")),
)
_COMMON = frozenset({"100", "200", "404", "500", "000", "1000", "0.0", "1.0", "0.5"})
_WORD = re.compile(r"[A-Za-z][A-Za-z-]{4,}|[\u4e00-\u9fff]{2,}")
_ORDER = re.compile(
    r"(?i)\b(?:must|should|never|always|don'?t|do not|instead|prefer|make sure|let'?s (?:use|go|keep|do)|we'?ll"
    r"|decid\w+|only|no need|remember|keep|avoid)\b|不要|必须|应该|改用|改成|决定|记住|只要|不用|一定|以后|别|保持"
)
_END_OF_SENTENCE = re.compile(r"(?<=[.!?。！？\n])\s*")


@dataclass(frozen=True, slots=True)
class Needs:
    """What the rest of the session asks of a context that replaces the messages before the cut."""

    things: frozenset[Thing]
    removed: frozenset[Thing]
    """Those that do not stand in the newest messages."""
    neighbours: Mapping[Thing, set[Thing]]
    orders: tuple[str, ...]
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1; None where there was nothing to keep."""

    tokens: int
    recall: float | None
    grounded: float | None
    directives: float | None
    rare: float | None


def size(text: str) -> int:
    """Tokens by UTF-8 bytes / 4, for all methods alike."""
    return len(text.encode("utf-8", "replace")) // 4 + 1


def shown(message: Message) -> str:
    """What a model reads of a message, arguments of calls without JSON escapes."""
    lines = []
    for part in message.parts:
        match part:
            case Text(text):
                lines.append(text)
            case ToolResult():
                lines.append(part.text)
            case ToolCall(_, name, given):
                lines.append(f"{name}({_plain(given)})")
            case _:
                pass
    return "\n".join(lines)


def things(text: str) -> dict[Thing, list[int]]:
    """The exact things that a text names, with where: two spellings of a path or a hash are one thing."""
    found: dict[Thing, list[int]] = {}

    def add(kind: str, value: str, start: int) -> None:
        places = found.setdefault((kind, value), [])
        if len(places) < SIGHTINGS:
            places.append(start)

    for match in _LINK.finditer(text):
        add("link", match[0].rstrip(".,:;*_"), match.start())
    text = _LINK.sub(lambda match: " " * len(match[0]), text)
    for match in _PATH.finditer(text):
        parts = [part for part in re.split(r"[\\/]+", match[0].rstrip(".,:;")) if part not in {"", ".", "..", "~"}]
        is_file = bool(parts) and _ENDS_AS_FILE.search(parts[-1]) is not None
        if len(parts) >= 3 or is_file:
            add("path", "/".join(parts[-2:]), match.start())
    for match in _NAMED_FILE.finditer(text):
        add("file", match[0], match.start())
    for kind, pattern in _OTHERS:
        for match in pattern.finditer(text):
            value = _spelled(kind, match[0])
            if value not in _COMMON and (kind != "name" or len(value) >= 6 or not value.isalpha()):
                add(kind, value, match.start())
    return found


def _spelled(kind: str, found: str) -> str:
    """One spelling for all mentions of a thing."""
    match kind:
        case "hash":
            return found[:7]
        case "number":
            return found.lstrip("v")
        case "term":
            return found.strip("「《“”》」")
        case "command":
            return " ".join(found.strip("`").split()[:3])
        case _:
            return found


def needs(messages: Sequence[Message], cut: int, *, horizon: int = HORIZON) -> Needs:
    """What `messages[cut:]` need of `messages[:cut]`."""
    texts = [shown(message)[:LONGEST_TEXT] for message in messages]
    before = [things(text) for text in texts[:cut]]
    known = {thing for found in before for thing in found}
    needed: set[Thing] = set()
    supplied: set[Thing] = set()
    spent, end = 0, cut
    while end < len(messages) and spent < horizon:
        if not messages[end].is_summary:
            named = things(texts[end]).keys() & known
            if messages[end].role is Role.ASSISTANT:
                needed |= named - supplied
            supplied |= named
            spent += size(texts[end])
        end += 1
    tail = "\n".join(texts[max(0, cut - TAIL) : cut])
    held = things(tail)
    removed = frozenset(thing for thing in needed if not _holds(thing, tail, held))
    words = _words_needed(messages[:end], texts[:end], cut)
    return Needs(frozenset(needed), removed, _neighbours(before, needed), orders(messages[:cut]), words)


def score(wanted: Needs, context: str) -> Score:
    """How much of it the context says."""
    named = things(context)
    present = {thing for thing in wanted.things if _holds(thing, context, named)}
    near = _neighbours([named], present)
    grounded = {thing for thing in present if near.get(thing, set()) & wanted.neighbours.get(thing, set())}
    return Score(
        tokens=size(context),
        recall=_share(len(present), len(wanted.things)),
        grounded=_share(len(grounded & wanted.removed), len(wanted.removed)),
        directives=share_of_orders(wanted.orders, context) if wanted.orders else None,
        rare=_share(len(wanted.words & words(context)), len(wanted.words)),
    )


def share_of_orders(wanted: Sequence[str], context: str) -> float:
    """Share of the orders of which one line of the context holds most of the words."""
    lines = [_grams(line) for line in re.split(r"\n|(?<=[.!?。])\s", context)]
    kept = sum(any(len(g & line) >= 0.6 * len(g) for line in lines) for order in wanted if (g := _grams(order)))
    return kept / len(wanted)


def orders(messages: Iterable[Message]) -> tuple[str, ...]:
    """Sentences of a person that constrain something."""
    found: list[str] = []
    for message in messages:
        if message.role is not Role.USER or message.is_summary or message.results:
            continue
        text = message.text
        if text.startswith("<"):
            continue
        sentences = map(str.strip, _END_OF_SENTENCE.split(text if len(text) <= 6_000 else text[-2_000:]))
        found += [sentence for sentence in sentences if 12 <= len(sentence) <= 300 and _ORDER.search(sentence)]
    return tuple(dict.fromkeys(found))


def words(text: str) -> frozenset[str]:
    """Long words in lower case, runs of Han as threes."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        if word[0] >= "\u4e00":
            found.update(word[i : i + 3] for i in range(len(word) - 2))
        else:
            found.add(word.lower())
    return frozenset(found)


def _words_needed(messages: Sequence[Message], texts: Sequence[str], cut: int) -> frozenset[str]:
    """Rare words of earlier talk that the agent's prose uses again, before anybody else brings them back."""
    standing: Counter[str] = Counter()
    talked: set[str] = set()
    for message, text in zip(messages[:cut], texts[:cut], strict=True):
        here = words(text)
        standing.update(here)
        if message.role in {Role.USER, Role.ASSISTANT} and not message.results:
            talked |= here
    limit = min(12.0, max(2.0, cut * 0.02))
    rare = {word for word, count in standing.items() if count <= limit} & talked
    needed: set[str] = set()
    supplied: set[str] = set()
    for message, text in zip(messages[cut:], texts[cut:], strict=True):
        if message.is_summary:
            continue
        if message.role is Role.ASSISTANT:
            needed |= (words(message.text) & rare) - supplied
        supplied |= words(text)
    return frozenset(needed)


def _neighbours(texts: Iterable[Mapping[Thing, Sequence[int]]], wanted: set[Thing]) -> dict[Thing, set[Thing]]:
    """Which things stood near the wanted ones; a path and the name of its own file are no neighbours."""
    near: dict[Thing, set[Thing]] = {}
    for found in texts:
        if not wanted & found.keys():
            continue
        places = sorted((place, thing) for thing, starts in found.items() for place in starts)
        for i, (place, thing) in enumerate(places):
            if thing not in wanted:
                continue
            around = [*_until(places[i + 1 :], place), *_until(reversed(places[:i]), place)]
            near.setdefault(thing, set()).update(o for o in around if o[1] not in thing[1] and thing[1] not in o[1])
    return near


def _until(places: Iterable[tuple[int, Thing]], start: int) -> Iterable[Thing]:
    for place, thing in places:
        if abs(place - start) > NEAR:
            return
        yield thing


def _holds(thing: Thing, text: str, named: Mapping[Thing, object]) -> bool:
    """Named, or there word for word where a longer literal cannot be there by chance."""
    kind, value = thing
    return thing in named or (kind != "number" and len(value) >= (8 if kind == "name" else 5) and value in text)


def _grams(sentence: str) -> set[str]:
    runs = re.findall(r"[\u4e00-\u9fff]+", sentence)
    pairs = {run[i : i + 2] for run in runs for i in range(len(run) - 1)}
    return pairs | {word.lower() for word in re.findall(r"[A-Za-z][\w-]{3,}", sentence)}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _plain(value: object) -> str:
    """Arguments of a call without their names, which a tool's description tells anew each time."""
    if isinstance(value, Mapping):
        return "\n".join(map(_plain, value.values()))
    if isinstance(value, list):
        return "\n".join(map(_plain, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
