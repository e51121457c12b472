"""Learn from what people said in a session: gates first, then rules, then a model where one is configured (SPEC 5.4).

Only a person's own words are read. A message is learnt once; what a model could not be asked about is asked next time.
"""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..disk import audit, errors_log, learnt_file, permits
from ..disk.places import Places
from ..model.docs import Kind, MemoryDoc, Scope
from ..model.errors import ContextMemoryError, NotReadyError, RemoteError
from ..model.learning import Learnt, LearntDoc, Way
from ..model.session import Message
from ..model.settings import Settings
from ..model.stores import DocStore
from ..rules import (
    doc_dedup,
    fact_entities,
    failures,
    feedback,
    kinds,
    likeness_of_facts,
    origins,
    redact,
    remembering,
    salience,
    spoken_turns,
    stated,
    wording,
)
from ..rules.distil_answer import Judged
from ..rules.kinds import Standing
from ..rules.remembering import Request
from ..rules.spoken_turns import Turn
from . import remember
from .asking import Bill
from .distiller import MOST_LESSONS, Distiller, Unanswered
from .meaning import Meaning

IN_WORK = 4
"""Messages about which models may be asked at the same time, over all processes; one more is skipped (RsClaw)."""
NEAR = 5
"""Docs near a new one that are looked at for the same fact."""
LONGEST_ENTRY = 200
"""Characters of the line in the errors log."""
SAME_AS_ASKED = 0.75
"""Share of content words from which a distilled fact repeats what the person asked to be remembered."""


@dataclass(frozen=True, slots=True)
class Told:
    """The session that is learnt from."""

    name: str
    scope: Scope
    messages: Iterable[tuple[int, Message]]
    """Numbered from 1."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Something worth remembering, before it is a doc."""

    way: Way
    kind: Kind
    text: str
    standing: Standing


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
        self._meaning = meaning
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
            if key in self._known:
                done.known += 1
            else:
                self._learn_turn(told, turn, key, now, done)
            self._learn_failure(told, turn, f"{key}:failure", now, done)
            self._weigh(turn, f"{key}:feedback", changes, now)
        self._adjust(changes, now, done)
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
        found = self._entities(turn, tells=tells)
        done.telling += tells
        done.correcting += corrects
        if not (tells or corrects or outright or found):
            done.gated += 1
            return
        lessons = stated.rules_in(turn.words)[:MOST_LESSONS] if action else ()
        judged, judged_lessons, is_settled = self._asked(turn, action, done, tells=tells)
        found += [
            _Found(Way.STATED, each.kind, each.text, kinds.LEARNT[each.kind])
            for each in outright
            if each.text not in lessons and (judged is None or each.kind is Kind.REMEMBER)
        ]
        asked = [each.text for each in found if each.kind is Kind.REMEMBER]
        for item in judged.kept if judged else ():
            if any(likeness_of_facts.overlap(item.text, text) >= SAME_AS_ASKED for text in asked):
                done.rejected["repeated"] += 1
            else:
                found.append(_Found(Way.DISTILLED, item.kind, item.text, kinds.LEARNT[item.kind]))
        texts = [item.text for item in judged_lessons.kept] if judged_lessons else lessons
        found += [_Found(Way.LESSON, Kind.LESSON, text, kinds.LEARNT[Kind.LESSON]) for text in texts]
        written = self._write(told, turn, found, now, done)
        if written or is_settled:
            self._settle(key, now, written)

    def _entities(self, turn: Turn, *, tells: bool) -> list[_Found]:
        words = salience.own_words(turn.words)
        if not (tells or len(words) <= salience.LONGEST):
            return []
        own = fact_entities.own_in(words, sensitive=self._settings.learn_sensitive)
        return [_Found(Way.ENTITY, Kind.ENTITY, each.text, kinds.FOUND_ENTITY) for each in own]

    def _asked(
        self, turn: Turn, action: str, done: Learnt, *, tells: bool
    ) -> tuple[Judged | None, Judged | None, bool]:
        """What a model says: facts, lessons, and whether nothing more is to be asked about this message."""
        if self._distiller is None or not (tells or action):
            return None, None, False
        if self._dry_run:
            done.would_ask += 1
            return None, None, False
        bill = Bill()
        with permits.try_one(self._places.state, "learning", IN_WORK) as has_permit:
            if not has_permit:
                done.skipped += 1
                return None, None, False
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
        return (
            facts if isinstance(facts, Judged) else None,
            lessons if isinstance(lessons, Judged) else None,
            not failed,
        )

    def _learn_failure(self, told: Told, turn: Turn, key: str, now: datetime, done: Learnt) -> None:
        if key in self._known or not turn.after:
            return
        text = failures.of(turn.words, turn.after)
        if text:
            failure = _Found(Way.FAILURE, Kind.FAILURE, text, kinds.LEARNT[Kind.FAILURE])
            self._settle(key, now, self._write(told, turn, [failure], now, done))

    # -- writing -----------------------------------------------------------------------------------

    def _write(self, told: Told, turn: Turn, found: Sequence[_Found], now: datetime, done: Learnt) -> int:
        requests: list[tuple[Request, Way]] = []
        for each in found:
            if reason := self._refusal(each):
                done.rejected[reason] += 1
                continue
            request = self._request(told, turn, each, now)
            with self._without_embedder(done):
                request = self._same_as_known(request)
            if all(request.doc.id != other.doc.id for other, _ in requests):
                requests.append((request, each.way))
        if self._dry_run:
            done.docs += [LearntDoc(request.doc, way, "dry run") for request, way in requests]
            return len(requests)
        results = remember.remember(self._store, (request for request, _ in requests), now)
        for (_, way), result in zip(requests, results, strict=True):
            done.docs.append(LearntDoc(result.doc, way, result.outcome, result.superseded))
        if requests and self._meaning:
            with self._without_embedder(done):
                self._meaning.update()
        return len(requests)

    def _refusal(self, found: _Found) -> str:
        """Why something is not kept; empty when it is."""
        if self._settings.redact and redact.redact(found.text).counts:
            return "secret"
        is_asked_for = found.kind is Kind.REMEMBER or found.way in {Way.ENTITY, Way.FAILURE}
        if not (is_asked_for or self._settings.learn_sensitive) and fact_entities.is_sensitive(found.text):
            return "sensitive"
        return ""

    def _request(self, told: Told, turn: Turn, found: _Found, now: datetime) -> Request:
        place = f"session {told.name}, message {turn.seq}"
        line = {
            "text": found.text,
            "kind": found.kind.value,
            "session": told.name,
            "seq": turn.seq,
            "speaker": origins.TOOL if found.kind is Kind.FAILURE else origins.USER,
            "source": f"tool output in {place}" if found.kind is Kind.FAILURE else place,
            "created_at": turn.message.time or None,
        }
        request = remembering.request_of(line, now, scope=told.scope, redacts=self._settings.redact)
        standing = found.standing
        doc = replace(request.doc, tier=standing.tier, importance=standing.importance, pinned=standing.pinned)
        return replace(request, doc=doc)

    def _same_as_known(self, request: Request) -> Request:
        """The request as one for the doc that says the same already; itself where there is none."""
        doc = request.doc
        if self._meaning is None or doc.kind is Kind.ENTITY or self._store.get(doc.id):
            return request
        near = self._meaning.near(doc.text, doc.scope, NEAR, is_query=False)
        pool = self._store.index().pool(near.nearest, (), 0)
        similarities = near.of([each.row for each in pool.candidates])
        ids = {each.id: similarities.get(each.row, 0.0) for each in pool.candidates}
        for old in self._store.get_many(ids).values():
            if _is_a_fact(old, doc) and likeness_of_facts.same_meaning(old.text, doc.text, ids[old.id]):
                return replace(request, doc=replace(doc, id=old.id, kind=old.kind, text=old.text))
        return request

    @contextlib.contextmanager
    def _without_embedder(self, done: Learnt) -> Iterator[None]:
        """Go on by words alone when the embedder does not answer, and say so."""
        try:
            yield
        except (NotReadyError, RemoteError) as error:
            self._meaning = None
            done.problems.append(f"meanings are not compared: {error}")

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

    # -- feedback ----------------------------------------------------------------------------------

    def _weigh(self, turn: Turn, key: str, changes: dict[str, float], now: datetime) -> None:
        handles = feedback.recalled(turn.given)
        if not handles or key in self._known or not turn.is_answered:
            return
        change = feedback.CHANGES[feedback.outcome_of(turn.after)]
        for handle in handles:
            changes[handle] = changes.get(handle, 0.0) + change
        self._settle(key, now, 0)

    def _adjust(self, changes: dict[str, float], now: datetime, done: Learnt) -> None:
        """Move the importance of docs that were recalled; handles that mean nothing here are passed over."""
        pairs = []
        for handle, change in changes.items():
            try:
                doc = self._store.by_handle(handle)
            except ContextMemoryError:
                continue
            after = feedback.adjusted(doc, change, now)
            if after != doc and not doc.file and not doc.forgotten_at:
                pairs.append(after)
        if pairs and not self._dry_run:
            with self._store.write() as writer:
                writer.put(pairs)
        done.docs += [LearntDoc(doc, Way.FEEDBACK, "dry run" if self._dry_run else "adjusted") for doc in pairs]


def _counted(messages: Iterable[tuple[int, Message]], done: Learnt) -> Iterable[tuple[int, Message]]:
    for each in messages:
        done.messages += 1
        yield each


def _is_a_fact(old: MemoryDoc, new: MemoryDoc) -> bool:
    """Whether an older doc may stand for a new one: of the same scope, told, and not given up."""
    told = old.kind not in {Kind.TURN, Kind.SECTION, Kind.SUMMARY, Kind.NOTE, Kind.ENTITY, Kind.FAILURE}
    return told and old.scope == new.scope and not old.file and not doc_dedup.is_given_up(old)
