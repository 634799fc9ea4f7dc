"""How a log of this format is recognised."""

from __future__ import annotations

import re
from itertools import islice

from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.sysstat.kit.beginnings import WITHIN
from ingest.formats.sysstat.kit.cleaning import cleaned
from ingest.formats.sysstat.kit.words import cells_of, text_of
from ingest.formats.sysstat.vmstat.languages import SWAPPED
from ingest.formats.sysstat.vmstat.layout import header, other_table

IN_HEADERS = tuple(word.encode() for word in SWAPPED)
#: The line of groups above the names: `procs -----------memory---------- ---swap--`…
GROUPS = re.compile(
    rb"^\S{1,40} -{3,40}[^\s-]{1,40}(?: [^\s-]{1,40})?-{3,40}[ -][^\n]{1,200}\n([^\n]{1,400})", re.MULTILINE
)
FOUND_BY = FoundBy(anywhere=(b"procs -----------memory",))


def sniff(head: bytes) -> bool:
    """Whether a header of vmstat stands near the beginning, or one of its other tables at it."""
    text = cleaned(head)
    lines = list(islice((line for line in text.split(b"\n") if line.strip()), WITHIN))
    if lines and other_table(text_of(lines[0])):
        return True
    if any(word in text for word in IN_HEADERS) and any(header(cells_of(line)) for line in lines):
        return True
    below_groups = (names[1] for names in GROUPS.finditer(text))  # another tool's log may stand before
    return any(header(cells_of(line)) for line in below_groups)
