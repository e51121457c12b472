"""Queries the history of the memory files (past versions, blame, bisect) and restores files from it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta, tzinfo

from ...errors import InputError
from ...storage import files, preimages
from ...storage.places import Places
from ...text.patterns import lazy_regex
from .. import timeline
from ..files import history_queue
from ..files.history_queue import Change
from ..files.history_repository import Repository
from ..files.memory_files import FOLDER
from ..timeline import Brought, Commit, Lost

AT_ONCE = 100
"""Changes taken into the repository by one stream."""
_COMMIT = lazy_regex(r"[0-9a-f]{4,40}")
_BACK = lazy_regex(r"(?:HEAD|now)(?:~(\d{1,6}))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Then:
    """The memory files as of one change: path and size in bytes."""

    commit: Commit
    files: dict[str, int]


@dataclass(frozen=True, slots=True)
class Bisected:
    """The changes that removed or altered a line, newest first, and where the text still is."""

    lost: tuple[Lost, ...]
    standing: tuple[tuple[str, int], ...]
    """Path and line from 1, in the files as they are."""


@dataclass(frozen=True, slots=True)
class Unrecorded:
    """Lines with a text that were added or removed since the last recorded change."""

    brought: tuple[tuple[str, int, str], ...]
    """Path, line from 1, text."""
    gone: tuple[tuple[str, str], ...]
    """Path and text."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A restored file; `preimage` is the handle of what it replaced, empty if there was no file."""

    path: str
    preimage: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Returning:
    """The result of a restore or of its dry run."""

    commit: Commit
    files: tuple[Returned, ...]
    grown: tuple[str, ...]
    """Dated notes that only grew since: they stay as they are."""
    newer: tuple[str, ...]
    """Files that did not exist then: they stay as they are."""


class TimeMachine:
    """The history of one workspace, with all queued changes committed."""

    def __init__(self, places: Places, zone: tzinfo | None = None) -> None:
        if places.workspace is None:
            raise InputError("the history of memory needs a workspace", hint="name its folder")
        self._places = places
        self._zone = zone
        self.problems: list[str] = []
        folder = history_queue.folder(places) / "repository"
        self._repository = Repository(folder, lambda: history_queue.locked(places))
        if self._repository.problem:
            self.problems.append(self._repository.problem)
            history_queue.forget_seen(places)
        if history_queue.is_waiting(places):
            with history_queue.locked(places):
                self._absorb()
        self.commits = self._repository.commits()
        """Every recorded change, newest first."""

    def resolve(self, word: str) -> Commit:
        """The change named by a commit id, `HEAD~N`, a day or a time: for a time, the newest before it."""
        if not self.commits:
            raise InputError("nothing is recorded yet", hint="the history begins with the next change of memory")
        if back := _BACK.fullmatch(word):
            number = int(back[1] or 0)
            if number < len(self.commits):
                return self.commits[number]
            raise InputError(f"the history has only {len(self.commits)} changes", hint="use a smaller number")
        if _COMMIT.fullmatch(word.lower()):
            found = [each for each in self.commits if each.id.startswith(word.lower())]
            if len(found) == 1:
                return found[0]
            if found:
                raise InputError(f"{word} means {len(found)} changes", hint="use more digits of the commit id")
        return self._at(self._moment(word))

    def then(self, word: str) -> Then:
        """All memory files as of a change."""
        commit = self.resolve(word)
        return Then(commit, self._repository.sizes(commit.id))

    def content(self, word: str, path: str) -> tuple[Commit, bytes]:
        """One file as of a change."""
        commit = self.resolve(word)
        tree = self._repository.tree(commit.id)
        name = path.removeprefix("./")
        if name not in tree:
            known = ", ".join(sorted(tree)[:8])
            raise InputError(f"{path} did not exist on {commit.time:%Y-%m-%d %H:%M}", hint=f"there were {known}")
        return commit, self._repository.contents([tree[name]])[tree[name]]

    def brought(self, text: str) -> tuple[Brought, ...]:
        """The change that added each recorded line with the text, and where the line is now."""
        wanted = timeline.needle(text)
        steps = self._repository.steps(timeline.pattern(text))
        text_of = _Texts(self._repository, {each for step in steps for _, *ids in step.files for each in ids})
        recorded, there = self._current(), self._current_files()
        brought = []
        for path, content in sorted(recorded.items()):
            found = list(timeline.brought(path, content, wanted, steps, text_of))
            moved = timeline.moved(content, there.get(path, "")) if found else {}
            brought += [replace(each, now=moved.get(each.line)) for each in found]
        return tuple(brought)

    def lost(self, text: str) -> Bisected:
        """The changes that removed or altered the text, and where it still is."""
        wanted = timeline.needle(text)
        steps = self._repository.steps(timeline.pattern(text))
        text_of = _Texts(self._repository, {each for step in steps for _, *ids in step.files for each in ids})
        standing = [
            (path, number)
            for path, content in sorted(self._current_files().items())
            for number, line in enumerate(content.splitlines(), 1)
            if timeline.holds(line, wanted)
        ]
        return Bisected(tuple(timeline.lost(wanted, steps, text_of)), tuple(standing))

    def unrecorded(self, text: str) -> Unrecorded:
        """Changes of the text since the last recorded change; looking records nothing."""
        wanted = timeline.needle(text)
        recorded, now = self._current(), history_queue.snapshot(self._places)
        brought: list[tuple[str, int, str]] = []
        gone: list[tuple[str, str]] = []
        for path in sorted({*now.contents, *(recorded.keys() - now.files.keys())}):
            lines = now.contents.get(path, b"").decode("utf-8", "replace").splitlines()
            before = [line for line in recorded.get(path, "").splitlines() if timeline.holds(line, wanted)]
            held = [(number, line) for number, line in enumerate(lines, 1) if timeline.holds(line, wanted)]
            brought += [(path, number, line.strip()) for number, line in held if line not in before]
            gone += [(path, line.strip()) for line in before if line not in lines]
        return Unrecorded(tuple(brought), tuple(gone))

    def go_back(self, word: str, path: str = "", *, dry_run: bool = False) -> Returning:
        """Restore one file or all of them; pre-images are stored first, nothing is deleted."""
        commit = self.resolve(word)
        tree = self._repository.tree(commit.id)
        wanted = {path.removeprefix("./"): self.content(commit.id, path)[1]} if path else self._all(tree)
        returned, grown = [], []
        for name, content in sorted(wanted.items()):
            after = content.decode("utf-8", "surrogateescape")
            file = preimages.workspace_file(self._places, name)
            before = preimages.read(file)
            if before == after and file.exists():
                continue
            if not path and name.startswith(f"{FOLDER}/") and before.startswith(after) and file.exists():
                grown.append(name)
                continue
            preimage = ""
            if not dry_run:
                edit = preimages.edit(file, self._places, _always(after))
                preimage = edit.preimage if isinstance(edit, preimages.Edited) else ""
            returned.append(Returned(name, preimage, before, after))
        newer = () if path else tuple(sorted(set(self._current()) - tree.keys()))
        return Returning(commit, tuple(returned), tuple(grown), newer)

    # -- what is behind it -------------------------------------------------------------------------

    def _absorb(self) -> None:
        """Commit the queued changes; unreadable ones are quarantined and reported."""
        batch: list[Change] = []
        taken = []
        for path, change in history_queue.waiting(self._places):
            if change is None:
                files.set_aside(path, ".damaged")
                self.problems.append(f"{path} cannot be read and was set aside: one change is missing in the history")
                continue
            batch.append(change)
            taken.append(path)
            if len(batch) == AT_ONCE:
                self._repository.absorb(batch)
                batch.clear()
        if batch:
            self._repository.absorb(batch)
        for path in taken:  # their contents are in the repository now
            files.remove(path)

    def _all(self, tree: dict[str, str]) -> dict[str, bytes]:
        contents = self._repository.contents(tree.values())
        return {name: contents[each] for name, each in tree.items()}

    def _current(self) -> dict[str, str]:
        """The newest recorded version of every file."""
        if not self.commits:
            return {}
        found = self._all(self._repository.tree(""))
        return {path: content.decode("utf-8", "replace") for path, content in found.items()}

    def _current_files(self) -> dict[str, str]:
        """The current memory files, recorded or not."""
        recorded, now = self._current(), history_queue.snapshot(self._places)
        fresh = {path: content.decode("utf-8", "replace") for path, content in now.contents.items()}
        return {path: fresh.get(path, recorded.get(path, "")) for path in now.files}

    def _moment(self, word: str) -> datetime:
        try:
            found = datetime.fromisoformat(word.strip())
        except ValueError as error:
            hint = "give a day (2026-11-20), a time (2026-11-20T14:30), HEAD~3 or the id of a commit"
            raise InputError(f"{word[:60]!r} is neither a change nor a time", hint=hint) from error
        if re.fullmatch(r"\d{4}-?\d{2}-?\d{2}", word.strip()):
            found = datetime.combine(found.date(), time()) + timedelta(days=1, microseconds=-1)
        if found.tzinfo:
            return found
        return found.replace(tzinfo=self._zone) if self._zone else found.astimezone()

    def _at(self, moment: datetime) -> Commit:
        for each in self.commits:
            if each.time <= moment:
                return each
        first = self.commits[-1]
        raise InputError(
            f"the history begins on {first.time:%Y-%m-%d %H:%M}, after {moment:%Y-%m-%d %H:%M}",
            hint=f"the oldest change is {first.id[:10]}",
        )


def _always(text: str) -> Callable[[str], str]:
    return lambda _before: text


class _Texts:
    """Texts of contents, read from the repository at once."""

    def __init__(self, repository: Repository, ids: set[str]) -> None:
        contents = repository.contents(sorted(ids))
        self._texts = {each: content.decode("utf-8", "replace") for each, content in contents.items()}

    def __call__(self, content_id: str) -> str:
        return self._texts.get(content_id, "")
