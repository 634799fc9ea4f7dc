"""What Chart.js is given to draw."""

from urllib.parse import parse_qsl

import pytest

from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from frontend.charts.comparison import LABEL_WIDTH, charts

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
