"""Objects of `sadf -j` and `-x`, and what stands before them -> reports, one per machine."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.clocks import LOCAL
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.sadf.report import Moments, Report
from ingest.formats.sysstat.sadf.samples import Samples
from ingest.records import Fact

UTC_NAMES = frozenset(("UTC", "GMT"))
LONGEST_FACT = 255


class Hosts:
    """Reads the objects of a log, in their order."""

    def __init__(self) -> None:
        self.problems = Problems()
        self.reports: list[Report] = []
        self._facts: dict[str, str] = {}
        self._moments = Moments()
        self._samples: Samples | None = None

    def add_facts(self, facts: Mapping[str, str], line: int) -> None:
        """Names and values that stand outside of the objects. A name that comes again begins another machine."""
        if self._facts.keys() & facts.keys():
            self._facts, self._samples = {}, None
        self._facts |= facts
        self._here(line).known = facts_of(self._facts)

    def _here(self, line: int) -> Report:
        if self._samples is None:
            report = Report(line)
            self.reports.append(report)
            self._samples = Samples(report.store)
        return self.reports[-1]

    def add(self, sample: Mapping[str, Any], line: int, size: int) -> None:
        """One object, which `size` bytes of the log say."""
        report = self._here(line)
        if isinstance(sample.get("timestamp"), dict):
            time = self._time(sample["timestamp"], line)
            if self._samples and not math.isnan(time):
                report.clock = clock_of(sample["timestamp"])
                self._samples.add(sample, time, line)
                report.store.fed(size)
        elif isinstance(boot := sample.get("boot"), dict):
            cpus = boot.get("cpu_count")
            time = self._time(boot, line)
            if not math.isnan(time):
                report.restart(time, float(cpus) if isinstance(cpus, int | float) else None, line)
        elif isinstance(comment := sample.get("comment"), dict):
            time = self._time(comment, line)
            if not math.isnan(time):
                report.comment(time, str(comment.get("com", "")))
        elif sample:
            self.problems.add_once(line, "expected a sample, a restart or a comment here")

    def _time(self, stamp: Mapping[str, Any], line: int) -> float:
        printed = (str(stamp.get("date", ""))[:40], str(stamp.get("time", ""))[:40])
        time = self._moments[printed]
        if math.isnan(time):
            self.problems.add(line, "expected a date and a time as 2022-11-07 and 23:59:55", " ".join(printed))
        return time


def clock_of(stamp: Mapping[str, Any]) -> str:
    """Of a sample's time: UTC, or a machine's, whose zone newer releases name."""
    if stamp.get("utc") in (1, "1") or stamp.get("tz") in UTC_NAMES:
        return "UTC"
    zone = stamp.get("tz")
    return f"local, {printable(str(zone))[:40]}" if zone else LOCAL


def facts_of(printed: Mapping[str, str]) -> dict[str, Fact]:
    """As the other readers of sysstat name them."""
    facts: dict[str, Fact] = {}
    kernel = f"{printed.get('sysname', '')} {printed.get('release', '')}".strip()
    for name, value in (("host", printed.get("nodename")), ("kernel", kernel)):
        if value:
            facts[name] = printable(value)[:LONGEST_FACT]
    if printed.get("number-of-cpus", "").isdigit():
        facts["cpus"] = int(printed["number-of-cpus"][:9])
    if printed.get("machine"):
        facts["architecture"] = printable(printed["machine"])[:LONGEST_FACT]
    if printed.get("file-date"):
        facts["date"] = printable(printed["file-date"])[:40]
    return facts
