"""k6's end-of-test summary as text -> Report, and the line that is missing at its end."""

from __future__ import annotations

import re

from ingest.formats.kit.printed_units import bytes_of, seconds
from ingest.formats.kit.report_scanner import Page
from ingest.formats.load.k6 import layout
from ingest.formats.load.k6.report import Report

UNMET = "A threshold of this k6 test was not met: {}."

EXECUTED = {"iteration_duration", "iterations", "vus", "vus_max"}  #: one of them is in every summary
OWN = re.compile(layout.OWN)
OLD_CHECKS = "checks"  #: before 1.0
MOST_FOREIGN = 5  #: lines of another program that may stand between two of a summary
MOST_BETWEEN = 16  #: with those that are empty, or titles and checks of the summary


class Reader:
    """Reads lines into a report, until one does not belong to it."""

    def __init__(self, page: Page, report: Report) -> None:
        self.page, self.report = page, report
        self.name = ""  #: of the metric whose parts follow
        self.first = ""  #: metric that was read
        self.last_own = ""  #: the last of k6's own that was read: scripts may have others
        self.is_new = False  #: the layout of 1.0 and later
        self.is_part = False  #: in the results of a group or a scenario, after those of the whole test
        self.is_ended = False  #: an empty line came after the last metric
        self.is_sure = True  #: the last line read has its end
        self.is_lost = False  #: nothing is certain of the last line, in which the log ends
        self.is_mixed = False  #: lines of another summary stand between its own

    def read(self) -> str:
        """Returns what is missing, "" if the summary is whole."""
        self.lines()
        while self.missing() and (place := self.resumed()):
            self.report.unread.append((self.page.line, "the summary"))
            self.page.go(place)
            self.lines()
        missing = self.missing()
        if missing and self.is_doubled():
            self.is_mixed = True
        if self.is_mixed:
            self.pass_by()
        return missing

    def is_doubled(self) -> bool:
        """What ends this summary too early is of one that was written at once.

        A metric comes again that is not the one which the next summary begins with as well; or one of another release.
        """
        line = layout.LINE.match(self.page.text, self.page.place)
        if line is None or not (name := line["name"]):
            return False
        is_again = name != self.first and name + (line["tags"] or "") in self.report.seen
        return is_again or (self.is_new and name == OLD_CHECKS)

    def pass_by(self) -> None:
        """What follows, as far as it is k6's, is as mixed as this."""
        page = self.page
        while page.place < len(page.text) and (line := layout.LINE.match(page.text, page.place)):
            if line.end() == page.place:
                break
            page.go(line.end())

    def lines(self) -> None:
        """Read as far as lines belong to this summary."""
        page = self.page
        while page.place < len(page.text) and (line := layout.LINE.match(page.text, page.place)):
            if line.end() == page.place or not self.belongs(line):
                break
            number = page.line
            page.go(line.end())
            self.take(line, number)

    def resumed(self) -> int:
        """Where the summary goes on behind what another program or a person put into it; 0 if it does not."""
        text, place, foreign = self.page.text, self.page.place, 1
        if (line := layout.LINE.match(text, place)) and line["name"]:
            return 0  # of the next summary, or of one that was written at once
        for _ in range(MOST_BETWEEN):
            place = text.find("\n", place) + 1
            line = layout.LINE.match(text, place) if place else None
            if line is None:
                foreign += 1
                if not place or foreign > MOST_FOREIGN:
                    return 0
            elif line["name"] or line["tags"] or line["running"] or line["title"]:
                is_begun = bool(self.report.seen) or self.is_new
                return place if line["printed"] is not None and is_begun and self.belongs(line) else 0
        return 0

    def belongs(self, line: re.Match[str]) -> bool:
        """The line goes on with this summary; it is not the beginning of the next."""
        seen = self.report.seen
        if line["name"]:
            return self.is_part or (line["name"] + (line["tags"] or "") not in seen and self.is_next(line["name"]))
        if line["title"]:
            return not seen or not line["title"].startswith(("THRESHOLDS", "TOTAL RESULTS"))
        return not line["running"] or not seen or self.is_new or self.is_footer(line)

    def is_next(self, name: str) -> bool:
        """Whether a metric may follow the last one.

        Before 1.0 they are sorted: one that would stand above is of the next summary, as its `checks` are.
        """
        seen = self.report.seen
        if self.is_new:
            return name != OLD_CHECKS and not (is_own(name) and not self.missing())
        if name >= self.last_own or not is_own(name):
            return True
        is_network = name == "data_received" and "data_received" not in seen and seen & EXECUTED  # of 1.0, untitled
        return bool(is_network) or name.startswith("checks_")

    def is_footer(self, line: re.Match[str]) -> bool:
        """The line that says how long this test ran, behind its summary; not the one before the summary of the next."""
        is_new = self.report.measured.value("duration") is None
        return is_new and not layout.SUMMARY_FOLLOWS.match(self.page.text, line.start("running"))

    def take(self, line: re.Match[str], number: int) -> None:
        if line["printed"] is not None:
            self.metric(line, number)
        elif line["title"]:
            self.is_new = self.is_new or line["title"].startswith(("THRESHOLDS", "TOTAL RESULTS"))
            self.is_part = self.is_new and line["title"].startswith(("GROUP", "SCENARIO"))
        elif line["threshold"]:
            if line["threshold"].startswith("✗"):
                self.report.measured.doubt(UNMET.format(line["threshold"][2:].strip()))
        elif line["other"]:
            self.stopped(line["other"])
        elif line["running"]:
            self.report.measured.add("duration", seconds(line["running"]), number)
        elif self.report.seen:
            self.is_ended = True

    def stopped(self, text: str) -> None:
        if match := layout.STOPPED.search(text):
            self.report.stopped = match[0].strip()

    def metric(self, line: re.Match[str], number: int) -> None:
        self.name, tags = line["name"] or self.name, (line["tags"] or "").strip("{} ")
        self.first = self.first or self.name
        self.last_own = self.name if is_own(self.name) else self.last_own
        self.is_ended, printed = False, line["printed"]
        self.is_sure = line["end"] == "\n" or printed.rstrip().endswith(layout.SURE)
        self.is_lost = not self.is_sure and "=" not in printed
        if self.is_part:
            return
        self.report.seen.add(self.name + (line["tags"] or "" if line["name"] else ""))
        if (line["mark"] or "").startswith("✗") and not self.is_new:
            self.report.measured.doubt(UNMET.format(self.name))
        if self.is_sure and is_unreadable(self.name, printed):
            self.report.unread.append((number, self.name))
        values(self.report, self.name, tags, printed if self.is_sure else printed.rpartition("=")[0], number)

    @property
    def left_out(self) -> str:
        """A metric that every such summary has above those that were read; "" if it has."""
        seen, times = self.report.seen, "http_req_duration"
        if not self.is_new and seen and "data_received" not in seen:
            return "data_received"
        is_behind = not self.is_new and self.first > times  # k6 prints these before all about iterations and users
        return times if times not in seen and ("http_reqs" in seen or is_behind) else ""

    def missing(self) -> str:
        """Without users (tests of less than a second have none) only the empty line tells that all is there."""
        seen = self.report.seen
        if self.is_lost:
            return self.name
        if self.is_new:  # what was executed stands above what was sent
            return "data_sent" if "data_sent" not in seen else "" if seen & EXECUTED else "iterations"
        if "vus_max" in seen or ("iterations" in seen and "vus" not in seen and self.is_ended):
            return ""
        order = ("http_reqs", "iteration_duration", "iterations", "vus", "vus_max")
        return next((name for name in order if name not in seen), "vus_max")


def is_own(name: str) -> bool:
    return OWN.fullmatch(name) is not None


def is_unreadable(name: str, printed: str) -> bool:
    """Whether a metric of k6's own says nothing in k6's own way: with decimal commas, say."""
    shape = layout.STATISTIC if name in layout.TRENDS else layout.SHAPES.get(name)
    if shape is None:
        return False
    if printed.rstrip().endswith("..."):  # somebody cut the line
        return True
    if name in layout.TRENDS and layout.STATISTIC.search(printed) and not layout.STATISTICS.match(printed):
        return True
    return not (shape.search(printed) if name in layout.TRENDS else shape.match(printed))


def values(report: Report, name: str, tags: str, printed: str, line: int) -> None:
    """Read what a metric's line says."""
    if name in layout.TRENDS:
        times = {label: seconds(text) for label, text in layout.STATISTIC.findall(printed) if text[-1] not in "mh"}
        for label, value in times.items() if any(times.values()) else ():
            report.time(name, tags, label, value, line)
    elif tags:
        return
    elif name in ("data_received", "data_sent"):
        if sizes := layout.SIZES.match(printed):
            report.counter(name, bytes_of(sizes[1], 1000), bytes_of(sizes[2], 1000), line)
    elif name in layout.COUNTERS:
        if counter := layout.COUNTER.match(printed):
            report.counter(name, float(counter[1]), float(counter[2]), line)
    elif rate := layout.RATE.match(printed):
        _rate(report, name, rate, line)
    elif name in ("vus", "vus_max"):
        gauge = layout.GAUGE.match(printed)
        first = re.match(r"\d{1,9}(?=\s)", printed)
        report.users(name, float(first[0]) if first else None, float(gauge[3]) if gauge else None, line)


def _rate(report: Report, name: str, rate: re.Match[str], line: int) -> None:
    if name in ("checks", "checks_succeeded"):
        report.checks(float(rate[1]) / 100, line)
    elif name == "http_req_failed" and rate[2]:
        report.failed(int(rate[2]), int(rate[2]) + int(rate[3]), line)
    elif name == "http_req_failed" and rate[4]:
        report.failed(int(rate[4]), int(rate[5]), line)
