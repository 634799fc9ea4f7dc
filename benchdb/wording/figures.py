"""Numbers as words, alike wherever they stand. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import cast, get_args

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.metrics import Unit, metric
from benchdb.domain.units import decimals, rounded, shown, signed_percent, times
from benchdb.wording.grammar import first_few, inside, listed
from benchdb.wording.values import named_value, shown_value

MOST_ROWS = 6  #: of an answer, in a sentence
LONGEST_VALUE = 40  #: of a condition, within a sentence
MOST_CURVES = 3  #: in a sentence
MOST_VALUES = 8  #: of a condition, in a sentence
BELOW = -1  #: instead of decimals: less than the value, which is the step that was printed in
BARE = re.compile(r"\d+(?:\.\d+)?")  #: a number without a unit, as a setting may be
#: Dimension -> (one of it, several)
COUNTED = {"cpus": ("CPU online", "CPUs online"), "threads": ("thread per client", "threads per client")}
LEAST_SHARE = 0.0001  #: that two decimals of a percentage can show
TIMES = " times"  #: the sign of a ratio in sentences; on its own it is ×
Span = Sequence[float | None] | None
Change = tuple[float | None, float | None] | tuple[float | None, float | None, Span]  #: change, ratio, span if coarse
MOST_BELOW_ALL = 10  #: decimals of a percentage: of a hundred million requests one was served
FAR = 2.0  #: a ratio from which on, or below whose inverse, percents are hard to read

#: x -> (before the number, after one, after any other)
LOADS = {
    "cpus": ("", " CPU", " CPUs"),
    "concurrency": ("concurrency ", "", ""),
    "rate": ("", "/s offered", "/s offered"),
}
BASES = {
    "bootstrap": "95% interval by bootstrap over the runs",
    "leave-one-out": "range when any one point is left out",
    "none": "",
}
#: Verdict -> (its sign, as a table says it)
VERDICTS = {
    "better": ("▲", "better"),
    "worse": ("▼", "worse"),
    "differs": ("◆", "differs"),
    "equivalent": ("≈", "same"),
    "no evidence": ("?", "cannot tell"),
    "too few runs": ("?", "too few runs"),
    "cannot be told from drift": ("?", "cannot be told from drift"),
    "not comparable": ("≠", "not comparable"),
}
#: What stands against a verdict besides conditions -> why nothing compares.
BECAUSE = {
    "more failures": "more requests failed on one side",
    "nothing served on either side": "nothing was served on either side: every request failed",
    "no 2xx on either side": "no reply of either side was a 2xx: redirects or errors",
    "nothing served on one side": "nothing was served on one side",
    "no 2xx on one side": "no reply of one side was a 2xx: redirects or errors",
    "lost runs": "runs of it were stopped before the end",
    "lost runs of the baseline": "runs of the baseline were stopped before the end",
    "failed in both": "requests failed in both, and of how many is not on record",
    "at once on one side": "the runs of one side shared the server with another load",
    "more redirects or errors": "more replies of one side were no 2xx",
    "varies on one side": "only the replies of one side vary in length",
    "another document": "the replies of one side are much larger",
}
JUDGEMENTS = {
    "too few runs": "too few to judge",
    "not comparable": "not comparable, because other conditions differ",
    **{reason: f"not comparable, because {why}" for reason, why in BECAUSE.items()},
    "as offered": "both kept up with the offered rate",
    "no evidence": "the runs cannot tell",
    "rounded": "cannot tell, because the figures are rounded",
    "equivalent": "the same within the margin asked for",
    "all equal": "the same in every run",
}


def verdict_word(verdict: str) -> str:
    """A verdict without its margin: `cannot tell`; "" where nothing stood beside a baseline."""
    return verdict and VERDICTS.get(verdict, ("", verdict))[1]


def judgement(verdict: str) -> str:
    """A verdict at the end of a sentence: `equivalent within 2%` is `the same within 2%`."""
    known, within, margin = verdict.partition(" within ")
    if within and known == "equivalent":
        return f"the same within {margin}"
    if within and known == "rounded":
        return f"shown to be neither different nor the same within {margin}, because the figures are rounded"
    if within and known == "no evidence":
        return f"shown to be neither different nor the same within {margin}"
    return JUDGEMENTS.get(verdict, verdict)


def verdict_words(verdict: str, margin: float) -> str:
    """A verdict in a table: `same within 5%`; "" where nothing stood beside a baseline."""
    if not verdict:
        return "not compared"
    _, words = VERDICTS[verdict]
    return f"{words} within {margin:g}%" if verdict == "equivalent" else words


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


def quantity(value: float | None, metric_name: str, places: int | None = None) -> str:
    """A value of a metric with its unit; `below 1 ms` where `places` is BELOW."""
    if places == BELOW:
        return f"below {shown(value, metric(metric_name).unit)}"
    return shown(value, metric(metric_name).unit, places)


def in_unit(value: float | None, unit: str) -> str:
    """A value in a base unit that need not be a metric's."""
    if value is None:
        return "–"
    if unit in get_args(Unit):
        return shown(value, cast(Unit, unit))
    return decimals(value, 2) if unit == "load" else f"{decimals(value, 2)} {unit}".strip()


def number(n: float) -> str:
    """An N: whole where it is whole, else with one decimal."""
    return decimals(n, 1)


def share(part: float) -> str:
    """`12%`, `0.3%`, `less than 0.01%`, `0%`"""
    return f"less than {ceiling(part)}" if 0 < part < LEAST_SHARE else ceiling(part)


def ceiling(part: float) -> str:
    """The same behind `up to`: `0.01%` for all that is less."""
    if not part:
        return "0%"
    part = max(part, LEAST_SHARE)
    return f"{decimals(100 * part, 2 if part < 0.01 else places_below_all(part))}%"


def places_below_all(part: float) -> int:
    """Decimals of a percentage that do not make 100% of what is less: `99.95%`."""
    return next((places for places in range(1, MOST_BELOW_ALL) if round(100 * part, places) < 100), 1)


def shares(least: float, most: float) -> str:
    """`All`, `12% of the`, `3% to 35% of the`"""
    return "All" if least >= 1 else " to ".join(dict.fromkeys((share(least), share(most)))) + " of the"


def load(axis: str, n: float) -> str:
    """`8 CPUs`, `concurrency 170`, `300/s offered`."""
    return before_load(axis, n) + last_load(axis, n)


def loads(axis: str, ns: Sequence[float]) -> str:
    """`8 and 16 CPUs`, `concurrency 80 and 120`."""
    return before_load(axis, ns[0]) + listed([*map(number, ns[:-1]), last_load(axis, ns[-1])])


def before_load(axis: str, _: float) -> str:
    """What stands before the first number of several: `concurrency `, or nothing."""
    return LOADS[axis][0]


def last_load(axis: str, n: float) -> str:
    """The last number of several: `8 CPUs`, but `170`."""
    _, one, many = LOADS[axis]
    return f"{number(n)}{one if n == 1 else many}"


def parameter(value: float) -> str:
    """alpha or beta with three significant digits: 0.0500, 0.000104, 2.30e-06."""
    return "0" if not value else f"{value:#.3g}"


def span(low: float, high: float, furthest: float | None = None) -> str:
    """`0.12 to 0.31`; an end beyond `furthest` is only said to be beyond it."""
    if furthest is None:
        return f"{parameter(low)} to {parameter(high)}"
    ends = [number(end) if end <= furthest else f"beyond {number(furthest)}" for end in (low, high)]
    return " to ".join(dict.fromkeys(ends))


def stretch(since: str, before: str) -> str:
    """`from 1 Feb 2026 to 20 May 2026, 14:05`. Moments of UTC; what ends at midnight ends with the day before."""
    parts = (f"from {first_moment(since)}" if since else "", f"to {last_moment(before)}" if before else "")
    return " ".join(filter(None, parts))


def stretch_name(since: str, before: str) -> str:
    """The same as a column is called: `1 Feb 2026 to 20 May 2026`, `since 1 Feb 2026`, `until 20 May 2026`."""
    if since and before:
        return f"{first_moment(since)} to {last_moment(before)}"
    return f"since {first_moment(since)}" if since else f"until {last_moment(before)}"


def first_moment(since: str) -> str:
    return clock(datetime.fromisoformat(since))


def last_moment(end: str) -> str:
    before = datetime.fromisoformat(end)
    return clock(before - timedelta(days=before.time() == datetime.min.time() and before.toordinal() > 1))


def clock(moment: datetime) -> str:
    """A day; with its minute, and second, where it is not midnight."""
    day = f"{moment.day} {moment:%b} {moment.year}"
    if moment.time() == datetime.min.time():
        return day
    return f"{day}, {moment:%H:%M:%S}" if moment.second else f"{day}, {moment:%H:%M}"


def column(key: str, value: str) -> str:
    """A column before its figure, as a sentence names it: a bare number says of what it is one."""
    named = side(key, value)
    return value if named == value else f"{named}:"


def curve(name: str | tuple[str, str]) -> str:
    """A curve as the subject of a sentence; an older phrase does not say of what it is a value, others (key, value)."""
    key, value = ("", name) if isinstance(name, str) else name
    if value != MISSING:
        return f"the {value} zone" if key == "zone" else value
    what = f"a recorded {inside(dimension(key).title)}" if key else "it on record"
    return f"the curve of runs without {what}"


def became(changes: Sequence[tuple[str, str, str]]) -> str:
    """Conditions that are others, with their values where a line has room for them."""
    return listed([one_became(*change) for change in changes])


def condition(key: str, value: str) -> str:
    """`kernel Linux 6.1.112`"""
    return f"{inside(dimension(key).title)} {shown_value(key, value)}"


def one_became(key: str, before: str, after: str) -> str:
    title = inside(dimension(key).title)
    if max(len(before), len(after)) > LONGEST_VALUE:
        return title
    return f"{title} from {shown_value(key, before)} to {shown_value(key, after)}"


def curves(names: Sequence[str | tuple[str, str]]) -> str:
    """Several, as one subject."""
    return listed(first_few([curve(name).removeprefix("the curve of ") for name in names], MOST_CURVES))


def side(key: str, value: str) -> str:
    """The same before `against`: a bare number says of what it is one, `workers 2`."""
    known = dimension(key)
    return f"{inside(known.title)} {value}" if known.kind == "number" or BARE.fullmatch(value) else value


def full_in(cpus: Sequence[tuple[str, int]]) -> list[str]:
    """`CPU 0 in 2 runs`, `CPU 1 in 1`: of each CPU in how many runs it was full."""
    (cpu, runs), *others = cpus
    return [f"CPU {cpu} in {runs} run{'s' * (runs != 1)}", *(f"CPU {name} in {count}" for name, count in others)]


def named_conditions(where: Sequence[tuple[str, Sequence[str]]]) -> str:
    """`nginx 1.22.1, web8, CPUs online 4 or 8`: each condition says what it is of, where its value does not."""
    return ", ".join(one_of(key, values) for key, values in where)


def having(key: str, values: Sequence[str]) -> str:
    """What a run would have: `3 threads per client`, `concurrency 64 or 65`, `the machine web8`."""
    known = dimension(key)
    listed = " or ".join(first_few([shown_value(key, value) for value in values], MOST_VALUES))
    if key in COUNTED and MISSING not in values:
        return f"{listed} {COUNTED[key][values != ('1',)]}"
    return one_of(key, values) if known.kind in ("number", "flag") else f"the {inside(known.title)} {listed}"


def one_of(key: str, values: Sequence[str]) -> str:
    first, *others = first_few(values, MOST_VALUES)
    return " or ".join([named_value(key, first), *(shown_value(key, value) for value in others)])


def moved_by(least: tuple[float, float], most: tuple[float, float]) -> str:
    """`by 5.0% to 14%`, `(2.10 to 3.00 times)` where percents are hard to read; each end is (change, ratio)."""
    if any(is_far(ratio) for _, ratio in (least, most)):
        return f"({from_least_to_most((least, most))})"
    return "by " + " to ".join(dict.fromkeys(signed_percent(change).lstrip("−+") for change, _ in (least, most)))


def at_rows(key: str, rows: Sequence[str], is_named: bool) -> str:
    """`at concurrency 30, 50 and 3 more`; without what they are values of where that was said before."""
    known = dimension(key)
    word = "at" if known.kind == "number" else "for"
    named = f"{inside(known.title)} " if is_named else ""
    return f"{word} {named}{listed(first_few(rows, MOST_ROWS))}"


def outcome(counts: Sequence[tuple[str, int]], compared: str = "rows") -> str:
    """`too few runs to judge any of 5 rows`; `2 of 5 rows better, 3 cannot tell`. What was `compared` is counted."""
    total = sum(count for _, count in counts)
    if len(counts) == 1:
        ((verdict, _),) = counts
        if total == 1:
            return {"too few runs": "too few runs to judge", "no evidence": "the runs cannot tell"}.get(
                verdict, VERDICTS[verdict][1]
            )
        alone = {"too few runs": "too few runs to judge any", "no evidence": "the runs cannot tell in any"}
        return f"{alone.get(verdict, f'{VERDICTS[verdict][1]} in each')} of {total} {compared}"
    of_all = [f" of {total} {compared}", *[""] * len(counts)]
    return ", ".join(f"{n}{of} {VERDICTS[verdict][1]}" for (verdict, n), of in zip(counts, of_all, strict=False))


def first_values(values: Sequence[str]) -> str:
    """The first few; how many more there are."""
    return ", ".join(first_few(values, MOST_VALUES))
