"""Talks of our own among three people, with questions whose evidence lies in more than one place.

A list over sessions ("What books has Maya read?"), two people ("What do Maya and Jonas both ..."), who told whom, and
a chain ("Where does Maya's sister live?", who has a name). No two turns tell a thing in the same words, all three tell
of the same subjects, and each thing is talked about for a while, so that what stands beside it is found as well. Short
notes about services stand for memories without speakers. Everything follows from the seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from .dialogues import TALK, ZH_TALK, Dialogue, Question, Turn
from .hop_texts import CHAINS, NOTES, SUBJECTS, ZH_CHAINS, ZH_SUBJECTS

PEOPLE = (("Maya", "Jonas", "Leila"), ("Hugo", "Anya", "Dario"), ("Sina", "Otto", "Wren"), ("Kofi", "Elsa", "Milan"))
ZH_PEOPLE = (("晓梅", "建军", "文博"), ("佳琪", "海涛", "思远"))
SISTERS = ("Lena", "Petra", "Odile", "Carmen", "Saskia", "Bruna")
ZH_SISTERS = ("丽娟", "春燕", "雅静", "桂芳", "秀云", "红霞")
SESSIONS = 16
SHARES = (4, 2, 2)
"""Of the eight tellings of a subject, how many each of the three people gets: one of them says much about it."""

ASKED = 0.5
"""Share of the tellings that answer a question of another."""
SEVERAL = ("backup", "retry")
"""What several notes of one service answer."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A thing that people tell of: how it is asked for, what is told, and how it is talked about."""

    listed: str
    both: str
    """A question about two people, who are {p} and {q}."""
    told: tuple[str, ...]
    opened: tuple[str, ...]
    """How another asks for it, before it is told."""
    talk: tuple[str, ...]
    """What another says, and how the first goes on, in turns."""
    toward: str = ""
    """A question for what {p} said to {q} of it."""
    advice: tuple[str, ...] = ()
    """What one says to another by name."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Somebody who is introduced by name in one session and told of by that name in another."""

    asked: str
    introduced: tuple[str, ...]
    told: tuple[str, ...]


def subject(block: str) -> Subject:
    """A subject from its text form: lists and pairs, what is told, a blank-marked talk, and advice."""
    found: dict[str, list[str]] = {}
    for line in block.strip().splitlines():
        key, _, rest = line.partition(" ")
        found.setdefault(key, []).append(rest.strip())
    one = {key: values[0] for key, values in found.items()}
    return Subject(
        one["list"],
        one["both"],
        tuple(found["-"]),
        tuple(found["open"]),
        tuple(found["talk"]),
        one.get("toward", ""),
        tuple(found.get("advice", ())),
    )


def chain(block: str) -> Chain:
    """A chain from its text form."""
    lines = block.strip().splitlines()
    return Chain(lines[0], tuple(lines[1].split(" / ")), tuple(lines[2].split(" / ")))


def hop_dialogues(seed: int = 11) -> Iterator[Dialogue]:
    """English talks, Chinese ones, and notes without speakers."""
    for number, people in enumerate(PEOPLE):
        random = Random(f"{seed}-hop-{number}")
        known = [subject(block) for block in SUBJECTS.split("\n\n")]
        chains = [chain(block) for block in CHAINS.split("\n\n")]
        yield _Talk(f"hop-{number}", people, TALK, SISTERS, random).of(known, chains)
    for number, people in enumerate(ZH_PEOPLE):
        random = Random(f"{seed}-hop-zh-{number}")
        known = [subject(block) for block in ZH_SUBJECTS.split("\n\n")]
        chains = [chain(block) for block in ZH_CHAINS.split("\n\n")]
        yield _Talk(f"hop-zh-{number}", people, ZH_TALK, ZH_SISTERS, random).of(known, chains)
    yield _notes()


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is said in one go: turns of (speaker, text), and what the one at `at` is evidence for."""

    turns: tuple[tuple[str, str], ...]
    at: int
    keys: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Talk:
    name: str
    people: tuple[str, str, str]
    small: Sequence[str]
    sisters: Sequence[str]
    random: Random

    def of(self, subjects: Sequence[Subject], chains: Sequence[Chain]) -> Dialogue:
        pieces = [piece for each in subjects for piece in self._told(each)]
        first = [piece for each in chains for piece in self._chained(each)]
        self.random.shuffle(pieces)
        places = sorted(self.random.sample(range(len(pieces)), len(first)))
        for place, piece in zip(places, first, strict=True):  # who is introduced comes before what is told of them
            pieces.insert(place, piece)
        turns, where = self._sessions(pieces)
        return Dialogue(self.name, tuple(turns), tuple(self._questions(subjects, chains, where)))

    def _told(self, subject: Subject) -> Iterator[_Piece]:
        told, people = list(subject.told), list(self.people)
        self.random.shuffle(told)
        self.random.shuffle(people)
        for person, share in zip(people, SHARES, strict=True):
            for _ in range(share):
                yield self._talked(subject, person, told.pop(), (subject.listed, person))
        for number, line in enumerate(subject.advice):
            person, other = people[number % 3], people[(number + 1) % 3]
            yield self._talked(subject, person, line.format(q=other), (subject.toward, person, other))

    def _talked(self, subject: Subject, person: str, text: str, key: tuple[str, ...]) -> _Piece:
        other = self.random.choice([each for each in self.people if each != person])
        lead = ((other, self.random.choice(subject.opened)),) * (self.random.random() < ASKED)
        start = self.random.randrange(0, len(subject.talk), 2)
        after = ((other, subject.talk[start]), (person, subject.talk[start + 1]))
        return _Piece((*lead, (person, text), *after), len(lead), (key,))

    def _chained(self, chain: Chain) -> Iterator[_Piece]:
        names = self.random.sample(list(self.sisters), 2)
        introduced, told = list(chain.introduced), list(chain.told)
        self.random.shuffle(told)
        people = self.random.sample(self.people, 2)
        key = [(chain.asked, person) for person in people]
        for lines in (introduced, told):
            for place, person in enumerate(people):
                text = lines[place].format(n=names[place])
                other = self.random.choice([each for each in self.people if each != person])
                after = (other, self.random.choice(self.small))
                yield _Piece(((person, text), after), 0, (key[place],))

    def _sessions(self, pieces: Sequence[_Piece]) -> tuple[list[Turn], dict[tuple[str, ...], list[str]]]:
        share, day = -(-len(pieces) // SESSIONS), datetime(2025, 2, 1, 19, tzinfo=UTC)
        turns, where = list[Turn](), dict[tuple[str, ...], list[str]]()
        for number in range(SESSIONS):
            day += timedelta(days=self.random.randint(2, 20))
            session, said = f"{self.name}-s{number + 1}", list[tuple[str, str]]()
            for piece in pieces[number * share : (number + 1) * share]:
                for key in piece.keys:
                    where.setdefault(key, []).append(f"{session}:{len(said) + piece.at}")
                said += piece.turns
                said += [(self.random.choice(self.people), self.random.choice(self.small))]
            for seq, (speaker, text) in enumerate(said):
                at = day + timedelta(minutes=seq)
                turns.append(Turn(f"{session}:{seq}", session, seq, speaker, f"{speaker}: {text}", at))
        return turns, where

    def _questions(
        self, subjects: Sequence[Subject], chains: Sequence[Chain], where: dict[tuple[str, ...], list[str]]
    ) -> Iterator[Question]:
        zh = "-zh" if "-zh-" in self.name else ""
        for each in subjects:
            told = {person: where[each.listed, person] for person in self.people}
            for person in self.people:
                yield Question(each.listed.format(p=person), tuple(told[person]), f"list{zh}")
            for place, person in enumerate(self.people):
                other = self.people[(place + 1) % 3]
                text, apart = each.both.format(p=person, q=other), (tuple(told[person]), tuple(told[other]))
                yield Question(text, apart[0] + apart[1], f"pair{zh}", apart)
            for key in [key for key in where if key[0] == each.toward and len(key) == 3]:
                yield Question(each.toward.format(p=key[1], q=key[2]), tuple(where[key]), f"toward{zh}")
        for one in chains:
            for person in [person for person in self.people if (one.asked, person) in where]:
                yield Question(one.asked.format(p=person), tuple(where[one.asked, person]), f"chain{zh}")


def _notes() -> Dialogue:
    """Facts about services, each a note of its own, and questions about two of them."""
    turns, questions, notes = list[Turn](), list[Question](), dict[tuple[str, str], tuple[str, ...]]()
    for line in NOTES.splitlines():
        if line.startswith("? "):
            text, about, *names = (part.strip() for part in line[2:].split("|"))
            apart = tuple(notes[about, name] for name in names)
            questions.append(Question(text, apart[0] + apart[1], "notes", apart))
            continue
        about, name, told = (part.strip() for part in line.split("|"))
        key = (about, name.rstrip("0123456789")) if about in SEVERAL else (about, name)
        note = f"note:{len(turns)}"
        notes[key] = (*notes.get(key, ()), note)
        turns.append(Turn(note, "", 0, "", told, datetime(2025, 3, 1, tzinfo=UTC)))
    return Dialogue("hop-notes", tuple(turns), tuple(questions))
