"""The settings file (TOML, flat) and the descriptions that stand in the settings module."""

from pathlib import Path

from ..model import settings as settings_module
from ..model.errors import InputError
from .files import read_bytes

LARGEST_FILE = 1_000_000  # bytes; a settings file is a page, not a book


def is_there(path: Path) -> bool:
    """Whether there is such a file; InputError where its folder may not be entered."""
    try:
        return path.exists()
    except OSError as error:
        raise InputError(
            f"cannot read {path}: {error.strerror}", hint="check the owner and mode of its folder"
        ) from error


def read(path: Path) -> dict[str, object]:
    """Keys and values of the file as TOML has them; InputError names the file and the place of the fault."""
    import tomllib

    content = read_bytes(path, limit=LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise InputError(f"settings file {path} is larger than {LARGEST_FILE:,} bytes", hint="name a settings file")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        reason = str(error) if isinstance(error, ValueError) else "nested too deeply"
        raise InputError(
            f"settings file {path} is not TOML: {reason}", hint="write lines such as window = 200000"
        ) from error


def descriptions() -> dict[str, str]:
    """The text under each field of `Settings`, in the order of the fields, one line each."""
    import ast
    from itertools import pairwise

    body = ast.parse(read_bytes(Path(settings_module.__file__)).decode()).body
    fields = next(node.body for node in body if isinstance(node, ast.ClassDef) and node.name == "Settings")
    found: dict[str, str] = {}
    for node, after in pairwise(fields):
        match node, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found
