"""Tokens of agents: made once, shown once, kept as hashes in a file of the user's that only its owner may read."""

import json
import re
import stat
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from ...errors import InputError, RefusedError, UnknownError
from ...storage.files import locked, read_text, replace_text
from ...text.json_text import parse_json
from ..grants import ALL, OWNERS_NAME, Grant

BYTES = 32
"""Of chance: 43 characters."""
LARGEST = 1_000_000  # bytes of the file
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
_PATTERN = re.compile(r"[^*\x00-\x1f]{1,200}\*?|\*")


@dataclass(frozen=True, slots=True)
class Kept:
    """A token as the file has it."""

    grant: Grant
    hash: str
    made_at: str


def make(path: Path, grant: Grant, now: datetime) -> str:
    """A new token for this grant; it is nowhere but in what comes back."""
    if not _NAME.fullmatch(grant.name):
        raise InputError(f"{grant.name[:60]!r} is no name of a token", hint="letters, digits and . _ : -, at most 64")
    if grant.name == OWNERS_NAME:
        raise RefusedError(f"{OWNERS_NAME} is the server's own token in the audit", hint="take another name")
    for pattern in grant.sessions:
        if not _PATTERN.fullmatch(pattern):
            raise InputError(f"{pattern[:60]!r} is no session", hint="a name, or the beginning of names and *")
    import secrets

    token = secrets.token_urlsafe(BYTES)
    with locked(path):
        kept = listed(path)
        if any(each.grant.name == grant.name for each in kept):
            raise RefusedError(f"there is a token named {grant.name}", hint="remove it, or take another name")
        _write(path, [*kept, Kept(grant, hash_of(token), now.isoformat(timespec="seconds"))])
    return token


def remove(path: Path, name: str) -> None:
    """A token of this name opens nothing any more."""
    with locked(path):
        kept = listed(path)
        left = [each for each in kept if each.grant.name != name]
        if len(left) == len(kept):
            raise UnknownError(f"there is no token named {name[:60]!r}", hint="context-memory token list shows them")
        _write(path, left)


def listed(path: Path) -> list[Kept]:
    """All tokens, oldest first. Raises RefusedError for a file that others may read."""
    if not path.exists():
        return []
    if path.stat().st_mode & 0o077:
        raise RefusedError(f"others may read {path}", hint=f"chmod 600 {path}")
    try:
        rows = parse_json(read_text(path, limit=LARGEST))
        return [_kept(row) for row in rows]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} holds no tokens: {error}", hint="delete it and make new tokens") from error


def hash_of(token: str) -> str:
    """What is kept of a token. It has 256 bits of chance, so no salt and no slow hash is needed."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class TokenBook:
    """The tokens as a server looks them up; a file that was changed is read again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int, int] | None = None
        self._grants: dict[str, Grant] = {}

    def grant_of(self, token: str) -> Grant | None:
        """Whose token it is; None for an unknown one, and for every one while others may read or write the file."""
        try:
            found = self._path.stat()
            seen = (found.st_mtime_ns, found.st_ino, found.st_mode)
        except OSError:
            seen = None
        if seen != self._seen:
            self._grants = self._read() if seen else {}
            self._seen = seen
        return self._grants.get(hash_of(token))

    def _read(self) -> dict[str, Grant]:
        try:
            return {each.hash: each.grant for each in listed(self._path)}
        except (RefusedError, InputError):  # `token list` says what is wrong with it
            return {}


def _write(path: Path, kept: list[Kept]) -> None:
    rows = [
        {
            "name": each.grant.name,
            "hash": each.hash,
            "sessions": list(each.grant.sessions),
            "scope": each.grant.scope,
            "read_only": each.grant.is_reader,
            "made_at": each.made_at,
        }
        for each in kept
    ]
    replace_text(path, json.dumps(rows, indent=1) + "\n")


def _kept(row: dict[str, object]) -> Kept:
    sessions = row["sessions"]
    names = tuple(str(each) for each in sessions) if isinstance(sessions, list) else (ALL,)
    grant = Grant(str(row["name"]), names, str(row["scope"]), row["read_only"] is True)
    return Kept(grant, str(row["hash"]), str(row["made_at"]))


SHORTEST = 16
"""Characters of a token that was not made here."""
LONGEST = 512
_TOKEN = re.compile(r"[\x21-\x7e]+")


def token_in(path: Path) -> str:
    """The token of a server, the one line of a file, which is made where it is missing.

    Raises RefusedError for a file that others may read.
    """
    if not path.exists():
        with locked(path):
            if not path.exists():
                import secrets

                replace_text(path, secrets.token_urlsafe(BYTES) + "\n")
    text = read_text(path, limit=LONGEST + 2).strip()
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise RefusedError(f"others may read the token in {path}", hint=f"chmod 600 {path}, and better make a new one")
    if not SHORTEST <= len(text) <= LONGEST or not _TOKEN.fullmatch(text):
        raise InputError(
            f"{path} holds no token", hint=f"one line of {SHORTEST} to {LONGEST} ASCII characters, or delete the file"
        )
    return text
