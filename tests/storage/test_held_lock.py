"""A lock whose file stays open: it excludes threads and processes as `files.locked` does, and follows its file."""

import subprocess
import sys
import threading
from pathlib import Path

from context_memory.storage import files
from context_memory.storage.held_lock import HeldLock


def test_threads_with_one_lock_and_with_two_are_in_it_one_after_the_other(tmp_path: Path) -> None:
    shared, other = HeldLock(tmp_path / "x"), HeldLock(tmp_path / "x")
    inside = threading.Semaphore(1)
    met: list[int] = []

    def work(lock: HeldLock) -> None:
        for _ in range(200):
            with lock.held():
                if not inside.acquire(blocking=False):
                    met.append(1)
                else:
                    inside.release()

    threads = [threading.Thread(target=work, args=(lock,)) for lock in (shared, shared, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    shared.close()
    other.close()

    assert met == []


def test_it_is_the_lock_that_commands_take(tmp_path: Path) -> None:
    lock = HeldLock(tmp_path / "x")
    with lock.held(), files.locked_if_free(tmp_path / "x") as is_free:
        assert not is_free
    with files.locked_if_free(tmp_path / "x") as is_free:
        assert is_free
    lock.close()


def test_a_lock_whose_file_was_deleted_is_taken_on_the_new_one(tmp_path: Path) -> None:
    lock = HeldLock(tmp_path / "x")
    with lock.held():
        pass
    (tmp_path / ".x.lock").unlink()
    with lock.held(), files.locked_if_free(tmp_path / "x") as is_free:
        assert not is_free
    lock.close()
    lock.close()


COUNT_UP = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from context_memory.storage import files
from context_memory.storage.held_lock import HeldLock
counter = Path(sys.argv[2]) / "x"
for _ in range(150):
    with files.locked(counter) if sys.argv[3] == "once" else HeldLock(counter).held():
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def test_processes_that_lock_a_file_of_a_person_wait_for_each_other_and_leave_no_lock(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("0")
    scripts = str(Path(files.__file__).parents[2])
    command = [sys.executable, "-c", COUNT_UP, scripts, str(tmp_path)]
    writers = [subprocess.Popen([*command, how]) for how in ("once", "held", "once", "once")]

    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0, 0]
    assert (tmp_path / "x").read_text() == "600"
    with files.locked(tmp_path / "x"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_a_lock_of_the_state_folder_stays(tmp_path: Path) -> None:
    with files.locked(tmp_path / ".context-memory" / "x"):
        pass

    assert (tmp_path / ".context-memory" / ".x.lock").exists()
