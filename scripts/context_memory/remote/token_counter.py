"""Exact token counts from Anthropic's count_tokens, for those who chose the estimator `api`.

The transcript goes out as plain alternating text: calls and results keep all
their characters, but not the API's pairing rules, which a cut or foreign
transcript may break. Pictures are not in our values and are not counted.
A failure is an error; nothing falls back to an estimate unseen.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..model.errors import RemoteError
from ..model.session import Image, Message, Opaque, Part, Role, Session, Text, Thinking, ToolCall, ToolResult
from .messages_api import KEY_VARIABLE

SECONDS = 60.0
FILLER = "."  # one token: the API wants the first and the last turn to be the user's


class AnthropicCounter:
    """Counts with the model and the address of the settings; the key comes from the environment only."""

    def __init__(self, model: str, base_url: str = "", environ: Mapping[str, str] = os.environ) -> None:
        self._model = model
        self._base_url = base_url
        self._key = environ.get(KEY_VARIABLE, "")

    def count(self, session: Session) -> int:
        """Tokens of the messages that the model sees; RemoteError when nobody answers."""
        return self._ask(alternating(session.context))

    def _ask(self, messages: list[dict[str, str]]) -> int:
        if not messages:
            return 0
        anthropic = self._library()
        try:
            with anthropic.Anthropic(
                api_key=self._key or "none", base_url=self._base_url or None, timeout=SECONDS
            ) as client:
                counted = client.messages.count_tokens(model=self._model, messages=messages)
        except anthropic.AnthropicError as error:
            raise RemoteError(
                f"counting tokens failed: {_first_line(error)}",
                hint="check key and network, or use --estimator cjk",
            ) from error
        if not isinstance(counted.input_tokens, int):
            raise RemoteError(f"{self._base_url or 'the API'} answered without a count", hint="check base_url")
        return counted.input_tokens

    def _library(self) -> Any:
        if not self._key and not self._base_url:
            raise RemoteError(
                f"the estimator api needs {KEY_VARIABLE}", hint="set it in the environment, or use --estimator cjk"
            )
        try:
            import anthropic
        except ImportError as error:
            raise RemoteError(
                "the estimator api needs the package anthropic", hint="pip install anthropic, or use --estimator cjk"
            ) from error
        return anthropic


def alternating(messages: Iterable[Message]) -> list[dict[str, str]]:
    """The messages as user and assistant turns in alternation, from a user's to a user's."""
    turns: list[dict[str, str]] = []
    for message in messages:
        text = "\n".join(piece for part in message.parts for piece in _texts(part))
        if not text.strip():
            continue
        role = "assistant" if message.role is Role.ASSISTANT else "user"
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += "\n" + text
        else:
            turns.append({"role": role, "content": text})
    if turns and turns[0]["role"] != "user":
        turns.insert(0, {"role": "user", "content": FILLER})
    if turns and turns[-1]["role"] != "user":
        turns.append({"role": "user", "content": FILLER})
    return turns


def _texts(part: Part) -> Iterator[str]:
    match part:
        case Text(text) | Thinking(text):
            yield text
        case ToolCall():
            yield part.name
            yield json.dumps(part.input, ensure_ascii=False, separators=(",", ":"), default=str)
        case ToolResult():
            yield part.text
        case Opaque():
            yield part.json
        case Image():
            return


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
