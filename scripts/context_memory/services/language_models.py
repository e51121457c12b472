"""Which model learns, and what a question to it may cost."""

import os
from collections.abc import Callable, Mapping

from ..model.ports import LanguageModel, Question
from ..model.settings import Settings
from ..remote.anthropic_model import AnthropicModel
from ..remote.messages_api import KEY_VARIABLE
from ..remote.program import Program
from ..rules import redact, tokens
from . import codecs

_TOKENS_PER_ESTIMATED = 1.3  # as for compression: current tokenizers count about 30 % more than the estimate


def of(settings: Settings, environ: Mapping[str, str] = os.environ) -> LanguageModel | None:
    """The model of `learn_codec`; None where the settings want none."""
    match settings.learn_codec:
        case "anthropic":
            return AnthropicModel(
                settings.learn_model,
                asker="learn_session",
                cost_of=codecs.cost_of,
                base_url=settings.base_url,
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case "command":
            return Program(
                settings.learn_command,
                setting="learn_command",
                seconds=float(settings.compress_seconds),
                environ=environ,
            )
        case _:
            return None


def missing(model: LanguageModel) -> str:
    """What the model lacks to be asked at all; empty when nothing."""
    if isinstance(model, AnthropicModel) and not model.is_available:
        return f"learn_codec is anthropic, but {KEY_VARIABLE} is not set and there is no base_url"
    return ""


def cleaner(settings: Settings) -> Callable[[str], str]:
    """Takes secrets out of what is written down, unless the settings say otherwise."""
    return redact.cleaned if settings.redact else str


def expected_cost(model: LanguageModel, question: Question) -> float:
    """Dollars of one call, on the high side; 0 for a program or a model without a price."""
    if not isinstance(model, AnthropicModel):
        return 0.0
    asked = tokens.cjk(question.system) + tokens.cjk(question.user)
    return codecs.expected_cost(model.name, int(asked * _TOKENS_PER_ESTIMATED), question.most_output)
