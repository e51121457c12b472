"""The history of a doc: earlier texts, and when it was superseded, pinned or forgotten, and by what.

A state knows when it was remembered, told again and forgotten. When it was
pinned, unpinned or brought back no store knows: such a change has its place in
the order and no time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from ..text import lexing, revocations, statements
from ..text.patterns import lazy_regex
from . import contact_details
from .doc_rows import DocRow, moment
from .docs import FOREIGN_STATE, MemoryDoc
from .standing import MERGED, SUPERSEDED


@dataclass(frozen=True, slots=True)
class DocChange:
    """One change of a doc."""

    what: tuple[str, ...]
    """In fixed words: `remembered`, `told again`, `text changed`, `pinned`, `forgotten`, `superseded` and so on."""
    text: str
    """What it says since then."""
    at: datetime | None
    """None where nothing says it."""
    session: str
    """Which it was told in; empty where it was told in none."""
    source: str
    by: str = ""
    """Id of the doc that superseded it."""

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "what": list(self.what),
            "at": self.at.isoformat() if self.at else None,
            "text": self.text,
            "session": self.session,
            "source": self.source.removeprefix(FOREIGN_STATE),
            "superseded_by": self.by,
        }


def changes_of(doc_id: str, states: Iterable[DocRow]) -> list[DocChange]:
    """The changes of a doc, oldest first, among the states of all docs in the order in which they were written."""
    changes: list[DocChange] = []
    before: DocRow | None = None
    for row in states:
        if row.id == doc_id:
            what = tuple(_what_changed(before, row))
            if what:
                changes.append(DocChange(what, row.text, _time_of(before, row), row.session, row.source))
            before = row
        elif before is not None and changes and _supersedes(row, before, changes[-1]):
            changes[-1] = replace(changes[-1], by=row.id, at=moment(row.created_at))
    return changes


def superseded_by(changes: list[DocChange], newer: MemoryDoc) -> list[DocChange]:
    """The changes of a doc that a newer one says otherwise than, with that in its place in time."""
    if any(change.by for change in changes) or not changes:
        return changes
    last = changes[-1]
    said = DocChange(("superseded",), last.text, newer.created_at, newer.session, newer.source, newer.id)
    place = sum(change.at is None or change.at <= newer.created_at for change in changes)
    return [*changes[:place], said, *changes[place:]]


def _what_changed(before: DocRow | None, after: DocRow) -> Iterator[str]:
    if before is None:
        yield "remembered"
        before = after._replace(pinned=0, tags="", forgotten_at=None)
    elif after.text != before.text:
        yield "text changed"
    elif after.access_count > before.access_count:
        yield "told again"
    tags, old_tags = set(after.tags.split()), set(before.tags.split())
    if SUPERSEDED in tags ^ old_tags:
        yield "superseded" if SUPERSEDED in tags else "current again"
    if MERGED in tags - old_tags:
        yield "merged"
    if after.pinned != before.pinned:
        yield "pinned" if after.pinned else "unpinned"
    if (after.forgotten_at is None) != (before.forgotten_at is None):
        yield "brought back" if after.forgotten_at is None else "forgotten"
    if after.tier != before.tier:
        yield f"tier {after.tier}"
    if after.importance != before.importance:
        yield f"importance {after.importance:g}"


def _time_of(before: DocRow | None, after: DocRow) -> datetime | None:
    """When it changed, as far as the state says it."""
    if before is None:
        return moment(after.created_at)
    if after.forgotten_at is not None and before.forgotten_at is None:
        return moment(after.forgotten_at)
    if after.accessed_at != before.accessed_at:
        return moment(after.accessed_at)
    return None


def _supersedes(row: DocRow, old: DocRow, change: DocChange) -> bool:
    """Whether this is the newer value that a doc was superseded by: both are written together."""
    label = contact_details.label_of(old.text)
    is_open = "superseded" in change.what and not change.by
    return is_open and bool(label) and row.scope == old.scope and contact_details.label_of(row.text) == label


_SAYS_ANEW = lazy_regex(
    r"(?i)\b(?:now|nowadays|no longer|instead|any ?more|from (?:now|here|today|this)|since|as of"
    r"|these days|after all|again"
    r"|took over|(?:switch|mov|chang|updat|rais|lower|increas|reduc|extend|shorten|renam|replac"
    r"|bump|postpon|dropp|shift"
    r"|push|retir|stopp|join|start|decid|migrat|upgrad|cut)e?d|(?:went|gone|goes|going|got|pushed|brought|put)"
    r" (?:up|down|back|forward|rid|over|to)|(?:is|are) (?:gone|out|over|back)|left|gave up|quit|sold|no more|new)\b"
    r"|改|换|还是.{1,16}吧|不再|[搬迁挪]|[升降调涨加减]|更新|现在|如今|目前|新|提前|推迟|延|不用|又|退休|离职|休|入职|以后|起"
    r"|别叫|了(?=[，。！!]|$)"
)
_NOT_INSTEAD = lazy_regex(
    r"(?i)\b(?:too|also|as well|another|both|only for|this time|for now|today|tonight|for this|cancelled"
    r"|this (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|[也还]有?(?!是)|另外|这次|这回|今天|暂时|[这本]周(?!起|开始)"
)
"""Says something beside the other, or for once."""
_WHEN = lazy_regex(
    r"(?i)\b(?:last|this|next|since|from|until|as of|by|in) (?:night|week|month|year|quarter|sprint"
    r"|morning|today|now|here"
    r"|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|winter|\w+day)(?: on)?\b|\b(?:finally|yesterday|recently|btw|by the way|now|nowadays|actually|again|these days"
    r"|heads up)\b"
    r"|从?[这上下本]个?[月周年]起?|上周|昨天|最近|刚刚?|[一二三四五六七八九十\d]+月份?|现在|目前|如今|以后|今后|我们|咱们"
    r"|统一|已经|开始|时间"
)
_LIGHT_ZH = frozenset("全都一律又的了吧是在我你他她就把给请也还要每个不到里上下人从和用做会能可以去来开")
_LIGHT_EN = frozenset(["my", "our", "your", "i", "we", "he", "she", "they", "it", "get", "go", "word"])
_PREDICATE = lazy_regex(
    r"(?i)\b(?:is|are|was|were|am|be|has|have|had|got|gets?|goes?|went|runs?|keeps?|kept|lives"
    r"|uses?|does|do|works?|can"
    r"|can't|cannot|will|won't|must|should|need|starts?|left|made|make|gave|doesn't|don't|isn't|\w{3,}ed|sits?|lies"
    r"|stands?|takes?|took|find|ask|call|write|answer|add|drink|eat|leave|reads?|says?|means?)\b|'(?:s|re|m)\b"
)
_PREDICATE_ZH = lazy_regex(
    r"(?<![早晚])上(?![午周面海])|[是用叫归找给改换搬迁挪升降涨加减提推延调退离休住签存搭在由到不]|\d|[A-Za-z@/:.]{3,}"
)
_MOVED = lazy_regex(
    r"(?i)\b(?:raised|lowered|increased|reduced|cut|shifted|moved|changed|pushed|extended|shortened"
    r"|set|updated|bumped"
    r"|switched|renamed|put|postponed|brought)\s+(?:the |our |my |all |its )?((?!back|forward|up "
    r"|down |over |out )[\w' -]{3,40}?)\s+(?:to|from|back|forward|up"
    r"|down|by)\b"
)
_GIVEN_UP = lazy_regex(
    r"(?i)\b(?:instead of|rather than|gave up(?: on)?|got rid of|no more|dropped|stopped(?: using)?"
    r"|ditched|quit|left|sold"
    r"|retired|no longer (?:use|have|at|in|do|with)?)\s+(?:the |our |my )?((?:[\w.+'-]+ ?){1,3})"
    r"|^([\w.'-]+(?: [A-Z]\w+)?) (?:(?:has )?left|(?:has )?retired|quit|moved on|is (?:gone"
    r"|on (?:\w+ )?leave|away)|went to"
    r"|doesn't work)\b"
    r"|别叫(.{1,4}?)了|^([\u4e00-\u9fff]{1,4}?)(?:休产?假|调走|调岗|退休|离职|走了|不在|不做|辞职)|不是(.{1,8}?)(?:了|，|。|$)|(?:不用|停用|弃用|去掉|取消)(.{1,8}?)了"
)
_NAMED = lazy_regex(r"(?<![.!?] )(?<!^)\b[A-Z][A-Za-z]+\b|\w+://\S+|\S+@\S+\.\w+|\d+(?:\.\d+){2,}(?::\d+)?")
_NAMED_ZH = lazy_regex(
    r"\w+://\S+|\S+@\S+\.\w+|\d+(?:\.\d+){2,}|[A-Za-z][\w.+-]+|[小老阿][\u4e00-\u9fff](?=[^\u4e00-\u9fff]|[负管调退休找对签])"
    r"|[\u4e00-\u9fff](?:姐|哥|总|工|大夫|医生|老师|会计|经理|师傅)|[中英日德法韩]文"
)
_LIVES = lazy_regex(
    r"(?i)(\b(?:i|we)(?:'m|'re| am| are)? (?:live|living|based|moved? to|moving to)\b|^我(?:们|上个月|现在)?(?:住|搬))"
    r"|(\bi(?:'m| am)? (?:work|working|employed) (?:at|for)\b|^(?:i )?(?:started|joined) (?:at )?"
    r"|^我.{0,3}(?:上班|入职|跳槽))"
    r"|(\bmy (?:manager|boss) is\b|\bi report to\b)"
)
"""What one has one of: a home, an employer, somebody to report to."""
MOST_PARTS = 2
"""Of an older statement that is given up: a longer one says more than that."""
LEAST_OF_KNOWN, LEAST_OF_KNOWN_ZH = 0.3, 0.2
LEAST_OF_SUBJECT, LEAST_OF_SUBJECT_ZH, LEAST_OF_REST = 0.99, 0.6, 0.5
"""Shares of what the newer one is about that the older one has to name; by hand, on 99 pairs of our own: 55 of 67 that
change and 0 of 35 that do not; of 38 pairs written after that 17 of 24, and 1 of 14."""


def takes_place(old: str, new: str) -> bool:
    """Whether a later statement makes an older one untrue: ends it, gives up what it names, or tells its value anew."""
    is_chinese = lexing.has_cjk(new)
    if is_chinese != lexing.has_cjk(old):
        return False
    if revocations.is_revocation(new) and revocations.ends(old, new):
        return True
    if not _SAYS_ANEW.search(new) or _NOT_INSTEAD.search(new):
        return False
    known, values, told = _subject(old), _values_of(old), _values_of(new)
    has, again = _LIVES.search(old), _LIVES.search(new)
    if has and again and has.lastindex == again.lastindex:
        return bool(told - values or _subject(new) - known)
    is_told = any(kind == other for kind, _ in values for other, _ in told - values)
    if (
        len(revocations.parts_of(old)) <= MOST_PARTS
        and _gives_up(new, known | {value for _, value in values})
        and (told - values or _subject(new) - known)
    ):
        return True
    return any(
        _is_about(part, known, told - values, is_told=is_told, is_plain=not values)
        for part in revocations.parts_of(new)
    )


def _is_about(part: str, known: frozenset[str], new: set[tuple[str, str]], *, is_told: bool, is_plain: bool) -> bool:
    """Whether a part of a sentence is about what is known, and has another value or says it without any."""
    is_chinese, part = lexing.has_cjk(part), _WHEN.sub(" ", part).strip()
    moved, verb = _MOVED.search(part), (_PREDICATE_ZH if is_chinese else _PREDICATE).search(part)
    subject = _subject(moved[1] if moved else part[: verb.start()] if verb else part)
    least = LEAST_OF_SUBJECT_ZH if is_chinese else LEAST_OF_SUBJECT
    if not subject:
        subject, least = _subject(part) - {word for _, value in new for word in _subject(value)}, LEAST_OF_REST
    shared = len(subject & known)
    if not shared or shared < least * len(subject):
        return False
    share = LEAST_OF_KNOWN_ZH if is_chinese else LEAST_OF_KNOWN
    return (is_told and shared >= share * len(known)) or (
        is_plain and not moved and shared >= LEAST_OF_REST * len(known)
    )


def _gives_up(new: str, known: frozenset[str]) -> bool:
    for found in _GIVEN_UP.finditer(new):
        words = next(filter(None, found.groups()))
        named = _subject(words) or {value for _, value in _values_of(f" {words}")}
        if named and named <= known:
            return True
    return False


def _subject(text: str) -> frozenset[str]:
    """What a text is about, without values and what says when; of Chinese its characters."""
    plain = _WHEN.sub(" ", text)
    if lexing.has_cjk(text):
        return frozenset(each for each in plain if "\u4e00" <= each <= "\u9fff") - _LIGHT_ZH
    return frozenset(each for each in revocations.topics_of(plain) if not each.startswith(statements.VALUE)) - _LIGHT_EN


def _values_of(text: str) -> set[tuple[str, str]]:
    """Numbers, days and names in a text, each with its kind."""
    named = _NAMED_ZH if lexing.has_cjk(text) else _NAMED
    found = {
        ("name", each[0].lower()) for each in named.finditer(text) if not statements.is_part_of_a_date(each[0].lower())
    }
    return found | {(value.partition(":")[0], value) for value in statements.parse(text).values}
