"""Patterns taken from the code that an earlier process compiled are those that `re.compile` makes."""

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

import context_memory.compaction
import context_memory.text
from context_memory.text.patterns import CaselessPattern, Pattern, PatternCache, has_one_form, lazy_regex, plain

OWN = [
    *(r"plain", r"(?P<first>a)|(?P<second>[b-d]+)(?P=second)?", r"(?ix) [\u4e00-\u9fffé] # Han", r"(?<=x)y{2,3}?"),
    *(rb"(?i)[a-f\x80-\xff]{4}", r"(?s:.)(?!\Z)", r"\w+(?:ab|ac|ad)*\Z"),
]


def every_pattern_of(package: Any) -> list[Pattern[str] | Pattern[bytes]]:
    names = [each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    plain = [each._pattern if isinstance(each, CaselessPattern) else each for each in values]
    return [each for each in plain if isinstance(each, Pattern)]


def prefilter_of(source: str, flags: int = 0) -> re.Pattern[str] | None:
    cache = PatternCache()
    cache.load(b"")
    return cache.prefilter_of(source, flags)


def stored(sources: list[str] | list[bytes]) -> bytes:
    cache = PatternCache()
    cache.load(b"")
    for source in sources:
        cache.pattern(source)
    return cache.dump()


def test_a_pattern_made_of_kept_code_equals_the_compiled_one() -> None:
    wanted = [(each._source, each._flags) for each in every_pattern_of(context_memory.text)[::3]] + [
        (source, 0) for source in OWN
    ]
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


@pytest.mark.parametrize("package", [context_memory.text, context_memory.compaction], ids=lambda each: each.__name__)
def test_given_what_a_pattern_matches_in_any_case_then_its_prefilter_lets_it_pass(package: Any) -> None:
    sifted = 0
    for pattern in every_pattern_of(package):
        if not isinstance(pattern._source, str) or (prefilter := prefilter_of(pattern._source, pattern._flags)) is None:
            continue
        compiled = re.compile(pattern._source, pattern._flags)
        parsed = importlib.import_module("re._parser").parse(pattern._source, pattern._flags)
        for sample in islice(samples(parsed), 300):
            for text in {sample, sample.upper(), sample.title(), sample.replace("s", "ſ").replace("i", "ı")}:
                if found := compiled.search(text):
                    assert prefilter.search(plain(text)), (pattern._source, text)
                    assert found.span() == pattern.search(text).span()  # type: ignore[union-attr]
                    sifted += 1
    assert sifted > 1_000


def test_given_every_letter_then_those_that_any_case_joins_have_one_plain_form() -> None:
    every = "".join(
        each for each in map(chr, range(sys.maxunicode + 1)) if each.lower() != each or each.upper() != each
    )

    for letter in filter(has_one_form, map(chr, range(0x300))):
        same = re.findall(f"(?i){re.escape(letter)}", every)
        assert {plain(each) for each in same} <= {plain(letter)}


@pytest.mark.parametrize(
    ("source", "kept", "passed_over"),
    [
        (r"(?i)\b(?:you|we) (?:can|may) \w+", "WE MAY go", "you will"),
        (r"(?i)(?<!un)do(?:ne|ing)?\b", "do", "nothing here"),
        (r"\bun(?=til|less)", "unless", "under"),
        (r"(?<=x)(?:[ab]c){2,}\d", "acac", "xx"),
        (r"(?i)\b[你您]|\bstraße", "Straße", "DU UND ICH"),
        (r"\b(?:ab|cd)?ef\b", "ef", "abcd"),
    ],
)
def test_a_prefilter_keeps_texts_with_what_no_match_can_do_without(source: str, kept: str, passed_over: str) -> None:
    prefilter = prefilter_of(source)

    assert prefilter is not None
    assert prefilter.search(plain(kept))
    assert not prefilter.search(plain(passed_over))


@pytest.mark.parametrize("source", [r"(?i)\b\w+s?\b", r"(?i)\b(?:yes|\d+)", r"(?i)\ba?\b", "plain", r"(?i)\b(?:ok)*"])
def test_no_prefilter_stands_before_what_has_no_such_text_or_is_found_fast(source: str) -> None:
    assert prefilter_of(source) is None


def samples(parsed: Iterable[tuple[Any, Any]]) -> Iterable[str]:
    """Texts that a parsed pattern may match: each alternative with the first of what may stand around it."""
    texts = [""]
    for kind, argument in parsed:
        each = list(islice(samples_of(str(kind), argument), 60))
        texts = [*(texts[0] + one for one in each), *(text + each[0] for text in texts[1:])] if each else texts
    return texts


def samples_of(kind: str, argument: Any) -> Iterable[str]:
    match kind:
        case "LITERAL":
            yield chr(argument)
        case "IN":
            for inner, value in argument:
                yield from samples_of(str(inner), value)
        case "RANGE":
            yield chr(argument[0])
        case "CATEGORY" | "ANY" | "NOT_LITERAL":
            yield {"CATEGORY_DIGIT": "7", "CATEGORY_SPACE": " "}.get(str(argument), "x")
        case "SUBPATTERN":
            yield from samples(argument[-1])
        case "ATOMIC_GROUP":
            yield from samples(argument)
        case "BRANCH":
            for branch in argument[1]:
                yield from samples(branch)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            if not argument[0]:
                yield ""
            for text in samples(argument[2]):
                yield text * max(1, argument[0])
        case _:
            pass
