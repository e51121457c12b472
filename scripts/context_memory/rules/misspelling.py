"""Words that were probably meant by a word that stands nowhere: one slip of the fingers away.

The first two letters are taken as they are: people seldom miss them, and
`mango` is not `mongo`. What is found counts as a related word does, not in full.
"""

from collections.abc import Iterable, Mapping
from string import ascii_lowercase

SHORTEST = 4
"""Letters of a word that is looked at; of a shorter one every neighbour is a word."""
EXCHANGED_FROM = 7
"""Letters from which one letter for another is a slip; `horse` and `house` are two words."""
SURE = 2
"""Letters at the beginning that are right."""
MOST_WORDS = 3
"""Words of one question that are looked at, so that a pasted text costs nothing."""
MOST_MEANT = 2


def suspects(terms: Iterable[str], counts: Mapping[str, int]) -> list[str]:
    """Search terms that stand nowhere and look like words."""
    unknown = (term for term in terms if not counts.get(term) and len(term) >= SHORTEST)
    return [term for term in unknown if term.isascii() and term.isalpha()][:MOST_WORDS]


def neighbours(word: str) -> set[str]:
    """Every word that is one slip away: a letter too many, too few, exchanged with the next, or another one."""
    parts = [(word[:place], word[place:]) for place in range(SURE, len(word) + 1)]
    found = {start + rest[1:] for start, rest in parts if rest}
    found |= {start + rest[1] + rest[0] + rest[2:] for start, rest in parts if len(rest) > 1}
    found |= {start + letter + rest for start, rest in parts for letter in ascii_lowercase}
    if len(word) >= EXCHANGED_FROM:
        found |= {start + letter + rest[1:] for start, rest in parts if rest for letter in ascii_lowercase}
    return found - {word}


def meant(word: str, counts: Mapping[str, int]) -> frozenset[str]:
    """Of its neighbours those that stand somewhere, the most frequent ones."""
    known = sorted((each for each in neighbours(word) if counts.get(each)), key=lambda each: (-counts[each], each))
    return frozenset(known[:MOST_MEANT])
