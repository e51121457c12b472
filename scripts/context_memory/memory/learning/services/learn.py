"""Learns from what people said in a session: gates, then rules, then a model if one is configured (SPEC 5.4).

Only a person's own words are read. A message is learnt once; what a model could not be asked about is asked next time.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ....compaction.digest import one_off
from ....errors import AnswerError, ContextMemoryError, NotReadyError, RemoteError
from ....llm import service
from ....llm.ports import LanguageModel, Question
from ....llm.service import Bill, Blocked, BudgetedCalls
from ....messages import Message
from ....settings.values import Settings
from ....storage import audit_log, files
from ....storage.files import open_lock
from ....storage.places import Places
from ....text import own_voice, pasted, revocations
from ....text.json_text import parse_json
from ....text.secrets import one_line, redact
from ....workspace.files import memory_files
from ... import contact_details, same_fact
from ...docs import Kind, MemoryDoc
from ...embedding.services.vector_search import VectorSearch
from ...ports import DocStore
from ...standing import FOUND_ENTITY, LEARNT
from .. import distillation, grammar, stated_facts, turns, word_weights
from ..distillation import Judged
from ..stated_facts import Stated
from ..turns import Learnt, LearntDoc, Turn, Way
from ..word_weights import Opinion
from .learnt_docs import Found, LearntDocs, Told

ATTEMPTS = 2
"""Calls for one question when nobody answers: somebody waits for the turn, the next run asks again."""
MOST_UNSURE = 3
"""Things that may last, of one message."""
LEAST_UNSURE = -0.95
"""Points from which something may last: of what later prompts of ten journeys need, 107 of 140 are then told at the
start, with -0.5 101 and with 0.0 94; by the words of a clause alone it was 95, in nine tenths of the lines."""
LEAST_AT_WORK = 1.5
"""Points from which something may last in a message beside work of the agent: most of it is about that work."""
MOST_LESSONS = 2
"""Lessons from one correction."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """No usable answer, and why."""

    reason: str


Distillation = Judged | Unanswered


class Distiller:
    """One model, asked about one message at a time."""

    def __init__(self, model: LanguageModel, calls: BudgetedCalls, state: Path) -> None:
        self._model = model
        self._calls = calls
        self._turnstile = state / "distil"

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def facts(self, message: str, bill: Bill) -> Distillation:
        """What the message states that will be true tomorrow."""
        return self._asked(
            lambda again: Question(
                distillation.FACTS, distillation.facts(message, again=again), distillation.MOST_OUTPUT
            ),
            lambda answer: distillation.judged(answer, message),
            bill,
        )

    def lessons(self, message: str, action: str, bill: Bill) -> Distillation:
        """What a correction asks for next time; `action` is what the agent had done."""
        return self._asked(
            lambda again: Question(
                distillation.LESSON, distillation.lesson(message, action, again=again), distillation.MOST_OUTPUT
            ),
            lambda answer: distillation.judged(
                answer, message, action=action, allowed={Kind.LESSON}, most=MOST_LESSONS
            ),
            bill,
        )

    def _asked(self, question: Callable[[bool], Question], judge: Callable[[str], Judged], bill: Bill) -> Distillation:
        best: Judged | None = None
        for again in (False, True):
            answer = self._answer(question(again), bill)
            if isinstance(answer, Unanswered):
                return best or answer
            judged = judge(answer)
            if best is None or len(judged.kept) >= len(best.kept):
                best = judged
            if not judged.is_foreign:
                break
        return best or Unanswered("nobody answered")

    def _answer(self, question: Question, bill: Bill) -> str | Unanswered:
        cost = service.expected_cost(self._model, question)
        try:
            with files.locked(self._turnstile):
                answer = self._calls.answer(lambda: self._model.ask(question), cost, bill)
        except (AnswerError, RemoteError) as error:
            return Unanswered(self._calls.clean(str(error)))
        if isinstance(answer, Blocked):
            return Unanswered(str(answer))
        return answer.text


IN_WORK = 4
"""Messages about which models may be asked at the same time, over all processes; one more is skipped (RsClaw)."""
LONGEST_ENTRY = 200
"""Characters of the line in the errors log."""
SAME_AS_STATED = 0.6
"""Share of content words from which a distilled fact repeats what is kept in the person's own words."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a model said about a message."""

    facts: Judged | None = None
    lessons: Judged | None = None
    is_settled: bool | None = None
    """Whether nothing more is to be asked; None where no model was wanted."""


class Learner:
    """Learns for one store. Not shared between threads: each has its own, the permits are shared."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        store: DocStore,
        *,
        distiller: Distiller | None = None,
        meaning: VectorSearch | None = None,
        dry_run: bool = False,
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._distiller = distiller
        self._docs = LearntDocs(settings, store, meaning, dry_run=dry_run)
        self._opinion = _opinion_of(meaning) if meaning else None
        self._dry_run = dry_run
        self._known = _learnt_keys(places.learnt)

    def learn(
        self, told: Told, now: datetime, *, after: int = 0, is_over: Callable[[], bool] = lambda: False
    ) -> Learnt:
        """Go through the session once; nothing that a model does is a failure of this.

        Messages up to number `after` are read, and not learnt. It ends early, behind a turn, when `is_over` says so.
        """
        done = Learnt()
        if turns.is_internal(told.name):
            done.messages = sum(1 for _ in told.messages)
            return done
        changes: dict[str, float] = {}
        before: Turn | None = None
        for turn in turns.read_turns(self._redacted(_counted(told.messages, done))):
            if turn.seq <= after:
                before = turn
                continue
            done.said += 1
            key = turns.key_of(told.scope, told.name, turn)
            if key in self._known and not self._is_pending(key):
                done.known += 1
            else:
                self._learn_turn(told, turn, before, key, now, done)
            before = turn
            self._learn_failure(told, turn, f"{key}:failure", now, done)
            if f"{key}:feedback" not in self._known and (moved := feedback_of(turn)):
                changes = {**changes, **{doc: changes.get(doc, 0.0) + change for doc, change in moved.items()}}
                self._settle(f"{key}:feedback", now, 0)
            if is_over():
                done.ended_at = turn.seq
                break
        adjusted = apply_feedback(self._store, changes, now, dry_run=self._dry_run)
        done.docs += [LearntDoc(doc, Way.FEEDBACK, "dry run" if self._dry_run else "adjusted") for doc in adjusted]
        if not self._dry_run and (done.docs or done.calls):
            self._log(done, now)
            audit_log.append(
                self._places.audit,
                "learn",
                now,
                session=told.name,
                docs=len(done.docs),
                calls=done.calls,
                skipped=done.skipped,
                unanswered=done.unanswered,
            )
        return done

    def _redacted(self, messages: Iterable[tuple[int, Message]]) -> Iterator[tuple[int, Message]]:
        """The numbered messages without secrets: what is learnt, asked, hashed and logged comes from these."""
        numbered = list(messages)
        redactor = redact.redactor(enabled=self._settings.redact)
        done = redactor.messages(message for _, message in numbered)
        return ((seq, each.message) for (seq, _), each in zip(numbered, done, strict=True))

    # -- one turn ----------------------------------------------------------------------------------

    def _learn_turn(self, told: Told, turn: Turn, before: Turn | None, key: str, now: datetime, done: Learnt) -> None:
        tells, corrects = turns.tells_something(turn.words), turns.corrects(turn.words)
        action = turns.action_of(turn.before) if corrects else ""
        stated = _of_more_than_the_work(self._stated_in(turn.words, done), turn)
        own = self._entities(turn)
        stated = tuple(each for each in stated if not contact_details.only_tells(each.text, own))
        outright = tuple(each for each in stated if each.points >= grammar.ENOUGH)
        found = [*(Found(Way.ENTITY, Kind.ENTITY, each.text, FOUND_ENTITY) for each in own), *_stated(outright)]
        if key not in self._known:
            found += self._docs.set_right(told, turn, before, now, done)
            found += self._docs.changes(told, turn, found, now)
        unsure = [] if key in self._known else self._unsure_in(turn, stated, found)
        revoking = [each for each in own_voice.own_sentences(turn.words) if revocations.may_end(each)]
        ended = 0 if key in self._known else sum(self._docs.end(told, turn, each, now, done) for each in revoking)
        done.telling += tells
        done.correcting += corrects
        if not (tells or corrects or found):
            done.gated += 1
            if ended or unsure:
                self._settle(key, now, self._docs.write(told, turn, unsure, now, done))
            return
        rules = stated_facts.rules_among(outright)[:MOST_LESSONS] if action else ()
        answer = self._asked(turn, action, done, tells=tells)
        if answer.facts:  # the person's own words stand only where they asked for that
            found = [each for each in found if each.way is Way.ENTITY or each.kind is Kind.REMEMBER]
        if rules or answer.lessons:
            found = [each for each in found if each.text not in rules]
            lessons = [item.text for item in answer.lessons.kept] if answer.lessons else rules
            found += [Found(Way.LESSON, Kind.LESSON, text, LEARNT[Kind.LESSON]) for text in lessons]
        if key in self._known:  # the rules have had their turn; only the model had not
            found = [each for each in found if each.way is Way.LESSON and answer.lessons]
        if answer.facts:
            found += self._distilled(answer.facts, outright, done, is_second=key in self._known)
        written = self._docs.write(told, turn, [*found, *([] if answer.facts else unsure)], now, done)
        if written or answer.is_settled:
            self._settle(key, now, written)
        if answer.is_settled is not None:
            self._settle(f"{key}:{'model' if answer.is_settled else 'pending'}", now, 0)

    def _stated_in(self, words: str, done: Learnt) -> tuple[Stated, ...]:
        """What lasts, or may; without the embedder's opinion where there is none or it does not answer."""
        try:
            return stated_facts.find_stated(words, self._opinion, enough=LEAST_UNSURE)
        except (NotReadyError, RemoteError) as error:
            self._opinion = None
            done.problems.append(f"clauses are judged by their words alone: {error}")
            return stated_facts.find_stated(words, enough=LEAST_UNSURE)

    def _unsure_in(self, turn: Turn, stated: Sequence[Stated], found: Sequence[Found]) -> list[Found]:
        """What may last of a message beside what was found; where an embedder judged it, also by its words alone."""
        by_words = stated_facts.find_stated(turn.words, enough=LEAST_UNSURE) if self._opinion else ()
        return _unsure((*stated, *by_words), [each.text for each in found], turn)

    def _is_pending(self, key: str) -> bool:
        """Whether the rules learnt a message, and no model could be asked about it yet."""
        return bool(self._distiller) and f"{key}:pending" in self._known and f"{key}:model" not in self._known

    def _distilled(self, facts: Judged, outright: Sequence[Stated], done: Learnt, *, is_second: bool) -> list[Found]:
        """What the model adds to what is kept in the person's own words."""
        own = [each.text for each in outright if is_second or each.kind is Kind.REMEMBER]
        found = []
        for item in facts.kept:
            if any(same_fact.overlap(item.text, text) >= SAME_AS_STATED for text in own):
                done.rejected["repeated"] += 1
            else:
                found.append(Found(Way.DISTILLED, item.kind, item.text, LEARNT[item.kind]))
        return found

    def _entities(self, turn: Turn) -> tuple[contact_details.Entity, ...]:
        words = own_voice.own_words(turn.words)
        words = words if len(words) <= own_voice.LONGEST else ""
        return contact_details.own_in(words, sensitive=self._settings.learn_sensitive)

    def _asked(self, turn: Turn, action: str, done: Learnt, *, tells: bool) -> _Answer:
        """What a model says about a message, if one may be asked."""
        if self._distiller is None or not (tells or action):
            return _Answer()
        if self._dry_run:
            done.would_ask += 1
            return _Answer()
        bill = Bill()
        with _try_permit(self._places.state, "learning", IN_WORK) as has_permit:
            if not has_permit:
                done.skipped += 1
                return _Answer(is_settled=False)
            facts = self._distiller.facts(turn.words, bill) if tells else None
            lessons = self._distiller.lessons(turn.words, action, bill) if action else None
        done.calls += bill.calls
        done.cost += bill.cost
        answers = [each for each in (facts, lessons) if each is not None]
        for each in answers:
            if isinstance(each, Unanswered):
                reason = f"no model answered: {each.reason}"
                if reason not in done.problems:
                    done.problems.append(reason)
            else:
                done.rejected.update(each.rejected)
        failed = any(isinstance(each, Unanswered) for each in answers)
        done.unanswered += failed
        return _Answer(
            facts if isinstance(facts, Judged) else None,
            lessons if isinstance(lessons, Judged) else None,
            is_settled=not failed,
        )

    def _learn_failure(self, told: Told, turn: Turn, key: str, now: datetime, done: Learnt) -> None:
        if key in self._known or not turn.after:
            return
        text = turns.repeated_failure(turn.words, turn.after)
        if text:
            failure = Found(Way.FAILURE, Kind.FAILURE, text, LEARNT[Kind.FAILURE])
            self._settle(key, now, self._docs.write(told, turn, [failure], now, done))

    def _settle(self, key: str, now: datetime, docs: int) -> None:
        self._known.add(key)
        if not self._dry_run:
            _note_learnt(self._places.learnt, key, now, docs)

    def _log(self, done: Learnt, now: datetime) -> None:
        """Say in the errors log of the workspace that no model answered; once, and never a failure itself."""
        if not done.unanswered or self._places.memories is None:
            return
        log = self._places.memories / "errors.md"
        entry = one_line.one_line(f"learn: {done.problems[0]}", LONGEST_ENTRY)
        try:
            if log.is_file():
                memory_files.append_once(log, now.strftime("%Y-%m-%d"), entry)
        except (ContextMemoryError, OSError) as error:
            done.problems.append(f"the reason could not be written into {log}: {error}")


def _opinion_of(meaning: VectorSearch) -> Opinion | None:
    return word_weights.opinion_by(meaning.identity, lambda clause: meaning.vectors((clause,))[0])


def _stated(outright: Iterable[Stated]) -> Iterator[Found]:
    return (Found(Way.STATED, each.kind, each.text, LEARNT[each.kind]) for each in outright)


def _of_more_than_the_work(stated: Iterable[Stated], turn: Turn) -> tuple[Stated, ...]:
    """What is stated, without what only tells how the work at hand goes."""
    if not turn.is_at_work:
        return tuple(stated)
    return tuple(each for each in stated if each.kind is Kind.REMEMBER or not turns.is_about_the_work(each.text))


def _unsure(stated: Iterable[Stated], kept: Sequence[str], turn: Turn) -> list[Found]:
    """What may last of a message beside what is kept of it, the likeliest first."""
    least = LEAST_AT_WORK if turn.is_at_work else LEAST_UNSURE
    texts: list[str] = []
    for each in sorted(_of_more_than_the_work(stated, turn), key=lambda each: -each.points):
        if one_off.is_courtesy(each.text) or (turn.is_at_work and pasted.is_goal(each.text)):
            continue
        is_new = not any(each.text in text or text in each.text for text in (*kept, *texts))
        if is_new and each.points >= least and stated_facts.tells_enough(each.text):
            texts.append(each.text)
    return [Found(Way.STATED, Kind.SAID, text, LEARNT[Kind.SAID]) for text in texts[:MOST_UNSURE]]


def _counted(messages: Iterable[tuple[int, Message]], done: Learnt) -> Iterable[tuple[int, Message]]:
    for each in messages:
        done.messages += 1
        yield each


def _learnt_keys(path: Path) -> set[str]:
    """The keys of all messages that were learnt; torn lines are passed over."""
    found = set()
    for line in files.read_lines(path):
        try:
            value = parse_json(line)
        except ValueError:
            continue
        if isinstance(value, dict) and isinstance(value.get("key"), str):
            found.add(value["key"])
    return found


def _note_learnt(path: Path, key: str, now: datetime, docs: int) -> None:
    """Note that a message was learnt, after its docs were written; `docs` counts them."""
    line = {"key": key, "time": now.isoformat(timespec="seconds"), "docs": docs}
    files.append_line(path, json.dumps(line))


def feedback_of(turn: Turn) -> dict[str, float]:
    """By handle, what a turn adds to the importance of the docs that were recalled for it; empty while it is open."""
    if not turn.is_answered:
        return {}
    change = turns.CHANGES[turns.outcome_of(turn.after)]
    return dict.fromkeys(turns.recalled(turn.given), change)


def apply_feedback(
    store: DocStore, changes: Mapping[str, float], now: datetime, *, dry_run: bool = False
) -> list[MemoryDoc]:
    """Move the importance of these docs; handles that mean nothing here are passed over. Returns what changed."""
    changed = []
    for handle, change in changes.items():
        try:
            doc = store.by_handle(handle)
        except ContextMemoryError:
            continue
        after = turns.adjusted(doc, change, now)
        if after != doc and not doc.file and not doc.forgotten_at:
            changed.append(after)
    if changed and not dry_run:
        with store.write() as writer:
            writer.put(changed)
    return changed


@contextlib.contextmanager
def _try_permit(folder: Path, name: str, count: int) -> Iterator[bool]:
    """Hold one of `count` permits for as long as the block lasts; False at once when all are taken."""
    import fcntl

    taken = None
    try:
        for number in range(1, count + 1):
            descriptor = open_lock(folder / f".{name}.{number}.lock")
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                continue
            taken = descriptor
            break
        yield taken is not None
    finally:
        if taken is not None:
            os.close(taken)
