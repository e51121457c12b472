"""The token of a server: one line in a file that only its owner may read, made when it is missing."""

import re
import stat
from pathlib import Path

from ..errors import InputError, RefusedError
from ..storage.files import locked, read_text, replace_text

BYTES = 32
"""Of chance in a token that we make: 43 characters."""
SHORTEST = 16
"""Characters of a token that somebody else made."""
LONGEST = 512
_TOKEN = re.compile(r"[\x21-\x7e]+")


def token_in(path: Path) -> str:
    """The token in the file; a missing file is made. Raises RefusedError for a file that others may read."""
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
