"""Promote one fact into a memory file: read, change one bullet, prove it, write it if nobody else wrote meanwhile."""

import re
from dataclasses import dataclass
from datetime import datetime

from ..disk import audit, dated_notes, markdown_sections, preimages
from ..disk.places import Places
from ..model.docs import DEFAULT_SCOPE, Kind
from ..model.errors import InputError, RefusedError
from ..model.stores import DocStore
from ..rules import doc_ids, notes, promotion, trust
from ..rules.promotion import Fact

UNTRUSTED = frozenset({"tool", "host", "web", "unknown"})
"""Sources whose text never reaches MEMORY.md by itself."""
SOURCES = ("person", "agent", "tool", "host", "web")
_PLACE = re.compile(r"(?P<path>.+?)(?:#L|:)(?P<line>\d{1,7})")


@dataclass(frozen=True, slots=True)
class Request:
    """What goes where, and who said it."""

    header: str
    fact: Fact
    file: str = "MEMORY.md"
    source: str = "person"
    origin: str = ""
    """Where it was found, e.g. a line of a note."""
    force: bool = False


@dataclass(frozen=True, slots=True)
class Promoted:
    """The fact stands in the file; `old` is the line that gave way."""

    path: str
    heading: str
    before: str
    after: str
    old: str
    new: str
    preimage: str


@dataclass(frozen=True, slots=True)
class AlreadyThere:
    """The section says so already: nothing was written."""

    path: str
    heading: str


PromoteOutcome = Promoted | AlreadyThere


def promote(places: Places, request: Request, now: datetime, *, dry_run: bool = False) -> PromoteOutcome:
    """Promote, or say why not; every byte but the one bullet stays."""
    if request.source in UNTRUSTED and not request.force:
        raise RefusedError(
            f"{request.origin or 'the fact'} is not a person's word (source: {request.source})",
            hint="read it yourself; --force promotes it on your word",
        )
    path = preimages.workspace_file(places, _checked(request.file))
    change = Promotion(request)
    if dry_run:
        change(preimages.read(path))
        edited: preimages.Edit = preimages.Unchanged(path)
    else:
        edited = preimages.edit(path, places, change)
    draft = change.draft
    if draft is None:
        return AlreadyThere(request.file, request.header)
    preimage = edited.preimage if isinstance(edited, preimages.Edited) else ""
    if not dry_run:
        audit.append(
            places.audit,
            "promote",
            now,
            path=request.file,
            source=request.source,
            origin=request.origin,
            forced=request.force,
            replaced=bool(draft.old),
            preimage=preimage,
        )
    new = draft.after.splitlines()[draft.line] if draft.line < len(draft.after.splitlines()) else ""
    return Promoted(
        request.file, draft.heading, draft.before.text, draft.after, draft.old.rstrip("\r\n"), new, preimage
    )


class Promotion:
    """What a promotion makes of a text; asked again when somebody else wrote meanwhile."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self.draft: promotion.Draft | None = None
        """What came of the newest text; None when it says so already."""

    def __call__(self, before: str) -> str:
        """The text with the fact in it, proven; the same text when it says so already."""
        request, items = self._request, markdown_sections.items(before)
        outline = markdown_sections.outline(before)
        self.draft = promotion.draft(outline, items, request.header, request.fact, force=request.force)
        if self.draft is None:
            return before
        after = self.draft.after
        promotion.check(self.draft, markdown_sections.outline(after), markdown_sections.items(after))
        if not request.force:
            promotion.check_budget(self.draft, request.file)
        return after


def _checked(file: str) -> str:
    """The file, if facts belong there: a Markdown file that is neither a dated note nor the operator's own."""
    name = file.removeprefix("./")
    if not name.endswith(".md"):
        raise InputError(f"{file[:100]} is no Markdown file", hint="promote into MEMORY.md or memories/*.md")
    if name.startswith(f"{dated_notes.FOLDER}/") or name.rpartition("/")[2] in {"AGENTS.md", "CLAUDE.md", "SOUL.md"}:
        raise RefusedError(f"{file} takes no facts", hint="promote into MEMORY.md or memories/*.md")
    return name


# -- from elsewhere -----------------------------------------------------------------------------------


def known_from(store: DocStore | None, fact: Fact) -> tuple[str, str]:
    """(source, origin) of a fact that the memory knows from the web, a tool or a file alone; empty texts otherwise."""
    if store is None:
        return "", ""
    wanted = doc_ids.normalised(fact.text)
    ids = [doc_ids.of_text(DEFAULT_SCOPE, kind, fact.text) for kind in Kind]
    found = [*store.get_many(ids).values(), *store.select(text_prefix=fact.text, limit=20)]
    same = [doc for doc in found if doc_ids.normalised(doc.text) == wanted]
    if not same or any(trust.is_a_persons(doc) for doc in same):
        return "", ""
    return "unknown", f"the doc {doc_ids.shown(same[0])}"


# -- from a note --------------------------------------------------------------------------------------


def from_note(places: Places, place: str) -> tuple[str, str]:
    """(words, source) of one bullet of a dated note, named as `memory/2026-11-20.md#L12` or `…:12`.

    Only an entry that our audit log proves and that nobody changed since says
    who spoke; everything else is `unknown`.
    """
    found = _PLACE.fullmatch(place)
    if found is None:
        raise InputError(f"{place[:100]!r} names no line", hint="write memory/2026-11-20.md#L12")
    path = preimages.workspace_file(places, found["path"])
    if not path.is_file():
        raise InputError(f"there is no note {found['path']}", hint="notes are named memory/YYYY-MM-DD.md")
    text = preimages.read(path)
    lines = text.split("\n")
    number = int(found["line"])
    line = lines[number - 1].rstrip("\r") if 0 < number <= len(lines) else ""
    bullet = re.sub(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+", "", line).strip()
    if not bullet or bullet.startswith(("#", "<!--")):
        raise InputError(f"line {number} of {found['path']} is no bullet", hint="name the line of a bullet")
    kind, words = notes.kind_of(bullet)
    start = sum(len(each) + 1 for each in lines[: number - 1])
    return words, _source_of(kind) if _is_proven(places, text, start, bullet) else "unknown"


def _source_of(kind: str) -> str:
    return "person" if kind in notes.OF_A_PERSON else "agent" if kind == "agent" else "tool"


def _is_proven(places: Places, text: str, start: int, bullet: str) -> bool:
    entries = [each for each in notes.told(text) if each.first <= start < each.end]
    return any(each.is_untouched and bullet in each.bullets and each.mark.id in flushed(places) for each in entries)


def flushed(places: Places) -> frozenset[str]:
    """Ids of the entries that the audit log says we wrote."""
    return frozenset(str(line.get("entry", "")) for line in audit.lines(places.audit, "flush")) - {""}
