"""Write memories that belong together as the draft of a skill, for a person to review; never installed by us."""

import json
import re
from collections import Counter
from collections.abc import Sequence

from ..model.docs import MemoryDoc
from . import lexing, likeness_of_facts, recall_block, speech, wording

LONGEST_NAME = 64
LONGEST_DESCRIPTION = 400
"""Characters; a skill may have 1,024, but a draft says little."""
LONGEST_LINE = 300
_SUBJECTS = 4
_LONGEST_PHRASE = 6
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]{2,}")
_EMPTY = re.compile(
    r"不要|不能|不准|以后|下次|每次|必须|应该|记得|时候|我们|你们|都要|一定|^[给的了就都也在把被]|[给的了就都也在把被]$"
)
"""What stands in a Chinese rule and is not its subject."""
_WORD = re.compile(r"[a-z][a-z0-9]{2,}")
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
    return word.isascii() and len(word) > 2 and bool(likeness_of_facts.content(word)) and word not in lexing.UNASKED


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
    texts = [wording.one_line(member.text, LONGEST_LINE) for member in members]
    words = _WORDS["zh" if sum(map(speech.is_chinese, texts)) * 2 > len(texts) else "en"]
    subject = words["joined"].join(subjects(members)) or name
    description = words["description"].format(subject=subject, first=texts[0])
    return "\n".join(
        (
            "---",
            f"name: {name}",
            f"description: {json.dumps(wording.cut(description, LONGEST_DESCRIPTION), ensure_ascii=False)}",
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
    where = wording.one_line(member.source, 120)
    said = f", {where}" if where else ""
    return f"- #{recall_block.handle_of(member.id)} ({member.kind}, {member.created_at:%Y-%m-%d}{said})"
