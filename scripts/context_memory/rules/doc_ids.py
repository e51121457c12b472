"""Ids that come from what a doc says: the same fact has the same id on every machine."""

import re
from hashlib import sha1

from ..model.doc_rows import DocRow
from ..model.docs import DEFAULT_SCOPE, Kind, MemoryDoc, Scope
from . import lexing

NAMESPACE = bytes.fromhex("6f0c8f0e5a345d0b9a550d7a4f6f3c11")
"""Of all ids of ours (RFC 9562, version 5)."""
_SIGN = re.compile("[.:,]")
_SIGNED = re.compile(r"[.:,](?:(?<!\d.)|(?!\d))", re.DOTALL)
_IN_NUMBER = re.compile(r"\d[.:,]\d")
_MARKS = "!?;\"'`()[]{}、。，；：？！“”‘’「」『』《》…·"
_DROPPED = dict.fromkeys(map(ord, _MARKS))
_DROPPED_ASCII = "".join(char for char in map(chr, range(128)) if char in _MARKS or char.isspace()).encode()


def normalised(text: str) -> str:
    """The text without spaces, case, width of characters and marks of punctuation; signs inside numbers stay."""
    if text.isascii():  # in bytes, ten times as fast
        folded = text.lower()
        kept, signs = (_SIGNED.sub("", folded), b"") if _IN_NUMBER.search(folded) else (folded, b".:,")
        return kept.encode().translate(None, _DROPPED_ASCII + signs).decode()
    folded = lexing.narrow(text).casefold()
    kept = _SIGNED.sub(" ", folded) if _SIGN.search(folded) else folded
    return "".join(kept.translate(_DROPPED).split())


def of_text(scope: Scope, kind: Kind, text: str) -> str:
    """Id of a doc that is known by its text."""
    return _uuid5(f"{scope}\0{kind}\0{normalised(text) or text.strip()}")


def of_turn(scope: Scope, session: str, seq: int, text: str) -> str:
    """Id of a turn, which is known by its place: two turns may say the same."""
    return _uuid5(f"{scope}\0turn\0{session}\0{seq}\0{normalised(text)}")


def of_message(session: str, seq: int, key: str, number: int) -> str:
    """Id of a piece of a journaled or archived message: its place and its hash, so that its form may improve."""
    return _uuid5(f"{session}\0message\0{seq}\0{key}\0{number}")


def of_given(scope: Scope, given: str) -> str:
    """Id of a doc whose id was given: a given id belongs to its scope, two scopes may use the same one."""
    return given if scope == DEFAULT_SCOPE else f"{given}@{scope}"


def shown(doc: MemoryDoc | DocRow) -> str:
    """The id of a doc as it was given."""
    return doc.id if doc.scope == DEFAULT_SCOPE else doc.id.removesuffix(f"@{doc.scope}")


def of_piece(path: str, text: str, number: int) -> str:
    """Id of a piece of a memory file; `number` counts equal pieces of the same file."""
    return _uuid5(f"{path}\0section\0{number}\0{normalised(text)}")


def scope_of(text: str | None) -> Scope:
    """A scope as people name it: `main` means `agent:main`, nothing means the default."""
    name = storable(text or "").strip()
    if not name:
        return DEFAULT_SCOPE
    return Scope(name if ":" in name else f"agent:{name}")


def storable(text: str) -> str:
    """The text with halves of surrogate pairs, which JSON allows and UTF-8 does not, as U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _uuid5(name: str) -> str:
    """A name-based UUID; what cannot be encoded counts as a question mark."""
    digest = bytearray(sha1(NAMESPACE + name.encode("utf-8", "replace"), usedforsecurity=False).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    text = digest.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
