"""The seams: what services need from the world, as protocols with one request value each."""

from typing import Protocol

from .blocks import CapsuleDraft, CodecId, CompressRequest
from .session import Session


class TokenCounter(Protocol):
    """Counts the tokens of a session exactly, e.g. by asking the API."""

    def count(self, session: Session) -> int:
        """Tokens of the session's context; raises RemoteError when nobody answers."""
        ...


class Codec(Protocol):
    """Makes a capsule of a block; what comes out is verified by whoever asked."""

    @property
    def id(self) -> CodecId:
        """What its capsules are made with."""
        ...

    def compress(self, request: CompressRequest) -> CapsuleDraft:
        """The draft of a capsule; raises RemoteError when nobody answers, RefusedError when the answer is unusable."""
        ...
