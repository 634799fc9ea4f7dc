"""The Reports of an ab log while its lines are read: which of them are certain, and which may be pages of a server.

A page dumped by -v may hold a whole ab report. So in a verbose run only the last report counts: whatever looks like
one before a further dump line, "..done", "Finished" or a bare "Server Software" was part of a page.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.formats.load.ab.report import Report, Text


class Reports:
    """`ready` ones are certain; `held` ones may turn out to be pages of a verbose run; `report` is being read."""

    def __init__(self) -> None:
        self.ready: list[Report] = []
        self.held: list[Report] = []
        self.report: Report | None = None
        self.verbose: Report | None = None  #: the run whose -v dump began, while its end is not certain
        self.taken_back: list[Report] = []  #: by the last line that ends a run; HTML below it is of another one
        self.command = Text(0, "")
        self.expects_request = False  #: the next line that looks like one is what a verbose run sent

    def begin(self, number: int) -> Report:
        self.close()
        self.report = Report(self.command.line or number, command=self.command.text, last_line=number)
        self.command = Text(0, "")
        return self.report

    def close(self) -> None:
        if self.report:
            (self.held if self.verbose else self.ready).append(self.report)
        self.report = None

    def dump(self, number: int, text: str) -> None:
        """A line of ab -v 2 and up: what came since the dump began was pages."""
        if text.startswith("INFO: ") and " header ==" in text:
            self.ready += self.held
            self.held.clear()
            self.verbose, self.expects_request = self.report, True
        elif self.verbose and text.startswith(("LOG: header received", "LOG: Response code", "WARNING: Response code")):
            self.resume(number, self.verbose)

    def resume(self, number: int, run: Report) -> Report:
        """The verbose run, with everything gathered since its dump began taken back."""
        self.held.clear()
        self.report = run
        run.fields, run.rows, run.percentiles, run.notes = {}, {}, [], []
        run.summary, run.finished, run.section, run.last_line = None, None, "", number
        return run

    def finishing(self, number: int) -> Report | None:
        """The run that a "Finished" or "..done" belongs to: the verbose one, unless a new one waits for its result."""
        report = self.report
        waits = report is not self.verbose and report and report.has_banner and report.target and not report.fields
        if not self.verbose or waits:
            return report
        self.taken_back = [replace(one) for one in (*self.held, report) if one]
        return self.resume(number, self.verbose)

    def put_back(self, verbose: Report) -> Report:
        """The run whose end the last line was, if a result stood above it: ab -w prints that line above its HTML.

        Should the verbose run go on after all, both were pages.
        """
        if not any(one.is_measured for one in self.taken_back):
            return verbose
        begun = self.taken_back.pop() if not self.taken_back[-1].fields else Report(verbose.last_line)
        begun.finished, begun.interrupted = verbose.finished, verbose.interrupted
        self.held, self.taken_back, self.report = self.taken_back, [], begun
        return begun
