"""A figure of some runs is rounded as far as its runs deserve, wherever it stands."""

from __future__ import annotations

import pytest

from benchdb.domain.digits import ColumnUnit, column_unit
from benchdb.domain.metrics import metric
from benchdb.questions.figures.of_runs import quantity, written


@pytest.mark.parametrize(
    ("values", "text"),
    [((23_298.55, 17_100.12, 26_800.48), "23,000"), ((23_298.55, 23_301.12, 23_304.48), "23,301")],
)
def test_decimals_that_a_tool_prints_keep_no_digits_that_the_spread_leaves_none_of(
    values: tuple[float, ...], text: str
) -> None:
    """23,300 stood beside a table's 23,000 for the same runs."""
    assert written(ColumnUnit(1.0, ""), values, sorted(values)[1], is_published=False) == text


def test_a_sentence_has_three_digits_of_several_runs() -> None:
    """“14,620/s” stood beside “12,600/s”: of runs that differ little a table has one digit more."""
    near = [14_618.0, 14_619.0, 14_621.0, 14_620.0, 14_622.0]
    assert written(column_unit(metric("requests_per_second"), near), near, 14_620.0, is_published=False) == "14,620"
    assert quantity("requests_per_second", near, 14_620.0, is_published=False)[0] == 14_600.0
    assert quantity("requests_per_second", [5382.0], 5382.0, is_published=True)[0] == 5382.0
