"""What is learnt from messages of people: lasting things that were said, and messages that hold none.

Half English, half Chinese. The grammar was made on the files of `lasting/`, each held out once. At first sight, which
is what people get, it learnt in English and Chinese 52 and 50 of 60 of `opened_once` (1 of 31 and 1 of 30 passing
ones), 25 and 28 of 30 of `second_reading` (1 of 30 each), 30 and 28 of 40 of `second_sight` (1 and 4 of 40) and, after
more rules, 21 and 24 of 30 of `third_sight` (0 and 1 of 30). Of what `second_reading` holds no rule was made for those
that it missed. Then five files were written one after the other, each read once, then mended by classes: 20 and 25 of
30 of `fourth_sight`, 20 and 23 of `fifth_sight` (1 and 2 of 30 false), 23 and 20 of `sixth_sight` (0 and 1), 23 and 20
of `seventh_sight`, 19 and 23 of `eighth_sight` (none): .71 and .72 of what such sentences say, 4 of 240 false. Of
`ninth_sight`, by another hand, 11 and 10 of 15 (0 and 1 of 15 false). `tenth_sight` and `eleventh_sight` put rules
into the middle of longer requests: 31 and 33 of 40 (2 and 5 of 30 false) and, after classes were mended on the tenth,
23 and 28 of 40 of the eleventh (1 and 4 of 30 false), then it was mended too. Of `twelfth_sight`, written after that,
11 and 14 of 25 (none of 40 false). Mending the phrases of the last set did not generalise, so weights of words were
fitted to all sets beside the rules (`fit_learning`): of `thirteenth_sight`, written before that, the rules alone learnt
23 and 25 of 40 (0 and 4 of 30 false), with the words of the other sets 29 and 25 (1 and 2), 27 and 26 (1 and 3) once
rules stood unless the words spoke against them; of the sets ten to twelve, with the rules of their day, .80 and .84
instead of .66 and .76. `passing` holds only requests of the moment in the manner of real sessions, hard to tell from
rules: at first sight the rules alone took 9 of 109 and 11 of 117 of them for lasting.
`fourteenth_sight` and `fifteenth_sight`, by two other hands and never read before: 48 and 49 of 65 and 62 things said,
14 of 80 false, most of them quotes over several sentences and remarks such as "no decision yet"; with the words of
`voices`, 900 lines in the manner of twenty people, half of them pairs that hardly differ, 52 and 49 (of `voices`, left
out of the fit, 205 of 298 and 60 of 86, 37 of 419 and 2 of 93 false); without quotes and such remarks, 2 false.
`talk` and `sixteenth_sight` hold what is hardest: long messages with words such as always or never that state nothing
(requirements of what is built, texts to be handed on, what papers and others say, games). At first sight 40 of 160 of
`talk` were false, and of `sixteenth_sight` 25 and 22 of 40 learnt, 36 of 90 false; with gates for those classes, and
words of `talk` and of `pairs` (messages that hardly differ, one of two lasts), 26 and 28 of 40, 25 of 90 false,
and 15 once it was read and suppositions, role play and scenes were mended.
`seventeenth_sight` is a day's ordinary traffic by another hand: 37 of 54 and 33 of 40 at first sight, 5 of 90 false.
`chat` was written beside it, for what people say in long talks (feelings, plans, praise, remarks) and for facts in
passing. Its first part, left out of the fit: 65 of 103 and 59 of 96 learnt, 29 of 168 and 18 of 132 false. Its last
part, before any fit had seen it: 30 of 62 and 24 of 42, 6 of 62 and 1 of 39 false (32 and 23, 5 and 1 with the
embedder). Chinese clauses that begin with he, she or it are told since then, if their words say so.
`eighteenth_sight` and `nineteenth_sight`, by one other hand: 67 of 96 at first sight, 6 of 90 false (71 and 11 with the
embedder). `asides` was written after they were read: short statements beside a task (what somebody cannot eat, values,
who is asked for what, what has moved, rules without a verb), and as many lines that look like them. Of its first 844
lines 194 of 407 were learnt before any fit had seen them, 69 of 437 false; of the others, with the words of the first,
85 of 152, 16 of 140. `twentieth_sight`, by another hand: 55 of 80, 6 of 80 false. With a share of .03 false, .33 and
.36 of the last two (English, Chinese; left out of the fit) reached the threshold without `asides`, .52 and .52 with it.
Such lines were missing, not another form of model of the clause alone. What stands around it, in its sentence and
message, does help: with the weights of `in_context`, fitted to the score that other sets give, .58 and .58 of the seven
parts of sets hardest to tell reach .06 false (.54 and .54 by the clause alone), .62 and .59 with the embedder (.54 and
.57). Of two sets by another hand, scored and never read, 132 of 200 are learnt and 11 of 160 false (134 and 22 by the
clause alone), with the embedder 138 and 13 (141 and 27).
`household` and `developers`, by two other hands, are as wide as real traffic and half of it is hard: to them only the
words of whole messages are fitted. 800 messages by a third hand were never read: .66 and .14 with clauses alone, .73
and .11 with their messages.
`[[...]]` marks what lasts; `\\n` is a new line.
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
    "household",
    "developers",
)
UNFITTED = "sixteenth_sight"
"""No weights are fitted to it."""
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
    return [_row(half, language) for half in HALVES for language in ("en", "zh")]


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


def _row(half: str, language: str) -> Row:
    done = count(half, language, stated)
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
