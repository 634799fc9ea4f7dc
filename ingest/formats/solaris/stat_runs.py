"""The runs of vmstat, mpstat, iostat or prstat -> traces: of each run, or of all where each sample has a time."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ingest.formats.kit.archived_lines import UNAME, echoed, interval_of, system_facts
from ingest.formats.kit.samples.clocks import SINCE_BOOT
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.solaris.series import MOST_SERIES, Gathered
from ingest.formats.solaris.stat_clock import Clock, Stamp, stamp
from ingest.records import Fact, Problem, TraceRecord

ORPHANED = "expected a header above this row: something else stands between them"
ALL_SINCE_BOOT = (
    "each sample here is the first of its run, which is about the time since boot: this line ends a run, "
    "expected a time such as 'Thu Mar  8 10:00:00 2007' or seconds between two samples"
)
REMARK = re.compile(r"#[#=*-]")  #: of whoever collected the log; after one # and a blank a command may stand
#: How something is, or a total: no average, not even in the first sample.
GAUGES = frozenset(("cpu.set_size", *(f"disk.{kind}errors" for kind in ("", "soft_", "hard_", "transport_"))))


@dataclass(slots=True, eq=False)
class Run:
    """What one run of the tool printed."""

    line: int
    facts: dict[str, Fact]
    clock: Clock
    gathered: Gathered = field(default_factory=Gathered)
    sample: int = -1  #: the one being read
    is_since_boot: bool = True  #: the next sample covers the time since the machine's boot
    prefix: str = ""  #: of the metrics of the sample being read

    def next(self) -> None:
        """A sample begins."""
        self.sample = self.clock.next()
        self.prefix, self.is_since_boot = SINCE_BOOT if self.is_since_boot else "", False

    def add(self, metric: str, item: str, line: int, value: float) -> None:
        prefix = "" if metric in GAUGES else self.prefix
        self.gathered.add(prefix + metric, item, line, self.sample, value)


class Runs:
    """All runs in a log, and what stands between them."""

    def __init__(self, tool: str, valued: str) -> None:
        """`valued`: the letters of the tool's options that take a value."""
        self.tool, self.valued = tool, valued
        self.problems = Problems()
        self.all: list[Run] = []
        self.run: Run | None = None  #: the one being read
        self._command = echoed(tool)
        self._system: dict[str, Fact] = {}
        self._interval = math.nan
        self.has_command = False  #: one stands before what comes next
        self._stamp: Stamp | None = None
        self._ended: tuple[int, str] | None = None  #: the first line that is none of the tool's and ended a run

    def begin(self, line: int) -> Run:
        """A run begins here; what was said before it (a command, a date, uname) is its."""
        self.run = Run(line, {"tool": self.tool, **self._system}, Clock(self._interval))
        if self._stamp:
            self.run.clock.stamped(self._stamp)
        self._interval, self._stamp, self.has_command = math.nan, None, False
        self.all.append(self.run)
        return self.run

    def end(self, line: int, text: str) -> None:
        """A line that is none of the tool's ends the run."""
        self.run, self._ended = None, self._ended or (line, text)

    def aside(self, line: str) -> bool:
        """Whether `line` is a time, a command or uname's, which say something of what follows, or somebody's remark."""
        text = line.strip()
        if REMARK.match(text):
            return True
        if moment := stamp(text):
            self.stamped(moment)
        elif match := UNAME.fullmatch(text):
            self._system, self.run = system_facts(match), None
        elif self.tool in text and (match := self._command.fullmatch(text)):
            self._interval, self.run = interval_of(match["arguments"], self.valued), None
            self.has_command = True
        else:
            return False
        return True

    def stamped(self, moment: Stamp) -> None:
        """What comes next was printed at `moment`."""
        self._stamp = moment
        if self.run is not None:
            self.run.clock.stamped(moment)

    def took_stamp(self) -> None:
        """The stamp that was read belongs to a sample now, not to the next run."""
        self._stamp = None

    def traces(self) -> Iterator[TraceRecord | Problem]:
        kept = [run for run in self.all if run.gathered.series]
        if self.all and not kept and not self.problems.listed:
            message = "Only numbers since the boot of the machine, or of each process, stand here: there is no sample."
            self.problems.add(self.all[0].line, message)
        if self._ended and len(self.all) > 1 and not any(run.sample for run in self.all):
            line, text = self._ended
            self.problems.add(line, ALL_SINCE_BOOT, text)
        if len(kept) > 1 and all(run.clock.has_all_stamps for run in kept):
            kept = list(merged(kept))
        for run in kept:
            yield from run.gathered.traces(run.facts | run.clock.facts(), run.clock.times())
            if run.gathered.is_full:
                yield Problem(run.line, f"more than {MOST_SERIES} series here: not all were read")
        yield from self.problems.all()


def merged(runs: list[Run]) -> Iterator[Run]:
    """Runs of one machine, each sample of which has its time, as one."""
    by_system: dict[tuple[Fact, ...], Run] = {}
    for run in runs:
        key = (run.clock.zone, *run.facts.values())
        whole = by_system.setdefault(key, Run(run.line, run.facts, Clock(began=run.clock.began, zone=run.clock.zone)))
        before = len(whole.clock.stamps)
        whole.clock.stamps.extend(run.clock.stamps)
        for (metric, item), series in run.gathered.series.items():
            for sample, value in zip(series.samples, series.values, strict=True):
                whole.gathered.add(metric, item, series.line, before + sample, value)
    yield from by_system.values()
