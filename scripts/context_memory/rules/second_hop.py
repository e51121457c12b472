"""Who is meant by "Ines's sister" or "my boss": the name that stands beside that word where somebody was introduced.

A question about a relative, a boss or a cat is mostly answered where that one is called by name, so the name is asked
for as well.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from . import lexing
from .question_parts import READ

INTRODUCTION = 400
"""Characters of a text that introduces somebody; a longer one holds names of all sorts."""
LOOKED_AT = 10
"""Docs that hold the word, in which a name is looked for."""
MOST = 2
"""Names that one word may stand for: people have two brothers."""
FEWEST_DOCS = 2
"""A name that stands in one doc leads to no other."""
MOST_DOCS, LARGEST_SHARE = 20, 0.05
"""A word in more docs, and in more than this share of all, is no name of one person: "Thanks"."""

_WHO = """
sister brother sibling twin mother mom mum father dad parent son daughter child kid baby wife husband spouse partner
girlfriend boyfriend fiance fiancee aunt uncle cousin nephew niece grandma grandpa grandmother grandfather grandson
granddaughter stepmother stepfather godmother godfather boss manager supervisor chef assistant colleague coworker
neighbour neighbor teacher tutor professor coach trainer instructor mentor friend buddy roommate flatmate landlord
landlady doctor dentist therapist nurse vet lawyer client dog puppy cat kitten horse pony parrot bird rabbit hamster
turtle tortoise
"""
_WHO_ZH = """
姐姐 妹妹 哥哥 弟弟 妈妈 母亲 爸爸 父亲 儿子 女儿 孩子 妻子 丈夫 老婆 老公 女朋友 男朋友 女友 男友
未婚妻 未婚夫 阿姨 姑姑 姨妈 叔叔 舅舅 表哥 表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹 侄子 侄女 外甥 奶奶
爷爷 外婆 外公 老板 上司 经理 领导 助理 同事 邻居 老师 教授 教练 导师 朋友 闺蜜 室友 房东 医生 牙医
护士 律师 客户 小狗 小猫 狗狗 猫咪
"""
_WORD = "|".join(sorted(_WHO.split(), key=len, reverse=True))
_WORD_ZH = "|".join(sorted(_WHO_ZH.split(), key=len, reverse=True))
_OWNED = re.compile(rf"\b(?:(?P<owner>[\w-]+)['\u2019]s|my|our) (?:[a-z]+ ){{0,2}}?(?P<word>{_WORD})\b", re.IGNORECASE)
_OWNED_BY = re.compile(rf"\b(?P<word>{_WORD}) of (?P<owner>[\w-]+)", re.IGNORECASE)
_OWNED_ZH = re.compile(rf"(?P<owner>[\w]{{1,12}}?)的?(?P<word>{_WORD_ZH})")
_NAME = r"(?P<name>[A-Z][a-z\u00df-\u024f]+)"
_NO_NAMES_WORDS = """
monday tuesday wednesday thursday friday saturday sunday january march april may june july august september october
november december christmas easter
"""
_NO_NAMES = frozenset(_NO_NAMES_WORDS.split())


@dataclass(frozen=True, slots=True)
class Relation:
    """Somebody who is asked about without a name."""

    word: str
    """What they are to the owner, folded: "sister"."""
    owner: str = ""
    """A word of the name of the speaker whose sister it is, folded; empty for "my"."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Search terms of the word."""
        return tuple(lexing.query_terms(self.word))


def asked(question: str, speakers: Iterable[str]) -> Relation | None:
    """The relation that a question asks about; `speakers` are words that name known speakers."""
    question, known = question[:READ], frozenset(speakers)
    for pattern in (_OWNED, _OWNED_BY, _OWNED_ZH):
        for match in pattern.finditer(question):
            owner = lexing.folded(match["owner"] or "")
            if owner in known or not owner or owner == "user":
                return Relation(lexing.folded(match["word"]), owner if owner in known else "")
            if pattern is _OWNED_ZH:
                whose = next((each for each in known if owner.endswith(each)), "")
                if whose or owner.endswith(("我", "我们", "用户")):
                    return Relation(match["word"], whose)
    return None


def introduced(relation: Relation, texts: Iterable[str]) -> frozenset[str]:
    """Search terms of the names that stand beside the word in these texts."""
    patterns = tuple(_patterns(relation.word))
    found = {
        match["name"]
        for text in texts
        for pattern in patterns
        for match in pattern.finditer(text[:INTRODUCTION])
        if lexing.folded(match["name"]) not in lexing.UNASKED | _NO_NAMES
    }
    terms = ((name, term) for name in found for term in lexing.query_terms(name)[-1:])
    return frozenset(term for name, term in terms if len(term) > 1 or not lexing.has_cjk(name))


def _patterns(word: str) -> Iterator[re.Pattern[str]]:
    if lexing.has_cjk(word):
        yield re.compile(rf"{word}(?:[，,]|是|叫|名叫)?(?P<name>[\u4e00-\u9fff]{{2}})")
        yield re.compile(rf"(?P<name>[\u4e00-\u9fff]{{2}})(?:吗|呢)?[，,？?]?\s*(?:她|他|它)?是?我们?的?{word}")
        return
    said = rf"(?i:{word})"
    yield re.compile(rf"\b{said}(?:,| named| called| is|'s name is| is called| is named|:)? {_NAME}\b")
    yield re.compile(rf"\b{_NAME}(?:,| is|, is|, who is|, who was)? (?:my|our|the|a|his|her) (?:\w+ ){{0,2}}{said}\b")


def leading(names: Iterable[str], counts: Mapping[str, int], docs: int) -> tuple[str, ...]:
    """Those of the names that lead to other docs, the rarest; `counts` says in how many of the `docs` each stands."""
    most = max(MOST_DOCS, docs * LARGEST_SHARE)
    found = [name for name in names if FEWEST_DOCS <= counts.get(name, 0) <= most]
    return tuple(sorted(found, key=lambda name: (counts[name], name))[:MOST])
