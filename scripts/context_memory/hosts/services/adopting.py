"""Imports what another program or an earlier agent has kept: memory files, sessions, exports.

None of these files is changed. Memory files are indexed where they are, sessions go into the journal and are learnt
from, docs of other programs are remembered under ids of their own. Done twice, nothing is there twice, and what was
forgotten meanwhile stays so. The home of a host is no workspace: for one of these the workspaces that it knows are
named.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from ...api.context_memory import ContextMemory
from ...doctor.services import host_facts
from ...doctor.values import OpenClaw
from ...errors import ContextMemoryError, InputError, UnknownError
from ...messages import Session
from ...storage import files
from ...storage.stamps import STATE_FOLDER
from ...text.json_text import parse_json
from ...text.secrets import redact
from ...text.sentences import clip
from ...transcripts import speakers
from ...transcripts.formats import read_session, sessions_in
from ...transcripts.formats.reading import SessionFile
from ...workspace.files import memory_files
from .. import exports
from ..exports import Doc
from . import installing
from .installing import config_folder

LARGEST = 64_000_000
"""Bytes of an export that is read."""
MOST_NOTES = 5_000
"""Markdown files that are looked into for notes of basic-memory."""
MOST_ROLLOUTS = 5_000
"""Sessions of Codex, the newest, whose first line is read for the folder that they are about."""
_PASSED_OVER = frozenset(
    {".git", "node_modules", ".venv", "__pycache__", STATE_FOLDER, "memory", "memories", "r-memory"}
)
_RMEMORY = ("r-memory", ".openclaw/r-memory")
FIRST_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class MemoryFiles:
    """Files that the index takes in where they are."""

    kind: str
    paths: tuple[str, ...]
    first: str


@dataclass(frozen=True, slots=True)
class Export:
    """Docs of another program, from one file or folder."""

    kind: str
    path: Path
    docs: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that there is."""

    files: tuple[MemoryFiles, ...]
    sessions: tuple[SessionFile, ...]
    exports: tuple[Export, ...]
    rmemory: Path | None
    problems: tuple[str, ...]


def look(
    workspace: Path, *, sessions: Sequence[Path], more: Sequence[Path], environ: Mapping[str, str] = os.environ
) -> Found:
    """What the workspace has, with the sessions of these folders or files, and these exports."""
    problems: list[str] = []
    folders = [*sessions, *_session_folders(workspace, environ)]
    rmemory = next((workspace / name for name in _RMEMORY if (workspace / name).is_dir()), None)
    return Found(
        tuple(_memory_files(workspace)),
        _sessions(folders, _codex_sessions(workspace), problems),
        tuple(_exports(workspace, more, problems)),
        rmemory,
        tuple(problems),
    )


def claude_projects(workspace: Path) -> Path:
    """Where Claude Code keeps what it knows of a project: every character of its path that is no word is a dash."""
    name = "".join(char if char.isalnum() and char.isascii() else "-" for char in str(workspace))
    return config_folder() / "projects" / name


def first_line(text: str) -> str:
    """The first line of a text that says something, shortened."""
    lines = (line.strip() for line in text.splitlines())
    return redact.cleaned(clip(next((line for line in lines if line.strip("-#=* \t")), ""), FIRST_CHARACTERS))


def _memory_files(workspace: Path) -> Iterator[MemoryFiles]:
    groups: dict[str, list[str]] = {}
    for listed in memory_files.listed(workspace, pages=memory_files.SEARCHED_PAGES):
        top = listed.path.partition("/")[0]
        names = {"MEMORY.md": "index", "memories": "memory files", "memory": "notes"}
        groups.setdefault(names.get(top, "pages"), []).append(listed.path)
    for kind, paths in groups.items():
        yield MemoryFiles(kind, tuple(paths), first_line(memory_files.read(workspace, paths[0]) or ""))


def _session_folders(workspace: Path, environ: Mapping[str, str]) -> Iterator[Path]:
    """Of the workspace itself, of the agents of OpenClaw that work in it, of Claude Code and of Gemini CLI."""
    yield from (workspace / name for name in ("sessions", "agents") if (workspace / name).is_dir())
    state = host_facts.openclaw_state(None, environ)
    facts = host_facts.find_host(workspace.resolve(), host_facts.Wanted("openclaw"))
    named = facts.workspaces if isinstance(facts, OpenClaw) else ()
    agents = {"main" if name == "defaults" else name for name, folder in named if folder == str(workspace.resolve())}
    own = (state / "agents" / name for name in sorted(agents))
    others = (claude_projects(workspace), *_gemini_folders(workspace))
    yield from (folder for folder in (*own, *others) if folder.is_dir())


def _gemini_folders(workspace: Path) -> Iterator[Path]:
    """Each project has a folder, which a file in it or, of older versions, the hash of the path says."""
    names = {str(workspace), str(workspace.resolve())}
    hashes = {sha256(os.fsencode(name)).hexdigest() for name in names}
    for project in sorted((installing.gemini.home() / "tmp").glob("*")):
        root = ""
        with contextlib.suppress(OSError, ValueError):
            root = (project / ".project_root").read_text(encoding="utf-8").strip()
        if root in names or project.name in hashes:
            yield project / "chats"


def _codex_sessions(workspace: Path) -> Iterator[SessionFile]:
    """Codex keeps the sessions of all folders together; the first line of each says which one it is about."""
    names = {str(workspace), str(workspace.resolve())}
    home = installing.codex.home()
    paths = [path for name in ("sessions", "archived_sessions") for path in (home / name).glob("**/rollout-*.jsonl")]
    for path in sorted(paths, key=lambda each: each.name)[-MOST_ROLLOUTS:]:
        with contextlib.suppress(OSError, ValueError):
            with path.open("rb") as opened:
                head = parse_json(opened.readline(_LONGEST_LINE))
            about = head.get("payload") if isinstance(head, dict) else None
            if isinstance(about, dict) and about.get("cwd") in names:
                updated = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat()
                yield SessionFile(path, "codex", str(about.get("id") or path.stem), updated)


def _sessions(places: Sequence[Path], more: Iterator[SessionFile], problems: list[str]) -> tuple[SessionFile, ...]:
    found: dict[str, SessionFile] = {}
    for place in places:
        if place.is_file():
            found.setdefault(place.stem, SessionFile(place, "", place.stem))
            continue
        try:
            for each in sessions_in(place):
                found.setdefault(each.id, each)
        except ContextMemoryError as error:
            problems.append(str(error))
    for each in more:
        found.setdefault(each.id, each)
    return tuple(sorted(found.values(), key=lambda each: each.updated))  # what was said later supersedes


def _exports(workspace: Path, more: Sequence[Path], problems: list[str]) -> Iterator[Export]:
    for path in more:
        if not path.exists():
            raise InputError(f"{path} does not exist", hint="name an exported file, or a folder of notes")
        found = list(_notes(path)) if path.is_dir() else list(_file(path, problems))
        if not found:
            problems.append(f"{path} holds nothing that is known: mem0, basic-memory or an MCP memory server")
        yield from found
    for name in files.names(workspace):
        path = workspace / name
        if path.suffix in {".json", ".jsonl"} and path.is_file() and not path.is_symlink():
            yield from _file(path, problems)
    yield from _notes(workspace)
    memory = claude_projects(workspace) / "memory"
    docs = [
        doc
        for path in sorted(memory.glob("*.md"))
        if (text := _text(path, problems))
        for doc in exports.of_auto_memory(text, path.name)
    ]
    if docs:
        yield Export("Claude Code auto-memory", memory, tuple(docs))


def _file(path: Path, problems: list[str]) -> Iterator[Export]:
    kind, docs = exports.of_json(_text(path, problems), path.name)
    if docs:
        yield Export(kind, path, tuple(docs))


def _notes(folder: Path) -> Iterator[Export]:
    """Notes of basic-memory in a folder and below it."""
    docs: list[Doc] = []
    count = 0
    for parent, below, names in os.walk(folder):
        below[:] = sorted(name for name in below if name not in _PASSED_OVER and not name.startswith("."))
        for name in sorted(each for each in names if each.endswith(".md")):
            count += 1
            path = Path(parent, name)
            if count > MOST_NOTES or path.is_symlink():
                continue
            docs += exports.of_note(_text(path, []), path.relative_to(folder).as_posix())
    if docs:
        yield Export("basic-memory", folder, tuple(docs))


def _text(path: Path, problems: list[str]) -> str:
    try:
        raw = files.read_bytes(path, limit=LARGEST + 1)
    except ContextMemoryError as error:
        problems.append(str(error))
        return ""
    if len(raw) > LARGEST:
        problems.append(str(files.too_large(path, LARGEST)))
        return ""
    return raw.decode("utf-8", "replace")


MOST_NAMED = 5
"""Workspaces that are named, the newest."""
_HEAD_LINES, _LONGEST_LINE = 40, 1 << 20  # bytes
_MOST_SESSIONS = 500


def check_workspace(folder: Path, environ: Mapping[str, str] = os.environ) -> None:
    """Refuse the home of a host, and say which workspaces it knows: what is learnt belongs to one of them."""
    for host, home, known in _homes(environ):
        if not _is_of_home(folder.resolve(), home.resolve(), host):
            continue
        names = list(dict.fromkeys(name for name in known if Path(name).is_dir()))[:MOST_NAMED]
        named = ", ".join(names) if names else "a project, or an agent's workspace"
        raise InputError(f"{folder} belongs to {host} itself, it is no workspace", hint=f"name one: {named}")


def _is_of_home(folder: Path, home: Path, host: str) -> bool:
    """The home, or, of Claude Code, the folder that it has of a project."""
    return folder == home or (host == "Claude Code" and folder.is_relative_to(home / "projects"))


def _homes(environ: Mapping[str, str]) -> Iterator[tuple[str, Path, Iterator[str]]]:
    claude, codex = config_folder(), installing.codex.home()
    yield "Claude Code", claude, _folders_of((claude / "projects").glob("*/*.jsonl"))
    state = host_facts.openclaw_state(None, environ)
    yield "OpenClaw", state, _agents(state)
    yield "Codex", codex, _folders_of((codex / "sessions").glob("**/rollout-*.jsonl"))
    gemini = installing.gemini.home()
    yield "Gemini CLI", gemini, (_line(each) for each in sorted((gemini / "tmp").glob("*/.project_root")))


def _agents(state: Path) -> Iterator[str]:
    facts = host_facts.find_host(state, host_facts.Wanted("openclaw"))
    yield from (folder for _, folder in facts.workspaces) if isinstance(facts, OpenClaw) else ()


def _folders_of(sessions: Iterator[Path]) -> Iterator[str]:
    """The folders in which these sessions ran, the newest first."""
    with contextlib.suppress(OSError):
        newest = sorted(sessions, key=lambda path: path.stat().st_mtime, reverse=True)[:_MOST_SESSIONS]
        yield from filter(None, map(_folder_of, newest))


def _folder_of(session: Path) -> str:
    with contextlib.suppress(OSError, ValueError), session.open("rb") as opened:
        for _ in range(_HEAD_LINES):
            row = parse_json(opened.readline(_LONGEST_LINE))
            inner = row.get("payload") if isinstance(row, dict) else None
            for each in (row, inner):
                if isinstance(each, dict) and isinstance(each.get("cwd"), str):
                    return str(each["cwd"])
    return ""


def _line(path: Path) -> str:
    with contextlib.suppress(OSError, ValueError):
        return path.read_text(encoding="utf-8").strip()
    return ""


AT_ONCE = 200
"""Docs that are remembered in one write."""

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Row:
    """What was found of one kind in one place: a row of the table that `adopt` prints."""

    kind: str
    where: str
    count: int
    new: int | None
    """How many are new, docs or messages; None where nothing is counted."""
    first: str
    """What the first of them says."""


def plan(found: Found) -> Iterator[Row]:
    """What there is; nothing is written."""
    yield from _of_files(found)
    for each in found.sessions:
        session = _read(each)
        yield _of_session(each, session, None)
    yield from (Row(e.kind, str(e.path), len(e.docs), None, first_line(e.docs[0].text)) for e in found.exports)


def adopt(found: Found, memory: ContextMemory, tell: Tell) -> Iterator[Row]:
    """Take it over, and say of each what became of it; the caller brings the index up to date."""
    for each in found.sessions:
        yield _taken_in(each, memory, tell)
    for export in found.exports:
        first = first_line(export.docs[0].text)
        yield Row(export.kind, str(export.path), len(export.docs), _remember(memory, list(export.docs), tell), first)
    yield from _of_files(found)


def _of_files(found: Found) -> Iterator[Row]:
    for each in found.files:
        shown = each.paths[0] if len(each.paths) == 1 else f"{each.paths[0]} … {each.paths[-1]}"
        yield Row(each.kind, shown, len(each.paths), None, each.first)


def _taken_in(file: SessionFile, memory: ContextMemory, tell: Tell) -> Row:
    """The messages go into the journal, and what a person said for good is learnt."""
    session = _read(file)
    if isinstance(session, str):
        return _of_session(file, session, None)
    try:
        before = _journaled(memory, file.id)
        memory.view(session, session=file.id, swap=False)
        memory.learn(session, session=file.id)
    except (ContextMemoryError, OSError) as error:
        tell(f"{file.path}: {error}")
        return _of_session(file, session, None)
    return _of_session(file, session, _journaled(memory, file.id) - before)


def _journaled(memory: ContextMemory, session: str) -> int:
    """Messages of a session in the journal."""
    try:
        return int(memory.view(session=session, swap=False).covers["message_count"])
    except InputError:  # nothing of it is known yet
        return 0


def _read(file: SessionFile) -> Session | str:
    """The session, or why it cannot be read."""
    try:
        return read_session(file.path, session_id=file.id if file.path.suffix == ".sqlite" else "")
    except (ContextMemoryError, OSError) as error:
        return f"cannot be read: {error}"


def _of_session(file: SessionFile, session: Session | str, new: int | None) -> Row:
    """A session by the number of its messages and what a person first said in it."""
    if isinstance(session, str):
        return Row("session", str(file.path), 0, new, session)
    said = next((words for each in session.messages if (words := speakers.said(each))), "")
    return Row(f"session, {session.format}", str(file.path), len(session.messages), new, first_line(said))


def _remember(memory: ContextMemory, docs: list[Doc], tell: Tell) -> int:
    fresh = [doc for doc in {doc.id: doc for doc in docs}.values() if not _is_known(memory, doc.id)]
    written = 0
    for at in range(0, len(fresh), AT_ONCE):
        batch = [_as_doc(doc) for doc in fresh[at : at + AT_ONCE]]
        try:
            written += len(memory.remember(batch).docs)
        except ContextMemoryError:  # one that cannot be used must not keep the others out
            for each in batch:
                try:
                    written += len(memory.remember(each).docs)
                except ContextMemoryError as error:
                    tell(f"{each['source']}: {error}")
    return written


def _as_doc(doc: Doc) -> dict[str, str]:
    shown = {"text": doc.text, "id": doc.id, "kind": doc.kind, "source": doc.source}
    return shown | ({"created_at": doc.created} if doc.created else {})


def _is_known(memory: ContextMemory, name: str) -> bool:
    try:
        memory.docs.show(name)
    except UnknownError:
        return False
    return True
