"""Memories of our own, written before anybody looked at how the ranker does on them: a team's files, a person's talks
with an assistant, statements in Chinese, and nine of up to twenty lines. Half of the questions about each are near
misses that nothing answers.

`memories/NAME.txt` holds the questions: `? question`, then a line `= piece of the text that answers it` for each of
those. A session or statement begins with its day.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .conversations import Asked, Corpus

FOLDER = Path(__file__).parent / "memories"
_STATEMENT = re.compile(r"(\d{4}-\d\d-\d\d) (.+)")


def files(name: str) -> Corpus:
    """A folder of MEMORY.md, USER.md, pages and dated notes."""
    folder = FOLDER / name
    lines = {
        f"{path.relative_to(folder).as_posix()}#L{number}": line
        for path in sorted(folder.rglob("*.md"))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    }
    return Corpus(name, (), tuple(_questions(FOLDER / f"{name}.txt", lines)), folder)


def turns(name: str) -> Corpus:
    """Sessions of a user with an assistant, or of people: `# day`, then `speaker: text`."""
    lines = lines_of_turns(f"{name}_turns")
    texts = {f"{each['id']}": f"{each['text']}" for each in lines}
    return Corpus(name, lines, tuple(_questions(FOLDER / f"{name}.txt", texts)))


def lines_of_turns(name: str) -> tuple[dict[str, Any], ...]:
    """The turns of a file as lines of a batch."""
    session, lines = "", list[dict[str, Any]]()
    for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
        speaker, _, text = line.partition(": ")
        if line.startswith("# "):
            session = line[2:]
        elif text and " " not in speaker:
            seq = len(lines)
            place = {"id": f"m{seq}", "session": session, "seq": seq, "speaker": speaker, "created_at": session}
            lines.append({"text": text} | place)
    return tuple(lines)


def statements(name: str) -> Corpus:
    """What a person said one at a time: `day text`."""
    lines = lines_of_statements(f"{name}_statements")
    texts = {each["id"]: each["text"] for each in lines}
    return Corpus(name, lines, tuple(_questions(FOLDER / f"{name}.txt", texts)))


def lines_of_statements(name: str) -> tuple[dict[str, Any], ...]:
    """The statements of a file as lines of a batch."""
    found = _STATEMENT.findall((FOLDER / f"{name}.txt").read_text("utf-8"))
    return tuple({"text": text, "id": f"s{number}", "created_at": day} for number, (day, text) in enumerate(found))


def _questions(path: Path, texts: Mapping[str, str]) -> Iterator[Asked]:
    for block in re.split(r"^\? ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        text, *answers = block.strip().splitlines()
        groups = tuple(
            frozenset(name for name, each in texts.items() if line.removeprefix("= ") in each) for line in answers
        )
        evidence = frozenset[str]().union(*groups)
        yield Asked(text, evidence, "", groups=(evidence,) if evidence else ())
