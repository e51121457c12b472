"""Cloze exams of a session: what the view still answers of what was said, and what a search can recover.

No model is used; the same seed gives the same questions.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from itertools import islice
from math import log

from ...blocks.files.block_store import BlockStore
from ...blocks.files.journal import Journal
from ...blocks.services.view import Viewer
from ...blocks.values import JournalEntry
from ...compaction.digest import fold, receipt
from ...compaction.digest.values import SessionMemory, Speaker
from ...errors import InputError
from ...messages import Message, Role, Text, ToolCall, ToolResult
from ...settings.values import Settings
from ...storage import files
from ...storage.places import Places
from ...text import entities, sentences, tokens
from ...text.entities import Name
from ...text.json_text import parse_json
from ...transcripts import as_text, own_texts, speakers


class Subject(StrEnum):
    """The kind of value that a question asks for."""

    PATH = "path"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    DIRECTIVE = "directive"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Question:
    """A line of the conversation with one value removed."""

    subject: Subject
    cloze: str
    """The line; `____` stands for the answer. Of a directive: how it begins."""
    answer: str
    """The thing as it was written; of a directive the whole sentence."""
    key: tuple[str, str]
    """(kind, key) that every spelling of the answer shares; ("", "") for a directive."""
    seq: int
    """The message that says it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of one question."""

    question: Question
    in_view: bool
    """Whether the view alone gives the answer."""
    found: bool
    """Whether the view and a search of everything said give it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Right answers to questions of one subject."""

    asked: int = 0
    in_view: int = 0
    found: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an exam; scores are means over the subjects asked, 0 to 1."""

    session: str
    seed: int
    view: float
    found: float
    marks: Mapping[Subject, Mark] = field(default_factory=dict)
    answers: tuple[Answered, ...] = ()
    tokens_view: int = 0
    tokens_raw: int = 0
    swapped: int = 0
    """Messages that stand in the view only as capsules or not at all."""


GAP = "____"
_WORD = re.compile(r"[A-Za-zÀ-ɏ_][A-Za-zÀ-ɏ0-9_\-.]+[A-Za-zÀ-ɏ0-9_]|[\u4e00-\u9fff\u3040-\u30ff]{2,}|\d{3,}")
_REACH = 160  # characters within which a cue counts fully; beyond, ever less
_SAME_LINE = 0.5  # share of a cue elsewhere in a long line: the place at its beginning
_LEAST_SHARE = 0.25  # of the cues' weight that must be there at all
_FADING, _FAINT = 0.5, 0.15  # what a cue counts, by how many others stand between it and the gap
_LINES_READ = 40  # lines with the best cues that are looked at


def cues(cloze: str) -> list[str]:
    """The context of the gap: words and names in lower case; runs of Han as pairs."""
    found: dict[str, None] = {}
    for word in _WORD.findall(cloze.replace(GAP, " ")):
        if word[0] >= "\u3040":
            found.update(dict.fromkeys(word[i : i + 2] for i in range(len(word) - 1)))
        else:
            found[word.lower()] = None
    return list(found)


def _weight_cues(cloze: str) -> dict[str, float]:
    """Each cue with its weight: those next to the gap weigh most."""
    before, _, after = cloze.partition(GAP)
    shares: dict[str, float] = {}
    for words in (cues(before)[::-1], cues(after)):
        for number, word in enumerate(words):
            shares[word] = max(shares.get(word, 0.0), _FAINT, _FADING**number)
    return shares


class Pages:
    """A text indexed for many questions."""

    def __init__(self, text: str) -> None:
        self._lines = [line for line in text.split("\n") if line.strip()]
        self._lower = [line.lower() for line in self._lines]
        self._with: dict[str, list[int]] = defaultdict(list)
        for i, line in enumerate(self._lines):
            for word in cues(line):
                self._with[word].append(i)

    def answer(self, cloze: str, kinds: frozenset[str], not_in: Iterable[Name] = ()) -> Name | None:
        """The best answer of one of these kinds; None if no cue matches."""
        shares = _weight_cues(cloze)
        weights = {word: share * self._weight(word) for word, share in shares.items() if word in self._with}
        total = sum(share * self._weight(word) for word, share in shares.items())
        if not weights:
            return None
        scores: Counter[int] = Counter()
        for word, weight in weights.items():
            for i in self._with[word]:
                scores[i] += weight  # type: ignore[assignment]  # floats add up in a Counter too
        best: tuple[float, int, Name] | None = None
        shown = set(not_in)
        for i, _ in sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))[:_LINES_READ]:
            for value, name in self._candidates(i, weights, kinds, shown):
                if value >= total * _LEAST_SHARE and (best is None or (value, -i) > (best[0], -best[1])):
                    best = (value, i, name)
        return best[2] if best else None

    def lines_with(self, words: Sequence[str], most: int) -> list[str]:
        """Lines found by the rarest of these words, most matches first."""
        rarest = sorted((word for word in words if word in self._with), key=lambda word: len(self._with[word]))[:4]
        scores: Counter[int] = Counter()
        for word in rarest:
            for i in self._with[word]:
                scores[i] += self._weight(word)  # type: ignore[assignment]
        chosen = sorted(scores.items(), key=lambda entry: (-entry[1], -entry[0]))[:most]
        return [self._lines[i] for i, _ in sorted(chosen)]

    def _weight(self, word: str) -> float:
        return log(1 + (len(self._lines) + 1) / (len(self._with.get(word, ())) + 1))

    def _candidates(
        self, i: int, weights: dict[str, float], kinds: frozenset[str], shown: set[Name]
    ) -> list[tuple[float, Name]]:
        """Every value of these kinds in a line, scored by the distance of the cues."""
        line, lower = self._lines[i], self._lower[i]
        places = {word: [m.start() for m in re.finditer(re.escape(word), lower)] for word in weights if word in lower}
        found = []
        for name, start, end in entities.spans(line):
            if name[0] not in kinds or name in shown:
                continue
            value = 0.0
            for word, at in places.items():
                gaps = [max(start - p - len(word), p - end, 0) for p in at if not start <= p < end]
                if gaps:
                    value += weights[word] * max(_SAME_LINE, 1 - min(gaps) / _REACH)
            found.append((value, name))
        return found


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
    named = _named_values(entries)
    by_subject: dict[Subject, list[Question]] = {subject: [] for subject in Subject}
    for question in _candidates(entries, named):
        by_subject[question.subject].append(question)
    by_subject[Subject.DIRECTIVE] = list(_directives(entries))
    whole = Pages("\n".join(text_of(entry.message) for entry in entries))
    chosen: list[Question] = []
    for subject, candidates in by_subject.items():
        drawn = sorted(_newest_per_cloze(candidates), key=lambda question: _lot(question, seed))[: share * _TRIED]
        good = (each for each in drawn if subject is Subject.DIRECTIVE or _is_right(each, whole))
        chosen += islice(good, share)
    return tuple(sorted(chosen, key=lambda question: (question.seq, question.subject, question.cloze)))


def graded(asked: Iterable[Question], view: str, everything: str) -> tuple[Answered, ...]:
    """Every question answered from the view, and from the view plus what a search for its rarest words finds."""
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
        hits = archive.lines_with(cues(question.cloze), _SEARCHED_LINES)
        answers.append(Answered(question, in_view, in_view or _is_right(question, Pages("\n".join(hits)))))
    return tuple(answers)


def mark_answers(answers: Sequence[Answered]) -> dict[Subject, Mark]:
    """Right answers by subject, for the subjects asked."""
    found: dict[Subject, Mark] = {}
    for subject in Subject:
        mine = [each for each in answers if each.question.subject is subject]
        if mine:
            found[subject] = Mark(len(mine), sum(a.in_view for a in mine), sum(a.found for a in mine))
    return found


def score(by_subject: Mapping[Subject, Mark], *, searched: bool) -> float:
    """Mean share of right answers over the subjects; 1 if there were no questions."""
    shares = [(mark.found if searched else mark.in_view) / mark.asked for mark in by_subject.values()]
    return round(sum(shares) / len(shares), 4) if shares else 1.0


def text_of(message: Message) -> str:
    """The text of a message, as lines."""
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
    """Every line that was said with one value removed; of what tools printed, errors that were talked about.

    What else files hold and tools print can be read again where it stands, so a view need not know it.
    """
    for entry in entries:
        message = entry.message
        if message.is_summary or speakers.is_noise(message) or message.role is Role.SYSTEM:
            continue
        asked = list(_of_text(_said(message), entry.seq))
        for result in message.results:
            if result.is_error:
                asked += (each for each in _of_text(result.text, entry.seq) if each.subject is Subject.ERROR)
        yield from (each for each in asked if each.key in named)


def _said(message: Message) -> str:
    return speakers.said(message) if message.role is Role.USER else message.text


def _of_text(text: str, seq: int) -> Iterator[Question]:
    for line in own_texts.stripped(text).split("\n"):
        shown = " ".join(line.split())
        if _SHORTEST_LINE <= len(shown) <= _LONGEST_LINE:
            yield from _of_line(shown, seq)


def _of_line(line: str, seq: int) -> Iterator[Question]:
    spans = entities.spans(line)
    for name, start, end in spans:
        subject = _SUBJECTS.get(name[0])
        if subject is None or sum(other == name for other, _, _ in spans) > 1:
            continue
        gap = f"{line[:start]}{GAP}{line[end:]}"
        if len(cues(gap)) >= _FEWEST_CUES:
            yield Question(subject, gap, line[start:end], name, seq)


def _directives(entries: Sequence[JournalEntry]) -> Iterator[Question]:
    memory = fold.fold(SessionMemory(), [entry.message for entry in entries])
    for said in memory.directives:
        if said.speaker is Speaker.PERSON and 0 <= said.index < len(entries):
            shown = sentences.clip(said.text, min(_SHOWN_OF_DIRECTIVE, len(said.text) // 2))
            yield Question(Subject.DIRECTIVE, f"{shown} {GAP}", said.text, ("", ""), entries[said.index].seq)


def _named_values(entries: Sequence[JournalEntry]) -> set[Name]:
    """Values that came up in two messages at least, in what was said or in what a call was given."""
    seen: Counter[Name] = Counter()
    for entry in entries:
        given = (value for call in entry.message.calls for value in call.input.values() if isinstance(value, str))
        seen.update(entities.keys("\n".join([_said(entry.message), *given])))
    return {name for name, times in seen.items() if times > 1}


def _is_right(question: Question, pages: Pages) -> bool:
    shown = entities.keys(question.cloze.replace(GAP, " "))
    answer = pages.answer(question.cloze, _KINDS[question.subject], shown - {question.key})
    return answer is not None and (answer == question.key or answer[1].endswith("/" + question.key[1]))


def _newest_per_cloze(candidates: Iterable[Question]) -> list[Question]:
    """One question for each cloze: the newest, which was true last."""
    return list({question.cloze: question for question in candidates}.values())


def _lot(question: Question, seed: int) -> str:
    return sha256(f"{seed}\0{question.cloze}\0{question.answer}".encode("utf-8", "surrogatepass")).hexdigest()


class Examiner:
    """Examines sessions of one workspace."""

    def __init__(self, places: Places, settings: Settings, store: BlockStore, viewer: Viewer) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._viewer = viewer

    def examine(self, session: str, *, seed: int = SEED, most: int = QUESTIONS) -> Report:
        """Ask about messages that left the view; about all messages if nothing was swapped yet."""
        journal = Journal(self._places.journal, session)
        self._store.catch_up(journal)
        entries = self._store.entries(journal, 1)
        if not entries:
            raise InputError(f"session {session} has no messages", hint="context-memory blocks ingest journals one")
        view = self._viewer.view(session)
        swapped = [entry for entry in entries if entry.seq < view.tail_from]
        asked = questions(swapped or entries, seed=seed, most=most)
        everything = "\n".join(text_of(entry.message) for entry in entries)
        answers = graded(asked, as_text.text_of(view.messages), everything)
        marks = mark_answers(answers)
        estimator = tokens.ESTIMATORS.get(self._settings.estimator, tokens.cjk)
        return Report(
            session=session,
            seed=seed,
            view=score(marks, searched=False),
            found=score(marks, searched=True),
            marks=marks,
            answers=answers,
            tokens_view=view.tokens,
            tokens_raw=tokens.of_messages([entry.message for entry in entries], estimator),
            swapped=len(swapped),
        )

    def record(self, report: Report, now: datetime) -> None:
        """Append one line to the trend file."""
        line = {"time": now.isoformat(timespec="seconds"), **summary_of(report)}
        files.append_line(self._places.exams, json.dumps(line, ensure_ascii=False))

    def trend(self, session: str, newest: int) -> list[dict[str, object]]:
        """The newest exams of this session, oldest first; unreadable lines are skipped."""
        found = []
        for line in files.read_lines(self._places.exams):
            try:
                value = parse_json(line)
            except ValueError:
                continue
            if isinstance(value, dict) and value.get("session") == session:
                found.append(value)
        return found[-newest:] if newest else []


def summary_of(report: Report) -> dict[str, object]:
    """The numbers of a report, without its questions."""
    return {
        "session": report.session,
        "seed": report.seed,
        "view": report.view,
        "found": report.found,
        "questions": sum(mark.asked for mark in report.marks.values()),
        "subjects": {
            subject.value: {"asked": mark.asked, "view": mark.in_view, "found": mark.found}
            for subject, mark in report.marks.items()
        },
        "tokens_view": report.tokens_view,
        "tokens_raw": report.tokens_raw,
        "swapped": report.swapped,
    }
