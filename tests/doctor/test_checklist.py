"""doctor: a fresh workspace holds, each missing thing is one failing line with its fix, --fix is safe."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from context_memory.cli import main
from context_memory.compaction.digest import continuation
from context_memory.doctor.values import OF_THE_SKILL, opening_problem
from context_memory.prompts import sections

GIT = ("git", "-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
SKILL = "context-memory-optimizer"


@pytest.fixture(autouse=True)
def _stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home folder without any host, and a git without anybody's rules."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)  # a hundred rehearsals: none has to survive a power cut
    for name in [name for name in os.environ if name.startswith(("OPENCLAW_", "GIT_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


class Deployment:
    """A workspace and what the checklist says about it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.prompt = folder.parent / "prompt.txt"
        self._capsys = capsys

    def file(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def text(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def edit(self, name: str, before: str, after: str, most: int = -1) -> None:
        assert before in self.text(name)
        self.file(name, self.text(name).replace(before, after, most))

    def run(self, *words: str) -> tuple[int, str]:
        self._capsys.readouterr()
        code = main(["doctor", "--workspace", str(self.folder), *words])
        return code, self._capsys.readouterr().out

    def document(self, *words: str) -> dict:  # type: ignore[type-arg]
        named = ["--prompt", str(self.prompt)] if self.prompt.exists() else []
        code, out = self.run("--json", *named, *words)
        document: dict = json.loads(out)  # type: ignore[type-arg]
        assert document["ok"] is (code == 0)
        assert code in {0, 3}
        return document

    def check(self, *words: str) -> dict[str, dict[str, str]]:
        return {each["name"]: each for each in self.document(*words)["checks"]}

    def statuses(self, *words: str) -> dict[str, str]:
        return {name: each["status"] for name, each in self.check(*words).items()}

    def failing(self, *words: str) -> list[str]:
        return [name for name, status in self.statuses(*words).items() if status == "fail"]

    def git(self, *words: str, folder: Path | None = None) -> None:
        subprocess.run([*GIT, *words], cwd=folder or self.folder, check=True, capture_output=True, timeout=300)

    def tree(self) -> dict[str, tuple[int, bytes]]:
        paths = [path for path in sorted(self.folder.rglob("*")) if path.is_file() and ".git/" not in str(path)]
        return {str(path.relative_to(self.folder)): (path.stat().st_mode, path.read_bytes()) for path in paths}


def rendered_prompt(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(["prompt", "render", "--workspace", str(folder), "--task", "Fix the login", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Deployment:
    """A new workspace of a small project, and the prompt rendered for it."""
    deployment = Deployment(tmp_path / "shop", capsys)
    deployment.file("package.json", '{"name": "shop", "version": "1.0.0"}\n')
    deployment.file("src/app.js", "start()\n")
    assert main(["workspace", "init", "--workspace", str(deployment.folder), "--task", "Fix the login"]) == 0
    deployment.prompt.write_text(rendered_prompt(deployment.folder, capsys), encoding="utf-8")
    return deployment


# -- the seven of the skill -------------------------------------------------------------------------


def test_a_16_a_fresh_workspace_passes_seven_of_seven(fresh: Deployment) -> None:
    document = fresh.document()

    seven = [each for each in document["checks"] if each["name"] in OF_THE_SKILL]
    assert [(each["name"], each["status"]) for each in seven] == [(name, "pass") for name in OF_THE_SKILL]
    assert document["ok"] is True
    assert all(set(each) == {"name", "status", "detail", "fix"} for each in document["checks"])


def test_nothing_is_written_by_looking(fresh: Deployment) -> None:
    before = fresh.tree()

    fresh.document()
    fresh.document("--fix", "--dry-run")

    assert fresh.tree() == before


REMOVALS: dict[str, tuple[Callable[[Deployment], object], str, str]] = {
    "no MEMORY.md": (lambda d: (d.folder / "MEMORY.md").unlink(), "memory_index", "workspace init"),
    "MEMORY.md too large": (
        lambda d: d.file("MEMORY.md", d.text("MEMORY.md") + "\n## Notes\n" + "- one more fact to keep\n" * 200),
        "memory_index",
        "workspace migrate",
    ),
    "a long line": (
        lambda d: d.file("MEMORY.md", d.text("MEMORY.md") + "- " + "x" * 149 + "\n"),
        "memory_index",
        "workspace migrate",
    ),
    **{
        f"no {name}.md": (
            lambda d, name=name: (d.folder / "memories" / f"{name}.md").unlink(),  # type: ignore[misc]
            "memory_files",
            "workspace init",
        )
        for name in ("project", "decisions", "errors", "context")
    },
    "no rules": (
        lambda d: d.prompt.write_text(f"Be kind.\n\n{sections.BOUNDARY}\n\nTimestamp: now\n"),
        "verification_rules",
        "## Memory Integrity Rules",
    ),
    "one rule taken out": (
        lambda d: d.prompt.write_text(re.sub(r"^2\. .*\n", "", d.prompt.read_text(), flags=re.MULTILINE)),
        "verification_rules",
        "PermissionDenied",
    ),
    "rules below the boundary": (
        lambda d: d.prompt.write_text(
            f"Be kind.\n{sections.BOUNDARY}\n" + d.prompt.read_text().partition(sections.BOUNDARY)[0]
        ),
        "verification_rules",
        "## Memory Integrity Rules",
    ),
    "no boundary": (
        lambda d: d.prompt.write_text(d.prompt.read_text().partition(sections.BOUNDARY)[0]),
        "dynamic_content",
        sections.BOUNDARY,
    ),
    "a date above the boundary": (
        lambda d: d.prompt.write_text("Today is 2026-11-20.\n" + d.prompt.read_text()),
        "dynamic_content",
        "below the boundary",
    ),
    "a setting that stops compactions": (
        lambda d: d.file(".context-memory/settings.toml", "keep_messages = 10_000\n"),
        "compaction",
        "settings",
    ),
    "a settings file that is none": (
        lambda d: d.file(".context-memory/settings.toml", "keep_messages = many\n"),
        "compaction",
        "window = 200000",
    ),
    "no AGENTS.md": (lambda d: (d.folder / "AGENTS.md").unlink(), "handoffs", "workspace init"),
    "an AGENTS.md without the result form": (
        lambda d: d.edit("AGENTS.md", "<memory_update>", "<memory>"),
        "handoffs",
        "<memory_update>",
    ),
    "a handoff without a task id": (
        lambda d: (
            d.file("handoffs/1.task.xml", "<task><from>a</from><to>b</to><type>write</type></task>"),
            main(
                ["workspace", "init", "--workspace", str(d.folder), "--refresh"]
            ),  # a new folder changes the fingerprint
        ),
        "handoffs",
        "handoff check",
    ),
    "a readable memory file": (
        lambda d: (d.folder / "memories" / "errors.md").chmod(0o644),
        "file_modes",
        "--fix",
    ),
    "an open memories folder": (lambda d: (d.folder / "memories").chmod(0o755), "file_modes", "--fix"),
    "a key in a memory file": (
        lambda d: d.file("memories/decisions.md", "\n\n- we use " + "sk-" + "ant-api03-" + "Ab1" * 12 + "\n"),
        "secrets",
        "revoke",
    ),
    "a project that grew": (
        lambda d: d.file("pyproject.toml", '[project]\nname = "shop"\n'),
        "fingerprint",
        "--refresh",
    ),
    "a stale pointer": (lambda d: d.file("package.json", '{"name": "other"}\n'), "pointers", "workspace verify"),
    "an open breaker": (
        lambda d: main(["breaker", "trip", "--reason", "loops", "--workspace", str(d.folder)]),
        "breaker",
        "breaker",
    ),
}


@pytest.mark.parametrize("removal", REMOVALS)
def test_a_16_each_thing_taken_away_fails_its_own_line_and_says_how_to_mend_it(fresh: Deployment, removal: str) -> None:
    take_away, name, fix = REMOVALS[removal]

    take_away(fresh)
    private(fresh, but=removal)
    found = fresh.check()

    also = {"fingerprint"} if removal == "a stale pointer" else set()  # its hash is that of the manifest
    assert {n for n, each in found.items() if each["status"] == "fail"} - also == {name}
    assert fix in found[name]["fix"]
    assert found[name]["detail"]
    assert "{%" not in found[name]["fix"]  # a template that was not rendered


def private(deployment: Deployment, *, but: str) -> None:
    """What the test wrote itself gets the modes that our own writes have."""
    if "readable" in but or "open memories" in but:
        return
    for name in ("MEMORY.md", "memories", ".context-memory"):
        path = deployment.folder / name
        for each in (path, *path.rglob("*")):
            if each.exists():
                each.chmod(0o700 if each.is_dir() else 0o600)


def test_the_table_for_people_shows_each_line_with_its_fix(
    fresh: Deployment, markdown_snapshot: SnapshotAssertion
) -> None:
    (fresh.folder / "AGENTS.md").unlink()
    (fresh.folder / "memories" / "errors.md").unlink()

    code, english = fresh.run("--prompt", str(fresh.prompt))
    _code, chinese = fresh.run("--prompt", str(fresh.prompt), "--lang", "zh")

    assert code == 3
    assert _without_places(fresh, english + "\n" + chinese) == markdown_snapshot


def _without_places(deployment: Deployment, text: str) -> str:
    text = re.sub(r"python3 \S+/scripts/", "python3 SCRIPTS/", text)
    text = text.replace(str(deployment.folder.parent), "FOLDER")
    return re.sub(r"[\d,]+ (to|→) [\d,]+ (?=token)", r"N \1 N ", text)


def test_a_fresh_workspace_passes_seven_of_seven_without_any_prompt_file(fresh: Deployment) -> None:
    fresh.prompt.unlink()

    document = fresh.document()

    assert [each["status"] for each in document["checks"][:7]] == ["pass"] * 7


def test_without_a_prompt_the_two_lines_about_it_are_unknown_and_do_not_fail(fresh: Deployment) -> None:
    fresh.prompt.unlink()
    agents = fresh.text("AGENTS.md")
    fresh.file("AGENTS.md", agents[: agents.index(sections.RULES_HEADING)])

    document = fresh.document()

    statuses = {each["name"]: each["status"] for each in document["checks"]}
    assert (statuses["verification_rules"], statuses["dynamic_content"]) == ("unknown", "unknown")
    assert document["ok"] is True


@pytest.mark.parametrize("name", ["prompt.md", "AGENTS.md", "CLAUDE.md"])
def test_a_prompt_in_the_workspace_is_found(fresh: Deployment, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    fresh.prompt.unlink()
    rules = rendered_prompt(fresh.folder, capsys, "--section", "static").removeprefix("[STATIC SECTION]\n")
    before = fresh.text(name) if (fresh.folder / name).exists() else ""
    fresh.file(name, before + "\n" + rules + (f"\n{sections.BOUNDARY}\n" if name == "prompt.md" else ""))

    found = fresh.check()

    assert (found["verification_rules"]["status"], found["dynamic_content"]["status"]) == ("pass", "pass")
    assert name in found["verification_rules"]["detail"]


def test_the_rules_in_chinese_count_too(fresh: Deployment, capsys: pytest.CaptureFixture[str]) -> None:
    fresh.prompt.write_text(rendered_prompt(fresh.folder, capsys, "--lang", "zh"), encoding="utf-8")

    assert fresh.statuses()["verification_rules"] == "pass"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_opening_that_differs_by_one_byte_is_told_with_its_place(language: str) -> None:
    exact = continuation.compose("- all", language)

    assert opening_problem(exact, language) is None
    assert opening_problem("?" + exact, language) == 0
    place = len(exact.encode()[:40].decode("utf-8", "ignore").encode())
    changed = exact.encode()[:place].decode() + "?" + exact.encode()[place:].decode()[1:]
    assert opening_problem(changed, language) == place
    assert (
        opening_problem(continuation.opening(language)[:-1], language)
        == len(continuation.opening(language).encode()) - 1
    )


# -- git --------------------------------------------------------------------------------------------


@pytest.fixture
def repository(fresh: Deployment) -> Deployment:
    fresh.git("init")
    fresh.git("remote", "add", "origin", "https://bob:hunter22@git.example/shop.git")
    return fresh


def test_memory_that_git_would_carry_fails_and_the_fix_mends_it(repository: Deployment) -> None:
    found = repository.check()["memory_ignored"]

    assert found["status"] == "fail"
    assert "git.example" in found["detail"]
    assert "hunter22" not in found["detail"]
    assert run_fix(found["fix"]) == 0
    assert repository.failing() == []


def run_fix(line: str) -> int:
    _python, _script, *words = shlex.split(line)
    return main(words)


@pytest.mark.parametrize(
    ("place", "rule"),
    [
        (".gitignore", "memories/"),
        (".gitignore", "/memories/*"),
        (".gitignore", "**/*.md"),
        ("memories/.gitignore", "*"),
        (".git/info/exclude", "memories"),
        ("../home/.config/git/ignore", "memories/"),
    ],
)
def test_any_rule_of_git_counts(repository: Deployment, place: str, rule: str) -> None:
    repository.file(place, rule + "\n")

    assert repository.statuses()["memory_ignored"] == "pass"


def test_a_rule_that_spares_one_file_does_not_count(repository: Deployment) -> None:
    repository.file(".gitignore", "memories/*\n!memories/errors.md\n")

    found = repository.check()["memory_ignored"]

    assert found["status"] == "fail"
    assert "memories/errors.md" in found["detail"]
    assert "memories/project.md" not in found["detail"]


def test_files_that_were_tracked_before_they_were_ignored_fail(repository: Deployment) -> None:
    repository.git("add", "memories")
    repository.git("commit", "-m", "all")
    repository.file(".gitignore", "memories/\n")

    found = repository.check()["memory_ignored"]

    assert found["status"] == "fail"
    assert "git -C" in found["fix"]
    assert "rm -r --cached memories" in found["fix"]


def test_a_worktree_follows_the_rules_of_its_repository(repository: Deployment, tmp_path: Path) -> None:
    repository.git("commit", "--allow-empty", "-m", "first")
    repository.git("worktree", "add", str(tmp_path / "tree"))
    shutil_copy = [(name, (repository.folder / name).read_text()) for name in ("MEMORY.md", "AGENTS.md")]
    other = Deployment(tmp_path / "tree", repository._capsys)
    for name, text in shutil_copy:
        other.file(name, text)

    assert other.statuses()["memory_ignored"] == "fail"
    repository.file(".git/info/exclude", "memories/\n")
    assert other.statuses()["memory_ignored"] == "pass"


def test_a_workspace_inside_somebody_elses_repository_is_judged_by_that_one(fresh: Deployment) -> None:
    fresh.git("init", folder=fresh.folder.parent)

    assert fresh.statuses()["memory_ignored"] == "fail"
    (fresh.folder.parent / ".gitignore").write_text("/shop/\n")
    assert fresh.statuses()["memory_ignored"] == "pass"


def test_the_environment_of_a_git_hook_does_not_mislead(
    repository: Deployment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    repository.git("init", folder=other)
    repository.git("add", "memories")
    repository.git("commit", "-m", "all")
    repository.file(".gitignore", "memories/\n")

    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))

    assert "tracks" in repository.check()["memory_ignored"]["detail"]


def test_memories_that_are_a_repository_of_their_own_are_left_to_the_operator(repository: Deployment) -> None:
    repository.git("init", folder=repository.folder / "memories")

    found = repository.check()["memory_ignored"]

    assert found["status"] == "unknown"
    assert "private" in found["detail"]


# -- hosts ------------------------------------------------------------------------------------------

OPENCLAW = """
// written by hand
{{
  agents: {{ defaults: {{ workspace: "{workspace}", }}, entries: {{ helper: {{ workspace: "/elsewhere" }} }} }},
  memory: {{ search: {{ extraPaths: ["memories"], store: {{ fts: {{ tokenizer: "trigram" }} }} }} }},
  plugins: {{ entries: {{ "memory-core": {{ config: {{ dreaming: {{ enabled: false }} }} }},
                         "context-memory": {{ enabled: true, config: {{ apiKey: "not-for-anybody" }} }} }} }},
}}
"""
HOST_LINES = ("memory_indexed", "chinese_search", "dreaming", "agent_workspace", "host_hooks", "skill_installed")


@pytest.fixture
def openclaw(fresh: Deployment) -> Deployment:
    """The workspace of an OpenClaw in which everything is right."""
    state = fresh.folder.parent / "home" / ".openclaw"
    state.mkdir()
    (state / "openclaw.json").write_text(OPENCLAW.format(workspace=fresh.folder))
    fresh.file(f"skills/{SKILL}/SKILL.md", f"---\nname: {SKILL}\ndescription: x\n---\n")
    main(["workspace", "init", "--workspace", str(fresh.folder), "--refresh"])
    return fresh


def configured(deployment: Deployment, before: str, after: str) -> None:
    config = deployment.folder.parent / "home" / ".openclaw" / "openclaw.json"
    assert before in config.read_text()
    config.write_text(config.read_text().replace(before, after))


def test_a_right_openclaw_passes_every_line(openclaw: Deployment) -> None:
    statuses = openclaw.statuses()

    assert set(statuses.values()) == {"pass"}


WRONG = {
    "memories not indexed": ('extraPaths: ["memories"], ', "", "memory_indexed", "extraPaths '[\"memories\"]'"),
    "search off": ("search: {", "search: { enabled: false,", "memory_indexed", "extraPaths"),
    "dreaming on": ("enabled: false", "enabled: true", "dreaming", "dreaming.enabled false"),
    "another plugin": ('"context-memory":', '"lossless":', "host_hooks", ""),
    "the plugin off": ('"context-memory": { enabled: true', '"context-memory": { enabled: false', "host_hooks", ""),
    "the skill off": (
        "plugins:",
        f'skills: {{ entries: {{ "{SKILL}": {{ enabled: false }} }} }}, plugins:',
        "skill_installed",
        f"skills.entries.{SKILL}.enabled true",
    ),
    "a list of skills without ours": (
        "defaults: {",
        'defaults: { skills: ["other"],',
        "skill_installed",
        "agents.defaults.skills",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_each_wrong_key_of_openclaw_fails_its_own_line(openclaw: Deployment, wrong: str) -> None:
    before, after, name, fix = WRONG[wrong]
    configured(openclaw, before, after)

    found = openclaw.check()

    bad = {n for n, each in found.items() if each["status"] != "pass"}
    assert bad == {name}
    assert fix in found[name]["fix"]
    assert not fix or found[name]["status"] == "fail"


def test_chinese_memory_needs_the_trigram_tokenizer(openclaw: Deployment) -> None:
    configured(openclaw, 'tokenizer: "trigram"', "")
    assert openclaw.statuses()["chinese_search"] == "pass"

    openclaw.file("memories/decisions.md", "用户喜欢狗\n")
    found = openclaw.check()["chinese_search"]

    assert found["status"] == "fail"
    assert "memories/decisions.md" in found["detail"]
    assert "tokenizer trigram" in found["fix"]


def test_an_openclaw_of_another_folder_fails_only_when_it_is_named(openclaw: Deployment) -> None:
    configured(openclaw, str(openclaw.folder), "/somewhere/else")

    statuses = openclaw.statuses()
    assert {statuses[name] for name in HOST_LINES} == {"unknown"}
    found = openclaw.check("--host", "openclaw")["agent_workspace"]
    assert found["status"] == "fail"
    assert "/somewhere/else" in found["detail"]
    assert str(openclaw.folder) in found["fix"]


def test_the_workspace_of_one_agent_counts(openclaw: Deployment) -> None:
    configured(openclaw, str(openclaw.folder), "/somewhere/else")
    configured(openclaw, "/elsewhere", str(openclaw.folder))

    assert openclaw.check()["agent_workspace"]["detail"] == "used as workspace by: helper"


def test_the_list_of_agents_of_older_versions_counts_too(openclaw: Deployment) -> None:
    configured(openclaw, f'workspace: "{openclaw.folder}", ', 'workspace: "/elsewhere"')
    configured(
        openclaw,
        'entries: { helper: { workspace: "/elsewhere" } }',
        f'list: [{{ id: "old", workspace: "{openclaw.folder}" }}]',
    )

    assert openclaw.check()["agent_workspace"]["detail"] == "used as workspace by: old"


def test_a_workspace_reached_through_a_link_is_the_same_one(openclaw: Deployment, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(openclaw.folder)
    linked = Deployment(tmp_path / "link", openclaw._capsys)

    assert set(linked.statuses().values()) == {"pass"}


def test_a_configuration_in_parts_makes_missing_things_unknown(openclaw: Deployment) -> None:
    configured(openclaw, "memory: {", '"$include": "./memory.json5", memory_: {')

    assert openclaw.statuses()["memory_indexed"] == "unknown"


@pytest.mark.parametrize("words", [["--config", "CONFIG"], ["--state-dir", "STATE"], ["--host", "openclaw"]])
def test_the_configuration_can_be_named_or_found(
    openclaw: Deployment, words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = tmp_path / "home" / ".openclaw"
    moved = state.rename(tmp_path / "state")
    if "--host" in words:
        monkeypatch.setenv("OPENCLAW_STATE_DIR", str(moved))
    places = {"CONFIG": str(moved / "openclaw.json"), "STATE": str(moved)}

    found = openclaw.statuses(*[places.get(word, word) for word in words])

    assert {found[name] for name in HOST_LINES} == {"pass"}


@pytest.mark.parametrize("broken", ["{", "[]", "", "\0\0", "[" * 50_000, "\udcff"])
def test_a_broken_configuration_is_unknown_and_named(openclaw: Deployment, broken: str) -> None:
    config = openclaw.folder.parent / "home" / ".openclaw" / "openclaw.json"
    config.write_bytes(broken.encode("utf-8", "surrogateescape"))

    found = openclaw.check("--host", "openclaw")

    assert {found[name]["status"] for name in HOST_LINES} == {"unknown"}
    assert "openclaw.json" in found["dreaming"]["detail"]


def test_nothing_of_a_configuration_is_shown_but_what_is_asked(openclaw: Deployment) -> None:
    configured(openclaw, 'extraPaths: ["memories"], ', "")

    assert "not-for-anybody" not in json.dumps(openclaw.document())


@pytest.mark.parametrize("kind", ["fifo", "folder"])
def test_a_configuration_that_is_no_file_is_unknown(openclaw: Deployment, kind: str) -> None:
    config = openclaw.folder.parent / "home" / ".openclaw" / "openclaw.json"
    config.unlink()
    os.mkfifo(config) if kind == "fifo" else config.mkdir()

    assert openclaw.statuses("--host", "openclaw")["dreaming"] == "unknown"


@pytest.fixture
def claude(fresh: Deployment) -> Deployment:
    fresh.file("CLAUDE.md", "# Shop\n\nRead MEMORY.md before you act; it is a hint.\n")
    fresh.file(f".claude/skills/{SKILL}/SKILL.md", f"---\nname: {SKILL}\ndescription: x\n---\n")
    fresh.file(".claude/settings.json", '{"enabledPlugins": {"context-memory-optimizer@here": true}}')
    main(["workspace", "init", "--workspace", str(fresh.folder), "--refresh"])
    return fresh


def test_a_right_claude_code_passes_every_line(claude: Deployment) -> None:
    assert set(claude.statuses().values()) == {"pass"}


def test_a_claude_code_without_anything_fails_three_lines(claude: Deployment) -> None:
    claude.file("CLAUDE.md", "# Shop\n")
    claude.file(".claude/settings.json", "{}")
    (claude.folder / f".claude/skills/{SKILL}/SKILL.md").unlink()

    assert claude.failing() == ["memory_indexed", "host_hooks", "skill_installed"]


def test_a_plugin_that_the_user_has_in_every_project_is_found(
    fresh: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = fresh.folder.parent / "own"
    own.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(own))
    fresh.file("AGENTS.md", "# Shop\n")
    assert fresh.statuses()["host_hooks"] == "unknown"

    assert main(["install", "claude-code"]) == 0
    found = fresh.check()

    assert {name: found[name]["status"] for name in HOST_LINES} == dict.fromkeys(HOST_LINES, "pass")
    assert "adds MEMORY.md to each session" in found["memory_indexed"]["detail"]


def test_the_hooks_to_paste_for_claude_code_pass_and_refuse_what_errors_md_records(claude: Deployment) -> None:
    claude.file(".claude/settings.json", "{}")
    fix = claude.check()["host_hooks"]["fix"]
    settings = fix[fix.index("{") :]

    claude.file(".claude/settings.json", settings)
    claude.file("memories/errors.md", "- 2026-11-20 PermissionDenied: rm -rf dist — ask first\n")
    guard = json.loads(settings)["hooks"]["PreToolUse"][0]["hooks"][0]["command"]

    assert claude.statuses()["host_hooks"] == "pass"
    assert hook(guard, claude, {"tool_name": "Bash", "tool_input": {"command": "ls"}})[0] == 0
    code, said = hook(guard, claude, {"tool_name": "Bash", "tool_input": {"command": "rm -rf dist"}})
    assert code == 2
    assert "ask first" in said


def hook(command: str, deployment: Deployment, event: dict[str, object]) -> tuple[int, str]:
    environment = {**os.environ, "CLAUDE_PROJECT_DIR": str(deployment.folder)}
    done = subprocess.run(
        ["sh", "-c", command],
        input=json.dumps(event),
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stderr


# -- secrets ----------------------------------------------------------------------------------------

TAIL = "Q7w2Er5Ty8Ui1Op4As6Df9Gh3Jk0Lz"
SECRETS = {
    "Anthropic key": "sk-" + "ant-api03-" + TAIL,
    "OpenAI key": "sk-" + "proj-" + TAIL,
    "GitHub token": "gh" + "p_" + TAIL + "AbCdEf",
    "AWS key id": "AK" + "IA" + "QWERTYUIOP123456",
    "Google key": "AI" + "za" + TAIL + "AbCdE",
    "Slack token": "xox" + "b-1234567890-" + TAIL,
    "Telegram bot token": "12345678" + ":AA" + TAIL + "xyz",
    "private key": "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
    "JSON web token": "ey" + "J" + TAIL + ".ey" + "J" + TAIL + "." + TAIL,
    "password in an address": "postgres://shop:" + "h7Gk2pQ9@db.internal/shop",
    "password or key": "数据库密码：" + "h7Gk2pQ9xW4z",
}


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_found_by_its_shape_and_never_shown(fresh: Deployment, kind: str) -> None:
    fresh.file("memory/2026-11-20.md", f"# Note\n\n- it is {SECRETS[kind]} here\n")

    document = fresh.document()

    found = next(each for each in document["checks"] if each["name"] == "secrets")
    assert found["status"] == "fail"
    assert found["detail"].startswith("memory/2026-11-20.md:3 ")
    assert SECRETS[kind] not in json.dumps(document, ensure_ascii=False)


def test_text_about_secrets_is_no_secret(fresh: Deployment) -> None:
    fresh.file(
        "memory/2026-11-20.md",
        "the password is in 1Password, item shop\napi_key = os.environ['SHOP_API_KEY']\ntoken: <your token>\n"
        "set token=${TOKEN} in the unit file\ncommit 3f786850e387550fdab836ed7e6dc881de23001b\n密码：见保险箱\n",
    )

    assert fresh.statuses()["secrets"] == "pass"


# -- mending ----------------------------------------------------------------------------------------


def test_fix_mends_what_is_safe_and_a_second_run_has_nothing_to_do(repository: Deployment) -> None:
    (repository.folder / "AGENTS.md").unlink()
    (repository.folder / "memories" / "decisions.md").unlink()
    (repository.folder / "memories").chmod(0o755)
    (repository.folder / "MEMORY.md").chmod(0o664)
    repository.file("pyproject.toml", '[project]\nname = "shop"\n')

    before = repository.document("--fix", "--dry-run")
    after = repository.document("--fix")
    again = repository.document("--fix")

    assert before["ok"] is False
    assert {each["path"] for each in before["repairs"]} >= {
        "AGENTS.md",
        "memories/decisions.md",
        ".gitignore",
        "MEMORY.md",
    }
    assert all(each["done"] for each in after["repairs"])
    assert after["ok"] is True
    assert again["repairs"] == []


def test_fix_moves_a_pointer_and_keeps_the_index_as_it_was_before(fresh: Deployment) -> None:
    main(["workspace", "update", "--workspace", str(fresh.folder), "--add", "src/app.js"])
    before = fresh.text("MEMORY.md")
    (fresh.folder / "lib").mkdir()
    (fresh.folder / "src" / "app.js").rename(fresh.folder / "lib" / "app.js")

    assert "pointers" in fresh.failing()
    fresh.document("--fix")

    assert "lib/app.js" in fresh.text("MEMORY.md")
    kept = [path.read_text() for path in (fresh.folder / ".context-memory" / "preimages").rglob("*") if path.is_file()]
    assert before in kept


def test_fix_leaves_text_that_people_wrote(fresh: Deployment) -> None:
    fresh.file("AGENTS.md", "# Our agents\n")
    fresh.file("MEMORY.md", "# Mine\n\n" + "- a fact\n" * 500)

    document = fresh.document("--fix")

    assert fresh.text("AGENTS.md") == "# Our agents\n"
    assert fresh.text("MEMORY.md") == "# Mine\n\n" + "- a fact\n" * 500
    assert document["ok"] is False


def test_what_cannot_be_mended_is_said_and_the_rest_goes_on(fresh: Deployment) -> None:
    facts = fresh.text("memories/project.md")
    fresh.file("memories/project.md", facts.replace("## Stack\n", "## Stack\n- my own line\n"))
    fresh.file("pyproject.toml", '[project]\nname = "shop"\n')
    (fresh.folder / "memories").chmod(0o755)

    document = fresh.document("--fix")

    refused = [each for each in document["repairs"] if not each["done"]]
    assert len(refused) == 1
    assert "edited by hand" in refused[0]["what"]
    assert {each["name"]: each["status"] for each in document["checks"]}["file_modes"] == "pass"


# -- bad workspaces ---------------------------------------------------------------------------------


def make_fifo(folder: Path) -> None:
    (folder / "MEMORY.md").unlink()
    os.mkfifo(folder / "MEMORY.md")


def make_link_out(folder: Path) -> None:
    (folder.parent / "secret.md").write_text("# outside, password: h7Gk2pQ9xW4z\n")
    (folder / "MEMORY.md").unlink()
    (folder / "MEMORY.md").symlink_to("../secret.md")


def make_folder_link_out(folder: Path) -> None:
    (folder.parent / "outside").mkdir()
    (folder / "memories").rename(folder.parent / "outside" / "memories")
    (folder / "memories").symlink_to("../outside/memories")


def make_huge(folder: Path) -> None:
    with (folder / "MEMORY.md").open("ab") as file:
        file.truncate(100 * 1024 * 1024)


def make_latin(folder: Path) -> None:
    (folder / "MEMORY.md").write_bytes(b"# M\xe9moire\r\n- caf\xe9\r\n")
    (folder / "AGENTS.md").write_bytes(b"\xff\xfe\x00")


@pytest.mark.parametrize("spoil", [make_fifo, make_link_out, make_folder_link_out, make_huge, make_latin])
def test_a_hostile_workspace_gives_lines_and_no_traceback(fresh: Deployment, spoil: Callable[[Path], None]) -> None:
    spoil(fresh.folder)
    outside = sorted(str(path) for path in fresh.folder.parent.rglob("*") if fresh.folder not in path.parents)

    document = fresh.document("--fix")

    assert len(document["checks"]) == 20
    assert "h7Gk2pQ9xW4z" not in json.dumps(document)
    assert sorted(str(p) for p in fresh.folder.parent.rglob("*") if fresh.folder not in p.parents) == outside


def test_a_workspace_that_is_missing_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--workspace", str(tmp_path / "no")]) == 2


def test_it_runs_without_any_installed_package(fresh: Deployment, bare_script: Callable) -> None:  # type: ignore[type-arg]
    done = bare_script("doctor", "--workspace", str(fresh.folder), "--prompt", str(fresh.prompt), "--json")

    statuses = {each["name"]: each["status"] for each in json.loads(done.stdout)["checks"]}
    assert done.returncode == 0
    assert {statuses[name] for name in OF_THE_SKILL} == {"pass"}


def test_a_name_with_a_line_break_forges_no_line(fresh: Deployment) -> None:
    name = "zz\npass  secrets  all is well\x1b[31m.md"
    fresh.file(f"memories/{name}", "password: kJ8xq2Lm-sunflower\n")
    (fresh.folder / "memories" / name).chmod(0o644)

    _, out = fresh.run()
    assert main(["adopt", str(fresh.folder), "--dry-run"]) == 0
    adopted = fresh._capsys.readouterr().out

    for text in (out, adopted):
        assert "all is well" in text
        assert not any(line.startswith("pass  secrets  all") for line in text.splitlines())
        assert "\x1b" not in text


def test_the_fix_for_a_link_in_place_of_a_memory_file_works(fresh: Deployment) -> None:
    path = fresh.folder / "memories" / "context.md"
    path.unlink()
    path.symlink_to(fresh.folder.parent / "outside.md")

    check = fresh.check()["memory_files"]
    first, second = check["fix"].splitlines()
    subprocess.run(shlex.split(first), check=True, timeout=60)
    assert main(shlex.split(second)[2:]) == 0

    assert "a link or no file" in check["detail"]
    assert fresh.statuses()["memory_files"] == "pass"


@pytest.mark.parametrize(
    ("member", "value"), [("plugins", []), ("agents", {"defaults": {"compaction": "no"}}), ("hooks", 5)], ids=str
)
def test_a_configuration_that_the_host_cannot_use_is_said_to_be_one(
    fresh: Deployment, member: str, value: object
) -> None:
    config = fresh.folder.parent / "home" / ".openclaw" / "openclaw.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps({member: value}), encoding="utf-8")

    checks = fresh.check("--host", "openclaw")

    assert "is not an object" in checks["dreaming"]["detail"]
    assert {checks[name]["status"] for name in ("dreaming", "host_hooks", "memory_indexed")} == {"unknown"}


# -- Codex and Gemini CLI -----------------------------------------------------------------------------


def trust(deployment: Deployment, *events: str) -> None:
    """What Codex writes down when a person trusts the hooks with /hooks."""
    hooks = deployment.folder / ".codex" / "hooks.json"
    rows = [f'[hooks.state."{hooks}:{event}:0:0"]\ntrusted_hash = "sha256:1f"\n' for event in events]
    config = deployment.folder.parent / "home" / ".codex" / "config.toml"
    config.parent.mkdir(exist_ok=True)
    config.write_text("\n".join(rows), encoding="utf-8")


EVENTS = ("session_start", "user_prompt_submit", "pre_tool_use", "post_tool_use", "pre_compact", "session_end")
AGENTS: dict[str, tuple[str, Callable[[Deployment], object], str, str]] = {
    "removed": ("codex", lambda d: (d.folder / ".codex" / "hooks.json").unlink(), "no hook or plugin", "install codex"),
    "untrusted": ("codex", lambda _d: None, "was not told to trust the hooks for SessionStart", "/hooks"),
    "one untrusted": ("codex", lambda d: trust(d, *EVENTS[1:]), "trust the hooks for SessionStart, and", "/hooks"),
    "trusted": ("codex", lambda d: trust(d, *EVENTS), "SessionStart", ""),
    "stale": (
        "codex",
        lambda d: d.edit(".codex/hooks.json", "PreCompact", "Other"),
        "none for PreCompact",
        "--project",
    ),
    "another folder": ("codex", lambda d: d.edit(".codex/hooks.json", "/scripts/", "/gone/"), "/gone/", "--project"),
    "broken file": ("codex", lambda d: d.file(".codex/hooks.json", "{"), "hooks.json", ""),
    "gemini": ("gemini", lambda _d: None, "BeforeTool", ""),
    "gemini off": (
        "gemini",
        lambda d: d.edit(".gemini/settings.json", "{", '{"hooksConfig": {"enabled": false},', 1),
        "switches",
        "",
    ),
}


@pytest.mark.parametrize("name", AGENTS)
def test_hooks_of_codex_and_gemini_are_there_trusted_and_whole(fresh: Deployment, name: str) -> None:
    host, change, said, fix = AGENTS[name]
    assert main(["install", host, "--project", str(fresh.folder)]) == 0
    change(fresh)

    check = fresh.check("--host", host)["host_hooks"]

    assert said in check["detail"]
    assert fix in check["fix"]
    wanted = "pass" if name in {"trusted", "gemini"} else "unknown" if name == "broken file" else "fail"
    assert check["status"] == wanted


@pytest.mark.parametrize("is_project", [True, False])
def test_hooks_are_found_without_the_name_of_the_host(fresh: Deployment, is_project: bool) -> None:
    before = fresh.check()["host_hooks"]["detail"]
    assert main(["install", "codex", *(["--project", str(fresh.folder)] if is_project else [])]) == 0

    assert "no host configuration" in before
    assert "/hooks" in fresh.check()["host_hooks"]["fix"]
