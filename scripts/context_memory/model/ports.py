"""The seams: what services need from the world, as protocols with one request value each."""

from typing import Protocol

from .session import Session


class TokenCounter(Protocol):
    """Counts the tokens of a session exactly, e.g. by asking the API."""

    def count(self, session: Session) -> int:
        """Tokens of the session's context; raises RemoteError when nobody answers."""
        ...
