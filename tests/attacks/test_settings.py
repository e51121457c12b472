"""A workspace's settings file: what it may set without being trusted, whatever the spelling."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from context_memory.cli import main
from context_memory.settings import values
from context_memory.settings.service import refusals, resolve
from context_memory.settings.values import HARMLESS, USER_ONLY, Settings

from ..conftest import REPOSITORY

SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "dashes": lambda key: key.replace("_", "-"),
    "upper": str.upper,
    "upper dashes": lambda key: key.upper().replace("_", "-"),
    "title": str.title,
    "mixed": lambda key: "".join(c.upper() if n % 2 else c for n, c in enumerate(key)).replace("_", "-", 1),
    "quoted": lambda key: f'"{key}"',
    "escaped": lambda key: f'"\\u{ord(key[0]):04x}{key[1:]}"',
}
USERS_KEYS = sorted(set(values.DEFAULTS) - values.HARMLESS_KEYS)
NEVER_HARMLESS = ("_command", "_url", "_codec", "_model", "_dollars", "_http", "_attempts", "_parallel", "_instruction")
NAMED_BY_THE_ISSUE = {"redact", "min_receipt", "flush_before_compact", "learn_sensitive", "breaker_failures"}
NAMED_BY_THE_ISSUE |= {"ranking_weights", "store", "base_url", "model", "embedder", "scope", "estimator"}


def changed(key: str) -> str:
    """A value of the key that is not its default, as TOML."""
    default = values.DEFAULTS[key]
    if isinstance(default, bool):
        return "false" if default else "true"
    if words := values.words_of(key):
        return json.dumps(next(word for word in words if word != default))
    if isinstance(default, str):
        address = "https://evil.example/v1" if key.endswith("_url") else "evil"
        if key == "time_zone":
            address = "+08:00"
        return json.dumps("postgresql://evil@evil.example/memory" if key == "store" else address)
    low, high = values.range_of(key)
    return str(low if default != low else high)


def settings_file(workspace: Path, text: str) -> Path:
    folder = workspace / ".context-memory"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return folder / "settings.toml"


@pytest.mark.parametrize("name", Settings._fields)
def test_every_setting_has_decided_whether_a_workspace_may_set_it(name: str) -> None:
    kind: Any = Settings.__annotations__[name]

    assert sum(each in {HARMLESS, USER_ONLY} for each in kind.__metadata__) == 1


def test_what_runs_sends_spends_or_weakens_is_not_harmless() -> None:
    assert not {key for key in values.HARMLESS_KEYS if key.endswith(NEVER_HARMLESS)}
    assert not values.HARMLESS_KEYS & NAMED_BY_THE_ISSUE
    assert {"language", "time_zone", "window", "recall_limit", "trim_chars"} <= values.HARMLESS_KEYS


def test_the_reference_lists_the_harmless_keys() -> None:
    text = (REPOSITORY / "references" / "configuration.md").read_text(encoding="utf-8")
    listed = text.partition("may set only harmless keys:\n")[2].partition(".\n")[0]

    assert set(re.findall(r"`(\w+)`", listed)) == values.HARMLESS_KEYS


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("key", USERS_KEYS)
def test_no_spelling_of_a_key_that_is_the_users_takes_effect(tmp_path: Path, key: str, spelling: str) -> None:
    file = settings_file(tmp_path, f"{SPELLINGS[spelling](key)} = {changed(key)}\nwindow = 64000\n")

    resolved = resolve(None, file, {}, {})

    assert resolved.settings == Settings(window=64_000)
    assert [each.key for each in resolved.refused] == [key]
    (warning,) = refusals(resolved.refused)
    assert f"context-memory trust --workspace {tmp_path}" in warning
    assert str(file) in warning


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("key", sorted(values.HARMLESS_KEYS))
def test_a_harmless_key_takes_effect_in_every_spelling(tmp_path: Path, key: str, spelling: str) -> None:
    file = settings_file(tmp_path, f"{SPELLINGS[spelling](key)} = {changed(key)}\n")

    resolved = resolve(None, file, {}, {})

    assert resolved.origins[key] == str(file)
    assert not resolved.refused


def test_the_call_goes_on_with_one_warning_that_names_the_keys_and_nothing_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marker = tmp_path / "owned"
    settings_file(tmp_path / "w", f"learn-codec = 'command'\nLEARN_COMMAND = 'touch {marker}'\nRecall-Limit = 3\n")

    assert main(["remember", "we deploy on Tuesdays", "--workspace", str(tmp_path / "w")]) == 0
    err = capsys.readouterr().err
    assert main(["settings", "--workspace", str(tmp_path / "w"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)

    assert err.count("only you may set") == 1
    assert "sets learn_codec, learn_command, which" in err
    assert not marker.exists()
    assert shown["recall_limit"]["value"] == 3
    assert shown["learn_command"]["value"] == ""
    assert shown["learn_command"]["refused"].endswith("settings.toml")


def test_trust_lets_the_file_take_effect_until_it_changes_or_trust_is_revoked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = settings_file(tmp_path, "learn_command = 'mine'\n")

    def command() -> str:
        return resolve(None, file, {}, {}).settings.learn_command

    assert main(["trust", "--workspace", str(tmp_path), "--dry-run"]) == 0
    assert "learn_command = 'mine'" in capsys.readouterr().out
    assert command() == ""
    assert main(["trust", "--workspace", str(tmp_path)]) == 0
    assert command() == "mine"
    capsys.readouterr()
    assert main(["trust", "--workspace", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "unchanged"

    file.write_text("learn_command = 'theirs'\n")
    assert command() == ""
    assert main(["trust", "--workspace", str(tmp_path)]) == 0
    assert command() == "theirs"
    assert main(["trust", "--revoke", "--workspace", str(tmp_path)]) == 0
    assert command() == ""
    capsys.readouterr()
    assert main(["trust", "--revoke", "--workspace", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "unchanged"


def test_trust_keeps_nothing_but_a_name_in_the_workspace(tmp_path: Path) -> None:
    settings_file(tmp_path / "w", "redact = false\n")

    assert main(["trust", "--workspace", str(tmp_path / "w")]) == 0

    assert sorted(path.name for path in (tmp_path / "w" / ".context-memory").iterdir()) == ["id", "settings.toml"]


def test_a_clone_of_a_trusted_workspace_is_not_trusted(tmp_path: Path) -> None:
    """The id travels with git; the time stamp that the user's state folder knows does not."""
    settings_file(tmp_path / "origin", "learn_command = 'mine'\n")
    assert main(["trust", "--workspace", str(tmp_path / "origin")]) == 0
    cloned(tmp_path / "origin", tmp_path / "clone")

    clone = tmp_path / "clone" / ".context-memory"
    assert (clone / "id").read_text() == (tmp_path / "origin" / ".context-memory" / "id").read_text()
    assert resolve(None, clone / "settings.toml", {}, {}).settings == Settings()
    shutil.rmtree(tmp_path / "origin")
    (tmp_path / "clone").rename(tmp_path / "origin")
    assert resolve(None, tmp_path / "origin" / ".context-memory" / "settings.toml", {}, {}).settings == Settings()


def test_a_bare_name_of_a_relative_config_home_is_not_the_users_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """XDG: a relative path counts as not set; else the folder somebody stands in would be the user's own."""
    (tmp_path / "context-memory").mkdir()
    (tmp_path / "context-memory" / "settings.toml").write_text("redact = false\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for value in (".", ""):
        monkeypatch.setenv("XDG_CONFIG_HOME", value)

        assert main(["settings", "redact", "--workspace", ".", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["redact"]["value"] is True


def cloned(origin: Path, to: Path) -> None:
    """A clone of all that lies in a folder, made by git."""
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(origin))
    for call in (("init", "-q"), ("add", "-Af"), ("commit", "-qm", "all")):
        subprocess.run([*git, *call], check=True, capture_output=True)
    subprocess.run(["git", "clone", "-q", str(origin), str(to)], check=True, capture_output=True)
