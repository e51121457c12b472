"""Give files back after a compaction (L3): in order, capped, only from where the session works."""

from collections.abc import Sequence
from pathlib import Path

from ..disk import workspace
from ..disk.places import Places
from ..disk.workspace import Found, Unusable
from ..model.outcomes import NotRestored, Restoration, Restored
from ..model.settings import Settings
from ..rules import restore as rules
from ..rules.tokens import ESTIMATORS, Estimator, cjk


class Restorer:
    """Reads the files of one session again; writes nothing."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.restore_files
        self._cap = settings.restore_tokens
        self._estimator: Estimator = ESTIMATORS.get(settings.estimator, cjk)  # `api` cannot count piece by piece

    def restore(self, key_files: Sequence[str], places: Places, cwd: str = "") -> Restoration:
        """MEMORY.md, context.md and at most `restore_files` key files, and why others were passed over."""
        bases = workspace.folders(Path(cwd) if cwd else None, places.workspace)  # paths were written in cwd
        files: list[Restored] = []
        passed_over: list[NotRestored] = []
        seen: set[Path] = set()
        key_files_given = 0
        for path in rules.order(key_files):
            is_key_file = path not in rules.FIRST
            if is_key_file and key_files_given >= self._most:
                passed_over.append(NotRestored(path, f"after the {self._most} newest"))
                continue
            match self._found(path, bases if is_key_file else workspace.folders(places.workspace), seen):
                case NotRestored() as refused:
                    passed_over.append(refused)
                case Restored() as restored:
                    files.append(restored)
                    key_files_given += is_key_file
        return Restoration(tuple(files), tuple(passed_over))

    def _found(self, path: str, bases: Sequence[Path], seen: set[Path]) -> Restored | NotRestored:
        if rules.holds_secrets(path):
            return NotRestored(path, "its name says that it holds secrets")
        match workspace.find(path, bases, limit=self._cap * rules.BYTES_PER_TOKEN):
            case Unusable(reason):
                return NotRestored(path, reason)
            case Found(real=real) if real in seen:
                return NotRestored(path, "already given")
            case Found(real=real) if rules.holds_secrets(str(real)):
                return NotRestored(path, "its name says that it holds secrets")
            case Found(real, text, is_whole):
                seen.add(real)
                shown = rules.cut(text, path, self._cap, self._estimator, is_whole=is_whole)
                return Restored(path, shown, self._estimator(shown))
