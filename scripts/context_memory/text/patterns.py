"""Regular expressions that are compiled at their first use.

A command needs few of all patterns; compiling each at import would cost more
than most commands do.
"""

import re
import sys
from collections.abc import Iterator
from typing import Any, AnyStr, Generic, cast

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
            self._compiled = re.compile(self._source, self._flags)
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
