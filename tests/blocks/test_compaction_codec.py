"""The codec that lets the API compact a block on demand (beta), against a server that knows its rules."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anthropic
import pytest

from context_memory.blocks.compression import remote
from context_memory.blocks.compression.remote import BETA, COMPACTION_NAME
from context_memory.blocks.compression.service import Batches, Compressor
from context_memory.blocks.values import Made, Postponed
from context_memory.errors import InputError, NotReadyError
from context_memory.llm.service import Timing
from context_memory.testing import FakeAnthropic

from ..capsule_sessions import SETTINGS
from .test_compressor import Workspace, honest

COMPACTING = SETTINGS._replace(compress_codec=COMPACTION_NAME)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Workspace]]:
    made: list[Workspace] = []

    def build(api: FakeAnthropic, settings: Any = COMPACTING, **told: Any) -> Workspace:
        made.append(Workspace(tmp_path / "w", api, settings, **told))
        return made[-1]

    yield build
    for workspace in made:
        workspace.services.close()


def test_a_compaction_block_becomes_a_verified_capsule_and_its_usage_the_cost(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        outcomes = make(api).run()

    large = [outcome for outcome in outcomes if outcome.calls]
    assert large
    assert {outcome.capsule.codec.name for outcome in large} == {COMPACTION_NAME}
    assert all(outcome.capsule.tokens < outcome.capsule.tokens_raw for outcome in large)
    assert all(outcome.cost > 0 for outcome in large)


def test_the_request_is_a_compaction_by_our_rules_and_nothing_beside_it(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        make(api, rounds=1).run()

    asked = api.requests[0]
    assert BETA in asked.headers["anthropic-beta"]
    assert asked.body["compaction"]["type"] == "summarize"
    assert "<PRESERVE_VERBATIM>" in asked.body["compaction"]["instructions"]
    assert set(asked.body) == {"model", "max_tokens", "messages", "compaction"}


def test_a_long_compaction_is_streamed(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        outcomes = make(api, COMPACTING._replace(block_tokens=22_000), rounds=34).run()

    assert any(request.body.get("stream") for request in api.requests)
    assert all(isinstance(outcome, Made) for outcome in outcomes)
    assert sum(outcome.cost for outcome in outcomes) > 0


def test_an_invented_name_is_sent_back_with_the_reason_as_with_any_codec(make: Any) -> None:
    with FakeAnthropic(model=lambda body: honest(body) + "\nThe port is 9999.") as api:
        outcomes = make(api, rounds=1).run()

    assert "stand nowhere in the original" in api.requests[1].body["messages"][0]["content"]
    assert {outcome.capsule.codec.name for outcome in outcomes if outcome.calls} == {"extractive"}


@pytest.mark.parametrize("reason", ["end_turn", "max_tokens", "model_context_window_exceeded", "refusal"])
def test_where_no_summary_is_possible_the_block_is_compressed_without_a_model(make: Any, reason: str) -> None:
    with FakeAnthropic() as api:
        workspace = make(api, rounds=1)
        for _ in range(20):
            api.reply("" if reason == "end_turn" else "half a summary", stop_reason=reason)

        outcomes = workspace.run()

    large = [outcome for outcome in outcomes if outcome.calls]
    assert large
    assert all(f"could not compact the block: {reason}" in outcome.note for outcome in large)
    assert {outcome.capsule.codec.name for outcome in large} == {"extractive"}
    assert all(outcome.cost > 0 for outcome in large)


def test_a_model_without_compaction_leaves_a_stopgap_and_is_not_asked_about_a_block_twice(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, COMPACTING._replace(compress_model="claude-haiku-4-5"), rounds=1)

        outcomes = workspace.run()

    waiting = [outcome for outcome in outcomes if isinstance(outcome, Postponed)]
    assert waiting
    assert all(outcome.stopgap is not None for outcome in waiting)
    assert any("does not support it" in outcome.reason for outcome in waiting)
    assert all(request.status == 400 for request in api.requests)
    assert len(api.requests) == sum(outcome.calls for outcome in waiting)
    assert workspace.waited == []


def test_an_overloaded_server_is_asked_again(make: Any) -> None:
    with FakeAnthropic(model=honest) as api:
        workspace = make(api, rounds=1)
        api.fail(529, times=1)

        outcomes = workspace.run()

    assert all(isinstance(outcome, Made) for outcome in outcomes)
    assert workspace.waited == [1.0]


def test_there_is_no_batch_of_compactions(make: Any) -> None:
    with FakeAnthropic() as api:
        workspace = make(api, rounds=1)
        with pytest.raises(InputError, match=f"not {COMPACTION_NAME}"):
            Batches(workspace.places, workspace.compressor())


def test_without_a_key_and_an_address_it_says_what_it_needs(make: Any) -> None:
    with FakeAnthropic() as api:
        workspace = make(api, rounds=1)
    codec = remote.codec_of(workspace.settings._replace(base_url=""), COMPACTION_NAME, {})
    timing = Timing(now=workspace.clock, sleep=workspace.waited.append, jitter=lambda: 0.0)
    compressor = Compressor(workspace.places, workspace.settings, workspace.services.store, codec, timing=timing)

    with pytest.raises(NotReadyError, match=f"{COMPACTION_NAME} needs ANTHROPIC_API_KEY"):
        compressor.check_ready()


# -- the server's rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("betas", "beside", "reason"),
    [
        ([], {}, "Extra inputs"),
        ([BETA], {"context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]}}, "combined"),
        ([BETA], {"stop_sequences": ["x"]}, "combined"),
        ([BETA], {"model": "claude-haiku-4-5"}, "does not support"),
        ([BETA], {"compaction": {"type": "other"}}, "summarize"),
    ],
)
def test_the_server_on_loopback_refuses_what_the_api_refuses(
    betas: list[str], beside: dict[str, Any], reason: str
) -> None:
    body: dict[str, Any] = {"model": "claude-haiku-5-5", "max_tokens": 99, "compaction": {"type": "summarize"}}
    body |= {"messages": [{"role": "user", "content": "hello"}], **beside}

    with (
        FakeAnthropic() as api,
        anthropic.Anthropic(api_key="k", base_url=api.base_url, max_retries=0) as client,
        pytest.raises(anthropic.BadRequestError, match=reason),
    ):
        client.beta.messages.create(**body, betas=betas)
