"""What Chart.js is given to draw."""

from urllib.parse import parse_qsl

import pytest

from benchdb.comparison.select import compared
from benchdb.comparison.spec import Spec
from frontend.charts import LABEL_WIDTH, charts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]


def test_bars_lie_down_where_their_labels_would_be_slanted() -> None:
    (tux,) = charts(
        compared(Spec.from_query(parse_qsl("study=tux-apache&metric=throughput_ratio&rows=item&cols=provenance")))
    )
    assert tux["sideways"]
    assert [" ".join(lines) for lines in tux["ticks"]] == tux["labels"]
    assert max(len(line) for lines in tux["ticks"] for line in lines) <= LABEL_WIDTH
    (kernels,) = charts(
        compared(Spec.from_query(parse_qsl("study=kernel-24-26&metric=requests_completed&rows=kernel&cols=machine")))
    )
    assert not kernels["sideways"]
