"""`uname -a`, kept in a file beside logs -> the host and the kernel they were made on. Pure.

Source: coreutils' uname.c; uname(1) of Solaris and of the BSDs. It says nothing of a log in another folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchdb.domain.text.names import printable

MOST_BYTES = 4096  #: of such a file
NAMED = "uname"  #: is in the name of such a file: others are not looked into
COMMAND = re.compile(r".{0,80}[$#>%] ?uname\b.{0,40}|uname(?: -\w{1,8})?")  #: that was typed
LINUX = re.compile(r"(?P<os>Linux) (?P<host>\S{1,255}) (?P<release>\d\S{1,120}) .{1,300}Linux")
SUNOS = re.compile(r"(?P<os>SunOS) (?P<host>\S{1,255}) (?P<release>5\.\d{1,3}) (?P<build>\S{1,120}) .{1,300}")
BSD = re.compile(r"(?P<os>\w{0,9}BSD|DragonFly|Darwin) (?P<host>\S{1,255}) (?P<release>\d\S{1,60}) .{1,300}")


@dataclass(frozen=True, slots=True)
class System:
    """What `uname -a` says."""

    host: str
    kernel: str  #: as people name it


def system_of(text: str) -> System | None:
    """None where anything else stands in the file: it may be a log."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rest = [line for line in lines if not COMMAND.fullmatch(line)]
    return of_line(rest[0]) if len(rest) == 1 else None


def of_line(line: str) -> System | None:
    match = next((match for one in (LINUX, SUNOS, BSD) if (match := one.fullmatch(line))), None)
    if match is None:
        return None
    build = f" {match['build']}" if match.re is SUNOS else ""
    return System(printable(match["host"]), printable(f"{match['os']} {match['release']}{build}"))
