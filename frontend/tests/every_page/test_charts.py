"""What Chart.js is given to draw."""

from urllib.parse import parse_qsl

import pytest

from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from frontend.answers.comparison.tabulate import page_tables
from frontend.charts.comparison import LABEL_WIDTH, charts
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]


def test_bars_lie_down_where_their_labels_would_be_slanted() -> None:
    (tux,) = charts(
        fetch_comparison(
            ComparisonQuestion.from_query(
                parse_qsl("study=tux-apache&metric=throughput_ratio&rows=item&cols=provenance")
            )
        )
    )
    assert tux.is_sideways
    assert tux.labels[0].startswith(tux.x.ticks[0].lines[0])
    assert max(len(line) for tick in tux.x.ticks for line in tick.lines) <= LABEL_WIDTH
    (kernels,) = charts(
        fetch_comparison(
            ComparisonQuestion.from_query(
                parse_qsl("study=kernel-24-26&metric=requests_completed&rows=kernel&cols=machine")
            )
        )
    )
    assert not kernels.is_sideways


@pytest.mark.parametrize(
    ("query", "axes"),
    [
        ("study=zones&provenance=published&cols=zone", ("x",)),  # 30 to 200 at once, 131 to 399 a second
        ("study=smp-scaling&rows=cpus&cols=kernel&metric=requests_completed", ()),
        ("study=kernel-24-26&metric=requests_completed&rows=kernel&cols=machine", ()),
    ],
)
def test_logarithms_are_offered_where_an_axis_spans_several_times_its_smallest(
    query: str, axes: tuple[str, ...]
) -> None:
    drawn = charts(fetch_comparison(ComparisonQuestion.from_query(parse_qsl(query))))
    assert all(chart.log_axes == axes for chart in drawn)


def test_a_chart_reads_as_its_table_does() -> None:
    for kernel, seconds in (("Linux 6.1.0", [1.5, 1.6]), ("Linux 6.2.0", [2.5, 2.6])):
        runs(setup(kernel, 10), {"latency_mean": seconds, "requests_failed": [0.0, 0.0]})
    question = ComparisonQuestion(
        metrics=("latency_mean", "requests_failed"),
        rows="metric",
        cols="kernel",
        baseline="Linux 6.2.0",
        where=(("machine", ("built",)),),
    )
    answer = fetch_comparison(question)
    (drawn,) = charts(answer)  # no plot of no failures
    assert [series.name for series in drawn.series] == ["Linux 6.2.0", "Linux 6.1.0"], "the baseline stands first"
    assert [series.group for series in drawn.series] == [1, 0], "each in its own colour"
    (table,) = page_tables(answer)
    assert drawn.y.unit == table.rows[0].unit == "s"
    assert drawn.series[0].points[0].y == 2.55
    (alone,) = charts(fetch_comparison(question.with_(metrics=("requests_failed",))))
    assert alone.title == "Requests failed"
