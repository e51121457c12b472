"""Builds the model for learning, and estimates the cost of a call."""

import os
from collections.abc import Callable, Mapping

from ...settings.values import Settings
from ...text import tokens
from ...text.secrets import redact
from ...text.tokens import Estimator
from .. import prices
from ..ports import LanguageModel, Question
from ..remote.anthropic_model import KEY_VARIABLE, AnthropicModel
from ..remote.command_model import Program

_TOKENS_PER_ESTIMATED = 1.3  # as for compression: current tokenizers count about 30 % more than the estimate


def learning_model(settings: Settings, environ: Mapping[str, str] = os.environ) -> LanguageModel | None:
    """The model of `learn_codec`; None if it is `none`."""
    match settings.learn_codec:
        case "anthropic":
            return AnthropicModel(
                settings.learn_model,
                asker="learn",
                cost_of=prices.cost_of,
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


def why_unavailable(model: LanguageModel) -> str:
    """What the model lacks before it can be called; empty if nothing."""
    if isinstance(model, AnthropicModel) and not model.is_available:
        return f"learn_codec is anthropic, but {KEY_VARIABLE} is not set and there is no base_url"
    return ""


def cleaner(settings: Settings) -> Callable[[str], str]:
    """The function that redacts secrets in stored text, unless the settings turn it off."""
    return redact.cleaned if settings.redact else str


def expected_cost(model: LanguageModel, question: Question) -> float | None:
    """Upper estimate of a call's cost in dollars; 0 for a program, None for an unknown price."""
    if not isinstance(model, AnthropicModel):
        return 0.0
    asked = tokens.cjk(question.system) + tokens.cjk(question.user)
    size = int(asked * _TOKENS_PER_ESTIMATED)
    return prices.expected_cost(model.name, size, question.most_output, model.base_url)


def estimator_of(settings: Settings) -> Estimator:
    """The estimator for comparing sizes; the API is not asked to count each capsule."""
    return tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
