"""The date of a banner (`%x` of any locale, or ISO) -> a day, or the knowledge that it may be several.

Source: glibc 2.36's LC_TIME in 44 locales. With slashes day and month stand in either order: such a date is used only
where one reading is possible, or both are the same day. Dots and four-digit years after dashes are always
day-month-year; a two-digit year after dashes (Dutch of old) may be a year, a month or a day. Digits of Persian may
count years by the Persian calendar: never used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

YEAR_FIRST = re.compile(r"(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[日일.]?")
SPLIT = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?")
NAMED = re.compile(r"(?:\D*\s)?(\d{1,2})\.?\s+([^\W\d]+)\.?\s+(\d{4})")
#: What the Chinese, Japanese and Korean letters for year, month, day look like when their old encodings are not known.
OLD_CJK = re.compile(r"(\d{4})[^\d\s/.:-]{1,4}\s?(\d{1,2})[^\d\s/.:-]{1,4}\s?(\d{1,2})[^\d\s/.:-]{1,4}")
ORDERS = {"/": ("mdy", "dmy"), ".": ("dmy",), "-": ("dmy",)}
ORDERS_SHORT = {"/": ("mdy", "dmy"), ".": ("dmy",), "-": ("dmy", "mdy", "ymd")}
MONTH_NAMES = (
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "january february march april may june july august september october november december",
    "jan feb mars april mai juni juli aug sep okt nov des",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
)
MONTHS = {name: number for names in MONTH_NAMES for number, name in enumerate(names.split(), 1)} | {"apr": 4, "jun": 6}


@dataclass(frozen=True, slots=True)
class Printed:
    """A date as printed, and the day it is, if only one is possible."""

    text: str
    day: date | None

    @property
    def is_ambiguous(self) -> bool:
        return self.day is None


def printed_date(text: str) -> Printed:
    days = set(readings(text).values())
    return Printed(text.strip(), days.pop() if len(days) == 1 else None)


def readings(text: str) -> dict[str, date]:
    """Every day that `text` may be, by the order of its parts: mdy, dmy, ymd."""
    text = text.strip()
    if any(character.isdecimal() and not character.isascii() for character in text):
        return {}
    if match := YEAR_FIRST.fullmatch(text) or OLD_CJK.fullmatch(text):
        return _days({"ymd": (int(match[1]), int(match[2]), int(match[3]))})
    if match := NAMED.fullmatch(text):
        month = MONTHS.get(match[2].lower(), 0)
        return _days({"dmy": (int(match[3]), month, int(match[1]))})
    if not (match := SPLIT.fullmatch(text)):
        return {}
    a, b, c = match[1], match[3], match[4]
    by_order = {"dmy": (_year(c), int(b), int(a)), "mdy": (_year(c), int(a), int(b)), "ymd": (_year(a), int(b), int(c))}
    orders = (ORDERS if len(c) == 4 else ORDERS_SHORT)[match[2]]
    return _days({order: by_order[order] for order in orders})


def _year(printed: str) -> int:
    """POSIX's rule for two digits: 69 to 99 are 19xx."""
    year = int(printed)
    return year if len(printed) > 2 else year + (1900 if year >= 69 else 2000)


def _days(candidates: dict[str, tuple[int, int, int]]) -> dict[str, date]:
    days = {}
    for order, candidate in candidates.items():
        try:
            days[order] = date(*candidate)
        except ValueError:
            continue
    return days
