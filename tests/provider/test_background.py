"""Work in the background: how much of a processor it may use, when it pauses, what it says of itself."""

import threading

from context_memory.provider.services import background
from context_memory.provider.services.background import CPU_SAVED, CPU_SHARE, Background, CpuBudget


def test_a_processor_is_used_up_to_what_was_saved_and_then_at_its_share() -> None:
    budget = CpuBudget()
    at_once = budget.wait(1_000.0)
    budget.spend(CPU_SAVED + 10.0)
    behind = budget.wait(1_000.0)
    later = budget.wait(1_000.0 + behind)
    budget.wait(1_000_000.0)

    assert (at_once, behind, later) == (0.0, 10.0 / CPU_SHARE, 0.0)
    assert (budget.left, budget.used) == (CPU_SAVED, CPU_SAVED + 10.0)


def test_a_job_waits_while_many_calls_are_answered_and_says_why() -> None:
    busy, done = threading.Event(), threading.Event()
    busy.set()

    def do(_name: str, _session: str) -> float:
        done.set()
        return 0.25

    work = Background(do, lambda: None, lambda _told: None, busy.is_set)
    work.add("prepare", "s")
    while not (waiting := work.state())["paused"]:
        assert not done.is_set()
    busy.clear()
    work.settle()
    after = work.state()
    work.close()

    assert (waiting["paused"], waiting["queued"], after["paused"]) == ("load", 1, "")
    assert (after["by_job"], after["cpu_seconds"], after["cpu_left"]) == ({"prepare": 1}, 0.25, CPU_SAVED - 0.25)


def test_a_full_queue_leaves_out_and_counts() -> None:
    go = threading.Event()

    def do(_name: str, _session: str) -> float:
        go.wait()
        return 0.0

    work = Background(do, lambda: None, lambda _told: None)
    taken = [work.add("learn", f"s{number}") for number in range(background.MOST_QUEUED + 10)]
    state = work.state()
    go.set()
    work.close()

    assert taken.count(False) == state["left_out"]
    assert 8 <= state["left_out"] <= 10
