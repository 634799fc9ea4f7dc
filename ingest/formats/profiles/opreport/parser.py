"""`opreport` of OProfile, with -l (symbols) and without (images) -> one RunRecord for each event that was counted."""

from __future__ import annotations

from typing import BinaryIO

from ingest.formats.kit.archived_lines import lines_until_broken
from ingest.formats.profiles.opreport.reader import Reader
from ingest.records import Parsed, Problem

FLAT = "these shares are more than the whole: expected rows within others to be indented"


def parse(stream: BinaryIO) -> Parsed:
    """The profiles of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text, is_ended)
    profiles = [profile for report in reader.reports for profile in report.profiles()]
    for report in reader.reports:
        if report.is_flat:
            reader.problems.add(report.line, FLAT)
    if not profiles and not reader.problems.listed:
        yield Problem(0, "No profile of opreport: expected a line 'samples  %  image name  symbol name' and rows.")
    for profile in profiles:
        yield profile.record()
    yield from reader.problems.all()
    if broken:
        raise broken[0]
