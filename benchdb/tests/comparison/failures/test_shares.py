"""Which share of its requests failed, by what each tool counts: of what was sent, and no failure twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from benchdb.domain.failures import (
    PER_REPLY,
    failed_by_run,
    failed_requests,
    failure_shares_of,
    requests_sent,
    sent_by_one_run,
    without_repeats,
)
from benchdb.host.paths import ROOT
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

SIEGE = (ROOT / "fixtures/logs/siege/4.0.7-debian12/failures-404.log").read_text()
WEBBENCH = (ROOT / "fixtures/logs/webbench_linux/1.5-original/failures-reset.log").read_text()


@pytest.mark.parametrize(
    ("failed", "completed", "share"), [(5, 100, 0.05), (5, None, np.inf), (5, 0.0, 1.0), (0, None, 0.0), (9, 3, 1.0)]
)
def test_the_share_is_of_what_was_sent(failed: float, completed: float | None, share: float) -> None:
    columns = np.array([failed]), np.array([np.nan if completed is None else completed])
    assert failure_shares_of(*columns).tolist() == [share]


@pytest.mark.parametrize(
    ("tool", "counts", "sent"),
    [
        ("ab", {"requests_completed": 100, "requests_failed": 40}, 100),  # among those that it completed
        ("k6", {"requests_completed": 100, "requests_failed": 40}, 100),
        ("siege", {"requests_completed": 60, "requests_failed": 40}, 100),  # availability 60%
        ("httperf", {"requests_completed": 270, ("requests_failed", "reset"): 30, "requests_failed": 30}, 300),
        ("hey", {"requests_completed": 270, "requests_failed": 30}, 300),
        ("wrk", {"requests_completed": 90, ("requests_failed", "read"): 4, ("requests_failed", "timeout"): 6}, 100),
        ("webbench", {"requests_succeeded": 118882, "requests_failed": 475524}, 594406),
        ("h2load", {"requests_succeeded": 80, "requests_failed": 20, ("requests_failed", "socket"): 20}, 100),
        ("table", {"requests_failed": 20}, None),
        ("autobench", {("requests_failed", "per_reply"): 0.25}, None),
        ("ab", {}, None),
    ],
)
def test_what_was_sent_is_what_the_tool_completed_and_what_it_counts_beside(
    tool: str, counts: dict[Any, float], sent: float | None
) -> None:
    numbers = [(*(key if isinstance(key, tuple) else (key, "")), float(count)) for key, count in counts.items()]
    assert sent_by_one_run(numbers, tool) == sent


@pytest.mark.parametrize(
    ("answered_only", "counts", "failed"),
    [
        (True, {"requests_failed": 20, ("responses", "4xx"): 40}, 60),  # httperf: 40 of the 80 that were answered
        (True, {("requests_failed", "read"): 33, ("responses", "non_2xx_3xx"): 67}, 100),  # wrk
        (True, {"requests_failed": 20}, 20),
        (True, {("responses", "5xx"): 7}, 7),
        (False, {"requests_failed": 8, ("responses", "500"): 8}, 8),  # k6 counts one request as both
    ],
)
def test_what_was_not_answered_and_what_was_answered_with_an_error_are_added_up(
    answered_only: bool, counts: dict[Any, float], failed: float
) -> None:
    of_runs = {key if isinstance(key, tuple) else (key, ""): np.array([float(n)]) for key, n in counts.items()}
    assert failed_requests(of_runs, 1, answered_only).tolist() == [failed]
    rows = [(1, *key, float(n[0])) for key, n in of_runs.items()]
    assert failed_by_run(rows, {1} if answered_only else ()) == {1: failed}


def test_a_broken_connection_that_ab_counts_three_times_is_one() -> None:
    """Failed 501 of 300: the others were answered."""
    parts = {"receive": 200.0, "length": 201.0, "exceptions": 100.0}
    counts = {("requests_failed", ""): np.array([501.0, 30.0, 400.0])}
    counts |= {("requests_failed", name): np.array([n, n / 10, np.nan]) for name, n in parts.items()}
    sent = np.full(3, 300.0)
    assert without_repeats(counts["requests_failed", ""], counts, sent).tolist() == [201, 30, 400]


def test_errors_for_each_reply_are_a_share_of_what_was_sent() -> None:
    counts, unknown = {PER_REPLY: np.array([0.25])}, np.full(1, np.nan)
    assert failure_shares_of(failed_requests(counts, 1), requests_sent(counts, unknown, unknown, False)) == [0.2]


def siege(rate: float, served: int, failed: int) -> str:
    """A report of it with other numbers, which agree with one another."""
    lines = {
        r"(Transactions:\s+)60": served,
        r"(Availability:\s+)60.00": f"{100 * served / (served + failed):.2f}",
        r"(Elapsed time:\s+)0.08": f"{served / rate:.2f}",
        r"(Transaction rate:\s+)750.00": f"{rate:.2f}",
        r"(Successful transactions:\s+)40": served,
        r"(Failed transactions:\s+)40": failed,
    }
    log = SIEGE
    for pattern, value in lines.items():
        log, count = re.subn(pattern, rf"\g<1>{value}", log)
        assert count == 1
    return log


def webbench(rate: float, served: int, failed: int) -> str:
    log = WEBBENCH.replace("Speed=133050 pages", f"Speed={round(60 * rate)} pages")
    return log.replace("3993 susceed, 442 failed", f"{served} susceed, {failed} failed")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("made", "before", "after"),
    [(siege, (30000, 30000), (30000, 120000)), (webbench, (88720, 1), (118882, 475524))],
)
def test_a_server_that_fails_more_is_not_better_whatever_the_tool_counts_failures_among(
    made: Callable[[float, int, int], str], before: tuple[int, int], after: tuple[int, int]
) -> None:
    """siege's share was cut to 1 on both sides, and webbench's was of an unknown number on both."""
    for zone, counts, rate in (("global", before, 1500), ("web", after, 1900)):
        for trial in range(5):
            content = made(rate + 5 * trial, *counts).encode()
            stored = create_upload([IncomingFile(f"{trial}.log", [content])], {"zone": zone, "machine": "m"})
            parse_upload(stored.upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    for way in (question, replace(question, as_of=timezone.now())):
        row = fetch_comparison(way).rows[0]
        assert row.cells["web"].verdict == "not comparable"
        shares = [row.cells[zone].failed for zone in ("global", "web")]
        assert shares == pytest.approx([failed / (served + failed) for served, failed in (before, after)])


@pytest.mark.parametrize(
    ("counts", "failed"),
    [
        ({}, np.nan),
        ({("responses", "2xx"): 200}, np.nan),
        ({("requests_failed", ""): 3}, 3),
        ({("requests_failed", "timeout"): 3, ("requests_failed", "read"): 4}, 7),
        ({("requests_failed", ""): 5, ("requests_failed", "length"): 5}, 5),
        ({("requests_failed", ""): 0, ("responses", "non_2xx"): 200}, 200),
        ({("requests_failed", "timeout"): 2, ("responses", "non_2xx_3xx"): 200}, 200),  # wrk's
        ({("responses", "404"): 7, ("responses", "4xx"): 7, ("responses", "5xx"): 2, ("responses", "200"): 9}, 9),
        ({("responses", "503 Service Unavailable"): 2, ("responses", "404 Not Found"): 1}, 3),
        ({("requests_failed", ""): 8, ("responses", "500"): 8}, 8),
    ],
)
def test_no_failure_is_counted_twice(counts: dict[tuple[str, str], float], failed: float) -> None:
    of_run = failed_requests({key: np.array([float(count)]) for key, count in counts.items()}, 1)
    np.testing.assert_array_equal(of_run, [failed])
