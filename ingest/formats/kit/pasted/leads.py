"""What collectors put before every line of a log, whatever stands in it: a pod, a stream, a time, a number.

Taken off at the door, so that a row is a row again: `noise` does as much for the reports of load tools alone, since a
row may begin with a time or a number of its own. So nothing is taken off unless all lines begin with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

ISO = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"
DAY = rb"[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d"
PROGRAM = rb"[\w.-]{1,64} [\w./@-]{1,64}(?:\[\d{1,9}\])?:"
FULL = rb"[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? (?:[A-Z]{1,5}|[+-]\d\d) "
ENDED = rb"(?: |(?=\r?$))"  #: of an empty line no blank may be left
LEADS = tuple(
    re.compile(lead + ENDED)
    for lead in (
        rb"\[pod/[^\]\n]{1,300}\](?: " + ISO + rb")?",  # kubectl logs --prefix --timestamps
        ISO + rb" std(?:out|err) [FP]",  # the file of a container
        ISO + rb" \d\d[OE]\+?",  # GitLab
        rb"(?:" + DAY + rb"|" + ISO + rb") " + PROGRAM,  # journalctl, syslog
        FULL + PROGRAM,  # journalctl -o short-full
        DAY,  # ts
        rb"[a-z0-9][a-z0-9.-]{0,250}-[a-z0-9]{5} (?:\xe2\x80\xba )?[a-z0-9][a-z0-9-]{0,62}",  # stern
        rb"[A-Za-z0-9][\w.-]{0,60}[-_]\d{1,3} +\|",  # docker compose
        rb"(?://+|--|;+|REM|%+|!)",  # comments of programs
    )
)
NUMBERED = re.compile(
    rb"[ ]{0,8}(\d{1,7})(?:[\t:|]| \xe2\x94\x82 ?| |(?=\r?$))"
)  #: cat -n, nl, less -N, vim, grep -n, bat
CLOCK = re.compile(rb"\d\d:\d\d:\d\d  ")  #: Jenkins; a row's own time has more blanks behind it, or one
HOST = re.compile(rb"[A-Za-z][\w.-]{0,62}: ")  #: pdsh; behind sar's `Average:` there are more
#: `grep -A` of files: a name and a colon before what was sought, a hyphen before what stands around it.
SOUGHT = re.compile(rb"[\w./+@~-]{1,200}?\.[A-Za-z]\w{0,9}([:-])")
NUMBERED_SOUGHT = re.compile(SOUGHT.pattern + rb"(\d{1,7})\1")
BETWEEN = b"--"  #: parts of what grep shows
INDENTED = re.compile(rb"[ ]{2,40}(?=\S)")  #: as code is in Markdown and reStructuredText
FEWEST = 5  #: lines, below which nobody can tell


def lead_of(lines: Sequence[bytes]) -> re.Pattern[bytes] | None:
    """What all of a log's first lines begin with; None for nothing that a collector puts there."""
    if len(lines) < FEWEST:
        return None
    if known := next((lead for lead in LEADS if all(map(lead.match, lines))), None):
        return known
    if are_numbered(lines):
        return NUMBERED
    if sought := sought_lead(lines):
        return sought
    for lead in (CLOCK, *([re.compile(re.escape(host[0].rstrip()) + ENDED)] if (host := HOST.match(lines[0])) else [])):
        if all(map(lead.match, lines)) and any(lead.sub(b"", line, count=1)[:1].strip() for line in lines):
            return lead
    depths = [match.end() if (match := INDENTED.match(line)) else 0 for line in lines]
    is_alike = min(depths) and depths[0] == min(depths) and 2 * depths.count(depths[0]) > len(depths)
    return re.compile(rb" {%d}" % depths[0]) if is_alike and not lines[0].lstrip()[:1].isdigit() else None


def sought_lead(lines: Sequence[bytes]) -> re.Pattern[bytes] | None:
    """What `grep -A` puts before lines; both signs stand somewhere, or nobody can tell."""
    matches = [SOUGHT.match(line) for line in lines]
    if {match[1] if match else b"" for match in matches} != {b":", b"-"}:
        return None
    return NUMBERED_SOUGHT if all(map(NUMBERED_SOUGHT.match, lines)) else SOUGHT


def are_numbered(lines: Sequence[bytes]) -> bool:
    """Each by one more than the one above: times and counts are not."""
    matches = [NUMBERED.match(line) for line in lines]
    first = int(matches[0][1]) if matches[0] else 0
    return all(match and int(match[1]) == first + place for place, match in enumerate(matches))
