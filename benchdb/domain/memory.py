"""A machine's memory as people write it (`512 MB`, `2 GiB`) <-> bytes. Pure.

Makers of memory count by powers of two whatever they print (JEDEC Standard 100B.01: a gigabyte of it is 2^30 bytes),
so MB and MiB are the same here. A number without a unit is of bytes, as programs print it.
"""

from __future__ import annotations

import re
from decimal import Decimal

UNITS = {"B": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
LEAST = 2**16  #: where no unit is typed: `512` is not of bytes
MOST = 2**60
AMOUNT = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(?P<unit>bytes?|(?:[KMGT]i?)?B|[KMGT])?", re.ASCII | re.IGNORECASE
)


def memory_of(text: str) -> int | None:
    """In bytes; None where this is no machine's memory."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None or len(match["number"]) > len(f"{MOST:,}"):
        return None
    number, unit = Decimal(match["number"].replace(",", "")), match["unit"]
    memory = number * UNITS[unit[0].upper()] if unit else number
    return int(memory) if (0 if unit else LEAST) <= memory <= MOST else None


def memory_text(memory: int) -> str:
    """Exact, in the largest unit that needs two decimals at most: `memory_of` of it is the same."""
    for unit in ("T", "G", "M", "K"):
        number = Decimal(memory) / UNITS[unit]
        if number >= 1 and number == round(number, 2):
            return f"{number.normalize():f} {unit}iB"
    return f"{memory} B"
