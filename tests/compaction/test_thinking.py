"""The kept messages of a host with signed thinking are accepted by an API that binds it to what stood before."""

from typing import Any

import anthropic
import pytest

from context_memory.messages import Message, Role, Text, Thinking
from context_memory.testing import FakeAnthropic
from context_memory.transcripts.formats.anthropic import session_of
from context_memory.transcripts.writers import anthropic as writer

from ..compaction_sessions import compacted

TOOLS: list[Any] = [{"name": "read", "description": "Read a file.", "input_schema": {"type": "object"}}]
MODEL = "claude-opus-5-5"


def conversation(client: anthropic.Anthropic, api: FakeAnthropic, turns: int = 8) -> list[dict[str, Any]]:
    """A real exchange: every reply carries thinking that the server signed."""
    messages: list[dict[str, Any]] = []
    for i in range(turns):
        messages.append({"role": "user", "content": f"Never skip step {i}; look at src/module_{i}.py, please."})
        api.call("read", {"path": f"src/module_{i}.py"})
        reply = client.messages.create(model=MODEL, max_tokens=100, messages=messages, tools=TOOLS)  # type: ignore[arg-type]
        messages.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
        call = reply.content[-1].id  # type: ignore[union-attr]
        result = {"type": "tool_result", "tool_use_id": call, "content": f"value_{i} = {i}\n" * 60}
        messages.append({"role": "user", "content": [result]})
        reply = client.messages.create(model=MODEL, max_tokens=100, messages=messages, tools=TOOLS)  # type: ignore[arg-type]
        messages.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
    return messages


@pytest.fixture
def api():  # type: ignore[no-untyped-def]
    with FakeAnthropic(preserved_thinking=True) as server:
        yield server


def client_of(api: FakeAnthropic) -> anthropic.Anthropic:
    return anthropic.Anthropic(api_key="test", base_url=api.base_url, max_retries=0)


def ask(client: anthropic.Anthropic, messages: list[dict[str, Any]]) -> anthropic.types.Message:
    return client.messages.create(model=MODEL, max_tokens=100, messages=messages, tools=TOOLS)  # type: ignore[arg-type]


def test_the_result_of_a_compaction_goes_on_without_a_refusal(api, tmp_path):
    with client_of(api) as client:
        messages = conversation(client, api)
        outcome = compacted(session_of({"messages": messages}), tmp_path, budget=2_000)

        small = writer.to_messages((Message(Role.USER, (Text(outcome.continuation),)), *outcome.tail))
        further = [*small, {"role": "user", "content": "Go on, please."}]
        reply = ask(client, further)
        later = [*further, {"role": "assistant", "content": [block.to_dict() for block in reply.content]}]
        last = ask(client, [*later, {"role": "user", "content": "And on."}])

    assert outcome.thinking_removed > 0
    assert not any(isinstance(part, Thinking) for message in outcome.tail for part in message.parts)
    assert (reply.stop_reason, last.stop_reason) == ("end_turn", "end_turn")


def test_the_same_result_with_its_thinking_is_refused(api, tmp_path):
    with client_of(api) as client:
        messages = conversation(client, api)
        session = session_of({"messages": messages})
        outcome = compacted(session, tmp_path, budget=2_000)

        raw = session.messages[-len(outcome.tail) :]
        shown = (Message(Role.USER, (Text(outcome.continuation),)), *raw)
        kept = writer.to_messages(shown, keep_thinking=True)
        with pytest.raises(anthropic.BadRequestError, match="bound to a different conversation"):
            ask(client, [*kept, {"role": "user", "content": "Go on, please."}])


def test_a_second_compaction_after_new_thinking_is_accepted_too(api, tmp_path):
    with client_of(api) as client:
        outcome = compacted(session_of({"messages": conversation(client, api)}), tmp_path, budget=2_000)
        grown = writer.to_messages((Message(Role.USER, (Text(outcome.continuation),)), *outcome.tail))
        for i in range(6):
            grown.append({"role": "user", "content": f"You must also keep option_{i}."})
            reply = ask(client, grown)
            grown.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})

        again = compacted(session_of({"messages": grown}), tmp_path, budget=2_000)
        small = writer.to_messages((Message(Role.USER, (Text(again.continuation),)), *again.tail))
        reply = ask(client, [*small, {"role": "user", "content": "Go on."}])

    assert again.memory.compactions == 2
    assert reply.stop_reason == "end_turn"
    assert "Never skip step 0" in again.continuation
    assert "You must also keep option_0." in again.continuation
