"""The session argument: SESSION (a transcript, a folder of them or `-`), or `--session` of a journal."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from .console import Console

if TYPE_CHECKING:
    from ..api.assemble.sessions import BlockServices
    from ..messages import Session


def add_session(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """SESSION, `--format` and `--at N`."""
    words = "transcript file, folder of sessions (the newest), or - for standard input"
    parser.add_argument("session", metavar="SESSION", nargs="?" if optional else None, help=words)
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """`--format` and `--at N`, for commands that define SESSION themselves."""
    parser.add_argument("--format", metavar="F", default="auto", help="format of the transcript (default: auto)")
    parser.add_argument(
        "--session-id", metavar="ID", default="", help="which session of a folder or database (default: newest)"
    )
    parser.add_argument("--at", metavar="N", type=int, help="as if the session ended after its first N messages")


def session_of(arguments: argparse.Namespace, console: Console, name: str = "") -> "Session":
    """The session that the arguments name; unreadable lines are reported."""
    name = name or arguments.session
    if name != "-" and Path(name).is_dir():
        name, arguments.session_id = _of_folder(Path(name), arguments.session_id, console)
        arguments.session = name
    session = read(name, arguments.format, arguments.session_id)
    if session.skipped:
        first = session.skipped[0]
        console.warn(f"{len(session.skipped)} unreadable lines were skipped; line {first.line}: {first.reason}")
    if arguments.at is None:
        return session
    from ..transcripts.groups import session_at

    return session_at(session, arguments.at)


def _of_folder(folder: Path, wanted: str, console: Console) -> tuple[str, str]:
    """The file and id of one session of a folder: the requested one, else the newest; copies are skipped."""
    from ..transcripts.formats import choose_session

    chosen, found = choose_session(folder, wanted)
    copies = sum(len(each.passed_over) for each in found)
    passed = f", {copies} copies of sessions passed over" if copies else ""
    console.note(f"reading {chosen.path} (of {len(found)} sessions in {folder}{passed})")
    return str(chosen.path), chosen.id if chosen.path.suffix == ".sqlite" else ""


def read(name: str, format_name: str, session_id: str = "") -> "Session":
    """Read one transcript; standard input is stored in a temporary file meanwhile."""
    from ..transcripts.formats import read_session

    if name != "-":
        return read_session(Path(name), format=format_name, session_id=session_id)
    import shutil
    import tempfile

    descriptor, temporary = tempfile.mkstemp(prefix="session-", suffix=".jsonl")
    try:
        with os.fdopen(descriptor, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        return read_session(Path(temporary), format=format_name)
    except InputError as error:
        raise InputError(str(error).replace(temporary, "standard input"), hint=error.hint) from error
    finally:
        Path(temporary).unlink()


def add_journaled(parser: argparse.ArgumentParser) -> None:
    """`--session ID`, for commands about a session of the workspace's journal."""
    parser.add_argument(
        "--session", metavar="ID", default="", help="session id or the beginning of one (default: written to last)"
    )


def journaled(arguments: argparse.Namespace, services: "BlockServices", console: Console) -> str:
    """The session id of the arguments; InputError if no journal has it."""
    name = services.session_named(arguments.session or "")
    known = services.store.sessions()
    if not arguments.session and len(known) > 1:
        console.note(f"session {name} (of {len(known)}; --session names another)")
    return name
