"""Comparison: the answer to a Spec, as a value. It survives JSON, so that a frozen one is shown as it was. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import parse_qsl

from benchdb.comparison.spec import SPLIT_SIGN, Spec
from benchdb.dimensions import dimension
from benchdb.metrics import Metric, metric
from benchdb.stats import Verdict, effect_in_words
from benchdb.units import places


@dataclass(frozen=True, slots=True)
class Difference:
    """A condition other than the one compared, in which the two sides differ."""

    dimension: str
    baseline: tuple[str, ...]  #: its values there, as texts
    here: tuple[str, ...]

    @property
    def title(self) -> str:
        return dimension(self.dimension).title

    def __str__(self) -> str:
        return f"{self.title}: {', '.join(self.baseline)} against {', '.join(self.here)}"


@dataclass(frozen=True, slots=True)
class Cell:
    """The runs at one row and column."""

    values: tuple[float, ...]  #: base units, one per run, in the order of `runs`
    runs: tuple[int, ...]
    value: float | None  #: by the Spec's protocol; None if there are too few runs for it
    spread: float | None  #: coefficient of variation, a fraction
    ratio: float | None  #: to the row's baseline cell; None in that cell itself, or without one
    change: float | None  #: ratio - 1
    verdict: Verdict | None
    interval: tuple[float, float] | None = None  #: of the change, 95%
    p: float | None = None  #: of the Mann-Whitney test
    q: float | None = None  #: p, adjusted for all cells of the comparison
    delta: float | None = None  #: Cliff's
    needed: int | None = None  #: runs on each side that would show the change seen
    differs: tuple[Difference, ...] = ()
    caveats: tuple[str, ...] = ()
    is_published: bool = False

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def effect(self) -> str:
        """Cliff's delta in a word; "" where nothing was compared."""
        return effect_in_words(self.delta) if self.delta is not None else ""

    @property
    def low(self) -> float:
        return min(self.values)

    @property
    def high(self) -> float:
        return max(self.values)


@dataclass(frozen=True, slots=True)
class Row:
    """One value of the row dimension, for one metric."""

    metric: str
    key: str
    cells: Mapping[str, Cell]  #: column key -> cell; absent = no runs

    @property
    def known_metric(self) -> Metric:
        return metric(self.metric)

    @property
    def label(self) -> str:
        return self.known_metric.title if self.key == self.metric else self.key


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the page, the chart and every twin show."""

    query: str  #: the canonical Spec
    columns: tuple[str, ...]
    baseline: str  #: one of the columns; "" if there are none
    rows: tuple[Row, ...]
    held_constant: tuple[tuple[str, str], ...]  #: (dimension key, the one value of all runs)
    unknown: tuple[str, ...]  #: conditions that no run records
    also_differs: tuple[Difference, ...]
    caveats: tuple[str, ...]
    runs: tuple[int, ...]
    published: int  #: how many of the runs are published figures

    @property
    def is_compared(self) -> bool:
        """Some row has a cell beside its baseline."""
        return any(cell.verdict for row in self.rows for cell in row.cells.values())

    @property
    def places(self) -> dict[str, int]:
        """Decimals of each metric's values, where it is a rate: as many as its runs' values have."""
        found: dict[str, set[float | None]] = {}
        for row in self.rows:
            for cell in row.cells.values():
                found.setdefault(row.metric, set()).update((cell.value, *cell.values))
        return {name: places(values) for name, values in found.items()}

    @property
    def mixes(self) -> bool:
        """Some cell holds runs made under different conditions."""
        return any(
            text.startswith("Mixes ") for row in self.rows for cell in row.cells.values() for text in cell.caveats
        )

    @property
    def along(self) -> str:
        """What the rows are values of."""
        return SPLIT_SIGN.join(dimension(key).title for key in self.spec.row_keys)

    @property
    def spec(self) -> Spec:
        """The question."""
        return Spec.from_query(parse_qsl(self.query))

    def to_json(self) -> dict[str, Any]:
        """Plain data; `from_json` gives the same Comparison."""
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Comparison:
        return cls(
            query=told["query"],
            columns=tuple(told["columns"]),
            baseline=told["baseline"],
            rows=tuple(_row(row) for row in told["rows"]),
            held_constant=tuple((key, value) for key, value in told["held_constant"]),
            unknown=tuple(told["unknown"]),
            also_differs=tuple(_difference(each) for each in told["also_differs"]),
            caveats=tuple(told["caveats"]),
            runs=tuple(told["runs"]),
            published=told["published"],
        )


def _row(told: Mapping[str, Any]) -> Row:
    return Row(told["metric"], told["key"], {column: _cell(cell) for column, cell in told["cells"].items()})


def _cell(told: Mapping[str, Any]) -> Cell:
    differs = tuple(_difference(each) for each in told["differs"])
    lists: dict[str, Any] = {name: tuple(told[name]) for name in ("values", "runs", "caveats")}
    lists["interval"] = tuple(told["interval"]) if told.get("interval") else None
    return Cell(**{**told, **lists, "differs": differs})


def _difference(told: Mapping[str, Any]) -> Difference:
    return Difference(told["dimension"], tuple(told["baseline"]), tuple(told["here"]))
