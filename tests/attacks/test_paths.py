"""A transcript says where it worked, and which files; neither gives it a file outside the workspace."""

import json
from pathlib import Path

import pytest

from context_memory.cli import main
from context_memory.compaction.services import restore
from context_memory.compaction.services.restore import Restorer
from context_memory.settings.values import Settings
from context_memory.storage import places

CANARY = "canary-2b90-private"


def claude_session(path: Path, cwd: str, *named: str) -> None:
    """A session whose every entry claims the folder, and whose tools worked on the named files."""
    entries = [
        {"type": "user", "uuid": "1", "parentUuid": None, "cwd": cwd, "sessionId": "s", "timestamp": TIME}
        | {"message": {"role": "user", "content": "Please read the files."}},
    ]
    for number, name in enumerate(named, 2):
        use = {"type": "tool_use", "id": f"t{number}", "name": "Edit", "input": {"file_path": name}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "ok"}
        both = (("assistant", use), ("user", result))
        for role, block in both:
            entries.append(
                {"type": role, "uuid": f"{role}{number}", "parentUuid": entries[-1]["uuid"], "cwd": cwd}
                | {"sessionId": "s", "timestamp": TIME, "message": {"role": role, "content": [block]}}
            )
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))


TIME = "2026-11-20T12:00:00.000Z"


@pytest.fixture
def private(tmp_path: Path) -> Path:
    """A folder of somebody else's files."""
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "passwd.md").write_text(f"root:{CANARY}\n")
    return folder


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out + captured.err


CLAIMED = ("PRIVATE", "PRIVATE/", "PRIVATE/../etc", "/", "LINK", "W/../etc", "W/LINK/..", "~", "")
NAMES = (
    *("passwd.md", "./passwd.md", "../etc/passwd.md", "PRIVATE/passwd.md", "LINK/passwd.md", "link.md"),
    "sub/../../etc/passwd.md",
)


@pytest.mark.parametrize("cwd", CLAIMED)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("has_workspace", [True, False])
def test_no_folder_that_a_transcript_claims_gives_a_file_outside(
    cwd: str, name: str, has_workspace: bool, private: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    (folder / "LINK").symlink_to(private)
    (folder / "link.md").symlink_to(private / "passwd.md")
    stands = {"PRIVATE": str(private), "LINK": str(folder / "LINK"), "W": str(folder)}
    for word, path in stands.items():
        name = name.replace(word, path) if name.startswith(word) else name
        cwd = cwd.replace(word, path, 1) if cwd.startswith(word) else cwd
    claude_session(tmp_path / "session.jsonl", cwd, name)
    where = ("--workspace", str(folder)) if has_workspace else ()

    told = shown(capsys, "restore", str(tmp_path / "session.jsonl"), "--explain", *where)

    assert CANARY not in told


def test_a_folder_inside_the_workspace_is_taken_from_the_transcript(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "w"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.py").write_text("answer = 42\n")
    claude_session(tmp_path / "session.jsonl", str(folder / "sub"), "./a.py")

    told = shown(capsys, "restore", str(tmp_path / "session.jsonl"), "--workspace", str(folder))

    assert "answer = 42" in told


def test_a_folder_that_is_named_on_the_command_line_is_taken(
    private: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claude_session(tmp_path / "session.jsonl", str(private), "passwd.md")
    session = str(tmp_path / "session.jsonl")

    refused = shown(capsys, "restore", session, "--explain")
    given = shown(capsys, "restore", session, "--cwd", str(private))

    assert CANARY not in refused
    assert f"the session worked in {private}: name it with --cwd" in refused, refused
    assert CANARY in given


def test_compaction_restores_nothing_from_a_claimed_folder(
    private: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "w"
    folder.mkdir()
    claude_session(tmp_path / "session.jsonl", str(private), *["passwd.md"] * 12)
    words = ("compact", str(tmp_path / "session.jsonl"), "--force", "--keep", "1", "--workspace", str(folder))

    main([*words, "--out", str(tmp_path / "out.jsonl")])

    captured = capsys.readouterr()
    assert CANARY not in captured.out + captured.err
    written = [path for path in tmp_path.rglob("*") if path.is_file() and private not in path.parents]
    assert not any(CANARY.encode() in path.read_bytes() for path in written)


@pytest.mark.parametrize("cwd", ["\0", "a\0b", "x" * 5_000, "/" * 5_000, "\ud800", "~nobody"])
def test_a_claimed_folder_that_is_no_path_is_passed_over(cwd: str, tmp_path: Path) -> None:
    restoration = Restorer(Settings()).restore(["a.py"], places.of_workspace(tmp_path), cwd)

    assert restoration.files == ()


@pytest.mark.parametrize("name", ["../secret", "sub/../../secret", "/etc/hostname", "link", "link/../../secret"])
def test_no_name_leads_out_of_the_folders_that_may_be_read(name: str, tmp_path: Path) -> None:
    (tmp_path / "w" / "sub").mkdir(parents=True)
    (tmp_path / "secret").write_text(CANARY)
    (tmp_path / "w" / "link").symlink_to(tmp_path / "secret")

    assert isinstance(restore.find_confined(name, [tmp_path / "w"], limit=100), restore.Unusable)
