"""Make an exam from a conversation and grade a view by it: no model asks, none answers, the same seed asks the same.

A question counts only when the conversation itself answers it without doubt,
so what a view gets wrong it has lost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice

from ..model.blocks import JournalEntry
from ..model.exams import Answered, Mark, Question, Subject
from ..model.memory import SessionMemory, Speaker
from ..model.session import Message, Role, Text, ToolCall, ToolResult
from . import cloze, entities, gather, receipt, sentences, speech
from .cloze import GAP, Pages
from .entities import Name

SEED = 1
QUESTIONS = 100
"""Questions of an exam, shared evenly among the subjects."""

_SUBJECTS: dict[str, Subject] = {
    "path": Subject.PATH,
    "file": Subject.PATH,
    "url": Subject.PATH,
    "number": Subject.NUMBER,
    "hash": Subject.NUMBER,
    "ticket": Subject.NUMBER,
    "name": Subject.IDENTIFIER,
    "flag": Subject.IDENTIFIER,
    "error": Subject.ERROR,
}
_KINDS = {subject: frozenset(kind for kind, of in _SUBJECTS.items() if of is subject) for subject in Subject}
_LONGEST_LINE, _SHORTEST_LINE = 240, 16
_FEWEST_CUES = 3
_TRIED = 8  # candidates looked at for each question wanted: many are ambiguous
_SHOWN_OF_DIRECTIVE = 40  # characters
_SEARCHED_LINES = 60


def questions(entries: Sequence[JournalEntry], *, seed: int = SEED, most: int = QUESTIONS) -> tuple[Question, ...]:
    """At most `most` questions about these messages, in their order."""
    share = max(1, most // len(Subject))
    named = _named_by_somebody(entries)
    by_subject: dict[Subject, list[Question]] = {subject: [] for subject in Subject}
    for question in _candidates(entries, named):
        by_subject[question.subject].append(question)
    by_subject[Subject.DIRECTIVE] = list(_directives(entries))
    whole = Pages("\n".join(text_of(entry.message) for entry in entries))
    chosen: list[Question] = []
    for subject, candidates in by_subject.items():
        drawn = sorted(_distinct(candidates), key=lambda question: _lot(question, seed))[: share * _TRIED]
        good = (each for each in drawn if subject is Subject.DIRECTIVE or _is_right(each, whole))
        chosen += islice(good, share)
    return tuple(sorted(chosen, key=lambda question: (question.seq, question.subject, question.cloze)))


def graded(asked: Iterable[Question], view: str, everything: str) -> tuple[Answered, ...]:
    """Every question answered from the view, then from the view and what a search for its rarest words brings up."""
    open_book, archive = Pages(view), Pages(everything)
    squeezed_view, squeezed_all = receipt.squeeze(view), receipt.squeeze(everything)
    answers = []
    for question in asked:
        if question.subject is Subject.DIRECTIVE:
            wanted = receipt.squeeze(question.answer)
            in_view = wanted in squeezed_view
            answers.append(Answered(question, in_view, in_view or wanted in squeezed_all))
            continue
        in_view = _is_right(question, open_book)
        hits = archive.lines_with(cloze.cues(question.cloze), _SEARCHED_LINES)
        answers.append(Answered(question, in_view, in_view or _is_right(question, Pages("\n".join(hits)))))
    return tuple(answers)


def marks(answers: Sequence[Answered]) -> dict[Subject, Mark]:
    """Right answers by subject, for subjects that were asked."""
    found: dict[Subject, Mark] = {}
    for subject in Subject:
        mine = [each for each in answers if each.question.subject is subject]
        if mine:
            found[subject] = Mark(len(mine), sum(a.in_view for a in mine), sum(a.found for a in mine))
    return found


def score(by_subject: Mapping[Subject, Mark], *, searched: bool) -> float:
    """Mean share of right answers over the subjects; 1 where nothing could be asked."""
    shares = [(mark.found if searched else mark.in_view) / mark.asked for mark in by_subject.values()]
    return round(sum(shares) / len(shares), 4) if shares else 1.0


def text_of(message: Message) -> str:
    """What a message says, as lines of text."""
    pieces: list[str] = []
    for part in message.parts:
        match part:
            case Text(text) | ToolResult(text=text):
                pieces.append(text)
            case ToolCall():
                pieces += [f"{part.name} {value}" for value in part.input.values() if isinstance(value, str)]
            case _:
                pass
    return "\n".join(pieces)


# -- making -------------------------------------------------------------------------------------------


def _candidates(entries: Sequence[JournalEntry], named: set[Name]) -> Iterator[Question]:
    """Every line with one thing taken out that a person or the agent named somewhere themselves."""
    for entry in entries:
        message = entry.message
        if message.is_summary or speech.is_noise(message) or message.role is Role.SYSTEM:
            continue
        for line in text_of(message).split("\n"):
            shown = " ".join(line.split())
            if _SHORTEST_LINE <= len(shown) <= _LONGEST_LINE:
                yield from _of_line(shown, entry.seq, named)


def _of_line(line: str, seq: int, named: set[Name]) -> Iterator[Question]:
    spans = entities.spans(line)
    for name, start, end in spans:
        subject = _SUBJECTS.get(name[0])
        if subject is None or (name not in named and subject is not Subject.ERROR):
            continue
        if sum(other == name for other, _, _ in spans) > 1:
            continue
        gap = f"{line[:start]}{GAP}{line[end:]}"
        if len(cloze.cues(gap)) >= _FEWEST_CUES:
            yield Question(subject, gap, line[start:end], name, seq)


def _directives(entries: Sequence[JournalEntry]) -> Iterator[Question]:
    memory = gather.fold(SessionMemory(), [entry.message for entry in entries])
    for said in memory.directives:
        if said.speaker is Speaker.PERSON and 0 <= said.index < len(entries):
            shown = sentences.clip(said.text, min(_SHOWN_OF_DIRECTIVE, len(said.text) // 2))
            yield Question(Subject.DIRECTIVE, f"{shown} {GAP}", said.text, ("", ""), entries[said.index].seq)


def _named_by_somebody(entries: Sequence[JournalEntry]) -> set[Name]:
    """Things that a person or the agent wrote: what only a tool printed nobody will ask for."""
    found: set[Name] = set()
    for entry in entries:
        for part in entry.message.parts:
            match part:
                case Text(text):
                    found |= entities.keys(text)
                case ToolCall():
                    for value in part.input.values():
                        if isinstance(value, str):
                            found |= entities.keys(value)
                case _:
                    pass
    return found


def _is_right(question: Question, pages: Pages) -> bool:
    shown = entities.keys(question.cloze.replace(GAP, " "))
    answer = pages.answer(question.cloze, _KINDS[question.subject], shown - {question.key})
    return answer is not None and (answer == question.key or answer[1].endswith("/" + question.key[1]))


def _distinct(candidates: Iterable[Question]) -> list[Question]:
    """One question for each cloze, and the newest: what was said twice was last true then."""
    return list({question.cloze: question for question in candidates}.values())


def _lot(question: Question, seed: int) -> str:
    return sha256(f"{seed}\0{question.cloze}\0{question.answer}".encode("utf-8", "surrogatepass")).hexdigest()
