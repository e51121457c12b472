"""What a model has before it when it needs it: a person works with an agent for weeks, and then asks for things.

Each journey is a few sessions and a dozen prompts of a later one, most of them requests that no search answers by
itself ("push it to prod, it is Saturday"). Of each prompt the data say what has to be known for it (`needs`, with `|`
between forms that say the same) and what may stand beside that (`about`). Counted is what a session begins with and
what its prompts are given unasked, as a host's plugin does it. The last two journeys were written after the rules and
read once: at first sight 14 of 20 needs were met, of the three before them 15 of 32 by recall alone.
"""

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from context_memory import ContextMemory
from context_memory.api.docs import START_TOKENS
from context_memory.text import tokens

from .table import Row, show

JOURNEYS = Path(__file__).parent / "memories" / "journeys.json"
RECALLED = 5
"""Hits of a prompt at most, as the plugins ask."""


@dataclass
class Count:
    """Of one way to help a model, over all prompts."""

    needed: int = 0
    met: int = 0
    lines: int = 0
    astray: int = 0
    """Lines that were added to a prompt and have nothing to do with it."""
    start: list[int] = field(default_factory=list)
    """Tokens that each session begins with."""


def measure() -> list[Row]:
    """The rows of the table."""
    ours, alone = Count(), Count()
    for journey in json.loads(JOURNEYS.read_text(encoding="utf-8")):
        for _ in _counted(journey, ours, alone):
            pass
    return [
        Row(
            "of what a later prompt needs, before the model",
            f"{ours.met / ours.needed:.2f} of {ours.needed}",
            f"recall alone, doubtful hits too: {alone.met / alone.needed:.2f}",
            ">= 0.80",
            ours.met / ours.needed >= 0.80,
        ),
        Row(
            "lines added to prompts that have nothing to do with them",
            f"{ours.astray / ours.lines:.2f} of {ours.lines}",
            f"recall alone, doubtful hits too: {alone.astray / alone.lines:.2f} of {alone.lines}",
        ),
        Row("tokens that a session begins with, at most", f"{max(ours.start)}", f"room: {START_TOKENS}"),
    ]


def _counted(journey: dict[str, Any], ours: Count, alone: Count) -> Iterator[str]:
    """Count one journey; for each prompt what a reader would want to see."""
    with TemporaryDirectory() as folder, patch.dict(os.environ, XDG_STATE_HOME=f"{folder}/state"):
        yield from _asked_later(ContextMemory(folder), journey, ours, alone)


def _asked_later(opened: ContextMemory, journey: dict[str, Any], ours: Count, alone: Count) -> Iterator[str]:
    with opened as memory:
        for number, session in enumerate(journey["sessions"]):
            messages = list(_messages(session))
            memory.learn(messages, session=f"s{number}")
            memory.sessions.append(f"s{number}", messages)
        memory.docs.index()
        start = memory.docs.at_start()
        begun = "\n".join(each.text for each in (*start.orders, *start.others))
        known = [each.id for each in (*start.orders, *start.others)]
        ours.start.append(tokens.cjk(begun))
        yield f"\n## {journey['name']}\n{begun}"
        for prompt in journey["prompts"]:
            asked = {"limit": RECALLED, "now": journey["now"], "touch": False}
            given = memory.recall(prompt["text"], unasked=True, without=known, **asked).block
            missing = _count(ours, prompt, begun, given)
            _count(alone, prompt, "", memory.recall(prompt["text"], **asked).block)
            yield f"\n> {prompt['text']}{f'  MISSING {missing}' if missing else ''}\n{given}"


def _messages(session: dict[str, Any]) -> Iterator[dict[str, str]]:
    at = datetime.fromisoformat(session["start"])
    for said in session["said"]:
        at += timedelta(minutes=2)
        speaker, _, text = said.partition(": ")
        role = "user" if speaker == "u" else "assistant"
        yield {"role": role, "content": text, "timestamp": at.isoformat()}


def _count(count: Count, prompt: dict[str, Any], begun: str, given: str) -> list[str]:
    """Count one prompt; what it lacks."""
    lines = [line for line in given.splitlines() if line.startswith("- ")]
    fitting = [form for each in (*prompt["needs"], *prompt["about"]) for form in each.split("|")]
    missing = [each for each in prompt["needs"] if not any(form in begun or form in given for form in each.split("|"))]
    count.needed += len(prompt["needs"])
    count.met += len(prompt["needs"]) - len(missing)
    count.lines += len(lines)
    count.astray += sum(not any(form in line for form in fitting) for line in lines)
    return missing


if __name__ == "__main__":
    if "--show" in sys.argv:
        for one in json.loads(JOURNEYS.read_text(encoding="utf-8")):
            print(*_counted(one, Count(), Count()), sep="\n")
    print(show(measure()))
