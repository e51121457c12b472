"""The parts of the replay that need no host: what the scripted model says, and what is measured."""

from typing import Any

import pytest

from context_memory.messages import Usage
from context_memory.testing.api_rules import AutomaticCache
from context_memory.testing.fake_agents_apis import FakeGemini, FakeResponses

from .replay_api import Figures, Script

RULE = "never restart service-001 between 04:00 and noon"


@pytest.fixture
def script() -> Script:
    """A turn with one call, after one directive."""
    made = Script(Figures("with our plugin", "claude-sonnet-5-5"))
    made.directives.append(RULE)
    made.begin([("Bash", {"command": "true"}), "Done with it."])
    return made


def said(script: Script, *messages: tuple[str, str], has_tools: bool = True) -> Any:
    return script.next_step(messages, str(messages), 1_000, has_tools=has_tools)


def test_the_steps_of_a_turn_come_one_after_the_other(script: Script) -> None:
    prompt = ("user", f"Ticket 1: From now on {RULE}.")

    assert said(script, prompt) == ("Bash", {"command": "true"})
    assert said(script, prompt, ("assistant", ""), ("user", "result")) == "Done with it."
    assert script.figures.compactions == 0


def test_a_summary_keeps_what_was_ordered_and_uses_up_no_step(script: Script) -> None:
    asked = f"Give a <summary>.\nAdditional Instructions:\n- {RULE}\nREMINDER: Do NOT call any tools."

    summary = said(script, ("user", "Ticket 1: what is wrong?"), ("user", asked))

    assert RULE in summary
    assert "Ticket 1: what is wrong?" in summary
    assert "REMINDER" not in summary
    assert said(script, ("user", "Ticket 2: and now?")) == ("Bash", {"command": "true"})


def test_a_conversation_that_got_shorter_was_compacted(script: Script) -> None:
    long = [("user", f"Ticket 1: From now on {RULE}."), ("assistant", "yes"), ("user", "Ticket 2: more")]

    said(script, *long)
    said(script, ("user", "a summary that forgot it"), ("user", "Ticket 3: more"))
    script.look_at_the_end()

    assert script.figures.compactions == 1
    assert script.figures.kept == [(0, 1), (0, 1)]


def test_figures_count_tokens_and_dollars() -> None:
    figures = Figures("the host alone", "claude-sonnet-5-5")

    figures.count(Usage(1_000, 100, 9_000, 500))

    assert (figures.requests, figures.prompt, figures.read) == (1, 10_500, 9_000)
    assert figures.cost > 0


def test_a_model_without_a_price_is_counted_in_tokens() -> None:
    figures = Figures("the host alone", "a-model-that-nobody-sells")

    figures.count(Usage(1_000, 100, 9_000, 0))

    assert (figures.requests, figures.prompt, figures.read, figures.cost) == (1, 10_000, 9_000, 0.0)


def test_an_automatic_cache_reads_the_longest_prefix_that_was_sent() -> None:
    cache, long = AutomaticCache(), "x" * 8_000

    first = cache.usage([long, "one"])
    second = cache.usage([long, "two"])
    third = cache.usage([long, "two", "three"])

    assert first == (2_001, 0)
    assert second == (2_001, 2_000)
    assert third == (2_003, 2_001)
    assert cache.usage(["short"]) == cache.usage(["short"]) == (1, 0)


@pytest.mark.parametrize(
    ("kind", "cached"), [(FakeResponses, "cached_tokens"), (FakeGemini, "cachedContentTokenCount")]
)
def test_a_fake_of_an_agent_asks_its_model_and_counts(
    kind: type[FakeResponses] | type[FakeGemini], cached: str
) -> None:
    body = {"instructions": "i" * 8_000, "systemInstruction": "i" * 8_000, "input": [], "contents": []}

    with kind(lambda asked: f"{len(asked)} members", counts_tokens=True) as api:
        first, second = (api.next_answer("/generateContent/responses", {}, body)[0].decode() for _ in range(2))

    assert first != second, "each call of a tool has an id of its own"
    assert "4 members" in first
    assert f'"{cached}": 0' in first
    assert f'"{cached}": 2001' in second
