"""Protocols for models, token counters and embedders."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..messages import Session, Usage


class TokenCounter(Protocol):
    """Counts the tokens of a session exactly, e.g. by asking the API."""

    def count(self, session: Session) -> int:
        """Tokens of the session's context; raises RemoteError on failure."""
        ...


class Question(NamedTuple):
    """The prompt of a model: constant rules, and the text to work on."""

    system: str
    user: str
    most_output: int = 1_024
    """Tokens."""


class Answer(NamedTuple):
    """A model's answer, not verified yet."""

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
        """One call; raises RemoteError on failure, AnswerError for an unusable answer."""
        ...


class EmbedRequest(NamedTuple):
    """Texts to embed; questions and docs may need different instructions."""

    texts: tuple[str, ...]
    is_query: bool = False


class Embedder(Protocol):
    """Turns texts into embedding vectors of one dimension and unit length."""

    @property
    def identity(self) -> str:
        """Provider, model, dimension and instruction: vectors of two identities are never compared."""
        ...

    def embed(self, request: EmbedRequest) -> Sequence[Sequence[float]]:
        """One vector for each text; raises RemoteError or NotReadyError when it cannot."""
        ...
