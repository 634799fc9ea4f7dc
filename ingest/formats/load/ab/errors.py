"""The lines in which ab says why a run failed, or why it refused a command line."""

from __future__ import annotations

import re

from ingest.formats.load.ab.report import Report

ERRORS = re.compile(
    r"apr_\w+(?:\(\))?(?: for .*)?: |(?:[^\s:]*/)?ab(?:\.exe)?: [A-Za-z]|Test aborted after \d|"
    r"SSL (?:handshake|read|write) failed|Send request (?:failed|timed out)!"
)
#: Of a command line, before ab prints anything else.
REFUSALS = re.compile(r"[^:]*: (?:[Ii]nvalid|illegal|wrong number|[Cc]annot|option requires)")


def is_error(text: str) -> bool:
    return bool(ERRORS.match(text))


def refuses_another(report: Report, number: int, text: str) -> bool:
    """Whether the line refuses another command line than the report's, whose run began above the line before: two lines
    may say why one was refused."""
    is_begun = report.has_banner or report.target or (report.errors and report.last_line < number - 1)
    return bool(is_begun and REFUSALS.match(text))
