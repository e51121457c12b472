"""The folders in which hosts keep their configuration and sessions: no workspaces, and the ones that they know of."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...doctor.services import host_facts
from ...doctor.values import OpenClaw
from ...errors import InputError
from ...text.json_text import parse_json
from . import agents_installation
from .claude_code_installation import config_folder

MOST_NAMED = 5
"""Workspaces that are named, the newest."""
_HEAD_LINES, _LONGEST_LINE = 40, 1 << 20
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
    claude, codex = config_folder(), agents_installation.codex.home()
    yield "Claude Code", claude, _folders_of((claude / "projects").glob("*/*.jsonl"))
    state = host_facts.openclaw_state(None, environ)
    yield "OpenClaw", state, _agents(state)
    yield "Codex", codex, _folders_of((codex / "sessions").glob("**/rollout-*.jsonl"))
    gemini = agents_installation.gemini.home()
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
