"""Redacts secrets in text before it is hashed, stored, sent or logged.

Each becomes a marker with its kind, `[redacted:github-token]`; the text
around it stays, byte for byte. Redacting twice changes nothing. No
mark in the text (`<PRESERVE_VERBATIM>` least of all) keeps a secret.

Fast because most text has no candidates: a table lookup per character
finds the runs that a shaped secret must contain, a plain search the words
next to an unshaped one. Patterns run only there.

Within the messages of a session a recognised value is redacted wherever it occurs
again: the password that a person typed after a label reappears alone in a command
and in its output. It is matched as a whole word, and only if ordinary text would
hardly contain it by chance. "test", "root" or "true" as a password would otherwise
redact the whole session and hide nothing: such values are redacted next to their
label only, and so are years.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ..patterns import lazy_regex
from . import adjacent
from .keywords import may_name, named
from .shapes import SHORTEST_RUN, Finding, shaped

if TYPE_CHECKING:
    from ...messages import Image, Message

_ROUNDS = 4  # taking one secret out may uncover what stood beside it

_MARKER = lazy_regex(r"\[redacted:[a-z-]+\]")


class Redacted(NamedTuple):
    """Redacted text, and the number of secrets of each kind."""

    text: str
    counts: Mapping[str, int] = MappingProxyType({})


Learn = Callable[[str, str], None]
"""Is told each secret and its kind."""


def redact(text: str, learn: Learn | None = None) -> Redacted:
    """The text with every secret replaced by its marker."""
    found = findings(text)
    if not found:
        return Redacted(text)
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        counts.update(each.kind for each in found)
        if learn:
            for each in found:
                learn(text[each.start : each.end], each.kind)
        text = _replace_all(text, found)
        found = findings(text)
        if not found:
            break
    return Redacted(text, dict(counts))


def cleaned(text: str) -> str:
    """The text of `redact`."""
    return redact(text).text


def redact_value(name: str, value: str, learn: Learn | None = None) -> Redacted:
    """`redact` for a value under a name: `{"password": "hunter2"}` as a program holds it."""
    plain = redact(value, learn)
    if plain.counts or not value or "\n" in value or len(name) > 80 or not may_name(name):
        return plain
    lead = f'"{name}": "'
    for each in findings(f'{lead}{value}"'):
        if each.start >= len(lead):
            inside = Finding(each.start - len(lead), min(each.end - len(lead), len(value)), each.kind)
            if learn:
                learn(value[inside.start : inside.end], inside.kind)
            return Redacted(_replace_all(value, [inside]), {each.kind: 1})
    return plain


def marker(kind: str) -> str:
    """The marker that replaces a secret."""
    return f"[redacted:{kind}]"


def holds_marker(text: str) -> bool:
    """Whether the text has a redaction marker."""
    return _MARKER.search(text) is not None


def findings(text: str) -> list[Finding]:
    """Every secret in the text, in order, none inside another."""
    raw = text.encode("latin-1", "replace")  # one byte for each character: positions are those of the text
    found, low = [*shaped(text, raw)], raw.lower()
    if named_ones := named(text, low):
        found += named_ones
    if not found:
        return []
    markers = [match.span() for match in _MARKER.finditer(text)]
    free = (each for each in found if not any(each.start < end and start < each.end for start, end in markers))
    return _drop_overlaps(sorted(free, key=lambda each: (each.start, -each.end)))


def _drop_overlaps(found: list[Finding]) -> list[Finding]:
    apart: list[Finding] = []
    for each in found:
        last = apart[-1] if apart else None
        if last is None or each.start >= last.end:
            apart.append(each)
        elif each.end > last.end:
            apart[-1] = Finding(last.start, each.end, last.kind)
    return apart


def _replace_all(text: str, found: list[Finding]) -> str:
    pieces = []
    at = 0
    for each in found:
        pieces += [text[at : each.start], marker(each.kind)]
        at = each.end
    return "".join([*pieces, text[at:]])


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


class RedactedMessage(NamedTuple):
    """A redacted message, and the number of secrets of each kind."""

    message: "Message"
    counts: Mapping[str, int] = MappingProxyType({})


class Redactor:
    """Redacts the messages of one session; its secrets are kept in memory only."""

    def __init__(self) -> None:
        self._kinds: dict[str, str] = {}
        self._returning: re.Pattern[str] | None = None
        self._count: Counter[str] = Counter()
        self._plain: set[tuple[str, str]] | None = None
        """Names and texts that hold no secret of their own, while the messages of a session are redacted."""

    def messages(self, messages: Iterable["Message"]) -> list[RedactedMessage]:
        """Redact all messages; a value named in one is redacted in earlier ones too."""
        before = len(self._kinds)
        self._plain = set()
        try:
            done = [self.message(message) for message in messages]
            if len(self._kinds) == before:
                return done
            again = [self.message(each.message) for each in done]
        finally:
            self._plain = None
        return [_both(first, second) for first, second in zip(done, again, strict=True)]

    def message(self, message: "Message") -> RedactedMessage:
        """The message with every secret replaced by its marker; the same object if there was none."""
        if self._count:
            self._count = Counter()
        parts = tuple(map(self._redact_part, message.parts))
        model = self.text(message.model) if message.model else ""
        if not self._count:
            return RedactedMessage(message)
        return RedactedMessage(_replaced(message, parts=parts, model=model), dict(self._count))

    def text(self, text: str) -> str:
        """The text without secrets, including those seen earlier in the session."""
        return self._redacted("", text)

    def _redacted(self, name: str, text: str) -> str:
        if self._plain is None or (name, text) not in self._plain:
            found = redact_value(name, text, self._learn) if name else redact(text, self._learn)
            if found.counts:
                self._count.update(found.counts)
                text = found.text
            elif self._plain is not None:
                self._plain.add((name, text))
        return self._without_known(text)

    def learn(self, messages: Iterable["Message"]) -> None:
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
            return marker(kind)

        return self._returning.sub(marked, text)

    def _redact_part(self, part: Any) -> Any:
        """The part without secrets; parts are of `messages`, which is not imported here."""
        messages = _messages()
        match part:
            case messages.Text(text):
                plain = self.text(text)
                return part if plain is text else messages.Text(plain)
            case messages.ToolCall(_, name, tool_input):
                return _replaced(part, name=self.text(name), input=self._object(tool_input))
            case messages.ToolResult(text=text, pictures=pictures, others=others):
                plain, shown = self.text(text), tuple(map(self._picture, pictures))
                if plain is text and not shown and not others:
                    return part
                blocks = tuple(messages.Opaque(each.kind, self.text(each.json)) for each in others)
                return _replaced(part, text=plain, pictures=shown, others=blocks)
            case messages.Thinking(text):
                plain = self.text(text)
                return part if plain == text else messages.Thinking(plain)  # what was signed is no longer what is there
            case messages.Opaque(kind, json):
                return messages.Opaque(kind, self.text(json))
            case _:
                return self._picture(part)

    def _picture(self, picture: "Image") -> "Image":
        """The image, with keys in its web address redacted."""
        from .. import pictures

        is_address = picture.source and not picture.source.startswith((pictures.INLINE, pictures.ARCHIVED))
        return _replaced(picture, source=self.text(picture.source)) if is_address else picture

    def _object(self, value: Mapping[str, Any]) -> dict[str, Any]:
        named = adjacent.name_of_value(value)  # {"element": "Password field", "text": "…"}
        return {
            self._key(key): self._value(named if named and adjacent.is_given(key, item) else key, item)
            for key, item in value.items()
        }

    def _key(self, key: str) -> str:
        """The key without secrets; a short identifier can only be one that was seen before."""
        is_name = len(key) < SHORTEST_RUN and key.isascii() and key.isidentifier() and key not in self._kinds
        return key if is_name else self.text(key)

    def _value(self, name: str, value: Any) -> Any:
        if isinstance(value, str):
            return self._redacted(name, value)
        if isinstance(value, dict):
            return self._object(value)
        if isinstance(value, list):
            return [self._value(name, item) for item in value]
        if isinstance(value, int) and not isinstance(value, bool) and may_name(name):
            found = redact_value(name, str(value), self._learn)
            if found.counts:  # {"password": 2277}
                self._count.update(found.counts)
                return found.text
        return value


class Unchanged(Redactor):
    """A redactor that changes nothing, for redaction switched off."""

    def message(self, message: "Message") -> RedactedMessage:
        """The message itself."""
        return RedactedMessage(message)

    def text(self, text: str) -> str:
        """The text itself."""
        return text

    def learn(self, messages: Iterable["Message"]) -> None:
        """Nothing."""


def _replaced(value: Any, **changes: object) -> Any:
    """A message or a part of one with other values."""
    from dataclasses import replace  # slow to import, and `remember` has no messages

    return replace(value, **changes)


@cache
def _messages() -> Any:
    """The module of messages, imported where there are some: `remember` has none."""
    from ... import messages

    return messages


def redact_message(message: "Message") -> RedactedMessage:
    """Redact a single message; the same object if there was no secret."""
    return Redactor().message(message)


def redactor(*, enabled: bool) -> Redactor:
    """The redactor of a session, or one that changes nothing."""
    return Redactor() if enabled else Unchanged()


def without_counts(messages: Sequence[RedactedMessage]) -> tuple["Message", ...]:
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
