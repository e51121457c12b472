"""Writes learnt facts as docs: refuses one with a secret, refreshes a doc that says it already."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ....errors import InputError, NotReadyError, RemoteError
from ....messages import Message
from ....settings.values import Settings
from ....text import own_voice, revocations, statements
from ....text.secrets import redact
from ... import contact_details, doc_requests, same_fact
from ...doc_requests import Request
from ...docs import TOOL, USER, Kind, MemoryDoc, Scope
from ...embedding.services.vector_search import VectorSearch
from ...ports import DocStore, Filter
from ...services import remember
from ...standing import LEARNT, Standing, is_given_up
from .. import stated_facts, turns
from ..turns import Learnt, LearntDoc, Turn, Way

_KEPT = (Kind.PREFERENCE, Kind.PROCEDURE, Kind.LESSON, Kind.REMEMBER, Kind.FACT)
REVOCABLE = (*_KEPT, Kind.SAID)
"""Kinds that a person can take back."""
CHANGEABLE = (*_KEPT, Kind.RELATIONSHIP, Kind.PROJECT_STATE)
"""Kinds of which a person can say that something changed."""
A_STEP = timedelta(microseconds=1)
"""Between two things that one message says, which keeps their order."""
NEAR = 5
"""Docs near a new one that are looked at for the same fact."""


@dataclass(frozen=True, slots=True)
class Told:
    """The session that is learnt from."""

    name: str
    scope: Scope
    messages: Iterable[tuple[int, Message]]
    """Numbered from 1."""


@dataclass(frozen=True, slots=True)
class Found:
    """Something worth remembering, before it is a doc."""

    way: Way
    kind: Kind
    text: str
    standing: Standing


class LearntDocs:
    """Writes into one store."""

    def __init__(self, settings: Settings, store: DocStore, meaning: VectorSearch | None, *, dry_run: bool) -> None:
        self._settings = settings
        self._store = store
        self._meaning = meaning
        self._dry_run = dry_run

    def write(self, told: Told, turn: Turn, found: Sequence[Found], now: datetime, done: Learnt) -> int:
        """Write what was found in a turn, in the order of its message; returns how many docs that were."""
        requests: list[tuple[Request, Way]] = []
        for each in sorted(found, key=lambda each: _place_in(turn.words, each.text)):
            if reason := self._refusal(each):
                done.rejected[reason] += 1
                continue
            at = _time_of(turn.message, now) + len(requests) * A_STEP
            request = self._request(told, turn, each, at, max(at, now))
            with self._without_embedder(done):
                request = self._same_as_known(request)
            if all(request.doc.id != other.doc.id for other, _ in requests):
                requests.append((request, each.way))
        if self._dry_run:
            _count(done, (LearntDoc(request.doc, way, "dry run") for request, way in requests))
            return len(requests)
        results = remember.remember(self._store, (request for request, _ in requests), now)
        written = zip(requests, results, strict=True)
        kept = [LearntDoc(each.doc, way, each.outcome, each.superseded) for (_, way), each in written]
        if forgotten := sum(each.doc.forgotten_at is not None for each in kept):
            done.rejected["forgotten"] += forgotten
        _count(done, (each for each in kept if each.doc.forgotten_at is None))
        if requests and self._meaning:
            with self._without_embedder(done):
                self._meaning.update()
        return len(requests)

    def end(self, told: Told, turn: Turn, revocation: str, now: datetime, done: Learnt) -> int:
        """Make the rules old that a sentence of the person revokes; returns how many those were."""
        rules = self._known_at(told, _time_of(turn.message, now), REVOCABLE)
        ended = [remember.outdated(doc) for doc in rules if revocations.ends(doc.text, revocation)]
        if ended and not self._dry_run:
            with self._store.write() as writer:
                writer.put(ended)
        lasting = [doc for doc in ended if doc.kind is not Kind.SAID]
        done.docs += [LearntDoc(doc, Way.STATED, "dry run" if self._dry_run else "ended") for doc in lasting]
        return len(ended)

    def set_right(self, told: Told, turn: Turn, before: Turn | None, now: datetime, done: Learnt) -> list[Found]:
        """What is known as the person puts it now, in place of the docs that say it otherwise: the rule of their last
        message that their first words correct, and a figure that the agent repeated and they change."""
        said, reply = list(own_voice.own_sentences(turn.words)), turns.last_reply(turn.before)
        first = said[0] if said and before and revocations.puts_right(said[0]) else ""
        changing = [each for each in said if reply and same_fact.says_change(each)]
        known = self._known_at(told, _time_of(turn.message, now), CHANGEABLE) if first or changing else iter(())
        found: dict[str, Found] = {}
        old: list[MemoryDoc] = []
        for doc in known:
            is_last = before is not None and (doc.session, doc.seq) == (told.name, before.seq)
            is_all = is_last and before is not None and len(list(own_voice.own_sentences(before.words))) == 1
            anew = revocations.put_anew(doc.text, first, after_a_reply=True, is_all=is_all) if is_last and first else ""
            figures = (statements.with_figure_of(doc.text, each, reply) for each in changing)
            if anew := anew or next(filter(None, figures), ""):
                found[anew] = _changed(doc.kind, anew)
                old.append(remember.outdated(doc))
        if old and not self._dry_run:
            with self._store.write() as writer:
                writer.put(old)
        done.docs += [LearntDoc(doc, Way.STATED, "dry run" if self._dry_run else "ended") for doc in old]
        return list(found.values())

    def changes(self, told: Told, turn: Turn, found: Sequence[Found], now: datetime) -> list[Found]:
        """The sentences of a turn that change what the person said for good: kept beside that, as of the same kind.

        Nothing is made old: a session is told the later of two of which one takes the other's place, else both in the
        order of time, and a recall says which replaces which.
        """
        kept = {each.text for each in found}
        said = [
            each
            for each in own_voice.own_sentences(turn.words)
            if len(each) <= stated_facts.LONGEST
            and same_fact.says_change(each)
            and not own_voice.is_question(each)
            and not any(text in each for text in kept)
        ]
        known = list(self._known_at(told, _time_of(turn.message, now), CHANGEABLE)) if said else []
        return [
            _changed(old.kind, sentence)
            for sentence in said
            if (old := next((doc for doc in known if stated_facts.changes(doc.text, sentence)), None))
        ]

    def _known_at(self, told: Told, moment: datetime, kinds: Iterable[Kind]) -> Iterator[MemoryDoc]:
        """What was known at that time, and is not given up."""
        for kind in kinds:
            for doc in self._store.select(Filter(told.scope, kind), own=True):
                if doc.created_at <= moment and not is_given_up(doc):
                    yield doc

    def _refusal(self, found: Found) -> str:
        """Why something is not kept; empty when it is."""
        names_secret = found.way is not Way.FAILURE and redact.holds_marker(found.text)
        if self._settings.redact and (names_secret or redact.redact(found.text).counts):
            return "secret"
        is_asked_for = found.kind is Kind.REMEMBER or found.way in {Way.ENTITY, Way.FAILURE}
        if not (is_asked_for or self._settings.learn_sensitive) and contact_details.is_sensitive(found.text):
            return "sensitive"
        return ""

    def _request(self, told: Told, turn: Turn, found: Found, at: datetime, now: datetime) -> Request:
        place = f"session {told.name}, message {turn.seq}"
        line = {
            "text": found.text,
            "kind": found.kind.value,
            "session": told.name,
            "seq": turn.seq,
            "speaker": TOOL if found.kind is Kind.FAILURE else USER,
            "source": f"tool output in {place}" if found.kind is Kind.FAILURE else place,
            "created_at": at.isoformat(),
        }
        request = doc_requests.request_of(line, now, scope=told.scope, redacts=self._settings.redact)
        standing = found.standing
        doc = request.doc._replace(tier=standing.tier, importance=standing.importance, pinned=standing.pinned)
        return request._replace(doc=doc)

    def _same_as_known(self, request: Request) -> Request:
        """The request as one for the doc that says the same already; itself where there is none."""
        doc = request.doc
        if self._meaning is None or doc.kind in {Kind.ENTITY, Kind.SAID} or self._store.get(doc.id):
            return request
        near = self._meaning.near(doc.text, doc.scope, NEAR, is_query=False)
        pool = self._store.index().pool(near.nearest, (), 0)
        similarities = near.of_rows([each.row for each in pool.candidates])
        ids = {each.id: similarities.get(each.row, 0.0) for each in pool.candidates}
        for old in self._store.get_many(ids).values():
            cosine = same_fact.usual_cosine(self._meaning.identity, ids[old.id])
            if _is_a_fact(old, doc) and same_fact.same_meaning(old.text, doc.text, cosine):
                return request._replace(doc=doc._replace(id=old.id, kind=old.kind, text=old.text))
        return request

    @contextlib.contextmanager
    def _without_embedder(self, done: Learnt) -> Iterator[None]:
        """Go on by words alone when the embedder does not answer, and say so."""
        try:
            yield
        except (NotReadyError, RemoteError) as error:
            self._meaning = None
            done.problems.append(f"meanings are not compared: {error}")


def _count(done: Learnt, written: Iterable[LearntDoc]) -> None:
    """What may last is counted alone: it is no doc that somebody asks for."""
    for each in written:
        if each.doc.kind is Kind.SAID:
            done.unsure += 1
        else:
            done.docs.append(each)


def _place_in(words: str, text: str) -> int:
    """Where a text stands in a message, perhaps behind a label; the end for one that does not."""
    at = max(words.find(text), words.find(text.rpartition(": ")[2].rpartition("：")[2]))
    return at if at >= 0 else len(words)


def _changed(kind: Kind, sentence: str) -> Found:
    kind = Kind.FACT if kind is Kind.REMEMBER else kind  # nobody asked to remember the change
    return Found(Way.STATED, kind, sentence, LEARNT[kind])


def _time_of(message: Message, now: datetime) -> datetime:
    """When it was said, as far as the transcript says so in a form that can be read; else now."""
    try:
        return doc_requests.moment_of(message.time, now)
    except InputError:
        return now


def _is_a_fact(old: MemoryDoc, new: MemoryDoc) -> bool:
    """Whether an older doc may stand for a new one: of the same scope, told, and not given up."""
    told = old.kind in CHANGEABLE
    return told and old.scope == new.scope and not old.file and not is_given_up(old)
