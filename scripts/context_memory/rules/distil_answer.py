"""Read what a model distilled from a message, and judge every item: nothing of a model is kept unseen (SPEC 5.4)."""

import json
import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..model.docs import Kind
from ..model.errors import InputError
from . import doc_ids, kinds, lenient_json, same_language
from .lexing import folded

MOST_ITEMS = 6
"""The first so many are looked at; then those that do not fit are dropped."""
LEAST_CONFIDENCE = 0.55
SHORTEST, LONGEST = 3, 300
"""Characters of one text."""

_THINKING = re.compile(r"(?is)<(think|thinking|reasoning|analysis)>.*?(?:</\1>|\Z)")
_FENCE = re.compile(r"(?m)^[ \t]*(?:```|~~~)[\w-]*[ \t]*$|```(?:json)?")
LONGEST_ANSWER = 20_000
"""Characters of an answer that are read; six items take a tenth of it."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-z,;:\u4e00-\u9fff] )[A-Z][\w-]+|(?<=[\u4e00-\u9fff])[A-Z][A-Za-z0-9_-]+")
"""A name inside a sentence: where it stands first, a capital says nothing."""
_PLACEHOLDER = re.compile(
    r"(?i)\[[a-z_ -]{2,30}\]|<[a-z_ -]{2,30}>|\b(?:n/a|not (?:specified|provided|mentioned|stated)|unknown|unspecified"
    r"|placeholder|lorem ipsum|xxx+)\b|未知|未提供|未提及|未说明|某某|\bX{2,}\b"
)


@dataclass(frozen=True, slots=True)
class Distilled:
    """One item that was accepted."""

    kind: Kind
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of an answer."""

    kept: tuple[Distilled, ...] = ()
    rejected: Mapping[str, int] = field(default_factory=dict)
    """How many items were dropped, by reason."""

    @property
    def is_foreign(self) -> bool:
        """Whether the model answered in another language than the message: worth asking once more."""
        return bool(self.rejected.get("language"))


def parsed(answer: str) -> list[Any] | None:
    """The items of an answer: an array, fenced or amid prose, an object with one, JSON lines. None: none of it."""
    text = _FENCE.sub("\n", _THINKING.sub("", answer))[:LONGEST_ANSWER]
    decoder = json.JSONDecoder()
    best: list[Any] | None = None
    for match in re.finditer(r"[\[{]", text):
        if best:
            break
        try:
            value, _ = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            continue
        items = _items(value)
        best = items or (best if items is None else best or [])
        if match[0] == "{" and items and "text" in value:
            break
    others = [items for items in (_of_lines(text), _leniently(text)) if items]
    return max([*([] if best is None else [best]), *others], key=len, default=None)


def judged(
    answer: str,
    message: str,
    *,
    action: str = "",
    allowed: Collection[Kind] = frozenset(kinds.DISTILLED),
    most: int = MOST_ITEMS,
) -> Judged:
    """The items of an answer about a message that may be remembered, each once, at most `most`.

    They are in the language of the message; names and numbers stand in it, or in the `action` that it corrects.
    """
    source = _Source(message, folded(f"{message}\n{action}"))
    items = parsed(answer)
    if items is None:
        return Judged(rejected={"unreadable": 1})
    rejected: Counter[str] = Counter()
    if len(items) > MOST_ITEMS:
        rejected["too many"] += len(items) - MOST_ITEMS
    kept: dict[str, Distilled] = {}
    for item in items[:MOST_ITEMS]:
        verdict = _item(item, source, allowed)
        if isinstance(verdict, str):
            rejected[verdict] += 1
        elif (key := doc_ids.normalised(verdict.text)) in kept:
            rejected["repeated"] += 1
        elif len(kept) >= most:
            rejected["too many"] += 1
        else:
            kept[key] = verdict
    return Judged(tuple(kept.values()), dict(rejected))


def confidence_of(value: object) -> float:
    """A number from 0 to 1; anything else counts as none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        return 0.0
    return float(value)


@dataclass(frozen=True, slots=True)
class _Source:
    message: str
    known: str


def _item(item: object, source: _Source, allowed: Collection[Kind]) -> Distilled | str:
    """The item, or why it is dropped."""
    if not isinstance(item, Mapping):
        return "unreadable"
    kind = _kind(item.get("kind"))
    text = item.get("text")
    if not isinstance(text, str) or len(text.strip()) < SHORTEST:
        return "short"
    text = " ".join(doc_ids.storable(text).split())
    if len(text) > LONGEST:
        return "long"
    if kind is None or kind not in allowed:
        return "kind"
    confidence = confidence_of(item.get("confidence"))
    if confidence < LEAST_CONFIDENCE:
        return "confidence"
    if _PLACEHOLDER.search(text):
        return "placeholder"
    if not same_language.matches(text, source.message):
        return "language"
    exact = [*_NUMBER.findall(folded(text)), *(folded(name) for name in _NAME.findall(text))]
    if any(each not in source.known for each in exact):
        return "invented"
    return Distilled(kind, text, confidence)


def _kind(name: object) -> Kind | None:
    try:
        return Kind(str(name).strip().lower())
    except ValueError:
        return None


def _items(value: Any) -> list[Any] | None:
    """The items that a JSON value holds."""
    if isinstance(value, list):
        return value if not value or any(isinstance(each, Mapping) for each in value) else None
    if isinstance(value, Mapping):
        if "text" in value:
            return [value]
        return next((each for each in value.values() if isinstance(each, list)), None)
    return None


def _leniently(text: str) -> list[Any] | None:
    """What stands between the outermost brackets, read as people write JSON."""
    start, end = text.find("["), text.rfind("]")
    try:
        return _items(lenient_json.parse(text[start : end + 1], "answer")) if 0 <= start < end else None
    except InputError:
        return None


def _of_lines(text: str) -> list[Any]:
    found = []
    for line in (each.strip().rstrip(",") for each in text.splitlines()):
        if line.startswith("{"):
            try:
                found.append(json.loads(line))
            except (ValueError, RecursionError):
                continue
    return found
