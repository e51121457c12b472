"""Allocates the token budget of a summary among its parts: the newest work, statements, excerpts by file.

Each first gets a minimum share; then the piece worth most per token is next, whichever part it belongs to."""

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ...text import entities, locations, sentences
from ...text.tokens import bytes4
from . import calls, coverage, directives, excerpts, work
from .condense import worths_of
from .headings import Writer
from .values import Line, Said, SessionMemory

_NOTHING_FITS = 10  # tokens
_STEPS_BACK = 50  # in which all pieces of a part would leave
_WORK_SHARE, _STORY_SHARE, _PLACES_SHARE = 0.3, 0.1, 0.5
"""Least shares of what the sections before leave; the rest goes to what is worth most."""
_PLACES = 2  # which of the parts is what stands where
_ROUNDS, _SPARE = 4, 25  # times that spare tokens are given out, and how many are worth it
MOST_PLACES = 0.35
"""Of the summary while anything else wants the room, of it and the newest messages always: names are the least that a
reader can go on with."""
_SHORT = 1_000  # tokens; in a shorter text a few lines of a file are no list


class Part(Protocol):
    """Pieces of one part of the text; the worth of a piece may only fall while others are taken."""

    def __len__(self) -> int:
        """How many pieces there are."""
        ...

    def gain(self, i: int) -> float:
        """Worth per token of what piece i would add now."""
        ...

    def upper_bound(self, i: int) -> float:
        """At least `gain(i)`, and cheap to compute; a session has thousands of pieces."""
        ...

    def cost(self, i: int) -> float:
        """Tokens of what piece i would add now."""
        ...

    def take(self, i: int) -> None:
        """Take piece i: what it says is worth nothing in any other piece from now on."""
        ...


class Allocation:
    """Lazy greedy selection over several parts: a stale worth is only ever too high."""

    def __init__(self, parts: Sequence[Part], room: float) -> None:
        self._parts = parts
        self._left = room
        self.spent = [0.0] * len(parts)
        self.taken: list[list[int]] = [[] for _ in parts]
        """The pieces taken of each part, in the order taken."""
        self._heaps: list[list[tuple[float, int]]] = []
        for part in parts:
            heap = [(-worth, i) for i in range(len(part)) if (worth := part.upper_bound(i)) > 0]
            heapq.heapify(heap)
            self._heaps.append(heap)

    def share_out(self, least: Sequence[float], most: Sequence[float]) -> None:
        """First each part takes its best pieces up to its least share, then all compete, each up to its most."""
        everyone = range(len(self._parts))
        for k in everyone:
            self.run([k], least)
        self.run(everyone, most)

    def more(self, room: float, most: Sequence[float]) -> None:
        """The same with this room: pieces cost less beside others than alone."""
        self._left = room
        self.share_out([0] * len(self._parts), most)

    def cut_back(self, k: int, fits: Callable[[], bool]) -> None:
        """Take back the pieces of part k that were taken last, until the others fit."""
        while self.taken[k] and not fits():
            del self.taken[k][-max(1, len(self.taken[k]) // _STEPS_BACK) :]

    def run(self, among: Iterable[int], most: Sequence[float]) -> None:
        """Take the best pieces of these parts until each has spent its most or has nothing that fits."""
        open_parts = [k for k in among if self._is_open(k, most)]
        waiting: list[tuple[int, tuple[float, int]]] = []
        while open_parts and self._left > _NOTHING_FITS:
            k = min(open_parts, key=lambda each: self._heaps[each][0])
            stale, i = heapq.heappop(self._heaps[k])
            worth = self._parts[k].gain(i)
            best = min((self._heaps[each][0][0] for each in open_parts if self._heaps[each]), default=0.0)
            if -worth > best + 1e-12 and worth > 0 and -worth > stale:
                heapq.heappush(self._heaps[k], (-worth, i))
            elif worth > 0:
                cost = self._parts[k].cost(i)
                if self.spent[k] + cost > most[k] or cost > self._left:
                    waiting.append((k, (-worth, i)))
                else:
                    self._parts[k].take(i)
                    self.taken[k].append(i)
                    self.spent[k] += cost
                    self._left -= cost
            if not self._is_open(k, most):
                open_parts.remove(k)
        for k, entry in waiting:
            heapq.heappush(self._heaps[k], entry)

    def _is_open(self, k: int, most: Sequence[float]) -> bool:
        """Whether a part has pieces left and room for one."""
        return bool(self._heaps[k]) and most[k] - self.spent[k] > _NOTHING_FITS


class Material:
    """What every summary of one session shares, whatever its budget."""

    def __init__(self, memory: SessionMemory) -> None:
        self.worths = worths_of(memory)
        self.used = {(m.kind, m.key) for m in memory.mentions if m.prose or m.calls or m.person}
        written = (item.text for item in memory.completed if item.kind == "written")
        self.root = locations.as_written(
            memory.root, (*memory.key_files, *written, *(line.place for line in memory.lines))
        )
        lines = _without_mended_errors(memory)
        self.lines = excerpts.placed(lines, self.root, (each.text for each in memory.statements))
        self.weights = coverage.importance(self.lines, memory.messages)


def _without_mended_errors(memory: SessionMemory) -> list[Line]:
    """The lines without the errors of checks that passed later: what they tell stands nowhere any more."""
    passed = work.passed_checks(memory.actions)
    return [
        line
        for line in memory.lines
        if not (passed and line.from_result and locations.is_command(line.place) and calls.ERROR_LINE.match(line.text))
        or not work.is_covered(line.place.removeprefix(locations.COMMAND_MARK), line.index, passed)
    ]


def add_work_story_and_places(writer: Writer, memory: SessionMemory, material: Material, tail: str) -> None:
    """What stands where, what was said, and the newest work with what was said of it: each has a least share, for the
    rest they compete; what stands where takes no more of the summary than it may."""
    chosen = _Chosen(writer, memory, material, tail)
    everything = (chosen.room, chosen.room)
    least, most = int(writer.budget * MOST_PLACES), int((writer.budget + writer.cost(tail)) * MOST_PLACES)
    least = min(int(chosen.room * _PLACES_SHARE), least)
    chosen.allocation.share_out((0, int(chosen.room * _STORY_SHARE), least), (*everything, least))
    chosen.allocation.spent[_PLACES] = writer.cost(chosen.sections()[_PLACES])  # joined they cost less than one by one
    for i in range(_ROUNDS):
        if not chosen.give_out((*everything, least if i < _ROUNDS // 2 else most)):
            break
    chosen.allocation.cut_back(_PLACES, chosen.names_have_their_share)
    first = len(writer.parts)
    for text in filter(None, chosen.sections()):
        writer.add(_fitting(writer, text))
    writer.parts[first:] = reversed(writer.parts[first:])  # names first, the newest work beside the newest messages


class _Chosen:
    """The newest work, what was said and what stands where, as far as they are chosen for a summary."""

    def __init__(self, writer: Writer, memory: SessionMemory, material: Material, tail: str) -> None:
        so_far = "\n".join([*writer.parts, tail, *map(sentences.plain_sentence, tail.splitlines())])
        worth = coverage.Worth(*material.worths, entities.keys(so_far), entities.prose_words(so_far))
        headings, root = writer.headings, material.root
        self._writer, self._tail = writer, tail
        self._heading = headings["excerpts_root"].format(root=root) if root else headings["excerpts"]
        self._statements = memory.statements
        rest = (headings["work"], headings["story"], self._heading)
        self.room = writer.left - sum(writer.cost(each) + 2 for each in rest)
        self._rows = work.Rows(memory.actions, worth, headings, root=root, messages=memory.messages, tail=tail)
        current = memory.requests[-1].index if memory.requests else -1
        said = coverage.Statements(
            [Said("", said.index) if said.index == current else said for said in memory.statements],
            worth,
            closing={said.index - 1 for said in memory.requests},
            adopted={said.index for said in memory.directives if directives.adopts(said.text)},
            messages=memory.messages,
            plain=work.PLAIN,
            told=so_far,
        )
        spent = self._rows.newest(int(self.room * _WORK_SHARE), said)
        self._named = excerpts.Excerpts(
            material.lines,
            material.weights,
            worth,
            budget=self.room,
            root=root,
            used=material.used,
            said=memory.words,
            words=headings,
            told=so_far,
        )
        self.allocation = Allocation((self._rows, said, self._named), self.room - spent)

    def sections(self) -> list[str]:
        """The texts; an empty one has no heading."""
        headings, rows = self._writer.headings, self._rows
        told = coverage.told_lines(self._statements, sorted({*self.allocation.taken[1], *rows.said}), headings)
        found = (
            (headings["work"], rows.rendered(each for each in told if each[0] >= rows.since)),
            (headings["story"], "\n".join(f"- {text}" for at, text in told if at < rows.since)),
            (self._heading, self._named.rendered(self.allocation.taken[_PLACES])),
        )
        return [f"{name}\n{text}" if text else "" for name, text in found]

    def names_have_their_share(self) -> bool:
        """Whether what stands where takes no more of all that is delivered than it may."""
        *others, names = self.sections()
        text = "\n".join([*self._writer.parts, *others, names, self._tail])
        whole = ((len, 4 * _SHORT), (bytes4, _SHORT))
        return all(size(names) <= MOST_PLACES * max(size(text), short) for size, short in whole)

    def give_out(self, most: Sequence[float]) -> bool:
        """Give what is left to the parts; False where that is too little for any."""
        spare = self._writer.left - sum(self._writer.cost(text + "\n") for text in filter(None, self.sections()))
        if spare >= _SPARE:
            self.allocation.more(spare, most)
        return spare >= _SPARE


def _fitting(writer: Writer, text: str) -> str:
    """The text without the last lines that have no room; empty where only its heading has."""
    lines = text.split("\n")
    while len(lines) > 1 and writer.cost("\n".join(lines) + "\n") > writer.left:
        lines.pop()
    return "\n".join(lines) if len(lines) > 1 else ""
