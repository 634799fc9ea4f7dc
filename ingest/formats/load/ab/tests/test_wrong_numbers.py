"""Numbers that ab prints wrong, and lines that somebody changed: put right, doubted or told."""

from __future__ import annotations

import re

import pytest

from ingest.formats.load.ab.tests.logs import DEBIAN, HTML, PLAIN, only_run, read, real, value
from ingest.records import Problem


def test_lost_zeros_in_the_time_taken_are_put_back() -> None:
    run = only_run(real("2.0.41-dev-httpd2.0.64/timelimit.log"))
    (duration,) = [number for number in run.measurements if number.metric == "duration"]
    assert (duration.value, duration.printed) == (2.009369, "2.9369 seconds")
    assert "2.009369" in run.caveats[0]


def test_lost_zeros_are_seen_without_a_banner() -> None:
    log = real("2.0.41-dev-httpd2.0.64/timelimit.log")
    assert value(only_run(log[log.index("Server Software") :]), "duration") == 2.009369


def test_html_rates_of_2_2_9_are_put_right() -> None:
    wrong = HTML.replace("11710.15", "11710150.00").replace("1738.23", "1779950.00")
    run = only_run(wrong)
    assert value(run, "requests_per_second") == pytest.approx(11710.15)
    assert value(run, "transfer_rate") == pytest.approx(1779950)
    assert len([number for number in run.measurements if number.printed]) >= 2


def test_numbers_that_contradict_each_other_stay_and_are_doubted() -> None:
    run = only_run(PLAIN.replace("53421.09", "63421.09"))
    assert value(run, "requests_per_second") == 63421.09
    assert any("63421" in caveat for caveat in run.caveats)


def test_percentiles_that_fall_are_doubted() -> None:
    run = only_run(PLAIN.replace("  66%      1", "  66%      9"))
    assert any("percentiles" in caveat for caveat in run.caveats)


def test_complete_requests_without_a_byte_are_doubted_and_have_no_times() -> None:
    run = only_run(real("1.3d-apache1.3.42/refused.log"))
    assert any("not one byte" in caveat for caveat in run.caveats)
    assert value(run, "latency_mean") is value(run, "latency_p50") is value(run, "duration") is None


def test_what_is_no_number_is_absent() -> None:
    run = only_run(PLAIN.replace("53421.09 [#/sec]", "nan [#/sec]").replace("226204.91 [", "inf ["))
    assert value(run, "requests_per_second") is value(run, "transfer_rate") is None


def test_glued_columns_are_cut_by_their_widths() -> None:
    row = "Total:          0   12345678"
    run = only_run(real(f"{DEBIAN}/no-confidence-S.log").replace("Total:          0     0    1", row))
    assert (value(run, "latency_mean"), value(run, "latency_max")) == (0.123, 45.678)


@pytest.mark.parametrize(
    ("printed", "changed"),
    [
        ("Concurrency Level:      50", "Concurrency Level:      5O"),
        ("Requests per second: ", "R equests per second: "),
        ("  66% ", "  6b% "),
        ("  95% ", "  95%x"),
    ],
)
def test_a_line_that_cannot_be_read_any_more_is_told(printed: str, changed: str) -> None:
    assert [item for item in read(PLAIN) if isinstance(item, Problem)] == []
    problems = [item for item in read(PLAIN.replace(printed, changed)) if isinstance(item, Problem)]
    assert len(problems) == 1


def test_the_rate_of_what_was_sent_is_told_where_it_cannot_be_read() -> None:
    posted = real(f"{DEBIAN}/post-p.log")
    rate = next(line for line in posted.splitlines() if line.endswith("kb/s sent"))
    (problem,) = [item for item in read(posted.replace(rate, "   ?.?? kb/s sent")) if isinstance(item, Problem)]
    assert "kb/s sent" in problem.message


def test_a_number_below_zero_has_a_caveat_and_raises_nothing() -> None:
    run = only_run(re.sub(r"Complete requests:( +)\d+", r"Complete requests:\1-3", PLAIN))
    assert any("requests_completed" in caveat and "negative" in caveat for caveat in run.caveats)
