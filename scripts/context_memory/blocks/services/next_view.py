"""Prepares the next view of a session ahead of time: capsules, header, restored files, receipt, archive.

Everything slow happens here, and nothing needs a model: a block that
was not compressed in time gets an extractive capsule.
"""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar

from ...compaction import recent_messages
from ...compaction.digest import continuation, fold, receipt, summary
from ...compaction.digest.condense import condense
from ...compaction.digest.values import Archived, SessionMemory
from ...compaction.files.session_records import memory_value, parsed_memory
from ...compaction.outcomes import Restoration
from ...compaction.services import restore
from ...compaction.services.restore import Restorer
from ...messages import Message
from ...settings.values import Settings
from ...storage import archive, message_pack
from ...storage.archive import Archive, Original
from ...storage.journal_reference import JournalLines
from ...storage.places import Places
from ...text import tokens
from ...text.json_text import parse_json
from ...text.secrets import redact
from ...text.tokens import Estimator
from ...tokens import budget
from ...tokens.budget import Budget
from ...transcripts import as_text
from .. import context, view
from ..compression import extractive, verify
from ..context import Header
from ..files.block_store import BlockStore, Known, Row
from ..files.journal import Journal
from ..values import Block, Capsule, CodecId, JournalEntry, ShownCapsule, Swap, Unchanged
from ..view import Candidate, Room
from .raw_tails import RawTail

HEADER_PERCENT = 50
"""Of the capsules' share of the budget, at most, for the structured state."""
SMALLEST_HEADER = 200  # tokens
BRIEF_PERCENT = 40
"""Of the capsules' share of the budget, at most, for what was said in evicted blocks."""
BRIEF_OF_RAW_PERCENT = 5
"""Of these blocks' own size, at most: less than their capsules took."""
SLACK_PERCENT = 10
"""Of the target, at most, for messages that come between preparing and swapping."""
MISSED_PERCENT = 30
"""Target of a capsule that nobody made in time, of the raw size."""
SMALLEST_CAPSULE = 200  # tokens; what is said in less is not worth shortening
SESSIONS_HELD = 8
"""Sessions whose structured state stays in this process: about a megabyte each."""
FOLDED_AT_ONCE = 40
"""Messages that are folded while somebody waits for a context: 20 ms at most."""
_CHAPTER = "chapter"
_ONE_BLOCK = "there are fewer than two blocks: the newest one stays raw"
_NO_PLACE = "no place between two blocks is outside a tool call"
_LATER = "swap again after further messages"
_ANY = 1 << 60
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Work:
    """The inputs for preparing a view."""

    journal: Journal
    known: Known
    current: Swap
    blocks: tuple[Block, ...]
    """Sealed blocks that are still raw."""
    raw: RawTail
    capsules: dict[str, Capsule]
    fixed: int
    """System text and tools beside the view, tokens."""
    budget: Budget
    """What they leave of the target."""

    @property
    def rest(self) -> RawTail:
        """Messages after the last sealed block."""
        return self.raw.since(self.blocks[-1].last + 1) if self.blocks else self.raw


class Newest(Generic[Value]):
    """A thread-safe cache of the newest values."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, Value] = {}

    def get(self, session: str) -> Value | None:
        """The value of a session; None if it is not cached."""
        with self._lock:
            return self._values.get(session)

    def put(self, session: str, value: Value) -> None:
        """Cache a value, and evict the oldest if there are too many."""
        with self._lock:
            self._values.pop(session, None)
            self._values[session] = value
            if len(self._values) > SESSIONS_HELD:
                del self._values[next(iter(self._values))]


class HeldMemories:
    """A cache of structured states; services of one workspace may share it."""

    def __init__(self) -> None:
        self.chapters: Newest[tuple[int, SessionMemory]] = Newest()
        self.newest: Newest[tuple[int, SessionMemory]] = Newest()
        """With the size of the journal, bytes, that it was folded from."""


class NextView:
    """Prepares views of one workspace."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        store: BlockStore,
        *,
        marks: Budget,
        restorer: Restorer,
        held: HeldMemories,
    ) -> None:
        self._places = places
        self._settings = settings
        self._store = store
        self._budget = marks
        self._restorer = restorer
        self._archive = Archive(places.archive)
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)
        self._held = held

    def prepared(self, journal: Journal, known: Known, current: Swap, raw: RawTail, now: datetime) -> Swap | Unchanged:
        """The next view, with all its data on disk; `thinking_until` is set by the swap."""
        if obstacle := self.obstacle(journal.session, current, raw):
            return obstacle
        blocks = tuple(self._store.blocks(journal.session, after=current.evicted + len(current.shown)))
        capsules = self._store.capsules(block.id for block in blocks)
        fixed = raw.fixed(current, self._estimator)
        work = Work(journal, known, current, blocks, raw, capsules, fixed, budget.budget_beside(self._budget, fixed))
        memory = self.memory(journal, known)
        restored = self._restore_files(memory, work.budget)
        count = self._count(work, restored.tokens)
        shown = self._shown(work, blocks[:count], memory.language, now)
        return self._assemble(work, memory, restored, shown, blocks[count - 1].last + 1)

    def obstacle(self, session: str, current: Swap, raw: RawTail) -> Unchanged | None:
        """Why no next view can be made now; None where it can."""
        blocks = self._store.blocks(session, after=current.evicted + len(current.shown))
        size = current.tokens + raw.tokens(current, self._estimator)
        if not blocks or blocks[0].last == raw.rows[-1].seq:
            return Unchanged(view.NEED_TWO_BLOCKS, _ONE_BLOCK, size, _LATER)
        if not self._places_to_cut(blocks, raw):
            return Unchanged("groups", _NO_PLACE, size, _LATER, is_refusal=True)
        return None

    def _places_to_cut(self, blocks: Sequence[Block], raw: RawTail) -> list[int]:
        """How many of the blocks may leave the raw part."""
        ends = [raw.until(block.last) for block in blocks]
        return view.kept_cuts(raw.messages, ends, self._settings.keep_messages)

    def _assemble(
        self, work: Work, memory: SessionMemory, restored: Restoration, shown: Sequence[ShownCapsule], tail_from: int
    ) -> Swap:
        entries = work.raw.since(tail_from).entries
        kept, originals = self._within_room(entries, work.budget)
        tail_text = as_text.text_of([message for _, message in kept])
        removed = work.raw.messages[: -len(entries)]
        pack = message_pack.packed(removed)
        archived = Archived(self._archive.handle_of(pack), work.current.tail_from - 1, len(removed))
        memory = memory._replace(archived=(*work.current.archived, archived), compactions=work.current.revision + 1)
        injected = redact.cleaned(restore.restored_block(restored)).rstrip("\n")  # it is journaled with the swap
        made = Swap(
            session=work.journal.session,
            revision=work.current.revision + 1,
            restored=injected,
            restored_files=tuple(file.path for file in restored.files),
            shown=tuple(shown),
            evicted=shown[0].number - 1,
            tail_from=tail_from,
            thinking_until=work.known.messages,
            replaced=tuple(
                (entry.seq, message) for entry, (is_cut, message) in zip(entries, kept, strict=True) if is_cut
            ),
            archived=memory.archived,
            fixed=work.fixed,
        )
        made = self._with_header(made, work, memory, tail_text)
        proof = receipt.verify(memory, view.prefix(made) + "\n" + tail_text, first_kept=tail_from - 1)
        self._archive_raw(pack, work.journal, work.raw.rows[: -len(entries)], originals)
        return replace(made, score=proof.score)

    def _with_header(self, made: Swap, work: Work, memory: SessionMemory, tail_text: str) -> Swap:
        """The view without the capsules that have no room, with a header that repeats none of those that do."""
        raw = work.raw.since(made.tail_from).tokens(made, self._estimator)
        room = self._header_room(work.budget)
        made = self._with_evictions(made, memory, raw + room, work.budget)
        told = f"{view.capsules(made.shown, made.gone)}\n{tail_text}"
        made = replace(made, header=self._header(memory, told, work.budget))
        return replace(made, tokens=self._estimator(view.prefix(made)))

    def _with_evictions(self, made: Swap, memory: SessionMemory, raw: int, marks: Budget) -> Swap:
        """The view without the oldest capsules that do not fit with `raw` tokens of messages, and its size."""
        cap = self._settings.evict_tokens
        while True:
            leaving = view.choose_evicted([each.tokens for each in made.shown], cap)
            made = replace(
                made,
                shown=made.shown[leaving.count :],
                evicted=made.evicted + leaving.count,
                warning=leaving.warning,
            )
            made = self.with_places_of_evicted(made, memory, marks)
            size = self._estimator(view.prefix(made))
            excess = size + raw - self._goal(marks)
            if excess <= 0 or len(made.shown) <= 1:
                return replace(made, tokens=size)
            cap = view.total_tokens([each.tokens for each in made.shown]) - excess

    def with_places_of_evicted(self, made: Swap, memory: SessionMemory, marks: Budget) -> Swap:
        """The view with the archive handles of its evicted blocks, and what was said there that is worth most."""
        if not made.evicted:
            return made
        blocks = self._store.blocks(made.session, until=made.evicted)
        gone = view.places_of(blocks, made.archived)
        spans = [span for span, _ in gone]
        raw = sum(each.tokens for each in blocks)
        room = min(marks.capsules * BRIEF_PERCENT // 100, raw * BRIEF_OF_RAW_PERCENT // 100)
        briefs = extractive.briefs(memory, spans, "\n".join(each.text for each in made.shown), budget=room)
        told = (replace(place, brief=brief) for (_, place), brief in zip(gone, briefs, strict=True))
        return replace(made, gone=tuple(told))

    def _count(self, work: Work, restored: int) -> int:
        """How many blocks to swap."""
        candidates = [
            Candidate(block.tokens, work.capsules[block.id].tokens if block.id in work.capsules else None)
            for block in work.blocks
        ]
        rest = sum(row.tokens for row in work.rest.rows)
        overflow = work.current.tokens + rest + sum(block.tokens for block in work.blocks) - self._goal(work.budget)
        sizes = [each.tokens for each in work.current.shown]
        wanted = view.count(candidates, sizes, rest, self._room(restored, work.budget), overflow)
        return view.nearest(wanted, self._places_to_cut(work.blocks, work.raw), len(work.blocks))

    def _room(self, restored: int, marks: Budget) -> Room:
        header, goal = self._header_room(marks), self._goal(marks)
        capsules = min(self._settings.evict_tokens, goal - marks.raw_window - header - restored)
        trigger = budget.raw_trigger(self._settings.policy)
        raw = min(marks.raw_window, trigger * view.RAW_LEFT_PERCENT // 100) if trigger else marks.raw_window
        return Room(goal, raw, header + restored, max(1, capsules))

    def _goal(self, marks: Budget) -> int:
        """Size to prepare for: the target less one block, so that the view is valid until the next one is sealed."""
        return marks.target - min(self._settings.block_tokens, marks.target * SLACK_PERCENT // 100)

    def _header_room(self, marks: Budget) -> int:
        share = marks.capsules * HEADER_PERCENT // 100
        return max(SMALLEST_HEADER, min(self._settings.summary_tokens, share))

    def _header(self, memory: SessionMemory, tail_text: str, marks: Budget) -> str:
        language = memory.language if self._settings.language == "auto" else self._settings.language
        opening = self._estimator(continuation.opening(language))
        rendered = summary.render(
            memory,
            budget=max(SMALLEST_HEADER // 2, self._header_room(marks) - opening),
            estimator=self._estimator,
            tail=tail_text,
            handle=memory.archived[-1].handle,
            language=language,
        )
        return continuation.compose(rendered.text, language)

    def _within_room(
        self, entries: Sequence[JournalEntry], marks: Budget
    ) -> tuple[list[tuple[bool, Message]], tuple[recent_messages.Original, ...]]:
        """The raw messages without thinking, long ones cut to fit; and whether each was cut."""
        bare = [recent_messages.without_thinking(entry.message) for entry in entries]
        kept = recent_messages.keep_within(
            bare,
            marks.raw_window,
            estimator=self._estimator,
            handle_of=self._archive.handle_of,
            trim_result=recent_messages.trim_to_room(self._settings),
        )
        return [(new != old, new) for old, new in zip(bare, kept.messages, strict=True)], kept.originals

    def _restore_files(self, memory: SessionMemory, marks: Budget) -> Restoration:
        """The files to restore within their share of the budget."""
        found = self._restorer.restore(memory.key_files, self._places)
        files = []
        left = marks.restore
        for file in found.files:
            left -= file.tokens
            if left >= 0:
                files.append(file)
        return Restoration(tuple(files))

    def _shown(self, work: Work, blocks: Sequence[Block], language: str, now: datetime) -> list[ShownCapsule]:
        """The capsules that fit, oldest first; blocks that would be evicted at once are not compressed."""
        shown: list[ShownCapsule] = []
        cap = min(self._settings.evict_tokens, work.budget.target)
        for block in reversed(blocks):
            capsule = work.capsules.get(block.id) or self._extract_capsule(work.journal, block, language, now)
            shown.insert(0, _shown(block, capsule))
            if view.total_tokens([each.tokens for each in shown]) > cap:
                return shown[min(1, len(shown) - 1) :]
        return [*work.current.shown, *shown]

    def _extract_capsule(self, journal: Journal, block: Block, language: str, now: datetime) -> Capsule:
        """An extractive capsule of the block; its raw text if that saves nothing."""
        messages = self._store.messages_of(journal, block)
        target = max(SMALLEST_CAPSULE, block.tokens * MISSED_PERCENT // 100)
        text = extractive.capsule(messages, target=target, language=language, estimator=self._estimator)
        codec = CodecId("extractive", version=extractive.VERSION)
        if not text or self._estimator(text) >= block.tokens * verify.WORTH_IT:
            text, codec = as_text.rendered(messages), CodecId("raw")
        size = self._estimator(text)
        made_at = now.isoformat(timespec="seconds")
        return self._store.keep(Capsule(block.id, codec, text, size, block.tokens, made_at=made_at))

    # -- structured state --------------------------------------------------------------------------

    def memory(self, journal: Journal, known: Known) -> SessionMemory:
        """The structured state of the session, computed chapter by chapter, so that the time does not matter."""
        session = journal.session
        held = self._held.newest.get(session)
        if held is not None and held[0] == known.size:
            return held[1]
        memory = self._to_last_chapter(journal, lambda: False)[0]
        memory = self._fold(journal, memory, known.messages)
        self._held.newest.put(session, (known.size, memory))
        return memory

    def fold_ahead(self, journal: Journal, is_over: Callable[[], bool]) -> bool:
        """Compute and keep finished chapters until `is_over`, one at least; whether `memory` has none left to do."""
        return self._to_last_chapter(journal, is_over)[1]

    def _to_last_chapter(self, journal: Journal, is_over: Callable[[], bool]) -> tuple[SessionMemory, bool]:
        """The state at the end of the newest finished chapter that was reached, and whether it is the last one."""
        session = journal.session
        chapters = view.chapters(self._store.blocks(session))
        number, memory = self._chapter(session, chapters[-1].number if chapters else 0)
        for last in [each for each in chapters if each.number > number]:
            number, memory = last.number, condense(self._fold(journal, memory, last.last))
            self._store.remember(session, _CHAPTER, number, json.dumps(memory_value(memory)))
            self._held.chapters.put(session, (number, memory))
            if is_over():
                return memory, last is chapters[-1]
        return memory, True

    def memory_at_hand(self, journal: Journal, known: Known) -> SessionMemory:
        """The state computed so far and a little more, to bound the wait; `memory` if that is all."""
        memory = self._chapter(journal.session, _ANY)[1]
        if memory.messages < known.messages:
            memory = self._fold(journal, memory, min(known.messages, memory.messages + FOLDED_AT_ONCE))
        return memory

    def _chapter(self, session: str, most: int) -> tuple[int, SessionMemory]:
        """The number of the newest chapter up to `most`, and the state at its end (cached)."""
        newest = self._store.remembered_number(session, _CHAPTER)
        if not 0 < newest <= most:
            return 0, SessionMemory()
        known = self._held.chapters.get(session)
        if known is None or known[0] != newest:
            kept = self._store.remembered(session, _CHAPTER, most=most)
            known = (kept[0], parsed_memory(parse_json(kept[1]))) if kept else (0, SessionMemory())
            self._held.chapters.put(session, known)
        return known

    def _fold(self, journal: Journal, memory: SessionMemory, last: int) -> SessionMemory:
        entries = self._store.entries(journal, memory.messages + 1, last)
        return fold.fold(memory, [entry.message for entry in entries])

    # -- effects -----------------------------------------------------------------------------------

    def _archive_raw(
        self, pack: bytes, journal: Journal, rows: Sequence[Row], originals: Sequence[recent_messages.Original]
    ) -> None:
        """Sync the journal, then archive: raw messages as byte ranges of it, and trimmed originals."""
        name = journal.session
        journal.sync()
        places = JournalLines(journal.path.name, [(row.offset, row.length) for row in rows])
        kept = [Original(each.content, kind="kept-message", title=each.title, session=name) for each in originals]
        kept.append(Original(pack, archive.MESSAGES_KIND, f"{len(rows)} swapped messages", name, places))
        self._archive.put_many(kept)


def _shown(block: Block, capsule: Capsule) -> ShownCapsule:
    return ShownCapsule(block.id, capsule.digest, capsule.text, capsule.tokens, block.tokens, block.time, block.number)


SIZES = (250, 1_000, 4_000)
"""Tokens. A room takes the largest that fits its share; a smaller room the first lines of the smallest."""
HEADERS_HELD = 64
"""Summaries of sessions that nobody prepared yet; each is a few thousand characters."""


class Summaries:
    """The summaries of one workspace."""

    def __init__(self, store: BlockStore, views: NextView, estimator: Estimator, language: str) -> None:
        self._store = store
        self._views = views
        self._estimator = estimator
        self._language = language
        self._first: dict[tuple[str, int], Header] = {}

    def make(self, journal: Journal, known: Known) -> None:
        """Render and store the summaries of all sizes; slow."""
        memory = self._views.memory(journal, known)
        for size in SIZES:
            if self._store.remembered_number(journal.session, _summary_name(size)) < memory.messages:
                made = context.header(memory, size, estimator=self._estimator, language=self._language)
                self._store.remember(journal.session, _summary_name(size), made.covered, made.text)

    def newest(self, journal: Journal, known: Known, current: Swap, room: context.Room) -> Header:
        """The newest summary that fits its share of the room; fast."""
        size = max((each for each in SIZES if each <= room.header_tokens), default=SIZES[0])
        kept = self._store.remembered(journal.session, _summary_name(size), most=known.messages)
        found = Header(kept[1], kept[0]) if kept else None
        if current.header and (found is None or found.covered < current.tail_from - 1):
            found = Header(current.header, current.tail_from - 1)
        return context.shortened(found or self._make_quickly(journal, known, size), room, estimator=self._estimator)

    def _make_quickly(self, journal: Journal, known: Known, size: int) -> Header:
        """Of what can be folded at once; once for each session and size."""
        key = (journal.session, size)
        if key not in self._first:
            memory = self._views.memory_at_hand(journal, known)
            self._first[key] = context.header(memory, size, estimator=self._estimator, language=self._language)
            if len(self._first) > HEADERS_HELD:
                del self._first[next(iter(self._first))]
        return self._first[key]


def _summary_name(size: int) -> str:
    return f"summary-{size}"
