"""A time cell of sar (`%X` of any locale) -> seconds since midnight. Each distinct cell is read once.

Source: glibc 2.36's LC_TIME in 44 locales, sysstat's own cut of it in 4.x. No locale module, no strptime.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from ingest.formats.sysstat.kit.words import text_of

NOT_A_TIME = math.nan
NO_TIME = 11 * b" "
#: π and μ: 4.0.x cut the time cell after 11 bytes.
BEFORE_NOON = frozenset(("AM", "am", "A.M.", "a.m.", "πμ", "π.μ.", "π", "पूर्वाह्न", "午前", "上午", "오전", "ÖÖ"))
AFTER_NOON = frozenset(("PM", "pm", "P.M.", "p.m.", "μμ", "μ.μ.", "μ", "अपराह्न", "午後", "下午", "오후", "ÖS"))
MARKERS = BEFORE_NOON | AFTER_NOON

PLAIN = re.compile(rb"\d\d:\d\d:\d\d")
SIGN = r"[^\d\s+\-,/%()]{1,3}"  #: what stands between hours, minutes and seconds: a colon, a dot, 時, EUC bytes
ONE_TOKEN = re.compile(rf"\d{{1,2}}{SIGN}\d{{2}}{SIGN}\d{{2}}[\u00a0\u202f]?[^\d\s]{{0,4}}")
SPOKEN = re.compile(r"\d{1,2}[^\d\s.,:%]{1,2}")  #: Korean: each of three tokens
PREFIXES = ("kl.", "kl")  #: Norwegian of old: `kl. 19.02 +0000`
NO_SECONDS = re.compile(rf"\d{{1,2}}{SIGN}\d{{2}}")
ZONE = re.compile(r"(?!LINUX$|COM$)[A-Z]{2,5}|[+-]\d\d:?\d\d")
CELL = re.compile(
    rf"(?:kl\.?\s)?(?P<h>\d{{1,2}}){SIGN}\s?(?P<m>\d{{2}})(?:{SIGN}\s?(?P<s>\d{{2}}))?(?P<rest>\D*|\s[+-]\d{{4}})"
)


def may_begin_with_time(line: bytes) -> bool:
    """Quickly, by the first letter: a digit of any script, or that of a prefix."""
    first = line.lstrip()[:1]
    return first.isdigit() or first == b"k" or first >= b"\x80"


def time_tokens(tokens: Sequence[str], is_name: Callable[[str], bool]) -> int:
    """How many of a line's first tokens are its time cell; 0 = none. `is_name` knows column names: CPU is no zone."""
    if not tokens:
        return 0
    count = _clock_tokens(tokens)
    if not count:
        return 0
    is_marked = count < len(tokens) and tokens[count] in MARKERS
    count += is_marked
    may_have_zone = is_marked or tokens[0] in PREFIXES
    if may_have_zone and count < len(tokens) and ZONE.fullmatch(tokens[count]) and not is_name(tokens[count]):
        count += 1
    return count


def _clock_tokens(tokens: Sequence[str]) -> int:
    if ONE_TOKEN.fullmatch(tokens[0]):
        return 1
    if tokens[0] in PREFIXES and len(tokens) > 1 and NO_SECONDS.fullmatch(tokens[1]):
        return 2
    if len(tokens) >= 3 and all(SPOKEN.fullmatch(token) for token in tokens[:3]):
        return 3
    return 0


class Clock:
    """Reads time cells and remembers them: a day has 8640 of them on 750 000 lines."""

    def __init__(self) -> None:
        self._known = _Cells()

    @property
    def seconds(self) -> Callable[[bytes], float]:
        """Cell -> seconds since midnight, NaN where it is no time."""
        return self._known.__getitem__


class _Cells(dict[bytes, float]):
    def __missing__(self, cell: bytes) -> float:
        printed = cell.strip()
        seconds = self[cell] = plain_time(printed) if PLAIN.fullmatch(printed) else read_time(text_of(cell))
        return seconds


def plain_time(cell: bytes) -> float:
    """`19:02:03`, which nearly all cells are, -> seconds since midnight; the same as `read_time`."""
    hours, minutes, seconds = int(cell[:2]), int(cell[3:5]), int(cell[6:])
    return hours * 3600.0 + minutes * 60 + seconds if hours < 24 and minutes < 60 and seconds < 61 else NOT_A_TIME


def read_time(cell: str) -> float:
    """`07:02:03 PM UTC`, `19時02分03秒`, `۱۹:۰۲:۰۳` … -> seconds since midnight; NaN where it is no time."""
    match = CELL.fullmatch(" ".join(cell.split()))
    if not match:
        return NOT_A_TIME
    hours, minutes, seconds = int(match["h"]), int(match["m"]), int(match["s"] or 0)
    marker = (match["rest"].split() or [""])[0]
    if marker in MARKERS:
        if not 1 <= hours <= 12:
            return NOT_A_TIME
        hours = hours % 12 + (12 if marker in AFTER_NOON else 0)
    if hours > 23 or minutes > 59 or seconds > 60:
        return NOT_A_TIME
    return float(hours * 3600 + minutes * 60 + seconds)
