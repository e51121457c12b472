"""The files of R-Memory: read as they are, taken over without loss, never changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from context_memory.blocks.services import rmemory
from context_memory.blocks.services.rmemory import Reader, hash32, read_sessions, settings_of
from context_memory.blocks.values import Swapped
from context_memory.cli import main
from context_memory.errors import InputError
from context_memory.messages import Role
from context_memory.settings.values import Settings
from context_memory.storage.archive import Archive
from context_memory.storage.places import of_workspace
from context_memory.testing import SessionBuilder
from context_memory.text import tokens
from context_memory.tokens import budget

from ..block_sessions import NOW, opened
from ..text.test_redact import PLANTED

FIRST = (
    "[Human]:\nRead config/server.toml, never change it.\n\n"
    '[AI]:\nI look.\n[Tool: read]\n<PRESERVE_VERBATIM>\n{\n  "path": "config/server.toml"\n}\n</PRESERVE_VERBATIM>\n\n'
    "[Tool Result]:\n" + "\n".join(f"option_{i} = {i}" for i in range(120)) + "\n\n"
    "[AI]:\n[Thinking]: port it is\nThe port is 8443."
)
SECOND = "[Human]:\nAnd the log level?\n\n[AI]:\nIt is info.\n\n[Bash]:\n$ cat x\nlog_level = info"
FIRST_SMALL = "User: read config/server.toml, never change it. Agent read it: option_0 = 0 and so on; port 8443."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "openclaw" / "r-memory"
    (root / "archive").mkdir(parents=True)
    config = {
        "// note": "comments are keys",
        "enabled": True,
        "evictTrigger": 60_000,
        "compressTrigger": 36_000,
        "blockSize": 3_000,
        "minCompressChars": 200,
        "compressionModel": "anthropic/claude-haiku-4-5",
        "maxParallelCompressions": 2,
        "storageDir": "r-memory",
    }
    (root / "config.json").write_text(json.dumps(config), encoding="utf-8")
    for text in (FIRST, SECOND):
        (root / "archive" / f"{hash32(text)}.md").write_text(text, encoding="utf-8")
    old = {hash32(FIRST): {"compressed": "an older text", "tokensRaw": 1, "tokensCompressed": 1}}
    new = {
        hash32(FIRST): {"compressed": FIRST_SMALL, "tokensRaw": 500, "tokensCompressed": 40},
        hash32(SECOND): {"compressed": SECOND, "tokensRaw": 30, "tokensCompressed": 30},
    }
    (root / "turn-cache.json").write_text(json.dumps(old), encoding="utf-8")
    (root / "block-cache.json").write_text(json.dumps(new), encoding="utf-8")
    entry = {
        "compressed": f"{FIRST_SMALL}\n\n---\n\n{SECOND}",
        "tokensRaw": 530,
        "tokensCompressed": 70,
        "timestamp": 1_771_400_000_000,
    }
    lost = {"compressed": "A block whose raw text is gone.", "timestamp": 1_771_300_000_000}
    (root / "history-abc123.json").write_text(json.dumps([lost, entry]), encoding="utf-8")
    return tmp_path / "openclaw"


def call(folder: Path, workspace: Path, *words: str) -> int:
    workspace.mkdir(exist_ok=True)
    return main(["blocks", "import-rmemory", str(folder), "--workspace", str(workspace), *words])


def test_comments_in_the_configuration_are_passed_over_and_the_newer_cache_wins(folder: Path) -> None:
    found = rmemory.read_folder(folder)

    assert "// note" not in found.config
    assert found.cache[hash32(FIRST)].compressed == FIRST_SMALL
    assert found.problems == ()


def test_its_settings_become_ours(folder: Path) -> None:
    assert settings_of(rmemory.read_folder(folder).config) == {
        "blocks_enabled": True,
        "block_tokens": 3_000,
        "evict_tokens": 60_000,
        "compress_parallel": 2,
        "compress_min_tokens": 50,
        "compress_model": "claude-haiku-4-5",
        "policy": "r-memory",
    }


def test_its_compress_trigger_makes_a_swap_due_by_the_raw_part_alone(tmp_path: Path) -> None:
    settings = Settings(policy="r-memory", window=200_000)
    told = SessionBuilder(session_id="story").user("Read all logs.")
    while tokens.of_messages(told.build().messages) < 36_000:
        told.call("read", {"path": "app.log"}, "GET /orders 200 in 31 ms\n" * 150).agent("Nothing unusual.")
    messages = told.build().messages
    below = next(i for i in range(len(messages)) if tokens.of_messages(messages[: i + 1]) >= 36_000)

    with opened(tmp_path, settings) as services:
        services.ingester.add("story", messages[:below], NOW)
        assert services.viewer.due("story") == ""
        services.ingester.add("story", messages[below:], NOW)
        assert services.viewer.due("story") == "raw"
        outcome = services.viewer.swap("story", NOW)
        raw = tokens.of_messages(services.viewer.view("story").tail)
        again = services.viewer.due("story")

    assert isinstance(outcome, Swapped)
    assert raw <= 27_000
    assert again == ""


def test_another_trigger_than_the_policy_has_is_told(folder: Path, tmp_path: Path) -> None:
    path = folder / "r-memory" / "config.json"
    path.write_text(path.read_text("utf-8").replace("36000", "24000"), encoding="utf-8")

    with opened(tmp_path / "w") as services:
        importer = rmemory.RMemoryImport(of_workspace(tmp_path / "w"), Settings(), services.ingester)
        done = importer.run(folder, NOW)

    assert done.settings["policy"] == "r-memory"
    assert any("compressTrigger" in each and "24,000" in each for each in done.problems)


def test_the_other_policies_wait_for_the_whole_context() -> None:
    assert [name for name in budget.POLICIES if budget.raw_trigger(name)] == ["r-memory"]
    assert budget.raw_trigger("r-memory") == 36_000


def test_a_swap_of_several_blocks_is_taken_apart_and_what_is_unknown_stays_as_text(folder: Path) -> None:
    blocks = read_sessions(rmemory.read_folder(folder))["abc123"]

    assert [block.compressed or block.raw for block in blocks] == [
        "A block whose raw text is gone.",
        FIRST_SMALL,
        SECOND,
    ]
    assert [bool(block.raw) for block in blocks] == [False, True, True]
    assert blocks[0].time == "2026-02-17T03:46:40+00:00"


def test_a_block_is_read_back_as_the_messages_it_was_made_of(folder: Path) -> None:
    reader = Reader()
    blocks = read_sessions(rmemory.read_folder(folder))["abc123"]

    messages = reader.messages(blocks[1])

    assert [message.role for message in messages] == [Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]
    assert messages[1].calls[0].input == {"path": "config/server.toml"}
    assert messages[2].results[0].call_id == messages[1].calls[0].id
    assert messages[3].parts[0].text == "port it is\nThe port is 8443."


def test_everything_is_taken_over_once_and_its_files_stay_as_they_are(
    folder: Path, tmp_path: Path, capsys: Any
) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    workspace = tmp_path / "w"

    assert call(folder, workspace, "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert call(folder, workspace, "--json") == 0
    second = json.loads(capsys.readouterr().out)

    assert first["sessions"] == 1
    assert first["messages"] == 8
    assert second["messages"] == 0
    assert second["known"] == 8
    archive = Archive(of_workspace(workspace).archive)
    assert [hit.text for hit in archive.find("The port is 8443.")] == ["The port is 8443."]
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_its_conversation_is_searched_like_any_other(folder: Path, tmp_path: Path, capsys: Any) -> None:
    call(folder, tmp_path / "w")
    capsys.readouterr()

    assert main(["blocks", "show", "--grep", "log_level", "--workspace", str(tmp_path / "w")]) == 0
    assert "log_level = info" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(folder: Path, tmp_path: Path, capsys: Any) -> None:
    assert call(folder, tmp_path / "w", "--dry-run") == 0
    assert "8 messages would be taken over" in capsys.readouterr().out
    assert list((tmp_path / "w").rglob("*.jsonl")) == []


def test_secrets_in_its_files_are_left_out(folder: Path, tmp_path: Path) -> None:
    text = f"[Human]:\nthe key is {PLANTED['anthropic-key']}"
    (folder / "r-memory" / "archive" / f"{hash32(text)}.md").write_text(text, encoding="utf-8")

    call(folder, tmp_path / "w")

    kept = [path.read_bytes() for path in (tmp_path / "w").rglob("*") if path.is_file()]
    assert not any(PLANTED["anthropic-key"].encode() in content for content in kept)
    assert any(b"[redacted:anthropic-key]" in content for content in kept)


def test_its_compressed_texts_are_searched_in_the_archive(folder: Path, tmp_path: Path) -> None:
    call(folder, tmp_path / "w")

    kinds = {entry.kind for entry in Archive(of_workspace(tmp_path / "w").archive).entries()}

    assert kinds == {"r-memory-block", "r-memory-capsule"}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("block-cache.json", b'{"a": '),
        ("block-cache.json", b"[1, 2]"),
        ("config.json", b"[" * 100_000),
        ("history-abc123.json", b'[{"timestamp": "x"}, 7]'),
        ("turn-cache.json", b"\xff\xfe\x00"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_the_others_are_taken_over(
    folder: Path, tmp_path: Path, capsys: Any, name: str, content: bytes
) -> None:
    (folder / "r-memory" / name).write_bytes(content)

    assert call(folder, tmp_path / "w") == 0
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("given", ["nowhere", "empty"])
def test_a_folder_without_its_files_is_refused(tmp_path: Path, given: str) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(InputError):
        rmemory.read_folder(tmp_path / given)
