"""workspace migrate: an overgrown MEMORY.md becomes small, and not one byte of it is lost."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.errors import InputError, NotReadyError, RefusedError
from context_memory.storage import markdown_sections, places, preimages
from context_memory.workspace import memory_md
from context_memory.workspace.services import migrate_index, scaffold
from context_memory.workspace.services.migrate_index import Fits, Migrated

SMALL = """# MEMORY.md - long-term memory

## Who I am
- An agent that sells books.

"""
FILLER = "".join(f"- Fact number {number} that somebody once thought worth keeping.\n" for number in range(40))
OVERGROWN = f"""---
owner: somebody
---
{SMALL}## Lessons
{FILLER}
### Detail
```
## not a header
```

Setext lessons
--------------
{FILLER}

## Lessons
- a second section of the same name

{FILLER}
## 经验总结
- 先备份，再删除
{FILLER}"""


def _write(folder: Path, content: bytes | str) -> Path:
    memory = folder / "MEMORY.md"
    memory.write_bytes(content if isinstance(content, bytes) else content.encode())
    return memory


def _migrate(folder: Path, **options: int) -> migrate_index.MigrationOutcome:
    return migrate_index.migrate(places.of_workspace(folder), **options)


def _assert_lossless(original: bytes, folder: Path, outcome: Migrated) -> None:
    """Put the moved files and what stayed together again, from disk, without asking the code that split them."""
    moved = {each.piece.number: (folder / each.path).read_bytes() for each in outcome.split.moved}
    after = (folder / "MEMORY.md").read_bytes()
    rebuilt, position = b"", 0
    for piece in outcome.split.pieces:
        content = moved.get(piece.number)
        if content is None:
            content = piece.text.encode("utf-8", "surrogateescape")
            position = after.index(content, position) + len(content)
        rebuilt += content
    assert rebuilt == original


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["", "no final newline"])
def test_every_byte_is_in_memory_md_or_in_a_moved_file(tmp_path: Path, newline: str, mark: str, end: str) -> None:
    original = (mark + (OVERGROWN + end).replace("\n", newline)).encode() + b" \xff\xfe"
    memory = _write(tmp_path, original)

    outcome = _migrate(tmp_path)

    assert isinstance(outcome, Migrated)
    _assert_lossless(original, tmp_path, outcome)
    assert memory_md.problems(preimages.read(memory)) == ()
    handle = outcome.preimage
    assert (tmp_path / ".context-memory" / "preimages" / handle[:2] / handle).read_bytes() == original


def test_a_migrated_memory_md_reads_like_this(tmp_path: Path, markdown_snapshot: SnapshotAssertion) -> None:
    memory = _write(tmp_path, OVERGROWN)

    _migrate(tmp_path)

    assert memory.read_text() == markdown_snapshot
    assert sorted(path.name for path in (tmp_path / "memories").iterdir()) == [
        "lessons-2.md",
        "lessons.md",
        "setext-lessons.md",
        "经验总结.md",
    ]


def test_every_pointer_of_a_migrated_memory_md_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write(tmp_path, OVERGROWN)

    assert main(["workspace", "migrate", "--workspace", str(tmp_path)]) == 0
    assert main(["workspace", "verify", "--workspace", str(tmp_path)]) == 0


def test_a_second_migration_has_nothing_to_do(tmp_path: Path) -> None:
    memory = _write(tmp_path, OVERGROWN)
    _migrate(tmp_path)
    before = memory.read_bytes()

    assert isinstance(_migrate(tmp_path), Fits)
    assert memory.read_bytes() == before


def test_small_sections_stay_where_they_are(tmp_path: Path) -> None:
    memory = _write(tmp_path, SMALL + f"## Big\n{FILLER}{FILLER}")

    _migrate(tmp_path)

    assert memory.read_text().startswith(SMALL)


def test_a_line_that_is_too_long_moves_its_section_even_when_the_budget_holds(tmp_path: Path) -> None:
    memory = _write(tmp_path, SMALL + "## Long\n- " + "x" * 200 + "\n")

    _migrate(tmp_path)

    assert "memories/long.md" in memory.read_text()
    assert memory_md.problems(memory.read_text()) == ()


def test_more_sections_than_pointers_fit_are_listed_in_a_file_of_their_own(tmp_path: Path) -> None:
    original = "# T\n" + "".join(
        f"## Section number {n} with a rather long title\n- {'words ' * 20}\n" for n in range(120)
    )
    memory = _write(tmp_path, original)

    outcome = _migrate(tmp_path)

    assert isinstance(outcome, Migrated)
    listed = (tmp_path / "memories" / "index.md").read_text()
    text = memory.read_text()
    assert memory_md.problems(text) == ()
    assert all(each.path in text or each.path in listed for each in outcome.split.moved)
    assert "- memories/index.md | " in text
    _assert_lossless(original.encode(), tmp_path, outcome)


def test_rules_and_persons_stay_longest_and_are_named_first(tmp_path: Path) -> None:
    """An agent that starts with MEMORY.md alone must still know whom it works for, and what it must never do."""
    about = "- Name: Mara, in Lisbon (UTC+0), writes at night and reads in the morning.\n" * 3
    rules = "- Never post to the shop's account, and ask before any mail leaves.\n" * 3
    many = "".join(
        f"## Week {number}\n- what was done then, told in a line or two of words.\n\n" for number in range(60)
    )
    long_rule = f"## 重要约定\n- {'先问再做，' * 40}\n\n"
    _write(
        tmp_path, f"# MEMORY\n\n{many}## About the user\n{about}\n## ⚠️ Critical\n{rules}\n{long_rule}## Diary\n{FILLER}"
    )

    outcome = _migrate(tmp_path)

    text = (tmp_path / "MEMORY.md").read_text()
    assert isinstance(outcome, Migrated)
    assert about in text
    assert rules in text
    assert outcome.split.listed
    named = [line for line in text.splitlines() if line.startswith("- memories/")]
    assert "重要约定" in named[1], "its line is too long to stay; named behind the list of the rest"
    assert memory_md.problems(text) == ()


def test_a_text_without_any_header_moves_as_a_whole(tmp_path: Path) -> None:
    memory = _write(tmp_path, FILLER * 3)

    _migrate(tmp_path)

    assert memory.read_text().startswith("# MEMORY INDEX\n\n## Recently Referenced Files\n")
    assert (tmp_path / "memories" / "notes.md").read_text() == FILLER * 3


def test_files_that_exist_are_never_overwritten(tmp_path: Path) -> None:
    _write(tmp_path, OVERGROWN)
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "lessons.md").write_text("mine\n")
    (tmp_path / "memories" / "setext-lessons.md").symlink_to(tmp_path / "elsewhere.md")

    _migrate(tmp_path)

    assert (tmp_path / "memories" / "lessons.md").read_text() == "mine\n"
    assert (tmp_path / "memories" / "lessons-2.md").exists()
    assert not (tmp_path / "elsewhere.md").exists()


def test_a_run_after_a_crash_uses_the_files_that_are_there(tmp_path: Path) -> None:
    original = _write(tmp_path, OVERGROWN).read_bytes()
    _migrate(tmp_path)
    names = sorted((tmp_path / "memories").iterdir())
    _write(tmp_path, original)  # as if the last write had not happened

    _migrate(tmp_path)

    assert sorted((tmp_path / "memories").iterdir()) == names


def test_names_that_our_own_files_have_are_not_taken(tmp_path: Path) -> None:
    _write(tmp_path, f"# T\n## Errors\n{FILLER}## Project\n{FILLER}## a/../../b\n{FILLER}")

    _migrate(tmp_path)

    assert sorted(path.name for path in (tmp_path / "memories").iterdir()) == ["a-b.md", "errors-2.md", "project-2.md"]


def test_the_managed_region_and_its_pointers_stay(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path)
    (tmp_path / "README.md").write_text("# Read me\n")
    scaffold.init(where, scaffold.Wishes(), datetime(2026, 1, 1, tzinfo=UTC))
    memory = tmp_path / "MEMORY.md"
    memory.write_text(memory.read_text() + f"\n## Mine\n{FILLER}{FILLER}")

    _migrate(tmp_path)
    text = memory.read_text()

    assert "- README.md | readme" in text
    assert "- memories/mine.md | Mine" in text
    assert text.count("context-memory:begin") == 1
    assert text.startswith("# MEMORY INDEX\n")


def test_a_dry_run_shows_the_diff_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    memory = _write(tmp_path, OVERGROWN)

    assert main(["workspace", "migrate", "--workspace", str(tmp_path), "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert main(["workspace", "migrate", "--workspace", str(tmp_path), "--dry-run", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)

    assert "--- a/MEMORY.md\n+++ b/MEMORY.md\n" in shown
    assert document["tokens_before"] > 800 >= document["tokens_after"]
    assert [path.name for path in tmp_path.iterdir()] == ["MEMORY.md"]
    assert memory.read_text() == OVERGROWN


def test_a_split_that_would_lose_a_byte_is_found_out() -> None:
    outline = markdown_sections.outline(OVERGROWN)
    split = migrate_index.split_index(outline, "en", lambda slug, _text: f"memories/{slug}.md")

    assert split is not None
    assert not migrate_index.is_lossless(OVERGROWN, split)  # two sections of one name in one file
    assert not migrate_index.is_lossless(OVERGROWN + "x", split)


def test_a_change_by_somebody_else_meanwhile_stops_the_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = _write(tmp_path, OVERGROWN)
    locked = preimages.files.locked

    def late(path: Path):  # type: ignore[no-untyped-def]
        memory.write_text(OVERGROWN + "- theirs\n")
        return locked(path)

    monkeypatch.setattr(preimages.files, "locked", late)

    with pytest.raises(RefusedError, match="changed by another program"):
        _migrate(tmp_path)
    assert memory.read_text() == OVERGROWN + "- theirs\n"


def test_without_memory_md_or_with_a_budget_too_small_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(NotReadyError):
        _migrate(tmp_path)
    assert main(["workspace", "migrate", "--workspace", str(tmp_path), "--max-tokens", "5"]) == 2
    region = "\n".join(memory_md.region_lines([f"- a line by hand {number} " + "x" * 99 for number in range(60)]))
    _write(tmp_path, f"# T\n{region}\n")
    with pytest.raises(InputError, match="no split"):
        _migrate(tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(
    parts=st.lists(
        st.sampled_from(
            [
                "# A\n",
                "## B\n",
                "## B\n",
                "### C\n",
                "```\n",
                "~~~\n",
                "Title\n===\n",
                "x\n---\n",
                "<!--\n",
                "-->\n",
                "> # q\n",
            ]
        )
        | st.sampled_from([FILLER, "- 事实" * 60 + "\n", "\r\n", "y" * 200 + "\n", "\ufeff", "no newline", "- a | b\n"])
        | st.text(max_size=40),
        max_size=25,
    )
)
def test_whatever_memory_md_holds_a_migration_loses_nothing_and_settles(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    original = "".join(parts).encode("utf-8", "surrogatepass")
    memory = _write(folder, original)

    outcome = _migrate(folder)

    assert memory_md.problems(preimages.read(memory)) == ()
    assert isinstance(_migrate(folder), Fits)
    if isinstance(outcome, Migrated):
        _assert_lossless(original, folder, outcome)
    else:
        assert memory.read_bytes() == original


def test_a_read_only_memory_md_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    memory = tmp_path / "MEMORY.md"
    memory.write_text(OVERGROWN, encoding="utf-8")
    memory.chmod(0o444)

    with pytest.raises(RefusedError, match="read-only"):
        migrate_index.migrate(places.of_workspace(tmp_path))

    assert not (tmp_path / "memories").exists()
    assert memory.read_text(encoding="utf-8") == OVERGROWN
