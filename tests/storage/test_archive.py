import gzip
import json
import multiprocessing
import stat
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_memory.errors import InputError, RefusedError
from context_memory.storage.archive import Archive, Original


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive")


def object_of(archive: Archive, handle: str) -> Path:
    digest = archive.resolve(handle)
    return archive.root / digest[:2] / digest


@given(content=st.binary(max_size=300))
def test_any_bytes_come_back_exactly(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    root = tmp_path_factory.mktemp("archive")

    handle = Archive(root).put(content, kind="tool-result")

    assert Archive(root).get(handle) == content


def test_a_handle_shows_twelve_digits_of_the_hash(archive: Archive) -> None:
    handle = archive.put(b"abc", kind="text")

    assert handle == "cm:ba7816bf8f01"
    assert archive.get("ba7816bf8f01") == b"abc"
    assert archive.get("CM:BA7816".lower()) == b"abc"


def test_two_objects_that_share_twelve_digits_get_longer_handles(archive: Archive) -> None:
    first = archive.put(b"abc", kind="text")
    twin = object_of(archive, first).with_name(archive.resolve(first)[:20] + "0" * 44)
    twin.write_bytes(b"the twin")

    longer = archive.put(b"abc", kind="text")

    assert len(longer) > len(first)
    assert archive.get(longer) == b"abc"
    assert archive.get(first) == b"abc"  # the handle given out before the clash keeps its meaning
    with pytest.raises(InputError, match="means 2 originals"):
        archive.get(first[:-2])


def test_the_same_content_is_written_once(archive: Archive) -> None:
    first = archive.put(b"same", kind="text", title="a")
    before = object_of(archive, first).stat().st_mtime_ns

    second = archive.put(b"same", kind="text", title="a")

    assert first == second
    assert object_of(archive, first).stat().st_mtime_ns == before
    assert len(archive.index.read_text().splitlines()) == 1


def test_what_gets_shorter_is_kept_as_gzip_and_what_an_older_version_wrote_is_read(archive: Archive) -> None:
    long, old = b"the same line\n" * 1_000, b"another line\n" * 1_000
    handle = archive.put(long, kind="file")
    digest = sha256(old).hexdigest()
    (archive.root / digest[:2]).mkdir(exist_ok=True)
    (archive.root / digest[:2] / digest).write_bytes(old)

    kept = archive.root / sha256(long).hexdigest()[:2] / sha256(long).hexdigest()
    assert gzip.decompress(kept.read_bytes()) == long
    assert kept.stat().st_size * 10 < len(long)
    assert (archive.get(handle), archive.get(digest)) == (long, old)
    assert archive.put(old, kind="file") == "cm:" + digest[:12]
    assert {entry.size for entry in archive.entries()} == {len(long), len(old)}


def test_a_gzip_that_was_exchanged_is_refused(archive: Archive) -> None:
    handle = archive.put(b"the same line\n" * 1_000, kind="file")
    digest = archive.resolve(handle)
    (archive.root / digest[:2] / digest).write_bytes(gzip.compress(b"something else"))

    with pytest.raises(RefusedError, match="damaged"):
        archive.get(handle)


def test_files_are_private(archive: Archive) -> None:
    handle = archive.put(b"secret", kind="text")

    for path, mode in ((object_of(archive, handle), 0o600), (archive.index, 0o600), (archive.root, 0o700)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
    assert stat.S_IMODE(object_of(archive, handle).parent.stat().st_mode) == 0o700


def test_the_index_is_readable(archive: Archive) -> None:
    handle = archive.put("内容".encode(), kind="file", title="读取\nsrc/app.py", session="s1")

    line = archive.index.read_text(encoding="utf-8")

    assert "读取 src/app.py" in line
    assert json.loads(line)["handle"] == handle
    assert json.loads(line)["bytes"] == 6


def test_a_lost_index_is_rebuilt_from_the_objects(archive: Archive) -> None:
    handles = archive.put_many([Original(b"one", "text"), Original(b"two", "text")])
    archive.index.unlink()

    entries = archive.entries()

    assert {entry.handle for entry in entries} == set(handles)
    assert archive.index.exists()
    assert archive.entries() == entries


def test_a_torn_index_loses_no_object(archive: Archive) -> None:
    handles = archive.put_many([Original(b"one", "text", "first"), Original(b"two", "text", "second")])
    content = archive.index.read_bytes()
    archive.index.write_bytes(content[:-30])

    third = archive.put(b"three", kind="text", title="third")

    assert {entry.handle for entry in archive.entries()} == {*handles, third}
    assert {entry.title for entry in archive.entries()} == {"first", "", "third"}


@pytest.mark.parametrize(
    "junk", [b"[" * 20_000, b"null", b"17", b'{"handle": 3}', b"\xff\xfe", b'{"handle":"cm:x","sha256":5}']
)
def test_a_foreign_line_of_the_index_is_passed_over(archive: Archive, junk: bytes) -> None:
    handle = archive.put(b"one", kind="text")
    with archive.index.open("ab") as file:
        file.write(junk + b"\n")

    assert [entry.handle for entry in archive.entries()] == [handle]


def test_a_damaged_object_is_refused_and_repaired_by_archiving_again(archive: Archive) -> None:
    handle = archive.put(b"right", kind="text")
    damaged = object_of(archive, handle)
    damaged.write_bytes(b"wrong")

    with pytest.raises(RefusedError, match="does not match its hash"):
        archive.get(handle)
    names: list[str] = []
    assert list(archive.find("wrong", damaged=names)) == []
    archive.put(b"right", kind="text")

    assert names == [handle]
    assert archive.get(handle) == b"right"
    assert damaged.with_name(damaged.name + ".damaged").read_bytes() == b"wrong"


def test_an_unknown_handle_names_near_ones(archive: Archive) -> None:
    archive.put(b"abc", kind="text")

    with pytest.raises(InputError) as caught:
        archive.get("cm:ba7816bf8f02")

    assert "cm:ba7816bf8f01" in caught.value.hint


@pytest.mark.parametrize("handle", ["", "cm:", "cm:abc", "../../etc/passwd", "cm:zzzzzzzzzzzz", "cm:" + "a" * 65])
def test_what_is_no_handle_is_said(archive: Archive, handle: str) -> None:
    with pytest.raises(InputError):
        archive.get(handle)


def test_lines_are_counted_from_one_and_keep_their_ends(archive: Archive) -> None:
    handle = archive.put(b"a\r\nb\x0bb\n\nd", kind="text")

    assert archive.lines(handle, 1, 1) == b"a\r\n"
    assert archive.lines(handle, 2, 3) == b"b\x0bb\n\n"
    assert archive.lines(handle, 4, 99) == b"d"
    for first, last in ((5, 6), (0, 1), (3, 2)):
        with pytest.raises(InputError):
            archive.lines(handle, first, last)


def test_text_is_found_with_its_neighbours_newest_first(archive: Archive) -> None:
    old = archive.put(b"x\nneedle one\ny", kind="text")
    new = archive.put("针\nNeedle two".encode(), kind="file")

    found = list(archive.find("needle", ignore_case=True, context=1))

    assert [(each.handle, each.line, each.text) for each in found] == [(new, 2, "Needle two"), (old, 2, "needle one")]
    assert found[1].before == ("x",)
    assert found[1].after == ("y",)
    assert [each.handle for each in archive.find("针")] == [new]
    assert [each.handle for each in archive.find("eedle", kind="text")] == [old]


def test_reading_an_archive_that_is_not_there_creates_nothing(archive: Archive) -> None:
    assert archive.entries() == []
    assert list(archive.find("x")) == []

    assert not archive.root.exists()


def test_a_place_that_cannot_be_written_is_named(archive: Archive) -> None:
    archive.root.mkdir()
    (archive.root / "ba").write_text("in the way")

    with pytest.raises(InputError, match="is not a folder"):
        archive.put(b"abc", kind="text")

    assert archive.entries() == []


def test_many_originals_are_written_together(archive: Archive) -> None:
    contents = [f"part {number % 150}".encode() for number in range(200)]

    handles = archive.put_many(Original(content, "message") for content in contents)

    assert [archive.get(handle) for handle in handles] == contents
    assert len(archive.index.read_text().splitlines()) == 150
    assert archive.handle_of(b"part 7") == handles[7]


def _fill(root: Path, worker: int) -> None:
    archive = Archive(root)
    for number in range(15):
        archive.put(f"worker {worker} number {number}".encode(), kind="text")
        archive.put(f"shared {number}".encode(), kind="text")


def test_several_processes_write_at_once(archive: Archive) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_fill, args=(archive.root, worker)) for worker in range(3)]

    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(300)

    entries = archive.entries()
    assert all(worker.exitcode == 0 for worker in workers)
    assert len({entry.sha256 for entry in entries}) == 3 * 15 + 15
    assert all(archive.get(entry.handle) for entry in entries)
    assert all(json.loads(line) for line in archive.index.read_text().splitlines())
