"""`opreport` of OProfile, with -l (symbols) and without (images) -> one RunRecord for each event that was counted.

Source: OProfile's manual and its doc/opreport; 0.5 to 1.4. Any order of the columns, several events side by side, the
address column (-w), call graphs and details (their indented rows are relative to others, and passed over).
`function_share` (-l) is by function: those of the kernel and its modules by name, others as `file: function`;
`module_share` is by image: with -l the sum of its functions, without it the images, or, where an application has
dependent images below it, these. `program_share` is then by application. Shares are the printed percentages; of
dependent images, which OProfile prints as parts of their application, samples over all samples. `profile_samples` is
the sum where the percentages add up to all of it: a report may be cut by --threshold or `head`.
The event is the fact `tuning.profile_event`, so that runs of different events are never taken for repetitions; `cpu` is
what OProfile calls the processor. Percentages below a report's own rounding are 0.
Says nothing about: kernel, machine, start, duration.
"""

from __future__ import annotations

import re
from typing import BinaryIO

from ingest.parsers._opreport_reader import COUNTED, IMAGES, Reader, names_of
from ingest.parsers._reports.events import head_text
from ingest.parsers._solaris_lines import lines_until_broken
from ingest.records import Parsed, Problem

TITLE = "opreport"

SIGNS = re.compile(rf"(?m)^(?:{COUNTED.pattern}|{IMAGES.pattern})$")


def sniff(head: bytes) -> bool:
    """Whether a header of opreport stands in `head`."""
    text = head_text(head)
    return SIGNS.search(text) is not None or any(names_of(line) is not None for line in text.split("\n"))


def parse(stream: BinaryIO) -> Parsed:
    """The profiles of a log, and what could not be read of it. An archive that breaks off gives what came before."""
    reader, broken = Reader(), list[Exception]()
    for line, text, is_ended in lines_until_broken(stream, broken):
        reader.feed(line, text, is_ended)
    found = [profile for report in reader.reports for profile in report.profiles()]
    if not found:
        yield Problem(0, "No profile of opreport: expected a line 'samples  %  image name  symbol name' and rows.")
    for profile in found:
        yield profile.record()
    yield from reader.problems.all()
    if broken:
        raise broken[0]
