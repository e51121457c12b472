"""Take over what R-Memory left: conversations into the journal, texts into the archive, capsules where they still fit.

Its files stay as they are. Running it again adds nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ..disk import rmemory_files
from ..disk.archive import Archive, Original
from ..disk.block_store import BlockStore
from ..disk.places import Places
from ..model.blocks import Block, Capsule, CodecId, CompressRequest
from ..model.rmemory import RMemory
from ..model.session import Json, Message
from ..model.settings import Settings
from ..rules import capsule_check, redact, rmemory_blocks, rmemory_text, tokens
from ..rules.capsule_check import Accepted
from ..rules.rmemory_blocks import JOINT, OldBlock, Reader
from .ingester import Ingester

CODEC = "r-memory"


@dataclass(slots=True)
class Imported:
    """What was taken over."""

    sessions: int = 0
    messages: int = 0
    known: int = 0
    """Messages that were in the journal already."""
    archived: int = 0
    """Texts in the archive, raw blocks and capsules."""
    capsules: int = 0
    """Of its compressed blocks that stand for blocks of ours now."""
    altered: tuple[str, ...] = ()
    """Archived blocks whose text is no longer what their name says."""
    settings: dict[str, Json] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


class RMemoryImport:
    """Imports into one workspace."""

    def __init__(self, places: Places, settings: Settings, store: BlockStore, ingester: Ingester) -> None:
        self._archive = Archive(places.archive)
        self._settings = settings
        self._store = store
        self._ingester = ingester
        self._estimator = tokens.ESTIMATORS.get(settings.estimator, tokens.cjk)

    def run(self, folder: Path, now: datetime, *, dry_run: bool = False) -> Imported:
        """Everything in this folder."""
        found = rmemory_files.read(folder)
        by_session = rmemory_blocks.sessions(found)
        done = Imported(
            sessions=len(by_session),
            altered=tuple(name for name, text in found.raw.items() if rmemory_text.hash32(text) != name),
            settings=rmemory_blocks.settings_of(found.config),
            problems=found.problems,
        )
        originals = list(self._originals(found))
        done.archived = len(originals)
        if not dry_run and originals:
            self._archive.put_many(originals)
        for session, blocks in by_session.items():
            self._session(session, blocks, found, done, now, dry_run=dry_run)
        return done

    def _originals(self, found: RMemory) -> Iterable[Original]:
        for name, text in found.raw.items():
            yield Original(self._clean(text).encode("utf-8", "replace"), "r-memory-block", f"R-Memory block {name}")
        for name, block in found.cache.items():
            content = self._clean(block.compressed).encode("utf-8", "replace")
            yield Original(content, "r-memory-capsule", f"R-Memory capsule {name}")

    def _session(
        self, session: str, blocks: list[OldBlock], found: RMemory, done: Imported, now: datetime, *, dry_run: bool
    ) -> None:
        reader = Reader()
        by_id: dict[str, OldBlock] = {}
        sizes: dict[str, int] = {}
        messages: list[Message] = []
        for old in blocks:
            read = reader.messages(old)
            by_id.update({message.id: old for message in read})
            sizes[old.hash] = len(read)
            messages += read
        if dry_run:
            done.messages += len(messages)
            return
        taken = self._ingester.add(session, messages, now)
        done.messages += taken.accepted
        done.known += taken.duplicates
        journal = self._ingester.journal(session)
        model = str(found.config.get("compressionModel", ""))
        for block in taken.sealed:
            inside = self._store.messages_of(journal, block)
            done.capsules += self._capsule(block, inside, by_id, sizes, model, now)

    def _capsule(
        self,
        block: Block,
        messages: tuple[Message, ...],
        by_id: dict[str, OldBlock],
        sizes: dict[str, int],
        model: str,
        now: datetime,
    ) -> bool:
        """Its own compressed text for a block of ours that is made of whole blocks of its, if it passes our checks."""
        olds = list({by_id[m.id].hash: by_id[m.id] for m in messages if m.id in by_id}.values())
        whole = len(messages) == sum(sizes[old.hash] for old in olds)
        if not olds or not whole or not all(old.raw and old.compressed for old in olds):
            return False
        target = max(1, int(block.tokens * self._settings.compress_ratio))
        request = CompressRequest(block, messages, target)
        text = self._clean(JOINT.join(old.compressed for old in olds))
        verdict = capsule_check.check(request, text, estimator=self._estimator)
        if not isinstance(verdict, Accepted):
            return False
        codec = CodecId(CODEC, model or "unknown")
        capsule = Capsule(block.id, codec, verdict.text, verdict.tokens, block.tokens)
        self._store.keep(replace(capsule, made_at=now.isoformat(timespec="seconds")))
        return True

    def _clean(self, text: str) -> str:
        return redact.redact(text).text if self._settings.redact else text
