"""Figures of a search with their units."""

from __future__ import annotations

import pytest

from benchdb.reads.packed.census import latest
from benchdb.reads.search.language import terms
from benchdb.reads.search.select import selected
from frontend.answers.read_as import read_as
from frontend.tests.constructed import runs, setup


@pytest.mark.parametrize(
    ("query", "low", "high", "shown"),
    [
        ("latency:>5ms", 0.005, None, "> 5 ms"),
        ("latency:>5", 5.0, None, "> 5 s"),
        ('latency:"< 510 µs"', None, 0.00051, "< 510 µs"),
        ("p99:200us..1MS", 0.0002, 0.001, "200 µs to 1 ms"),
        ("p99:1..2ms", 0.001, 0.002, "1 ms to 2 ms"),
        ("p99:1e-3..2e-3", 0.001, 0.002, "1 ms to 2 ms"),
        ("bytes_received:>=64KiB", 65536.0, None, "≥ 64 KiB"),
        ("transfer_rate:>5MB/s", 5e6, None, "> 4.76837158203 MiB/s"),
        ("rps:>500/s", 500.0, None, "> 500"),
        ("cpu_used:<=50%", None, 0.5, "≤ 50%"),
        ("failed:>0", 0.0, None, "> 0"),
    ],
)
def test_a_figure_is_read_by_its_unit_and_shown_with_it(
    query: str, low: float | None, high: float | None, shown: str
) -> None:
    (term,) = terms(query)
    assert (float(term.low) if term.low else None, float(term.high) if term.high else None) == (low, high)
    ((_, words, _),) = read_as(query, ())
    assert words == shown


@pytest.mark.django_db
def test_what_the_list_shows_is_found_by_what_it_shows() -> None:
    runs(setup("Linux 6.1", 8), {"latency_mean": [0.001, 0.002], "time_per_request:concurrent": [0.00144, 0.00162]})
    assert selected(latest.census(), (), "latency:1.44ms").total == 1
    assert selected(latest.census(), (), "latency:<1.5ms").total == 1
