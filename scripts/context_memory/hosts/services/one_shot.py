"""Answers host events that start a process of their own: a session starts, is compacted, or has ended.

Not every end is told, so running sessions are marked, and a later start finds
those that are idle. Only the host starts these processes, so what they are told
of a transcript is the host's word; the tool that a model could call takes none.
"""

import json
import time
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ...api.context_memory import ContextMemory
from ...errors import ContextMemoryError
from ...storage import files
from ...storage.places import of_user
from ...text.json_text import parse_json
from ...transcripts import speakers
from ...transcripts.formats import reading
from ...transcripts.own_texts import STEERING_OPENING
from .. import claude_code
from ..events import Event
from ..files import shown
from . import orders
from .answering import HOSTS

STEERING_TOKENS = 3_000
"""Of the text that the host's summariser is given."""
STEERING = f"{STEERING_OPENING} Carry over what follows word for word, then summarise the rest as usual:\n"
IDLE_SECONDS = 600
"""A session whose transcript did not change for so long is taken to be over."""
KEPT_SECONDS = 30 * 86_400
"""A session that was idle for longer is left alone."""
MOST_UNFINISHED = 3
"""Sessions that one start learns from; the next start has the others."""
_LARGEST_MARK = 10_000  # bytes
MOST_PIECES = 50
"""Of 2,000 messages, which the index takes in when a session has ended."""
LEAST_SAID = 2
"""Messages of the person in a session that is worth a note."""
_INSTRUCTION_FILES = ("CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md")
"""What Claude Code loads by itself, with the files that `@name` imports."""
_RESTORED = ("MEMORY.md", "memories/context.md")
_STEERED = frozenset({"claude-code"})
"""Hosts whose summariser is given what the hook before a compaction says."""
_LONGEST_INSTRUCTIONS = 200_000  # bytes
_REMINDED = frozenset({"claude-code", "codex"})
"""Hosts that show no summary of theirs before their model goes on: it is told all orders again.

Claude Code's summariser is given them too, as many as fit; what it does with them is a model's choice.
"""
_FORGETFUL = frozenset({"gemini"})
"""Hosts whose transcripts leave out what the start of the session added."""

Tell = Callable[[str], None]


def answer(event: Event, memory: ContextMemory, workspace: Path, tell: Tell, host: str = "claude-code") -> str:
    """What goes to standard output; empty for nothing. What fails is told and left out."""
    match event.name:
        case "SessionStart":
            answered = HOSTS[host].reply_to(event, {"block": _answer_start(event, memory, workspace, tell, host)})
            return claude_code.as_text(answered) if answered else ""
        case "PreCompact":
            steering = _before_compaction(event, memory, tell)
            return steering if host in _STEERED else ""
        case _:
            return ""


def _answer_start(event: Event, memory: ContextMemory, workspace: Path, tell: Tell, host: str) -> str:
    """Files that are not in the context already; after a resume the transcript has them."""
    if event.source == "resume" and host not in _FORGETFUL:
        return ""
    if event.session and event.source == "compact":
        shown.compacted(memory.state, event.session)
    without = _imported_files(workspace)
    if event.source == "compact":
        without += ["memories/context.md"] if host in _STEERED else []  # the summary was steered with what it holds
    is_new = event.source != "compact"
    session = "" if is_new else event.session
    block = _try(lambda: memory.restore(without=without, notes=is_new, session=session).block, tell)
    if event.source != "compact":
        held = _try(lambda: memory.restore(without=without).block, tell)  # in a note an order is only an event
        ordered = _try(lambda: orders.begin(memory, event.session, told=held), tell)
    else:
        is_reminded = host in _REMINDED and event.session
        ordered = _try(lambda: orders.in_force(memory.state, event.session, told=block), tell) if is_reminded else ""
    return "\n\n".join(filter(None, (block, ordered)))


def _before_compaction(event: Event, memory: ContextMemory, tell: Tell) -> str:
    """Today's note is written, the originals are archived, and the summariser is told what must not be lost.

    The host waits: what the compaction knows of the session, and the note that it writes, is not made twice.
    """
    path = Path(event.transcript)
    if not event.transcript or not path.is_file():
        return ""
    _try(lambda: memory.view(path, session=event.session, swap=False).session, tell)
    steering = _try(lambda: _continuation(memory, path, event.session), tell)
    if not steering:
        _try(lambda: memory.flush_notes(path, session=event.session).outcome, tell)
    if event.session:
        _try(lambda: orders.settle(memory.state, event.session, path, steering), tell)
    return STEERING + steering if steering else ""


def _continuation(memory: ContextMemory, path: Path, session: str) -> str:
    return (
        memory.compact(
            path, session=session, keep_messages=0, budget=STEERING_TOKENS, force=True, counts_as_failure=False
        ).continuation
        or ""
    )


def compact(value: Mapping[str, Any], session: str, memory: ContextMemory, tell: Tell) -> dict[str, Any]:
    """Our summary in place of the host's, and how many of the newest messages stay as they are; {} for none."""
    messages = claude_code.conversation_of(value)
    try:
        done = memory.compact(messages, session=session, force=True, counts_as_failure=False)
    except (ContextMemoryError, OSError) as error:
        tell(str(error))
        return {}
    if not done.continuation:
        tell(done.reason or done.outcome)
        return {}
    return {"summary": done.continuation, "kept": done.kept_messages or 0}


class Unfinished(NamedTuple):
    """A session whose end no host has told."""

    session: str
    transcript: Path


def mark_running(event: Event, workspace: Path) -> None:
    """Note that a session runs: hosts do not tell of every end (a closed terminal, a kill, `/exit`)."""
    if event.session and event.transcript:
        _write_mark(workspace, event.session, event.transcript, 0)


def unfinished(event: Event, workspace: Path) -> list[Unfinished]:
    """Other sessions of the workspace that are idle and whose newest messages were not learnt from."""
    folder, found = _marks(workspace), list[tuple[float, Unfinished]]()
    for name in files.names(folder) if folder.is_dir() else ():
        try:
            mark = parse_json(files.read_text(folder / name, limit=_LARGEST_MARK))
            session, path, done = str(mark["session"]), Path(mark["transcript"]), int(mark["bytes"])
            known = path.stat() if path.is_file() else None
        except (ContextMemoryError, OSError, ValueError, KeyError, TypeError):
            continue
        idle = time.time() - known.st_mtime if known else KEPT_SECONDS
        if known is None or idle >= KEPT_SECONDS:
            if time.time() - (folder / name).stat().st_mtime >= KEPT_SECONDS:
                files.remove(folder / name)
        elif session != event.session and known.st_size != done and idle >= IDLE_SECONDS:
            found.append((idle, Unfinished(session, path)))
    return [each for _, each in sorted(found)[:MOST_UNFINISHED]]


def mark_learnt(workspace: Path, session: str, transcript: Path, size: int, *, is_over: bool) -> None:
    """Note that a session was learnt from, so many bytes of its transcript; it is over, or may go on."""
    path = _mark(workspace, session)
    if is_over:
        files.remove(path)
    elif path.is_file():
        _write_mark(workspace, session, str(transcript), size)


def _write_mark(workspace: Path, session: str, transcript: str, done: int) -> None:
    path = _mark(workspace, session)
    files.make_folder(path.parent)
    files.replace_text(path, json.dumps({"session": session, "transcript": transcript, "bytes": done}))


def _marks(workspace: Path) -> Path:
    return of_user().state / "unfinished" / sha256(str(workspace).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _mark(workspace: Path, session: str) -> Path:
    return _marks(workspace) / f"{sha256(session.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.json"


def learn_from(transcript: Path, session: str, memory: ContextMemory, tell: Tell) -> None:
    """Learn what people said, index the turns for later sessions, and write a dated note of a talk."""
    _try(lambda: memory.learn(transcript, session=session).session, tell)
    _try(lambda: memory.view(transcript, session=session, swap=False).session, tell)
    _try(lambda: _write_note(transcript, session, memory), tell)
    _try(lambda: _index(memory), tell)


def _index(memory: ContextMemory) -> str:
    """Take in all that is new, a piece at a time, so that who writes meanwhile waits for one piece only."""
    for _ in range(MOST_PIECES):
        if memory.docs.index():
            break
    return ""


def _write_note(transcript: Path, session: str, memory: ContextMemory) -> str:
    """A note of a session in which the person spoke more than once; a single request to a program leaves none."""
    messages = reading.read_session(transcript, session_id=session).messages
    if sum(1 for each in messages if speakers.said(each)) < LEAST_SAID:
        return ""
    return memory.flush_notes(transcript, session=session).outcome


def _imported_files(workspace: Path) -> list[str]:
    """Files that the instructions of the host import, by their names."""
    found = []
    for name in _INSTRUCTION_FILES:
        try:
            raw = files.read_inside(workspace / name, workspace, limit=_LONGEST_INSTRUCTIONS)
        except (ContextMemoryError, OSError):
            continue
        text = raw.decode("utf-8", "replace")
        found += [each for each in _RESTORED if f"@{each}" in text or f"@./{each}" in text]
    return found


def _try(job: Callable[[], str], tell: Tell) -> str:
    try:
        return job()
    except (ContextMemoryError, OSError) as error:
        tell(str(error))
        return ""
