"""Bounds the structured memory, and finds what is left to do: the archive has all of it anyway."""

import math
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import fsum  # the same for any order of a set
from typing import NamedTuple, TypeVar

from ...messages import Message, Role, Text, ToolResult
from ...text import entities, pasted, sentences
from ...text.entities import Name
from ...text.patterns import lazy_regex
from ...transcripts import speakers
from . import directives, evidence, one_off
from .values import Line, Mentions, Said, SessionMemory, Speaker

MENTIONS, LINES, STATEMENTS, WORDS = 4_000, 3_000, 2_000, 8_000
DIRECTIVES, CORRECTIONS, DECISIONS, REQUESTS, COMPLETED, ERRORS, ROOTS = 300, 120, 150, 150, 200, 40, 200
CAUSES, REPORTS, ACTIONS = 60, 20, 250
RECENT_CHARACTERS = 800_000
"""About 200,000 tokens: what a window holds. Tool output before that is hardly ever needed again (measured: 0.4 %)."""

Value = TypeVar("Value")


class Worths(NamedTuple):
    """What the names and the words of a session are worth at its end: a summary asks, and then the memory of it."""

    names: dict[Name, float]
    words: dict[str, float]


def worths_of(memory: SessionMemory) -> Worths:
    """Worth of all names and words that the memory knows."""
    return Worths(worth_of_names(memory.mentions, memory.messages), worth_of_words(memory.words, memory.messages))


def condense(memory: SessionMemory, worths: Worths | None = None) -> SessionMemory:
    """The memory with every list at its bound; lists below it stay as they are. `worths` are its own, where known."""
    things, words = worths or worths_of(memory)
    mentions = _best(memory.mentions, MENTIONS, [things[m.kind, m.key] for m in memory.mentions])
    known = {(m.kind, m.key) for m in mentions}
    return memory._replace(
        mentions=tuple(mentions),
        lines=tuple(_lines(memory.lines, known, things)),
        statements=tuple(_statements(memory.statements, things, words)),
        words=_words(memory, words),
        directives=_most_directives(memory.directives),
        corrections=memory.corrections[-CORRECTIONS:],
        decisions=memory.decisions[-DECISIONS:],
        requests=memory.requests[-REQUESTS:],
        completed=memory.completed[-COMPLETED:],
        errors=memory.errors[-ERRORS:],
        causes=memory.causes[-CAUSES:],
        reports=memory.reports[-REPORTS:],
        actions=memory.actions[-ACTIONS:],
        roots=dict(sorted(memory.roots.items(), key=lambda pair: (-pair[1], pair[0]))[:ROOTS]),
    )


def _lines(lines: Sequence[Line], known: set[Name], things: dict[Name, float]) -> Iterable[Line]:
    if len(lines) <= LINES:
        return lines
    density = []
    for line in lines:
        size = sum(map(len, line.shown)) / 4 + 2
        density.append(fsum([things.get(name, 0.0) for name in known.intersection(line.names)]) / size**0.5)
    return _best(lines, LINES, density)


def _statements(statements: Sequence[Said], things: dict[Name, float], words: dict[str, float]) -> Iterable[Said]:
    if len(statements) <= STATEMENTS:
        return statements
    density = []
    for said in statements:
        named, spoken = entities.things_and_words(said.text)
        value = 0.35 * fsum([things.get(name, 0.0) for name in named])
        value += fsum([words.get(word, 0.0) for word in spoken])
        density.append(value / (len(said.text) / 4 + 3) ** 0.5)
    return _best(statements, STATEMENTS, density)


def _words(memory: SessionMemory, words: dict[str, float]) -> dict[str, tuple[int, int, int]]:
    if len(memory.words) <= WORDS:
        return dict(memory.words)
    limit = entities.rarity_limit(memory.messages)
    ranked = sorted(memory.words.items(), key=lambda pair: (-(words.get(pair[0], 0.0) + (pair[1][0] > limit)), pair[0]))
    return dict(ranked[:WORDS])


def recent_from(messages: Sequence[Message]) -> int:
    """Index of the first message of the newest `RECENT_CHARACTERS`."""
    left = RECENT_CHARACTERS
    for i in range(len(messages) - 1, -1, -1):
        left -= sum(len(part.text) for part in messages[i].parts if isinstance(part, Text | ToolResult))
        if left < 0:
            return i + 1
    return 0


def _most_directives(given: Sequence[Said]) -> tuple[Said, ...]:
    """The newest ones; what a host said goes first when room is short."""
    if len(given) <= DIRECTIVES:
        return tuple(given)
    by_people = [said for said in given if said.speaker is Speaker.PERSON][-DIRECTIVES:]
    by_hosts = [said for said in given if said.speaker is not Speaker.PERSON]
    room = max(0, DIRECTIVES - len(by_people))
    kept = {id(said) for said in [*by_people, *(by_hosts[-room:] if room else [])]}
    return tuple(said for said in given if id(said) in kept)


def _best(values: Sequence[Value], count: int, density: Sequence[float]) -> list[Value]:
    """The `count` densest values in their old order; ties go to the newer."""
    if len(values) <= count:
        return list(values)
    newest_first = range(len(values) - 1, -1, -1)
    chosen = sorted(newest_first, key=density.__getitem__, reverse=True)[:count]
    return [values[i] for i in sorted(chosen)]


_DIGITS = lazy_regex(r"\d+")
_SERIES, _LONG_SERIES = 4, 12  # names that differ in digits alone
_PROSE, _CALLS, _PERSON, _RESULTS = 4.5, 3.0, 4.0, 0.5
_STANDING_POWER, _MOST_STANDING = 0.7, 20.0
_JUST_READ = 10  # messages
_FRESH_FOR = 15.0
_UNUSED_SHARE = {"number": 0.35, "hash": 0.2, "ticket": 0.35}  # codes of output that nobody took up
_USED, _UNUSED = 22.0, 18.0
_SHORTEST_HORIZON = 20.0  # messages


def recency(age: int, messages: int) -> float:
    """1 for now, falling to 0 over a quarter of the session; `age` and `messages` count messages."""
    return math.exp(-age / max(_SHORTEST_HORIZON, messages / 4))


def worth_of_mentions(mentions: Mentions, messages: int) -> float:
    """Worth of a thing by its mentions."""
    named = _PROSE * mentions.prose + _CALLS * mentions.calls + _PERSON * mentions.person + _RESULTS * mentions.results
    age = messages - mentions.last
    fresh = math.exp(-age / _FRESH_FOR)
    standing = min(_MOST_STANDING, math.pow(named, _STANDING_POWER))
    if mentions.prose or mentions.calls or mentions.person:
        worth = standing + _USED * fresh
    else:
        worth = (standing + (_UNUSED * fresh if age <= _JUST_READ else 0.0)) * _UNUSED_SHARE.get(mentions.kind, 1.0)
    return worth * entities.weight(mentions.kind)


def worth_of_names(mentions: tuple[Mentions, ...], messages: int) -> dict[Name, float]:
    """Worth of every thing that was mentioned, by (kind, key).

    Of a series that only output named (`case_1`, `case_2`, …) none is worth much, of a long one only files are.
    """
    worth = {(m.kind, m.key): worth_of_mentions(m, messages) for m in mentions}
    only_output = (m for m in mentions if not (m.prose or m.calls or m.person))
    listed = {(m.kind, m.key): _DIGITS.sub("#", m.key) for m in only_output if m.kind not in {"number", "hash"}}
    series = Counter(listed.values())
    for name, form in listed.items():
        if series[form] >= _SERIES:
            is_nothing = series[form] >= _LONG_SERIES and name[0] not in {"path", "file"}
            worth[name] = 0.0 if is_nothing else worth[name] / series[form]
    return worth


def worth_of_words(counts: Mapping[str, tuple[int, int, int]], messages: int) -> dict[str, float]:
    """Worth of every rare word that was said in prose or written by the agent."""
    worth = {}
    for word, (standing, said, last) in entities.rare_words(counts, messages).items():
        fresh = 0.3 + recency(messages - last, messages)
        worth[word] = (0.4 + 0.4 * math.log1p(said) + 0.3 * math.log(standing)) * fresh
    return worth


def unlike(texts: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    """The texts that say something which none of the known ones says already; one of few words only if it is one."""
    told = list(known)
    sets = [entities.prose_words(text) for text in told]
    for text in texts:
        words = entities.prose_words(text)
        few = len(words) < _FEW_WORDS
        if not (text in told if few else any(len(words & other) >= 0.7 * len(words) for other in sets)):
            yield text
            told.append(text)
            sets.append(words)


_FEW_WORDS = 3


def each_once(texts: Sequence[str], told: Container[str] = ()) -> list[str]:
    """The texts without those that a longer one repeats, unless all it adds was `told`: then without the longer one."""
    pairs = [(text, longer[len(text) :].strip()) for text in texts for longer in texts if longer.startswith(text)]
    held = {text for text, rest in pairs if rest and rest not in told}
    again = {f"{text} {rest}" for text, rest in pairs if rest in told}
    return [text for text in texts if text not in held and text not in again]


_OPEN_REQUESTS, _OPEN_CHARACTERS = 4, 160  # requests that are told as open; of one of them


def left_open(requests: Sequence[Said], told: Sequence[str], before: SessionMemory) -> list[str]:
    """The newest requests that are not done, then what was told of open work; where it was told before, what is left
    of that."""
    asked = {as_open(each.text) for each in chain(requests, before.requests)}
    left = [each for each in reversed(requests) if not (each.is_done or one_off.says_little(each.text))]
    found = [as_open(each.text) for each in left[:_OPEN_REQUESTS]]
    shown = "\n".join(found)
    return [*found, *(each for each in told or before.pending if each not in asked and each not in shown)]


def as_open(request: str) -> str:
    """A request as it stands among the open work."""
    return sentences.clip(request, _OPEN_CHARACTERS)


def without_requests(memory: SessionMemory) -> list[str]:
    """The open work that is no request: where those are told anyway."""
    asked = {as_open(each.text) for each in memory.requests}
    return [each for each in memory.open_work if each not in asked]


NEWEST_MESSAGES = 20  # SPEC 1.11
SENTENCES = 10
CHARACTERS = 160
_SAME_SHARE = 0.8

_KEYWORD = lazy_regex(r"(?i)\b(?:todos?|next|pending|follow[- ]?ups?|remaining)\b|待办|下一步|接下来|未完成|剩余|跟进")
_DONE = lazy_regex(
    r"(?i)\b(?:no (?:\w+ ){0,2}(?:todos?|pending|remaining|follow[- ]?ups?)|nothing (?:pending|remaining|left))\b"
    r"|没有(?:待办|剩余)|全部完成"
)
_ADVERB = lazy_regex(
    r"(?i)\bnext (?:time|to|week|month|year|day|morning|night|\.js|js|lines?|rows?|pages?|one|turn|message|iteration"
    r"|request|call|run|tick|release|version|generation|level|element|item|token|character|section)\b|\bnext\.?js\b"
    r"|\bpending (?!(?:work|task|item|step|to-?do|issue|question|review|decision|approval|change|fix|test|on|until"
    r"|from|for|in|is|are|and|or|but)s?\b)[a-z]+"
    r"|\b(?:an?|one|any|each|every) (?:\w+ ){0,2}next (?:step|action)s?\b"
    r"|\b(?:called|is|was|are|were|comes?|came|what(?:['’]s)?|runs?|used|drawn|rendered) next\b"
    r"|[$€£¥]\d[\d.,]* remaining\b|\bremaining (?:\w+ )?(?:balance|amounts?|budget|tokens?|seats?|time|space"
    r"|credits?|quota|days?|hours?|minutes?|funds?"
    r"|money|capacity|memory|stock|bytes|lines|width|height|room|sum|total|value|characters)\b"
    r"|(?:finds?|shows?|lists?|extracts?|collects?|sucht nach|zeigt?e?) (?:\w+ )?to-?dos?\b|\bto-?do (?:app|apps"
    r"|list)\b"
)


_TABLE_ROW = lazy_regex(r"\A\s*\||\|\s*\Z|\S \| \S")
_FILE = lazy_regex(r"[\w+-][\w.+-]*\.[A-Za-z]\w{0,7}\b")
_ANNOUNCED = lazy_regex(
    r"(?i)(?:\w+[.,!] )?(?:(?:now|next),? )?(?:let me|let['’]s|i['’]ll|i will|i need to|lass mich"
    r"|ich werde)\b.*[:：]\Z"
    r"|(?:现在|接下来)?[，,]?让我.*[:：]\Z|(?:now|next),? i['’]m \w+ing\b"
)
_OFFERS = lazy_regex(
    r"(?i)\b(?:if you(?:['’]d)? (?:want|like|prefer|wish|need)|(?:would|do) you (?:like|want|prefer)|want me to"
    r"|(?:shall|should) (?:i|we)"
    r"|let me know|(?:or|just) (?:say|tell me|ask|reply|type)|(?:say|reply|type|select|choose) [\"“'`\[]|i (?:can"
    r"|could) (?:also|then|now|next)\b"
    r"|happy to|i recommend|please (?:confirm|choose|select|provide|tell)|guide you|möchtest du|willst du"
    r"|soll(?:en)? (?:ich|wir)|wenn du (?:willst|möchtest|magst)"
    r"|(?:sag|gib) \w* ?bescheid"
    r"|tell me (?:which|what|if|when))\b|\[[A-Z]\] ?\w|(?:如果|若)(?:您|你)?(?:需要|想|愿意|希望)"
    r"|需要我|要不要|(?:您|你)(?:希望|想)"
    r"|请(?:告诉|选择|确认)"
)
"""What the agent would do if it were asked to."""
_WILL_DO = lazy_regex(
    r"(?i)\b(?:i['’]ll|i will|i['’]m going to|we['’]ll|let me|let['’]s|ich werde|lass mich|wir werden)\b"
    r"|让我|我们?(?:现在)?(?:将|会|来)"
)
"""Announces what the agent does next: done or under way where calls follow before anybody else speaks."""
_ASKS_NEXT = lazy_regex(
    r"(?i)\W*(?:(?:ok(?:ay)?|good|great|now|and|so|alright|cool|nice|gut|dann)[,.!]* )*(?:next(?: up| one| step)?"
    r"|and next|nächste\w*|als nächstes)\b|\W*(?:好[的，,]*)?(?:下一[步个]|接下来)"
)
"""How a person says what they want now."""
_ITEM = lazy_regex(r"(?m)^\s*(?:[-*•] |\d{1,2}[.)] |[*\[(]{0,3}[A-H][*\])]{0,3}[.):、—–-]).*$")
_OFFERED = 40  # characters by which an option is known again
_SLASH = lazy_regex(r"[/\\]")


def find_pending_work(messages: Sequence[Message], *, newest: int = NEWEST_MESSAGES) -> tuple[str, ...]:
    """Sentences with a pending-work keyword (word boundaries, en + zh) of the newest messages, newest first."""
    found: dict[str, None] = {}
    written: set[str] = set()
    is_acted_on, is_answered = False, False
    for message in reversed(messages[-newest:]):
        if message.is_summary or message.role is Role.TOOL or message.role is Role.SYSTEM:
            continue
        is_acted_on = bool(message.calls) or (is_acted_on and not speakers.said(message))
        is_offer = message.role is Role.ASSISTANT and is_answered and _ends_in_question(message.text)
        is_answered = message.role is Role.USER and bool(speakers.said(message))
        for call in message.calls:
            for path in evidence.written_by(call):
                written.update(_SLASH.split(path)[-2:])
        words = sentences.ends(speakers.said(message) if message.role is Role.USER else message.text)
        words = pasted.own_words(words) if message.role is Role.USER else words
        offered = _listed_in(words) if is_offer else ""
        for sentence in pending_sentences(words):
            is_offered = _OFFERS.search(sentence) or sentence[:_OFFERED] in offered
            if message.role is Role.ASSISTANT and (
                _ANNOUNCED.match(sentence) or directives.asks(sentence) or is_offered
            ):
                continue  # what it does at once, asks or offers, or offered before it was answered
            if is_acted_on and message.role is Role.ASSISTANT and _WILL_DO.search(sentence):
                continue
            if message.role is Role.USER and _ASKS_NEXT.match(sentence):
                continue  # a request, which stands among the requests
            files = set(_FILE.findall(sentence))
            if files and files <= written and message.role is Role.ASSISTANT:
                continue  # announced, and then done
            if not any(_says_the_same(sentence, other) for other in found):
                found[sentence] = None
            if len(found) >= SENTENCES:
                return tuple(found)
    return tuple(found)


def _ends_in_question(text: str) -> bool:
    return directives.asks(sentences.plain_sentence(text.rstrip()[-CHARACTERS:].rpartition("\n")[2]))


def _listed_in(text: str) -> str:
    return "\n".join(map(sentences.plain_sentence, _ITEM.findall(text)))


def _says_the_same(sentence: str, newer: str) -> bool:
    """Whether a newer sentence has nearly all words of this one: agents announce the same step again and again."""
    words = entities.prose_words(sentence)
    return sentence == newer or (
        len(words) > 3 and len(words & entities.prose_words(newer)) >= _SAME_SHARE * len(words)
    )


def pending_sentences(words: str) -> list[str]:
    """Sentences of one text that name work to be done, each at most `CHARACTERS` long."""
    found = []
    for sentence in sentences.split_sentences(sentences.without_fences(words)):
        match = _KEYWORD.search(sentence)
        if match is None or _DONE.search(sentence) or directives.leads_in(sentence):
            continue
        if _TABLE_ROW.search(sentence) or sentences.is_code(sentence):
            continue
        if _ADVERB.search(sentence) and not _KEYWORD.search(_ADVERB.sub("", sentence)):
            continue
        found.append(sentences.plain_sentence(sentences.around(sentence, match.start(), match.end(), CHARACTERS)))
    return [sentence for sentence in found if sentence]


_REMAINS = lazy_regex(
    r"(?i)\A(?!if\b|when\b|once\b).*?\b(?:(?:is|are|was|were|has|have|does|do)(?:n['’]t| not)\b[^.:]{0,40}\byet"
    r"|not yet (?:\w+ed|done|run|in place)|(?:is|are) still (?:missing|open|to do|left|pending|needed)|remains? open"
    r"|(?:remains|is left|are left) to (?:be )?\w+|noch (?:offen|nicht)|fehl(?:t|en) noch|steh(?:t|en) noch aus)\b"
    r"|还没有?|尚未|仍(?:需|未)|还(?:需要|缺)|待(?:完成|处理|修复)"
)


def not_done(memory: SessionMemory, since: int) -> list[str]:
    """What the agent's closing text of its newest work, from message `since` on, says is not done."""
    worked = max((item.index for item in memory.actions), default=-1)
    spoken = [said for said in memory.statements if said.speaker is Speaker.AGENT and said.index >= max(since, worked)]
    closing = [said.text for said in spoken if said.index == spoken[0].index]
    return [text for text in closing if _REMAINS.search(text) and not text.endswith(("?", "？"))]
