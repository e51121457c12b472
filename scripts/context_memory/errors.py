"""What can go wrong, and what to do about it: errors that are raised, and findings of a check.

    ContextMemoryError                 exit 1
    ├── InputError (ValueError)        exit 2   a file, an argument or a setting that we cannot use
    │   └── UnknownError                        what was named does not exist
    ├── RefusedError                   exit 3   possible, but it would lose or break something
    │   └── AnswerError                         a model's answer cannot be used
    ├── NotReadyError                  exit 3   something is missing that somebody has to provide
    │   ├── DamagedError                        what is stored cannot be read
    │   ├── UnwritableError                     the disk is full, or the folder may only be read
    │   └── CollidedError                       two writers waited for each other; nothing was written
    ├── RemoteError                    exit 4   the network or a model did not answer
    └── BreakerOpenError               exit 5   compaction is stopped until an operator closes the breaker

Every error says what happened to which thing; `hint` says what to do next.

    try:
        session = read_session(path)
    except InputError as error:
        print(error, error.hint)
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class ContextMemoryError(Exception):
    """Base of every error we raise on purpose."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class InputError(ContextMemoryError, ValueError):
    """A file, an argument or a setting that cannot be used."""

    exit_code = 2


class UnknownError(InputError):
    """What was named does not exist."""


class RefusedError(ContextMemoryError):
    """We could, but it would lose or break something."""

    exit_code = 3


class NotReadyError(ContextMemoryError):
    """Something is missing that somebody has to provide first."""

    exit_code = 3


class DamagedError(NotReadyError):
    """What is stored cannot be read; whoever owns it sets it aside and builds it anew."""


class UnwritableError(NotReadyError):
    """Nothing can be written, because the disk is full or the folder may only be read; what is there can be read."""


class CollidedError(NotReadyError):
    """Two writers waited for each other and this one gave way: nothing of it was written, it may be tried again."""


class RemoteError(ContextMemoryError):
    """The network or a model did not answer as it must."""

    exit_code = 4

    def __init__(self, message: str, *, hint: str = "", is_final: bool = False, retry_after: float = 0.0) -> None:
        super().__init__(message, hint=hint)
        self.is_final = is_final
        """Asking again would be answered the same way: a wrong key, a model that does not exist."""
        self.retry_after = retry_after
        """Seconds to wait, as the other side said; 0 where it did not."""


class AnswerError(RefusedError):
    """A model or program answered with something that cannot be used: a refusal, nothing, a text that was cut."""

    def __init__(self, message: str, *, hint: str = "", cost: float = 0.0) -> None:
        super().__init__(message, hint=hint)
        self.cost = cost
        """Dollars that the answer cost all the same."""


class BreakerOpenError(ContextMemoryError):
    """Compaction is stopped until an operator closes the breaker."""

    exit_code = 5


class Level(StrEnum):
    """Severity: a failure has to be fixed, a warning has to be reviewed."""

    FAIL = "fail"
    WARN = "warn"


class Finding(NamedTuple):
    """One problem of one text."""

    kind: str
    """Short name of the problem, e.g. `date` or `bad_task_id`; stable, for programs."""
    line: int
    """1-based line; 0 when the problem is about the text as a whole."""
    what: str
    """What stands there, shortened."""
    why: str = ""
    """Empty until the texts of a language are given."""
    fix: str = ""
    """What to do or to paste."""
    level: Level = Level.FAIL

    def with_advice(self, texts: Mapping[str, str], **values: str) -> "Finding":
        """The same finding with the reason and the fix of its kind, `<kind>.why` and `<kind>.fix` of the texts."""
        why, fix = (texts[f"{self.kind}.{name}"].format(**values) for name in ("why", "fix"))
        return self._replace(why=why, fix=fix)
