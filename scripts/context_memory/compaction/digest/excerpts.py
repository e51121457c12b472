"""What stands where: for each file and command the lines of it that matter, in the words of their source."""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from ...text import locations
from ...text.entities import Name
from ...text.patterns import lazy_regex
from .ledger import Worth, densest
from .values import Line

LINE_CHARACTERS = 170
"""Of one source line; a longer one is cut around the things it names."""
_CONTEXT = 8  # characters that a cut line keeps before its first thing
_LEAD = 3.0  # tokens of a further line beside its words
_PLACE_LEAD = 6.0  # tokens of the first line of a place
_SHARE = 6.0  # a thing that a line shows against one in a sentence
_LONGEST_LABEL = 90
_FILES_IN_A_ROW = 10  # of one folder on a line
_FEWEST_LETTERS = 0.4  # of a line that a person can read
_DULL_SHARE = 0.3  # an import or a row of a listing against a line that says something of a thing

_NUMBER_BEFORE = lazy_regex(r"^\s{0,8}\d{1,6}(?:→|\t|[:-](?!\d) ?|\| ?| {2,})")
"""The number of a line; a date or a time of day is none."""
_GREP_BEFORE = lazy_regex(
    r"^(?P<file>(?:[A-Za-z]:[/\\])?[/~]?(?:[\w.@+~-]*[/\\])*[\w.@+-]+\.\w{1,6})[:-]\d+[:-](?:\d+:)?\s*"
)
_DIFF_BEFORE = lazy_regex(r"^[+-](?![+-])\s*")
_ESCAPES = lazy_regex(r"(?:\\[ntr])+|\x1b\[[\d;]*m")
_OPAQUE = lazy_regex(
    r"(?<![\w/.-])(?=[\w+=/-]*\d)(?=[\w+=/-]*[a-zA-Z])(?:[A-Za-z0-9]{2,8}_)?[A-Za-z0-9+=_-]{18,}(?![\w/.-])"
    r"|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b[0-9a-f]{24,64}\b"
)
_LONG_WORD = lazy_regex(r"[A-Za-z0-9+=_-]{18}")
"""Without one no id is long enough to be opaque."""
_WORDY = lazy_regex(r"[a-z]{4}")
_LIST_MARK = lazy_regex(r"\s*(?:[-*•>#|]+|\d{1,2}[.)])\s+")
_MARKUP = lazy_regex(r"[`*]{1,3}(?=\S)|(?<=\S)[`*]{1,3}|^\s*(?:[-*•>#|]+|\d{1,2}[.)])\s+")
_DULL = lazy_regex(
    r"(?:import|from|use|using|#include|require|package|export \* from)\b|(?:const|let|var) .{1,60}= require\("
    r"|[dl-]?(?:[r-][w-][xsStT-]){3}\b|total \d+|[})\]]|= (?:note|help): |\+ (?:CategoryInfo"
    r"|FullyQualifiedErrorId)\b|\^{2,}"
)
_CROWD = 8  # lines of one place that share most of their words: the rows of a log or a table
_ROWS = 3  # of a crowd
_COMMON = 0.25  # of the lines of a place that hold a word of its rows
_WITHOUT_DIGITS = str.maketrans("", "", "0123456789")
_OPENING = 24  # characters by which a line is known as a sentence
_LONE_NAME = lazy_regex(r"\W*[\w$-]+\W*\Z")
"""A name with nothing said of it, as in a list of imports."""
_LONE_PATH = lazy_regex(r"\W*[\w$@.+~/\\-]+\W*\Z")
_DEFINES = lazy_regex(
    r"(?:(?:export|default|public|private|protected|static|abstract|async|pub(?:\(\w+\))?|final|override|declare) )*"
    r"(?:def|class|interface|type|enum|struct|trait|impl|fn|func|function|module|namespace|protocol|record|object"
    r"|CREATE TABLE)"
    r"\b|#{1,6} |[\w.]+\([^)]*\)(?: ?->| ?:) ?\S|(?:export )?(?:const|let|var|val) \w+ ?(?::|= ?(?:async )?(?:\("
    r"|function))"
    r"|[A-Z][A-Z0-9_]{3,} ?=|describe\(|(?:test|it)\("
)
"""Says what a name is: a definition, a signature, a constant, a test."""
_FRAGMENT = lazy_regex(
    r"\"[\w$ -]+\": ?(?:\"[^\"]{0,40}\"|[\w.-]+),?\Z|"
    r"[\w.$]+(?:\[[^\]]*\])? ?: ?[\w.$]+(?: ?\|\|? ?\w+)?,?\Z|[\w.$?!]+ ?[-+]?= ?[^ ].*[\w)\]}\"';]\Z"
    r"|[\w-]+=\{?[^ ]+\}?\Z|[<})\].].*|[\w -]{2,40}: *['\"]?\{\{\w+\}\}['\"]?\Z|type \w+,\Z"
    r"|[\w.:$]+!?\(.*\)[?;]?\Z|(?:if|else|elif|case|return|await|throw|for|while|new|let|const"
    r"|var)\b.{0,120}[^.:。]\Z|\([^)]*\) ?=>.*"
)
"""A piece of a body: an argument, an assignment, a call, a condition."""
_DEFINES_SHARE, _FRAGMENT_SHARE = 1.4, 0.45
_BRANCH = lazy_regex(r"[\s│|├└─`+\\-]*[├└│|`][\s│|├└─`+\\-]*[\w$@.+~-]+\.\w{1,8}\W*(?:[#←].*)?\Z")
"""A row of a drawn tree that names a file."""
_SOME_FOLDER = "…/"
_ENDS_IN_FILE = lazy_regex(r"[/\\][^\s/\\]+\.\w{1,8}\Z")
_NAMES_FILE = lazy_regex(r"[^\s:]*[/\\][^\s]*|[\w.@+-]+\.\w{1,8}")
"""A place that is a file or a folder; any other is a command, a query or a tool."""


@lru_cache(maxsize=1 << 12)  # a summary is often written twice, in different rooms
def readable(line: str) -> str:
    """A source line without the marks of listings, searches and diffs, without escapes and without opaque ids."""
    text = line
    if "\\" in line or "\x1b" in line:
        text = _ESCAPES.sub(" ", line).replace('\\"', '"')
    for before in (_NUMBER_BEFORE, _GREP_BEFORE, _DIFF_BEFORE):
        if found := before.match(text):
            text = text[found.end() :]
    if _LONG_WORD.search(text):
        text = _OPAQUE.sub(lambda match: match[0] if _WORDY.search(match[0]) else "…", text)
    if "`" in text or "*" in text or _LIST_MARK.match(text):
        text = _MARKUP.sub("", text)
    return " ".join(text.split())


def placed(lines: Sequence[Line], root: str, said: Iterable[str]) -> list[Line]:
    """The lines that no sentence of these tells, each at the place that it is of, and the files that they name."""
    openings = {text[:_OPENING] for text in said}
    return [*(found for line in lines if (found := _placed(line, openings)) is not None), *_files(lines, root)]


class Excerpts:
    """The lines of files and outputs that name things, as pieces of a text: each whole, or cut around what it names.

    `lines` are those of `placed`, `weights` their `importance`.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        weights: Sequence[float],
        worth: Worth,
        *,
        budget: int,
        root: str = "",
        used: Container[Name] = frozenset(),
        drafts: str = "written in messages",
    ) -> None:
        likely = _without_crowds(lines, densest(lines, worth.things, worth.told_things, weights, budget), used)
        self.lines = [lines[i] for i in likely]
        self._worth = worth
        self._root = root
        self._drafts = drafts
        self._texts = [self._shown(line) for line in self.lines]
        self._names = [_names_in(line, text, root) for line, text in zip(self.lines, self._texts, strict=True)]
        self._weights = [
            weights[i] * _SHARE * _how_much_it_says(text) for i, text in zip(likely, self._texts, strict=True)
        ]
        self._costs = [len(text.encode("utf-8", "surrogatepass")) / 4 for text in self._texts]
        self._opened: set[str] = set()

    def __len__(self) -> int:
        return len(self.lines)

    def hope(self, i: int) -> float:
        """What `gain(i)` is at most: as if its place was shown already."""
        return self._worth_of(i) / (self._costs[i] + _LEAD)

    def gain(self, i: int) -> float:
        """Worth per token."""
        return self._worth_of(i) / (self._costs[i] + (_LEAD if self.lines[i].place in self._opened else _PLACE_LEAD))

    def cost(self, i: int) -> float:
        """Tokens, with those of the place where it is the first line of it."""
        if self.lines[i].place in self._opened:
            return self._costs[i] + 1
        return self._costs[i] + 2 + len(self._label(self.lines[i].place).encode("utf-8", "surrogatepass")) / 4

    def take(self, i: int) -> None:
        """Take the line."""
        self._opened.add(self.lines[i].place)
        self._worth.tell(self._names[i])

    def _worth_of(self, i: int) -> float:
        return self._worth.value_of(self._names[i]) * self._weights[i]

    def rendered(self, order: Iterable[int]) -> str:
        """The taken lines, those of a place below its name, the place touched last at the end."""
        by_place: dict[str, list[int]] = {}
        for i in sorted(order):
            by_place.setdefault(self.lines[i].place, []).append(i)
        rows = []
        for place, indexes in sorted(
            by_place.items(), key=lambda entry: (self.lines[entry[1][-1]].index, entry[1][-1])
        ):
            shown = list(dict.fromkeys(self._texts[i] for i in indexes))
            label = f"- {self._label(place)}:"
            if place.endswith(("/", "\\")):
                parts = [", ".join(shown[at : at + _FILES_IN_A_ROW]) for at in range(0, len(shown), _FILES_IN_A_ROW)]
                rows.append(f"{label} {parts[0]}" if len(parts) == 1 else "\n  ".join([label, *parts]))
            elif len(shown) == 1:
                rows.append(f"{label} {shown[0]}")
            else:
                rows.append("\n  ".join([label, *shown]))
        return "\n".join(rows)

    def _label(self, place: str) -> str:
        label = " ".join(locations.relative(place, self._root).split()) or self._drafts
        if len(label) <= _LONGEST_LABEL:
            return label
        is_path = _ENDS_IN_FILE.search(label) and not locations.is_command(place)
        return "…" + label[1 - _LONGEST_LABEL :] if is_path else label[: _LONGEST_LABEL - 1] + "…"

    def _shown(self, line: Line) -> str:
        """The line as a person can read it; empty where nobody can."""
        text = readable(locations.relative(line.text, self._root))
        if line.place.endswith(("/", "\\")):
            return text
        if len(text) > LINE_CHARACTERS:
            found = [at for written in line.shown if (at := text.find(written)) >= 0]
            text = _cut_at_words(text, min(found, default=0))
        letters = sum(map(str.isalpha, text))
        says = letters >= _FEWEST_LETTERS * len(text) and not (_LONE_NAME.match(text) or _LONE_PATH.match(text))
        return text if says and text not in self._label(line.place) else ""


def _without_crowds(lines: Sequence[Line], among: Sequence[int], used: Container[Name]) -> Sequence[int]:
    """Of the rows of a log or a table the newest, those before others that name what somebody took up."""
    places: dict[str, list[int]] = {}
    for i in among:
        if lines[i].from_result and not lines[i].place.endswith(("/", "\\")):
            places.setdefault(lines[i].place, []).append(i)
    dropped: set[int] = set()
    for found in places.values():
        if len(found) >= _CROWD and (rows := _rows([lines[i].text for i in found])):
            alike = [found[row] for row in rows]
            taken_up = [i for i in alike if any(name in used for name in lines[i].names)]
            dropped.update(set(alike) - set((taken_up or alike)[-_ROWS:]))
    return [i for i in among if i not in dropped] if dropped else among


@lru_cache(maxsize=1 << 12)  # a summary is often written twice
def _words(line: str) -> list[str]:
    return line.translate(_WITHOUT_DIGITS).split()


def _rows(texts: Sequence[str]) -> list[int]:
    """Those that many others are like: most of their words, digits apart, are the words of a crowd."""
    split = [_words(text) for text in texts]
    counts = Counter(word for words in split for word in set(words))
    common = {word for word, count in counts.items() if count >= max(_COMMON * len(texts), 2)}
    crowds: dict[tuple[str, ...], list[int]] = {}
    for i, words in enumerate(split):
        shared = tuple(word for word in words if word in common)
        if 2 * len(shared) > len(words):
            crowds.setdefault(shared, []).append(i)
    return sorted(i for crowd in crowds.values() if len(crowd) >= _CROWD for i in crowd)


def _how_much_it_says(text: str) -> float:
    if _DULL.match(text):
        return _DULL_SHARE
    return _DEFINES_SHARE if _DEFINES.match(text) else _FRAGMENT_SHARE if _FRAGMENT.match(text) else 1.0


def _placed(line: Line, said: Container[str]) -> Line | None:
    """The line with the file that a search found it in as its place; None for what only a call says of itself.

    Of messages those lines count that no sentence tells: drafts, code and tables that an agent or a person wrote.
    """
    if not line.text or (not line.place and line.from_result):
        return None
    if not line.place:
        is_said = readable(line.text)[:_OPENING] in said
        return None if is_said else line
    if line.from_result and (found := _GREP_BEFORE.match(line.text)):
        return line._replace(place=found["file"])
    return line if line.from_result or _NAMES_FILE.fullmatch(line.place) else None


def _names_in(line: Line, text: str, root: str) -> list[Name]:
    """The things that stand in the shown text."""
    found = zip(line.names, line.shown, strict=True)
    return [name for name, written in found if " ".join(locations.relative(written, root).split()) in text]


def _cut_at_words(text: str, first: int) -> str:
    """So much of a long line as is shown, from a little before its first thing."""
    start = 0
    if first > LINE_CHARACTERS // 2:
        start = max(0, first - _CONTEXT)
        space = text.find(" ", start, first)
        start = space + 1 if space >= 0 else first
    end = len(text)
    if end - start > LINE_CHARACTERS:
        end = start + LINE_CHARACTERS
        space = text.rfind(" ", start + LINE_CHARACTERS // 2, end)
        end = space if space >= 0 else end
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")


def _files(lines: Sequence[Line], root: str) -> list[Line]:
    """Every file that a line names, with its folder, as a line of what lies above: the shortest way to tell a tree."""
    found: dict[tuple[str, str], Line] = {}
    for line in lines:
        for j, name in enumerate(line.names[1:], 1):
            if name[0] != "file" or line.names[j - 1][0] != "path":
                continue
            above, file = locations.above_and_name(locations.relative(line.shown[j - 1], root))
            if (above or file).startswith(
                ("./", "../", ".\\", "..\\")
            ):  # what an import writes is seen from its own file
                continue
            if locations.is_temporary(above):
                continue
            above = above or "./"
            known = found.pop((above, file), line)
            from_result = known.from_result and line.from_result
            found[above, file] = Line(above, (line.names[j - 1], name), (file, file), line.index, from_result, file)
    return [*found.values(), *_of_trees(lines, {line.names[-1] for line in found.values()})]


def _of_trees(lines: Sequence[Line], known: Container[Name]) -> Iterable[Line]:
    """The other files that somebody drew as branches of a tree: each row alone says nothing of its folder."""
    drawn: dict[Name, Line] = {}
    for line in lines:
        if len(line.names) == 1 and line.names[0][0] == "file" and _BRANCH.match(line.text):
            name = line.names[0]
            drawn.pop(name, None)
            if name not in known:
                drawn[name] = Line(_SOME_FOLDER, line.names, line.shown, line.index, line.from_result, line.shown[0])
    return drawn.values()


def cut(line: str, first: int, last: int) -> str:
    """A source line as it is kept: whole, or from word to word around what it names."""
    if len(line) <= LINE_CHARACTERS:
        return line
    start = max(0, min(first - _CONTEXT, len(line) - LINE_CHARACTERS))
    end = min(len(line), max(last + _CONTEXT, start + LINE_CHARACTERS), start + 2 * LINE_CHARACTERS)
    if start and (space := line.find(" ", start, first)) >= 0:
        start = space + 1
    if end < len(line) and (space := line.rfind(" ", last, end)) >= 0:
        end = space
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
