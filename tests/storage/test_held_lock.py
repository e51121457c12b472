"""A lock whose file stays open: it excludes threads and processes as `files.locked` does, and follows its file."""

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
