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
