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

    unit = units.unit_of(units.SYSTEMD, call, Path(f"/home/{name}"), Path("/home/u"), Path("/home/u/.config"))

    started = next(line for line in unit.text.splitlines() if line.startswith("ExecStart="))
    read = [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(started.removeprefix("ExecStart="))]
    assert read == call
    assert unit.path.parent == Path("/home/u/.config/systemd/user")
    assert unit.path.name in unit.start + ".service"


@pytest.mark.parametrize("name", NAMES)
def test_a_plist_of_launchd_has_every_word_of_the_call(name: str) -> None:
    call = ["/usr/bin/python3", "serve", "--workspace", f"/home/{name}"]

    unit = units.unit_of(units.LAUNCHD, call, Path(f"/home/{name}"), Path("/home/u"), Path("/home/u/.config"))

    assert plistlib.loads(unit.text.encode())["ProgramArguments"] == call
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


def test_a_unit_whose_workspace_or_socket_lies_in_the_shared_tmp_has_no_tmp_of_its_own() -> None:
    """With PrivateTmp it would find an empty folder there, and nobody would find its socket."""
    home, config = Path("/home/u"), Path("/home/u/.config")
    own = units.unit_of(units.SYSTEMD, ["context-memory", "serve"], home / "w", home, config)
    below = units.unit_of(units.SYSTEMD, ["context-memory", "serve"], Path("/tmp/w"), home, config)
    socket = units.unit_of(
        units.SYSTEMD, ["context-memory", "serve", "--uds", "/var/tmp/s.sock"], home / "w", home, config
    )

    assert "\nPrivateTmp=true\n" in own.text
    for unit in (below, socket):
        assert "\nPrivateTmp" not in unit.text
        assert "shared /tmp" in unit.text
