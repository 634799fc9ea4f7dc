"""How the values of a column are written: one unit, the digits that they deserve, and ratios no finer than figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.digits import TITLED, ColumnUnit, column_unit, decimals_of, decimals_of_each, deserved
from benchdb.domain.metrics import METRICS, metric
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.numbers import Observation
from benchdb.wording import line, sentences
from benchdb.wording.ratios import between, interval, less_between
from frontend.answers.comparison.change_words import change_words
from frontend.answers.comparison.tables import tables
from frontend.answers.comparison.tabulate import page_tables, sure_change
from frontend.templatetags.grid_rows import in_brief
from frontend.tests.constructed import runs, setup

RATE, LATENCY = "requests_per_second", "latency_median"


def compared(
    sides: dict[str, list[float]], name: str = RATE, *, published: bool = False, tool: str = "wrk"
) -> Comparison:
    """The sides under one load, by zone."""
    group = [
        Observation(run, name, value, "100", zone, {"tool": tool}, is_published=published)
        for run, (zone, value) in enumerate((zone, value) for zone, values in sides.items() for value in values)
    ]
    return tabulate(ComparisonQuestion(metrics=(name,), rows="concurrency", cols="zone"), group)


def texts(answer: Comparison) -> list[str]:
    (row,) = page_tables(answer)[0].rows
    return [side.text for side in row.sides]


def test_three_digits_stand_on_the_page_and_all_of_a_single_run_are_at_hand() -> None:
    answer = compared({"a": [53421.09], "b": [310.4]})
    (row,) = page_tables(answer)[0].rows
    assert [(side.text, side.closer) for side in row.sides] == [("53,400", "53,421.09"), ("310", "310.4")]


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([1000.0, 1300.0, 1600.0], "1,300"),
        ([1037.0, 1437.0, 1837.0], "1,400"),
        ([1030.2, 1036.4, 1042.6], "1,036"),
        ([1233.0, 1234.0, 1235.0], "1,234"),
        ([1233.1, 1233.2, 1233.3], "1,233.2"),
    ],
    ids=["a fifth: two digits", "wider", "a deviation of 6: to the unit", "of 1", "of 0.1"],
)
def test_the_spread_of_the_runs_says_how_many_digits_they_deserve(runs: list[float], text: str) -> None:
    assert texts(compared({"a": runs})) == [text]


def test_both_sides_of_a_row_have_the_digits_of_the_wider_one() -> None:
    assert texts(compared({"a": [1233.1, 1233.2, 1233.3], "b": [1037.0, 1437.0, 1837.0]})) == ["1,200", "1,400"]


def test_nothing_gains_decimals_that_no_run_has() -> None:
    assert texts(compared({"a": [2.0], "b": [41.0]})) == ["2", "41"]


def test_published_figures_are_shown_as_they_were_printed() -> None:
    assert texts(compared({"a": [310.4], "b": [41.0]}, published=True)) == ["310.4", "41.0"]
    assert texts(compared({"a": [1425.0], "b": [5382.0]}, published=True)) == ["1,425", "5,382"]


def test_a_column_has_one_unit_and_its_head_says_it() -> None:
    answer = compared({"a": [0.00256], "b": [1.2], "c": [0.0412]}, LATENCY)
    (table,) = page_tables(answer)
    assert (table.unit, texts(answer)) == ("ms", ["2.56", "1,200", "41.2"])
    (text,) = tables(answer)
    assert text.title == "Latency, median, ms (lower is better)"
    assert [group[0] for group in text.lines[0].texts[:1]] == ["2.56"]


def test_shares_that_nobody_judges_stand_by_size_without_ratios_of_next_to_nothing() -> None:
    group = [
        Observation(run, "lock_wait_share", value, lock, cpus, {"tool": "lockmeter"}, is_published=True)
        for run, cpus in ((1, "2"), (2, "8"))
        for lock, value in (("irq_lock", 0.001), ("kernel_flag", 0.977), ("others", 0.02), ("runqueue_lock", 0.007))
    ]
    (table,) = page_tables(tabulate(ComparisonQuestion(metrics=("lock_wait_share",), rows="item", cols="cpus"), group))
    assert [row.label for row in table.rows] == ["kernel_flag", "runqueue_lock", "irq_lock", "others"]
    assert "values-only" in table.classes
    assert "values-only" not in page_tables(compared({"a": [1.0], "b": [2.0]}))[0].classes


def test_where_the_metrics_are_the_rows_each_says_its_unit() -> None:
    group = [Observation(1, name, 0.25, name, "a", {}) for name in (RATE, LATENCY)]
    answer = tabulate(ComparisonQuestion(metrics=(RATE, LATENCY), rows="metric", cols="zone"), group)
    assert [row.label for row in page_tables(answer)[0].rows] == ["Requests per second", "Latency, median (ms)"]


def test_whole_milliseconds_give_no_ratio_that_they_cannot_tell() -> None:
    answer = compared({"a": [0.001] * 4, "b": [0.002] * 4}, LATENCY, tool="ab")
    (row,) = page_tables(answer)[0].rows
    (one,) = [one for one in row.compared if one]
    assert one.change == "1.0× to 5.0×"
    assert one.strip is None, "no interval is finer than the figures"
    assert "1.0 to 5.0 times" in line(answer.headline)
    assert "2.00" not in str(tables(answer))
    assert any("1 ms" in caveat for caveat in sentences(answer.rows[0].cells["a"].caveats))
    assert answer.rows[0].cells["b"].ratio == 2, "programs have the figures as they are"


def test_figures_that_are_printed_alike_have_no_range_of_changes_on_the_page() -> None:
    """“−29% to +40%” stood between 3 ms and 3 ms, beside an empty strip."""
    answer = compared({"a": [0.003] * 4, "b": [0.003] * 4}, LATENCY, tool="ab")
    answer = replace(answer, rows=(*answer.rows, *compared({"a": [0.4] * 4, "b": [0.41] * 4}, LATENCY).rows))
    one = page_tables(answer)[0].rows[0].compared[0]
    assert one
    assert (one.change, one.coarse, one.strip) == ("same printed value", "printed in steps of 1 ms", None)
    assert in_brief(one.change) == "same"
    assert "−29% to +40%" in str(tables(answer)), "exports have what the steps leave open"


def test_a_range_of_changes_leaves_coarse_ones_out_and_says_so_where_there_are_no_others() -> None:
    def row(run: int, load: str, zone: str, value: float) -> Observation:
        return Observation(run, LATENCY, value, load, zone, {"tool": "ab"})

    coarse = [row(n, load, zone, value) for n, load, zone, value in
              [(1, "1", "a", 0.001), (2, "1", "b", 0.002), (3, "2", "a", 0.002), (4, "2", "b", 0.002)]]  # fmt: skip
    fine = [row(5, "3", "a", 0.1), row(6, "3", "b", 0.12), row(7, "4", "a", 0.1), row(8, "4", "b", 0.13)]
    question = ComparisonQuestion(metrics=(LATENCY,), rows="concurrency", cols="zone")
    assert "figures too coarse for a ratio" in line(tabulate(question, coarse).headline)
    assert "+20% and +30%" in line(tabulate(question, [*coarse, *fine]).headline)


def test_less_than_a_millisecond_is_said_to_be_below_one_and_never_nothing() -> None:
    answer = compared({"a": [0.0, 0.001], "b": [0.001, 0.001]}, LATENCY, tool="ab")
    assert texts(answer) == ["< 1", "1"]
    assert "below 1 ms" in line(answer.headline)
    assert "2.00" not in line(answer.headline) + str(page_tables(answer))
    assert texts(compared({"a": [0.0, 0.0], "b": [0.001, 0.001]}, LATENCY, tool="ab")) == ["< 1", "1"]


@pytest.mark.parametrize(("slower", "verdict"), [(0.001, "no evidence"), (0.003, "worse")])
def test_a_printed_nought_is_no_less_than_one_millisecond_and_does_not_scatter(slower: float, verdict: str) -> None:
    answer = compared({"a": [0.0] * 7 + [0.001], "b": [slower] * 8}, LATENCY, tool="ab")
    a, b = (answer.rows[0].cells[name] for name in "ab")
    assert (b.verdict, a.cv) == (verdict, None)
    (row,) = page_tables(answer)[0].rows
    assert row.base
    assert (row.base.closer, row.base.range) == ("< 1", "< 1 to 1")


def test_one_millisecond_and_two_are_told_apart() -> None:
    answer = compared({"a": [0.001] * 8, "b": [0.002] * 8}, LATENCY, tool="ab")
    assert answer.rows[0].cells["b"].verdict == "worse"


@pytest.mark.parametrize(("there", "change"), [(0.004, 0.0), (0.02, 0.0195 / 0.0035 - 1), (0.001, 0.0015 / 0.0025 - 1)])
def test_a_tint_claims_no_more_than_the_smallest_change_that_coarse_figures_may_be(there: float, change: float) -> None:
    answer = compared({"a": [0.003] * 8, "b": [there] * 8}, LATENCY, tool="ab")
    assert sure_change(answer.rows[0].cells["b"]) == pytest.approx(change)


def test_fine_figures_of_other_tools_and_large_ones_of_ab_are_not_coarse() -> None:
    for sides, tool in (({"a": [0.001, 0.00101], "b": [0.002, 0.00203]}, "wrk"), ({"a": [0.1], "b": [0.2]}, "ab")):
        answer = compared(sides, LATENCY, tool=tool)
        assert [cell.ratio_span for cell in answer.rows[0].cells.values()] == [None, None]


@pytest.mark.parametrize(
    ("tool", "metric", "step"),
    [
        ("siege", "latency_mean", 0.01),
        ("autocannon", "latency_p50", 0.001),
        ("jmeter", "latency_median", 0.001),
        ("hey", "latency_p99", 0.0001),
        ("httperf", "connect_time_median", 0.0001),
        ("ab", "requests_per_second", 0.01),
        ("weighttp", "requests_per_second", 1.0),
    ],
)
def test_a_figure_of_few_printed_steps_is_coarse_whatever_printed_it(tool: str, metric: str, step: float) -> None:
    answer = compared({"a": [step] * 5, "b": [2 * step] * 5}, metric, tool=tool)
    assert answer.rows[0].cells["b"].ratio_span == pytest.approx((1.0, 5.0))
    fine = compared({"a": [20 * step] * 5, "b": [40 * step] * 5}, metric, tool=tool)
    assert fine.rows[0].cells["b"].ratio_span is None


def test_figures_that_are_printed_alike_are_not_said_to_be_the_same() -> None:
    """0.02/s against 0.02/s may be 60% of it, or 1.7 times as much."""
    answer = compared({"a": [0.02] * 5, "b": [0.02] * 5}, RATE, tool="ab")
    assert "the runs cannot tell" in line(answer.headline)
    assert "the same in every run" in line(compared({"a": [20.0] * 5, "b": [20.0] * 5}, RATE, tool="ab").headline)


def test_a_mean_of_whole_milliseconds_is_as_fine_as_its_digits() -> None:
    answer = compared({"a": [0.00145] * 5, "b": [0.00155] * 5}, "latency_mean", tool="jmeter")
    assert answer.rows[0].cells["b"].ratio_span is None


def test_one_digit_of_a_published_share_is_as_coarse_as_it_is() -> None:
    answer = compared({"a": [0.001], "b": [0.007]}, "lock_wait_share", published=True)
    assert answer.rows[0].cells["b"].ratio_span == pytest.approx((0.0065 / 0.0015, 0.0075 / 0.0005))


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((1.0, 5.0), "1.0× to 5.0×"),
        ((0.9, 1.2), "−10% to +20%"),
        ((0.0, 0.5), "0× to 0.5×"),
        ((1.5, None), "1.5× or more"),
        ((0.0, None), "too coarse for a ratio"),
        ((238.3, 333.8), "240× to 330×"),
    ],
)
def test_a_coarse_ratio_is_said_by_its_ends(span: tuple[float, float | None], words: str) -> None:
    assert between(*span) == words


def test_decimals_are_looked_for_in_the_unit_that_is_shown() -> None:
    assert [decimals_of([0.00256, 0.001], factor) for factor in (1.0, 1e-3, 1e-6)] == [5, 2, 0]
    assert decimals_of([1 / 3], 1.0) == 9
    assert decimals_of([], 1.0) == 0
    assert decimals_of_each([[0.00256, 0.001], [1 / 3], [float("nan"), 7.0], [0.5]], 1.0) == [5, 9, 0, 1]


def test_two_runs_say_little_about_digits() -> None:
    assert [deserved(1000, 0.0001, runs) for runs in (1, 2, 3)] == [3, 3, 5]


def test_the_middle_value_chooses_the_prefix() -> None:
    assert column_unit(metric(LATENCY), [0.0, 0.8e-6, 41e-6, 14e-6]).name == "µs"
    assert column_unit(metric(LATENCY), [0.0, 0.0, 0.0, 0.0012, None]).name == "ms", "what is nothing has no size"
    assert column_unit(metric("transfer_rate"), []).name == "B/s"


def test_over_a_baseline_of_zero_the_difference_has_an_interval() -> None:
    answer = compared({"a": [0.0] * 6, "b": [7.0, 8, 6, 7, 9, 7]}, "requests_failed")
    assert tables(answer)[0].lines[0].texts[1][0] == "+6.25 to +8.50"
    ((_, _, facts),) = [(one.change, one.verdict, one.facts) for one in page_tables(answer)[0].rows[0].compared if one]
    assert ("Difference, 95% interval", "+6.25 to +8.50") in facts


def test_a_page_says_how_many_times_less() -> None:
    def words(ratio: float) -> str:
        return change_words(Cell((), (), None, None, ratio, ratio - 1, None))

    assert [words(ratio) for ratio in (0.000937, 0.196, 6.09, 0.9)] == ["1,070× less", "5.10× less", "6.09×", "−10%"]
    assert less_between((0.042, 0.048)) == "21× to 24× less"
    assert less_between((0.3, 3.0)) == "", "from less to more is no times less"
    assert interval((-0.8, -0.6), 0.3) == "2.50× to 5.00× less"
    assert interval((-0.8, 0.2), 0.4) == "0.200× to 1.20×", "which read 0.833× to 5.00× less"


def test_a_headline_rounds_as_the_table_does() -> None:
    sides = {"sparse": [0.4020, 0.4025, 0.4025, 0.4030], "whole": [0.4520, 0.4525, 0.4525, 0.4530]}
    answer = compared(sides, "cpu_used")
    cells = answer.rows[0].cells
    shown = [answer.figures["cpu_used"].text(cells[zone], answer.rows[0].digits) for zone in sides]
    assert all(f"{text}%" in line(answer.headline) for text in shown)


@pytest.mark.parametrize(
    ("value", "text"), [(0.9996, "1.00"), (0.9994, "0.999"), (1.0, "1.00"), (9.999, "10.0"), (-0.99999, "−1.00")]
)
def test_a_figure_that_rounds_up_to_the_next_power_has_no_digit_more(value: float, text: str) -> None:
    assert column_unit(metric(RATE), [1.0]).digits(value, 9, 0, 3) == text


@pytest.mark.django_db
def test_a_history_lists_each_run_as_it_was_printed(client: Client) -> None:
    """With its last zeros: 9,510.50 above 9,520.09, not 9,510.5."""
    runs(setup("Linux 6.1.0", 8, machine="lab"), {"requests_per_second": [9510.5, 9520.09, 9000.0, 9461.25]})
    text = client.get("/history.txt?machine=lab").content.decode().partition("Every run")[2]
    assert [number for number in ("9,510.50", "9,520.09", "9,000.00", "9,461.25") if number not in text] == []


def test_the_metrics_whose_titles_say_their_unit_are_known() -> None:
    titled = {known.name for known in METRICS.values() if known.title.endswith("per second")}
    assert titled == TITLED


@given(st.floats(-1e20, 1e20, allow_subnormal=False), st.integers(1, 6), st.sampled_from([1.0, 1e-3, 1024.0]))
def test_the_rounded_number_is_the_one_that_is_shown(value: float, digits: int, factor: float) -> None:
    unit = ColumnUnit(factor, "")
    text = unit.digits(value, 4, -12, digits).replace(",", "").replace("−", "-")
    assert unit.rounded(value, 4, -12, digits) == pytest.approx(float(text) * factor, rel=1e-11)


def test_the_row_that_opens_has_a_digit_more_and_draws_the_runs_of_its_sides_on_one_scale() -> None:
    answer = compared({"a": [1000.0, *[1004.0] * 4, 1012.0], "b": [*[1100.0] * 5, 1200.0]})
    (row,) = page_tables(answer)[0].rows
    assert [len(side.closer) - len(side.text) for side in row.sides] == [0, 0], "1,004 and 1,100: to the unit already"
    first, second = (side.dots for side in row.sides)
    assert first
    assert second
    assert (first.path, first.tick, first.series) == ("M4 8h0M10 8h0M22 8h0", 10, 1)
    assert second.path == "M150 8h0M296 8h0", "two runs at one place are one dot"
    assert row.are_drawn
    assert compared_facts(row)["Effect"] == "large (+1.00)"


def compared_facts(row: Any) -> dict[str, str]:
    return dict(row.compared[0].facts)


def test_single_runs_are_not_drawn() -> None:
    (row,) = page_tables(compared({"a": [1000.0], "b": [1100.0]}))[0].rows
    assert not row.are_drawn
