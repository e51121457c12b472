"""What each feature of the ranker is worth. Set by hand and rounded: docs/adr/0020 says how each came to be."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from ..model.errors import InputError

LARGEST = 100.0
"""A weight beyond is a mistake in a file."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Worth of each feature; `rules.features` says what they mean."""

    covered: float = 1.0
    told: float = 1.0
    words: float = 0.25
    related: float = 0.1
    pairs: float = 0.1
    answers: float = 0.5
    kind: float = 0.25
    speaker: float = 1.0
    other_side: float = -0.5
    when: float = 0.5
    dated: float = 1.0
    question: float = -0.25
    reaction: float = -0.1
    oneself: float = 0.1
    names: float = 0.25
    opens: float = 0.25
    superseded: float = -1.0
    meaning: float = 0.5
    meaning_zh: float = 0.5
    meaning_near: float = 0.5
    meaning_near2: float = 0.25


NAMES = tuple(each.name for each in fields(Weights))


def from_mapping(values: object, source: str) -> Weights:
    """Weights from a file's {"weights": {name: number}}; what is not named keeps its shipped weight.

    Raises InputError, which names the `source`, for anything else.
    """
    hint = f'it must hold {{"weights": {{name: number}}}} with names of {", ".join(NAMES)}'
    found = values.get("weights") if isinstance(values, Mapping) else None
    if not isinstance(found, Mapping) or not found:
        raise InputError(f'{source} holds no "weights"', hint=hint)
    unknown = sorted(str(name) for name in found if name not in NAMES)
    if unknown:
        raise InputError(f"{source}: the ranker has no feature {', '.join(unknown)}", hint=hint)
    for name, value in found.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= LARGEST:
            raise InputError(f"{source}: {name} is {value!r}", hint=f"a number from {-LARGEST:g} to {LARGEST:g}")
    return Weights(**{name: float(value) for name, value in found.items()})
