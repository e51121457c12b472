"""The server as a service: units that systemd and launchd read as they were meant, whatever the workspace is called."""

import json
import plistlib
import shlex
from pathlib import Path

import pytest

from context_memory.server import units

from ..provider.processes import command

NAMES = ["plain", "two words", "100% $HOME", 'quo"te', "工作区"]


@pytest.mark.parametrize("name", NAMES)
def test_a_unit_of_systemd_has_every_word_of_the_call(name: str) -> None:
    call = ["/usr/bin/python3", "serve", "--workspace", f"/home/{name}"]

    unit = units.unit_of(units.SYSTEMD, call, Path(f"/home/{name}"), Path("/home/u"), Path("/home/u/.config"), {})

    started = next(line for line in unit.text.splitlines() if line.startswith("ExecStart="))
    read = [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(started.removeprefix("ExecStart="))]
    assert read == call
    assert unit.path.parent == Path("/home/u/.config/systemd/user")
    assert unit.path.name in unit.start + ".service"


@pytest.mark.parametrize("name", NAMES)
def test_a_plist_of_launchd_has_every_word_of_the_call(name: str) -> None:
    call = ["/usr/bin/python3", "serve", "--workspace", f"/home/{name}"]

    variables = {"CONTEXT_MEMORY_SCOPE": name}
    unit = units.unit_of(
        units.LAUNCHD, call, Path(f"/home/{name}"), Path("/home/u"), Path("/home/u/.config"), variables
    )

    assert plistlib.loads(unit.text.encode())["ProgramArguments"] == call
    assert plistlib.loads(unit.text.encode())["EnvironmentVariables"] == variables
    assert unit.path.parent == Path("/home/u/Library/LaunchAgents")


def test_install_shows_the_unit_and_writes_it_without_dry_run(tmp_path: Path) -> None:
    workspace = tmp_path / "w"
    workspace.mkdir()

    code, shown = command(workspace, "serve", "install", "--dry-run", "--service", "systemd")
    was_written = Path(shown["path"]).exists()
    command(workspace, "serve", "install", "--service", "systemd")

    assert (code, shown["dry_run"], was_written) == (0, True, False)
    assert Path(shown["path"]).read_text(encoding="utf-8") == shown["text"]
    assert json.dumps(str(workspace.resolve()))[1:-1] in shown["text"]


def test_a_unit_has_the_settings_and_the_folders_that_it_was_installed_with(tmp_path: Path) -> None:
    variables = {"CONTEXT_MEMORY_SCOPE": "ines", "XDG_STATE_HOME": str(tmp_path / 'a $HOME 100% "x"')}
    (tmp_path / "w").mkdir()
    file = tmp_path / "own.toml"
    file.write_text("window = 64000\n", encoding="utf-8")
    words = ("--settings", str(file), "--set", "trim_chars=900", "--dry-run", "--service", "systemd")

    text = command(tmp_path / "w", "serve", "install", *words, variables=variables)[1]["text"]

    started = next(shlex.split(line) for line in text.splitlines() if line.startswith("ExecStart="))
    assert started[-4:] == ["--settings", str(file), "--set", "trim_chars=900"]
    given = dict(
        shlex.split(line)[0].removeprefix("Environment=").split("=", 1)
        for line in text.splitlines()
        if line.startswith("Environment=")
    )
    assert {name: value.replace("%%", "%") for name, value in given.items()} == variables


@pytest.mark.parametrize(
    "words", [("--host", "0.0.0.0"), ("--set", "trim_chars=much"), ("--tls-cert", "c.pem")], ids=str
)
def test_no_unit_is_written_for_a_server_that_would_refuse_to_start(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "w").mkdir()

    code, shown = command(tmp_path / "w", "serve", "install", "--service", "systemd", *words)

    assert code in {2, 3}
    assert "path" not in shown


def test_a_unit_whose_workspace_or_socket_lies_in_the_shared_tmp_has_no_tmp_of_its_own() -> None:
    """With PrivateTmp it would find an empty folder there, and nobody would find its socket."""
    home, config = Path("/home/u"), Path("/home/u/.config")
    own = units.unit_of(units.SYSTEMD, ["context-memory", "serve"], home / "w", home, config, {})
    below = units.unit_of(units.SYSTEMD, ["context-memory", "serve"], Path("/tmp/w"), home, config, {})
    socket = units.unit_of(
        units.SYSTEMD, ["context-memory", "serve", "--uds", "/var/tmp/s.sock"], home / "w", home, config, {}
    )

    assert "\nPrivateTmp=true\n" in own.text
    for unit in (below, socket):
        assert "\nPrivateTmp" not in unit.text
        assert "shared /tmp" in unit.text
