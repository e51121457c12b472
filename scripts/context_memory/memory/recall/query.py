"""Parses a question: search terms, names, times, and whether it asks about the user or the assistant."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ...text import dates, lexing, synonyms
from ...text.dates import Span
from ...text.lexing import stem
from ...text.patterns import lazy_regex
from ..docs import ASSISTANT, TOOL


class Side(StrEnum):
    """One of the two."""

    PERSON = "person"
    AGENT = "agent"


_AGENT_NAMES = """
agent ai bot chatbot model claude chatgpt gpt gemini copilot openclaw 助手 机器人 ai助手
"""
_AGENTS = frozenset({ASSISTANT, *_AGENT_NAMES.split()})
_NOBODY = frozenset({"", TOOL, "system", "developer"})
LONGEST_QUESTION, LEAST_OF_MESSAGE = 300, 3
"""Characters, and sentences from which a text is a message: it tells more than it asks."""
_SENTENCE = lazy_regex(r"[.!?]+(?=\s|$)|[。！？]+")
_ADDRESSES = ("you", "please", "let's", "你", "帮", "请")
"""Without one of these nobody is spoken to: most questions need not be looked at closer."""
_LEAD = lazy_regex(
    r"\b(?:do|did|can|could|would|will) you (?:still |please )*(?:remember|recall|know|tell me|remind me)\b"
    r"|你(?:还|是否|能|可以)*(?:记得|知道|告诉我|说说)(?!过)"
)
"""What is said to whoever answers, and asks nothing about them."""
_REQUEST = lazy_regex(r"\b(?:can|could|would|will) you\b|\bplease\b|\blet's\b|帮我|帮忙|麻烦你|请(?![问教])")
"""Something is to be done: what either of the two said may help."""
_TASK = "add|create|make|write|build|draft|fix|clean|put|set|prepare|give|show|push|change|update"
_TASKS = frozenset(
    f"{_TASK}|rename|rebuild|remove|compute|suggest|explain|test|plan|list|check|run|deploy|implement|plot".split("|")
)
_LEADS = frozenset(["ok", "okay", "and", "so", "now", "then", "hey", "hi", "also", "just", "next"])
_TASK_ZH = lazy_regex(r"[写做建搞弄画](?:一?[个份张段条篇]|一下)|[给把].{1,12}[写改加]")
_OF_TASKS = lazy_regex(
    rf"\b(?:{_TASK}|ok|okay|hey|pages?|lists?|files?|plans?|texts?|(?:next|this) week|quick(?:ly)?|short|nicer?|bit"
    r"|help|stuff)\b|帮我|帮忙|麻烦你?|给我(?:看看)?|[写做建搞弄画加改](?:一?[个份张段条篇]|一下)|方案|怎么[写做回弄]|一下"
)
"""What is to be made, and how it is asked for: said in the work on anything, it finds the work on all things."""
_TOLD = (
    "recommend|suggest|t(?:ell|old)|sa(?:y|id)|mention|advi[sc]e|g[ai]ve|introduc|shar|t(?:each|aught)|propos|offer|list"
    "|answer|explain|promis|do|did|fix|chang|wr[io]te|creat|us|decid|ma[kd]e|call|warn|f(?:ind|ound)|add|remov|r[au]n"
)
_BETWEEN = r"(?:once |ever |just |already |previously |have |had )*"
_AGENT = lazy_regex(
    rf"\b(?:did|have|had|were|are|do) you\b|\byou(?:'ve|'d)? {_BETWEEN}(?:{_TOLD})\w*|\byour\b"
    r"|(?<![和跟给向对与同让])你(?:们|曾经|之前|以前|上次|刚才|都|还)*"
    r"(?:[给跟和对向](?:了|过)?我|告诉|推荐|建议|说|提|介绍|分享|教|写|改|用)"
)
_PERSON = lazy_regex(r"\b(?:i|me|my|mine|myself|i'm|i've|i'd|i'll)\b|我(?!们)")


def asked_side(question: str) -> Side | None:
    """Whom a question is about; None where it says neither I nor you, or wants something done."""
    text = lexing.folded(question[: LONGEST_QUESTION + 1])
    if any(cue in text for cue in _ADDRESSES):
        text = _LEAD.sub(" ", text)
        if _REQUEST.search(text):
            return None
        if len(text) <= LONGEST_QUESTION and _AGENT.search(text):
            return Side.AGENT
    if len(text) > LONGEST_QUESTION:
        return None
    return Side.PERSON if _PERSON.search(text) else None


@lru_cache(1_000)
def side_of_speaker(name: str) -> Side | None:
    """Whose words they are; None of a doc that nobody speaks, or a tool."""
    folded = lexing.folded(name.strip())
    if folded in _NOBODY:
        return None
    return Side.AGENT if folded in _AGENTS else Side.PERSON


_OF_NOW = lazy_regex(
    r"(?-i:\bnow\b(?!\())|^now\b|\b(?:nowadays|currently|presently|these days|at (?:the moment|present))\b"
    r"|(^|\b(?:my|our|your|the|his|her|its|their|'s|’s) )current (?!(?:is|was|of|in|at|has|do|does|through)\b)"
    r"|(?<![出发表体实呈])现在|目前|如今|当前|眼下|現在|今(?=[のは])",
    re.IGNORECASE,
)
"""What asks for the newest, and is said of anything that has changed."""
_NOW_CUES = ("now", "current", "present", "these", "moment", "现", "目前", "如今", "当前", "眼下", "現", "今")
"""One of these stands in each."""
_OF_A_DAY_WORDS = """
do happen work note day what go log plan anything everything discuss topic
话 题 话题 讨 论 讨论 内 容 内容 做 干 去 发 生 发生 事 情 事情 记 录 记录 干嘛 嘛 啥 有 聊 天 聊天 那 那天 当 当天
何 し た した を何 何を をし は何 何が が起 起き きた は を が 起
"""
_OF_A_DAY = frozenset(map(stem, _OF_A_DAY_WORDS.split()))
"""What a question says beside the day whose events it asks for."""
DAY = timedelta(days=1)
MOST_MEANT = 600
"""Characters of a question that are compared by meaning, from its end: of a pasted talk the last words ask."""


class Query(NamedTuple):
    """A question, taken apart."""

    text: str
    terms: tuple[str, ...]
    """What is looked for, without the names of speakers but those who are acted upon: they are called by name."""
    speakers: frozenset[str] = frozenset()
    """Folded names of the speakers who are asked about: the one that is named, all that are joined, or who acts."""
    others: frozenset[str] = frozenset()
    """Terms of the names of those who are acted upon by the one who is asked about."""
    spans: tuple[Span, ...] = ()
    asks_when: bool = False
    meant: str = ""
    """The text without the names of speakers: an embedder finds whoever has that name instead of what is asked."""
    side: Side | None = None
    """Who of the two that talk is asked about."""
    timed: frozenset[str] = frozenset()
    """The terms that name a span of time."""
    is_of_past_day: bool = False
    """Whether it names a day that has begun."""
    is_request: bool = False
    """Whether something is to be done, and nothing is asked."""
    is_of_now: bool = False
    """Whether it says that what is true now is asked for."""

    @property
    def is_of_a_day(self) -> bool:
        """Whether it asks for whatever was on a day: nothing else is said in it."""
        return bool(self.spans) and _OF_A_DAY.issuperset(set(self.terms) - self.timed)

    @property
    def is_message(self) -> bool:
        """Whether it is a message that is told to somebody, and no question."""
        return len(self.text) > LONGEST_QUESTION or len(_SENTENCE.findall(self.text)) >= LEAST_OF_MESSAGE

    @property
    def related(self) -> dict[str, frozenset[str]]:
        """For each term the words that answer for it."""
        return synonyms.of_terms(self.terms)

    @property
    def related_words(self) -> frozenset[str]:
        """All words that answer for one of its terms."""
        return frozenset[str]().union(*self.related.values())


def names_by_word(speakers: Iterable[str]) -> dict[str, list[str]]:
    """Names of speakers by each of their words."""
    found: dict[str, list[str]] = {}
    for name in speakers:
        for word in lexing.words(name):
            found.setdefault(word, []).append(name)
    return found


def parse(text: str, speakers: Mapping[str, Sequence[str]], now: datetime) -> Query:
    """Take a question apart; `speakers` are the names that appear in the store, by word."""
    given, text = text, _without_now(text)
    named = named_speakers(text, speakers)
    without = _without(text, named.words) if named.words else text
    names = {stem(part) for name in named.names for part in lexing.words(name)}
    is_request = len(text) <= LONGEST_QUESTION and _is_request(lexing.folded(text))
    terms = _asked_terms(without if any(map(lexing.has_cjk, named.words)) else text, is_request=is_request)
    kept = tuple(term for term in terms if term not in names) or tuple(terms)
    asked = named.names if len(named.names) == 1 or named.are_joined else filter(None, (named.actor,))
    about = frozenset(map(lexing.folded, asked))
    spans = dates.spans(text, now)
    others = [name for name in named.names if named.actor and lexing.folded(name) not in about]
    acted_upon = tuple(dict.fromkeys(term for name in others for term in _terms_of_name(name)))
    timed = frozenset(kept).difference(lexing.query_terms(dates.without_times(without))) if spans else frozenset[str]()
    if spans and _OF_A_DAY.issuperset(set(kept) - timed):
        kept = tuple(
            term for term in kept if term not in timed or any(map(str.isdigit, term))
        )  # a number may be written
    return Query(
        text=text,
        terms=(*kept, *(term for term in acted_upon if term not in kept)),
        speakers=about,
        others=frozenset(acted_upon),
        spans=spans,
        timed=timed,
        is_of_past_day=bool(spans) and all(each.end - each.start <= DAY and each.start <= now for each in spans),
        asks_when=dates.asks_when(text),
        meant=without.strip()[-MOST_MEANT:],
        side=None if named.names else asked_side(text),
        is_request=is_request,
        is_of_now=text != given,
    )


def _without_now(text: str) -> str:
    """A question without the words that ask for what is true now, or itself where nothing else is asked."""
    if len(text) > LONGEST_QUESTION or not any(map(text.lower().__contains__, _NOW_CUES)):
        return text
    found = _OF_NOW.sub(r"\1 ", text)
    return found if found == text or not lexing.UNASKED.issuperset(lexing.query_terms(found)) else text


def _asked_terms(text: str, *, is_request: bool) -> list[str]:
    """The terms of a question; of a request without the words that any request has, unless it has no others."""
    if is_request:
        found = lexing.query_terms(_OF_TASKS.sub(" ", lexing.folded(text)))
        if found and not lexing.UNASKED.issuperset(found):
            return found
    return lexing.query_terms(text)


def _is_request(folded: str) -> bool:
    first = next((word for word in (each.strip(",.:;!") for each in folded.split()) if word not in _LEADS), "")
    if first in _TASKS or (lexing.has_cjk(folded) and _TASK_ZH.search(folded)):
        return True
    return any(cue in folded for cue in _ADDRESSES) and bool(_REQUEST.search(folded)) and not _LEAD.search(folded)


def _terms_of_name(name: str) -> list[str]:
    """Of a name in Chinese the last pair of characters, which stands in the full name and without the family's."""
    return lexing.query_terms(name)[-1:] if lexing.has_cjk(name) else lexing.query_terms(name)


def _without(text: str, names: Sequence[str]) -> str:
    """The text without these words, or the text itself where nothing else is left."""
    each = [re.escape(name) if lexing.has_cjk(name) else rf"\b{re.escape(name)}(?:['\u2019]s)?\b" for name in names]
    found = re.sub("|".join(each), " ", text, flags=re.IGNORECASE)
    return " ".join(found.split()) if re.search(r"\w", found) else text


MOST_NAMED = 4
"""Names in a question; more are a list of those who were there."""
READ_FOR_NAMES = 400
"""Characters of a question that is taken apart; a pasted page asks about nobody in particular."""


class Named(NamedTuple):
    """The speakers that a question names."""

    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """The words that name them, folded."""
    actor: str = ""
    """The one who acts, where others are only acted upon."""
    are_joined: bool = False
    """Whether all of them are asked about alike."""


_JOINT = lazy_regex(
    r"(?:['\u2019]s?)?(?:\s+[\w-]+){0,2}?"  # "Ines's brother and Tobias", "in Ines and in Tobias"
    r"(?:\s*(?:,|&)\s*|\s*,?\s+(?:and|or)\s+|\s*[和与跟及、]\s*)(?:(?:of|by|for|to|in|from|with|both)\s+)*",
    re.IGNORECASE,
)
_ACTED_UPON = lazy_regex(
    r"(?:\b(?:to|with|for|from|of|by|about|at|on|besides|than|like|against|and|tell|told|give|gave|given|show|showed"
    r"|shown|ask|asked|advise|advised|send|sent|help|helped|meet|met|see|saw|invite|invited)\s+|[向给对跟和与替为帮让]"
    r"|建议|告诉|推荐)$"
)
_ACCORDING = lazy_regex(r"\baccording to\s+$|据$")
_OWNER = lazy_regex(r"['\u2019]s?\b|的")
"""What follows a name that only says whose something is."""


def named_speakers(text: str, speakers: Mapping[str, Sequence[str]]) -> Named:
    """The speakers in a question and how they are named; `speakers` are those known, by each word of their names."""
    if not speakers:
        return Named()
    said = set(lexing.words(text))
    said |= {word.partition("'")[0] for word in said}
    folded = lexing.folded(text[: lexing.MAX_TEXT])
    if lexing.has_cjk(folded):  # no space parts a name from the rest
        said.update(word for word in speakers if len(word) > 1 and word in folded and lexing.has_cjk(word))
    words = tuple(sorted(said & speakers.keys()))
    names = tuple(dict.fromkeys(name for word in words for name in speakers[word]))
    if len(names) < 2 or len(text) > READ_FOR_NAMES:
        return Named(names, words)
    spots = _spots(words, folded, speakers)
    if not 2 <= len(spots) <= MOST_NAMED or {name for _, _, name in spots} != set(names):
        return Named(names, words)
    if all(_JOINT.fullmatch(folded[first[1] : second[0]]) for first, second in pairwise(spots)):
        return Named(tuple(name for _, _, name in spots), words, are_joined=True)
    return Named(names, words, actor=_actor(spots, folded))


def _spots(words: Iterable[str], folded: str, speakers: Mapping[str, Sequence[str]]) -> list[tuple[int, int, str]]:
    """Where each person is named first: start, end, name. Empty where a word names two."""
    first: dict[str, tuple[int, int, str]] = {}
    for word in words:
        place = folded.find(word) if lexing.has_cjk(word) else _place(word, folded)
        if len(speakers[word]) != 1 or place < 0:
            return []
        spot = (place, place + len(word), speakers[word][0])
        first[spot[2]] = min(spot, first.get(spot[2], spot))
    return sorted(first.values())


def _place(word: str, folded: str) -> int:
    match = re.search(rf"\b{re.escape(word)}\b", folded)
    return match.start() if match else -1


def _actor(spots: Sequence[tuple[int, int, str]], folded: str) -> str:
    """The one before whom no "to" or "from" stands, and who owns nothing; empty where that is not one."""
    for start, _, name in spots:
        if _ACCORDING.search(folded[:start]):
            return name
    acting = [
        name for start, end, name in spots if not _ACTED_UPON.search(folded[:start]) and not _OWNER.match(folded[end:])
    ]
    return acting[0] if len(acting) == 1 else ""
