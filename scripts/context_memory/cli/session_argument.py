"""The SESSION argument that several commands share: a transcript file, or `-` for standard input."""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from ..disk.transcripts import read_session
from ..model.errors import InputError
from ..model.session import Session
from ..rules import history
from .console import Console


def add_session(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """SESSION, `--format` and `--at N`."""
    words = "transcript file, or - for standard input"
    parser.add_argument("session", metavar="SESSION", nargs="?" if optional else None, help=words)
    add_reading(parser)


def add_reading(parser: argparse.ArgumentParser) -> None:
    """`--format` and `--at N`, for commands whose SESSION is their own."""
    parser.add_argument("--format", metavar="F", default="auto", help="format of the transcript (default: auto)")
    parser.add_argument("--at", metavar="N", type=int, help="as if the session ended after its first N messages")


def session_of(arguments: argparse.Namespace, console: Console, name: str = "") -> Session:
    """The session that the arguments name; lines that could not be read are told."""
    session = read(name or arguments.session, arguments.format)
    if session.skipped:
        first = session.skipped[0]
        console.warn(f"{len(session.skipped)} unreadable lines were passed over; line {first.line}: {first.reason}")
    return session if arguments.at is None else history.at(session, arguments.at)


def read(name: str, format_name: str) -> Session:
    """Read one transcript; standard input is kept in a temporary file for as long as that takes."""
    if name != "-":
        return read_session(Path(name), format=format_name)
    descriptor, temporary = tempfile.mkstemp(prefix="session-", suffix=".jsonl")
    try:
        with os.fdopen(descriptor, "wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        return read_session(Path(temporary), format=format_name)
    except InputError as error:
        raise InputError(str(error).replace(temporary, "standard input"), hint=error.hint) from error
    finally:
        Path(temporary).unlink()
