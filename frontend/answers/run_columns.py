"""The columns of the list of runs: which there are, which are shown, how a cell reads. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from functools import cached_property
from typing import Literal

from benchdb.domain.dimensions import MISSING, dimension
from benchdb.domain.failures import FAILED
from benchdb.domain.metrics import LATENCY, MEAN_LATENCY, figure
from benchdb.domain.setups.load_tools import PRINTED_STEPS
from benchdb.domain.units import amount
from benchdb.reads.runs import LISTED, MEASURED, PERCENTILES, ListedRun
from benchdb.wording import words
from benchdb.wording.grammar import inside
from benchdb.wording.values import named_in_short, named_settings, named_value, shown_value
from frontend.answers.run_figures import as_printed

Kind = Literal["condition", "metric", "own"]
CONDITIONS = (
    "machine", "kernel", "server", "zone", "concurrency", "cpus", "tool", "rate", "threads", "path", "keepalive",
    "provenance", "status",
)  # fmt: skip
#: What differs is shown of these, the first ones first, without anybody asking.
USUAL = ("machine", "kernel", "concurrency", "rate", "zone", "server", "cpus", "tool")
MOST_USUAL = 4  #: and the offered rate, the load of runs that have no concurrency
OWN = {"started": "Started", "settings": "Settings", "trial": "Trial", "file": "File", "upload": "Upload"}
#: What tells runs apart where there is no room for columns: the first two that there are; the file where none is.
SPARSE = 0.1  #: share of the runs of a page that have some settings, from which they have a column
ABOUT = ("machine", "rate", "settings", "server", "zone", "kernel")
MOST_ABOUT = 2

SHORT = {
    "requests_per_second": "Requests/s",
    LATENCY: "Mean latency",
    FAILED: "Failed",
    "latency_p50": "p50",
    "latency_p99": "p99",
}
MEAN_BELOW = "latency_mean_below"  #: of files: seconds that a `latency_mean` printed as 0 is below
FAILURES = "failed"  #: of files: what they also have as `requests_failed`, by its name in searches and in the API
ON_A_PHONE = ("concurrency", "requests_per_second", FAILED)


@dataclass(frozen=True)
class RunColumn:
    key: str
    title: str
    kind: Kind
    is_number: bool
    is_shown: bool = True
    settings: tuple[str, ...] = ()  #: dimensions that tell runs of the list apart

    @property
    def is_optional(self) -> bool:
        """Not on a phone."""
        return self.key not in ON_A_PHONE

    @cached_property
    def classes(self) -> str:
        """Of its head and its cells."""
        names = ("num" * self.is_number, "opt" * self.is_optional, "roomy" * (self.key == "file"))
        return " ".join(filter(None, names))

    @property
    def can_sort(self) -> bool:
        return self.key not in ("file", "upload", "settings")


@dataclass(frozen=True, slots=True)
class RunCell:
    text: str
    column: RunColumn
    href: str = ""
    mark: str = ""  #: a class
    exact: str = ""

    @property
    def classes(self) -> str:
        column, own = self.column, "" if self.column.is_number else "clip"
        value = "val" if column.key == "requests_per_second" else ""
        return " ".join(filter(None, (column.classes, own, self.mark, value)))


def columns(constant: Mapping[str, str], wanted: Sequence[str], settings: Sequence[str] = ()) -> list[RunColumn]:
    """Every column that there can be, in order; those shown that somebody wants, or what differs where nobody says.

    `settings`: those that differ.
    """
    differing = [key for key in USUAL if key not in constant]
    differing = differing[: MOST_USUAL + ("rate" in differing[:MOST_USUAL])]
    usual = ("started", *differing, *(["settings"] if settings else []), *LISTED, "file")
    shown = set(wanted or usual)
    every = [
        own("started"),
        *map(condition, CONDITIONS),
        replace(own("settings"), settings=tuple(settings)),
        own("trial"),
        *map(measured, (*MEASURED, *PERCENTILES, FAILED)),
        own("file"),
        own("upload"),
    ]
    return [replace(one, is_shown=one.key in shown) for one in every]


def exported() -> list[RunColumn]:
    """Of the files: old names keep their places and meanings; what pages show has names of its own at the end."""
    every = [column for column in columns({}, ()) if column.key not in PERCENTILES]
    kept = [measured(MEAN_LATENCY) if column.key == LATENCY else column for column in every]
    below = RunColumn(MEAN_BELOW, words("mean latency below"), "own", True)
    return [*kept, measured(LATENCY), RunColumn(FAILURES, SHORT[FAILED], "metric", True), below]


def own(key: str) -> RunColumn:
    return RunColumn(key, OWN[key], "own", key in ("trial", "upload"))


def condition(key: str) -> RunColumn:
    known = dimension(key)
    return RunColumn(key, known.title, "condition", known.kind == "number")


def measured(key: str) -> RunColumn:
    known = figure(key)
    return RunColumn(key, SHORT.get(key, known.title), "metric", True)


def value_of(run: ListedRun, column: RunColumn) -> object:
    """The plain value of a cell, in base units; None where there is none."""
    if column.key == MEAN_BELOW:
        return PRINTED_STEPS.get(run.setup.tool) if run.numbers.get(MEAN_LATENCY) == 0 else None
    if column.kind == "metric":
        return run.numbers.get(FAILED if column.key == FAILURES else column.key)
    if column.kind == "own":
        stated = "; ".join(f"{name}={value}" for name, value in sorted(run.setup.tuning.items()))
        own_values = {"started": run.started_at, "settings": stated, "trial": run.trial, "file": run.file}
        return {**own_values, "upload": run.upload}[column.key]
    if column.key in ("provenance", "status"):
        return run.provenance if column.key == "provenance" else run.status
    return getattr(run.setup, column.key)


def cell(run: ListedRun, column: RunColumn) -> RunCell:
    """The cell as the page shows it."""
    value = value_of(run, column)
    if value is None or value == "":
        return RunCell("", column)
    if column.kind == "metric" and isinstance(value, (int, float)):
        unit = figure(column.key).unit
        if not value and unit == "s" and run.setup.tool in PRINTED_STEPS:
            return RunCell(f"< {amount(PRINTED_STEPS[run.setup.tool], unit)}", column, exact="printed as 0")
        exact = f"{value:,.15g}"
        if column.key == FAILED:  # each of them counts, and nothing is a rounded one; a rate of them is none of these
            text = exact if float(value).is_integer() else as_printed(value, unit)
            exact = words("no 2xx in a list", failed=exact) if run.may_be_redirects else exact
            return RunCell(text, column, mark="worse" if value else "q", exact=exact)
        return RunCell(amount(value, unit), column, exact=exact)
    if column.key == "started" and isinstance(value, datetime) and is_day(value):
        return RunCell(f"{value:%-d %b %Y}", column, exact=f"{value:%Y-%m-%d}")
    if column.key == "started":
        return RunCell(f"{value:%-d %b %Y %H:%M}", column, exact=f"{value:%Y-%m-%d %H:%M:%S} UTC")
    if column.key == "file":
        return RunCell(str(value), column, href=f"/runs/{run.pk}/#L{run.line}", mark="mono")
    if column.key == "settings":
        texts = named_settings(run.setup.tuning, column.settings, named_in_short)
        return RunCell(", ".join(texts), column, exact=str(value))
    if column.key == "upload":
        return RunCell(str(value), column, href=f"/uploads/{value}/")
    if column.key in ("machine", "kernel", "server"):
        return RunCell(str(value), column, href=f"/{column.key}s/{getattr(value, 'slug', '')}/", mark="q2")
    text = f"{run.setup.tool} {run.setup.tool_version}".strip() if column.key == "tool" else ""
    return RunCell(text or shown_value(column.key, dimension(column.key).text(value)), column)


def is_day(moment: datetime) -> bool:
    """Whether only the day of a start is known: it is kept as its midnight, to the microsecond."""
    return moment.astimezone(UTC).time() == time()


def about(cells: Sequence[RunCell]) -> str:
    """What a phone says of a run beneath its number."""
    texts = {one.column.key: one.text for one in cells if one.text}
    texts |= {"rate": f"{inside(dimension('rate').title)} {texts['rate']}"} if "rate" in texts else {}
    known = [texts[key] for key in ABOUT if key in texts][:MOST_ABOUT]
    return ", ".join(known) or texts.get("file", "")


@dataclass(frozen=True, slots=True)
class Filled:
    """Runs with their cells, without the columns in which none of them has anything."""

    columns: list[RunColumn]
    rows: list[tuple[ListedRun, list[RunCell]]]
    empty: list[str]  #: titles of the columns that were left out

    @property
    def note(self) -> str:
        """What no cell has room for: that failures may be redirects."""
        shows = any(column.key == FAILED for column in self.columns)
        return words("failed may be redirects") if shows and any(run.may_be_redirects for run, _ in self.rows) else ""

    @property
    def are_published(self) -> bool:
        """All of them, so that it is said once."""
        return bool(self.rows) and all(run.is_published for run, _ in self.rows)


def filled(shown: Sequence[RunColumn], runs: Sequence[ListedRun], keep_empty: bool = False) -> Filled:
    """`keep_empty`: somebody asked for these columns."""
    rows = [(run, [cell(run, column) for column in shown]) for run in runs]
    counts = [sum(bool(cells[place].text) for _, cells in rows) for place in range(len(shown))]
    has = [
        keep_empty or not rows or count >= (SPARSE * len(rows) if column.key == "settings" else 1)
        for column, count in zip(shown, counts, strict=True)
    ]
    kept = [(run, [one for one, is_kept in zip(cells, has, strict=True) if is_kept]) for run, cells in rows]
    titles = [inside(column.title) for column, count in zip(shown, counts, strict=True) if not count and not keep_empty]
    return Filled([column for column, is_kept in zip(shown, has, strict=True) if is_kept], kept, titles)


def conditions_of(shown: Filled) -> dict[str, list[str]]:
    """Title of each condition that is shown -> its text for each run."""
    places = [(place, column.title) for place, column in enumerate(shown.columns) if column.kind == "condition"]
    return {title: [cells[place].text for _, cells in shown.rows] for place, title in places}


def same_in_all(constant: Mapping[str, str]) -> list[str]:
    """What needs no column: `Sun Fire V125`, `1 CPU online`."""
    recorded = {key: value for key, value in constant.items() if value != MISSING}
    return [value if key == "provenance" else named_value(key, value) for key, value in recorded.items()]
