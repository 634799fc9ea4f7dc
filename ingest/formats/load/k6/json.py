"""k6's summary as JSON -> Report: of --summary-export (flat), and of handleSummary (with `values`). Times there are ms.

A threshold is `false` if it was met in the first, {"ok": true} in the second.
"""

from __future__ import annotations

from ingest.formats.kit.json_values import Document
from ingest.formats.load.k6.layout import COUNTERS, TRENDS
from ingest.formats.load.k6.report import Report
from ingest.formats.load.k6.text import UNMET


def report_of(document: Document) -> Report:
    """All that the JSON tells, as far as it goes."""
    report = Report()
    for name in document.names("metrics"):
        values, line = _values(document, name)
        _metric(report, name, values, line)
        _thresholds(document, report, name)
    duration = document.number("state", "testRunDurationMs")
    report.measured.add(
        "duration", None if duration is None else duration / 1e3, document.line("state", "testRunDurationMs")
    )
    return report


def _values(document: Document, name: str) -> tuple[dict[str, float], dict[str, int]]:
    """(numbers, lines) of a metric by their k6 names."""
    members = [*document.under("metrics", name), *document.under("metrics", name, "values")]
    numbers = {label: value for label, value, _ in members if isinstance(value, float)}
    return numbers, {label: line for label, _, line in members}


def _metric(report: Report, name: str, values: dict[str, float], lines: dict[str, int]) -> None:
    base, _, tags = name.partition("{")
    if base in TRENDS:
        for label, value in values.items() if any(values.values()) else ():
            report.time(base, tags.rstrip("}"), label, value / 1e3, lines[label])
    elif tags:
        return
    elif base in COUNTERS:
        report.counter(base, values.get("count"), values.get("rate"), lines.get("count", 0))
    elif base == "http_req_failed" and "passes" in values and "fails" in values:
        report.failed(_whole(values["passes"]), _whole(values["passes"] + values["fails"]), lines["passes"])
    elif base == "checks":
        name = "rate" if "rate" in values else "value"
        report.checks(values.get(name), lines.get(name, 0))
    elif base in ("vus", "vus_max"):
        report.users(base, values.get("value"), values.get("max"), lines.get("max", 0))


def _whole(value: float) -> int:
    return int(value) if 0 <= value < 1e18 else 0


def _thresholds(document: Document, report: Report, name: str) -> None:
    path = ("metrics", name, "thresholds")
    unmet = [rule for rule, is_unmet, _ in document.under(*path) if is_unmet is True]
    for rule in document.names(*path):
        unmet += [rule for label, is_met, _ in document.under(*path, rule) if label == "ok" and is_met is False]
    for rule in unmet:
        report.measured.doubt(UNMET.format(f"{name} {rule}"))
