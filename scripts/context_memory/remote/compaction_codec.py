"""The codec `anthropic-compaction`: a block becomes a capsule by the API's own on-demand compaction (beta).

The block is the whole conversation of the request, our rules take the place
of the server's summarisation prompt, and the answer is one signed compaction
block. Its text is the draft of a capsule and verified like any other; the
signed block itself is not kept: a capsule may be completed, loses secrets,
and may be shown to another model. One call for each block, no batches.
"""

from typing import Any

from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from ..model.errors import AnswerError
from ..model.session import Usage
from .anthropic_codec import WritePrompt, most_output
from .anthropic_model import AnthropicModel

NAME = "anthropic-compaction"
BETA = "compact-2026-09-04"
COMPACTION = "compaction"
"""Type of the block, of its usage, and the reason why the answer stops."""


class CompactionCodec:
    """Compresses with one model at one address; the model must know on-demand compaction."""

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
        usage = _usage(answer.usage)
        cost = self._model.cost(usage)
        text = "".join(block.content or "" for block in answer.content or () if block.type == COMPACTION).strip()
        if answer.stop_reason != COMPACTION:
            raise AnswerError(f"{self._model.name} could not compact the block: {answer.stop_reason}", cost=cost)
        if not text:
            raise AnswerError(f"{self._model.name} answered with an empty compaction", cost=cost)
        return CapsuleDraft(text, self.id, usage, cost)


def _usage(counted: Any) -> Usage:
    """Everything that was billed: compactions are counted beside the fields of the message, which are 0."""
    found = [counted, *(each for each in counted.iterations or () if each.type == COMPACTION)]
    return Usage(
        input=sum(each.input_tokens or 0 for each in found),
        output=sum(each.output_tokens or 0 for each in found),
        cache_read=sum(each.cache_read_input_tokens or 0 for each in found),
        cache_write=sum(each.cache_creation_input_tokens or 0 for each in found),
    )
