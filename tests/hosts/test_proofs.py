"""The parts of `make test-hosts` that need no host: when a run counts as not done, and what an unknown version does."""

import os
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.hosts import installation

from .npm_download import program
from .openclaw_download import BrokenDownload, NotHere


def script(folder: Path, name: str, lines: str) -> Path:
    """A program that does this."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("npm error code ENOTFOUND", NotHere),
        ("npm error code ECONNREFUSED", NotHere),
        ("npm error code E503", NotHere),
        ("npm error code ENOSPC", BrokenDownload),
        ("npm error code ETARGET", BrokenDownload),
    ],
)
def test_only_a_registry_that_cannot_be_reached_is_a_reason_not_to_run(
    said: str, error: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path / "bin", "npm", f"echo '{said}' >&2; exit 1")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    with pytest.raises(error, match=said):
        program("a-package", "1.0.0", "a-program")


@pytest.mark.parametrize(
    ("host", "tested"),
    [
        ("claude-code", installation.TESTED_CLAUDE_CODE),
        ("openclaw", installation.TESTED_OPENCLAW),
        ("codex", installation.TESTED_CODEX),
        ("gemini", installation.TESTED_GEMINI),
    ],
)
def test_a_canary_fails_on_a_version_that_nobody_tested(
    host: str,
    tested: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    found = script(tmp_path / "bin", host, "echo 9999.1.2")

    code = main(["doctor", "--canary", host, "--program", str(found)])

    assert code == 3
    line = next(line for line in capsys.readouterr().out.splitlines() if line.split()[1] == "version")
    assert line.startswith("FAIL")
    assert f"9999.1.2; tested: {tested[0]}" in line
