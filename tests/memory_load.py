"""Many processes use one memory at once: nothing acknowledged is lost, nothing is corrupt, nobody is locked out.

    python tests/memory_load.py --seconds 60 --writers 8 --readers 8

Writers remember, pin, forget, edit memory files, flush notes and promote; readers recall, show and travel in time.
All of them run the real commands. Afterwards every acknowledged change is looked for, the database is checked page by
page, and it is deleted: what is built anew must give the same answers. Exit code 1 when anything is wrong.
"""

import argparse
import contextlib
import io
import json
import multiprocessing
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent
sys.path[:0] = [str(REPOSITORY / "scripts"), str(REPOSITORY)]

from context_memory.cli.run import run  # noqa: E402

NOW = "2026-11-20T12:00:00Z"
NOTE = "memory/2026-11-20.md"
FACTS = "memories/facts.md"
QUESTIONS = (
    "which port does the harbour crane use",
    "灯塔 的 颜色",
    "crane 17",
    "who paints the lighthouse",
    "config yaml never touch",
    "ledger of writer 1",
    "Python",
    "what is forgotten",
)
EMBARRASSING = ("database is locked", "Traceback", "our bug", "malformed", "damaged", "unreadable")


@dataclass(slots=True)
class Told:
    """What one process was told is done, and what went wrong on the way."""

    docs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Text and standing of each doc, by its id."""
    pieces: list[str] = field(default_factory=list)
    """Bullets in memory files."""
    entries: list[str] = field(default_factory=list)
    """Ids of entries of the note."""
    facts: list[str] = field(default_factory=list)
    """Promoted bullets."""
    touches: int = 0
    """How often the doc that all ask for was given out."""
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Process:
    """One process with a folder of its own for what it hands to the commands."""

    def __init__(self, workspace: Path, name: str, seed: int) -> None:
        self.workspace, self.name = workspace, name
        self.chance = random.Random(f"{seed} {name}")
        self.told = Told()
        self.number = 0
        self.own = workspace / "own" / name
        self.own.mkdir(parents=True)

    def call(self, command: str, *arguments: str) -> Any:
        """What the command prints as JSON, one value for one line; None where it failed."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(command, arguments, program=command)
        if code or any(word in err.getvalue() for word in EMBARRASSING):
            self.told.faults.append(f"{self.name}: {command} ended with {code}: {err.getvalue().strip()[:300]}")
            return None
        self.told.done[command] += 1
        text = out.getvalue()
        return json.loads(text) if text.startswith(("{\n", "[\n")) else [json.loads(line) for line in text.splitlines()]

    def in_workspace(self, command: str, *arguments: str) -> Any:
        """The same with this workspace."""
        return self.call(command, *arguments, "--json", "--workspace", str(self.workspace))

    # -- writing ------------------------------------------------------------------------------------

    def remember(self) -> None:
        """One doc."""
        text = f"{self.name} wrote down that crane {self._next()} uses port {self.chance.randint(1, 9999)}"
        answer = self.in_workspace("remember", text, "--kind", "fact")
        if answer:
            self.told.docs[answer[0]["id"]] = {"text": text}

    def remember_batch(self) -> None:
        """Up to forty docs, some with ids of their own, in two scopes."""
        lines = []
        for _ in range(self.chance.randint(1, 40)):
            number = self._next()
            line = {"text": f"{self.name} 说 灯塔 {number} 的颜色是 {self.chance.randint(1, 999)} 号", "seq": number}
            line |= {"id": f"{self.name}:{number}"} if number % 2 else {"session": self.name}
            lines.append(line | ({"scope": "agent:other"} if number % 3 == 0 else {}))
        path = self.own / "batch.jsonl"
        path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), encoding="utf-8")
        answers = self.in_workspace("remember", "--batch", str(path))
        for line, answer in zip(lines, answers or (), strict=False):
            handle = f"{line['id']}@{line['scope']}" if "id" in line and "scope" in line else answer["id"]
            self.told.docs[handle] = {"text": line["text"]}

    def pin(self) -> None:
        """Pin a doc of its own."""
        known = self._known()
        if known and self.in_workspace("memory pin", known):
            self.told.docs[known]["pinned"] = True

    def forget(self) -> None:
        """Forget a doc of its own, or bring it back."""
        known = self._known()
        if known:
            gone = self.told.docs[known].get("forgotten", False)
            if self.in_workspace("forget", known, *(("--undo",) if gone else ())):
                self.told.docs[known]["forgotten"] = not gone

    def edit_file(self) -> None:
        """Write a bullet into a memory file, as a person would, and bring the index up to date."""
        bullet = f"{self.name} paints lighthouse {self._next()} {self.chance.choice(('red', '蓝色', 'white'))}"
        with (self.workspace / "memories" / f"{self.name}.md").open("a", encoding="utf-8") as file:
            file.write(f"- {bullet}\n")
        if self.call("memory index", "--workspace", str(self.workspace), "--json"):
            self.told.pieces.append(bullet)

    def flush(self) -> None:
        """A session of its own into the note of the day."""
        number = self._next()
        said = f"Please never touch config/{self.name}_{number}.yaml, and always run make check-{number}."
        path = self.own / f"{self.name}-{number}.jsonl"
        messages = [{"role": "user", "content": said}, {"role": "assistant", "content": f"I decided to use {number}."}]
        path.write_text("".join(f"{json.dumps(message)}\n" for message in messages), encoding="utf-8")
        answer = self.in_workspace("flush", str(path), "--now", NOW)
        path.unlink()
        if answer and answer["entry"]:
            self.told.entries.append(answer["entry"])

    def promote(self) -> None:
        """A pair of its own into the file that all promote into."""
        key, value = f"{self.name}k{self._next()}", f"v{self.chance.randint(1, 9999)}"
        pair = ("--key", key, "--value", value, "--file", FACTS)
        if self.in_workspace("memory promote", "--header", f"Ledger {self.chance.randint(1, 5)}", *pair, "--force"):
            self.told.facts.append(f"- {key}: {value}")

    # -- reading ------------------------------------------------------------------------------------

    def recall(self) -> None:
        """A question; what comes back has been given out."""
        self.in_workspace("recall", self.chance.choice(QUESTIONS), "--limit", "5", "--now", NOW)

    def recall_shared(self) -> None:
        """The question that only one doc answers: every answer is counted on that doc."""
        answer = self.in_workspace("recall", "zanzibar", "--limit", "1", "--now", NOW)
        if answer:
            self.told.touches += [hit["id"] for hit in answer["hits"]] == ["shared"]

    def recall_batch(self) -> None:
        """All questions in one process, in the other scope."""
        path = self.own / "questions.jsonl"
        path.write_text("".join(f"{json.dumps({'query': each})}\n" for each in QUESTIONS), encoding="utf-8")
        for answer in self.in_workspace("recall", "--batch", str(path), "--scope", "agent:other", "--now", NOW) or ():
            if any(" wrote down that " in hit["text"] for hit in answer["hits"]):
                self.told.faults.append(f"{self.name}: another scope answered {answer['query']}")

    def show(self) -> None:
        """A doc that is there from the beginning."""
        self.in_workspace("memory show", "shared")

    def status(self) -> None:
        """Counts."""
        answer = self.in_workspace("memory status")
        if answer and answer["problem"]:
            self.told.faults.append(f"{self.name}: {answer['problem']}")

    def travel(self) -> None:
        """What the memory files held a moment ago."""
        self.in_workspace("history at", "now")

    def _next(self) -> int:
        self.number += 1
        return self.number

    def _known(self) -> str:
        return self.chance.choice(list(self.told.docs)) if self.told.docs else ""


WRITING = ("remember", "remember", "remember_batch", "pin", "forget", "edit_file", "flush", "promote", "recall_shared")
READING = ("recall", "recall", "recall_shared", "recall_batch", "show", "status", "travel")


def begun(workspace: Path) -> None:
    """What has to be there before readers come."""
    (workspace / "memories").mkdir(parents=True)
    (workspace / "MEMORY.md").write_text("# Memory\n\n## Stack\n- Python: 3.12\n", encoding="utf-8")
    first = Process(workspace, "first", 0)
    batch = first.own / "batch.jsonl"
    batch.write_text(json.dumps({"text": "the parrot of zanzibar", "id": "shared"}) + "\n", encoding="utf-8")
    first.in_workspace("remember", "--batch", str(batch))
    first.promote()
    if first.told.faults:
        raise SystemExit("\n".join(first.told.faults))


def worked(workspace: Path, name: str, actions: Sequence[str], seconds: float, seed: int) -> None:
    """The life of one process; its report is a file."""
    process = Process(workspace, name, seed)
    end = time.monotonic() + seconds
    once = process.chance.sample(actions, len(actions))  # on a slow machine too, each is done
    try:
        while once or time.monotonic() < end:
            getattr(process, once.pop() if once else process.chance.choice(actions))()
    except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs into the report
        process.told.faults.append(f"{name} died: {type(error).__name__}: {error}")
    told = process.told
    report = {"docs": told.docs, "pieces": told.pieces, "entries": told.entries, "facts": told.facts}
    report |= {"touches": told.touches, "done": told.done, "faults": told.faults}
    (process.own / "report.json").write_text(json.dumps(report), encoding="utf-8")


def together(workspace: Path, *, writers: int, readers: int, seconds: float, seed: int) -> Told:
    """Run them all; what they were told, in one."""
    context = multiprocessing.get_context("fork")
    lives = [(f"w{n}", WRITING) for n in range(writers)] + [(f"r{n}", READING) for n in range(readers)]
    running = [context.Process(target=worked, args=(workspace, name, way, seconds, seed)) for name, way in lives]
    for each in running:
        each.start()
    for each in running:
        each.join()
    total = Told()
    for name, _ in lives:
        path = workspace / "own" / name / "report.json"
        if not path.exists():
            total.faults.append(f"{name} left no report")
            continue
        report = json.loads(path.read_text(encoding="utf-8"))
        total.docs |= report["docs"]
        total.pieces += report["pieces"]
        total.entries += report["entries"]
        total.facts += report["facts"]
        total.touches += report["touches"]
        total.done += Counter(report["done"])
        total.faults += report["faults"]
    return total


# -- looking ----------------------------------------------------------------------------------------


def looked(workspace: Path, told: Told) -> list[str]:
    """What is wrong with the workspace after all of it."""
    state = workspace / ".context-memory"
    faults = database_faults(state / "state.sqlite") + journal_faults(state / "docs.jsonl")
    faults += lost(state / "state.sqlite", told.docs)
    found = rows(state / "state.sqlite", "SELECT access_count FROM docs WHERE id = 'shared'")
    if [(told.touches,)] != found:
        faults.append(f"the shared doc was given out {told.touches} times, its count is {found}")
    texts = " ".join(row[0] for row in rows(state / "state.sqlite", "SELECT text FROM docs WHERE file <> 0"))
    faults += [f"no piece of the index holds {piece}" for piece in told.pieces if piece not in texts]
    note = (workspace / NOTE).read_text(encoding="utf-8") if told.entries else ""
    faults += [f"the note has lost the entry {entry}" for entry in told.entries if note.count(entry) != 1]
    facts = (workspace / FACTS).read_text(encoding="utf-8").splitlines()
    faults += [f"{FACTS} has lost {fact}" for fact in told.facts if facts.count(fact) != 1]
    return faults


def same_when_rebuilt(workspace: Path) -> list[str]:
    """D-11: the database is deleted; the answers before and after are compared."""
    before = answers(workspace)
    for path in (workspace / ".context-memory").glob("state.sqlite*"):
        path.unlink()
    after = answers(workspace)
    return [f"the answer to {one[0]!r} changed" for one, other in zip(before, after, strict=True) if one != other]


def answers(workspace: Path) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Every question with its hits and their scores."""
    process = Process.__new__(Process)
    process.workspace, process.name, process.told = workspace, "after", Told()
    given = []
    for question in QUESTIONS:
        answer = process.in_workspace("recall", question, "--limit", "10", "--now", NOW, "--no-touch")
        hits = answer["hits"] if answer else process.told.faults
        given.append((question, [tuple(hit.values()) for hit in hits]))
    return given


def database_faults(path: Path) -> list[str]:
    """What SQLite finds wrong with its pages and its search index."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        try:
            connection.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except sqlite3.DatabaseError as error:
            found.append(f"the search index: {error}")
    return found


def journal_faults(path: Path) -> list[str]:
    """Lines of the journal that are no whole events."""
    faults = []
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
        try:
            event = json.loads(line)
        except ValueError:
            event = None
        if not line.endswith(b"\n") or not isinstance(event, dict) or not event.keys() & {"put", "touch"}:
            faults.append(f"line {number} of the journal is no event: {line[:80]!r}")
    return faults


def lost(path: Path, docs: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Docs that are not as they were acknowledged."""
    known = {row[0]: row[1:] for row in rows(path, "SELECT id, text, pinned, forgotten_at FROM docs")}
    faults = []
    for doc_id, told in docs.items():
        text, pinned, forgotten = known.get(doc_id, ("", 0, None))
        if text != told["text"]:
            faults.append(f"the doc {doc_id} is lost")
        elif bool(pinned) != told.get("pinned", False) or (forgotten is not None) != told.get("forgotten", False):
            faults.append(f"the doc {doc_id} is not pinned or forgotten as it was told")
    return faults


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    """Rows of a query."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def main(argv: Sequence[str], show: Callable[[str], object] = print) -> int:
    """Run it; print what is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--readers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args(argv)
    base = Path(tempfile.mkdtemp(prefix="load-"))
    os.environ["XDG_STATE_HOME"] = str(base / "state-home")
    workspace = base / "workspace"
    begun(workspace)
    told = together(
        workspace,
        writers=arguments.writers,
        readers=arguments.readers,
        seconds=arguments.seconds,
        seed=arguments.seed,
    )
    faults = told.faults + looked(workspace, told) + same_when_rebuilt(workspace)
    shutil.rmtree(base)
    for fault in faults[:40]:
        show(fault)
    show(
        f"{arguments.writers} writers and {arguments.readers} readers for {arguments.seconds:g} s: "
        f"{sum(told.done.values()):,} commands, {len(told.docs):,} docs, {len(told.pieces)} bullets, "
        f"{len(told.entries)} notes, {len(told.facts)} promotions, {told.touches} touches: {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
