"""Pointers: lines of MEMORY.md that name a file and the hash of its content.

    - src/app.py#L10-40 | entry point <!-- cm:1f0c2a9b7e44/9f8e7d6 -->

The comment has the first 12 digits of the SHA-256 of the target
(the lines of the range, or the whole file), the first 7 of the file's git
blob, and, once a check failed, `changed` or `vanished`. The line needs no
second file to be verified, so it survives being copied, synced or rewritten.
"""

import re
from dataclasses import dataclass, replace
from hashlib import sha1, sha256

from ..text.patterns import lazy_regex
from ..text.secrets.one_line import cut, one_line

MAX_LINE = 150  # characters, SPEC 1.2
MAX_HASHED = 256 * 1024 * 1024
"""Bytes hashed at most while looking for a moved range."""

_LINE = lazy_regex(
    r"^[-*] (?P<path>[^\s|](?:[^|]*?[^\s|])??)(?:#L(?P<first>\d{1,9})(?:-L?(?P<last>\d{1,9}))?)?"
    r"(?: \| (?P<purpose>.*?))?"
    r"(?: *<!-- cm:(?P<sha>[0-9a-f]{12})/(?P<blob>[0-9a-f]{7})(?: (?P<state>changed|vanished))? -->)?\s*$"
)
_UNSAFE = lazy_regex(r"[\x00-\x1f\x7f-\x9f\u2028\u2029%|<>#`\ud800-\udfff]|(?<=\])\(|!(?=\[)|^\s|\s$|\s(?=\s)")
_QUOTABLE = lazy_regex(
    r"\.(?:mdx?|rst|txt|pyi?|[cm]?[jt]sx?|go|rs|java|kt|rb|php|c|h|cc|[ch]pp|cs|swift|sh|sql|html?|css|vue|lua)$",
    re.IGNORECASE,
)
_PRIVATE = lazy_regex(r"(?:^|/)\.|secret|credential|passw|token|private", re.IGNORECASE)
_TARGET = lazy_regex(r"^(?P<path>.+?)(?:#L(?P<first>\d{1,9})(?:-L?(?P<last>\d{1,9}))?)?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Pointer:
    """The target of one line; `first` and `last` are 1-based lines, 0 for the whole file."""

    path: str
    first: int = 0
    last: int = 0
    purpose: str = ""
    sha: str = ""
    """First 12 hex digits of the content's SHA-256; empty while nobody has looked."""
    blob: str = ""
    state: str = ""
    """Empty, `changed` or `vanished`: what the last verification could not repair."""

    @property
    def target(self) -> str:
        """Path and range as people write them: `src/app.py#L10-40`."""
        return self.path + (f"#L{self.first}-{self.last}" if self.first else "")


@dataclass(frozen=True, slots=True)
class Fine:
    """The content is unchanged."""

    pointer: Pointer


@dataclass(frozen=True, slots=True)
class Repaired:
    """The same content is elsewhere now, or was never recorded: the pointer is updated."""

    pointer: Pointer
    now: Pointer

    @property
    def how(self) -> str:
        """`moved` (file), `shifted` (lines), `adopted` (was hand-written), `restored` (was stale) or `refreshed`."""
        if not self.pointer.sha:
            return "adopted"
        if self.now.path != self.pointer.path:
            return "moved"
        if self.now.first != self.pointer.first:
            return "shifted"
        return "restored" if self.pointer.state else "refreshed"


@dataclass(frozen=True, slots=True)
class Changed:
    """The file exists, but no longer contains the target."""

    pointer: Pointer


@dataclass(frozen=True, slots=True)
class Vanished:
    """The file is gone and nothing with the same content was found."""

    pointer: Pointer


Finding = Fine | Repaired | Changed | Vanished


def parse(line: str) -> Pointer | None:
    """The pointer on this line; None if it is not a pointer."""
    match = _LINE.match(line.strip("\r\n"))
    if match is None or (match["sha"] is None and match["purpose"] is None):
        return None
    first, last = _range(match["first"], match["last"])
    return Pointer(
        unquoted(match["path"]),
        first,
        last,
        match["purpose"] or "",
        match["sha"] or "",
        match["blob"] or "",
        match["state"] or "",
    )


def target(text: str) -> Pointer:
    """The pointer for `PATH`, `PATH#L10` or `PATH#L10-40`, without hashes."""
    match = _TARGET.match(text)
    if match is None:
        return Pointer(text)
    first, last = _range(match["first"], match["last"])
    return Pointer(match["path"], first, last)


def line(pointer: Pointer) -> str | None:
    """The pointer as one line of at most 150 characters; None if its path is too long for that."""
    where = quoted(pointer.path) + (f"#L{pointer.first}-{pointer.last}" if pointer.first else "")
    mark = (
        f" <!-- cm:{pointer.sha}/{pointer.blob}{' ' + pointer.state if pointer.state else ''} -->"
        if pointer.sha
        else ""
    )
    reserve = 0 if pointer.state or not pointer.sha else len(" vanished")
    room = MAX_LINE - len(f"- {where} | ") - len(mark) - reserve
    return None if room < len("…") else f"- {where} | {cut(one_line(pointer.purpose, MAX_LINE) or '-', room)}{mark}"


def full_line(pointer: Pointer) -> str:
    """The pointer as one line of any length, for files without a line limit."""
    return line(pointer) or f"- {quoted(pointer.path)} | {one_line(pointer.purpose, MAX_LINE) or '-'}"


def with_hashes(pointer: Pointer, content: bytes) -> Pointer | None:
    """The pointer with the hashes of this content; None if the file has no such lines."""
    sha = digest(content, pointer.first, pointer.last)
    return replace(pointer, sha=sha, blob=blob_of(content), state="") if sha else None


def purpose_of(path: str, content: bytes, first: int = 0) -> str:
    """The first meaningful line as a default purpose; empty unless it is prose or code.

    Settings are never quoted: their first line may be a password.
    """
    if not _QUOTABLE.search(path) or _PRIVATE.search(path):
        return ""
    lines = _lines(content[: 64 * 1024])[max(0, first - 1) :]
    for each in lines[:40]:
        try:
            words = each.decode("utf-8").removeprefix("\ufeff").strip().strip("#/*<!->\"' \t").strip()
        except UnicodeDecodeError:
            return ""
        if any(character.isalpha() for character in words) and not words.startswith(("usr/bin", "bin/")):
            return one_line(words, 60)
    return ""


def digest(content: bytes, first: int = 0, last: int = 0) -> str:
    """Hash of the whole content, or of its lines `first` to `last` without line ends; empty if they do not exist."""
    if not first:
        return sha256(content).hexdigest()[:12]
    lines = _lines(content)
    return _window(lines, first - 1, last) if last <= len(lines) else ""


def blob_of(content: bytes) -> str:
    """First 7 digits of the id that git gives to a file with this content."""
    return sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()[:7]


def find_in(pointer: Pointer, content: bytes) -> Pointer | None:
    """The pointer to the lines of this content that match the hash, nearest to the old position."""
    if not pointer.first:
        return replace(pointer, state="") if digest(content) == pointer.sha else None
    lines, height = _lines(content), pointer.last - pointer.first + 1
    if len(content) * height > MAX_HASHED:
        return None
    starts = [start for start in range(len(lines) - height + 1) if _window(lines, start, start + height) == pointer.sha]
    if not starts or not b"".join(lines[starts[0] : starts[0] + height]).strip():
        return None  # blank lines look the same everywhere: no proof
    start = min(starts, key=lambda each: abs(each + 1 - pointer.first))
    return replace(pointer, first=start + 1, last=start + height, blob=blob_of(content), state="")


def judge(pointer: Pointer, content: bytes | None, elsewhere: tuple[Pointer, ...] = ()) -> Finding:
    """The state of the pointer, from its file's `content` (None if it is gone) and other places with its content."""
    if content is None:
        return Repaired(pointer, elsewhere[0]) if len(elsewhere) == 1 else Vanished(pointer)
    if not pointer.sha:
        now = with_hashes(pointer, content)
        return Repaired(pointer, now) if now else Changed(pointer)
    if digest(content, pointer.first, pointer.last) == pointer.sha:
        fresh = replace(pointer, state="", blob=blob_of(content))
        return Fine(pointer) if fresh == pointer else Repaired(pointer, fresh)
    now = find_in(pointer, content)
    return Repaired(pointer, now) if now else Changed(pointer)


def after(finding: Finding) -> Pointer:
    """The pointer after the verification."""
    match finding:
        case Fine(pointer):
            return pointer
        case Repaired(now=now):
            return now
        case Changed(pointer):
            return replace(pointer, state="changed")
        case Vanished(pointer):
            return replace(pointer, state="vanished")


def is_stale(finding: Finding) -> bool:
    """Whether the pointer must not be trusted."""
    return isinstance(finding, Changed | Vanished)


def marked(text: str, findings: tuple[Finding, ...]) -> str:
    """MEMORY.md as it is injected: without hashes, stale pointers marked, moved pointers corrected."""
    judged = {finding.pointer: finding for finding in findings}
    return "".join(_render_for_prompt(line_text, judged) for line_text in re.split(r"(?<=\n)", text))


def quoted(path: str) -> str:
    """The path with everything that could be read as markup percent-encoded; `unquoted` gives it back."""
    return _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in _bytes_of(found[0])), path)


def _bytes_of(character: str) -> bytes:
    """UTF-8; half a surrogate pair that no file system made becomes U+FFFD."""
    try:
        return character.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return "\ufffd".encode()


def unquoted(path: str) -> str:
    """The path before `quoted`."""
    parts = re.split(r"((?:%[0-9A-F]{2})+)", path)
    decoded = (
        bytes.fromhex(p.replace("%", "")).decode("utf-8", "surrogateescape") if i % 2 else p
        for i, p in enumerate(parts)
    )
    return "".join(decoded)


def _render_for_prompt(line_text: str, judged: dict[Pointer, Finding]) -> str:
    pointer = parse(line_text)
    if pointer is None or not (pointer.sha or pointer in judged):
        return line_text
    now = after(judged[pointer]) if pointer in judged else pointer
    bare = (line(replace(now, sha="", blob="", state="")) or full_line(now)).removesuffix(" | -")
    warning = f" [stale: {now.state}, verify before use]" if now.state else ""
    ending = line_text[len(line_text.rstrip("\r\n")) :]
    return cut(bare, MAX_LINE - len(warning)) + warning + ending


def _range(first: str | None, last: str | None) -> tuple[int, int]:
    start = int(first or 0)
    return (start, max(start, int(last or first or 0))) if start else (0, 0)


def _lines(content: bytes) -> list[bytes]:
    return content.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n") if content else []


def _window(lines: list[bytes], start: int, end: int) -> str:
    return sha256(b"\n".join(lines[start:end])).hexdigest()[:12]
