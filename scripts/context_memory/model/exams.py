"""An exam of a session: questions made from what was said, answers looked up in what the model sees."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Subject(StrEnum):
    """What a question asks for."""

    PATH = "path"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    DIRECTIVE = "directive"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Question:
    """A line of the conversation with one thing taken out."""

    subject: Subject
    cloze: str
    """The line; `____` stands for the answer. Of a directive: how it begins."""
    answer: str
    """The thing as it was written; of a directive the whole sentence."""
    key: tuple[str, str]
    """(kind, key) that every spelling of the answer shares; ("", "") for a directive."""
    seq: int
    """The message that says it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """How one question went."""

    question: Question
    in_view: bool
    """Whether the view alone gives the answer."""
    found: bool
    """Whether the view and a search of everything said give it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Right answers to questions of one subject."""

    asked: int = 0
    in_view: int = 0
    found: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What an exam came to; scores are means over the subjects that were asked, 0 to 1."""

    session: str
    seed: int
    view: float
    found: float
    marks: Mapping[Subject, Mark] = field(default_factory=dict)
    answers: tuple[Answered, ...] = ()
    tokens_view: int = 0
    tokens_raw: int = 0
    swapped: int = 0
    """Messages that stand in the view only as capsules or not at all."""
