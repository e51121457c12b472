"""More kinds of memory that recall is asked about: talks with an assistant, statements of a user, files of a workspace.

All of them lie elsewhere and are no part of this repository; of the workspaces only our own questions are.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from context_memory.memory.recall import query

from . import own_memories
from .conversations import Asked, Corpus, cmrc, conversations, memorybank, own, own_hops, reminders

_HERE = Path(__file__).parent
_SCATTERED = frozenset({"abstention", "event_ordering", "summarization"})
"""Kinds of BEAM's questions whose evidence is everywhere, or nowhere."""
_MEMSIM_TIME = re.compile(r"(\d+)年(\d+)月(\d+)日 \S+ (\d+:\d+)")
MOST_ASKED = 300
"""Questions of one set."""
FOREIGN = 60
"""Questions of another corpus of the same set, which nothing answers."""
_ANSWERED_HASHES = """
06dac01c 0d21d0ac 0f42ad73 11b8f713 1e98109f 21b8236c 23a0cab7 5e9a6a0e 68e074e8 828db112 85d53636 893d81ba
8d04b31d 8de5cf18 92fab715 937723cf 94364cfe a0be5b01 a247bfa1 ae7316ec b4e32a02 d29ae09b dcdd5752 de9e9102
e03e187d e0e80ede e4dd7584 e861e6e0
"""
_ANSWERED = frozenset(_ANSWERED_HASHES.split())
"""Of those the ones that do have an answer where they are asked, by hash of person and question: all 120 of MemoryBank
and 60 of BEAM were read beside what was found. In each language 14 of MemoryBank's are: two people asked for ways to
relieve stress, or for what was on a day."""


def beam(folder: Path) -> Iterator[Corpus]:
    """Long talks of a user with an assistant; abstention questions have no evidence."""
    for file in sorted(folder.glob("*-chat.json")):
        name = file.name.removesuffix("-chat.json")
        turns = [turn for batch in json.loads(file.read_text("utf-8")) for each in batch["turns"] for turn in each]
        lines = tuple(
            {
                "text": turn["content"],
                "id": f"m{turn['id']}",
                "session": name,
                "seq": turn["id"],
                "speaker": turn["role"],
            }
            for turn in turns
        )
        probing = json.loads((folder / f"{name}-probing_questions.json").read_text("utf-8"))
        asked = []
        for kind, questions in probing.items():
            for question in questions:
                ids = frozenset(f"m{each}" for each in _numbers(question.get("source_chat_ids")))
                if kind == "abstention":
                    asked.append(Asked(question["question"], frozenset(), kind))
                elif ids and kind not in _SCATTERED:
                    asked.append(Asked(question["question"], ids, kind))
        yield Corpus(name, lines, tuple(asked))


def _numbers(value: object) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from _numbers(each)


def memsim(folder: Path, *, in_sessions: bool = False) -> Iterator[Corpus]:
    """Statements of a user in Chinese and a question about them, each case in a scope; also as turns of a session."""
    for file in sorted(folder.glob("*.json")):
        lines, asked = [], []
        for case in json.loads(file.read_text("utf-8")):
            scope = f"agent:main:{file.stem}-{case['tid']}"
            for each in case["message_list"]:
                year, month, day, clock = _MEMSIM_TIME.match(each["time"]).groups()  # type: ignore[union-attr]
                moment = f"{year}-{month}-{day}T{clock}:00Z"
                text = {"text": each["message"], "id": f"{scope}-{each['mid']}", "scope": scope}
                place = {"session": scope, "seq": each["mid"], "speaker": "user"} if in_sessions else {}
                lines.append(text | place | {"created_at": moment})
            for question in case["question_list"]:
                ids = frozenset(f"{scope}-{each}" for each in question["target_step_id"])
                asked.append(Asked(question["question"], ids, file.stem, scope=scope))
        yield Corpus(file.stem, tuple(lines), tuple(asked))


def realmem(folder: Path) -> Iterator[Corpus]:
    """Sessions of one person with an assistant; evidence are earlier sessions, any turn of each."""
    for file in sorted(folder.glob("*.json")):
        sessions = json.loads(file.read_text("utf-8"))["dialogues"]
        lines: list[dict[str, Any]] = []
        turns: dict[str, list[str]] = {}
        asked = []
        for session in sessions:
            name, moment = session["session_uuid"], session["current_time"].partition(" ")[0]
            for seq, turn in enumerate(session["dialogue_turns"]):
                if turn.get("is_query"):
                    wanted = [turns[each] for each in session_names(sessions, name, seq) if each in turns]
                    groups = tuple(frozenset(each) for each in wanted)
                    evidence = frozenset[str]().union(*groups)
                    if evidence:
                        asked.append(Asked(turn["content"], evidence, turn["topic"], groups=groups, until=moment))
                    continue
                line = {"text": turn["content"], "id": f"{name}-{seq}", "session": name, "seq": seq}
                lines.append(line | {"speaker": turn["speaker"].lower(), "created_at": moment})
                turns.setdefault(name, []).append(f"{name}-{seq}")
        yield Corpus(file.stem, tuple(lines), tuple(asked))


def session_names(sessions: Sequence[Mapping[str, Any]], name: str, seq: int) -> list[str]:
    """The sessions that the answer to a query rests on; the turn behind it names them."""
    (session,) = (each for each in sessions if each["session_uuid"] == name)
    answer = session["dialogue_turns"][seq + 1 : seq + 2]
    return [each for turn in answer for each in turn.get("memory_session_uuids", ()) if each != name]


def workspaces(folder: Path) -> Iterator[Corpus]:
    """Folders of agents: MEMORY.md, notes, pages; our own questions, a third of them without an answer."""
    asked = json.loads((_HERE / "workspace_questions.json").read_text("utf-8"))
    for name, questions in asked.items():
        found = tuple(
            Asked(each["text"], frozenset(each["evidence"]), each["kind"], groups=(frozenset(each["evidence"]),))
            for each in questions
        )
        yield Corpus(name, (), found, folder / name)


def every(cases: Path | None) -> Iterator[tuple[str, list[Corpus]]]:
    """Name and corpora of every set that is there, no more than `MOST_ASKED` questions of each."""
    yield "own dialogues", sampled(list(own()))
    yield "own talks", sampled(list(own_hops()))
    yield "reminders, zh", [reminders("zh")]
    yield "reminders, en", [reminders("en")]
    yield "team files", [own_memories.files("team")]
    yield "assistant", [own_memories.turns("assistant")]
    yield "person, zh", [own_memories.statements("person")]
    yield "crew, en", [own_memories.statements("crew")]
    yield "notes, zh", [own_memories.statements("notes")]
    yield "small, en", [*map(own_memories.statements, ("home", "data")), *map(own_memories.turns, ("club", "lab"))]
    yield "small, zh", [*map(own_memories.statements, ("shop", "jp")), own_memories.turns("travel")]
    if cases is None:
        return
    memory = cases / "memory"
    yield "LoCoMo", sampled(list(conversations(memory / "locomo")))
    yield "MemoryBank, zh", sampled(list(memorybank(memory / "memorybank", "cn")))
    yield "MemoryBank, en", sampled(list(memorybank(memory / "memorybank", "en")))
    yield "CMRC", sampled(list(cmrc(memory / "cmrc2018" / "dev.json")))
    yield "BEAM", sampled(list(beam(memory / "beam")))
    yield "MemSim, zh", sampled(list(memsim(memory / "memsim-zh")))
    yield "MemSim, sessions", sampled(list(memsim(memory / "memsim-zh", in_sessions=True)))
    yield "RealMem", sampled(list(realmem(memory / "realmem")))
    yield "workspaces", sampled(list(workspaces(cases / "workspaces")))


def sampled(corpora: Sequence[Corpus], most: int = MOST_ASKED) -> list[Corpus]:
    """The same with so many questions at most, taken evenly; all of those that nothing answers stay."""
    random = Random(7)
    answered = sum(bool(each.evidence) for corpus in corpora for each in corpus.questions)
    share = min(1.0, most / answered) if answered else 1.0
    found = []
    for corpus in corpora:
        kept = tuple(each for each in corpus.questions if not each.evidence or random.random() < share)
        found.append(Corpus(corpus.name, corpus.lines, kept, corpus.workspace))
    return found


def _is_of_a_day(text: str) -> bool:
    return query.parse(text, {}, datetime(2026, 11, 20, tzinfo=UTC)).is_of_a_day


def foreign(corpora: Sequence[Corpus]) -> list[Asked]:
    """Questions that the next corpus answers and this one does not; their category is the number of this one.

    What was on a day is left out: any talk of that day answers it.
    """
    random, found = Random(7), list[Asked]()
    for number, other in enumerate([*corpora[1:], corpora[0]] if len(corpora) > 1 else []):
        taken = [each for each in other.questions if each.evidence and not _is_of_a_day(each.text)]
        for each in random.sample(taken, min(len(taken), FOREIGN // len(corpora))):
            if sha256(f"{corpora[number].name}\n{each.text}".encode()).hexdigest()[:8] not in _ANSWERED:
                found.append(Asked(each.text, frozenset(), str(number)))
    return found
