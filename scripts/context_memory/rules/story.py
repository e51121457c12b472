"""What was said: statements of people and the agent that together cover most, in the order they were made."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum  # the same for any order of a set

from ..model.memory import Said, Speaker
from . import coverage, entities, vocabulary
from .entities import Name

MARKS = {"person": "User", "agent": "Agent", "host": "Host"}
"""How a line says whose words it holds, by the speaker's value."""

_THING_SHARE = 0.35  # a named thing against a rare word: things have the ledger too
_SPEAKER_SHARE = {Speaker.PERSON: 1.3, Speaker.AGENT: 1.0, Speaker.HOST: 0.6}
_LEAD = 3.0  # tokens


def choose(
    statements: Sequence[Said],
    things: Mapping[Name, float],
    words: Mapping[str, float],
    covered_things: set[Name],
    covered_words: set[str],
    *,
    budget: int,
) -> list[int]:
    """Indexes of the statements to keep, oldest first; the covered sets grow by what they say."""
    names = [entities.keys(said.text) for said in statements]
    spoken = [vocabulary.in_text(said.text) for said in statements]
    cost = [len(said.text.encode("utf-8", "surrogatepass")) // 4 + 3 for said in statements]
    thing_unit = _mean_of_best(things.values(), 400) or 1.0
    word_unit = _mean_of_best(words.values(), 200) or 1.0

    def gain(i: int) -> float:
        value = _THING_SHARE * fsum(things.get(name, 0) for name in names[i] if name not in covered_things) / thing_unit
        value += fsum(words.get(word, 0) for word in spoken[i] if word not in covered_words) / word_unit
        return value * _SPEAKER_SHARE[statements[i].speaker] / (cost[i] + _LEAD)

    def take(i: int) -> None:
        covered_things.update(names[i])
        covered_words.update(spoken[i])

    return sorted(coverage.choose(len(statements), cost, gain, take, budget))


def render(statements: Sequence[Said], chosen: Sequence[int], marks: Mapping[str, str] = MARKS) -> str:
    """The chosen statements, those of one message on one line behind its speaker's mark."""
    lines: list[str] = []
    previous = None
    for i in chosen:
        said = statements[i]
        if previous == (said.index, said.speaker):
            lines[-1] += " " + said.text
        else:
            lines.append(f"- {marks[said.speaker.value]}: {said.text}")
        previous = (said.index, said.speaker)
    return "\n".join(lines)


def _mean_of_best(values: Iterable[float], count: int) -> float:
    best = sorted(values, reverse=True)[:count]
    return sum(best) / len(best) if best else 0.0
