"""What is read of plow's reports. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/plow/constructed"
PLAIN, SNAPSHOTS, JSON = ((LOGS / name).read_text("utf-8") for name in ("plain.log", "snapshots.log", "json.log"))


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["plow"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def runs(log: str) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def only_run(log: str) -> RunRecord:
    (run,) = runs(log)
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_the_tables_of_the_text() -> None:
    run = only_run(PLAIN)
    assert (run.status, run.caveats) == ("complete", ())
    assert numbers(run)["requests_completed", ""] == 412345
    assert numbers(run)["responses", "4xx"] == 345
    assert numbers(run)["latency_stddev", ""] == pytest.approx(88e-6)
    assert numbers(run)["latency_p99.99", ""] == pytest.approx(9.871e-3)
    assert numbers(run)["reply_rate_min", ""] == 38204.1
    assert numbers(run)["transfer_rate", ""] == pytest.approx(9.961 * 1024**2)


def test_the_head_says_what_was_asked() -> None:
    facts = only_run(PLAIN).facts
    assert (facts["port"], facts["concurrency"], facts["duration_planned"]) == (8080, 8, 10)
    assert only_run(SNAPSHOTS).facts["requests_planned"] == 500


def test_of_many_reports_of_one_run_the_last_counts() -> None:
    run = only_run(SNAPSHOTS)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("complete", 500)
    assert len(runs(SNAPSHOTS + SNAPSHOTS)) == 2


def test_a_run_whose_last_report_is_missing_breaks_off() -> None:
    run, problem = read(SNAPSHOTS[: SNAPSHOTS.index("Summary:\n  Elapsed   400ms")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("aborted", 240)
    assert "the last report of the run" in problem.message


def test_a_run_without_an_answer_has_no_rate_and_no_times() -> None:
    run = only_run((LOGS / "refused.log").read_text("utf-8"))
    assert (run.status, numbers(run)) == ("aborted", {("requests_failed", "refused"): 20})
    assert "connection refused" in str(run.facts["reason"])


def test_the_json_says_the_same_and_failures_in_the_rate_are_said() -> None:
    run = only_run(JSON)
    assert (numbers(run)["requests_completed", ""], numbers(run)["requests_failed", "timeout"]) == (5000, 10)
    assert numbers(run)["latency_p90", ""] == pytest.approx(1.105e-3)
    assert numbers(run)["reply_rate_stddev", ""] == 35.21
    assert run.caveats == ("10 requests failed; plow counts them in the rate and the times.",)


def test_json_again_and_again_is_one_run() -> None:
    first = JSON.replace('"2s"', '"1s"').replace("5010,", "2505,")
    assert numbers(only_run(first + JSON))["requests_completed", ""] == 5000


@pytest.mark.parametrize("title", ["Statistics", "Latency Percentile"])
def test_a_cut_report_says_what_it_lacks(title: str) -> None:
    run, problem = read(PLAIN[: PLAIN.index(title)])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert run.status == "aborted"
    assert title in problem.message


def test_a_rate_that_the_requests_do_not_make_is_doubted() -> None:
    assert "but 51227" in only_run(PLAIN.replace("RPS     41227", "RPS     51227")).caveats[0]


@pytest.mark.parametrize("width", range(40, 57))
def test_the_edge_of_a_screen_makes_no_milliseconds_seconds_or_minutes(width: int) -> None:
    whole = numbers(only_run(PLAIN))
    items = read("\n".join(line[:width] for line in PLAIN.split("\n")))
    (run,) = [item for item in items if isinstance(item, RunRecord)]
    assert {key: value for key, value in numbers(run).items() if key[0].startswith("latency_")}.items() <= whole.items()


@pytest.mark.parametrize(
    ("printed", "changed"), [("28µs ", "2lµs "), ("38204.1 ", "38204.l "), ("Elapsed       10s", "Elapsed       1Os")]
)
def test_a_number_that_cannot_be_read_any_more_is_told(printed: str, changed: str) -> None:
    assert printed in PLAIN
    entries = list(formats()["plow"].parse(io.BytesIO(PLAIN.replace(printed, changed, 1).encode())))
    assert any(isinstance(entry, Problem) for entry in entries)


@pytest.mark.parametrize("printed", ["2480.12", "2505.01", "35.21"])
def test_a_rate_that_lost_its_decimal_point_is_doubted(printed: str) -> None:
    assert JSON.count(printed) == 1
    assert not any("reply rate" in words for words in only_run(JSON).caveats)
    damaged = only_run(JSON.replace(printed, printed.replace(".", "")))
    (caveat,) = [words for words in damaged.caveats if "reply rate" in words]
    assert caveat.startswith(("The mean of reply rate is not between", "The deviation of reply rate is larger"))


@pytest.mark.parametrize("width", range(20, 85))
def test_json_that_was_wrapped_has_its_numbers_or_says_where_it_lost_them(width: int) -> None:
    folded = [line[place : place + width] for line in JSON.split("\n") for place in range(0, max(len(line), 1), width)]
    items = read("\n".join(folded))
    whole, kept = numbers(only_run(JSON)), numbers(next(item for item in items if isinstance(item, RunRecord)))
    assert kept.items() <= whole.items()
    assert kept == whole or any(isinstance(item, Problem) for item in items)
    assert width != 80 or kept == whole


@pytest.mark.parametrize(
    ("printed", "changed", "name"),
    [
        ('"Max": "30.005ms"', '"Max": "3O.005ms"', "Max"),
        ('"P99": "2.015ms"', '"P99": "2.015m"', "P99"),
        ('"Elapsed": "2s"', '"Elapsed": "2"', "Elapsed"),
        ('"Reads": "0.605MB/s"', '"Reads": "0,605MB/s"', "Reads"),
    ],
)
def test_a_text_of_the_json_that_is_no_number_is_told(printed: str, changed: str, name: str) -> None:
    assert JSON.count(printed) == 1
    items = read(JSON.replace(printed, changed))
    (problem,) = [item for item in items if isinstance(item, Problem)]
    assert (problem.message, JSON.split("\n")[problem.line - 1].count(printed)) == (
        f"Expected a number with its unit behind {name}, as plow prints it.",
        1,
    )
