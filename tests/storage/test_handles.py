"""What a command opens it closes, however it ends: a process that makes a thousand calls holds as many files after them
as before."""

import contextlib
import gc
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from context_memory.cli.run import run
from context_memory.testing import SessionBuilder

CALLS = 1_000


def call(name: object, *arguments: object) -> int:
    return run(str(name), [str(each) for each in arguments], program=f"{name}.py")


def open_files() -> Counter[tuple[int, int]]:
    """The files this process holds (device and inode, how often each); connections that nobody closed are counted too,
    not collected first."""
    held: Counter[tuple[int, int]] = Counter()
    for descriptor in Path("/dev/fd").iterdir():
        with contextlib.suppress(OSError):  # the listing's own descriptor is closed by now
            entry = os.fstat(int(descriptor.name))
            held[entry.st_dev, entry.st_ino] += 1
    return held


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "w"
    (folder / "memories").mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Project\n\n## Key Constraints\n- Deploy on Tuesdays\n", encoding="utf-8")
    session = SessionBuilder().user("Please deploy the shop on Tuesdays.").agent("I will.")
    transcript = tmp_path / "session.json"
    transcript.write_text(json.dumps(session.anthropic()), encoding="utf-8")
    assert call("blocks ingest", transcript, "--name", "s1", "--workspace", folder) == 0
    assert call("remember", "Tea is at five", "--workspace", folder) == 0
    return folder


def calls_of(workspace: Path) -> list[tuple[tuple[object, ...], int]]:
    """Calls that open a store, a journal, a history or a lock, and some that fail half-way; the exit code of each."""
    no_journal = workspace.parent / "no-journal"
    (no_journal / ".context-memory" / "docs.jsonl").mkdir(parents=True)
    here, there = ("--workspace", workspace), ("--workspace", no_journal)
    return [
        (("recall", "when is tea?", *here), 0),
        (("recall", "when is tea?", "--explain", "--no-touch", *here), 0),
        (("remember", "Tea is at six now", *here), 0),
        (("memory show", "nothing", *here), 2),
        (("memory status", *here), 0),
        (("memory promote", "--candidates", *here), 0),
        (("slash", "/remember tea is at seven", *here), 0),
        (("blocks view", "--session", "s1", *here), 0),
        (("blocks show", *here), 0),
        (("remember", "nowhere to write", *there), 3),
        (("recall", "nowhere to read", *there), 3),
        (("memory index", *here), 0),
        (("history at", "2026-11-20", "MEMORY.md", *here), 2),
        (("workspace verify", "--workspace", workspace), 0),
    ]


def test_a_thousand_calls_leave_no_file_open(workspace: Path) -> None:
    calls = calls_of(workspace)
    assert [(words[0], call(*words)) for words, _ in calls] == [(words[0], code) for words, code in calls]
    gc.collect()
    gc.disable()  # a collection would close what nobody closed
    try:
        before = open_files()
        for number in range(CALLS):
            call(*calls[number % len(calls)][0])
        after = open_files()
    finally:
        gc.enable()

    assert after - before == Counter()  # files of other tests in this process may close meanwhile: only more counts
