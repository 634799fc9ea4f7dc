"""Rounded figures on pages and in exports: a change of them is shown as the range that it may be."""

from __future__ import annotations

import pytest

from benchdb.tests.questions.test_rounding import comparison, history, scaling
from frontend.answers.comparison.data import as_dict as comparison_dict
from frontend.answers.comparison.data import records
from frontend.answers.comparison.tables import tables as comparison_tables
from frontend.answers.comparison.tabulate import page_tables
from frontend.answers.history.changes import change_table
from frontend.answers.history.data import as_dict as history_dict
from frontend.answers.history.lead import last_level
from frontend.answers.history.tables import tables as history_tables
from frontend.answers.scaling.data import as_dict as scaling_dict
from frontend.answers.scaling.tables import tables as scaling_tables
from frontend.charts.history import history_charts


def test_a_comparison_names_the_verdict_that_rounding_forbids() -> None:
    (cell,) = comparison_dict(comparison([0.03] * 8, [0.03] * 8, band=3))["rows"][0]["cells"][1:]
    assert (cell["verdict"], cell["rounding_forbids"]) == ("no evidence", "equivalence")
    assert cell["ratio_between"] == pytest.approx([29.5 / 30.5, 30.5 / 29.5])


def test_a_difference_to_a_printed_0_is_the_same_range_everywhere() -> None:
    answer = comparison([0.0] * 6, [0.002] * 6)
    (cell,) = comparison_dict(answer)["rows"][0]["cells"][1:]
    assert cell["difference_interval"] == pytest.approx([0.001, 0.0025])
    known = records(answer)
    line = dict(zip(known.heads, known.lines[1], strict=True))
    assert [line["difference_low"], line["difference_high"]] == cell["difference_interval"]
    assert "+1.00 to +2.50 ms" in str(comparison_tables(answer))
    assert "+1.00 to +2.50 ms" in str(page_tables(answer))


def test_a_history_shows_a_coarse_change_as_a_range() -> None:
    answer = history(("ab", [0.001] * 15 + [0.002] * 15))
    (row,) = change_table(answer).rows
    assert (row.change, row.interval) == ("1.0× to 5.0×", "1.00× to 5.00×")
    (change,) = history_dict(answer)["curves"][0]["changes"]
    assert change["ratio_between"] == [1.0, 5.0]
    assert change["caveats"] == ["At this resolution the ratio may be 1.0 to 5.0 times"]
    assert "+100%" not in str(history_tables(answer)) + str(history_charts(answer))
    assert last_level(answer) == "", "nobody knows by how much it is above the first"
    assert last_level(history(("wrk", [0.001] * 15 + [0.002] * 15)))


def test_a_scaling_shows_a_coarse_speed_up_as_a_range() -> None:
    answer = scaling([0.003, 0.002, 0.002, 0.002, 0.001])
    points = scaling_dict(answer)["curves"][0]["points"]
    assert (points[-1]["speedup"], points[-1]["speedup_between"]) == (3.0, pytest.approx([2.5 / 1.5, 3.5 / 0.5]))
    assert "speedup_between" not in points[0]
    assert "1.7× – 7.0×" in str(scaling_tables(answer)[0])
    assert "3.00×" not in str(scaling_tables(answer)[0])
    assert "3.00×" in str(scaling_tables(scaling([0.003, 0.002, 0.001], tool="wrk"))[0])
