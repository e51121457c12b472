"""Redacts all parts of messages before they are hashed, written or sent.

Within a session a recognised value is redacted wherever it occurs again: the
password that a person typed after a label reappears alone in a command and
in its output. It is matched as a whole word, and only if ordinary
text would hardly contain it by chance. "test", "root" or "true" as a password
would otherwise redact the whole session and hide nothing: such values are
redacted next to their label only, and so are years.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...messages import Image, Message, Opaque, Part, Text, Thinking, ToolCall, ToolResult
from .. import pictures
from ..patterns import lazy_regex
from . import answers, redact
from .keywords import may_name
from .shapes import SHORTEST_RUN

_SHORTEST = 4
_LONGEST = 200
_LONG_WORD = 12
"""Letters of one case from which a password is no ordinary word; shorter ones return too often by chance."""
_LONG_NAME = 8
"""Characters from which a word with a number is no ordinary name."""
_YEAR = lazy_regex(r"(?:19|20)\d\d")
_NAME_WITH_NUMBER = lazy_regex(r"[A-Za-z]+[-_.]?\d{1,2}")
"""`test1`, `node18`: also names of files, machines and versions."""
_NUMBER_BEFORE, _NUMBER_AFTER = r"(?<![A-Za-z0-9_.,/#-])(?<!\d:)", r"(?![A-Za-z0-9_]|[.,:/-]\d)"
_WORD_BEFORE, _WORD_AFTER = r"(?<![A-Za-z0-9_])", r"(?![A-Za-z0-9_])"


@dataclass(frozen=True, slots=True)
class RedactedMessage:
    """A redacted message, and the number of secrets of each kind."""

    message: Message
    counts: Mapping[str, int] = field(default_factory=dict)


class Redactor:
    """Redacts the messages of one session; its secrets are kept in memory only."""

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._returning: re.Pattern[str] | None = None
        self._count: Counter[str] = Counter()

    def messages(self, messages: Iterable[Message]) -> list[RedactedMessage]:
        """Redact all messages; a value named in one is redacted in earlier ones too."""
        before = len(self._kinds)
        done = [self.message(message) for message in messages]
        if len(self._kinds) == before:
            return done
        again = [self.message(each.message) for each in done]
        return [_both(first, second) for first, second in zip(done, again, strict=True)]

    def message(self, message: Message) -> RedactedMessage:
        """The message with every secret replaced by its marker; the same object if there was none."""
        if self._count:
            self._count = Counter()
        parts = tuple(map(self._redact_part, message.parts))
        model = self.text(message.model) if message.model else ""
        if not self._count:
            return RedactedMessage(message)
        return RedactedMessage(replace(message, parts=parts, model=model), dict(self._count))

    def text(self, text: str) -> str:
        """The text without secrets, including those seen earlier in the session."""
        found = redact.redact(text, self._learn)
        if found.counts:
            self._count.update(found.counts)
        return self._without_known(found.text)

    def learn(self, messages: Iterable[Message]) -> None:
        """Learn the secrets of these messages without changing them."""
        for message in messages:
            self.message(message)

    def _learn(self, value: str, kind: str) -> None:
        if value not in self._kinds and _may_return(value):
            self._kinds[value] = kind
            self._returning = None

    def _without_known(self, text: str) -> str:
        if not self._kinds or not any(value in text for value in self._kinds):
            return text
        if self._returning is None:
            longest_first = sorted(self._kinds, key=len, reverse=True)
            self._returning = re.compile("|".join(map(_bounded_pattern, longest_first)))

        def marked(match: re.Match[str]) -> str:
            kind = self._kinds[match[0]]
            self._count[kind] += 1
            return redact.marker(kind)

        return self._returning.sub(marked, text)

    def _redact_part(self, part: Part) -> Part:
        match part:
            case Text(text):
                return Text(self.text(text))
            case Thinking(text):
                plain = self.text(text)
                return part if plain == text else Thinking(plain)  # what was signed is no longer what is there
            case ToolCall(call_id, name, tool_input):
                return ToolCall(call_id, self.text(name), self._object(tool_input))
            case ToolResult():
                shown = tuple(map(self._picture, part.pictures))
                return replace(part, text=self.text(part.text), pictures=shown)
            case Opaque(kind, json):
                return Opaque(kind, self.text(json))
            case Image():
                return self._picture(part)

    def _picture(self, picture: Image) -> Image:
        """The image, with keys in its web address redacted."""
        is_address = picture.source and not picture.source.startswith((pictures.INLINE, pictures.ARCHIVED))
        return replace(picture, source=self.text(picture.source)) if is_address else picture

    def _object(self, value: Mapping[str, Any]) -> dict[str, Any]:
        named = answers.name_of_value(value)  # {"element": "Password field", "text": "…"}
        return {
            self._key(key): self._value(named if named and answers.is_given(key, item) else key, item)
            for key, item in value.items()
        }

    def _key(self, key: str) -> str:
        """The key without secrets; a short identifier can only be one that was seen before."""
        is_name = len(key) < SHORTEST_RUN and key.isascii() and key.isidentifier() and key not in self._kinds
        return key if is_name else self.text(key)

    def _value(self, name: str, value: Any) -> Any:
        if isinstance(value, str):
            found = redact.redact_value(name, value, self._learn)
            if found.counts:
                self._count.update(found.counts)
            return self._without_known(found.text)
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return [self._value(name, item) for item in value]
        if isinstance(value, int) and not isinstance(value, bool) and may_name(name):
            found = redact.redact_value(name, str(value), self._learn)
            if found.counts:  # {"password": 2277}
                self._count.update(found.counts)
                return found.text
        return value


class Unchanged(Redactor):
    """A redactor that changes nothing, for redaction switched off."""

    def message(self, message: Message) -> RedactedMessage:
        """The message itself."""
        return RedactedMessage(message)

    def text(self, text: str) -> str:
        """The text itself."""
        return text

    def learn(self, messages: Iterable[Message]) -> None:
        """Nothing."""


def of(message: Message) -> RedactedMessage:
    """Redact a single message; the same object if there was no secret."""
    return Redactor().message(message)


def redactor(*, enabled: bool) -> Redactor:
    """The redactor of a session, or one that changes nothing."""
    return Redactor() if enabled else Unchanged()


def plain(messages: Sequence[RedactedMessage]) -> tuple[Message, ...]:
    """The messages without the counts."""
    return tuple(each.message for each in messages)


def _both(first: RedactedMessage, second: RedactedMessage) -> RedactedMessage:
    if not second.counts:
        return first
    return RedactedMessage(second.message, dict(Counter(first.counts) + Counter(second.counts)))


def _may_return(value: str) -> bool:
    """Whether the value is distinctive: not a number or word that text contains by chance."""
    if not _SHORTEST <= len(value) <= _LONGEST or "\n" in value:
        return False
    if value.isdigit():
        return not _YEAR.fullmatch(value) and len(set(value)) > 1
    if value.isalpha():
        is_mixed = not (value.islower() or value.isupper() or value.istitle())
        return len(value) >= _LONG_WORD or (is_mixed and value.isascii())
    return not (_NAME_WITH_NUMBER.fullmatch(value) and len(value) < _LONG_NAME)


def _bounded_pattern(value: str) -> str:
    if value.isdigit():
        return _NUMBER_BEFORE + re.escape(value) + _NUMBER_AFTER
    before = _WORD_BEFORE if value[0].isalnum() else ""
    return before + re.escape(value) + (_WORD_AFTER if value[-1].isalnum() else "")
