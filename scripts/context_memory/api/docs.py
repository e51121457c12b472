"""Operations on single docs (list, show, pin, unpin, count), those of some sessions alone, and originals by handle."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import InputError, UnknownError
from ..storage.places import Places
from .values import Result
from .workspace import now_utc

if TYPE_CHECKING:
    from ..memory.docs import Found, Hit, MemoryDoc
    from ..memory.ports import Filter
    from ..memory.recall.services.recall import Recall, Search
    from ..memory.standing import AtStart as Told
    from ..settings.values import Settings
    from .memories import Memory


MOST_LISTED = 1_000
START_TOKENS = 800
"""Of what a session begins with: about 40 sentences, for less than a hundredth of a window."""
OnMemory = Callable[[Callable[["Memory"], Any]], Any]
"""Runs a job on a memory that no other thread uses meanwhile."""


@dataclass(frozen=True, slots=True)
class ListedDocs(Result):
    """Docs, newest first."""

    docs: tuple[dict[str, Any], ...]
    total: int
    """Before the limit."""


@dataclass(frozen=True, slots=True)
class Statement(Result):
    """What a person said in an earlier session, in their words."""

    id: str
    handle: str
    text: str
    created_at: str


@dataclass(frozen=True, slots=True)
class AtStart(Result):
    """What a new session begins with, each oldest first: of two that differ, the later one is true."""

    orders: tuple[Statement, ...]
    """Orders that say that they last, such as `always` and `from now on`."""
    others: tuple[Statement, ...]
    """What else was learnt from them: facts, and orders that may have been for one task."""
    more_orders: int
    """For which there was no room; recall finds them."""

    def first(self, limit: int | None) -> "AtStart":
        """At most so many statements, orders before others; None: all of them."""
        if limit is None:
            return self
        others = self.others[: max(0, limit - len(self.orders))]
        return AtStart(self.orders[:limit], others, self.more_orders + max(0, len(self.orders) - limit))


@dataclass(frozen=True, slots=True)
class DocResult(Result):
    """One doc with its standing."""

    doc: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OriginalPart(Result):
    """Lines of an original from the archive."""

    handle: str
    first: int
    last: int
    """The last line that `text` has to its end: the one before `first` if it holds a piece of a longer line."""
    lines: int
    """Of the whole original."""
    text: str
    next_first: int
    """The line to ask for next; 0 where the original ends."""
    next_offset: int
    """The characters of that line that were given already."""
    rest: str
    """The same in words for a model; empty where the original ends."""
    session: str
    """Where it was said; empty where the archive does not know."""
    kind: str


class Docs:
    """The docs of one workspace by handle. Thread-safe."""

    def __init__(self, on_memory: OnMemory, places: Places, settings: "Settings") -> None:
        self._on_memory = on_memory
        self._places = places
        self._settings = settings

    @staticmethod
    def warm() -> None:
        """Load and compile ahead of time what the first recall of a process needs; no file is touched."""
        from ..memory.assembly import warm_recall

        warm_recall()

    def load_embedder(self) -> None:
        """Load on a thread what compares meanings, if the settings name it; until then words are searched alone."""
        from ..memory.assembly import load_embedder

        load_embedder(self._settings)

    def index(self, most: int = 2_000) -> bool:
        """Index at most this many messages, best in the background; returns whether none is left.

        Messages are taken in by runs of 32: a smaller number takes one run in all the same, 0 or less none.
        """
        return bool(self._on_memory(lambda memory: memory.index(most)))

    def embed(self, texts: Sequence[str]) -> "tuple[str, list[list[float]]]":
        """The embedder's name, and the vector of each text; UnknownError if the settings name none."""
        from ..llm.ports import EmbedRequest
        from ..memory.assembly import embedder

        def embedded(memory: "Memory") -> "tuple[str, list[list[float]]]":
            chosen = embedder(memory.settings)
            if chosen is None:
                raise UnknownError("there is no active embedder", hint='set embedder = "offline"')
            return chosen.identity, [[float(each) for each in row] for row in chosen.embed(EmbedRequest(tuple(texts)))]

        found: tuple[str, list[list[float]]] = self._on_memory(embedded)
        return found

    def tidy(self) -> int:
        """`memory tidy`: merge, draft, fade, retier; nothing is deleted. Returns the number of steps."""
        from .assemble import learning

        def tidied(memory: "Memory") -> int:
            upkeep = learning.upkeep(memory.places, memory.settings, memory.store, memory.warn)
            now = now_utc()
            steps = upkeep.plan(now).steps
            if steps:
                upkeep.apply(steps, now)
            return len(steps)

        return int(self._on_memory(tidied))

    def list(
        self,
        *,
        scope: str = "",
        kind: str = "",
        limit: int = 200,
        forgotten: bool = False,
        own: bool = False,
        at_start: bool = False,
    ) -> ListedDocs:
        """Searchable docs, or the forgotten ones, newest first; `total` counts them before the limit.

        `own` leaves out pieces of files and messages, which are there because of their file. `at_start` lists what a
        new session begins with, in its order, with `told_as`: `order` or `said`.
        """
        from ..memory import json_values
        from ..memory.docs import scope_of
        from ..memory.ports import Filter
        from ..memory.standing import kind_asked

        scope = scope or (self._settings.scope if at_start else "")
        where = Filter(scope_of(scope) if scope else None, kind_asked(kind))

        def listed(memory: "Memory") -> ListedDocs:
            memory.freshen()
            now = now_utc()
            if at_start:
                told = self._told_at_start(memory, where, START_TOKENS)
                ways = [*(("order", doc) for doc in told.orders), *(("said", doc) for doc in told.others)]
                rows = (json_values.of_listed_doc(doc, now) | {"derived": False, "told_as": way} for way, doc in ways)
                return ListedDocs(tuple(rows)[:limit], len(ways))
            found = memory.store.select(where, forgotten=forgotten, own=own, limit=min(limit, MOST_LISTED))
            docs = tuple(json_values.of_listed_doc(doc, now) | {"derived": bool(doc.file)} for doc in found)
            return ListedDocs(docs, max(len(docs), memory.store.count(where, forgotten=forgotten, own=own)))

        result: ListedDocs = self._on_memory(listed)
        return result

    def at_start(self, most_tokens: int = START_TOKENS, *, scope: str = "") -> AtStart:
        """What people ordered or prefer for good and have not taken back, learnt from their own messages; and the rest.

        As many as `most_tokens` hold: orders first, pinned ones before the newest, then the newest of the others, then
        of what may last, which `list(kind="said")` has. `scope` is another one than that of the settings.
        """
        from ..memory.assembly import has_store, scope_of
        from ..memory.ports import Filter

        def found(memory: "Memory") -> AtStart:
            memory.store.refresh()
            told = self._told_at_start(memory, Filter(scope_of(self._settings, scope or None)), most_tokens)
            return AtStart(tuple(map(_statement, told.orders)), tuple(map(_statement, told.others)), told.more_orders)

        if not has_store(self._places, self._settings):  # to look for them makes no file
            return AtStart((), (), 0)
        result: AtStart = self._on_memory(found)
        return result

    @staticmethod
    def _told_at_start(memory: "Memory", where: "Filter", most_tokens: int) -> "Told":
        from ..memory.doc_history import takes_place
        from ..memory.docs import Kind
        from ..memory.standing import told_at_start

        unsure = memory.store.select(where._replace(kind=Kind.SAID), own=True, limit=MOST_LISTED)
        docs = memory.store.select(where, own=True, limit=MOST_LISTED)
        return told_at_start(docs, most_tokens, unsure, takes_place)

    def show(self, handle: str) -> DocResult:
        """One doc, also a forgotten one. Raises UnknownError if no doc has this handle."""
        from ..memory import json_values

        def shown(memory: "Memory") -> DocResult:
            memory.store.refresh()
            doc = memory.store.by_handle(handle.removeprefix("#"))
            return DocResult(json_values.of_listed_doc(doc, now_utc()) | {"derived": bool(doc.file)})

        result: DocResult = self._on_memory(shown)
        return result

    def pin(self, handle: str, *, pinned: bool = True) -> DocResult:
        """Pin a doc, so that it never fades, or let it fade again."""
        from ..memory import json_values
        from ..memory.services import remember

        def changed(memory: "Memory") -> DocResult:
            now = now_utc()
            memory.store.refresh()
            change = remember.pin(memory.store, handle.removeprefix("#"), now, pinned=pinned)
            return DocResult(json_values.of_doc(change.after, now))

        result: DocResult = self._on_memory(changed)
        return result

    def counts(self) -> dict[str, Any]:
        """The number of docs by tier, kind and scope."""

        def counted(memory: "Memory") -> dict[str, Any]:
            memory.freshen()
            counts = memory.store.counts()
            return {
                "total": sum(counts["tier"].values()),
                "by_tier": counts["tier"],
                "by_kind": counts["kind"],
                "by_scope": counts["scope"],
                "pinned": counts["state"]["pinned"],
                "forgotten": counts["state"]["forgotten"],
            }

        result: dict[str, Any] = self._on_memory(counted)
        return result


def _statement(doc: "MemoryDoc") -> Statement:
    from ..memory.docs import shown_id
    from ..memory.recall.recall_block import handle_of

    return Statement(shown_id(doc), handle_of(doc.id), doc.text, doc.created_at.isoformat())


MOST_LINES = 2_000
"""Of one answer; a whole log does not go into a context."""
MOST_CHARS = 200_000


class Originals:
    """Reads the archive of one workspace."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def read(
        self,
        handle: str,
        *,
        first: int = 1,
        last: int | None = None,
        offset: int = 0,
        allows: Callable[[str], bool] = lambda _: True,
    ) -> OriginalPart:
        """Lines `first` to `last` of an original without the first `offset` characters, at most 2,000 lines.

        Of whole lines it gives as many as 200,000 characters hold; of a longer line so many characters. Raises
        UnknownError if there is none, or none of a session that `allows` lets through.
        """
        from ..storage.archive import Archive

        archive = Archive(self._places.archive)
        name, _, _ = handle.partition("#")
        try:
            digest = archive.resolve(name)
        except InputError as error:
            raise UnknownError(str(error), hint=error.hint) from error
        known = [entry for entry in archive.entries() if entry.sha256 == digest and allows(entry.session)]
        if not known and not allows(""):
            raise UnknownError(f"there is no original {handle[:60]}", hint="the handle stands in a trimmed output")
        lines = archive.get(name).decode("utf-8", "replace").split("\n")
        if lines and not lines[-1]:
            lines.pop()
        if not 1 <= first <= max(1, len(lines)):
            raise InputError(f"{name} has no line {first}", hint=f"it has {len(lines):,}")
        asked = lines[first - 1 : min(first + MOST_LINES - 1, len(lines) if last is None else last)]
        if offset > (len(asked[0]) if asked else 0):
            raise InputError(f"line {first} of {name} has no character {offset:,}", hint="the offset is too large")
        text, whole = _within("\n".join(asked)[offset:], len(asked))
        end = first - 1 + whole
        next_first, next_offset = (
            (end + 1 if end < len(lines) else 0),
            (0 if whole or not asked else offset + len(text)),
        )
        rest = f"[lines {first} to {end} of {len(lines):,}; next: first {next_first}]" if next_first else ""
        if next_offset:
            given = f"characters {offset + 1:,} to {next_offset:,} of the {len(asked[0]):,} of line {first}"
            rest = f"[{given}; next: first {first}, offset {next_offset}]"
        return OriginalPart(
            handle=name,
            first=first,
            last=end,
            lines=len(lines),
            text=text,
            next_first=next_first,
            next_offset=next_offset,
            rest=rest,
            session=known[0].session if known else "",
            kind=known[0].kind if known else "",
        )


def is_of_session(session: str, patterns: Iterable[str]) -> bool:
    """Whether a session matches one of these names; `*` at the end matches any rest."""
    return any(session.startswith(each[:-1]) if each.endswith("*") else session == each for each in patterns)


def found_in_sessions(recall: "Recall", search: "Search", sessions: Sequence[str]) -> "Found":
    """Hits from these sessions, whatever the scope of turns, or from docs of the requested scope.

    Pieces of files are left out: they do not say which session wrote them.
    """
    from ..memory.recall.services.recall import MAX_HITS

    scope = search.where.scope
    wide = search._replace(limit=MAX_HITS)
    searches = [wide] if scope is None else [wide, wide._replace(where=search.where.in_any_scope)]
    answers = [recall.find(each) for each in searches]
    hits: dict[str, Hit] = {}
    for answer in answers:
        for hit in answer.hits:
            doc = hit.doc
            is_ours = is_of_session(doc.session, sessions) if doc.session else not doc.file
            if is_ours and (doc.session or scope in {None, doc.scope}):
                hits.setdefault(doc.id, hit)
    best = sorted(hits.values(), key=lambda hit: -hit.score)[: search.limit]
    return answers[0]._replace(hits=tuple(best))


def _within(text: str, lines: int) -> tuple[str, int]:
    """As many whole lines as an answer holds and their number; (a piece of the first, 0) where it is longer."""
    if len(text) <= MOST_CHARS:
        return text, lines
    end = text.rfind("\n", 0, MOST_CHARS + 1)
    return (text[:MOST_CHARS], 0) if end < 0 else (text[:end], text.count("\n", 0, end) + 1)
