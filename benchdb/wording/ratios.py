"""Changes and ratios as words: said once, as a percentage up to twice as much and as a ratio from there on. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from benchdb.domain.units import rounded, signed_percent, times

TIMES = " times"  #: the sign of a ratio in sentences; on its own it is ×
Span = Sequence[float | None] | None
Change = tuple[float | None, float | None] | tuple[float | None, float | None, Span]  #: change, ratio, span if coarse
FAR = 2.0  #: a ratio from which on, or below whose inverse, percents are hard to read


def is_far(ratio: float | None) -> bool:
    """Whether a ratio is told as a ratio: percents are hard to read from twice as much on."""
    return ratio is not None and ratio > 0 and (ratio >= FAR or ratio <= 1 / FAR)


def change(change: float | None, ratio: float | None, span: Span = None, sign: str = "×") -> str:
    """A change, said once: `−2.4%`; `6.09×` from twice as much on, `5.10× less` from half as much on. Of coarse figures
    all that it may be: `21× to 24× less`. In sentences with TIMES for its sign: `6.09 times`.
    """
    if span:
        return less_between(span, sign) or between(span[0], span[1], sign)
    if not is_far(ratio) or not ratio:
        return signed_percent(change)
    return multiplied(ratio, sign) if ratio > 1 else f"{multiplied(1 / ratio, sign)} less"


def change_alone(moved: float | None) -> str:
    """The same of a change whose ratio is not kept beside it."""
    return change(moved, None if moved is None else 1 + moved)


def multiplied(ratio: float, sign: str) -> str:
    return times(ratio).removesuffix("×") + sign


def interval(ends: Sequence[float], ratio: float | None) -> str:
    """The interval of a change as the change itself is told, by its ratio: `−9.7% to −6.6%`, `2.0× to 2.3× less`;
    from less to more is no times less: `0.2× to 1.2×`."""
    low, high = (1 + end for end in ends)
    if is_far(ratio) and 0 < low <= high <= 1:
        return f"{times(1 / high)} to {times(1 / low)} less"
    return f"{times(low)} to {times(high)}" if is_far(ratio) else " to ".join(map(signed_percent, ends))


def from_least_to_most(changes: Iterable[Change]) -> str:
    """From the least to the greatest in a sentence, the same once: `−12% to 5.10 times`, `2.81 to 4.58 times`."""
    *others, last = dict.fromkeys(change(one[0], one[1], one[2] if len(one) > 2 else None, TIMES) for one in changes)
    end = next((end for end in (f"{TIMES} less", TIMES) if last.endswith(end)), "")
    kept = [one.removesuffix(end) if end and one.removesuffix(end)[-1:].isdigit() else one for one in others]
    return " to ".join((*kept, last))


def less_between(span: Sequence[float | None], sign: str = "×") -> str:
    """ "" where the ends do not both tell of less."""
    low, high = span
    if not low or not high or not math.isfinite(high) or high > 1 / FAR:
        return ""
    return f"{from_to(1 / high, 1 / low, sign)} less"


def between(least: float | None, most: float | None, sign: str = "×") -> str:
    """The ends of a coarse ratio, two digits each: `1.0× to 5.0×`; `−12% to +14%` where both are near."""
    low = least or 0.0
    if most is None or not math.isfinite(most):
        return f"{two_digits(low)}{sign} or more" if low else "too coarse for a ratio"
    if is_far(low) or is_far(most) or not low:
        return from_to(low, most, sign)
    return f"{signed_percent(low - 1)} to {signed_percent(most - 1)}"


def from_to(low: float, high: float, sign: str) -> str:
    """`1.0× to 5.0×`, `1.0 to 5.0 times`"""
    return f"{two_digits(low)}{'' if sign == TIMES else sign} to {two_digits(high)}{sign}"


def times_between(least: float | None, most: float | None) -> str:
    """The ends of a coarse ratio before `as much`: `1.7 to 7.0 times`."""
    low = least or 0.0
    if most is None or not math.isfinite(most):
        return f"at least {two_digits(low)} times" if low else "any number of times"
    return f"{two_digits(low)} to {two_digits(most)} times"


def two_digits(ratio: float) -> str:
    return f"{ratio:.1f}" if 0.1 <= ratio < 9.95 else rounded(ratio, 2) if ratio else "0"


def multiple(ratio: float | None) -> str:
    """A ratio as it stands before `as much`: `3.35 times`, which is not `3.35 times more`."""
    if ratio is None or not math.isfinite(ratio):
        return "– times"
    return f"{rounded(ratio, 3) if ratio else '0'} times"


def moved_by(least: tuple[float, float], most: tuple[float, float]) -> str:
    """`by 5.0% to 14%`, `(2.10 to 3.00 times)` where percents are hard to read; each end is (change, ratio)."""
    if any(is_far(ratio) for _, ratio in (least, most)):
        return f"({from_least_to_most((least, most))})"
    return "by " + " to ".join(dict.fromkeys(signed_percent(change).lstrip("−+") for change, _ in (least, most)))
