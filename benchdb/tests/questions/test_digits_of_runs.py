"""A figure of some runs is rounded as far as its runs deserve, wherever it stands."""

from __future__ import annotations

import pytest

from benchdb.domain.digits import ColumnUnit
from benchdb.questions.figures.of_runs import written


@pytest.mark.parametrize(
    ("values", "text"),
    [((23_298.55, 17_100.12, 26_800.48), "23,000"), ((23_298.55, 23_301.12, 23_304.48), "23,301")],
)
def test_decimals_that_a_tool_prints_keep_no_digits_that_the_spread_leaves_none_of(
    values: tuple[float, ...], text: str
) -> None:
    """23,300 stood beside a table's 23,000 for the same runs."""
    assert written(ColumnUnit(1.0, ""), values, sorted(values)[1], is_published=False) == text
