"""The journal of a session and its blocks: `blocks ingest`, `blocks show` and `blocks import-rmemory`."""

import argparse
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...blocks.values import BlockRow, Ingested
from ...errors import InputError
from ...messages import Json
from ...text.patterns import lazy_regex
from .. import options
from ..console import Console, counted
from . import Command

if TYPE_CHECKING:
    from ...api.assemble.sessions import BlockServices
    from ...blocks.values import Hit


def _add_ingest_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    options.add_session(parser)
    parser.add_argument("--name", metavar="ID", default="", help="id of the session in the journal (default: its own)")
    parser.add_argument("--dry-run", action="store_true", help="say what is new, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_ingest(arguments: argparse.Namespace, console: Console) -> int:
    """Journal what is new and print the numbers."""
    from ...api.assemble import sessions

    session = options.session_of(arguments, console)
    settings = options.settings_of(arguments)
    places = options.places_of(arguments)
    stem = "stdin" if arguments.session == "-" else Path(arguments.session).stem
    services = sessions.blocks(places, settings)
    try:
        name = arguments.name or session.id or stem
        done = services.ingester.ingest(session, datetime.now(UTC), name=name, dry_run=arguments.dry_run)
        journal = services.ingester.journal(name).path
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    if console.as_json:
        console.data(_json(done, str(journal), is_dry=arguments.dry_run))
    else:
        _print(done, str(journal), console, is_dry=arguments.dry_run)
    return 0


INGEST = Command(
    """Journal a session and split it into blocks; repeated messages are stored once.

SESSION is not changed. New messages are redacted and appended to the journal of
the session; whole groups of messages become blocks whose boundaries never
change. Run it again after every turn: known messages are skipped.
""",
    """
PROGRAM session.jsonl --workspace .
PROGRAM session.jsonl --workspace . --json
cat messages.json | PROGRAM - --name chat-7 --workspace .
""",
    _add_ingest_arguments,
    _run_ingest,
)


def _json(done: Ingested, journal: str, *, is_dry: bool) -> dict[str, object]:
    blocks = [
        {
            "id": block.id,
            "number": block.number,
            "first": block.first,
            "last": block.last,
            "messages": block.messages,
            "tokens": block.tokens,
            "time": block.time,
        }
        for block in done.sealed
    ]
    return {
        "outcome": "would_ingest" if is_dry else "ingested",
        "session": done.session,
        "accepted": done.accepted,
        "duplicates": done.duplicates,
        "first": done.first,
        "last": done.last,
        "noise": done.noise,
        "redacted": done.redacted,
        "sealed": blocks,
        "journal": journal,
    }


def _print(done: Ingested, journal: str, console: Console, *, is_dry: bool) -> None:
    would = "would be " if is_dry else ""
    console.text(
        f"session {done.session}: {counted(done.accepted, 'message')} {would}journaled, {done.duplicates:,} known"
    )
    if done.accepted:
        console.text(f"blocks: {len(done.sealed):,} {would}sealed; {done.noise:,} heartbeats left out of them")
    if done.redacted:
        console.text(f"secrets taken out: {done.redacted:,}")
    console.text(f"journal: {journal}")


STATES = ("raw", "ready", "compressed", "evicted")

SHOWN_DIGITS = 12

_MESSAGES = lazy_regex(r"(?P<session>.+)#(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?")

SHOWN_CHARACTERS = 160


def _add_show_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of this command."""
    parser.add_argument(
        "block", metavar="BLOCK", nargs="?", default="", help="id of a block or the beginning of one, or SESSION#N"
    )
    options.add_journaled(parser)
    parser.add_argument("--capsule", action="store_true", help="print the compressed form of BLOCK")
    parser.add_argument("--grep", metavar="TEXT", default="", help="search the messages of the session")
    parser.add_argument("-i", "--ignore-case", action="store_true", help="search without regard to case")
    parser.add_argument("--max", metavar="N", type=int, default=50, help="most matches to show (default: 50)")
    parser.add_argument("--since", metavar="TIME", default="", help="only blocks from this ISO time on")
    parser.add_argument("--until", metavar="TIME", default="", help="only blocks before this ISO time")
    parser.add_argument("--state", choices=STATES, help="only blocks in this state")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_show(arguments: argparse.Namespace, console: Console) -> int:
    """Print one block, what matches, or the list."""
    from ...api.assemble import sessions

    services = sessions.blocks(options.places_of(arguments), options.settings_of(arguments))
    try:
        if messages := _MESSAGES.fullmatch(arguments.block):
            _print_messages(messages, services, console)
            return 0
        session = options.journaled(arguments, services, console)
        if arguments.block:
            _show(arguments, services, console)
        elif arguments.grep:
            _grep(arguments, services, session, console)
        else:
            _list(arguments, services, session, console)
    finally:
        services.close()
    for problem in services.problems:
        console.warn(problem)
    return 0


SHOW = Command(
    """List the blocks of a session, show one by its id, or search the whole journal.

A list shows id, time, raw and compressed size, codec and state of each block.
BLOCK prints its messages in full, even if it left the view; --capsule prints
its compressed form. SESSION#12 or SESSION#12-15, as recall shows them, print
single messages. --grep searches raw messages, also those of evicted blocks.
""",
    """
PROGRAM --workspace .
PROGRAM 3f2a9c1e --workspace .
PROGRAM chat-7#12-15 --workspace .
PROGRAM --grep "port 8443" --workspace .
PROGRAM --since 2026-09-14 --state evicted --workspace . --json
""",
    _add_show_arguments,
    _run_show,
)


def _show(arguments: argparse.Namespace, services: "BlockServices", console: Console) -> None:
    row = services.viewer.row(arguments.block)
    if arguments.capsule:
        if row.capsule is None:
            raise InputError(
                f"block {row.block.id[:SHOWN_DIGITS]} has no capsule yet",
                hint="context-memory blocks compress makes it",
            )
        if console.as_json:
            console.data({**_row(row), "text": row.capsule.text})
        else:
            console.text(row.capsule.text)
        return
    messages = services.viewer.messages_of(row.block)
    if console.as_json:
        from ...storage import message_pack

        console.data({**_row(row), "messages": [message_pack.value_of(message) for message in messages]})
        return
    from ...transcripts.writers import markdown

    console.text(markdown.to_markdown(messages, title=f"Block {row.block.number} {row.block.id[:SHOWN_DIGITS]}"))


def _print_messages(wanted: re.Match[str], services: "BlockServices", console: Console) -> None:
    first = int(wanted["first"])
    session = services.session_named(wanted["session"])
    block, messages = services.viewer.said(session, first, int(wanted["last"] or first))
    if console.as_json:
        from ...storage import message_pack

        shown = [{"seq": first + i, **message_pack.value_of(message)} for i, message in enumerate(messages)]
        console.data({"session": session, "block": block, "messages": shown})
        return
    from ...transcripts.writers import markdown

    console.text(markdown.to_markdown(messages, title=f"{session} message {first}"))
    if block:
        console.note(f"in block {block[:SHOWN_DIGITS]}")


def _grep(arguments: argparse.Namespace, services: "BlockServices", session: str, console: Console) -> None:
    hits: list[Hit] = []
    for hit in services.viewer.find(session, arguments.grep, ignore_case=arguments.ignore_case):
        if len(hits) == arguments.max:
            console.note(f"more than {arguments.max} matches; raise --max to see them")
            break
        hits.append(hit)
    if console.as_json:
        names = ("block", "seq", "time", "text")
        console.data([{name: getattr(hit, name) for name in names} for hit in hits])
        return
    if not hits:
        console.note(f"no message of {session} holds {arguments.grep!r}")
    for hit in hits:
        block = hit.block[:SHOWN_DIGITS] or "newest"
        console.text(f"{block}  message {hit.seq}: {_cut_around(hit.text, arguments.grep)}")


def _list(arguments: argparse.Namespace, services: "BlockServices", session: str, console: Console) -> None:
    rows = [row for row in services.viewer.rows(session) if _is_wanted(row, arguments)]
    if console.as_json:
        console.data({"session": session, "blocks": [_row(row) for row in rows]})
        return
    if not rows:
        console.note(
            f"no blocks of {session}" + (" match" if arguments.state or arguments.since else " are sealed yet")
        )
        return
    headers = ("block", "id", "time", "messages", "raw", "capsule", "ratio", "codec", "state")
    console.table(headers, [_cells(row) for row in rows], numeric=(0, 3, 4, 5, 6))
    raw = sum(row.block.tokens for row in rows)
    small = sum(row.capsule.tokens for row in rows if row.capsule)
    console.note(f"{counted(len(rows), 'block')}, {raw:,} tokens raw, {small:,} in capsules")


def _is_wanted(row: BlockRow, arguments: argparse.Namespace) -> bool:
    time = row.block.time
    if arguments.since and time < arguments.since:
        return False
    if arguments.until and time >= arguments.until:
        return False
    return not arguments.state or row.state.value == arguments.state


def _cells(row: BlockRow) -> tuple[str, ...]:
    block, capsule = row.block, row.capsule
    compressed = f"{capsule.tokens:,}" if capsule else "-"
    ratio = f"{capsule.tokens / max(1, block.tokens):.2f}" if capsule else "-"
    codec = capsule.codec.name if capsule else "-"
    time = block.time[:16].replace("T", " ") or "-"
    sizes = (str(block.messages), f"{block.tokens:,}", compressed, ratio)
    return (str(block.number), block.id[:SHOWN_DIGITS], time, *sizes, codec, row.state.value)


def _row(row: BlockRow) -> dict[str, Any]:
    block, capsule = row.block, row.capsule
    made = {"codec": capsule.codec.name, "model": capsule.codec.model, "tokens": capsule.tokens} if capsule else None
    return {
        "id": block.id,
        "number": block.number,
        "session": block.session,
        "first": block.first,
        "last": block.last,
        "messages_count": block.messages,
        "time": block.time,
        "tokens_raw": block.tokens,
        "capsule": made,
        "state": row.state.value,
    }


def _cut_around(text: str, wanted: str) -> str:
    """The line, an over-long one cut around the match."""
    place = max(0, text.casefold().find(wanted.casefold()) - SHOWN_CHARACTERS // 3)
    end = place + SHOWN_CHARACTERS
    return ("…" if place else "") + text[place:end] + ("…" if end < len(text) else "")


def _add_import_rmemory_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder of config.json, block-cache.json, archive/")
    parser.add_argument("--dry-run", action="store_true", help="say what would be taken over, write nothing")
    options.add_workspace(parser)
    options.add_settings(parser)


def _run_import_rmemory(arguments: argparse.Namespace, console: Console) -> int:
    """Import; returns the exit code."""
    from ...api.assemble import sessions

    places, settings = options.places_of(arguments), options.settings_of(arguments)
    services = sessions.blocks(places, settings)
    try:
        importing = sessions.rmemory_import(places, settings, services)
        done = importing.run(arguments.folder, datetime.now(UTC), dry_run=arguments.dry_run)
    finally:
        services.close()
    for problem in (*done.problems, *services.problems):
        console.warn(problem)
    if done.altered:
        console.warn(f"{len(done.altered)} archived blocks are not what their name says, e.g. {done.altered[0]}.md")
    if console.as_json:
        names = ("sessions", "messages", "known", "archived", "settings")
        console.data({name: getattr(done, name) for name in names})
        return 0
    verb = "would be taken over" if arguments.dry_run else "taken over"
    console.text(
        f"{counted(done.sessions, 'session')}, {counted(done.messages, 'message')} {verb}, {done.known:,} known"
    )
    console.text(f"{done.archived:,} texts in the archive")
    if done.settings:
        console.text("settings.toml:")
        for key, value in done.settings.items():
            console.text(f"  {key} = {_toml(value)}")
    return 0


IMPORT_RMEMORY = Command(
    """Import the files of R-Memory: conversations, archive, configuration.

FOLDER is its workspace or the folder r-memory inside; nothing in it changes.
Conversations go into the journal, every text into the archive. Settings that
follow from config.json are printed as lines for settings.toml.
""",
    """
PROGRAM ~/.openclaw/workspace/r-memory --workspace . --dry-run
PROGRAM ~/.openclaw/workspace/r-memory --workspace .
""",
    _add_import_rmemory_arguments,
    _run_import_rmemory,
)


def _toml(value: Json) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
