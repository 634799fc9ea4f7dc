"""A dimension's value in links -> as a page shows it: with its unit, and separators of thousands. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchdb.domain.dimensions import MISSING, TUNING, dimension
from benchdb.domain.units import decimals
from benchdb.wording.grammar import first_few, inside

NAMES = ("run", "upload")  #: numbers that are names
KIB, MINUTE, HOUR = 1024, 60, 3600
MOST_DECIMALS = 6
MOST_SETTINGS = 3  #: named together
COMMITS = {f"{TUNING}server_commit": "commit", f"{TUNING}kernel_commit": "kernel commit"}
DIGEST, SHORT_DIGEST = re.compile("[0-9a-f]{8,64}"), 7  #: characters of a commit's name


def shown_value(key: str, text: str) -> str:
    """`24 h` for duration_planned=86400, `4 KiB` for document_bytes=4096, `1,024` for concurrency=1024."""
    known = dimension(key)
    if known.kind != "number" or key in NAMES or text == MISSING:
        return text
    try:
        number = float(text)
    except ValueError:  # the sum of a column, say, that is no value of the dimension
        return text
    if key == "document_bytes":
        return in_multiples(number, ((KIB * KIB, "MiB"), (KIB, "KiB")), "B")
    if key == "duration_planned":
        return in_multiples(number, ((HOUR, "h"), (MINUTE, "min")), "s")
    return decimals(number, MOST_DECIMALS) + ("/s" if key == "rate" else "")


def named_value(key: str, text: str) -> str:
    """A value that says by itself what it is of: `concurrency 64`, `keep-alive off`, `Apache 2.2.3`."""
    known = dimension(key)
    if text == MISSING:
        return f"{inside(known.title)} {MISSING}"
    if known.kind == "flag":
        return f"{inside(known.title)} {'on' if text == 'yes' else 'off'}"
    if key == "tool_version":
        return f"version {text}"
    is_plain = known.kind in ("text", "version") and not key.startswith(TUNING)
    return text if is_plain else f"{inside(known.title)} {shown_value(key, text)}"


def named_settings(
    tuning: Mapping[str, Any], among: Sequence[str] = (), named: Callable[[str, str], str] = named_value
) -> list[str]:
    """`sendfile on`, …: the settings of one run that are among these; a server's own, where none are named."""
    keys = among or [f"{TUNING}{name}" for name in sorted(tuning) if "." not in name]
    values = [(key, tuning.get(key.removeprefix(TUNING))) for key in keys]
    return first_few([named(key, str(value)) for key, value in values if value is not None], MOST_SETTINGS)


def named_in_short(key: str, text: str) -> str:
    """The same where there is little room: `commit 9da754e`, as git shortens it."""
    if key in COMMITS and DIGEST.fullmatch(text):
        return f"{COMMITS[key]} {text[:SHORT_DIGEST]}"
    return named_value(key, text)


def in_multiples(number: float, larger: tuple[tuple[int, str], ...], unit: str) -> str:
    """In the largest unit that it is a whole number of."""
    for size, name in larger:
        if number >= size and number % size == 0:
            return f"{decimals(number / size, 0)} {name}"
    return f"{decimals(number, MOST_DECIMALS)} {unit}"
