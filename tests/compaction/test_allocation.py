"""Parts of a text share its room: least shares first, then whichever piece is worth most per token."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from context_memory.compaction.digest.allocation import Allocation


class Pieces:
    """Pieces of (worth per token, tokens); every one taken makes the others of its part worth a little less."""

    def __init__(self, pieces: Sequence[tuple[float, int]]) -> None:
        self.pieces = pieces
        self.taken: set[int] = set()

    def __len__(self) -> int:
        return len(self.pieces)

    def gain(self, i: int) -> float:
        return 0.0 if i in self.taken else self.pieces[i][0] * 0.99 ** len(self.taken)

    upper_bound = gain

    def cost(self, i: int) -> float:
        return self.pieces[i][1]

    def take(self, i: int) -> None:
        self.taken.add(i)


def spent(part: Pieces) -> int:
    return sum(part.pieces[i][1] for i in part.taken)


PARTS = st.lists(
    st.lists(st.tuples(st.floats(0.1, 9), st.integers(11, 60)), max_size=12).map(Pieces), min_size=1, max_size=3
)


@given(PARTS, st.integers(0, 500))
def test_no_more_than_the_room_is_spent_and_nothing_that_fits_is_left(parts: list[Pieces], room: int) -> None:
    allocation = Allocation(parts, room)

    allocation.share_out([0] * len(parts), [room] * len(parts))

    left = room - sum(map(spent, parts))
    unused = [cost for part in parts for i, (_, cost) in enumerate(part.pieces) if i not in part.taken]
    assert left >= 0
    assert all(cost > left for cost in unused)
    assert [set(taken) for taken in allocation.taken] == [part.taken for part in parts]


def test_a_part_gets_its_least_share_though_others_are_worth_more():
    poor, rich = Pieces([(0.1, 20)] * 9), Pieces([(5, 20)] * 9)

    Allocation([poor, rich], 100).share_out([40, 0], [100, 100])

    assert (spent(poor), spent(rich)) == (40, 60)


def test_a_part_gets_no_more_than_its_most_even_if_no_other_wants_the_room():
    few, many = Pieces([(1, 20)] * 2), Pieces([(5, 20)] * 9)

    Allocation([few, many], 160).share_out([0, 0], [160, 60])

    assert (spent(few), spent(many)) == (40, 60)


@given(PARTS, st.integers(0, 400), st.integers(0, 12))
def test_what_is_taken_back_was_taken_last(parts, room, most):
    allocation = Allocation(parts, room)
    allocation.share_out([room / 4] * len(parts), [room] * len(parts))
    before = list(allocation.taken[0])

    allocation.cut_back(0, lambda: len(allocation.taken[0]) <= most)

    assert allocation.taken[0] == before[:most]
