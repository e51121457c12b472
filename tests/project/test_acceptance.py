"""Acceptance over everything at once: a session of a thousand turns, and the same while the model never answers."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from context_memory.api.assemble import sessions
from context_memory.api.assemble.sessions import BlockServices
from context_memory.blocks.compression import remote
from context_memory.blocks.compression.service import Compressor, Job
from context_memory.blocks.values import Block, Made, Postponed, Swapped, View
from context_memory.llm import service
from context_memory.llm.service import Timing
from context_memory.messages import Message, has_open_call
from context_memory.settings.values import Settings
from context_memory.storage.archive import Archive
from context_memory.storage.places import Places, of_workspace
from context_memory.testing import FakeAnthropic, FixedClock, SessionBuilder

from ..block_sessions import journal_of, session

TURNS = 1_000
SETTINGS = Settings(
    window=8_192,
    policy="small",
    block_tokens=700,
    summary_tokens=700,
    evict_tokens=1_500,
    journal_fsync="never",
    compress_codec="anthropic",
    compress_attempts=2,
)
NAME = "thousand"
DEPOTS = ("Aldgate", "Bergen", "Cádiz", "Delft", "Esker", "Fargo", "Genoa", "Halden", "Izmir", "Jena")
CITIES = ("上海", "成都", "西安", "杭州", "青岛", "厦门", "长沙", "昆明", "大连", "苏州")

SHARED = ("The shelf mark of depot", "仓库的门禁编号是")
"""Words that all facts of a language share: what somebody searches who forgot the rest."""


def facts() -> list[str]:
    """Fifty sentences in English and fifty in Chinese, in turn; each is said once and has a value of its own."""
    told = []
    for i in range(50):
        told.append(f"{SHARED[0]} {DEPOTS[i % 10]} {i // 10} is QX-{7_919 * (i + 3) % 100_000:05}.")
        told.append(f"{CITIES[i % 10]}第{i // 10 + 1}{SHARED[1]}{6_389 * (i + 7) % 100_000:05}号。")
    return told


def turns() -> list[list[Message]]:
    """A thousand turns, each with a tool call; every tenth has a fact: said, answered, or read from a file."""
    told = SessionBuilder(session_id=NAME)
    planted = iter(facts())
    ends = []
    for i in range(TURNS):
        fact = next(planted) if i % 10 == 4 else ""
        asked, read, answered = (fact if i // 10 % 3 == place else "" for place in range(3))
        told.user(f"Round {i}: look at src/part_{i}.py, ticket PAY-{i}. {asked}".strip())
        body = f"def part_{i}(order):\n    return order * {i * 37 % 101}\n# {read}\n"
        told.call("read", {"path": f"src/part_{i}.py"}, body)
        told.agent(f"part_{i} multiplies by {i * 37 % 101}; I left it as it is. {answered}".strip())
        ends.append(len(told.build().messages))
    messages = [replace(message, id=f"m{n:05}") for n, message in enumerate(told.build().messages, 1)]
    return [messages[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@dataclass(slots=True)
class Told:
    """What came of a session."""

    places: Places
    messages: list[Message]
    target: int
    swaps: list[tuple[Swapped, View]] = field(default_factory=list)
    outcomes: list[Made | Postponed] = field(default_factory=list)
    breaker: list[str] = field(default_factory=list)
    """When the breaker opened, in order; one entry for every time it did."""


def tell(folder: Path, api: FakeAnthropic) -> Told:
    """Turn by turn: journal, compress what was sealed, swap when it is due; restarted and told again on the way."""
    settings = SETTINGS._replace(base_url=api.base_url)
    places = of_workspace(folder)
    clock = FixedClock()
    services = sessions.blocks(places, settings)
    told = Told(places, [], services.viewer.budget.target)
    for number, turn in enumerate(turns(), 1):
        told.messages += turn
        sealed = [block for message in turn for block in services.ingester.add(NAME, [message], clock()).sealed]
        if sealed:
            compress(told, services, settings, clock, sealed)
        if services.viewer.due(NAME):
            services.viewer.prepare(NAME, clock())
            outcome = services.viewer.swap(NAME, clock())
            assert isinstance(outcome, Swapped), outcome
            told.swaps.append((outcome, services.viewer.view(NAME)))
        if number % 250 == 0:  # a new process, and a host that hands in the whole transcript again
            services.close()
            services = sessions.blocks(places, settings)
            assert services.ingester.ingest(session(told.messages, NAME), clock()).accepted == 0
        clock.advance(seconds=0.2)
    services.close()
    return told


def compress(told: Told, services: BlockServices, settings: Settings, clock: FixedClock, sealed: list[Block]) -> None:
    """The worker's part of a turn."""
    timing = Timing(now=clock, sleep=lambda _: None, jitter=lambda: 0.0)
    codec = remote.codec_of(settings, environ={"ANTHROPIC_API_KEY": "test-key"})
    compressor = Compressor(told.places, settings, services.store, codec, timing=timing)
    before = service.load_spend(told.places.spend).state.opened_at
    told.outcomes += compressor.run([Job(block) for block in sealed])
    after = service.load_spend(told.places.spend).state.opened_at
    if after and not before:
        told.breaker.append(after)


def careless(body: dict[str, Any]) -> str:
    """A model that copies every third line."""
    block = body["messages"][0]["content"].split("\n</block-")[0].split(">\n", 1)[1]
    return "\n".join(block.split("\n")[::3])


def rows(folder: Path) -> Iterator[dict[str, Any]]:
    """The messages in the journal as they stand in the file."""
    for line in journal_of(folder, NAME).read_text(encoding="utf-8").splitlines():
        value = json.loads(line)
        if value["type"] == "message":
            yield value


def check(folder: Path, told: Told) -> None:
    """Nothing lost, nothing doubled, every view small enough and whole, every fact reachable."""
    assert len(told.swaps) >= 10
    for outcome, view in told.swaps:
        assert view.tokens == outcome.tokens_after <= told.target
        calls = [call.id for message in view.messages for call in message.calls]
        results = [result.call_id for message in view.messages for result in message.results]
        assert calls == results
        assert not has_open_call(view.messages)

    assert [row["seq"] for row in rows(folder)] == list(range(1, len(told.messages) + 1))
    services = sessions.blocks(told.places, SETTINGS)
    journal = services.ingester.journal(NAME)
    services.store.catch_up(journal)
    entries = services.store.entries(journal, 1, len(told.messages))
    assert [(entry.message.id, entry.message.parts) for entry in entries] == [(m.id, m.parts) for m in told.messages]

    view = services.viewer.view(NAME)
    archive = Archive(told.places.archive)
    journaled = [hit.text for words in SHARED for hit in services.viewer.find(NAME, words)]
    archived = "\n".join(found.text for words in SHARED for found in archive.find(words))
    shown = "\n".join(message.text + "".join(each.text for each in message.results) for message in view.messages)
    for fact in facts():
        assert sum(fact in text for text in journaled) == 1, fact
        assert fact in shown or fact in archived, fact
    services.close()


@pytest.mark.slow
def test_u01_a_thousand_turns_with_a_model_lose_nothing(tmp_path: Path) -> None:
    with FakeAnthropic(model=careless) as api:
        told = tell(tmp_path, api)

    check(tmp_path, told)
    assert len(told.outcomes) >= 60
    assert all(isinstance(outcome, Made) for outcome in told.outcomes)
    assert {outcome.capsule.codec.name for outcome in told.outcomes if isinstance(outcome, Made)} >= {"anthropic"}
    assert told.breaker == []


@pytest.mark.slow
def test_u02_with_a_model_that_never_answers_every_turn_and_every_swap_goes_on(tmp_path: Path) -> None:
    with FakeAnthropic() as api:
        for _ in range(100):
            api.fail(529, "overloaded").drop()
        told = tell(tmp_path, api)

    check(tmp_path, told)
    assert all(isinstance(outcome, Postponed) and outcome.stopgap for outcome in told.outcomes)
    assert len(told.breaker) == 1
    assert len(api.requests) == service.FAILURES
    blocked = [outcome for outcome in told.outcomes if isinstance(outcome, Postponed) and outcome.is_blocked]
    assert len(blocked) == len(told.outcomes) - service.FAILURES // SETTINGS.compress_attempts
    state = service.load_spend(told.places.spend).state
    assert "overloaded" in state.reason
    assert all(f"5 calls in a row failed, last: {state.reason}" in outcome.reason for outcome in blocked)
