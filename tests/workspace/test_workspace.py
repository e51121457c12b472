"""workspace init: what it writes, that it fits, and that it leaves everything else alone."""

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.utils import read_fixture_file
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.errors import InputError, RefusedError
from context_memory.storage import places, templates
from context_memory.text import tokens
from context_memory.text.secrets import one_line
from context_memory.workspace import fingerprint, memory_md
from context_memory.workspace.files import project_scan
from context_memory.workspace.services import scaffold
from context_memory.workspace.services.scaffold import Wishes

MANIFESTS = read_fixture_file(Path(__file__).parent.parent / "cases" / "manifests.md")
NOW = datetime(2026, 3, 5, 14, 30, tzinfo=UTC)
FILES = ("MEMORY.md", *(f"memories/{name}.md" for name in scaffold.TASK_FILES), "AGENTS.md")
HEADERS = {
    "en": (
        "# MEMORY INDEX",
        "## Current Project",
        "## Active Task",
        "## Key Constraints",
        "## Recently Referenced Files",
    ),
    "zh": ("# 记忆索引", "## 当前项目", "## 活跃任务", "## 关键约束", "## 最近引用文件"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "src").mkdir(parents=True)
    (folder / "docs").mkdir()
    (folder / "pyproject.toml").write_text(
        '[project]\nname = "shop"\nversion = "2.1.0"\nrequires-python = ">=3.11"\n'
        'dependencies = ["httpx>=1", "pydantic", "private @ git+https://bob:hunter22@git.example/private"]\n'
    )
    (folder / "src" / "app.py").write_text("def main() -> None:\n    pass\n")
    (folder / "docs" / "guide.md").write_text("# Guide\n")
    (folder / "README.md").write_text("# Shop\n")
    return folder


def _init(folder: Path, wishes: Wishes = Wishes(), **options: bool) -> scaffold.Initialised:  # noqa: B008 - frozen
    return scaffold.init(places.of_workspace(folder), wishes, NOW, **options)


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", FILES, ids=[path.rpartition("/")[2].partition(".")[0] for path in FILES])
def test_every_rendered_file_reads_like_this(
    project: Path, language: str, path: str, markdown_snapshot: SnapshotAssertion
) -> None:
    task = "修复登录页面的错误" if language == "zh" else "Fix the login page"
    constraint = "只用 Python 3.11" if language == "zh" else "Python 3.11 only"

    _init(project, Wishes(task=task, constraints=(constraint,), language=language))

    assert (project / path).read_text() == markdown_snapshot


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_workspace_without_wishes_has_every_section_too(project: Path, language: str) -> None:
    _init(project, Wishes(language=language))
    text = (project / "MEMORY.md").read_text()

    positions = [text.index(f"{header}\n") for header in HEADERS[language]]
    assert positions == sorted(positions)
    assert "pointer, not copy" in text
    assert "hint, not ground truth" in text
    assert re.search(
        r"^_(Updated: |更新时间：)2026-03-05 14:30 \| (Token estimate: |Token 估算：)0_$", text, re.MULTILINE
    )


def test_a_15_a_project_of_ten_thousand_files_and_a_task_of_5000_characters_fits(tmp_path: Path) -> None:
    for folder in range(100):
        (tmp_path / f"package_{folder}").mkdir()
        for file in range(100):
            (tmp_path / f"package_{folder}" / f"module_{file}.py").touch()

    _init(tmp_path, Wishes(task="rewrite everything " * 264))
    text = (tmp_path / "MEMORY.md").read_text()

    assert memory_md.problems(text) == ()
    assert "- rewrite everything rewrite everything rewrite eve… | Status: in-progress" in text
    assert "rewrite everything " * 263 in (tmp_path / "memories" / "context.md").read_text()
    assert max(map(len, (tmp_path / "memories" / "project.md").read_text().splitlines())) <= 150


hostile = st.text(st.characters(exclude_categories=()), max_size=400) | st.sampled_from(
    [
        "👩‍👩‍👧‍👦" * 60,
        "漢字" * 4000,
        "# x\n## y\n```\n",
        "<!-- context-memory:end -->",
        "a\r\nb\rc\u2028d",
        "](http://x) | | |",
        "-->" * 99,
    ]
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(name=hostile, task=hostile, constraints=st.lists(hostile, max_size=60), language=st.sampled_from(["en", "zh"]))
def test_whatever_people_write_memory_md_keeps_its_limits_and_its_sections(
    tmp_path_factory: pytest.TempPathFactory, name: str, task: str, constraints: list[str], language: str
) -> None:
    folder = tmp_path_factory.mktemp("hostile")
    wishes = Wishes(name=name, task=task, constraints=tuple(constraints), language=language)

    _init(folder, wishes)
    text = (folder / "MEMORY.md").read_text()
    before = _tree(folder)
    again = _init(folder, wishes)

    assert memory_md.problems(text) == ()
    assert tuple(line for line in text.splitlines() if line.startswith("#")) == HEADERS[language]
    assert (again.written, _tree(folder)) == ((), before)


@given(st.text(st.characters(exclude_categories=()), max_size=300), st.integers(1, 150))
def test_a_line_of_foreign_text_is_one_line_within_its_limit_and_stays_so(text: str, limit: int) -> None:
    line = one_line.one_line(text, limit)

    assert len(line) <= limit
    assert len(line.splitlines()) <= 1
    assert "<!--" not in line
    assert line.encode().decode() == line


def test_an_emoji_is_not_torn_apart() -> None:
    assert one_line.cut("ab👩‍👩‍👧", 5) == "ab…"


def test_a_secret_in_a_task_or_a_manifest_never_reaches_a_file(project: Path) -> None:
    key = "sk-" + "ant-api03-abcdefghijklmnop"

    _init(project, Wishes(task=f"use {key} and password=correcthorse", constraints=(f"key {key}",)))
    written = b"".join(content for path, content in _tree(project).items() if path in FILES)

    assert key.encode() not in written
    assert b"correcthorse" not in written
    assert b"hunter22" not in written
    assert b"httpx, private, pydantic" in written


def test_a_second_run_changes_nothing_and_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["workspace", "init", "--workspace", str(project), "--task", "Fix it", "--gitignore"])
    before = _tree(project)
    capsys.readouterr()

    code = main(["workspace", "init", "--workspace", str(project), "--task", "Fix it", "--gitignore"])

    assert code == 0
    assert capsys.readouterr().out.startswith("Nothing to do")
    assert _tree(project) == before


def test_files_that_exist_are_kept_and_only_missing_ones_are_added(project: Path) -> None:
    (project / "AGENTS.md").write_text("# mine\r\n")
    (project / "memories").mkdir()
    (project / "memories" / "errors.md").write_bytes(b"\xff my own log")

    done = _init(project)

    assert (project / "AGENTS.md").read_bytes() == b"# mine\r\n"
    assert (project / "memories" / "errors.md").read_bytes() == b"\xff my own log"
    assert set(done.kept) == {"AGENTS.md", "memories/errors.md"}
    assert (project / "memories" / "context.md").exists()


def test_memory_files_that_others_could_read_are_the_owner_s_alone_afterwards(project: Path) -> None:
    (project / "MEMORY.md").write_text("# Mine\n")
    (project / "MEMORY.md").chmod(0o644)

    looked = _init(project, dry_run=True)
    done = _init(project)

    assert not any("others could read" in each for each in looked.advice)
    assert "others could read MEMORY.md: now only you can" in done.advice
    assert (project / "MEMORY.md").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "original",
    [b"# Mine\r\n\r\n- fact\r\n", b"\xef\xbb\xbf# Mine\n- \xff", b"", b"no header", b"---\na: 1\n---\n# T\n"],
)
def test_a_memory_md_of_one_s_own_gets_a_pointer_region_and_keeps_every_byte(project: Path, original: bytes) -> None:
    (project / "MEMORY.md").write_bytes(original)

    _init(project)
    after = (project / "MEMORY.md").read_bytes()

    assert after.startswith(original)
    assert after.count(b"context-memory:begin pointers") == 1


@pytest.mark.parametrize(
    "original",
    [
        b"# T\n```\nopen fence\n",
        b"# T\n<!-- open\n",
        b"# Mine\n## Recently Referenced Files\n## Recently Referenced Files\n",
    ],
)
def test_a_memory_md_that_a_region_would_not_fit_into_is_left_alone(project: Path, original: bytes) -> None:
    (project / "MEMORY.md").write_bytes(original)

    _init(project)

    assert (project / "MEMORY.md").read_bytes() == original


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_skeleton_with_a_section_missing_gets_that_section_back(project: Path, language: str) -> None:
    memory = project / "MEMORY.md"
    _init(project, Wishes(language=language))
    complete = memory.read_text()
    section = f"{HEADERS[language][3]}\n- {'(none yet)' if language == 'en' else '（暂无）'}\n\n"
    memory.write_text(complete.replace(section, ""))

    done = _init(project, Wishes(language=language))

    assert [each.what for each in done.written] == ["missing parts added"]
    assert sorted(memory.read_text().split("\n")) == sorted(complete.split("\n"))


def test_an_overgrown_memory_md_is_not_touched_and_the_way_out_is_named(project: Path) -> None:
    original = "# Mine\n" + "- a fact that takes some room\n" * 300
    (project / "MEMORY.md").write_text(original)

    done = _init(project)

    assert (project / "MEMORY.md").read_text() == original
    assert any("workspace migrate" in advice for advice in done.advice)


def test_a_dry_run_writes_nothing_and_shows_everything(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _tree(project)

    code = main(["workspace", "init", "--workspace", str(project), "--dry-run", "--json", "--gitignore"])
    document = json.loads(capsys.readouterr().out)

    assert (code, _tree(project)) == (0, before)
    assert [each["path"] for each in document["written"]] == [*FILES, ".gitignore"]
    assert document["written"][0]["text"].startswith("# MEMORY INDEX\n")


def test_the_fingerprint_changes_with_a_manifest_or_a_top_level_folder_and_with_nothing_else(project: Path) -> None:
    first = fingerprint.digits(project_scan.scan(project))
    _init(project, Wishes(task="x"))
    (project / "src" / "deep.py").write_text("new = 1\n")
    (project / "prompt.md").write_text("the prompt that `doctor --prompt` reads\n")
    (project / "node_modules").mkdir()
    os.utime(project / "pyproject.toml", (0, 0))

    same = fingerprint.digits(project_scan.scan(project))
    (project / "api").mkdir()
    with_folder = fingerprint.digits(project_scan.scan(project))
    (project / "pyproject.toml").write_text('[project]\nname = "shop"\nversion = "2.2.0"\n')
    with_version = fingerprint.digits(project_scan.scan(project))

    assert re.fullmatch("[0-9a-f]{12}", first)
    assert same == first
    assert len({first, with_folder, with_version}) == 3


def test_a_stale_fingerprint_is_said_and_refreshed_with_the_notes_kept(project: Path) -> None:
    _init(project)
    notes = project / "memories" / "project.md"
    notes.write_text(notes.read_text() + "my own note\n")
    (project / "api").mkdir()
    where = places.of_workspace(project)

    assert not scaffold.fingerprint_state(where).is_fresh
    assert any("--refresh" in advice for advice in _init(project).advice)
    _init(project, Wishes(refresh=True))

    assert scaffold.fingerprint_state(where).is_fresh
    assert notes.read_text().endswith("## Notes\nmy own note\n")
    assert _init(project, Wishes(refresh=True)).written == ()


def test_a_refresh_never_overwrites_what_somebody_wrote_inside_the_managed_part(project: Path) -> None:
    _init(project)
    notes = project / "memories" / "project.md"
    notes.write_text(notes.read_text().replace("## Stack\n", "## Stack\n- my line\n"))

    with pytest.raises(InputError, match="edited by hand"):
        _init(project, Wishes(refresh=True))


def test_an_agents_md_of_one_s_own_is_only_extended_when_asked(project: Path) -> None:
    agents = project / "AGENTS.md"
    agents.write_bytes(b"# My rules\r\n- be kind\r\n")

    assert any("--agents" in advice for advice in _init(project).advice)
    _init(project, Wishes(agents=True))
    again = _init(project, Wishes(agents=True))

    text = agents.read_bytes().decode()
    assert text.startswith("# My rules\r\n- be kind\r\n\r\n<!-- context-memory:begin agents sha=")
    assert "## Agent Roles\r\n" in text
    assert "<memory_update>" in text
    assert again.written == ()


def test_gitignore_is_offered_and_done_once(project: Path) -> None:
    os.system(f"git init -q {project}")
    (project / ".gitignore").write_text("dist/")

    assert any("--gitignore" in advice for advice in _init(project).advice)
    _init(project, Wishes(gitignore=True))
    again = _init(project, Wishes(gitignore=True))

    assert (project / ".gitignore").read_text() == "dist/\nmemories/\n.context-memory/\n"
    assert (again.written, again.advice) == ((), ())


@pytest.mark.parametrize(("text", "expected"), [(c[2], c[3].strip()) for c in MANIFESTS], ids=[c[1] for c in MANIFESTS])
def test_manifests_say_what_the_project_is_made_of(tmp_path: Path, text: str, expected: str) -> None:
    name, _newline, content = text.partition("\n")
    (tmp_path / name).write_text(content)

    project = project_scan.scan(tmp_path)

    assert fingerprint.stack(project, "en")[0] == expected


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe", b"null", b'{"name": "x"'])
def test_a_torn_manifest_is_named_and_never_fatal(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "package.json").write_bytes(content)

    manifest = project_scan.scan(tmp_path).manifests[0]

    assert manifest.problem.startswith("cannot be parsed")
    assert manifest.digest


def test_git_state_is_read_without_the_password_of_its_remote(project: Path) -> None:
    os.system(
        f"git init -q -b trunk {project} && git -C {project} remote add origin https://bob:pw@git.example/shop.git"
    )

    _init(project)
    text = (project / "memories" / "project.md").read_text()

    assert "- Branch: trunk\n- Remote: https://git.example/shop.git\n" in text


def test_names_of_files_cannot_inject_markdown(tmp_path: Path) -> None:
    (tmp_path / "evil\n## Injected\n<!-- context-memory:end -->").mkdir()
    (tmp_path / "evil\n## Injected\n<!-- context-memory:end -->" / "package.json").write_text('{"name": "x\\n# y"}')

    _init(tmp_path)

    for path in FILES:
        lines = (tmp_path / path).read_text().splitlines()
        assert "## Injected" not in lines
        assert "# y" not in lines


@pytest.mark.parametrize("path", ["MEMORY.md", "memories", ".context-memory"])
def test_a_symlink_that_leads_out_is_refused_and_nothing_is_written_behind_it(
    project: Path, tmp_path: Path, path: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (project / path).symlink_to(outside)

    with pytest.raises(RefusedError):
        _init(project)

    assert list(outside.iterdir()) == []


def test_a_fifo_a_folder_and_a_huge_file_in_place_of_memory_md_are_clear_errors(project: Path) -> None:
    memory = project / "MEMORY.md"
    os.mkfifo(memory)
    with pytest.raises(InputError, match="not a regular file"):
        _init(project)
    memory.unlink()
    memory.mkdir()
    with pytest.raises(InputError, match="not a regular file"):
        _init(project)
    memory.rmdir()
    with memory.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    with pytest.raises(InputError, match="the limit is 2,097,152"):
        _init(project)


def test_a_project_full_of_traps_is_read_without_following_them(project: Path) -> None:
    os.mkfifo(project / "package.json")
    (project / "loop").symlink_to(project)
    (project / os.fsdecode(b"\xff\xfe")).mkdir()
    deep = project
    for _level in range(60):
        deep /= "d"
        deep.mkdir()

    scanned = project_scan.scan(project)

    assert [each.path for each in scanned.manifests] == ["pyproject.toml"]
    assert re.fullmatch("[0-9a-f]{12}", fingerprint.digits(scanned))
    assert _init(project).written


@pytest.mark.parametrize("language", ["en", "zh"])
def test_both_languages_have_the_same_templates(language: str) -> None:
    other = {"en": "zh", "zh": "en"}[language]
    root = templates.folder()
    names = {
        str(path.relative_to(root / language))
        for path in (root / language).rglob("*.j2")
        if path.suffixes[-2:] != [".xml", ".j2"]
    }

    assert all((root / other / name).is_file() for name in names)


def test_a_template_value_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(InputError, match="updated"):
        templates.render("MEMORY.md", "en", name="x")
    with pytest.raises(InputError, match="language"):
        templates.render("MEMORY.md", "fr")


def test_a_fresh_index_is_far_below_its_budget(project: Path) -> None:
    _init(project, Wishes(task="t" * 50, constraints=tuple(f"constraint number {n} is thirty" for n in range(6))))

    assert tokens.cjk((project / "MEMORY.md").read_text()) < memory_md.MAX_TOKENS // 2
