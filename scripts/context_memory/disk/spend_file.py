"""What compression has spent and which batches are still out: two small files, shared by all sessions and processes."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..model.compression import OpenBatches, Spend
from . import state_file
from .state_file import Changed, Form, Loaded


def load(path: Path) -> Loaded[Spend]:
    """What was spent; a corrupt file reads as nothing, with a problem to tell."""
    return state_file.load(path, _SPEND)


def change(path: Path, edit: Callable[[Spend], Spend]) -> Changed[Spend]:
    """Replace the state by `edit(state)`; a corrupt file is set aside first."""
    return state_file.change(path, _SPEND, edit)


def load_batches(path: Path) -> Loaded[OpenBatches]:
    """The batches that are out."""
    return state_file.load(path, _BATCHES)


def change_batches(path: Path, edit: Callable[[OpenBatches], OpenBatches]) -> Changed[OpenBatches]:
    """Replace the list by `edit(list)`."""
    return state_file.change(path, _BATCHES, edit)


def _spend(content: Mapping[str, Any]) -> Spend:
    match content:
        case {
            "day": str(day),
            "dollars": int() | float() as dollars,
            "reserved": int() | float() as reserved,
            "calls": int(calls),
            "total": int() | float() as total,
            "failures": int(failures),
            "opened_at": str(opened_at),
            "reason": str(reason),
        }:
            return Spend(day, float(dollars), float(reserved), calls, float(total), failures, opened_at, reason)
        case _:
            raise ValueError("it does not say what was spent")


def _batches(content: Mapping[str, Any]) -> OpenBatches:
    blocks = content.get("blocks")
    if not isinstance(blocks, dict):
        raise ValueError("it lists no batches")  # noqa: TRY004 - told like every other fault of a state file
    return OpenBatches({str(batch): tuple(map(str, ids)) for batch, ids in blocks.items()})


_SPEND: Form[Spend] = Form(initial=Spend(), parse=_spend, dump=asdict)
_BATCHES: Form[OpenBatches] = Form(
    initial=OpenBatches(),
    parse=_batches,
    dump=lambda batches: {"blocks": {batch: list(ids) for batch, ids in batches.blocks.items()}},
)
