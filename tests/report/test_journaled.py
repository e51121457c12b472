"""Sessions whose views we make: a swap in the timeline, sizes that add up, the largest calls."""

from itertools import pairwise

import pytest

from context_memory.messages import Message, Role, Session, Text, ToolCall, ToolResult, Usage
from context_memory.prompts.cache_audit import audit_cache
from context_memory.report.charts import MOST_BARS, bars, paid
from context_memory.report.timeline import KINDS, MOST, Journaled, SwapAt, largest_calls, timeline_of
from context_memory.text import tokens

SUMMARY, FIXED = KINDS.index("summary"), KINDS.index("fixed")


def talk(turns: int, counted: int = 0) -> Session:
    """Requests and answers of 100 tokens or so; `counted` is what the API counts more with each answer."""
    messages = []
    for number in range(1, turns + 1):
        usage = Usage(input=counted * number, output=10) if counted else None
        messages.append(Message(Role.USER, (Text(f"request {number} " + "word " * 90),)))
        messages.append(Message(Role.ASSISTANT, (Text(f"answer {number} " + "word " * 90),), usage=usage, model="m"))
    return Session("anthropic", tuple(messages), id="s")


def seen(session: Session, journaled: Journaled) -> list[int]:
    """The size of the context after each message that is shown."""
    made = timeline_of(session, tokens.cjk, None, (), journaled.tokens, journaled)
    return [point.total for point in made.points]


def test_a_swap_makes_the_context_small_and_its_text_stands_for_what_was_before() -> None:
    session = talk(20)
    swap = SwapAt(messages=30, tail_from=27, tokens=150)
    made = timeline_of(session, tokens.cjk, None, (), 900, Journaled(900, 0, False, (swap,)))
    sizes = {point.message: point for point in made.points}

    assert [reset.message for reset in made.resets] == [31]
    assert made.resets[0].is_ours
    assert sizes[30].total > 2 * sizes[31].total
    assert sizes[30].sizes[SUMMARY] == 0
    assert sizes[31].sizes[SUMMARY] == 150
    assert made.points[-1].total == 900


def test_a_swap_behind_the_newest_message_shows_at_it() -> None:
    session = talk(10)
    sizes = seen(session, Journaled(300, 0, False, (SwapAt(20, 19, 100),)))

    assert sizes[-1] == 300 < sizes[-2]
    assert sizes[:-1] == sorted(sizes[:-1])


def test_of_several_swaps_each_counts_from_where_it_was() -> None:
    session = talk(30)
    swaps = (SwapAt(20, 17, 100), SwapAt(40, 37, 120), SwapAt(60, 57, 140))
    made = timeline_of(session, tokens.cjk, None, (), 400, Journaled(400, 50, False, swaps))

    assert [reset.message for reset in made.resets] == [21, 41, 60]
    falls = [after.message for before, after in pairwise(made.points) if after.total < before.total]
    assert falls == [21, 41, 60]
    assert all(point.sizes[FIXED] > 0 for point in made.points)


@pytest.mark.parametrize("swap", [SwapAt(5, 99, 10), SwapAt(0, 0, 10), SwapAt(99, 1, 10)])
def test_a_swap_that_does_not_fit_the_messages_breaks_nothing(swap: SwapAt) -> None:
    assert seen(talk(4), Journaled(100, 0, False, (swap,)))[-1] == 100
    assert timeline_of(Session("anthropic", ()), tokens.cjk, None, (), 0, Journaled(0, 0, False, (swap,))).points == ()


def test_sizes_add_up_to_what_the_api_counted() -> None:
    session = talk(10, counted=400)
    made = timeline_of(session, tokens.cjk, None, (), 4_010, Journaled(4_010, 300, True, ()))

    assert [point.total for point in made.points if point.counted] == [400 * number + 10 for number in range(1, 11)]


def test_the_largest_calls_come_first_with_what_they_asked() -> None:
    messages: list[Message] = []
    for number in range(1, 15):
        call = ToolCall(f"c{number}", "read", {"path": f"src/file_{number}.py"})
        result = ToolResult(f"c{number}", "read", "line of code\n" * 10 * number)
        messages += [Message(Role.ASSISTANT, (call,)), Message(Role.TOOL, (result,))]
    found = largest_calls(messages, tokens.cjk, seen_from=27)

    assert len(found) == MOST
    assert [call.label for call in found[:2]] == ["src/file_14.py", "src/file_13.py"]
    assert [call.message for call in found[:2]] == [28, 26]
    assert [call.is_seen for call in found[:2]] == [True, False]
    assert [call.tokens for call in found] == sorted((call.tokens for call in found), reverse=True)


def test_a_call_is_told_by_its_file_not_by_all_it_wrote() -> None:
    asked = Message(Role.ASSISTANT, (ToolCall("1", "Write", {"file_path": "libs/pool.py", "content": "x = 1\n" * 9}),))
    answer = Message(Role.USER, (ToolResult("1", "Write", "ok"),))

    (call,) = largest_calls([asked, answer], tokens.cjk, seen_from=1)

    assert call.label == "libs/pool.py"


def test_a_result_without_its_call_has_a_name_and_no_label() -> None:
    result = Message(Role.TOOL, (ToolResult("gone", "", "text"),))

    (call,) = largest_calls([result], tokens.cjk, seen_from=1)

    assert (call.tool, call.label) == ("?", "")


def test_many_replies_are_drawn_as_means_of_some() -> None:
    replies = audit_cache(talk(500, counted=100)).replies
    means = paid(replies)
    chart = bars(means, len(replies))

    assert len(means) <= MOST_BARS
    assert chart is not None
    assert chart.each == 5
    assert sum(one.fresh for one in means) * 5 == pytest.approx(sum(reply.usage.input for reply in replies))
