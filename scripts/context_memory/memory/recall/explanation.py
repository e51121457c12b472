"""Says in plain words why a hit stands where it does, in English, or in Chinese where the question is Chinese.

Each part of the score becomes a sentence with its points. What belongs together is one sentence, so that nobody has to
know the features of the ranker; their names and exact values are in `recall --json --explain`.
"""

from collections.abc import Iterable, Mapping, Sequence

from ...text import lexing
from ...transcripts.speakers import is_chinese
from ..docs import TOOL, Confidence, Found, Hit, Kind
from .ranking.rank import STANDING
from .recall_block import handle_of

SAID, RELATED, AROUND, OTHER = "said", "related", "around", "other"
_GROUPS: Mapping[str, str] = {
    "covered": SAID,
    "told": SAID,
    "meaning_near2": "meaning_near",
}
"""Features that are one sentence with another one."""
LEAST_POINTS = 0.005
"""Smaller parts are left out."""
LEAST_REASON, MOST_REASONS = 0.1, 3
"""Points and number of the reasons in the one line of a hit."""
MOST_WORDS = 6
"""Words of the question that are named."""

_TEXTS: Mapping[str, Mapping[str, str]] = {
    "en": {
        SAID: "says {words}",
        RELATED: "says none of your words but related ones",
        AROUND: "the lines right before or after it say what you asked about",
        "words": "has the question's words in the text itself (rare words count more)",
        "pairs": "has words of the question side by side",
        "answers": "comes right after a question like yours",
        "speaker": "said by the person you named",
        "side": "said by the other side of the talk than the one you ask about",
        "when": "tells a time as you ask when",
        "dated": "is from the time you named or tells of it",
        "question": "asks something itself, so it is seldom the answer",
        "oneself": "somebody tells of themselves",
        "names": "names people, places or titles",
        "superseded": "was replaced by something newer",
        "meaning": "means much the same as the question",
        "meaning_near": "what is written around it is close in meaning",
        STANDING: "a little for being recent, important or pinned",
        OTHER: "stands alone, so that no line around it can speak for it",
        "tool": "raw output of a tool counts less",
        "-meaning": "means something else than the question",
        "-meaning_near": "what is written around it is about something else",
        "points": "{points:.2f} points:",
        "behind": "{points:.2f} points behind the hit above, mostly for: {why} ({here:.2f} here, {there:.2f} there)",
        "replaced": "put below #{handle}, which is newer and says what is true now",
        "unsaid": "does not say: {words}",
        "high": "high confidence: it very likely answers the question",
        "medium": "medium confidence: it fits, but check that it is what you asked for",
        "low": "low confidence: nearest to the question, but probably about something else",
        "asked": "how much of what you asked is said here and around it",
        "no_parts": "ranked by the mode {mode}, whose score has no parts",
        "comma": ", ",
        "quote": '"{}"',
    },
    "zh": {
        SAID: "提到{words}",
        RELATED: "没有问题里的词而有相关的词",
        AROUND: "它前后的内容提到了所问的事",
        "words": "正文里就有问题中的词（少见的词分量更重）",
        "pairs": "问题里相邻的词在这里也相邻",
        "answers": "紧跟在一个类似的提问之后",
        "speaker": "出自您点名的人",
        "side": "出自对话的另一方，而不是所问的那一方",
        "when": "说到了所问的时间",
        "dated": "属于或说到了您指的那段时间",
        "question": "它本身是提问，很少是答案",
        "oneself": "说的是自己的事",
        "names": "提到人名、地名或作品名",
        "superseded": "已被更新的内容取代",
        "meaning": "意思与问题相近",
        "meaning_near": "前后内容的意思与问题相近",
        STANDING: "较新、较重要或已置顶，略微加分",
        OTHER: "单独的一条，前后没有内容可以佐证",
        "tool": "工具的原始输出分量较轻",
        "-meaning": "意思与问题不同",
        "-meaning_near": "前后内容说的是别的事",
        "points": "{points:.2f} 分：",
        "behind": "比上一条少 {points:.2f} 分，主要差在：{why}（本条 {here:.2f}，上一条 {there:.2f}）",
        "replaced": "排在 #{handle} 之后：后者更新，是现在的情况",
        "unsaid": "没有提到：{words}",
        "high": "把握高：很可能就是答案",
        "medium": "把握中等：相符，但请核对是不是所问的",
        "low": "把握低：只是最接近的，多半说的是别的事",
        "asked": "它和前后内容提到了多少所问的事",
        "no_parts": "按 {mode} 方式排序，分数没有细目",
        "comma": "、",
        "quote": "“{}”",
    },
}


def explain(found: Found, mode: str) -> list[list[str]]:
    """The lines of each hit: its points and what they are for, what parts it from the hit above, how sure it is."""
    words = _TEXTS["zh" if is_chinese(found.query) else "en"]
    above: Hit | None = None
    explained = []
    for hit in found.hits:
        explained.append([*_points(found.query, hit, words, mode), *_behind(found.query, hit, above, words)])
        explained[-1] += _confidence(found.query, hit, words)
        above = hit
    return explained


def reasons(question: str, hit: Hit) -> str:
    """The few strongest reasons for a hit in one line, in the language of the question."""
    words = _TEXTS["zh" if is_chinese(question) else "en"]
    gains = sorted(_gains(question, hit).items(), key=lambda each: -each[1])
    wanted = [name for name, gain in gains if gain >= LEAST_REASON and name not in {"words", "names", STANDING, OTHER}]
    return words["comma"].join(_sentence(name, 1.0, question, hit, words) for name in wanted[:MOST_REASONS])


def words_said(question: str, hit: Hit) -> tuple[list[str], list[str]]:
    """The words of the question that a hit says itself, and those that it does not; Chinese in the longest pieces."""
    held = frozenset(lexing.terms(hit.doc.text)) | frozenset(lexing.terms(hit.doc.speaker))
    wanted = frozenset(lexing.query_terms(question))
    said: list[str] = []
    unsaid: list[str] = []
    for word in dict.fromkeys(lexing.words(question)):
        if lexing.has_cjk(word):
            here, elsewhere = _pieces(word, held)
            said += here
            unsaid += elsewhere
        elif terms := wanted.intersection(lexing.query_terms(word)):
            (said if terms <= held else unsaid).append(_as_written(word, question))
    return said, unsaid


def _pieces(run: str, held: frozenset[str]) -> tuple[list[str], list[str]]:
    """Pieces of a run of Chinese that are held, and those of which nothing is."""
    terms = lexing.query_terms(run)
    pairs = [term for term in terms if len(term) > 1] or terms
    here = _joined(pair for pair in pairs if pair in held)
    covered = {character for piece in here for character in piece}
    return here, _joined(pair for pair in pairs if covered.isdisjoint(pair))


def _joined(pairs: Iterable[str]) -> list[str]:
    """Pairs of characters that overlap, as one piece."""
    pieces: list[str] = []
    for pair in pairs:
        if pieces and len(pair) > 1 and pieces[-1][-1] == pair[0]:
            pieces[-1] += pair[1:]
        else:
            pieces.append(pair)
    return pieces


def _as_written(word: str, text: str) -> str:
    """The word with the capitals that it has in the text."""
    place = text.casefold().find(word)
    return text[place : place + len(word)] if place >= 0 and len(text) == len(text.casefold()) else word


def _gains(question: str, hit: Hit) -> dict[str, float]:
    """Points by reason; what somebody adds to the score beside its parts is a reason too."""
    gains: dict[str, float] = {}
    said = bool(words_said(question, hit)[0])
    for part in hit.parts:
        name = _GROUPS.get(part.name, part.name)
        if name == SAID and not said:
            name = AROUND if hit.doc.session or hit.doc.kind is Kind.SECTION else RELATED
        if name == "meaning_near" and not hit.doc.session and not hit.doc.file:
            name = "meaning"  # nothing stands beside it, so it stands in for it
        gains[name] = gains.get(name, 0.0) + part.gain
    if hit.parts:
        rest = hit.score - sum(part.gain for part in hit.parts)
        gains["tool" if hit.doc.speaker == TOOL else OTHER] = rest if _is_adjusted(hit, rest) else 0.0
    return {name: gain for name, gain in gains.items() if abs(gain) >= LEAST_POINTS}


def _is_adjusted(hit: Hit, rest: float) -> bool:
    """Whether the score was changed for what the doc is; where only the order was changed, its parts say the truth."""
    return rest < 0 if hit.doc.speaker == TOOL else rest > 0 and not (hit.doc.session or hit.doc.file)


def _sentence(name: str, gain: float, question: str, hit: Hit, words: Mapping[str, str]) -> str:
    if name == SAID:
        return words[SAID].format(words=_named(words_said(question, hit)[0], words))
    return words[f"-{name}" if gain < 0 and f"-{name}" in words else name]


def _named(found: Sequence[str], words: Mapping[str, str]) -> str:
    shown = [words["quote"].format(word) for word in found[:MOST_WORDS]]
    return words["comma"].join([*shown, "…"] if len(found) > MOST_WORDS else shown)


def _points(question: str, hit: Hit, words: Mapping[str, str], mode: str) -> list[str]:
    gains = sorted(_gains(question, hit).items(), key=lambda each: -abs(each[1]))
    if not gains:
        return [words["no_parts"].format(mode=mode)]
    lines = [f"{gain:+.2f}  {_sentence(name, gain, question, hit, words)}" for name, gain in gains]
    return [words["points"].format(points=sum(gain for _, gain in gains)), *(f"  {line}" for line in lines)]


def _behind(question: str, hit: Hit, above: Hit | None, words: Mapping[str, str]) -> list[str]:
    """What parts a hit from the one above it."""
    if hit.replaced_by:
        return [words["replaced"].format(handle=handle_of(hit.replaced_by))]
    if above is None or not hit.parts or not above.parts:
        return []
    here, there = _same_names(_gains(question, hit)), _same_names(_gains(question, above))
    lost = {name: there.get(name, 0.0) - here.get(name, 0.0) for name in [*there, *here]}
    name = max(lost, key=lambda each: lost[each])
    behind = sum(lost.values())
    if behind < LEAST_POINTS:
        return []
    why = words["asked" if name == SAID else name]
    return [words["behind"].format(points=behind, why=why, here=here.get(name, 0.0), there=there.get(name, 0.0))]


def _same_names(gains: Mapping[str, float]) -> dict[str, float]:
    """The same, with what is said of the question under one name, however it is said."""
    found: dict[str, float] = {}
    for name, gain in gains.items():
        same = SAID if name in {RELATED, AROUND} else name
        found[same] = found.get(same, 0.0) + gain
    return found


def _confidence(question: str, hit: Hit, words: Mapping[str, str]) -> list[str]:
    unsaid = words_said(question, hit)[1]
    lines = [words[str(hit.confidence)]]
    if unsaid and hit.confidence is not Confidence.HIGH:
        lines.append(words["unsaid"].format(words=_named(unsaid, words)))
    return lines
