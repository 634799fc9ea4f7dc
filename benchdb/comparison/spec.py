"""Spec: a comparison's URL as a value. Read from the query once, printed back canonically. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from benchdb.dimensions import MANY, Dimension, UnknownDimension, dimension
from benchdb.metrics import UnknownMetric, metric
from benchdb.stats import PROTOCOLS

Pairs = Iterable[tuple[str, str]]

MOST_METRICS = 24
SINGLE = ("rows", "cols", "split", "baseline", "protocol")  #: given at most once
SPLIT_SIGN = " · "  #: between the value that a row is split by and its own


class BadSpec(ValueError):
    """A question that cannot be asked; the message names what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Spec:
    """What a reader asks. `where` is sorted: ((dimension key, (value, …)), …); values of a key are alternatives."""

    metrics: tuple[str, ...] = ("requests_per_second",)
    rows: str = "concurrency"
    cols: str = "kernel"
    split: str = ""  #: each of its values has rows of its own, so that only like is set against like; "" = nobody asked
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()
    baseline: str = ""  #: a value of `cols`; "" = the first column
    protocol: str = "median"
    band: float = 0.0  #: percent; within it two sides count as equivalent. 0 = nobody asked
    as_of: datetime | None = None  #: the moment whose runs count; None = now

    @classmethod
    def from_query(cls, pairs: Pairs) -> Spec:
        """The Spec of a query. Empty values say nothing. BadSpec for what is unknown or contradicts itself."""
        given: dict[str, list[str]] = {}
        for name, value in pairs:
            if "\0" in name + value:
                raise BadSpec("a NUL is no part of any name or value")
            if value.strip():
                given.setdefault(name, []).append(value.strip())
        single = {name: _only(name, given.pop(name)) for name in SINGLE if name in given}
        metrics = given.pop("metric", None)
        as_of, band = given.pop("as_of", None), given.pop("band", None)
        spec = cls(
            metrics=tuple(dict.fromkeys(metrics)) if metrics else cls().metrics,
            where=tuple((key, tuple(sorted(set(values)))) for key, values in sorted(given.items())),
            band=_band(_only("band", band)) if band else 0.0,
            as_of=_moment(_only("as_of", as_of)) if as_of else None,
            **single,
        )
        spec._check()
        return spec

    def _check(self) -> None:
        if self.rows == self.cols:
            raise BadSpec(f"rows and columns are both {self.rows!r}; one of them must be another dimension")
        if self.split in (self.rows, self.cols) or (self.split and "metric" in (self.rows, self.cols)):
            raise BadSpec(
                f"split by {self.split!r}: it must be another dimension than rows and columns, and no metric one"
            )
        if self.split in ("metric", "item"):
            raise BadSpec(f"split by {self.split!r}: put it on rows or columns")
        if many := next((key for key in MANY if key in (self.rows, self.cols, self.split)), ""):
            raise BadSpec(f"a run can have several of it, so a {many} can be filtered by but not laid out")
        if self.protocol not in PROTOCOLS:
            raise BadSpec(f"unknown protocol {self.protocol!r}; known are {', '.join(PROTOCOLS)}")
        if len(self.metrics) > MOST_METRICS:
            raise BadSpec(f"{len(self.metrics)} metrics; at most {MOST_METRICS} fit one comparison")
        try:
            for name in self.metrics:
                metric(name)
            for key in (self.rows, self.cols, *filter(None, (self.split,)), *(key for key, _ in self.where)):
                dimension(key)
        except (UnknownMetric, UnknownDimension) as error:
            raise BadSpec(str(error)) from error
        for key, values in self.where:
            self._check_values(dimension(key), values)

    def _check_values(self, known: Dimension, values: tuple[str, ...]) -> None:
        if known.key == "metric":
            raise BadSpec("a metric is chosen by metric=…, not filtered by")
        for value in values:
            try:
                known.value(value)
            except ValueError as error:
                raise BadSpec(f"{known.key}: {value!r} is no value of it") from error

    def to_query(self) -> str:
        """The canonical query: defaults left out, names in a fixed order, values sorted."""
        default = Spec()
        pairs = [("metric", name) for name in self.metrics] if self.metrics != default.metrics else []
        for name in SINGLE:
            if (value := getattr(self, name)) != getattr(default, name):
                pairs.append((name, value))
        pairs += [(key, value) for key, values in self.where for value in values]
        if self.band:
            pairs.append(("band", f"{self.band:g}"))
        if self.as_of:
            pairs.append(("as_of", self.as_of.isoformat()))
        return urlencode(pairs)

    def path(self, twin: str = "/") -> str:
        """Where this question is answered: `/compare/?…`, or a twin such as `/compare.json?…`."""
        query = self.to_query()
        return f"/compare{twin}" + (f"?{query}" if query else "")

    def narrowed(self, key: str, *values: str) -> Spec:
        """The same question, asked only of runs whose `key` is one of `values`."""
        others = tuple((k, v) for k, v in self.where if k != key)
        return replace(self, where=tuple(sorted((*others, (key, tuple(sorted(values)))))))

    @property
    def row_keys(self) -> tuple[str, ...]:
        """The dimensions that make a row: what it is split by, and its own."""
        return (self.split, self.rows) if self.split else (self.rows,)

    def row_values(self, key: str) -> tuple[str, ...]:
        """A row's key -> its value of each of `row_keys`."""
        return tuple(key.split(SPLIT_SIGN, 1)) if self.split else (key,)

    def without_moment(self) -> Spec:
        return replace(self, as_of=None)


def _only(name: str, values: list[str]) -> str:
    if len(values) > 1:
        raise BadSpec(f"{name} is given {len(values)} times; once is enough")
    return values[0]


def _band(text: str) -> float:
    try:
        band = float(text.removesuffix("%"))
    except ValueError:
        band = -1.0
    if not 0 <= band <= 50:
        raise BadSpec(f"band: {text!r} is no number of percent from 0 to 50")
    return float(f"{band:g}")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text.replace(" ", "+"))
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadSpec(f"as_of: {text!r} is no time such as 2026-11-21T14:05:00+00:00") from error
