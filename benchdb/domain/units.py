"""Values in base units -> what a reader sees. Pure; the only place where a number gets a prefix."""

from __future__ import annotations

import math
from collections.abc import Iterable

from benchdb.domain.metrics import Unit

TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
BYTES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B"))

MOST_PLACES = 2  #: decimals of numbers that stand side by side


def places(values: Iterable[float | None]) -> int:
    """The decimals that numbers shown side by side need: as many as the longest of them has, 2 at most."""
    numbers = {round(value, MOST_PLACES) for value in values if value is not None and math.isfinite(value)}
    return max((len(f"{number:.2f}".rstrip("0").partition(".")[2]) for number in numbers), default=0)


def shown(value: float | None, unit: Unit, rate_places: int | None = None) -> str:
    """`value` with its unit, as short as it stays exact enough: 0.25625 s -> `256.25 ms`. None -> `–`.

    A rate has `rate_places` decimals; where nobody says how many, a whole number has none and another two.
    """
    if value is None or not math.isfinite(value):
        return "–"
    if unit == "s":
        return _prefixed(value, TIMES)
    if unit in ("B", "B/s"):
        return _prefixed(value, BYTES) + ("/s" if unit == "B/s" else "")
    if unit == "fraction":
        return f"{decimals(100 * value, 2)}%"
    if unit == "ratio":
        return f"{decimals(value, 3)}×"
    if unit == "1/s":
        return f"{rate(value, rate_places)}/s"
    return decimals(value, 2)


def significant(value: float | None, unit: Unit, digits: int = 3) -> str:
    """`value` with its unit and no more digits than deserved: 310.4 -> `310/s`, 66,666.66 -> `66,700/s`."""
    if value is None or not math.isfinite(value) or not value or unit in ("fraction", "ratio"):
        return shown(value, unit)
    if unit in ("s", "B", "B/s"):
        factor, name = scale_of(value, TIMES if unit == "s" else BYTES)
        return f"{rounded(value / factor, digits)} {name}{'/s' if unit == 'B/s' else ''}"
    return rounded(value, digits) + ("/s" if unit == "1/s" else "")


def amount(value: float | None, unit: Unit) -> str:
    """The same of a rate without `/s`, where its head says it: 310.4 -> `310`."""
    counted: dict[Unit, Unit] = {"1/s": "count", "B/s": "B"}
    return significant(value, counted.get(unit, unit))


def rounded(value: float, digits: int) -> str:
    """Significant digits, with thousands separators: 66666.66 -> `66,700`, 1.5 -> `1.5`."""
    places = digits - 1 - math.floor(math.log10(abs(value)))
    return decimals(round(value, places), max(0, places))


def rate(value: float, places: int | None) -> str:
    """The number of a rate; by its first digits where its decimals would show nothing of it."""
    if value and not 0.005 <= abs(value) < 1e15:
        return f"{value:.3g}".replace("-", "−")
    return f"{value:,.{(0 if value == int(value) else 2) if places is None else places}f}".replace("-", "−")


def in_scale(value: float, scales: tuple[tuple[float, str], ...]) -> tuple[str, str]:
    """The number and its unit: (`256.25`, `ms`)."""
    factor, name = scale_of(value, scales)
    text = decimals(value / factor, 2)
    if text == "0" and value:
        text = f"{value / factor:.3g}".replace("-", "−")
    return text, name


def _prefixed(value: float, scales: tuple[tuple[float, str], ...]) -> str:
    return " ".join(in_scale(value, scales))


def scale_of(value: float, scales: tuple[tuple[float, str], ...]) -> tuple[float, str]:
    """The prefix that a value is shown with."""
    size = abs(value)
    return next(((f, n) for f, n in scales if size >= f * 0.9995), scales[-1] if size else base_of(scales))


def base_of(scales: tuple[tuple[float, str], ...]) -> tuple[float, str]:
    """The unit without a prefix: what nothing is counted in."""
    return next(scale for scale in scales if scale[0] == 1)


def decimals(value: float, most: int) -> str:
    """`value` with thousands separators and at most `most` decimals, none of them a trailing zero."""
    text = f"{value:,.{most}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text.replace("-", "−")


SMALLEST_PROBABILITY = 0.001  #: smaller ones are only said to be smaller


def probability(p: float) -> str:
    """Of p and q: `0.034`, `< 0.001`."""
    return f"< {SMALLEST_PROBABILITY}" if p < SMALLEST_PROBABILITY else f"{p:.3f}"


LEAST_CHANGE = 1e-6  #: that is told from none


def signed_percent(change: float | None) -> str:
    """A relative change, to two digits: -0.0238 -> `−2.4%`, 0.1386 -> `+14%`, 5.09 -> `+509%`. None -> `–`.

    One that is not 0 does not read `0.0%`: 0.0001 -> `+0.01%`; one that leaves something not `−100%`: -0.99924 ->
    `−99.92%`.
    """
    if change is None or not math.isfinite(change):
        return "–"
    digits = 1 if abs(change) < 0.0995 else 0
    if LEAST_CHANGE <= abs(change) < 0.0005:
        digits = first_place(abs(change))
    if -1 + LEAST_CHANGE <= change < -0.995:
        digits = first_place(1 + change)
    text = f"{100 * change:+,.{digits}f}%"
    return ("0.0%" if text in ("+0.0%", "-0.0%") else text).replace("-", "−")


def first_place(fraction: float) -> int:
    """The decimal of its first digit, in percent: 0.0001 -> 2, as 0.01%."""
    return max(0, -int(f"{100 * fraction:.0e}".partition("e")[2]))


def spread(cv: float) -> str:
    """A coefficient of variation, to two digits: 0.0138 -> `1.4%`, 0.962 -> `96%`."""
    return f"{percent(cv)}%"


def percent(cv: float) -> str:
    """The same without its sign, where the head has it."""
    return f"{100 * cv:.{1 if cv < 0.0995 else 0}f}"


def times(ratio: float | None) -> str:
    """A ratio to the baseline, to three digits: 6.0856 -> `6.09×`, 27.64 -> `27.6×`, 0.196 -> `0.196×`. None -> `–`."""
    if ratio is None or not math.isfinite(ratio):
        return "–"
    if not 1e-3 <= abs(ratio) < 1e3:
        return f"{decimals(float(f'{ratio:.3g}'), 6)}×"
    return f"{ratio:#.3g}".rstrip(".").replace("-", "−") + "×"
