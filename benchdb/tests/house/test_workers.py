"""How many processes the tests run in."""

import pytest

from benchdb.dev.testing.workers import GIB, workers


@pytest.mark.parametrize(
    ("processors", "gib", "processes"),
    [(1, 2, 1), (1, 8, 2), (2, 3.9, 2), (2, 8, 3), (4, 8, 4), (16, 64, 4), (8, 4, 4)],
)
def test_one_more_than_processors_where_there_is_memory_for_it(processors: int, gib: float, processes: int) -> None:
    assert workers(processors, int(gib * GIB)) == processes
