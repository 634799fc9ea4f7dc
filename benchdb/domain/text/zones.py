"""Time zones as `date`, sar and their like print them: abbreviations of tzdata, or hours ahead of UTC -> seconds.

Only those that have meant one offset since 2000 say when something was (KST but for Pyongyang's of 2015 to 2018).
EST is none of them: until 2014 tzdata called Sydney's time so, too.
"""

from __future__ import annotations

import re

HOURS = {
    "UTC": 0,
    "GMT": 0,
    "WET": 0,
    "WEST": 1,
    "BST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "WAT": 1,
    "CAT": 2,
    "SAST": 2,
    "EAT": 3,
    "PKT": 5,
    "WIB": 7,
    "WITA": 8,
    "HKT": 8,
    "WIT": 9,
    "JST": 9,
    "KST": 9,
    "AWST": 8,
    "ACST": 9.5,
    "AEST": 10,
    "ACDT": 10.5,
    "AEDT": 11,
    "NZST": 12,
    "NZDT": 13,
    "HST": -10,
    "AKST": -9,
    "AKDT": -8,
    "PDT": -7,
    "MST": -7,
    "MDT": -6,
    "EDT": -4,
    "ADT": -3,
    "NST": -3.5,
    "NDT": -2.5,
}
SEVERAL = frozenset(("AST", "CDT", "CST", "EST", "IDT", "IST", "MSD", "MSK", "PST", "SST"))
NUMERIC = re.compile(r"([+-])(\d\d)(?::?([0-5]\d))?")


def is_zone(name: str) -> bool:
    return name in HOURS or name in SEVERAL or bool(NUMERIC.fullmatch(name))


def seconds_ahead(name: str) -> float | None:
    """Of UTC; None where the name means several offsets, or nothing."""
    if match := NUMERIC.fullmatch(name):
        seconds = 3600.0 * int(match[2]) + 60 * int(match[3] or 0)
        return -seconds if match[1] == "-" else seconds
    return HOURS[name] * 3600.0 if name in HOURS else None
