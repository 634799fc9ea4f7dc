"""Printed numbers, times and sizes -> base units. Shared by hey and the tools that print like it.

Sources: Go time.Duration.String (hey, vegeta, k6), bombardier format.go (us, ms, s, m, h; KB = 1024 bytes),
nghttp2 util.cc format_duration and utos_funit (us, ms, s; K = 1024 bytes), byte-unit (oha: KiB), k6 (kB = 1000 bytes).
"""

from __future__ import annotations

import re
from functools import lru_cache

NUMBER = r"[-+]?(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+|[nN]a[nN]|[iI]nf)"
TIME = r"[-+]?(?:\d[\d.]*(?:ns|us|µs|μs|ms|s|m|h))+"
EXPONENTS = {"ns": "e-9", "us": "e-6", "µs": "e-6", "μs": "e-6", "ms": "e-3"}  #: µ is U+00B5 or U+03BC
SECONDS = {"s": 1.0, "sec": 1.0, "secs": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "hr": 3600.0, "d": 86400.0}
PREFIXES = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)")
PERCENT = re.compile(r"\d{1,2}(?:\.\d{1,9})?")
SIZE = re.compile(r"(\d+(?:\.\d*)?)[ \t]*([kKMGTPE]?)(i?)B?")


def in_seconds(number: str, unit: str) -> float:
    """`number` of a unit of EXPONENTS or SECONDS, as exact as a float can be."""
    return float(number + EXPONENTS[unit]) if unit in EXPONENTS else float(number) * SECONDS[unit]


def seconds(text: str) -> float | None:
    """A Go duration (353.638µs, 1m2.5s) in seconds; None if it is none."""
    if single := PART.fullmatch(text):
        return in_seconds(single[1], single[2])
    parts = PART.findall(text)
    if not parts or sum(len(number) + len(unit) for number, unit in parts) != len(text.lstrip("+-")):
        return None
    total = sum(in_seconds(number, unit) for number, unit in parts)
    return -total if text.startswith("-") else total


def bytes_of(text: str, kilo: int) -> float | None:
    """A size (1.95 MiB, 14.16KB, 4.0K, 103 kB) in bytes; `kilo` is what a K without an i stands for."""
    match = SIZE.fullmatch(text.strip())
    if not match:
        return None
    return float(match[1]) * float((1024 if match[3] else kilo) ** PREFIXES[match[2].lower()])


def half_digit(text: str) -> float:
    """By how much a printed decimal may be off, in its own unit."""
    return 0.5000001 * 10.0 ** -len(text.partition(".")[2])


@lru_cache(256)
def percentile(percent: str) -> str:
    """The metric of a printed percentage: "99.90" -> latency_p99.9, "100" -> latency_max; "" for what is none."""
    name = percent.rstrip("0").rstrip(".") if "." in percent else percent
    ends = {"100": "latency_max", "0": "latency_min", "": "latency_min"}
    return ends.get(name) or (f"latency_p{name}" if PERCENT.fullmatch(name) else "")
