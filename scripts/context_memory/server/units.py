"""The server as a service of the user: a systemd unit or a launchd plist."""

import plistlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SYSTEMD, LAUNCHD = "systemd", "launchd"
_SHARED = (Path("/tmp"), Path("/var/tmp"))
"""Folders that a unit with PrivateTmp has of its own (systemd.exec(5))."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A file that makes the server start with the user's session."""

    path: Path
    text: str
    start: str
    """What starts it now."""


def variables_of(environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that say where the user's files are and what is set: a service has none of the shell's."""
    folders = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
    return {name: value for name, value in environ.items() if name in folders or name.startswith("CONTEXT_MEMORY_")}


def unit_of(
    kind: str, call: Sequence[str], workspace: Path, home: Path, config: Path, variables: Mapping[str, str]
) -> Unit:
    """The unit of this kind that runs the call with these variables; each workspace has one of its own."""
    name = f"context-memory-{sha256(str(workspace).encode('utf-8', 'surrogateescape')).hexdigest()[:8]}"
    if kind == LAUNCHD:
        path = home / "Library" / "LaunchAgents" / f"{name}.plist"
        return Unit(path, _plist(name, call, workspace, variables), f"launchctl load -w {path}")
    path = config / "systemd" / "user" / f"{name}.service"
    start = f"systemctl --user daemon-reload && systemctl --user enable --now {name}"
    return Unit(path, _service(call, workspace, variables), start)


def _service(call: Sequence[str], workspace: Path, variables: Mapping[str, str]) -> str:
    used = [workspace.resolve(), *(Path(word.partition("=")[2] or word) for word in call)]
    is_private = not any(path.is_relative_to(folder) for path in used for folder in _SHARED)
    private = "PrivateTmp=true" if is_private else "# no PrivateTmp: what it serves lies in the shared /tmp"
    environment = "".join(f"Environment={_quoted(f'{name}={value}')}\n" for name, value in sorted(variables.items()))
    return f"""[Unit]
Description=Context memory of {_escaped(str(workspace))}

[Service]
{environment}ExecStart={" ".join(_quoted(word).replace("$", "$$") for word in call)}
Restart=on-failure
RestartSec=5
UMask=0077
NoNewPrivileges=true
{private}

[Install]
WantedBy=default.target
"""


def _escaped(text: str) -> str:
    """As a value of a unit: no specifier, and one line."""
    return " ".join(text.split()).replace("%", "%%")


def _quoted(word: str) -> str:
    """As one word of Environment, or of ExecStart but for its dollars (systemd.service(5), command lines)."""
    inner = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{inner}"'.replace("\n", "\\n")


def _plist(name: str, call: Sequence[str], workspace: Path, variables: Mapping[str, str]) -> str:
    value = {
        "Label": name,
        "ProgramArguments": list(call),
        "EnvironmentVariables": dict(variables),
        "WorkingDirectory": str(workspace),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "Umask": 0o077,
        "ProcessType": "Background",
    }
    return plistlib.dumps(value).decode("utf-8")
