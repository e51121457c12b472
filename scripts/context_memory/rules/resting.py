"""How long an embedder that does not answer is left alone, so that not every recall waits for it."""

from datetime import datetime, timedelta

from ..model.embedding import Rest

FIRST_SECONDS = 30.0
"""As long as the longest wait for an answer is by default."""
LONGEST_SECONDS = 300.0
"""Doubled from the first with each failure; somebody who mends the server waits no longer than this."""
LONGEST_ASKED = 3_600.0
"""A server may ask for more, up to this."""


def after_failure(rest: Rest, identity: str, reason: str, now: datetime, *, asked: float = 0.0) -> Rest:
    """One more failure of this embedder; `asked` are the seconds that the server wants to be left alone."""
    failures = 1 + (rest.failures if rest.identity == identity else 0)
    seconds = min(LONGEST_SECONDS, FIRST_SECONDS * 2.0 ** min(failures - 1, 10))
    seconds = max(seconds, min(asked, LONGEST_ASKED))
    return Rest(identity, failures, now + timedelta(seconds=seconds), reason)


def is_resting(rest: Rest, identity: str, now: datetime) -> bool:
    """Whether this embedder is not to be asked now; a clock that was set back ends every rest."""
    if rest.identity != identity or rest.until is None:
        return False
    return now < rest.until <= now + timedelta(seconds=LONGEST_ASKED)
