"""Read back an original by its handle, or search all originals.

HANDLE#L10-40 prints lines 10 to 40, HANDLE alone the whole original byte for
byte. --grep searches the text of everything that was ever archived.
"""

import argparse
import re
import sys

from ...disk.archive import Archive
from ...disk.archive_index import Found
from ...model.errors import InputError
from ..console import Console
from ..options import add_workspace, places_of

EXAMPLE = """
PROGRAM cm:3f2a9c1e0b7d#L10-40 --workspace .
PROGRAM --grep "connection refused" -i -C 2
PROGRAM --list --kind tool-result
"""
SHOWN_CHARS = 300
"""Characters shown of an over-long line that matches."""

_RANGE = re.compile(r"L(\d+)(?:-L?(\d+))?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument(
        "handle", metavar="HANDLE[#L10-40]", nargs="?", help="handle from a trimmed output or a receipt"
    )
    parser.add_argument("--grep", metavar="TEXT", help="print the lines of all originals that hold the text")
    parser.add_argument(
        "-i", "--ignore-case", action="store_true", help="with --grep: upper and lower case are the same"
    )
    parser.add_argument(
        "-C", "--context", metavar="N", type=int, default=0, help="with --grep: lines around each match"
    )
    parser.add_argument("--max", metavar="N", type=int, default=50, help="with --grep: matches at most (default: 50)")
    parser.add_argument("--list", action="store_true", help="list everything that is archived, oldest first")
    parser.add_argument("--kind", default="", help="with --list or --grep: only this kind, e.g. tool-result")
    add_workspace(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Show what was asked for; returns the exit code."""
    if sum((bool(arguments.handle), arguments.grep is not None, arguments.list)) != 1:
        raise InputError("name one of HANDLE, --grep TEXT or --list", hint="--help shows an example of each")
    places = places_of(arguments)
    if arguments.workspace is None:
        console.note(f"archive {places.archive}")
    archive = Archive(places.archive)
    if arguments.list:
        _list(archive, arguments, console)
    elif arguments.grep is not None:
        _grep(archive, arguments, console)
    else:
        _show(archive, arguments.handle, console)
    return 0


def _show(archive: Archive, wanted: str, console: Console) -> None:
    handle, _, part = wanted.partition("#")
    content = _lines(archive, handle, part) if part else archive.get(handle)
    if not console.as_json:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return
    shown: dict[str, object] = {"handle": handle, "sha256": archive.resolve(handle), "bytes": len(content)}
    try:
        shown["text"] = content.decode()
    except UnicodeDecodeError:
        import base64

        shown["base64"] = base64.b64encode(content).decode()
    console.data(shown)


def _lines(archive: Archive, handle: str, part: str) -> bytes:
    found = _RANGE.fullmatch(part)
    if not found:
        raise InputError(f"#{part} is no range of lines", hint="write #L10 or #L10-40")
    return archive.lines(handle, int(found[1]), int(found[2] or found[1]))


def _list(archive: Archive, arguments: argparse.Namespace, console: Console) -> None:
    entries = [entry for entry in archive.entries() if not arguments.kind or entry.kind == arguments.kind]
    if console.as_json:
        names = ("handle", "sha256", "kind", "title", "session")
        console.data([{name: getattr(entry, name) for name in names} | {"bytes": entry.size} for entry in entries])
    elif entries:
        rows = [
            (entry.handle, f"{entry.size:,}", entry.kind, entry.session[:12], entry.title[:80]) for entry in entries
        ]
        console.table(("handle", "bytes", "kind", "session", "title"), rows, numeric=(1,))
    else:
        console.note("nothing is archived here")


def _grep(archive: Archive, arguments: argparse.Namespace, console: Console) -> None:
    if not arguments.grep:
        raise InputError("--grep needs a text", hint='write --grep "what you look for"')
    damaged: list[str] = []
    matches: list[Found] = []
    found = archive.find(
        arguments.grep,
        ignore_case=arguments.ignore_case,
        context=arguments.context,
        kind=arguments.kind,
        damaged=damaged,
    )
    for match in found:
        if len(matches) == arguments.max:
            console.note(f"more than {arguments.max} matches; raise --max to see them")
            break
        matches.append(match)
    for handle in damaged:
        console.warn(f"{handle} is damaged and was not searched")
    if console.as_json:
        names = ("handle", "line", "text", "before", "after")
        console.data([{name: getattr(match, name) for name in names} for match in matches])
        return
    if not matches:
        console.note(f"no original holds {arguments.grep!r}")
    for place, match in enumerate(matches):
        if place and arguments.context:
            console.text("--")
        _print_match(match, arguments.grep, console, ignore_case=arguments.ignore_case)


def _print_match(match: Found, wanted: str, console: Console, *, ignore_case: bool) -> None:
    for offset, text in enumerate((*match.before, match.text, *match.after), -len(match.before)):
        number = match.line if match.in_message else match.line + offset
        shown = _around(text, "" if offset else wanted, ignore_case=ignore_case)
        console.text(f"{match.handle}#L{number}{'-' if offset else ':'} {shown}")


def _around(text: str, wanted: str, *, ignore_case: bool) -> str:
    """The line, an over-long one cut around the match."""
    text = text.rstrip("\r")
    if len(text) <= SHOWN_CHARS:
        return text
    place = text.casefold().find(wanted.casefold()) if ignore_case else text.find(wanted)
    start = max(0, place - SHOWN_CHARS // 3)
    end = start + SHOWN_CHARS
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
