"""What is no measurement is none: beginnings of reports, zeros of a server that never answered."""

from __future__ import annotations

import re

import pytest

from benchdb.domain.setups.load_tools import ANSWERED_ONLY, COUNT_WIRE, NAME_DOCUMENT_IN_ERRORS, PRINTED
from ingest.formats.kit.no_replies import as_answered, without_empty
from ingest.records import Measurement, Problem, RunRecord, Status
from ingest.tests.goldens import GOLDEN, LOGS

CUT = Problem(1, "The report breaks off here.")


def run(status: Status = "aborted", tool: str = "k6", **numbers: float) -> RunRecord:
    names = ((*name.split(" "), "")[:2] for name in numbers)
    measured = tuple(
        Measurement(metric, value, 1, item) for (metric, item), value in zip(names, numbers.values(), strict=True)
    )
    return RunRecord(tool, "", {"tool": tool}, measured, 1, status)


def metrics(record: object) -> set[str]:
    assert isinstance(record, RunRecord)
    return {number.metric for number in record.measurements}


def test_a_beginning_of_which_nothing_was_read_is_no_run_and_its_problem_stays() -> None:
    assert list(without_empty([run(), CUT])) == [CUT]
    assert list(without_empty([run()])) == [run()], "nothing says why it is empty"
    assert list(without_empty([run("complete"), CUT])) == [run("complete"), CUT]
    known = RunRecord("hey", "", {"tool": "hey", "concurrency": 5}, (), 1, "aborted")
    assert list(without_empty([known, CUT])) == [known, CUT]


def test_a_report_that_breaks_off_without_a_sign_of_a_reply_has_no_zeros() -> None:
    kept, problem = without_empty([run(latency_mean=0, requests_failed=0, duration=1.5), CUT])
    assert (metrics(kept), problem) == ({"requests_failed", "duration"}, CUT)
    answered = run(latency_mean=0, requests_completed=7)
    assert next(iter(without_empty([answered, CUT]))) is answered
    complete = run("complete", latency_mean=0)
    assert next(iter(without_empty([complete, CUT]))) is complete


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ({"requests_completed": 0}, "no request was answered"),
        ({"requests_completed": 0, "connections": 50, "requests_failed": 50}, "no request was answered"),
        ({"requests_completed": 0, "connections": 50}, None),
        ({"requests_completed": 20, "requests_failed": 20, "bytes_received": 0}, "every request failed"),
        ({"requests_completed": 20, "requests_failed": 30, "bytes_received": 0}, "every request failed"),
        ({"requests_completed": 20, "requests_failed": 20, "bytes_received": 512}, None),
        ({"requests_completed": 20, "requests_failed": 19, "bytes_received": 0}, None),
        ({"requests_completed": 20, "bytes_received": 0}, None),
        ({"requests_per_second": 20}, None),
        ({"requests_completed": 20, "requests_failed": 20, "requests_failed connect": 20}, "no request was answered"),
        (
            {
                "requests_completed": 20,
                "requests_failed": 20,
                "requests_failed connect": 15,
                "requests_failed timeout": 5,
            },
            "no request was answered",
        ),
        ({"requests_completed": 20, "requests_failed": 20, "requests_failed connect": 15}, None),
        ({"requests_completed": 20, "requests_failed": 20, "requests_failed length": 20}, None),
        ({"requests_completed": 20, "requests_failed": 20, "requests_failed other": 20, "responses 5xx": 20}, None),
    ],
)
def test_a_run_is_aborted_where_no_request_was_answered(numbers: dict[str, float], reason: str | None) -> None:
    made = as_answered(run("complete", **{"requests_per_second": 7, **numbers}))
    assert isinstance(made, RunRecord)
    if reason is None:
        assert (made.status, made.facts) == ("complete", {"tool": "k6"})
    else:
        assert made.status == "aborted"
        assert str(made.facts["reason"]).startswith(reason)
        assert "requests_per_second" not in metrics(made), "failures have no rate"


@pytest.mark.parametrize("status", ["aborted", "interrupted"])
def test_what_has_a_reason_of_its_own_keeps_it(status: Status) -> None:
    made = run(status, requests_completed=0)
    assert as_answered(made) is made
    assert as_answered(CUT) is CUT


def test_what_a_tool_counts_as_completed_was_answered_where_it_counts_failures_beside_it() -> None:
    """Of siege's 60 requests 40 failed, and of the 20 replies none had a byte."""
    counts = {"requests_completed": 20.0, "requests_failed": 40.0, "bytes_received": 0.0}
    siege = run("complete", "siege", **counts)
    assert as_answered(siege) is siege
    assert as_answered(run("complete", "weighttp", **counts)) != run("complete", "weighttp", **counts)


def test_what_ab_completes_without_a_byte_was_not_answered() -> None:
    """Of 200 requests no TLS handshake came to an end, and ab counts 0 failed."""
    counts = {"requests_completed": 200.0, "requests_failed": 0.0, "bytes_received": 0.0}
    made = as_answered(run("complete", "ab", **counts))
    assert isinstance(made, RunRecord)
    assert (made.status, made.facts["reason"]) == ("aborted", "every request failed, and not one byte was received")
    assert as_answered(run("complete", "k6", **counts)) == run("complete", "k6", **counts)


def test_tools_whose_numbers_mean_something_of_their_own_are_tools_that_are_read() -> None:
    """By the very name that their logs are stored under, else nobody would find them."""
    goldens = (path.read_text("utf-8") for path in LOGS.rglob(f"*{GOLDEN}"))
    read = {tool for text in goldens for tool in re.findall(r'"tool": "([^"]+)"', text)}
    assert ANSWERED_ONLY | COUNT_WIRE | NAME_DOCUMENT_IN_ERRORS | PRINTED.keys() <= read
