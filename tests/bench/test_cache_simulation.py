"""The simulator of the prefix cache: small cases computed by hand, and what holds for every session."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import cache as bench_cache
from bench.cache_replay import pieces as session_pieces
from bench.cache_replay.pieces import Piece
from bench.cache_replay.prefix_cache import HOUR, PrefixCache, Prompt, Segment, Terms
from bench.cache_replay.simulation import Deal, Simulated, simulate
from bench.cache_replay.strategies import Naive, NoCompaction, Swaps
from context_memory.llm.prices import Price
from context_memory.messages import Message, Role, Session, Text, ToolCall, ToolResult, Usage
from context_memory.tokens.budget import Budget
from examples.make_session import make

PRICE = Price(input=1, output=5, write_5m=1.25, write_1h=2, read=0.1)
"""Dollars per million tokens: a thousand tokens written cost 0.00125."""
SMALL = Budget(
    window=25_000,
    reserve=5_000,
    hard=20_000,
    compact_at=10_000,
    flush_at=9_000,
    prewarm_at=8_000,
    target=6_000,
    raw_window=2_000,
    restore=0,
    capsules=3_000,
)
DEAL = Deal(PRICE, budget=SMALL, fixed=2_000, summary=500, header=500, block=1_000)


def _prompt(*sizes: int, fixed: int = 2_000) -> Prompt:
    prompt = Prompt(Segment("fixed", fixed))
    for number, size in enumerate(sizes):
        prompt.append(Segment(f"{number}", size))
    return prompt


def _read_and_written(usage: Usage) -> tuple[int, int, int]:
    return usage.cache_read, usage.cache_write, usage.input


# -- the cache -------------------------------------------------------------------------------------


def test_a_prompt_that_grows_reads_what_was_there_and_writes_what_is_new() -> None:
    cache = PrefixCache()
    prompt = _prompt(500)

    first = cache.ask(prompt, at=0)
    prompt.append(Segment("more", 300))
    second = cache.ask(prompt, at=10)

    assert _read_and_written(first) == (0, 2_500, 0)
    assert _read_and_written(second) == (2_500, 300, 0)


def test_an_entry_lives_five_minutes_after_the_last_request_that_used_it() -> None:
    cache = PrefixCache()
    prompt = _prompt(500)

    found = [cache.ask(prompt, at=at).cache_read for at in (0, 300, 600, 901)]

    assert found == [0, 2_500, 2_500, 0]


def test_an_hour_costs_another_kind_of_write() -> None:
    cache = PrefixCache(HOUR)

    first = cache.ask(_prompt(500), at=0)
    second = cache.ask(_prompt(500), at=3_600)

    assert (first.cache_write, first.cache_write_1h) == (2_500, 2_500)
    assert second.cache_read == 2_500


def test_a_short_prompt_is_not_cached() -> None:
    cache = PrefixCache(Terms(minimum=1_024))

    found = [cache.ask(_prompt(23, fixed=1_000), at=at) for at in (0, 1)]

    assert [_read_and_written(usage) for usage in found] == [(0, 0, 1_023)] * 2


def test_a_change_in_the_middle_reads_back_the_fixed_part_and_nothing_else() -> None:
    cache = PrefixCache()
    prompt = _prompt(500, 600, 700)
    cache.ask(prompt, at=0)

    prompt.rewrite(1, [Segment("trimmed", 30), Segment("2", 700)])
    usage = cache.ask(prompt, at=10)

    assert _read_and_written(usage) == (2_000, 500 + 30 + 700, 0)


def test_a_change_of_the_fixed_part_reads_back_nothing() -> None:
    cache = PrefixCache()
    prompt = _prompt(500)
    cache.ask(prompt, at=0)

    prompt.replace_fixed(Segment("fixed, with a date", 2_010))
    usage = cache.ask(prompt, at=10)

    assert _read_and_written(usage) == (0, 2_510, 0)


@pytest.mark.parametrize(("blocks", "read"), [(20, 2_500), (21, 2_000)])
def test_an_entry_is_found_twenty_blocks_before_the_marker_and_no_farther(blocks: int, read: int) -> None:
    cache = PrefixCache()
    prompt = _prompt(500)
    cache.ask(prompt, at=0)

    prompt.append(Segment("many results at once", 900, positions=blocks))

    assert cache.ask(prompt, at=10).cache_read == read


# -- strategies ------------------------------------------------------------------------------------


def _talk(count: int, *, person: int = 1_000, reply: int = 500, gap: float = 10) -> tuple[list[Piece], list[int]]:
    """So many exchanges of one message and one reply."""
    pieces, outputs = [], []
    for number in range(count):
        at = number * gap
        pieces.append(Piece(person, person, person, at=at, opens_turn=True))
        pieces.append(Piece(reply, reply, reply, at=at, is_reply=True))
        outputs += [0, reply]
    return pieces, outputs


def _work(simulated: Simulated) -> list[tuple[int, int]]:
    """(read, written) of every request that was not for a compaction."""
    return [(r.usage.cache_read, r.usage.cache_write) for r in simulated.requests if not r.is_extra]


def test_no_compaction_costs_what_a_hand_computes() -> None:
    pieces, outputs = _talk(3)

    done = simulate("none", NoCompaction(DEAL), pieces, outputs, DEAL)

    # prompts: 3,000; 3,000 + 500 + 1,000; 4,500 + 500 + 1,000
    assert _work(done) == [(0, 3_000), (3_000, 1_500), (4_500, 1_500)]
    tokens = 1.25 * (3_000 + 1_500 + 1_500) + 0.1 * (3_000 + 4_500) + 5 * 1_500
    assert done.cost == pytest.approx(tokens / 1e6)
    assert done.cached_between == pytest.approx(7_500 / 10_500)
    assert (done.swaps, done.overflow) == (0, 0)


def test_an_overflow_is_told_and_the_session_goes_on() -> None:
    pieces, outputs = _talk(20)

    done = simulate("none", NoCompaction(DEAL), pieces, outputs, DEAL)

    # request n has 2,000 + 1,500 n - 500 tokens: the 13th is the first above 20,000
    assert done.overflow == 13
    assert len(_work(done)) == 20


def test_the_naive_way_asks_for_a_summary_and_keeps_the_last_four() -> None:
    pieces, outputs = _talk(7)

    done = simulate("naive", Naive(DEAL), pieces, outputs, DEAL)

    # request 6 would have 10,500 tokens; before it 2,000 + 5 x 1,500 + 1,000 are sent for the summary
    summary = [r for r in done.requests if r.is_extra]
    assert [(r.usage.cache_read, r.usage.cache_write, r.usage.output) for r in summary] == [(9_000, 1_500, 500)]
    # then: fixed 2,000, summary 500, and reply, message, reply, message: 500 + 1,000 + 500 + 1,000
    assert _work(done)[5:] == [(2_000, 3_500), (5_500, 1_500)]
    assert done.swaps == 1


def _records(count: int) -> tuple[list[Piece], list[int]]:
    """So many tool calls with their results."""
    pieces, outputs = [Piece(100, 100, 100, opens_turn=True)], [0]
    for number in range(count):
        pieces.append(Piece(100, 100, 100, at=number, is_reply=True))
        pieces.append(Piece(400, 300, 30, at=number, is_cut=False, is_record=True))
        outputs += [100, 0]
    pieces.append(Piece(100, 100, 100, at=count, is_reply=True))
    return pieces, [*outputs, 100]


def test_a_tool_record_that_becomes_one_line_costs_everything_behind_it() -> None:
    pieces, outputs = _records(9)

    done = simulate("rewriting", Naive(DEAL, rewrites=True), pieces, outputs, DEAL)

    # with the ninth record the first one becomes 30 tokens: behind the end of the very first prompt, 2,100 tokens,
    # everything is written again: 9 calls of 100, 8 records of 400 and one of 30
    assert _work(done)[-2:] == [(2_000 + 100 + 7 * 500, 500), (2_100, 4_130)]


def test_output_that_was_bounded_before_it_was_sent_changes_nothing_later() -> None:
    pieces, outputs = _records(9)

    done = simulate("bounded", Swaps(DEAL, bounded=True), pieces, outputs, DEAL)

    # the last request has read everything but the newest call and its result
    assert _work(done)[-1] == (2_000 + 100 + 8 * 400, 400)


def test_a_swap_is_one_request_that_reads_the_fixed_part_and_then_all_is_read_again() -> None:
    pieces, outputs = _talk(8)

    done = simulate("ours", Swaps(DEAL), pieces, outputs, DEAL)

    first = [i for i, request in enumerate(done.requests) if request.is_first]
    assert first == [0, 5]
    assert done.requests[5].usage.cache_read == 2_000
    assert done.requests[5].prompt - 2_000 <= SMALL.target
    for before, after in zip(done.requests[5:], done.requests[6:], strict=False):
        assert after.usage.cache_read == before.prompt


def test_the_target_counts_the_fixed_part_so_that_a_large_one_costs_no_second_swap() -> None:
    pieces, outputs = _talk(7)
    deal = replace(DEAL, fixed=3_000)

    ours = simulate("ours", Swaps(deal), pieces, outputs, deal)
    alone = simulate("view alone", Swaps(deal, counts_fixed=False), pieces, outputs, deal)

    after = [next(r for r in done.requests[1:] if r.is_first).prompt for done in (ours, alone)]
    assert after[0] <= SMALL.target < after[1]
    assert (ours.swaps, alone.swaps) == (1, 2)
    assert ours.cost < alone.cost


def test_a_cold_cache_is_swapped_earlier() -> None:
    warm = _talk(6)
    cold = ([replace(piece, at=piece.at + (400 if i >= 8 else 0)) for i, piece in enumerate(warm[0])], warm[1])

    at_mark = simulate("ours", Swaps(DEAL), *warm, DEAL)
    earlier = simulate("ours", Swaps(DEAL), *cold, DEAL)

    # request 5 has 9,000 tokens: below the mark of 10,000, above 125 % of the target of 6,000
    assert [r.is_first for r in at_mark.requests] == [True, False, False, False, False, True]
    assert [r.is_first for r in earlier.requests] == [True, False, False, False, True, False]
    assert [r.is_cold for r in earlier.requests] == [False, False, False, False, True, False]


def test_capsules_made_by_a_model_are_on_the_bill() -> None:
    pieces, outputs = _talk(8)
    priced = replace(DEAL, codec=PRICE)

    free = simulate("ours", Swaps(DEAL), pieces, outputs, DEAL)
    paid = simulate("ours", Swaps(priced), pieces, outputs, priced)

    assert free.compressing == 0
    assert paid.compressing > 0
    assert paid.cost == pytest.approx(free.cost + paid.compressing)


def test_recalled_text_before_the_history_loses_the_cache_and_at_the_tail_it_does_not() -> None:
    pieces, outputs = _talk(4)
    deal = replace(DEAL, recall=200)

    naive = simulate("naive", Naive(deal), pieces, outputs, deal)
    ours = simulate("ours", Swaps(deal), pieces, outputs, deal)

    assert [read for read, _ in _work(naive)] == [0, 0, 0, 0]
    assert _work(ours) == [(0, 3_200), (3_200, 1_700), (4_900, 1_700), (6_600, 1_700)]


_SIZES = st.tuples(st.integers(1, 3_000), st.integers(1, 900), st.sampled_from((5.0, 60.0, 400.0)))


@settings(max_examples=50)
@given(st.lists(_SIZES, min_size=1, max_size=40))
def test_between_swaps_ours_reads_all_that_was_sent_before(sizes: list[tuple[int, int, float]]) -> None:
    pieces, outputs, at = [], [], 0.0
    for person, reply, gap in sizes:
        pieces += [Piece(person, person, person, at=at), Piece(reply, reply, reply, at=at, is_reply=True)]
        outputs += [0, reply]
        at += gap

    done = simulate("ours", Swaps(DEAL), pieces, outputs, DEAL)

    for before, after in zip(done.requests, done.requests[1:], strict=False):
        if not after.is_first and not after.is_cold:
            assert after.usage.cache_read == before.prompt


@settings(max_examples=30)
@given(st.lists(_SIZES, min_size=1, max_size=30))
def test_every_strategy_pays_for_the_same_replies(sizes: list[tuple[int, int, float]]) -> None:
    pieces, outputs = [], []
    for number, (person, reply, _) in enumerate(sizes):
        pieces += [Piece(person, person, person, at=number), Piece(reply, reply, reply, at=number, is_reply=True)]
        outputs += [0, reply]

    for strategy in (NoCompaction(DEAL), Naive(DEAL), Naive(DEAL, rewrites=True), Swaps(DEAL)):
        done = simulate("any", strategy, pieces, outputs, DEAL)
        assert [r.usage.output for r in done.requests if not r.is_extra] == [reply for _, reply, _ in sizes]
        assert 0 <= done.cached <= 1


# -- sessions --------------------------------------------------------------------------------------


def _session(*, with_usage: bool = True) -> Session:
    long = "\n".join(f"{i} some/file_{i}.py was compiled without a warning" for i in range(400))
    usage = Usage(10, 40, 5_000, 100) if with_usage else None
    call = ToolCall("c1", "bash", {"command": "make"})
    return Session(
        "test",
        (
            Message(Role.USER, (Text("build it"),), time="2026-11-20T08:00:00Z"),
            Message(Role.ASSISTANT, (Text("I build."), call), time="2026-11-20T08:00:09Z", usage=usage),
            Message(Role.TOOL, (ToolResult("c1", "bash", long),), time="2026-11-20T08:01:00Z"),
            Message(Role.USER, (Text("Summary: it was built"),), is_summary=True),
            Message(Role.ASSISTANT, (Text("Built."),), time="2026-11-20T08:01:30Z", usage=usage),
            Message(Role.ASSISTANT, (Text("delivered by the gateway"),), time="2026-11-20T08:01:31Z"),
        ),
    )


def test_a_session_is_replayed_without_its_own_summaries_and_with_requests_when_they_were_sent() -> None:
    talk = session_pieces.of(_session())

    assert [piece.is_reply for piece in talk.pieces] == [False, True, False, True, False]
    assert [piece.at for piece in talk.pieces if piece.is_reply] == [0.0, 60.0]
    assert [piece.is_cut for piece in talk.pieces] == [True, True, False, True, True]
    assert talk.outputs == (0, 40, 0, 40, 0)
    assert (talk.has_usage, talk.has_times) == (True, True)


def test_a_long_tool_output_has_three_sizes() -> None:
    record = session_pieces.of(_session()).pieces[2]

    assert record.stub < record.bounded < record.tokens / 3


def test_without_usage_every_reply_is_a_request() -> None:
    talk = session_pieces.of(_session(with_usage=False))

    assert sum(piece.is_reply for piece in talk.pieces) == 3
    assert not talk.has_usage


# -- the benchmark ---------------------------------------------------------------------------------


def test_the_benchmark_shows_each_strategy_beside_the_recording(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = tmp_path / "session.jsonl"
    session.write_text(make().text, encoding="utf-8")

    code = bench_cache.main([str(session)])

    shown = capsys.readouterr().out
    assert code == 0
    for words in ("no compaction", "summary + last 4", "trimmed in place", "ours: swaps only", "ours: outputs bounded"):
        assert words in shown
    assert "as the host recorded it" in shown
    assert "MISSED" not in shown


def test_a_file_that_is_no_session_is_named_and_passed_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no session\n", encoding="utf-8")

    code = bench_cache.main([str(broken)])

    assert code == 1
    assert "broken.jsonl" in capsys.readouterr().err
