"""The measure of what lasts over compactions: the same conversation each time, and orders that are really counted."""

import pytest

from bench import endurance
from bench.fidelity_metric import share_of_orders


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_conversation_is_the_same_each_time_and_gives_an_order_in_each_eighth_message(language):
    told = endurance.conversation(language, 1)

    assert told == endurance.conversation(language, 1)
    assert endurance.directives_left(told) >= endurance.LEAST_DIRECTIVES


def test_an_order_counts_where_one_line_holds_most_of_its_words():
    orders = ["Never write to the ledger from a script.", "推送之前务必先跑契约测试。"]

    assert share_of_orders(orders, "- Never write to the ledger from a script.\n- other") == 0.5
    assert share_of_orders(orders, "Never write.\nThe ledger is a script.") == 0.0
