"""Regular expressions that are compiled at their first use, and once for all processes.

A command needs few of all patterns; compiling each at import would cost more
than most commands do. Most of them are asked about many sentences and found in few: a search looks first for the
literal texts without one of which nothing can match.
"""

import marshal
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, AnyStr, Final, Generic, cast

_PREFILTERED: Final[dict[str, Callable[[], Any]]] = {"search": lambda: None, "finditer": lambda: iter(())}
"""What these methods give where nothing is found."""


def lazy_regex(source: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[AnyStr]:
    """`re.compile`, done at the first use of the pattern: for patterns of modules."""
    return cast("re.Pattern[AnyStr]", Pattern(source, flags))


def caseless_regex(source: str) -> "CaselessPattern":
    """A pattern in lower case that is looked for in text of any case, faster than `(?i)` does."""
    return CaselessPattern(source)


def finditer_with(
    cues: tuple[str, ...], pattern: "re.Pattern[str] | Pattern[str]", text: str
) -> Iterator[re.Match[str]]:
    """The matches of a pattern; none, without compiling it, if the text has none of the cues."""
    return pattern.finditer(text) if any(map(text.__contains__, cues)) else iter(())


def compile_loaded(*packages: str) -> int:
    """Compile the patterns of all loaded modules of these packages, while nobody waits; how many there are.

    Those that stand in a dict or a tuple of a module are among them.
    """
    within = tuple(f"{package}." for package in packages)
    loaded = [module for name, module in list(sys.modules.items()) if f"{name}.".startswith(within)]
    named = [each for module in loaded for each in list(vars(module).values())]
    listed = [inner for each in named if isinstance(each, dict) for inner in list(each.values())]
    listed += [inner for each in named if isinstance(each, tuple) for inner in each]
    found = [each for each in (*named, *listed) if isinstance(each, Pattern | CaselessPattern)]
    for pattern in found:
        pattern()
    return len(found)


class Pattern(Generic[AnyStr]):
    """A lazily compiled regular expression; a call or any attribute compiles it.

    A search passes over texts that its prefilter does not keep: those without any of the texts that a match needs.
    """

    def __init__(self, source: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._source: AnyStr = source
        self._flags = flags
        self._compiled: re.Pattern[AnyStr] | None = None

    def __call__(self) -> re.Pattern[AnyStr]:
        """The compiled pattern."""
        if self._compiled is None:
            self._compiled = CACHE.pattern(self._source, self._flags)
        return self._compiled

    def __getattr__(self, name: str) -> Any:
        """The attribute of the compiled pattern."""
        if name.startswith("_"):
            raise AttributeError(name)
        found = self._prefiltered(name) if name in _PREFILTERED else None
        found = found or getattr(self(), name)
        vars(self)[name] = found  # at once from now on
        return found

    def _prefiltered(self, name: str) -> Callable[..., Any] | None:
        """The search, made only when its prefilter keeps a text; None where there is no prefilter."""
        source: str | bytes = self._source
        prefilter = CACHE.prefilter_of(source, self._flags) if isinstance(source, str) else None
        if prefilter is None:
            return None
        keeps, nothing = prefilter.search, _PREFILTERED[name]

        def search(text: str, *within: int) -> Any:
            kept = keeps(text.lower() if text.isascii() else plain(text))
            return getattr(self(), name)(text, *within) if kept else nothing()

        return search


class CaselessPattern:
    """A lazily compiled pattern in lower case; positions of a match are those of the text, its groups lower-case.

    `re.IGNORECASE` tries every branch at every word, as it lowers one character after the other.
    """

    def __init__(self, source: str) -> None:
        self._pattern = Pattern(source)

    def __call__(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return self._pattern()

    def search(self, text: str) -> re.Match[str] | None:
        """The first match."""
        return cast("re.Match[str] | None", self._pattern.search(_lower(text)))

    def match(self, text: str) -> re.Match[str] | None:
        """The match at the start."""
        return cast("re.Match[str] | None", self._pattern.match(_lower(text)))


def _lower(text: str) -> str:
    """The text in lower case, as long as it was: the dotted İ would become two characters."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(map(_lower_letter, text))


def _lower_letter(letter: str) -> str:
    low = letter.lower()
    return low if len(low) == 1 else letter


_PYTHONS: Final = frozenset({(3, 11), (3, 12), (3, 13), (3, 14)})
"""Where the engine of `re` takes compiled code as this module hands it over; the tests run on each of them."""
_Code = tuple[bytes, int, int, dict[str, int]]
"""The program of the engine, the flags, how many groups there are, and which of them have names."""
_FORM: Final = 3
"""Of what is kept: another number with each change of `_Code` or of how a prefilter is found."""


class PatternCache:
    """The code that patterns were compiled to, kept for the next process as Python keeps its byte code.

    A compaction uses 400 patterns: to compile them takes a third of its time, to make them of their code a hundredth
    of that. Without `load`, and in a Python that is not known to take such code, every pattern is compiled.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[str | bytes, int], _Code] | None = None
        self._prefilters: dict[tuple[str, int], str] = {}
        """By pattern; empty where it has none."""
        self._has_new = False
        self._head = b""
        """The first bytes of a dump: for which version of this package and build of Python it is."""

    def load(self, stored: bytes, version: str = "") -> None:
        """Take what `dump` gave in another process; what another version or Python wrote, or is damaged, is nothing."""
        if sys.implementation.name != "cpython" or sys.version_info[:2] not in _PYTHONS:
            return
        self._head = f"{version} {sys.version} {_engine().MAGIC} {_engine().CODESIZE} {_FORM}\n".encode()
        try:
            kept = marshal.loads(stored[len(self._head) :]) if stored.startswith(self._head) else ({}, {})
            self._codes, self._prefilters = kept
        except (EOFError, ValueError, TypeError):
            self._codes, self._prefilters = {}, {}

    def dump(self) -> bytes:
        """All that is known, for a file that only this program writes; nothing if `load` was given all of it."""
        kept = (dict(self._codes or {}), dict(self._prefilters))
        return self._head + marshal.dumps(kept) if self._codes and self._has_new else b""

    def pattern(self, source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """What `re.compile` returns."""
        if self._codes is None:
            return re.compile(source, flags)
        return _made(source, self._code(source, flags))

    def _code(self, source: str | bytes, flags: int) -> _Code:
        assert self._codes is not None
        code = self._codes.get((source, int(flags)))
        if code is None:
            code = self._codes[source, int(flags)] = _compiled(source, flags)
            self._has_new = True
        return code

    def prefilter_of(self, source: str, flags: int = 0) -> re.Pattern[str] | None:
        """A pattern that is found in the `plain` form of each text that this pattern is found in.

        None where it has none, and without `load`: to find one takes longer than to compile the pattern.
        """
        if self._codes is None:
            return None
        prefilter = self._prefilters.get((source, int(flags)))
        if prefilter is None:
            prefilter = self._prefilters[source, int(flags)] = _prefilter_of(source, flags, self._code(source, flags))
            self._has_new = True
        return self.pattern(prefilter) if prefilter else None


CACHE: Final = PatternCache()
"""That of this process: a command loads it at its start."""


def _engine() -> Any:
    return import_module("_sre")


def _compiled(source: str | bytes, flags: int) -> _Code:
    """The first half of `re.compile`."""
    from array import array

    parsed = import_module("re._parser").parse(source, flags)
    program = array("I", import_module("re._compiler")._code(parsed, flags))
    state = parsed.state
    return program.tobytes(), int(flags | state.flags), state.groups - 1, dict(state.groupdict)


def _made(source: AnyStr, code: _Code) -> re.Pattern[AnyStr]:
    """The second half of `re.compile`."""
    program, flags, groups, numbers = code
    names: list[str | None] = [None] * (groups + 1)
    for name, number in numbers.items():
        names[number] = name
    words = memoryview(program).cast("I").tolist()
    return cast("re.Pattern[AnyStr]", _engine().compile(source, flags, words, groups, numbers, tuple(names)))


# -- what a match cannot do without ----------------------------------------------------------------

_PLACE_OF_SKIPS, _SKIPS = 2, 0b101
"""Where a program says whether the engine passes quickly over what no match begins with: a literal, a set. It never
does so for a pattern that begins with a look around or that ignores case, and these are most that are about words."""
_MOST_TEXTS, _MOST_IN_PREFILTER = 24, 256
_SHORTEST, _LONG_ENOUGH = 2, 4
"""Characters of a text that is worth a look, and from how many on it selects well."""
_IDEOGRAPHS = "\u2e80"
_Texts = frozenset[str] | None


@lru_cache(maxsize=8)  # many patterns are asked about one sentence
def plain(text: str) -> str:
    """The text in lower case, letters that `re.IGNORECASE` takes for an i or an s as these."""
    return text.replace("İ", "i").replace("ı", "i").replace("ſ", "s").lower()


def has_one_form(letter: str) -> bool:
    """Whether `plain` makes one letter of all that `re.IGNORECASE` takes for this one."""
    return plain(letter.upper()) == plain(letter) and (letter < "\u0250" or letter.upper() == letter.lower())


def _sequence(items: Iterable[tuple[Any, Any]]) -> tuple[_Texts, _Texts]:
    """Which texts this matches, if they are few; and some of which each match holds one: both `plain`, or None."""
    runs: list[frozenset[str]] = [frozenset({""})]
    held: list[_Texts] = []
    for kind, argument in items:
        name = str(kind)
        whole, within = _item(name, argument)
        held.append(within)
        if name in {"AT", "ASSERT", "ASSERT_NOT"}:
            continue
        if whole is not None and len(whole) * len(runs[-1]) <= _MOST_TEXTS:
            runs[-1] = frozenset({first + last for first in runs[-1] for last in whole})
        else:
            runs.append(whole or frozenset({""}))
    best = max((each for each in (*held, *runs) if each and "" not in each), key=_selects, default=None)
    return runs[0] if len(runs) == 1 else None, best


def _item(name: str, argument: Any) -> tuple[_Texts, _Texts]:
    """The same of one item of a parsed pattern."""
    match name:
        case "LITERAL":
            return frozenset({plain(chr(argument))}) if has_one_form(chr(argument)) else None, None
        case "IN":
            return _union([_item(str(kind), value)[0] for kind, value in argument]), None
        case "SUBPATTERN" | "ASSERT":
            return _sequence(argument[-1])
        case "ATOMIC_GROUP":
            return _sequence(argument)
        case "BRANCH":
            both = [_sequence(each) for each in argument[1]]
            return _union([whole for whole, _ in both]), _union([held for _, held in both], _MOST_IN_PREFILTER)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = argument
            whole, held = _sequence(inner)
            once = whole if most == 1 else None
            return (once, held) if least else (once and once | {""}, None)
        case _:
            return None, None


def _union(sets: list[_Texts], most: int = _MOST_TEXTS) -> _Texts:
    found: frozenset[str] = frozenset().union(*[each or () for each in sets])
    return found if all(each is not None for each in sets) and len(found) <= most else None


def _selects(texts: frozenset[str]) -> tuple[int, int]:
    """How well these select: by the shortest, an ideograph counts double, then the fewer the better."""
    widths = [len(each) + sum(letter >= _IDEOGRAPHS for letter in each) for each in texts]
    return min(_LONG_ENOUGH, *widths), -len(texts)


def _prefilter_of(source: str, flags: int, code: _Code) -> str:
    """A pattern that finds the texts without one of which this matches nothing; empty where that would gain nothing.

    Branch by branch, and of each text only as much as tells it from the others.
    """
    if memoryview(code[0]).cast("I")[_PLACE_OF_SKIPS] & _SKIPS:
        return ""
    texts = _sequence(import_module("re._parser").parse(source, flags))[1]
    if texts is None or _selects(texts)[0] < _SHORTEST:
        return ""
    branches: dict[str, Any] = {}
    for text in texts:
        at = branches
        for letter in text:
            at = at.setdefault(letter, {})
        at[""] = {}
    return _branched(branches)


def _branched(branches: dict[str, Any]) -> str:
    if "" in branches:
        return ""
    each = [re.escape(letter) + _branched(further) for letter, further in sorted(branches.items())]
    return each[0] if len(each) == 1 else f"(?:{'|'.join(each)})"
