"""The SESSION argument that several commands share: a transcript, a folder of them, or `-` for standard input."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from ..disk.transcripts import read_session, sessions_in
from ..model.errors import InputError
from ..model.session import Session
from ..rules import history
from .console import Console


def add_session(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """SESSION, `--format` and `--at N`."""
    words = "transcript file, folder of sessions (the newest), or - for standard input"
    parser.add_argument("session", metavar="SESSION", nargs="?" if optional else None, help=words)
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """`--format` and `--at N`, for commands whose SESSION is their own."""
    parser.add_argument("--format", metavar="F", default="auto", help="format of the transcript (default: auto)")
    parser.add_argument(
        "--session-id", metavar="ID", default="", help="which session of a folder or database (default: newest)"
    )
    parser.add_argument("--at", metavar="N", type=int, help="as if the session ended after its first N messages")


def session_of(arguments: argparse.Namespace, console: Console, name: str = "") -> Session:
    """The session that the arguments name; lines that could not be read are told."""
    name = name or arguments.session
    if name != "-" and Path(name).is_dir():
        name, arguments.session_id = _of_folder(Path(name), arguments.session_id, console)
        arguments.session = name
    session = read(name, arguments.format, arguments.session_id)
    if session.skipped:
        first = session.skipped[0]
        console.warn(f"{len(session.skipped)} unreadable lines were passed over; line {first.line}: {first.reason}")
    return session if arguments.at is None else history.at(session, arguments.at)


def _of_folder(folder: Path, wanted: str, console: Console) -> tuple[str, str]:
    """The file and id of one session of a folder: the wanted one, else the newest; copies are passed over."""
    found = sessions_in(folder)
    matching = [each for each in found if not wanted or each.id == wanted]
    if not matching:
        about = f"no session {wanted}" if wanted else "no session"
        known = ", ".join(each.id for each in found[:5])
        raise InputError(f"{about} in {folder}", hint=f"it has {known}" if known else "name a transcript file")
    chosen = max(matching, key=lambda each: each.updated)
    copies = sum(len(each.passed_over) for each in found)
    passed = f", {copies} copies of sessions passed over" if copies else ""
    console.note(f"reading {chosen.path} (of {len(found)} sessions in {folder}{passed})")
    return str(chosen.path), chosen.id if chosen.path.suffix == ".sqlite" else ""


def read(name: str, format_name: str, session_id: str = "") -> Session:
    """Read one transcript; standard input is kept in a temporary file for as long as that takes."""
    if name != "-":
        return read_session(Path(name), format=format_name, session_id=session_id)
    descriptor, temporary = tempfile.mkstemp(prefix="session-", suffix=".jsonl")
    try:
        with os.fdopen(descriptor, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        return read_session(Path(temporary), format=format_name)
    except InputError as error:
        raise InputError(str(error).replace(temporary, "standard input"), hint=error.hint) from error
    finally:
        Path(temporary).unlink()
