"""Logs: a silence much longer than usual is a fact too, although no line says so."""

import itertools
import re

GAP_BITS = 6.0
LEAST_TIMES = 12
MOST_GAPS = 3

_CLOCK = re.compile(r"[^\n]{0,30}?\b(\d\d):(\d\d):(\d\d)\b")
_DAY = 86_400


def add(bits: list[float], texts: list[str]) -> None:
    """Lift the first line after each long silence, and the one before it a little."""
    times = []
    for row, text in enumerate(texts):
        found = _CLOCK.match(text)
        if found:
            times.append((row, int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3])))
    if len(times) < max(LEAST_TIMES, len(texts) // 2):
        return
    steps = [((after - before) % _DAY, earlier, row) for (earlier, before), (row, after) in itertools.pairwise(times)]
    usual = sorted(step for step, _, _ in steps)[len(steps) * 9 // 10]
    gaps = [(earlier, row) for step, earlier, row in steps if step > 6 * max(1, usual)]
    for earlier, row in gaps if len(gaps) <= MOST_GAPS else []:
        bits[row] += GAP_BITS
        bits[earlier] += GAP_BITS / 2
