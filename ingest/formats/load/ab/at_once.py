"""Several abs that began at once: `ab ... & ab ... & wait`. Their beginnings stand above the first result.

Each result says by itself what was asked and what came of it. So the beginnings are no runs that broke off, and what
stands in the last of them is nobody's: a command, a count of requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.formats.load.ab.report import Report


def told_apart(reports: Iterable[Report]) -> Iterator[Report]:
    """The reports, without beginnings whose results follow behind that of another."""
    begun, results = list[Report](), list[Report]()
    for report in reports:
        if results and report.is_result and len(results) <= len(begun):
            results.append(report)
            continue
        if results or not (report.is_begun or report.is_measured):
            yield from with_results(begun, results)
            begun, results = [], []
        if report.is_begun:
            begun.append(report)
        elif begun and report.is_measured and not report.is_result:
            results.append(report)
        else:
            yield from begun
            begun = []
            yield report
    yield from with_results(begun, results)


def with_results(begun: list[Report], results: list[Report]) -> Iterator[Report]:
    """What is left of both: a beginning for each result but the last one's is none of its own."""
    others = max(0, len(results) - 1)
    if others:
        results[0].command, results[0].step, results[0].finished = "", 0, None
    yield from begun[others:]
    yield from results
