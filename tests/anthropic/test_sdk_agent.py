"""The long conversation of examples/sdk_agent.py, a short one: our way holds it and keeps every rule."""

import json

import pytest

from examples import sdk_agent


@pytest.mark.slow
def test_a_long_conversation_is_held_with_no_refused_request(capsys: pytest.CaptureFixture[str]) -> None:
    """A window of 60,000 tokens, so that it is compacted several times."""
    code = sdk_agent.main(["--tokens", "500000", "--window", "60000", "--json"])

    none, editing, ours = json.loads(capsys.readouterr().out)
    assert code == 0
    assert "prompt is too long" in none["refused"]
    assert ours["refused"] == ""
    assert ours["held"] >= 500_000
    assert ours["compactions"] >= 2
    assert ours["kept"] >= 4
    assert ours["largest"] < 60_000
    assert ours["cost"] / ours["held"] < editing["cost"] / editing["held"]


def test_the_example_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    assert sdk_agent.main(["--tokens", "40000", "--way", "context_memory"]) == 0

    assert "no request refused" in capsys.readouterr().out
