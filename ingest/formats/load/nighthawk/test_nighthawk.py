"""What is read of nighthawk's JSON. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.nighthawk.command import nighthawk
from ingest.records import Problem, RunRecord

LOGS = ROOT / "fixtures/logs/nighthawk/constructed"
TWO = (LOGS / "two-workers.json").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["nighthawk"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def only_run(log: str) -> RunRecord:
    (run,) = [item for item in read(log) if isinstance(item, RunRecord)]
    return run


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


def test_all_workers_together_are_the_run() -> None:
    run = only_run(TWO)
    assert (run.status, run.tool_version, numbers(run)["requests_completed", ""]) == ("complete", "0.5.0", 499)
    assert numbers(run)["latency_mean", ""] == 0.000232356
    assert numbers(run)["latency_p99.0625", ""] == 0.000392423
    assert (numbers(run)["latency_min", ""], numbers(run)["latency_max", ""]) == (0.000207407, 0.001119911)
    assert numbers(run)["bytes_received", ""] == 499 * 1263


def test_what_was_asked_of_each_worker_is_asked_of_all() -> None:
    facts = only_run(TWO).facts
    assert (facts["threads"], facts["concurrency"], facts["rate_planned"]) == (2, 2, 100)
    assert (facts["duration_planned"], facts["port"], facts["method"]) == (5, 10001, "GET")
    assert facts["started_at"] == "2024-05-11T09:12:01.104512Z"


def test_the_rate_is_computed_and_that_is_said() -> None:
    run = only_run(TWO)
    assert numbers(run)["requests_per_second", ""] == float(f"{499 / 5.00012:.12g}")
    assert run.caveats == ("The rate is computed: 499 replies in the 5.00012 s of execution.",)


def test_a_run_without_a_reply_is_no_result() -> None:
    run = only_run((LOGS / "refused.json").read_text("utf-8"))
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert numbers(run) == {("requests_failed", "connect"): 250, ("duration", ""): 5.00012}


def test_cut_json_is_aborted_and_makes_no_facts_of_workers_that_may_be_missing() -> None:
    run, problem = read(TWO[: TWO.index("worker_1")])
    assert isinstance(run, RunRecord)
    assert isinstance(problem, Problem)
    assert (run.status, run.measurements, "concurrency" in run.facts) == ("aborted", (), False)


def test_the_command_of_another_run_asks_each_worker_for_its_share() -> None:
    facts = {"url": "http://127.0.0.1/", "threads": 2, "concurrency": 8, "rate": 100, "duration": 5.0}
    assert [str(word) for word in nighthawk(facts)][:7] == [
        *("nighthawk_client", "--concurrency", "2", "--connections", "4", "--rps", "50")
    ]
    assert nighthawk({**facts, "concurrency": 7}) == []
