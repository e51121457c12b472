"""Fold messages into the session's structured memory. Each message is folded once; nothing rendered is read back."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..model.memory import Said, SessionMemory, Speaker
from ..model.session import Message, Role, Text, ToolCall, ToolResult
from . import continuation, directives, evidence, key_files, pending_work, places, sentences, speech, trim, vocabulary
from .sightings import Channel, Sightings

RESULT_CHARACTERS = 40_000
"""Characters of one tool result that are searched, half from each end; the middle of bulk stays in the archive."""
OLD_RESULT_CHARACTERS = 800
"""The same for a result that left the largest usual window long ago."""
RECENT_CHARACTERS = 800_000
"""About 200,000 tokens: what a window holds. Tool output before that is hardly ever needed again (measured: 0.4 %)."""
REQUEST_CHARACTERS = 400
STATEMENT_CHARACTERS = 220
STATEMENTS_PER_MESSAGE = 60
SUMMARY_STATEMENTS = 400
LAST_REQUEST_CHARACTERS = 20_000
ERROR_CHARACTERS = 200
HOST_RULES_CHARACTERS = 6_000
"""A longer text of the host is bulk, not a rule."""

_NUMBERED_LINE = re.compile(r"(?m)^[ \t]{0,8}\d{1,6}(?:→|\t|: ?|- ?|\|)")
_BARE_ERROR = re.compile(
    r"(?m)^.{0,60}?\b(?:[A-Z]\w*(?:Error|Exception)\b|error(?:\[\w+\])?:|fatal:|panicked at|FAIL(?:ED)?\b|not ok\b"
    r"|Permission denied|command not found|No such file|ENOENT|EACCES|[1-9]\d* failed|失败|错误[:：]).{0,140}"
)
_ERROR_SIGNS = (
    "rror",
    "FAIL",
    "denied",
    "fatal",
    "panicked",
    "not found",
    "No such",
    "Exception",
    " failed",
    "失败",
    "错误",
)
_FAILED_RUN = re.compile(r"(?i)exit(?:ed with)? (?:code|status) [1-9]|Traceback|panicked|^error|FAILED|[1-9]\d* failed")
_ARGUMENT_NOISE = frozenset(
    [
        "offset",
        "limit",
        "timeout",
        "timeout_ms",
        "yield_time_ms",
        "max_output_tokens",
        "head_limit",
        "output_mode",
        "replace_all",
        "status",
        "activeForm",
        "run_in_background",
        "view_range",
        "-n",
        "-A",
        "-B",
        "-C",
        "multiline",
        "type",
        "subagent_type",
        "taskId",
        "yieldMs",
        "sandbox_permissions",
    ]
)


class Fold:
    """One pass over messages; mutable while it runs, a `SessionMemory` comes out of `finished`."""

    def __init__(self, memory: SessionMemory) -> None:
        self._before = memory
        self._index = memory.messages
        self._has_reply = memory.messages > 0
        self._words: dict[str, list[int]] = {word: list(counts) for word, counts in memory.words.items()}
        self._sightings = Sightings(memory.mentions, memory.lines, dict(memory.roots))
        self._tools = dict(memory.tools)
        self._statements = list(memory.statements)
        self._requests = list(memory.requests)
        self._directives = {said.text: said for said in memory.directives}
        self._corrections = {said.text: said for said in memory.corrections}
        self._decisions = {said.text: said for said in memory.decisions}
        self._completed = {(item.kind, item.text): item for item in memory.completed}
        self._errors = {said.text: said for said in memory.errors}
        self._last_request = memory.last_request
        self._calls: dict[str, ToolCall] = {}
        self._tasks: dict[str, str] = {}
        self._chinese = 0
        self._spoken = 0

    def add(self, message: Message, *, is_recent: bool = True) -> None:
        """Fold one message; heartbeats only advance the count, and so do summaries of messages that were folded."""
        self._is_recent = is_recent
        if speech.is_noise(message):
            if message.role is Role.USER:
                self._note(self._directives, directives.of(message.text[:HOST_RULES_CHARACTERS]), Speaker.HOST)
        elif message.is_summary:
            if not self._has_reply:
                self._earlier_summary(message.text)
        else:
            self._sightings.begin(self._index)
            words: set[str] = set()
            if person := speech.said(message):
                self._person(person)
                words |= vocabulary.said(self._words, person)
            for part in message.parts:
                match part:
                    case Text(text):
                        words |= self._text(message, text)
                    case ToolCall():
                        words |= self._call(part)
                    case ToolResult():
                        self._result(part)
                    case _:
                        pass
            vocabulary.count(self._words, words, self._index)
        self._has_reply = self._has_reply or message.role is Role.ASSISTANT
        self._index += 1

    def finished(self, messages: Sequence[Message]) -> SessionMemory:
        """The memory after everything added; `messages` are the newest ones, for pending work and key files."""
        before = self._before
        files = dict.fromkeys([*key_files.newest_first(messages), *before.key_files])
        pending = pending_work.of(messages) or before.pending
        return replace(
            before,
            messages=self._index,
            requests=tuple(self._requests),
            last_request=self._last_request,
            directives=tuple(self._directives.values()),
            corrections=tuple(self._corrections.values()),
            decisions=tuple(self._decisions.values()),
            pending=tuple(pending),
            completed=tuple(self._completed.values()),
            errors=tuple(self._errors.values()),
            key_files=tuple(files)[: key_files.LIMIT],
            statements=tuple(self._statements),
            mentions=self._sightings.mentions,
            lines=self._sightings.lines,
            words={word: (counts[0], counts[1], counts[2]) for word, counts in self._words.items()},
            roots=self._sightings.roots,
            tools=self._tools,
            language=self._language(),
        )

    def _earlier_summary(self, text: str) -> None:
        """A summary that the session begins with is all there is of what came before it."""
        self._sightings.begin(self._index)
        self._sightings.add("", text, Channel.PROSE)
        self._say(text, Speaker.AGENT, most=SUMMARY_STATEMENTS)
        self._note(self._directives, directives.of(text), Speaker.HOST)
        vocabulary.count(self._words, vocabulary.said(self._words, text), self._index)

    # -- one part each -----------------------------------------------------------------------------

    def _text(self, message: Message, text: str) -> set[str]:
        if message.role is Role.ASSISTANT:
            text = continuation.without_analysis(text)
            self._sightings.add("", text, Channel.PROSE)
            self._say(text, Speaker.AGENT)
            self._note(self._decisions, directives.decisions(text, of_agent=True), Speaker.AGENT)
            return vocabulary.said(self._words, text)
        if message.role is Role.USER and not speech.said_in(text):
            self._sightings.add("", text, Channel.RESULT)
            self._say(text, Speaker.HOST)
            if len(text) <= HOST_RULES_CHARACTERS:
                self._note(self._directives, directives.of(text), Speaker.HOST)
        return set()

    def _person(self, words: str) -> None:
        self._sightings.add("", words, Channel.PERSON)
        self._say(words, Speaker.PERSON)
        self._last_request = words[:LAST_REQUEST_CHARACTERS]
        self._requests.append(Said(sentences.clip(sentences.plain(words), REQUEST_CHARACTERS), self._index))
        self._note(self._directives, directives.of(words), Speaker.PERSON)
        self._note(self._corrections, directives.corrections(words), Speaker.PERSON)
        self._note(self._decisions, directives.decisions(words), Speaker.PERSON)
        self._spoken += 1
        self._chinese += speech.is_chinese(words)

    def _call(self, call: ToolCall) -> set[str]:
        self._calls[call.id] = call
        self._tools[call.name] = self._tools.get(call.name, 0) + 1
        text = "\n".join(_values(call.input))
        self._sightings.add(places.of(call), text, Channel.CALL)
        return vocabulary.in_text(text)

    def _result(self, result: ToolResult) -> None:
        call = self._calls.pop(result.call_id, None) or ToolCall(result.call_id, result.name, {})
        created = evidence.task_of(call, result)
        if created:
            self._tasks[created[0]] = created[1]
        for item in evidence.of(call, result, self._index, self._tasks):
            self._completed.pop((item.kind, item.text), None)
            self._completed[item.kind, item.text] = item
        text = result.text
        room = RESULT_CHARACTERS if self._is_recent else OLD_RESULT_CHARACTERS
        if len(text) > room:
            text = text[: room // 2] + "\n" + text[-room // 2 :]
        if result.is_error or trim.kind_of(call.name, call.input) is not trim.ToolKind.READ:
            self._errors_in(result, text)
        self._sightings.add(places.of(call), without_line_numbers(text), Channel.RESULT)

    # -- shared ------------------------------------------------------------------------------------

    def _say(self, text: str, speaker: Speaker, most: int = STATEMENTS_PER_MESSAGE) -> None:
        kept = 0
        for sentence in sentences.split(sentences.without_fences(text)):
            line = sentences.clip(sentences.plain(sentence), STATEMENT_CHARACTERS)
            if len(line) >= 8 or (len(line) >= 4 and not line.isascii()):
                self._statements.append(Said(line, self._index, speaker))
                kept += 1
                if kept >= most:
                    break

    def _note(self, kept: dict[str, Said], found: list[str], speaker: Speaker) -> None:
        for sentence in found:
            earlier = kept.pop(sentence, None)
            is_known = earlier is not None and speaker is not Speaker.PERSON  # a person's word stays a person's
            kept[sentence] = Said(sentence, self._index, earlier.speaker if earlier and is_known else speaker)

    def _errors_in(self, result: ToolResult, text: str) -> None:
        """The line of a failed call that says what went wrong; a traceback says it at its end."""
        if not result.is_error and not (
            any(sign in text for sign in _ERROR_SIGNS) and _FAILED_RUN.search(text[-2_000:])
        ):
            return
        found = [match[0] for match in _BARE_ERROR.finditer(text)]
        line = (found[-1] if "Traceback" in text else found[0]) if found else text.strip().rsplit("\n", 1)[-1]
        shown = sentences.clip(" ".join(line.split()), ERROR_CHARACTERS)
        if shown:
            self._errors.pop(shown, None)
            self._errors[shown] = Said(shown, self._index, Speaker.HOST)

    def _language(self) -> str:
        if not self._spoken:
            return self._before.language
        return "zh" if self._chinese * 2 > self._spoken else "en"


def fold(memory: SessionMemory, messages: Sequence[Message]) -> SessionMemory:
    """The memory after these further messages."""
    folding = Fold(memory)
    recent = _recent_from(messages)
    for i, message in enumerate(messages):
        folding.add(message, is_recent=i >= recent)
    return folding.finished(messages)


def _recent_from(messages: Sequence[Message]) -> int:
    """Index of the first message of the newest `RECENT_CHARACTERS`."""
    left = RECENT_CHARACTERS
    for i in range(len(messages) - 1, -1, -1):
        left -= sum(len(part.text) for part in messages[i].parts if isinstance(part, Text | ToolResult))
        if left < 0:
            return i + 1
    return 0


def without_line_numbers(text: str) -> str:
    """A numbered listing (file reads, grep) without the numbers: they are positions, not facts."""
    head = text[:2_000].split("\n", 12)
    if sum(_NUMBERED_LINE.match(line) is not None for line in head) * 2 < len(head):
        return text
    return _NUMBERED_LINE.sub("", text)


def _values(value: Mapping[str, Any] | list[Any], depth: int = 0) -> Iterator[str]:
    """The strings of a tool's input without argument names and switches."""
    if depth > 6:
        return
    pairs = value.items() if isinstance(value, Mapping) else (("", item) for item in value)
    for key, item in pairs:
        if key in _ARGUMENT_NOISE:
            continue
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping | list):
            yield from _values(item, depth + 1)
        elif isinstance(item, int | float) and not isinstance(item, bool):
            yield f"{key} {item}"
