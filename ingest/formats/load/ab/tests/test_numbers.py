"""The numbers of a report, as printed and on their lines."""

from __future__ import annotations

import re

import pytest

from ingest.formats.load.ab.tests.logs import DEBIAN, PLAIN, REAL, only_run, read, real, value
from ingest.records import RunRecord

ZONES = {
    ("global", "requests_per_second"): 390.24,
    ("global", "duration"): 2.5625,
    ("global", "latency_p50"): 0.25,
    ("global", "latency_p99"): 0.265,
    ("global", "latency_mean"): 0.241,
    ("global", "first_byte_time_stddev"): 0.0307,
    ("global", "transfer_rate"): 650.93 * 1024,
    ("global", "time_per_request"): 0.002563,
    ("non-global", "requests_per_second"): 380.95,
    ("non-global", "duration"): 2.625,
    ("non-global", "latency_p50"): 0.25,
    ("non-global", "latency_max"): 0.312,
    ("non-global", "connect_time_mean"): 0.002,
    ("non-global", "transfer_rate"): 635.43 * 1024,
}


@pytest.mark.parametrize(("zone", "metric"), ZONES)
def test_the_zones_study_reads_as_published(zone: str, metric: str) -> None:
    run = only_run(real(f"zones/{zone}.log"))
    assert value(run, metric) == pytest.approx(ZONES[zone, metric])


@pytest.mark.parametrize("zone", ["global", "non-global"])
def test_the_zones_study_needs_no_correction(zone: str) -> None:
    run = only_run(real(f"zones/{zone}.log"))
    assert run.caveats == ()
    assert (run.tool_version, run.facts["concurrency"], run.status) == ("2.0.40-dev", 100, "complete")
    assert not [number for number in run.measurements if number.printed]


def test_every_number_remembers_its_line() -> None:
    for path in REAL:
        text = path.read_bytes().decode("utf-8-sig").split("\n")
        for run in read(path.read_bytes()):
            for number in run.measurements if isinstance(run, RunRecord) else ():
                assert any(digit in text[number.line - 1] for digit in "0123456789"), (path, number)


def test_a_kept_alive_run() -> None:
    run = only_run(PLAIN)
    assert (run.facts["keepalive"], value(run, "requests_keepalive")) == (True, 5000)
    assert run.facts["url"] == "http://127.0.0.1:18080/4k.html"
    assert value(run, "time_per_request", "concurrent") == pytest.approx(0.000936)


def test_failures_have_a_total_and_parts() -> None:
    run = only_run(real(f"{DEBIAN}/reset-recv-errors-opt-r.log"))
    assert value(run, "requests_failed") == 300
    assert [value(run, "requests_failed", item) for item in ("connect", "receive", "length")] == [0, 100, 100]


def test_a_page_that_varies_has_no_size() -> None:
    varying, broken = (
        only_run(real("2.3-httpd2.4.3/length-failures.log")),
        only_run(real(f"{DEBIAN}/reset-recv-errors-opt-r.log")),
    )
    assert ("document_bytes" in varying.facts, varying.facts["document_variable"]) == (False, True)
    assert "document_bytes" in broken.facts


@pytest.mark.parametrize(
    ("others", "mean", "varies"),
    [(11, 900, True), (10, 900, False), (500, 1999, True), (500, 2001, False), (500, 501, True), (500, 499, False)],
)
def test_a_page_varies_if_more_than_one_in_a_hundred_is_about_as_long(others: int, mean: int, varies: bool) -> None:
    log = real("2.3-httpd2.4.3/length-failures.log")
    for label, text in {
        "Document Length": "1000 bytes",
        "Complete requests": "1000",
        "Failed requests": f"{others}",
        "HTML transferred": f"{1000 * (1000 - others) + mean * others} bytes",
    }.items():
        log = re.sub(rf"({label}: +).*", rf"\g<1>{text}", log)
    log = re.sub(r"Length: \d+, Exc", f"Length: {others}, Exc", log)
    assert only_run(log).facts.get("document_variable", False) is varies


def test_a_kbyte_is_1000_bytes_in_ab_1_and_1024_since() -> None:
    old, new = only_run(real("1.3d-apache1.3.42/post.log")), only_run(real(f"{DEBIAN}/post-p.log"))
    assert value(old, "transfer_rate") == pytest.approx(948390)
    assert value(new, "transfer_rate_sent") == pytest.approx(17625.55 * 1024)


def test_a_negative_port_is_a_port_beyond_32767() -> None:
    assert only_run(PLAIN.replace("18080", "-29536")).facts["port"] == 36000
