"""What a finished ab report must have and this one has not, or not so that it can be read any more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.formats.load.ab.report import Report
from ingest.records import Problem

WHOLE = re.compile(r"\d{1,18}(?: bytes)?$")
LENGTHS = ("Variable",)
COUNTED = ("concurrency", "document_length")
BESIDE = {  #: lines that ab never prints one of without the other
    "time_concurrent": ("rate", "Requests per second"),
    "time_across": ("rate", "Requests per second"),
    "posted": ("transfer_rate_sent", "kb/s sent"),
    "put": ("transfer_rate_sent", "kb/s sent"),
    "sent": ("transfer_rate_sent", "kb/s sent"),
}
PERCENTS = ("50%", "66%", "75%", "80%", "90%", "95%", "98%", "99%")  #: in all versions


def lacking(report: Report) -> Iterator[Problem]:
    """Problems of a report that got to its end."""
    for name in COUNTED:
        text = report.fields.get(name)
        if text and not WHOLE.match(text.text) and text.text not in LENGTHS:
            yield Problem(text.line, "Expected a whole number, not this text.", excerpt=text.text)
    for name, (other, label) in BESIDE.items():
        if name in report.fields and other not in report.fields and "transfer_rate" in report.fields:
            yield Problem(report.fields[name].line, f"Expected a line {label!r} near this one.")
            break
    if report.percentiles and report.percentiles[-1].text.startswith("100%"):
        read = {text.text.split()[0] for text in report.percentiles}
        lost = [percent for percent in PERCENTS if percent not in read]
        if lost:
            yield Problem(
                report.percentiles[0].line, f"Expected rows of all percentages: {', '.join(lost)} cannot be read."
            )
