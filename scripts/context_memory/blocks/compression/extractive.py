"""Extractive compression of a block, without a model, within a token budget.

The person's words come first, then what was decided, done and went wrong, the
tool calls with what came out of them, what was said, and a list of exact
names. Built from the same fold as a summary, so both keep the same things.
The same messages give the same bytes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum  # the same for any order of a set

from ... import trim
from ...compaction.digest import coverage, fold
from ...compaction.digest.condense import worth_of_names, worths_of
from ...compaction.digest.values import SessionMemory, Speaker
from ...messages import Message, ToolCall
from ...text import entities, locations, pasted, sentences, tokens
from ...text.patterns import lazy_regex
from ...text.tokens import Estimator
from ...transcripts import as_text, own_texts, speakers

VERSION = "2"
"""Changes with the rules below: capsules of another version are made again."""

_PERSON_SHARE = 0.60
_DECIDED_SHARE = 0.12
_DONE_SHARE = 0.10
_ERROR_SHARE = 0.10
_RECORD_SHARE = 0.30
_STORY_SHARE = 0.5  # of what the sections before leave
_LEDGER_SHARE = 0.6  # of what is left then; whole lines take the rest
_LINE_CHARACTERS = 200
_SHORTEST_LINE = 6  # characters
_LINE_LEAD = 4.0  # tokens
_WORD_WORTH = 0.15  # of a rare word against a thing of worth 1
_UNNAMED = 0.4  # worth of a thing that only one line holds: a number behind a setting
_LEAST = 0.02  # worth of anything, where there is room
_GAP = "  …"
_RECORD_CHARACTERS = 200
_ARGUMENT_CHARACTERS = 80
_SHORTEST_WORDS = 60  # characters of a person's message that are worth showing at all

_DIGITS = lazy_regex(r"\d+")

_HEADINGS = {
    "en": {
        "verbatim": "Verbatim:",
        "person": "User:",
        "decided": "Decided:",
        "done": "Done:",
        "errors": "Errors:",
        "records": "Tools:",
        "story": "Said:",
        "excerpts": "Lines of what was read and written:",
        "values": "Exact names and numbers:",
        "values_root": "Exact names and numbers (paths under {root}):",
    },
    "zh": {
        "verbatim": "原文：",
        "person": "用户：",
        "decided": "决定：",
        "done": "已完成：",
        "errors": "错误：",
        "records": "工具：",
        "story": "对话：",
        "excerpts": "读写内容摘录：",
        "values": "名称与数字：",
        "values_root": "名称与数字（路径相对于 {root}）：",
    },
}


def capsule(
    messages: Sequence[Message], *, target: int, language: str = "en", estimator: Estimator = tokens.cjk
) -> str:
    """The block in about `target` tokens; spans marked verbatim are kept whole even if they take more."""
    messages = own_texts.without_own(messages)
    memory = fold.fold(SessionMemory(), messages)
    writer = _Writer(target, estimator, _HEADINGS["zh" if language == "zh" else "en"])
    writer.section("verbatim", [_mark_verbatim(span) for span in as_text.verbatim_spans(messages)], target, must=True)
    writer.section("person", _person(messages, writer, int(target * _PERSON_SHARE)), target)
    said = writer.text()
    decisions = [each.text for each in memory.decisions if each.text not in said]
    writer.section("decided", decisions, int(target * _DECIDED_SHARE))
    root = locations.common_root(memory.roots)
    writer.section("done", _finished_work(memory, root), int(target * _DONE_SHARE))
    writer.section("errors", [each.text for each in reversed(memory.errors)], int(target * _ERROR_SHARE))
    writer.section("records", _records(messages, root), int(target * _RECORD_SHARE))
    _story_and_ledger(writer, memory, root)
    _excerpts(writer, memory, messages, root)
    return writer.text()


def briefs(memory: SessionMemory, spans: Sequence[tuple[int, int]], told: str, *, budget: int) -> list[str]:
    """What was said that is worth most and does not stand in `told`, in at most `budget` tokens, for each span.

    A span is the first and the last of its messages, counted from 0. The header has the directives.
    """
    told = "\n".join([told, *(said.text for said in memory.directives)])
    statements = [said for said in memory.statements if any(first <= said.index <= last for first, last in spans)]
    things, words = worths_of(memory)
    worth = coverage.Worth(things, words, entities.keys(told), entities.prose_words(told))
    closing = {said.index - 1 for said in memory.requests}
    pieces = coverage.Statements(statements, worth, closing=closing, told=told)
    chosen = sorted(coverage.choose_covering(len(pieces), pieces.costs, pieces.gain, pieces.take, budget))
    return [
        coverage.render_statements(statements, [i for i in chosen if first <= statements[i].index <= last])
        for first, last in spans
    ]


@dataclass(slots=True)
class _Writer:
    """Collects sections within a budget; mutable while a capsule is written."""

    budget: int
    estimator: Estimator
    headings: dict[str, str]
    parts: list[str] = field(default_factory=list)
    spent: int = 0

    @property
    def left(self) -> int:
        return max(0, self.budget - self.spent)

    def cost(self, text: str) -> int:
        return max(self.estimator(text), tokens.bytes4(text))

    def add(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.spent += self.cost(text + "\n")

    def section(self, name: str, items: Sequence[str], room: int, *, must: bool = False) -> None:
        """Add a heading and the items that fit into `room` tokens."""
        room = min(room, self.left) - self.cost(self.headings[name])
        kept = []
        for item in items:
            price = self.cost(item) + 1
            if must or price <= room:
                kept.append(item)
                room -= price
        if kept:
            self.add("\n".join([self.headings[name], *(item if must else f"- {item}" for item in kept)]))

    def text(self) -> str:
        return "\n".join(self.parts)


def _mark_verbatim(span: str) -> str:
    return f"{as_text.OPENING}{span}{as_text.CLOSING}"


def _person(messages: Sequence[Message], writer: _Writer, room: int) -> list[str]:
    """The person's messages, whole if they fit; long messages share the rest, beginnings first."""
    words = [said for message in messages if (said := as_text.without_spans(speakers.said(message)).strip())]
    shown = [" ".join(each.split()) for each in words]
    prices = [writer.cost(each) + 1 for each in shown]
    if sum(prices) <= room:
        return shown
    fair = room // max(1, len(shown))
    spare = sum(fair - price for price in prices if price < fair)
    long = sum(price >= fair for price in prices)
    limit = fair + spare // max(1, long)
    return [
        each if price <= limit else sentences.clip(each, max(_SHORTEST_WORDS, limit * len(each) // price))
        for each, price in zip(shown, prices, strict=True)
    ]


def _finished_work(memory: SessionMemory, root: str) -> list[str]:
    written = dict.fromkeys(locations.relative(item.text, root) for item in memory.completed if item.kind == "written")
    others = [f"{item.kind}: {item.text}" for item in memory.completed if item.kind != "written"]
    return [*others, *([f"written: {', '.join(written)}"] if written else [])]


def _records(messages: Sequence[Message], root: str) -> list[str]:
    """One line for each finished tool call with its result; repeats once."""
    calls: dict[str, ToolCall] = {call.id: call for message in messages for call in message.calls}
    lines: dict[str, None] = {}
    for message in messages:
        for result in message.results:
            call = calls.get(result.call_id) or ToolCall(result.call_id, result.name, {})
            place = locations.relative(locations.place_of_call(call), root)
            kind = trim.kind_of(call.name or result.name, call.input)
            came = trim.conclusion_of(result.text, kind=kind, path=trim.path_of(call.input))
            head = sentences.clip(f"{call.name or result.name} {place}".strip(), _ARGUMENT_CHARACTERS)
            failed = " failed" if result.is_error else ""
            line = sentences.clip(
                f"{head}{failed}: {' '.join(came.removeprefix('Conclusion: ').split())}", _RECORD_CHARACTERS
            )
            lines.pop(line, None)
            lines[line] = None
    return list(lines)


def _story_and_ledger(writer: _Writer, memory: SessionMemory, root: str) -> None:
    if writer.left < 2 * writer.cost(writer.headings["values"]):
        return
    so_far = writer.text()
    things, words = worths_of(memory)
    covered, said = entities.keys(so_far), entities.prose_words(so_far)
    statements = tuple(each for each in memory.statements if each.speaker is not Speaker.PERSON)
    chosen = coverage.choose_statements(
        statements, things, words, covered, said, budget=int(writer.left * _STORY_SHARE)
    )
    if chosen:
        writer.add(f"{writer.headings['story']}\n{coverage.render_statements(statements, chosen)}")
    heading = writer.headings["values_root"].format(root=root) if root else writer.headings["values"]
    room = int(writer.left * _LEDGER_SHARE) - writer.cost(heading)
    names = coverage.choose_entries(
        memory.lines,
        things,
        covered | entities.keys(writer.text()),
        messages=memory.messages,
        budget=max(0, room),
        estimator=writer.cost,
        root=root,
    )
    if names:
        writer.add(f"{heading}\n{names}")


def _excerpts(writer: _Writer, memory: SessionMemory, messages: Sequence[Message], root: str) -> None:
    """The most informative lines of inputs and outputs: names in context, rare words."""
    heading = writer.headings["excerpts"]
    room = writer.left - writer.cost(heading)
    if room <= 0:
        return
    first_at: dict[tuple[str, str], int] = {}
    for place, line, at in _lines_of(messages):
        first_at.setdefault((place, line), at)
    rows = list(first_at)
    things = worth_of_names(memory.mentions, memory.messages)
    names = [entities.keys(line) for _, line in rows]
    spoken = [entities.prose_words(line) for _, line in rows]
    prices = [writer.cost(line) + 1 for _, line in rows]
    patterns = [_DIGITS.sub("#", line) for _, line in rows]
    alike: Counter[str] = Counter()
    covered_names: set[entities.Name] = set()
    covered_words = entities.prose_words(writer.text())

    def gain(i: int) -> float:
        value = fsum(max(_LEAST, things.get(name, _UNNAMED)) for name in names[i] if name not in covered_names)
        value += _WORD_WORTH * len(spoken[i] - covered_words)
        return value / (prices[i] + _LINE_LEAD) / (1 + alike[patterns[i]])

    def take(i: int) -> None:
        covered_names.update(names[i])
        covered_words.update(spoken[i])
        alike[patterns[i]] += 1

    chosen = sorted(coverage.choose_covering(len(rows), prices, gain, take, room))
    text = _quote_lines([(*rows[i], first_at[rows[i]]) for i in chosen], root)
    while chosen and writer.cost(f"{heading}\n{text}") > writer.left:
        del chosen[-max(1, len(chosen) // 20) :]
        text = _quote_lines([(*rows[i], first_at[rows[i]]) for i in chosen], root)
    if chosen:
        writer.add(f"{heading}\n{text}")


def _quote_lines(rows: Sequence[tuple[str, str, int]], root: str) -> str:
    """The lines under their places; a mark separates lines that were not adjacent."""
    lines: list[str] = []
    before = ("", 0)
    for place, line, at in rows:
        if place != before[0]:
            lines.append(f"- {locations.relative(place, root)}:")
        elif at != before[1] + 1:
            lines.append(_GAP)
        lines.append(f"  {line}")
        before = (place, at)
    return "\n".join(lines)


def _lines_of(messages: Sequence[Message]) -> Iterator[tuple[str, str, int]]:
    """(place, line, number) of all tool inputs and outputs; adjacent lines have adjacent numbers."""
    calls: dict[str, ToolCall] = {call.id: call for message in messages for call in message.calls}
    number = 0
    for message in messages:
        texts = [(locations.place_of_call(call), value) for call in message.calls for value in call.input.values()]
        for result in message.results:
            call = calls.get(result.call_id)
            text = pasted.without_line_numbers(result.text[: fold.RESULT_CHARACTERS])
            texts.append((locations.place_of_call(call) if call else result.name, text))
        for place, text in texts:
            if isinstance(text, str):
                number += 1
                for line in text.split("\n"):
                    shown = " ".join(line.split())
                    number += bool(shown)  # a blank line parts nothing
                    if len(shown) >= _SHORTEST_LINE and shown not in place:
                        yield place, sentences.clip(shown, _LINE_CHARACTERS), number
