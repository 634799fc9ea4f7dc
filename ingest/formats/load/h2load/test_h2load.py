"""What the h2load parser reads, corrects, doubts and refuses. The real log is in fixtures/logs/h2load/.

The other texts here are put together from nghttp2 src/h2load.cc of 1.52, 2015 and 2026, with numbers that agree.
"""

from __future__ import annotations

import pytest

from ingest.formats import formats
from ingest.formats.load.h2load.parser import facts
from ingest.records import Problem, RunRecord
from ingest.tests.reports import LOGS, Samples, numbers, only_run, read, value

h2load = formats()["h2load"]

REAL = LOGS / "h2load/1.52-debian12/failed-refused.log"
TLS = """\
starting benchmark...
spawning thread #0: 3 total client(s). 300 total requests
spawning thread #1: 2 total client(s). 200 total requests
TLS Protocol: TLSv1.3
Cipher: TLS_AES_256_GCM_SHA384
Server Temp Key: X25519 253 bits
Application protocol: h2
progress: 10% done
progress: 100% done

finished in 53.35ms, 9371.90 req/s, 37.75MB/s
requests: 500 total, 500 started, 500 done, 490 succeeded, 10 failed, 0 errored, 0 timeout
status codes: 490 2xx, 0 3xx, 10 4xx, 0 5xx
traffic: 2.01MB (2111745) total, 29.55KB (30260) headers (space savings 39.11%), 1.95MB (2048000) data
                     min         max         mean         sd        +/- sd
time for request:       45us     17.99ms      2.89ms       26us    76.30%
time for connect:    10.28ms     49.25ms     13.57ms     12.17ms    80.00%
time to 1st byte:    10.69ms     49.52ms     13.82ms     12.18ms    80.00%
req/s           :    1888.93     2585.94     2239.99      171.61    80.00%
"""
TIMED = (
    TLS.replace(
        "3 total client(s). 300 total requests",
        "5 total client(s). Timing-based test with 1s of warm-up time and 3s of main duration for measurements.",
    )
    .replace("spawning thread #1: 2 total client(s). 200 total requests\n", "Warm-up started for thread #0.\n")
    .replace("finished in 53.35ms, 9371.90", "finished in 4.01s, 166.67")
    .replace("10.28ms     49.25ms     13.57ms     12.17ms    80.00%", "0us    0us    0us    0us    0.00%")
)
NEW = TLS[: TLS.index("                     min")] + """\
                 min         max         median      p95         p99         mean        sd         +/- sd
request     :       45us     17.99ms      2.70ms      5.50ms      9.01ms      2.89ms       26us    76.30%
connect     :    10.28ms     49.25ms     13.00ms     20.00ms     30.00ms     13.57ms     12.17ms    80.00%
TTFB        :    10.69ms     49.52ms     13.10ms     20.10ms     30.10ms     13.82ms     12.18ms    80.00%
req/s       :    1888.93     2585.94     2200.00     2500.00     2510.00     2239.99      171.61    80.00%
"""  # fmt: skip
OLD = """\
starting benchmark...
spawning thread #0: 1 total client(s). 100 total requests
progress: 100% done

finished in 12.50ms, 8000 req/s, 3.81MB/s
requests: 100 total, 100 started, 100 done, 100 succeeded, 0 failed, 0 errored
status codes: 100 2xx, 0 3xx, 0 4xx, 0 5xx
traffic: 50000 bytes total, 400 bytes headers, 40000 bytes data
                     min         max         mean         sd        +/- sd
time for request:       45us      1.99ms       890us       26us    76.30%
time for connect:       28us        28us        28us        0us   100.00%
time to 1st byte:      269us       269us       269us        0us   100.00%
"""


def test_a_report_reads_as_printed() -> None:
    run = only_run(h2load, TLS)
    assert (value(run, "requests_per_second"), value(run, "duration")) == (9371.9, pytest.approx(0.05335))
    assert (value(run, "transfer_rate"), value(run, "bytes_received")) == (37.75 * 2**20, 2111745)
    assert (value(run, "latency_min"), value(run, "latency_max")) == (pytest.approx(45e-6), pytest.approx(0.01799))
    assert (value(run, "latency_mean"), value(run, "first_byte_time_stddev")) == (0.00289, pytest.approx(0.01218))
    assert (value(run, "requests_failed"), value(run, "responses", "4xx")) == (10, 10)
    assert (value(run, "requests_per_second", "client mean"), run.caveats, run.status) == (2239.99, (), "complete")


def test_the_preamble_tells_what_was_asked() -> None:
    facts = only_run(h2load, TLS).facts
    assert (facts["concurrency"], facts["threads"], facts["requests_planned"]) == (5, 2, 500)
    assert (facts["tls_protocol"], facts["protocol"], facts["tls"]) == ("TLSv1.3", "h2", True)


def test_a_warm_up_is_not_part_of_the_duration() -> None:
    run = only_run(h2load, TIMED)
    (duration,) = [number for number in run.measurements if number.metric == "duration"]
    assert (duration.value, duration.printed, run.facts["duration_planned"]) == (3.0, "4.01s", 3.0)
    assert ["warm-up" in caveat for caveat in run.caveats] == [True]


def test_a_duration_with_two_points_is_none() -> None:
    """What `[\\d.]+` takes is not always a number."""
    timing = "spawning thread #0: 3 total client(s). Timing-based test with 1s of warm-up time and {}s of main duration"
    assert facts(timing.format("2.5"))["duration_planned"] == 2.5
    assert facts(timing.format("2.5.1")) == {"concurrency": 3, "threads": 1}


def test_zeros_for_connecting_are_absent() -> None:
    assert value(only_run(h2load, TIMED), "connect_time_mean") is None


def test_the_columns_are_read_from_the_header() -> None:
    run = only_run(h2load, NEW)
    assert (value(run, "latency_median"), value(run, "latency_p95"), value(run, "latency_p99")) == (
        0.0027,
        0.0055,
        0.00901,
    )
    assert (value(run, "latency_mean"), value(run, "connect_time_max"), run.status) == (0.00289, 0.04925, "complete")


def test_an_old_report_has_no_timeouts_and_no_rates_by_client() -> None:
    run = only_run(h2load, OLD)
    assert (run.status, value(run, "requests_per_second"), value(run, "bytes_body")) == ("complete", 8000, 40000)
    assert value(run, "requests_failed", "timeout") is None


def test_a_refused_run_has_a_reason_and_no_result() -> None:
    run = only_run(h2load, REAL.read_text())
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was completed: 20 of 20 errored")
    assert (value(run, "requests_failed"), value(run, "requests_per_second"), value(run, "latency_mean")) == (
        20,
        None,
        None,
    )
    assert (run.facts["requests_planned"], run.facts["concurrency"]) == (20, 2)


def test_a_run_that_was_killed_is_aborted() -> None:
    run, problem = read(h2load, TLS[: TLS.index("finished")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, run.measurements, run.facts["concurrency"]) == ("aborted", (), 5)
    assert "'finished in'" in problem.message


def test_warnings_before_the_result_are_passed_over() -> None:
    text = TLS.replace("\nfinished", "client could not connect to host\n\nfinished")
    assert numbers(only_run(h2load, text)) == numbers(only_run(h2load, TLS))


def test_numbers_that_contradict_each_other_are_doubted() -> None:
    assert "9471.9" in only_run(h2load, TLS.replace("9371.90", "9471.90")).caveats[0]


def test_several_reports_are_several_runs() -> None:
    runs = [
        item for item in read(h2load, TLS + OLD + NEW[NEW.index("finished") :] + TLS) if isinstance(item, RunRecord)
    ]
    assert [value(run, "requests_completed") for run in runs] == [500, 100, 500, 500]


def test_the_echoed_command_tells_the_url() -> None:
    run = only_run(h2load, "$ h2load -n 500 -c5 -m 10 https://localhost:18443/4k.html\n" + TLS)
    assert (run.facts["url"], run.facts["streams_per_client"]) == ("https://localhost:18443/4k.html", 10)


@pytest.mark.parametrize("text", [b"starting benchmark...\n", b"Benchmark finished in 3s\n", b"finished in 20 ms\n"])
def test_other_text_is_not_taken_for_a_report(text: bytes) -> None:
    assert not h2load.sniff(text)


SAMPLES = Samples(
    h2load,
    changed=[REAL, TLS],
    cut=dict.fromkeys((TLS, TIMED, NEW, OLD, REAL), ("requests_per_second",)),
)
