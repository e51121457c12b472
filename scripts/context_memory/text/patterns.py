"""Regular expressions that are compiled at their first use, and once for all processes.

A command needs few of all patterns; compiling each at import would cost more
than most commands do.
"""

import marshal
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, AnyStr, Final, Generic, cast

_METHODS = ("search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split")


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
    """A lazily compiled regular expression; a call or any attribute compiles it."""

    def __init__(self, source: AnyStr, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._source: AnyStr = source
        self._flags = flags
        self._compiled: re.Pattern[AnyStr] | None = None

    def __call__(self) -> re.Pattern[AnyStr]:
        """The compiled pattern."""
        if self._compiled is None:
            self._compiled = CACHE.pattern(self._source, self._flags)
            vars(self).update({name: getattr(self._compiled, name) for name in _METHODS})  # found at once from now on
        return self._compiled

    def __getattr__(self, name: str) -> Any:
        """The attribute of the compiled pattern."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self(), name)


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


class PatternCache:
    """The code that patterns were compiled to, kept for the next process as Python keeps its byte code.

    A compaction uses 400 patterns: to compile them takes a third of its time, to make them of their code a hundredth
    of that. Without `load`, and in a Python that is not known to take such code, every pattern is compiled.
    """

    def __init__(self) -> None:
        self._codes: dict[tuple[str | bytes, int], _Code] | None = None
        self._has_new = False
        self._head = b""
        """The first bytes of a dump: for which version of this package and build of Python it is."""

    def load(self, stored: bytes, version: str = "") -> None:
        """Take what `dump` gave in another process; what another version or Python wrote, or is damaged, is nothing."""
        if sys.implementation.name != "cpython" or sys.version_info[:2] not in _PYTHONS:
            return
        self._head = f"{version} {sys.version} {_engine().MAGIC} {_engine().CODESIZE}\n".encode()
        try:
            self._codes = marshal.loads(stored[len(self._head) :]) if stored.startswith(self._head) else {}
        except (EOFError, ValueError, TypeError):
            self._codes = {}

    def dump(self) -> bytes:
        """All that is known, for a file that only this program writes; nothing if `load` was given all of it."""
        return self._head + marshal.dumps(dict(self._codes)) if self._codes and self._has_new else b""

    def pattern(self, source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """What `re.compile` returns."""
        if self._codes is None:
            return re.compile(source, flags)
        code = self._codes.get((source, int(flags)))
        if code is None:
            code = self._codes[source, int(flags)] = _compiled(source, flags)
            self._has_new = True
        return _made(source, code)


CACHE: Final = PatternCache()
"""That of this process: a command loads it at its start."""


def _engine() -> Any:
    return import_module("_sre")


def _compiled(source: str | bytes, flags: int) -> _Code:
    """The first half of `re.compile`."""
    from array import array

    parsed = import_module("re._parser").parse(source, flags)
    program = import_module("re._compiler")._code(parsed, flags)
    state = parsed.state
    return array("I", program).tobytes(), int(flags | state.flags), state.groups - 1, dict(state.groupdict)


def _made(source: AnyStr, code: _Code) -> re.Pattern[AnyStr]:
    """The second half of `re.compile`."""
    program, flags, groups, numbers = code
    names: list[str | None] = [None] * (groups + 1)
    for name, number in numbers.items():
        names[number] = name
    words = memoryview(program).cast("I").tolist()
    return cast("re.Pattern[AnyStr]", _engine().compile(source, flags, words, groups, numbers, tuple(names)))
