"""Work in the background: how much of a processor it may use, when it pauses, what it says of itself."""

import itertools
import os
import select
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from context_memory.api import sessions
from context_memory.api.context_memory import ContextMemory
from context_memory.api.docs import Docs
from context_memory.blocks import view
from context_memory.provider.services import background
from context_memory.provider.services.background import (
    CPU_SAVED,
    CPU_SHARE,
    UNFINISHED,
    Background,
    CpuBudget,
    Worker,
)
from context_memory.server import helper
from context_memory.settings.values import Settings

from .providers import said, story


def test_a_processor_is_used_up_to_what_was_saved_and_then_at_its_share() -> None:
    budget = CpuBudget()
    at_once = budget.wait(1_000.0)
    budget.spend(CPU_SAVED + 10.0)
    behind = budget.wait(1_000.0)
    later = budget.wait(1_000.0 + behind)
    budget.wait(1_000_000.0)

    assert (at_once, behind, later) == (0.0, 10.0 / CPU_SHARE, 0.0)
    assert (budget.left, budget.used) == (CPU_SAVED, CPU_SAVED + 10.0)


def test_a_job_waits_for_less_long_where_a_view_is_to_be_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A swap is refused until its view is prepared."""
    done: list[str] = []

    def do(name: str, _session: str) -> float:
        done.append(name)
        return 0.0

    monkeypatch.setattr(background, "PAUSE_OF_VIEWS", 0.0)
    work = Background(do, lambda: None, lambda _told: None, lambda: True)
    work.add("index", "")
    while not work.state()["paused"]:
        assert not done
    work.add("prepare", "s")
    work.settle()
    work.close()

    assert done == ["index", "prepare"]


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


CHAPTERS = {"window": 8_192, "block_tokens": 256}


class Talking(ContextMemory):
    """A workspace in whose session another message comes while one is indexed."""

    looked = 0

    @property
    def docs(self) -> Docs:
        self.looked += 1
        self.sessions.append("s", [said(100 + self.looked)])
        return super().docs


def test_a_job_indexes_what_was_there_when_it_began_and_goes_after_no_talk(tmp_path: Path) -> None:
    """The run that grows was made anew with each message: half a processor at 50 a second."""
    with Talking(tmp_path) as memory:
        memory.sessions.append("s", [said(number) for number in range(80)])
        outcome = background._JOBS["index"](memory, "")

    assert (outcome, memory.looked) == ("", 1)


def test_a_long_session_is_prepared_in_slices_to_the_same_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """50,000 messages take a minute of a processor: other sessions do not wait for it."""
    monkeypatch.setattr(view, "CHAPTER_TOKENS", 1_000)
    contexts, slices = [], []
    for name, seconds in (("whole", 1e9), ("sliced", 0.0)):
        monkeypatch.setattr(background, "SLICE_SECONDS", seconds)
        (tmp_path / name).mkdir()
        with ContextMemory(tmp_path / name, CHAPTERS) as memory:
            memory.sessions.append("s", story(60))
            count = 1
            while background._JOBS["prepare"](memory, "s") == UNFINISHED:
                count += 1
                assert memory.sessions.context("s", max_chars=2_000).chars
            assert memory.sessions.swap("s", force=True).outcome == "swapped"
            contexts.append(memory.sessions.context("s", max_chars=20_000).text)
            slices.append(count)

    assert slices[0] == 1 < slices[1]
    assert contexts[0] == contexts[1]


def test_a_long_session_is_learnt_in_slices_to_the_same_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a model each message may take seconds: views and notes of other sessions do not wait for all of them."""
    told = [said(n, f"Remember: the port of service {n // 2} is {8_000 + n}." * (n % 2)) for n in range(1, 16)]
    docs, slices = [], []
    for name, seconds in (("whole", 1e9), ("sliced", 0.0)):
        monkeypatch.setattr(background, "SLICE_SECONDS", seconds)
        monkeypatch.setattr(sessions, "monotonic", itertools.count(1.0).__next__)
        (tmp_path / name).mkdir()
        with ContextMemory(tmp_path / name, CHAPTERS) as memory:
            memory.sessions.append("s", told)
            count = 1
            while background._JOBS["learn"](memory, "s") == UNFINISHED:
                count += 1
            docs.append({doc["text"] for doc in memory.docs.list(limit=100, own=True).docs})
            slices.append(count)

    assert slices[0] == 1 < slices[1]
    assert len(docs[0]) == 8
    assert docs[0] == docs[1]


def test_a_job_that_is_unfinished_is_queued_again_until_it_is_done(tmp_path: Path) -> None:
    answers = 'for left in (1, 1, 0): input(); print(\'["%s", 0.5]\' % ("unfinished" * left), flush=True)'
    speaking = subprocess.Popen([sys.executable, "-c", answers], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    worker = Worker(tmp_path, Settings(), lambda name, session: work.add(name, session))  # noqa: PLW0108 - made below
    worker._process = speaking
    work = Background(worker.do, lambda: None, lambda _told: None)
    work.add("prepare", "s")
    work.settle()
    after = work.state()
    work.close()
    worker.close()

    assert (after["by_job"], after["done"], after["cpu_seconds"]) == ({"prepare": 3}, 3, 1.5)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all threads of a process have one priority")
def test_the_worker_writes_at_the_priority_that_it_had_and_does_the_rest_below(tmp_path: Path) -> None:
    """A process that is kept off the processor in a write holds up everybody who writes to the same file."""
    code = (
        "import os, sys; from pathlib import Path; from context_memory.storage import sqlite\n"
        "nice = lambda *_: os.getpriority(os.PRIO_PROCESS, 0); before = nice(); sqlite.lower_priority(3)\n"
        "database = sqlite.Database(Path(sys.argv[1]), sqlite.Schema('blocks', 1, {'block': '(n)'}))\n"
        "print(nice() - before, database.change(nice) - before)"
    )
    call = [sys.executable, "-c", code, str(tmp_path / "state.sqlite")]
    assert subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout.split() == ["3", "0"]


def test_a_signal_that_comes_just_before_a_wait_wakes_it() -> None:
    """The helper of a host did not end at SIGTERM where the signal came between two requests, once in thirty times."""
    seen: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _frame: seen.append(number))
    try:
        with helper.woken_by_signals() as woken:
            os.kill(os.getpid(), signal.SIGUSR1)
            assert select.select([woken], [], [], 5)[0] == [woken]
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [signal.SIGUSR1]
