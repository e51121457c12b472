"""The codec `anthropic`: a block becomes a capsule by one call of the Messages API, or by a batch at half price.

Plain text out, no sampling parameters (the API refuses them), low effort.
The key comes from the environment or from nowhere: no file of credentials is
ever searched. A base URL makes any server that speaks the API do, a local one
included. Calls are made once; whoever asked decides about trying again.
"""

import math
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from ..model.errors import AnswerError, RemoteError
from ..model.session import Usage
from .messages_api import KEY_VARIABLE, Connection

EFFORT = "low"
OUTPUT_SHARE = 0.8
"""Output tokens allowed against the raw size (R-Memory)."""
LEAST_OUTPUT = 256
MOST_OUTPUT = 64_000
STREAM_FROM = 16_000
"""Output tokens above which the answer is streamed: the SDK refuses to wait for a long one otherwise."""
BATCH_FACTOR = 0.5
"""Price of a batch against that of single calls."""
_EFFORT_REFUSED = re.compile(r" 400: .*(?:output_config|effort)", re.IGNORECASE | re.DOTALL)


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
CostOf = Callable[[str, Usage], float]


class AnthropicCodec:
    """Compresses with one model at one address."""

    def __init__(
        self,
        model: str,
        *,
        write_prompt: WritePrompt,
        cost_of: CostOf,
        version: str,
        base_url: str = "",
        seconds: float = 120.0,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._model = model
        self._write_prompt = write_prompt
        self._cost_of = cost_of
        self._version = version
        self._connection = Connection(
            self.id.name, model, base_url=base_url, seconds=seconds, key=environ.get(KEY_VARIABLE, "")
        )
        self._knows_effort = True

    @property
    def id(self) -> CodecId:
        """Model and version of the prompt."""
        return CodecId("anthropic", self._model, self._version)

    @property
    def is_available(self) -> bool:
        """Whether there is a key, or an address that may need none."""
        return self._connection.is_available

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """One call; RemoteError when nobody answers, AnswerError when the answer cannot be used."""
        try:
            answer = self._answer(self._body(request))
        except RemoteError as error:
            if not (self._knows_effort and _EFFORT_REFUSED.search(str(error))):
                raise
            self._knows_effort = False  # an older model, or a server that only speaks the basics
            answer = self._answer(self._body(request))
        return self._draft(answer, factor=1.0)

    def submit(self, requests: Sequence[CompressRequest]) -> BatchState:
        """Hand over a batch; each answer is found again by the first 48 digits of its block's id."""
        entries = [{"custom_id": custom_id(each.block.id), "params": self._body(each)} for each in requests]
        with self._connection.client() as client:
            return _state(client.messages.batches.create(requests=entries))

    def state(self, batch: str) -> BatchState:
        """How far a batch is."""
        with self._connection.client() as client:
            return _state(client.messages.batches.retrieve(batch))

    def results(self, batch: str) -> dict[str, CapsuleDraft | AnswerError]:
        """What a finished batch answered, by custom id."""
        found: dict[str, CapsuleDraft | AnswerError] = {}
        with self._connection.client() as client:
            for line in client.messages.batches.results(batch):
                found[line.custom_id] = self._batch_answer(line.result)
        return found

    # -- the request -------------------------------------------------------------------------------

    def _answer(self, wanted: Mapping[str, Any]) -> Any:
        with self._connection.client() as client:
            if wanted["max_tokens"] <= STREAM_FROM:
                return client.messages.create(**wanted)
            with client.messages.stream(**wanted) as stream:
                return stream.get_final_message()

    def _body(self, request: CompressRequest) -> dict[str, Any]:
        prompt = self._write_prompt(request)
        effort = {"output_config": {"effort": EFFORT}} if self._knows_effort else {}
        return {
            "model": self._model,
            "max_tokens": most_output(request),
            "system": prompt.system,
            "messages": [{"role": "user", "content": prompt.user}],
            **effort,
        }

    # -- the answer --------------------------------------------------------------------------------

    def _draft(self, answer: Any, *, factor: float) -> CapsuleDraft:
        usage = _usage(answer)
        cost = self._cost_of(self._model, usage) * factor
        text = "".join(block.text for block in answer.content or () if getattr(block, "type", "") == "text").strip()
        match answer.stop_reason:
            case "refusal":
                raise AnswerError(f"{self._model} refused to compress the block", cost=cost)
            case "max_tokens" | "model_context_window_exceeded":
                raise AnswerError(f"{self._model} wrote more than allowed; its answer was cut", cost=cost)
            case _:
                pass
        if not text:
            raise AnswerError(f"{self._model} answered with nothing", cost=cost)
        return CapsuleDraft(text, self.id, usage, cost)

    def _batch_answer(self, result: Any) -> CapsuleDraft | AnswerError:
        if result.type != "succeeded":
            return AnswerError(f"the batch left this block {result.type}")
        try:
            return self._draft(result.message, factor=BATCH_FACTOR)
        except AnswerError as error:
            return error


def custom_id(block: str) -> str:
    """Name of a block inside a batch: the beginning of its id, because the API allows 64 characters."""
    return block[:48]


def most_output(request: CompressRequest) -> int:
    """Output tokens that an answer about this block may take."""
    return min(MOST_OUTPUT, max(LEAST_OUTPUT, math.ceil(request.block.tokens * OUTPUT_SHARE)))


def _usage(answer: Any) -> Usage:
    usage = answer.usage
    return Usage(
        input=usage.input_tokens or 0,
        output=usage.output_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        cache_write=usage.cache_creation_input_tokens or 0,
    )


def _state(batch: Any) -> BatchState:
    return BatchState(batch.id, batch.processing_status == "ended", batch.request_counts.processing)
