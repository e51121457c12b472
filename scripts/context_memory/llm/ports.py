"""The seams: what services need from the world, as protocols with one request value each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ..messages import Session, Usage


class TokenCounter(Protocol):
    """Counts the tokens of a session exactly, e.g. by asking the API."""

    def count(self, session: Session) -> int:
        """Tokens of the session's context; raises RemoteError when nobody answers."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is told: rules that never change, and the text they are about."""

    system: str
    user: str
    most_output: int = 1_024
    """Tokens."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said; nobody has verified it yet."""

    text: str
    usage: Usage | None = None
    """What the API counted; None where no model was asked."""
    cost: float = 0.0
    """Dollars."""


class LanguageModel(Protocol):
    """Answers a question in plain text."""

    @property
    def name(self) -> str:
        """The model's name, or the program's."""
        ...

    def ask(self, question: Question) -> Answer:
        """One call; raises RemoteError when nobody answers, AnswerError when the answer is unusable."""
        ...


@dataclass(frozen=True, slots=True)
class EmbedRequest:
    """Texts to be embedded; questions and docs may need different instructions."""

    texts: tuple[str, ...]
    is_query: bool = False


class Embedder(Protocol):
    """Turns texts into vectors of meaning, all of one length and of length 1."""

    @property
    def identity(self) -> str:
        """Provider, model, dimension and instruction: vectors of two identities are never compared."""
        ...

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector for each text; raises RemoteError or NotReadyError when it cannot."""
        ...
