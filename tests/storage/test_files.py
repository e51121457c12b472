"""What stands where a file is to be written and is no file: it stays what it is."""

import os
import stat
import threading
from pathlib import Path

import pytest

from context_memory.errors import ContextMemoryError
from context_memory.storage import files


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()

    files.replace_text(pipe, "one\ntwo\n")

    reader.join(10)
    assert read == [b"one\ntwo\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_device_is_written_to_and_stays_one() -> None:
    device = Path(os.devnull)
    before = device.stat()

    files.replace_text(device, "nobody reads this")

    assert stat.S_ISCHR(device.stat().st_mode)
    assert device.stat().st_ino == before.st_ino


def test_a_folder_is_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(ContextMemoryError, match="cannot write"):
        files.replace_text(tmp_path, "text")
    assert list(tmp_path.iterdir()) == []
