"""Damage of every kind to the database and the journal of the memory: said, set aside, built anew, nothing lost."""

import contextlib
import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from context_memory.cli.run import run

DOCS = 200
PIECES = 40
NOW = "2026-11-20T12:00:00Z"
COMMANDS = (
    ("recall", "harbour 3", "--now", NOW),
    ("remember", "a new fact about boats"),
    ("memory show", "D17"),
    ("memory pin", "D18"),
    ("forget", "D19"),
    ("forget", "--list"),
    ("memory status",),
    ("memory index",),
    ("memory promote", "--candidates"),
)

Damage = Callable[[Path], object]


def call(capsys: pytest.CaptureFixture[str], workspace: Path, name: str, *arguments: str) -> tuple[int, str, str]:
    where = ("--workspace", str(workspace))
    code = run(name, (*arguments, *where), program=f"{name}.py")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with docs, files and a database that is all in one file."""
    folder = tmp_path_factory.mktemp("sound")
    bullets = "".join(
        f"- lighthouse bullet {n} about port {n * 3}, as the old harbour master of this small town told all of us\n"
        for n in range(PIECES)
    )
    (folder / "MEMORY.md").write_text(f"# Memory\n\n{bullets}", encoding="utf-8")
    lines = [
        {"text": text_of(n) + f" word{n % 50}" * 20, "id": f"D{n}", "session": f"s{n // 40}", "seq": n % 40}
        for n in range(DOCS)
    ]
    batch = folder / "in.jsonl"
    batch.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    assert run("remember", ("--batch", str(batch), "--workspace", str(folder)), program="remember") == 0
    assert (
        run(
            "memory index",
            (
                "--workspace",
                str(folder),
            ),
            program="memory index",
        )
        == 0
    )
    with contextlib.closing(sqlite3.connect(database(folder))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def workspace(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CONTEXT_MEMORY_TRUSTED", str(tmp_path / "w"))  # a copy has no stamp of its own
    return Path(shutil.copytree(sound, tmp_path / "w"))


def text_of(number: int) -> str:
    return f"doc number {number} tells of harbour {number % 17} and crane {number * 7}"


def database(workspace: Path) -> Path:
    return workspace / ".context-memory" / "state.sqlite"


def journal(workspace: Path) -> Path:
    return workspace / ".context-memory" / "docs.jsonl"


def rows(workspace: Path, query: str) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(database(workspace))) as connection:
        return connection.execute(query).fetchall()


def assert_whole(workspace: Path) -> None:
    """Every doc and every piece is there, and no page or index has a fault."""
    told = dict(rows(workspace, "SELECT id, text FROM docs WHERE file = 0"))
    assert [n for n in range(DOCS) if not str(told.get(f"D{n}", "")).startswith(text_of(n))] == []
    assert rows(workspace, "SELECT count(*) FROM docs WHERE file <> 0") == [(PIECES,)]
    assert rows(workspace, "PRAGMA integrity_check") == [("ok",)]


# -- the database -----------------------------------------------------------------------------------


def over(place: float, data: bytes) -> Damage:
    """Bytes in place of others, at a share of the file."""

    def damage(workspace: Path) -> None:
        with database(workspace).open("r+b") as file:
            file.seek(int(place * database(workspace).stat().st_size))
            file.write(data)

    return damage


def cut(share: float) -> Damage:
    return lambda workspace: os.truncate(database(workspace), int(share * database(workspace).stat().st_size))


def sql(*statements: str) -> Damage:
    def damage(workspace: Path) -> None:
        with contextlib.closing(sqlite3.connect(database(workspace))) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    return damage


def instead(make: Callable[[Path], object]) -> Damage:
    """Something else in the place of the database."""

    def damage(workspace: Path) -> None:
        database(workspace).unlink()
        make(database(workspace))

    return damage


def beside(ending: str, make: Callable[[Path], object]) -> Damage:
    def damage(workspace: Path) -> None:
        path = database(workspace).with_name(f"state.sqlite{ending}")
        path.unlink(missing_ok=True)
        make(path)

    return damage


def full_folder(path: Path) -> None:
    path.mkdir()
    (path / "x").write_text("1")


_chance = random.Random(20_261_120)
AT_RANDOM = {
    f"{name}-{n}": over(_chance.random(), data)
    for n in range(7)
    for name, data in (
        ("bytes", _chance.randbytes(_chance.choice([1, 16, 100, 1_000, 4_096, 20_000]))),
        ("zeros", b"\0" * 4_096 * _chance.choice([1, 2, 8])),
    )
}
NAMED: dict[str, Damage] = {
    "header": over(0, b"SQLite format 9\0"),
    "page-size": lambda workspace: over(16 / database(workspace).stat().st_size, b"\x13\x37")(workspace),
    "schema": over(0.0001, _chance.randbytes(3_000)),
    "one-byte-left": lambda workspace: os.truncate(database(workspace), 1),
    "half-a-header": lambda workspace: os.truncate(database(workspace), 50),
    "third": cut(1 / 3),
    "half": cut(0.5),
    "last-page": cut(0.99),
    "empty": cut(0),
    "text": lambda workspace: database(workspace).write_text("no database, just words\n" * 300),
    "folder": instead(Path.mkdir),
    "full-folder": instead(full_folder),
    "dangling-link": instead(lambda path: path.symlink_to("/nowhere/at/all")),
    "pipe": instead(os.mkfifo),
    "another-schema": instead(lambda path: sql("CREATE TABLE docs (a)", "PRAGMA user_version = 2")(path.parent.parent)),
    "future-version": sql("PRAGMA user_version = 99"),
    "no-version": sql("PRAGMA user_version = 0"),
    "no-files": sql("DROP TABLE files"),
    "no-words": sql("DROP TABLE words"),
    "no-kind": sql("UPDATE docs SET kind = 'hologram', tier = 'top' WHERE row < 50"),
    "no-time": sql("UPDATE docs SET created_at = 1e300, accessed_at = -1e300 WHERE row % 3 = 0"),
    "no-place": sql("UPDATE facts SET value = 'soon' WHERE name = 'applied'"),
    "wrong-place": sql("UPDATE facts SET value = 1234 WHERE name = 'applied'"),
    "other-words": sql("UPDATE docs SET text = 'forged' WHERE id = 'D3'"),
    "wal-garbage": beside("-wal", lambda path: path.write_bytes(b"\x37\x7f\x06\x82" + bytes(range(256)) * 200)),
    "wal-folder": beside("-wal", Path.mkdir),
    "shm-garbage": beside("-shm", lambda path: path.write_bytes(bytes(range(256)) * 128)),
}
CASES = NAMED | AT_RANDOM


@pytest.mark.parametrize("name", CASES)
def test_whatever_happened_to_the_database_every_command_goes_on_and_nothing_is_lost(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Issue 5 section 4: a corrupt database is said, set aside and rebuilt from files."""
    number = list(CASES).index(name)
    pristine = workspace.with_name("pristine")
    CASES[name](workspace)
    workspace.rename(pristine)
    for command, *arguments in (COMMANDS[(number + step) % len(COMMANDS)] for step in (0, 3, 6)):
        shutil.copytree(pristine, workspace, symlinks=True, copy_function=_copied)

        code, _, err = call(capsys, workspace, command, *arguments)

        assert code == 0, err
        assert "Traceback" not in err
        aside = [each.name for each in database(workspace).parent.glob("state.sqlite.corrupt*")]
        assert bool(aside) == ("set aside as state.sqlite.corrupt" in err)
        code, _, err = call(capsys, workspace, "memory index", "--all")
        assert code == 0, err
        assert_whole(workspace)
        shutil.rmtree(workspace)


def _copied(source: str, target: str) -> None:
    if Path(source).is_fifo():
        os.mkfifo(target)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


@pytest.mark.parametrize("name", ["header", "half", "folder", "text", "no-words", "no-kind"])
def test_what_cannot_be_used_is_said_and_set_aside(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    CASES[name](workspace)

    code, out, err = call(capsys, workspace, "recall", "crane 21", "--json")

    assert code == 0
    assert "D3" in [hit["id"] for hit in json.loads(out)["hits"]]
    assert "set aside as state.sqlite.corrupt" in err
    assert "built anew" in err
    assert call(capsys, workspace, "recall", "crane 21")[2] == ""


def test_the_search_that_finds_the_damage_answers_from_files_too(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sql("DROP TABLE words")(workspace)

    _, out, _ = call(capsys, workspace, "recall", "lighthouse bullet 7", "--limit", "1")

    assert "MEMORY.md#L10" in out


def test_standard_input_that_is_used_up_is_never_half_remembered(
    workspace: Path,
    bare_script,  # type: ignore[no-untyped-def]
) -> None:
    sql("DROP TABLE speakers")(workspace)
    lines = '{"text": "a boat", "speaker": "Ines"}\n'

    first = bare_script("remember", "--batch", "-", "--workspace", str(workspace), stdin=lines)
    second = bare_script("remember", "--batch", "-", "--workspace", str(workspace), stdin=lines)

    assert (first.returncode, first.stdout) == (3, b"") or (first.returncode, second.returncode) == (0, 0)
    assert b"set aside" in first.stderr
    assert json.loads(second.stdout)["outcome"] in {"added", "refreshed"}
    assert rows(workspace, "SELECT count(*) FROM docs WHERE text = 'a boat'") == [(1,)]


# -- the journal ------------------------------------------------------------------------------------


def line_of(**changes: object) -> bytes:
    doc = {"id": "x", "scope": "agent:main", "kind": "fact", "text": "t", "tier": "working", "importance": 0.5}
    doc |= {"created_at": "2026-01-01T00:00:00+00:00"}
    return json.dumps({"put": doc | changes}).encode() + b"\n"


UNREADABLE = {
    "no-utf-8": b'{"put":{"id":"\xff\xfe"}}\n',
    "no-json": b"hello\n",
    "nulls": b"\0" * 5_000 + b"\n",
    "other-values": b'null\n5\n"x"\n[]\n{}\n{"put":null}\n{"put":[]}\n{"touch":null}\n',
    "a-future-event": b'{"vacuum":{"pages":7}}\n',
    "a-future-kind": line_of(kind="hologram"),
    "a-future-tier": line_of(tier="top"),
    "texts": line_of(text=5) + line_of(id=None) + line_of(scope={}) + line_of(session=[1]) + line_of(text="\ud800"),
    "numbers": line_of(importance="x") + line_of(seq=10**30) + line_of(access_count="z") + line_of(access_count=10**30),
    "times": line_of(created_at=5) + line_of(created_at="9999-99-99") + line_of(forgotten_at=7),
    "end-of-time": line_of(created_at="9999-12-31T23:59:59-14:00") + line_of(created_at="0001-01-01T00:00:00+14:00"),
    "touches": b'{"touch":{"at":"2026-01-01T00:00:00+00:00","counts":{"D1":99999999999999999999},"tiers":{}}}\n',
    "deep": b'{"put":' + b"[" * 200_000 + b"\n",
    "a-long-number": b'{"put":{"id":' + b"9" * 5_000 + b"}}\n",
    "giant": b'{"put":{"text":"' + b"a" * 40_000_000 + b'"}}\n',
}


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("is_new", [False, True], ids=["caught-up", "from-nothing"])
def test_d_13_an_unreadable_line_is_named_passed_over_and_kept(
    workspace: Path, capsys: pytest.CaptureFixture[str], name: str, is_new: bool
) -> None:
    """D-13: one corrupt line is skipped with its number, the rest ingested; what a newer version wrote stays."""
    data = UNREADABLE[name]
    with journal(workspace).open("ab") as file:
        file.write(data + line_of(id="after", text="the line after"))
    if is_new:
        database(workspace).unlink()

    code, _, err = call(capsys, workspace, "memory status")

    assert code == 0, err
    assert f"{data.count(10)} unreadable lines" in err
    assert f"line {DOCS + 1}" in err
    assert data in journal(workspace).read_bytes()
    assert call(capsys, workspace, "memory show", "after")[0] == 0
    call(capsys, workspace, "memory index", "--all")
    assert_whole(workspace)


@pytest.mark.parametrize("tail", [b'{"put":{"id":"x","sco', b"\0" * 5_000, b"a" * 20_000_000], ids=len)
def test_a_torn_last_line_is_closed_by_the_next_writer(
    workspace: Path, capsys: pytest.CaptureFixture[str], tail: bytes
) -> None:
    with journal(workspace).open("ab") as file:
        file.write(tail)

    assert call(capsys, workspace, "remember", "a boat", "--kind", "fact")[0] == 0

    database(workspace).unlink()
    assert "a boat" in call(capsys, workspace, "recall", "boat")[1]
    call(capsys, workspace, "memory index", "--all")
    assert_whole(workspace)


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_bytes(b""),
        lambda path: os.truncate(path, path.stat().st_size // 2),
        lambda path: path.write_bytes(path.read_bytes()[9_000:]),
        lambda path: path.write_bytes(bytes(range(256)) * 100),
    ],
    ids=["removed", "emptied", "cut", "beheaded", "overwritten"],
)
def test_a_journal_that_lost_lines_gets_them_back_from_the_database(
    workspace: Path, capsys: pytest.CaptureFixture[str], damage: Damage
) -> None:
    damage(journal(workspace))

    _, _, err = call(capsys, workspace, "recall", "crane 21")

    assert "written again from the database" in err
    database(workspace).unlink()
    call(capsys, workspace, "memory index", "--all")
    assert_whole(workspace)


def test_a_hole_in_the_journal_is_mended_by_the_check(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = journal(workspace).read_bytes()
    journal(workspace).write_bytes(data[:5_000] + b"\0" * 3_000 + data[8_000:])

    _, _, err = call(capsys, workspace, "memory index", "--all")

    assert "written again from the database" in err
    database(workspace).unlink()
    call(capsys, workspace, "memory index", "--all")
    assert_whole(workspace)


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("/etc/hostname")])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_journal_that_is_no_file_is_refused_at_once(
    workspace: Path, capsys: pytest.CaptureFixture[str], make: Damage, command: tuple[str, ...]
) -> None:
    journal(workspace).unlink()
    make(journal(workspace))

    code, _, err = call(capsys, workspace, *command)

    assert code == 3 or command[0] == "memory promote", err
    assert "docs.jsonl is" in err or command[0] == "memory promote"


@pytest.mark.parametrize("command", COMMANDS)
def test_journals_with_a_mark_of_byte_order_or_other_line_ends_are_read(
    workspace: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    data = journal(workspace).read_bytes()
    journal(workspace).write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    database(workspace).unlink()

    code, _, err = call(capsys, workspace, *command)

    assert code == 0, err
    assert "unreadable" not in err
