"""Each fault of the provider a few times; `make test-provider` tries them a hundred times."""

from pathlib import Path

import pytest

from .clock_jumps import clock_jumps
from .faults import full_disk, idle_connections, killed_under_load, read_only


@pytest.mark.slow
def test_killed_under_load_it_loses_no_message_that_it_acknowledged(tmp_path: Path) -> None:
    assert killed_under_load(tmp_path / "w", kills=3) == []


def test_c_13_a_full_disk_is_503_and_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert full_disk(tmp_path / "w") == []


def test_c_13_a_state_folder_that_can_only_be_read_is_503_and_is_written_again_afterwards(tmp_path: Path) -> None:
    found = read_only(tmp_path / "w")
    if found is None:
        pytest.skip("root may write everywhere, and nothing may be mounted here")

    assert found == []


@pytest.mark.slow
def test_a_clock_that_is_set_years_forward_and_back_changes_no_order_no_repeat_no_limit_and_no_audit(
    tmp_path: Path,
) -> None:
    found = clock_jumps(tmp_path / "w")
    if found is None:
        pytest.skip("there is no compiler of C here, or no Linux")

    assert found == []


@pytest.mark.slow
def test_idle_connections_keep_nobody_out_of_many_sessions(tmp_path: Path) -> None:
    assert idle_connections(tmp_path / "w", connections=400, sessions=100) == []
