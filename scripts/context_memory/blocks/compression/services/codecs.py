"""Chooses a codec and builds its prompt from templates."""

import os
from collections.abc import Callable, Mapping

from ....llm import prices
from ....llm.remote.anthropic_model import KEY_VARIABLE, AnthropicModel
from ....llm.remote.command_model import Program
from ....llm.services import language_models
from ....settings.values import Settings
from ....storage import templates
from ....text.secrets import redact
from ....text.tokens import Estimator
from ....transcripts import as_text
from ...values import PROMPT_VERSION, CapsuleDraft, Codec, CodecId, CompressRequest, compress_prompt
from .. import extractive
from ..remote import anthropic_codec
from ..remote.anthropic_codec import AnthropicCodec, CompactionCodec, Prompt

PAID = frozenset({"anthropic", anthropic_codec.COMPACTION_NAME})
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
    match name:
        case "anthropic" | anthropic_codec.COMPACTION_NAME:
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
        case "command":
            return CommandCodec(
                settings.compress_command,
                write_block=lambda request: _clean(as_text.for_prompt(request.messages), settings),
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case _:
            return ExtractiveCodec(language_models.estimator_of(settings))


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
