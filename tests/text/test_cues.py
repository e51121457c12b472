"""Where a plain look for a cue stands before a pattern, nothing that the pattern finds is without a cue."""

import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.compaction.digest import calls, directives, findings, one_off, receipt
from context_memory.memory.recall import claims
from context_memory.memory.recall.ranking import word_match
from context_memory.text import dates
from context_memory.text.patterns import CaselessPattern, caseless_regex
from context_memory.text.secrets import adjacent, keywords, labels, positional, programs, syntax

CUES: dict[str, tuple[Any, Sequence[str]]] = {
    "chpasswd": (programs._CHPASSWD, programs._THROUGH_A_PIPE[0][1]),
    "a pipe": (programs._PIPED, programs._THROUGH_A_PIPE[1][1]),
    "a here string": (programs._HERE, programs._THROUGH_A_PIPE[2][1]),
    "places of programs": (programs._PLACES, programs.NAMES),
    "new values": (positional._NEW_VALUE, positional.NEW_VALUES),
    "netrc": (positional._NETRC, sorted(keywords._NEEDS[positional.netrc])),
    "expected prompts": (adjacent._EXPECTED, sorted(keywords._NEEDS[adjacent.expected])),
    "told codes": (adjacent._TOLD_CODE, sorted(keywords._NEEDS[adjacent.told_code])),
    "passwords in addresses": (syntax._ADDRESS_PASSWORD, sorted(keywords._NEEDS[syntax.address])),
    "ipsec.secrets": (positional._IPSEC, positional._IN_IPSEC),
    "keys of routers": (positional._SHARED, positional._IN_SHARED),
    "communities": (positional._COMMUNITY, positional._IN_COMMUNITY),
    "calls": (syntax._CALL, syntax._IN_CALL),
    "forms that are filled": (adjacent._FILLS, adjacent._IN_FILLS),
    "names of values": (adjacent._NAME, adjacent._IN_NAMES),
    "causes": (findings._CAUSE, findings._CUES),
    "what is no cause": (findings._RULED_OUT, findings._CUES),
    "what an agent settles": (directives._DECISION_OF_AGENT, directives._SIGNS_OF_SETTLED),
    "questions for a time": (dates._ASKS_WHEN, dates._WHEN_CUES),
    "what was moved": (claims._PASSIVE, claims._MOVED_CUES),
    "who has a new one": (claims._HAVE_NEW, ("a new ",)),
    **{f"questions for a {kind}": (word_match._ASKS_FOR[kind], each[0]) for kind, each in word_match._WANTED.items()},
}
CASELESS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": pattern
    for module in (calls, directives, findings, one_off, receipt)
    for name, pattern in vars(module).items()
    if isinstance(pattern, CaselessPattern)
}
FOLDED = "ſKıİ"
"""Characters that a pattern takes for `s`, `k` and `i` in any case, and `lower` does not."""


@pytest.mark.parametrize("name", CUES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_given_what_a_pattern_finds_then_it_holds_a_cue(name: str, data: st.DataObject) -> None:
    pattern, cues = CUES[name]
    text = data.draw(text_with(in_any_case(pattern)))

    assert holds(text, cues)


_LABELS = " ".join([*(words for table in labels._TABLES.values() for words in table.values()), *labels.NOUNS])
_QUALIFIERS = " ".join(labels.QUALIFIERS.values())
_PIECES = [
    *(word.replace("_", join) for word, join in product((_LABELS + " " + _QUALIFIERS).split(), ("", " ", "_"))),
    *("ed", "s", " ", "_", "-", "'s ", "’s ", "=", ": ", "É", "x", "exit ", "W1", "\n"),
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=5).map("".join), st.sampled_from([str, str.upper, str.title]))
def test_given_a_label_at_a_keyword_then_the_plain_look_lets_it_pass(text: str, case: Callable[[str], str]) -> None:
    text = case(text)
    low = text.encode("latin-1", "replace").lower()

    for word, at in keywords._places(text, low)[0]:
        if word in keywords._OF_LABELS and labels.label_at(text, at):
            assert labels.may_begin(word, text, low, at)


@pytest.mark.parametrize("name", CASELESS)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_given_text_in_any_case_then_a_caseless_pattern_finds_what_re_finds(name: str, data: st.DataObject) -> None:
    pattern, compiled = CASELESS[name], in_any_case(CASELESS[name])
    text = data.draw(text_with(compiled))

    assert span_of(pattern.search(text)) == span_of(compiled.search(text)) is not None


@pytest.mark.parametrize("name", CASELESS)
def test_given_a_caseless_pattern_then_all_its_letters_are_in_lower_case(name: str) -> None:
    letters = re.sub(r"\\.|\(\?P<\w+>", "", CASELESS[name]().pattern)

    assert letters == letters.lower()


def test_given_a_letter_whose_lower_case_is_two_then_positions_stay() -> None:
    found = caseless_regex("stop").search("İİ STOP")

    assert found is not None
    assert found.span() == (3, 7)


def in_any_case(pattern: CaselessPattern | re.Pattern[str]) -> re.Pattern[str]:
    if isinstance(pattern, CaselessPattern):
        return re.compile(pattern().pattern, re.IGNORECASE)
    return re.compile(pattern.pattern, pattern.flags)


def text_with(pattern: re.Pattern[str]) -> st.SearchStrategy[str]:
    return st.from_regex(pattern, alphabet=st.characters(codec="utf-8", exclude_characters=FOLDED))


def span_of(found: re.Match[str] | None) -> tuple[int, int] | None:
    return found.span() if found else None


def holds(text: str, cues: Sequence[str]) -> bool:
    """As the code looks: in the text, in its lower case; what is not in ASCII passes where only English has cues."""
    found = any(cue in text or cue in text.lower() for cue in cues)
    only_english = cues is directives._SIGNS_OF_SETTLED or cues is dates._WHEN_CUES
    return found or (only_english and not text.isascii())
