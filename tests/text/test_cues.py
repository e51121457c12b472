"""Where a plain look for a cue stands before a pattern, nothing that the pattern finds is without a cue."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from context_memory.compaction.digest import directives, findings
from context_memory.text.secrets import adjacent, commands, positional, programs

CUES = {
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
FOLDED = "ſKıİ"
"""Characters that a pattern takes for `s`, `k` and `i` in any case, and `lower` does not."""


@pytest.mark.parametrize("name", CUES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_given_what_a_pattern_finds_then_it_holds_a_cue(name: str, data: st.DataObject) -> None:
    pattern, cues = CUES[name]
    compiled = re.compile(pattern.pattern, pattern.flags)
    text = data.draw(st.from_regex(compiled, alphabet=st.characters(codec="utf-8", exclude_characters=FOLDED)))

    assert holds(text, cues)


def holds(text: str, cues: Sequence[str]) -> bool:
    """As the code looks: in the text, in its lower case; what is not in ASCII passes where only English has cues."""
    found = any(cue in text or cue in text.lower() for cue in cues)
    return found or (cues is directives._SIGNS_OF_SETTLED and not text.isascii())
