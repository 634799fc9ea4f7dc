"""What collectors put before every line, or make of the lines, takes no value and moves none, in any format."""

from __future__ import annotations

import io
import json
import re
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from ingest.formats.kit.pasted.wrapped_lines import bare_log
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.records import RunRecord, TraceRecord
from ingest.tests.disguises import Disguise, each_line, each_wrapped, in_rich_text, numbered, shown, sought
from ingest.tests.formats.test_disguised_rows import SHORTEST, as_printed, readings, text_of
from ingest.tests.formats.test_disguises import items_of

pytestmark = [pytest.mark.thorough, pytest.mark.long]

FEWEST = 5  #: lines, below which nobody can tell
TIME = "2026-11-23T12:00:01.123456789"
OF_JOURNAL = each_wrapped(lambda line: f"Nov 23 12:00:01 web1 bash[1234]: {line}".rstrip())
LOGS_BEGIN = "-- Logs begin at Fri 2026-11-20 09:12:41 CET, end at Mon 2026-11-23 13:00:01 CET. --\n"
JOURNAL_BEGINS = "-- Journal begins at Fri 2026-11-20 09:12:41 CET, ends at Mon 2026-11-23 13:00:01 CET. --\n"
COLLECTED: dict[str, Disguise] = {
    "kubectl logs --prefix --timestamps": each_wrapped(lambda line: f"[pod/bench-x7x2k/ab] {TIME}Z {line}"),
    "a container's file": each_wrapped(lambda line: f"{TIME}+01:00 stdout F {line}"),
    "GitLab": each_wrapped(lambda line: f"{TIME}Z 00O {line}"),
    "journalctl": OF_JOURNAL,
    "journalctl of systemd before 246": lambda text: LOGS_BEGIN + OF_JOURNAL(text),
    "journalctl of systemd before 250": lambda text: JOURNAL_BEGINS + OF_JOURNAL(text),
    "ts": each_wrapped(lambda line: f"Nov 23 12:00:01 {line}"),
    "stern": each_wrapped(lambda line: f"bench-7d9fbc-x7x2k ab {line}"),
    "docker compose": each_wrapped(lambda line: f"bench-1  | {line}"),
    "pdsh": each_wrapped(lambda line: f"node001: {line}"),
    "Jenkins": each_wrapped(lambda line: f"12:00:01  {line}"),
    "cat -n": numbered("{:6d}\t{}"),
    "less -N": numbered("{:7d} {}"),
    "grep -n": numbered("{}:{}"),
    "one column": each_wrapped(lambda line: '"' + line.replace('"', '""') + '"'),
    "stdout_lines": lambda text: json.dumps({"out.stdout_lines": text.split("\n")}, indent=4) + "\n",
    "a notebook": lambda text: json.dumps({"outputs": [{"text": text.splitlines(keepends=True)}]}, indent=1),
    "a chat": lambda text: f"bob  2:00 PM\nlook at this:\n{text}",
    "cat -A": shown,
    "grep -A": sought("run-1.log{0}{2}\n"),
    "grep -nA": sought("run-1.log{0}{1}{0}{2}\n"),
    "a comment of a program": each_wrapped(lambda line: f"// {line}"),
    "RTF of TextEdit": in_rich_text("\\\n"),
    "RTF of WordPad": in_rich_text("\\par\r\n"),
    "copied from a terminal": each_line(lambda line: f"{line.rstrip()}      "),
}
#: All lines begin with a blank, or end with a number of its own: what of it is the collector's cannot be told.
ALL_INDENTED = {"readprofile", "solaris_vmstat"}
UNTOLD = {
    "a chat": {"boot"},
    "Jenkins": ALL_INDENTED,
    "pdsh": ALL_INDENTED,
    "copied from a terminal": {"gatling_requests"},
}


def summed_up(items: list[ParsedItem]) -> tuple[set[tuple[str, str, float]], int, int]:
    """(values, runs, series)"""
    kinds = [type(item.what) for item in items]
    return readings(items), kinds.count(RunRecord), kinds.count(TraceRecord)


LONG_ENOUGH = [
    name for name, log in SHORTEST.items() if len(re.findall(r"^.*\S", text_of(log), re.MULTILINE)) >= FEWEST
]


@pytest.mark.parametrize("name", LONG_ENOUGH)
def test_what_a_collector_put_before_the_lines_is_taken_off(name: str) -> None:
    log = SHORTEST[name]
    text, faults = text_of(log), list[str]()
    for collector, wrap in COLLECTED.items():
        if name in UNTOLD.get(collector, ()):
            continue
        if summed_up(items_of(wrap(text))) != summed_up(as_printed(log)):
            faults.append(collector)
    assert faults == []


#: Of what is read out of something else.
OPENINGS = (
    b"{\\rtf1",
    b"{\\rtf1\\par\n{\\*\\x}",
    b"M-^$\n" * 5,
    b'"\\n\\n\\n',
    b"b'\\x1\\n\\n\\n'",
    b"a.log:1:\na.log-2-\n" * 3,
)


@given(st.sampled_from(OPENINGS), st.binary(max_size=200), st.text("\\{}'un0$^M-:\n\"", max_size=60))
def test_whatever_follows_an_opening_a_line_stays_a_line(opening: bytes, content: bytes, signs: str) -> None:
    log = opening + signs.encode() + content + b"\n"
    bare = bare_log(io.BufferedReader(cast(io.RawIOBase, io.BytesIO(log)))).read()
    assert bare.count(b"\n") == log.count(b"\n")


def test_a_start_of_the_machine_between_the_journals_lines_is_none_of_the_log() -> None:
    log = ROOT / "fixtures/logs/mpstat/12.6.1/mpstat.C.txt"
    lines = OF_JOURNAL(text_of(log)).splitlines(keepends=True)
    boot = f"-- Boot {'0123456789abcdef' * 2} --\n"
    items = items_of("".join([*lines[:6], boot, *lines[6:]]))
    assert summed_up(items) == summed_up(as_printed(log))


def test_an_output_in_one_text_of_json_is_read() -> None:
    log = ROOT / "fixtures/studies/zones/global.log"
    line = f"changed: [web1] => {json.dumps({'cmd': 'wrk', 'rc': 0, 'stdout': text_of(log)})}\n"
    items = items_of(f"TASK [bench] ***\n{line}")
    assert summed_up(items) == summed_up(as_printed(log))
    assert {
        measurement.line for item in items if isinstance(item.what, RunRecord) for measurement in item.what.measurements
    } == {2}
