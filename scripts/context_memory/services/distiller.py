"""Ask a model what a message holds; judge what it says; ask once more when it answered in another language.

One call at a time over all processes of a workspace (SPEC 5.4), with the money and the breaker of compression.
No failure here is a failure of the turn: it becomes a reason that the caller counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..disk import files
from ..model.compression import Blocked
from ..model.docs import Kind
from ..model.errors import AnswerError, RemoteError
from ..model.ports import LanguageModel, Question
from ..rules import distil_answer, distil_prompt
from ..rules.distil_answer import Judged
from . import language_models
from .asking import Asking, Bill

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
                distil_prompt.FACTS, distil_prompt.facts(message, again=again), distil_prompt.MOST_OUTPUT
            ),
            lambda answer: distil_answer.judged(answer, message),
            bill,
        )

    def lessons(self, message: str, action: str, bill: Bill) -> Distillation:
        """What a correction asks for next time; `action` is what the agent had done."""
        return self._asked(
            lambda again: Question(
                distil_prompt.LESSON, distil_prompt.lesson(message, action, again=again), distil_prompt.MOST_OUTPUT
            ),
            lambda answer: distil_answer.judged(
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
            return Unanswered(f"{answer.reason}; again after {answer.until}")
        return answer.text
