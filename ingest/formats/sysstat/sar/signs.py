"""How a log of this format is recognised."""

from __future__ import annotations

import math
import re
from itertools import pairwise

from ingest.formats.kit.pasted.found_by import FoundBy
from ingest.formats.sysstat.kit.banner import banner
from ingest.formats.sysstat.kit.beginnings import BELOW, WITHIN
from ingest.formats.sysstat.kit.cleaning import cleaned
from ingest.formats.sysstat.kit.clock import may_begin_with_time, read_time, time_tokens
from ingest.formats.sysstat.kit.columns import NUMBER, is_foreign, is_header, is_name
from ingest.formats.sysstat.kit.words import RESTART, cells_of, restart_words, text_of

OTHER_SYSTEMS = {
    "AIX": "AIX",
    "HP-UX": "HP-UX",
    "Darwin": "macOS",
    "FreeBSD": "FreeBSD",
    "NetBSD": "NetBSD",
    "OpenBSD": "OpenBSD",
    "DragonFly": "DragonFly BSD",
    "OSF1": "Tru64",
    "IRIX": "IRIX",
    "IRIX64": "IRIX",
    "SunOS": "Solaris",
}
LOST_TIME = 11 * b" "
OTHER_HEADER = re.compile(rb"\d\d:\d\d:\d\d\s+(?:%usr|%user|device|runq-sz|freemem|bread/s|scall/s|cswch/s)\b")
FOUND_BY = FoundBy(first=r"Linux \d{1,2}\.\d\S{0,100} \(", anywhere=(b"\nLinux ",))


def sniff(head: bytes) -> bool:
    """Whether a sar report of Linux begins in `head`: its banner and a header or a restart of sar's, or a header with
    a row where the banner is lost. Or sar of a system that is known and refused.
    """
    lines = [line for line in cleaned(head).split(b"\n") if line.strip()]
    if lines and (system := OTHER_SYSTEMS.get(cells_of(lines[0])[0])):
        return system != "Solaris" and any(OTHER_HEADER.match(line) for line in lines[1:WITHIN])
    first = next((place for place, line in enumerate(lines[:WITHIN]) if is_banner(line)), None)
    if any(line.lstrip().startswith(b"SunOS ") for line in lines[: WITHIN if first is None else first]):
        return False
    if first is not None:
        return any(is_sar(line) for line in lines[first + 1 :])
    if any(is_header_of(line, following) for line, following in pairwise(lines[:WITHIN])):
        return True
    further = (place for place, line in enumerate(lines) if is_banner(line))  # below another tool's reports
    return any(is_sar(line) for place in further for line in lines[place + 1 : place + 1 + BELOW])


def is_banner(line: bytes) -> bool:
    return line.startswith(b"Linux ") and banner(text_of(line)) is not None


def is_sar(line: bytes) -> bool:
    """Whether a line below a banner is a header or a restart that only sar prints."""
    tokens = cells_of(line)
    count = time_tokens(tokens, is_name)
    names = tokens[count:]
    if not names:
        return False
    if not count:
        return line.startswith(LOST_TIME) and all(is_name(name) for name in names) and not is_foreign(names)
    if is_header(names):
        return any(is_name(name) for name in names) and not is_foreign(names)
    rest = " ".join(names)
    return rest in restart_words() or bool(RESTART.fullmatch(rest))


def is_header_of(line: bytes, row: bytes) -> bool:
    """Whether `line` is a header of sar and `row` has a time and a number under it."""
    if not may_begin_with_time(line):
        return False
    names, cells = cells_of(line), cells_of(row)
    count = time_tokens(names, is_name)
    if not count or not is_header(names[count:]) or not is_sar(line) or len(cells) < len(names):
        return False
    has_time = not math.isnan(read_time(" ".join(cells[:count])))
    return has_time and any(NUMBER.fullmatch(cell) for cell in cells[count:])
