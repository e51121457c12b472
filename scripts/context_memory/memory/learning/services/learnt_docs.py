"""Write what was learnt as docs: refused where it holds a secret, refreshed where a doc says it already."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ....errors import InputError, NotReadyError, RemoteError
from ....messages import Message
from ....settings.values import Settings
from ....text.secrets import redact
from ... import contact_details, doc_requests, same_fact
from ...doc_requests import Request
from ...docs import TOOL, USER, Kind, MemoryDoc, Scope
from ...embedding.services.lane import Meaning
from ...ports import DocStore, Filter
from ...services import remember
from ...standing import Standing, is_given_up
from .. import stated_facts
from ..turns import Learnt, LearntDoc, Turn, Way

REVOCABLE = (Kind.PREFERENCE, Kind.PROCEDURE, Kind.LESSON, Kind.REMEMBER, Kind.FACT)
"""Kinds that a person can take back."""
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

    def __init__(self, settings: Settings, store: DocStore, meaning: Meaning | None, *, dry_run: bool) -> None:
        self._settings = settings
        self._store = store
        self._meaning = meaning
        self._dry_run = dry_run

    def write(self, told: Told, turn: Turn, found: Sequence[Found], now: datetime, done: Learnt) -> int:
        """Write what was found in a turn; returns how many docs that were."""
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

    def end(self, told: Told, turn: Turn, revocation: str, now: datetime, done: Learnt) -> int:
        """Make the rules old that a sentence of the person revokes; returns how many those were."""
        since = _time_of(turn.message, now)
        rules = [
            doc
            for kind in REVOCABLE
            for doc in self._store.select(Filter(told.scope, kind), own=True)
            if doc.created_at <= since and not is_given_up(doc) and stated_facts.ends_rule(doc.text, revocation)
        ]
        ended = [remember.outdated(doc) for doc in rules]
        if ended and not self._dry_run:
            with self._store.write() as writer:
                writer.put(ended)
        done.docs += [LearntDoc(doc, Way.STATED, "dry run" if self._dry_run else "ended") for doc in ended]
        return len(ended)

    def _refusal(self, found: Found) -> str:
        """Why something is not kept; empty when it is."""
        names_secret = found.way is not Way.FAILURE and redact.holds_marker(found.text)
        if self._settings.redact and (names_secret or redact.redact(found.text).counts):
            return "secret"
        is_asked_for = found.kind is Kind.REMEMBER or found.way in {Way.ENTITY, Way.FAILURE}
        if not (is_asked_for or self._settings.learn_sensitive) and contact_details.is_sensitive(found.text):
            return "sensitive"
        return ""

    def _request(self, told: Told, turn: Turn, found: Found, now: datetime) -> Request:
        place = f"session {told.name}, message {turn.seq}"
        line = {
            "text": found.text,
            "kind": found.kind.value,
            "session": told.name,
            "seq": turn.seq,
            "speaker": TOOL if found.kind is Kind.FAILURE else USER,
            "source": f"tool output in {place}" if found.kind is Kind.FAILURE else place,
            "created_at": _time_of(turn.message, now).isoformat(),
        }
        request = doc_requests.request_of(line, now, scope=told.scope, redacts=self._settings.redact)
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
        similarities = near.of_rows([each.row for each in pool.candidates])
        ids = {each.id: similarities.get(each.row, 0.0) for each in pool.candidates}
        for old in self._store.get_many(ids).values():
            if _is_a_fact(old, doc) and same_fact.same_meaning(old.text, doc.text, ids[old.id]):
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


def _time_of(message: Message, now: datetime) -> datetime:
    """When it was said, as far as the transcript says so in a form that can be read; else now."""
    try:
        return doc_requests.moment_of(message.time, now)
    except InputError:
        return now


def _is_a_fact(old: MemoryDoc, new: MemoryDoc) -> bool:
    """Whether an older doc may stand for a new one: of the same scope, told, and not given up."""
    told = old.kind not in {Kind.TURN, Kind.SECTION, Kind.SUMMARY, Kind.NOTE, Kind.ENTITY, Kind.FAILURE}
    return told and old.scope == new.scope and not old.file and not is_given_up(old)
