"""What the weighttp parser reads. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, RunRecord

LOG = (ROOT / "fixtures/logs/weighttp/published/readme.log").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["weighttp"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_known_values() -> None:
    run = only_run(LOG)
    assert numbers(run)["duration", ""] == 10.919115
    assert numbers(run)["transfer_rate", ""] == 79580 * 1024
    assert numbers(run)["bytes_received", "headers"] == 22_000_000
    assert (run.facts["concurrency"], run.facts["requests_planned"], run.facts["keepalive"]) == (375, 100_000, True)
    assert run.caveats == ()


@pytest.mark.parametrize("end", ["<br>", "<br />\n", "<br>\n"])
def test_a_page_with_breaks_for_line_ends_is_one_run(end: str) -> None:
    assert numbers(only_run(LOG.replace("\n", end))) == numbers(only_run(LOG))


def test_threads_share_the_load() -> None:
    thread = "   spawning thread #1: 375 concurrent requests, 100000 total requests  \n"
    shared = thread.replace("375", "188").replace("100000", "50000")
    facts = only_run(LOG.replace(thread, shared + shared.replace("#1: 188", "#2: 187"))).facts
    assert (facts["threads"], facts["concurrency"], facts["requests_planned"]) == (2, 375, 100_000)


def test_a_rate_that_the_requests_do_not_make_is_doubted() -> None:
    assert "9258 are printed" in only_run(LOG.replace("9158 req/s", "9258 req/s")).caveats[0]


def test_a_run_without_an_answer_has_no_rate() -> None:
    refused = LOG.replace("100000 succeeded, 0 failed", "0 succeeded, 100000 failed")
    run = only_run(refused)
    assert (run.status, ("requests_per_second", "") in numbers(run)) == ("aborted", False)


@pytest.mark.parametrize("label", ["finished in", "requests:", "status codes:", "traffic:"])
def test_a_cut_report_says_what_it_lacks(label: str) -> None:
    run, problem = read(LOG[: LOG.index(f"   {label}")])
    assert isinstance(run, RunRecord)
    assert run.status == "aborted"
    assert label in problem.message  # type: ignore[union-attr]
