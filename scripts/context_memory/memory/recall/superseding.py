"""What is true now: of two hits about the same the newer comes first, and the older says what replaced it.

A newer statement names what it gives up ("left Siemens", 不再用 Vue), and the older one says that; or both say the same
of the question, and the newer one says that something changed; or both claim another value of one thing (`claims`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from ...text import lexing, statements, synonyms
from ...text.patterns import lazy_regex
from ..docs import Confidence, Hit, Kind, MemoryDoc, Origin, Part, origin_of
from .ranking import word_match

COMPARED = 10
"""First hits that are compared with each other."""
LONGEST = 300
"""Characters of a statement; a longer text says more than one thing."""
LEAST_SHARED, LEAST_SHARED_IF_REPLACED = 0.4, 0.3
"""Share of words in common (Dice) from which both are about one thing; the second where the newer replaces a thing."""
LEAST_ASKED = 0.6
"""Share of the words of the question in either of the two that such a newer one may leave to the other."""
SAME_SUBJECT_ZH = 0.5
"""Share of the characters before words of change that the older statement has too."""
NEARLY, LEAST_MEANT = 0.8, 2
"""Share of the score of the first hit from which a newer one comes before it; telling words that both have to say."""
MOST_APART = 4
"""Content words by which each may differ from the other: its value."""
_REPLACED = lazy_regex(
    r"\b(?:no longer|not any ?more|any ?more|instead|(?:switch|mov|migrat|chang|updat)(?:ed|ing)|replac(?:ed|es|ing)"
    r"|renamed|rescheduled|postponed|(?:rais|lower|increas|reduc|extend|shorten)e?d|transferred|took over|taken over"
    r"|from now on|(?:cut|dropped|brought|went|gone|doubled|halved) (?:back |down |up )?to(?= \W?\d))\b"
    r"|改[成为用到]|换[成到了]|不再|搬[到去]|迁[到移]|更新为|调整为|[升转]入|[升降增减涨]到"
    r"|[延推提][长迟前]至?到|接手|接管|变更|変更|移行",
    re.IGNORECASE,
)
"""Says that something else was true."""
_CHANGED = lazy_regex(
    r"\b(?:(?<!for )(?<!by )(?<!until )(?<!right )now(?:adays)?|as of|since|newly|these days|currently"
    r"|from (?:today|tomorrow|(?:this|next|january|february|march|april|may|june|july|august|september|october|november"
    r"|december)\b[\w ]*? on\b)"
    r"|(?:my|our|your|the|his|her|their|its) new)\b"
    r"|现在|目前|如今|今后|今は|もう",
    re.IGNORECASE,
)
"""Says that it is true now."""
_BESIDES = lazy_regex(
    r"\b(?:too(?=\W*$|[,.;])|also|as well|another|both|not|never)\b|n['\u2019]t\b|[还也又不没别另]", re.IGNORECASE
)
"""Says that something is true beside the other, or what is not: neither takes a place."""
_END = r"(?=[,.;:!?]\s|$|\b(?:and|to|with|by|for|but|so|as|because|since|due|after|any ?more|now|these|last|this)\b)"
_OBJECT = rf"\s+(.+?)\s*{_END}"
_GIVES_UP = lazy_regex(
    r"\b(?:no longer|(?:stopp|dropp|quitt|abandon|retir|cancel)(?:l?ed|l?ing)|quit|gave up|got rid of|sold|left)"
    rf"{_OBJECT}"
    rf"|\b(?:(?:switch|mov|migrat|chang)(?:ed|ing)\s+)(?:\S+\s+){{0,4}}?(?:away )?from{_OBJECT}"
    r"|(?:不再|停用|停止|弃用|放弃|取消|离开|搬离)了?([^,，。;；！!改换]+)|不([^,，。;；不]{1,10})了"
    r"|([^,，。;；]{1,8}?)[我都也已经]*[卖退丢扔][掉了]|([^、。のは]{1,12}?)[をは](?:やめ|廃止|解約|使わな|使っていな)",
    re.IGNORECASE,
)
"""What is given up; who gives it up stands before it."""
_CUES = """longer stopp dropp quit abandon retir cancel gave rid sold left from やめ 廃止 解約 使わな 使ってい
不 停 弃 取 离 卖 退 丢 扔"""
_GIVES_UP_CUES = tuple(_CUES.split())
"""Without one of these nothing is given up: looked for first, as most texts have none."""
_PUTS_ASIDE = lazy_regex(
    rf"(?:\b(?:replac(?:ed|es|ing)|t(?:ook|aken|akes) over\b[^.;,]*? from)){_OBJECT}"
    r"|\b([\w' ]+?) (?:(?:has|have|is|was|went|were)(?: been)? (?:closed(?: down)?|shut down|discontinued|gone|replaced"
    r")|(?:has )?(?:retired|resigned))\b|([^,，。;；]{1,8}?)(?:很少[^,，。;；]{1,3}|退休|离职|辞职|转岗|调走|不干)了"
    r"|(?:换掉|替[换代]|取代)了?([^,，。;；！!改换]+)|从([^,，。;；]{1,12}?)[换改搬迁转切调]"
    r"|([^,，。;；]{1,12}?)换成了|([^、。]{1,12}?)(?:ではなく|から(?:[^、。か]{1,10}[へに])?(?:変更|移行|引っ越|切り替|乗り換|変え))",
    re.IGNORECASE,
)
"""The same; what stands before it may be new."""
_CUES = "replac over closed shut discont gone retired resign 换 替 取 从 少 休 职 岗 调 干 ではなく から"
_PUTS_ASIDE_CUES = tuple(_CUES.split())
_OF_EACH = lazy_regex(
    r"\W*(?!(?:He|She|They|We|It|The|My|Our)\b)([A-Z][\w'-]+) (?:(?:now|also|currently) )?(?:works?|lives?"
    r"|likes?|loves?|hates?|uses?|plays?|speaks?|studies|drives?|eats?|drinks?|prefers?|wants?|has|knows?"
    r"|is (?:in|at|from|allergic))\b"
)
"""A person and what may be true of several: that Peter works there now says nothing of Anna."""
LEAST_NAMED = 0.25
"""Share of the older statement that the newer one says too: what it gives up has to be most of what is told."""
_DENIES = lazy_regex(
    rf"(?:\b(?:not|rather than|instead of)|n['\u2019]t){_OBJECT}|(?:(?<!是)不是|而非)([^,，。;；!！?？]{{1,20}})",
    re.IGNORECASE,
)
"""The same of one number that both name, or where the rest is about one thing: much is denied in passing."""
_DENIES_CUES = ("not", "rather", "instead", "n't", "n\u2019t", "不是", "而非")
MOST_GIVEN_UP = 2
"""Words of what is given up that have to stand in the older statement; those behind say when or why."""
_FORMER = lazy_regex(
    r"\b(?:used? to|previous(?:ly)?|before(?= (?:that|this|now|then)\b|\W*$)|former(?:ly)?|original(?:ly)?|at first"
    r"|(?:was|were|did|had)\b[^?]* before|initially|back then|in the past|earlier"
    r"|(?:my|our|your|the|his|her|their) old)\b"
    r"|\bbefore\b[^?]*\b(?:was|were|did|had)\b|\b(?:was|were|did|had)\b[^?]* until\b"
    r"|以前|之前|原来|原先|曾经|过去|当初|最初|本来|[搬改换涨降调升迁]\S{0,3}前|以前は|昔|元々|前[はの]",
    re.IGNORECASE,
)
_HAPPENED = lazy_regex(r"(?i)\b(?:was|were|did|had)\b")
_BEFORE_WHOM = lazy_regex(r"(?<=.)\bbefore\b.*", re.DOTALL)
_VALUE = lazy_regex(
    r"(?i)\d|^(?:mon|tues|wednes|thurs|fri|satur|sun)|^(?:januari|februari|march|april|may|june|juli|august|septemb"
    r"|octob|novemb|decemb)|^(?:one|two|thre|four|five|six|seven|eight|nine|ten|eleven|twelv|first|second|third|fourth"
    r"|fifth|sixth|seventh|eighth|ninth|tenth|half|hour|dai|week|month|quart|year)$|^[周一二三四五六七八九十日月点号]"
)
_MARKS = "now longer anymore instead new newly since changed moved migrated updated switched replaced renamed"
_MARKS_ZH = "现在 目前 不再 改成 换成"
"""Words of change say nothing of what is changed."""
_TIMES_ZH = "今年 去年 明年 上周 下周 这周 本周 上个月 下个月 这个月 最近 刚刚 昨天 今天"
_DAY = lazy_regex(r"^\W*\d{4}-\d{1,2}-\d{1,2}[^:：]{0,20}[:：]\s")  # the heading of a dated note: when, not what
_LIST = lazy_regex(r"^\s*(?:[-*+]|\d+[.)])\s+")


class _Statement(NamedTuple):
    """What a hit says."""

    doc: MemoryDoc
    text: str
    means: frozenset[str]
    """Words of the question that are said, themselves or by a related word."""
    words: frozenset[str] | None = None
    """Those of its content words that are compared; None means all."""

    @property
    def said(self) -> frozenset[str]:
        """Content words; of Chinese its characters, which stay where words around them change."""
        return _said(self.text) if self.words is None else self.words

    def terms_of(self, part: str) -> list[str]:
        """The content words of a part of it."""
        return [term for term in lexing.query_terms(part) if term in self.said]


def in_order_of_time(question: str, hits: Sequence[Hit], *, names_time: bool = False) -> list[Hit]:
    """The same hits; one that is no longer true stands behind what replaced it; if the past is asked for, before it.

    Where the question names a time, what was true then was found, and all stay where they are.
    """
    found, asked = list(hits[:COMPARED]), _asked(_BEFORE_WHOM.sub("", question))
    told = [(_time(hit.doc), place, told) for place, hit in enumerate(found) if (told := _statement(hit.doc, asked))]
    for (before, i, old), (after, j, new) in combinations(sorted(told, key=itemgetter(0)), 2):
        if not _may_be_compared(old.doc, new.doc):
            continue
        if before < after:
            if _replaces(new, old):
                found[i] = found[i]._replace(replaced_by=new.doc.id)
            elif (
                _is_page(new.doc)
                and not _is_page(old.doc)
                and (_given_up(old.text) or _search(_REPLACED, old.text) or _search(_CHANGED, old.text))
                and _replaces(old, new)
                and not any(_replaces(third, old) for when, _, third in told if before < when < after)
            ):
                found[j] = found[j]._replace(replaced_by=old.doc.id)
        elif _is_at_odds(old, new):
            found[i] = found[i]._replace(conflicts=(*found[i].conflicts, new.doc.id))
            found[j] = found[j]._replace(conflicts=(*found[j].conflicts, old.doc.id))
    is_in_order = names_time or not any(hit.replaced_by for hit in found)
    ordered = found if is_in_order else _sorted(found, asks_past=_FORMER.search(question) is not None)
    return [*ordered, *hits[COMPARED:]]


def _is_page(doc: MemoryDoc) -> bool:
    """Whether it is of a file that is written anew without a date: the time of the file is not that of each line."""
    return doc.kind is Kind.SECTION and origin_of(doc.file) is Origin.MEMORY


def _asked(question: str) -> dict[str, frozenset[str]]:
    """What is asked for, each with the words that answer for it."""
    terms = tuple(lexing.query_terms(question))
    related = synonyms.of_terms(terms)
    told = {part for term in related if len(term) > 1 and lexing.has_cjk(term) for part in term}  # of whole words
    kept = [term for term in terms if term in related or (_is_lasting(term) and term not in told)]
    return {term: related.get(term, frozenset()) | {term} for term in kept}


def _is_lasting(term: str) -> bool:
    """Whether the term is one whole word whatever stands around it: a pair of Chinese characters is not."""
    return len(term) == 1 or not lexing.has_cjk(term)


def values_of(question: str, doc: MemoryDoc) -> list[str]:
    """What a statement says beside the question: who gives that up may say nothing else of it."""
    told, asked = _statement(doc, {}), lexing.query_terms(question)
    terms = lexing.query_terms(told.text) if told else []
    return [term for term in _telling(terms) if len(term) > 1 and term not in asked]


def replacement(doc: MemoryDoc, others: Iterable[MemoryDoc]) -> MemoryDoc | None:
    """The newest of the others that gives up what the doc says, or gives it another value."""
    from . import claims

    old = _statement(doc, {})
    later = (_statement(each, {}) for each in others if _time(each) > _time(doc) and _may_be_compared(doc, each))
    told = (new for new in later if old and new and (_gives_up(new, old) or claims.takes_place_of(new.text, old.text)))
    return max((new.doc for new in told), key=_time, default=None)


def asks_for_now(question: str) -> bool:
    """Whether it asks for what is true now: for nothing that was or happened, and it is no sentence that tells."""
    return not (_FORMER.search(question) or _HAPPENED.search(question) or question.rstrip()[-1:] in tuple(".。!！"))


def _stands_alone(doc: MemoryDoc) -> bool:
    """Whether it is a statement that stands in no session and no file."""
    return not doc.session and not doc.file and len(doc.text) <= LONGEST


def newest_first(question: str, hits: Sequence[Hit]) -> list[Hit]:
    """The same hits; before the first one the newest statement that says as much of the question, nearly as well."""
    found, asked = hits[:COMPARED], _asked(question)
    first = _statement(found[0].doc, asked) if len(found) > 1 and _stands_alone(found[0].doc) else None
    if first is None or len(_telling(first.means)) < LEAST_MEANT:
        return list(hits)
    alike = [
        hit
        for hit in found
        if hit.score >= NEARLY * found[0].score and _stands_alone(hit.doc) and _may_be_compared(first.doc, hit.doc)
        if (told := _statement(hit.doc, asked)) and told.means >= first.means
    ]
    newest = max(alike, key=lambda hit: _time(hit.doc), default=found[0])
    if newest is found[0] or not asks_for_now(question):
        return list(hits)
    return [_lifted(newest, found[0], "newer"), *(hit for hit in hits if hit is not newest)]


def follows(doc: MemoryDoc, first: MemoryDoc) -> bool:
    """Whether a doc that is like another one may be what became of it: said later, and no question."""
    have_own_time = doc.scope == first.scope and not _is_page(doc) and not _is_page(first)
    return have_own_time and _time(doc) > _time(first) and not lexing.is_question(doc.text)


def put_first(doc: MemoryDoc, hits: Sequence[Hit], why: str) -> list[Hit]:
    """The hits, with this doc before them: as sure as the first one, and with the reason as its part."""
    parts = (Part(why, hits[0].score, 1.0),)
    return [hits[0]._replace(doc=doc, parts=parts), *(hit for hit in hits if hit.doc.id != doc.id)]


def _sorted(hits: Sequence[Hit], *, asks_past: bool) -> list[Hit]:
    """What replaced a hit right before it, or behind it. One that is lifted has a part more, for what it lacked."""
    order = list(hits)
    for hit in hits:
        places = {each.doc.id: place for place, each in enumerate(order)}
        if hit.replaced_by in places:
            old, new = places[hit.doc.id], places[hit.replaced_by]
            first, second = (new, old) if asks_past else (old, new)
            if first < second:
                lifted, above = order.pop(second), order[first]
                order.insert(first, _lifted(lifted, above, "former" if asks_past else "replaces"))
    return order


def _lifted(hit: Hit, above: Hit, why: str) -> Hit:
    """The hit with the score and the confidence of the one that it comes before: it answers no less surely."""
    parts = (*hit.parts, Part(why, above.score - hit.score, 1.0)) if hit.parts else ()
    sure = min(hit.confidence, above.confidence, key=list(Confidence).index)
    is_likely = hit.is_likely or above.is_likely
    return hit._replace(score=above.score, parts=parts, confidence=sure, is_likely=is_likely)


def _statement(doc: MemoryDoc, asked: Mapping[str, frozenset[str]]) -> _Statement | None:
    """What a doc says, or None where it says more than one thing, or asks.

    Of a piece of a file with several lines the one that says most of what is asked.
    """
    lines = _lines(doc)
    if len(lines) > 1 and not (asked and doc.kind is Kind.SECTION):
        return None
    found = [(text, _terms(text)) for text in lines if len(text) <= LONGEST and not lexing.is_question(text)]
    told = [_Statement(doc, text, frozenset(term for term in asked if asked[term] & said)) for text, said in found]
    return max(told, key=_fit, default=None)


def _fit(told: _Statement) -> tuple[int, bool]:
    """How well a line of several fits a question; of equal ones the one with a value."""
    return len(told.means), any(map(_VALUE.search, told.said))


def _lines(doc: MemoryDoc) -> list[str]:
    """The lines of a doc, without the day of a note, the name of who speaks and marks of lists."""
    text = _DAY.sub("", doc.text) if doc.kind is Kind.SECTION else doc.text
    if doc.speaker and text.startswith((f"{doc.speaker}:", f"{doc.speaker}：")):
        text = text[len(doc.speaker) + 1 :]
    return [_LIST.sub("", line) for line in text.splitlines() if line.strip()] if "\n" in text else [text]


_READ = 2_048
"""Statements whose words and changes are kept: a process that answers many questions meets the same ones."""


@lru_cache(8 * _READ)
def _search(pattern: "re.Pattern[str]", text: str) -> "re.Match[str] | None":
    return pattern.search(text)


@lru_cache(_READ)
def _terms(text: str) -> frozenset[str]:
    return frozenset(lexing.terms(text))


@lru_cache(_READ)
def _said(text: str) -> frozenset[str]:
    terms = [term for term in lexing.query_terms(text) if _is_lasting(term)]
    parts = {part for term in terms if term[0].isdigit() for part in term.split("_") if part != term}
    telling = frozenset(term for term in terms if not (term.isascii() and word_match.is_light(term)))
    return _without_zh(telling - parts - _terms_of(_MARKS), _MARKS_ZH, text)


def _telling(terms: Iterable[str]) -> list[str]:
    return [term for term in terms if not word_match.is_light(term)]


@lru_cache(_READ)
def _terms_of(words: str) -> frozenset[str]:
    return frozenset(lexing.query_terms(words))


def _without_zh(terms: frozenset[str], words: str, text: str) -> frozenset[str]:
    """The terms of a text without those of Chinese words; plain English holds none, and needs no pattern for them."""
    return terms if text.isascii() else terms - _terms_of(words)


def _may_be_compared(one: MemoryDoc, other: MemoryDoc) -> bool:
    return one.scope == other.scope and (Kind.TURN not in (one.kind, other.kind) or one.speaker == other.speaker)


def _is_same_thing(one: _Statement, other: _Statement, least: float, asked: float = 1.0) -> bool:
    """Whether two statements answer the question alike but for a value."""
    either, both = one.means | other.means, one.means & other.means
    only, also = one.said - other.said, other.said - one.said
    if not _telling(both) or len(both) < asked * len(either) or not (only or also):
        return False
    if asked == 1.0 and max(len(only), len(also)) > MOST_APART * (1 + lexing.has_cjk(one.text)):
        return False
    return 2 * len(one.said & other.said | both) >= least * (len(one.said) + len(other.said))


def _replaces(newer: _Statement, older: _Statement) -> bool:
    """Whether a newer statement puts another value in the place of an older one."""
    if not (older.means | newer.means) or not (newer.means & older.means or newer.said & older.said):
        return False
    from . import claims  # two that share no word need none

    if claims.takes_place_of(newer.text, older.text):
        return True
    if not older.means or claims.name_a_relative(newer.text, older.text):
        return False
    if _gives_up(newer, older):
        return not claims.are_apart(newer.text, older.text, alike=True)
    is_apart = claims.are_apart(newer.text, older.text)
    if not _telling(newer.means & older.means) or not newer.said - older.said:
        return False
    if found := _search(_REPLACED, newer.text):
        takes_over = found[0][:4].lower() in ("took", "take", "接手", "接管")  # a new one stands before it
        asked = LEAST_ASKED if takes_over or lexing.has_cjk(newer.text) else 1.0
        ahead = newer.text[: found.start()].rstrip()
        is_order = lexing.has_cjk(found[0]) and ahead[-1:] in ("", ":", "：") and "了" not in newer.text  # 改用 wss
        is_its = takes_over or (not is_order and _is_of(older, newer, found.start()))
        return (
            is_its
            and not (claims.are_apart(newer.text, older.text, alike=True) if takes_over else is_apart)
            and not statements.only_happened(older.text)
            and _is_same_thing(newer, older, LEAST_SHARED_IF_REPLACED, asked)
        )
    if is_apart:
        return False
    least = 2 if lexing.has_cjk(newer.text) else 1
    if _search(_BESIDES, newer.text) or len(_telling(newer.said & older.said)) < least:
        return False
    changed = _search(_CHANGED, newer.text)
    if not changed or (changed[0].endswith("new") and changed[0].lower() in older.text.lower()):
        return False  # both tell of the same new one
    is_same = _is_same_thing(newer, older, LEAST_SHARED) or _is_same_thing(
        _without_values(newer), _without_values(older), LEAST_SHARED
    )
    if not older.said - newer.said or not is_same:
        return False
    if (one := _OF_EACH.match(newer.text)) and (other := _OF_EACH.match(older.text)) and one[1] != other[1]:
        return False
    return not newer.terms_of(newer.text[changed.end() :]) or _is_of(older, newer, changed.start())


def _is_of(older: _Statement, newer: _Statement, end: int) -> bool:
    """Whether the newer one up to there names what the older one is about; days and numbers may differ.

    Of Chinese half of the characters are enough: `日志保留时间延长到` is about 日志保留.
    """
    before = _terms_of(newer.text[:end]) & newer.said
    subject = _without_zh(frozenset(each for each in before if not _VALUE.search(each)), _TIMES_ZH, newer.text)
    return len(subject & older.said) >= len(subject) * (SAME_SUBJECT_ZH if lexing.has_cjk(newer.text) else 1)


def _gives_up(newer: _Statement, older: _Statement) -> bool:
    """Whether a statement names something as given up that the older one says."""
    named = _given_up(newer.text)
    if not named or len(older.said & newer.said) * (1 + lexing.has_cjk(older.text)) < LEAST_NAMED * len(older.said):
        return False
    is_same = _is_same_thing(newer, older, LEAST_SHARED, LEAST_ASKED)
    for pattern, given, start in named:
        terms = newer.terms_of(given)[: None if lexing.has_cjk(given) else MOST_GIVEN_UP]
        if not terms or not older.said.issuperset(terms):
            continue
        shared_number = len(terms) == 1 and sum(map(str.isdigit, terms[0])) > 1 and newer.said & older.said - {*terms}
        if pattern is _DENIES and not (is_same or shared_number):
            continue
        if pattern is not _GIVES_UP or _is_of(older, newer, start):
            return not pattern.search(older.text) and not statements.only_happened(older.text)
    return False


@lru_cache(_READ)
def _given_up(text: str) -> tuple[tuple["re.Pattern[str]", str, int], ...]:
    """What a text gives up, puts aside or denies: by which pattern, its words, and where that begins."""
    folded = text.lower()
    return tuple(
        (pattern, next(filter(None, found.groups())), found.start())
        for pattern, cues in ((_GIVES_UP, _GIVES_UP_CUES), (_PUTS_ASIDE, _PUTS_ASIDE_CUES), (_DENIES, _DENIES_CUES))
        if any(cue in folded for cue in cues)
        for found in pattern.finditer(text)
    )


def _without_values(told: _Statement) -> _Statement:
    return told._replace(words=frozenset(term for term in told.said if not _VALUE.search(term)))


def _is_at_odds(one: _Statement, other: _Statement) -> bool:
    """Whether two statements of the same time cannot both be true. Two entries of one dated note may be."""
    is_one_log = one.doc.file == other.doc.file and origin_of(one.doc.file) is Origin.NOTES
    if is_one_log or not _telling(one.means & other.means):
        return False
    from . import claims

    return claims.takes_place_of(one.text, other.text)


def _time(doc: MemoryDoc) -> tuple[float, int]:
    """When it was said; within a session also at which place."""
    return (doc.created_at.timestamp(), doc.seq or 0 if doc.session else 0)
