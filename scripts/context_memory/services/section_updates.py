"""Put text under one heading of one memory file, and nowhere else.

`apply_update` is how a handoff's memory update reaches the workspace.
"""

from dataclasses import dataclass

from ..disk import markdown_sections, preimages
from ..disk.places import Places
from ..model.errors import InputError
from ..rules import sections


@dataclass(frozen=True, slots=True)
class SectionUpdated:
    """The text stands under its heading; `preimage` is the handle of the file as it was before."""

    path: str
    heading: str
    preimage: str


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The section already holds exactly this text: nothing was written."""

    path: str
    heading: str


SectionOutcome = SectionUpdated | AlreadyThere


def apply_update(path: str, header: str, text: str, places: Places, *, dry_run: bool = False) -> SectionOutcome:
    """Append `text` to the section `header` of the workspace file `path`; a missing section is created.

    Every byte outside that section stays; text that would bring headings of
    its own, an ambiguous header, or a path outside the workspace is refused.
    """
    if not text.strip() or not header.strip().lstrip("#").strip():
        raise InputError(f"nothing to add to {path}", hint="give a header and the text to append")
    target = preimages.workspace_file(places, path)
    if dry_run:
        changed = _appended(preimages.read(target), header, text)
        return SectionUpdated(path, header, "") if changed is not None else AlreadyThere(path, header)
    match preimages.edit(target, places, lambda before: _appended(before, header, text) or before):
        case preimages.Edited(preimage=preimage):
            return SectionUpdated(path, header, preimage)
        case preimages.Unchanged():
            return AlreadyThere(path, header)


def _appended(before: str, header: str, text: str) -> str | None:
    """The text with the addition, None when the section already holds it."""
    outline = markdown_sections.outline(before)
    heading = sections.find(outline, header)
    wanted = "\n".join(text.replace("\r\n", "\n").strip("\n").split("\n"))
    if heading is not None:
        present = sections.own_text(outline, heading).replace("\r\n", "\n")
        if f"\n{wanted}\n" in f"\n{present}\n":
            return None
    change = sections.append_to_section(outline, header, text)
    sections.check(change, markdown_sections.outline(change.after))
    return change.after
