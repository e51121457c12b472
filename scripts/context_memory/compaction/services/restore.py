"""L3: give files back after a compaction: in order, capped, only from where the session works."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from datetime import datetime
from json import dumps
from pathlib import Path
from typing import NamedTuple

from ...errors import InputError
from ...messages import Session
from ...settings.values import Settings
from ...storage import files
from ...storage.archive import Archive
from ...storage.files import read_bytes
from ...storage.places import Places
from ...storage.stamps import STATE_FOLDER
from ...text.secrets import redact
from ...text.tokens import ESTIMATORS, Estimator, cjk
from ...transcripts import own_texts
from ...transcripts.own_texts import RESTORED_INTRODUCTION
from ...workspace.files import memory_files
from ...workspace.files.memory_files import SNAPSHOT, SNAPSHOT_TITLES
from ..outcomes import NotRestored, Restoration, Restored

UNREADABLE_SHARE = 10  # a text in which every tenth character is not UTF-8 is something else


class Found(NamedTuple):
    """The beginning of a text file."""

    real: Path
    """Where it lies, symlinks resolved: the same file under two names is one file."""
    text: str
    is_whole: bool


class Unusable(NamedTuple):
    """Why a file cannot be given."""

    reason: str


def usable_folders(*candidates: Path | None) -> tuple[Path, ...]:
    """Those folders that exist and may be read from; the root of the file system holds everything, so it is none."""
    usable = (folder for folder in candidates if folder is not None and folder.is_absolute() and folder.is_dir())
    return tuple(dict.fromkeys(folder for folder in usable if folder.resolve() != Path(folder.anchor)))


def find_confined(path: str, bases: Sequence[Path], *, limit: int) -> Found | Unusable:
    """The first `limit` bytes of a text file inside one of the folders; relative paths are tried in each."""
    if not path or "\0" in path:
        return Unusable("not a path")
    try:
        candidates = _candidates(path, bases)
        existing = next((each for each in candidates if each.exists() or each.is_symlink()), None)
        if existing is None:
            return Unusable("missing")
        real = existing.resolve()
        root = next((base.resolve() for base in bases if real.is_relative_to(base.resolve())), None)
        if root is None:
            return Unusable("outside the workspace")
        if STATE_FOLDER in map(str.casefold, real.relative_to(root).parts):  # what all sessions said, and every doc
            return Unusable("it lies in the state folder")
        return _text(real, root, limit)
    except InputError as error:
        return Unusable(str(error))
    except (OSError, RuntimeError, ValueError) as error:  # a name too long, a loop, no home, half a surrogate pair
        return Unusable(f"cannot be read: {error.strerror if isinstance(error, OSError) else error}")


def _candidates(path: str, bases: Sequence[Path]) -> tuple[Path, ...]:
    if path.startswith("~/"):
        return (Path.home() / path[2:],)
    return tuple(dict.fromkeys(base / path for base in bases))  # an absolute path stays itself


def _text(real: Path, root: Path, limit: int) -> Found | Unusable:
    data = read_bytes(real, limit=limit + 1, root=root)
    is_whole = len(data) <= limit
    if b"\0" in data:
        return Unusable("not a text file")
    text = getincrementaldecoder("utf-8")("replace").decode(data[:limit], final=is_whole)
    if text.count("\ufffd") * UNREADABLE_SHARE > len(text):
        return Unusable("not UTF-8 text")
    if not text.strip():
        return Unusable("empty")
    return Found(real, text.removeprefix("\ufeff"), is_whole)


def _resolved(path: Path) -> Path:
    """The path without symlinks; as it is where one is swapped meanwhile."""
    try:
        return path.resolve()
    except OSError:
        return path


UNTRUSTED = "not from this machine, untrusted"
"""What stands beside a file of a workspace that somebody else made, as recall says it of docs."""
SNAPSHOT_KIND = "context"
"""What the archive calls a memories/context.md that a compaction replaced."""
FIRST = ("MEMORY.md", SNAPSHOT)
"""Files of the workspace that come before all key files (skill L3)."""

BYTES_PER_TOKEN = 16
"""No estimator reads more than four characters, and so sixteen bytes, into one token: enough to fill any cap."""


_SECRET_ENDINGS = frozenset({"pem", "key", "p12", "pfx", "keystore"})
_SECRET_FOLDERS = frozenset({".ssh", ".aws", ".gnupg", ".kube", ".azure"})
_SECRET_NAMES = frozenset({".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials"})
_SECRET_STEMS = frozenset({"credentials", ".credentials", "secrets", "auth-profiles"})
_DATA_ENDINGS = frozenset({"json", "yaml", "yml", "toml", "ini", "cfg"})


def reading_order(key_files: Sequence[str]) -> tuple[str, ...]:
    """The first files and then the key files, each once."""
    return tuple(dict.fromkeys((*FIRST, *key_files)))


def holds_secrets(path: str) -> bool:
    """Whether the name says that a file holds keys or passwords: such a file never goes into a context."""
    *folders, name = path.replace("\\", "/").lower().split("/")
    if name == ".env" or (name.startswith(".env.") and not name.endswith((".example", ".sample", ".template"))):
        return True
    stem, dot, ending = name.rpartition(".")
    stored = (stem if dot else name) in _SECRET_STEMS and (not dot or ending in _DATA_ENDINGS)
    return stored or name in _SECRET_NAMES or ending in _SECRET_ENDINGS or not _SECRET_FOLDERS.isdisjoint(folders)


def cut_to_cap(text: str, path: str, cap: int, estimator: Estimator, *, is_whole: bool = True) -> str:
    """The text, or its beginning up to a line end with a marker line, in at most `cap` tokens.

    `is_whole` is False when `text` is itself only the beginning of the file.
    """
    if is_whole and estimator(text) <= cap:
        return text
    marker = f"[cut here — full file at {path}]"
    if estimator(marker) > cap // 2:
        marker = "[cut here]"
    fits = _longest_head(text, marker, cap, estimator)
    at_line = text.rfind("\n", 0, fits + 1)
    end = at_line + 1 if at_line > 0 else fits
    return text[:end] + ("" if text[:end].endswith("\n") or not end else "\n") + marker


def _longest_head(text: str, marker: str, cap: int, estimator: Estimator) -> int:
    """Length of the longest beginning that fits together with the marker; longer never counts fewer tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimator(f"{text[:middle]}\n{marker}") <= cap:
            low = middle
        else:
            high = middle - 1
    return low


def restored_block(restoration: Restoration) -> str:
    """The restored files as one text for injection, each in a frame that its content cannot close."""
    framed = [_framed(file) for file in restoration.files]
    return "\n\n".join([RESTORED_INTRODUCTION, *framed]) + "\n" if framed else ""


def _framed(file: Restored) -> str:
    harmless = file.text.replace("</restored-file", "<\\/restored-file").rstrip("\n")
    note = "" if file.is_trusted else f' note="{UNTRUSTED}"'
    return f"<restored-file path={dumps(file.path, ensure_ascii=False)}{note}>\n{harmless}\n</restored-file>"


def _labelled(found: Sequence[Restored], places: Places) -> tuple[Restored, ...]:
    """The files, each marked where the workspace is a stranger's."""
    return tuple(each._replace(is_trusted=not places.is_foreign) for each in found)


Redact = Callable[[str], str]


class Restorer:
    """Reads the files of one session again; writes nothing."""

    def __init__(self, settings: Settings, *, may_read: bool = True) -> None:
        """Without `may_read` it gives no file."""
        self._may_read = may_read
        self._most = settings.restore_files
        self._cap = settings.restore_tokens
        self._redacts = settings.redact
        self._estimator: Estimator = ESTIMATORS.get(settings.estimator, cjk)  # `api` cannot count piece by piece

    def restore(
        self,
        key_files: Sequence[str],
        places: Places,
        cwd: str = "",
        *,
        is_named: bool = False,
        redact: Redact = redact.cleaned,
        written_now: Sequence[str] = (),
    ) -> Restoration:
        """MEMORY.md, context.md and at most `restore_files` key files, redacted, and why others were passed over.

        Paths were written in `cwd`. A transcript may claim any: it counts inside the workspace, or where the user
        named it (`is_named`). Files of the workspace that are `written_now` say nothing new.
        """
        if not self._may_read:
            return Restoration()
        plain = redact if self._redacts else str
        claimed = Path(cwd) if cwd and (is_named or _is_inside(cwd, places)) else None
        bases = usable_folders(claimed, places.workspace)
        given: list[Restored] = []
        passed_over: list[NotRestored] = []
        own = {_resolved(places.workspace / name) for name in written_now} if places.workspace else set()
        seen: set[Path] = set(own)
        key_files_given = 0
        for path in reading_order(key_files):
            if path in written_now:
                passed_over.append(NotRestored(path, "the summary says what it holds"))
                continue
            is_key_file = path not in FIRST
            if is_key_file and key_files_given >= self._most:
                passed_over.append(NotRestored(path, f"after the {self._most} newest"))
                continue
            match self._found(path, bases if is_key_file else usable_folders(places.workspace), seen, plain):
                case NotRestored() as refused:
                    if cwd and claimed is None and is_key_file:
                        why = f"{refused.reason}; the session worked in {cwd}: name it with --cwd to read there"
                        refused = NotRestored(path, why)
                    passed_over.append(refused)
                case Restored() as restored:
                    given.append(restored)
                    key_files_given += is_key_file
        return Restoration(_labelled(given, places), tuple(passed_over))

    def with_own_snapshot(self, restoration: Restoration, session: str, archive: Archive) -> Restoration:
        """With this session's last summary from the archive in place of the one of the session that came after it."""
        others = [each for each in restoration.files if each.path == SNAPSHOT]
        if not others:
            return restoration
        entries = [each for each in archive.entries() if (each.kind, each.session) == (SNAPSHOT_KIND, session)]
        own = [self._of_archive(archive, entries[-1].handle)] if entries else []
        at = restoration.files.index(others[0])
        rest = [each for each in restoration.files if each not in others]
        passed_over = NotRestored(SNAPSHOT, "it sums up another session")
        return Restoration((*rest[:at], *own, *rest[at:]), (*restoration.passed_over, passed_over))

    def _of_archive(self, archive: Archive, handle: str) -> Restored:
        text = archive.get(handle).decode("utf-8", "replace")
        plain = redact.cleaned(text) if self._redacts else text
        shown = cut_to_cap(plain, handle, self._cap, self._estimator)
        return Restored(handle, shown, self._estimator(shown))

    def _found(self, path: str, bases: Sequence[Path], seen: set[Path], plain: Redact) -> Restored | NotRestored:
        if holds_secrets(path):
            return NotRestored(path, "its name says that it holds secrets")
        match find_confined(path, bases, limit=self._cap * BYTES_PER_TOKEN):
            case Unusable(reason):
                return NotRestored(path, reason)
            case Found(real=real) if real in seen:
                return NotRestored(path, "already given")
            case Found(real=real) if holds_secrets(str(real)):
                return NotRestored(path, "its name says that it holds secrets")
            case Found(real, text, is_whole):
                seen.add(real)
                shown = cut_to_cap(plain(text), path, self._cap, self._estimator, is_whole=is_whole)
                return Restored(path, shown, self._estimator(shown))


def restore_session(
    session: Session | None,
    places: Places,
    settings: Settings,
    *,
    files: Sequence[str] = (),
    cwd: str = "",
    notes_at: datetime | None = None,
    without: Sequence[str] = (),
    session_id: str = "",
) -> Restoration:
    """The named files and those of the session, newest first; with `notes_at` the newest notes of that time too.

    Files of the workspace that are named in `without` are known to the model already. A summary is that of the session
    `session_id`, where it has one.
    """
    key_files, is_named = list(files), bool(cwd)
    if session is not None:
        from ..digest import evidence

        key_files += evidence.key_files_of(own_texts.without_own(session.messages))
        cwd = cwd or session.cwd
    restorer = Restorer(settings)
    restoration = restorer.restore(key_files, places, cwd, is_named=is_named, written_now=without)
    if session_id and places.workspace is not None:
        text = memory_files.read(places.workspace, SNAPSHOT) or ""
        if memory_files.is_of_another_session(text, session_id):
            restoration = restorer.with_own_snapshot(restoration, session_id, Archive(places.archive))
    if notes_at is None:
        return restoration
    from ..notes.services.notes import DAYS_BACK, Notes

    notes = Notes(places, settings).offered(notes_at)
    oldest = notes_at.timestamp() - DAYS_BACK * 86_400
    over = [each for each in restoration.files if each.path == SNAPSHOT and _is_over(each, places, notes, oldest)]
    given = [each for each in restoration.files if each not in over]
    passed_over = [NotRestored(each.path, "what it sums up went on, or is long ago") for each in over]
    return Restoration(_labelled((*given, *notes), places), (*restoration.passed_over, *passed_over))


def _is_over(snapshot: Restored, places: Places, notes: Sequence[Restored], oldest: float) -> bool:
    """Whether a compaction's summary no longer says where the work stands.

    Its note was written just before it: one that is newer was written when the session ended.
    """
    if places.workspace is None or not snapshot.text.startswith(tuple(SNAPSHOT_TITLES.values())):
        return False
    try:
        at, *later = ((places.workspace / each.path).stat().st_mtime for each in (snapshot, *notes))
    except OSError:
        return False
    return at < max(later, default=at) or at < oldest


def _is_inside(cwd: str, places: Places) -> bool:
    try:
        return places.workspace is not None and files.inside(Path(cwd), places.workspace)
    except ValueError:  # a NUL or half a surrogate pair in it
        return False
