"""The first bytes of a `saDD` file -> which sysstat recorded it, and who can read it.

Source: sa.h and sa_common.c of sysstat 3.3 to 12.7: `d596` and the format's number as 16-bit integers in the recorder's
byte order, from 8.1.3 on; before, the number alone at the file's beginning or after its first four bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

MAGIC, CURRENT = 0xD596, 0x2175
CONVERTIBLE = frozenset((0x2171, 0x2173))  #: 9.1.6 to 11.6: `sadf -c` makes them current
FORMATS = frozenset((*CONVERTIBLE, CURRENT, 0x2170, 0x1170, 0x2172, 0x2174))
OLD_FORMATS = range(0x2159, 0x2170)  #: 3.3 to 8.1.1
RELEASES = {0x2175: "11.7.1 or newer", 0x2173: "10.3.1 to 11.6", 0x2171: "9.1.6 to 10.2.1", 0x2170: "8.1.3 to 9.1.5"}
SINCE_JSON = (10, 0, 3)


@dataclass(frozen=True, slots=True)
class Recording:
    """What the first bytes say."""

    format: int
    version: tuple[int, ...]  #: of sysstat; () where the format does not say

    @property
    def recorder(self) -> str:
        if self.version:
            return "sysstat " + ".".join(map(str, self.version)) + f" (format {self.format:#06x})"
        return f"sysstat {RELEASES.get(self.format, 'before 8.1.3')} (format {self.format:#06x})"

    @property
    def export(self) -> str:
        """The command that the recorder's own release offers."""
        if self.format in OLD_FORMATS:
            return "sar -A -f FILE > file.txt"
        return "sadf -j FILE -- -A > file.json" if self.version >= SINCE_JSON else "sadf -x FILE -- -A > file.xml"


def recording(head: bytes) -> Recording | None:
    """What begins with `head`; None if that is no recording of sysstat."""
    if len(head) < 8:
        return None
    for order in "<>":
        magic, format = struct.unpack_from(f"{order}HH", head)
        if magic == MAGIC and format in FORMATS:
            parts = tuple(head[4:8]) if head[7] else tuple(head[4:7])
            return Recording(format, parts if head[4] in range(8, 100) else ())
    return old_recording(head)


def old_recording(head: bytes) -> Recording | None:
    """Formats without `d596`: their number is no rare one, so the zeros of a binary header must stand around it."""
    if b"\0" not in head[:16]:
        return None
    for order in "<>":
        for place in (0, 4):
            (format,) = struct.unpack_from(f"{order}H", head, place)
            if format in OLD_FORMATS and head[:64].count(0) > 8 and b"Linux" in head[:1024]:
                return Recording(format, ())
    return None
