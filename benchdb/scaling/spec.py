"""ScalingSpec: the URL of a scaling page as a value. Read from the query once, printed back canonically. Pure.

Whatever it shares with a comparison (filters, protocol, moment) is a Spec's, and checked there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from benchdb.comparison.spec import BadSpec, Spec

Where = tuple[tuple[str, tuple[str, ...]], ...]

AXES = ("cpus", "concurrency", "rate")
GAMMAS = {"free": "chosen by the fit", "measured": "fixed to what was measured at the smallest N"}
#: What a load curve shows beneath its throughput, the likeliest first: the first latency that runs have, and errors.
LATENCIES = ("latency_mean", "latency_median", "first_byte_time_mean", "connection_time_median", "connection_time_mean")
ERRORS = "requests_failed"
OFFERED = "requests_per_second_offered"
FOREIGN = ("rows", "cols", "baseline", "band")  #: a comparison's parameters, which mean nothing here


@dataclass(frozen=True, slots=True)
class ScalingSpec:
    """What a reader asks: how `metric` grows along `x`, one curve for each value of `by`."""

    x: str = "cpus"
    by: str = "kernel"
    metric: str = "requests_per_second"
    where: Where = ()
    protocol: str = "median"
    gamma: str = "free"
    as_of: datetime | None = None

    @classmethod
    def from_query(cls, pairs: Iterable[tuple[str, str]]) -> ScalingSpec:
        """The ScalingSpec of a query. Empty values say nothing. BadSpec for what is unknown or contradicts itself."""
        given = [(name, value.strip()) for name, value in pairs if value.strip()]
        own = {name: only(name, given, getattr(cls(), name)) for name in ("x", "by", "gamma")}
        for name in FOREIGN:
            if any(name == key for key, _ in given):
                raise BadSpec(f"{name} is a comparison's; here x and by lay out the runs")
        if own["x"] not in AXES:
            raise BadSpec(f"unknown x {own['x']!r}; known are {', '.join(AXES)}")
        if own["gamma"] not in GAMMAS:
            raise BadSpec(f"unknown gamma {own['gamma']!r}; known are {', '.join(GAMMAS)}")
        if own["by"] in (own["x"], "metric"):
            raise BadSpec(f"by is {own['by']!r}; the curves must be of another dimension")
        rest = [(name, value) for name, value in given if name not in own]
        spec = Spec.from_query([*rest, ("rows", own["x"]), ("cols", own["by"])])
        if len(spec.metrics) > 1:
            raise BadSpec("one metric is enough for a curve")
        return cls(**own, metric=spec.metrics[0], where=spec.where, protocol=spec.protocol, as_of=spec.as_of)

    @property
    def is_load(self) -> bool:
        """Whether x is a load put on one machine, rather than the machine's size."""
        return self.x != "cpus"

    @property
    def metrics(self) -> tuple[str, ...]:
        """Every metric that the page may show: its own, and what belongs beneath a load curve."""
        beneath = (*LATENCIES, ERRORS, *((OFFERED,) if self.x == "rate" else ()))
        return tuple(dict.fromkeys((self.metric, *(beneath if self.is_load else ()))))

    def comparison(self, metrics: tuple[str, ...] = ()) -> Spec:
        """The same runs as a comparison: x down the side, `by` across."""
        return Spec(
            metrics=metrics or (self.metric,),
            rows=self.x,
            cols=self.by,
            where=self.where,
            protocol=self.protocol,
            as_of=self.as_of,
        )

    def to_query(self) -> str:
        """The canonical query: defaults left out, names in a fixed order, values sorted."""
        default = ScalingSpec()
        names = ("x", "by", "metric", "protocol", "gamma")
        pairs = [(name, getattr(self, name)) for name in names if getattr(self, name) != getattr(default, name)]
        pairs += [(key, value) for key, values in self.where for value in values]
        if self.as_of:
            pairs.append(("as_of", self.as_of.isoformat()))
        return urlencode(pairs)

    def path(self, twin: str = "/") -> str:
        """Where this question is answered: `/scaling/?…`, or a twin such as `/scaling.json?…`."""
        query = self.to_query()
        return f"/scaling{twin}" + (f"?{query}" if query else "")


def only(name: str, given: Iterable[tuple[str, str]], default: str) -> str:
    values = [value for key, value in given if key == name]
    if len(values) > 1:
        raise BadSpec(f"{name} is given {len(values)} times; once is enough")
    return values[0] if values else default
