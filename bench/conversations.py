"""What recall is asked about: our own dialogues, and public sets that lie elsewhere and are no part of this repository.

LoCoMo may be measured on, not shipped from: it is not for commercial use.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from context_memory.errors import InputError

from .dialogues import Dialogue, dialogues
from .hop_dialogues import hop_dialogues

_HERE = Path(__file__).parent
_EVIDENCE = re.compile(r"D\s*:?\s*(\d+)\s*:\s*0*(\d+)")
_CATEGORIES = {1: "multi", 2: "temporal", 3: "open", 4: "single"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids that answer it."""

    text: str
    evidence: frozenset[str]
    """Empty where nothing answers it."""
    category: str
    apart: tuple[frozenset[str], ...] = ()
    """The evidence by whom it is about, where the question joins two."""
    groups: tuple[frozenset[str], ...] = ()
    """Evidence of which one of each group is enough; empty where each id counts by itself."""
    scope: str = ""
    until: str = ""
    """ISO time; what was said then or later is no hit."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Docs as lines of a batch, and questions about them."""

    name: str
    lines: tuple[dict[str, Any], ...]
    questions: tuple[Asked, ...]
    workspace: Path | None = None
    """The folder whose files are the memory, instead of lines; evidence names lines of files: `MEMORY.md#L3-9`."""


def own(count: int = 5) -> Iterator[Corpus]:
    """Our own dialogues, English and Chinese."""
    return map(_corpus, dialogues(count=count))


def own_hops() -> Iterator[Corpus]:
    """Our own talks among three, whose questions are answered in more than one place."""
    return map(_corpus, hop_dialogues())


def _corpus(dialogue: Dialogue) -> Corpus:
    lines = tuple(
        {
            "text": turn.text,
            "id": turn.id,
            "session": turn.session,
            "speaker": turn.speaker,
            "created_at": turn.created_at.isoformat(),
        }
        | ({"seq": turn.seq} if turn.session else {})
        for turn in dialogue.turns
    )
    asked = tuple(
        Asked(each.text, frozenset(each.evidence), each.category, tuple(map(frozenset, each.apart)))
        for each in dialogue.questions
    )
    return Corpus(dialogue.name, lines, asked)


def conversations(path: Path, *, dated: bool = True) -> Iterator[Corpus]:
    """Conversations of a file or of all files of a folder: LoCoMo's JSON, or JSON Lines of our own.

    A line of ours is a doc as `remember --batch` takes it, with its id, or a question:
    {"query", "evidence": [ids], "category"?}. Raises InputError for a file that is neither.
    """
    files = sorted((*path.glob("*.json"), *path.glob("*.jsonl"))) if path.is_dir() else [path]
    for file in files:
        yield _lines(file) if file.suffix == ".jsonl" else _locomo(file, dated=dated)


def _lines(file: Path) -> Corpus:
    try:
        found = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        docs = tuple(line for line in found if "query" not in line)
        asked = tuple(
            Asked(line["query"], frozenset(line["evidence"]), line.get("category", "all"))
            for line in found
            if "query" in line
        )
        known = {line["id"] for line in docs}
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        hint = 'lines of {"id", "text", ...} and of {"query", "evidence"}'
        raise InputError(f"{file}: {error!r}", hint=hint) from error
    lost = sorted({each for question in asked for each in question.evidence} - known)
    if lost:
        raise InputError(f"{file}: no doc has the id {lost[0]}", hint="evidence names ids of docs of the same file")
    return Corpus(file.stem, docs, asked)


def _locomo(file: Path, *, dated: bool) -> Corpus:
    """Questions without evidence and adversarial ones are left out."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        lines = tuple(_locomo_turns(found, dated=dated))
        known = {line["id"] for line in lines}
        asked = []
        for question in found["qa"]:
            ids = {f"D{a}:{b}" for each in question.get("evidence", ()) for a, b in _EVIDENCE.findall(each)} & known
            if ids and question["category"] in _CATEGORIES:
                asked.append(Asked(question["question"], frozenset(ids), _CATEGORIES[question["category"]]))
    except (ValueError, KeyError, TypeError, AttributeError, OSError) as error:
        hint = "a LoCoMo conversation with session_N and qa, or JSON Lines"
        raise InputError(f"{file}: {error!r}", hint=hint) from error
    return Corpus(file.stem, lines, tuple(asked))


def _locomo_turns(found: dict[str, Any], *, dated: bool) -> Iterator[dict[str, Any]]:
    for name, turns in found.items():
        if not (re.fullmatch(r"session_\d+", name) and isinstance(turns, list)):
            continue
        for seq, turn in enumerate(turns):
            caption = f" [shared a photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            line = {"text": f"{turn['speaker']}: {turn['text']}{caption}", "id": turn["dia_id"]}
            line |= {"session": name, "seq": seq, "speaker": turn["speaker"]}
            yield line | ({"created_at": found[f"{name}_date_time"]} if dated else {})


def cmrc(path: Path) -> Iterator[Corpus]:
    """CMRC 2018: Chinese questions, each answered by one paragraph."""
    found = json.loads(path.read_text(encoding="utf-8"))["data"]
    paragraphs = [each for article in found for each in article["paragraphs"]]
    lines = tuple({"text": each["context"], "id": each["id"]} for each in paragraphs)
    asked = tuple(
        Asked(question["question"], frozenset((each["id"],)), "zh")
        for each in paragraphs
        for question in each["qas"][:1]
    )
    yield Corpus("cmrc", lines, asked)


def reminders(language: str) -> Corpus:
    """A life in a hundred notes of our own, and what calls for some of them: rarely in their words, mostly no question.

    Written by hand by somebody who did not know how anything is ranked; `language` is zh or en.
    """
    found = json.loads((_HERE / f"reminders_{language}.json").read_text(encoding="utf-8"))
    asked = (Asked(each["text"], frozenset(each["relevant"]), each["kind"]) for each in found["queries"])
    return Corpus(f"reminders {language}", tuple(found["memories"]), tuple(asked))


def memorybank(folder: Path, language: str) -> Iterator[Corpus]:
    """What fifteen people told a companion in ten days, and questions about it: MemoryBank, `language` cn or en.

    The set names no evidence; ours was found by reading: for each question `day:number` of every message that alone
    answers it or a part of it, messages counted from 0 each day, what was asked and what was answered in turn.
    """
    evidence = json.loads((_HERE / "memorybank_evidence.json").read_text(encoding="utf-8"))[language]
    bank = json.loads((folder / f"memory_bank_{language}.json").read_text(encoding="utf-8"))
    asked = (folder / f"probing_questions_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    chats = {name.strip(): person["history"] for name, person in bank.items()}
    for line, answers in zip(asked, evidence, strict=True):
        ((name, questions),) = json.loads(line).items()
        lines = tuple(
            {
                "text": text,
                "id": f"{day}:{number}",
                "session": day,
                "seq": number,
                "speaker": speaker,
                "created_at": day,
            }
            for day, messages in chats[name.strip()].items()
            for number, (speaker, text) in enumerate(
                (speaker, message[part])
                for message in messages
                for speaker, part in ((name.strip(), "query"), ("assistant", "response"))
            )
        )
        found = zip(questions, map(frozenset, answers), strict=True)
        yield Corpus(name.strip(), lines, tuple(Asked(text, ids, language) for text, ids in found if ids))


def memories(folder: Path) -> Iterator[Corpus]:
    """Short memories and dialogues that call for some of them, as MADial-Bench has them.

    docs.jsonl of {"id", "text"}, questions.jsonl of {"query", "ids"}.
    """
    lines = tuple(map(json.loads, (folder / "docs.jsonl").read_text(encoding="utf-8").splitlines()))
    questions = map(json.loads, (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines())
    yield Corpus(folder.name, lines, tuple(Asked(q["query"], frozenset(q["ids"]), "dialogue") for q in questions))
