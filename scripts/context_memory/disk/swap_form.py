"""A swap as JSON: in the journal without the text of capsules, which have files of their own, else with it."""

from collections.abc import Callable
from typing import Any

from ..model.blocks import Shown, Swap
from ..model.memory import Archived
from . import message_pack


def value_of(swap: Swap, *, is_whole: bool = False) -> dict[str, Any]:
    """The swap as a JSON object; `is_whole` with the text of each capsule."""
    shown = []
    for each in swap.shown:
        row: list[Any] = [each.block, each.digest, each.tokens, each.tokens_raw, each.time, each.number]
        shown.append([*row, each.text] if is_whole else row)
    return {
        "type": "swap",
        "session": swap.session,
        "revision": swap.revision,
        "tail_from": swap.tail_from,
        "thinking_until": swap.thinking_until,
        "evicted": swap.evicted,
        "archived": [[each.handle, each.first, each.count] for each in swap.archived],
        "score": swap.score,
        "tokens": swap.tokens,
        "fixed": swap.fixed,
        "warning": swap.warning,
        "restored_files": list(swap.restored_files),
        "shown": shown,
        "replaced": [[seq, message_pack.whole_value_of(message)] for seq, message in swap.replaced],
        "header": swap.header,
        "restored": swap.restored,
    }


def parsed(value: dict[str, Any], text_of: Callable[[str, str], str]) -> Swap:
    """The swap of a JSON object; `text_of` gives the text of a capsule by block and digest where it is not in it."""
    shown = []
    for block, digest, tokens, tokens_raw, time, number, *text in value["shown"]:
        known = text[0] if text else text_of(block, digest)
        shown.append(Shown(block, digest, known, tokens, tokens_raw, time, number))
    return Swap(
        session=value["session"],
        revision=value["revision"],
        header=value["header"],
        restored=value["restored"],
        restored_files=tuple(value["restored_files"]),
        shown=tuple(shown),
        evicted=value["evicted"],
        tail_from=value["tail_from"],
        thinking_until=value["thinking_until"],
        replaced=tuple((seq, message_pack.parsed(message)) for seq, message in value["replaced"]),
        archived=tuple(Archived(*each) for each in value["archived"]),
        score=value["score"],
        tokens=value["tokens"],
        fixed=value.get("fixed", 0),  # swaps of older versions do not say it
        warning=value["warning"],
    )
