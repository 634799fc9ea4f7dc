"""When a machine booted, as uptime, who and top of Linux say it."""

from __future__ import annotations

import io
from datetime import UTC, datetime

import pytest

from ingest.formats import formats
from ingest.pipeline.identify import read
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.records import Problem, TraceRecord

BOOTED = datetime(2026, 11, 23, 14, 26, 53, tzinfo=UTC).timestamp()
LOAD = "0 users,  load average: 0.58, 1.26, 1.49"
DATE = "Mon Nov 23 15:19:26 UTC 2026\n"


def records(log: str) -> list[TraceRecord | Problem]:
    items = list(read(io.BytesIO(log.encode())))
    assert {item.format for item in items} == {"boot"}
    return [item.what for item in items]  # type: ignore[misc]


def boots(log: str) -> list[float]:
    (trace,) = records(log)
    assert isinstance(trace, TraceRecord)
    assert trace.metric == "restart"
    return trace.times.tolist()


@pytest.mark.parametrize(
    "log", ["2026-11-23 14:26:53\n", "$ uptime -s\n2026-11-23 14:26:53\n", "uptime -s\n2026-11-23 14:26:53"]
)
def test_uptime_s_is_a_moment(log: str) -> None:
    assert boots(log.removeprefix("uptime -s\n")) == [BOOTED]


def test_who_prints_minutes() -> None:
    assert boots("         system boot  2026-11-23 14:26\n") == [BOOTED - 53]


@pytest.mark.parametrize(
    ("up", "minutes"),
    [
        ("52 min", 52),
        ("1:05", 65),
        ("2 days,  3:04", 2 * 1440 + 184),
        ("1 day, 7 min", 1447),
        ("3 days, 2 hours", 4440),
    ],
)
def test_a_time_up_counts_from_what_date_printed(up: str, minutes: int) -> None:
    now = datetime(2026, 11, 23, 15, 19, 26, tzinfo=UTC).timestamp()
    assert boots(f"{DATE} 15:19:26 up {up},  {LOAD}\n") == [now - 60 * minutes]
    assert boots(f"{DATE}top - 15:19:26 up {up},  {LOAD}\nTasks: 256 total\n") == [now - 60 * minutes]


@pytest.mark.parametrize(
    ("log", "printed"),
    [
        ("2026-21-23 14:26:53\n", "2026-21-23 14:26:53"),
        ("2026-11-23 14:26:53\n\n2026-02-30 14:26\n", "2026-02-30 14:26"),
        ("2026-11-2٣ 14:26:53\n", "2026-11-2٣ 14:26:53"),
        (f"{DATE} 15:99:26 up 52 min,  {LOAD}\n", "15:99:26"),
    ],
)
def test_a_moment_that_is_none_is_named(log: str, printed: str) -> None:
    *boots, problem = records(log)
    assert isinstance(problem, Problem)
    assert problem.message.startswith(f"{printed} is no time of day")
    assert len(boots) == log.startswith("2026-11-23")


def test_one_boot_that_is_printed_often_is_one() -> None:
    prints = "".join(f" 15:{minute}:26 up {minute - 27} min,  {LOAD}\n" for minute in (40, 41, 42))
    assert len(boots(DATE + prints)) == 1


def test_two_boots_are_two_and_the_line_is_that_of_the_first() -> None:
    (trace,) = records("2026-11-23 14:26:53\n\n2026-11-23 18:00:00\n2026-11-23 14:28:30\n")
    assert isinstance(trace, TraceRecord)
    assert (trace.times.tolist(), trace.line) == ([BOOTED, BOOTED + 97, BOOTED + 12787], 1)


def test_without_a_day_it_is_said_what_to_print() -> None:
    (problem,) = records(f"top - 15:19:26 up 52 min,  {LOAD}\nTasks: 256 total\n")
    assert isinstance(problem, Problem)
    assert "top prints no day" in problem.message


def test_uname_names_the_machine() -> None:
    (trace,) = records(
        f"Linux web1 6.1.0-18-amd64 #1 SMP Debian 6.1.76-1 x86_64 GNU/Linux\n{DATE} 15:19:26 up 52 min,  {LOAD}\n"
    )
    assert isinstance(trace, TraceRecord)
    assert {name: trace.facts[name] for name in ("host", "kernel", "clock")} == {
        "host": "web1", "kernel": "Linux 6.1.0-18-amd64", "clock": "UTC",
    }  # fmt: skip


def test_a_moment_in_other_text_is_no_boot() -> None:
    with pytest.raises(Unreadable):
        list(read(io.BytesIO(b"We began at\n2026-11-23 14:26:53\nand went home soon.\n")))
    assert not formats()["boot"].sniff(f" 15:19:26 up 52 min,  {LOAD}\nServer Software:  nginx\n".encode())
