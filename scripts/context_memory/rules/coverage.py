"""Choose pieces that together cover the most worth within a budget: lazy greedy over diminishing gains."""

import heapq
from collections.abc import Callable, Sequence


def choose(
    count: int, cost: Sequence[int], gain: Callable[[int], float], take: Callable[[int], None], budget: int
) -> list[int]:
    """Indexes of the chosen pieces in the order chosen.

    `gain(i)` is the worth that piece i adds per unit of cost now and may only
    fall as others are taken; `take(i)` marks its worth as covered. Ties go to
    the lower index, so the same input gives the same choice.
    """
    heap = [(-value, i) for i in range(count) if cost[i] <= budget and (value := gain(i)) > 0]
    heapq.heapify(heap)
    chosen = []
    while heap and budget > 0:
        _, i = heapq.heappop(heap)
        if cost[i] > budget:
            continue
        current = gain(i)
        if current <= 0:
            continue
        if heap and -current > heap[0][0] + 1e-12:
            heapq.heappush(heap, (-current, i))
            continue
        take(i)
        chosen.append(i)
        budget -= cost[i]
    return chosen
