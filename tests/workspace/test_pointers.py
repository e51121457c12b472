"""The index: pointers that are added, verified, repaired and marked; sections that are edited alone."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file

from context_memory.cli import main
from context_memory.errors import InputError, NotReadyError, RefusedError
from context_memory.storage import markdown_sections, places, preimages
from context_memory.storage.places import Places
from context_memory.text import markdown, tokens
from context_memory.workspace import memory_md, pointers
from context_memory.workspace.pointers import Pointer
from context_memory.workspace.services import memory_index, scaffold
from context_memory.workspace.services.memory_index import AlreadyThere, Request, SectionUpdated, apply_update

NOW = datetime(2026, 3, 5, 14, 30, tzinfo=UTC)
SECTION_CASES = read_fixture_file(Path(__file__).parent.parent / "cases" / "sections.md")
SOURCE = "".join(f"line {number}\n" for number in range(1, 41))


@pytest.fixture
def workspace(tmp_path: Path) -> Places:
    folder = tmp_path / "w"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "app.py").write_text(SOURCE)
    where = places.of_workspace(folder)
    scaffold.init(where, scaffold.Wishes(task="Fix it"), NOW)
    return where


def _folder(where: Places) -> Path:
    assert where.workspace is not None
    return where.workspace


def _memory(where: Places) -> Path:
    return _folder(where) / "MEMORY.md"


def _add(where: Places, *targets: str, purpose: str = "") -> memory_index.UpdateOutcome:
    wanted = tuple(replace(pointers.target(each), purpose=purpose) for each in targets)
    return memory_index.update(where, Request(additions=wanted), NOW)


def _pointers(where: Places) -> list[str]:
    outline = markdown_sections.outline(preimages.read(_memory(where)))
    return [pointer.target for pointer in memory_md.read(outline).pointers]


def _states(where: Places, *, dry_run: bool = False) -> dict[str, str]:
    found = memory_index.verify(where, NOW, dry_run=dry_run).findings
    return {each.pointer.target: type(each).__name__.lower() for each in found}


# -- the line ------------------------------------------------------------------------------------------


ESCAPED_BYTES = "".join(map(chr, range(0xDC80, 0xDD00)))  # how Python shows bytes of a name that are not UTF-8
names = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\0") | st.sampled_from(ESCAPED_BYTES),
    min_size=1,
    max_size=60,
)


@given(path=names, first=st.integers(0, 999), height=st.integers(0, 99), purpose=st.text(max_size=300))
def test_any_path_survives_its_line_and_the_line_keeps_its_limit(
    path: str, first: int, height: int, purpose: str
) -> None:
    pointer = Pointer(path, first, first + height if first else 0, purpose, "0123456789ab", "abcdef0")

    line = pointers.line(pointer)

    if line is not None:
        parsed = pointers.parse(line)
        assert parsed is not None
        assert (parsed.path, parsed.first, parsed.last, parsed.sha) == (path, pointer.first, pointer.last, pointer.sha)
        assert len(line) <= memory_md.MAX_LINE
        assert len(line.splitlines()) == 1
        assert line.count("<!--") == 1
        assert pointers.line(parsed) == line


@pytest.mark.parametrize("line", ["- plain fact", "text | with a bar", "", "## - x | y", "- [ ] todo"])
def test_lines_that_are_no_pointers_are_not_taken_for_one(line: str) -> None:
    assert pointers.parse(line) is None


def test_a_blob_is_what_git_calls_it(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"hello\n")

    git = subprocess.run(["git", "hash-object", str(tmp_path / "x")], capture_output=True, text=True, check=True)

    assert git.stdout.startswith(pointers.blob_of(b"hello\n"))


# -- update --------------------------------------------------------------------------------------------


def test_an_added_pointer_stands_first_with_hashes_and_purpose(workspace: Places) -> None:
    _add(workspace, "src/app.py#L10-12", purpose="the core")

    line = next(line for line in _memory(workspace).read_text().splitlines() if "#L10-12" in line)
    assert re.fullmatch(r"- src/app\.py#L10-12 \| the core <!-- cm:[0-9a-f]{12}/[0-9a-f]{7} -->", line)
    assert _pointers(workspace)[0] == "src/app.py#L10-12"


def test_adding_the_same_pointer_again_changes_nothing(workspace: Places) -> None:
    _add(workspace, "src/app.py#L10-12", purpose="the core")
    before = _memory(workspace).read_bytes()

    assert isinstance(_add(workspace, "src/app.py#L10-12"), memory_index.NothingToDo)
    assert _memory(workspace).read_bytes() == before


def test_a_pointer_without_a_purpose_takes_the_first_line_that_says_something(workspace: Places) -> None:
    (_folder(workspace) / "guide.md").write_text("\n# The guide\n")

    _add(workspace, "guide.md")

    assert "- guide.md | The guide <!--" in _memory(workspace).read_text()


@pytest.mark.parametrize("name", [".env", "config.toml", "secrets.md", "id_rsa.pem"])
def test_a_file_that_may_hold_a_password_is_not_quoted(workspace: Places, name: str) -> None:
    (_folder(workspace) / name).write_text("DB_PASS=correct horse\n")

    _add(workspace, name)

    assert f"- {name} | - <!--" in _memory(workspace).read_text()


def test_an_open_fence_at_the_end_of_memory_md_is_said_and_not_written_into(workspace: Places) -> None:
    memory = _memory(workspace)
    memory.write_text("# Mine\n```\nopen\n")

    with pytest.raises(RefusedError, match="open code fence"):
        _add(workspace, "src/app.py")
    assert memory.read_text() == "# Mine\n```\nopen\n"


def test_text_outside_the_region_stays_byte_for_byte(workspace: Places) -> None:
    memory = _memory(workspace)
    hand = b"\r\n## My own\r\n- a \xff fact\r\n\tcode  \r\n"
    memory.write_bytes(memory.read_bytes().replace(b"_Updated", b"_Changed") + hand)
    before = memory.read_bytes()

    _add(workspace, "src/app.py#L1-2")
    after = memory.read_bytes()

    def outside(content: bytes) -> tuple[bytes, bytes]:
        return content.split(b"<!-- context-memory:begin")[0], content.split(b"context-memory:end -->")[1]

    assert outside(after) == outside(before)
    assert after.endswith(hand)


def test_a_line_that_somebody_wrote_inside_the_region_is_kept_and_noticed(workspace: Places) -> None:
    memory = _memory(workspace)
    mark = "<!-- context-memory:end -->"
    memory.write_text(memory.read_text().replace(mark, f"- remember the milk\n- src/app.py | by hand\n{mark}"))

    outcome = _add(workspace, "src/app.py#L1-2")

    assert isinstance(outcome, memory_index.Updated)
    assert outcome.was_edited
    assert "- remember the milk\n- src/app.py | by hand\n" in memory.read_text()


def test_what_does_not_fit_moves_to_project_md_oldest_first_and_nothing_is_lost(workspace: Places) -> None:
    folder = _folder(workspace)
    targets = [f"src/module_number_{number}_with_a_long_name.py" for number in range(60)]
    for target in targets:
        (folder / target).write_text(f"# {target}\n")

    for start in range(0, 60, 10):
        _add(workspace, *targets[start : start + 10], purpose="a purpose of some length, as people write them")

    notes = (folder / "memories" / "project.md").read_text()
    assert memory_md.problems(_memory(workspace).read_text()) == ()
    assert _pointers(workspace)[:10] == targets[50:]
    assert all(target in _pointers(workspace) or f"- {target} | " in notes for target in targets)
    assert "src/module_number_0_" in notes


def test_a_path_too_long_for_a_line_goes_to_project_md(workspace: Places) -> None:
    folder = _folder(workspace)
    long = "/".join(["deep" * 10] * 4)
    (folder / long).parent.mkdir(parents=True)
    (folder / long).write_text("x\n")

    _add(workspace, long)

    assert long not in _pointers(workspace)
    assert f"- {long} | " in (folder / "memories" / "project.md").read_text()


def test_an_overgrown_memory_md_has_no_room_and_the_way_out_is_named(workspace: Places) -> None:
    memory = _memory(workspace)
    memory.write_text(memory.read_text() + "\n## Mine\n" + "- a long fact\n" * 400)
    before = memory.read_bytes()

    with pytest.raises(RefusedError) as refusal:
        _add(workspace, "src/app.py")

    assert "workspace migrate" in refusal.value.hint
    assert memory.read_bytes() == before


def test_the_task_is_cut_in_memory_md_and_whole_in_context_md(workspace: Places) -> None:
    task = "Rewrite the login page\n# with a heading\n```\nand an open fence"

    memory_index.update(workspace, Request(task=task), NOW)
    memory, context = _memory(workspace).read_text(), (_folder(workspace) / "memories" / "context.md").read_text()

    assert memory.count("| Status: in-progress |") == 1
    assert max(map(len, memory.splitlines())) <= memory_md.MAX_LINE
    assert context.endswith(
        "## Current task\n> Rewrite the login page\n> # with a heading\n> ```\n> and an open fence\n"
    )


def test_remove_and_prune_take_out_only_what_they_name(workspace: Places) -> None:
    folder = _folder(workspace)
    (folder / "gone.md").write_text("soon gone\n")
    _add(workspace, "src/app.py#L1-2", "src/app.py#L5-6", "gone.md", "memories/project.md")
    (folder / "gone.md").unlink()

    memory_index.update(workspace, Request(prune=True), NOW)
    pruned = _pointers(workspace)
    memory_index.update(workspace, Request(removals=(pointers.target("src/app.py#L5-6"),)), NOW)

    assert pruned[:3] == ["src/app.py#L1-2", "src/app.py#L5-6", "memories/project.md"]
    assert _pointers(workspace)[:2] == ["src/app.py#L1-2", "memories/project.md"]
    with pytest.raises(InputError, match="no pointer"):
        memory_index.update(workspace, Request(removals=(pointers.target("nowhere.py"),)), NOW)


@pytest.mark.parametrize(
    "target", ["../secret.txt", "/etc/hostname", "link", "src", "missing.py", "src/app.py#L40-41", "fifo"]
)
def test_a_pointer_to_something_else_than_a_file_of_the_workspace_is_refused(workspace: Places, target: str) -> None:
    folder = _folder(workspace)
    (folder.parent / "secret.txt").write_text("x")
    (folder / "link").symlink_to(folder.parent / "secret.txt")
    os.mkfifo(folder / "fifo")

    with pytest.raises((InputError, RefusedError)):
        _add(workspace, target)


@pytest.mark.parametrize("shape", ["./src/app.py", "src/../src/app.py", "{}/src/app.py"])
def test_every_spelling_of_a_path_is_the_same_pointer(
    workspace: Places, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _folder(workspace)
    monkeypatch.chdir(folder)
    where = places.of_workspace(Path())

    _add(where, shape.format(folder) + "#L2-3")
    assert _pointers(where) == ["src/app.py#L2-3"]
    memory_index.update(where, Request(removals=(pointers.target(shape.format(folder)),)), NOW)
    assert _pointers(where) == []


def test_a_dry_run_shows_the_diff_and_writes_nothing(workspace: Places, capsys: pytest.CaptureFixture[str]) -> None:
    before = _memory(workspace).read_bytes()

    code = main(
        [
            "workspace",
            "update",
            "--workspace",
            str(_folder(workspace)),
            "--add",
            "src/app.py#L3",
            "--purpose",
            "x",
            "--dry-run",
        ]
    )

    assert code == 0
    assert "+- src/app.py#L3-3 | x <!-- cm:" in capsys.readouterr().out
    assert _memory(workspace).read_bytes() == before


def test_the_old_bytes_are_kept_before_every_change(workspace: Places) -> None:
    before = _memory(workspace).read_bytes()

    outcome = _add(workspace, "src/app.py#L1-2")

    assert isinstance(outcome, memory_index.Updated)
    assert (workspace.state / "preimages" / outcome.preimage[:2] / outcome.preimage).read_bytes() == before


# -- under other hands ---------------------------------------------------------------------------------


def test_an_edit_between_read_and_write_is_seen_and_both_edits_stand(workspace: Places) -> None:
    memory = _memory(workspace)
    tries = []

    def change(text: str) -> str:
        tries.append(text)
        if len(tries) == 1:
            memory.write_text(text + "- theirs\n")
        return text + "- ours\n"

    preimages.edit(memory, workspace, change)

    assert len(tries) == 2
    assert memory.read_text().endswith("- theirs\n- ours\n")


def test_an_editor_that_never_rests_is_given_way_to(workspace: Places) -> None:
    memory = _memory(workspace)

    def change(text: str) -> str:
        memory.write_text(text + "- theirs\n")
        return text + "- ours\n"

    with pytest.raises(RefusedError, match="changed by another program"):
        preimages.edit(memory, workspace, change)
    assert "- ours" not in memory.read_text()
    assert memory.read_text().endswith("- theirs\n- theirs\n")


def test_processes_that_add_at_once_all_get_their_pointer(workspace: Places) -> None:
    folder = _folder(workspace)
    script = Path(__file__).parent.parent.parent / "scripts" / "context-memory.py"
    for number in range(4):
        (folder / f"file_{number}.md").write_text(f"# {number}\n")

    running = [
        subprocess.Popen(
            [
                sys.executable,
                str(script),
                "workspace",
                "update",
                "--workspace",
                str(folder),
                "--add",
                f"file_{number}.md",
            ],
            stdout=subprocess.DEVNULL,
        )
        for number in range(4)
    ]

    assert [process.wait(timeout=300) for process in running] == [0] * 4
    assert {f"file_{number}.md" for number in range(4)} <= set(_pointers(workspace))


def test_a_read_only_memory_md_is_respected(workspace: Places) -> None:
    _memory(workspace).chmod(0o444)

    with pytest.raises(RefusedError, match="read-only"):
        _add(workspace, "src/app.py#L1-2")


@pytest.mark.parametrize("command", ["workspace update", "workspace verify", "workspace migrate"])
def test_a_huge_memory_md_is_a_clear_error(workspace: Places, capsys: pytest.CaptureFixture[str], command: str) -> None:
    with _memory(workspace).open("r+b") as file:
        file.truncate(100 * 1024 * 1024)

    code = main(
        [
            *command.split(),
            "--workspace",
            str(_folder(workspace)),
            *(["--prune"] if command == "workspace update" else []),
        ]
    )

    assert code == 2
    assert "the limit is 2,097,152" in capsys.readouterr().err


@pytest.mark.parametrize("torn", ["no end", "two begins"])
def test_a_torn_region_is_named_and_left_alone(workspace: Places, torn: str) -> None:
    memory = _memory(workspace)
    text = memory.read_text()
    begin = next(line for line in text.splitlines() if "context-memory:begin" in line)
    memory.write_text(text.replace("<!-- context-memory:end -->\n", "") if torn == "no end" else f"{begin}\n{text}")
    before = memory.read_bytes()

    with pytest.raises(InputError, match="managed region"):
        _add(workspace, "src/app.py")
    assert memory.read_bytes() == before


def test_commands_without_a_memory_md_say_what_to_do_first(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path)

    with pytest.raises(NotReadyError, match="does not exist"):
        memory_index.verify(where, NOW)
    with pytest.raises(NotReadyError, match="does not exist"):
        _add(where, "x")
    assert list(tmp_path.iterdir()) == []


# -- verify --------------------------------------------------------------------------------------------


def test_a_fresh_index_is_fine_and_verifying_it_writes_nothing(workspace: Places) -> None:
    _add(workspace, "src/app.py#L10-12", "src/app.py")
    before = _memory(workspace).read_bytes()

    assert set(_states(workspace).values()) == {"fine"}
    assert _memory(workspace).read_bytes() == before


def test_lines_that_shifted_are_found_again(workspace: Places) -> None:
    _add(workspace, "src/app.py#L10-12")
    (_folder(workspace) / "src" / "app.py").write_text("new first line\nanother\n" + SOURCE)

    verified = memory_index.verify(workspace, NOW)

    assert [each.how for each in verified.findings if isinstance(each, pointers.Repaired)] == ["shifted"]
    assert "src/app.py#L12-14" in _pointers(workspace)
    assert verified.reported == ()


def test_a_change_of_line_ends_is_no_change_of_a_range(workspace: Places) -> None:
    _add(workspace, "src/app.py#L10-12")
    (_folder(workspace) / "src" / "app.py").write_bytes(SOURCE.replace("\n", "\r\n").encode())

    assert _states(workspace)["src/app.py#L10-12"] in {"fine", "repaired"}
    assert "src/app.py#L10-12" in _pointers(workspace)


@pytest.mark.parametrize("is_repository", [True, False])
def test_a_file_that_moved_is_followed(workspace: Places, is_repository: bool) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py", "src/app.py#L10-12")
    (folder / "lib").mkdir()
    (folder / "src" / "app.py").rename(folder / "lib" / "renamed.py")
    if is_repository:
        os.system(f"git init -q {folder} && git -C {folder} add -A")

    verified = memory_index.verify(workspace, NOW)

    assert [each.how for each in verified.findings if isinstance(each, pointers.Repaired)] == ["moved", "moved"]
    assert {"lib/renamed.py", "lib/renamed.py#L10-12"} <= set(_pointers(workspace))


def test_a_file_that_moved_and_changed_is_followed_by_its_range(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py#L10-12")
    (folder / "lib").mkdir()
    (folder / "src" / "app.py").unlink()
    (folder / "lib" / "app.py").write_text("# moved\n" + SOURCE)

    memory_index.verify(workspace, NOW)

    assert "lib/app.py#L11-13" in _pointers(workspace)


def test_two_possible_places_are_no_proof(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py")
    (folder / "src" / "app.py").rename(folder / "one.py")
    (folder / "two.py").write_text(SOURCE)

    assert _states(workspace)["src/app.py"] == "vanished"


def test_what_changed_is_marked_and_reported_once(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py#L10-12")
    (folder / "src" / "app.py").write_text(SOURCE.replace("line 11", "line eleven"))

    first, second = memory_index.verify(workspace, NOW), memory_index.verify(workspace, NOW.replace(day=6))

    assert len(first.stale) == len(second.stale) == 1
    assert first.reported == ("StalePointer: src/app.py — app.py#L10-12 changed since MEMORY.md named it",)
    assert second.reported == ()
    assert " changed -->" in _memory(workspace).read_text()
    assert (folder / "memories" / "errors.md").read_text().count("StalePointer") == 1


def test_what_vanished_is_reported_so_that_check_action_refuses_it(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py")
    (folder / "src" / "app.py").unlink()

    code = main(["workspace", "verify", "--workspace", str(folder)])

    assert code == 3
    assert "2026" in (folder / "memories" / "errors.md").read_text()
    assert main(["check", "--workspace", str(folder), "--path", "src/app.py"]) == 3


def test_a_report_speaks_the_language_of_memory_md_and_is_understood(tmp_path: Path) -> None:
    where = places.of_workspace(tmp_path)
    (tmp_path / "旧.md").write_text("# 旧\n")
    scaffold.init(where, scaffold.Wishes(language="zh"), NOW)
    _add(where, "旧.md")
    (tmp_path / "旧.md").unlink()

    reported = memory_index.verify(where, NOW).reported

    assert reported == ("FileNotFound: 旧.md — MEMORY.md 指向它，没有找到内容相同的文件",)
    assert main(["check", "--workspace", str(tmp_path), "--command", "cat 旧.md"]) == 3


def test_verify_runs_without_any_installed_package(bare_script, workspace: Places) -> None:  # type: ignore[no-untyped-def]
    folder = _folder(workspace)
    _add(workspace, "src/app.py#L10-12")
    (folder / "src" / "app.py").write_text("shifted\n" + SOURCE)

    done = bare_script("workspace verify", "--workspace", str(folder))

    assert (done.returncode, done.stderr) == (0, b"")
    assert "src/app.py#L11-13" in _pointers(workspace)


def test_a_stale_pointer_that_is_true_again_loses_its_mark(workspace: Places) -> None:
    source = _folder(workspace) / "src" / "app.py"
    _add(workspace, "src/app.py")
    source.write_text("other")
    memory_index.verify(workspace, NOW)
    source.write_text(SOURCE)

    verified = memory_index.verify(workspace, NOW)

    assert verified.stale == ()
    assert " changed -->" not in _memory(workspace).read_text()


def test_a_memory_file_may_change_and_its_pointer_keeps_up(workspace: Places) -> None:
    _add(workspace, "memories/decisions.md")
    apply_update("memories/decisions.md", "2026-03-05", "- why", workspace)

    verified = memory_index.verify(workspace, NOW)

    assert [each.how for each in verified.findings if isinstance(each, pointers.Repaired)] == ["refreshed"]
    assert set(_states(workspace).values()) == {"fine"}


def test_a_hand_written_pointer_is_adopted(workspace: Places) -> None:
    memory = _memory(workspace)
    mark = "<!-- context-memory:end -->"
    memory.write_text(memory.read_text().replace(mark, f"- src/app.py#L3-4 | by hand\n{mark}"))

    memory_index.verify(workspace, NOW)

    assert re.search(r"- src/app\.py#L3-4 \| by hand <!-- cm:", memory.read_text())


def test_a_dry_run_of_verify_writes_nothing(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py")
    (folder / "src" / "app.py").unlink()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert _states(workspace, dry_run=True)["src/app.py"] == "vanished"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_what_is_injected_has_no_hashes_and_says_what_is_stale(workspace: Places) -> None:
    folder = _folder(workspace)
    (folder / "b.md").write_text("# B\n")
    _add(workspace, "src/app.py#L10-12", purpose="core")
    _add(workspace, "b.md", purpose="about b")
    (folder / "src" / "app.py").write_text("gone\n")

    text = memory_index.for_injection(workspace)

    assert "- src/app.py#L10-12 | core [stale: changed, verify before use]\n" in text
    assert "- b.md | about b\n" in text
    assert "cm:" not in text
    assert max(map(len, text.splitlines())) <= memory_md.MAX_LINE


def test_a_moved_file_is_found_among_many(workspace: Places) -> None:
    folder = _folder(workspace)
    _add(workspace, "src/app.py")
    for number in range(30):
        (folder / f"d{number}").mkdir()
        for file in range(30):
            (folder / f"d{number}" / f"f{file}.txt").write_text(f"{number} {file}\n")
    (folder / "src" / "app.py").rename(folder / "d15" / "new.py")

    memory_index.verify(workspace, NOW)

    assert "d15/new.py" in _pointers(workspace)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    hand=st.text(st.characters(exclude_categories=("Cs",)), max_size=300),
    picks=st.lists(st.integers(1, 40), max_size=12),
)
def test_whatever_stands_in_memory_md_updates_keep_it_and_settle(
    tmp_path_factory: pytest.TempPathFactory, hand: str, picks: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / "a.txt").write_text(SOURCE)
    where = places.of_workspace(folder)
    own = f"# Mine\n\n{hand.replace('context-memory', 'x')}"
    _memory(where).write_text(own, newline="")

    try:
        for pick in picks:
            _add(where, f"a.txt#L{pick}")
    except (InputError, RefusedError):
        assert _memory(where).read_bytes().decode().startswith(own)
        return
    after = _memory(where).read_bytes().decode()

    assert after.startswith(own)
    assert tokens.cjk(after) <= memory_md.MAX_TOKENS or tokens.cjk(own) > memory_md.MAX_TOKENS
    assert {f"a.txt#L{pick}-{pick}" for pick in picks} == set(_pointers(where))
    assert not memory_index.verify(where, NOW).is_written


# -- sections ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(("text", "expected"), [(c[2], c[3]) for c in SECTION_CASES], ids=[c[1] for c in SECTION_CASES])
def test_text_lands_in_its_section_and_nowhere_else(text: str, expected: str, newline: str) -> None:
    before, _mark, request = text.partition("=> ")
    header, _newline, addition = request.partition("\n")
    outline = markdown_sections.outline(before.replace("\n", newline))

    change = markdown.append_to_section(outline, header, addition)
    markdown.check_change(change, markdown_sections.outline(change.after))

    assert change.after == expected.replace("\n", newline)


def test_two_equal_headers_are_refused_with_their_lines(workspace: Places) -> None:
    path = _folder(workspace) / "memories" / "decisions.md"
    path.write_text("## A\nx\n## A\ny\n")

    with pytest.raises(InputError, match="lines 1, 3"):
        apply_update("memories/decisions.md", "A", "- new", workspace)
    assert path.read_text() == "## A\nx\n## A\ny\n"


@pytest.mark.parametrize("text", ["# a heading", "```\nopen fence", "x\n===", "<!-- open comment"])
def test_text_that_would_change_the_structure_is_refused(workspace: Places, text: str) -> None:
    path = _folder(workspace) / "memories" / "decisions.md"
    path.write_text("## A\nx\n\n## B\ny\n")

    with pytest.raises(RefusedError, match="structure"):
        apply_update("memories/decisions.md", "A", text, workspace)
    assert path.read_text() == "## A\nx\n\n## B\ny\n"


def test_an_update_is_applied_once(workspace: Places) -> None:
    first = apply_update("memories/decisions.md", "Login", "- use passkeys", workspace)
    second = apply_update("memories/decisions.md", "login", "- use passkeys", workspace)

    assert isinstance(first, SectionUpdated)
    assert isinstance(second, AlreadyThere)


@pytest.mark.parametrize("path", ["../out.md", "/etc/motd", "memories/link.md", "memories/fifo", "a\0b", "x" * 5000])
def test_an_update_outside_the_workspace_is_refused(workspace: Places, path: str) -> None:
    folder = _folder(workspace)
    (folder / "memories" / "link.md").symlink_to(folder.parent / "out.md")
    os.mkfifo(folder / "memories" / "fifo")

    with pytest.raises((InputError, RefusedError)):
        apply_update(path, "A", "- x", workspace)
    assert not (folder.parent / "out.md").exists()


@given(
    before=st.text(st.sampled_from("# ab\n`>-=\r"), max_size=80),
    header=st.text(st.sampled_from("ab "), min_size=1, max_size=3).filter(str.strip),
    addition=st.text(st.sampled_from("# ab\n`-="), min_size=1, max_size=20).filter(str.strip),
)
def test_an_accepted_edit_leaves_every_other_line_as_it_was(before: str, header: str, addition: str) -> None:
    outline = markdown_sections.outline(before)
    try:
        change = markdown.append_to_section(outline, header, addition)
        markdown.check_change(change, markdown_sections.outline(change.after))
    except (InputError, RefusedError):
        return

    remaining = iter(change.after.splitlines())
    assert all(line in remaining for line in before.splitlines() if line.strip())


def test_a_region_says_when_somebody_edited_inside() -> None:
    lines = [f"{line}\n" for line in markdown.rendered("pointers", ("- a | b",))]

    clean, edited = (
        markdown.find_region(lines, "pointers"),
        markdown.find_region([lines[0], "- c | d\n", *lines[1:]], "pointers"),
    )

    assert clean is not None
    assert edited is not None
    assert (clean.is_edited, edited.is_edited) == (False, True)


def test_the_json_of_update_and_verify_is_complete(workspace: Places, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(_folder(workspace))
    main(["workspace", "update", "--workspace", folder, "--add", "src/app.py#L1", "--json"])
    updated = json.loads(capsys.readouterr().out)
    main(["workspace", "verify", "--workspace", folder, "--json"])
    verified = json.loads(capsys.readouterr().out)

    assert set(updated) == {"outcome", "dry_run", "tokens", "pruned", "preimage", "diff"}
    assert verified["pointers"][0] == {"pointer": "src/app.py#L1-1", "state": "ok", "now": ""}
