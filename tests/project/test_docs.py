"""What the documents say is so: commands exist and run, numbers are those of the code, links lead somewhere."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import context_memory
from context_memory import errors
from context_memory.cli.commands import COMMANDS, GROUPS, SCRIPTS
from context_memory.server import PORT
from context_memory.settings.values import Settings
from context_memory.tokens import budget
from docs import fragments
from examples import demo

REPOSITORY = Path(__file__).parent.parent.parent
READMES = ("README.md", "README.zh.md")
COMMAND_LIST = "references/commands.md"
WALKED = ("docs/try-it.md", COMMAND_LIST, *READMES, "SKILL.md")
"""Documents whose shell blocks run."""
DOCUMENTS = sorted(
    [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md"), *(REPOSITORY / "references").glob("*.md")]
)
DECISIONS = sorted((REPOSITORY / "docs" / "adr").glob("0*.md"))
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def text_of(name: str | Path) -> str:
    return (REPOSITORY / name).read_text(encoding="utf-8")


def names(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(REPOSITORY)) for path in paths]


def blocks(name: str | Path, *languages: str) -> list[str]:
    return [body for language, body in BLOCK.findall(text_of(name)) if language in languages]


# -- everything that is named exists ----------------------------------------------------------------


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_make_target_exists(document: Path) -> None:
    targets = set(re.findall(r"^([\w-]+):", text_of("Makefile"), re.MULTILINE))

    assert set(re.findall(r"(?:`|^)make ([\w-]+)", text_of(document), re.MULTILINE)) <= targets


def test_every_make_target_that_is_no_file_is_phony_and_in_the_help() -> None:
    makefile = text_of("Makefile")

    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    phony = set(re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[1].split())  # type: ignore[index]
    assert targets == phony
    assert set(re.findall(r"'make ([\w-]+)", makefile)) == targets - {"help"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_script_that_is_named_exists(document: Path) -> None:
    named = set(re.findall(r"\b((?:scripts|examples|docs)/[\w-]+\.py)\b", text_of(document)))

    assert not {path for path in named if not (REPOSITORY / path).is_file()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_command_that_is_named_exists(document: Path) -> None:
    called = re.compile(r"\bcontext-memory(?:\.py)? ([a-z]+(?:-[a-z]+)*)(?: ([a-z]+(?:-[a-z]+)*))?")
    shown = [*blocks(document, "sh", "bash", "console"), *re.findall(r"`([^`\n]*)`", text_of(document))]
    found = called.findall("\n".join(shown))

    assert [words for words in found if not {words[0], " ".join(words)} & (COMMANDS.keys() | GROUPS)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text_of(document))

    local = {target for target in targets if not target.startswith(("http:", "https:", "mailto:"))}
    assert not {target for target in local if not (document.parent / target).exists()}


def anchors(path: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a document: lower case, no punctuation, hyphens for spaces."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    slugs = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in HEADING.findall(text)]
    return {slug if slugs.index(slug) == n else f"{slug}-{slugs[:n].count(slug)}" for n, slug in enumerate(slugs)}


@pytest.mark.parametrize("document", DOCUMENTS, ids=names(DOCUMENTS))
def test_every_anchor_is_a_heading_of_the_document_it_points_into(document: Path) -> None:
    links = re.findall(r"\]\(([^):#]*)#([^)]*)\)", text_of(document))

    pages = [(document.parent / target if target else document, anchor) for target, anchor in links]
    assert [(page.name, anchor) for page, anchor in pages if anchor not in anchors(page)] == []


def test_anchors_are_spelled_as_github_spells_them(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = "# Five, *quick* calls: `a`\n## 服务和仪表盘\n```sh\n# no heading\n```\n## 服务和仪表盘\n"
    page.write_text(text, encoding="utf-8")

    assert anchors(page) == {"five-quick-calls-a", "服务和仪表盘", "服务和仪表盘-1"}


def command_list(language: str) -> str:
    """The list of commands in one language: the document is English up to the heading of its Chinese part."""
    english, heading, chinese = text_of(COMMAND_LIST).partition("\n## 中文\n")
    assert heading
    return english if language == "en" else chinese


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_list_of_commands(language: str, name: str) -> None:
    assert f"| `{name}` |" in command_list(language)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("script", "name"), SCRIPTS.items())
def test_every_small_script_is_named_with_its_command(language: str, script: str, name: str) -> None:
    assert (f"`{name}`" if script == name else f"`{script}`（`{name}`）") in command_list(language).replace(
        f"`{script}` (`{name}`)", f"`{script}`（`{name}`）"
    )


@pytest.mark.parametrize("readme", READMES)
def test_a_readme_links_the_lists_of_commands_and_settings(readme: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text_of(readme))

    assert {COMMAND_LIST, "references/configuration.md", "SECURITY.md"} <= set(targets)


@pytest.mark.parametrize(
    ("document", "most"), [("README.md", 150), ("README.zh.md", 150), ("docs/architecture.md", 170)]
)
def test_a_document_for_newcomers_stays_short(document: str, most: int) -> None:
    assert len(text_of(document).splitlines()) <= most


@pytest.mark.parametrize("readme", READMES)
@pytest.mark.parametrize("host", ["Claude Code", "OpenClaw", "Codex", "Gemini CLI"])
def test_each_host_has_a_short_section_that_installs_it_and_takes_it_out(readme: str, host: str) -> None:
    section = re.split(r"(?m)^##+ ", text_of(readme).partition(f"\n### {host}\n")[2])[0].strip().splitlines()
    commands = section[1 : section.index("```", 1)]

    assert len(section) + 1 <= 10, "with its heading"
    assert section[0] == "```bash"
    assert len(commands) == 2
    assert f"install {host.lower().split()[0]}{'-code' * (host == 'Claude Code')} --undo" in section[-1] + section[-3]


WAYS_IN = ("AGENTS.md", "CONTRIBUTING.md", "docs/architecture.md")
CODE = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")


def named_places(document: str) -> list[str]:
    """Modules and folders that a document names between back quotes: `x/`, `x/y` or `x.py`; not a user's own files."""
    text = text_of(document).partition("## Files on disk")[0]
    return sorted({place for place in CODE.findall(text) if "/" in place or place.endswith(".py")})


@pytest.mark.parametrize("document", WAYS_IN)
def test_every_module_and_folder_that_is_named_exists(document: str) -> None:
    roots = (REPOSITORY, REPOSITORY / "scripts" / "context_memory")
    found = named_places(document)

    assert found
    assert [place for place in found if not any((root / place).exists() for root in roots)] == []


@pytest.mark.parametrize("document", [*DECISIONS, *(REPOSITORY / "docs").glob("*.md")], ids=lambda path: path.stem)
def test_every_module_that_a_record_names_exists(document: Path) -> None:
    folders = ("scripts", "bench", "tests", "docs", "examples", "evals")
    modules = [path.as_posix() for folder in folders for path in (REPOSITORY / folder).rglob("*.py")]

    named = {place for place in CODE.findall(document.read_text(encoding="utf-8")) if place.endswith(".py")}

    assert [place for place in sorted(named) if not any(module.endswith(f"/{place}") for module in modules)] == []


def test_the_architecture_names_every_folder_of_the_first_level() -> None:
    package = REPOSITORY / "scripts" / "context_memory"
    folders = {path.name for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
    tree = text_of("docs/architecture.md").partition("## Capabilities")[2].partition("\n## ")[0]

    assert {name.rstrip("/") for name in re.findall(r"^\| `(\w+)/`", tree, re.MULTILINE)} == folders


def test_every_decision_is_short_and_in_the_index() -> None:
    index = text_of("docs/adr/README.md")
    for number, path in enumerate(DECISIONS, start=1):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= 60
        assert f"[{number:04}]({path.name})" in index
        assert path.name.startswith(f"{number:04}-")
        assert text.startswith(f"# {number:04}: ")
        assert [word for word in ("**Context.**", "**Decision.**", "**Consequences.**") if word not in text] == []


def test_every_dependency_has_its_decision() -> None:
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    decisions = "\n".join(path.read_text(encoding="utf-8") for path in DECISIONS).lower()

    required = [re.match(r"[\w.-]+", requirement)[0] for requirement in project["dependencies"]]  # type: ignore[index]
    assert [name for name in required if name.lower() not in decisions] == []


def test_agents_md_says_on_its_first_line_for_whom_it_is() -> None:
    assert "contributors" in text_of("AGENTS.md").partition("\n")[0]


def test_the_changelog_has_an_unreleased_part_and_this_version() -> None:
    version = tomllib.loads(text_of("pyproject.toml"))["project"]["version"]

    headings = re.findall(r"^## \[(.+?)\]", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1] == version == context_memory.__version__


def test_the_workflow_calls_make_targets_on_each_python_and_two_systems() -> None:
    text = text_of(".github/workflows/ci.yml")
    workflow = yaml.safe_load(text)
    targets = set(re.findall(r"^([\w-]+):", text_of("Makefile"), re.MULTILINE))

    (tests,) = [job for job in workflow["jobs"].values() if "strategy" in job]
    matrix = tests["strategy"]["matrix"]
    called = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {system.partition("-")[0] for system in matrix["system"]} == {"ubuntu", "macos"}
    assert all(call.partition(" ")[0] == "make" and call.split()[1] in targets for call in called), called
    assert {"check", "test"} <= {call.split()[1] for call in called}


def test_ci_runs_the_checks_and_the_tests_of_the_readme() -> None:
    script = REPOSITORY / ".ci" / "run"

    assert os.access(script, os.X_OK)
    assert re.findall(r"^step '(.+)'$", script.read_text(encoding="utf-8"), re.MULTILINE) == [
        "make --jobs=2 check",
        "make test",
        "make test-pythons PYTHONS=--portability",
    ]


# -- numbers ----------------------------------------------------------------------------------------


def stages(readme: str) -> dict[str, str]:
    """Rows of the first table, by the word in their first cell."""
    rows = [line for line in text_of(readme).splitlines() if line.startswith("| ")]
    words = ("trim", "compact", "receipt", "restore", "breaker", "emergency")
    return {word: next(row for row in rows if word in row.split("|")[1]) for word in words}


@pytest.mark.parametrize("readme", READMES)
def test_the_numbers_of_the_stages_are_those_of_the_settings(readme: str) -> None:
    settings = Settings()
    compact_at = budget.budget_of(settings.window, settings.policy).compact_at

    row = stages(readme)
    expected = {
        "trim": [settings.trim_chars],
        "compact": [compact_at, settings.keep_messages],
        "restore": [settings.restore_files, settings.restore_tokens],
        "breaker": [settings.breaker_failures],
        "emergency": [settings.emergency_turns],
    }
    for stage, values in expected.items():
        said = [int(number.replace(",", "")) for number in re.findall(r"(?<![\w(])\d[\d,]*", row[stage])]
        assert said == values, stage


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_exit_codes_are_those_of_the_errors(language: str) -> None:
    classes = [
        kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.ContextMemoryError)
    ]

    said = {int(code) for code in re.findall(r"^\| (\d) \|", command_list(language), re.MULTILINE)}
    assert said == {0, *(kind.exit_code for kind in classes)}


# -- what is shown runs -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the commands of the documents need."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("scripts", "examples", "templates", "references"):
        shutil.copytree(REPOSITORY / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(REPOSITORY / "SKILL.md", copy)
    return copy


def _free_port() -> str:
    """One that nobody has: the documents name the default, which another server of this machine may have."""
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return str(opened.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize("document", WALKED)
def test_every_command_block_runs(document: str, checkout: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    environment |= {"HOME": str(checkout), "XDG_STATE_HOME": str(checkout / "state")}
    port = _free_port()
    for body in blocks(document, "sh", "console"):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", body.replace(str(PORT), port)],
            cwd=checkout,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, f"{body}\n{done.stderr}"


@pytest.mark.parametrize("readme", READMES)
def test_the_readme_shows_what_the_demo_shows_now(readme: str) -> None:
    assert fragments.demo() in text_of(readme).partition("\n## ")[0]


def test_the_demo_ends_with_an_error_when_a_step_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(demo.KEPT, "directive", ("use yarn, not pnpm",))

    code = demo.main(["--out", str(tmp_path / "demo")])

    assert code == 1
    assert "the directive 'use yarn, not pnpm' is not in the result" in capsys.readouterr().err


def test_the_demo_leaves_a_folder_of_someone_else_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.md").write_text("years of work", encoding="utf-8")

    code = demo.main(["--out", str(tmp_path)])

    assert code == 1
    assert "name another one with --out" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["thesis.md"]


# -- Python ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("readme", READMES)
def test_the_example_of_the_api_runs(readme: str, tmp_path: Path) -> None:
    (code,) = [each for each in blocks(readme, "python") if "ContextMemory" in each]
    messages = [{"role": "user", "content": "Fix it"}]
    known: dict[str, object] = {"workspace": tmp_path, "tool_output": "ok\n" * 2_000, "messages": messages}

    exec(compile(code, readme, "exec"), known)

    assert len(code.splitlines()) <= 11
    assert str(known["output"]).startswith("[trimmed ")
    assert "Tuesdays" in str(known["block"])
    assert known["messages"] == messages
