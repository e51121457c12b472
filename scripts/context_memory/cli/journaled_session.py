"""The session of a workspace's journal that several commands are about: `--session ID`, or the only or newest one."""

import argparse
from typing import TYPE_CHECKING

from ..model.errors import InputError
from .console import Console

if TYPE_CHECKING:
    from ..wiring import BlockServices


def add_session(parser: argparse.ArgumentParser) -> None:
    """`--session ID`."""
    parser.add_argument(
        "--session", metavar="ID", default="", help="session id or the beginning of one (default: written to last)"
    )


def session_of(arguments: argparse.Namespace, services: "BlockServices", console: Console) -> str:
    """The id that the arguments mean; InputError where no journal has it."""
    if arguments.session:
        return named(arguments.session, services)
    known = _known(services)
    newest = max(known, key=lambda each: services.ingester.journal(each).changed_at)
    if len(known) > 1:
        console.note(f"session {newest} (of {len(known)}; --session names another)")
    return newest


def named(wanted: str, services: "BlockServices") -> str:
    """The session with this id or an unambiguous beginning of it."""
    known = _known(services)
    if wanted in known:
        return wanted
    matching = [each for each in known if each.startswith(wanted)]
    if len(matching) != 1:
        what = f"means {len(matching)} sessions" if matching else "is no session here"
        raise InputError(f"{wanted} {what}", hint="known: " + ", ".join((matching or known)[:5]))
    return matching[0]


def _known(services: "BlockServices") -> list[str]:
    known = services.store.sessions()
    if not known:
        raise InputError("no session was ingested here yet", hint="ingest_session puts one there")
    return known
