"""The lines that are no rows: banners, headers, restarts, comments and averages, in every language."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime

import pytest

from ingest.formats import formats
from ingest.formats.sysstat.kit.words import summary_words, words
from ingest.formats.sysstat.sar.tests.logs import BANNER, HEADER, LOG, ROW, problems, sar, series, traces
from ingest.records import Problem


def test_a_report_gives_traces_with_its_facts() -> None:
    first = traces(LOG)[0]
    assert (first.metric, first.item, first.values.tolist()) == ("cpu.user_incl_guest", "all", [0.9173])
    assert first.times.tolist() == [datetime(2022, 11, 7, 9, 59, 55, tzinfo=UTC).timestamp()]
    assert first.facts == {
        "tool": "sar",
        "host": "web1",
        "kernel": "Linux 5.10.0",
        "cpus": 2,
        "architecture": "x86_64",
        "date": "2022-11-07",
        "date_is_ambiguous": False,
        "clock": "local, zone unknown",
    }


def test_all_traces_share_one_mapping_of_facts() -> None:
    assert len({id(trace.facts) for trace in traces(LOG)}) == 1


def test_repeated_headers_continue_a_series() -> None:
    log = LOG + "\n" + HEADER.replace("09:59:53", "09:59:55") + ROW.replace("09:59:55", "09:59:57")
    times, readings = series(log)["cpu.idle", "all"]
    assert [time % 60 for time in times] == [55, 57]
    assert readings == [0.0827, 0.0827]


def test_restarts_are_a_metric() -> None:
    log = LOG + "\n10:00:30     LINUX RESTART\t(4 CPU)\n\n" + HEADER.replace("09:59:53", "10:00:40") + "\n"
    log += "\n10:10:30          LINUX RESTART\n"
    times, readings = series(log)["restart", ""]
    assert [time % 86400 - 36000 for time in times] == [30, 630]
    assert readings == [4, 1]


@pytest.mark.parametrize("word", ["RESTART DI LINUX", "RESTARTARE LINUX", "LINUX は再起動しました", "LINUX RESTART"])
@pytest.mark.parametrize("time", ["10:00:30", "10:00:30 AM"])
def test_a_restart_is_known_in_any_language(word: str, time: str) -> None:
    assert ("restart", "") in series(LOG + f"\n{time}       {word}\n")
    assert problems(LOG + f"\n{time}       {word}\n") == []


def test_comments_are_a_fact_reported_once() -> None:
    log = LOG + "10:00:00     COM bench 17; start\n" + LOG.replace(BANNER, "") + "10:00:00     COM bench 17; start\n"
    log += "10:00:10     COM bench 17; end\n"
    facts = traces(log)[0].facts
    assert facts["comments"] == "bench 17; start\nbench 17; end"
    start, end = str(facts["comment_times"]).split("\n")
    assert int(end) - int(start) == 10


def test_a_comment_may_look_like_a_row_at_its_end() -> None:
    log = LOG + "10:00:00     COM started at 20221107\n"
    assert traces(log)[0].facts["comments"] == "started at 20221107"
    assert problems(log) == []


def test_comments_are_found_where_their_letters_are_many() -> None:
    rows = "".join(f"09:{n // 60:02}:{n % 60:02}   OO{n % 7}  1.00\n" for n in range(200))
    log = BANNER + "09:00:00   TTY  rcvin/s\n" + rows + "10:00:00     COM OOOO 20221107\n"
    assert traces(log)[0].facts["comments"] == "OOOO 20221107"
    assert problems(log) == []


@pytest.mark.parametrize("word", words()["average"] + words()["summary"] + words()["extreme"])
def test_averages_are_no_samples_in_any_language(word: str) -> None:
    log = LOG + ROW.replace("09:59:55  ", f"{word}  ")
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert problems(log) == []


def test_an_unknown_word_for_the_average_is_reported_and_no_sample() -> None:
    log = LOG + ROW.replace("09:59:55  ", "Keskmine:  ")
    assert [len(trace.values) for trace in traces(log)] == [1, 1]
    assert ["'Keskmine:'" in trace.message for trace in problems(log)] == [True]


def test_another_machine_in_a_file_has_its_own_traces() -> None:
    records = traces(LOG + LOG.replace("web1", "web2"))
    assert [trace.facts["host"] for trace in records] == ["web1", "web1", "web2", "web2"]


def test_a_report_without_times_is_refused_and_the_next_one_read() -> None:
    lost = re.sub(r"(?m)^\d\d:\d\d:\d\d", 8 * " ", LOG)
    assert [len(trace.values) for trace in traces(lost + LOG)] == [1, 1]
    assert ["lost its times" in trace.message for trace in problems(lost + LOG)] == [True]
    assert [trace.metric for trace in traces(lost + "10:00:30   LINUX RESTART\n")] == []


def test_a_log_without_banner_is_read_and_reported() -> None:
    log = HEADER + ROW
    assert sar.sniff(log.encode())
    assert [trace.values.tolist() for trace in traces(log)] == [[0.9173], [0.0827]]
    assert "no banner" in problems(log)[0].message


def test_every_word_is_known_as_utf8_shows_it() -> None:
    assert {"Average:", "Moyenne :", "平均時間：", "Trung bình:", "Summary:"} <= set(summary_words())


def test_the_remarks_of_a_collector_say_nothing() -> None:
    log = "Linux 6.1 (a) \t2022-11-07 \t_x86_64_\t(2 CPU)\n\n10:00:00 CPU %user %idle\n10:00:10 all 1.00 98.00\n"
    entries = list(formats()["sar"].parse(io.BytesIO((log + "## Footer: end\n").encode())))
    assert len(entries) == 2
    assert not any(isinstance(entry, Problem) for entry in entries)
