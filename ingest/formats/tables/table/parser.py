"""A table of runs, one per row (CSV or TSV) -> RunRecords. Our own format, for papers and spreadsheets."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

from benchdb.domain.dimensions import STATED_SETTINGS, TUNING
from benchdb.domain.metrics import UnknownMetric, metric
from benchdb.domain.text import lines
from ingest.formats.kit.row_noise import bare_stream
from ingest.formats.tables.table.signs import METRIC_COLUMN, cells, is_content, is_metric, separator_of
from ingest.records import Fact, Measurement, Parsed, Problem, RunRecord

GROUPED = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?")  #: thousands divided by commas

#: (unit as written, lower case) -> (base unit, factor)
UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("1/s", "/s", "#/s", "req/s", "requests/s", "hz"), ("1/s", 1.0)),
    **dict.fromkeys(("1/min", "/min", "req/min"), ("1/s", 1 / 60)),
    "s": ("s", 1.0),
    "ms": ("s", 1e-3),
    **dict.fromkeys(("us", "µs", "μs"), ("s", 1e-6)),
    "ns": ("s", 1e-9),
    "b": ("B", 1.0),
    "kb": ("B", 1e3),
    "kib": ("B", 1024.0),
    "mb": ("B", 1e6),
    "mib": ("B", 1024.0**2),
    "gb": ("B", 1e9),
    "gib": ("B", 1024.0**3),
    "b/s": ("B/s", 1.0),
    "kb/s": ("B/s", 1e3),
    "kib/s": ("B/s", 1024.0),
    "mb/s": ("B/s", 1e6),
    "mib/s": ("B/s", 1024.0**2),
    "bit/s": ("B/s", 1 / 8),
    "kbit/s": ("B/s", 125.0),
    "mbit/s": ("B/s", 125e3),
    "gbit/s": ("B/s", 125e6),
    "%": ("fraction", 0.01),
    "fraction": ("fraction", 1.0),
    **dict.fromkeys(("", "1", "count", "#"), ("count", 1.0)),
    **dict.fromkeys(("x", "×", "ratio", "times"), ("ratio", 1.0)),
}


def whole(cell: str) -> int:
    number = float(cell)
    if not number.is_integer():
        raise ValueError
    return int(number)


def yes_or_no(cell: str) -> bool:
    return {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}[
        cell.lower()
    ]


def provenance(cell: str) -> str:
    if cell not in ("measured", "published"):
        raise ValueError
    return cell


#: Columns that are facts -> (what reads a cell, what it expects)
FACTS: dict[str, tuple[Callable[[str], Fact], str]] = {
    **dict.fromkeys(
        ("machine", "kernel", "server", "zone", "tool", "tool_version", "path", "method", "citation", "notes", "url"),
        (str, "text"),
    ),
    "started_at": (str, "a time"),
    **dict.fromkeys(
        ("cpus", "concurrency", "threads", "requests_planned", "document_bytes", "trial"), (whole, "a whole number")
    ),
    **dict.fromkeys(("rate_planned", "duration_planned"), (float, "a number")),
    **dict.fromkeys(("keepalive", "tls"), (yes_or_no, "yes or no")),
    "provenance": (provenance, "measured or published"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: a fact, or a metric (then with the factor to its base unit)."""

    name: str
    item: str = ""
    factor: float = 0.0  #: 0 = no metric

    @property
    def is_fact(self) -> bool:
        return self.factor == 0.0


class BadColumn(ValueError):
    """A header cell that names nothing known."""


def column(title: str) -> Column:
    """What a header cell names. BadColumn with what was expected."""
    title = title.strip()
    if title in FACTS or title.startswith("tuning."):
        return Column(title)
    if title in STATED_SETTINGS:
        return Column(f"{TUNING}{title}")
    match = METRIC_COLUMN.match(title)
    if not match and (bare := bare_metric(title)):
        return bare
    if not match:
        raise BadColumn(
            f"column {title!r}: expected a dimension, or a metric with its unit such as 'latency_mean [ms]'"
        )
    try:
        known = metric(match["metric"])
    except UnknownMetric as error:
        raise BadColumn(f"column {title!r}: {error}") from error
    unit = (match["unit"] or match["round"] or "").strip()
    base, factor = UNITS.get(unit.lower(), ("", 0.0))
    if base != known.unit:
        raise BadColumn(f"column {title!r}: {known.name} is in {known.unit}, which [{unit}] is not")
    return Column(known.name, match["item"] or "", factor)


def bare_metric(title: str) -> Column | None:
    """The column of a metric that is written without a unit; BadColumn where it has one."""
    name, _, item = title.partition(":")
    if not is_metric(name):
        return None
    known = metric(name)
    if known.unit != "count":
        written = next(written for written, (base, factor) in UNITS.items() if base == known.unit and factor == 1.0)
        raise BadColumn(f"column {title!r} says no unit: write it behind the name, such as '{title} [{written}]'")
    return Column(name, item, 1.0)


def parse(stream: BinaryIO) -> Parsed:
    """One RunRecord per row; a cell that cannot be read is a Problem, and the rest of its row still counts."""
    content = ((number, line) for number, line in lines(bare_stream(stream)) if is_content(line))
    number, header = next(content, (0, ""))
    separator = separator_of(header)
    columns: dict[int, Column] = {}
    for position, title in enumerate(cells(header, separator)):
        try:
            columns[position] = column(title)
        except BadColumn as error:
            yield Problem(number, f"{error}; the column is not read", position + 1, title)
    if all(known.is_fact for known in columns.values()):
        yield Problem(
            number, "expected at least one column with a metric, such as 'requests_per_second [1/s]'", 0, header
        )
        return
    for number, line in content:
        yield from row(number, cells(line, separator), columns, separator)


def row(number: int, values: list[str], columns: Mapping[int, Column], separator: str) -> Iterator[RunRecord | Problem]:
    """The run in one row, after the problems with its cells."""
    facts: dict[str, Fact] = {}
    measurements: dict[tuple[str, str], Measurement] = {}
    for position, known in columns.items():
        cell = values[position] if position < len(values) else ""
        if not cell:
            continue
        try:
            if known.is_fact:
                facts[known.name] = fact(known.name, cell)
            else:
                value = amount(cell, separator) * known.factor
                measurements[known.name, known.item] = Measurement(known.name, rounded(value), number, known.item)
        except (ValueError, KeyError):
            expected = FACTS[known.name][1] if known.is_fact else "a number"
            yield Problem(
                number, f"column {known.name!r}: expected {expected}, found {cell[:60]!r}", position + 1, cell
            )
    if measurements:
        tool = str(facts.pop("tool", ""))
        yield RunRecord(tool, str(facts.pop("tool_version", "")), facts, tuple(measurements.values()), number)
    else:
        yield Problem(number, "no number in this row", 0, " ".join(values))


def fact(name: str, cell: str) -> Fact:
    return FACTS[name][0](cell) if name in FACTS else cell


def amount(cell: str, separator: str) -> float:
    """A number as a spreadsheet writes it: `8,845,147`, `1 605`, `0,196`, `1.605,5`. ValueError where it is none.

    In a file with semicolons a comma is the decimal sign. In one with tabs `1,605` may be either: it is refused.
    """
    plain = cell.replace("\u00a0", "").replace(" ", "")
    if "," in plain and (separator == ";" or (separator == "\t" and not GROUPED.fullmatch(plain))):
        plain = plain.replace(".", "").replace(",", ".")
    elif GROUPED.fullmatch(plain):
        if separator == "\t" and plain.count(",") == 1 and "." not in plain:
            raise ValueError
        plain = plain.replace(",", "")
    number = float(plain)
    if not math.isfinite(number):
        raise ValueError
    return number


def rounded(value: float) -> float:
    """`value` without what the unit's factor added: 57.71 ms is 0.05771 s, not 0.057710000000000004."""
    return float(f"{value:.15g}")
