"""What users test with, tested: the builders, the clock, and the API server against the real SDK."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import anthropic
import pytest

from context_memory import testing
from context_memory.messages import Usage
from context_memory.testing import FakeAnthropic, FixedClock, SessionBuilder, WorkspaceBuilder

MODEL = "claude-haiku-5-5"
QUESTION = {"role": "user", "content": "Which port does the proxy use?"}


@pytest.fixture
def api() -> Iterator[FakeAnthropic]:
    with FakeAnthropic(preserved_thinking=True) as server:
        yield server


@pytest.fixture
def client(api: FakeAnthropic) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key="test", base_url=api.base_url, max_retries=0, timeout=300) as connected:
        yield connected


def ask(client: anthropic.Anthropic, messages: list[Any], **more: Any) -> Any:
    return client.messages.create(model=MODEL, max_tokens=100, messages=messages, **more)


def talk(client: anthropic.Anthropic, turns: int) -> list[Any]:
    """A conversation that only ever grew: user, assistant, user, … and a last user message."""
    messages: list[Any] = [QUESTION]
    for number in range(turns):
        reply = ask(client, messages)
        messages.append({"role": "assistant", "content": [block.to_dict() for block in reply.content]})
        messages.append({"role": "user", "content": f"And question {number}?"})
    return messages


def without_thinking(messages: list[Any], which: set[int] | None = None) -> list[Any]:
    """The messages without thinking, or without that of the messages `which`."""

    def strip(message: Any) -> Any:
        if message["role"] == "user":
            return message
        return {**message, "content": [block for block in message["content"] if block["type"] != "thinking"]}

    return [strip(m) if which is None or i in which else m for i, m in enumerate(messages)]


# -- thinking stays bound to what stood before it -------------------------------------------------------


def test_a_conversation_that_only_grows_is_accepted(client: anthropic.Anthropic) -> None:
    messages = talk(client, 4)

    reply = ask(client, messages)

    assert [block.type for block in reply.content] == ["thinking", "text"]


def test_a_summary_before_kept_turns_with_thinking_is_refused(client: anthropic.Anthropic) -> None:
    messages = talk(client, 3)
    compacted = [{"role": "user", "content": "Summary of earlier work"}, *messages[3:]]

    with pytest.raises(
        anthropic.BadRequestError, match=r"messages\.1\.content\.0: Invalid `signature` in `thinking` block"
    ):
        ask(client, compacted)


def test_a_summary_before_kept_turns_without_thinking_is_accepted(client: anthropic.Anthropic) -> None:
    messages = talk(client, 3)
    compacted = [{"role": "user", "content": "Summary of earlier work"}, *without_thinking(messages[3:])]

    reply = ask(client, compacted)

    assert reply.content[-1].text == "ok"


def test_drop_block_makes_the_server_drop_instead_of_refuse(client: anthropic.Anthropic) -> None:
    messages = talk(client, 3)
    compacted = [{"role": "user", "content": "Summary of earlier work"}, *messages[3:]]
    thinking = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    beta = {"anthropic-beta": "thinking-binding-controls-2026-08-01"}

    reply = ask(client, compacted, extra_body={"thinking": thinking}, extra_headers=beta)

    assert len(reply.to_dict()["input_transformations"]) == 2


def test_drop_block_without_its_beta_is_refused(client: anthropic.Anthropic) -> None:
    thinking = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}

    with pytest.raises(anthropic.BadRequestError, match="Extra inputs are not permitted"):
        ask(client, [QUESTION], extra_body={"thinking": thinking})


@pytest.mark.parametrize("which", [{1}, {1, 3}, {5}, {3, 5}, {1, 3, 5}])
def test_thinking_may_be_removed_from_either_end(client: anthropic.Anthropic, which: set[int]) -> None:
    messages = talk(client, 3)

    assert ask(client, without_thinking(messages, which)).stop_reason == "end_turn"


def test_thinking_may_not_be_removed_from_the_middle(client: anthropic.Anthropic) -> None:
    messages = talk(client, 3)

    with pytest.raises(anthropic.BadRequestError, match=r"messages\.5\.content\.0: Invalid `signature`"):
        ask(client, without_thinking(messages, {3}))


@pytest.mark.parametrize("change", ["cache mark", "one block", "outer space"])
def test_what_changes_no_word_is_no_edit(client: anthropic.Anthropic, change: str) -> None:
    messages = talk(client, 2)
    block = {"type": "text", "text": QUESTION["content"]}
    changed = {
        "cache mark": [{**block, "cache_control": {"type": "ephemeral"}}],
        "one block": [block],
        "outer space": "  " + QUESTION["content"] + "\n",
    }

    assert ask(client, [{"role": "user", "content": changed[change]}, *messages[1:]]).stop_reason == "end_turn"


@pytest.mark.parametrize("part", ["system", "tools", "earlier text"])
def test_what_changes_a_word_before_thinking_is_an_edit(client: anthropic.Anthropic, part: str) -> None:
    messages = talk(client, 2)
    tool = {"name": "read", "input_schema": {"type": "object"}}
    more: dict[str, Any] = {"system": {"system": "Today is Friday."}, "tools": {"tools": [tool]}}.get(part, {})
    if part == "earlier text":
        messages[2] = {"role": "user", "content": "[trimmed]"}

    with pytest.raises(anthropic.BadRequestError, match="Invalid `signature` in `thinking` block"):
        ask(client, messages, **more)


# -- other rules ----------------------------------------------------------------------------------------


def test_a_call_without_its_result_is_refused(client: anthropic.Anthropic) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {}}
    messages = [QUESTION, {"role": "assistant", "content": [call]}, {"role": "user", "content": "and?"}]

    with pytest.raises(anthropic.BadRequestError, match="without `tool_result` blocks immediately after: toolu_1"):
        ask(client, messages)


def test_a_result_without_its_call_is_refused(client: anthropic.Anthropic) -> None:
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}

    with pytest.raises(anthropic.BadRequestError, match="unexpected `tool_use_id` found in `tool_result` blocks"):
        ask(client, [{"role": "user", "content": [result]}])


def test_a_call_and_its_result_are_accepted(api: FakeAnthropic, client: anthropic.Anthropic) -> None:
    api.call("read", {"path": "a.py"}).reply("It is 8443.")
    asked = ask(client, [QUESTION])
    call = next(block for block in asked.content if block.type == "tool_use")
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "port: 8443"}
    said = {"role": "assistant", "content": [block.to_dict() for block in asked.content]}

    reply = ask(client, [QUESTION, said, {"role": "user", "content": [result]}])

    assert reply.content[-1].text == "It is 8443."


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ([], "at least one message"),
        ([{"role": "assistant", "content": "hello"}], "first message must use"),
        ([QUESTION, {"role": "assistant", "content": "It is"}], "assistant message prefill"),
        ([{"role": "user", "content": [{"type": "text", "text": " "}]}], "must be non-empty"),
    ],
)
def test_messages_out_of_order_or_empty_are_refused(
    client: anthropic.Anthropic, messages: list[Any], problem: str
) -> None:
    with pytest.raises(anthropic.BadRequestError, match=problem):
        ask(client, messages)


def test_more_than_the_window_is_refused_when_asked_and_when_counted() -> None:
    long = [{"role": "user", "content": "word " * 2_000}]

    with (
        FakeAnthropic(window=1_000) as api,
        anthropic.Anthropic(auth_token="token", base_url=api.base_url, max_retries=0) as client,
    ):
        with pytest.raises(anthropic.BadRequestError, match=r"prompt is too long: \d+ tokens > 1000 maximum"):
            ask(client, long)
        with pytest.raises(anthropic.BadRequestError, match="prompt is too long"):
            client.messages.count_tokens(model=MODEL, messages=long)  # type: ignore[arg-type]


def test_counting_gives_the_tokens_of_the_request(api: FakeAnthropic, client: anthropic.Anthropic) -> None:
    counted = client.messages.count_tokens(model=MODEL, messages=[QUESTION])  # type: ignore[list-item]

    assert counted.input_tokens == ask(client, [QUESTION]).usage.input_tokens


def test_a_request_without_a_key_is_refused(api: FakeAnthropic) -> None:
    request = Request(f"{api.base_url}/v1/messages", data=b"{}", method="POST")

    with pytest.raises(HTTPError) as refused:
        urlopen(request, timeout=300)

    with refused.value as answer:
        assert (answer.code, json.load(answer)["error"]["type"]) == (401, "authentication_error")


def test_either_form_of_the_key_is_accepted(api: FakeAnthropic) -> None:
    body = json.dumps({"model": MODEL, "max_tokens": 1, "messages": [QUESTION]}).encode()

    for header in ({"x-api-key": "test"}, {"authorization": "Bearer test"}):
        with urlopen(Request(f"{api.base_url}/v1/messages", data=body, headers=header), timeout=300) as answer:
            assert answer.status == 200


# -- the script -----------------------------------------------------------------------------------------


def test_the_sdk_retries_over_an_overload_and_a_dropped_connection(
    api: FakeAnthropic, client: anthropic.Anthropic
) -> None:
    api.fail(529, times=1).fail(429).reply("at last")

    reply = ask(client.with_options(max_retries=3), [QUESTION])

    assert reply.content[-1].text == "at last"
    assert [request.status for request in api.requests] == [529, 429, 200]


def test_a_dropped_connection_is_a_connection_error(api: FakeAnthropic, client: anthropic.Anthropic) -> None:
    api.drop()

    with pytest.raises(anthropic.APIConnectionError):
        ask(client, [QUESTION])


def test_every_request_is_kept(api: FakeAnthropic, client: anthropic.Anthropic) -> None:
    ask(client, [QUESTION])

    (request,) = api.requests
    assert request.path == "/v1/messages"
    assert request.body["messages"] == [QUESTION]
    assert request.headers["authorization"] == "Bearer test"


# -- builders and clock ---------------------------------------------------------------------------------


def test_the_clock_moves_only_when_told() -> None:
    clock = FixedClock("2026-09-14T08:00:00")

    clock.advance(days=1, minutes=30)

    assert clock().isoformat() == clock().isoformat() == "2026-09-15T08:30:00+00:00"


def test_a_workspace_holds_what_was_told(tmp_path: Path) -> None:
    workspace = (
        WorkspaceBuilder(tmp_path / "w").index("# Memory\n").memory("context", "# Task\n").file("a/b.bin", b"\xff").path
    )

    found = {str(path.relative_to(workspace)): path.read_bytes() for path in workspace.rglob("*") if path.is_file()}

    assert found == {"MEMORY.md": b"# Memory\n", "memories/context.md": b"# Task\n", "a/b.bin": b"\xff"}


def story() -> SessionBuilder:
    return (
        SessionBuilder(cwd="/project")
        .user("Use port 8443, not 8080.")
        .call("read", {"path": "config.yaml"}, "port: 8080", text="I look.")
        .agent("Changed.", thinking="Careful.", signature="s1", context_tokens=1200)
    )


def test_a_session_is_told_step_by_step_and_equal_each_time() -> None:
    session = story().build()

    assert session == story().build()
    assert [str(message.role) for message in session.messages] == ["user", "assistant", "tool", "assistant"]
    assert session.messages[1].calls[0].id == session.messages[2].results[0].call_id
    assert session.messages[3].usage == Usage(input=1200)


def test_a_told_session_is_a_conversation_the_api_accepts() -> None:
    messages = story().user("Thanks.").anthropic()

    with FakeAnthropic() as api, anthropic.Anthropic(api_key="test", base_url=api.base_url, max_retries=0) as client:
        assert ask(client, messages).stop_reason == "end_turn"


def test_a_told_session_can_be_written_as_an_openclaw_transcript() -> None:
    header, *entries = [json.loads(line) for line in story().openclaw().splitlines()]

    assert (header["type"], header["version"]) == ("session", 3)
    assert [entry["parentId"] for entry in entries] == [None, *(entry["id"] for entry in entries[:-1])]
    assert [entry["message"]["role"] for entry in entries] == ["user", "assistant", "toolResult", "assistant"]


def test_an_open_call_has_no_result() -> None:
    assert not SessionBuilder().user("Read it.").call("read", {"path": "a"}, None).build().messages[-1].results


def test_the_public_names_are_sorted_and_complete() -> None:
    public = [name for name in vars(testing) if not name.startswith("_") and name[0].isupper()]

    assert testing.__all__ == sorted(public)
