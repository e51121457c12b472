"""Compacts the conversation of a tool runner before its next request, by the API's token count."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..api.context_memory import ContextMemory
    from ..api.values import Compaction

_COUNTED = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class Compactor:
    """Keeps one conversation below its compaction threshold.

    >>> compactor = Compactor(memory, session="chat-7")                                          # doctest: +SKIP
    >>> runner = client.beta.messages.tool_runner(..., messages=messages, tools=tools, thread=False)
    >>> for message in compactor.watch(runner):
    ...     show(message)
    >>> messages = [*compactor.messages, {"role": "user", "content": "And now the tests"}]

    After each reply the size of the next request is known: what the API counted for this one, the reply, and the
    results of its tools. From the mark on (150,000 tokens of a window of 200,000; `tokens` shows it for a session)
    the messages are replaced by a summary and the newest ones, with whole calls and without thinking: its signatures
    hold for the old messages only. A refused compaction and an open breaker leave the messages as they are.

    `thread=False` keeps the history with the runner. The list that the runner was given is not changed.
    """

    def __init__(self, memory: "ContextMemory", *, session: str) -> None:
        self._memory = memory
        self._session = session
        self.messages: list[Any] = []
        """The conversation after the newest reply, ready for another message of the user."""
        self.compactions: list[Compaction] = []
        """Every compaction that was tried, with its receipt."""

    def watch(self, runner: Any) -> Iterator[Any]:
        """The runner's replies (streams, of a runner that streams); the conversation is compacted between them."""
        for item in runner:
            sent = _take_over_messages(runner)
            yield item
            message = item.get_final_message() if hasattr(item, "get_final_message") else item
            if len(_history(runner)) == len(sent) and message.stop_reason == "tool_use":
                self._set_history(runner, sent, message, runner.generate_tool_call_response())
            else:
                self._set_history(runner, sent, message)

    async def watch_async(self, runner: Any) -> AsyncIterator[Any]:
        """`watch` for the runner of an `AsyncAnthropic`."""
        async for item in runner:
            sent = _take_over_messages(runner)
            yield item
            message = await item.get_final_message() if hasattr(item, "get_final_message") else item
            if len(_history(runner)) == len(sent) and message.stop_reason == "tool_use":
                self._set_history(runner, sent, message, await runner.generate_tool_call_response())
            else:
                self._set_history(runner, sent, message)

    def compacted(self, messages: Sequence[Any], usage: Any = None) -> list[Any]:
        """The messages for the next request: unchanged, or compacted if the threshold is reached.

        For a loop of one's own. `usage` is that of the newest reply in the messages (the SDK's object or its JSON);
        without it the size is an estimate, which does not know of system prompt and tools.
        """
        measured = _with_usage(list(messages), usage)
        newest = next((i for i in range(len(measured) - 1, -1, -1) if measured[i]["role"] == "assistant"), 0)
        part = measured[newest:] if usage is not None else measured
        if "compact" not in getattr(self._memory.estimate(part), "crossed", ()):
            return list(messages)
        done = self._memory.compact(measured, session=self._session, to="anthropic")
        self.compactions.append(done)
        return list(done.messages) if done.outcome == "compacted" and done.messages else list(messages)

    def _set_history(self, runner: Any, sent: list[Any], message: Any, results: Any = None) -> None:
        """Set the runner's history for its next request; from here on the caller owns the history."""
        now = _history(runner)
        if len(now) == len(sent):
            now = [*now, message.to_param(), *([] if results is None else [results])]
        is_paused = message.stop_reason == "pause_turn"  # the server continues this reply: nothing before it may change
        self.messages = now if is_paused else self.compacted(now, message.usage)
        runner.set_messages_params(lambda params: {**params, "messages": self.messages})


def _take_over_messages(runner: Any) -> list[Any]:
    """The messages that the runner has sent; from here on it does not add replies or results itself.

    It is told before anybody asks it for results: told afterwards, it would have the tools run again.
    """
    runner.append_messages()
    return _history(runner)


def _history(runner: Any) -> list[Any]:
    """The messages that the runner has sent, with those that the loop body appended."""
    found: list[Any] = []

    def read(params: Any) -> Any:
        found.extend(params["messages"])
        return params

    runner.set_messages_params(read)
    return found


def _with_usage(messages: list[Any], usage: Any) -> list[Any]:
    """The messages, with the API's usage on the newest reply."""
    if usage is None:
        return messages
    given = usage if isinstance(usage, Mapping) else usage.model_dump(mode="json")
    counted = {name: given.get(name) or 0 for name in _COUNTED}
    for i in range(len(messages) - 1, -1, -1):
        if messages[i]["role"] == "assistant":
            return [*messages[:i], {**messages[i], "usage": counted}, *messages[i + 1 :]]
    return messages
