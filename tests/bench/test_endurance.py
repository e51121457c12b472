"""The measure of what lasts over compactions: the same conversation each time, and orders that are really counted."""

from hashlib import sha256

import pytest

from bench import endurance
from bench.fidelity_metric import share_of_orders
from context_memory.testing import SessionBuilder


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_conversation_is_the_same_each_time_and_gives_an_order_in_each_eighth_message(language):
    told = endurance.conversation(language, 1)

    assert told == endurance.conversation(language, 1)
    assert endurance.directives_left(told) >= endurance.LEAST_DIRECTIVES


def test_an_order_counts_where_one_line_holds_most_of_its_words():
    orders = ["Never write to the ledger from a script.", "推送之前务必先跑契约测试。"]

    assert share_of_orders(orders, "- Never write to the ledger from a script.\n- other") == 0.5
    assert share_of_orders(orders, "Never write.\nThe ledger is a script.") == 0.0


def test_orders_of_real_people_are_counted_by_their_labels(tmp_path, monkeypatch):
    order = "Never write to the ledger from a script."
    told = SessionBuilder().user(f"Look at the export. {order}").agent("I look.")
    for part in range(8):
        told.user(f"And part {part}?").agent(f"Part {part} is fine.")
    session = tmp_path / "session.jsonl"
    session.write_text(told.openclaw(), encoding="utf-8")
    name = sha256(f"Look at the export. {order}".encode()).hexdigest()[:16]
    labels = tmp_path / "orders.txt"
    labels.write_text(f"# read\n{name} 20 {20 + len(order)}\n", encoding="ascii")
    monkeypatch.setattr(endurance, "LABELS", labels)

    (row,) = endurance.of_sessions([session])

    assert row.value == "1 of 1 kept"
