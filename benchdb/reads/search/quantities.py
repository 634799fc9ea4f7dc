"""A figure in a search -> base units: `5ms`, `5 ms`, `64KiB`, `50%`; without a unit it is in the base unit. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from benchdb.domain.metrics import Metric, Unit
from benchdb.reads.search.term import BadTerm, Term, number_of

TIMES = {"s": "1", "ms": "1e-3", "us": "1e-6", "µs": "1e-6", "μs": "1e-6", "ns": "1e-9"}
BYTES = {"b": 1, "kb": 1000, "mb": 1000**2, "gb": 1000**3, "kib": 2**10, "mib": 2**20, "gib": 2**30}
AMOUNT = re.compile(r"([-+.\d]+(?:[eE][-+]?\d+)?)\s*(\S*)")


@dataclass(frozen=True, slots=True)
class Written:
    """How a figure of one unit may be written."""

    units: Mapping[str, Decimal]  #: in small letters -> base units
    refusal: str  #: what is said of one that is written otherwise


def sizes(units: Mapping[str, object], ending: str = "") -> dict[str, Decimal]:
    return {f"{name}{ending}": Decimal(str(size)) for name, size in units.items()}


WRITTEN: dict[Unit, Written] = {
    "s": Written(sizes(TIMES), "time in a search"),
    "B": Written(sizes(BYTES), "bytes in a search"),
    "B/s": Written(sizes(BYTES) | sizes(BYTES, "/s"), "bytes a second in a search"),
    "1/s": Written({"/s": Decimal(1)}, "rate in a search"),
    "fraction": Written({"%": Decimal("0.01")}, "share in a search"),
    "ratio": Written(sizes({"x": 1, "×": 1}), "number of a search"),
    "count": Written({}, "number of a search"),
}


def measured(parsed: Term, known: Metric, key: str, typed: str) -> Term:
    """A term of a metric with its figures in base units; BadTerm, with what was typed, for what is no such figure.

    Both ends of a range have the unit of its last one: `1..2ms`.
    """
    written = WRITTEN[known.unit]
    low, high = parsed.low, parsed.high
    if high and (match := AMOUNT.fullmatch(high)) and match[2] and re.fullmatch(r"[-+.\d]+", low):
        low = f"{low}{match[2]}"
    try:
        text, low, high = (in_base(edge, written) if edge else "" for edge in (parsed.text, low, high))
    except (ValueError, ArithmeticError) as error:
        edge = next(edge for edge in (parsed.text, low, high) if edge and not is_amount(edge, written))
        raise BadTerm(written.refusal, typed=typed, key=key, edge=edge) from error
    if low and high and number_of(low) > number_of(high):
        raise BadTerm("range turned round", typed=typed, key=key, low=parsed.low, high=parsed.high)
    return replace(parsed, text=text, low=low, high=high)


def is_amount(text: str, written: Written) -> bool:
    try:
        in_base(text, written)
    except (ValueError, ArithmeticError):
        return False
    return True


def in_base(text: str, written: Written) -> str:
    """The number in base units: as it would be stored, `1.44ms` is 0.00144 to the last digit. ValueError if none."""
    match = AMOUNT.fullmatch(text.strip())
    if match is None or not match[2]:
        return str(number_of(text))
    size = written.units.get(match[2].casefold())
    if size is None:
        raise ValueError(text)
    return str(number_of(str(Decimal(match[1]) * size)))
