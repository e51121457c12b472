"""Where a plain look for a cue stands before a pattern, nothing that the pattern finds is without a cue."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.compaction.digest import calls, directives, findings, one_off, receipt
from context_memory.text.patterns import CaselessPattern, caseless_regex
from context_memory.text.secrets import adjacent, commands, positional, programs

CUES: dict[str, tuple[Any, Sequence[str]]] = {
    "chpasswd": (programs._CHPASSWD, programs._THROUGH_A_PIPE[0][1]),
    "a pipe": (programs._PIPED, programs._THROUGH_A_PIPE[1][1]),
    "a here string": (programs._HERE, programs._THROUGH_A_PIPE[2][1]),
    "ipsec.secrets": (positional._IPSEC, positional._IN_IPSEC),
    "keys of routers": (positional._SHARED, positional._IN_SHARED),
    "communities": (positional._COMMUNITY, positional._IN_COMMUNITY),
    "calls": (commands._CALL, commands._IN_CALL),
    "forms that are filled": (adjacent._FILLS, adjacent._IN_FILLS),
    "names of values": (adjacent._NAME, adjacent._IN_NAMES),
    "causes": (findings._CAUSE, findings._CUES),
    "what is no cause": (findings._RULED_OUT, findings._CUES),
    "what an agent settles": (directives._DECISION_OF_AGENT, directives._SIGNS_OF_SETTLED),
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
    return found or (cues is directives._SIGNS_OF_SETTLED and not text.isascii())
