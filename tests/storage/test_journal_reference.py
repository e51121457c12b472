"""Originals that a journal holds too: kept as places in it, read back byte for byte, refused where it changed."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.errors import RefusedError
from context_memory.storage import journal_reference
from context_memory.storage.archive import MESSAGES_KIND, Archive, Original
from context_memory.storage.journal_reference import JournalLines

TEXTS = ["one", "两个 {} }\n{", 'a "quoted" \\ text', "x" * 3_000]


def journaled(state: Path, texts: list[str], *, name: str = "chat.jsonl") -> tuple[bytes, JournalLines]:
    """A journal with these texts, and the original that stands in it: the fields that both have side by side."""
    (state / "journal").mkdir(parents=True, exist_ok=True)
    data, content, places = b'{"type":"session"}\n', b"", []
    for number, text in enumerate(texts):
        own = json.dumps({"role": "user", "parts": [{"type": "text", "text": text}]}, ensure_ascii=False).encode()
        line = f'{{"type":"message","seq":{number},'.encode() + own[1:-1] + b',"model":"m"}\n'
        places.append((len(data), len(line)))
        data, content = data + line, content + own + b"\n"
    (state / "journal" / name).write_bytes(data)
    return content, JournalLines(name, places)


def kept(state: Path, content: bytes, lines: JournalLines) -> tuple[Archive, str, bytes]:
    """The archive, the handle, and the bytes of the object's file."""
    archive = Archive(state / "archive")
    (handle,) = archive.put_many([Original(content, MESSAGES_KIND, "messages", "chat", lines)])
    digest = archive.resolve(handle)
    return archive, handle, (archive.root / digest[:2] / digest).read_bytes()


def is_reference(stored: bytes) -> bool:
    plain = gzip.decompress(stored) if stored.startswith(b"\x1f\x8b") else stored
    return plain.startswith(journal_reference.MAGIC)


@given(texts=st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=60), min_size=1, max_size=8))
def test_whatever_the_journal_holds_comes_back_exactly(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    state = tmp_path_factory.mktemp("state")
    content, lines = journaled(state, texts)

    archive, handle, stored = kept(state, content, lines)

    assert is_reference(stored)
    assert archive.get(handle) == content
    assert [entry.size for entry in archive.entries()] == [len(content)]


def test_a_large_original_takes_next_to_nothing_and_is_still_found_after_the_journal_grew(tmp_path: Path) -> None:
    content, lines = journaled(tmp_path, TEXTS * 50)
    archive, handle, stored = kept(tmp_path, content, lines)

    with (tmp_path / "journal" / "chat.jsonl").open("ab") as file:
        file.write(b'{"type":"message","seq":999}\n{"torn')

    assert len(stored) < len(content) / 50
    assert archive.get(handle) == content
    assert archive.lines(handle, 2, 2) == content.splitlines(keepends=True)[1]
    assert [found.line for found in archive.find("两个")][:2] == [2, 6]


def test_what_the_journal_does_not_hold_is_kept_whole(tmp_path: Path) -> None:
    content, lines = journaled(tmp_path, TEXTS)
    for other in (content.replace(b"one", b"two"), content + b"{}\n", content[:-1]):
        archive, handle, stored = kept(tmp_path, other, lines)

        assert not is_reference(stored)
        assert archive.get(handle) == other
    missing = JournalLines("other.jsonl", lines.places)
    archive, handle, stored = kept(tmp_path, content, missing)
    assert (is_reference(stored), archive.get(handle)) == (False, content)


def test_a_changed_or_lost_journal_is_named_and_archiving_again_repairs_it(tmp_path: Path) -> None:
    content, lines = journaled(tmp_path, TEXTS)
    archive, handle, _ = kept(tmp_path, content, lines)
    journal = tmp_path / "journal" / "chat.jsonl"
    before = journal.read_bytes()

    journal.write_bytes(before.replace(b"one", b"two"))
    with pytest.raises(RefusedError, match=r"chat\.jsonl does not match"):
        archive.get(handle)
    journal.unlink()
    with pytest.raises(RefusedError, match=r"chat\.jsonl does not match"):
        archive.get(handle)

    assert archive.put(content, kind=MESSAGES_KIND) == handle
    assert archive.get(handle) == content


def test_a_reference_reads_no_other_file(tmp_path: Path) -> None:
    """The workspace may come from somebody else: what a reference names is a journal of this state folder, no link."""
    content, lines = journaled(tmp_path, ["secret"])
    outside = tmp_path / "outside.jsonl"
    outside.write_bytes((tmp_path / "journal" / "chat.jsonl").read_bytes())
    (tmp_path / "journal" / "link.jsonl").symlink_to(outside)
    (place, length) = lines.places[0]
    archive = Archive(tmp_path / "archive")
    handle = archive.put(content, kind=MESSAGES_KIND)
    digest = archive.resolve(handle)

    for name in ("../outside.jsonl", str(outside), "link.jsonl", "/etc/passwd", ".hidden.jsonl", 7):
        fields = {"journal": name, "ranges": [[place, length]]}
        planted = journal_reference.MAGIC + json.dumps(fields).encode()
        (archive.root / digest[:2] / digest).write_bytes(planted)
        with pytest.raises(RefusedError, match="damaged"):
            archive.get(handle)


@pytest.mark.parametrize(
    "ranges", [[[0, -1]], [[-5, 3]], [[0, 1 << 40]], [["0", 3]], [[0]], "no", [[0, 3, 4]], None, [[True, 3]]]
)
def test_a_reference_that_makes_no_sense_is_damaged(tmp_path: Path, ranges: object) -> None:
    journaled(tmp_path, ["text"])
    archive = Archive(tmp_path / "archive")
    handle = archive.put(b"content", kind="text")
    digest = archive.resolve(handle)
    fields = {"journal": "chat.jsonl", "ranges": ranges}
    planted = journal_reference.MAGIC + json.dumps(fields).encode()
    (archive.root / digest[:2] / digest).write_bytes(planted)

    with pytest.raises(RefusedError, match="damaged"):
        archive.get(handle)


def test_content_that_looks_like_a_reference_is_kept_as_it_is(tmp_path: Path) -> None:
    content, lines = journaled(tmp_path, ["text"])
    _, _, stored = kept(tmp_path, content, lines)
    archive = Archive(tmp_path / "archive")

    assert archive.get(archive.put(stored, kind="text")) == stored
