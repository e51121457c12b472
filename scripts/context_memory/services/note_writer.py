"""A dated note in a model's words: checked line by line; whatever goes wrong, the plain note is written."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..disk import templates
from ..model.compression import Blocked
from ..model.errors import AnswerError, InputError, RemoteError
from ..model.ports import LanguageModel, Question
from ..model.session import Message
from ..model.settings import Settings
from ..remote.anthropic_model import AnthropicModel
from ..remote.messages_api import KEY_VARIABLE
from ..remote.program import Program
from ..rules import note_answer, note_prompt
from . import codecs, language_models
from .asking import Asking, Bill

ATTEMPTS = 2
"""Calls when nobody answers: a context is about to be replaced, nobody waits long for better words."""


@dataclass(frozen=True, slots=True)
class Written:
    """The lines that may be noted; none of them with the reason."""

    lines: tuple[str, ...] = ()
    problem: str = ""
    dropped: int = 0
    """Lines that were not grounded in the session."""
    cost: float = 0.0
    """Dollars."""


def model_of(settings: Settings, environ: Mapping[str, str] = os.environ) -> LanguageModel | None:
    """The model of `notes_codec`; None where the settings want none."""
    seconds = float(settings.compress_seconds)
    match settings.notes_codec:
        case "anthropic":
            model = AnthropicModel(
                settings.notes_model,
                asker="flush_notes",
                cost_of=codecs.cost_of,
                base_url=settings.base_url,
                seconds=seconds,
                environ=environ,
            )
            if not model.is_available:
                raise InputError(f"notes_codec is anthropic, but {KEY_VARIABLE} is not set and there is no base_url")
            return model
        case "command":
            return Program(settings.notes_command, setting="notes_command", seconds=seconds, environ=environ)
        case _:
            return None


class NoteWriter:
    """Asks one model for notes."""

    def __init__(self, model: LanguageModel, asking: Asking, settings: Settings) -> None:
        self._model = model
        self._asking = asking
        self._clean = language_models.cleaner(settings)

    def written(self, messages: Sequence[Message], language: str) -> Written:
        """What the model notes of these messages; asked once more when most of its lines were made up."""
        language = "zh" if language == "zh" else "en"
        source = self._clean(note_prompt.source_of(messages))
        bill, best, refused = Bill(), note_answer.Grounded(), 0
        try:
            rules = templates.source("write_note.md", language)
            for _ in range(2):
                question = Question(rules, note_prompt.user_text(source, language, refused), note_prompt.MOST_OUTPUT)
                answer = self._asking.answer(
                    lambda asked=question: self._model.ask(asked),  # type: ignore[misc]
                    language_models.expected_cost(self._model, question),
                    bill,
                )
                if isinstance(answer, Blocked):
                    return Written(best.lines, f"{answer.reason}; again after {answer.until}", refused, bill.cost)
                found = note_answer.grounded(answer.text, source)
                best = max(best, found, key=lambda each: len(each.lines))
                refused = sum(found.dropped.values())
                if len(found.lines) >= refused:
                    break
        except (AnswerError, RemoteError) as error:
            return Written(best.lines, self._clean(str(error)), refused, bill.cost)
        problem = "" if best.lines else f"{self._model.name} wrote nothing that the session holds"
        return Written(best.lines, problem, refused, bill.cost)
