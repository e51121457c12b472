"""Answer one event of a host from standard input; the host's plugin runs it.

The answer is printed in the host's format, or nothing. If a server of this
workspace runs (`mcp --hooks`) it answers, otherwise this process does. Every
failure is a warning and exit code 0, since hosts take some exit codes of a hook
as an order to stop; at the start of a session the host shows it to the person.
At the end of a session the host waits only a second, so a background process of
at most two minutes does the work.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from ...errors import ContextMemoryError, InputError
from ...storage.places import of_workspace
from ...text.json_text import parse_json
from ..console import Console
from ..options import add_settings, add_workspace, places_of, resolved_of, start_in_background
from . import Command

EXAMPLE = """
PROGRAM claude-code < event.json
PROGRAM codex < event.json
"""
HOSTS = ("claude-code", "codex", "gemini")
LARGEST_EVENT = 16 << 20  # bytes
LONGEST_SECONDS = 120
"""Of the process that goes on after the host."""
CONNECT_SECONDS, ANSWER_SECONDS = 0.2, 5.0
LARGEST_ANSWER = 16 << 20  # bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of this command."""
    parser.add_argument("host", metavar="HOST", choices=HOSTS, help="whose event it is: " + ", ".join(HOSTS))
    parser.add_argument(
        "--ended", metavar="FILE", type=Path, help="learn from and index this transcript of a session that ended"
    )
    parser.add_argument(
        "--compaction", action="store_true", help="the summary that replaces the messages of a session of Claude Code"
    )
    parser.add_argument("--session", metavar="ID", default="", help="id of that session")
    parser.add_argument("--late", action="store_true", help="no host said that the session of --ended is over")
    add_workspace(parser)
    add_settings(parser)


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Answer; always 0."""
    event: dict[str, Any] = {}
    try:
        if arguments.ended is not None:
            _finish(arguments, console)
            return 0
        if arguments.compaction:
            sys.stdout.write(_compaction_answer(_event(), arguments, console) + "\n")
            return 0
        event = _event()
        text = _answer(event, arguments, console)
    except (ContextMemoryError, OSError) as error:
        console.warn(str(error))
        text = _told_person(error) if event.get("hook_event_name") == "SessionStart" else ""
    if text:
        sys.stdout.write(text + "\n")
    return 0


HOOK = Command(__doc__, EXAMPLE, add_arguments, run)


def _told_person(error: Exception) -> str:
    """What the host shows the person at the start of a session: its log is where nobody looks for why it forgets."""
    hint = getattr(error, "hint", "")
    return json.dumps({"systemMessage": f"Context Memory Optimizer is not working here: {error}{hint and f'; {hint}'}"})


def _answer(value: dict[str, Any], arguments: argparse.Namespace, console: Console) -> str:
    """What the host is told; empty for nothing."""
    host, workspace = arguments.host, _workspace(arguments, value.get("cwd"))
    match value.get("hook_event_name"):
        case "SessionEnd":
            event = _module_of(host).event_of(value)
            if event.transcript and Path(event.transcript).is_file():
                _finish_later(event.session, event.transcript, workspace, host)
            return ""
        case "SessionStart" | "PreCompact":
            from ...api.context_memory import ContextMemory
            from ...hosts.services import one_shot

            event = _module_of(host).event_of(value)
            with ContextMemory(workspace, resolved_of(arguments).settings) as memory:
                answer = one_shot.answer(event, memory, workspace, console.warn, host)
            if event.name == "SessionStart":
                for each in one_shot.unfinished(event, workspace):
                    _finish_later(each.session, str(each.transcript), workspace, host, "--late")
                one_shot.mark_running(event, workspace)
            return answer
        case _:
            told = ask_server(of_workspace(workspace).hooks_socket, host, value)
            return _in_process(value, arguments, console) if told is None else _as_text(told)


def _compaction_answer(value: dict[str, Any], arguments: argparse.Namespace, console: Console) -> str:
    """The summary that replaces the messages of the event, and how many of them stay; `{}` where none does."""
    from ...api.context_memory import ContextMemory
    from ...hosts.services import one_shot

    with ContextMemory(_workspace(arguments, None), resolved_of(arguments).settings) as memory:
        return json.dumps(one_shot.compact(value, arguments.session, memory, console.warn), ensure_ascii=False)


def ask_server(path: Path, host: str, event: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a server at this Unix socket has the host told; None where none listens, or none that can answer."""
    import socket  # 8 ms, and most of what this command is run for needs none

    body = json.dumps(event).encode()
    head = (
        f"POST /v1/hooks/{host} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opened:
            opened.settimeout(CONNECT_SECONDS)
            opened.connect(str(path))
            opened.settimeout(ANSWER_SECONDS)
            opened.sendall(head.encode() + body)
            answer = b""
            while len(answer) < LARGEST_ANSWER and (piece := opened.recv(1 << 16)):
                answer += piece
        first, _, rest = answer.partition(b"\r\n")
        value = parse_json(rest.partition(b"\r\n\r\n")[2]) if b" 200 " in first + b" " else None
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _in_process(value: dict[str, Any], arguments: argparse.Namespace, console: Console) -> str:
    """The answer of a provider that is opened for it."""
    of_host = _module_of(arguments.host)
    event = of_host.event_of(value)
    is_kept = event.name in {"BeforeModel", "UserPromptSubmit"}  # a short prompt may be an order
    if of_host.request_for(event) is None and not of_host.refusal_of_own_tool(event) and not is_kept:
        return ""
    from ...hosts.services import answering
    from ...provider.services import opening

    provider = opening.provider(places_of(arguments), resolved_of(arguments).settings, console.warn)
    try:
        told = answering.answer(provider, value, arguments.host)
    finally:
        provider.close()
    return _as_text(told)


def _as_text(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False) if told else ""


def _module_of(host: str) -> Any:
    """The module of a host alone: that of all hosts brings the provider along, which most events do not need."""
    return import_module(f"...hosts.{host.replace('-', '_')}", __package__)


def _finish_later(session: str, transcript: str, workspace: Path, host: str, *more: str) -> None:
    """Start the process that learns and indexes."""
    words = ["hook", host, "--ended", transcript, "--session", session, "--workspace", str(workspace), *more]
    start_in_background(words, of_workspace(workspace).state / "hosts" / "ended.log")


def _finish(arguments: argparse.Namespace, console: Console) -> None:
    """Learn and index, but never for long."""
    from ...api.context_memory import ContextMemory
    from ...hosts.services import one_shot

    workspace, session = _workspace(arguments, None), arguments.session
    signal.alarm(LONGEST_SECONDS)
    size = arguments.ended.stat().st_size if arguments.ended.is_file() else 0  # a session that goes on writes more
    try:
        with ContextMemory(workspace, resolved_of(arguments).settings) as memory:
            one_shot.learn_from(arguments.ended, session, memory, console.warn)
        one_shot.mark_learnt(workspace, session, arguments.ended, size, is_over=not arguments.late)
        console.note(f"learnt from {session}")
    finally:
        signal.alarm(0)


def _event() -> dict[str, Any]:
    raw = _read_event(sys.stdin.buffer)
    if len(raw) > LARGEST_EVENT:
        raise InputError(f"the event has more than {LARGEST_EVENT:,} bytes", hint="report it")
    try:
        value = parse_json(raw)
    except ValueError as error:
        raise InputError(f"the event is no JSON: {error}", hint="the host writes it on standard input") from error
    if not isinstance(value, dict):
        raise InputError("the event is no JSON object", hint="the host writes it on standard input")
    return value


def _read_event(stream: BinaryIO) -> bytes:
    """What the host writes, up to the end of its JSON: Claude Code leaves the pipe open after `/clear`."""
    raw = b""
    while len(raw) <= LARGEST_EVENT and (piece := stream.read1(1 << 16)):  # type: ignore[attr-defined]
        raw += piece
        if raw.rstrip().endswith(b"}"):
            try:
                parse_json(raw)
            except ValueError:
                continue
            break
    return raw


def _workspace(arguments: argparse.Namespace, cwd: object) -> Path:
    """The project as the host names it: the current folder may be one below it."""
    named = os.environ.get("CLAUDE_PROJECT_DIR") if arguments.host == "claude-code" else ""
    named = named or (cwd if isinstance(cwd, str) else "")
    folder = Path(named) if named and arguments.ended is None else arguments.workspace or Path()
    if not folder.is_dir():
        raise InputError(f"workspace {folder} is not a folder", hint="create it, or name another one")
    arguments.workspace = folder.absolute()
    return folder.absolute()
