"""Numbers as words, alike wherever they stand. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import cast, get_args

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.metrics import Unit, metric
from benchdb.domain.units import decimals, shown
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
MOST_BELOW_ALL = 10  #: decimals of a percentage: of a hundred million requests one was served

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


def at_rows(key: str, rows: Sequence[str], is_named: bool) -> str:
    """`at concurrency 30, 50 and 3 more`; without what they are values of where that was said before."""
    known = dimension(key)
    word = "at" if known.kind == "number" else "for"
    named = f"{inside(known.title)} " if is_named else ""
    return f"{word} {named}{listed(first_few(rows, MOST_ROWS))}"


def first_values(values: Sequence[str]) -> str:
    """The first few; how many more there are."""
    return ", ".join(first_few(values, MOST_VALUES))
