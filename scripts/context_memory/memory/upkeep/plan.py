"""Plans idle work on the memory in steps with reasons: merge, draft skills, fade, change tiers (SPEC 5.4).

Nothing is decided while it is done: a plan is made of the docs as they are, shown, applied, and can be taken back.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ...text import lexing
from ...text.patterns import lazy_regex
from ...text.secrets import one_line
from ...transcripts import speakers
from .. import contact_details, same_fact
from ..docs import Kind, MemoryDoc, Tier
from ..recall import recall_block
from ..recall.recall_block import handle_of
from ..same_fact import DuplicatePair, Similarities, find_duplicates, pair_of_ids, strength
from ..standing import MERGED, age_days, is_a_persons, is_given_up, settled

LEAST_MEMBERS = 3
"""Docs of a cluster that become a draft (RsClaw)."""
MOST_DRAFTS = 5
"""Drafts of one run (RsClaw)."""
MOST_COMPARED = 2_000
"""Core docs of a scope that are compared with each other for clusters, the newest: seconds, not minutes."""
KEPT_DAYS = 7.0
"""A crystallised doc fades after so many days (RsClaw)."""
FADED_IMPORTANCE = 0.01
CRYSTALLISED = "crystallized"
_CRYSTALLISED_ON = lazy_regex(rf"{CRYSTALLISED}-(\d{{4}}-\d\d-\d\d)")
NOT_TIDIED = frozenset({Kind.TURN, Kind.SECTION, Kind.SAID})
"""Derived docs: their source is the truth."""
_BECOMES_SKILL = frozenset({Kind.LESSON, Kind.PREFERENCE, Kind.PROCEDURE, Kind.REMEMBER, Kind.FACT, Kind.PROJECT_STATE})
"""Never an entity or a relationship: who somebody is does not belong into a skill; never what a tool said."""


@dataclass(frozen=True, slots=True)
class Change:
    """A doc before and after."""

    before: MemoryDoc
    after: MemoryDoc


@dataclass(frozen=True, slots=True)
class Draft:
    """A SKILL.md to be written for review."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done, and why."""

    action: str
    """`merge`, `crystallise`, `fade` or `retier`."""
    why: str
    changes: tuple[Change, ...]
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, and what is left to whoever reads it."""

    steps: tuple[Step, ...]
    alike: tuple[DuplicatePair, ...] = ()
    """Docs that say the same and that no step merges: of tiers other than core, or with an obstacle."""


def plan(
    docs: Iterable[MemoryDoc], now: datetime, similarities: Similarities | None = None, *, all_tiers: bool = False
) -> Plan:
    """What is to be done; by words, and by meaning with `similarities`. Each doc changes in one step at most.

    Docs that say the same are merged in tier core (SPEC 5.4), with `all_tiers` in every tier.
    """
    known = sorted(
        (doc for doc in docs if doc.kind not in NOT_TIDIED and not doc.file and doc.forgotten_at is None),
        key=lambda doc: (-doc.created_at.timestamp(), doc.id),
    )
    steps: list[Step] = []
    alike: list[DuplicatePair] = []
    changed: set[str] = set()

    def add(found: Iterable[Step]) -> None:
        for step in found:
            steps.append(step)
            changed.update(change.before.id for change in step.changes)

    for scope in dict.fromkeys(doc.scope for doc in known):
        live = [doc for doc in known if doc.scope == scope and not is_given_up(doc)]
        same = list(find_duplicates(live, similarities))
        add(_merges(same, now, all_tiers=all_tiers))
        core = [doc for doc in live if doc.tier is Tier.CORE and doc.id not in changed]
        alike += (each for each in same if not changed.intersection((each.kept.id, each.lesser.id)))
        add(_clusters(core, now, similarities, _drafts_of(steps)))
    left = [doc for doc in known if doc.id not in changed]
    add(_fades(left, now))
    add(_moves([doc for doc in left if doc.id not in changed], now))
    return Plan(tuple(steps), tuple(alike))


def _merges(alike: Iterable[DuplicatePair], now: datetime, *, all_tiers: bool) -> Iterable[Step]:
    """One step for each doc that says what another one says; the better of the two stays as it is."""
    gone: set[str] = set()
    for each in alike:
        kept, lesser = each.kept, each.lesser
        if each.obstacle or gone.intersection((kept.id, lesser.id)) or not (all_tiers or each.are_core):
            continue
        gone.add(lesser.id)
        tags = tuple(dict.fromkeys((*lesser.tags, MERGED)))
        yield Step(
            "merge",
            f"{each.how} as #{handle_of(kept.id)}, which matters at least as much "
            f"({kept.importance:.2f} against {lesser.importance:.2f})",
            (Change(lesser, lesser._replace(forgotten_at=now, tags=tags)),),
        )


def _clusters(
    core: Sequence[MemoryDoc], now: datetime, similarities: Similarities | None, drafts: set[str]
) -> Iterable[Step]:
    """A draft for each group of docs that are all alike, as long as there is room for one."""
    free = [doc for doc in core if _may_become_skill(doc)][:MOST_COMPARED]
    alike = _likeness(free, similarities or {})
    for seed in sorted(free, key=strength, reverse=True):
        if len(drafts) >= MOST_DRAFTS:
            return
        if seed not in free:
            continue
        members = [seed]
        for doc in free:
            if doc is not seed and all(alike(doc, member) for member in members):
                members.append(doc)
        if len(members) < LEAST_MEMBERS:
            continue
        free = [doc for doc in free if doc not in members]
        name = _free_name(slug_of(members), drafts)
        drafts.add(name)
        tags = (CRYSTALLISED, f"{CRYSTALLISED}-{now:%Y-%m-%d}")
        yield Step(
            "crystallise",
            f"{len(members)} memories say much the same; a draft of a skill waits for review",
            tuple(Change(doc, doc._replace(tags=tuple(dict.fromkeys((*doc.tags, *tags))))) for doc in members),
            Draft(name, rendered(members, name)),
        )


def _may_become_skill(doc: MemoryDoc) -> bool:
    is_fit = doc.kind in _BECOMES_SKILL and CRYSTALLISED not in doc.tags and is_a_persons(doc)
    return is_fit and not contact_details.in_text(doc.text, sensitive=True)


def _likeness(docs: Sequence[MemoryDoc], similarities: Similarities) -> Callable[[MemoryDoc, MemoryDoc], bool]:
    """Whether two docs belong together: near by meaning, or half of their content words in common."""
    terms = {doc.id: same_fact.content(doc.text) for doc in docs}

    def alike(one: MemoryDoc, other: MemoryDoc) -> bool:
        if similarities.get(pair_of_ids(one.id, other.id), 0.0) >= same_fact.SAME_CLUSTER:
            return True
        return same_fact.dice(terms[one.id], terms[other.id]) >= same_fact.SAME_CLUSTER_BY_WORDS

    return alike


def _drafts_of(steps: Iterable[Step]) -> set[str]:
    return {step.draft.name for step in steps if step.draft}


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name[: LONGEST_NAME - 4]}-{number}", number + 1
    return free


def _fades(docs: Iterable[MemoryDoc], now: datetime) -> Iterable[Step]:
    """Docs whose draft is a week old fade: what they said stands in the draft. Pinned ones stay."""
    for doc in docs:
        crystallised = _crystallised_on(doc)
        if crystallised is None or doc.pinned or doc.importance <= FADED_IMPORTANCE:
            continue
        if now - crystallised > timedelta(days=KEPT_DAYS):
            yield Step(
                "fade",
                f"crystallised into a draft on {crystallised:%Y-%m-%d}, more than {KEPT_DAYS:g} days ago",
                (Change(doc, doc._replace(importance=FADED_IMPORTANCE, tier=Tier.PERIPHERAL)),),
            )


def _crystallised_on(doc: MemoryDoc) -> datetime | None:
    for tag in doc.tags:
        if found := _CRYSTALLISED_ON.fullmatch(tag):
            try:
                return datetime.fromisoformat(f"{found[1]}T00:00:00+00:00")
            except ValueError:
                return None
    return None


def _moves(docs: Iterable[MemoryDoc], now: datetime) -> Iterable[Step]:
    for doc in docs:
        after = settled(doc, now)
        if after.tier is not doc.tier:
            days = age_days(doc, now)
            yield Step(
                "retier",
                f"{doc.tier} to {after.tier}: last used {days:.0f} days ago, given out {doc.access_count} times, "
                f"importance {doc.importance:.2f}",
                (Change(doc, after),),
            )


LONGEST_NAME = 64
LONGEST_DESCRIPTION = 400
"""Characters; a skill may have 1,024, but a draft says little."""
LONGEST_LINE = 300
_SUBJECTS = 4
_LONGEST_PHRASE = 6
_HAN_RUN = lazy_regex(r"[\u4e00-\u9fff]{2,}")
_EMPTY = lazy_regex(
    r"不要|不能|不准|以后|下次|每次|必须|应该|记得|时候|我们|你们|都要|一定|^[给的了就都也在把被]|[给的了就都也在把被]$"
)
"""What stands in a Chinese rule and is not its subject."""
_WORD = lazy_regex(r"[a-z][a-z0-9]{2,}")
_WORDS = {
    "en": {
        "title": "Draft: {subject}",
        "description": "Draft for review. Use when the work is about {subject}. First rule: {first}",
        "note": "Drafted from {count} memories that say much the same. Nothing installs it: check every line, "
        "reword it, then move the folder to your skills, or delete it.",
        "rules": "Rules",
        "sources": "Sources",
        "joined": ", ",
    },
    "zh": {
        "title": "草稿：{subject}",
        "description": "待审阅的草稿。涉及{subject}时使用。第一条：{first}",
        "note": "由 {count} 条内容相近的记忆起草。不会自动安装：请逐行检查、改写，再移到技能目录，或删除。",
        "rules": "规则",
        "sources": "来源",
        "joined": "、",
    },
}


def slug_of(members: Sequence[MemoryDoc]) -> str:
    """A name for a skill made of these docs: their commonest words, or the id of the first where they have none."""
    words = [word for word in subjects(members) if _WORD.fullmatch(word)]
    name = "-".join(words)[:LONGEST_NAME].strip("-")
    return name or f"memory-{members[0].id[:8].lower()}"


def subjects(members: Sequence[MemoryDoc]) -> list[str]:
    """What the docs are about: the words and the Chinese phrases that most of them share, most frequent first."""
    counts: Counter[str] = Counter()
    for member in members:
        counts.update({word for word in lexing.words(member.text) if _is_content(word)})
    phrases = _phrases([lexing.folded(member.text) for member in members])
    shared = [*phrases, *((word, count) for word, count in counts.items() if count * 2 > len(members))]
    shared.sort(key=lambda each: (-each[1], -len(each[0]), each[0]))
    chosen: list[str] = []
    for word, _ in shared:
        if not any(word in other or other in word for other in chosen):
            chosen.append(word)
    return chosen[:_SUBJECTS]


def _is_content(word: str) -> bool:
    return word.isascii() and len(word) > 2 and bool(same_fact.content(word)) and word not in lexing.UNASKED


def _phrases(texts: Sequence[str]) -> list[tuple[str, int]]:
    """The longest pieces of Chinese that more than half of the texts hold, none over another."""
    found: list[tuple[str, int]] = []
    for run in _HAN_RUN.findall(texts[0]):
        taken: set[int] = set()
        for length in range(min(_LONGEST_PHRASE, len(run)), 1, -1):
            for start in range(len(run) - length + 1):
                piece, places = run[start : start + length], set(range(start, start + length))
                count = sum(piece in text for text in texts)
                if count * 2 > len(texts) and not places & taken and not _EMPTY.search(piece):
                    taken |= places
                    found.append((piece, count))
    return found


def rendered(members: Sequence[MemoryDoc], name: str) -> str:
    """The whole SKILL.md."""
    texts = [one_line.one_line(member.text, LONGEST_LINE) for member in members]
    words = _WORDS["zh" if sum(map(speakers.is_chinese, texts)) * 2 > len(texts) else "en"]
    subject = words["joined"].join(subjects(members)) or name
    description = words["description"].format(subject=subject, first=texts[0])
    return "\n".join(
        (
            "---",
            f"name: {name}",
            f"description: {json.dumps(one_line.cut(description, LONGEST_DESCRIPTION), ensure_ascii=False)}",
            "---",
            "",
            f"# {words['title'].format(subject=subject)}",
            "",
            words["note"].format(count=len(members)),
            "",
            f"## {words['rules']}",
            "",
            *(f"- {text}" for text in texts),
            "",
            f"## {words['sources']}",
            "",
            *(_source(member) for member in members),
            "",
        )
    )


def _source(member: MemoryDoc) -> str:
    where = one_line.one_line(member.source, 120)
    said = f", {where}" if where else ""
    return f"- #{recall_block.handle_of(member.id)} ({member.kind}, {member.created_at:%Y-%m-%d}{said})"
