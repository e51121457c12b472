"""What is learnt from messages of people: lasting things that were said, and messages that hold none.

Half English, half Chinese. Rules are made from `lasting/development.txt`; `lasting/held_out.txt` was written before
them and only counts. `lasting/unseen.txt` was written after them, in two parts: of the first 40 lasting things 18 were
learnt at first sight, of the 20 at the ends of its sections 5, and no passing message was. Forms that nobody has
thought of are what is missed: read first sight as what people get. `[[...]]` marks what lasts; `\\n` is a new line.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from context_memory.memory.learning import stated_facts

from .table import Row

FOLDER = Path(__file__).parent / "lasting"
HALVES = ("development", "held_out")
LEAST_RECALL = 0.80
MOST_FALSE = 0.03
Learn = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message of a person."""

    language: str
    words: str
    lasting: str
    """What of it lasts; empty: nothing."""


@dataclass(slots=True)
class Count:
    """What learning made of labelled messages."""

    lasting: int = 0
    learnt: int = 0
    passing: int = 0
    false: int = 0
    extra: int = 0
    """Texts learnt from messages that hold something lasting, but from elsewhere in them."""


def measure() -> list[Row]:
    """Rows for each half and language."""
    return [_row(half, language) for half in HALVES for language in ("en", "zh")]


def messages(half: str) -> Iterator[Labelled]:
    """The labelled messages of one half."""
    language = ""
    for line in (FOLDER / f"{half}.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            language = line.split()[1]
        elif line:
            lasting = line.partition("[[")[2].partition("]]")[0]
            yield Labelled(language, line.replace("[[", "").replace("]]", "").replace("\\n", "\n"), lasting)


def count(half: str, language: str, learn: Learn, missed: list[str] | None = None) -> Count:
    """How much of one half is learnt by `learn`; what went wrong is added to `missed`."""
    done = Count()
    for each in messages(half):
        if each.language != language:
            continue
        learnt = learn(each.words)
        hits = [text for text in learnt if _same_place(text, each.lasting)]
        done.lasting += bool(each.lasting)
        done.learnt += bool(each.lasting and hits)
        done.passing += not each.lasting
        done.false += bool(learnt and not each.lasting)
        done.extra += len(learnt) - len(hits) if each.lasting else 0
        is_wrong = bool(each.lasting) != bool(hits) or len(hits) < len(learnt)
        if missed is not None and is_wrong:
            missed.append(f"{each.words!r}\n    {learnt}")
    return done


def stated(message: str) -> list[str]:
    """What the rules learn, without a model."""
    return [each.text for each in stated_facts.of(message)]


def _same_place(text: str, lasting: str) -> bool:
    """Whether what was learnt holds the marked words or is the heart of them (a name from its sentence)."""
    words = text.rpartition(": ")[2].rpartition("：")[2].strip(" .!,。！，").casefold()
    marked = lasting.strip(" .!,。！，").casefold()
    return bool(marked) and (marked in text.casefold() or words in marked)


def _row(half: str, language: str) -> Row:
    done = count(half, language, stated)
    met = done.learnt >= LEAST_RECALL * done.lasting and done.false <= MOST_FALSE * done.passing
    shown = (
        f"{done.learnt} of {done.lasting} learnt, {done.false} of {done.passing} false, {done.extra} beside the mark"
    )
    before = "before these rules: 7 of 64 learnt, 3 of 64 false" if half == "held_out" else ""
    return Row(f"learn, {half}, {language}", shown, before, f">= {LEAST_RECALL:.0%}, <= {MOST_FALSE:.0%} false", met)


def main() -> None:
    """Show what went wrong in the development half; `held_out` only on demand."""
    half = sys.argv[1] if len(sys.argv) > 1 else HALVES[0]
    for language in ("en", "zh"):
        missed: list[str] = []
        print(language, count(half, language, stated, missed))
        print("\n".join(missed))


if __name__ == "__main__":
    main()
