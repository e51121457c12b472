"""What compactions kept and where the rest is: `receipt` and `archive`."""

import argparse
import sys
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...compaction.digest.values import ReceiptItem
from ...errors import InputError
from ...storage.archive import Archive, Found
from ...text.patterns import lazy_regex
from .. import options
from ..console import Console
from ..options import add_workspace, places_of
from . import Command

if TYPE_CHECKING:
    from ...compaction.files.session_records import Record, SessionRecords


STATES = ("kept", "archived", "missing")


def _add_receipt_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument("name", metavar="NAME", nargs="?", default="", help="session id, session file or receipt key")
    parser.add_argument("--only", choices=STATES, help="show one part")
    parser.add_argument("--list", action="store_true", help="list all receipts, oldest first")
    options.add_workspace(parser)


def _run_receipt(arguments: argparse.Namespace, console: Console) -> int:
    """Print one receipt, or the list of all."""
    from ...compaction.files.session_records import SessionRecords

    places = options.places_of(arguments)
    records = SessionRecords(places.sessions)
    if arguments.list:
        _list_receipt(records, console)
        return 0
    record = records.newest(_session_id_of(arguments.name))
    for problem in records.problems:
        console.warn(problem)
    receipt = record.receipt
    parts = {"kept": receipt.kept, "archived": receipt.archived, "missing": receipt.missing}
    shown = {arguments.only: parts[arguments.only]} if arguments.only else parts
    if console.as_json:
        console.data(_receipt_value(record, shown))
    else:
        _print_receipt(record, shown, set() if arguments.only else _NAMES, console)
    return 0


def _receipt_value(record: "Record", shown: Mapping[str, Sequence[ReceiptItem]]) -> dict[str, object]:
    """The receipt with the items of these states, as JSON."""
    return {
        "session": record.session,
        "key": record.key,
        "compactions": record.number,
        "tokens_before": record.tokens_before,
        "tokens_after": record.tokens_after,
        "archive": record.archive,
        "score": record.receipt.score,
        **{
            state: [{"kind": item.kind, "text": item.text, "where": item.where} for item in items]
            for state, items in shown.items()
        },
    }


def _print_receipt(
    record: "Record", shown: Mapping[str, Sequence[ReceiptItem]], hidden: Container[str], console: Console
) -> None:
    """The receipt as a table, the worst state first; of the kinds in `hidden` only the number."""
    console.text(console.paint(f"receipt {record.key} of session {record.session}", "bold"))
    tokens = f"{record.tokens_before:,} -> {record.tokens_after:,} tokens"
    console.text(f"score {record.receipt.score:.2f}; {tokens}; archive {record.archive}")
    worst_first = [(state, shown[state]) for state in reversed(STATES) if state in shown]
    rows = [
        row for state, items in worst_first for row in _rows(state, [each for each in items if each.kind not in hidden])
    ]
    if rows:
        console.text("")
        console.table(("state", "kind", "what", "where"), rows)
    for state, items in worst_first:
        if count := sum(each.kind in hidden for each in items):
            console.text(f"{state}: {count:,} of the names that the agent came back to; --only {state} lists them")


RECEIPT = Command(
    """Show what a compaction kept, archived and lost.

Shows the newest receipt of the workspace, or the one with this session id, file
name or receipt key. Each item that is only in the archive is shown with the
handle that retrieves it.
""",
    """
PROGRAM --workspace .
PROGRAM 37e3f827-d6ef-4743-a1bc-2f9f257397ff --workspace . --only archived
PROGRAM --list
""",
    _add_receipt_arguments,
    _run_receipt,
)


def _session_id_of(name: str) -> str:
    """A session's id: the name itself, or the id inside the file of this name."""
    if not name or not Path(name).is_file():
        return name
    from ...transcripts.formats import read_session

    return read_session(Path(name)).id or Path(name).stem


_NAMES = {"path", "identifier", "number"}
"""Kinds of what is checked by the dozen; a person asks for the others: requests, orders, changes, checks."""


def _rows(state: str, items: Sequence[ReceiptItem]) -> list[tuple[str, str, str, str]]:
    return [
        (state, item.kind, _clipped(item), item.where or "result" if state == "kept" else item.where) for item in items
    ]


def _clipped(item: ReceiptItem) -> str:
    """80 characters of one line: a path loses its beginning, anything else its end."""
    from ...text.sentences import clip

    text = " ".join("".join(c if c.isprintable() else " " for c in item.text).split())
    return f"…{text[-79:]}" if item.kind == "changed" and len(text) > 80 else clip(text, 80)


def _list_receipt(records: "SessionRecords", console: Console) -> None:
    lines = list(records.listed())
    if console.as_json:
        console.data(lines)
        return
    rows = [
        (
            line["key"],
            line.get("session", ""),
            line.get("number", 0),
            f"{line.get('tokens_before', 0):,}",
            f"{line.get('tokens_after', 0):,}",
            line.get("score", ""),
        )
        for line in lines
    ]
    console.table(("receipt", "session", "compaction", "before", "after", "score"), rows, numeric=(2, 3, 4, 5))


SHOWN_CHARS = 300
"""Characters shown of an over-long line that matches."""

_RANGE = lazy_regex(r"L(\d+)(?:-L?(\d+))?")


def _add_archive_arguments(parser: argparse.ArgumentParser) -> None:
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


def _run_archive(arguments: argparse.Namespace, console: Console) -> int:
    """Show what was asked for; returns the exit code."""
    if sum((bool(arguments.handle), arguments.grep is not None, arguments.list)) != 1:
        raise InputError("name one of HANDLE, --grep TEXT or --list", hint="--help shows an example of each")
    places = places_of(arguments)
    if arguments.workspace is None:
        console.note(f"archive {places.archive}")
    archive = Archive(places.archive)
    kinds = sorted({entry.kind for entry in archive.entries()}) if arguments.kind else []
    if kinds and arguments.kind not in kinds:
        raise InputError(f"nothing of kind {arguments.kind!r} is archived", hint=f"kinds are {', '.join(kinds)}")
    if arguments.list:
        _list_archive(archive, arguments, console)
    elif arguments.grep is not None:
        _grep(archive, arguments, console)
    else:
        _show(archive, arguments.handle, console)
    return 0


ARCHIVE = Command(
    """Read back an original by its handle, or search all originals.

HANDLE#L10-40 prints lines 10 to 40, HANDLE the whole original byte for byte.
--grep searches the text of all originals.
""",
    """
PROGRAM cm:3f2a9c1e0b7d#L10-40 --workspace .
PROGRAM --grep "connection refused" -i -C 2
PROGRAM --list --kind tool-result
""",
    _add_archive_arguments,
    _run_archive,
)


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


def _list_archive(archive: Archive, arguments: argparse.Namespace, console: Console) -> None:
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
        shown = _cut_around(text, "" if offset else wanted, ignore_case=ignore_case)
        console.text(f"{match.handle}#L{number}{'-' if offset else ':'} {shown}")


def _cut_around(text: str, wanted: str, *, ignore_case: bool) -> str:
    """The line, an over-long one cut around the match."""
    text = text.rstrip("\r")
    if len(text) <= SHOWN_CHARS:
        return text
    place = text.casefold().find(wanted.casefold()) if ignore_case else text.find(wanted)
    start = max(0, place - SHOWN_CHARS // 3)
    end = start + SHOWN_CHARS
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
