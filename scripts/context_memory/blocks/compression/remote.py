"""The codecs: a call of the Messages API, a batch, the API's own compaction, a program, or no model at all.

`anthropic` asks a question, alone or in a batch at half price. `anthropic-compaction`
uses on-demand compaction (beta): the block is the whole conversation of the
request, our rules take the place of the server's summarisation prompt, and the
answer is one signed compaction block. Its text is the draft of a capsule and
verified like any other; the signed block itself is not kept: a capsule may be
completed, loses secrets, and may be shown to another model. It has no batches.
"""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import AnswerError
from ...llm import prices, service
from ...llm.ports import Answer, Question
from ...llm.remote import KEY_VARIABLE, AnthropicModel, Program
from ...messages import Usage
from ...settings.values import Settings
from ...storage import templates
from ...text.secrets import redact
from ...text.tokens import Estimator
from ...transcripts import as_text
from ..values import PROMPT_VERSION, CapsuleDraft, Codec, CodecId, CompressRequest, compress_prompt
from . import extractive

NAME = "anthropic"
OUTPUT_SHARE = 0.8
"""Output tokens allowed against the raw size (R-Memory)."""
LEAST_OUTPUT = 256
MOST_OUTPUT = 64_000
BATCH_FACTOR = 0.5
"""Price of a batch against that of single calls."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: the constant rules, and the block."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class BatchState:
    """The state of a batch."""

    id: str
    is_ended: bool
    left: int
    """Requests that are still in work."""


WritePrompt = Callable[[CompressRequest], Prompt]


class _ModelCodec:
    """One model at one address with one version of a prompt."""

    name: str

    def __init__(self, model: AnthropicModel, *, write_prompt: WritePrompt, version: str) -> None:
        self._model = model
        self._write_prompt = write_prompt
        self._version = version

    @property
    def id(self) -> CodecId:
        """Model and version of the prompt."""
        return CodecId(self.name, self._model.name, self._version)

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or an address that may need none."""
        return self._model.is_available


class AnthropicCodec(_ModelCodec):
    """Compresses with one model at one address."""

    name = NAME

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError without an answer, AnswerError if the answer is unusable."""
        return self._draft(self._model.ask(self._question(request)))

    def submit(self, requests: Sequence[CompressRequest]) -> BatchState:
        """Submit a batch; each answer is identified by the first 48 digits of its block's id."""
        entries = [
            {"custom_id": custom_id(each.block.id), "params": self._model.body(self._question(each))}
            for each in requests
        ]
        with self._model.connection.client() as client:
            return _state(client.messages.batches.create(requests=entries))

    def state(self, batch: str) -> BatchState:
        """The state of a batch."""
        with self._model.connection.client() as client:
            return _state(client.messages.batches.retrieve(batch))

    def results(self, batch: str) -> dict[str, CapsuleDraft | AnswerError]:
        """The results of a finished batch, by custom id."""
        found: dict[str, CapsuleDraft | AnswerError] = {}
        with self._model.connection.client() as client:
            for line in client.messages.batches.results(batch):
                found[line.custom_id] = self._batch_answer(line.result)
        return found

    def _question(self, request: CompressRequest) -> Question:
        prompt = self._write_prompt(request)
        return Question(prompt.system, prompt.user, most_output(request))

    def _draft(self, answer: Answer) -> CapsuleDraft:
        return CapsuleDraft(answer.text, self.id, answer.usage, answer.cost)

    def _batch_answer(self, result: Any) -> CapsuleDraft | AnswerError:
        if result.type != "succeeded":
            return AnswerError(f"the batch left this block {result.type}")
        try:
            return self._draft(self._model.read(result.message, factor=BATCH_FACTOR))
        except AnswerError as error:
            return error


def custom_id(block: str) -> str:
    """Id of a block inside a batch: a prefix of its id, because the API allows 64 characters."""
    return block[:48]


def most_output(request: CompressRequest) -> int:
    """Maximum output tokens of an answer about this block."""
    return min(MOST_OUTPUT, max(LEAST_OUTPUT, math.ceil(request.block.tokens * OUTPUT_SHARE)))


def _state(batch: Any) -> BatchState:
    return BatchState(batch.id, batch.processing_status == "ended", batch.request_counts.processing)


COMPACTION_NAME = "anthropic-compaction"
BETA = "compact-2026-09-04"
COMPACTION = "compaction"
"""Type of the block, of its usage, and the reason why the answer stops."""


class CompactionCodec(_ModelCodec):
    """Compresses with one model at one address; the model must know on-demand compaction."""

    name = COMPACTION_NAME

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError when nobody answers or the model cannot, AnswerError when there is no summary."""
        return self._draft(self._model.send(self._body(request), beta=True))

    def _body(self, request: CompressRequest) -> dict[str, Any]:
        prompt = self._write_prompt(request)
        return {
            "model": self._model.name,
            "max_tokens": most_output(request),
            "messages": [{"role": "user", "content": prompt.user}],
            "compaction": {"type": "summarize", "instructions": prompt.system},
            "betas": [BETA],
        }

    def _draft(self, answer: Any) -> CapsuleDraft:
        usage = _billed_usage(answer.usage)
        cost = self._model.cost(usage)
        text = "".join(block.content or "" for block in answer.content or () if block.type == COMPACTION).strip()
        if answer.stop_reason != COMPACTION:
            raise AnswerError(f"{self._model.name} could not compact the block: {answer.stop_reason}", cost=cost)
        if not text:
            raise AnswerError(f"{self._model.name} answered with an empty compaction", cost=cost)
        return CapsuleDraft(text, self.id, usage, cost)


def _billed_usage(counted: Any) -> Usage:
    """Everything that was billed: compactions are counted beside the fields of the message, which are 0."""
    found = [counted, *(each for each in counted.iterations or () if each.type == COMPACTION)]
    return Usage(
        input=sum(each.input_tokens or 0 for each in found),
        output=sum(each.output_tokens or 0 for each in found),
        cache_read=sum(each.cache_read_input_tokens or 0 for each in found),
        cache_write=sum(each.cache_creation_input_tokens or 0 for each in found),
    )


PAID = frozenset({"anthropic", COMPACTION_NAME})
"""Codecs whose calls cost money."""


class ExtractiveCodec:
    """The codec without a model: deterministic, free, always available."""

    def __init__(self, estimator: Estimator) -> None:
        self._estimator = estimator

    @property
    def id(self) -> CodecId:
        """The version of the rules."""
        return CodecId("extractive", version=extractive.VERSION)

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """An extract of the block within the target."""
        text = extractive.capsule(
            request.messages, target=request.target_tokens, language=request.language, estimator=self._estimator
        )
        return CapsuleDraft(text, self.id)


def codec_of(settings: Settings, name: str = "", environ: Mapping[str, str] = os.environ) -> Codec:
    """The codec of this name; `auto` is a model if there is a key, else extractive."""
    name = name or settings.compress_codec
    if name == "auto":
        name = "anthropic" if environ.get(KEY_VARIABLE) else "extractive"
    if name in ("anthropic", COMPACTION_NAME):
        model = AnthropicModel(
            settings.compress_model,
            asker=name,
            cost_of=prices.cost_of,
            base_url=settings.base_url,
            seconds=float(settings.compress_seconds),
            environ=environ,
        )
        codec = AnthropicCodec if name == "anthropic" else CompactionCodec
        return codec(model, write_prompt=lambda request: prompt_for(request, settings), version=PROMPT_VERSION)
    if name == "command":
        return CommandCodec(
            settings.compress_command,
            write_block=lambda request: _clean(as_text.for_prompt(request.messages), settings),
            seconds=float(settings.compress_seconds),
            environ=environ,
        )
    return ExtractiveCodec(service.estimator_of(settings))


def prompt_for(request: CompressRequest, settings: Settings) -> Prompt:
    """The prompt for a model, redacted even if the journal was written without redaction."""
    rules = templates.source("compress_block.md", "zh" if request.language == "zh" else "en")
    return Prompt(rules, _clean(compress_prompt(request), settings))


def _clean(text: str, settings: Settings) -> str:
    return redact.cleaned(text) if settings.redact else text


WriteBlock = Callable[[CompressRequest], str]


class CommandCodec:
    """Compresses by calling one program once for each block."""

    def __init__(
        self, command: str, *, write_block: WriteBlock, seconds: float = 120.0, environ: Mapping[str, str] = os.environ
    ) -> None:
        self._program = Program(command, setting="compress_command", seconds=seconds, environ=environ)
        self._write_block = write_block

    @property
    def id(self) -> CodecId:
        """The program's name takes the place of a model's name."""
        return CodecId("command", self._program.name)

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError if the program fails or takes too long, AnswerError if it writes nothing."""
        told = {
            "CONTEXT_MEMORY_TARGET_TOKENS": str(request.target_tokens),
            "CONTEXT_MEMORY_LANGUAGE": request.language,
            "CONTEXT_MEMORY_COMPLAINT": request.complaint,
        }
        return CapsuleDraft(self._program.answer(self._write_block(request), told), self.id)
