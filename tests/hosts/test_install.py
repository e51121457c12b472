"""`context-memory install`: what it changes in a host's configuration, and that it takes it back."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli import run
from context_memory.errors import InputError
from context_memory.hosts.installation import Change
from context_memory.hosts.services import installing
from context_memory.storage import places
from context_memory.text.json_text import parse_json5

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = "context-memory-optimizer@context-memory-optimizer"
OWN = '{\n    "model": "opus",\n    "enabledPlugins": {"other@place": true}\n}\n'


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings of a user who has some."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / ".claude"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(OWN)
    return path


def install(*words: str) -> int:
    """Exit code of the command."""
    return run.run("install", ["claude-code", *words], program="context-memory install")


def test_the_settings_name_the_marketplace_and_enable_the_plugin(settings: Path) -> None:
    assert install() == 0

    found = json.loads(settings.read_text())
    assert found["model"] == "opus"
    assert found["enabledPlugins"] == {"other@place": True, PLUGIN: True}
    source = found["extraKnownMarketplaces"]["context-memory-optimizer"]["source"]
    assert (Path(source["path"]) / ".claude-plugin" / "marketplace.json").is_file()
    assert settings.read_text().startswith('{\n    "model"'), "the indentation of the file is kept"


def test_installed_twice_nothing_changes(settings: Path) -> None:
    install()
    once = settings.read_bytes()
    install()

    assert settings.read_bytes() == once


def test_a_dry_run_shows_a_diff_and_writes_nothing(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install("--dry-run")

    diff = capsys.readouterr().out
    assert f'"{PLUGIN}": true' in diff
    assert "other@place" in diff
    assert '-  "model"' not in diff, "the rest stays as it was written"
    assert settings.read_text() == OWN


def test_undo_puts_the_file_back_byte_for_byte(settings: Path) -> None:
    install()
    install("--undo")

    assert settings.read_text() == OWN


def test_undo_removes_a_file_that_was_not_there(settings: Path) -> None:
    settings.unlink()
    install()
    install("--undo")

    assert not settings.exists()


def test_undo_takes_only_what_is_ours_from_a_file_that_was_changed_since(settings: Path) -> None:
    install()
    found = json.loads(settings.read_text())
    found["enabledPlugins"]["context-memory-compaction@context-memory-optimizer"] = True  # by the host's own command
    settings.write_text(json.dumps(found | {"theme": "dark"}))
    install("--undo")

    assert json.loads(settings.read_text()) == {
        "model": "opus",
        "enabledPlugins": {"other@place": True},
        "theme": "dark",
    }


def test_undo_takes_what_the_host_copied_too(settings: Path) -> None:
    install()
    plugins = settings.parent / "plugins"
    copy = plugins / "cache" / "context-memory-optimizer" / "context-memory-optimizer" / "3.1.0"
    copy.mkdir(parents=True)
    (plugins / "data" / PLUGIN.replace("@", "-")).mkdir(parents=True)
    listed = {PLUGIN: [], PLUGIN.replace("optimizer@", "compaction@"): [], "a@b": []}
    (plugins / "installed_plugins.json").write_text(json.dumps({"version": 2, "plugins": listed}))
    (plugins / "known_marketplaces.json").write_text(json.dumps({"context-memory-optimizer": {}, "b": {}}))
    install("--undo")

    assert not copy.parent.parent.exists()
    assert not list((plugins / "data").iterdir())
    assert json.loads((plugins / "installed_plugins.json").read_text())["plugins"] == {"a@b": []}
    assert json.loads((plugins / "known_marketplaces.json").read_text()) == {"b": {}}


def test_a_project_has_settings_of_its_own_on_this_machine(settings: Path, tmp_path: Path) -> None:
    project = tmp_path / "app"
    project.mkdir()
    install("--project", str(project))

    assert PLUGIN in (project / ".claude" / "settings.local.json").read_text()
    assert settings.read_text() == OWN


def test_a_project_that_is_not_there_is_not_made(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert install("--project", str(tmp_path / "ap")) == 2

    assert "is not a folder" in capsys.readouterr().err
    assert not (tmp_path / "ap").exists()


@pytest.mark.parametrize("text", ["[]", "{", '{"enabledPlugins": []}', "{// comment\n}"])
def test_a_file_that_cannot_be_understood_is_left_alone(
    text: str, settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_text(text)

    assert install() == 2
    assert settings.read_text() == text
    assert "nothing was changed" in capsys.readouterr().err


# -- OpenClaw ------------------------------------------------------------------------------------------

OPENCLAW = "context-memory-optimizer"
CONFIG = """// mine
{
  gateway: { mode: "local" }, // keep
  agents: { defaults: { compaction: { provider: "another" } } },
  plugins: { allow: ["memory-core"] },
}
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configuration of a user of OpenClaw, with comments and another compaction provider."""
    monkeypatch.setenv("OPENCLAW_CONFIG_PATH", str(tmp_path / "openclaw.json"))
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path / "openclaw"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "openclaw.json"
    path.write_text(CONFIG)
    return path


def openclaw(*words: str) -> int:
    """Exit code of the command."""
    return run.run("install", ["openclaw", *words], program="context-memory install")


def read(path: Path) -> dict[str, Any]:
    """The configuration."""
    found = parse_json5(path.read_text(), "config")
    assert isinstance(found, dict)
    return found


def test_openclaw_loads_the_plugin_and_asks_it_for_summaries(config: Path) -> None:
    assert openclaw() == 0

    found = read(config)
    (folder,) = found["plugins"]["load"]["paths"]
    assert (Path(folder) / "openclaw.plugin.json").is_file()
    assert found["plugins"]["entries"][OPENCLAW] == {"enabled": True, "hooks": {"allowConversationAccess": True}}
    assert found["plugins"]["allow"] == ["memory-core", OPENCLAW]
    assert found["agents"]["defaults"]["compaction"]["provider"] == OPENCLAW
    assert config.read_text().startswith('// mine\n{\n  gateway: { mode: "local" }, // keep\n')


def test_openclaw_installed_twice_nothing_changes(config: Path) -> None:
    openclaw()
    once = config.read_bytes()
    openclaw()

    assert config.read_bytes() == once


def test_openclaw_undo_puts_the_file_back_byte_for_byte(config: Path) -> None:
    openclaw()
    openclaw("--undo")

    assert config.read_text() == CONFIG


def test_openclaw_undo_leaves_no_dangling_provider_in_a_file_that_was_changed_since(config: Path) -> None:
    openclaw()
    config.write_text(config.read_text().replace('"local"', '"remote"'))
    openclaw("--undo")

    assert config.read_text() == CONFIG.replace('"local"', '"remote"')


def test_openclaw_undo_takes_out_what_the_host_itself_installed(config: Path) -> None:
    """`openclaw plugins install --link` writes the same members, and no record of ours."""
    ours = {"plugins": {"load": {"paths": ["/clone/openclaw-plugin"]}, "entries": {OPENCLAW: {"enabled": True}}}}
    ours["plugins"] |= {"slots": {"contextEngine": OPENCLAW}}
    config.write_text(json.dumps({"agents": {"defaults": {"compaction": {"provider": OPENCLAW}}}, **ours}))
    openclaw("--undo")

    assert read(config) == {}


def recorded_by_host(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of the host that it installed the plugin, and a host that writes down how it is called."""
    state = folder / "openclaw" / "state"
    state.mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(state / "openclaw.sqlite")) as opened, opened:
        opened.execute("CREATE TABLE config_machine_state (state_key TEXT, value_json TEXT)")
        value = json.dumps({"index": {"installRecords": {OPENCLAW: {"source": "path"}}}})
        opened.execute("INSERT INTO config_machine_state VALUES ('plugins.installedIndex', ?)", (value,))
    program = folder / "bin" / "openclaw"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" > {folder}/called\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return folder / "called"


def test_openclaw_undo_has_the_host_remove_its_own_record(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    called = recorded_by_host(tmp_path, monkeypatch)

    openclaw("--undo", "--dry-run")
    assert not called.exists()
    assert "would run openclaw plugins uninstall" in capsys.readouterr().out

    openclaw("--undo")
    assert called.read_text().split() == ["plugins", "uninstall", OPENCLAW, "--force"]


def test_openclaw_undo_says_what_to_run_where_the_host_is_not_found(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    openclaw()
    recorded_by_host(tmp_path, monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))

    assert openclaw("--undo") == 0
    assert config.read_text() == CONFIG
    assert "openclaw plugins uninstall" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "JSON5"),
        ('{"plugins": {"$include": "plugins.json"}}', "another file"),
        ('{"plugins": {"enabled": false}}', "plugins.enabled"),
        (f'{{"plugins": {{"deny": ["{OPENCLAW}"]}}}}', "plugins.deny"),
        ('{"plugins": {"load": {"paths": 7}}}', "not a list"),
    ],
)
def test_a_configuration_that_cannot_take_the_plugin_stays_as_it_is(
    written: str, said: str, config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text(written)

    assert openclaw() == 2
    assert said in capsys.readouterr().err
    assert config.read_text() == written


def test_openclaw_has_no_configuration_of_a_project(config: Path, tmp_path: Path) -> None:
    assert openclaw("--project", str(tmp_path)) == 2
    assert config.read_text() == CONFIG


# -- from a package ------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a wheel has of the skill's folder."""
    made = tmp_path / "site-packages" / "context_memory" / "_skill"
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    for source, target in wheel["force-include"].items():
        there = made / Path(target).relative_to("context_memory/_skill")
        there.parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copyfile
        copy(ROOT / source, there)
    monkeypatch.setattr(installing, "PACKAGED", made)
    return made


def from_package(host: str, project: Path | None = None) -> Sequence[Change]:
    """Install it, and what that changed."""
    return installed(host, None, project)


def installed(host: str, source: Path | None, project: Path | None = None) -> Sequence[Change]:
    """Install it from this clone, or from the package, and what that changed."""
    changes = installing.plan(host, source, project)
    installing.install(host, project, changes)
    return changes


def test_claude_code_loads_a_folder_that_starts_the_package_whatever_python3_is(settings: Path, package: Path) -> None:
    from_package("claude-code")

    found = json.loads(settings.read_text())["extraKnownMarketplaces"]["context-memory-optimizer"]["source"]
    folder = Path(found["path"])
    for name in (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", "hooks/hooks.json", "SKILL.md"):
        assert (folder / name).read_bytes() == (ROOT / name).read_bytes()
    script = folder / "scripts" / "context-memory.py"
    done = subprocess.run([sys.executable, script, "settings", "--help"], capture_output=True, text=True, check=False)
    assert "context-memory.py settings" in done.stdout, done.stderr
    assert str(package / "scripts") in script.read_text()
    assert from_package("claude-code") == ()


def test_what_claude_code_loads_goes_with_the_last_installation(settings: Path, package: Path, tmp_path: Path) -> None:
    from_package("claude-code")
    (tmp_path / "app").mkdir()
    from_package("claude-code", tmp_path / "app")
    folder = places.of_user().state / "plugins" / "context-memory-optimizer"

    install("--undo")
    assert settings.read_text() == OWN
    assert folder.is_dir()
    install("--undo", "--project", str(tmp_path / "app"))
    assert not folder.exists()
    assert installing.read_record() == {}


def test_a_package_shows_copies_by_their_names(settings: Path, package: Path) -> None:
    diffs = {Path(each.path).name: each.diff for each in installing.plan("claude-code", None, None)}

    assert diffs["hooks.json"].splitlines()[0] == f"--- {package}/hooks/hooks.json"
    assert len(diffs["hooks.json"].splitlines()) == 2
    assert "+PROGRAM = [" in diffs["context-memory.py"]


def test_openclaw_loads_the_plugin_from_the_package_and_runs_its_python(config: Path, package: Path) -> None:
    from_package("openclaw")

    plugins = read(config)["plugins"]
    assert plugins["load"]["paths"] == [str(package / "openclaw-plugin")]
    assert plugins["entries"][OPENCLAW]["config"] == {"python": sys.executable}
    assert (package / "scripts" / "context-memory.py").is_file(), "the plugin looks for it beside its folder"
    openclaw("--undo")
    assert config.read_text() == CONFIG


def clone(folder: Path) -> Path:
    """What an installation looks for in a clone."""
    for name in (
        ".claude-plugin/marketplace.json",
        "openclaw-plugin/openclaw.plugin.json",
        "scripts/context-memory.py",
    ):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).touch()
    return folder


UPGRADED = {
    "claude-code": {".claude/settings.json": OWN},
    "openclaw": {".openclaw/openclaw.json": '{agents: {defaults: {compaction: {provider: "other"}}}} // mine\n'},
    "codex": {
        ".codex/hooks.json": '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}}\n',
        ".codex/config.toml": 'model = "a"  # mine\n',
    },
    "gemini": {".gemini/settings.json": '{"mcpServers": {"other": {"command": "mine"}}}\n'},
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of a user without variables for hosts."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home 家"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "home 家"


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("host", UPGRADED)
def test_undo_after_an_installation_from_elsewhere_leaves_none_of_both(
    host: str, is_there: bool, home: Path, tmp_path: Path
) -> None:
    """An upgrade unpacks a new folder; what undo put back named the old one."""
    own = {home / name: text for name, text in UPGRADED[host].items()}
    for path, text in own.items() if is_there else ():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert installed(host, clone(tmp_path / "old one"))
    assert installed(host, clone(tmp_path / "新 版本"))

    installing.undo(installing.plan_undo(host, None), ())

    assert {path: path.read_text() for path in own if path.exists()} == (own if is_there else {})


@pytest.mark.parametrize("host", UPGRADED)
def test_undo_after_a_change_by_the_user_and_an_upgrade_takes_only_what_is_ours(
    host: str, home: Path, tmp_path: Path
) -> None:
    installed(host, clone(tmp_path / "old"))
    paths = [home / name for name in UPGRADED[host]]
    for path in paths:
        path.write_text(path.read_text() + "\n")
    installed(host, clone(tmp_path / "new"))
    installing.undo(installing.plan_undo(host, None), ())

    assert not any("context" in path.read_text() for path in paths if path.exists())


@pytest.mark.parametrize(
    ("host", "path", "text", "problem"),
    [
        ("codex", ".codex/hooks.json", "{} // mine", "is no JSON"),
        ("gemini", ".gemini/settings.json", "[]", "settings.json holds no JSON object"),
    ],
)
def test_a_configuration_that_the_host_cannot_read_is_refused(
    host: str, path: str, text: str, problem: str, home: Path, tmp_path: Path
) -> None:
    (home / path).parent.mkdir(parents=True)
    (home / path).write_text(text)

    with pytest.raises(InputError, match=problem):
        installing.plan(host, clone(tmp_path / "clone"), None)


def test_undo_takes_out_what_an_earlier_record_has_as_the_text_from_before(settings: Path, tmp_path: Path) -> None:
    installed("claude-code", clone(tmp_path / "old"))
    before = settings.read_text()
    installed("claude-code", clone(tmp_path / "new"))
    installing.write_record({str(settings): {"before": before, "after": settings.read_text()}})
    install("--undo")

    assert json.loads(settings.read_text()) == json.loads(OWN)


@pytest.mark.parametrize(
    ("further", "is_needed"),
    [({"model": "opus"}, False), ({"enabledPlugins": {}}, True)],
    ids=["an undo gives it back", "an undo would take more"],
)
def test_the_record_has_of_the_settings_only_what_an_undo_needs(
    settings: Path, further: dict[str, Any], is_needed: bool
) -> None:
    own = json.dumps({"env": {"API_KEY": "of the user"}, **further}, indent=2) + "\n"
    settings.write_text(own)
    install()
    kept = (places.of_user().state / "installs.json").read_text()
    install("--undo")

    assert ("of the user" in kept) == is_needed
    assert settings.read_text() == own


@pytest.mark.parametrize("host", ["claude-code", "openclaw"])
def test_a_package_without_the_plugin_says_so(
    host: str, settings: Path, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "PACKAGED", tmp_path / "nothing")

    with pytest.raises(InputError, match="this installation has no"):
        installing.plan(host, None, None)


def test_undo_leaves_no_empty_file_that_the_host_wrote_anew(settings: Path) -> None:
    settings.unlink()
    install()
    found = json.loads(settings.read_text())
    settings.write_text(json.dumps(found, indent=4))  # as the host's own command does
    install("--undo")

    assert not settings.exists()
