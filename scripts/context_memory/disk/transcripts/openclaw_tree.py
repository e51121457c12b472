"""The tree of an OpenClaw session: entries name their parent, and only one branch is the conversation.

`session` turns the active branch, the path from the newest entry to the root, into a Session.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...model.session import Message, Role, Session, SkippedLine

TOLD: Final = frozenset({"message", "compaction", "branch_summary"})
"""Entries that are messages of the conversation."""
CUTS: Final = frozenset({"compaction", "reset"})
"""Entries after which the model no longer sees what stands before them."""
SILENT: Final = frozenset({"compaction", "reset", "model_change"})
"""Entries that are understood although they are no message of their own."""


@dataclass(slots=True)
class Node:
    """One entry of the tree, with only what is needed of it."""

    kind: str
    line: int
    id: str
    parent: str | None
    """None: a root. Empty: not said, so the entry before it in the file."""
    message: Message | None = None
    model: str = ""
    first_kept: str | int = ""
    """Of a cut: id, or line of a file without ids, of the first entry that stays visible."""


def active_branch(nodes: Sequence[Node]) -> list[Node]:
    """Entries from the root to the newest one.

    Where a parent is not said, or is a line that was lost, the entry before it in the file takes its place.
    """
    at = {node.id: position for position, node in enumerate(nodes) if node.id}
    path: list[Node] = []
    left = bytearray(b"\1") * len(nodes)
    position = len(nodes) - 1
    while position >= 0 and left[position]:
        left[position] = 0
        node = nodes[position]
        path.append(node)
        if node.parent is None:
            break
        position = at.get(node.parent, position - 1) if node.parent else position - 1
    path.reverse()
    return path


def session(format_name: str, header: dict[str, str], nodes: Sequence[Node], skipped: Sequence[SkippedLine]) -> Session:
    """The active branch as a Session."""
    branch = active_branch(nodes)
    cut = next((node for node in reversed(branch) if node.kind in CUTS), None)
    first_kept = cut.first_kept if cut else ""
    carriers = TOLD if any(map(_is_said, branch)) else TOLD | {"custom_message"}
    messages: list[Message] = []
    context_start, kept_start, opaque_entries = 0, -1, 0
    model = header.get("modelId", "")
    for node in branch:
        if node is cut:
            context_start = kept_start if kept_start >= 0 else len(messages)
        elif first_kept and first_kept in (node.id, node.line):
            kept_start = len(messages)
        if node.model:
            model = node.model
        if node.message is not None and node.kind in carriers:
            messages.append(node.message)
        elif node.kind not in SILENT:
            opaque_entries += 1
    return Session(
        format_name,
        tuple(messages),
        id=header.get("id", ""),
        cwd=header.get("cwd", ""),
        model=model,
        context_start=context_start,
        skipped=tuple(skipped),
        opaque_entries=opaque_entries,
        details=_details(header, branch),
    )


def _details(header: dict[str, str], branch: Sequence[Node]) -> dict[str, str]:
    """The header's version and the ids of the newest entry, compaction and reset."""
    details = {"version": header.get("version", "1"), "leaf_id": next((n.id for n in reversed(branch) if n.id), "")}
    for kind in sorted(CUTS):
        newest = next((node for node in reversed(branch) if node.kind == kind), None)
        if newest is not None:
            details[f"{kind}_id"] = newest.id
    return details


def _is_said(node: Node) -> bool:
    """Whether a person says something in this entry, as far as its role tells."""
    message = node.message
    return node.kind == "message" and message is not None and message.role is Role.USER and bool(message.text)
