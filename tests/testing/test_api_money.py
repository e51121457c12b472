"""What the Messages API on loopback says a request costs: the prompt cache, and the vendor's context editing."""

from collections.abc import Iterator
from typing import Any

import anthropic
import pytest

from context_memory.testing import FakeAnthropic

MODEL = "claude-sonnet-5-5"
AUTOMATIC = {"type": "ephemeral"}
LONG = "A line of the log that says nothing new.\n" * 200  # 2,050 tokens


@pytest.fixture
def api() -> Iterator[FakeAnthropic]:
    with FakeAnthropic(preserved_thinking=True, model=lambda _: "ok") as server:
        yield server


@pytest.fixture
def client(api: FakeAnthropic) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key="test", base_url=api.base_url) as made:
        yield made


def ask(client: anthropic.Anthropic, messages: list[Any], **more: Any) -> Any:
    return client.beta.messages.create(model=MODEL, max_tokens=10, messages=messages, **more)


def split(message: Any) -> tuple[int, int, int]:
    """Tokens read, written and neither."""
    usage = message.usage
    return usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.input_tokens


def test_a_conversation_that_grows_reads_what_it_wrote(client: anthropic.Anthropic) -> None:
    messages: list[Any] = [{"role": "user", "content": LONG}]
    first = ask(client, messages, cache_control=AUTOMATIC)
    messages += [{"role": "assistant", "content": first.content}, {"role": "user", "content": LONG}]
    second = ask(client, messages, cache_control=AUTOMATIC)

    assert split(first)[0] == 0
    assert split(first)[1] > 2_000
    assert abs(split(second)[0] - split(first)[1]) < 20
    assert split(second)[1] > 2_000
    assert split(second)[2] < 100


def test_what_changed_at_its_beginning_is_written_anew(client: anthropic.Anthropic) -> None:
    ask(client, [{"role": "user", "content": LONG}], cache_control=AUTOMATIC)
    changed = ask(client, [{"role": "user", "content": f"Hello. {LONG}"}], cache_control=AUTOMATIC)

    assert split(changed)[0] == 0
    assert split(changed)[1] > 2_000


def test_without_a_marker_or_below_the_least_size_nothing_is_stored(client: anthropic.Anthropic) -> None:
    for content, more in ((LONG, {}), ("short", {"cache_control": AUTOMATIC})):
        for _ in range(2):
            found = ask(client, [{"role": "user", "content": content}], **more)
            assert split(found)[:2] == (0, 0)


def test_a_marker_looks_twenty_blocks_back_and_no_further(client: anthropic.Anthropic) -> None:
    def told(count: int) -> list[Any]:
        return [{"role": "user", "content": [{"type": "text", "text": f"{n} {LONG}"} for n in range(count)]}]

    ask(client, told(1), cache_control=AUTOMATIC)

    assert split(ask(client, told(20), cache_control=AUTOMATIC))[0] > 2_000
    ask(client, [{"role": "user", "content": f"another {LONG}"}], cache_control=AUTOMATIC)
    many = [*told(22)[0]["content"]]
    many[0] = {"type": "text", "text": f"another {LONG}"}
    assert split(ask(client, [{"role": "user", "content": many}], cache_control=AUTOMATIC))[0] == 0


def calls(count: int) -> list[Any]:
    """A conversation with so many tool calls and long results."""
    messages: list[Any] = [{"role": "user", "content": "go"}]
    for number in range(count):
        use = {"type": "tool_use", "id": f"t{number}", "name": "shell", "input": {"n": number}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": LONG}
        messages += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    return messages


EDIT = {"type": "clear_tool_uses_20250919", "trigger": {"type": "input_tokens", "value": 5_000}}
BETA = {"betas": ["context-management-2025-06-27"]}
SHELL = {"name": "shell", "input_schema": {"type": "object"}}


def test_old_results_are_cleared_by_the_server_and_reported(client: anthropic.Anthropic) -> None:
    whole = ask(client, calls(6), tools=[SHELL])
    less = ask(client, calls(6), tools=[SHELL], context_management={"edits": [EDIT]}, **BETA)

    (applied,) = less.context_management.applied_edits
    assert applied.cleared_tool_uses == 3
    assert whole.usage.input_tokens - less.usage.input_tokens == pytest.approx(applied.cleared_input_tokens, abs=10)
    assert less.usage.input_tokens < 7_000


@pytest.mark.parametrize(
    "edit",
    [
        {**EDIT, "trigger": {"type": "input_tokens", "value": 50_000}},
        {**EDIT, "trigger": {"type": "tool_uses", "value": 6}},
        {**EDIT, "keep": {"type": "tool_uses", "value": 6}},
        {**EDIT, "exclude_tools": ["shell"]},
        {**EDIT, "clear_at_least": {"type": "input_tokens", "value": 9_000}},
        {"type": "clear_thinking_20251015", "keep": "all"},
    ],
)
def test_what_the_request_asks_to_keep_is_kept(client: anthropic.Anthropic, edit: dict[str, Any]) -> None:
    found = ask(client, calls(6), tools=[SHELL], context_management={"edits": [edit]}, **BETA)

    assert found.context_management.applied_edits == []
    assert found.usage.input_tokens > 12_000


def test_context_editing_needs_its_beta(client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.BadRequestError, match="context_management"):
        ask(client, calls(1), tools=[SHELL], context_management={"edits": [EDIT]})


def test_a_request_above_the_window_is_answered_when_clearing_makes_it_fit(client: anthropic.Anthropic) -> None:
    """And its thinking stays valid: the client's messages are as they were."""
    messages = [*calls(110), {"role": "assistant", "content": "So."}, {"role": "user", "content": "go on"}]
    with pytest.raises(anthropic.BadRequestError, match="prompt is too long"):
        ask(client, messages, tools=[SHELL])
    for _ in range(3):
        reply = ask(client, messages, tools=[SHELL], context_management={"edits": [EDIT]}, **BETA)
        messages += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": "go on"}]

    assert reply.content[-1].text == "ok"


def test_a_model_of_the_test_may_answer_with_blocks() -> None:
    def asks(_: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"type": "tool_use", "id": "t1", "name": "shell", "input": {}}]

    with FakeAnthropic(model=asks) as api, anthropic.Anthropic(api_key="test", base_url=api.base_url) as client:
        reply = ask(client, [{"role": "user", "content": "go"}], tools=[SHELL])

    assert reply.stop_reason == "tool_use"
    assert reply.content[0].name == "shell"
