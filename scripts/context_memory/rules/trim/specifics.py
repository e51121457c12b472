"""Exact things in running text: numbers, names, dates, addresses, limits.

In prose and source code every line has a shape and words of its own, so
rarity of shape says little. What a reader cannot guess is what is exact, and
what belongs to no other line of the text.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from itertools import accumulate
from math import log2, sqrt

MOST_BITS_OF_KIND = 6.0
WEIGHTS = {"url": 1.2, "code": 1.2, "money": 1.2, "name": 0.8, "capitals": 0.9, "modal": 0.5, "numeral": 0.8, "quote": 0.5}
AGAIN = 0.25
"""What something exact is worth that the text names more than once."""

_EXACT = re.compile(
    r"(?P<url>\b[a-z][a-z0-9+]*://[^\s\"'<>)\]]+)"
    r"|(?P<code>\b[A-Z]{2,}[-_]\d[\w-]*|\b0x[0-9A-Fa-f]{4,}|\b(?=[a-zA-Z_-]*\d)(?=[\d_-]*[a-zA-Z])\w{9,})"
    r"|(?P<money>[$€£¥]\s?\d[\d,.]*|\d[\d,.]*\s?(?:USD|EUR|元|万|美元|亿))"
    r"|(?P<date>\b\d{4}-\d\d-\d\d\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?\s\d+|\d+\s?[年月日])"
    r"|(?P<version>\bv?\d+\.\d+\.\d[\w.]*)"
    r"|(?P<measure>\b\d[\d,.]*\s?(?:%|[kKMGT]i?B\b|ms\b|[smhd]\b|GB\b|px\b|秒|分钟|小时|天|毫秒|个|次|台|人|percent\b|hours?\b|days?\b|minutes?\b"
    r"|seconds?\b|weeks?\b|months?\b|years?\b))"
    r"|(?P<large>\b\d{1,3}(?:,\d{3})+\b|\b\d{4,}\b)"
    r"|(?P<number>\b\d+\.\d+\b|\b\d{2,3}\b)"
    r"|(?P<capitals>\b[A-Z]{3,}\b)"
    r"|(?P<name>(?<=[\w,;] )[A-Z][a-z]{2,}\w*)"
    r"|(?P<numeral>[一二三四五六七八九十百千万两零]{2,})"
    r"|(?P<modal>\b(?:must|never|only|unless|except|instead|however|required|forbidden|warning|important)\b"
    r"|严禁|必须|不得|禁止|只有|只能|除非|不要|务必|到期|例外|改为)"
    r"|(?P<quote>\"[^\"\n]{3,40}\"|「[^」\n]+」|“[^”\n]+”)"
)
_WORD = re.compile(r"[^\W\d_]{2,}", re.ASCII)
_CJK = re.compile(r"[\u3400-\u9fff]")


def bits_of(texts: list[str]) -> list[float]:
    """Bits of each unit: what is exact in it, and how many of its words stand nowhere else."""
    bits = _lonely(texts)
    for row, more in _exact(texts).items():
        bits[row] += more
    return bits


def _exact(texts: list[str]) -> dict[int, float]:
    starts = list(accumulate((len(text) + 1 for text in texts), initial=0))
    found: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    seen: Counter[str] = Counter()
    for match in _EXACT.finditer("\n".join(texts)):
        row = bisect_right(starts, match.start()) - 1
        found[match.lastgroup or ""][row].append(match[0])
        seen[match[0]] += 1
    bits: dict[int, list[float]] = defaultdict(list)
    for kind, rows in found.items():
        worth = min(MOST_BITS_OF_KIND, log2((len(texts) + 1) / len(rows))) * WEIGHTS.get(kind, 1.0)
        for row, things in rows.items():
            bits[row].append(worth * max(1.0 if seen[thing] == 1 else AGAIN for thing in things))
    return {row: sum(sorted(values)[-3:]) for row, values in bits.items()}


def _lonely(texts: list[str]) -> list[float]:
    """How far the share of a unit's words that stand nowhere else lies above the usual share, in deviations."""
    words = [{*_WORD.findall(text.lower())} for text in texts]
    if not all(map(str.isascii, texts)):
        words = [each.union(_CJK.findall(text)) for each, text in zip(words, texts, strict=True)]
    counts: Counter[str] = Counter()
    for each in words:
        counts.update(each)
    alone = [sum(1 for word in each if counts[word] == 1) for each in words]
    total = sum(map(len, words))
    if not total:
        return [0.0] * len(texts)
    rate = sum(alone) / total
    return [
        max(0.0, 1.5 * (found - rate * len(each)) / sqrt(rate * (1 - rate) * len(each) + 0.5)) if found else 0.0
        for found, each in zip(alone, words, strict=True)
    ]
