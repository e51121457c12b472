"""Patterns taken from the code that an earlier process compiled are those that `re.compile` makes."""

import importlib
import pkgutil
import re

import pytest

import context_memory.text
from context_memory.text.patterns import CaselessPattern, Pattern, PatternCache, lazy_regex

OWN = [
    *(r"plain", r"(?P<first>a)|(?P<second>[b-d]+)(?P=second)?", r"(?ix) [\u4e00-\u9fffé] # Han", r"(?<=x)y{2,3}?"),
    *(rb"(?i)[a-f\x80-\xff]{4}", r"(?s:.)(?!\Z)", r"\w+(?:ab|ac|ad)*\Z"),
]


def every_pattern_of_text() -> list[Pattern[str] | Pattern[bytes]]:
    names = [each.name for each in pkgutil.walk_packages(context_memory.text.__path__, "context_memory.text.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    plain = [each._pattern if isinstance(each, CaselessPattern) else each for each in values]
    return [each for each in plain if isinstance(each, Pattern)]


def stored(sources: list[str] | list[bytes]) -> bytes:
    cache = PatternCache()
    cache.load(b"")
    for source in sources:
        cache.pattern(source)
    return cache.dump()


def test_a_pattern_made_of_kept_code_equals_the_compiled_one() -> None:
    wanted = [(each._source, each._flags) for each in every_pattern_of_text()[::3]] + [(source, 0) for source in OWN]
    first, later = PatternCache(), PatternCache()
    first.load(b"")
    for source, flags in wanted:
        first.pattern(source, flags)
    later.load(first.dump())

    made = [later.pattern(source, flags) for source, flags in wanted]

    assert len(wanted) > 100
    assert later.dump() == b""  # it compiled none
    for pattern, (source, flags) in zip(made, wanted, strict=True):
        compiled = re.compile(source, flags)  # patterns are equal if their code is
        assert (pattern, pattern.groups, pattern.groupindex) == (compiled, compiled.groups, compiled.groupindex)


def test_what_a_match_says_of_names_is_the_same() -> None:
    cache = PatternCache()
    cache.load(stored([OWN[1]]))

    found = cache.pattern(OWN[1]).search("--bdbd")

    assert found is not None
    assert (found.lastgroup, found.groupdict(), found.span("second")) == (
        "second",
        {"first": None, "second": "bdbd"},
        (2, 6),
    )


def test_a_dump_holds_what_was_loaded_and_what_came_to_it() -> None:
    cache = PatternCache()
    cache.load(stored(["one"]))
    cache.pattern("two")

    later = PatternCache()
    later.load(cache.dump())
    later.pattern("one")
    later.pattern("two")

    assert later.dump() == b""


@pytest.mark.parametrize("damage", ["other python", "half", "only its head"])
def test_a_dump_that_cannot_be_used_counts_as_nothing(damage: str) -> None:
    whole = stored(["one"])
    head = whole[: whole.index(b"\n", whole.index(b"]")) + 1]
    given = {"other python": b"2.7 " + whole, "half": whole[:-9], "only its head": head}
    cache = PatternCache()

    cache.load(given[damage])

    assert cache.pattern("one").pattern == "one"
    assert cache.dump() == whole


def test_a_pattern_that_is_wrong_says_so_as_ever() -> None:
    cache = PatternCache()
    cache.load(b"")

    with pytest.raises(re.error, match="unterminated"):
        cache.pattern("(")
    assert cache.dump() == b""
    assert lazy_regex("a|b").search("cab")[0] == "a"  # type: ignore[index]
