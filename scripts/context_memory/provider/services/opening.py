"""Opens the provider of a workspace for the process that serves it, and tunes Python for such a process."""

import contextlib
import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ...api.context_memory import ContextMemory
from ...errors import NotReadyError
from ...settings.values import Settings
from ...storage.audit_chain import AuditChain
from ...storage.files import locked_if_free
from ...storage.places import Places, of_user, of_workspace
from ..files.tokens import TokenBook
from .provider import Provider

SWITCH_SECONDS = 0.0005
"""After which a thread that computes lets others on; with Python's 5 ms a message waits so for each write."""
COLLECTED = (5_000, 50, 100)
"""New objects before a search for cycles among them, and how often each before the next older ones are searched: all
objects of large sessions take a tenth of a second, in which no request is answered."""
BETWEEN = (1_000, 250)
"""The same of the search right after an answer, where nobody waits for it: half a millisecond where caches are cold."""


def provider(places: Places, settings: Settings, tell: Callable[[str], None]) -> Provider:
    """The provider; the caller closes it."""
    memory = ContextMemory(places.workspace, settings)
    return Provider(memory, AuditChain(places.audit_chain, places.audit_head), tell)


def in_process(workspace: str | Path | None, settings: Mapping[str, object] | Settings | None = None) -> Provider:
    """The provider of a program that has none: the same verbs, warmed up."""
    memory = ContextMemory(workspace, settings)
    places = of_user() if workspace is None else of_workspace(Path(workspace))
    made = Provider(memory, AuditChain(places.audit_chain, places.audit_head), _untold, threads=1)
    made.warm()
    made.load_soon()
    return made


def _untold(_problem: str) -> None:
    """What the background could not do shows in the stats."""


def tokens(places: Places) -> TokenBook:
    """The tokens of agents of this workspace."""
    return TokenBook(places.tokens)


@contextlib.contextmanager
def alone(places: Places) -> Iterator[None]:
    """Raise NotReadyError where another server serves the same state folder."""
    with locked_if_free(places.state / "serve") as is_free:
        if not is_free:
            raise NotReadyError(
                f"another server serves {places.state} already", hint="use that one, or stop it and start this one"
            )
        yield


def tune() -> None:
    """For a process that has loaded what it needs; what is there now is never searched for cycles again."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


def collect() -> None:
    """Search new objects for cycles if there are many; to be called when an answer was sent."""
    new, searched, _ = gc.get_count()
    if new >= BETWEEN[0]:
        gc.collect(1 if searched >= BETWEEN[1] else 0)
