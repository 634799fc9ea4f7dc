"""Logs as people paste them: each was once misread in silence."""

from __future__ import annotations

import io
import re

import pytest

from benchdb.host.paths import ROOT
from ingest.pipeline.identify import read
from ingest.records import Problem, RunRecord, TraceRecord
from ingest.tests.samples import logs_of_formats

SHORTEST = 300  #: bytes of a recording with a header and rows
LOGS = ROOT / "fixtures" / "logs"
AB = (LOGS / "ab/2.4.71-debian12/keepalive-n5000-c50.log").read_text("utf-8")
AB_REPORT = AB[AB.index("Server Software") :]
VEGETA = """Requests      [total, rate, throughput]         270000, 450.00, 449.99
Duration      [total, attack, wait]             10m0s, 10m0s, 4.108ms
Latencies     [min, mean, 50, 90, 95, 99, max]  3.157ms, 4.142ms, 4.1ms, 4.3ms, 4.5ms, 5ms, 20ms
Bytes In      [total, mean]                     540000, 2.00
Bytes Out     [total, mean]                     0, 0.00
Success       [ratio]                           100.00%
Status Codes  [code:count]                      200:270000"""
SIEGE = "Transactions:\t\t        1452 hits\nAvailability:\t\t      100.00 %\nElapsed time:\t\t        9.75 secs\n"
K6 = next((LOGS / "k6").rglob("stdout-summary.log")).read_text("utf-8")


def runs(log: str) -> list[RunRecord]:
    return [item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, RunRecord)]


def problems(log: str) -> list[str]:
    return [item.what.message for item in read(io.BytesIO(log.encode())) if isinstance(item.what, Problem)]


def numbers(run: RunRecord) -> dict[tuple[str, str], float]:
    return {(number.metric, number.item): number.value for number in run.measurements}


# ab


def test_an_example_above_the_report_is_not_its_command() -> None:
    (run,) = runs("ab -n 100 -c 10 http://example.com/\n\n" + AB_REPORT)
    assert run.facts["concurrency"] == 50
    assert run.facts.get("requests_planned") in (None, 5000)
    assert "command" not in run.facts


def test_what_somebody_wrote_behind_a_value_is_no_part_of_it() -> None:
    commented = AB.replace("(mean)\n", "(mean)    # the rate\n").replace(": 5000\n", ": 5000  # all\n")
    assert numbers(runs(commented)[0]) == numbers(runs(AB)[0])


def test_pieces_with_bullets_and_bold_are_read() -> None:
    report = AB_REPORT[AB_REPORT.index("Concurrency Level") : AB_REPORT.index("Transfer rate")]
    (run,) = runs("".join(f"- **{line.strip()}**\n" for line in report.splitlines() if line.strip()))
    assert numbers(run)["requests_per_second", ""] == 53421.09


def test_a_tag_behind_the_last_percentile_is_no_problem() -> None:
    assert problems(AB.rstrip() + "</code>\n") == []


def test_what_looks_like_ab_but_has_no_mean_is_not_ab() -> None:
    alike = AB_REPORT.replace("[#/sec] (mean)", "[#/sec]")
    assert runs(alike) == []
    assert "looks like ab's" in problems(alike)[0]


def test_a_wait_longer_than_the_test_is_doubted() -> None:
    line = next(line for line in AB.splitlines() if line.startswith("Waiting:"))
    (run,) = runs(AB.replace(line, line[: line.rindex(" ")] + " 1400000000"))
    assert any("Longer than the whole test" in caveat for caveat in run.caveats)


def test_a_rate_without_one_byte_is_not_kept() -> None:
    nothing = AB.replace("Total transferred:      ", "Total transferred:      0 bytes\nWas: ")
    assert ("requests_per_second", "") not in numbers(runs(nothing)[0])


# Other encodings, other numbers


def test_what_powershell_appends_to_a_log_is_read() -> None:
    """In UTF-16, whatever stands above."""
    for log in (AB, VEGETA + "\n\n"):
        for appended in (log.encode("utf-16"), log.encode("utf-16-le"), log.replace("\n", "\r\n").encode("utf-16-be")):
            items = [item.what for item in read(io.BytesIO(log.encode() + appended))]
            first, second = [item for item in items if isinstance(item, RunRecord)]
            assert numbers(first) == numbers(second)
            assert second.line == log.count("\n") + first.line


def test_bytes_that_a_crash_left_empty_are_no_end_of_a_number() -> None:
    (run,) = runs(AB.replace("Complete requests:      5000", "Complete requests:      50\0\0"))
    assert ("requests_completed", "") not in numbers(run)


def test_an_empty_line_of_a_page_that_marks_each_line_ends_no_report() -> None:
    log = next(log for log in sorted((LOGS / "hey").rglob("*.log")) if "Summary:" in log.read_text("utf-8"))
    lines = log.read_text("utf-8").splitlines()
    marked = "".join(f'<span class="line">{line}</span>\n' for line in lines)
    assert numbers(runs(marked)[0]) == numbers(runs(log.read_text("utf-8"))[0])


def test_decimal_commas_of_a_vegeta_report_are_no_more_numbers() -> None:
    (run,) = runs(VEGETA.replace("450.00, 449.99", "450,00, 449,99") + "\n")
    assert ("requests_per_second_offered", "") not in numbers(run)
    assert any("more numbers than names" in message for message in problems(VEGETA.replace("450.00", "450,00") + "\n"))


def test_a_decimal_comma_of_an_autocannon_table_is_no_sign_of_thousands() -> None:
    logs = [log for log in sorted((LOGS / "autocannon").rglob("*")) if log.suffix in (".log", ".txt")]
    text = next(text for log in logs if "Req/Sec" in (text := log.read_text("utf-8")))
    (run,) = runs(text)
    dotted = re.sub(r"(\d)\.(\d\d?)(?= ms)", r"\1,\2", text)
    assert dotted != text
    assert set(numbers(runs(dotted)[0]).items()) <= set(numbers(run).items())


def test_siege_without_a_line_end_behind_its_json_is_read_twice() -> None:
    log = next(log for log in sorted((LOGS / "siege").rglob("*.json"))).read_text("utf-8").strip()
    assert len(runs(f"{log}{log}\n")) == 2


# vegeta


def test_a_vegeta_report_without_its_empty_error_set_is_complete() -> None:
    for log in (VEGETA, VEGETA + "\n", VEGETA + "   "):
        (run,) = runs(log)
        assert (run.status, problems(log)) == ("complete", [])
        assert numbers(run)["requests_completed", ""] == 270_000


def test_a_count_that_may_have_lost_digits_is_not_kept() -> None:
    (run,) = runs(VEGETA[:-1])
    assert (run.status, ("requests_completed", "") in numbers(run)) == ("aborted", False)


def test_a_vegeta_report_without_its_requests_is_read_and_told() -> None:
    log = "Pod: vegeta-ns-11\n" + VEGETA.partition("\n")[2] + "\nError Set:\n"
    (run,) = runs(log)
    assert numbers(run)["latency_mean", ""] == 0.004142
    assert "no 'Requests' line" in problems(log)[0]


# siege


def test_a_siege_capture_that_lost_its_carriage_return_is_read() -> None:
    (run,) = runs("Lifting the server siege...      done." + " " * 78 + SIEGE)
    assert numbers(run)["requests_completed", ""] == 1452


def test_siege_without_a_transaction_has_no_zero_rates() -> None:
    names = {"Elapsed time": "3.00 secs", "Data transferred": "0.00 MB", "Transaction rate": "0.00 trans/sec"}
    names |= {"Throughput": "0.00 MB/sec", "Concurrency": "0.00", "Failed transactions": "90"}
    (run,) = runs("Transactions:    0 hits\n" + "".join(f"{name}:    {text}\n" for name, text in names.items()))
    assert {metric for metric, _ in numbers(run)} == {"requests_completed", "duration", "requests_failed"}


# k6


def test_a_footer_behind_the_summary_is_its_own() -> None:
    summary = "\n".join(line for line in K6.splitlines() if not line.startswith("running ("))
    footer = "\n\nrunning (5m42.8s), 000/300 VUs, 45943 complete and 0 interrupted iterations\n"
    (run,) = runs(summary + footer)
    assert numbers(run)["duration", ""] == 342.8


def test_a_quoted_line_of_a_summary_is_no_run() -> None:
    line = next(line for line in K6.splitlines() if "http_req_duration..." in line)
    assert len(runs(f"The line\n\n{line}\n\nsays how long requests took.\n\n{K6}")) == 1


def test_siege_stopped_where_its_line_ends_is_interrupted() -> None:
    (run,) = runs("The server is now under siege...^C\nLifting the server siege...      done." + " " * 78 + SIEGE)
    assert (run.status, numbers(run)["requests_completed", ""]) == ("interrupted", 1452.0)


# A line that somebody quotes


QUOTED = {
    "siege": SIEGE.splitlines()[0],
    "vegeta": VEGETA.splitlines()[0],
    "httperf": "Total: connections 20 requests 100 replies 100 test-duration 2.713 s",
    "h2load": "finished in 3.50s, 2857.14 req/s, 1.2MB/s",
}


@pytest.mark.parametrize("tool", QUOTED)
def test_a_line_of_a_report_in_a_text_is_no_run(tool: str) -> None:
    text = f"Before the upgrade it was\n\n    {QUOTED[tool]}\n\nwhich was fine.\n"
    assert runs(text) == []
    assert len(problems(text)) == 1


# Recordings behind a load tool's reports


RECORDINGS = ("sar", "sadf_db", "sadf_ppc", "mpstat", "iostat", "pidstat", "vmstat")


def recording(name: str) -> str:
    logs = [log for log in logs_of_formats()[name] if log.stat().st_size > SHORTEST]
    return min(logs, key=lambda log: log.stat().st_size).read_text("utf-8")


def series(log: str) -> dict[tuple[str, str], list[float]]:
    traces = (item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, TraceRecord))
    return {(trace.metric, trace.item): trace.values.tolist() for trace in traces}


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_far_below_reports_is_read(name: str) -> None:
    log = f"{3 * AB}$ record\n{recording(name)}"
    assert len(runs(log)) == 3
    assert str(series(log)) == str(series(recording(name)))


@pytest.mark.parametrize("name", RECORDINGS)
def test_what_a_shell_ran_later_in_a_typescript_is_read(name: str) -> None:
    ran = "".join(f"\x1b[?2004h$ run\r\n\x1b[?2004l\r{log}" for log in (AB, recording(name)))
    log = "Script started on 2026-11-21\n" + re.sub(r"(?<!\r)\n", "\r\n", ran)
    assert len(runs(log)) == 1
    assert series(log).keys() == series(recording(name)).keys()


def test_rows_of_vmstat_are_no_disks_of_iostat() -> None:
    disks = {item for _, item in series(recording("iostat"))}
    log = recording("iostat").rstrip("\n") + "\n" + recording("vmstat")
    assert {item for metric, item in series(log) if "disk" in metric} <= disks
    assert series(log).items() >= series(recording("vmstat")).items()


# Containers, collectors and mailers


def by_the_second(number: int, line: str) -> str:
    return f'<14>1 2026-11-21T01:{number // 60:02}:{number % 60:02}Z web1 bench 123 - [a b="c"] {line}'


IN_OUTLOOK = '<p class="MsoNormal"><span style="font-family:Consolas">{}<o:p></o:p></span></p>'
COLLECTED = {
    "docker compose of one": lambda number, line: f"loadgen  | {line}",
    "RFC 5424": by_the_second,
    "Outlook": lambda number, line: IN_OUTLOOK.format(line.replace("  ", "&nbsp; ") or "&nbsp;"),
}


@pytest.mark.parametrize("collector", COLLECTED)
def test_collectors_and_mailers_take_nothing(collector: str) -> None:
    report = AB_REPORT if collector == "Outlook" else AB
    log = "".join(f"{COLLECTED[collector](number, line)}\n" for number, line in enumerate(report.splitlines(), 1))
    assert numbers(runs(log)[0]) == numbers(runs(report)[0])
    assert problems(log) == []
