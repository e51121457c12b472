"""Facts about a person that need no model: e-mail, phone and address; identity numbers only when asked for."""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from ..text import sentences
from ..text.lexing import has_cjk
from ..text.patterns import lazy_regex


class EntityKind(StrEnum):
    """What was found."""

    PHONE = "phone_number"
    ID_CARD = "id_card"
    EMAIL = "email"
    ADDRESS = "address"


LABELS = {
    EntityKind.PHONE: ("User's phone number", "用户手机号"),
    EntityKind.ID_CARD: ("User's identity card", "用户身份证"),
    EntityKind.EMAIL: ("User's e-mail", "用户邮箱"),
    EntityKind.ADDRESS: ("User's address", "用户地址"),
}


class Entity(NamedTuple):
    """One fact; `text` is how it is remembered, in the language of the message."""

    kind: EntityKind
    value: str
    text: str


_MOBILE = lazy_regex(r"(?<![\dA-Za-z+])1[3-9]\d{9}(?![\dA-Za-z])")
_INTERNATIONAL = lazy_regex(r"(?<![\w+])\+[1-9]\d{0,2}[ -]?\(?\d{1,4}\)?(?:[ -]?\d{2,4}){2,4}(?!\w)")
_ID_CARD = lazy_regex(r"(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])")
_EMAIL = lazy_regex(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9](?:[A-Za-z0-9-]*\.)+[A-Za-z]{2,24}(?![\w@-])")
_PROVINCES_WORDS = """
北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南
广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆 香港 澳门
"""
_PROVINCES = _PROVINCES_WORDS.split()
_MARKERS_WORDS = """
省 市 区 县 镇 乡 村 路 街 道 巷 弄 号 栋 幢 单元 室 楼 小区
"""
_MARKERS = tuple(_MARKERS_WORDS.split())
_ADDRESS = lazy_regex(
    rf"(?:{'|'.join(_PROVINCES)})[\u4e00-\u9fffA-Za-z0-9#-]{{6,58}}|[\u4e00-\u9fffA-Za-z0-9#-]{{10,60}}"
)
_LEAD = lazy_regex(r"^.*?(?:地址(?:是|为|改成|改为|换成)?|住在|家在|搬到了?|寄到|送到|住址(?:是|为)?)")
_LABEL = lazy_regex(r"^([^:：=\n]{2,40}?)\s*[:：=]\s*\S")


def in_text(text: str, *, sensitive: bool = False) -> tuple[Entity, ...]:
    """The entities of a message, each value once; sensitive kinds only when asked for."""
    found: dict[tuple[EntityKind, str], None] = {}
    for match in _EMAIL.finditer(text):
        found[EntityKind.EMAIL, match[0]] = None
    for match in _MOBILE.finditer(text):
        found[EntityKind.PHONE, match[0]] = None
    for match in _INTERNATIONAL.finditer(text):
        if 8 <= sum(c.isdigit() for c in match[0]) <= 15:
            found[EntityKind.PHONE, "+" + re.sub(r"\D", "", match[0])] = None
    if sensitive:
        for match in _ID_CARD.finditer(text):
            found[EntityKind.ID_CARD, match[0].upper()] = None
    for value in _addresses(text):
        found[EntityKind.ADDRESS, value] = None
    chinese = has_cjk(text)
    return tuple(Entity(kind, value, _told(kind, value, chinese=chinese)) for kind, value in found)


SENSITIVE = frozenset({EntityKind.PHONE, EntityKind.ID_CARD, EntityKind.ADDRESS})
"""Kinds that are learnt from a session only where somebody asked for it."""
_OWN = lazy_regex(
    r"(?i)\bmy (?:(?:new|work|private|home|personal|current|main|business|office|other|second|mobile|cell|phone|e-?mail"
    r"|mail|postal) )*(?:e-?mail|mail|phone|mobile|cell|number|address|contact|id(?: card| number)?|identity card)\b"
    r"|\b(?:call|reach|text|ring|phone|e-?mail|mail|contact|write(?: to)?) me\b|\bi live (?:at|in)\b"
    r"|我(?:的|现在的?|目前的?|个人的?|工作的?|公司的?|新的?|家的?)?(?:手机|电话|号码|邮箱|邮件|住址|地址|身份证|住在|家在|搬到)"
    r"|(?:打|发|联系|寄|送)(?:到|给)?我|我[^，。；]{0,12}[，,](?:现在)?(?:住在|搬到)"
)


def own_in(text: str, *, sensitive: bool = False) -> tuple[Entity, ...]:
    """Entities that the person says are their own; phone, identity number and address only when asked for."""
    chinese = has_cjk(text)
    found: dict[tuple[EntityKind, str], Entity] = {}
    for sentence in sentences.split_sentences(text):
        cue = _OWN.search(sentence)
        if cue:
            for entity in in_text(sentence[cue.start() :], sensitive=sensitive):
                if sensitive or entity.kind not in SENSITIVE:
                    told = _told(entity.kind, entity.value, chinese=chinese)
                    found[entity.kind, entity.value] = Entity(entity.kind, entity.value, told)
    return tuple(found.values())


_SAYS_NO_MORE = 4  # letters beside the person's own and the value: 是, is, now


def only_tells(text: str, entities: Iterable[Entity]) -> bool:
    """Whether a sentence says nothing beside one of these: 我的邮箱是 …."""
    rests = (_OWN.sub("", text.replace(each.value, "")) for each in entities if each.value in text)
    return any(len(re.sub(r"\W", "", rest)) <= _SAYS_NO_MORE for rest in rests)


def masked(text: str) -> str:
    """The text with a mark in place of every e-mail, phone, identity number and address."""
    for value in _addresses(text):
        text = text.replace(value, f"[{EntityKind.ADDRESS}]")
    for pattern, kind in ((_EMAIL, EntityKind.EMAIL), (_ID_CARD, EntityKind.ID_CARD), (_MOBILE, EntityKind.PHONE)):
        text = pattern.sub(f"[{kind}]", text)
    return _INTERNATIONAL.sub(f"[{EntityKind.PHONE}]", text)


def is_sensitive(text: str) -> bool:
    """Whether the text holds a phone, an identity number or an address."""
    return any(entity.kind in SENSITIVE for entity in in_text(text, sensitive=True))


def label_of(text: str) -> str:
    """The label before the colon of `User's address: Hangzhou`; two entities with one label supersede each other."""
    found = _LABEL.match(text)
    return found[1].strip() if found else ""


def _told(kind: EntityKind, value: str, *, chinese: bool) -> str:
    english, zh = LABELS[kind]
    return f"{zh}：{value}" if chinese else f"{english}: {value}"


def _addresses(text: str) -> list[str]:
    found = []
    for clause in re.split(r"[，。；！？,;!?\s]+", text):
        rest = _LEAD.sub("", clause)
        match = _ADDRESS.search(rest)
        if not match:
            continue
        value = match[0]
        markers = sum(value.count(marker) for marker in _MARKERS)
        province = any(name in value for name in _PROVINCES)
        enough = markers >= 2 or (province and markers >= 1)
        if enough and (province or any(c.isdigit() for c in value)) and 10 <= len(value) <= 60:
            found.append(value)
    return found
