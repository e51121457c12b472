"""Extracts exact entities: paths, files, links, hashes, numbers, identifiers, errors, commands, terms.

Texts are cut into tokens, and what a token holds is worked out once. Two spellings of a thing share a key (absolute and
relative path: the last two components; a hash: its first seven digits), so
that counting and coverage see one thing. Nothing is looked up or guessed.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter

from .patterns import lazy_regex

SCAN_LIMIT = 400_000
"""Characters of one text that are scanned; beyond this a tool output is bulk, not conversation."""

_EXTENSIONS = (
    "py|pyi|ipynb|js|jsx|mjs|cjs|ts|tsx|vue|svelte|go|rs|java|kt|kts|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|m|mm|lua|pl|r"
    "|sh|bash|zsh|fish|ps1|bat|sql|graphql|proto|md|mdx|rst|txt|adoc|tex|json|jsonl|json5|ya?ml|toml|ini|cfg|conf|env"
    "|properties|lock|csv|tsv|xml|html?|css|scss|less|gradle|cmake|mk|tf|log|db|sqlite3?|parquet|png|jpe?g|gif|svg|webp"
    "|ico|pdf|docx?|xlsx?|pptx?|zip|tar|gz|whl|tmpl|j2|patch|diff|traj|plist|service|dockerfile"
)

_URL = lazy_regex(r"https?://[^\s\"'<>)\]}\\`，。；）】]+")
_MARKED = (
    r"`(?P<command>[a-z][\w./\-]{1,30} [^`\n]{2,100})`"
    r"|(?P<term>[「《“][^」》”\n]{2,24}[」》”]|\*\*[^*\n]{0,38}[\u4e00-\u9fff][^*\n]{0,38}\*\*)"
)
_SPACED = lazy_regex(_MARKED)
_SPACED_WITH_STATUS = lazy_regex(rf"(?P<error>e(?<!\we)xit (?:code|status) \d+\b|H(?<!\wH)TTP[ /]\d{{3}}\b)|{_MARKED}")
"""Each begins with one of few characters, so that a search passes quickly over all others."""
_WIDE_SIGNS = ("「", "《", "“")
_DELIMITERS = r"\s\"'`()\[\]{}<>;=|*!?&，。；：（）【】、！？「」《》“”"
_SIGNALS = r"A-Z0-9_/\\.#\-"
_TOKEN = lazy_regex(rf"(?:[^{_DELIMITERS}{_SIGNALS}]*+[{_DELIMITERS}]++)*+(\Z|[^{_DELIMITERS}]++)")
"""The next token, plain lower-case words passed over: those are never an exact thing. It also matches the end, empty,
because a search that fails would be tried again from every character."""
_LONGEST_TOKEN = 500
"""Characters; what is longer is data, and patterns would walk it again and again."""
_MOST_TOKENS = 1 << 16
"""Tokens whose entities are remembered."""
_PATTERN = lazy_regex(
    r"(?<!\w)(?:"  # none begins within a word
    r"(?P<uuid>\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b)"
    r"|(?P<path>(?<![\w/:.])(?:[A-Za-z]:[\\/]{1,2}|~/|\.{1,2}/|/)?(?:[\w.@+\-]++[\\/]{1,2})+[\w.@+\-]++)"
    rf"|(?P<file>(?<![\w.\-])\w[\w.\-]*\.(?i:{_EXTENSIONS})(?!\w))"
    r"|(?P<error>\b[A-Z]\w*(?:Error|Exception|Warning|Fault|Denied|NotFound)\b"
    r"|\bE(?:NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR|ADDRINUSE|TIMEDOUT|CONN[A-Z]+)\b)"
    r"|(?P<version>(?<![\w.])v?\d+\.\d+(?:\.\d+)+(?:[-+][\w.]+)?(?![\w.]))"
    r"|(?P<hash>(?<![\w\-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}(?![\w\-]))"
    r"|(?P<number>(?<![\w.\-/:])(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{3,})(?:%|ms|px|MB|KB|GB|k|K|M)?(?![\w/:\-]|\.\d))"
    r"|(?P<ticket>(?<!\w)#\d{1,6}\b|\b[A-Z]{2,8}-\d{1,6}\b)"
    r"|(?P<flag>(?<![\w\-])--[a-z][\w\-]{2,})"
    r"|(?P<name>(?<!\w)(?:[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|_{1,2}[a-z]\w{3,}"
    r"|[a-z][a-z0-9]*(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?!\w)))"
)
_FILE_END = lazy_regex(rf"\.(?i:{_EXTENSIONS})\Z")
_ONLY_DIGITS = lazy_regex(r"[\d/.\-]+\Z")
_COMMON_NUMBERS = frozenset({"100", "200", "404", "500", "000", "1000", "0.0", "1.0", "0.5"})
_WORD = lazy_regex(r"[A-Za-z_]\w+")
_CAMEL = lazy_regex(r"[a-z][A-Z]")
_SHORTEST_PATH = 6
_LONGEST_NUMBER = 16
_SHORTEST_NAME = 6  # shorter camelCase is mostly noise in real transcripts

_INVENTED_NAMES = 2
"""Identifiers that may be new: `GitHub` looks like one."""
_STRICT = frozenset({"path", "file", "number", "hash", "url", "error", "ticket"})
_WEIGHT = {
    "path": 1.4,
    "file": 1.3,
    "command": 1.1,
    "error": 1.1,
    "name": 1.0,
    "ticket": 1.0,
    "flag": 1.0,
    "url": 0.7,
    "term": 0.7,
    "hash": 0.6,
    "number": 0.6,
}


Name = tuple[str, str]
"""(kind, key): what makes two mentions the same thing."""
Span = tuple[Name, int, int]
"""A name and where it stands: start and end, characters."""


def weight(kind: str) -> float:
    """How likely an entity of this kind is used again (measured on real sessions; 1.0 = an identifier)."""
    return _WEIGHT[kind]


def spans(text: str) -> list[Span]:
    """Every mention in the text, in order, as plain tuples for speed. A path also counts as its file."""
    if len(text) > SCAN_LIMIT:
        text = text[:SCAN_LIMIT]
    found: list[Span] = []
    things_in = _THINGS_OF.__getitem__
    has_links = "://" in text
    if has_links:
        for match in _URL.finditer(text):
            value = match[0].rstrip(".,:;*_")
            found.append((("url", value), match.start(), match.start() + len(value)))
        text = _URL.sub(lambda match: " " * len(match[0]), text)
    for match in _TOKEN.finditer(text):
        if things := things_in(match[1]):
            offset = match.start(1)
            for name, start, end in things:
                found.append((name, start + offset, end + offset))
    has_status = "exit " in text or "HTTP" in text
    may_be_spaced = has_status or "`" in text or "**" in text  # a plain look: most have none
    may_be_spaced = may_be_spaced or (not text.isascii() and any(map(text.__contains__, _WIDE_SIGNS)))
    pattern = _SPACED_WITH_STATUS if has_status else _SPACED
    spaced = [_multi_word_span(match) for match in pattern.finditer(text)] if may_be_spaced else []
    if spaced or has_links:
        found = sorted([*found, *spaced], key=itemgetter(1, 2))
    return found


def keys(text: str) -> set[Name]:
    """The (kind, key) pairs of the text."""
    return {name for name, _, _ in spans(text)}


@lru_cache(maxsize=1 << 13)
def things_and_words(sentence: str) -> tuple[frozenset[Name], frozenset[str]]:
    """The `keys` and the `prose_words` of a sentence: a summary, and then the memory of it, weigh the same ones."""
    return frozenset(keys(sentence)), frozenset(prose_words(sentence))


def invented(text: str, source: str) -> list[str]:
    """Entities of the text that its source does not contain; a few identifiers may be new words."""
    known = keys(source)
    lower = source.lower()
    squeezed = _bare(lower)
    strict: dict[str, None] = {}
    names: dict[str, None] = {}
    for (kind, key), start, end in spans(text):
        written = text[start:end]
        if (kind, key) in known or written.lower() in lower or key.lower() in lower:
            continue
        if _bare(written.lower()).rstrip("….") in squeezed:
            continue
        if kind in _STRICT:
            strict[written] = None
        elif kind in {"name", "flag"}:
            names[written] = None
    return [*strict, *names] if strict or len(names) > _INVENTED_NAMES else []


def _bare(text: str) -> str:
    """The text normalised for comparison: without spaces, emphasis, thousands' commas, direction of slashes."""
    return re.sub(r"[\s,_`*]", "", re.sub(r"\\+", "/", text))


def _multi_word_span(match: re.Match[str]) -> Span:
    """Entities of several words: an exit status, a quoted command, a marked term."""
    kind = match.lastgroup or ""
    start, end = match.span(kind)
    value = match[kind]
    if kind == "command":
        value = " ".join(value.split()[:3])
    elif kind == "term":
        value = value.strip("*「」《》“” :：")
    return (kind, value), start, end


class _Things(dict[str, tuple[Span, ...]]):
    """The entities in each token that was looked at."""

    def __missing__(self, token: str) -> tuple[Span, ...]:
        things = _in_token(token[:_LONGEST_TOKEN])
        if len(token) <= _LONGEST_TOKEN:
            if len(self) >= _MOST_TOKENS:
                self.clear()
            self[token] = things
        return things


_THINGS_OF = _Things()


def _in_token(token: str) -> tuple[Span, ...]:
    """The entities in one token."""
    word = token.rstrip(".,:")
    if word.isalpha() and word[1:].islower():  # a plain word
        return ()
    found: list[Span] = []
    for match in _PATTERN.finditer(token):
        kind = match.lastgroup or ""
        value = match.group()
        start, end = match.span()
        match kind:
            case "path":
                found += _path(value, start)
            case "name" if len(value) < _SHORTEST_NAME:
                pass
            case "number" if value in _COMMON_NUMBERS or len(value) > _LONGEST_NUMBER:
                pass
            case "version":
                found.append((("number", value.lstrip("v")), start, end))
            case "hash":
                found.append((("hash", value[:7]), start, end))
            case "uuid":
                found.append((("hash", value[:8].lower()), start, end))
            case _:
                found.append(((kind, value), start, end))
    return tuple(found)


def _path(value: str, start: int) -> list[Span]:
    cleaned = value.replace("\\\\", "/").replace("\\", "/").rstrip(".,:;)")
    if len(cleaned) < _SHORTEST_PATH or _ONLY_DIGITS.match(cleaned):
        return _names(value, start)
    components = [part for part in cleaned.split("/") if part not in {"", ".", "..", "~"}]
    names_file = bool(components) and _FILE_END.search(components[-1]) is not None
    if not components or (cleaned.count("/") < 2 and not names_file):
        return _names(value, start)
    end = start + len(value.rstrip(".,:;)"))
    found: list[Span] = [(("path", "/".join(components[-2:])), start, end)]
    if names_file:
        found.append((("file", components[-1]), end - len(components[-1]), end))
    return found


def _names(value: str, start: int) -> list[Span]:
    """`owner/thing` is not a path, but its halves may be names."""
    found: list[Span] = []
    for match in _WORD.finditer(value):
        word = match.group()
        if len(word) >= _SHORTEST_NAME and ("_" in word[1:-1] or _CAMEL.search(word)):
            found.append((("name", word), start + match.start(), start + match.end()))
    return found


_PROSE_WORD = lazy_regex(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ\-]{4,}|[\u4e00-\u9fff\u3040-\u30ff]{2,}")
_ASCII_PROSE_WORD = lazy_regex(r"[a-z][a-z\-]{4,}")
_PROSE_LIMIT = 40_000

MESSAGES_SHARE = 0.02
"""A word in more than this share of the messages (at least 2, at most 12) is no longer rare."""


def prose_words(text: str) -> set[str]:
    """Words of five letters or more, lower case; runs of Han or kana as pairs of characters."""
    if text.isascii():
        return set(_ASCII_PROSE_WORD.findall(text[:_PROSE_LIMIT].lower()))
    found: set[str] = set()
    for word in _PROSE_WORD.findall(text, 0, _PROSE_LIMIT):
        if word[0] >= "\u3040":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.add(word.lower())
    return found


_LITTLE = (
    "a an the to use using in on at for of with my me your it that this any more anymore now and or be do have when i"
    " we you is are please always never only not give get put new time again"
)
LITTLE_WORDS = frozenset(_LITTLE.split())
"""That say nothing alone of what a short sentence is about."""
_PLAIN_WORD = lazy_regex(r"[A-Za-z\d][\w.%-]*(?<=\w)|[\u4e00-\u9fff]{2,}")


def plain_words(text: str) -> set[str]:
    """Words of any length that are not in every sentence, without their plural; Han as pairs of characters."""
    found: set[str] = set()
    for word in _PLAIN_WORD.findall(text):
        if word[0] >= "\u4e00":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif word.lower() not in LITTLE_WORDS:
            found.add(word.lower().rstrip("s"))
    return found


def note_said_words(counts: dict[str, list[int]], text: str) -> set[str]:
    """Records words as used in prose; returns them."""
    words = prose_words(text)
    for word in words:
        entry = counts.get(word)
        if entry is None:
            counts[word] = [0, 1, -1]
        else:
            entry[1] += 1
    return words


def count_words(counts: dict[str, list[int]], words: set[str], index: int) -> None:
    """Count one message with these words; words that are not in prose are counted from their first mention on."""
    for word in words:
        entry = counts.get(word)
        if entry is None:
            counts[word] = [1, 0, index]
        else:
            entry[0] += 1
            entry[2] = index


def rarity_limit(messages: int) -> float:
    """Highest number of messages in which a rare word may occur."""
    return min(12.0, max(2.0, messages * MESSAGES_SHARE))


def rare_words(counts: Mapping[str, tuple[int, int, int]], messages: int) -> dict[str, tuple[int, int, int]]:
    """The rare words among these."""
    limit = rarity_limit(messages)
    return {word: entry for word, entry in counts.items() if 0 < entry[0] <= limit}


_TERM = lazy_regex(
    r"[「《“](?P<quoted>[^」》”\n]{2,24})[」》”]|\*\*(?P<bold>[^*\n]{2,40})\*\*|`(?P<code>[^`\n]{2,60})`"
)
"""How a language without capital letters marks what has a name."""


def marked_terms(text: str) -> Iterator[str]:
    """What a writer marked as a name in a script that has no capital letters."""
    if text.isascii():
        return
    for found in _TERM.finditer(text):
        term = (found["quoted"] or found["bold"] or found["code"]).strip(" :：")
        if any("\u3040" <= each <= "\u9fff" for each in term):
            yield term


_ANY_WORD = lazy_regex(r"[A-Za-z][\w-]*|\d+|[\u4e00-\u9fff]{2,}")


@lru_cache(maxsize=4_096)  # each new sentence is compared with what was said before
def words_of(text: str) -> frozenset[str]:
    """Words of any length that are not in every sentence, so that short names count too; Han as pairs."""
    found: set[str] = set()
    for word in _ANY_WORD.findall(text):
        if word[0] >= "\u4e00":
            found.update(word[i : i + 2] for i in range(len(word) - 1))
        elif len(word) > 1 and word.lower() not in LITTLE_WORDS:
            found.add(word.lower())
    return frozenset(found)
