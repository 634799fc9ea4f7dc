"""Replies that were whole, but not as long as the first one: ab counts them as failed, and pages that vary have them.

Source: httpd support/ab.c, close_connection(): the length of the first reply is the document's, unless -l is given.
"""

from __future__ import annotations

import re

from ingest.formats.kit.measured import Measured
from ingest.formats.load.ab.report import Report

FIRST = re.compile(r"(\d{1,18}) bytes")
FEW = 0.01  #: share of the replies; a page that does not vary may have some that were cut
ALIKE = 2.0  #: times as long or as short; what is farther off is another page: an error, or nothing
OTHERS = (
    "{:,.0f} of {:,.0f} replies were not as long as the first one, and ab counts them as failed (with -l it does not): "
    "they are about as long, so the page varies."
)


def add_varied(report: Report, measured: Measured) -> bool:
    """Keep how many there were, and say so; False where there were none, or where they may have been cut."""
    first = FIRST.match(report.fields["document_length"].text) if "document_length" in report.fields else None
    done, body = measured.value("requests_completed"), measured.value("bytes_body")
    others = of_another_length(measured)
    if (
        not first
        or not done
        or done < 0
        or body is None
        or others <= FEW * done
        or not is_alike(int(first[1]), done, body, others)
    ):
        return False
    measured.add("responses", others, report.fields["breakdown"].line, "other_length")
    measured.doubt(OTHERS.format(others, done))
    return True


def of_another_length(measured: Measured) -> float:
    """A broken connection is counted as one, too."""
    length, broken = (measured.value("requests_failed", item) or 0.0 for item in ("length", "receive"))
    return length - broken


def is_alike(first: int, done: float, body: float, others: float) -> bool:
    """Whether the others are about as long, on average."""
    mean = (body - (done - others) * first) / others
    return first / ALIKE <= mean <= first * ALIKE
