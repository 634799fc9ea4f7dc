"""How a log of this format is recognised: nothing else stands in it, or top's own table follows."""

from __future__ import annotations

import re

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.kit.command_lines import SIGN
from ingest.formats.sysstat.interval.moments import moment

SINCE = re.compile(r"(?:.{0,40}\bsystem boot {1,4}|)(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?)")
UP = re.compile(
    r"(?P<top>top - )?(?P<clock>\d\d:\d\d:\d\d) up {1,3}(?:(?P<days>\d{1,5}) days?, {1,3})?"
    r"(?:(?P<hours>\d{1,2}):(?P<minutes>\d\d)|(?P<only>\d{1,2}) min|(?P<whole>\d{1,2}) hours?)?,? {1,3}"
    r"\d{1,5} users?, {1,3}load average: [\d., ]{8,40}"
)
UNAME = re.compile(r"Linux (?P<host>\S{1,255}) (?P<release>\d\S{1,120}) .{1,300}Linux")
COMMAND = re.compile(rf"{SIGN} ?(?:date|uname|uptime|who|top)\b.{{0,80}}")
CHEAP = (b" up ", b"system boot", b"uptime -s")  #: one of them is in all but a moment alone
MOST_LINES, LONGEST = 20, 500


def is_known(line: str) -> bool:
    """Whether a line is one of those that are read."""
    return len(line) < LONGEST and bool(SINCE.fullmatch(line) or UP.fullmatch(line) or is_beside(line))


def is_beside(line: str) -> bool:
    """Whether a line says of which machine, or of which day, or is the command that was typed."""
    return bool(UNAME.fullmatch(line) or COMMAND.fullmatch(line)) or is_date(line)


def is_date(line: str) -> bool:
    """What `date` prints: a day and a time."""
    when = moment(line) if line[:1].isalnum() and len(line) < LONGEST else None
    return when is not None and when.printed is not None


def sniff(head: bytes) -> bool:
    """Whether all lines say when a machine booted, or of which; or the first one is top's."""
    if not (head.lstrip()[:4].isdigit() or any(sign in head for sign in CHEAP)):
        return False
    lines = [line.strip() for line in head_text(head[: MOST_LINES * LONGEST]).split("\n") if line.strip()]
    first = next((line for line in lines if not is_beside(line[:LONGEST])), "")
    if (up := UP.fullmatch(first[:LONGEST])) and up["top"]:
        return True
    says_when = any(SINCE.fullmatch(line[:LONGEST]) or UP.fullmatch(line[:LONGEST]) for line in lines)
    return says_when and len(lines) <= MOST_LINES and all(map(is_known, lines))
