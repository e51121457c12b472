"""What is learnt from messages of people: lasting things that were said, and messages that hold none.

Half English, half Chinese. Each file of `lasting/` was written by hand and held out once: what counts is what is learnt
of a file at first sight, because that is what people get. Afterwards it was read, its classes of mistakes were mended,
and it joined the sets to which the weights of words are fitted (`fit_learning`). `[[...]]` marks what lasts; `\\n` is a
new line. At first sight, learnt of what lasts and share of false ones among messages that hold nothing, by age:

| sets | by | learnt | false |
|---|---|---|---|
| `opened_once`, `second_reading`, `second_sight`, `third_sight` | rules alone | .81 | .04 |
| `fourth_sight` to `eighth_sight` | rules alone | .72 | .02 |
| `ninth_sight` to `twelfth_sight` | rules alone | .67 | .06 |
| `thirteenth_sight` to `fifteenth_sight` | with weights of words | .73 | .12 |
| `talk`, `sixteenth_sight`: long messages, the hardest look-alikes | with weights of words | .59 | .30 |
| `seventeenth_sight` to `twentieth_sight`: ordinary traffic | with weights of words | .71 | .07 |
| 800 messages by another hand, never read | with weights of whole messages | .73 | .11 |
| `twenty_first_sight` and `twenty_second_sight`: 600 messages by two more hands | as it is now | .84 | .02 |

`voices` holds pairs that hardly differ, `pairs` messages of which one of two lasts, `passing` only requests of the
moment, `chat` what people say in long talks, `asides` short statements beside a task. `household` and `developers` are
as wide as real traffic and half of them is hard: only the words of whole messages are fitted to them.
"""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from context_memory.memory.learning import stated_facts
from context_memory.transcripts import speakers
from context_memory.transcripts.formats import read_session

from .table import Row, show

FOLDER = Path(__file__).parent / "lasting"
HALVES = (
    "development",
    "held_out",
    "unseen",
    "opened_once",
    "read_once",
    "second_sight",
    "third_sight",
    "fourth_sight",
    "fifth_sight",
    "sixth_sight",
    "seventh_sight",
    "eighth_sight",
    "ninth_sight",
    "tenth_sight",
    "eleventh_sight",
    "twelfth_sight",
    "thirteenth_sight",
    "fourteenth_sight",
    "fifteenth_sight",
    "passing",
    "second_reading",
    "voices",
    "talk",
    "pairs",
    "chat",
    "sixteenth_sight",
    "seventeenth_sight",
    "asides",
    "eighteenth_sight",
    "nineteenth_sight",
    "twentieth_sight",
    "twenty_first_sight",
    "twenty_second_sight",
    "household",
    "developers",
)
UNFITTED = ("sixteenth_sight", "twenty_first_sight", "twenty_second_sight")
"""No weights are fitted to them. Fitted to 400 messages of the second, as much of the third was learnt as before."""
OF_MESSAGES = ("household", "developers")
"""Sets to which only the words of whole messages are fitted: a third of what passes in them looks like what lasts,
clause by clause, so that `we never rebase` would no longer last by itself."""
_MARKED = re.compile(r"(?s)\[\[(.+?)\]\]")
LEAST_RECALL = 0.80
MOST_FALSE = 0.03
Learn = Callable[[str], list[str]]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message of a person."""

    language: str
    words: str
    lasting: tuple[str, ...]
    """What of it lasts, each by itself."""


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
    return [row_of(half, language, count(half, language, stated)) for half in HALVES for language in ("en", "zh")]


def messages(half: str) -> Iterator[Labelled]:
    """The labelled messages of one half."""
    language = ""
    for line in (FOLDER / f"{half}.txt").read_text("utf-8").splitlines():
        if line.startswith("# "):
            language = line.split()[1]
        elif line:
            marked = line.replace("\\n", "\n")
            yield Labelled(language, marked.replace("[[", "").replace("]]", ""), tuple(_MARKED.findall(marked)))


def count(half: str, language: str, learn: Learn, missed: list[str] | None = None) -> Count:
    """How much of one half is learnt by `learn`; what went wrong is added to `missed`."""
    done = Count()
    for each in messages(half):
        if each.language != language:
            continue
        learnt = learn(each.words)
        hits = [text for text in learnt if any(same_place(text, marked) for marked in each.lasting)]
        of_them = sum(any(same_place(text, marked) for text in learnt) for marked in each.lasting)
        done.lasting += len(each.lasting)
        done.learnt += of_them
        done.passing += not each.lasting
        done.false += bool(learnt and not each.lasting)
        done.extra += len(learnt) - len(hits) if each.lasting else 0
        is_wrong = of_them < len(each.lasting) or len(hits) < len(learnt)
        if missed is not None and is_wrong:
            missed.append(f"{each.words!r}\n    {learnt}")
    return done


def stated(message: str) -> list[str]:
    """What the rules learn, without a model."""
    return [each.text for each in stated_facts.find_stated(message)]


def same_place(text: str, lasting: str) -> bool:
    """Whether what was learnt holds the marked words or is the heart of them (a name from its sentence)."""
    words = text.rpartition(": ")[2].rpartition("：")[2].strip(" .!,。！，").casefold()
    marked = lasting.strip(" .!,。！，").casefold()
    return bool(marked) and (marked in text.casefold() or words in marked)


def row_of(half: str, language: str, done: Count) -> Row:
    """What is printed of the messages of one half in one language."""
    met = done.learnt >= LEAST_RECALL * done.lasting and done.false <= MOST_FALSE * done.passing
    shown = (
        f"{done.learnt} of {done.lasting} learnt, {done.false} of {done.passing} false, {done.extra} beside the mark"
    )
    before = "before these rules: 7 of 64 learnt, 3 of 64 false" if half == "held_out" else ""
    return Row(f"learn, {half}, {language}", shown, before, f">= {LEAST_RECALL:.0%}, <= {MOST_FALSE:.0%} false", met)


def main() -> None:
    """Show what went wrong in a half (`development` by default), or what is learnt from transcripts."""
    given = sys.argv[1:] or [HALVES[0]]
    if Path(given[0]).is_file():
        print(show([_of_sessions([Path(each) for each in given])]))
        return
    for language in ("en", "zh"):
        missed: list[str] = []
        print(language, count(given[0], language, stated, missed))
        print("\n".join(missed))


def _of_sessions(files: list[Path]) -> Row:
    """Of the messages that people wrote to agents: those with something lasting that is learnt, and false ones.

    `lasting/real.txt` names the former by hash, as they are not ours to print; all others were read and hold nothing.
    """
    lasting = set((FOLDER / "real.txt").read_text("ascii").split())
    said = [words for file in files for each in read_session(file).messages if (words := speakers.said(each))]
    marked = [words for words in said if _hash(words) in lasting]
    learnt = sum(bool(stated(words)) for words in marked)
    false = sum(bool(stated(words)) for words in said if _hash(words) not in lasting)
    shown = f"{learnt} of {len(marked)} learnt, {false} of {len(said) - len(marked)} false"
    return Row("learn, real sessions", shown, "", f"<= {MOST_FALSE:.0%} false", false <= MOST_FALSE * len(said))


def _hash(words: str) -> str:
    return sha256(words.encode()).hexdigest()[:16]


if __name__ == "__main__":
    main()
