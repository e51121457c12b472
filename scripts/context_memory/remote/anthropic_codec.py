"""The codec `anthropic`: a block becomes a capsule by one call of the Messages API, or by a batch at half price."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from ..model.errors import AnswerError
from ..model.ports import Answer, Question
from .anthropic_model import AnthropicModel

NAME = "anthropic"
OUTPUT_SHARE = 0.8
"""Output tokens allowed against the raw size (R-Memory)."""
LEAST_OUTPUT = 256
MOST_OUTPUT = 64_000
BATCH_FACTOR = 0.5
"""Price of a batch against that of single calls."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told: the rules, which never change, and the block."""

    system: str
    user: str


@dataclass(frozen=True, slots=True)
class BatchState:
    """How far a batch is."""

    id: str
    is_ended: bool
    left: int
    """Requests that are still in work."""


WritePrompt = Callable[[CompressRequest], Prompt]


class AnthropicCodec:
    """Compresses with one model at one address."""

    def __init__(self, model: AnthropicModel, *, write_prompt: WritePrompt, version: str) -> None:
        self._model = model
        self._write_prompt = write_prompt
        self._version = version

    @property
    def id(self) -> CodecId:
        """Model and version of the prompt."""
        return CodecId(NAME, self._model.name, self._version)

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or an address that may need none."""
        return self._model.is_available

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError when nobody answers, AnswerError when the answer cannot be used."""
        return self._draft(self._model.ask(self._question(request)))

    def submit(self, requests: Sequence[CompressRequest]) -> BatchState:
        """Hand over a batch; each answer is found again by the first 48 digits of its block's id."""
        entries = [
            {"custom_id": custom_id(each.block.id), "params": self._model.body(self._question(each))}
            for each in requests
        ]
        with self._model.connection.client() as client:
            return _state(client.messages.batches.create(requests=entries))

    def state(self, batch: str) -> BatchState:
        """How far a batch is."""
        with self._model.connection.client() as client:
            return _state(client.messages.batches.retrieve(batch))

    def results(self, batch: str) -> dict[str, CapsuleDraft | AnswerError]:
        """What a finished batch answered, by custom id."""
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
    """Name of a block inside a batch: the beginning of its id, because the API allows 64 characters."""
    return block[:48]


def most_output(request: CompressRequest) -> int:
    """Output tokens that an answer about this block may take."""
    return min(MOST_OUTPUT, max(LEAST_OUTPUT, math.ceil(request.block.tokens * OUTPUT_SHARE)))


def _state(batch: Any) -> BatchState:
    return BatchState(batch.id, batch.processing_status == "ended", batch.request_counts.processing)
