"""A dated note in a model's words: checked line by line; whatever goes wrong, the plain note is written."""

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from ....errors import AnswerError, InputError, RemoteError
from ....llm import prices, service
from ....llm.ports import LanguageModel, Question
from ....llm.remote import KEY_VARIABLE, AnthropicModel, Program
from ....llm.service import Bill, Blocked, BudgetedCalls
from ....messages import Message
from ....settings.values import Settings
from ....storage import templates
from ....text import entities, lexing
from ....text import sentences as same_language
from ....text.patterns import lazy_regex
from ....transcripts import as_text, own_texts
from .. import entry as notes

MOST_CHARACTERS = 120_000
"""Of a long session the newest part is sent; about 30,000 tokens."""
MOST_OUTPUT = 1_500
"""Tokens of an answer: twelve lines take half of it."""
_AGAIN = {
    "en": "These lines of your first answer were not accepted: {count}. Name only what the session names.",
    "zh": "上一次回答中有 {count} 行未被接受。只写会话里出现过的内容。",
}


def source_of(messages: Sequence[Message]) -> str:
    """The session as a model reads it and as its answer is checked against."""
    text = as_text.for_prompt(own_texts.without_own(messages))
    return text if len(text) <= MOST_CHARACTERS else "[…]\n" + text[-MOST_CHARACTERS:]


def user_text(source: str, language: str, refused: int = 0) -> str:
    """The session between tags that nothing inside can close; `refused` lines of a first answer were dropped."""
    tag = f"session-{sha256(source.encode('utf-8', 'replace')).hexdigest()[:8]}"
    lines = [f"<{tag}>", source, f"</{tag}>"]
    if refused:
        lines += ["", _AGAIN["zh" if language == "zh" else "en"].format(count=refused)]
    return "\n".join(lines)


MOST_LINES = 12
LONGEST_LINE = 300
"""Characters, as a bullet of a note."""
SHORTEST_LINE = 8
LEAST_KNOWN = 0.6
"""Share of a line's words that the session must hold: what is said in quite other words cannot be checked."""
LONGEST_ANSWER = 20_000
"""Characters of an answer that are read."""
_THINKING = lazy_regex(r"(?is)<(think|thinking|reasoning|analysis)>.*?(?:</\1>|\Z)")
_BULLET = lazy_regex(r"^\s*(?:[-*•]|\d{1,2}[.)、])\s+(?P<words>.+)$")
_NUMBER = lazy_regex(r"\d+(?:[.,:/-]\d+)*")


@dataclass(frozen=True, slots=True)
class Grounded:
    """The lines that may be noted, and how many were dropped, by reason."""

    lines: tuple[str, ...] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


def grounded(answer: str, source: str) -> Grounded:
    """What of an answer is grounded in `source`, the text that the model was given."""
    known = _terms(source)
    numbers = frozenset(_numbers(source))
    kept: dict[str, None] = {}
    dropped: Counter[str] = Counter()
    text = _THINKING.sub("", answer)[:LONGEST_ANSWER]
    for line in text.splitlines():
        found = _BULLET.match(line)
        if not found:
            continue
        words = notes.plain(found["words"], LONGEST_LINE)
        reason = _fault(words, source, known, numbers)
        if not reason and len(kept) == MOST_LINES:
            reason = "surplus"
        if reason:
            dropped[reason] += 1
        else:
            kept[words] = None
    return Grounded(tuple(kept), dict(dropped))


def _fault(line: str, source: str, known: frozenset[str], numbers: frozenset[str]) -> str:
    if len(line) < SHORTEST_LINE:
        return "short"
    if any(number not in numbers for number in _numbers(line)):
        return "number"
    if entities.invented(line, source):
        return "name"
    if not same_language.is_same_language(line, source):
        return "language"
    terms = lexing.query_terms(line)
    if terms and sum(term in known for term in terms) < LEAST_KNOWN * len(terms):
        return "words"
    return ""


def _numbers(text: str) -> list[str]:
    """Numbers as they are compared: `1,234` is `1234`, and a date also counts by its parts."""
    found = []
    for number in _NUMBER.findall(text):
        found += [number, number.replace(",", ""), *re.split(r"[.,:/-]", number)]
    return found


def _terms(source: str) -> frozenset[str]:
    pieces = (source[start : start + lexing.MAX_TEXT] for start in range(0, len(source), lexing.MAX_TEXT))
    return frozenset(term for piece in pieces for term in lexing.terms(piece))


ATTEMPTS = 2
"""Calls when nobody answers: a context is about to be replaced, nobody waits long for better words."""


@dataclass(frozen=True, slots=True)
class Written:
    """The lines that may be noted; none of them with the reason."""

    lines: tuple[str, ...] = ()
    problem: str = ""
    dropped: int = 0
    """Lines that were not grounded in the session."""
    cost: float = 0.0
    """Dollars."""


def model_of(settings: Settings, environ: Mapping[str, str] = os.environ) -> LanguageModel | None:
    """The model of `notes_codec`; None where the settings want none."""
    seconds = float(settings.compress_seconds)
    match settings.notes_codec:
        case "anthropic":
            model = AnthropicModel(
                settings.notes_model,
                asker="flush",
                cost_of=prices.cost_of,
                base_url=settings.base_url,
                seconds=seconds,
                environ=environ,
            )
            if not model.is_available:
                raise InputError(f"notes_codec is anthropic, but {KEY_VARIABLE} is not set and there is no base_url")
            return model
        case "command":
            return Program(settings.notes_command, setting="notes_command", seconds=seconds, environ=environ)
        case _:
            return None


class NoteWriter:
    """Asks one model for notes."""

    def __init__(self, model: LanguageModel, calls: BudgetedCalls, settings: Settings) -> None:
        self._model = model
        self._calls = calls
        self._clean = service.cleaner(settings)

    def written(self, messages: Sequence[Message], language: str) -> Written:
        """What the model notes of these messages; asked once more when most of its lines were made up."""
        language = "zh" if language == "zh" else "en"
        source = self._clean(source_of(messages))
        bill, best, refused = Bill(), Grounded(), 0
        try:
            rules = templates.source("write_note.md", language)
            for _ in range(2):
                question = Question(rules, user_text(source, language, refused), MOST_OUTPUT)
                answer = self._calls.answer(
                    lambda asked=question: self._model.ask(asked),  # type: ignore[misc]
                    service.expected_cost(self._model, question),
                    bill,
                )
                if isinstance(answer, Blocked):
                    return Written(best.lines, str(answer), refused, bill.cost)
                found = grounded(answer.text, source)
                best = max(best, found, key=lambda each: len(each.lines))
                refused = sum(found.dropped.values())
                if len(found.lines) >= refused:
                    break
        except (AnswerError, RemoteError) as error:
            return Written(best.lines, self._clean(str(error)), refused, bill.cost)
        problem = "" if best.lines else f"{self._model.name} wrote nothing that the session holds"
        return Written(best.lines, problem, refused, bill.cost)
