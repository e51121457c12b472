"""Kill a process that remembers, pins, forgets, indexes and promotes at many points, and look at what is left.

    python tests/memory_crash.py --points 200 --seed 7

Each round forks a worker that dies by SIGKILL: before a line of our code, in the middle of a write, or at any moment,
SQLite's own code included. A second process then opens the workspace as after a restart, once with the database that
is there and once without it. Exit code 1 when anything acknowledged is lost or the two give other answers.
"""

import contextlib
import io
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
sys.path[:0] = [str(REPOSITORY / "scripts"), str(REPOSITORY)]

from context_memory.cli.run import run  # noqa: E402
from tests import crashing  # noqa: E402
from tests.memory_load import database_faults, rows  # noqa: E402

NOW = "2026-11-20T12:00:00Z"
LONGEST = 0.6
"""Seconds until a worker of the third mode is killed; a whole life takes about that long."""
QUESTIONS = ("which port has the harbour", "灯塔 颜色", "what was promoted", "lighthouse bullet", "forgotten doc")


@dataclass(slots=True)
class State:
    """What the memory holds: text and standing of each doc, and the bullets of its files."""

    docs: dict[str, tuple[str, bool, bool]] = field(default_factory=dict)
    """Text, pinned, forgotten."""
    files: dict[str, str] = field(default_factory=dict)


Step = tuple[Callable[[Path], None], Callable[[State], None]]


def call(name: str, *arguments: str) -> None:
    """Run a command; it has to succeed without a word of damage."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(name, arguments, program=name)
    if code or "locked" in err.getvalue() or "damaged" in err.getvalue():
        raise RuntimeError(f"{name} ended with {code}: {err.getvalue()}")


def batch(first: int) -> Step:
    """Remember five docs with ids of their own; writing them again changes nothing."""
    lines = [
        {"text": f"灯塔 {n} 的颜色是 {n * 7}; the harbour has port {n}", "id": f"D{n}", "seq": n, "session": "s"}
        for n in range(first, first + 5)
    ]

    def do(folder: Path) -> None:
        path = folder / "batch.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        call("remember", "--batch", str(path), "--workspace", str(folder))

    def then(state: State) -> None:
        state.docs |= {str(line["id"]): (str(line["text"]), False, False) for line in lines}

    return do, then


def changed(name: str, doc_id: str, *more: str) -> Step:
    """Pin, unpin, forget or bring back a doc."""

    def then(state: State) -> None:
        text, pinned, forgotten = state.docs[doc_id]
        if name == "memory pin":
            pinned = not more
        else:
            forgotten = not more
        state.docs[doc_id] = (text, pinned, forgotten)

    return lambda folder: call(name, doc_id, *more, "--workspace", str(folder)), then


def edited(number: int) -> Step:
    """A person edits a file, the index follows."""
    text = "# Log\n\n" + "".join(f"- lighthouse bullet {n}\n" for n in range(number, number + 3))

    def do(folder: Path) -> None:
        (folder / "memories").mkdir(exist_ok=True)
        (folder / "memories" / "log.md").write_text(text, encoding="utf-8")
        call("memory index", "--workspace", str(folder))

    def then(state: State) -> None:
        state.files["memories/log.md"] = text

    return do, then


def promoted(number: int) -> Step:
    """A fact of a file gets a new value."""
    pair = ("--header", "Stack", "--key", "Promoted", "--value", str(number))

    def then(state: State) -> None:
        state.files["MEMORY.md"] = f"## Stack\n- Promoted: {number}\n"

    return lambda folder: call("memory promote", *pair, "--force", "--workspace", str(folder)), then


def asked(question: str) -> Step:
    """A question; the docs that answer it are touched."""
    return lambda folder: call("recall", question, "--workspace", str(folder)), lambda state: None


STEPS: tuple[Step, ...] = (
    batch(0),
    asked("harbour"),
    edited(1),
    changed("memory pin", "D1"),
    promoted(1),
    batch(5),
    changed("forget", "D2"),
    asked("灯塔"),
    edited(4),
    changed("memory pin", "D1", "--unpin"),
    promoted(2),
    batch(10),
    changed("forget", "D2", "--undo"),
    changed("forget", "D7"),
    asked("harbour"),
)


def state_after(count: int) -> State:
    """What so many steps lead to."""
    state = State()
    for _, then in STEPS[:count]:
        then(state)
    return state


def work(folder: Path, acknowledge: Callable[[int], object], first: int = 0) -> None:
    """All steps from one on."""
    for number, (do, _) in enumerate(STEPS[first:], first + 1):
        do(folder)
        acknowledge(number)


# -- looking ----------------------------------------------------------------------------------------


def look(folder: Path, acknowledged: int) -> list[str]:
    """What is wrong after a crash; then everything is finished and looked at again."""
    faults, answers = looked(folder, acknowledged)
    forget_derived(folder)
    anew, same = looked(folder, acknowledged)
    faults += [f"derived again: {fault}" for fault in anew]
    faults += ["the index built anew gives other answers"] if same != answers else []
    work(folder, lambda _: None, acknowledged)
    faults += [f"finished: {fault}" for fault in looked(folder, len(STEPS))[0]]
    forget_derived(folder)
    return faults + [f"finished and derived again: {fault}" for fault in looked(folder, len(STEPS))[0]]


def forget_derived(folder: Path) -> None:
    """Delete the database."""
    for path in (folder / ".context-memory").glob("state.sqlite*"):
        path.unlink()


def looked(folder: Path, acknowledged: int) -> tuple[list[str], list[object]]:
    """Faults of the workspace as it is, and what it answers."""
    answers = [answer(folder, question) for question in QUESTIONS]
    path, faults = folder / ".context-memory" / "state.sqlite", list[str]()
    before, after = state_after(acknowledged), state_after(acknowledged + 1)
    docs = {
        row[0]: (row[1], bool(row[2]), row[3] is not None)
        for row in rows(path, "SELECT id, text, pinned, forgotten_at FROM docs WHERE file = 0")
    }
    faults += [
        f"the doc {doc_id} is {docs.get(doc_id)}"
        for doc_id in sorted(docs.keys() | before.docs.keys())
        if docs.get(doc_id) not in (before.docs.get(doc_id), after.docs.get(doc_id))
    ]
    pieces = " ".join(row[0] for row in rows(path, "SELECT text FROM docs WHERE file <> 0"))
    for name in sorted(before.files.keys() | after.files.keys()):
        text = (folder / name).read_text(encoding="utf-8") if (folder / name).exists() else None
        if text not in (before.files.get(name), after.files.get(name), "" if name not in before.files else None):
            faults.append(f"{name} is {text!r}")
        bullets = [line[2:] for line in (text or "").splitlines() if line.startswith("- ")]
        faults += [f"no piece holds {bullet!r}" for bullet in bullets if bullet not in pieces]
    return faults + database_faults(path), answers


def answer(folder: Path, question: str) -> object:
    """The hits of a question."""
    out, err = io.StringIO(), io.StringIO()
    arguments = (question, "--limit", "10", "--now", NOW, "--no-touch", "--json", "--workspace", str(folder))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run("recall", arguments, program="recall")
    return json.loads(out.getvalue())["hits"] if code == 0 else [code, err.getvalue()]


# -- rounds -----------------------------------------------------------------------------------------


def points(chance: random.Random, totals: Mapping[str, int], count: int) -> Iterator[tuple[str, float]]:
    """Writes, lines and moments in turn; writes are few enough to die at each of them."""
    writes = chance.sample(range(1, totals["writes"] + 1), totals["writes"])
    for number in range(count):
        match number % 3:
            case 0:
                yield "writes", writes[number // 3 % len(writes)]
            case 1:
                yield "lines", chance.randint(1, totals["lines"])
            case _:
                yield crashing.MOMENTS, chance.uniform(0.0, LONGEST)


if __name__ == "__main__":
    subject = crashing.Subject(work, look, points)
    sys.exit(crashing.main(subject, (__doc__ or "").partition("\n")[0], sys.argv[1:]))
