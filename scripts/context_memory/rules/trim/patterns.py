"""Patterns that are compiled at their first use.

A process trims one output and needs few of all patterns; compiling each at
import would cost more than the trim.
"""

import re


class Pattern:
    """A regular expression; calling it gives the compiled one."""

    __slots__ = ("_compiled", "_flags", "_source")

    def __init__(self, source: str, flags: re.RegexFlag = re.NOFLAG) -> None:
        self._source = source
        self._flags = flags
        self._compiled: re.Pattern[str] | None = None

    def __call__(self) -> re.Pattern[str]:
        """The compiled pattern."""
        if self._compiled is None:
            self._compiled = re.compile(self._source, self._flags)
        return self._compiled
