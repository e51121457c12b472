"""A compacted session goes on at an API that binds thinking to everything before it: the real SDK, a strict server."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import pytest

from context_memory.cli.run import run
from context_memory.testing import FakeAnthropic, WorkspaceBuilder

MODEL = "claude-haiku-5-5"


@pytest.fixture
def api() -> Iterator[FakeAnthropic]:
    with FakeAnthropic(preserved_thinking=True) as server:
        yield server


@pytest.fixture
def client(api: FakeAnthropic) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key="test", base_url=api.base_url, max_retries=0, timeout=300) as connected:
        yield connected


def goes_on(client: anthropic.Anthropic, messages: list[Any], said: str) -> list[Any]:
    """The conversation with one more question and its answer, thinking included, as an agent keeps it."""
    asked = [*messages, {"role": "user", "content": said}]
    reply = client.messages.create(model=MODEL, max_tokens=100, messages=asked)
    return [*asked, {"role": "assistant", "content": [block.to_dict() for block in reply.content]}]


def works(api: FakeAnthropic, client: anthropic.Anthropic, messages: list[Any], turns: int) -> list[Any]:
    """So many turns of work, each with a tool call between question and answer."""
    for turn in range(turns):
        api.call("read", {"path": f"src/part_{turn}.py"}).reply(f"Part {turn} is done.")
        messages = goes_on(client, messages, f"Never touch part {turn + 1}. Read src/part_{turn}.py now.")
        call = next(block for block in messages[-1]["content"] if block["type"] == "tool_use")
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": f"LIMIT_{turn} = {turn}\n" * 40}
        asked = [*messages, {"role": "user", "content": [result]}]
        reply = client.messages.create(model=MODEL, max_tokens=100, messages=asked)
        messages = [*asked, {"role": "assistant", "content": [block.to_dict() for block in reply.content]}]
    return messages


def compacted(messages: list[Any], workspace: Path, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """What context-memory compact makes of the conversation."""
    transcript = workspace / "conversation.json"
    transcript.write_text(json.dumps({"model": MODEL, "messages": messages}), encoding="utf-8")
    code = run(
        "compact",
        [str(transcript), "--workspace", str(workspace), "--force", "--json"],
        program="compact",
    )
    shown = capsys.readouterr()
    assert code == 0, shown.err
    result: list[Any] = json.loads(shown.out)["messages"]
    return result


def test_a_compacted_conversation_is_accepted_and_goes_on(
    api: FakeAnthropic, client: anthropic.Anthropic, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = WorkspaceBuilder(tmp_path / "w").path
    messages = works(api, client, [], 6)

    smaller = compacted(messages, workspace, capsys)
    after = works(api, client, smaller, 2)

    assert len(smaller) < len(messages)
    assert "thinking" not in {block["type"] for message in smaller for block in message["content"]}
    assert after[-1]["content"][0]["type"] == "thinking"


def test_it_is_accepted_again_after_a_second_compaction(
    api: FakeAnthropic, client: anthropic.Anthropic, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workspace = WorkspaceBuilder(tmp_path / "w").path
    messages = works(api, client, compacted(works(api, client, [], 5), workspace, capsys), 5)

    smaller = compacted(messages, workspace, capsys)

    assert goes_on(client, smaller, "And now?")[-1]["role"] == "assistant"
    assert "Never touch part 1." in json.dumps(smaller)


def test_the_server_would_refuse_the_same_messages_with_their_thinking(
    api: FakeAnthropic, client: anthropic.Anthropic, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    messages = works(api, client, [], 6)
    smaller = compacted(messages, WorkspaceBuilder(tmp_path / "w").path, capsys)

    naive = [smaller[0], *messages[-3:]]

    with pytest.raises(anthropic.BadRequestError, match="bound to a different conversation"):
        goes_on(client, naive, "And now?")
