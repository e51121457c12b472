"""Excerpts by file and command: the lines that matter, in the words of their source."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache

from ...text import entities, locations
from ...text.entities import Name
from ...text.patterns import lazy_regex
from . import coverage, evidence
from .coverage import Worth, densest
from .headings import HEADINGS
from .values import CONTEXT, LINE_CHARACTERS, Line

_LEAD = 3.0  # tokens of a further line beside its words
_PLACE_LEAD = 6.0  # tokens of the first line of a place
_JOINED_LEAD = 1.0  # of a further item in a row of a place
_SHARE = 6.0  # a thing that a line shows against one in a sentence
_LONGEST_LABEL, _LONGEST_ABOVE = 90, 24
_FILES_IN_A_ROW = 10  # of one folder on a line
_FEWEST_LETTERS = 0.4  # of a line that a person can read
_DULL_SHARE = 0.3
"""An import, a row of a listing, a blank of a template or a frame of a trace against a line that says something."""

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
    r"|FullyQualifiedErrorId)\b|\^{2,}|[^{}]*\{\{\w+\}\}\W*\Z"
    r"|The file \S+ has been updated|at (?:async )?[\w.$<>\[\] ]+ \(?[^\s()]+:\d+\)?\Z"
)
_BLANKS_IN_A_NAME = 3  # what has as many is a query or a sentence between marks, and no name
_OPENING = 24  # characters by which a line is known as a sentence
_LONE_NAME = lazy_regex(r"\W*[\w$-]+\W*\Z")
"""A name with nothing said of it, as in a list of imports."""
_LONE_PATH = lazy_regex(r"\W*[\w$@.+~/\\-]+\W*\Z")
_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|static|abstract|async|pub(?:\(\w+\))?|final|override|declare"
    r"|readonly) )*"
)
_CALLABLE = r"[\w$]+(?:<[^>]*>)?\([^()]*(?:\([^)]*\)[^()]*)*\)"
_DEFINES = lazy_regex(
    _MODIFIERS + r"(?:(?:def|fn|func|function)(?= (?:\([^)]*\) )?[ *]*[\w$.-]+ ?[(<{])(?: \([^)]*\) )?"
    r"|(?P<type>class|interface|type|enum|struct|trait|impl|module|namespace|protocol|record|CREATE TABLE)"
    r"(?= [A-Z_$\"]| \w+ (?:struct|interface|=)| \w+ ?[({;:])"
    r"(?! [\w$\"]+,\Z)|(?:const|let|var|val) (?=\w+ ?= ?(?:async )?(?:\(|function))"
    r"|(?P<case>describe|it|test)(?:\.\w+)*\((?P<quote>[\"'`])(?=.*(?P=quote))"
    r"|(?=(?!(?:if|for|while|switch|catch|match|return|await|new|expect)\b)" + _CALLABLE + r"(?: \{| ?(?:->|:) ?"
    r"[^\s:].*[{;:])\Z))"
    r"(?(case)(?P<title>(?:(?!(?P=quote)).)+)|[ *]*(?P<name>[\w$.\"]+(?:-\w+)*(?:<[\w$, ]+>)?)"
    r"(?P<takes>\([^()]*(?:\([^()]*\)[^()]*)*\))?(?P<gives>(?: ?->|:) ?[^={]+)?"
    r"(?P<of> (?:for|extends|implements) [\w.<>, ]+)?)"
)
"""Says what a name is: a function with what it takes and gives, a type."""
_FIELD = lazy_regex(
    _MODIFIERS + r"(?:let |const |var )?(?P<name>[\"']?[\w$-]+[\"']?\??) ?(?P<is>[:=]) ?(?P<value>\"[^\"]{1,40}\""
    r"|'[^']{1,40}'|#\w+|-?\d[\w.]*|true|false|null|None|True|False|(?:[A-Z][\w.]*|string|number|boolean|bool|any"
    r"|unknown|object|int|str|float|double|usize|[uif]\d+)(?:<[^>]*>)?(?:\[[^\]]*\])?(?: \| [\w\"']+)*)[,;]?\Z"
)
"""What one thing is set to, or of which type it is."""
_SETTING = lazy_regex(
    r"(?P<name>[\"']?[\w$.-]+[\"']?)(?P<is>:) (?P<value>(?![a-z]\w+\.[a-zA-Z]\w*,?\Z)[^\s(){},;=:][^\s(){},;=]*),?\Z"
)
"""The same in a file of settings or data, where a value needs no quotes."""
_TYPED = lazy_regex(r"[\w.\[\]]+ \((?:string|number|boolean|array|object|integer|float|list|dict|null|\|| )+\)\Z")
_OF_DATA = (".json", ".yaml", ".yml", ".toml", ".env", ".ini", ".cfg", ".md", ".mdx")
_BODY = lazy_regex(
    r".*(?:[{(\[;&+?]|\|\||=>|(?<!-)->)\Z|[<})\]?:&|$'\"`].*|\.\w+\(.*|.*[)\]}'\"`\w], *\Z|\{[\w.]+[(.}].*|#!?\[.*"
    r"|\[[\w.]+, .*|[A-Z]\w+-[A-Z]\w+ .*[$@{\[].*|@(?:[\w.]+\(.*|\{.*|\w+\Z)"
    r"|(?:if|else|elif|case|return|await|for|while|new|let|const|var|expect|assert\w*!?)\b.*[(){}=;\"'].*"
    r"|[\w.:$>\[\]-]+!?\(.*\)[\w.?;,]*\Z|[\w.$?!\[\]]+ ?[-+]?= ?\S.*|[\w-]+=\{?[^ ]+\}?\Z"
    r"|[\w$]+: ?[\w$.]+[(\[].*|.* (?:&&|[!=]==?) .*|\$?\w*[_$A-Z]\w*(?:, ?\$?\w+)+"
)
"""A piece of the body of a program: an argument, an assignment, a call, a condition. Alone it says nothing but which
names stand there."""
_PLAIN_WORD = lazy_regex(r"(?<!\S)(?:[A-Za-z]?[a-zäöüß]+|[^\W\d_a-zA-Z]+)(?=[\s.,:;)!?]|\Z)")
_FEWEST_PLAIN, _PLAIN_SHARE = 4, 0.5
"""Words of a sentence: code has fewer."""
_ENDS_AS_CODE = lazy_regex(r"(?:[{(\[]|=>|[)}\]]{2},?|[)}];|\}\)?,)\Z")
_STATEMENT = lazy_regex(r"(?:if|elif) ?\(?.*[):] \S.*[;)\"'`\w]\Z|(?:throw|raise)\b.*\S[;)]\Z")
"""Says on one line what happens when."""
_NOISE = lazy_regex(
    r"\d{1,6} ?[|│] .*[^|]\Z|[~^+]{3,}|.*\b(?:CategoryInfo|FullyQualifiedErrorId) +:|</?usage>|--> \S+:\d+"
    r"|(?:agentId|tool_uses|duration_ms)\b|Successfully (?:wrote|replaced)\b|at (?:async )?.*\(?node:internal"
    r"|Node\.js v|(?:Verzeichnis|Directory): |(?:[A-Z]\w+ ){1,4}[A-Z]\w+\Z|For more information\b"
    r"|(?:Compiling|Checking|Downloaded|Downloading|Updating) \S+ v|…[^|]*\",\"|\W*\d+ more lines\b"
    r"|\[?!\[|\{\"type\":|Command still running\b|Doc-tests |diff --git |index \w+\.\.\w+|exit status \d+\Z|RUN +v\d"
    r"|[✓✔√] .*(?:\(\d+ tests?\)|\d ?m?s\)?\Z)|PASS(?:ED)? \S+|--- PASS: |ok  ?\t?\S+ *\t[\d.]+s|.*\bPASSED +\[ *\d+%\]"
    r"|.* -a-{3,4}\Z|(?:-a-{3,4}|d-{4,5}) |\S*(?:Requirement already |…)satisfied: |Stored in directory: "
    r"|(?:Created|Building|Collecting|Downloading|Using cached|Preparing) (?:wheel|editable|metadata|\S+==|\S+>=)"
)
"""What a compiler, a shell or a host puts around what it says: code frames, carets, heads of tables."""
_SHORTEST_PIECE = 40  # characters of what was cut out of the middle of a line
_LONGEST_SIGNATURE = 70  # characters; a longer one is told by its name
_LEAST_JOINED, _JOINED_SHARES = 8, {"defines": 0.015, "fields": 0.008, "mentions": 0.008}
"""Lines of one place that a row tells, by the tokens that there are for all places."""
_MOST_WITHIN = 8  # names that stand with one definition: of more nobody knows whether they are of it
FORMS = ("defines", "fields", "mentions")
_ALONE_SHARE = 0.8  # of a name that would be all that is told of its place
_CODES = frozenset({"number", "hash", "ticket"})
_FORM_SHARES = {"": 1.0, "defines": 1.4, "fields": 0.45, "mentions": 0.45}
_BRANCH = lazy_regex(r"[\s│|├└─`+\\-]*[├└│|`][\s│|├└─`+\\-]*[\w$@.+~-]+\.\w{1,8}\W*(?:[#←].*)?\Z")
"""A row of a drawn tree that names a file."""
_SOME_FOLDER = "…/"
_HAS_ENDING = lazy_regex(r"\.\w{1,10}\Z|(?:\A|[/\\])(?:[A-Z]+|[A-Z]\w+file)\Z")
_ENDS_IN_FILE = lazy_regex(r"[/\\][^/\\]+\.\w{1,8}\Z")
_LOOKS_INTO = lazy_regex(r"(?:command: |cmd: |cd \S+ && )*(?:cat|nl|head|tail|less|sed|grep|rg|type|Get-Content) ")
"""The command that shows a file says nothing of what stands in it."""
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
    texts = list(said)
    openings = {text[:_OPENING] for text in texts}
    whole = "\n".join(texts) if any(line.text.startswith("…") and not line.place for line in lines) else ""
    found = (each for line in lines if (each := _placed(line, openings, whole)) is not None)
    return [*(_under(line, root) for line in found), *_files(lines, root)]


def _under(line: Line, root: str) -> Line:
    """The line with its file as it is written from the root: one place, however a call named it."""
    if not root or locations.is_command(line.place) or not (place := locations.relative(line.place, root)):
        return line
    return line if place == line.place else line._replace(place=place)


class Excerpts:
    """The lines of files and outputs that name things, as pieces of a text: each whole, or cut around what it names.

    `lines` are those of `placed`, `weights` their `importance`; a place that is `told` has a short label.
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
        said: Container[str] = frozenset(),
        words: Mapping[str, str] = HEADINGS["en"],
        told: str = "",
    ) -> None:
        among = densest(lines, worth.things, worth.told_things, weights, budget)
        likely = coverage.without_crowds(lines, among, used, said)
        self.lines = [lines[i] for i in likely]
        self._worth = worth
        self._root = root
        self._words = words
        self._told = told
        self._label = {place: self._label_of(place) for place in {line.place for line in self.lines}}
        shown = [self._shown(line) for line in self.lines]
        self._forms, self._texts = [form for form, _ in shown], [text for _, text in shown]
        self._around = self._definitions()
        self._names = [_names_in(line, text, root) for line, text in zip(self.lines, self._texts, strict=True)]
        self._weights = [
            weights[i] * _SHARE * _how_much_it_says(lines[i], form, text)
            for i, (form, text) in zip(likely, shown, strict=True)
        ]
        self._costs = [len(text.encode("utf-8", "surrogatepass")) / 4 for text in self._texts]
        self._opened: set[str] = set()
        self._joined: Counter[tuple[str, str]] = Counter()
        self._most = {form: max(_LEAST_JOINED, int(budget * share)) for form, share in _JOINED_SHARES.items()}

    def __len__(self) -> int:
        return len(self.lines)

    def upper_bound(self, i: int) -> float:
        """What `gain(i)` is at most: as if its place was shown already."""
        return self._worth_of(i) / (self._costs[i] + (_JOINED_LEAD if self._forms[i] else _LEAD))

    def gain(self, i: int) -> float:
        """Worth per token."""
        row = self.lines[i].place, self._forms[i]
        if self._joined[row] >= self._most.get(row[1], len(self)):
            return 0.0
        if row[0] not in self._opened:
            alone = _ALONE_SHARE if row[1] == "mentions" else 1.0
            return alone * self._worth_of(i) / (self._costs[i] + _PLACE_LEAD)
        return self._worth_of(i) / (self._costs[i] + (_JOINED_LEAD if self._joined[row] else _LEAD))

    def cost(self, i: int) -> float:
        """Tokens, with those of the place where it is the first line of it."""
        place, form = self.lines[i].place, self._forms[i]
        begins = 2.0 if form and not self._joined[place, form] else 0.0
        if place in self._opened:
            return self._costs[i] + 1 + begins
        return self._costs[i] + 2 + begins + len(self._label[place].encode("utf-8", "surrogatepass")) / 4

    def take(self, i: int) -> None:
        """Take the line."""
        place = self.lines[i].place
        if place not in self._opened:
            self._opened.add(place)
            self._worth.tell(entities.keys(self._label[place]))
        if self._forms[i]:
            self._joined[place, self._forms[i]] += 1
        self._worth.tell(self._names[i])

    def _worth_of(self, i: int) -> float:
        return self._worth.value_of(self._names[i]) * self._weights[i]

    def rendered(self, order: Iterable[int]) -> str:
        """The taken lines, those of a place below its name, the place touched last at the end."""
        by_place: dict[str, list[int]] = {}
        for i in sorted(order):
            by_place.setdefault(self.lines[i].place, []).append(i)
        rows = []
        places = {self._label[place] for place in by_place}
        for place, indexes in sorted(
            by_place.items(), key=lambda entry: (self.lines[entry[1][-1]].index, entry[1][-1])
        ):
            shown = self._rows_of(indexes)
            label = f"- {self._label[place]}:"
            if place.endswith(("/", "\\")):
                above = self._label[place].removeprefix("./")
                shown = [each for each in shown if above + each not in places]
                if not shown:
                    continue
                parts = [", ".join(shown[at : at + _FILES_IN_A_ROW]) for at in range(0, len(shown), _FILES_IN_A_ROW)]
                rows.append(f"{label} {parts[0]}" if len(parts) == 1 else "\n  ".join([label, *parts]))
            elif len(shown) == 1:
                rows.append(f"{label} {shown[0]}")
            else:
                rows.append("\n  ".join([label, *shown]))
        return "\n".join(rows)

    def _rows_of(self, indexes: Sequence[int]) -> list[str]:
        """Lines as they stand, below what is joined of code: what a place defines, each with the fields and names in
        it, then its other fields and names."""
        within = {self._texts[i]: list[str]() for i in indexes if self._forms[i] == "defines"}
        others: dict[str, list[str]] = {"fields": [], "mentions": []}
        told: set[str] = set()
        for i in indexes:
            if self._forms[i] in others:
                items = self._texts[i].split(", ") if self._forms[i] == "mentions" else [self._texts[i]]
                fresh = [each for each in items if each and each not in told]
                told.update(fresh)
                there = within.get(self._around[i], others[self._forms[i]])
                (there if len(there) < _MOST_WITHIN else others[self._forms[i]]).extend(fresh)
        having = f" {self._words['with']} "
        whole = "; ".join(having.join(filter(None, (text, ", ".join(names)))) for text, names in within.items())
        rows = [f"{self._words['defines']} {whole}"] if whole else []
        for form, found in others.items():
            if fresh := [each for each in found if each not in whole]:
                rows.append(f"{self._words[form]} {', '.join(fresh)}")
        return rows + list(dict.fromkeys(self._texts[i] for i in indexes if not self._forms[i]))

    def _definitions(self) -> list[str]:
        """Behind which definition of its text each line stands."""
        found = []
        latest: dict[tuple[str, int], str] = {}
        for line, form, text in zip(self.lines, self._forms, self._texts, strict=True):
            if form == "defines":
                latest[line.place, line.index] = text
            found.append(latest.get((line.place, line.index), ""))
        return found

    def _label_of(self, place: str) -> str:
        label = " ".join(locations.relative(place, self._root).split()) or self._words["drafts"]
        above, name = locations.above_and_name(label)
        if len(above) > _LONGEST_ABOVE and place in self._told:
            return "…" + above[-1] + name  # where it is stands above
        if len(label) <= _LONGEST_LABEL:
            return label
        is_path = _ENDS_IN_FILE.search(label) and not locations.is_command(place)
        return "…" + label[1 - _LONGEST_LABEL :] if is_path else label[: _LONGEST_LABEL - 1] + "…"

    def _shown(self, line: Line) -> tuple[str, str]:
        """The form of a line, and the line as a person can read it; empty where nobody can."""
        form, text = _read(line.text, line.place, self._root)
        if line.place.endswith(("/", "\\")):
            return "", text
        if form == "mentions":
            label = self._label[line.place]
            named = zip(line.names, line.shown, strict=True)
            told = [
                written
                for name, written in named
                if name[0] not in _CODES and self._worth.things.get(name) and written not in label
                if not written.startswith(("./", "../"))
                and "\\n" not in written
                and written.count(" ") < _BLANKS_IN_A_NAME
            ]
            return form, ", ".join(dict.fromkeys(told))
        if form:
            return form, text
        if len(text) > LINE_CHARACTERS:
            found = [at for written in line.shown if (at := text.find(written)) >= 0]
            text = _cut_at_words(text, min(found, default=0))
        if text[:1] == text[-1:] == "…" and len(text) < _SHORTEST_PIECE:
            return "", ""
        letters = sum(map(str.isalpha, text))
        says = letters >= _FEWEST_LETTERS * len(text) and not (_LONE_NAME.match(text) or _LONE_PATH.match(text))
        return "", text if says and text not in self._label[line.place] else ""


@lru_cache(maxsize=1 << 12)  # as `readable`
def _read(line: str, place: str, root: str) -> tuple[str, str]:
    """The form of a line and what it says, as it stands; empty for noise."""
    text = readable(locations.relative(line, root))
    if place.endswith(("/", "\\")):
        return "", text
    return ("", "") if _NOISE.match(text) or _LONE_NAME.match(text) else _form_of(text, place)


def _how_much_it_says(line: Line, form: str, text: str) -> float:
    if _DULL.match(text or readable(line.text)):
        return _DULL_SHARE
    return _FORM_SHARES["mentions" if not form and _STATEMENT.match(text) else form]


def _is_sentence(text: str) -> bool:
    """Whether most words of a line are those of a language."""
    plain = len(_PLAIN_WORD.findall(text))
    return plain >= _FEWEST_PLAIN and plain >= _PLAIN_SHARE * len(text.split()) and not _ENDS_AS_CODE.search(text)


def _form_of(text: str, place: str) -> tuple[str, str]:
    """In which row of its place a line of code is told, and how; a sentence and a row of a table as they stand."""
    if found := _DEFINES.match(text):
        return "defines", _signature(found)
    if _is_sentence(text) or _STATEMENT.match(text):
        return "", text
    if _TYPED.match(text):
        return "fields", text
    if found := _FIELD.match(text) or (_SETTING.match(text) if place.endswith(_OF_DATA) else None):
        between = ": " if found["is"] == ":" else " = "
        return "fields", found["name"].strip("\"'") + between + found["value"].strip("\"'")
    return ("mentions", "") if _BODY.fullmatch(text) else ("", text)


def _signature(found: re.Match[str]) -> str:
    """What a definition says of its name, without what its language asks for."""
    if found["case"]:
        return f"{found['case']} “{found['title']}”"
    takes, gives = found["takes"] or "", (found["gives"] or "").strip(" :;").removeprefix("->").strip(" .")
    gives = gives if gives.count("<") == gives.count(">") else ""
    if found["type"]:
        return f"{found['type']} {found['name']}{takes}{found['of'] or ''}".rstrip()
    whole = f"{found['name']}{takes or '()'}" + (f": {gives}" if gives and gives != "void" else "")
    return whole if len(whole) <= _LONGEST_SIGNATURE else f"{found['name']}()"


def _placed(line: Line, said: Container[str], whole: str) -> Line | None:
    """The line with the file that a search found it in as its place; None for what only a call says of itself.

    Of messages those lines count that no sentence tells: drafts, code and tables that an agent or a person wrote.
    """
    if not line.text or (not line.place and line.from_result):
        return None
    if not line.place:
        opening = readable(line.text.removeprefix("…"))[:_OPENING]
        is_said = opening in said or (line.text.startswith("…") and opening in whole)
        return None if is_said else line
    if line.from_result and (found := _GREP_BEFORE.match(line.text)):
        return line._replace(place=found["file"])
    is_look = not line.from_result and _LOOKS_INTO.match(line.text) is not None and line.place in line.text
    return line if line.from_result or (_NAMES_FILE.fullmatch(line.place) and not is_look) else None


def _names_in(line: Line, text: str, root: str) -> list[Name]:
    """The things that stand in the shown text."""
    found = zip(line.names, line.shown, strict=True)
    return [name for name, written in found if " ".join(locations.relative(written, root).split()) in text]


def _cut_at_words(text: str, first: int) -> str:
    """So much of a long line as is shown, from a little before its first thing."""
    start = 0
    if first > LINE_CHARACTERS // 2:
        start = max(0, first - CONTEXT)
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
            if evidence.is_made(above + file) or not _HAS_ENDING.search(file) or "\\." in file:
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
