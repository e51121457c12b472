"""What others keep of a session, written down from their descriptions, to stand beside ours.

Every method takes the messages before the cut and a budget in tokens (some ignore it) and gives back a context.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, log1p

from context_memory.messages import Message, Role

from .fidelity_metric import Thing, orders, shown, size, things

Method = Callable[[Sequence[Message], int], str]

_PENDING = ("todo", "next", "pending", "follow up", "remaining")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_LINE_CHARACTERS = 240
_KIND_WORTH = {"path": 1.4, "file": 1.2, "number": 0.6, "error": 1.1, "command": 0.8, "term": 0.7}
_SPEAKER_WORTH = {Role.USER: 1.5, Role.ASSISTANT: 1.0, Role.SYSTEM: 1.0, Role.TOOL: 0.6}


def keep_last_4(messages: Sequence[Message], budget: int) -> str:  # noqa: ARG001
    """The four newest messages, a leading result together with its call."""
    return rendered(messages[_tail_from(messages) :])


def head_and_tail(messages: Sequence[Message], budget: int) -> str:
    """A fifth from the beginning, the rest from the end."""
    text = rendered(messages)
    room = budget * 4
    if len(text) <= room:
        return text
    return text[: room // 5] + "\n[…]\n" + text[-(room - room // 5) :]


def skill_l2(messages: Sequence[Message], budget: int) -> str:  # noqa: ARG001
    """The skill's summary as written: pending sentences, eight paths, 200 characters, four messages."""
    start = _tail_from(messages)
    old = messages[:start]
    recent = [sentence for message in old[-40:] for sentence in _SENTENCE.split(message.text)]
    pending = [sentence.strip() for sentence in recent if any(word in sentence.lower() for word in _PENDING)]
    task = next((message.text for message in reversed(messages) if message.text.strip()), "")
    lines = ["Pending:", *(f"- {sentence}" for sentence in dict.fromkeys(pending) if len(sentence) < 600)]
    lines += ["Key files:", *(f"- {path}" for path in _paths(old)), f"Current task: {task[:200]}"]
    return "\n".join(lines) + "\n\n" + rendered(messages[start:])


def timeline(messages: Sequence[Message], budget: int) -> str:  # noqa: ARG001
    """claw-code's way: counts, tools, requests, paths, and every removed message in 160 characters."""
    start = _tail_from(messages)
    old = messages[:start]
    requests = [message.text for message in old if message.role is Role.USER and message.text]
    lines = [f"Scope: {len(old)} messages", "Tools: " + ", ".join(sorted({c.name for m in old for c in m.calls}))]
    lines += [
        "Requests:",
        *(f"- {text[:160]}" for text in requests[-3:]),
        "Key files: " + ", ".join(sorted(_paths(old))),
    ]
    lines += ["Timeline:", *(f"- {message.role}: {shown(message)[:160]}" for message in old)]
    return "\n".join(lines) + "\n\n" + rendered(messages[start:])


def line_ledger(messages: Sequence[Message], budget: int) -> str:
    """Source lines ranked by the things they name, each thing worth less every time it is named again."""
    tail = _tail_within(messages, budget)
    worth = _worth(messages)
    lines = _lines(messages[: _tail_from(messages)])
    named = {line: frozenset(things(line)) for line in lines}
    covered: Counter[Thing] = Counter()

    def gain(line: str) -> float:
        total = sum(worth.get(thing, 0.0) * 0.12 ** covered[thing] for thing in named[line])
        return total * _SPEAKER_WORTH[lines[line][1]] / (size(line) + 2)

    room = budget - size(tail)
    chosen: dict[str, int] = {}
    ranked = sorted(((gain(line), line) for line in lines if named[line]), reverse=True)
    while ranked and room > 10:  # lazy greedy: a stale gain is only ever too high
        _, line = ranked.pop(0)
        now = gain(line)
        if ranked and now < ranked[0][0]:
            _insert(ranked, (now, line))
            continue
        if size(line) <= room:
            chosen[line] = lines[line][0]
            room -= size(line)
            covered.update(named[line])
    return "\n".join(sorted(chosen, key=chosen.__getitem__)) + "\n\n" + tail


def mix(messages: Sequence[Message], budget: int) -> str:
    """A quarter for the person's turns, a quarter for the agent's closing words, half for the line ledger."""
    old = messages[: _tail_from(messages)]
    person = [(i, " ".join(m.text.split())[:280]) for i, m in enumerate(old) if m.role is Role.USER and m.text]
    ordered = set(orders(old))
    person.sort(key=lambda turn: (not any(order[:60] in turn[1] for order in ordered), -turn[0]))
    agent = [(i, " ".join(m.text.split())[:320]) for i, m in enumerate(old) if m.role is Role.ASSISTANT and m.text]
    agent.sort(key=lambda turn: (not _closes(old, turn[0]), -turn[0]))
    picked = sorted([*_fitting(person, budget // 4), *_fitting(agent, budget // 4)])
    said = "\n".join(text for _, text in picked)
    return said + "\n" + line_ledger(messages, max(400, budget - size(said)))


METHODS: dict[str, Method] = {
    "keep last 4": keep_last_4,
    "skill L2 as written": skill_l2,
    "timeline (claw-code)": timeline,
    "head + tail": head_and_tail,
    "line ledger": line_ledger,
    "mix": mix,
}


def rendered(messages: Sequence[Message]) -> str:
    """Messages as text."""
    return "\n".join(f"[{message.role}] {shown(message)}" for message in messages)


def _tail_from(messages: Sequence[Message]) -> int:
    start = max(0, len(messages) - 4)
    while 0 < start < len(messages) and messages[start].results:
        start -= 1
    return start


def _tail_within(messages: Sequence[Message], budget: int) -> str:
    newest = messages[_tail_from(messages) :]
    room = max(400, budget * 2 // max(1, len(newest)))
    texts = [f"[{message.role}] {shown(message)}" for message in newest]
    return "\n".join(t if len(t) <= room else f"{t[: room // 2]}\n[…]\n{t[-room // 2 :]}" for t in texts)


def _paths(messages: Sequence[Message]) -> list[str]:
    found = re.findall(r"[\w./-]+/[\w.-]+\.(?:md|json|py|ts|js|rs|yaml|toml)\b", "\n".join(map(shown, messages)))
    return list(dict.fromkeys(found))[:8]


def _worth(messages: Sequence[Message]) -> dict[Thing, float]:
    mentions: dict[Thing, float] = {}
    last: dict[Thing, int] = {}
    for i, message in enumerate(messages):
        voice = 3.0 if message.role in {Role.USER, Role.ASSISTANT} and not message.results else 0.3
        for thing in things(shown(message)):
            mentions[thing] = mentions.get(thing, 0.0) + voice
            last[thing] = i
    fade = max(20.0, len(messages) / 4)
    return {
        thing: log1p(count) * (0.3 + exp((last[thing] - len(messages)) / fade)) * _KIND_WORTH.get(thing[0], 1.0)
        for thing, count in mentions.items()
    }


def _lines(messages: Sequence[Message]) -> dict[str, tuple[int, Role]]:
    """Different lines with where they stood last and who wrote them; long ones in pieces."""
    found: dict[str, tuple[int, Role]] = {}
    for i, message in enumerate(messages):
        role = Role.TOOL if message.results else message.role
        for line in shown(message).split("\n"):
            for start in range(0, min(len(line), 60 * _LINE_CHARACTERS), _LINE_CHARACTERS):
                piece = line[start : start + _LINE_CHARACTERS].strip()
                if len(piece) >= 6:
                    found[piece] = (i, role)
    return found


def _insert(ranked: list[tuple[float, str]], entry: tuple[float, str]) -> None:
    low, high = 0, len(ranked)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if ranked[middle] > entry else (low, middle)
    ranked.insert(low, entry)


def _closes(messages: Sequence[Message], i: int) -> bool:
    return i + 1 < len(messages) and messages[i + 1].role is Role.USER and not messages[i + 1].results


def _fitting(turns: Sequence[tuple[int, str]], room: int) -> list[tuple[int, str]]:
    chosen = []
    for turn in turns:
        if size(turn[1]) + 2 <= room:
            chosen.append(turn)
            room -= size(turn[1]) + 2
    return chosen
