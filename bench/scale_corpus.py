"""Notes of many agents for measuring speed: 70 % English, 30 % Chinese, about 200 bytes each, from a seed.

Words follow Zipf's law, as in any language: a few hundred stand everywhere, most are rare. Scopes do so too: a few
agents remember very much, thousands remember a little. Questions ask for what one note says, with other words around.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Any

NOTES_IN_SESSION = 40
CHINESE = 0.3
"""Share of notes in Chinese, as in the measurements that the targets come from."""
BEGIN = datetime(2024, 1, 1, tzinfo=UTC)
_HEAD_WORDS = """
time year people way day man thing woman life child world school state family student group country problem hand part
place case week company system program question work government number night point home water room mother area money
story fact month lot right study book eye job word business issue side kind head house service friend father power hour
game line end member law car city community name president team minute idea body information back parent face others
level office door health person art war history party result change morning reason research girl guy moment air teacher
force education deploy server branch release invoice meeting budget garden kitchen ticket harbour bridge letter engine
review customer report contract holiday doctor station market window release schedule backup database password printer
budget ask need feel become leave put mean keep let begin seem help talk turn start show hear play run move like live
believe hold bring happen write provide sit stand lose pay meet include continue set learn change lead understand watch
follow stop create speak read allow add spend grow open walk win offer remember love consider appear buy wait serve die
send expect build stay fall cut reach kill remain suggest raise pass sell require report decide pull new good high old
great big small large national young different black long little important political bad white real best social only
"""
_HEAD = _HEAD_WORDS.split()
_SYLLABLES_WORDS = "ba be bi bo ca co da de do fa fe ga go ha he jo ka ke la le li lo ma me mi mo na ne no pa pe po"
_SYLLABLES = _SYLLABLES_WORDS.split()
_ENDINGS_WORDS = "ron lin ster ford ton mar den vik sol ner tas berg ling dale mond ric sen wick lan gar"
_ENDINGS = _ENDINGS_WORDS.split()
_NAMES_WORDS = "Mara Jonas Priya Tomas Elif Noah Ines Kenji Amara Luca Sofia Omar Greta Pavel Aiko Ruth Diego Lena"
_NAMES = _NAMES_WORDS.split()
_ZH_NAMES_WORDS = "小明 李雷 韩梅 王芳 张伟 陈静 刘洋 赵敏 周杰 吴磊"
_ZH_NAMES = _ZH_NAMES_WORDS.split()
_GLUE_WORDS = "the of to and in for is on that by with was at it from"
_GLUE = _GLUE_WORDS.split()
_ENGLISH = (
    "{p} decided that the {a} {b} {c} {d} must be {e} before the {f} {g}, because {h} {i} was {j} at {k} {n}.",
    "Note from the {a} {b}: {c} {d} moved to {e} {f}; {p} keeps the {g} {h} {i} and pays {n} for {j} {k}.",
    "{p}: I think the {a} of {b} {c} is in {d} {e}, we {f} it with {g} {h} {i} every {j} and {k} since {n}.",
    "How did the {a} {b} go? {p} told us that {c} {d} {e} lost {n} {f} of {g} {h} in the {i} {j} near {k}.",
)
_CHINESE = (
    "{p}说{a}{b}的{c}已经改成{d}{e}，{f}{g}要在{n}号以前完成，因为{h}{i}还没有{j}{k}。",
    "会议记录：{a}{b}{c}由{p}负责，{d}{e}用{f}{g}，预算是{n}元，{h}{i}放在{j}{k}。",
    "{p}喜欢{a}{b}，不喜欢{c}{d}；{e}{f}的{g}{h}在{n}楼，{i}{j}每周去一次{k}。",
)
_SLOTS = "abcdefghijk"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the note that it is about: its scope, its id and its text."""

    text: str
    scope: str
    about: str
    told: str


class Words:
    """A vocabulary; the word of rank r is drawn about 1/r as often as the first."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._sums = list(accumulate(1 / (rank + 8) for rank in range(len(words))))

    def draw(self, random: Random, count: int) -> list[str]:
        """So many words."""
        return random.choices(self.words, cum_weights=self._sums, k=count)


def _english(random: Random) -> Words:
    made = {
        "".join(random.choices(_SYLLABLES, k=random.randint(1, 3))) + random.choice(_ENDINGS) for _ in range(45_000)
    }
    return Words([*dict.fromkeys(_HEAD), *sorted(made, key=lambda word: (len(word), hash_of(word)))])


def hash_of(word: str) -> int:
    """The same order in every process."""
    value = 7
    for char in word:
        value = (value * 31 + ord(char)) & 0xFFFFFFFF
    return value


def _chinese(random: Random) -> Words:
    signs = [chr(0x4E00 + 7 * number) for number in range(2_400)]
    drawn = Words(signs)
    return Words(list(dict.fromkeys("".join(drawn.draw(random, 2)) for _ in range(30_000))))


def scopes(docs: int) -> Words:
    """The agents: one for forty notes, five thousand at most."""
    return Words([f"agent:{number}" for number in range(max(4, min(5_000, docs // NOTES_IN_SESSION)))])


def notes(docs: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """So many lines of a batch, session by session."""
    random = Random(seed)
    english, chinese, owners = _english(random), _chinese(random), scopes(docs)
    for number in range(docs):
        if number % NOTES_IN_SESSION == 0:
            scope = owners.draw(random, 1)[0]
            zh = random.random() < CHINESE
            begun = BEGIN + timedelta(minutes=random.randrange(1_000_000))
        form = random.choice(_CHINESE if zh else _ENGLISH)
        drawn = (chinese if zh else english).draw(random, 11 if zh else 22)
        if not zh:  # each slot a word with its glue or a second one: about 200 bytes
            drawn = [
                f"{random.choice(_GLUE)} {word}" if place % 3 == 0 else f"{word} {more}"
                for place, (word, more) in enumerate(zip(drawn[:11], drawn[11:], strict=True))
            ]
        words = dict(zip(_SLOTS, drawn, strict=True))
        name = random.choice(_ZH_NAMES if zh else _NAMES)
        yield {
            "text": form.format(p=name, n=random.randint(2, 9_999), **words),
            "id": f"n{number}",
            "scope": scope,
            "session": f"s{number // NOTES_IN_SESSION}",
            "seq": number % NOTES_IN_SESSION,
            "speaker": name,
            "created_at": (begun + timedelta(seconds=30 * (number % NOTES_IN_SESSION))).isoformat(),
        }


def questions(lines: Sequence[dict[str, Any]], seed: int = 11) -> list[Asked]:
    """One question about each of these notes: a few of its words, most of them not the commonest."""
    random = Random(seed)
    asked = []
    for line in lines:
        text = str(line["text"])
        if text.isascii():
            words = [word.strip(".,:;?") for word in text.split() if len(word) > 3]
            picked = random.sample(words, k=min(4, len(words)))
            lead = random.choice(("What did {p} say about the {w}?", "When was the {w} with {p}?", "Which {w} was it?"))
            asked.append(lead.format(p=line["speaker"], w=" ".join(picked)))
        else:
            start = random.randrange(max(1, len(text) - 8))
            asked.append(f"{line['speaker']}说的{text[start : start + 6]}是什么？")
    return [Asked(text, line["scope"], line["id"], line["text"]) for text, line in zip(asked, lines, strict=True)]
