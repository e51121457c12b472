"""Asks a model: the Messages API, which also counts tokens, or a program with text on its standard input.

No sampling parameters (the API refuses them), low effort. The key comes from
the environment or from nowhere: no file of credentials is ever searched. A
base URL makes any server that speaks the API do, a local one included. Calls
are made once; whoever asked decides about trying again. A program gets no key of ours
that it does not inherit, and no shell stands between.
"""

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..errors import AnswerError, InputError, RefusedError, RemoteError
from ..messages import Image, Message, Opaque, Part, Role, Session, Text, Thinking, ToolCall, ToolResult, Usage
from .ports import Answer, Question

KEY_VARIABLE = "ANTHROPIC_API_KEY"
TOO_LARGE = 413
SPEND_LIMIT = "spend_limit"
"""Part of the error code of a 429 that no waiting ends: the account's own limit."""
_FINAL = frozenset({400, 401, 402, 403, 404, 422})
_OVERFLOW = re.compile(
    r"prompt is too long|exceed context limit|context_length_exceeded|maximum context length", re.IGNORECASE
)


class Connection:
    """The address and the key for one model; `codec` names the caller."""

    def __init__(self, codec: str, model: str, *, base_url: str, seconds: float, key: str) -> None:
        self._codec = codec
        self._model = model
        self._base_url = base_url
        self._seconds = seconds
        self._key = key

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or a base URL that may need none."""
        return bool(self._key or self._base_url)

    @contextlib.contextmanager
    def client(self) -> Iterator[Any]:
        """An SDK client whose errors are translated: AnswerError for a block too large, RemoteError otherwise."""
        anthropic = self._library()
        plain = None
        if self._base_url.startswith("http://"):  # without the certificates, which take 50 ms to read
            import ssl

            plain = anthropic.DefaultHttpxClient(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
        try:
            with anthropic.Anthropic(
                http_client=plain,
                api_key=self._key or "none",
                base_url=self._base_url or None,
                timeout=self._seconds,
                max_retries=0,
            ) as client:
                yield client
        except anthropic.APIStatusError as error:
            said = f"{self._model} answered {error.status_code}: {_first_line(error)}"
            if error.status_code == TOO_LARGE or _OVERFLOW.search(said):
                raise AnswerError(f"the block is too large: {said}") from error
            is_final = error.status_code in _FINAL or SPEND_LIMIT in str(getattr(error, "error_code", ""))
            raise RemoteError(
                said,
                hint="check key, model and base_url" if is_final else "it is tried again later",
                is_final=is_final,
                retry_after=_retry_after(error.response.headers),
            ) from error
        except (anthropic.AnthropicError, OSError) as error:
            raise RemoteError(
                f"{self._model} did not answer: {_first_line(error)}", hint="check the network and base_url"
            ) from error

    def _library(self) -> Any:
        if not self.is_available:
            raise RemoteError(
                f"the codec {self._codec} needs {KEY_VARIABLE}",
                hint="set it in the environment, give base_url, or use --codec extractive",
                is_final=True,
            )
        try:
            import anthropic
        except ImportError as error:
            raise RemoteError(
                f"the codec {self._codec} needs the package anthropic",
                hint="pip install anthropic, or use --codec extractive",
                is_final=True,
            ) from error
        return anthropic


def _retry_after(headers: Mapping[str, str]) -> float:
    """The seconds of the server's Retry-After header."""
    for name, factor in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            return max(0.0, float(headers.get(name, "")) * factor)
        except ValueError:
            continue
    return 0.0


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300]


EFFORT = "low"
STREAM_FROM = 16_000
"""Output tokens above which the answer is streamed: the SDK refuses to wait for a long one otherwise."""
_EFFORT_REFUSED = re.compile(r" 400: .*(?:output_config|effort)", re.IGNORECASE | re.DOTALL)

CostOf = Callable[[str, Usage, str], float | None]
"""Dollars of a call of this model at this base URL; None where nobody knows."""


class AnthropicModel:
    """Answers questions with one model at one address; `asker` names the caller in errors."""

    def __init__(
        self,
        name: str,
        *,
        asker: str,
        cost_of: CostOf,
        base_url: str = "",
        seconds: float = 120.0,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.name = name
        self.base_url = base_url
        self._cost_of = cost_of
        self.connection = Connection(asker, name, base_url=base_url, seconds=seconds, key=environ.get(KEY_VARIABLE, ""))
        self._knows_effort = True

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or a base URL that may need none."""
        return self.connection.is_available

    def ask(self, question: Question) -> Answer:
        """One call; RemoteError on failure, AnswerError for an unusable answer."""
        try:
            answer = self.send(self.body(question))
        except RemoteError as error:
            if not (self._knows_effort and _EFFORT_REFUSED.search(str(error))):
                raise
            self._knows_effort = False  # an older model, or a server that only speaks the basics
            answer = self.send(self.body(question))
        return self.read(answer)

    def body(self, question: Question) -> dict[str, Any]:
        """The request, for a call or as an entry of a batch."""
        effort = {"output_config": {"effort": EFFORT}} if self._knows_effort else {}
        return {
            "model": self.name,
            "max_tokens": question.most_output,
            "system": question.system,
            "messages": [{"role": "user", "content": question.user}],
            **effort,
        }

    def read(self, answer: Any, *, factor: float = 1.0) -> Answer:
        """The text of an answer; `factor` is its price relative to a single call."""
        usage = _usage(answer)
        cost = self.cost(usage) * factor
        text = "".join(block.text for block in answer.content or () if getattr(block, "type", "") == "text").strip()
        match answer.stop_reason:
            case "refusal":
                raise AnswerError(f"{self.name} refused to answer", cost=cost)
            case "max_tokens" | "model_context_window_exceeded":
                raise AnswerError(f"{self.name} wrote more than allowed; its answer was cut", cost=cost)
            case _:
                pass
        if not text:
            raise AnswerError(f"{self.name} gave an empty answer", cost=cost)
        return Answer(text, usage, cost)

    def send(self, wanted: Mapping[str, Any], *, beta: bool = False) -> Any:
        """The SDK's answer to a request, with `beta` from the API's beta; RemoteError on failure."""
        with self.connection.client() as client:
            messages = client.beta.messages if beta else client.messages
            if wanted["max_tokens"] <= STREAM_FROM:
                return messages.create(**wanted)
            with messages.stream(**wanted) as stream:
                return stream.get_final_message()

    def cost(self, usage: Usage) -> float:
        """Dollars of a single call. Raises RefusedError for an unknown price: such a model is never called."""
        dollars = self._cost_of(self.name, usage, self.base_url)
        if dollars is None:
            raise RefusedError(f"the price of {self.name} is not known")
        return dollars


def _usage(answer: Any) -> Usage:
    usage = answer.usage
    return Usage(
        input=usage.input_tokens or 0,
        output=usage.output_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        cache_write=usage.cache_creation_input_tokens or 0,
    )


SECONDS = 60.0
FILLER = "."  # one token: the API wants the first and the last turn to be the user's


class AnthropicCounter:
    """Counts with the model and the address of the settings; the key comes from the environment only."""

    def __init__(self, model: str, base_url: str = "", environ: Mapping[str, str] = os.environ) -> None:
        self._model = model
        self._base_url = base_url
        self._key = environ.get(KEY_VARIABLE, "")

    def count(self, session: Session) -> int:
        """Tokens of the messages that the model sees; RemoteError on failure."""
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
    """The messages as alternating user and assistant turns, starting and ending with the user."""
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
            yield part.whole_text
        case Opaque():
            yield part.json
        case Image():
            return


LARGEST_ANSWER = 10_000_000  # bytes


class Program:
    """One program, called once per question; `setting` names the setting in errors."""

    def __init__(
        self,
        command: str,
        *,
        setting: str,
        seconds: float = 120.0,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise InputError(f"{setting} cannot be split: {error}", hint="check its quotes") from error
        if not self._words:
            raise InputError(f"the codec command needs {setting}", hint="set it to a program and its arguments")
        self._setting = setting
        self._seconds = seconds
        self._environ = environ

    @property
    def name(self) -> str:
        """The program's own name, without its folder."""
        return os.path.basename(self._words[0])  # noqa: PTH119 - a name, not a path

    def ask(self, question: Question) -> Answer:
        """Sends the rules, an empty line, then the text."""
        return Answer(self.answer(f"{question.system}\n\n{question.user}", {}))

    def answer(self, text: str, told: Mapping[str, str]) -> str:
        """One call; RemoteError if the program fails or takes too long, AnswerError for no output."""
        out = self._run(text.encode("utf-8", "replace"), {**self._environ, **told})
        answer = out[:LARGEST_ANSWER].decode("utf-8", "replace").strip()
        if not answer:
            raise AnswerError(f"{self._words[0]} wrote nothing")
        return answer

    def _run(self, text: bytes, environ: Mapping[str, str]) -> bytes:
        name = self._words[0]
        try:
            process = subprocess.Popen(
                self._words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(environ),
                start_new_session=True,  # so that what it started ends with it
            )
        except OSError as error:
            raise RemoteError(
                f"{name} cannot be started: {error.strerror}", hint=f"check {self._setting}", is_final=True
            ) from error
        try:
            out, err = process.communicate(text, timeout=self._seconds)
        except subprocess.TimeoutExpired as error:
            raise RemoteError(f"{name} took longer than {self._seconds:g} s", hint="raise compress_seconds") from error
        finally:
            if process.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        if process.returncode != 0:
            said = (err.decode("utf-8", "replace").strip().splitlines() or ["it said nothing"])[-1][:200]
            raise RemoteError(f"{name} ended with {process.returncode}: {said}", hint="run it by hand on a text")
        return out
