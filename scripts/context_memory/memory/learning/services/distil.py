"""Ask a model what a message holds; judge what it says; ask once more when it answered in another language.

One call at a time over all processes of a workspace (SPEC 5.4), with the money and the breaker of compression.
No failure here is a failure of the turn: it becomes a reason that the caller counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ....errors import AnswerError, RemoteError
from ....llm.ports import LanguageModel, Question
from ....llm.services import language_models
from ....llm.services.budget import Asking, Bill, Blocked
from ....storage import files
from ...docs import Kind
from .. import distillation
from ..distillation import Judged

ATTEMPTS = 2
"""Calls for one question when nobody answers: somebody waits for the turn, the next run asks again."""
MOST_LESSONS = 2
"""Lessons from one correction."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """No usable answer, and why."""

    reason: str


Distillation = Judged | Unanswered


class Distiller:
    """One model, asked about one message at a time."""

    def __init__(self, model: LanguageModel, asking: Asking, state: Path) -> None:
        self._model = model
        self._asking = asking
        self._turnstile = state / "distil"

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def facts(self, message: str, bill: Bill) -> Distillation:
        """What the message states that will be true tomorrow."""
        return self._asked(
            lambda again: Question(
                distillation.FACTS, distillation.facts(message, again=again), distillation.MOST_OUTPUT
            ),
            lambda answer: distillation.judged(answer, message),
            bill,
        )

    def lessons(self, message: str, action: str, bill: Bill) -> Distillation:
        """What a correction asks for next time; `action` is what the agent had done."""
        return self._asked(
            lambda again: Question(
                distillation.LESSON, distillation.lesson(message, action, again=again), distillation.MOST_OUTPUT
            ),
            lambda answer: distillation.judged(
                answer, message, action=action, allowed={Kind.LESSON}, most=MOST_LESSONS
            ),
            bill,
        )

    def _asked(self, question: Callable[[bool], Question], judge: Callable[[str], Judged], bill: Bill) -> Distillation:
        best: Judged | None = None
        for again in (False, True):
            answer = self._answer(question(again), bill)
            if isinstance(answer, Unanswered):
                return best or answer
            judged = judge(answer)
            if best is None or len(judged.kept) >= len(best.kept):
                best = judged
            if not judged.is_foreign:
                break
        return best or Unanswered("nobody answered")

    def _answer(self, question: Question, bill: Bill) -> str | Unanswered:
        cost = language_models.expected_cost(self._model, question)
        try:
            with files.locked(self._turnstile):
                answer = self._asking.answer(lambda: self._model.ask(question), cost, bill)
        except (AnswerError, RemoteError) as error:
            return Unanswered(self._asking.clean(str(error)))
        if isinstance(answer, Blocked):
            return Unanswered(str(answer))
        return answer.text
