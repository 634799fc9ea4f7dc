"""What is read from JMeter's result files."""

from __future__ import annotations

import pytest

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.formats.requests.jtl.parser import COLUMNS_GUESSED
from ingest.formats.requests.jtl.tally import ONLY_TRANSACTIONS
from ingest.formats.requests.test_per_request import only_run, problems, read, runs, value
from ingest.formats.requests.test_per_request import small_blocks as small_blocks

jtl = formats()["jtl"]

LOGS = ROOT / "fixtures" / "logs" / "jtl" / "made-by-hand"
DEFAULT, REDIRECTS, OLD, DATES, CUT = (
    (LOGS / name).read_text()
    for name in (
        "default-5.6.jtl",
        "redirects.jtl",
        "no-header-2.9.jtl",
        "semicolons-and-dates.jtl",
        "tabs-cut.jtl",
    )
)
HEADER = DEFAULT[: DEFAULT.index("\n") + 1]
START = 1795223215000


def sample(
    ms: int = 0, elapsed: int = 10, label: str = "Home", code: str = "200", thread: int = 1, message: str = "OK"
) -> str:
    ok = "true" if code == "200" else "false"
    return f"{START + ms},{elapsed},{label},{code},{message},T 1-{thread},text,{ok},,100,50,1,1,null,{elapsed},0,1\n"


def log(*samples: str) -> str:
    return HEADER + "".join(samples)


def labels(log: str) -> dict[str, float]:
    run = only_run(jtl, log)
    return {entry.item: entry.value for entry in run.measurements if entry.metric == "latency_mean" and entry.item}


def test_the_rate_is_from_the_first_start_to_the_last_end() -> None:
    run = only_run(jtl, DEFAULT)
    assert value(run, "requests_completed") == 7  # one of them on two lines
    assert value(run, "duration") == 2.26
    assert value(run, "requests_per_second") == pytest.approx(7 / 2.26)
    assert run.facts["started_at"] == "2026-11-21T01:06:55.000+00:00"


def test_success_is_what_jmeter_says_and_responses_are_by_status() -> None:
    run = only_run(jtl, DEFAULT)
    assert (value(run, "requests_succeeded"), value(run, "requests_failed")) == (4, 3)
    assert [value(run, "responses", item) for item in ("2xx", "3xx", "4xx", "5xx")] == [3, 1, 1, 1]
    assert value(run, "requests_failed", "connect") == 1


def test_a_connect_time_of_zero_was_not_measured() -> None:
    run = only_run(jtl, DEFAULT)
    assert value(run, "connect_time_mean") == pytest.approx((40 + 35 + 3 + 1) / 4 / 1000)
    assert value(run, "first_byte_time_min") == 0.04  # the refused connection's 0 is none


def test_sub_results_and_sums_are_not_added() -> None:
    run = only_run(jtl, REDIRECTS)
    assert [value(run, metric) for metric in ("requests_completed", "bytes_received")] == [3, 8000]
    assert run.caveats[:2] == (
        "Rows that sum up a transaction are not added: 1.",
        "Sub-results of other rows are not added: 4.",
    )


def test_a_request_that_is_only_called_like_a_sub_result_counts() -> None:
    assert labels(REDIRECTS) == {"HTTP Request": 0.125, "HTTP Request-1": 0.05}


def test_sub_results_of_interleaved_threads_and_of_sub_results_are_found() -> None:
    rows = [sample(0, 100, "P", thread=1), sample(5, 200, "P", thread=2)]
    rows += [sample(5, 50, "P-0", thread=2), sample(0, 100, "P-0", thread=1), sample(2, 30, "P-0-0", thread=1)]
    assert value(only_run(jtl, log(*rows)), "requests_completed") == 2


def test_what_is_called_like_a_sub_result_may_have_sub_results_of_its_own() -> None:
    rows = [sample(0, 10, "P"), sample(1000, 100, "P-0"), sample(1000, 50, "P-0-0"), sample(2000, 5, "P-0-0")]
    assert value(only_run(jtl, log(*rows)), "requests_completed") == 3


@pytest.mark.usefixtures("small_blocks")
def test_sub_results_are_found_beyond_the_end_of_a_block() -> None:
    pages = [sample(ms, 9, "P") + sample(ms, 4, "P-0") + sample(ms + 4, 5, "P-1") for ms in range(0, 5000, 10)]
    plain = [sample(ms, 9, "Other") for ms in range(0, 5000, 10)]
    run = only_run(jtl, log(*plain, *pages, *plain))
    assert value(run, "requests_completed") == 1500


def test_where_all_rows_are_sums_they_are_the_requests() -> None:
    rows = [sample(ms, 300, "Order", message="Number of samples in transaction : 2; none failed") for ms in (0, 400)]
    run = only_run(jtl, log(*rows))
    assert (value(run, "requests_completed"), run.caveats[0]) == (2, ONLY_TRANSACTIONS)


def test_columns_without_a_header_are_those_of_the_version() -> None:
    run = only_run(jtl, OLD)
    assert (value(run, "bytes_received"), value(run, "first_byte_time_max")) == (2258, 0.018)
    assert run.caveats[0] == COLUMNS_GUESSED


@pytest.mark.parametrize("name", ["default-5.6.jtl", "redirects.jtl"])
def test_todays_default_columns_are_known_without_their_header(name: str) -> None:
    whole = (LOGS / name).read_text()
    headed, bare = only_run(jtl, whole), only_run(jtl, whole[len(HEADER) :])
    assert headed.measurements == bare.measurements


def test_dates_give_lengths_but_no_moment() -> None:
    run = only_run(jtl, DATES)
    assert (value(run, "duration"), "started_at" in run.facts) == (1.45, False)
    assert labels(DATES) == {"Bestellung": 0.3, "Größe": 0.45}


def test_a_log_that_breaks_off_says_where() -> None:
    (problem,) = problems(jtl, CUT)
    assert (only_run(jtl, CUT).status, problem.line, "'label'" in problem.message) == ("aborted", 4, True)


@pytest.mark.usefixtures("small_blocks")
def test_quoted_line_ends_do_not_move_the_lines_of_problems() -> None:
    rows = [sample(ms, message='"a\nb, ""c"""') for ms in range(300)]
    rows[250] = rows[250].replace(",10,", ",ten,", 1)
    (problem,) = problems(jtl, log(*rows))
    assert (problem.line, "'elapsed'" in problem.message) == (2 + 250 * 2, True)
    assert value(only_run(jtl, log(*rows)), "requests_completed") == 299


@pytest.mark.usefixtures("small_blocks")
def test_a_quote_too_many_costs_its_own_row_only() -> None:
    rows = [sample(ms) for ms in range(600)]
    rows[100] = sample(100, message='"never closed')
    run = only_run(jtl, log(*rows))
    assert value(run, "requests_completed") == 599
    assert [entry.line for entry in problems(jtl, log(*rows))] == [102]


@pytest.mark.usefixtures("small_blocks")
def test_new_labels_and_codes_in_later_blocks_are_not_lost() -> None:
    rows = [
        sample(ms, code="200" if ms < 200 else "Non HTTP response code: x.SocketTimeoutException") for ms in range(400)
    ]
    rows += [sample(ms, label="Late") for ms in range(100)]
    run = only_run(jtl, log(*rows))
    assert [value(run, *name) for name in (("requests_failed", "timeout"), ("requests_completed", "Late"))] == [
        200,
        100,
    ]
    assert value(run, "responses", "2xx") == 300


def test_fifty_labels_are_told_one_by_one() -> None:
    run = only_run(jtl, log(*(sample(ms, label=f"page {ms % 70}") for ms in range(700))))
    assert len([entry for entry in run.measurements if entry.metric == "latency_mean" and entry.item]) == 50
    assert "There are 70 labels; the 50 with the most requests are told one by one." in run.caveats


@pytest.mark.parametrize("whole", [DEFAULT, OLD, DATES, CUT, REDIRECTS])
def test_it_is_recognised_however_few_lines_are_left(whole: str) -> None:
    lines = whole.splitlines(keepends=True)
    assert all(jtl.sniff("".join(lines[:ms]).encode()) for ms in range(1, len(lines) + 1))


@pytest.mark.parametrize("text", ["", "elapsed time: 5 s\n", "1,2,3\n", "time,elapsed,label\n1,2,3\n"])
def test_other_text_is_none_of_it(text: str) -> None:
    assert not jtl.sniff(text.encode())
    assert read(jtl, text) == []


def test_a_second_test_in_the_file_is_named_with_its_gap() -> None:
    run = only_run(jtl, (LOGS.parent / "5.6.3" / "appended.jtl").read_text())
    assert "No request ran for 136.425 s after the first 160 requests" in run.caveats[-1]
    assert not {"duration", "requests_per_second"} & {number.metric for number in run.measurements}


def test_a_header_that_is_repeated_begins_a_second_run() -> None:
    assert [value(run, "requests_completed") for run in runs(jtl, log(sample()) + log(sample(), sample(50)))] == [1, 2]


@pytest.mark.parametrize("later", [0, -600_000])
def test_rows_that_go_back_to_the_beginning_give_no_rate(later: int) -> None:
    first, second = ("".join(sample(begin + 100 * row) for row in range(60)) for begin in (0, later))
    for text in (first + second, HEADER + first + second):  # without a header nothing parts them
        run = only_run(jtl, text)
        assert any("go back to the beginning" in caveat for caveat in run.caveats)
        assert (value(run, "requests_completed"), value(run, "requests_per_second")) == (120, None)


def test_a_gap_in_a_long_test_leaves_its_rate_and_is_named() -> None:
    begins = [*range(0, 100_000, 1000), *range(150_000, 300_000, 1000)]
    run = only_run(jtl, log(*(sample(ms) for ms in begins)))
    assert value(run, "duration") == 299.01
    assert any("No request ran for 50.99 s after the first 100 requests" in caveat for caveat in run.caveats)


def test_a_pause_that_is_short_for_the_test_is_none() -> None:
    run = only_run(jtl, log(*(sample(ms) for ms in range(0, 40_000_000, 40_000))))
    assert not any("No request ran" in caveat for caveat in run.caveats)


@pytest.mark.usefixtures("small_blocks")
def test_a_gap_between_blocks_is_seen() -> None:
    begins = [*range(600), *range(600_000, 600_600)]
    run = only_run(jtl, log(*(sample(ms) for ms in begins)))
    assert "after the first 600 requests" in run.caveats[-1]


@pytest.mark.parametrize("name", ["semicolons.jtl", "tabs.jtl", "bars-no-header.jtl"])
def test_every_delimiter_is_read(name: str) -> None:
    run = only_run(jtl, (LOGS.parent / "5.6.3" / name).read_text())
    assert (value(run, "requests_completed"), value(run, "bytes_received")) == (160, 693760)


def test_a_test_whose_server_was_not_there_has_no_rate_and_no_latency() -> None:
    refused = "Non HTTP response code: java.net.ConnectException"
    run = only_run(jtl, log(*(sample(20 * n, 5, code=refused, message="refused") for n in range(200))))
    assert (run.status, run.facts["reason"]) == ("aborted", "no request was answered")
    assert value(run, "requests_failed", "connect") == 200
    assert value(run, "requests_per_second") is value(run, "latency_mean") is None
