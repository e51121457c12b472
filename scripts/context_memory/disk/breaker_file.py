"""The breaker's state on disk, one file per workspace, safe with several processes."""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ..model.outcomes import Breaker
from . import state_file
from .state_file import Changed, Form, Loaded


def load(path: Path) -> Loaded[Breaker]:
    """The state as it is; a corrupt file reads as closed, with a problem to tell."""
    return state_file.load(path, FORM)


def change(path: Path, edit: Callable[[Breaker], Breaker]) -> Changed[Breaker]:
    """Replace the state by `edit(state)`; a corrupt file is set aside first."""
    return state_file.change(path, FORM, edit)


def _parsed(content: Mapping[str, Any]) -> Breaker:
    match content:
        case {"failures": int(failures), "refills": int(refills), "opened_at": when, "reason": str(reason)}:
            return Breaker(failures, refills, _time(when), reason)
        case _:
            raise ValueError("it is not the state of a breaker")


def _time(when: object) -> datetime | None:
    match when:
        case None:
            return None
        case str():
            return datetime.fromisoformat(when)
        case _:
            raise ValueError("opened_at is not a time")


def _dumped(breaker: Breaker) -> dict[str, Any]:
    return {
        "failures": breaker.failures,
        "refills": breaker.refills,
        "opened_at": breaker.opened_at.isoformat() if breaker.opened_at else None,
        "reason": breaker.reason,
    }


FORM = Form(initial=Breaker(), parse=_parsed, dump=_dumped)
