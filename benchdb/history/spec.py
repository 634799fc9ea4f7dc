"""HistorySpec: the URL of a history page as a value. Read from the query once, printed back canonically. Pure.

Whatever it shares with a comparison (filters, moment) is a Spec's, and checked there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from benchdb.comparison.spec import BadSpec, Spec
from benchdb.dimensions import ITEM, METRIC
from benchdb.scaling.spec import Where, only

#: x -> the rows of the same runs as a comparison
AXES = {"time": "run", "kernel": "kernel", "server": "server"}
TITLES = {"time": "Time", "kernel": "Kernel versions", "server": "Server versions"}
FOREIGN = ("rows", "cols", "baseline", "band", "protocol")  #: a comparison's parameters, which mean nothing here


@dataclass(frozen=True, slots=True)
class HistorySpec:
    """What a reader asks: how `metric` went along `x`, one curve for each value of `by`; one for all without it."""

    x: str = "time"
    by: str = ""
    metric: str = "requests_per_second"
    where: Where = ()
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Iterable[tuple[str, str]]) -> HistorySpec:
        """The HistorySpec of a query. Empty values say nothing. BadSpec for what is unknown or contradicts itself."""
        given = [(name, value.strip()) for name, value in pairs if value.strip()]
        own = {name: only(name, given, getattr(cls(), name)) for name in ("x", "by")}
        for name in FOREIGN:
            if any(name == key for key, _ in given):
                raise BadSpec(f"{name} is a comparison's; here x and by lay out the runs, and levels are medians")
        if own["x"] not in AXES:
            raise BadSpec(f"unknown x {own['x']!r}; known are {', '.join(AXES)}")
        if own["by"] in (AXES[own["x"]], METRIC.key):
            raise BadSpec(f"by is {own['by']!r}; the curves must be of another dimension")
        rest = [(name, value) for name, value in given if name not in own]
        spec = Spec.from_query([*rest, ("rows", AXES[own["x"]]), ("cols", own["by"] or METRIC.key)])
        if len(spec.metrics) > 1:
            raise BadSpec("one metric is enough for a curve")
        if own["by"] != ITEM.key and len(dict(spec.where).get(ITEM.key, ())) > 1:
            raise BadSpec("several items would be one curve; by=item gives each its own")
        return cls(**own, metric=spec.metrics[0], where=spec.where, as_of=spec.as_of)

    def comparison(self) -> Spec:
        """The same runs as a comparison: x down the side, `by` across."""
        return Spec(
            metrics=(self.metric,),
            rows=AXES[self.x],
            cols=self.by or METRIC.key,
            where=self.where,
            as_of=self.as_of,
        )

    def to_query(self) -> str:
        """The canonical query: defaults left out, names in a fixed order, values sorted."""
        default = HistorySpec()
        names = ("x", "by", "metric")
        pairs = [(name, getattr(self, name)) for name in names if getattr(self, name) != getattr(default, name)]
        pairs += [(key, value) for key, values in self.where for value in values]
        if self.as_of:
            pairs.append(("as_of", self.as_of.isoformat()))
        return urlencode(pairs)

    def path(self, twin: str = "/") -> str:
        """Where this question is answered: `/history/?…`, or a twin such as `/history.json?…`."""
        query = self.to_query()
        return f"/history{twin}" + (f"?{query}" if query else "")
