"""What the tests of learning share: a workspace whose learner has a fake model, a fixed clock and no waiting."""

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from context_memory.llm import service
from context_memory.llm.service import BudgetedCalls, DailyBudget, Timing
from context_memory.memory.assembly import open_store
from context_memory.memory.docs import DEFAULT_SCOPE, MemoryDoc, Scope
from context_memory.memory.embedding.services.vector_search import VectorSearch
from context_memory.memory.learning.services.learn import ATTEMPTS, Distiller, Learner
from context_memory.memory.learning.services.learnt_docs import Told
from context_memory.memory.learning.turns import Learnt
from context_memory.messages import Session
from context_memory.settings.values import Settings
from context_memory.storage.places import of_workspace
from context_memory.testing import FakeAnthropic, FixedClock, SessionBuilder

KEY = {"ANTHROPIC_API_KEY": "test-key"}
NOW = FixedClock("2026-09-15T08:00:00+00:00")()


class Memory:
    """A workspace that learns."""

    def __init__(self, folder: Path, api: FakeAnthropic | None = None, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.places = of_workspace(folder)
        self.settings = Settings(**settings)
        if api:
            self.settings = self.settings._replace(learn_codec="anthropic", base_url=api.base_url)
        self.store = open_store(self.places, self.settings)
        self.waited: list[float] = []
        self.embedder: Any = None

    def learner(self, *, dry_run: bool = False) -> Learner:
        model, distiller = service.learning_model(self.settings, KEY), None
        if model:
            timing = Timing(now=FixedClock(), sleep=self.waited.append, jitter=lambda: 0.0)
            budget = DailyBudget(self.places.spend, self.settings.compress_daily_dollars, timing.now)
            calls = BudgetedCalls(budget, timing, ATTEMPTS, service.cleaner(self.settings))
            distiller = Distiller(model, calls, self.places.state)
        meaning = None
        if self.embedder:
            meaning = VectorSearch(self.store, self.embedder)
            meaning.update()
        return Learner(self.places, self.settings, self.store, distiller=distiller, meaning=meaning, dry_run=dry_run)

    def learn(
        self,
        session: Session | SessionBuilder,
        *,
        now: datetime = NOW,
        scope: Scope = DEFAULT_SCOPE,
        name: str = "",
        dry_run: bool = False,
    ) -> Learnt:
        told = session.build() if isinstance(session, SessionBuilder) else session
        learner = self.learner(dry_run=dry_run)
        return learner.learn(Told(name or told.id, scope, enumerate(told.messages, 1)), now)

    def hear(self, *messages: str, **known: Any) -> Learnt:
        """Learn from messages of a person, each answered with a word."""
        told = SessionBuilder(session_id=known.pop("session", "session-1"))
        for message in messages:
            told.user(message).agent("Ok.")
        return self.learn(told, **known)

    @property
    def docs(self) -> list[MemoryDoc]:
        """All docs that are not forgotten, oldest first."""
        return self.store.select()[::-1]

    @property
    def texts(self) -> list[str]:
        """Kind and text of each."""
        return sorted(f"{doc.kind} {doc.text}" for doc in self.docs)


def item(text: str, kind: str = "fact", confidence: object = 0.9, **more: object) -> dict[str, object]:
    """One element of a model's answer."""
    return {"kind": kind, "text": text, "confidence": confidence, **more}


def answer(*items: Mapping[str, object]) -> str:
    """A model's answer."""
    return json.dumps(items, ensure_ascii=False)


def said_to(body: Mapping[str, Any]) -> str:
    """The message that a request is about."""
    text: str = body["messages"][0]["content"]
    return text.rpartition("<message-")[2].partition(">\n")[2].rpartition("\n</message-")[0]
