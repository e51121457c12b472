"""Small JSON state files: replaced whole, changed under a lock, quarantined if unreadable."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..errors import InputError
from ..text.json_text import TooDeepError, parse_json
from .files import locked, read_bytes, replace_text, set_aside

LARGEST_FILE = 1_000_000  # bytes; more is not a state of ours

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Form(Generic[State]):
    """How one kind of state is serialised; a missing file means `initial`."""

    initial: State
    parse: Callable[[Mapping[str, Any]], State]
    """The state of a JSON object; ValueError when it is not one."""
    dump: Callable[[State], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Loaded(Generic[State]):
    """A state, and the problem of its file (then it is the initial state)."""

    state: State
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Changed(Generic[State]):
    """A state before and after a change, and the problem of its file."""

    before: State
    after: State
    problem: str = ""


def load(path: Path, form: Form[State]) -> Loaded[State]:
    """Read the state; a corrupt file is the initial state with a problem. Changes nothing."""
    if not path.exists():
        return Loaded(form.initial)
    try:
        content = parse_json(_check_size(path))
        if not isinstance(content, dict):
            raise ValueError("it is not a JSON object")  # noqa: TRY004, TRY301 - handled like every other fault below
        return Loaded(form.parse(content))
    except ValueError as error:
        reason = "nested too deeply" if isinstance(error, TooDeepError) else str(error)
        return Loaded(form.initial, f"{path} cannot be used as state: {reason}")


def change(path: Path, form: Form[State], edit: Callable[[State], State]) -> Changed[State]:
    """Replace the state with `edit(state)` under the file's lock, so that no change of another process is lost."""
    with locked(path):
        loaded = load(path, form)
        after = edit(loaded.state)
        problem = loaded.problem and f"{loaded.problem}; it was set aside as {set_aside(path, '.corrupt').name}"
        if after != loaded.state or loaded.problem:
            replace_text(path, json.dumps(form.dump(after), ensure_ascii=False, indent=2) + "\n")
    return Changed(loaded.state, after, problem)


def _check_size(path: Path) -> bytes:
    data = read_bytes(path, limit=LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise InputError("it is too large")
    return data
