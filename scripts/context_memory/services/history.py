"""Record every change of a memory file with its cause. No failure here is a failure of the change: it is told."""

from datetime import datetime

from ..disk import files, history_queue
from ..disk.history_queue import Snapshot
from ..disk.places import Places
from ..model.errors import ContextMemoryError

OUTSIDE = "changed outside: by a person, the host or an agent"
CAUSE_CHARACTERS = 200


def begin(places: Places) -> Snapshot | None:
    """The memory files before a command; None where there is no workspace or they cannot be looked at."""
    if places.workspace is None:
        return None
    try:
        return history_queue.snapshot(places)
    except (ContextMemoryError, OSError):
        return None


def record(places: Places, cause: str, now: datetime, before: Snapshot | None = None) -> str:
    """Record what changed since the last record as this cause, and what changed before `before` apart from it.

    A command that changed nothing writes nothing. The answer is what went wrong, empty when nothing did.
    """
    if places.workspace is None:
        return ""
    try:
        after = history_queue.snapshot(places)
        if before is not None and after.hashes == before.hashes:
            return ""
        said = _cause(cause)
        with history_queue.locked(places):
            _keep_out_of_git(places)
            if before is not None and before.contents and _is_newest(places, before):
                history_queue.append(places, OUTSIDE, now, before)
            after = history_queue.snapshot(places)
            history_queue.append(places, said, now, after)
    except (ContextMemoryError, OSError) as error:
        return f"the change was made, but not recorded in the history: {error}"
    return ""


def _cause(text: str) -> str:
    from ..rules import redact  # only what changed something needs it
    from ..rules.wording import one_line

    return one_line(redact.cleaned(text), CAUSE_CHARACTERS)


def _is_newest(places: Places, before: Snapshot) -> bool:
    """Whether nobody recorded anything since; else `before` would take their change back."""
    return history_queue.snapshot(places).seen.next == before.seen.next


def _keep_out_of_git(places: Places) -> None:
    path = places.state / ".gitignore"
    if not path.exists() and not path.is_symlink():
        files.replace_text(path, "*\n")
