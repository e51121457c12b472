"""Selects the lines and statements that cover most of what matters within a budget: greedy maximum coverage."""

import heapq
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import fsum  # the same for any order of a set

from ...text import entities, locations, sentences
from ...text.entities import Name
from ...text.patterns import lazy_regex
from ...text.tokens import Estimator
from .values import Line, Said, Speaker

_LEAD = 3.0  # tokens that a further line of a place costs beside its items
_RESULT_SHARE = 0.8  # a line of tool output against one that the agent or a person wrote
_FRESH_SHARE = 0.5
_CROWD = 40  # lines of a command's output that count in full
_LONGEST_ITEM = 120  # characters
_SEPARATOR = 0.6  # tokens of the comma or space behind an item
_CHEAP = 8  # tokens of a neighbour that may come along
_SMALLEST_POOL = 1_200  # lines
_OF_THESE = 3  # of a crowd
ROUTINE_SHARE = 0.1  # of what was said many times with other numbers and names, but for the last of these
_NAMES_IN_IT = lazy_regex(r"(?<!\w)[A-Z\u00c0-\u00de][\w.'-]*")
_ROUTINE = lazy_regex(
    r"\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:)\S*.{0,60}?"
    r"(?:\b(?:INFO|DEBUG|TRACE)\b|\b(?:level|lvl)=(?:info|debug|trace)\b|\[(?:info|debug|trace)\])"
)
"""A line of a log about what goes as it should."""


def choose_covering(
    count: int, cost: Sequence[int], gain: Callable[[int], float], take: Callable[[int], None], budget: int
) -> list[int]:
    """Indexes of the chosen pieces in the order chosen.

    `gain(i)` is the worth that piece i adds per unit of cost now and may only
    fall as others are taken; `take(i)` marks its worth as covered. Ties go to
    the lower index, so the same input gives the same choice.
    """
    heap = [(-value, i) for i in range(count) if cost[i] <= budget and (value := gain(i)) > 0]
    heapq.heapify(heap)
    chosen = []
    while heap and budget > 0:
        _, i = heapq.heappop(heap)
        if cost[i] > budget:
            continue
        current = gain(i)
        if current <= 0:
            continue
        if heap and -current > heap[0][0] + 1e-12:
            heapq.heappush(heap, (-current, i))
            continue
        take(i)
        chosen.append(i)
        budget -= cost[i]
    return chosen


def choose_entries(
    lines: Sequence[Line],
    worth: Mapping[Name, float],
    covered: Iterable[Name],
    *,
    messages: int,
    budget: int,
    estimator: Estimator,
    root: str = "",
) -> str:
    """Lines of names and exact values within `budget` tokens; empty when nothing worth keeping is left."""
    seen = set(covered)
    weights = importance(lines, messages)
    likely = densest(lines, worth, seen, weights, budget)
    pool = _Pool([lines[i] for i in likely], [weights[i] for i in likely], worth, seen, root)
    order: list[int] = []

    def take(i: int) -> None:
        if pool.spent <= budget:
            pool.take(i)
            order.append(i)

    choose_covering(len(pool.lines), [1] * len(pool.lines), pool.gain, take, len(pool.lines))
    while order:
        text = pool.rendered(order)
        if estimator(text) <= budget:
            return text
        del order[len(order) - max(1, len(order) // 50) :]
    return ""


def importance(lines: Sequence[Line], messages: int) -> list[float]:
    """Fresh lines before old ones, written ones before tool output, and one of few before one of a log."""
    of_place = Counter([line.place for line in lines if line.from_result])
    share = {
        place: _RESULT_SHARE * (min(1.0, _CROWD / count) if locations.is_command(place) else 1.0)
        for place, count in of_place.items()
    }
    messages = max(1, messages)
    fresh = (1 - _FRESH_SHARE + _FRESH_SHARE * line.index / messages for line in lines)
    return [each * share[line.place] if line.from_result else each for each, line in zip(fresh, lines, strict=True)]


def routine_among(texts: Sequence[str]) -> set[int]:
    """Which of the texts say what some behind them say too, but for numbers and names."""
    return set(sentences.repeated_rows([_NAMES_IN_IT.sub("", text) for text in texts], but=_OF_THESE))


def densest(
    lines: Sequence[Line], worth: Mapping[Name, float], seen: set[Name], weights: Sequence[float], budget: int
) -> Sequence[int]:
    """The lines that have a chance at all, in their old order: a large session has far more than fit."""
    room = max(_SMALLEST_POOL, budget // 3)
    if len(lines) <= room:
        return range(len(lines))
    density = []
    for line, weight in zip(lines, weights, strict=True):
        value = fsum([worth.get(name, 0.0) for name in set(line.names) - seen])
        density.append(value * weight / (sum(map(len, line.shown)) / 4 + _LEAD) ** 0.5)
    newest_first = range(len(lines) - 1, -1, -1)
    return sorted(sorted(newest_first, key=density.__getitem__, reverse=True)[:room])


def without_crowds(
    lines: Sequence[Line], among: Sequence[int], used: Container[Name], said: Container[str] = ()
) -> Sequence[int]:
    """Of the rows of a log or a table the newest, those before others of which somebody named a thing or `said` a word
    that the other rows have not; one of those that differ in their numbers alone, none of what goes as it should. Of
    services that were asked the same of many things, the last answers."""
    places: dict[str, list[int]] = {}
    for i in among:
        if lines[i].from_result and not lines[i].place.endswith(("/", "\\")):
            places.setdefault(lines[i].place, []).append(i)
    asked = [place for place in places if " " in place and not locations.is_command(place)]
    routine_places = [asked[row] for row in routine_among([f"used {place}" for place in asked])]
    dropped = {i for place in routine_places for i in places.pop(place)}
    for found in places.values():
        texts = [lines[i].text for i in found]
        routine = {i for i in found if _ROUTINE.match(lines[i].text)}
        repeated = {found[row] for row in sentences.repeated_rows(texts)} - routine
        alike = sorted({*routine, *(found[row] for row in sentences.rows_in(texts))})
        words = {i: entities.prose_words(lines[i].text) for i in alike}
        common = Counter(word for each in words.values() for word in each)
        taken_up = [
            i
            for i in alike
            if any(name in used for name in lines[i].names)
            or any(word in said for word in words[i] if 2 * common[word] < len(alike))
        ]
        others = [i for i in alike if i not in repeated | routine] or sorted(repeated)[-1:]
        dropped.update(set(alike) - set((taken_up or others)[-_OF_THESE:]))
    return [i for i in among if i not in dropped] if dropped else among


class _Pool:
    """Candidate lines with their costs, and what has been taken of them."""

    def __init__(
        self, lines: Sequence[Line], weights: Sequence[float], worth: Mapping[Name, float], seen: set[Name], root: str
    ) -> None:
        self.lines = lines
        self.spent = 0.0
        self._worth = worth
        self._seen = seen
        self._weights = weights
        self._shown = [[_shown(text, root) for text in line.shown] for line in lines]
        self._sizes = [_sizes(line, texts) for line, texts in zip(lines, self._shown, strict=True)]
        self._labels = {line.place: locations.relative(line.place, root) for line in lines}
        self._opened: set[str] = set()
        self._picked: dict[int, list[int]] = {}

    def gain(self, i: int) -> float:
        """Worth per token of what line i would add now."""
        names, sizes = self.lines[i].names, self._sizes[i]
        new = self._new(i)
        if not new:
            return 0.0
        return sum(self._worth[names[j]] for j in new) * self._weights[i] / (sum(sizes[j] for j in new) + _LEAD)

    def take(self, i: int) -> None:
        """Take what line i adds."""
        new = self._new(i)
        sizes = self._sizes[i]
        if len(new) == 1 and len(sizes) > 1:
            new = _with_neighbour(new[0], sizes)
        self._picked[i] = new
        self._seen.update(self.lines[i].names[j] for j in new)
        self.spent += sum(sizes[j] for j in new) + _SEPARATOR
        place = self.lines[i].place
        if place not in self._opened:
            self._opened.add(place)
            self.spent += len(self._labels[place].encode("utf-8", "surrogatepass")) / 4 + _SEPARATOR + 1
            self._seen.update(entities.keys(self._labels[place]))

    def rendered(self, order: Iterable[int]) -> str:
        """The taken lines of this choice, those of a place together, the place touched last at the end."""
        by_place: dict[str, list[int]] = {}
        for i in sorted(order):
            by_place.setdefault(self.lines[i].place, []).append(i)
        rows = []
        for place, indexes in sorted(
            by_place.items(), key=lambda entry: (self.lines[entry[1][-1]].index, entry[1][-1])
        ):
            label = self._labels[place]
            pieces = ", ".join(filter(None, (self._piece(i, label) for i in indexes)))
            rows.append("- " + ": ".join(filter(None, (label, pieces))))
        return "\n".join(rows)

    def _new(self, i: int) -> list[int]:
        found: set[Name] = set()
        new = []
        for j, name in enumerate(self.lines[i].names):
            if name not in self._seen and name not in found and self._worth.get(name, 0) > 0:
                found.add(name)
                new.append(j)
        return new

    def _piece(self, i: int, label: str) -> str:
        """What is taken of line i, without what the label or a longer item says already."""
        written = list(dict.fromkeys(self._shown[i][j] for j in self._picked[i]))
        said = [label, *written]
        return " ".join(text for text in written if not any(text in other for other in said if other is not text))


def _sizes(line: Line, texts: Sequence[str]) -> list[float]:
    """Tokens that each item adds; a file's name inside the path before it costs nothing."""
    sizes = [len(text.encode("utf-8", "surrogatepass")) / 4 + _SEPARATOR for text in texts]
    for j in range(1, len(texts)):
        if line.names[j][0] == "file" and line.names[j - 1][0] == "path" and texts[j - 1].endswith(texts[j]):
            sizes[j] = 0.0
    return sizes


def _with_neighbour(alone: int, sizes: Sequence[float]) -> list[int]:
    """A lone thing says more beside the shorter of its neighbours."""
    options = [j for j in (alone - 1, alone + 1) if 0 <= j < len(sizes) and sizes[j] <= _CHEAP]
    return sorted([alone, min(options, key=lambda j: sizes[j])]) if options else [alone]


def _shown(text: str, root: str) -> str:
    return " ".join(locations.relative(text, root).split())[:_LONGEST_ITEM]


MARKS = {"person": "User", "agent": "Agent", "host": "Host", "document": "Given document"}
"""How a line says whose words it holds, by the speaker's value."""

_THING_SHARE = 0.6  # a named thing against a rare word
_SPEAKER_SHARE = {Speaker.PERSON: 3.0, Speaker.AGENT: 1.0, Speaker.HOST: 0.6, Speaker.DOCUMENT: 0.9}
_STATEMENT_LEAD = 12.0  # tokens; a fragment says less than its words do, unless it stands beside its neighbour
_FEW_WORDS = 4
"""A sentence of fewer words that names nothing and asks nothing is courtesy: "You're absolutely right!"."""
_ENDS = ".!?…:;,。！？：；，"  # how what is said ends; a line of a list often has no mark of its own
_CLOSING_SHARE = 1.5  # of the text that a person answered against other prose
_LEAD_IN_CHARACTERS = 70
_LEADS_IN = lazy_regex(
    r"[:：]\**$|^(?i:let me|now (?:let me|i)|i'll|perfect|great|excellent|done|okay|ok|good)\b"
    r"|^(?:让我|现在|好的|好，|感谢|谢谢|抱歉)"
)
"""What only leads to something else: a heading, an announcement."""
_ANNOUNCES = lazy_regex(
    r"(?i)(?:(?:good|great|ok(?:ay)?|perfect|now|next|first|then|finally|actually)[,.!:]* )*"
    r"(?:i['’](?:ll|m (?:going|now|checking))|i (?:need|want|have) to|let me|let['’]s|i will)\b"
    r"|我来|让我|我将|我会|接下来"
    r"|(?:(?:now|next|first|then|finally),? )(?:(?:load|read|mov|continu|proceed)ing|add|update|remove"
    r"|fix|create|write|replace|check|run|read|also|the next)\b"
)
_ANNOUNCING_SHARE = 0.3  # what an agent was about to do says less than what it did


class Worth:
    """What things and rare words are worth, and which of them the text tells already."""

    def __init__(
        self, things: Mapping[Name, float], words: Mapping[str, float], told_things: set[Name], told_words: set[str]
    ) -> None:
        self.things = things
        self.told_things = told_things
        self.told_words = told_words
        self._words = words
        self._thing_unit = (_mean_of_best(things.values(), 400) or 1.0) / _THING_SHARE
        self._word_unit = _mean_of_best(words.values(), 200) or 1.0

    def value_of(self, names: Iterable[Name], words: Iterable[str] = ()) -> float:
        """Worth of what these would tell now; 1 is that of a good rare word."""
        things = fsum([self.things.get(name, 0) for name in names if name not in self.told_things])
        spoken = fsum([self._words.get(word, 0) for word in words if word not in self.told_words])
        return things / self._thing_unit + spoken / self._word_unit

    def tell(self, names: Iterable[Name], words: Iterable[str] = ()) -> None:
        """These stand in the text now."""
        self.told_things.update(names)
        self.told_words.update(words)


class Statements:
    """What was said, as pieces of a text. Those of `closing` messages, which a person answered, count more, and fresh
    ones more than old ones; a document of `adopted` ones, which a person wants followed, like their own words; `plain`
    is what one is worth that names nothing new; what stands in `told` word for word is worth nothing."""

    def __init__(
        self,
        statements: Sequence[Said],
        worth: Worth,
        *,
        closing: Container[int] = (),
        adopted: Container[int] = (),
        messages: int = 0,
        plain: float = 0.0,
        told: str = "",
    ) -> None:
        self._worth = worth
        self._plain = plain
        self._message = [said.index for said in statements]
        self._statements = statements
        self._taken: set[int] = set()
        both = [entities.things_and_words(said.text) for said in statements]
        self._names, self._words = [names for names, _ in both], [words for _, words in both]
        self.costs = [len(said.text.encode("utf-8", "surrogatepass")) // 4 + 3 for said in statements]
        told_words = set(told.split())
        last = {said.text: i for i, said in enumerate(statements)}
        self._known = [
            _stands_in(said.text.removesuffix("…"), told, told_words)
            or (not names and _is_courtesy(said.text))
            or last[said.text] != i  # said again later
            for i, (said, names) in enumerate(zip(statements, self._names, strict=True))
        ]
        routine = routine_among([said.text for said in statements])
        self._importance = [
            0.0
            if known
            else _worth_saying(_adopted(said, adopted), said.index in closing, messages)
            * (ROUTINE_SHARE if i in routine else 1)
            for i, (said, known) in enumerate(zip(statements, self._known, strict=True))
        ]

    def __len__(self) -> int:
        return len(self.costs)

    def gain(self, i: int) -> float:
        """Worth per token; a sentence beside one that is told costs its words alone."""
        beside = any(j in self._taken and self._message[j] == self._message[i] for j in (i - 1, i + 1))
        return self.upper_bound(i) * self.costs[i] / (self.costs[i] + (0.0 if beside else _STATEMENT_LEAD))

    def upper_bound(self, i: int) -> float:
        """What `gain(i)` is at most."""
        if i in self._taken:
            return 0.0
        value = self._worth.value_of(self._names[i], self._words[i]) + self._plain
        return value * self._importance[i] / self.costs[i]

    def newest(self, characters: int) -> list[tuple[int, list[int]]]:
        """The first sentences of each message of the agent or a person, up to so many characters, the newest last.

        Also those that announce something: beside the call that they announce they say why it was made.
        """
        found: dict[int, list[int]] = {}
        left = 0
        for i, said in enumerate(self._statements):
            if self._known[i] or said.speaker not in {Speaker.AGENT, Speaker.PERSON}:
                continue
            if said.index not in found:
                found[said.index] = []
                left = characters
            if left > 0:
                found[said.index].append(i)
                left -= len(said.text)
        return sorted(found.items())

    def cost(self, i: int) -> float:
        """Tokens."""
        return self.costs[i]

    def take(self, i: int) -> None:
        """Take the statement."""
        self._taken.add(i)
        self._worth.tell(self._names[i], self._words[i])


def _stands_in(text: str, told: str, words: set[str]) -> bool:
    """Whether the text stands in what is told, which has these words: a look at each word saves most searches."""
    return words.issuperset(text.split()[1:-1]) and text in told


def choose_statements(
    statements: Sequence[Said],
    things: Mapping[Name, float],
    words: Mapping[str, float],
    covered_things: set[Name],
    covered_words: set[str],
    *,
    budget: int,
) -> list[int]:
    """Indexes of the statements to keep, oldest first; the covered sets grow by what they say."""
    pieces = Statements(statements, Worth(things, words, covered_things, covered_words))
    return sorted(choose_covering(len(pieces), pieces.costs, pieces.gain, pieces.take, budget))


def _adopted(said: Said, messages: Container[int]) -> Said:
    """A statement of a document as the person's own where they want it followed."""
    is_adopted = said.speaker is Speaker.DOCUMENT and said.index in messages
    return said._replace(speaker=Speaker.PERSON) if is_adopted else said


def _worth_saying(said: Said, is_closing: bool, messages: int) -> float:
    """How much a statement counts by who said it, where it stood and how it is made."""
    if len(said.text) < _LEAD_IN_CHARACTERS and _LEADS_IN.search(said.text):
        return 0.0
    if _ANNOUNCES.match(said.text):
        return _ANNOUNCING_SHARE * _SPEAKER_SHARE[said.speaker]
    share = _SPEAKER_SHARE[said.speaker] * (_CLOSING_SHARE if is_closing else 1.0)
    return share * (1 - _FRESH_SHARE + _FRESH_SHARE * said.index / messages if messages else 1.0)


def render_statements(statements: Sequence[Said], chosen: Sequence[int], marks: Mapping[str, str] = MARKS) -> str:
    """The chosen statements, those of one message on one line behind its speaker's mark, "…" for what lies between."""
    return "\n".join(f"- {line}" for _, line in told_lines(statements, chosen, marks))


def told_lines(
    statements: Sequence[Said], chosen: Sequence[int], marks: Mapping[str, str] = MARKS
) -> list[tuple[int, str]]:
    """The same lines, each with the index of its message."""
    lines: list[tuple[int, str]] = []
    before = -1
    for i in chosen:
        said = statements[i]
        if before >= 0 and (statements[before].index, statements[before].speaker) == (said.index, said.speaker):
            line = lines[-1][1]
            between = " … " if i > before + 1 else " " if line[-1] in _ENDS else "; " if line[-1].isascii() else "；"
            lines[-1] = said.index, line + between + said.text
        else:
            lines.append((said.index, f"{marks[said.speaker.value]}: {said.text}"))
        before = i
    return lines


def _is_courtesy(text: str) -> bool:
    return text.isascii() and len(text.split(None, _FEW_WORDS)) < _FEW_WORDS and not text.endswith("?")


def _mean_of_best(values: Iterable[float], count: int) -> float:
    best = sorted(values, reverse=True)[:count]
    return sum(best) / len(best) if best else 0.0
