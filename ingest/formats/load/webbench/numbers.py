"""The cells of a WebBench table -> numbers. A spreadsheet may have written 1,234.56 or 1.234,56; a column tells which.

Rule: the last separator in a cell is the decimal sign if it stands once and not exactly three digits follow it.
Where no cell of a column shows more than `1,605`, its sign is assumed and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

BLANKS = re.compile(r"[ \u00a0]")
PLAIN = re.compile(r"[\d.,]{1,30}$")
UNITS = {  # first letters of a throughput's heading -> bytes
    "": 1,
    "k": 1024,
    "m": 1024**2,
    "g": 1024**3,
}
UNIT = re.compile(r"\b([kmg]?)(i?)(b(?:yte)?s?|bits?)\b ?\)? ?(?:per|/)", re.IGNORECASE)


def sign_in(cell: str) -> str:
    """The decimal sign that `cell` proves; "" where it proves none."""
    signs = [character for character in cell if character in ".,"]
    if not signs:
        return ""
    last = signs[-1]
    head, _, tail = cell.rpartition(last)
    if len(set(signs)) == 2:
        return last
    if len(signs) > 1:
        return "." if last == "," else ","
    return last if len(tail) != 3 or len(head) > 3 or head in ("", "0") else ""


def decimal_sign(cells: Iterable[str], separator: str) -> tuple[str, bool]:
    """The decimal sign of a column, and whether the column proves it. With semicolons a comma is assumed."""
    present = [BLANKS.sub("", cell) for cell in cells]
    proved = {sign for cell in present if (sign := sign_in(cell))}
    if len(proved) == 1:
        return proved.pop(), True
    is_clear = not proved and not any(character in cell for cell in present for character in ".,")
    return ("," if separator == ";" and not proved else "."), is_clear


def number(cell: str, sign: str) -> float | None:
    """None where there is no number in `cell`."""
    plain = BLANKS.sub("", cell)
    if not PLAIN.match(plain):
        return None
    other = "," if sign == "." else "."
    whole, _, fraction = (
        plain.replace(other, "").rpartition(sign) if sign in plain else (plain.replace(other, ""), "", "")
    )
    digits = whole.replace(sign, "") + ("." + fraction if fraction else "")
    return float(digits) if digits.strip(".") else None


def unit_of(heading: str) -> tuple[float, bool]:
    """Bytes in a unit of throughput, and whether the heading leaves open if K is 1000 or 1024: 1024 is taken."""
    match = UNIT.search(heading)
    if not match:
        return 1, False
    bits = match[3].lower().startswith("bit")
    letter = match[1].lower()
    return (1000 ** "_kmg".index(letter or "_") / 8, False) if bits else (UNITS[letter], bool(letter) and not match[2])
