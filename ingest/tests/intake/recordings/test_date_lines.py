"""A line of `date` above recordings: its zone is theirs where they print none; what is taken as UTC is said."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.test import Client

from benchdb.domain.text.zones import HOURS, SEVERAL, is_zone, seconds_ahead
from benchdb.models import Recording
from ingest.formats.kit.samples.date_lines import date_lines
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.identify import read
from ingest.pipeline.parse_upload import parse_upload
from ingest.records import TraceRecord

DATE = "Di 24. Nov 12:20:33 JST 2026\n"
#: LC_ALL=de_DE.utf8 TZ=Asia/Tokyo, sysstat 12.6.1 of Debian 12: `sar -u 1 2; S_TIME_FORMAT=ISO iostat -c -t 1 2`
RECORDED = """Linux 6.18.44-fc-v657 (vm) \t24.11.2026 \t_x86_64_\t(2 CPU)

12:20:33        CPU     %user     %nice   %system   %iowait    %steal     %idle
12:20:34        all     69,65      0,00     30,35      0,00      0,00      0,00
12:20:35        all     81,00      0,00     19,00      0,00      0,00      0,00
Durchschn.:     all     75,71      0,00     24,29      0,00      0,00      0,00
Linux 6.18.44-fc-v657 (vm) \t2026-11-24 \t_x86_64_\t(2 CPU)

2026-11-24T12:20:36+0900
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          53,72   17,38   12,43    0,12    0,04   16,33


2026-11-24T12:20:37+0900
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          84,92    0,00   15,08    0,00    0,00    0,00


"""


def clocks(log: str) -> dict[str, str]:
    """Format -> the clock of its recording."""
    items = read(io.BytesIO(log.encode()))
    return {item.format: str(item.what.facts["clock"]) for item in items if isinstance(item.what, TraceRecord)}


def page_of(log: str, client: Client) -> str:
    upload = create_upload([IncomingFile("sar.txt", [log.encode()])], {}).upload
    parse_upload(upload.pk)
    return " ".join(client.get(f"/uploads/{upload.pk}/").content.decode().split())


@pytest.mark.django_db
def test_recordings_of_one_file_have_one_clock(client: Client) -> None:
    page = page_of(DATE + RECORDED, client)
    starts = {one.tool: one.start - one.clock_ahead for one in Recording.objects.all()}
    assert starts["iostat"] - starts["sar"] == 2
    assert "2026-11-24 12:20:34 to 12:20:35 JST, of no run yet" in page
    assert "taken as UTC" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        ("", "12:20:35 of an unknown zone, taken as UTC"),
        ("Tue Nov 24 12:20:33 IST 2026\n", "12:20:35 IST, which is the time of several zones: taken as UTC"),
    ],
)
def test_what_is_taken_as_utc_is_said(client: Client, date: str, sentence: str) -> None:
    assert sentence in page_of(date + RECORDED, client)
    assert Recording.objects.get(tool="sar").clock_ahead == 0


@pytest.mark.parametrize(
    "date",
    [
        "Tue Nov 24 12:20:33 JST 2026",
        "Tue 24 Nov 2026 12:20:33 PM JST",
        "mar. 24 nov. 2026 12:20:33 JST",
        "wto, 24 lis 2026, 12:20:33 JST",
        "2026年 11月 24日 火曜日 12:20:33 JST",
        "Út 24. listopadu 2026, 12:20:33 JST\r",
    ],
)
def test_date_is_known_in_many_languages(date: str) -> None:
    assert clocks(f"{date}\n{RECORDED}") == {"sar": "local, JST", "iostat": "UTC"}


@pytest.mark.parametrize(
    ("date", "clock"),
    [
        ("ter 24 nov 2026 12:20:33 -03", "local, -03"),
        ("Tue Nov 24 12:20:33 UTC 2026", "UTC"),
        ("Tue Nov 24 03:20:33 UTC 2026", "local, zone unknown"),  # `date -u`
        ("Tue Nov 24 12:20:33 JST 2026\nTue Nov 24 12:20:35 CST 2026", "local, zone unknown"),
        ("2026-11-24 12:20:33 INFO", "local, zone unknown"),
        ("begun in 2026 at 12:20:33 DONE", "local, zone unknown"),
        ("Tue Nov 24 12:20:33 2026", "local, zone unknown"),
    ],
)
def test_only_a_date_of_the_same_clock_says_its_zone(date: str, clock: str) -> None:
    assert clocks(f"{date}\n{RECORDED}") == {"sar": clock, "iostat": "UTC"}


def test_a_line_over_midnight_is_near() -> None:
    (line,) = date_lines("Tue Nov 24 23:59:58 JST 2026")
    moment = datetime(2026, 11, 25, 0, 0, 1, tzinfo=UTC).timestamp()
    log = RECORDED.replace("12:20:34", "00:00:01")
    (record, *_) = (item.what for item in read(io.BytesIO(log.encode())) if isinstance(item.what, TraceRecord))
    assert isinstance(record, TraceRecord)
    assert (moment - line.seconds) % 86400 == 3
    assert line.is_of(record)


def test_each_abbreviation_that_counts_means_one_offset() -> None:
    """By tzdata since 2000; those with several are known as zones, and say nothing."""
    offsets: dict[str, set[float]] = {}
    for name in available_timezones() - {"Asia/Pyongyang"}:
        for month in range(12 * 26):
            moment = datetime(2000 + month // 12, month % 12 + 1, 15, tzinfo=UTC).astimezone(ZoneInfo(name))
            offsets.setdefault(moment.tzname() or "", set()).add((moment.utcoffset() or timedelta()).total_seconds())
    assert {name: offsets[name] for name in HOURS} == {name: {seconds_ahead(name)} for name in HOURS}
    several = {name for name, seconds in offsets.items() if len(seconds) > 1 and name.isalpha()}
    assert several <= SEVERAL
    assert all(is_zone(name) and seconds_ahead(name) is None for name in SEVERAL)
