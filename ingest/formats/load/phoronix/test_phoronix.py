"""What is read of Phoronix' results. test_robustness.py and test_linear_time.py: nothing breaks or slows it."""

from __future__ import annotations

import io

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.load.phoronix.parser import MEAN
from ingest.records import Problem, RunRecord

RESULTS = (ROOT / "fixtures/logs/phoronix/constructed/composite.xml").read_text("utf-8")


def read(log: str) -> list[RunRecord | Problem]:
    return list(formats()["phoronix"].parse(io.BytesIO(log.encode())))  # type: ignore[arg-type]


def runs(log: str) -> list[RunRecord]:
    return [item for item in read(log) if isinstance(item, RunRecord)]


def rates(log: str, machine: str) -> list[float]:
    return [run.measurements[0].value for run in runs(log) if run.facts["machine"] == machine]


def test_each_raw_value_is_a_run_of_its_system() -> None:
    assert rates(RESULTS, "Linux 6.6 & tuned") == [124790.0, 124902.2, 124921.2]
    assert rates(RESULTS, "Linux 6.1") == [121012.4, 121530.9, 121507.3, 71207.55]


def test_a_value_without_raw_ones_is_a_mean_and_that_is_said() -> None:
    assert [run.caveats for run in runs(RESULTS)] == [()] * 6 + [(MEAN,)]


def test_a_result_says_server_clients_and_kernel() -> None:
    first = runs(RESULTS)[0]
    assert (first.tool, first.tool_version, first.line) == ("phoronix-test-suite", "10.8.4", 42)
    assert first.facts["server_software"] == "nginx/1.23.2"
    assert (first.facts["concurrency"], first.facts["kernel"]) == (500, "6.1.0-18-amd64")
    assert runs(RESULTS)[-1].facts["server_software"] == "Apache/2.4.56"


def test_other_tests_are_no_runs_of_a_web_server() -> None:
    assert all("compress" not in str(run.facts["tuning.test_profile"]) for run in runs(RESULTS))
    others = RESULTS.replace("pts/nginx-3.0.1", "pts/redis-1.4.0").replace("pts/apache-3.0.0", "pts/apache-iotdb-1.2.0")
    (problem,) = read(others)
    assert isinstance(problem, Problem)
    assert "pts/redis-1.4.0, pts/apache-iotdb-1.2.0" in problem.message


def test_a_file_that_breaks_off_gives_its_whole_results_and_says_where() -> None:
    *known, problem = read(RESULTS[: RESULTS.index("<Title>Gzip")])
    assert len(known) == 7
    assert isinstance(problem, Problem)
    assert (problem.line, "</PhoronixTestSuite>" in problem.message) == (74, True)
