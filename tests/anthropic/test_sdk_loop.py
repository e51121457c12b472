"""A program on the real SDK: trimmed results, the memory tool in a tool runner, compaction before the next turn.

The Messages API on loopback enforces preserved thinking, so one edit too many is a refused request.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from anthropic import Anthropic, AsyncAnthropic, beta_async_tool, beta_tool

from context_memory import ContextMemory
from context_memory.anthropic import Compactor, async_memory_tool, memory_tool, trimming
from context_memory.testing import FakeAnthropic

MODEL = "claude-haiku-5-5"
LOG = "".join(f"{n} GET /health 200\n" for n in range(400)) + "ERROR: connect ECONNREFUSED 127.0.0.1:5432\n"
RULE = "Always use pnpm, never npm, in this repository."


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[ContextMemory]:
    with ContextMemory(tmp_path, {"window": 30_000}) as opened:
        yield opened


@pytest.fixture
def api() -> Iterator[FakeAnthropic]:
    with FakeAnthropic(preserved_thinking=True, window=30_000) as server:
        yield server


class Shell:
    """A tool that counts its calls."""

    def __init__(self, output: str = LOG) -> None:
        self.calls: list[int] = []
        self._output = output

    def tool(self) -> Any:
        def shell(number: int) -> str:
            """Run a command."""
            self.calls.append(number)
            return f"run {number}\n{self._output}"

        return beta_tool(shell)

    def async_tool(self) -> Any:
        async def shell(number: int) -> str:
            """Run a command."""
            self.calls.append(number)
            return f"run {number}\n{self._output}"

        return beta_async_tool(shell)


def results(body: dict[str, Any]) -> list[Any]:
    """Contents of the tool results in a request."""
    content = [
        block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"]
    ]
    return [block["content"] for block in content if block["type"] == "tool_result"]


def test_every_call_trims_all_results_the_same_way_and_originals_come_back(
    memory: ContextMemory, api: FakeAnthropic
) -> None:
    shell = Shell()
    client = Anthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory, session="s")])
    for number in range(5):
        api.call("shell", {"number": number})
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, tools=[shell.tool()], thread=False, messages=[{"role": "user", "content": "go"}]
    )
    runner.until_done()

    bodies = [request.body for request in api.requests]
    assert [request.status for request in api.requests] == [200] * 6, "thinking stays valid"
    assert all(results(later)[: len(results(earlier))] == results(earlier) for earlier, later in pairwise(bodies))
    first = results(bodies[-1])[0]
    assert len(first) < 2_600
    assert "ECONNREFUSED" in first
    handle = first[first.index("cm:") :].split("]")[0].split()[0]
    assert memory.originals.read(handle).text.rstrip("\n") == f"run 0\n{LOG}".rstrip("\n")


def test_a_file_that_was_read_is_sent_whole(memory: ContextMemory, api: FakeAnthropic) -> None:
    client = Anthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory)])
    given = {"command": "view", "path": "src/app.py"}
    call = {"type": "tool_use", "id": "c", "name": "str_replace_based_edit_tool", "input": given}
    content = [{"type": "tool_result", "tool_use_id": "c", "content": LOG}]
    messages: Any = [
        {"role": "user", "content": "Change it"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": content},
    ]

    client.messages.create(model=MODEL, max_tokens=100, messages=messages)

    assert results(api.requests[-1].body) == [LOG]


def test_blocks_images_and_objects_of_the_sdk_are_trimmed_around(memory: ContextMemory, api: FakeAnthropic) -> None:
    client = Anthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory)])
    api.call("shell", {"number": 1})
    first = client.messages.create(model=MODEL, max_tokens=100, messages=[{"role": "user", "content": "go"}])
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}}
    mark = {"cache_control": {"type": "ephemeral"}}
    first_text = {"type": "text", "text": f"{LOG}\nerror: disk full", **mark}
    result = {
        "type": "tool_result",
        "tool_use_id": first.content[-1].id,  # type: ignore[union-attr]
        "content": [picture, first_text, picture, {"type": "text", "text": f"exit 3\n{LOG}"}, picture],
    }
    messages: Any = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": first.content},
        {"role": "user", "content": [result, {"type": "text", "text": "and?"}]},
    ]
    client.messages.create(model=MODEL, max_tokens=100, messages=messages)

    content = results(api.requests[-1].body)[0]
    assert [block["type"] for block in content] == ["image", "text", "image", "image"]
    assert len(content[1]["text"]) < 2_600
    assert "error: disk full\n" in content[1]["text"]
    assert content[1]["cache_control"] == mark["cache_control"]
    assert messages[2]["content"][0]["content"][1] == first_text, "the caller's list is as it was"


def test_what_cannot_be_archived_is_sent_whole_and_stays_so(
    memory: ContextMemory, api: FakeAnthropic, tmp_path: Path
) -> None:
    (tmp_path / ".context-memory").mkdir(exist_ok=True)
    archive = tmp_path / ".context-memory" / "archive"
    archive.write_text("a file where the folder should be")
    client = Anthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory)])
    shell = Shell()
    api.call("shell", {"number": 1}).call("shell", {"number": 2})
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, tools=[shell.tool()], thread=False, messages=[{"role": "user", "content": "go"}]
    )
    for _ in runner:
        if len(shell.calls) == 1:
            archive.unlink()

    assert [request.status for request in api.requests] == [200] * 3
    assert [len(each) > len(LOG) for each in results(api.requests[-1].body)] == [True, False]


def test_the_memory_tool_works_in_a_tool_runner_and_its_results_stay_whole(
    memory: ContextMemory, api: FakeAnthropic, tmp_path: Path
) -> None:
    client = Anthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory)])
    long = "".join(f"- fact {n} of this project\n" for n in range(300))
    api.call("memory", {"command": "create", "path": "/memories/facts.md", "file_text": long})
    api.call("memory", {"command": "view", "path": "/memories/facts.md"})
    api.call("memory", {"command": "view", "path": "/memories/nothing.md"})
    runner = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=100,
        tools=[memory_tool(memory)],
        thread=False,
        messages=[{"role": "user", "content": "Keep the facts"}],
    )
    runner.until_done()

    body = api.requests[-1].body
    assert body["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert results(body)[0] == "File created successfully at: /memories/facts.md"
    assert "   300\t- fact 299 of this project" in results(body)[1]
    assert "does not exist" in results(body)[2]
    assert (tmp_path / "memories" / "facts.md").read_text() == long


def test_a_tool_runner_is_compacted_before_the_next_turn(memory: ContextMemory, api: FakeAnthropic) -> None:
    """Thirty tool calls of 3,000 tokens in a window of 30,000: no request is refused and no tool runs twice."""
    shell = Shell("".join(f"line {n} of a report about module {n % 7}\n" for n in range(330)))
    client = Anthropic(api_key="test", base_url=api.base_url)
    for number in range(30):
        api.call("shell", {"number": number})
    api.reply("All thirty are done.")
    compactor = Compactor(memory, session="chat")
    prompt: Any = [{"role": "user", "content": f"{RULE} Now run all thirty."}]
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, tools=[shell.tool()], thread=False, messages=prompt
    )
    seen = [message.stop_reason for message in compactor.watch(runner)]

    assert [request.status for request in api.requests] == [200] * 31
    assert seen == ["tool_use"] * 30 + ["end_turn"]
    assert shell.calls == list(range(30))
    assert [done.outcome for done in compactor.compactions].count("compacted") >= 3
    assert RULE in str(api.requests[-1].body["messages"][0]), "what must stay is in the summary"
    assert len(prompt) == 1

    api.reply("Yes.")
    again = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=100,
        tools=[shell.tool()],
        thread=False,
        messages=[*compactor.messages, {"role": "user", "content": "Are all done?"}],
    )
    assert [message.content[-1].text for message in compactor.watch(again)] == ["Yes."]
    assert api.requests[-1].status == 200


def test_a_streaming_runner_is_compacted_too(memory: ContextMemory, api: FakeAnthropic) -> None:
    shell = Shell("".join(f"line {n} of a report about module {n % 7}\n" for n in range(330)))
    client = Anthropic(api_key="test", base_url=api.base_url)
    for number in range(12):
        api.call("shell", {"number": number})
    compactor = Compactor(memory, session="chat")
    runner = client.beta.messages.tool_runner(
        model=MODEL,
        max_tokens=100,
        tools=[shell.tool()],
        thread=False,
        stream=True,
        messages=[{"role": "user", "content": RULE}],
    )
    texts = ["".join(stream.text_stream) for stream in compactor.watch(runner)]

    assert texts[-1] == "ok"
    assert shell.calls == list(range(12))
    assert {request.status for request in api.requests} == {200}
    assert compactor.compactions


def test_a_loop_body_may_look_at_the_results_and_no_tool_runs_twice(memory: ContextMemory, api: FakeAnthropic) -> None:
    client = Anthropic(api_key="test", base_url=api.base_url)
    api.call("shell", {"number": 1}).call("shell", {"number": 2})
    shell = Shell("short")
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, tools=[shell.tool()], thread=False, messages=[{"role": "user", "content": "go"}]
    )
    for _ in Compactor(memory, session="chat").watch(runner):
        runner.generate_tool_call_response()

    assert shell.calls == [1, 2]
    assert len(api.requests[-1].body["messages"]) == 5


def test_a_loop_body_that_appends_itself_keeps_its_history(memory: ContextMemory, api: FakeAnthropic) -> None:
    client = Anthropic(api_key="test", base_url=api.base_url)
    api.call("shell", {"number": 1}).reply("two")
    shell = Shell("short")
    compactor = Compactor(memory, session="chat")
    runner = client.beta.messages.tool_runner(
        model=MODEL, max_tokens=100, tools=[shell.tool()], thread=False, messages=[{"role": "user", "content": "go"}]
    )
    for message in compactor.watch(runner):
        if message.stop_reason == "tool_use":
            response = runner.generate_tool_call_response()
            assert response
            runner.append_messages(message, response, {"role": "user", "content": "be brief"})

    assert api.requests[-1].body["messages"][-1]["content"] == "be brief"
    assert [message["role"] for message in compactor.messages] == ["user", "assistant", "user", "user", "assistant"]


def test_the_async_client_does_all_of_it(memory: ContextMemory, api: FakeAnthropic) -> None:
    shell = Shell()
    for number in range(8):
        api.call("shell", {"number": number})
    compactor = Compactor(memory, session="chat")

    async def talk() -> list[Any]:
        async with AsyncAnthropic(api_key="test", base_url=api.base_url, middleware=[trimming(memory)]) as client:
            runner = client.beta.messages.tool_runner(
                model=MODEL,
                max_tokens=100,
                tools=[shell.async_tool(), async_memory_tool(memory)],
                thread=False,
                messages=[{"role": "user", "content": RULE}],
            )
            return [message async for message in compactor.watch_async(runner)]

    messages = asyncio.run(talk())

    assert len(messages) == 9
    assert shell.calls == list(range(8))
    assert {request.status for request in api.requests} == {200}
    assert max(map(len, results(api.requests[-1].body))) < 2_600


def test_a_loop_of_ones_own_asks_for_the_messages(memory: ContextMemory) -> None:
    messages: list[Any] = [{"role": "user", "content": RULE}, {"role": "assistant", "content": "Understood."}]
    compactor = Compactor(memory, session="chat")

    assert compactor.compacted(messages, {"input_tokens": 9_000, "output_tokens": 10}) == messages
    assert compactor.compactions == []

    for number in range(40):
        messages += [
            {"role": "user", "content": f"Question {number}: {LOG[:2000]}"},
            {"role": "assistant", "content": "So."},
        ]
    smaller = compactor.compacted(messages, {"input_tokens": 28_000, "output_tokens": 10})
    assert [done.outcome for done in compactor.compactions] == ["compacted"]
    assert len(smaller) < 20
    assert RULE in str(smaller[0])


def test_the_package_anthropic_is_imported_only_when_it_is_needed() -> None:
    """It takes over a second."""
    words = (
        "import sys, context_memory.anthropic; print(sorted(n for n in sys.modules if n.split('.')[0] == 'anthropic'))"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
