"""Which codec compresses, and what it is told: rules, templates and prices meet the network here."""

import os
from collections.abc import Mapping

from ..disk import templates
from ..model.blocks import CapsuleDraft, CodecId, CompressRequest
from ..model.ports import Codec
from ..model.session import Usage
from ..model.settings import Settings
from ..remote import compaction_codec
from ..remote.anthropic_codec import AnthropicCodec, Prompt
from ..remote.anthropic_model import AnthropicModel
from ..remote.command_codec import CommandCodec
from ..remote.compaction_codec import CompactionCodec
from ..remote.messages_api import KEY_VARIABLE
from ..rules import block_text, compress_prompt, extractive, prices, redact, tokens
from ..rules.tokens import Estimator

PAID = frozenset({"anthropic", compaction_codec.NAME})
"""Codecs whose calls cost money."""


class ExtractiveCodec:
    """The codec without a model: deterministic, free, always there."""

    def __init__(self, estimator: Estimator) -> None:
        self._estimator = estimator

    @property
    def id(self) -> CodecId:
        """The version of the rules."""
        return CodecId("extractive", version=extractive.VERSION)

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """The block's own words within the target."""
        text = extractive.capsule(
            request.messages, target=request.target_tokens, language=request.language, estimator=self._estimator
        )
        return CapsuleDraft(text, self.id)


def of(settings: Settings, name: str = "", environ: Mapping[str, str] = os.environ) -> Codec:
    """The codec of this name; `auto` is a model where there is a key for one, else none."""
    name = name or settings.compress_codec
    if name == "auto":
        name = "anthropic" if environ.get(KEY_VARIABLE) else "extractive"
    match name:
        case "anthropic" | compaction_codec.NAME:
            model = AnthropicModel(
                settings.compress_model,
                asker=name,
                cost_of=cost_of,
                base_url=settings.base_url,
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
            codec = AnthropicCodec if name == "anthropic" else CompactionCodec
            return codec(model, write_prompt=lambda request: prompt(request, settings), version=compress_prompt.VERSION)
        case "command":
            return CommandCodec(
                settings.compress_command,
                write_block=lambda request: _clean(block_text.for_prompt(request.messages), settings),
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case _:
            return ExtractiveCodec(estimator_of(settings))


def estimator_of(settings: Settings) -> Estimator:
    """The estimator that sizes are compared with; exact counting by the API is not asked for each capsule."""
    return tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)


def prompt(request: CompressRequest, settings: Settings) -> Prompt:
    """What a model is told, without secrets even where the journal was written before they were taken out."""
    rules = templates.source("compress_block.md", "zh" if request.language == "zh" else "en")
    return Prompt(rules, _clean(compress_prompt.user_text(request), settings))


def cost_of(model: str, usage: Usage) -> float:
    """Dollars of a call; 0 for a model without a price (a local one, or one that the table does not know)."""
    price = prices.TABLE.of(model)
    return prices.cost(usage, price) if price else 0.0


def expected_cost(model: str, input_tokens: int, output_tokens: int) -> float:
    """Dollars of a call of this size."""
    return cost_of(model, Usage(input=input_tokens, output=output_tokens))


def has_price(model: str) -> bool:
    """Whether the table knows what this model costs."""
    return prices.TABLE.of(model) is not None


def _clean(text: str, settings: Settings) -> str:
    return redact.cleaned(text) if settings.redact else text
