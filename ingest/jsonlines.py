"""Records and Problems -> one JSON object for each, as `parselog` prints them and golden files keep them.

NaN and infinities are not JSON: a number that is one of them is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from benchdb.domain.metrics import UnknownMetric, metric
from ingest.records import Measurement, Problem, Record, RunRecord, TraceRecord

Line = dict[str, Any]


def lines_of(file: str, format: str, parsed: Iterable[Record | Problem]) -> Iterator[Line]:
    """What `parsed` from `file` says, in its order."""
    for item in parsed:
        if isinstance(item, RunRecord):
            yield _run(file, format, item)
        elif isinstance(item, TraceRecord):
            yield _trace(file, format, item)
        else:
            yield _problem(file, item)


def _run(file: str, format: str, run: RunRecord) -> Line:
    return {
        "kind": "run",
        "file": file,
        "format": format,
        "tool": run.tool,
        "tool_version": run.tool_version,
        "status": run.status,
        "facts": _finite({**run.facts, "status": run.status}),
        "measurements": [_measurement(number) for number in run.measurements if math.isfinite(number.value)],
        "caveats": list(run.caveats),
        "line": run.line,
    }


def _measurement(number: Measurement) -> Line:
    unit = metric(number.metric).unit
    line = {"metric": number.metric, "item": number.item, "value": number.value, "unit": unit, "line": number.line}
    return line | ({"printed": number.printed} if number.printed else {})


def _trace(file: str, format: str, trace: TraceRecord) -> Line:
    import numpy as np  # here, because a load log has no traces, and numpy takes longer than reading it

    kept = np.isfinite(trace.times) & np.isfinite(trace.values)
    return {
        "kind": "trace",
        "file": file,
        "format": format,
        "metric": trace.metric,
        "item": trace.item,
        **_unit(trace.metric),
        "facts": _finite(dict(trace.facts)),
        "times": trace.times[kept].tolist(),
        "values": trace.values[kept].tolist(),
    }


def _unit(name: str) -> Line:
    """A trace may use sysstat's own names, which the vocabulary does not have."""
    try:
        return {"unit": metric(name).unit}
    except UnknownMetric:
        return {}


def _problem(file: str, problem: Problem) -> Line:
    return {
        "kind": "problem",
        "file": file,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "excerpt": problem.excerpt,
    }


def _finite(facts: Line) -> Line:
    return {name: value for name, value in facts.items() if not isinstance(value, float) or math.isfinite(value)}
