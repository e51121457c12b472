"""Read a transcript of any known format into one Session."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ...model.session import Session
from .detect import DATABASE_FORMAT, detect, look, reader


def read_session(path: Path, *, format: str = "auto", session_id: str = "") -> Session:  # noqa: A002
    """The session in `path`; `format` is `auto` or one of FORMATS.

    Lines that cannot be read are in `skipped` with their numbers. `session_id`
    chooses one of a database's sessions (without it: the newest); other files hold one.
    """
    named = None if format == "auto" else reader(format)
    with _uncollected():
        head = look(path)
        chosen = named or detect(path, head)
        if chosen.NAME == DATABASE_FORMAT:
            from .openclaw_sqlite import read

            return read(path, head, session_id=session_id)
        session = chosen.read(path, head)
    return session if session.id else replace(session, id=path.name.split(".")[0])


def session_ids(path: Path) -> tuple[str, ...]:
    """Ids of the sessions in a file, newest first: several in a database, one in any other transcript."""
    head = look(path)
    if head.is_database:
        from .openclaw_sqlite import session_ids as ids_in_database

        return ids_in_database(path)
    return (read_session(path).id,)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Pause the cycle collector: a session has no cycles, and walking it as it grows is up to 40 % of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
