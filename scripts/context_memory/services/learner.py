"""Learn from what people said in a session: gates first, then rules, then a model where one is configured (SPEC 5.4).

Only a person's own words are read. A message is learnt once; what a model could not be asked about is asked next time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..disk import audit, errors_log, learnt_file, permits
from ..disk.places import Places
from ..model.docs import Kind
from ..model.errors import ContextMemoryError
from ..model.learning import Learnt, LearntDoc, Way
from ..model.session import Message
from ..model.settings import Settings
from ..model.stores import DocStore
from ..rules import fact_entities, failures, kinds, likeness_of_facts, salience, spoken_turns, stated, wording
from ..rules.distil_answer import Judged
from ..rules.spoken_turns import Turn
from ..rules.stated import Stated
from . import recall_feedback
from .asking import Bill
from .distiller import MOST_LESSONS, Distiller, Unanswered
from .learnt_docs import Found, LearntDocs, Told
from .meaning import Meaning

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
        meaning: Meaning | None = None,
        dry_run: bool = False,
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._distiller = distiller
        self._docs = LearntDocs(settings, store, meaning, dry_run=dry_run)
        self._dry_run = dry_run
        self._known = learnt_file.keys(places.learnt)

    def learn(self, told: Told, now: datetime) -> Learnt:
        """Go through the session once; nothing that a model does is a failure of this."""
        done = Learnt()
        if spoken_turns.is_internal(told.name):
            done.messages = sum(1 for _ in told.messages)
            return done
        changes: dict[str, float] = {}
        for turn in spoken_turns.of(_counted(told.messages, done)):
            done.said += 1
            key = spoken_turns.key_of(told.scope, told.name, turn)
            if key in self._known and not self._is_pending(key):
                done.known += 1
            else:
                self._learn_turn(told, turn, key, now, done)
            self._learn_failure(told, turn, f"{key}:failure", now, done)
            if f"{key}:feedback" not in self._known and (moved := recall_feedback.changes_of(turn)):
                changes = {**changes, **{doc: changes.get(doc, 0.0) + change for doc, change in moved.items()}}
                self._settle(f"{key}:feedback", now, 0)
        adjusted = recall_feedback.apply(self._store, changes, now, dry_run=self._dry_run)
        done.docs += [LearntDoc(doc, Way.FEEDBACK, "dry run" if self._dry_run else "adjusted") for doc in adjusted]
        if not self._dry_run and (done.docs or done.calls):
            self._log(done, now)
            audit.append(
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

    # -- one turn ----------------------------------------------------------------------------------

    def _learn_turn(self, told: Told, turn: Turn, key: str, now: datetime, done: Learnt) -> None:
        tells, corrects = salience.tells_something(turn.words), salience.corrects(turn.words)
        action = spoken_turns.action_of(turn.before) if corrects else ""
        outright = stated.of(turn.words)
        found = [*self._entities(turn), *_stated(outright)]
        done.telling += tells
        done.correcting += corrects
        if not (tells or corrects or found):
            done.gated += 1
            return
        rules = stated.rules_in(turn.words)[:MOST_LESSONS] if action else ()
        answer = self._asked(turn, action, done, tells=tells)
        if answer.facts:  # the person's own words stand only where they asked for that
            found = [each for each in found if each.way is Way.ENTITY or each.kind is Kind.REMEMBER]
        if rules or answer.lessons:
            found = [each for each in found if each.text not in rules]
            lessons = [item.text for item in answer.lessons.kept] if answer.lessons else rules
            found += [Found(Way.LESSON, Kind.LESSON, text, kinds.LEARNT[Kind.LESSON]) for text in lessons]
        if key in self._known:  # the rules have had their turn; only the model had not
            found = [each for each in found if each.way is Way.LESSON and answer.lessons]
        if answer.facts:
            found += self._distilled(answer.facts, outright, done, is_second=key in self._known)
        written = self._docs.write(told, turn, found, now, done)
        if written or answer.is_settled:
            self._settle(key, now, written)
        if answer.is_settled is not None:
            self._settle(f"{key}:{'model' if answer.is_settled else 'pending'}", now, 0)

    def _is_pending(self, key: str) -> bool:
        """Whether the rules learnt a message, and no model could be asked about it yet."""
        return bool(self._distiller) and f"{key}:pending" in self._known and f"{key}:model" not in self._known

    def _distilled(self, facts: Judged, outright: Sequence[Stated], done: Learnt, *, is_second: bool) -> list[Found]:
        """What the model adds to what is kept in the person's own words."""
        own = [each.text for each in outright if is_second or each.kind is Kind.REMEMBER]
        found = []
        for item in facts.kept:
            if any(likeness_of_facts.overlap(item.text, text) >= SAME_AS_STATED for text in own):
                done.rejected["repeated"] += 1
            else:
                found.append(Found(Way.DISTILLED, item.kind, item.text, kinds.LEARNT[item.kind]))
        return found

    def _entities(self, turn: Turn) -> list[Found]:
        words = salience.own_words(turn.words)
        if len(words) > salience.LONGEST:
            return []
        own = fact_entities.own_in(words, sensitive=self._settings.learn_sensitive)
        return [Found(Way.ENTITY, Kind.ENTITY, each.text, kinds.FOUND_ENTITY) for each in own]

    def _asked(self, turn: Turn, action: str, done: Learnt, *, tells: bool) -> _Answer:
        """What a model says about a message, if one may be asked."""
        if self._distiller is None or not (tells or action):
            return _Answer()
        if self._dry_run:
            done.would_ask += 1
            return _Answer()
        bill = Bill()
        with permits.try_one(self._places.state, "learning", IN_WORK) as has_permit:
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
        text = failures.of(turn.words, turn.after)
        if text:
            failure = Found(Way.FAILURE, Kind.FAILURE, text, kinds.LEARNT[Kind.FAILURE])
            self._settle(key, now, self._docs.write(told, turn, [failure], now, done))

    def _settle(self, key: str, now: datetime, docs: int) -> None:
        self._known.add(key)
        if not self._dry_run:
            learnt_file.append(self._places.learnt, key, now, docs)

    def _log(self, done: Learnt, now: datetime) -> None:
        """Say in the errors log of the workspace that no model answered; once, and never a failure itself."""
        if not done.unanswered or self._places.memories is None:
            return
        log = self._places.memories / "errors.md"
        entry = wording.one_line(f"learn_session: {done.problems[0]}", LONGEST_ENTRY)
        try:
            if log.is_file():
                errors_log.append_once(log, now.strftime("%Y-%m-%d"), entry)
        except (ContextMemoryError, OSError) as error:
            done.problems.append(f"the reason could not be written into {log}: {error}")


def _stated(outright: Iterable[Stated]) -> Iterator[Found]:
    return (Found(Way.STATED, each.kind, each.text, kinds.LEARNT[each.kind]) for each in outright)


def _counted(messages: Iterable[tuple[int, Message]], done: Learnt) -> Iterable[tuple[int, Message]]:
    for each in messages:
        done.messages += 1
        yield each
