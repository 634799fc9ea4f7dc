"""Replies that were not as long as the first one, which ab counts as failed: errors, pages that vary, or, where the
first one was an error itself, those that were none.

Source: httpd support/ab.c, close_connection(): the length of the first reply is the document's, unless -l is given;
read_connection(): a reply of another status than 2xx counts as Non-2xx, too, however long it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ingest.formats.kit.measured import Measured
from ingest.formats.load.ab.report import Report
from ingest.records import Fact

FIRST = re.compile(r"(\d{1,18}) bytes")
FEW = 0.01  #: share of the replies; a page that does not vary may have some that were cut
ALIKE = 2.0  #: times as long or as short; what is farther off is another page: an error, or nothing
ENOUGH = 20  #: replies whose mean length is hardly a whole number of bytes by chance
ERRORS = (
    "{:,.0f} of {:,.0f} replies were errors or redirects (Non-2xx): as they are not as long as the first one, "
    "ab counts {:,.0f} of them as failed."
)
FIRST_FAILED = (
    "The first reply was an error or a redirect, one of {:,.0f} (Non-2xx). ab takes its length of {:,} bytes for the "
    "document's and counts the {:,.0f} good replies{} as failed: here the others count as failed."
)
NO_SIZE = "The report does not say how long the document is."
OTHERS = (
    "{:,.0f} of {:,.0f} replies were not as long as the first one, and ab counts them as failed (with -l it does not): "
    "they are about as long, so the page varies."
)
WHOSE = (
    "{:,.0f} of {:,.0f} replies were not as long as the first one, and only {:,.0f} were errors or redirects "
    "(Non-2xx): the document length may be that of an error."
)


@dataclass(frozen=True, slots=True)
class Lengths:
    """What a report counts of its replies and their lengths."""

    first: int  #: bytes of the first reply's body
    done: float
    body: float  #: bytes of all bodies
    others: float  #: whole replies that were not as long as the first one
    errors: float  #: replies of another status than 2xx

    @property
    def are_of_errors(self) -> bool:
        return self.errors > 0 and self.others - self.errors <= FEW * self.done

    @property
    def good(self) -> float:
        """How many replies were no errors."""
        return self.done - self.errors

    @property
    def is_first_an_error(self) -> bool:
        """Whether just the good replies were of another length than the first one, and the errors all of its length.
        Had it been good, most errors would be as long as the document where there are more of them than others.
        """
        are_others = 0 < self.others == self.good
        return are_others and (self.errors > self.others or (self.errors > 0 and self.good_bytes is not None))

    @property
    def good_bytes(self) -> int | None:
        """Of each reply that was no error, where the first one was and they have one length. None where nobody can
        tell: the mean of a few is a whole number by chance, and so it is of halves."""
        if 1 < self.good < ENOUGH or not self.good or self.errors == self.others:
            return None
        length, rest = divmod(self.body - self.errors * self.first, self.good)
        return int(length) if not rest and length > 0 else None

    @property
    def is_alike(self) -> bool:
        """Whether the others are about as long, on average."""
        mean = (self.body - (self.done - self.others) * self.first) / self.others
        return self.first / ALIKE <= mean <= self.first * ALIKE


def with_lengths(known: dict[str, Fact], report: Report, measured: Measured) -> dict[str, Fact]:
    """The facts, with the document's size as far as it is one. What ab counts wrongly is put right in `measured`."""
    lengths = lengths_of(report, measured)
    if lengths is None:
        return known
    without_size = {name: fact for name, fact in known.items() if name != "document_bytes"}
    if lengths.is_first_an_error:
        count_errors(measured, lengths)
        return without_size if lengths.good_bytes is None else known | {"document_bytes": lengths.good_bytes}
    if lengths.others <= FEW * lengths.done:
        return known
    if lengths.are_of_errors:
        measured.doubt(ERRORS.format(lengths.errors, lengths.done, lengths.others))
        return known
    if lengths.is_alike:
        line = report.fields["breakdown"].line
        measured.add("responses", lengths.others - lengths.errors, line, "other_length")
        measured.doubt(OTHERS.format(lengths.others - lengths.errors, lengths.done))
        return without_size | {"document_variable": True}
    if not lengths.errors:
        return known
    measured.doubt(WHOSE.format(lengths.others, lengths.done, lengths.errors))
    return without_size


def lengths_of(report: Report, measured: Measured) -> Lengths | None:
    first = FIRST.match(report.fields["document_length"].text) if "document_length" in report.fields else None
    done, body = measured.value("requests_completed"), measured.value("bytes_body")
    if not first or not done or done < 0 or body is None:
        return None
    return Lengths(int(first[1]), done, body, of_another_length(measured), measured.value("responses", "non_2xx") or 0)


def of_another_length(measured: Measured) -> float:
    """A broken connection is counted as one, too."""
    length, broken = (measured.value("requests_failed", item) or 0.0 for item in ("length", "receive"))
    return length - broken


def count_errors(measured: Measured, lengths: Lengths) -> None:
    """As failed: ab would, had its first reply been a good one."""
    for item in ("", "length"):
        if counted := measured.by_name.get(("requests_failed", item)):
            failed = counted.value - lengths.others + lengths.errors
            corrected = replace(counted, value=failed, printed=f"{counted.value:.0f}")
            measured.by_name["requests_failed", item] = corrected
    size, rest = (f", of {lengths.good_bytes:,} bytes each,", "") if lengths.good_bytes else ("", f" {NO_SIZE}")
    measured.doubt(FIRST_FAILED.format(lengths.errors, lengths.first, lengths.others, size) + rest)
