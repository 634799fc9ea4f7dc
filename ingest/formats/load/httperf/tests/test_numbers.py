"""The numbers of a report: each as printed and on its line; what was not measured is absent."""

from __future__ import annotations

import pytest

from ingest.formats.load.httperf.tests.logs import (
    DEBIAN,
    PLAIN,
    REAL,
    REFUSED,
    REPORT,
    RESET,
    SESSIONS,
    THREE,
    only_run,
    problems,
    real,
    runs,
)
from ingest.tests.reports import value

KNOWN = {
    ("requests_completed", ""): 270,
    ("requests_completed", "sent"): 300,
    ("requests_per_second", ""): 270 / 5.981,
    ("requests_per_second_offered", ""): 50.2,
    ("duration", ""): 5.981,
    ("connections", ""): 300,
    ("connection_rate", ""): 50.2,
    ("concurrency_peak", ""): 1,
    ("requests_per_connection", ""): 1,
    ("reply_rate_min", ""): 45,
    ("reply_rate_mean", ""): 45,
    ("reply_rate_max", ""): 45,
    ("connection_time_min", ""): 0.0002,
    ("connection_time_mean", ""): 0.0029,
    ("connection_time_max", ""): 0.0163,
    ("connection_time_median", ""): 0.0005,
    ("connection_time_stddev", ""): 0.0028,
    ("connect_time_mean", ""): 0,
    ("first_byte_time_mean", ""): 0.0029,
    ("transfer_time_mean", ""): 0,
    ("transfer_rate", "net_io"): 11.1 * 1024,
    ("bytes_sent", "per_request"): 62,
    ("bytes_received", "per_reply"): 182,
    ("bytes_body", "per_reply"): 100,
    ("client_cpu_user", ""): 0.198,
    ("client_cpu_system", ""): 0.49,
    ("responses", "2xx"): 270,
    ("responses", "5xx"): 0,
    ("requests_failed", ""): 30,
    ("requests_failed", "reset"): 30,
    ("requests_failed", "timeout"): 0,
}


@pytest.mark.parametrize(("metric", "item"), KNOWN)
def test_a_run_with_resets_reads_as_printed(metric: str, item: str) -> None:
    assert value(only_run(RESET), metric, item) == pytest.approx(KNOWN[metric, item])


def test_every_printed_number_remembers_its_line() -> None:
    for path in REAL:
        text = path.read_text().split("\n")
        for run in runs(path.read_bytes()):
            for number in run.measurements:
                printed = number.metric != "requests_per_second" and number.item != "failed"
                assert text[number.line - 1].split()[0] in LINES[number.metric] or not printed, (path, number)


LINES = {
    **dict.fromkeys(("requests_completed", "requests_per_second", "duration", "connections"), ("Total:", "Session:")),
    **dict.fromkeys(("connection_rate", "concurrency_peak", "requests_per_connection"), ("Connection",)),
    **dict.fromkeys([f"connection_time_{p}" for p in ("min", "max", "median", "stddev")], ("Connection",)),
    "connection_time_mean": ("Connection", "Session"),
    "connect_time_mean": ("Connection",),
    **dict.fromkeys(("requests_per_second_offered", "bytes_sent"), ("Request",)),
    **dict.fromkeys([f"reply_rate_{p}" for p in ("min", "mean", "max", "stddev")], ("Reply",)),
    **dict.fromkeys(("first_byte_time_mean", "transfer_time_mean", "bytes_received"), ("Reply",)),
    **dict.fromkeys(("bytes_body", "responses"), ("Reply",)),
    "transfer_rate": ("Net",),
    "requests_failed": ("Errors:",),
    **dict.fromkeys(("client_cpu_user", "client_cpu_system"), ("CPU",)),
    **dict.fromkeys(("session_rate", "sessions_completed", "sessions_failed"), ("Session",)),
}

ERRORS = "Errors: total 36 client-timo 1 socket-timo 2 connrefused 3 connreset 4\n"
MORE = "Errors: fd-unavail 5 addrunavail 6 ftab-full 7 other 8\n"


def test_every_kind_of_error_has_its_item() -> None:
    run = only_run(REPORT[: REPORT.index("Errors:")] + ERRORS + MORE)
    items = (
        "",
        "timeout",
        "socket",
        "refused",
        "reset",
        "fd_unavailable",
        "address_unavailable",
        "table_full",
        "other",
    )
    assert [value(run, "requests_failed", item) for item in items] == [36, 1, 2, 3, 4, 5, 6, 7, 8]


def test_a_run_of_sessions() -> None:
    run = only_run(SESSIONS)
    assert (value(run, "session_rate"), value(run, "sessions_completed"), value(run, "sessions_failed")) == (5, 40, 0)
    assert (value(run, "connections", "per_session"), value(run, "connection_time_mean", "session")) == (1, 0.2)
    assert (run.facts["sessions_planned"], run.facts["calls_per_session"], run.facts["think_time"]) == (40, 3, 0.1)
    assert run.facts["requests_planned"] == 120


def test_failed_sessions_are_what_is_left() -> None:
    run = only_run(SESSIONS.replace("(40/40)", "(33/40)").replace("failtime [s]: 0.0", "failtime [s]: 1.5"))
    assert (value(run, "sessions_failed"), value(run, "connection_time_mean", "failed_session")) == (7, 1.5)


def test_a_short_run_has_no_lowest_session_rate() -> None:
    run = runs(THREE)[1]
    assert value(run, "session_rate") == 7.37
    assert value(run, "session_rate", "min") is value(run, "session_rate", "max") is None


def test_a_run_too_short_for_samples_has_a_computed_rate_only() -> None:
    run = only_run(real(f"{DEBIAN}/keepalive-100calls.log"))
    assert value(run, "requests_per_second") == pytest.approx(2000 / 0.151)
    assert [number.line for number in run.measurements if number.metric == "requests_per_second"] == [5]
    assert not [number for number in run.measurements if number.metric.startswith("reply_rate")]


def test_one_sample_has_no_deviation_and_two_have() -> None:
    one, two = only_run(RESET), only_run(real(f"{DEBIAN}/verbose.log"))
    assert (value(one, "reply_rate_stddev"), value(two, "reply_rate_stddev")) == (None, 0)


def test_without_replies_there_are_no_times() -> None:
    run = only_run(REFUSED)
    assert {number.metric for number in run.measurements if number.metric.endswith(("_mean", "_min", "_max"))} == set()
    assert (value(run, "requests_per_second"), value(run, "requests_failed", "refused")) == (None, 50)
    assert "Not one reply was received." in run.caveats


def test_what_is_no_number_is_absent() -> None:
    run = only_run(PLAIN.replace("stddev 1.7", "stddev -nan").replace("4336.0)", "inf)"))
    assert value(run, "connection_time_stddev") is value(run, "bytes_received", "per_reply") is None
    assert value(run, "connection_time_mean") == 0.0009
    assert problems(PLAIN.replace("stddev 1.7", "stddev -nan")) == []
