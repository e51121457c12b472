"""The deployment checklist as a whole: which lines there are, in which order, and when it holds."""

from collections.abc import Sequence

from ..model.checklist import Check, Status
from . import continuation
from .checks.words import said

OF_THE_SKILL = (
    "memory_index",
    "memory_files",
    "verification_rules",
    "dynamic_content",
    "compaction",
    "handoffs",
    "memory_ignored",
)
"""The seven lines of the skill (SPEC 1.7), in its order."""


def is_ok(checks: Sequence[Check]) -> bool:
    """Whether nothing fails; what is unknown does not fail."""
    return not any(check.status is Status.FAIL for check in checks)


def opening_problem(text: str, language: str) -> int | None:
    """First byte at which a continuation leaves the exact opening, None when it has all of it."""
    wanted, given = continuation.opening(language).encode(), text.encode("utf-8", "replace")
    if given.startswith(wanted):
        return None
    pairs = zip(wanted, given, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(wanted), len(given)))


def compaction(languages: str, before: int, after: int, language: str) -> Check:
    """The line about the rehearsed compaction when it went well."""
    return said("compaction", "good", language, languages=languages, before=f"{before:,}", after=f"{after:,}")
